// Asserts, and returns from the middle of a nest: what may be demanded at its entry instead of
// tested inside.
#pragma once

#include "analysis/model/Parameters.h"
#include "analysis/model/Scop.h"

namespace acc {

/// Collects the conditions under which the nest's asserts hold and it does not return early. They
/// are demanded at its entry (Scop::needs, Scop::entryWraps) and listed in Scop::demands.
class Demands {
public:
  Demands(ModelContext &model, Scop &scop) : model(model), scop(scop) {}

  /// Requires at nest entry that the condition of a requirement holds in every iteration; the
  /// requirement then always holds. `place` is a statement without accesses at the requirement's
  /// place: nothing is required if its condition holds in no iteration. Returns false, and requires
  /// nothing, if the condition cannot be evaluated at entry; the call after it may then run.
  /// `isCertain`: the source tests the condition whenever control reaches `place`.
  bool demand(const Stmt &requirement, const ScopStatement &place, bool isCertain);

  /// The statement without the requirements and the returning branches in it that could be moved to
  /// nest entry, even for iterations that do not reach them.
  ///     if (x[j] > 0) { if (p != 0) {} else fail(); p[j] = 0; }   ->   if (x[j] > 0) p[j] = 0;
  ///     if (d == 8) S; else return complain();                   ->   S, where d == 8
  StmtRef withoutFailures(const StmtRef &stmt, const ScopStatement &place, bool isCertain);
  /// The same, but null, and nothing demanded, where a branch that returns would be left.
  StmtRef withoutReturns(const StmtRef &stmt, const ScopStatement &place, bool isCertain);

  /// Control never reaches the calls of the tree that may change memory.
  bool leaveOutCallsOf(const StmtRef &root) const;

private:
  StmtRef withoutBranch(const Stmt &stmt, size_t branch, const ScopStatement &place,
                        bool isCertain);

  ModelContext &model;
  Scop &scop;
  std::vector<StmtRef> neverTaken;
};

} // namespace acc
