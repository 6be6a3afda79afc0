#include "scheduling/looptree/Workload.h"

#include "analysis/support/IslContext.h"

#include <algorithm>

namespace acc::looptree {
namespace {

constexpr size_t kLongestConstraint = 2000;
constexpr uint64_t kQuota = 200000;

/// Only what a constraint is made of: nothing that opens another set, and no
/// nesting that a recursive reader would drown in.
bool isHarmless(const std::string &text) {
  return text.size() <= kLongestConstraint &&
         text.find_first_of("{}[];\"#$@&|\\") == std::string::npos &&
         std::count(text.begin(), text.end(), '(') <= 50;
}

std::string spaceText(const std::vector<std::string> &variables,
                      const std::vector<SpaceConstraint> &constraints,
                      const std::vector<RankSize> &sizes) {
  std::string text = "{ [";
  for (size_t k = 0; k < variables.size(); ++k)
    text += (k ? ", " : "") + variables[k];
  text += "] : 1 = 1";
  for (const SpaceConstraint &constraint : constraints)
    text += " and (" + constraint.text + ")";
  for (const RankSize &size : sizes)
    text += " and 0 <= " + size.index.str() + " < " + std::to_string(size.size);
  return text + " }";
}

} // namespace

void findBounds(Einsum &einsum, const std::vector<SpaceConstraint> &constraints,
                const std::vector<RankSize> &sizes, Diagnostics &diagnostics) {
  std::set<std::string> names = einsum.rankVariables();
  std::vector<std::string> variables(names.begin(), names.end());
  for (const std::string &variable : variables)
    einsum.bounds[variable] = 0;
  if (variables.empty())
    return;
  for (const SpaceConstraint &constraint : constraints)
    if (!isHarmless(constraint.text))
      return diagnostics.error(constraint.place, "'" + constraint.text.substr(0, 60) +
                                                     "' is no constraint on rank variables");
  for (const RankSize &size : sizes)
    if (size.index.totalDegree([](const std::string &) { return true; }) > 1)
      return diagnostics.error(size.place, "a rank whose index is not linear has no size");
  IslContext context(kQuota);
  auto bounded = runIsl(context, {}, "iteration space", [&]() -> Outcome<Ok> {
    isl::set space(context.get(), spaceText(variables, constraints, sizes));
    if (space.is_empty()) {
      diagnostics.error(einsum.place, "the iteration space of " + einsum.name + " is empty");
      return Ok{};
    }
    std::string box = "{ [";
    std::string limits;
    for (size_t k = 0; k < variables.size(); ++k) {
      isl::val low = space.dim_min_val(k), high = space.dim_max_val(k);
      isl::val bound = high.sub(low).add(isl::val(context.get(), 1));
      if (!low.is_int() || !high.is_int() ||
          bound.gt(isl::val(context.get(), "1000000000000000"))) {
        diagnostics.error(einsum.place, "the rank variable '" + variables[k] + "' of " +
                                            einsum.name + " is not bounded");
        return Ok{};
      }
      einsum.bounds[variables[k]] = bound.num_si();
      box += (k ? ", " : "") + variables[k];
      limits += (k ? " and " : "") + std::to_string(low.num_si()) + " <= " + variables[k] +
                " <= " + std::to_string(high.num_si());
    }
    if (!space.is_equal(isl::set(context.get(), box + "] : " + limits + " }")))
      diagnostics.warning(einsum.place, "the iteration space of " + einsum.name +
                                            " is not a box; the figures are those of the box "
                                            "around it");
    return Ok{};
  });
  if (bounded)
    return;
  Place where = constraints.empty() ? einsum.place : constraints.front().place;
  diagnostics.error(where, bounded.rejection().kind == RejectionKind::TooComplex
                               ? "the iteration space of " + einsum.name + " is too complex"
                               : "the iteration space of " + einsum.name +
                                     " cannot be read: a constraint such as 0 <= m < 8 was "
                                     "expected for each rank variable");
}

} // namespace acc::looptree
