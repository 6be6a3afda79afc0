#include "analysis/frontend/PreprocessorRecord.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace acc {
namespace {

class Recorder : public clang::PPCallbacks {
public:
  Recorder(clang::Preprocessor &preprocessor, PreprocessorRecord &record)
      : preprocessor(preprocessor), manager(preprocessor.getSourceManager()), record(record) {}

  void If(clang::SourceLocation loc, clang::SourceRange, ConditionValueKind value) override {
    open(loc);
    branch(loc, lineBehind(loc), value == CVK_True);
  }
  void Ifdef(clang::SourceLocation loc, const clang::Token &name,
             const clang::MacroDefinition &definition) override {
    open(loc);
    branch(loc, definedness(name, true), bool(definition));
  }
  void Ifndef(clang::SourceLocation loc, const clang::Token &name,
              const clang::MacroDefinition &definition) override {
    open(loc);
    branch(loc, definedness(name, false), !definition);
  }
  void Elif(clang::SourceLocation loc, clang::SourceRange, ConditionValueKind value,
            clang::SourceLocation) override {
    closeBranch(loc);
    if (value != CVK_NotEvaluated)
      branch(loc, lineBehind(loc), value == CVK_True);
  }
  using PPCallbacks::Elifdef;
  using PPCallbacks::Elifndef;
  void Elifdef(clang::SourceLocation loc, const clang::Token &name,
               const clang::MacroDefinition &definition) override {
    closeBranch(loc);
    branch(loc, definedness(name, true), bool(definition));
  }
  void Elifndef(clang::SourceLocation loc, const clang::Token &name,
                const clang::MacroDefinition &definition) override {
    closeBranch(loc);
    branch(loc, definedness(name, false), !definition);
  }
  void Elifdef(clang::SourceLocation loc, clang::SourceRange, clang::SourceLocation) override {
    closeBranch(loc);
  }
  void Elifndef(clang::SourceLocation loc, clang::SourceRange, clang::SourceLocation) override {
    closeBranch(loc);
  }
  void Else(clang::SourceLocation loc, clang::SourceLocation) override {
    closeBranch(loc);
    if (!stack.empty() && !stack.back().use.takenBegin)
      stack.back().use.takenBegin = manager.getFileOffset(loc);
  }
  void Endif(clang::SourceLocation loc, clang::SourceLocation) override {
    closeBranch(loc);
    if (stack.empty())
      return;
    Open last = std::move(stack.back());
    stack.pop_back();
    last.use.end = manager.getFileOffset(loc);
    if (!last.isSystem)
      record.conditionals.push_back(std::move(last.use));
  }

  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &definition,
                    clang::SourceRange range, const clang::MacroArgs *) override {
    const clang::MacroInfo *info = definition.getMacroInfo();
    if (!info || preprocessor.isParsingIfOrElifDirective() || info->isBuiltinMacro() ||
        manager.isInSystemHeader(info->getDefinitionLoc()) ||
        manager.isWrittenInBuiltinFile(info->getDefinitionLoc()))
      return;
    auto [file, offset] = manager.getDecomposedExpansionLoc(range.getBegin());
    record.macros.push_back({file, offset, name.getIdentifierInfo(), info});
  }

private:
  struct Open {
    ConditionalUse use;
    bool isSystem;
  };

  void open(clang::SourceLocation loc) {
    auto [file, offset] = manager.getDecomposedLoc(loc);
    stack.push_back({{file, offset, offset, 0, 0, {}}, manager.isInSystemHeader(loc)});
  }

  void closeBranch(clang::SourceLocation loc) {
    if (!stack.empty() && stack.back().use.takenBegin && !stack.back().use.takenEnd)
      stack.back().use.takenEnd = manager.getFileOffset(loc);
  }

  void branch(clang::SourceLocation loc, PreprocessorCondition condition, bool holds) {
    if (stack.empty() || stack.back().isSystem)
      return;
    condition.where = loc;
    if (holds)
      stack.back().use.takenBegin = manager.getFileOffset(loc);
    else
      condition.text = negated(condition.text);
    stack.back().use.conditions.push_back(std::move(condition));
  }

  static std::string negated(llvm::StringRef condition) {
    llvm::StringRef inner = condition;
    bool isNegative = inner.consume_front("!");
    bool isPlain = inner.starts_with("defined(") && inner.find(')') == inner.size() - 1;
    if (isPlain)
      return isNegative ? inner.str() : "!" + inner.str();
    return "!(" + condition.str() + ")";
  }

  static PreprocessorCondition definedness(const clang::Token &name, bool isDefined) {
    const clang::IdentifierInfo *identifier = name.getIdentifierInfo();
    if (!identifier)
      return {"0", {}, {}};
    return {(isDefined ? "defined(" : "!defined(") + identifier->getName().str() + ")",
            {identifier},
            {}};
  }

  /// The condition behind the directive's word, its comments and line breaks gone.
  PreprocessorCondition lineBehind(clang::SourceLocation word) const {
    PreprocessorCondition condition;
    if (stack.empty() || stack.back().isSystem)
      return condition;
    auto [file, offset] = manager.getDecomposedLoc(word);
    llvm::StringRef buffer = manager.getBufferData(file);
    clang::Lexer lexer(manager.getLocForStartOfFile(file), preprocessor.getLangOpts(),
                       buffer.begin(), buffer.begin() + offset, buffer.end());
    clang::Token token;
    lexer.LexFromRawLexer(token);
    while (!lexer.LexFromRawLexer(token) || token.isNot(clang::tok::eof)) {
      if (token.is(clang::tok::eof) || token.isAtStartOfLine())
        break;
      if (!condition.text.empty() && token.hasLeadingSpace())
        condition.text += " ";
      condition.text += preprocessor.getSpelling(token);
      if (token.is(clang::tok::raw_identifier))
        condition.names.push_back(preprocessor.getIdentifierInfo(token.getRawIdentifier()));
    }
    return condition;
  }

  clang::Preprocessor &preprocessor;
  const clang::SourceManager &manager;
  PreprocessorRecord &record;
  std::vector<Open> stack;
};

} // namespace

void PreprocessorRecord::finish() {
  std::stable_sort(macros.begin(), macros.end(), [](const MacroUse &a, const MacroUse &b) {
    return std::pair(a.file, a.offset) < std::pair(b.file, b.offset);
  });
}

llvm::ArrayRef<MacroUse> PreprocessorRecord::macrosIn(clang::FileID file, uint32_t begin,
                                                      uint32_t end) const {
  auto from = [&](uint32_t offset) {
    return std::partition_point(macros.begin(), macros.end(), [&](const MacroUse &use) {
      return std::pair(use.file, use.offset) < std::pair(file, offset);
    });
  };
  auto first = from(begin), last = from(end);
  return llvm::ArrayRef<MacroUse>(macros).slice(first - macros.begin(), last - first);
}

std::unique_ptr<clang::PPCallbacks> makeRecorder(clang::Preprocessor &preprocessor,
                                                 PreprocessorRecord &record) {
  return std::make_unique<Recorder>(preprocessor, record);
}

} // namespace acc
