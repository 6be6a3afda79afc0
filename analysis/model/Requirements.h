// Asserts, and returns from the middle of a nest: what may be demanded at its entry instead of
// tested inside.
#pragma once

#include "analysis/model/Parameters.h"
#include "analysis/model/Scop.h"

namespace acc {

/// `if (c) {} else fail();`: control goes on only where the condition holds.
bool isRequirement(const Stmt &stmt);

/// The demands that a nest's scop makes of its entry (Scop::needs, Scop::entryWraps), so that
/// its asserts hold and it does not return; each also in Scop::demands.
class Demands {
public:
  Demands(ModelContext &model, Scop &scop) : model(model), scop(scop) {}

  /// Demands the condition of a requirement of every iteration at nest entry; then it always holds.
  /// Where the condition of `place`, the statement without accesses that stands there, cannot hold,
  /// whatever the iteration, nothing is demanded. False, and nothing demanded, where it cannot be told
  /// at entry: the call behind it may be made. `isCertain`: the source tests it wherever `place` is run.
  bool demand(const Stmt &requirement, const ScopStatement &place, bool isCertain);

  /// The statement without the requirements and the returning branches below it that could be
  /// demanded away, also of iterations that do not come to them.
  ///     if (x[j] > 0) { if (p != 0) {} else fail(); p[j] = 0; }   ->   if (x[j] > 0) p[j] = 0;
  ///     if (d == 8) S; else return complain();                   ->   S, where d == 8
  StmtRef withoutFailures(const StmtRef &stmt, const ScopStatement &place, bool isCertain);
  /// The same, or null and nothing demanded where one that returns is left.
  StmtRef withoutReturns(const StmtRef &stmt, const ScopStatement &place, bool isCertain);

  /// All calls of the tree that may change memory stand where control does not come to.
  bool leaveOutCallsOf(const StmtRef &root) const;

private:
  StmtRef withoutBranch(const Stmt &stmt, size_t branch, const ScopStatement &place,
                        bool isCertain);

  ModelContext &model;
  Scop &scop;
  std::vector<StmtRef> neverTaken;
};

} // namespace acc
