// A few values of the parameters: what they refute, or show to exist, isl need not be asked.
#pragma once

#include "analysis/model/Scop.h"

#include <isl/cpp.h>

namespace acc {

/// Values of all parameters of a scop.
using Point = std::map<std::string, int64_t>;

/// Points of `known`, a set of parameters: sizes that are alike, that rise and that fall, small offsets
/// of either sign. The more of the usual cases they tell apart, the less isl is asked.
std::vector<Point> examplesIn(const Scop &scop, const isl::set &known);

/// Some points of `known` with values from 1 to 6, the same in every run.
std::vector<Point> smallSizesIn(const Scop &scop, const isl::set &known);

/// Points of `known` whose values, or products of two, three or four of them, are near the ends of
/// their types.
std::vector<Point> largeExamplesIn(const Scop &scop, const isl::set &known);

/// The product of these parameters at the point; 0 where one is missing.
int64_t productAt(const Point &point, const std::vector<std::string> &factors);

/// For each point the values of all parameters of the set in their order, products of the scop's
/// parameters among them.
std::vector<std::vector<int64_t>> valuesAt(const std::vector<Point> &points, const isl::set &set);

} // namespace acc
