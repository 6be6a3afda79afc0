// One run of Clang over what several units begin with, which goes on with one of them.
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
  /// What is read is what reading the unit by itself gives, but for the places of the
  /// beginning's own lines. Not for a text that asks how it is being read: __BASE_FILE__,
  /// __INCLUDE_LEVEL__, #pragma GCC system_header.
  bool isFaithful = true;
};

/// The text of the main file of such a run.
std::string textToContinue(const std::string &beginning);

/// Lets the run over that text go on with the unit: behind the beginning the unit's own text is entered
/// where its beginning ends, and is the main file from then on.
void addContinuation(clang::Preprocessor &preprocessor, Continuation &continuation);

} // namespace acc
