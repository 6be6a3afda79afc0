#include "analysis/model/Parameters.h"

#include "analysis/model/IntegerValue.h"
#include "analysis/model/Quotient.h"
#include "analysis/model/ScopIsl.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cassert>
#include <cctype>

namespace acc {
namespace {

/// The text of a location without its casts: a `*` in a parameter's name would make it a product
/// (ScopIsl.h). "q" for a text that is not a name even then.
///   ((struct plan *)state)[0].n   ->   state[0].n
std::string withoutCasts(std::string text) {
  auto isInWord = [&](size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) ||
                                text[at] == '_' || text[at] == ']' || text[at] == ')');
  };
  for (size_t end = text.find("*)"); end != std::string::npos; end = text.find("*)")) {
    const size_t open = text.rfind('(', end);
    if (open == std::string::npos || (open > 0 && isInWord(open - 1)))
      break;
    text.erase(open, end + 2 - open);
  }
  // (state)[0]   ->   state[0]
  for (size_t open = 0; (open = text.find('(', open)) != std::string::npos;) {
    size_t end = open + 1;
    while (end < text.size() && text[end] != ')' && isInWord(end))
      ++end;
    if (end < text.size() && text[end] == ')' && end > open + 1 &&
        !(open > 0 && isInWord(open - 1))) {
      text.erase(end, 1);
      text.erase(open, 1);
    } else {
      ++open;
    }
  }
  return text.find('*') == std::string::npos ? text : "q";
}

} // namespace

std::optional<std::string> ModelContext::iterator(SymbolId symbol) const {
  for (auto index = scope.rbegin(); index != scope.rend(); ++index)
    if (loops[*index].variable == symbol)
      return loops[*index].name;
  return std::nullopt;
}

bool ModelContext::isIterator(const std::string &name) const {
  return std::any_of(loops.begin(), loops.end(),
                     [&](const ScopLoop &loop) { return loop.name == name; });
}

bool ModelContext::isInvariant(const Polynomial &value) const {
  for (const std::string &name : value.symbols())
    if (isIterator(name))
      return false;
  return true;
}

std::vector<std::string> ModelContext::iterators() const {
  std::vector<std::string> names;
  for (int index : scope)
    names.push_back(loops[index].name);
  return names;
}

void ModelContext::enter(ScopLoop loop) {
  loop.parent = scope.empty() ? -1 : scope.back();
  auto [low, high] = limitsOf(nest.symbol(loop.variable).type);
  Interval range{low, high};
  bool up = loop.step > 0;
  auto tighten = [&](const Polynomial &bound, bool isLow) {
    Interval known = rangeOf(bound);
    if (isLow)
      range.low = std::max(range.low, known.low);
    else
      range.high = std::min(range.high, known.high);
  };
  for (const Polynomial &first : loop.first)
    tighten(first, up);
  for (const Polynomial &end : loop.end)
    tighten(up ? end - Polynomial(1) : end + Polynomial(1), !up);
  ranges[loop.name] = range;
  loops.push_back(std::move(loop));
  scope.push_back(int(loops.size()) - 1);
}

void ModelContext::leave() { scope.pop_back(); }

void ModelContext::forget() {
  assert(!scope.empty() && scope.back() == int(loops.size()) - 1);
  scope.pop_back();
  ranges.erase(loops.back().name);
  loops.pop_back();
}

Outcome<Polynomial> ModelContext::parameterOf(SymbolId id, SourceRange where) {
  const Symbol &symbol = nest.symbol(id);
  if (auto why = state.find(id); why != state.end()) {
    Rejection reason = why->second;
    reason.where = where;
    return reason;
  }
  if (auto why = stores.whyNotInvariant(id, where))
    return *why;
  for (const Parameter &parameter : parameters)
    if (parameter.symbol == id)
      return Polynomial::symbol(parameter.name);
  std::string name = isIterator(symbol.name) ? fresh(symbol.name) : symbol.name;
  parameters.push_back({name, symbol.type, id, {}, "", nullptr, false});
  auto [low, high] = limitsOf(symbol.type);
  ranges[name] = {low, high};
  keep(id, where);
  return Polynomial::symbol(name);
}

Polynomial
ModelContext::derived(const std::string &text, const CType &type, ExprRef definition,
                      const std::string &hint,
                      const std::function<std::vector<Condition>(const Polynomial &)> &stated) {
  auto isSameType = [&](const CType &other) {
    return other.size == type.size && other.isSigned == type.isSigned;
  };
  for (const Parameter &parameter : parameters)
    if (parameter.valueText == text && isSameType(parameter.type))
      return Polynomial::symbol(parameter.name);
  auto holder = holders.find(printExpr(nest, skipWidening(*definition)));
  bool isHeld = holder != holders.end() && isSameType(nest.symbol(holder->second).type);
  std::string name = fresh(withoutCasts(hint));
  if (isHeld) {
    const Symbol &variable = nest.symbol(holder->second);
    name = isIterator(variable.name) ? fresh(variable.name) : variable.name;
    parameters.push_back({name, variable.type, holder->second, {}, text, nullptr, false});
  } else {
    parameters.push_back({name, type, -1, {}, text, std::move(definition), false});
  }
  auto [low, high] = limitsOf(type);
  ranges[name] = {low, high};
  Polynomial value = Polynomial::symbol(name);
  if (stated)
    for (Condition &fact : stated(value))
      facts.push_back(std::move(fact));
  return value;
}

std::string ModelContext::fresh(const std::string &hint) const {
  auto used = [&](const std::string &name) {
    if (nest.unit->identifiers.mayContain(name) || ranges.count(name) || isIterator(name))
      return true;
    return std::any_of(nest.symbols->begin(), nest.symbols->end(),
                       [&](const Symbol &symbol) { return symbol.name == name; });
  };
  if (!used(hint))
    return hint;
  for (int k = 1;; ++k)
    if (std::string name = hint + "_" + std::to_string(k); !used(name))
      return name;
}

Interval ModelContext::rangeOf(const Polynomial &value) const {
  return intervalOf(value, [&](const std::string &name) {
    auto known = ranges.find(name);
    return known == ranges.end() ? kAnyInteger : known->second;
  });
}

std::optional<Polynomial> ModelContext::extreme(const Polynomial &value, bool least) const {
  Polynomial result = value;
  for (auto index = scope.rbegin(); index != scope.rend(); ++index) {
    const ScopLoop &loop = loops[*index];
    if (!result.contains(loop.name))
      continue;
    Polynomial coefficient = result.coefficient(loop.name, 1);
    auto rises = [&](const Polynomial &slope) {
      return rangeOf(slope).low >= 0 ||
             std::find(positive.begin(), positive.end(), slope) != positive.end();
    };
    bool grows = rises(coefficient);
    if (result.degree(loop.name) != 1 || (!grows && !rises(-coefficient)))
      return std::nullopt;
    bool wantsLow = grows == least;
    bool fromFirst = wantsLow == (loop.step > 0);
    const std::vector<Polynomial> &bounds = fromFirst ? loop.first : loop.end;
    if (bounds.empty())
      return std::nullopt;
    Polynomial bound = bounds.front();
    if (!fromFirst)
      bound = loop.step > 0 ? bound - Polynomial(1) : bound + Polynomial(1);
    result = result.substitute({{loop.name, bound}});
  }
  return isInvariant(result) ? std::optional(result) : std::nullopt;
}

bool ModelContext::isNonNegative(const Polynomial &value) const {
  if (rangeOf(value).low >= 0)
    return true;
  auto least = extreme(value, true);
  if (least && rangeOf(*least).low >= 0)
    return true;
  for (const Polynomial &factor : positive) {
    Quotient parts = reducedBy(value, factor);
    if (!parts.quotient.isZero() && isNonNegative(parts.quotient) && isNonNegative(parts.rest))
      return true;
  }
  return false;
}

std::optional<std::vector<WrapRequirement>>
ModelContext::hoisted(const std::vector<WrapRequirement> &requirements) const {
  std::vector<WrapRequirement> result;
  auto add = [&](const Polynomial &value, const Polynomial &low, const Polynomial &high,
                 SourceRange where) {
    Interval range = rangeOf(value);
    if (range.low < *low.constant() || range.high > *high.constant())
      result.push_back({value, low, high, where});
  };
  for (const WrapRequirement &requirement : requirements) {
    if (isInvariant(requirement.value)) {
      result.push_back(requirement);
      continue;
    }
    auto least = extreme(requirement.value, true);
    auto greatest = extreme(requirement.value, false);
    if (!least || !greatest)
      return std::nullopt;
    Interval range = rangeOf(requirement.value);
    if (range.low < *requirement.low.constant())
      add(*least, requirement.low, Polynomial(INT64_MAX), requirement.where);
    if (range.high > *requirement.high.constant())
      add(*greatest, Polynomial(-INT64_MAX), requirement.high, requirement.where);
  }
  return result;
}

void ModelContext::keep(SymbolId id, SourceRange where, bool isReadAgain) {
  if (!stores.isMemory(id) || nest.symbol(id).type.kind == CType::Kind::Array)
    return;
  std::string what = nest.symbol(id).name + " does not change in the nest";
  if (stores.isTrusted(id)) {
    what += ", not even in the call " + printExpr(nest, *stores.call());
    assume(AssumptionKind::Invariant, what, where, Verdict::RunTime);
  } else {
    assume(AssumptionKind::Invariant, what, where);
  }
  addKept(stores.keptBy(id, isReadAgain));
}

void ModelContext::keep(const Expr &access) {
  assume(AssumptionKind::Invariant, printExpr(nest, access) + " does not change in the nest",
         access.range);
  addKept(stores.keptBy(access));
}

void ModelContext::addKept(const std::vector<KeptLocation> &locations) {
  for (const KeptLocation &location : locations) {
    auto known = std::find_if(kept.begin(), kept.end(), [&](const KeptLocation &other) {
      return other.text == location.text;
    });
    if (known == kept.end())
      kept.push_back(location);
    else
      known->isReadAgain |= location.isReadAgain;
  }
}

void ModelContext::assume(AssumptionKind kind, const std::string &text, SourceRange where,
                          Verdict verdict) {
  for (const Assumption &assumption : assumptions)
    if (assumption.kind == kind && assumption.text == text)
      return;
  assumptions.push_back({kind, Condition::always(), text, verdict, where});
}

} // namespace acc
