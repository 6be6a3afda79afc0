#include "analysis/support/Alternatives.h"

namespace acc {

std::vector<Alternative> alternativesOf(const Condition &condition) {
  if (condition.kind() != Condition::Kind::Or)
    return {{condition}};
  const std::vector<Condition> &parts = condition.operands();
  auto isBound = [&](size_t k) { return parts[k].kind() == Condition::Kind::NonNegative; };
  std::vector<Alternative> all;
  std::vector<bool> isTold(parts.size());
  for (size_t a = 0; a < parts.size(); ++a) {
    if (isTold[a])
      continue;
    all.push_back({parts[a]});
    // v - 1 >= 0 || -v - 1 >= 0
    for (size_t b = a + 1; b < parts.size() && isBound(a) && !all.back().isDenied; ++b)
      if (isBound(b) && parts[a].value() + parts[b].value() == Polynomial(-2)) {
        all.back() = {Condition::zero(parts[a].value() + Polynomial(1)), true};
        isTold[b] = true;
      }
  }
  return all;
}

} // namespace acc
