// Loops whose iterations threads share out, by a helper (rewriter/helpers): the body is a function of its own, so that all
// variables that an iteration sets are its own, and compilers know of its pointers what they know in the fast version.
#pragma once

#include "rewriter/emit/Bases.h"
#include "rewriter/emit/BlockPrinter.h"

#include <functional>

namespace acc {

/// The plan shares out the loop, its head has the form that OpenMP asks for, and there is work enough for some sizes.
bool canBeShared(const BlockInput &input, const CodeNode &loop);

/// What stands in a loop, and what there is around it.
struct SharedBody {
  std::string block;                  // "{ ... }", without declarations of loop variables
  std::vector<std::string> variables; // of its own, of the type `wide`
  std::vector<Bases::Declaration> aliases;
  std::vector<std::string> around; // constants and variables of the type `wide`
  std::string wide;
};

/// A function, and its call as a statement.
struct SharedPart {
  std::string function, call;
};

/// Takes a name for the function.
SharedPart sharedPart(const BlockInput &input, const SharedBody &body);

/// The helper before the loop, with what it asks of the work: "ACC_PARALLEL(1.0 * n * m, 100000)". `text`: C of a
/// polynomial over parameters, as an operand of `*`.
std::string sharedHint(const BlockInput &input, const CodeNode &loop, const std::function<std::string(const Polynomial &)> &text);

} // namespace acc
