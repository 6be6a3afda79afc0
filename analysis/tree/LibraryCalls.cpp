#include "analysis/tree/LibraryCalls.h"

#include <cmath>

namespace acc {

std::optional<double> libraryValue(std::string function, const std::vector<double> &arguments,
                                   const CType &type) {
  if (!function.empty() && function.back() == 'f' && type.size == 4)
    function.pop_back();
  if (function == "fabs" && arguments.size() == 1)
    return std::fabs(arguments[0]);
  if (function == "sqrt" && arguments.size() == 1)
    return std::sqrt(arguments[0]);
  if (function == "fmin" && arguments.size() == 2)
    return std::fmin(arguments[0], arguments[1]);
  if (function == "fmax" && arguments.size() == 2)
    return std::fmax(arguments[0], arguments[1]);
  return std::nullopt;
}

} // namespace acc
