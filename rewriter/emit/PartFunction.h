// A part of the fast version as a function of its own, which it calls: what the part uses of what
// is around it are parameters of the same names.
#pragma once

#include "rewriter/emit/Bases.h"
#include "rewriter/emit/BlockPrinter.h"

namespace acc {

/// The text of a part, and what there is around it.
struct PartBody {
  std::string block;                  // "{ ... }", without declarations of loop variables
  std::vector<std::string> variables; // of its own, of the type `wide`
  std::vector<Bases::Declaration> aliases;
  std::vector<std::string> around; // constants and variables of the type `wide`
  /// Local arrays around it, each as a parameter: t and "double (*t)[8]".
  std::vector<Bases::Declaration> arrays;
  std::string wide;
};

/// A function, and its call as a statement.
struct PartFunction {
  std::string function, call;
};

/// Takes a name for the function, which ends in `suffix`.
PartFunction partFunction(const BlockInput &input, const PartBody &body, const std::string &suffix);

} // namespace acc
