// Statements of emitted code under their own test, and the part of the code in which a local
// variable is live.
#pragma once

#include "analysis/model/ScopIsl.h"
#include "rewriter/validate/GuardContext.h"

namespace acc {

/// `if (condition) assignment`, and no else.
struct TestedAssignment {
  ExprRef condition;
  StmtRef assignment;
};
std::optional<TestedAssignment> testedAssignmentOf(const ScopStatement &statement);

/// The access of the statement that the node is; null when it is none.
const ScopAccess *accessAt(const ScopStatement &statement, const Expr &node, bool isWrite);

/// What the condition reads, in the order of its text, when it is made of elements of private
/// arrays and numbers only; else none.
std::optional<std::vector<const ScopAccess *>>
privateReads(const Scop &scop, const ScopStatement &statement, const ExprRef &condition);

/// What is not 0 where the condition holds: x of x != 0, and of a wider integer with its value.
const Expr &withoutTruth(const Expr &condition);

/// The conditions are one expression over the same arrays in the same places of it; whether a value
/// or that it is not 0.
bool isSameTest(const Scop &scop, const ScopStatement &a, const ExprRef &x, const ScopStatement &b,
                const ExprRef &y);

/// { [iterators] -> [the elements that the condition reads] }, one subscript after the other; null
/// where not affine.
isl::map testedElements(const GuardContext &guard, const Scop &scop, const ScopStatement &statement,
                        const ExprRef &condition);

/// { [iterators] -> [values] } on the instances of a statement; null where not affine.
isl::map valuesOn(const GuardContext &guard, const Scop &scop, const ScopStatement &statement,
                  const std::vector<Polynomial> &values);

/// From the first to the last of some statements in each iteration of the loops in which a private
/// array is declared.
class Lifetime {
public:
  Lifetime(const Scop &scop, int array, const std::vector<size_t> &statements);

  bool contains(size_t statement) const;
  /// Both are in it, and in each iteration all of `before` run before all of `after`.
  bool isInOrder(const std::vector<size_t> &before, const std::vector<size_t> &after) const;
  /// Some statement in it stores to one of the arrays.
  bool changes(const std::set<int> &arrays) const;

private:
  int placeOf(size_t statement) const { return scop.statements[statement].positions[loops]; }

  const Scop &scop;
  size_t loops = 0;
  std::vector<int> around;
  int first = 0, last = 0;
};

} // namespace acc
