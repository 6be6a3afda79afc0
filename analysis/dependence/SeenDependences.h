// Dependences that a few iterations for small values of the parameters show.
#pragma once

#include "analysis/dependence/AccessedElements.h"
#include "analysis/dependence/Trial.h"

namespace acc {

class SeenDependences {
public:
  SeenDependences(const Scop &scop, AccessedElements &elements) : scop(scop), elements(elements) {}

  /// For some of these parameters two of the iterations are ordered by the common loop of this
  /// level, with level == common by none of them, and touch the same element. `where` is the number
  /// of the set: trials for it are kept.
  bool isSeen(int source, int sink, unsigned level, int from, int to, int where,
              const isl::set &parameters);

private:
  /// A trial, and what was asked of it.
  struct KnownTrial {
    Trial trial;
    std::map<int, std::vector<Trial::Iteration>> iterations; // by statement
    /// Subscripts by statement and shape.
    std::map<std::pair<int, int>, std::vector<std::vector<std::optional<int64_t>>>> touched;
  };
  std::vector<Point> examplesFor(const isl::set &parameters) const;
  const std::vector<Trial::Iteration> &iterationsIn(KnownTrial &known, int statement);
  const std::vector<std::vector<std::optional<int64_t>>> &touchedIn(KnownTrial &known,
                                                                    int statement, int shape);
  bool areOrdered(const ScopStatement &statement, const Trial::Iteration &first,
                  const Trial::Iteration &second, unsigned common, unsigned level) const;

  const Scop &scop;
  AccessedElements &elements;
  std::map<int, std::vector<KnownTrial>> trials; // by where
};

} // namespace acc
