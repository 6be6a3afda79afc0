#include "analysis/model/IndexPieces.h"

#include "analysis/model/Conditions.h"
#include "analysis/model/Quotient.h"
#include "analysis/model/ScopIsl.h"
#include "analysis/tree/AbsoluteValue.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <functional>

namespace acc {
namespace {

// Quotients that are tried, and how many of (head + i) % n, where nothing is
// known of the parameter head: a wrap around the end.
constexpr int kMaxQuotients = 4;
constexpr int kWrapAround = 2;

/// Alternatives of facts together; beyond, those with alternatives are left out.
constexpr size_t kMaxAlternatives = 16;

/// The parameters and what is known of them; less where facts of many quotients, each for both
/// signs, would multiply.
Scop knownParameters(const ModelContext &model) {
  Scop known;
  known.parameters = model.parameters;
  size_t alternatives = 1;
  std::vector<Condition> facts;
  for (const Condition &fact : model.facts) {
    size_t own = fact.kind() == Condition::Kind::Or ? fact.operands().size() : 1;
    if (alternatives * own > kMaxAlternatives)
      continue;
    alternatives *= own;
    facts.push_back(fact);
  }
  known.context = Condition::conjunction(facts);
  return known;
}

/// The iterations of the loops in scope, with what is known of the parameters so far.
class Iterations {
public:
  Iterations(const ModelContext &model, const IslContext &context)
      : context(context), iterators(model.iterators()) {
    auto isAffine = [&](const Polynomial &bound) {
      return linearForm(bound, iterators).has_value();
    };
    for (int loop : model.scope)
      for (const std::vector<Polynomial> *bounds :
           {&model.loops[loop].first, &model.loops[loop].end})
        if (!std::all_of(bounds->begin(), bounds->end(), isAffine))
          return;
    Scop probe = knownParameters(model);
    probe.loops = model.loops;
    ScopStatement statement;
    statement.id = kTuple;
    statement.loops = model.scope;
    all = iterationDomain(context, probe, statement).intersect_params(contextSet(context, probe));
  }

  /// Those that satisfy the condition; none when that or a bound is not affine.
  std::optional<isl::set> where(const Condition &condition) const {
    auto satisfying = conditionSet(context, kTuple, iterators, condition);
    return all && satisfying ? std::optional(all->intersect(*satisfying)) : std::nullopt;
  }

private:
  static constexpr const char *kTuple = "S";
  std::reference_wrapper<const IslContext> context;
  std::vector<std::string> iterators;
  std::optional<isl::set> all;
};

class PieceSearch {
public:
  PieceSearch(ModelContext &model, const IslContext &context, const Condition &condition,
              std::vector<WrapRequirement> &entryWraps)
      : model(model), context(context), condition(condition), entryWraps(entryWraps) {}

  std::optional<IndexPieces> inStatement(const StmtRef &body) {
    std::optional<IndexPieces> found;
    forEachExprIn(body, [&](const ExprRef &part) {
      if (part->kind != Expr::Kind::Access || found)
        return;
      for (const ExprRef &operand : part->operands)
        if (!found && !(operand->type.isInteger() && isDecided(*operand)))
          found = inIndex(*operand);
    });
    return found;
  }

private:
  bool isDecided(const Expr &expr) const {
    std::vector<WrapRequirement> ignored;
    auto value = IntegerReader(model, ignored).read(expr);
    return value && value->isSingle();
  }

  std::optional<IndexPieces> inIndex(const Expr &expr) {
    if (model.chosen.count(&expr) || expr.kind == Expr::Kind::Access)
      return std::nullopt;
    if (auto taken = model.taken.find(&expr); taken != model.taken.end())
      return inIndex(*taken->second);
    bool isInteger = expr.type.isInteger();
    if (expr.kind == Expr::Kind::Conditional && isInteger) {
      if (isDecided(expr))
        return std::nullopt;
      return ofConditional(expr);
    }
    for (const ExprRef &operand : expr.operands)
      if (auto found = inIndex(*operand))
        return found;
    if (isAbsoluteValue(expr) && !isDecided(expr))
      return ofAbsolute(expr);
    if (isInteger && divisionForm(expr) && !isDecided(expr))
      return ofDivision(expr, *divisionForm(expr));
    return std::nullopt;
  }

  std::optional<IndexPieces> ofConditional(const Expr &expr) {
    std::vector<WrapRequirement> wraps;
    auto test = readCondition(model, *expr.operands[0], wraps);
    if (!test)
      return std::nullopt;
    entryWraps.insert(entryWraps.end(), wraps.begin(), wraps.end());
    IndexPieces result;
    result.node = &expr;
    result.pieces = {{*test, Polynomial(0), expr.operands[1].get()},
                     {test->negated(), Polynomial(0), expr.operands[2].get()}};
    return result;
  }

  /// |e| is e or -e.
  std::optional<IndexPieces> ofAbsolute(const Expr &expr) {
    IndexPieces result;
    result.node = &expr;
    IntegerReader reader(model, result.wraps);
    auto operand = reader.read(*expr.operands[0]);
    if (!operand || !operand->isSingle())
      return std::nullopt;
    reader.force(*operand, expr.range);
    const Polynomial e = operand->single();
    if (!linearForm(e, model.iterators()))
      return std::nullopt;
    result.pieces = {{Condition::nonNegative(e), e, nullptr},
                     {Condition::less(e, Polynomial(0)), -e, nullptr}};
    return result;
  }

  /// e / c and e % c for e = c*quotient + rest, by the value k of floor(rest / c).
  std::optional<IndexPieces> ofDivision(const Expr &expr, const DivisionForm &form) {
    IndexPieces result;
    result.node = &expr;
    IntegerReader reader(model, result.wraps);
    auto dividend = reader.read(*form.dividend);
    if (!dividend || !dividend->isSingle())
      return std::nullopt;
    IntegerValue e = reader.convert(*dividend, expr.type, expr.range);
    bool isExact = !e.isRing;
    reader.force(e, expr.range);
    Polynomial c(form.power);
    if (form.divisor) {
      auto divisor = reader.read(*form.divisor);
      if (!divisor || !divisor->isSingle())
        return std::nullopt;
      IntegerValue converted = reader.convert(*divisor, expr.type, expr.range);
      reader.force(converted, expr.range);
      c = converted.single();
    }
    if (!model.isInvariant(c) || (c.constant() && *c.constant() <= 0))
      return std::nullopt;
    Quotient parts = reducedBy(e.single(), c);
    if (!linearForm(parts.rest, model.iterators()))
      return std::nullopt;
    bool isQuotientKnown = linearForm(parts.quotient, model.iterators()).has_value();
    if (!isQuotientKnown && !model.isNonNegative(parts.quotient))
      return std::nullopt;
    Condition positive = Condition::less(Polynomial(0), c), above = Condition::always();
    Iterations iterations(model, context);
    auto possible = [&](const Condition &more) {
      auto set = iterations.where(Condition::conjunction({condition, positive, above, more}));
      return !set || !set->is_empty();
    };
    /// The first k that is no quotient of `rest`; none when that has too many.
    auto endOfQuotients = [&](const Polynomial &rest, int from) -> std::optional<int> {
      for (int k = from; k <= kMaxQuotients; ++k)
        if (!possible(Condition::lessEqual(Polynomial(k) * c, rest)))
          return k;
      return std::nullopt;
    };
    int lowest = parts.quotient.isZero() ? 0 : -1;
    auto end = endOfQuotients(parts.rest, lowest);
    std::vector<Condition> wrong{positive.negated()};
    bool isAbove = false; // e >= 0 is asked for in every iteration: `above`
    if (!end && !c.constant() && startsAtParameter(parts.rest)) {
      Polynomial walked = withoutHead(e.single());
      isAbove = form.isRemainder && isPlain(form.dividend) && endOfQuotients(walked, -1);
      if (isAbove) {
        lowest = -1;
        // e and walked + head % c differ by a multiple of c.
        Polynomial head = e.single() - walked;
        auto [low, high] = limitsOf(expr.type);
        reader.require(head, low, high, expr.range);
        auto need = excluding(Condition::less(e.single(), Polynomial(0)));
        if (!need)
          return std::nullopt;
        above = *need;
        parts = {Polynomial(0), walked + remainderOf(expr, head, c, isExact)};
        iterations = Iterations(model, context);
        end = endOfQuotients(parts.rest, lowest);
      } else {
        end = kWrapAround;
      }
    }
    if (!end)
      return std::nullopt;
    auto quotientIs = [&](int k) {
      return Condition::conjunction({Condition::lessEqual(Polynomial(k) * c, parts.rest),
                                     Condition::less(parts.rest, Polynomial(k + 1) * c)});
    };
    // C rounds towards zero: below zero its quotient is another one.
    wrong.push_back(Condition::less(parts.rest, Polynomial(lowest) * c));
    wrong.push_back(Condition::lessEqual(Polynomial(*end) * c, parts.rest));
    for (int k = lowest; k < *end; ++k) {
      if (!possible(quotientIs(k)))
        continue;
      Polynomial quotient = parts.quotient + Polynomial(k);
      result.pieces.push_back(
          {quotientIs(k), form.isRemainder ? parts.rest - Polynomial(k) * c : quotient, nullptr});
      Condition below = Condition::less(quotient, Polynomial(0));
      if (isAbove)
        continue;
      if (isQuotientKnown)
        wrong.push_back(Condition::conjunction({quotientIs(k), below}));
      else if (k < 0)
        wrong.push_back(quotientIs(k));
    }
    auto need = excluding(Condition::disjunction(wrong));
    if (!need || result.pieces.empty())
      return std::nullopt;
    result.need = Condition::conjunction({above, *need});
    if (result.pieces.size() == 1 && result.need.isTrue())
      result.pieces.front().when = Condition::always();
    return result;
  }

  /// The terms of the value that some loop moves.
  Polynomial withoutHead(const Polynomial &value) const {
    Polynomial walked;
    for (const Term &term : value.terms())
      if (Polynomial part = Polynomial::fromTerm(term); !model.isInvariant(part))
        walked += part;
    return walked;
  }

  /// Sums and products of names: it says by itself what its value is.
  static bool isPlain(const ExprRef &expr) {
    bool plain = true;
    forEachExpr(expr, [&](const ExprRef &part) {
      bool isArithmetic =
          part->kind == Expr::Kind::Binary && !divisionForm(*part) &&
          (part->op() == Op::Plus || part->op() == Op::Minus || part->op() == Op::Star);
      plain &= isArithmetic || part->kind == Expr::Kind::Integer ||
               part->kind == Expr::Kind::Symbol || part->kind == Expr::Kind::Cast;
    });
    return plain;
  }

  /// The expression where the loops stand at 0.
  ExprRef atZero(const ExprRef &expr) const {
    auto isWalked = [&](const ExprRef &part) {
      const Expr &name = skipCasts(*part); // 0 is 0 in every type
      return name.kind == Expr::Kind::Symbol && model.iterator(name.symbol).has_value();
    };
    return mapExpr(expr, [&](const ExprRef &part) -> ExprRef {
      if (isWalked(part))
        return makeInteger(0, part->type, part->range);
      bool isSum = part->kind == Expr::Kind::Binary && part->op() == Op::Plus;
      for (size_t k : {0, 1})
        if (isSum && isWalked(part->operands[k]))
          return makeExplicitCast(atZero(part->operands[1 - k]), part->type);
      return nullptr;
    });
  }

  /// The parameter head % c of the remainder (head + i) % c. `isExact`: no conversion changes what
  /// is divided; else nothing is said of the parameter where one changes head.
  Polynomial remainderOf(const Expr &expr, const Polynomial &head, const Polynomial &c,
                         bool isExact) {
    auto [low, high] = limitsOf(expr.type);
    Interval range = model.rangeOf(head);
    std::vector<Condition> changed;
    if (!isExact && range.low < low)
      changed.push_back(Condition::less(head, Polynomial(int64_t(low))));
    if (!isExact && range.high > high)
      changed.push_back(
          Condition::less(Polynomial(int64_t(std::min(high, Wide(INT64_MAX)))), head));
    ExprRef definition = atZero(std::make_shared<Expr>(expr));
    return model.derived(
        remainderText(head, c), expr.type, definition, "r", [&](const Polynomial &r) {
          Condition up = Condition::conjunction(
              {Condition::nonNegative(head), Condition::nonNegative(r), Condition::less(r, c)});
          Condition down =
              Condition::conjunction({Condition::less(head, Polynomial(0)),
                                      Condition::nonNegative(-r), Condition::less(-r, c)});
          std::vector<Condition> all = changed;
          all.insert(all.end(), {up, down, Condition::lessEqual(c, Polynomial(0))});
          return std::vector<Condition>{Condition::disjunction(all)};
        });
  }

  bool startsAtParameter(const Polynomial &value) const {
    for (const Term &term : value.terms())
      if (!term.powers.empty() && model.isInvariant(Polynomial::fromTerm(term)))
        return true;
    return false;
  }

  /// The parameters for which no iteration satisfies `wrong`.
  std::optional<Condition> excluding(const Condition &wrong) const {
    auto set = Iterations(model, context).where(Condition::conjunction({condition, wrong}));
    if (!set)
      return std::nullopt;
    isl::set bad = withoutDivisions(parameterSetOf(*set)).coalesce();
    if (bad.is_empty())
      return Condition::always();
    auto condition = conditionOf(bad.gist(contextSet(context, knownParameters(model))));
    return condition ? std::optional(condition->negated()) : std::nullopt;
  }

  ModelContext &model;
  const IslContext &context;
  const Condition &condition;
  std::vector<WrapRequirement> &entryWraps;
};

} // namespace

std::optional<IndexPieces> openIndex(ModelContext &model, const IslContext &context,
                                     const StmtRef &body, const Condition &condition,
                                     std::vector<WrapRequirement> &entryWraps) {
  return PieceSearch(model, context, condition, entryWraps).inStatement(body);
}

bool isPossible(const ModelContext &model, const IslContext &context, const Condition &condition) {
  auto set = Iterations(model, context).where(condition);
  return !set || !set->is_empty();
}

} // namespace acc
