// Sample values of the parameters. A question that a sample answers need not be put to isl.
#pragma once

#include "analysis/model/Scop.h"

#include <isl/cpp.h>

namespace acc {

/// Values of all parameters of a scop.
using Point = std::map<std::string, int64_t>;

/// Points of the parameter set `known`, with equal, rising and falling sizes and small offsets of
/// either sign. The more of the usual cases the points distinguish, the fewer questions are put to
/// isl.
std::vector<Point> examplesIn(const Scop &scop, const isl::set &known);

/// Some points of `known` with values from 1 to 6, the same in every run.
std::vector<Point> smallSizesIn(const Scop &scop, const isl::set &known);

/// Points of `known` whose values, or products of two, three or four of them, are near the ends of
/// their types.
std::vector<Point> largeExamplesIn(const Scop &scop, const isl::set &known);

/// The point with these values, 1 for parameters that are not among them, where it is in `known`.
std::optional<Point> exampleWith(const Scop &scop, const isl::set &known,
                                 const std::map<std::string, int64_t> &values);

/// The product of these parameters at the point; 0 where one is missing.
int64_t productAt(const Point &point, const std::vector<std::string> &factors);

/// For each point the values of all parameters of the set in their order, products of the scop's
/// parameters among them.
std::vector<std::vector<int64_t>> valuesAt(const std::vector<Point> &points, const isl::set &set);

} // namespace acc
