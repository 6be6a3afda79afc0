// The C text behind a unit through which a runner calls one of its functions.
#pragma once

#include "analysis/frontend/FunctionInterface.h"

#include <set>
#include <string>

namespace acc {

/// `text` is C89 to be put behind the unit after `#include "driver_types.h"`; it defines
/// `acc_verify_f_NAME`. With an obstacle there is none.
struct DriverText {
  std::string function;
  std::string text;
  std::string obstacle;
  /// Symbols that the unit does not define, in place of which the text's `__wrap_SYMBOL` is to be
  /// linked (`ld --wrap=SYMBOL`).
  std::set<std::string> replaced;
};

/// `sizes`: places that the function's nests take sizes from, as reports name them: "n[0]",
/// "dims[2]". Fields are sizes when they are integers.
DriverText driverText(const FunctionInterface &interface, const std::set<std::string> &sizes);

} // namespace acc
