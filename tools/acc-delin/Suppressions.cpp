#include "tools/acc-delin/Suppressions.h"

#include "rewriter/edit/Lexeme.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/GlobPattern.h"

#include <algorithm>

namespace acc {
namespace {

constexpr llvm::StringLiteral kWord = "NOLINT";
/// Between parentheses; names that go on longer are none.
constexpr size_t kLongestNames = 1000;

struct Directive {
  enum class Kind { Line, NextLine, Begin, End } kind;
  /// Sorted; {"*"} when there are no parentheses.
  std::vector<std::string> globs;
  unsigned line, column;
};

/// "(acc-a, acc-b)" behind the word; everything when there is none, or it does not end.
std::vector<std::string> globsOf(llvm::StringRef rest) {
  if (!rest.consume_front("("))
    return {"*"};
  rest = rest.take_front(kLongestNames);
  size_t close = rest.find_first_of(")\n");
  if (close == llvm::StringRef::npos || rest[close] != ')')
    return {"*"};
  std::vector<std::string> globs;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  rest.take_front(close).split(parts, ',');
  for (llvm::StringRef part : parts)
    if (!part.trim().empty())
      globs.push_back(part.trim().str());
  std::sort(globs.begin(), globs.end());
  return globs;
}

bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The directive at the start of `rest`, behind "NOLINT"; none when the word goes on.
std::optional<Directive> directiveAt(llvm::StringRef rest) {
  Directive directive{Directive::Kind::Line, {}, 0, 0};
  if (rest.consume_front("NEXTLINE"))
    directive.kind = Directive::Kind::NextLine;
  else if (rest.consume_front("BEGIN"))
    directive.kind = Directive::Kind::Begin;
  else if (rest.consume_front("END"))
    directive.kind = Directive::Kind::End;
  if (!rest.empty() && isWordPart(rest.front()))
    return std::nullopt;
  directive.globs = globsOf(rest);
  return directive;
}

/// Steps over code and literals; of a comment it reads each word.
std::vector<Directive> directivesOf(llvm::StringRef text) {
  std::vector<Directive> directives;
  unsigned line = 1;
  size_t lineStart = 0, counted = 0;
  auto placeOf = [&](size_t at) {
    for (; counted < at; ++counted)
      if (text[counted] == '\n') {
        ++line;
        lineStart = counted + 1;
      }
    return std::pair(line, static_cast<unsigned>(at - lineStart + 1));
  };
  for (size_t at = 0; at < text.size();) {
    size_t end = lexemeEnd(text, at);
    bool isComment = text.substr(at).starts_with("//") || text.substr(at).starts_with("/*");
    llvm::StringRef upToEnd = text.take_front(end);
    for (size_t word = at; isComment; ++word) {
      word = upToEnd.find(kWord, word);
      if (word == llvm::StringRef::npos)
        break;
      if (word > 0 && isWordPart(text[word - 1]))
        continue;
      if (auto directive = directiveAt(text.slice(word + kWord.size(), end))) {
        std::tie(directive->line, directive->column) = placeOf(word);
        directives.push_back(std::move(*directive));
      }
    }
    at = end;
  }
  return directives;
}

} // namespace

Suppressions::Suppressions(std::string_view text) {
  std::vector<Directive> open;
  auto fault = [&](const Directive &directive, const std::string &message) {
    unmatched.push_back({"suppression", message, directive.line, directive.column});
  };
  for (Directive &directive : directivesOf(text)) {
    switch (directive.kind) {
    case Directive::Kind::Line:
      silenced.push_back({directive.line, directive.line, std::move(directive.globs),
                          directive.line, directive.column});
      break;
    case Directive::Kind::NextLine:
      silenced.push_back({directive.line + 1, directive.line + 1, std::move(directive.globs),
                          directive.line, directive.column});
      break;
    case Directive::Kind::Begin:
      open.push_back(std::move(directive));
      break;
    case Directive::Kind::End:
      if (open.empty() || open.back().globs != directive.globs) {
        fault(directive, "NOLINTEND without a preceding NOLINTBEGIN of the same names");
        break;
      }
      silenced.push_back({open.back().line, directive.line, std::move(directive.globs),
                          open.back().line, open.back().column});
      open.pop_back();
      break;
    }
  }
  for (const Directive &directive : open)
    fault(directive, "NOLINTBEGIN without a following NOLINTEND of the same names");
}

bool Suppressions::silences(const std::string &rule, unsigned line, unsigned nestLine) {
  auto matches = [&](const std::string &glob) {
    auto pattern = llvm::GlobPattern::create(glob);
    if (pattern)
      return pattern->match("acc-" + rule);
    llvm::consumeError(pattern.takeError()); // no pattern matches nothing
    return false;
  };
  bool isSilenced = false;
  for (SilencedLines &lines : silenced) {
    auto covers = [&](unsigned at) { return lines.first <= at && at <= lines.last; };
    if ((covers(line) || (nestLine && covers(nestLine))) &&
        std::any_of(lines.globs.begin(), lines.globs.end(), matches))
      isSilenced = lines.isUsed = true;
  }
  return isSilenced;
}

std::vector<report::Finding> Suppressions::faults(bool withUnused) const {
  std::vector<report::Finding> all = unmatched;
  for (const SilencedLines &lines : silenced) {
    // Comments without our names may be of another tool.
    bool isOurs = std::any_of(lines.globs.begin(), lines.globs.end(),
                              [](llvm::StringRef glob) { return glob.starts_with("acc-"); });
    if (withUnused && isOurs && !lines.isUsed)
      all.push_back({"suppression", "this NOLINT silences nothing", lines.line, lines.column});
  }
  return all;
}

} // namespace acc
