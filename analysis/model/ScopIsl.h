// isl sets and maps from a Scop. A product of parameters becomes one isl
// parameter named by its text ("n*m"), so that polynomial sizes stay affine.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/support/IslContext.h"
#include "analysis/support/IslInterop.h"

namespace acc {

/// `value` as an affine form over `iterators` and (products of) parameters;
/// none when an iterator is multiplied by anything but a constant.
std::optional<LinearForm> linearForm(const Polynomial &value,
                                     const std::vector<std::string> &iterators);

/// The factors of the name of a product parameter: "m*n" -> {m, n}.
std::vector<std::string> factorsOfName(const std::string &name);

/// The polynomial of an affine form: the inverse of linearForm.
Polynomial polynomialOf(const LinearForm &form);

/// { tuple[iterators] : condition }; none when not affine.
std::optional<isl::set> conditionSet(const IslContext &context, const std::string &tuple,
                                     const std::vector<std::string> &iterators,
                                     const Condition &condition);

/// A set without dimensions as a Condition over parameters; a division
/// floor(e/d) of parameters is refused (none).
std::optional<Condition> conditionOf(const isl::set &parameterSet);

/// { S0[i, j] : loop bounds, steps and condition }. Bounds were checked to be
/// affine by buildScop.
isl::set iterationDomain(const IslContext &context, const Scop &scop,
                         const ScopStatement &statement);

/// The instances of the statement that the source certainly executes, whatever the nest stores
/// (Reach).
isl::set certainInstances(const IslContext &context, const Scop &scop,
                          const ScopStatement &statement);

/// Parameters for which the source certainly runs an instance of the statement: where there is one
/// of certainInstances and the bounds and conditions around it do not wrap.
isl::set whereReached(const IslContext &context, const Scop &scop, const ScopStatement &statement);

/// { S0[i, j] -> A[subscripts] } on the iteration domain; none when not affine.
std::optional<isl::map> accessRelation(const IslContext &context, const Scop &scop,
                                       const ScopStatement &statement, const std::string &array,
                                       const std::vector<Polynomial> &subscripts);

/// { S0[i, j] -> [0, i, 1, j, 0] }: the order of the source, padded with zeros
/// to `2*depth + 1`, downward loops negated.
isl::map originalSchedule(const IslContext &context, const Scop &scop,
                          const ScopStatement &statement, unsigned depth);

/// Parameters for which the first `count` demands of the scop hold, so that the source comes past
/// the places where it tests them. Empty where a demand is not affine.
isl::set whereDemandsHold(const IslContext &context, const Scop &scop, size_t count);

/// Parameters for which a demand of the scop certainly computes one of `names`.
isl::set whereDemandsCompute(const IslContext &context, const Scop &scop,
                             const std::set<std::string> &names);

/// Parameters for which the source certainly reads one of the locations (Scop::reads).
isl::set whereLocationsAreRead(const IslContext &context, const Scop &scop,
                               const std::set<std::string> &locations);

/// The deepest loop nesting of the scop.
unsigned depthOf(const Scop &scop);

/// What the types of the parameters alone say: their ranges up to 32 bits, and that larger unsigned
/// values are not below 0.
isl::set rangesOfTypes(const IslContext &context, const Scop &scop);

/// Scop::context as a parameter set, with the ranges of the parameters' types.
isl::set contextSet(const IslContext &context, const Scop &scop);

/// A superset of `contextSet` that answers the same questions about small numbers. It lacks the
/// ranges of 32-bit types, except that unsigned values are not below 0, unless the scop itself has
/// numbers of that magnitude. A contradiction that uses n <= 2^31 - 1 needs another number of that
/// size, and in each of isl's tableaus the ranges cost two rows per parameter.
isl::set contextOfSizes(const IslContext &context, const Scop &scop);

/// Numbers from here on may be of the magnitude of the ranges of 32-bit types.
constexpr int64_t kLargeNumber = int64_t(1) << 20;
/// Some coefficient or constant in the condition is that large.
bool hasLargeNumber(const Condition &condition);

} // namespace acc
