#include "analysis/model/FinalValues.h"

namespace acc {

Outcome<std::vector<FinalValue>> finalValuesOf(const ModelContext &model,
                                               const std::set<SymbolId> &liveOut) {
  std::vector<FinalValue> values;
  for (size_t k = 0; k < model.loops.size(); ++k) {
    const ScopLoop &loop = model.loops[k];
    if (!liveOut.count(loop.variable))
      continue;
    SymbolId source = model.nest.symbol(loop.variable).counts;
    if (source >= 0 && model.stores.isAssigned(source))
      continue; // a statement says what it is
    SymbolId variable = source >= 0 ? source : loop.variable;
    for (const FinalValue &known : values)
      if (known.symbol == variable)
        return Rejection{RejectionKind::ScalarState, loop.where,
                         model.nest.symbol(variable).name +
                             " is read after the nest and is the variable of several loops"};
    values.push_back({variable, int(k)});
  }
  return values;
}

} // namespace acc
