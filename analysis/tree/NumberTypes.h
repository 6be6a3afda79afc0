// Classifies number types.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// Of the language: `_Complex double`, of which CType knows no more than its name and size.
inline bool isComplex(const CType &type) {
  return type.kind == CType::Kind::Other && type.spelling.starts_with("_Complex ");
}

/// C rounds it: a real or complex number.
inline bool isInexact(const CType &type) {
  return type.kind == CType::Kind::Floating || isComplex(type);
}

inline bool isArithmetic(const CType &type) { return type.isInteger() || isInexact(type); }

} // namespace acc
