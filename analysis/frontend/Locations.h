// Clang's source locations as places in the main file.
#pragma once

#include "analysis/support/SourceRange.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <optional>
#include <string>

namespace acc {

/// The offset of the use in the main file (a macro's use, not its definition);
/// none when the text comes from another file.
std::optional<uint32_t> mainOffset(const clang::SourceManager &manager, clang::SourceLocation loc);

/// The path of a file on disk, absolute and without links; "" for a file that is none.
std::string pathOf(const clang::SourceManager &manager, clang::FileID file);

/// Which of the times that the unit includes its file, from 0: the main file counts.
unsigned ordinalOf(const clang::SourceManager &manager, clang::FileID file);

/// The unit reads its file several times.
bool isReadAgain(const clang::SourceManager &manager, clang::FileID file);

/// The file that was included then; invalid when there is none.
clang::FileID inclusionOf(const clang::SourceManager &manager, const std::string &path,
                          unsigned ordinal);

/// [begin, end) with physical line and column; #line is not followed.
SourceRange placeAt(const clang::SourceManager &manager, uint32_t begin, uint32_t end);

/// From the first to the end of the last token; unknown if not in the main file.
SourceRange rangeOf(const clang::ASTContext &context, clang::SourceRange range);

} // namespace acc
