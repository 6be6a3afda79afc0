#include "rewriter/validate/ExactValue.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace acc {
namespace {

/// Whole numbers below this are exact in long double, their sums and products too.
constexpr int kDigits = std::numeric_limits<long double>::digits;
static_assert(kDigits >= 64);
const long double kExact = std::ldexp(1.0L, kDigits);

constexpr long double kUnbounded = std::numeric_limits<long double>::infinity();

/// The limits that are still right where those given may have been rounded.
long double lowEnd(long double low) { return low < -kExact ? -kUnbounded : std::min(low, kExact); }

long double highEnd(long double high) {
  return high > kExact ? kUnbounded : std::max(high, -kExact);
}

/// The quotient is not rounded past a whole number.
bool isDivisible(long double bound, long double by) {
  return by == 1 || std::fabs(bound) <= kExact / 4;
}

/// No bound times nothing is nothing.
long double times(long double a, long double b) { return a == 0 || b == 0 ? 0 : a * b; }

long double limitOf(const CType &type) {
  return std::ldexp(1.0L, static_cast<int>(type.bits()) - (type.isSigned ? 1 : 0)) - 1;
}

long double lowestOf(const CType &type) { return type.isSigned ? -limitOf(type) - 1 : 0; }

} // namespace

ExactValues::ExactValues(const SourceNest &nest, bool divisions)
    : nest(&nest), divisions(divisions) {
  for (const Symbol &symbol : *nest.symbols)
    if (symbol.type.isInteger())
      ranges[symbol.name] = {lowestOf(symbol.type), limitOf(symbol.type)};
}

void ExactValues::forget(const Symbol &variable) {
  if (variable.type.isInteger())
    ranges[variable.name] = {lowestOf(variable.type), limitOf(variable.type)};
  std::erase_if(otherNames, [&](const auto &pair) {
    return pair.first == variable.name || pair.second == variable.name;
  });
  std::erase_if(products,
                [&](const auto &product) { return product.first.count(variable.name) != 0; });
  std::erase_if(ownNames, [&](const auto &own) { // sizes[i] is another element now
    if (!reads(*own.second, variable))
      return false;
    ranges.erase(own.first);
    std::erase_if(products,
                  [&](const auto &product) { return product.first.count(own.first) != 0; });
    return true;
  });
}

bool ExactValues::reads(const Expr &expr, const Symbol &variable) const {
  return (expr.kind == Expr::Kind::Symbol && nest->symbol(expr.symbol).name == variable.name) ||
         std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](const ExprRef &operand) { return reads(*operand, variable); });
}

ExactValues::Range ExactValues::rangeOf(const Polynomial &value) const {
  Range sum{0, 0};
  for (const Term &term : value.terms()) {
    Range product{1, 1};
    for (const auto &[name, exponent] : term.powers) {
      auto known = ranges.find(name);
      Range factor = known == ranges.end() ? Range{-kUnbounded, kUnbounded} : known->second;
      for (int k = 0; k < exponent; ++k) {
        long double ends[] = {times(product.low, factor.low), times(product.low, factor.high),
                              times(product.high, factor.low), times(product.high, factor.high)};
        product = {lowEnd(*std::min_element(ends, ends + 4)),
                   highEnd(*std::max_element(ends, ends + 4))};
      }
    }
    if (std::all_of(term.powers.begin(), term.powers.end(),
                    [](const auto &power) { return power.second % 2 == 0; }))
      product.low = std::max(product.low, 0.0L);
    for (const auto &[monomial, bounds] : products) {
      if (monomial == term.powers) {
        product = {std::max(product.low, bounds.low), std::min(product.high, bounds.high)};
        continue;
      }
      // A bounded product bounds its parts when the other factors are positive.
      bool divides = true;
      for (const auto &[name, exponent] : term.powers) {
        auto found = monomial.find(name);
        divides = divides && found != monomial.end() && found->second >= exponent;
      }
      for (const auto &[name, exponent] : monomial) {
        auto found = term.powers.find(name);
        bool isRest = found == term.powers.end() || found->second < exponent;
        auto range = ranges.find(name);
        divides = divides && (!isRest || (range != ranges.end() && range->second.low >= 1));
      }
      if (divides)
        product = {std::max(product.low, std::min(bounds.low, 0.0L)),
                   std::min(product.high, std::max(bounds.high, 0.0L))};
    }
    long double c = static_cast<long double>(term.coefficient);
    long double ends[] = {times(c, product.low), times(c, product.high)};
    sum.low = lowEnd(sum.low + lowEnd(std::min(ends[0], ends[1])));
    sum.high = highEnd(sum.high + highEnd(std::max(ends[0], ends[1])));
  }
  return sum;
}

bool ExactValues::fits(const Polynomial &value, const CType &type) const {
  if (value.overflowed() || !type.isInteger())
    return false;
  Range range = rangeOf(value);
  return range.low >= lowestOf(type) && range.high <= limitOf(type);
}

void ExactValues::learnTest(const Expr &test, const std::set<SymbolId> &changing) {
  const Expr &plain = skipTruthCasts(test);
  if (plain.kind != Expr::Kind::Binary)
    return;
  if (plain.op() == Op::AmpAmp) {
    for (const ExprRef &operand : plain.operands)
      learnTest(*operand, changing);
    return;
  }
  const bool isLess = plain.op() == Op::Less || plain.op() == Op::LessEqual;
  const bool isSteady = std::none_of(changing.begin(), changing.end(), [&](SymbolId variable) {
    return names(plain.operands[0], variable) || names(plain.operands[1], variable);
  });
  if (!isSteady || (!isLess && plain.op() != Op::Greater && plain.op() != Op::GreaterEqual))
    return;
  auto less = read(*plain.operands[isLess ? 0 : 1]), more = read(*plain.operands[isLess ? 1 : 0]);
  if (less && more)
    learn(plain.text.size() == 1 ? Condition::less(*less, *more)
                                 : Condition::lessEqual(*less, *more));
}

std::optional<Polynomial> ExactValues::read(const Expr &expr) {
  bool mayHaveName = expr.kind == Expr::Kind::Binary || expr.kind == Expr::Kind::Access ||
                     expr.kind == Expr::Kind::Conditional;
  if (auto name = mayHaveName && nameOf && expr.type.isInteger() ? nameOf(expr) : std::nullopt) {
    if (ownNames.emplace(*name, std::make_shared<Expr>(expr)).second) {
      narrow(*name, {lowestOf(expr.type), limitOf(expr.type)});
      ExactValues plain(*nest, true); // what its operands give: (n - 3) / 2 is at most half of n
      plain.ranges = ranges;
      if (auto value = plain.read(expr))
        narrow(*name, plain.rangeOf(*value));
    }
    return Polynomial::symbol(*name);
  }
  if (divisions && isTruthValue(expr))
    return named(printExpr(*nest, expr), {0, 1});
  switch (expr.kind) {
  case Expr::Kind::Integer:
    return Polynomial(expr.value);
  case Expr::Kind::Symbol: {
    if (!expr.type.isInteger())
      return std::nullopt;
    const std::string &name = nest->symbol(expr.symbol).name;
    auto other = otherNames.find(name);
    return Polynomial::symbol(other == otherNames.end() ? name : other->second);
  }
  case Expr::Kind::Cast: {
    auto inner = read(*expr.operands[0]);
    return inner && fits(*inner, expr.type) ? inner : std::nullopt;
  }
  case Expr::Kind::Unary: {
    auto inner = read(*expr.operands[0]);
    if (!inner || (expr.op() != Op::Minus && expr.op() != Op::Plus))
      return std::nullopt;
    Polynomial value = expr.op() == Op::Minus ? -*inner : *inner;
    return fits(value, expr.type) ? std::optional(value) : std::nullopt;
  }
  case Expr::Kind::Binary: {
    if (expr.op() == Op::Slash || expr.op() == Op::Percent)
      return readDivision(expr);
    if (!expr.type.isInteger() ||
        !(expr.op() == Op::Plus || expr.op() == Op::Minus || expr.op() == Op::Star))
      return std::nullopt;
    auto a = read(*expr.operands[0]), b = read(*expr.operands[1]);
    if (!a || !b)
      return std::nullopt;
    Polynomial value = expr.op() == Op::Plus ? *a + *b : expr.op() == Op::Minus ? *a - *b : *a * *b;
    if (fits(value, expr.type))
      return value;
    if (expr.type.isSigned && !nest->unit->wrapsSigned && !overflow)
      overflow = &expr;
    return std::nullopt;
  }
  case Expr::Kind::Conditional: {
    if (const Expr *only = decided(expr))
      return read(*only);
    ExactValues inner = *this;
    inner.learnTest(*expr.operands[0]);
    auto a = inner.read(*expr.operands[1]), b = read(*expr.operands[2]);
    if (!overflow)
      overflow = inner.overflow;
    if (!divisions || !a || !b)
      return std::nullopt;
    Range one = inner.rangeOf(*a), other = rangeOf(*b);
    return named(printExpr(*nest, expr),
                 {std::min(one.low, other.low), std::max(one.high, other.high)});
  }
  default:
    return std::nullopt;
  }
}

std::vector<ExprRef> ExactValues::computedOperands(const Expr &expr) {
  std::vector<ExprRef> all = expr.operands;
  if (const Expr *only = expr.kind == Expr::Kind::Conditional ? decided(expr) : nullptr)
    all.erase(all.begin() + (all[1].get() == only ? 2 : 1));
  return all;
}

const Expr *ExactValues::decided(const Expr &conditional) {
  const Expr *test = conditional.operands[0].get();
  while (test->kind == Expr::Kind::Cast && test->operands[0]->type.isInteger())
    test = test->operands[0].get();
  if (test->kind != Expr::Kind::Binary || test->operands.size() != 2 ||
      !test->operands[0]->type.isInteger() || !test->operands[1]->type.isInteger())
    return nullptr;
  auto a = read(*test->operands[0]), b = read(*test->operands[1]);
  if (!a || !b)
    return nullptr;
  const bool isGreater = test->op() == Op::Greater || test->op() == Op::GreaterEqual;
  if (!isGreater && test->op() != Op::Less && test->op() != Op::LessEqual)
    return nullptr;
  const Range distance = rangeOf(isGreater ? *a - *b : *b - *a); // the test: > 0, or >= 0
  const long double least = test->text.size() == 1 ? 1 : 0;
  if (distance.low >= least)
    return conditional.operands[1].get();
  return distance.high < least ? conditional.operands[2].get() : nullptr;
}

Polynomial ExactValues::named(const std::string &name, Range range) {
  ranges[name] = range;
  return Polynomial::symbol(name);
}

std::optional<Polynomial> ExactValues::readDivision(const Expr &expr) {
  auto a = read(*expr.operands[0]), b = read(*expr.operands[1]);
  if (!divisions || !a || !b)
    return std::nullopt;
  const Range divisor = rangeOf(*b);
  if (divisor.low < 1)
    return std::nullopt;
  // Truncating: the remainder has the sign of the dividend.
  if (auto dividend = a->constant(), by = b->constant(); dividend && by)
    return Polynomial(expr.op() == Op::Percent ? *dividend % *by : *dividend / *by);
  Range range = rangeOf(*a);
  if (expr.op() == Op::Percent)
    range = {std::max(std::min(range.low, 0.0L), 1 - divisor.high),
             std::min(std::max(range.high, 0.0L), divisor.high - 1)};
  else // rounding may be off by one, but not where nothing is divided
    range = {std::trunc(range.low / (range.low < 0 ? divisor.low : divisor.high)) - 1,
             range.high >= 0 && divisor.low == 1
                 ? range.high
                 : std::trunc(range.high / (range.high < 0 ? divisor.high : divisor.low)) + 1};
  return named("(" + a->str() + ") " + expr.text + " (" + b->str() + ")", range);
}

void ExactValues::learnEqual(const std::string &name, const Polynomial &value) {
  learn(Condition::zero(Polynomial::symbol(name) - value));
  const std::set<std::string> symbols = value.symbols();
  if (symbols.size() == 1 && *symbols.begin() != name &&
      value == Polynomial::symbol(*symbols.begin()))
    otherNames[name] = *symbols.begin();
}

void ExactValues::learn(const Condition &condition) {
  // Two rounds, so that a bound of one name reaches another.
  for (int round = 0; round < 2; ++round)
    for (const Condition &term : condition.conjuncts()) {
      bool isZero = term.kind() == Condition::Kind::Zero;
      if (!isZero && term.kind() != Condition::Kind::NonNegative)
        continue;
      learnProduct(term);
      for (const std::string &name : term.value().symbols()) {
        auto slope = term.value().coefficient(name, 1).constant();
        if (!slope || *slope == 0 || term.value().degree(name) != 1)
          continue;
        // slope*name + rest >= 0 (or == 0)
        Polynomial rest = term.value() - Polynomial(*slope) * Polynomial::symbol(name);
        Range bounds = rangeOf(rest);
        if (*slope > 0)
          bounds = {-bounds.high, -bounds.low};
        // |slope|*name is at least bounds.low where the slope is positive, else at most
        // bounds.high; where the sum is zero, both.
        const bool hasLow = isZero || *slope > 0, hasHigh = isZero || *slope < 0;
        const long double s = std::fabs(static_cast<long double>(*slope));
        narrow(name,
               {hasLow && isDivisible(bounds.low, s) ? std::ceil(bounds.low / s) : -kUnbounded,
                hasHigh && isDivisible(bounds.high, s) ? std::floor(bounds.high / s) : kUnbounded});
      }
    }
}

void ExactValues::narrow(const std::string &name, Range to) {
  Range &range = ranges.try_emplace(name, Range{-kUnbounded, kUnbounded}).first->second;
  range = {std::max(range.low, to.low), std::min(range.high, to.high)};
}

void ExactValues::learnProduct(const Condition &comparison) {
  std::vector<Term> terms = comparison.value().terms();
  std::erase_if(terms, [](const Term &term) { return term.powers.empty(); });
  if (terms.size() != 1 || terms[0].degree() < 2 || std::abs(terms[0].coefficient) != 1)
    return;
  // rest - product >= 0, or product + rest >= 0
  auto rest =
      static_cast<long double>(*(comparison.value() - Polynomial::fromTerm(terms[0])).constant());
  bool isZero = comparison.kind() == Condition::Kind::Zero, isUpper = terms[0].coefficient < 0;
  Range &range =
      products.try_emplace(terms[0].powers, Range{-kUnbounded, kUnbounded}).first->second;
  if (isUpper || isZero)
    range.high = std::min(range.high, isUpper ? rest : -rest);
  if (!isUpper || isZero)
    range.low = std::max(range.low, isUpper ? rest : -rest);
}

namespace {

/// A floating constant, perhaps negated.
std::optional<long double> floatingConstant(const Expr &expr) {
  if (expr.kind == Expr::Kind::Unary && expr.op() == Op::Minus) {
    auto inner = floatingConstant(*expr.operands[0]);
    return inner ? std::optional(-*inner) : std::nullopt;
  }
  if (expr.kind != Expr::Kind::Literal || expr.type.kind != CType::Kind::Floating)
    return std::nullopt;
  return std::strtold(expr.text.c_str(), nullptr);
}

} // namespace

Condition ExactValues::learnMagnitude(const Expr &expr) {
  if (expr.kind != Expr::Kind::Binary || expr.operands.size() != 2)
    return Condition::always();
  bool isUpper = expr.op() == Op::Less || expr.op() == Op::LessEqual;
  auto limit = floatingConstant(*expr.operands[1]);
  if (!limit || (!isUpper && expr.op() != Op::Greater && expr.op() != Op::GreaterEqual) ||
      (*limit > 0) != isUpper)
    return Condition::always();
  std::map<std::string, int> monomial;
  long double factor = 1;
  std::vector<const Expr *> open{expr.operands[0].get()};
  while (!open.empty()) {
    const Expr *at = open.back();
    open.pop_back();
    if (at->type.isInteger()) {
      auto value = read(*at);
      std::vector<Term> terms = value ? value->terms() : std::vector<Term>();
      if (terms.size() != 1 || terms[0].coefficient <= 0)
        return Condition::always();
      for (const auto &[name, exponent] : terms[0].powers)
        monomial[name] += exponent;
      factor *= static_cast<long double>(terms[0].coefficient);
    } else if (at->type.kind != CType::Kind::Floating || at->type.size < 8) {
      return Condition::always(); // float rounds by more than the room below
    } else if (at->kind == Expr::Kind::Cast) {
      open.push_back(at->operands[0].get());
    } else if (at->kind == Expr::Kind::Binary && at->op() == Op::Star) {
      open.push_back(at->operands[0].get());
      open.push_back(at->operands[1].get());
    } else if (auto constant = floatingConstant(*at); constant && *constant >= 1) {
      factor *= *constant;
    } else {
      return Condition::always();
    }
  }
  if (monomial.empty())
    return Condition::always();
  // Each operation of the test rounds to double: leave room for it.
  long double bound = std::trunc(*limit / factor * (1 + 1e-12L));
  Range &range = products.try_emplace(monomial, Range{-kUnbounded, kUnbounded}).first->second;
  if (isUpper)
    range.high = std::min(range.high, bound);
  else
    range.low = std::max(range.low, bound);
  constexpr long double kRepresentable = 4e18L;
  if (std::fabs(bound) > kRepresentable)
    return Condition::always();
  Polynomial product = Polynomial::fromTerm({1, monomial});
  return isUpper ? Condition::lessEqual(product, Polynomial(static_cast<int64_t>(bound)))
                 : Condition::lessEqual(Polynomial(static_cast<int64_t>(bound)), product);
}

} // namespace acc
