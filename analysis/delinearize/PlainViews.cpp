#include "analysis/delinearize/PlainViews.h"

#include <algorithm>

namespace acc {
namespace {

/// Some loop's variable stands in two subscripts of an access.
bool isMixed(const Scop &scop, const std::vector<ViewAccess> &accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [&](const ViewAccess &access) {
    std::set<std::string> met;
    for (const Polynomial &subscript : access.subscripts)
      for (const std::string &name : subscript.symbols())
        if (scop.isIterator(name) && !met.insert(name).second)
          return true;
    return false;
  });
}

std::optional<size_t> plainAlternative(const Scop &scop, const ChosenView &chosen) {
  const std::vector<std::vector<ViewAccess>> &all = chosen.alternativeAccesses;
  for (size_t k = 0; k < all.size(); ++k)
    if (chosen.array.alternatives[k].first.rank() == chosen.array.view.rank() &&
        !isMixed(scop, all[k]))
      return k;
  return std::nullopt;
}

} // namespace

std::optional<ViewChoices> withPlainViews(const Scop &scop, const ViewChoices &choices) {
  ViewChoices result = choices;
  bool changed = false;
  for (Outcome<ChosenView> &choice : result) {
    if (!choice || !choice->array.recovered || !isMixed(scop, choice->array.accesses))
      continue;
    if (auto plain = plainAlternative(scop, *choice)) {
      choice = withAlternative(*choice, *plain);
      changed = true;
    }
  }
  return changed ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace acc
