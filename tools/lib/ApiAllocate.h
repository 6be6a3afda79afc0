// The function around a nest's own where the library's user asks for more than arguments: sizes
// that are computed, output arrays and temporaries that are allocated.
//
//   int range(float start, float limit, float delta, long *N_out, float **A_out)
//   {
//       const long N = (long)floorf((limit - start) / delta);
//       ...                                  memory of A, by __accera_allocate
//       if (!failed) range_nest(start, delta, N, *A_out);
//       return failed;
//   }
#pragma once

#include "tools/lib/ApiState.h"

namespace acc_delin::detail {

/// A size that the function computes: C text of its value, with the declarations of what that
/// calls.
struct ComputedSize {
  std::string name, value;
  Uses uses;
};

struct OuterFunction {
  /// "int range(float start, long *N_out, float **A_out)"
  std::string declaration;
  /// Declarations that it needs, its definition.
  std::string prototypes, text;
};

/// Some of the arguments or arrays of the nest need the function around it.
bool needsOuterFunction(const NestCode &nest, const std::vector<ComputedSize> &sizes);

/// The function `name` that runs `inner`, whose parameters are `passed`. The text says what is
/// wrong: a size that is missing, or whose map has no memory of its own.
std::variant<OuterFunction, std::string>
outerFunction(const NestCode &nest, const std::vector<Argument> &arguments,
              const std::vector<ComputedSize> &sizes, const std::vector<Argument> &passed,
              const std::string &name, const std::string &inner);

} // namespace acc_delin::detail
