// Clang's source locations as places in the main file.
#pragma once

#include "analysis/support/SourceRange.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

#include <optional>

namespace acc {

/// The offset of the use in the main file (a macro's use, not its definition);
/// none when the text comes from another file.
std::optional<uint32_t> mainOffset(const clang::SourceManager &manager, clang::SourceLocation loc);

/// [begin, end) with physical line and column; #line is not followed.
SourceRange placeAt(const clang::SourceManager &manager, uint32_t begin, uint32_t end);

/// From the first to behind the last token; unknown when not in the main file.
SourceRange rangeOf(const clang::ASTContext &context, clang::SourceRange range);

} // namespace acc
