#include "analysis/frontend/Locations.h"

#include "clang/Lex/Lexer.h"

namespace acc {

std::optional<uint32_t> mainOffset(const clang::SourceManager &manager, clang::SourceLocation loc) {
  if (loc.isInvalid())
    return std::nullopt;
  auto [file, offset] = manager.getDecomposedExpansionLoc(loc);
  if (file != manager.getMainFileID())
    return std::nullopt;
  return offset;
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
