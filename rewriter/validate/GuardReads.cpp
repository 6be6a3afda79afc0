#include "rewriter/validate/GuardReads.h"

#include "analysis/model/ScopIsl.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/NotProved.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace acc {
namespace {

bool names(const Polynomial &value, const std::set<std::string> &wanted) {
  return std::any_of(wanted.begin(), wanted.end(),
                     [&](const std::string &name) { return value.contains(name); });
}

bool computes(const Scop &source, const ScopAccess &access, const std::set<std::string> &wanted) {
  const ScopArray &array = source.arrays[access.array];
  const bool isIn = array.base >= 0 && wanted.count(source.nest.symbol(array.base).name);
  return isIn || wanted.count(array.name) ||
         std::any_of(access.subscripts.begin(), access.subscripts.end(),
                     [&](const Polynomial &subscript) { return names(subscript, wanted); });
}

/// How many of the operands are computed in any case: all but what is behind ?:, && or ||.
size_t certainOperands(const Expr &expr) {
  bool isLazy =
      expr.kind == Expr::Kind::Conditional ||
      (expr.kind == Expr::Kind::Binary && (expr.op() == Op::AmpAmp || expr.op() == Op::PipePipe));
  return isLazy ? 1 : expr.operands.size();
}

/// The statement's own value certainly uses the location.
bool evaluates(const Scop &source, const Expr &expr, const std::set<std::string> &wanted) {
  if (expr.kind == Expr::Kind::Symbol)
    return wanted.count(source.nest.symbol(expr.symbol).name) != 0;
  return std::any_of(expr.operands.begin(), expr.operands.begin() + certainOperands(expr),
                     [&](const ExprRef &part) { return part && evaluates(source, *part, wanted); });
}

bool evaluates(const Scop &source, const ScopStatement &statement,
               const std::set<std::string> &wanted) {
  const StmtRef &body = statement.body;
  return body && body->kind == Stmt::Kind::Assign && body->value &&
         evaluates(source, *body->value, wanted);
}

/// Of several bounds (`j < n && j < m`) only the first is certain to be computed.
bool firstNames(const std::vector<Polynomial> &bounds, const std::set<std::string> &wanted) {
  return !bounds.empty() && names(bounds.front(), wanted);
}

/// The name begins with the location, and goes on behind it: p->rows[k] behind p->rows.
bool isBehind(const std::string &name, const std::string &location) {
  const std::string rest = name.starts_with(location) ? name.substr(location.size()) : "";
  return rest.starts_with("[") || rest.starts_with("->");
}

/// The location, the other members of the structure that it is in, and what is reached through it:
/// whoever reads one of them has the structure.
std::set<std::string> membersBeside(const Scop &source, const std::string &location) {
  std::set<std::string> found = {location};
  const SymbolTable &symbols = *source.nest.symbols;
  auto own = std::find_if(symbols.begin(), symbols.end(), [&](const Symbol &symbol) {
    return symbol.name == location && symbol.throughPointer && symbol.parent >= 0;
  });
  if (own != symbols.end())
    for (const Symbol &symbol : symbols)
      if (symbol.throughPointer && symbol.parent == own->parent)
        found.insert(symbol.name);
  for (const Symbol &symbol : symbols)
    if (isBehind(symbol.name, location))
      found.insert(symbol.name);
  return found;
}

/// Whoever computes the expression computes one of this text.
bool computes(const SourceNest &nest, const Expr &expr, const std::string &text) {
  return printExpr(nest, expr) == text ||
         std::any_of(expr.operands.begin(), expr.operands.begin() + certainOperands(expr),
                     [&](const ExprRef &part) { return part && computes(nest, *part, text); });
}

/// Names of the source whose value comes from `read`: the location itself, as a parameter or
/// as the base of an array, and what is computed from it.
std::set<std::string> namesOf(const Scop &source, const GuardRead &read) {
  std::set<std::string> found =
      read.isComputed ? std::set<std::string>{read.name} : membersBeside(source, read.name);
  for (const Parameter &parameter : source.parameters) {
    bool holds = !read.isComputed && parameter.name == read.name;
    if (parameter.definition)
      forEachExpr(parameter.definition, [&](const ExprRef &part) {
        holds |= read.isComputed ? printExpr(source.nest, *part) == read.name
                                 : part->kind == Expr::Kind::Symbol &&
                                       source.nest.symbol(part->symbol).name == read.name;
      });
    if (holds)
      found.insert(parameter.name);
  }
  return found;
}

/// What is asked of one source again and again.
class ComputedPlaces {
public:
  ComputedPlaces(const IslContext &context, const Scop &source)
      : context(context), source(source),
        demanded(whereDemandsHold(context, source, source.demands.size())),
        ofStatements(source.statements.size()), ofLoops(source.loops.size()) {}

  /// Parameters for which the source certainly computes one of `wanted`: it comes to a loop
  /// that is bounded by it, to a condition, or to an access.
  const isl::set &where(const std::set<std::string> &wanted) {
    auto found = known.find(wanted);
    if (found == known.end())
      found = known.emplace(wanted, find(wanted)).first;
    return found->second;
  }

private:
  isl::set find(const std::set<std::string> &wanted) {
    isl::set where = makeParameterSet(context.get(), {{{{}, -1}, false}});
    for (size_t l = 0; l < source.loops.size(); ++l)
      if (source.loops[l].parent >= 0 && isBoundedBy(source.loops[l], wanted))
        where = where.unite(ofLoop(l));
    for (size_t s = 0; s < source.statements.size(); ++s) {
      const ScopStatement &statement = source.statements[s];
      bool isUsed = false;
      if (!statement.opaque) {
        if (auto test = whereTested(source, statement, wanted))
          where = where.unite(whereReached(context, source, *test));
        isUsed = evaluates(source, statement, wanted);
      }
      for (const ScopAccess &access : statement.accesses)
        isUsed |= (!access.may || access.readsSome) && computes(source, access, wanted);
      if (isUsed)
        where = where.unite(ofStatement(s));
    }
    for (const ScopStatement &test : source.tests)
      if (std::any_of(test.accesses.begin(), test.accesses.end(), [&](const ScopAccess &access) {
            return !access.may && computes(source, access, wanted);
          }))
        where = where.unite(whereReached(context, source, test));
    where = where.unite(whereLocationsAreRead(context, source, wanted));
    // Behind a place where the source leaves the nest it computes nothing.
    where = where.intersect_params(demanded).unite(whereDemandsCompute(context, source, wanted));
    for (size_t l = 0; l < source.loops.size(); ++l)
      if (source.loops[l].parent < 0 && isBoundedBy(source.loops[l], wanted))
        where = where.unite(ofLoop(l));
    return where;
  }

  static bool isBoundedBy(const ScopLoop &loop, const std::set<std::string> &wanted) {
    return firstNames(loop.first, wanted) || firstNames(loop.end, wanted);
  }

  const isl::set &ofStatement(size_t s) {
    if (!ofStatements[s])
      ofStatements[s] = whereReached(context, source, source.statements[s]);
    return *ofStatements[s];
  }

  const isl::set &ofLoop(size_t l) {
    if (!ofLoops[l])
      ofLoops[l] = whereReached(context, source, placeOf(source, source.loops[l]));
    return *ofLoops[l];
  }

  const IslContext &context;
  const Scop &source;
  isl::set demanded;
  std::vector<std::optional<isl::set>> ofStatements, ofLoops; // where each is reached
  std::map<std::set<std::string>, isl::set> known;
};

/// The terms with what follows for factors: n >= 1 && n*m >= 256 gives m >= 1.
isl::set knownAfter(const IslContext &context, const Scop &source, const Condition &terms) {
  isl::set known = contextSet(context, source);
  auto add = [&](const Condition &term) {
    if (auto set = conditionSet(context, "", {}, term))
      known = known.intersect_params(parameterSetOf(*set));
  };
  auto isPositive = [&](const std::string &name) {
    Condition positive = Condition::less(Polynomial(0), Polynomial::symbol(name));
    auto set = conditionSet(context, "", {}, positive);
    return set && known.is_subset(parameterSetOf(*set));
  };
  for (const Condition &term : terms.conjuncts()) {
    add(term);
    if (term.kind() != Condition::Kind::NonNegative)
      continue;
    // c*x*y - d >= 0 with c > 0, d > 0
    std::vector<Term> parts = term.value().terms();
    std::sort(parts.begin(), parts.end(),
              [](const Term &a, const Term &b) { return a.degree() < b.degree(); });
    if (parts.size() != 2 || parts[0].degree() != 0 || parts[0].coefficient >= 0 ||
        parts[1].coefficient <= 0)
      continue;
    std::vector<std::string> open;
    for (const auto &[name, exponent] : parts[1].powers)
      if (exponent % 2 == 1 && !isPositive(name))
        open.push_back(name);
    if (open.size() == 1)
      add(Condition::less(Polynomial(0), Polynomial::symbol(open[0])));
  }
  return known;
}

/// The first of `reads` that the source may not have to make; null for none. `namesOf`: the names
/// of the source that it makes the read for.
const GuardRead *
firstEarly(const Scop &source, const std::vector<GuardRead> &reads, const IslContext &context,
           const std::function<std::set<std::string>(const GuardRead &)> &namesOf) {
  ComputedPlaces computed(context, source);
  std::map<Condition, isl::set> after;
  std::map<std::set<std::string>, std::set<Condition>>
      right; // behind what the names were found readable
  for (const GuardRead &read : reads) {
    const std::set<std::string> names = namesOf(read);
    std::set<Condition> &known = right[names];
    const std::vector<Condition> before = read.before.conjuncts();
    // More holds than where they were.
    if (std::any_of(known.begin(), known.end(), [&](const Condition &less) {
          const std::vector<Condition> parts = less.conjuncts();
          return std::all_of(parts.begin(), parts.end(), [&](const Condition &part) {
            return std::find(before.begin(), before.end(), part) != before.end();
          });
        }))
      continue;
    auto holds = after.find(read.before);
    if (holds == after.end())
      holds = after.emplace(read.before, knownAfter(context, source, read.before)).first;
    if (!holds->second.is_subset(computed.where(names)))
      return &read;
    known.insert(read.before);
  }
  return nullptr;
}

} // namespace

std::optional<Rejection> checkGuardReads(const Scop &source, const std::vector<GuardRead> &reads,
                                         const IslContext &context) {
  const GuardRead *early = firstEarly(source, reads, context,
                                      [&](const GuardRead &read) { return namesOf(source, read); });
  if (!early)
    return std::nullopt;
  return notProved("the guard reads " + early->name + " where the source may not read it",
                   early->where);
}

std::optional<Rejection> checkEntryValues(const Scop &source, const std::vector<GuardRead> &values,
                                          const IslContext &context) {
  const GuardRead *early = firstEarly(source, values, context, [&](const GuardRead &value) {
    std::set<std::string> names = {value.name};
    for (const Parameter &parameter : source.parameters)
      if (parameter.definition && computes(source.nest, *parameter.definition, value.name))
        names.insert(parameter.name);
    return names;
  });
  if (!early)
    return std::nullopt;
  return notProved("arithmetic of the rewritten code may overflow: " + early->name, early->where);
}

} // namespace acc
