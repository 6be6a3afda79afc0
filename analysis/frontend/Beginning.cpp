#include "analysis/frontend/Beginning.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

namespace acc {
namespace {

const clang::LangOptions &languageOfDirectives() {
  static const clang::LangOptions language = [] {
    clang::LangOptions options;
    options.LineComment = true;
    return options;
  }();
  return language;
}

/// The directives at the start of a text, one after the other.
class Directives {
public:
  explicit Directives(const std::string &text)
      : text(text), lexer(clang::SourceLocation(), languageOfDirectives(), text.data(), text.data(),
                          text.data() + text.size()) {
    step();
  }

  struct Directive {
    std::string word, line;
    uint32_t end;
  };

  /// None when there is no further one, or one that goes on behind a comment or in another line.
  std::optional<Directive> next() {
    if (token.isNot(clang::tok::hash) || !token.isAtStartOfLine())
      return std::nullopt;
    uint32_t begin = place(token), end = begin;
    std::string word;
    do {
      end = place(token) + token.getLength();
      step();
      if (word.empty() && token.is(clang::tok::raw_identifier))
        word = token.getRawIdentifier().str();
    } while (token.isNot(clang::tok::eof) && !token.isAtStartOfLine());
    std::string line = text.substr(begin, end - begin);
    for (const char *mark : {"/*", "//", "\\", "?\?/", "\n"})
      if (line.find(mark) != std::string::npos)
        return std::nullopt;
    // <sys//types.h> ends in what the lexer takes for a comment.
    if (word == "include" && line.find('<') != std::string::npos && line.back() != '>')
      return std::nullopt;
    return Directive{word, line, end};
  }

private:
  void step() { lexer.LexFromRawLexer(token); }

  uint32_t place(const clang::Token &of) const { return of.getLocation().getRawEncoding(); }

  const std::string &text;
  clang::Lexer lexer;
  clang::Token token;
};

} // namespace

Beginning beginningOf(const UnitInput &unit) {
  Beginning beginning;
  std::string lines;
  int depth = 0;
  bool includes = false;
  Directives directives(*unit.text);
  while (auto directive = directives.next()) {
    llvm::StringRef word = directive->word;
    if (word == "if" || word == "ifdef" || word == "ifndef")
      ++depth;
    else if (word == "endif")
      --depth;
    else if (word == "include")
      includes = true;
    else if (word != "else" && word != "elif")
      break;
    lines += directive->line + "\n";
    if (depth < 0)
      break;
    if (depth == 0 && includes)
      beginning = {lines, directive->end};
  }
  return beginning;
}

std::string keyOfBeginning(const UnitInput &unit) {
  Beginning beginning = beginningOf(unit);
  if (beginning.lines.empty())
    return "";
  std::string key = beginning.lines;
  auto add = [&](llvm::StringRef part) { key += '\0' + part.str(); };
  add(llvm::sys::path::parent_path(unit.path));
  add(unit.directory);
  add(unit.compiler);
  for (const std::string &flag : unit.flags)
    add(flag);
  return key;
}

} // namespace acc
