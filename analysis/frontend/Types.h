// Clang's types as CType.
#pragma once

#include "analysis/tree/SourceTree.h"

#include "clang/AST/ASTContext.h"

namespace acc {

CType readType(const clang::ASTContext &context, clang::QualType type);

/// A SIMD vector of floating-point numbers as the array of its lanes (isVector in
/// tree/VectorCalls.h); none for another type.
std::optional<CType> readVectorType(const clang::ASTContext &context, clang::QualType type);

/// volatile or _Atomic, or an array of such.
bool isVolatileOrAtomic(const clang::ASTContext &context, clang::QualType type);

/// The value of a constant variable that its initialiser gives it (`const int N = 8;`); none for
/// what C does not fix.
std::optional<llvm::APSInt> constantOf(const clang::VarDecl &variable,
                                       const clang::ASTContext &context);
/// The same of a variable that this unit alone defines, whatever ran before.
std::optional<llvm::APSInt> staticConstantOf(const clang::VarDecl &variable,
                                             const clang::ASTContext &context);

} // namespace acc
