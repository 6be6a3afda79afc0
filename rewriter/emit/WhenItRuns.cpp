#include "rewriter/emit/WhenItRuns.h"

#include "rewriter/emit/Parameters.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

namespace acc {
namespace {

/// Such limits keep the check's own arithmetic exact.
constexpr int64_t kFarBeyondSizes = 1000000000;

/// What bounds are placed on, as text, and the strongest of them.
struct Bound {
  std::string of;
  std::optional<int64_t> least = {}, most = {};
};

class Bounds {
public:
  explicit Bounds(const Scop &scop) : scop(scop) {}

  /// Of a single value of the source by a constant.
  void add(const Condition &one) {
    const bool isEqual = one.kind() == Condition::Kind::Zero;
    const std::set<std::string> names = one.symbols();
    if ((!isEqual && one.kind() != Condition::Kind::NonNegative) || names.size() != 1)
      return;
    const std::string text = textOf(*names.begin());
    const Polynomial name = Polynomial::symbol(*names.begin());
    for (int64_t sign : {1, -1}) { // sign * name + rest >= 0
      const auto rest = (one.value() - Polynomial(sign) * name).constant();
      if (text.empty() || !rest || std::abs(*rest) >= kFarBeyondSizes)
        continue;
      Bound &bound = boundOf(text);
      if (isEqual || sign > 0)
        bound.least = std::max(bound.least.value_or(-sign * *rest), -sign * *rest);
      if (isEqual || sign < 0)
        bound.most = std::min(bound.most.value_or(-sign * *rest), -sign * *rest);
      if (sign > 0)
        leasts[*names.begin()] = *bound.least;
      return;
    }
  }

  /// Of the product of trip counts, unless bounds of single values imply it.
  void add(const WorkEstimate &work) {
    std::string text;
    bool grows = true;
    for (const Polynomial &length : work.lengths) {
      for (const Term &term : length.terms())
        grows &= term.powers.empty() || term.coefficient > 0;
      const std::string one = factorText(length);
      if (one.empty())
        return;
      text += (text.empty() ? "" : "*") + one;
    }
    const std::optional<int64_t> least = work.product().evaluate(leasts);
    if (!grows || !least || *least < work.least)
      boundOf(text).least = work.least;
    if (work.hasMost())
      boundOf(text).most = work.most;
  }

  std::string words() const {
    std::string text;
    for (const Bound &one : all) {
      text += text.empty() ? "runs for " : ", ";
      const auto number = [](std::optional<int64_t> value) { return std::to_string(*value); };
      if (one.least && one.most && *one.least == *one.most)
        text += one.of + " == " + number(one.least);
      else if (one.least && one.most)
        text += number(one.least) + " <= " + one.of + " <= " + number(one.most);
      else
        text += one.of + (one.least ? " >= " + number(one.least) : " <= " + number(one.most));
    }
    return text;
  }

private:
  /// "n", "l->w"; "" where it has no name in the source.
  std::string textOf(const std::string &name) const {
    const Parameter *parameter = scop.parameter(name);
    return parameter && parameter->symbol >= 0 ? parameterText(scop, *parameter) : "";
  }

  /// "n", "(n - 1)"; "" where something in it has no name in the source.
  std::string factorText(const Polynomial &factor) const {
    const std::set<std::string> names = factor.symbols();
    if (names.size() == 1 && factor == Polynomial::symbol(*names.begin()))
      return textOf(*names.begin());
    for (const std::string &name : names)
      if (textOf(name) != name)
        return "";
    return "(" + factor.str() + ")";
  }

  Bound &boundOf(const std::string &name) {
    for (Bound &one : all)
      if (one.of == name)
        return one;
    return all.emplace_back(Bound{name});
  }

  const Scop &scop;
  std::vector<Bound> all;
  std::map<std::string, int64_t> leasts;
};

} // namespace

std::string whenItRuns(const Scop &scop, const Condition &check, const WorkEstimate &work) {
  Bounds bounds(scop);
  for (const Condition &one : check.conjuncts())
    bounds.add(one);
  if (work.lengths.size() > 1 && !haveOneLength(work.lengths))
    bounds.add(work);
  return bounds.words();
}

} // namespace acc
