// Which elements the accesses of a scop reach, computed once for all statements with the same
// instances and all accesses with the same subscripts.
#pragma once

#include "analysis/model/ScopIsl.h"

#include <map>
#include <tuple>

namespace acc {

/// Per common loop of two statements, how far the sink's iteration is behind the source's, where
/// all pairs have the same distance; in execution order.
using LoopDistances = std::vector<std::optional<int64_t>>;

/// Outer loops that two statements have in common.
unsigned commonLoops(const ScopStatement &a, const ScopStatement &b);

class AccessedElements {
public:
  /// Only parameters in `valid` count.
  AccessedElements(const Scop &scop, const IslContext &context, isl::set valid)
      : scop(scop), context(context), valid(std::move(valid)) {}

  /// The number of the statements with these loops and this condition, and one of them.
  int instancesOf(ScopStatement statement);
  const ScopStatement &instances(int number) const { return statements[number]; }
  /// The number of these subscripts.
  int shapeOf(const std::vector<Polynomial> &subscripts);
  const std::vector<Polynomial> &shape(int number) const { return shapes[number]; }

  /// The subscripts as linear forms of the statement's iterators and parameters, where they are.
  const std::vector<std::optional<LinearForm>> &linearForms(int statement, int shape);

  /// The distance, in units of the loops' variables, of two accesses with such subscripts that
  /// touch the same element; none if they never do.
  ///   source A[i - 1][j], sink A[i][k], loops i and j in common:   i is 1 behind, j any
  std::optional<LoopDistances> apart(int source, int sink, int first, int second);

  /// { source[i] -> sink[j] } that touch the same element, in either order of time. A superset
  /// where a subscript is not affine.
  const isl::map &samePairs(int source, int sink, int from, int to);

  /// { source[i] -> sink[j] } whose subscripts are equal as far as both are affine, whether or not
  /// the statements run there.
  isl::map equalPairs(int source, int sink, int from, int to);

  /// Those of the pairs where both statements run.
  isl::map whereBothRun(const isl::map &pairs, int source, int sink);

  /// { source[i] -> sink[j] } whose subscripts without a linear form are equal, as far as that is
  /// linear where the outer `level` common loops are in one iteration; none where it says nothing.
  ///   a[i*n + j], level 1:   i*n + j == i*n + j'   ->   j == j'
  std::optional<isl::map> equalWithin(int source, int sink, int from, int to, unsigned level);

private:
  isl::map touched(const ScopStatement &statement, const std::string &name,
                   const std::vector<Polynomial> &subscripts) const;
  const isl::map &touchedBy(int statement, int shape);
  const isl::set &domainOf(int statement);

  const Scop &scop;
  const IslContext &context;
  isl::set valid;
  std::vector<ScopStatement> statements;
  std::vector<std::vector<Polynomial>> shapes;
  /// { statement[i] -> A[subscripts] }, and the subscripts themselves, by statement and shape.
  std::map<std::pair<int, int>, isl::map> maps;
  std::map<std::pair<int, int>, std::vector<std::optional<LinearForm>>> forms;
  std::map<std::tuple<int, int, int, int>, isl::map> elementPairs;
  std::map<int, isl::set> domains; // per statement
};

} // namespace acc
