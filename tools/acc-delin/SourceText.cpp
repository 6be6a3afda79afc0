#include "tools/acc-delin/SourceText.h"

#include "rewriter/helpers/HelperHeader.h"
#include "tools/acc-delin/TextFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace acc {
namespace {

std::vector<size_t> lineStarts(std::string_view text) {
  std::vector<size_t> starts{0};
  for (size_t k = 0; k < text.size(); ++k)
    if (text[k] == '\n')
      starts.push_back(k + 1);
  return starts;
}

/// Offsets in the original text -> offsets on disk. Both texts are the same but
/// for what rewrites put in.
class PlaceMap {
public:
  explicit PlaceMap(const SourceText &source)
      : originalLines(lineStarts(source.original)), diskLines(lineStarts(source.plain.text)),
        originalSize(source.original.size()), plain(source.plain) {
    auto inserted = insertedRanges(source.joined);
    // What stands in the joined text before a place, and on disk.
    size_t before = 0, onDisk = 0;
    addPiece(0, 0);
    if (auto *ranges = std::get_if<std::vector<SourceRange>>(&inserted))
      for (const SourceRange &range : *ranges) {
        size_t at = range.begin - before;
        before += range.end - range.begin;
        const JoinedText &fast = source.fast;
        const bool isInFile =
            fast.length > 0 && range.begin >= fast.place && range.end <= fast.place + fast.length;
        if (!isInFile)
          onDisk += range.end - range.begin;
        else if (range.begin == fast.place)
          onDisk += fast.lengthInSource;
        addPiece(at, onDisk);
      }
  }

  void move(unsigned &line, unsigned *column) const {
    if (line == 0 || line > originalLines.size())
      return;
    size_t offset = originalLines[line - 1] + (column && *column ? *column - 1 : 0);
    offset = std::min(offset, originalSize);
    auto piece = std::upper_bound(pieces.begin(), pieces.end(), offset,
                                  [](size_t at, const Piece &p) { return at < p.begin; });
    size_t onDisk = offset + std::prev(piece)->shift;
    auto next = std::upper_bound(diskLines.begin(), diskLines.end(), onDisk);
    line = plain.lineWithThem(static_cast<unsigned>(next - diskLines.begin()));
    if (column && *column)
      *column = static_cast<unsigned>(onDisk - *std::prev(next) + 1);
  }

private:
  struct Piece {
    size_t begin; // in the original
    size_t shift; // to the offset on disk
  };
  void addPiece(size_t begin, size_t shift) {
    if (!pieces.empty() && pieces.back().begin == begin)
      pieces.pop_back();
    pieces.push_back({begin, shift});
  }

  std::vector<size_t> originalLines, diskLines;
  size_t originalSize;
  const WithoutLineDirectives &plain;
  std::vector<Piece> pieces;
};

/// Fills in what belongs to the file of the fast versions, where there is one.
void readFastFile(const std::string &path, SourceText &source) {
  source.plain = withoutLineDirectives(source.onDisk);
  source.joined = source.plain.text;
  std::optional<std::string> fast = readTextFile(fastPathOf(path));
  if (!fast || !isFastFile(*fast))
    return;
  auto joined = joinedText(source.plain.text, fastFileName(path), *fast);
  if (!joined)
    return;
  source.fastPath = fastPathOf(path);
  source.fastText = std::move(*fast);
  source.joined = joined->text;
  source.fast = std::move(*joined);
  if (source.fast.helpers.empty())
    return;
  llvm::SmallString<256> helpers(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(helpers, source.fast.helpers);
  llvm::sys::path::remove_dots(helpers, /*remove_dot_dot=*/true);
  source.helpers = helpers.str().str();
  std::optional<std::string> text = readTextFile(source.helpers);
  source.areHelpersEdited = text && isHelperHeader(*text) && isEditedHeader(*text);
}

/// The line on disk of a place in the joined text behind what is in the file beside it.
unsigned diskLine(const SourceText &source, size_t at) {
  if (source.fast.length > 0 && at >= source.fast.place + source.fast.length)
    at = at - source.fast.length + source.fast.lengthInSource;
  const std::string &text = source.plain.text;
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size()));
  return source.plain.lineWithThem(1 + static_cast<unsigned>(std::count(text.begin(), end, '\n')));
}

} // namespace

std::string fastPathOf(const std::string &path) {
  llvm::SmallString<256> whole(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(whole, fastFileName(path));
  return whole.str().str();
}

bool mayHaveFastFile(const std::string &path) {
  return !llvm::sys::fs::is_symlink_file(path) &&
         llvm::sys::path::filename(path).find_first_of("\"\\\r\n") == llvm::StringRef::npos;
}

std::variant<SourceText, SourceError> readSource(const std::string &path) {
  std::optional<std::string> text = readTextFile(path);
  if (!text)
    return SourceError{"cannot read the file", 0};
  SourceText source{std::move(*text), {}, ""};
  readFastFile(path, source);
  auto original = revert(source.joined);
  if (auto *error = std::get_if<MarkerError>(&original))
    return SourceError{"damaged acc-delin marker: " + error->message,
                       source.fastPath.empty() ? error->line : 0};
  source.original = std::move(std::get<std::string>(original));
  std::map<std::string, unsigned> lines = markerLines(source);
  auto markers = findMarkers(source.joined);
  for (const MarkedRegion &region : std::get<std::vector<MarkedRegion>>(markers))
    if (region.isFastEdited)
      source.editedVersions.push_back({region.nest, lines[region.nest]});
  if (source.editedVersions.empty() && source.fast.hasMore)
    for (const auto &[nest, line] : lines)
      source.editedVersions.push_back({nest, line});
  return source;
}

std::map<std::string, unsigned> markerLines(const SourceText &source) {
  std::map<std::string, unsigned> lines;
  auto markers = findMarkers(source.joined);
  if (auto *regions = std::get_if<std::vector<MarkedRegion>>(&markers))
    for (const MarkedRegion &region : *regions)
      lines[region.nest] = diskLine(source, region.whole.begin);
  return lines;
}

void movePlacesToDisk(const SourceText &source, report::File &file) {
  if (!source.isRewritten())
    return;
  PlaceMap map(source);
  auto moveFindings = [&](std::vector<report::Finding> &findings) {
    for (report::Finding &finding : findings)
      map.move(finding.line, &finding.column);
  };
  auto moveArrays = [&](std::vector<report::Array> &arrays) {
    for (report::Array &array : arrays)
      for (report::Access &access : array.accesses)
        map.move(access.line, &access.column);
  };
  moveFindings(file.errors);
  for (report::Nest &nest : file.nests) {
    map.move(nest.line, &nest.column);
    map.move(nest.endLine, &nest.endColumn);
    moveFindings(nest.rejections);
    moveFindings(nest.lint);
    moveArrays(nest.arrays);
    for (report::Version &version : nest.versions)
      moveArrays(version.arrays);
    for (report::Loop &loop : nest.loops)
      map.move(loop.line, nullptr);
    for (report::Statement &statement : nest.statements)
      map.move(statement.line, nullptr);
    for (report::Assumption &assumption : nest.assumptions)
      map.move(assumption.line, nullptr);
    for (report::Dependence &dependence : nest.dependences) {
      map.move(dependence.line, &dependence.column);
      for (auto &[from, to] : dependence.lines) {
        map.move(from, nullptr);
        map.move(to, nullptr);
      }
    }
  }
}

} // namespace acc
