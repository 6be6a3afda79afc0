#include "rewriter/validate/Wraps.h"

#include <algorithm>
#include <limits>

namespace acc {
namespace {

/// What is at least as great as the value and has no negative constant, which a limit of 64 bits
/// minus it would exceed.
Polynomial withoutNegativeConstant(const Polynomial &value) {
  for (const Term &term : value.terms())
    if (term.powers.empty() && term.coefficient < 0)
      return value - Polynomial(term.coefficient);
  return value;
}

/// low <= value <= high with limits that may lie beyond 64 signed bits: they are
/// drawn in, so that the differences stay exact.
template <typename NonNegative>
bool keepsRange(const WrapRequirement &wrap, const NonNegative &nonNegative) {
  constexpr int64_t kLowest = std::numeric_limits<int64_t>::min() / 2;
  int64_t low = std::max(wrap.low.constant().value_or(kLowest), kLowest);
  int64_t high = wrap.high.constant().value_or(std::numeric_limits<int64_t>::max());
  Polynomial room = Polynomial(high) - wrap.value;
  if (room.overflowed())
    room = Polynomial(high) - withoutNegativeConstant(wrap.value);
  return nonNegative(wrap.value - Polynomial(low)) && nonNegative(room);
}

} // namespace

std::optional<Rejection> checkWraps(const Scop &scop, const GuardContext &guard) {
  auto fails = [](const WrapRequirement &wrap) {
    return Rejection{RejectionKind::NotProved, wrap.where,
                     "index arithmetic may wrap: " + wrap.low.str() + " <= " + wrap.value.str() +
                         " <= " + wrap.high.str()};
  };
  for (const WrapRequirement &wrap : scop.entryWraps)
    if (!keepsRange(wrap, [&](const Polynomial &value) { return guard.isNonNegative(value); }))
      return fails(wrap);
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      for (const WrapRequirement &wrap : access.wraps)
        if (!keepsRange(wrap, [&](const Polynomial &value) {
              return guard.isNonNegativeOn(scop, statement, value);
            }))
          return fails(wrap);
  return std::nullopt;
}

} // namespace acc
