#include "rewriter/validate/Arithmetic.h"

#include "analysis/support/Append.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/ExactValue.h"
#include "rewriter/validate/NotProved.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace acc {
namespace {

void forEachStmt(const Stmt &stmt, const std::function<void(const Stmt &)> &visit) {
  visit(stmt);
  for (const StmtRef &part : {stmt.init, stmt.step})
    if (part)
      forEachStmt(*part, visit);
  for (const StmtRef &child : stmt.children)
    forEachStmt(*child, visit);
}

void forEachExpr(const Expr &expr, const std::function<void(const Expr &)> &visit) {
  visit(expr);
  for (const ExprRef &operand : expr.operands)
    forEachExpr(*operand, visit);
}

bool readsMemory(const Expr &expr) {
  bool found = false;
  forEachExpr(expr, [&](const Expr &part) { found |= part.kind == Expr::Kind::Access; });
  return found;
}

class ArithmeticCheck {
public:
  ArithmeticCheck(const SourceNest &nest, const Stmt &fast, const Scop &scop,
                  const std::vector<GuardRead> &reads)
      : nest(nest), own(ownOf(nest, fast)) {
    for (const GuardRead &read : reads)
      if (read.isComputed)
        known.insert(read.name);
    for (const KeptLocation &location : scop.kept)
      kept.insert(location.text);
    for (const ScopStatement &statement : scop.statements) {
      if (statement.opaque)
        forEachStmt(*statement.body, [&](const Stmt &stmt) {
          if (stmt.condition)
            addCompared(*stmt.condition);
        });
      for (const ScopAccess &access : statement.accesses)
        if (access.table)
          addCompared(*access.table);
    }
  }

  /// `values`: what is known where control comes to the statement, and then what is known behind
  /// it.
  void statement(const Stmt &stmt, ExactValues &values) {
    const std::set<SymbolId> changed = changedBy(stmt);
    isAtEntry &= stmt.kind == Stmt::Kind::Block || stmt.kind == Stmt::Kind::Declare;
    if (isLoop(stmt))
      forget(changed, values); // by the iterations before
    inside(stmt, values);
    forget(changed, values);
    if (stmt.kind == Stmt::Kind::Declare && stmt.value && isReckoned(*stmt.value))
      learnEqual(stmt.symbol, *stmt.value, values);
  }

  /// The name of the value that memory has at this point: at the entry, or where nothing changes
  /// it, the one that the guard knows.
  std::string nameOf(const Expr &access) const {
    std::string text = printExpr(nest, access);
    bool isOwn = false;
    forEachExpr(access, [&](const Expr &part) {
      isOwn |= part.kind == Expr::Kind::Symbol && own.count(part.symbol);
    });
    return (isAtEntry && !isOwn) || kept.count(text) ? text : text + " later";
  }

  const Expr *bad = nullptr;
  std::optional<SourceRange> badCounter;
  /// What may overflow, but has a value of the entry: an operation, the element whose place it is
  /// in, or the choice on one side of which it is.
  std::vector<const Expr *> ofEntry;

private:
  /// The variables that the code sets, without copies that have the names of what they copy.
  static std::set<SymbolId> ownOf(const SourceNest &nest, const Stmt &fast) {
    std::set<SymbolId> all;
    forEachStmt(fast, [&](const Stmt &stmt) {
      const SymbolId symbol = assignedSymbol(stmt);
      const Expr *value =
          stmt.kind == Stmt::Kind::Declare && stmt.value ? &skipWidening(*stmt.value) : nullptr;
      const bool isCopy = value && value->kind == Expr::Kind::Symbol &&
                          nest.symbol(value->symbol).name == nest.symbol(stmt.symbol).name;
      if (symbol >= 0 && !isCopy)
        all.insert(symbol);
    });
    return all;
  }

  /// The variables that the statement sets, or any part of it.
  static std::set<SymbolId> changedBy(const Stmt &stmt) {
    std::set<SymbolId> all;
    if (SymbolId symbol = assignedSymbol(stmt); symbol >= 0)
      all.insert(symbol);
    for (const StmtRef &part : {stmt.init, stmt.step})
      if (part)
        all.merge(assignedIn(part));
    for (const StmtRef &child : stmt.children)
      all.merge(assignedIn(child));
    return all;
  }

  void forget(const std::set<SymbolId> &variables, ExactValues &values) const {
    for (SymbolId variable : variables)
      values.forget(nest.symbol(variable));
  }

  void inside(const Stmt &stmt, ExactValues &values) {
    if (stmt.kind == Stmt::Kind::For) {
      loop(stmt, values);
      return;
    }
    for (const ExprRef &part : {stmt.target, stmt.value, stmt.condition})
      if (part)
        expression(stmt, *part, values);
    if (stmt.kind == Stmt::Kind::Block) { // its declarations count for what follows in it
      ExactValues inner = values;
      for (const StmtRef &child : stmt.children)
        statement(*child, inner);
      return;
    }
    for (const StmtRef &child : stmt.children) {
      ExactValues inner = values;
      statement(*child, inner);
    }
  }

  void addCompared(const Expr &expr) { compared.insert({expr.range.begin, expr.range.end}); }
  bool isCompared(const Expr &expr) const {
    return compared.count({expr.range.begin, expr.range.end}) != 0;
  }

  /// A value of the emitter's own, or one that memory has where the code is entered. A value
  /// computed from memory further on is compared with the source's tree.
  bool isReckoned(const Expr &value) const {
    return value.type.isInteger() && (isAtEntry || !readsMemory(value));
  }

  void expression(const Stmt &stmt, const Expr &part, ExactValues &values) {
    // A condition of an opaque statement and the index of a table are compared with the source's
    // tree, too; only the subscripts inside are the emitter's own.
    if (stmt.kind == Stmt::Kind::Declare ? !readsMemory(part)
                                         : &part == stmt.condition.get() && !isCompared(part))
      whole(part, Width::Any, values);
    forEachExpr(part, [&](const Expr &expr) {
      if (expr.kind == Expr::Kind::Access && !isCompared(expr)) {
        around = &expr;
        for (size_t k = 1; k < expr.operands.size(); ++k)
          whole(*expr.operands[k], Width::Narrow, values);
        around = nullptr;
      }
    });
  }

  enum class Width { Narrow, Any }; // narrower than an address, or not

  bool isSigned(const CType &type, Width width) const {
    return type.isInteger() && type.isSigned &&
           (width == Width::Any || type.bits() < nest.unit->pointerBits);
  }

  /// A division by what may be 0, or -1.
  static bool mayTrap(const Expr &expr, ExactValues &values) {
    if (expr.kind != Expr::Kind::Binary || !expr.type.isInteger() ||
        (expr.op() != Op::Slash && expr.op() != Op::Percent))
      return false;
    const Expr &divisor = *expr.operands[1];
    if (auto constant = constantValue(divisor))
      return *constant <= 0;
    auto value = values.read(divisor);
    return !value || !values.isNonNegative(*value - Polynomial(1));
  }

  void whole(const Expr &expr, Width width, ExactValues &values) {
    const bool isBinary = expr.kind == Expr::Kind::Binary;
    if ((isBinary || expr.kind == Expr::Kind::Conditional) && known.count(printExpr(nest, expr)))
      return;
    bool computes = (isBinary && (expr.op() == Op::Plus || expr.op() == Op::Minus ||
                                  expr.op() == Op::Star || expr.op() == Op::LessLess)) ||
                    (expr.kind == Expr::Kind::Unary && expr.op() == Op::Minus);
    if ((computes && isSigned(expr.type, width) && !values.read(expr)) || mayTrap(expr, values)) {
      if (isAtEntry)
        ofEntry.push_back(around ? around : &expr);
      else if (!bad)
        bad = &expr;
    }
    // The second operand is computed where the first one holds.
    const bool isTested =
        expr.kind == Expr::Kind::Conditional || (isBinary && expr.op() == Op::AmpAmp);
    const bool isChoice = isTested || (isBinary && expr.op() == Op::PipePipe);
    const Expr *outside = around;
    for (const ExprRef &operand : values.computedOperands(expr)) {
      if (isChoice && operand != expr.operands[0] && !around)
        around = &expr;
      if (isTested && operand == expr.operands[1]) {
        ExactValues inner = values;
        inner.learnTest(*expr.operands[0]);
        whole(*operand, width, inner);
      } else {
        whole(*operand, width, values);
      }
    }
    around = outside;
  }

  void learnEqual(SymbolId symbol, const Expr &value, ExactValues &values) const {
    const Symbol &variable = nest.symbol(symbol);
    if (auto read = values.read(value))
      return values.learnEqual(variable.name, *read);
    // Whatever it is, it is a number of its own type.
    const CType &type = skipWidening(value).type;
    if (type.bits() == 0 || type.bits() >= 64 || !keepsValues(type, variable.type))
      return;
    const int64_t limit = int64_t(1) << (type.bits() - (type.isSigned ? 1 : 0));
    const Polynomial known = Polynomial::symbol(variable.name);
    values.learn(Condition::lessEqual(Polynomial(type.isSigned ? -limit : 0), known));
    values.learn(Condition::less(known, Polynomial(limit)));
  }

  /// for (v = first; v < end; v += step): in the body first <= v < end.
  void loop(const Stmt &stmt, ExactValues &values) {
    const Stmt *init = stmt.init ? &onlyChild(*stmt.init) : nullptr;
    for (const ExprRef &part : {init ? init->value : nullptr, stmt.condition})
      if (part && !isCompared(*part))
        whole(*part, Width::Any, values);
    ExactValues inner = values;
    const Expr *condition = stmt.condition ? &skipTruthCasts(*stmt.condition) : nullptr;
    const Stmt *step = stmt.step ? &onlyChild(*stmt.step) : nullptr;
    bool isCounted = step && step->kind == Stmt::Kind::Assign && step->target &&
                     step->target->kind == Expr::Kind::Symbol;
    if (isCounted) {
      Polynomial counter = Polynomial::symbol(nest.symbol(step->target->symbol).name);
      auto first = init && init->value ? values.read(*init->value) : std::nullopt;
      bool isUp = step->op() == Op::PlusEqual;
      std::set<SymbolId> others = changedBy(stmt);
      if (first && isSteady(init->value, others))
        inner.learn(isUp ? Condition::lessEqual(*first, counter)
                         : Condition::lessEqual(counter, *first));
      if (assignedIn(stmt.children[0]).count(step->target->symbol) == 0)
        others.erase(step->target->symbol);
      if (condition)
        inner.learnTest(*condition, others);
      counterStep(stmt, *step, condition, inner);
    }
    for (const StmtRef &child : stmt.children)
      statement(*child, inner);
  }

  /// The value is the same wherever none but the variables are set.
  static bool isSteady(const ExprRef &value, const std::set<SymbolId> &variables) {
    return std::none_of(variables.begin(), variables.end(),
                        [&](SymbolId variable) { return names(value, variable); });
  }

  /// A counter may pass the largest value unless it stops just at its end, or where its type has
  /// room for a step more.
  void counterStep(const Stmt &loop, const Stmt &step, const Expr *condition, ExactValues &values) {
    if (!isSigned(step.target->type, Width::Any))
      return;
    bool unit = (step.op() == Op::PlusEqual || step.op() == Op::MinusEqual) && step.value &&
                constantValue(*step.value) == 1;
    bool strict = condition && condition->kind == Expr::Kind::Binary &&
                  condition->text == (step.op() == Op::PlusEqual ? "<" : ">");
    if ((unit && strict) || badCounter)
      return;
    auto counter = values.read(*step.target),
         amount = step.value ? values.read(*step.value) : std::nullopt;
    bool hasRoom =
        counter && amount && (step.op() == Op::PlusEqual || step.op() == Op::MinusEqual) &&
        values.isExact(step.op() == Op::PlusEqual ? *counter + *amount : *counter - *amount,
                       step.target->type);
    if (!hasRoom)
      badCounter = loop.range;
  }

  const SourceNest &nest;
  std::set<std::string> known;                      // texts that the guard has computed
  const std::set<SymbolId> own;                     // that the code sets
  std::set<std::string> kept;                       // texts of memory that nothing changes
  bool isAtEntry = true;                            // only declarations came before
  const Expr *around = nullptr;                     // element or choice
  std::set<std::pair<unsigned, unsigned>> compared; // places of trees that are
};

/// The symbol that an address expression starts from; -1 when there is none.
SymbolId rootSymbol(const Expr &expr) {
  switch (expr.kind) {
  case Expr::Kind::Symbol:
    return expr.symbol;
  case Expr::Kind::Cast:
  case Expr::Kind::Unary:
  case Expr::Kind::Access:
    return rootSymbol(*expr.operands[0]);
  case Expr::Kind::Binary:
    return expr.type.kind == CType::Kind::Pointer ? rootSymbol(*expr.operands[0]) : -1;
  default:
    return -1;
  }
}

/// A pointer that an address expression reads from memory: `place` behind the pointer before, as in
/// "[1]" and "[i - 1]", or none where it is read from memory itself or of what `changed` names.
struct Load {
  std::optional<std::string> place;
  std::string member;

  auto operator<=>(const Load &) const = default;
};

/// Those on the way from the root of the address expression.
std::vector<Load> loadsOf(const SourceNest &nest, const Expr &expr,
                          const std::set<SymbolId> &changed) {
  bool goesOn = expr.kind == Expr::Kind::Cast || expr.kind == Expr::Kind::Unary ||
                expr.kind == Expr::Kind::Access || expr.kind == Expr::Kind::Binary;
  if (!goesOn)
    return {};
  std::vector<Load> loads = loadsOf(nest, *expr.operands[0], changed);
  if (expr.kind == Expr::Kind::Access) {
    Load load{"", expr.member};
    for (size_t k = 1; k < expr.operands.size(); ++k) {
      bool isFixed = true;
      forEachExpr(*expr.operands[k], [&](const Expr &part) {
        isFixed &= part.kind != Expr::Kind::Access &&
                   (part.kind != Expr::Kind::Symbol || !changed.count(part.symbol));
      });
      if (isFixed && load.place)
        *load.place += "[" + printExpr(nest, skipCasts(*expr.operands[k])) + "]";
      else
        load.place.reset();
    }
    loads.push_back(std::move(load));
  }
  return loads;
}

/// How accesses reach what they touch, through the pointers that the code declares.
class BasePaths {
public:
  /// `startOf`: the value that each of these pointers begins with.
  /// `changed`: what the code assigns.
  BasePaths(const SourceNest &nest, const std::map<SymbolId, const Expr *> &startOf,
            const std::set<SymbolId> &changed)
      : nest(nest), startOf(startOf), changed(changed) {}

  void walk(const Stmt &stmt) {
    size_t outside = restricts.size();
    if (stmt.kind == Stmt::Kind::Block)
      for (const StmtRef &child : stmt.children)
        if (child->kind == Stmt::Kind::Declare && startOf.count(child->symbol) &&
            nest.symbol(child->symbol).type.isRestrict)
          restricts.push_back({child->symbol, pathFrom(child->symbol, {})});
    for (const ExprRef &part : {stmt.target, stmt.value, stmt.condition})
      if (part)
        forEachExpr(*part, [&](const Expr &expr) {
          if (expr.kind == Expr::Kind::Access)
            access(expr, &expr == stmt.target.get());
        });
    for (const StmtRef &part : {stmt.init, stmt.step})
      if (part)
        walk(*part);
    for (const StmtRef &child : stmt.children)
      walk(*child);
    restricts.resize(outside);
  }

  /// An access to a base that is stored to, in the block of a `restrict` pointer to it, that does
  /// not come by that pointer (C17 6.7.3.1). What nobody changes may be read by any way (paragraph
  /// 4).
  std::optional<SourceRange> besideRestrict() const {
    for (const auto &[memory, where] : beside)
      if (std::any_of(stored.begin(), stored.end(),
                      [&, &own = memory](const Memory &other) { return mayBeSame(own, other); }))
        return where;
    return std::nullopt;
  }

private:
  /// The source's pointer and the loads from it on: the rows of rows[g] are other memory than the
  /// pointers to them, and what rows[0] and rows[1] point to, or p[i].x and p[i].y, are two arrays,
  /// which the guard keeps apart.
  using Memory = std::pair<SymbolId, std::vector<Load>>;
  static bool mayBeSame(const Memory &a, const Memory &b) {
    return a.first == b.first && std::equal(a.second.begin(), a.second.end(), b.second.begin(),
                                            b.second.end(), [](const Load &x, const Load &y) {
                                              return x.member == y.member &&
                                                     (!x.place || !y.place || *x.place == *y.place);
                                            });
  }
  struct Path {
    Memory memory;
    std::set<SymbolId> through;
  };

  Path pathFrom(SymbolId pointer, std::vector<Load> loads) const {
    Path path{{pointer, std::move(loads)}, {pointer}};
    for (auto at = startOf.find(pointer); at != startOf.end();
         at = startOf.find(path.memory.first)) {
      std::vector<Load> all = loadsOf(nest, *at->second, changed);
      append(all, path.memory.second);
      path.memory = {rootSymbol(*at->second), std::move(all)};
      if (!path.through.insert(path.memory.first).second)
        break;
    }
    return path;
  }

  void access(const Expr &expr, bool isStored) {
    Path path = pathFrom(rootSymbol(*expr.operands[0]), loadsOf(nest, *expr.operands[0], changed));
    if (isStored)
      stored.insert(path.memory);
    for (const auto &[pointer, its] : restricts)
      if (mayBeSame(its.memory, path.memory) && !path.through.count(pointer))
        beside.emplace(path.memory, expr.range);
  }

  const SourceNest &nest;
  const std::map<SymbolId, const Expr *> &startOf;
  const std::set<SymbolId> &changed;
  std::vector<std::pair<SymbolId, Path>> restricts; // of the blocks around
  std::set<Memory> stored;
  std::map<Memory, SourceRange> beside;
};

} // namespace

std::optional<Rejection> checkIndexArithmetic(const SourceNest &nest, const Stmt &fast,
                                              const Scop &scop, const Scop &source,
                                              const Condition &guard,
                                              const std::vector<GuardRead> &reads,
                                              std::vector<GuardRead> &computed) {
  ArithmeticCheck check(nest, fast, scop, reads);
  ExactValues values(nest, true);
  values.nameOf = [&](const Expr &expr) -> std::optional<std::string> {
    return expr.kind == Expr::Kind::Access ? std::optional(check.nameOf(expr)) : std::nullopt;
  };
  std::map<std::string, Polynomial> texts; // of integers in memory
  for (const Parameter &parameter : source.parameters)
    if (parameter.definition && parameter.definition->kind == Expr::Kind::Access)
      texts[parameter.name] = Polynomial::symbol(printExpr(source.nest, *parameter.definition));
  values.learn(guard.substitute(texts));
  check.statement(fast, values);
  if (check.bad)
    return notProved("arithmetic of the rewritten code may overflow: " +
                         printExpr(nest, *check.bad),
                     check.bad->range);
  for (const Expr *expr : check.ofEntry)
    computed.push_back({printExpr(nest, *expr), true, guard, expr->range});
  if (check.badCounter)
    return notProved("a loop counter of the rewritten code may overflow", *check.badCounter);
  return std::nullopt;
}

std::optional<Rejection> checkPointers(const SourceNest &nest, const StmtRef &fast) {
  std::optional<Rejection> problem;
  // The pointer value that each pointer declared in the block starts as.
  std::map<SymbolId, const Expr *> startOf;
  forEachStmt(*fast, [&](const Stmt &stmt) {
    if (stmt.kind != Stmt::Kind::Declare || !stmt.value || stmt.symbol < 0 ||
        nest.symbol(stmt.symbol).type.kind != CType::Kind::Pointer)
      return;
    startOf[stmt.symbol] = stmt.value.get();
    const Expr *value = &skipPointerCasts(*stmt.value);
    // Even a pointer that is never followed must not leave its object (C17 6.5.6).
    if (value->kind == Expr::Kind::Binary)
      problem = notProved("a pointer of the rewritten code may leave its array", value->range);
  });
  const std::set<SymbolId> changed = assignedIn(fast);
  BasePaths paths(nest, startOf, changed);
  paths.walk(*fast);
  if (auto beside = paths.besideRestrict(); beside && !problem)
    problem = notProved("an array is accessed other than through its restrict pointer", *beside);
  return problem;
}

} // namespace acc
