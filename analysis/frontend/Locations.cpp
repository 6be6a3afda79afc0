#include "analysis/frontend/Locations.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace acc {

std::optional<uint32_t> mainOffset(const clang::SourceManager &manager, clang::SourceLocation loc) {
  if (loc.isInvalid())
    return std::nullopt;
  auto [file, offset] = manager.getDecomposedExpansionLoc(loc);
  if (file != manager.getMainFileID())
    return std::nullopt;
  return offset;
}

std::string pathOf(const clang::SourceManager &manager, clang::FileID file) {
  clang::OptionalFileEntryRef entry = manager.getFileEntryRefForID(file);
  return entry ? entry->getFileEntry().tryGetRealPathName().str() : "";
}

namespace {

/// All files that were read from that path, in the order of reading.
std::vector<clang::FileID> filesAt(const clang::SourceManager &manager, const std::string &path) {
  std::vector<clang::FileID> files;
  for (unsigned k = 0; k < manager.local_sloc_entry_size(); ++k) {
    const clang::SrcMgr::SLocEntry &entry = manager.getLocalSLocEntry(k);
    if (!entry.isFile() || !entry.getFile().getContentCache().OrigEntry)
      continue;
    clang::FileID file =
        manager.getFileID(clang::SourceLocation::getFromRawEncoding(entry.getOffset()));
    if (pathOf(manager, file) == path)
      files.push_back(file);
  }
  return files;
}

} // namespace

unsigned ordinalOf(const clang::SourceManager &manager, clang::FileID file) {
  std::vector<clang::FileID> files = filesAt(manager, pathOf(manager, file));
  return static_cast<unsigned>(std::find(files.begin(), files.end(), file) - files.begin());
}

bool isReadAgain(const clang::SourceManager &manager, clang::FileID file) {
  return filesAt(manager, pathOf(manager, file)).size() > 1;
}

clang::FileID inclusionOf(const clang::SourceManager &manager, const std::string &path,
                          unsigned ordinal) {
  std::vector<clang::FileID> files = filesAt(manager, path);
  return ordinal < files.size() ? files[ordinal] : clang::FileID();
}

SourceRange placeAt(const clang::SourceManager &manager, uint32_t begin, uint32_t end) {
  clang::FileID file = manager.getMainFileID();
  return {begin, end, manager.getLineNumber(file, begin), manager.getColumnNumber(file, begin)};
}

SourceRange rangeOf(const clang::ASTContext &context, clang::SourceRange range) {
  const clang::SourceManager &manager = context.getSourceManager();
  std::optional<uint32_t> begin = mainOffset(manager, range.getBegin());
  if (!begin)
    return {};
  clang::SourceLocation last = manager.getExpansionRange(range.getEnd()).getEnd();
  std::optional<uint32_t> end = mainOffset(manager, last);
  if (!end)
    return {};
  *end += clang::Lexer::MeasureTokenLength(last, manager, context.getLangOpts());
  return placeAt(manager, *begin, std::max(*begin, *end));
}

} // namespace acc
