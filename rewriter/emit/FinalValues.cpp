#include "rewriter/emit/FinalValues.h"

#include "rewriter/emit/Parameters.h"

#include <cstdlib>

namespace acc {
namespace {

/// Values as C in the wide type, and the loops' last values substituted.
class LastValues {
public:
  LastValues(const Scop &scop, const WideType &wide) : scop(scop), wide(wide) {}

  /// The value of the loop variable in the last iteration; none when no polynomial.
  std::optional<Polynomial> last(int loop) const {
    const ScopLoop &l = scop.loops[loop];
    auto end = outside(l, l.end), first = outside(l, l.first);
    if (!end || !first)
      return std::nullopt;
    if (l.step == 1)
      return *end - Polynomial(1);
    if (l.step == -1)
      return *end + Polynomial(1);
    return std::nullopt;
  }

  /// The value after the loop, as C; "" when it has none.
  std::string afterwards(int loop) const {
    const ScopLoop &l = scop.loops[loop];
    auto end = outside(l, l.end), first = outside(l, l.first);
    if (!end || !first)
      return "";
    std::string e = text(*end), f = text(*first);
    bool mayBeEmpty = l.parent >= 0;
    std::string none = mayBeEmpty ? e + (l.step > 0 ? " <= " : " >= ") + f + " ? " + f + " : " : "";
    if (l.step == 1 || l.step == -1)
      return none + e;
    std::string step = std::to_string(std::abs(l.step));
    Polynomial distance = l.step > 0 ? *end - *first : *first - *end;
    std::string count = "(" + text(distance + Polynomial(std::abs(l.step) - 1)) + ") / " + step;
    return none + f + (l.step > 0 ? " + " : " - ") + count + " * " + step;
  }

private:
  /// The single bound with the outer loops in their last iterations.
  std::optional<Polynomial> outside(const ScopLoop &loop,
                                    const std::vector<Polynomial> &bounds) const {
    if (bounds.size() != 1)
      return std::nullopt;
    std::map<std::string, Polynomial> lasts;
    for (int at = loop.parent; at >= 0; at = scop.loops[at].parent)
      if (bounds[0].contains(scop.loops[at].name)) {
        auto value = last(at);
        if (!value)
          return std::nullopt;
        lasts[scop.loops[at].name] = *value;
      }
    return bounds[0].substitute(lasts);
  }

  std::string text(const Polynomial &value) const { return wideText(scop, wide, value); }

  const Scop &scop;
  const WideType &wide;
};

} // namespace

Outcome<std::vector<std::string>> finalValueStatements(const Scop &scop, const WideType &wide) {
  std::vector<std::string> lines;
  LastValues values(scop, wide);
  for (const FinalValue &final : scop.finalValues) {
    const Symbol &symbol = scop.nest.symbol(final.symbol);
    if (final.loop < 0) {
      const std::string number = wideText(scop, wide, final.number);
      lines.push_back(symbol.spelling + " = " +
                      (final.base < 0 ? "(" + symbol.type.spelling + ")" + number
                                      : scop.nest.symbol(final.base).spelling + " + " + number) +
                      ";");
      continue;
    }
    std::string value = values.afterwards(final.loop);
    bool certain = true;
    for (int at = final.loop; at >= 0; at = scop.loops[at].parent)
      certain &= scop.loops[at].condition.isTrue() && scop.loops[at].entry.isTrue();
    if (value.empty() || !certain)
      return Rejection{RejectionKind::Emission, scop.loops[final.loop].where,
                       "the value of " + symbol.spelling +
                           " after the nest is not an expression in its parameters"};
    lines.push_back(symbol.spelling + " = (" + symbol.type.spelling + ")(" + value + ");");
  }
  return lines;
}

} // namespace acc
