// C text to SourceNest and Scop, and the two readings of a nest side by side.
#pragma once

#include "analysis/frontend/Frontend.h"
#include "analysis/model/Scop.h"
#include "analysis/tree/Interpreter.h"

#include <gtest/gtest.h>

namespace acc::test {

/// The first outermost loop of the text (a C file).
SourceNest nestOf(const std::string &text, const std::vector<std::string> &flags = {});

/// The statements between the comments "/*<*/" and "/*>*/".
SourceNest regionOf(const std::string &text, const std::vector<std::string> &flags = {});

Outcome<Scop> scopOf(const std::string &text, const std::vector<std::string> &flags = {});

/// Of a nest that must be lifted.
Scop liftedOf(const std::string &text, const std::vector<std::string> &flags = {});

/// Of a nest that must be refused, or described at most.
Rejection refusalOf(const std::string &text, const std::vector<std::string> &flags = {});

using Point = std::map<std::string, int64_t>;

/// The accesses to memory that the scop describes at a point of its plain
/// parameters, in the order of the source; `holds` says whether every wrap
/// requirement holds there.
struct Enumeration {
  std::vector<TracedAccess> accesses;
  bool holds = true;
  /// Of every parameter, derived ones too.
  Point parameters;
  /// The iterators of each statement's instances, outer to inner.
  std::vector<std::vector<std::vector<int64_t>>> instances;
};
Enumeration enumerate(const Scop &scop, const Point &point);

/// Runs the nest and enumerates the scop at every point of the box. Where the
/// wrap requirements hold and the run is defined both must agree; an endless run
/// must be excluded by a requirement. With `superset` the run may do less. At some of the points
/// the iteration domains, as isl has them, must hold the same instances.
/// Counts the points at which they were compared.
int compareOnBox(const SourceNest &nest, const std::map<std::string, std::vector<int64_t>> &box,
                 bool superset = false);
int compareOnBox(const std::string &text, const std::map<std::string, std::vector<int64_t>> &box,
                 const std::vector<std::string> &flags = {}, bool superset = false);

} // namespace acc::test
