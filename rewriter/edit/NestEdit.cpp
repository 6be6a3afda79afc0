#include "acc-delin/Options.h"
#include "analysis/support/NamePin.h"
#include "rewriter/edit/EntryMarker.h"
#include "rewriter/edit/FunctionPlace.h"
#include "rewriter/edit/Lexeme.h"
#include "rewriter/edit/LineBreaks.h"
#include "rewriter/edit/ScheduleComment.h"
#include "rewriter/helpers/HelperHeader.h"
#include "rewriter/helpers/Helpers.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <sstream>
#include <tuple>
#include <utility>

namespace acc {
namespace {

/// The width of written lines: the columns that a review shows.
constexpr size_t kLineWidth = 98;
/// A guard that takes more lines is a function of its own.
constexpr size_t kCheckLines = 4;

constexpr unsigned kIndentStep = 4;

/// Lines of the comment before a fast version, without its schedule.
constexpr size_t kCommentLines = 3;

/// The column at which the lines of a comment begin, but for its first.
constexpr size_t kCommentColumn = 3;

/// How the lines of the nest look in the file.
struct LineStyle {
  std::string end = "\n";
  std::string indent;
  bool tabs = false;
};

LineStyle lineStyleAt(std::string_view text, const SourceRange &range) {
  LineStyle style;
  size_t feed = text.find('\n', range.begin);
  if (feed == std::string_view::npos)
    feed = text.find('\n');
  if (feed != std::string_view::npos && feed > 0 && text[feed - 1] == '\r')
    style.end = "\r\n";
  size_t lineStart = 0;
  if (range.begin > 0)
    if (size_t before = text.rfind('\n', range.begin - 1); before != std::string_view::npos)
      lineStart = before + 1;
  size_t codeStart = std::min(text.find_first_not_of(" \t", lineStart), size_t(range.begin));
  style.indent = text.substr(lineStart, codeStart - lineStart);
  std::string_view nest = text.substr(range.begin, range.end - range.begin);
  style.tabs = style.indent.find('\t') != std::string::npos ||
               (style.indent.empty() && nest.find("\n\t") != std::string_view::npos);
  return style;
}

/// Spaces that the last line of `block` starts with: what the block was written for.
size_t baseIndent(const std::string &block) {
  size_t feed = block.rfind('\n');
  if (feed == std::string::npos)
    return 0;
  size_t code = block.find_first_not_of(' ', feed + 1);
  return code == std::string::npos ? 0 : code - feed - 1;
}

/// Moves the lines after the first from `base` spaces to the file's indentation.
/// Preprocessor lines stay where they are.
std::string reindented(const std::string &text, size_t base, const LineStyle &style) {
  std::string result;
  size_t at = 0;
  for (bool first = true; at <= text.size(); first = false) {
    size_t feed = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, feed - at);
    at = feed + 1;
    if (first) {
      result += line;
      continue;
    }
    result += style.end;
    size_t code = line.find_first_not_of(' ');
    if (code == std::string::npos)
      continue;
    if (line[code] == '#') {
      result += line;
      continue;
    }
    size_t deeper = code - std::min(code, base);
    result += style.indent;
    if (style.tabs)
      result += std::string(deeper / kIndentStep, '\t') + std::string(deeper % kIndentStep, ' ');
    else
      result += std::string(deeper, ' ');
    result += line.substr(code);
  }
  return result;
}

/// `text` as it may stand inside a comment, on one line.
std::string commentText(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  for (size_t i = 0; i + 1 < text.size(); ++i)
    if ((text[i] == '*' && text[i + 1] == '/') || (text[i] == '/' && text[i + 1] == '*'))
      text.insert(i + 1, " ");
  return text;
}

/// "0.1" of "0.1.0": a patch release does not change what is written.
std::string markerVersion() {
  std::string version = kVersion;
  return version.substr(0, version.rfind('.'));
}

/// Behind the comment that ends the line of the nest, which stays with it.
size_t withTrailingComment(std::string_view text, size_t end) {
  size_t lineEnd = std::min(text.find('\n', end), text.size());
  std::string_view rest = text.substr(end, lineEnd - end);
  rest = rest.substr(0, rest.find_last_not_of(" \t\r") + 1);
  size_t code = rest.find_first_not_of(" \t");
  if (code == std::string_view::npos || rest[code] != '/' || code + 1 >= rest.size() ||
      rest.back() == '\\' || (rest[code + 1] != '/' && rest[code + 1] != '*'))
    return end;
  if (rest[code + 1] == '*' && !rest.ends_with("*/"))
    return end;
  size_t behind = lexemeEnd(rest, code);
  return behind == rest.size() ? end + behind : end;
}

bool startsItsLine(std::string_view text, size_t at) {
  size_t before = text.substr(0, at).find_last_not_of(" \t");
  return before == std::string_view::npos || text[before] == '\n';
}

/// Before the end of the line, and of those that it goes on in.
size_t lineEndBefore(std::string_view text, size_t at) {
  for (size_t end = text.find('\n', at);; end = text.find('\n', end + 1)) {
    if (end == std::string_view::npos)
      return text.size() - 1;
    const size_t last = text.find_last_not_of('\r', end - 1);
    if (last == std::string_view::npos || text[last] != '\\')
      return end - 1;
  }
}

/// Of the types that the text counts on.
std::string sizesOf(const NestRewrite &rewrite) {
  std::string sizes = " && __SIZEOF_LONG__ == " + std::to_string(rewrite.longBits / 8);
  if (rewrite.longBits != rewrite.pointerBits)
    sizes += " && __SIZEOF_POINTER__ == " + std::to_string(rewrite.pointerBits / 8);
  return sizes;
}

/// The last byte before `at` that is neither blank nor in a comment or a directive; '\n' for none.
char codeBefore(std::string_view text, size_t at) {
  char last = '\n';
  for (size_t k = 0; k < at; k = lexemeEnd(text, k))
    if (text[k] == '#' && startsItsLine(text, k))
      k = lineEndBefore(text, k);
    else if (text.substr(k, 2) != "//" && text.substr(k, 2) != "/*" &&
             !std::isspace(static_cast<unsigned char>(text[k])))
      last = text[k];
  return last;
}

/// Conditions of the preprocessor as few, with those that call no macro on one line as long as it
/// holds them; the first line has `room` columns less.
///   before:  #if defined(ACC_DELIN), #if !defined(_OPENMP)      after:  #if defined(ACC_DELIN) &&
///            !defined(_OPENMP)
std::vector<std::string> joinedConditions(const std::vector<std::string> &conditions, size_t room) {
  // What a call of a macro means that is not defined is an error, whatever stands before it.
  auto isPlainOne = [](std::string condition) {
    constexpr std::string_view kDefined = "defined(";
    for (size_t at = 0; (at = condition.find(kDefined)) != condition.npos;) {
      const size_t close = condition.find(')', at);
      if (close == condition.npos)
        return false;
      condition.erase(at, close + 1 - at);
    }
    return condition.find_first_of("(|?") == condition.npos;
  };
  std::vector<std::string> joined;
  bool mayJoin = false;
  for (const std::string &condition : conditions) {
    const bool isPlain = isPlainOne(condition);
    const size_t taken = std::string_view("#if ").size() + (joined.size() == 1 ? room : 0);
    if (mayJoin && isPlain && taken + joined.back().size() + 4 + condition.size() <= kLineWidth)
      joined.back() += " && " + condition;
    else
      joined.push_back(condition);
    mayJoin = isPlain;
  }
  return joined;
}

class EditWriter {
public:
  EditWriter(std::string_view text, const NestRewrite &given)
      : text(text), rewrite(given), style(lineStyleAt(text, rewrite.range)),
        newLine(style.end + style.indent) {
    if (rewrite.entry.empty() && !rewrite.check.empty() && rewrite.flag.empty() &&
        linesOf(checkLines(rewrite.guard)) > kCheckLines) {
      rewrite.function = rewrite.check + "\n\n" + rewrite.function;
      rewrite.guard = rewrite.checkCall;
    }
    if (!rewrite.function.empty())
      pins.push_back(kHaveHelpers);
    if (!rewrite.entry.empty())
      pins.back() += sizesOf(rewrite);
    // The unit's own flags decide, not those of a level.
    for (const std::string &pin : rewrite.pins)
      pins.push_back(rewrite.hasLevels && dependsOnLevel(pin) ? "ACC_IS_LEVEL || " + pin : pin);
  }

  std::vector<Edit> edits() {
    assert(rewrite.range.begin <= rewrite.range.end && rewrite.range.end <= text.size());
    return rewrite.entry.empty() ? guardEdits() : entryEdits();
  }

private:
  std::vector<Edit> guardEdits() {
    const SourceRange &range = rewrite.range;
    uint32_t end = static_cast<uint32_t>(withTrailingComment(text, range.end));
    std::string original(text.substr(range.begin, end - range.begin));
    bool inBraces = needsBraces();
    bool fromLineStart = !inBraces && !pins.empty();
    uint32_t begin =
        fromLineStart ? range.begin - static_cast<uint32_t>(indentBefore()) : range.begin;
    std::string function = functionText(), before = textBefore(inBraces);
    std::string behind = (inBraces ? newLine + "}" + newLine + "}" : "") + newLine +
                         "/* acc-delin end " + rewrite.nest + " */";
    std::string marker =
        beginMarker(contentHash(original), writtenHash(function + before + behind), inBraces);
    // Behind the first condition where there is one on a line of its own.
    size_t place = fromLineStart ? before.find(style.end) : 0;
    before.insert(place, (fromLineStart ? " " : "") + marker);
    std::vector<Edit> all;
    if (!function.empty())
      all = editsBefore(rewrite.guard + rewrite.tests + rewrite.function + before, function);
    all.push_back(edit(begin, begin, before));
    all.push_back(edit(end, end, behind));
    return all;
  }

  /// The helpers that the code uses, and the function's text.
  std::vector<Edit> editsBefore(const std::string &code, const std::string &function) const {
    std::vector<Edit> all;
    size_t at = functionPlace(text, rewrite.functionBegin).value_or(rewrite.functionBegin);
    for (const std::string &block :
         helperBlocks(kHaveHelpers + code, rewrite.longBits, rewrite.pointerBits))
      all.push_back(
          edit(at, at, withEnds("/* acc-delin helpers */\n" + block + "\n", endOfFirstLine())));
    for (Edit &shared : all)
      shared.isShared = true;
    all.push_back(edit(at, at, function));
    return all;
  }

  std::vector<Edit> entryEdits() {
    const SourceRange &range = rewrite.range;
    const bool isBody = isBodyOfAnother();
    const std::string original(text.substr(range.begin, range.end - range.begin));
    const bool needsOwn = ownsBraces(original);
    const std::string call = brokenLines("if (!" + rewrite.entryCall + ")", width());
    std::string before =
        (isBody ? "{" + newLine : "") + placed(call, 0) + (needsOwn ? " {" : "") + newLine;
    std::string behind = (needsOwn ? newLine + "}" : "") + (isBody ? newLine + "}" : "");
    const auto end =
        static_cast<uint32_t>(behind.empty() ? range.end : withTrailingComment(text, range.end));
    const std::string function = entryLines();
    const std::string comment =
        entryComment(contentHash(original), entryHash(function, call, rewrite.schedule), isBody);
    std::vector<Edit> all =
        editsBefore(rewrite.entry + rewrite.function, inFile(comment + function + "\n"));
    all.push_back(edit(range.begin, range.begin, before));
    if (!behind.empty())
      all.push_back(edit(end, end, behind));
    return all;
  }

  /// The nest is the body of an `if`, a loop, a label or the like: what goes before it would part
  /// them.
  bool isBodyOfAnother() const {
    const char last = codeBefore(text, rewrite.range.begin);
    return last != ';' && last != '{' && last != '}';
  }

  /// No other code stands on the first and last line of the nest: compilers warn of what an `if`
  /// does not guard there.
  bool isAloneOnItsLines() const {
    const size_t end = withTrailingComment(text, rewrite.range.end);
    const size_t next = std::min(text.find_first_not_of(" \t\r", end), text.size());
    return startsItsLine(text, rewrite.range.begin) && (next == text.size() || text[next] == '\n');
  }

  /// The nest needs braces of its own behind an `if`: an `else` of it might be taken for that
  /// one's, or its end cannot be found again.
  bool ownsBraces(const std::string &original) const {
    if (rewrite.isList || original.starts_with('#') || !isAloneOnItsLines() ||
        statementEnd(text, rewrite.range.begin) != std::optional<size_t>(rewrite.range.end))
      return true;
    bool hasElse = false;
    for (size_t at = 0; at < original.size();) {
      if (original[at] == '{') {
        at = closingBracket(original, at).value_or(original.size() - 1) + 1;
        continue;
      }
      hasElse |= std::string_view(original).substr(at).starts_with("else");
      at = lexemeEnd(original, at);
    }
    return hasElse;
  }

  std::string entryComment(const std::string &original, const std::string &written,
                           bool isBody) const {
    const std::string summary =
        rewrite.summary.empty() ? "the arrays as they are" : commentText(rewrite.summary);
    std::string comment = "/* acc-delin " + markerVersion() + " fast version of " + rewrite.nest +
                          " " + original + " " + written + (isBody ? " in braces" : "") + ": " +
                          summary + ".";
    if (!rewrite.words.empty())
      comment += " " + commentText(rewrite.words) + ".";
    comment = filledLines(comment, kLineWidth, kCommentColumn);
    // The schedule says the rest.
    size_t end = 0;
    for (size_t line = 0; line < kCommentLines && end != std::string::npos; ++line)
      end = comment.find('\n', end + (line > 0));
    if (end != std::string::npos)
      comment = comment.substr(0, end) + " ...";
    if (!rewrite.schedule.text.empty())
      comment +=
          "\n" + std::string(kCommentColumn, ' ') +
          scheduleLines({commentText(rewrite.schedule.text), commentText(rewrite.schedule.options)},
                        std::string::npos, kCommentColumn);
    return comment + " */\n";
  }

  /// The fast version and the function that calls it, between their conditions; elsewhere a macro
  /// that does nothing.
  std::string entryLines() const {
    const std::vector<std::string> conditions = joinedConditions(pins, 0);
    std::string definitions;
    for (const std::string &pin : rewrite.pins)
      definitions += definitionsFor(pin);
    // A file that is read again has the macro of another time.
    const bool isOne = conditions.size() == 1 && definitions.empty();
    const std::string macro = brokenMacro(rewrite.entryMacro) + "\n";
    const std::string &name = rewrite.entryCall;
    std::string all = definitions + (isOne ? "" : macro);
    for (const std::string &condition : conditions)
      all += "#if " + condition + "\n";
    if (!isOne)
      all += "#undef " + name.substr(0, name.find('(')) + "\n";
    all += rewrite.hasLevels ? kOfLevel + functionLines(rewrite.function) + kOfFile
                             : functionLines(rewrite.function) + "\n\n";
    all += functionLines(rewrite.entry) + "\n" + (rewrite.hasLevels ? "#endif\n" : "");
    if (isOne)
      all += "#else\n" + macro;
    for (size_t k = 0; k < conditions.size(); ++k)
      all += "#endif\n";
    return all;
  }

  /// Over several lines where it is long.
  static std::string brokenMacro(const std::string &macro) {
    std::string all;
    std::istringstream lines(brokenLines(macro.substr(1), kLineWidth - 2));
    for (std::string line; std::getline(lines, line);)
      all += (all.empty() ? "#" : " \\\n") + line;
    return all;
  }

  Edit edit(size_t begin, size_t end, std::string with) const {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end), std::move(with), rewrite.nest,
            rewrite.range.begin};
  }

  std::string beginMarker(const std::string &original, const std::string &written,
                          bool inBraces) const {
    return "/* acc-delin " + markerVersion() + " " + rewrite.nest + " " + original + " " + written +
           (inBraces ? " begin in braces */" : " begin */");
  }

  static std::string withEnds(const std::string &lines, const std::string &end) {
    std::string result;
    for (char c : lines)
      result += c == '\n' ? end : std::string(1, c);
    return result;
  }

  std::string inFile(const std::string &lines) const { return withEnds(lines, style.end); }

  /// For what does not belong to one place.
  std::string endOfFirstLine() const {
    size_t feed = text.find('\n');
    return feed != std::string_view::npos && feed > 0 && text[feed - 1] == '\r' ? "\r\n" : "\n";
  }

  size_t indentBefore() const {
    size_t code = text.substr(0, rewrite.range.begin).find_last_not_of(" \t");
    return rewrite.range.begin - (code == std::string_view::npos ? 0 : code + 1);
  }

  bool needsBraces() const {
    return rewrite.isList || !rewrite.flag.empty() || !startsItsLine(text, rewrite.range.begin) ||
           text[rewrite.range.begin] == '#' || codeBefore(text, rewrite.range.begin) == ')';
  }

  /// The function between its conditions, with the comment that tells what it is.
  std::string functionText() const {
    if (rewrite.function.empty())
      return "";
    const std::string summary =
        rewrite.summary.empty() ? "the arrays as they are" : commentText(rewrite.summary);
    std::string comment = "/* acc-delin fast version of " + rewrite.nest + ": " + summary + ".";
    if (!rewrite.words.empty())
      comment += " " + commentText(rewrite.words) + ".";
    std::string all;
    if (rewrite.schedule.text.empty())
      all = filledLines(comment + " */", kLineWidth, kCommentColumn);
    else
      all = filledLines(comment, kLineWidth, kCommentColumn) + "\n" +
            std::string(kCommentColumn, ' ') +
            scheduleLines(
                {commentText(rewrite.schedule.text) + " */", commentText(rewrite.schedule.options)},
                kLineWidth - kCommentColumn, kCommentColumn);
    all += "\n";
    const std::vector<std::string> conditions = joinedConditions(pins, 0);
    for (const std::string &condition : conditions)
      all += "#if " + condition + "\n";
    all += functionLines(rewrite.function) + "\n";
    for (size_t k = 0; k < conditions.size(); ++k)
      all += "#endif\n";
    return inFile(all + "\n");
  }

  /// Heads broken at their brackets, bodies where their lines are long.
  static std::string functionLines(const std::string &functions) {
    std::string all, line;
    for (std::istringstream lines(functions); std::getline(lines, line);) {
      size_t open = line.starts_with("static ") ? line.find('(') : std::string::npos;
      if (size_t inner = line.find(")(");
          open != std::string::npos && inner < line.find('(', open + 1))
        open = inner + 1; // ACC_NAME(f)(...)
      all += (all.empty() ? "" : "\n") + brokenLines(line, kLineWidth, open > 40 ? 0 : open + 1);
    }
    return all;
  }

  /// Columns for code that is indented as the nest.
  size_t width() const { return kLineWidth - std::min(style.indent.size(), kLineWidth / 2); }

  std::string checkLines(const std::string &condition) const {
    return brokenLines("if (" + condition + ")", width());
  }

  static size_t linesOf(const std::string &lines) {
    return 1 + std::count(lines.begin(), lines.end(), '\n');
  }

  std::string textBefore(bool inBraces) const {
    std::string all;
    std::string ifs, endifs;
    bool fromLineStart = !inBraces && !pins.empty();
    const size_t marker = 1 + beginMarker(contentHash(""), contentHash(""), inBraces).size();
    for (const std::string &condition : joinedConditions(pins, fromLineStart ? marker : 0)) {
      ifs += (fromLineStart && ifs.empty() ? "" : style.end) + "#if " + condition;
      endifs += style.end + "#endif";
    }
    if (inBraces)
      all = newLine + "{";
    all += ifs;
    std::string guard = rewrite.guard;
    if (!rewrite.flag.empty()) {
      all += newLine + placed(brokenLines("int " + rewrite.flag + " = " + guard + ";", width()), 0);
      if (!rewrite.tests.empty())
        all += newLine + placed(brokenLines(rewrite.tests, width()), baseIndent(rewrite.tests));
      guard = rewrite.flag;
    }
    bool isBlock = rewrite.fast.starts_with("{");
    all += newLine + placed(checkLines(guard) + (isBlock ? " {" : ""), 0);
    if (isBlock)
      all += placed(rewrite.fast.substr(1), baseIndent(rewrite.fast)) + " else";
    else
      all += newLine + placed("    " + brokenLines(rewrite.fast, width() - 4, 8), 0) + newLine +
             "else";
    return all + endifs + (inBraces ? newLine + "{" : "") + (fromLineStart ? style.end : newLine);
  }

  /// Lines that were written for column `base`, the first of which stands where it is put.
  std::string placed(const std::string &lines, size_t base) const {
    return reindented(lines, base, style);
  }

  std::string_view text;
  NestRewrite rewrite;
  LineStyle style;
  std::string newLine;
  std::vector<std::string> pins;
};

} // namespace

std::vector<Edit> nestEdits(std::string_view fileText, const NestRewrite &rewrite) {
  return EditWriter(fileText, rewrite).edits();
}

std::vector<Edit> inOrder(std::vector<Edit> edits) {
  auto own = std::stable_partition(edits.begin(), edits.end(),
                                   [](const Edit &edit) { return edit.isShared; });
  std::stable_sort(edits.begin(), own,
                   [](const Edit &a, const Edit &b) { return a.begin < b.begin; });
  std::stable_sort(own, edits.end(), [](const Edit &a, const Edit &b) {
    return std::tuple(a.begin, a.end, a.nestBegin) < std::tuple(b.begin, b.end, b.nestBegin);
  });
  std::vector<Edit> all;
  for (auto edit = edits.begin(); edit != own; ++edit)
    if (std::none_of(all.begin(), all.end(),
                     [&](const Edit &one) { return one.text == edit->text; })) {
      all.push_back(*edit);
      all.back().begin = all.back().end = all.front().begin;
    }
  all.insert(all.end(), own, edits.end());
  std::stable_sort(all.begin(), all.end(), [](const Edit &a, const Edit &b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::vector<Edit> joined;
  for (Edit &edit : all)
    if (!joined.empty() && edit.begin == edit.end && joined.back().begin == edit.begin &&
        joined.back().end == edit.begin)
      joined.back().text += edit.text;
    else
      joined.push_back(std::move(edit));
  return joined;
}

std::optional<std::string> applyEdits(std::string_view text, std::vector<Edit> edits) {
  std::string result;
  size_t at = 0;
  for (const Edit &edit : inOrder(std::move(edits))) {
    if (edit.begin < at || edit.end < edit.begin || edit.end > text.size())
      return std::nullopt;
    result += text.substr(at, edit.begin - at);
    result += edit.text;
    at = edit.end;
  }
  result += text.substr(at);
  return result;
}

std::vector<std::string> nestsOf(const std::vector<Edit> &edits) {
  std::vector<std::pair<uint32_t, std::string>> found;
  for (const Edit &edit : edits)
    if (!edit.nest.empty())
      found.emplace_back(edit.nestBegin, edit.nest);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string> nests;
  for (auto &[place, nest] : found)
    nests.push_back(std::move(nest));
  return nests;
}

std::vector<Edit> editsOf(const std::vector<Edit> &edits, const std::string &nest) {
  std::vector<Edit> own;
  for (const Edit &edit : edits)
    if (edit.nest == nest)
      own.push_back(edit);
  return own;
}

void removeNest(std::vector<Edit> &edits, const std::string &nest) {
  std::erase_if(edits, [&](const Edit &edit) { return edit.nest == nest; });
}

} // namespace acc
