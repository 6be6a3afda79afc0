// The iteration domains of the statements of a scop as isl sets, and what their loops show at once.
#pragma once

#include "analysis/model/ScopIsl.h"

namespace acc {

struct StatementDomain {
  /// The first statement with the same loops and condition: itself, or one before it.
  int firstAlike = 0;
  /// { S[iterators] }, or a superset: where statements have many different conditions, those are
  /// left out that no size, bound or subscript takes part in.
  isl::set domain;
  /// The domain without the disjunctions of its condition: a convex superset.
  isl::set hull;
  /// The hull is the domain.
  bool isConvex = false;
  /// The condition of the hull beyond the loops' bounds.
  Condition hullCondition = Condition::always();
  /// The parameters of the hull: a superset of those for which the statement runs at least once.
  isl::set runs;
  /// Each loop visits every value between its two bounds.
  bool hasPlainLoops = false;
  /// That, and neither these bounds nor the hull's condition mention an iterator.
  bool isBox = false;
};

/// One per statement.
std::vector<StatementDomain> statementDomains(const Scop &scop, const IslContext &context);

bool mentionsIterator(const Scop &scop, const std::set<std::string> &names);

/// The conjuncts that are no disjunctions.
Condition withoutDisjunctions(const Condition &condition);

} // namespace acc
