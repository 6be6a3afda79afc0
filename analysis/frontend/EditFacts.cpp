#include "analysis/frontend/EditFacts.h"

#include "analysis/frontend/Locations.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace acc {
namespace {

/// The innermost statement at the end of `stmt`: the one whose ';' or '}' ends it.
const clang::Stmt *lastPart(const clang::Stmt *stmt) {
  for (;;) {
    const clang::Stmt *inner = nullptr;
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
      inner = loop->getBody();
    else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(stmt))
      inner = loop->getBody();
    else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
      inner = branch->getElse() ? branch->getElse() : branch->getThen();
    else if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt))
      inner = label->getSubStmt();
    else if (const auto *label = llvm::dyn_cast<clang::SwitchCase>(stmt))
      inner = label->getSubStmt();
    else if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt))
      inner = attributed->getSubStmt();
    else if (const auto *choice = llvm::dyn_cast<clang::SwitchStmt>(stmt))
      inner = choice->getBody();
    if (!inner)
      return stmt;
    stmt = inner;
  }
}

Rejection macro(const SourceRange &where, const char *detail) {
  return {RejectionKind::Macro, where, detail};
}

/// The bytes of the whole statement, its last ';' included.
Outcome<SourceRange> wholeStatement(const ParsedUnit &unit, const clang::Stmt &loop) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  const clang::LangOptions &language = unit.context.getLangOpts();
  SourceRange tokens = rangeOf(unit.context, loop.getSourceRange());
  clang::SourceLocation first = loop.getBeginLoc();
  if (first.isMacroID()) {
    if (manager.isMacroArgExpansion(first))
      return macro(tokens, "the loop is an argument of a macro");
    clang::SourceLocation start;
    if (!clang::Lexer::isAtStartOfMacroExpansion(first, manager, language, &start) ||
        !start.isFileID())
      return macro(tokens, "the loop starts inside the text of a macro");
  }
  if (!tokens.known())
    return macro(tokens, "the loop is not all in one file");
  const clang::Stmt *part = lastPart(&loop);
  clang::SourceLocation last = part->getEndLoc();
  if (last.isMacroID()) {
    clang::SourceLocation end;
    bool closes = clang::Lexer::isAtEndOfMacroExpansion(last, manager, language, &end);
    bool sameUse =
        first.isMacroID() && manager.getExpansionLoc(first) == manager.getExpansionLoc(last);
    if (sameUse)
      return macro(tokens, "the loop is the text of one macro");
    if (!closes && !manager.isMacroArgExpansion(last))
      return macro(tokens, "the loop ends inside the text of a macro");
  }
  if (llvm::isa<clang::CompoundStmt>(part) || llvm::isa<clang::NullStmt>(part)) {
    if (last.isMacroID() && manager.isMacroArgExpansion(last))
      return macro(tokens, "the loop ends inside an argument of a macro");
    return tokens;
  }
  clang::SourceLocation inFile = manager.getExpansionRange(last).getEnd();
  auto next = clang::Lexer::findNextToken(inFile, manager, language);
  if (!next || next->isNot(clang::tok::semi))
    return macro(tokens, "the last semicolon is in the text of a macro");
  std::optional<uint32_t> semicolon = mainOffset(manager, next->getLocation());
  if (!semicolon)
    return macro(tokens, "the loop is not all in one file");
  return placeAt(manager, tokens.begin, *semicolon + 1);
}

/// The first line inside the range that the preprocessor reads.
std::optional<Rejection> directiveInside(const ParsedUnit &unit, const SourceRange &range) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  for (uint32_t at = range.begin; at < range.end; ++at) {
    if (text[at] != '\n')
      continue;
    uint32_t start = at + 1;
    while (start < range.end && (text[start] == ' ' || text[start] == '\t'))
      ++start;
    llvm::StringRef rest = text.slice(start, range.end);
    if (rest.starts_with("#") || rest.starts_with("%:") || rest.starts_with("\?\?="))
      return Rejection{RejectionKind::PreprocessorLine, placeAt(manager, start, start + 1),
                       rest.take_until([](char c) { return c == '\n' || c == '\r'; }).str()};
  }
  for (const PragmaUse &pragma : unit.pragmas)
    if (range.begin < pragma.begin && pragma.begin < range.end)
      return Rejection{RejectionKind::PreprocessorLine,
                       placeAt(manager, pragma.begin, pragma.end), pragma.text};
  return std::nullopt;
}

/// A label below `stmt`, or a case label of a switch around it.
const clang::Stmt *labelInside(const clang::Stmt *stmt, bool inSwitch = false) {
  if (!stmt)
    return nullptr;
  if (llvm::isa<clang::LabelStmt>(stmt) || (!inSwitch && llvm::isa<clang::SwitchCase>(stmt)))
    return stmt;
  inSwitch |= llvm::isa<clang::SwitchStmt>(stmt);
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *label = labelInside(child, inSwitch))
      return label;
  return nullptr;
}

/// Pragmas that say nothing about the statement behind them.
bool isHarmless(llvm::StringRef pragma) {
  llvm::StringRef text = pragma.ltrim();
  text.consume_front("#");
  text = text.ltrim();
  text.consume_front("pragma");
  text = text.ltrim();
  static const llvm::StringRef kHarmless[] = {
      "GCC diagnostic", "clang diagnostic", "GCC warning", "GCC error", "GCC poison",
      "GCC visibility", "mark",             "region",      "endregion", "message",
      "warning",        "pack",             "weak",        "STDC",      "once",
      "omp threadprivate", "omp barrier",   "omp flush",   "omp taskwait"};
  return llvm::any_of(kHarmless, [&](llvm::StringRef start) { return text.starts_with(start); });
}

/// The start of the logical line (continued lines joined) that ends before `end`.
size_t logicalLineStart(llvm::StringRef text, size_t end) {
  for (;;) {
    size_t newline = text.rfind('\n', end);
    if (newline == llvm::StringRef::npos)
      return 0;
    if (!text.take_front(newline).rtrim("\r").ends_with("\\"))
      return newline + 1;
    end = newline;
  }
}

/// Walks up over blank lines, comments and directives; yields the #pragma lines.
void pragmaLinesAbove(llvm::StringRef text, size_t lineStart, std::vector<std::string> &found) {
  bool inComment = false;
  while (lineStart > 0) {
    size_t start = logicalLineStart(text, lineStart - 1);
    llvm::StringRef line = text.slice(start, lineStart).trim();
    lineStart = start;
    if (inComment) {
      inComment = !line.contains("/*");
      continue;
    }
    if (line.empty() || line.starts_with("//"))
      continue;
    if (line.ends_with("*/")) {
      size_t open = line.rfind("/*");
      if (open == llvm::StringRef::npos)
        inComment = true;
      else if (open != 0 && !line.starts_with("#"))
        return;
      else if (open == 0)
        continue;
      if (inComment)
        continue;
    }
    if (!line.starts_with("#"))
      return;
    if (line.drop_front().ltrim().starts_with("pragma"))
      found.push_back(line.str());
  }
}

/// Is the macro empty in this configuration, or a pragma in it?
bool mayBePragma(const ParsedUnit &unit, llvm::StringRef name) {
  const clang::IdentifierInfo *identifier = unit.preprocessor.getIdentifierInfo(name);
  if (!identifier->hadMacroDefinition())
    return false;
  const clang::MacroInfo *macro = unit.preprocessor.getMacroInfo(identifier);
  return !macro || macro->tokens_empty() ||
         llvm::any_of(macro->tokens(), [](const clang::Token &token) {
           return token.is(clang::tok::identifier) &&
                  token.getIdentifierInfo()->getName() == "_Pragma";
         });
}

/// A macro name directly before the offset ("OMP_FOR for (...)").
std::string macroNameBefore(const ParsedUnit &unit, llvm::StringRef text, size_t offset) {
  llvm::StringRef before = text.take_front(offset).rtrim();
  llvm::StringRef use = before;
  if (before.ends_with(")")) {
    int depth = 0;
    size_t at = before.size();
    while (at > 0) {
      --at;
      if (before[at] == ')')
        ++depth;
      else if (before[at] == '(' && --depth == 0)
        break;
    }
    use = before.take_front(at).rtrim();
  }
  size_t start = use.size();
  while (start > 0 && (llvm::isAlnum(use[start - 1]) || use[start - 1] == '_'))
    --start;
  llvm::StringRef name = use.drop_front(start);
  if (name.empty() || llvm::isDigit(name[0]))
    return "";
  return mayBePragma(unit, name) ? name.str() : "";
}

} // namespace

std::string pragmasBefore(const ParsedUnit &unit, uint32_t offset) {
  const clang::SourceManager &manager = unit.context.getSourceManager();
  llvm::StringRef text = manager.getBufferData(manager.getMainFileID());
  std::vector<std::string> found;
  size_t newline = text.take_front(offset).rfind('\n');
  size_t lineStart = newline == llvm::StringRef::npos ? 0 : newline + 1;
  if (text.slice(lineStart, offset).trim().empty())
    pragmaLinesAbove(text, lineStart, found);
  std::reverse(found.begin(), found.end());
  for (const PragmaUse &pragma : unit.pragmas) {
    bool sameUse = pragma.begin == offset;
    bool before = pragma.end <= offset && text.slice(pragma.end, offset).trim().empty();
    if ((sameUse || before) && !llvm::StringRef(pragma.text).starts_with("#"))
      found.push_back(pragma.text);
  }
  if (std::string name = macroNameBefore(unit, text, offset); !name.empty() && found.empty())
    found.push_back(name);
  std::erase_if(found, [](const std::string &pragma) { return isHarmless(pragma); });
  return llvm::join(found, "\n");
}

bool pragmaReachesInside(llvm::StringRef pragma) {
  static const llvm::StringRef kReaching[] = {"collapse", "ordered", "tile",  "target", "teams",
                                              "distribute", "acc", "offload", "unroll_and_jam",
                                              "interchange"};
  return llvm::any_of(kReaching, [&](llvm::StringRef word) { return pragma.contains(word); });
}

LoopFacts readEditFacts(const ParsedUnit &unit, const clang::Stmt &loop) {
  LoopFacts facts;
  Outcome<SourceRange> whole = wholeStatement(unit, loop);
  facts.editRange = whole ? *whole : rangeOf(unit.context, loop.getSourceRange());
  if (facts.editRange.known())
    facts.pragma = pragmasBefore(unit, facts.editRange.begin);
  if (!whole)
    facts.notEditable = whole.rejection();
  else if (std::optional<Rejection> directive = directiveInside(unit, *whole))
    facts.notEditable = directive;
  else if (const clang::Stmt *label = labelInside(&loop))
    facts.notEditable = Rejection{RejectionKind::Jump,
                                  rangeOf(unit.context, label->getBeginLoc()),
                                  "a label stands inside the loop"};
  else if (!facts.pragma.empty())
    facts.notEditable = Rejection{RejectionKind::LoopPragma, facts.editRange, facts.pragma};
  return facts;
}

} // namespace acc
