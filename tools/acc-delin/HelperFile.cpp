#include "tools/acc-delin/HelperFile.h"

#include "rewriter/helpers/Helpers.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace acc {

std::string relativePath(const std::string &from, const std::string &to) {
  namespace path = llvm::sys::path;
  llvm::StringRef folder = path::parent_path(from), target = to;
  auto a = path::begin(folder), aEnd = path::end(folder);
  auto b = path::begin(target), bEnd = path::end(target);
  for (; a != aEnd && b != bEnd && *a == *b; ++a, ++b) {
  }
  std::string way;
  for (; a != aEnd; ++a)
    way += "../";
  bool isFirst = true;
  for (; b != bEnd; ++b, isFirst = false)
    way += (isFirst ? "" : "/") + b->str();
  return way;
}

namespace {

const char *const kHead = "/* Helpers of the fast versions that acc-delin wrote. */\n";

std::string withoutReturns(const std::string &text) {
  std::string without;
  std::copy_if(text.begin(), text.end(), std::back_inserter(without),
               [](char c) { return c != '\r'; });
  return without;
}

/// The block without the marker in front of it.
std::string withoutMarker(const std::string &text) {
  size_t line = text.find('\n');
  return line == std::string::npos ? text : text.substr(line + 1);
}

} // namespace

std::vector<Edit> withHelperFile(std::vector<Edit> edits, const std::string &path,
                                 const std::string &helpers, std::vector<std::string> &blocks) {
  for (Edit &edit : edits) {
    if (!edit.isShared)
      continue;
    std::string end = edit.text.find("\r\n") == std::string::npos ? "\n" : "\r\n";
    std::string block = withoutReturns(withoutMarker(edit.text));
    if (std::find(blocks.begin(), blocks.end(), block) == blocks.end())
      blocks.push_back(block);
    edit.text = "/* acc-delin helpers */" + end + "#include \"" + relativePath(path, helpers) +
                "\"" + end + end;
  }
  return edits;
}

std::optional<std::string> helperFileText(const std::string &onDisk,
                                          const std::vector<std::string> &blocks) {
  std::string rest = withoutHelpers(onDisk);
  if (size_t at = rest.find(kHead); at != std::string::npos)
    rest.erase(at, std::string(kHead).size());
  if (!llvm::StringRef(rest).trim().empty())
    return std::nullopt;
  std::string text = onDisk.empty() ? kHead : onDisk;
  for (const std::string &block : blocks)
    if (withoutReturns(text).find(block) == std::string::npos)
      text += block;
  return text;
}

std::string wholeHelperFile(const std::vector<std::string> &blocks) {
  std::vector<std::string> all = helperBlocks(allHelpers(), 64, 64);
  all.insert(all.end(), blocks.begin(), blocks.end());
  return helperFileText("", all).value();
}

} // namespace acc
