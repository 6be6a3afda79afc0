#include "rewriter/edit/FastFile.h"

#include "rewriter/edit/EntryMarker.h"
#include "rewriter/edit/Lexeme.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

constexpr std::string_view kHead = "/* clang-format off */";
constexpr std::string_view kWhat = "/* Fast versions of loops in ";
constexpr std::string_view kHelpers = "/* acc-delin helpers */";

std::string baseName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
} // npos + 1 is 0

std::string included(const std::string &name) { return "#include \"" + name + "\""; }

std::string lineEndOf(std::string_view text) {
  size_t feed = text.find('\n');
  return feed != text.npos && feed > 0 && text[feed - 1] == '\r' ? "\r\n" : "\n";
}

/// A line of C ends at `at`: its end, and that of an empty one behind it.
size_t behindEmptyLine(std::string_view text, size_t at) {
  size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
  if (text.substr(end).starts_with("\r\n"))
    return end + 2;
  return end + text.substr(end).starts_with("\n");
}

/// The line of code that includes the file: its begin and end, with an empty line behind it.
std::optional<std::pair<size_t, size_t>> includeOf(std::string_view source,
                                                   const std::string &name) {
  const std::string line = included(name);
  bool startsLine = true;
  for (size_t at = 0; at < source.size(); at = lexemeEnd(source, at)) {
    if (startsLine && source.substr(at).starts_with(line))
      return std::pair(at, behindEmptyLine(source, at));
    startsLine = source[at] == '\n';
  }
  return std::nullopt;
}

/// What a file of fast versions begins with.
std::string headOf(const std::string &source, const HelperPaths &paths, const std::string &end) {
  const std::string name = baseName(source);
  std::string head = std::string(kHead) + end + std::string(kWhat) + name +
                     ", written by acc-delin. Do not edit: `acc-delin rewrite -i " + name + "`" +
                     end + "   writes them again, with --revert removes them. */" + end;
  const std::string include = included(paths.helpers) + end;
  if (!paths.hasLevels)
    return head + include + end;
  const std::string most = "ACC_NO_FMA";
  return head + "#if !defined(ACC_LEVEL)" + end + "#define ACC_FILE \"" + paths.back + "\"" + end +
         (paths.hasFma ? "" : "#define " + most + end) + include +
         (paths.hasFma ? "" : "#undef " + most + end) + "#undef ACC_FILE" + end + "#endif" + end +
         end;
}

} // namespace

std::string fastFileName(const std::string &source) {
  std::string name = baseName(source);
  return name.substr(0, name.rfind('.')) + "_fast.h";
}

SplitText splitText(const std::string &text, const std::string &source, const HelperPaths &paths) {
  auto blocks = blocksBeforeFunctions(text);
  auto *ranges = std::get_if<std::vector<SourceRange>>(&blocks);
  if (!ranges || ranges->empty())
    return {text, ""};
  const std::string end = lineEndOf(text);
  const std::string helpers = std::string(kHelpers) + end + included(paths.helpers) + end + end;
  SplitText split;
  split.usesHelpers = true;
  size_t at = 0;
  bool hasHelpers = false;
  auto copyTo = [&](size_t to) {
    split.source += text.substr(at, to - at);
    at = to;
  };
  for (const SourceRange &range : *ranges) {
    const std::string block = text.substr(range.begin, range.end - range.begin);
    copyTo(range.begin);
    if (block.starts_with(kHelpers)) {
      at = range.end;
    } else if (block.find(std::string(kOfLevel).substr(0, 12)) != block.npos) {
      if (split.fast.empty()) {
        split.fast = headOf(source, paths, end);
        split.source += included(fastFileName(source)) + end + end;
      }
      split.fast += block;
      at = range.end;
    } else if (!hasHelpers) {
      split.source += helpers;
      hasHelpers = true;
    }
  }
  copyTo(text.size());
  return split;
}

std::optional<JoinedText> joinedText(std::string_view source, const std::string &name,
                                     std::string_view fast) {
  auto line = includeOf(source, name);
  if (!line)
    return std::nullopt;
  const std::string end = lineEndOf(fast), empty = end + end;
  const size_t head = fast.find(empty);
  const std::string_view body = head == fast.npos ? "" : fast.substr(head + empty.size());
  // The helpers as its head includes them.
  const size_t include = fast.find("#include \"");
  std::string helpers;
  if (include < head)
    helpers = std::string(kHelpers) + end +
              std::string(fast.substr(include, fast.find('\n', include) + 1 - include)) + end;
  JoinedText joined;
  joined.place = line->first;
  joined.lengthInSource = line->second - line->first;
  joined.length = helpers.size() + body.size();
  joined.text = std::string(source.substr(0, line->first)) + helpers + std::string(body) +
                std::string(source.substr(line->second));
  auto blocks = blocksBeforeFunctions(joined.text);
  size_t known = 0;
  if (auto *ranges = std::get_if<std::vector<SourceRange>>(&blocks))
    for (const SourceRange &range : *ranges)
      if (range.begin >= joined.place && range.end <= joined.place + joined.length)
        known += range.end - range.begin;
  joined.hasMore = known != joined.length;
  return joined;
}

bool isFastFile(std::string_view text) {
  return text.starts_with(kHead) && text.substr(0, 64).find(kWhat) != text.npos;
}

} // namespace acc
