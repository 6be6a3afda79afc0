// A run of Clang over a beginning that several units share, which then goes on with one of the
// units.
#pragma once

#include "analysis/frontend/Frontend.h"

#include "clang/Lex/Preprocessor.h"

namespace acc {

struct Continuation {
  /// Gives the unit; asked when the beginning is read without an error.
  std::function<const UnitInput &()> start;
  /// Called when the unit has become the main file and none of it is read yet.
  std::function<void()> entered = {};

  const UnitInput *unit = nullptr;
  /// The result is the same as when the unit is read by itself, except for places in the lines of
  /// the beginning. False for a text that asks how it is being read: __BASE_FILE__,
  /// __INCLUDE_LEVEL__, #pragma GCC system_header.
  bool isFaithful = true;
};

/// The text of the main file of such a run.
std::string textToContinue(const std::string &beginning);

/// Makes the run go on with the unit: behind the beginning, Clang enters the unit's own text at the
/// place where its beginning ends, and takes it for the main file from then on.
void addContinuation(clang::Preprocessor &preprocessor, Continuation &continuation);

} // namespace acc
