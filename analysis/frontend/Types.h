// Clang's types as CType.
#pragma once

#include "analysis/model/SourceTree.h"

#include "clang/AST/ASTContext.h"

namespace acc {

CType readType(const clang::ASTContext &context, clang::QualType type);

/// volatile or _Atomic, or an array of such.
bool isVolatileOrAtomic(const clang::ASTContext &context, clang::QualType type);

} // namespace acc
