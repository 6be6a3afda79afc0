#include "acc-delin/Options.h"
#include "rewriter/edit/Edit.h"

#include <algorithm>
#include <cassert>

namespace acc {
namespace {

constexpr unsigned kIndentStep = 4;

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

} // namespace

Edit guardedEdit(std::string_view fileText, const NestRewrite &rewrite) {
  const SourceRange &range = rewrite.range;
  assert(range.begin <= range.end && range.end <= fileText.size());
  std::string original(fileText.substr(range.begin, range.end - range.begin));
  LineStyle style = lineStyleAt(fileText, range);
  std::string newLine = style.end + style.indent;
  size_t base = baseIndent(rewrite.fastBlock);

  std::string text = newLine + "{";
  for (const std::string &pin : rewrite.pins)
    text += style.end + "#if " + pin;
  std::string guard = reindented(rewrite.guard, base, style);
  if (!rewrite.flag.empty()) {
    text += newLine + "int " + rewrite.flag + " = " + guard + ";";
    if (!rewrite.tests.empty())
      text += newLine + reindented(rewrite.tests, base, style);
    text += style.end + "#if defined(__GNUC__)";
    text += newLine + rewrite.flag + " = __builtin_expect(" + rewrite.flag + ", 1);";
    text += style.end + "#endif";
    guard = rewrite.flag;
  }
  text += newLine + "if (" + guard + ") ";
  text += reindented(rewrite.fastBlock, base, style) + " else";
  for (size_t k = 0; k < rewrite.pins.size(); ++k)
    text += style.end + "#endif";
  text += rewrite.pins.empty() ? " {" : newLine + "{";
  text += newLine;
  std::string closing = newLine + "}" + newLine + "}" + newLine;
  std::string begin = "/* acc-delin " + markerVersion() + " " + rewrite.nest + " " +
                      contentHash(original) + " " + contentHash(text + closing) +
                      " begin: " + commentText(rewrite.summary) + " */";
  std::string end = "/* acc-delin end " + rewrite.nest + " */";
  return {range.begin, range.end, begin + text + original + closing + end};
}

std::optional<std::string> applyEdits(std::string_view text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::string result;
  size_t at = 0;
  for (const Edit &edit : edits) {
    if (edit.begin < at || edit.end < edit.begin || edit.end > text.size())
      return std::nullopt;
    result += text.substr(at, edit.begin - at);
    result += edit.text;
    at = edit.end;
  }
  result += text.substr(at);
  return result;
}

} // namespace acc
