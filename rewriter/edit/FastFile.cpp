#include "rewriter/edit/FastFile.h"

namespace acc {
namespace {

constexpr std::string_view kHead =
    "/* Fast versions of loops, written by acc-delin for the file that includes this one: ";
constexpr std::string_view kMarker = "/* acc-delin fast versions */";
constexpr std::string_view kInclude = "#include \"";

std::string baseName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
} // npos + 1 is 0

/// Where the marker stands with its #include behind it: the range of both, and the name.
struct Included {
  size_t begin = 0, end = 0;
  std::string name;
};

std::optional<Included> includeIn(std::string_view source) {
  for (size_t at = source.find(kMarker); at != std::string_view::npos;
       at = source.find(kMarker, at + 1)) {
    size_t line = source.find_first_not_of("\r\n", at + kMarker.size());
    if (line == std::string_view::npos || source.substr(line, kInclude.size()) != kInclude)
      continue;
    size_t name = line + kInclude.size(), quote = source.find_first_of("\"\n", name);
    if (quote == std::string_view::npos || source[quote] != '"')
      continue;
    size_t end = source.find('\n', quote);
    // An empty line behind it.
    end = end == std::string_view::npos ? source.size() : end + 1;
    if (source.substr(end).starts_with("\r\n"))
      end += 2;
    else if (source.substr(end).starts_with("\n"))
      end += 1;
    return Included{at, end, std::string(source.substr(name, quote - name))};
  }
  return std::nullopt;
}

/// Behind the comment of its first line and an empty one.
std::optional<size_t> bodyOf(std::string_view fast) {
  size_t first = fast.find('\n'),
         second = first == std::string_view::npos ? first : fast.find('\n', first + 1);
  if (!fast.starts_with(kHead) || second == std::string_view::npos)
    return std::nullopt;
  return second + 1;
}

} // namespace

std::string fastFileName(const std::string &source) {
  std::string name = baseName(source);
  return name.substr(0, name.rfind('.')) + "_fast.h";
}

SplitText splitText(const std::string &text, const std::string &source) {
  auto blocks = blocksBeforeFunctions(text);
  auto *ranges = std::get_if<std::vector<SourceRange>>(&blocks);
  if (!ranges || ranges->empty())
    return {text, ""};
  size_t begin = ranges->front().begin, end = begin;
  for (const SourceRange &range : *ranges)
    if (range.begin == end)
      end = range.end;
  size_t feed = text.find('\n');
  std::string line =
      feed != std::string::npos && feed > 0 && text[feed - 1] == '\r' ? "\r\n" : "\n";
  return {text.substr(0, begin) + std::string(kMarker) + line + std::string(kInclude) +
              fastFileName(source) + "\"" + line + line + text.substr(end),
          std::string(kHead) + baseName(source) + " */" + line + line +
              text.substr(begin, end - begin)};
}

std::string includedFastFile(std::string_view source) {
  auto included = includeIn(source);
  return included ? included->name : "";
}

std::variant<std::string, MarkerError> joinedText(std::string_view source, std::string_view fast) {
  auto included = includeIn(source);
  auto body = bodyOf(fast);
  if (!included || !body)
    return MarkerError{"the file of its fast versions does not begin as such a file does", 1};
  return std::string(source.substr(0, included->begin)) + std::string(fast.substr(*body)) +
         std::string(source.substr(included->end));
}

bool isFastFile(std::string_view text) { return text.starts_with(kHead); }

} // namespace acc
