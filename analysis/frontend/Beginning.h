// The beginning of a unit's text: lines that only include files. Units with the same beginning can
// share the reading of these lines, and included headers are most of the input.
#pragma once

#include "analysis/frontend/Frontend.h"

namespace acc {

struct Beginning {
  /// The #include lines and whole #if groups of such lines, without the text between them. Empty if
  /// there are none.
  std::string lines;
  /// Offset in the unit's text after them.
  uint32_t end = 0;
};

/// Needs UnitInput::text.
///   /* gemm.c */              lines: #include <math.h>
///   #include <math.h>                #include "gemm.h"
///   #include "gemm.h" // A    end: here
///   static double x;
Beginning beginningOf(const UnitInput &unit);

/// Equal for units whose beginnings mean the same when they are read: the same lines, flags and
/// directories. "" for a unit that begins with nothing.
std::string keyOfBeginning(const UnitInput &unit);

} // namespace acc
