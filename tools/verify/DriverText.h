// The C text appended to the unit, through which a runner calls one of its functions.
#pragma once

#include "analysis/frontend/FunctionInterface.h"

#include <set>
#include <string>

namespace acc {

/// `text` is C89 to be appended to the unit after `#include "driver_types.h"`; it defines
/// `acc_verify_f_NAME`. There is none if there is an obstacle.
struct DriverText {
  std::string function;
  std::string text;
  std::string obstacle;
  /// Symbols that the unit does not define, to be linked as the text's `__wrap_SYMBOL` (`ld
  /// --wrap=SYMBOL`).
  std::set<std::string> replaced;
};

/// `sizes`: places that the function's nests take sizes from, as reports name them: "n[0]",
/// "dims[2]". Fields are sizes when they are integers.
DriverText driverText(const FunctionInterface &interface, const std::set<std::string> &sizes);

} // namespace acc
