#include "rewriter/emit/WhenItRuns.h"

#include "rewriter/emit/Parameters.h"

#include <cstdlib>
#include <set>

namespace acc {
namespace {

/// Such limits keep the check's own arithmetic exact.
constexpr int64_t kFarBeyondSizes = 1000000000;

/// "n >= 4", "n <= 9", "n == 4"; "" of another comparison.
std::string boundText(const Scop &scop, const Condition &one) {
  const bool isEqual = one.kind() == Condition::Kind::Zero;
  if (!isEqual && one.kind() != Condition::Kind::NonNegative)
    return "";
  const std::set<std::string> names = one.symbols();
  if (names.size() != 1)
    return "";
  const Parameter *parameter = scop.parameter(*names.begin());
  if (!parameter || parameter->symbol < 0)
    return "";
  const Polynomial name = Polynomial::symbol(parameter->name);
  for (int64_t sign : {1, -1}) // sign * name + rest >= 0
    if (auto rest = (one.value() - Polynomial(sign) * name).constant();
        rest && std::abs(*rest) < kFarBeyondSizes)
      return parameterText(scop, *parameter) +
             (isEqual    ? " == "
              : sign > 0 ? " >= "
                         : " <= ") +
             std::to_string(sign > 0 ? -*rest : *rest);
  return "";
}

} // namespace

std::string whenItRuns(const Scop &scop, const Condition &check) {
  std::string text;
  std::set<std::string> told;
  for (const Condition &one : check.conjuncts())
    if (std::string bound = boundText(scop, one); !bound.empty() && told.insert(bound).second)
      text += (text.empty() ? "runs for " : ", ") + bound;
  return text;
}

} // namespace acc
