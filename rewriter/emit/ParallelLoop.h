// Loops whose iterations threads share out, by a helper (rewriter/helpers): the body is a function
// of its own, so that all variables that an iteration sets are its own, and compilers know of its
// pointers what they know in the fast version.
#pragma once

#include "rewriter/emit/BlockPrinter.h"

#include <functional>

namespace acc {

/// The plan shares out the loop, its head has the form that OpenMP asks for, and there is work
/// enough for some sizes.
bool canBeShared(const BlockInput &input, const CodeNode &loop);

/// The helper before the loop, with what it asks of the work: "ACC_PARALLEL(1.0 * n * m, 100000)",
/// and of the number of threads that the source asks for.
/// `text`: C of a polynomial over parameters, as an operand of `*`.
std::string sharedHint(const BlockInput &input, const CodeNode &loop,
                       const std::function<std::string(const Polynomial &)> &text);

} // namespace acc
