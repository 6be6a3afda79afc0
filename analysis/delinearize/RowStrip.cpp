#include "analysis/delinearize/RowStrip.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

/// The value without the multiples of the pitch that are seen in it:   (n - 1)*ld + m - 1   ->   m
/// - 1
Polynomial withoutRows(const Polynomial &value, const Polynomial &pitch) {
  Polynomial column(0);
  for (const Term &term : value.terms()) {
    Polynomial part = Polynomial::fromTerm(term);
    if (!part.dividedBy(pitch))
      column = column + part;
  }
  return column;
}

} // namespace

std::optional<RowStrip> rowStrip(const DomainFacts &facts, const RecoveredArray &array) {
  const ArrayView &view = array.view;
  if (view.kind != ViewKind::Array || view.sizes.empty() || array.range.low.size() != 1 ||
      array.range.high.size() != 1)
    return std::nullopt;
  const Polynomial &pitch = view.sizes.back();
  RowStrip strip{pitch, withoutRows(array.range.low.front(), pitch),
                 withoutRows(array.range.high.front(), pitch)};
  std::set<std::string> own = pitch.symbols();
  auto isFree = [&](const Polynomial &value) {
    return std::none_of(own.begin(), own.end(),
                        [&](const std::string &name) { return value.contains(name); });
  };
  if (own.empty() || !isFree(strip.first) || !isFree(strip.last))
    return std::nullopt;
  bool isInside =
      std::all_of(array.accesses.begin(), array.accesses.end(), [&](const ViewAccess &use) {
        const Polynomial &column = use.subscripts.back();
        return isFree(column) && facts.nonNegative(use.statement, column - strip.first) &&
               facts.nonNegative(use.statement, strip.last - column);
      });
  return isInside ? std::optional(strip) : std::nullopt;
}

} // namespace acc
