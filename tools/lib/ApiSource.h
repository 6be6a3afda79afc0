// The loops of the library's nests: as the source nest that the analysis takes, and as text.
#pragma once

#include "tools/lib/ApiState.h"

namespace acc_delin::detail {

/// What the frontend would read of the loops: one, or a block of several.
acc::SourceNest sourceOf(const NestCode &nest);

/// Their lines in the body of a function.
std::string textOf(const NestCode &nest);

/// A value as C computes it.
std::string textOf(const acc::ExprRef &value);

} // namespace acc_delin::detail
