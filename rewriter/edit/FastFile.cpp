#include "rewriter/edit/FastFile.h"

#include "rewriter/edit/EntryMarker.h"
#include "rewriter/edit/Lexeme.h"
#include "rewriter/helpers/HelperHeader.h"

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
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  bool startsLine = true;
  for (size_t at = source.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
       at < source.size(); at = lexemeEnd(source, at)) {
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
  const size_t dot = std::min(name.rfind('.'), name.size());
  const std::string kind = name.substr(dot);
  return name.substr(0, dot) + (kind == ".c" || kind.size() < 2 ? "" : "_" + kind.substr(1)) +
         "_fast.h";
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
  if (const size_t last = split.fast.find_last_not_of("\r\n"); last != split.fast.npos)
    split.fast.erase(split.fast.find('\n', last) + 1);
  return split;
}

std::vector<std::pair<std::string, std::string>>
separateFiles(const std::string &text, const std::string &source, bool hasLevels, bool hasFma) {
  const std::string fast = fastFileName(source);
  const SplitText split = splitText(text, source, {kHelperHeader, fast, hasLevels, hasFma});
  if (split.fast.empty())
    return {{source, text}};
  return {{source, split.source},
          {fast, split.fast},
          {kHelperHeader, helperHeader(kHelperHeader, split.fast + split.source)}};
}

std::optional<JoinedText> joinedText(std::string_view source, const std::string &name,
                                     std::string_view fast) {
  auto line = includeOf(source, name);
  if (!line)
    return std::nullopt;
  const std::string end = lineEndOf(fast), empty = end + end;
  const size_t head = fast.find(empty);
  // Its last line ends as those of the block do whose empty line that file leaves out.
  std::string body(head == fast.npos ? "" : fast.substr(head + empty.size()));
  if (!body.empty() && !body.ends_with("\n\n") && !body.ends_with("\n\r\n"))
    body += body.ends_with("\r\n") ? "\r\n" : "\n";
  // The helpers as its head includes them.
  const size_t include = fast.find("#include \"");
  std::string helpers;
  JoinedText joined;
  if (include < head) {
    const std::string line(fast.substr(include, fast.find('\n', include) + 1 - include));
    helpers = std::string(kHelpers) + end + line + end;
    const size_t name = line.find('"') + 1;
    joined.helpers = line.substr(name, line.find('"', name) - name);
  }
  joined.place = line->first;
  joined.lengthInSource = line->second - line->first;
  joined.length = helpers.size() + body.size();
  joined.text = std::string(source.substr(0, line->first)) + helpers + body +
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
