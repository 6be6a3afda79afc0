// Scop + views -> Dependences: which instance must run before which.
#pragma once

#include "analysis/delinearize/Delinearization.h"

#include <isl/cpp.h>

#include <memory>

namespace acc {

enum class DependenceKind { RAW, WAR, WAW };

/// Whether there is a dependence, from the best answer to the worst.
enum class DependenceVerdict {
  None,
  /// Undecided: an access may not happen, or its element is unknown. Treated as a dependence.
  Unknown,
  Some,
};

/// All pairs of one kind between two statements through one array.
struct Dependence {
  DependenceKind kind;
  int array = -1;  // index in Scop::arrays
  int source = -1; // index in Scop::statements
  int sink = -1;
  /// Some or Unknown.
  DependenceVerdict verdict = DependenceVerdict::Some;
  /// { source[i] -> sink[i'] }, source before sink in the original order; memory
  /// based: every pair that touches the same element, not only the last writer. Needs `pairs`.
  isl::map relation() const;
  /// The same between the first statements with such instances: one object for many dependences.
  /// None where only DependenceDetail::Existence was asked for.
  std::optional<isl::map> pairs;
  std::string sourceId, sinkId;
  /// Index in Scop::loops of the loop that carries it (one entry per carrying
  /// loop), -1 for a dependence inside one iteration of all common loops.
  int carriedBy = -1;
  /// Per common loop of source and sink: the distance from a source instance to
  /// its next sink, where it is uniform; in iterations, so ascending in execution
  /// order whatever the loop's step. Empty below DependenceDetail::Distances.
  std::vector<std::optional<int64_t>> distance;
};

struct KnownRelations;

struct Dependences {
  std::vector<Dependence> all;
  /// Reordering cannot change a result: nothing but declared reductions is carried.
  bool orderInvariant = false;
  /// Per Scop::loops, over all that it carries: None where its iterations may run in any order.
  std::vector<DependenceVerdict> carried;
  /// The relations, for the dependences of a scop that is made from this one. Null where only
  /// DependenceDetail::Existence was asked for.
  std::shared_ptr<const KnownRelations> known;

  bool isParallel(size_t loop) const {
    return loop < carried.size() && carried[loop] == DependenceVerdict::None;
  }
};

/// Each has what is before it, and takes about twice the time.
enum class DependenceDetail {
  Existence, // which there are, and the loops that carry them: what the short report tells
  Relations, // what legality goes by
  Distances, // of use to a reader only
};

const char *dependenceName(DependenceKind kind);              // "RAW", "WAR", "WAW"
const char *dependenceVerdictName(DependenceVerdict verdict); // "none", "unknown", "some"

/// What is known of the parameters where the fast version runs: the context and
/// the affine part of the guard and of the validity. Alternatives ("a || b") are
/// left out: they would multiply the pieces of every relation.
isl::set validParameters(const Scop &scop, const Delinearization &views, const IslContext &context);

/// Exact on the affine subscripts of the views; different arrays are disjoint
/// (that is what the guard checks). `DependenceUnknown` when a relation cannot
/// be built, `TooComplex` when isl's quota ends. `before` may be what was found of a scop with the
/// same loops and parameters: its relations are taken over where the statements are the same.
Outcome<Dependences> computeDependences(const Scop &scop, const Delinearization &views,
                                        const IslContext &context,
                                        DependenceDetail detail = DependenceDetail::Distances,
                                        std::shared_ptr<const KnownRelations> before = nullptr);

} // namespace acc
