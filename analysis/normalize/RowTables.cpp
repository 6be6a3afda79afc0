#include "analysis/normalize/RowTables.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/NewSymbols.h"
#include "analysis/tree/RowDistance.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <functional>
#include <map>

namespace acc {
namespace {

/// So many iterations of a loop are tried as the first one in which a row is read.
constexpr int64_t kSkipped = 3;

/// constant + the sum of multiples of variables, where nothing wraps.
struct LinearSum {
  std::map<SymbolId, int64_t> factors;
  int64_t constant = 0;
};

std::optional<LinearSum> linearSum(const Expr &expr) {
  if (auto value = constantValue(expr))
    return LinearSum{{}, *value};
  if (expr.kind == Expr::Kind::Symbol && expr.type.isInteger())
    return LinearSum{{{expr.symbol, 1}}, 0};
  if (expr.kind == Expr::Kind::Cast && expr.type.isInteger() && expr.operands[0]->type.isInteger())
    return linearSum(*expr.operands[0]);
  const bool isSum =
      expr.kind == Expr::Kind::Binary && (expr.op() == Op::Plus || expr.op() == Op::Minus);
  if (!isSum)
    return std::nullopt;
  auto sum = linearSum(*expr.operands[0]), other = linearSum(*expr.operands[1]);
  if (!sum || !other)
    return std::nullopt;
  const int64_t sign = expr.op() == Op::Minus ? -1 : 1;
  for (const auto &[symbol, factor] : other->factors)
    sum->factors[symbol] += sign * factor;
  sum->constant += sign * other->constant;
  std::erase_if(sum->factors, [](const auto &one) { return one.second == 0; });
  return sum;
}

/// a - b where that is a number whatever the variables are.
std::optional<int64_t> difference(const ExprRef &a, const ExprRef &b) {
  auto sum = linearSum(*a), other = linearSum(*b);
  return sum && other && sum->factors == other->factors
             ? std::optional(sum->constant - other->constant)
             : std::nullopt;
}

/// A sum of signed numbers by its terms, where each variable has one: n - 1 - (n - 1) as 0, which
/// overflows no sooner. Any other expression as it is.
ExprRef simplified(const ExprRef &expr) {
  auto sum = linearSum(*expr);
  bool isPlain = sum.has_value();
  forEachExpr(expr, [&](const ExprRef &part) { isPlain &= part->type.isSigned; });
  if (!isPlain)
    return expr;
  ExprRef all;
  for (const auto &[symbol, factor] : sum->factors) {
    ExprRef term;
    forEachExpr(expr, [&](const ExprRef &part) {
      if (part->kind == Expr::Kind::Symbol && part->symbol == symbol)
        term = makeExplicitCast(part, expr->type);
    });
    if (factor != 1 && !(factor == -1 && all))
      return expr;
    all = all ? makeBinary(factor < 0 ? "-" : "+", all, term, expr->type, expr->range) : term;
  }
  const int64_t constant = sum->constant;
  ExprRef number =
      convertedLiteral(constant < 0 && all ? -constant : constant, expr->type, expr->range);
  if (!all)
    return number;
  return constant == 0 ? all
                       : makeBinary(constant < 0 ? "-" : "+", all, number, expr->type, expr->range);
}

/// They compute the same from the same values.
bool isSame(const Expr &a, const Expr &b) {
  return a.kind == b.kind && a.text == b.text && a.value == b.value && a.symbol == b.symbol &&
         a.member == b.member && a.type.spelling == b.type.spelling &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                    [](const ExprRef &x, const ExprRef &y) { return isSame(*x, *y); });
}

/// A comparison that holds for no values, where nothing wraps.
bool isNeverTrue(const Expr &condition) {
  const Expr &test = skipTruthCasts(condition);
  if (test.kind != Expr::Kind::Binary || !isOrder(test.op()))
    return false;
  const bool isBelow = test.op() == Op::Less || test.op() == Op::LessEqual;
  auto margin = difference(test.operands[isBelow ? 1 : 0], test.operands[isBelow ? 0 : 1]);
  const bool isStrict = test.op() == Op::Less || test.op() == Op::Greater;
  return margin && *margin < (isStrict ? 1 : 0);
}

/// A loop, or one side of an `if`, around a place.
struct Around {
  StmtRef stmt;
  size_t branch = 0;

  bool isLoop() const { return stmt->kind == Stmt::Kind::For; }
  ExprRef condition() const {
    return isLoop() || branch == 0 ? stmt->condition : makeNot(stmt->condition);
  }
};

/// A pointer that is read from a table.
struct RowRead {
  ExprRef node;
  std::vector<Around> around;
  /// Not below ?:, && or ||.
  bool isCertain = true;
  /// Only for the first element of the row: list[i]->weight.
  bool isOfFirst = false;

  const ExprRef &row() const { return node->operands[1]; }
};

using Values = std::map<SymbolId, ExprRef>;

ExprRef substituted(const ExprRef &expr, const Values &values) {
  return mapExpr(expr, [&](const ExprRef &part) -> ExprRef {
    auto known = part->kind == Expr::Kind::Symbol ? values.find(part->symbol) : values.end();
    return known == values.end() ? nullptr : makeExplicitCast(known->second, part->type);
  });
}

class RowTables {
public:
  explicit RowTables(SourceNest &nest)
      : nest(nest), wide(distanceType(*nest.unit)), address(unsignedOf(wide)),
        assigned(assignedIn(nest.root)) {}

  /// Null when no table is read.
  StmtRef rewrite() {
    if (!isCounted())
      return nullptr;
    walk(nest.root);
    std::vector<StmtRef> all;
    for (const std::string &name : order)
      addTable(tables[name], all);
    if (replaced.empty())
      return nullptr;
    all.push_back(mapExprs(nest.root, [&](const ExprRef &part) -> ExprRef {
      auto found = replaced.find(part.get());
      return found == replaced.end() ? nullptr : found->second;
    }));
    return makeBlock(std::move(all), nest.root->range);
  }

private:
  /// All loops count by themselves, and nothing leaves them early.
  bool isCounted() const {
    bool isCounted = nest.unit->pointerBits == wide.bits();
    forEachStmt(nest.root, [&](const StmtRef &stmt) {
      const SymbolId counter = isLoop(*stmt) ? loopVariable(*stmt) : -1;
      const bool isOther = stmt->kind == Stmt::Kind::Jump || stmt->kind == Stmt::Kind::Switch ||
                           stmt->kind == Stmt::Kind::Once || stmt->kind == Stmt::Kind::Unsupported;
      isCounted &= !isOther && (!isLoop(*stmt) ||
                                (counter >= 0 && stmt->condition && stmt->step &&
                                 stmt->step->value && assignedSymbol(*stmt->step) == counter));
    });
    return isCounted;
  }

  // What is read.

  static bool isPointer(const ExprRef &value) {
    return value && value->type.kind == CType::Kind::Pointer;
  }

  void walk(const StmtRef &stmt) {
    if (!stmt)
      return;
    if (stmt->init)
      collect(stmt->init->value, isPointer(stmt->init->value), true);
    if (stmt->kind == Stmt::Kind::Assign && stmt->target)
      collect(stmt->target, false, true);
    collect(stmt->value, isPointer(stmt->value), true);
    collect(stmt->condition, false, stmt->kind == Stmt::Kind::If);
    for (size_t k = 0; k < stmt->children.size(); ++k) {
      const bool isAround = stmt->kind == Stmt::Kind::For || stmt->kind == Stmt::Kind::If;
      if (isAround)
        around.push_back({stmt, k});
      walk(stmt->children[k]);
      if (isAround)
        around.pop_back();
    }
  }

  /// `isPlace`: the value is a pointer from which places are reckoned.
  void collect(const ExprRef &expr, bool isPlace, bool isCertain, bool isOfFirst = false) {
    if (!expr)
      return;
    if (isRow(*expr)) {
      const std::string name = tableName(*expr);
      if (!tables.count(name))
        order.push_back(name);
      if (isPlace)
        tables[name].push_back({expr, around, isCertain, isOfFirst});
    }
    const bool isLazy = expr->kind == Expr::Kind::Conditional || expr->op() == Op::AmpAmp ||
                        expr->op() == Op::PipePipe;
    const bool isSum = expr->kind == Expr::Kind::Binary && expr->type.kind == CType::Kind::Pointer;
    const bool isSame = expr->kind == Expr::Kind::Cast || isSum ||
                        (expr->kind == Expr::Kind::Unary && expr->op() == Op::Amp);
    const bool isOfFirstElement =
        expr->kind == Expr::Kind::Access &&
        std::all_of(expr->operands.begin() + 1, expr->operands.end(),
                    [](const ExprRef &index) { return constantValue(*index) == 0; });
    for (size_t k = 0; k < expr->operands.size(); ++k)
      collect(expr->operands[k],
              (expr->kind == Expr::Kind::Access && k == 0) ||
                  (isPlace && isSame && isPointer(expr->operands[k])),
              isCertain && !(isLazy && k > 0), isOfFirstElement && k == 0);
  }

  /// A pointer at an index that differs between iterations, from a table that stays.
  bool isRow(const Expr &expr) const {
    if (expr.kind != Expr::Kind::Access || expr.type.kind != CType::Kind::Pointer ||
        expr.operands.size() != 2 || !expr.type.element || expr.type.element->size == 0 ||
        expr.type.isVolatile)
      return false;
    return isChanging(*expr.operands[1]) && !isChanging(*expr.operands[0]);
  }

  bool isChanging(const Expr &expr) const {
    bool found = false;
    forEachExpr(std::make_shared<Expr>(expr), [&](const ExprRef &part) {
      found |= part->kind == Expr::Kind::Symbol &&
               (assigned.count(part->symbol) || assigned.count(nest.symbol(part->symbol).root));
    });
    return found;
  }

  std::string tableName(const Expr &row) const {
    return printExpr(nest, *row.operands[0]) + "[]" + row.member;
  }

  // What becomes of it.

  /// The same row is read before this place whenever control comes near it.
  static bool isCovered(const RowRead &read, const RowRead &by) {
    if (by.around.size() > read.around.size() || !isSame(*read.row(), *by.row()))
      return false;
    for (size_t k = 0; k < by.around.size(); ++k)
      if (by.around[k].stmt != read.around[k].stmt || by.around[k].branch != read.around[k].branch)
        return false;
    return true;
  }

  /// The conditions around it are those of loops and of values at entry, as its index is.
  bool isReadable(const RowRead &read) const {
    std::set<SymbolId> counters;
    auto isKnown = [&](const ExprRef &expr) {
      bool isKnown = true;
      forEachExpr(expr, [&](const ExprRef &part) {
        isKnown &= part->kind != Expr::Kind::Access && part->kind != Expr::Kind::Call &&
                   (part->kind != Expr::Kind::Symbol || counters.count(part->symbol) ||
                    !assigned.count(part->symbol));
      });
      return isKnown && isPure(*expr);
    };
    for (const Around &one : read.around) {
      if (one.isLoop() && !isKnown(one.stmt->init->value))
        return false;
      if (one.isLoop())
        counters.insert(loopVariable(*one.stmt));
      if (!isKnown(one.stmt->condition))
        return false;
    }
    return read.isCertain && isKnown(read.row()) && linearSum(*read.row());
  }

  static int64_t stepOf(const Stmt &loop) {
    auto step = constantValue(*loop.step->value);
    const Op op = loop.step->op();
    return !step ? 0 : op == Op::PlusEqual ? *step : op == Op::MinusEqual ? -*step : 0;
  }

  /// The row that is read where the loop with this counter is in one iteration, and each loop
  /// around it in another one, counted from 0; those inside in their first. What must hold for that
  /// goes to `demands`.
  ExprRef rowAt(const RowRead &read, SymbolId counter, int64_t iteration, int64_t outer,
                std::vector<ExprRef> &demands) const {
    Values values;
    bool isAround = true;
    for (const Around &one : read.around) {
      const SymbolId variable = one.isLoop() ? loopVariable(*one.stmt) : -1;
      isAround = isAround && variable != counter;
      const int64_t last = variable < 0          ? 0
                           : variable == counter ? iteration
                           : isAround            ? outer
                                                 : 0;
      for (int64_t k = 0; k <= last; ++k) {
        if (one.isLoop())
          values[variable] = counterAt(*one.stmt, k, values);
        if (!one.isLoop() || !one.stmt->runsFirst)
          demands.push_back(substituted(one.condition(), values));
      }
    }
    return substituted(read.row(), values);
  }

  ExprRef counterAt(const Stmt &loop, int64_t iteration, Values values) const {
    const SymbolId variable = loopVariable(loop);
    const CType &type = nest.symbol(variable).type;
    values.erase(variable);
    ExprRef first = makeExplicitCast(substituted(loop.init->value, values), type);
    const int64_t more = iteration * stepOf(loop);
    return more == 0 ? first
                     : simplified(makeBinary("+", first, convertedLiteral(more, type, first->range),
                                             type, first->range));
  }

  /// Two rows next to each other that the nest reads.
  struct Origin {
    ExprRef row, next;
    std::vector<ExprRef> demands;
  };

  std::optional<Origin> originOf(const RowRead &read) const {
    for (auto one = read.around.rbegin(); one != read.around.rend(); ++one) {
      const SymbolId counter = one->isLoop() ? loopVariable(*one->stmt) : -1;
      if (counter < 0 || !names(read.row(), counter))
        continue;
      for (int64_t skipped = 0; skipped < kSkipped * kSkipped; ++skipped) {
        const int64_t inner = skipped % kSkipped, outer = skipped / kSkipped;
        std::vector<ExprRef> demands;
        ExprRef row = rowAt(read, counter, inner, outer, demands),
                next = rowAt(read, counter, inner + 1, outer, demands);
        auto distance = difference(next, row);
        if (!distance || (*distance != 1 && *distance != -1))
          break;
        if (std::any_of(demands.begin(), demands.end(),
                        [](const ExprRef &one) { return isNeverTrue(*one); }))
          continue;
        if (*distance < 0)
          std::swap(row, next);
        return Origin{simplified(row), simplified(next), demands};
      }
    }
    return std::nullopt;
  }

  ExprRef rowAt(const ExprRef &node, const ExprRef &index) const {
    auto row = std::make_shared<Expr>(*node);
    row->operands[1] = index;
    return row;
  }

  ExprRef numberOf(const ExprRef &value) const { return makeExplicitCast(value, address); }

  /// (e - r) as a signed number.
  ExprRef rowsFrom(const ExprRef &row, const ExprRef &index, SourceRange where) const {
    ExprRef distance = makeExplicitCast(index, wide);
    auto constant = constantValue(*row);
    return constant && *constant == 0
               ? distance
               : makeBinary("-", distance, makeExplicitCast(row, wide), wide, where);
  }

  void addTable(const std::vector<RowRead> &reads, std::vector<StmtRef> &before) {
    // A list of records, each somewhere else, has no rows.
    if (std::all_of(reads.begin(), reads.end(), [](const RowRead &read) { return read.isOfFirst; }))
      return;
    std::vector<const RowRead *> tested;
    for (const RowRead &read : reads)
      if (std::none_of(tested.begin(), tested.end(),
                       [&](const RowRead *other) { return isCovered(read, *other); })) {
        if (!isReadable(read))
          return;
        tested.push_back(&read);
      }
    std::optional<Origin> origin;
    for (const RowRead *read : tested)
      if (!origin)
        origin = originOf(*read);
    if (!origin)
      return;
    std::vector<ExprRef> demanded;
    for (const ExprRef &demand : origin->demands)
      if (!constantValue(*demand) &&
          std::none_of(demanded.begin(), demanded.end(),
                       [&](const ExprRef &other) { return isSame(*demand, *other); })) {
        demanded.push_back(demand);
        before.push_back(makeDemand(demand, "a call of __builtin_abort", demand->range));
      }
    const ExprRef &node = reads.front().node;
    const SourceRange where = node->range;
    const ExprRef first = rowAt(node, origin->row);
    const ExprRef pitch = makeRowDistance({first, rowAt(node, origin->next)}, wide, where);
    for (const RowRead *read : tested)
      before.push_back(scan(*read, [&](const ExprRef &index) {
        ExprRef step =
            makeBinary("*", numberOf(pitch),
                       convertedLiteral(node->type.element->size, address, where), address, where);
        ExprRef distance =
            makeBinary("*", numberOf(rowsFrom(origin->row, index, where)), step, address, where);
        return makeBinary("==", numberOf(rowAt(read->node, index)),
                          makeBinary("+", numberOf(first), distance, address, where), truthType(),
                          where);
      }));
    for (const RowRead &read : reads) {
      ExprRef elements = makeBinary("*", rowsFrom(origin->row, read.row(), read.node->range), pitch,
                                    wide, read.node->range);
      replaced[read.node.get()] =
          makeBinary("+", first, elements, read.node->type, read.node->range);
    }
  }

  /// The test of each pointer that is read there, in the loops on which it depends.
  StmtRef scan(const RowRead &read, const std::function<ExprRef(const ExprRef &)> &test) {
    // Which loops: from the innermost one out, as bounds name the counters of those around them.
    std::set<SymbolId> needed;
    auto need = [&](const ExprRef &expr) {
      forEachExpr(expr, [&](const ExprRef &part) {
        if (part->kind == Expr::Kind::Symbol)
          needed.insert(part->symbol);
      });
    };
    auto firstIn = [](const Stmt &loop) {
      return substituted(loop.condition, {{loopVariable(loop), loop.init->value}});
    };
    need(read.row());
    for (auto one = read.around.rbegin(); one != read.around.rend(); ++one) {
      const bool isKept = one->isLoop() && needed.count(loopVariable(*one->stmt));
      if (isKept)
        need(one->stmt->init->value);
      need(one->isLoop() && !isKept ? firstIn(*one->stmt) : one->stmt->condition);
    }
    Values renamed;
    for (const Around &one : read.around)
      if (one.isLoop() && needed.count(loopVariable(*one.stmt))) {
        const SymbolId counter = loopVariable(*one.stmt);
        const CType &type = nest.symbol(counter).type;
        const std::string name = nest.symbol(counter).name;
        renamed[counter] = makeSymbol(addInvented(nest, name, type), type, one.stmt->range);
      }
    auto branch = [](const ExprRef &condition, const StmtRef &body) {
      auto stmt = std::make_shared<Stmt>();
      stmt->kind = Stmt::Kind::If;
      stmt->range = condition->range;
      stmt->condition = condition;
      stmt->children = {makeBlock({body}, condition->range)};
      return stmt;
    };
    auto tested = branch(test(substituted(read.row(), renamed)), nullptr);
    tested->children = {makeBlock({}, read.node->range)};
    StmtRef code = tested;
    for (auto one = read.around.rbegin(); one != read.around.rend(); ++one) {
      auto counter = one->isLoop() ? renamed.find(loopVariable(*one->stmt)) : renamed.end();
      if (counter == renamed.end()) {
        const bool isSure = one->isLoop() && one->stmt->runsFirst;
        ExprRef condition = one->isLoop() ? firstIn(*one->stmt) : one->condition();
        code = isSure ? code : branch(substituted(condition, renamed), code);
        continue;
      }
      auto loop = std::make_shared<Stmt>(*one->stmt);
      loop->init = makeAssign(counter->second, "=", substituted(one->stmt->init->value, renamed),
                              one->stmt->range);
      loop->condition = substituted(one->stmt->condition, renamed);
      loop->step = makeAssign(counter->second, one->stmt->step->text,
                              substituted(one->stmt->step->value, renamed), one->stmt->range);
      loop->children = {makeBlock({code}, one->stmt->range)};
      loop->reads.clear();
      code = loop;
    }
    return code;
  }

  SourceNest &nest;
  const CType wide, address;
  const std::set<SymbolId> assigned;
  std::vector<Around> around;
  std::map<std::string, std::vector<RowRead>> tables;
  std::vector<std::string> order; // of their first reads
  std::map<const Expr *, ExprRef> replaced;
};

} // namespace

SourceNest withRowTables(SourceNest nest, const PassContext &context) {
  if (!nest.root || context.data == DataConditions::Open)
    return nest;
  if (StmtRef root = RowTables(nest).rewrite())
    nest.root = root;
  return nest;
}

bool isRowTest(const Stmt &stmt) {
  if (stmt.kind != Stmt::Kind::If || stmt.children.size() != 1 ||
      stmt.children[0]->kind != Stmt::Kind::Block || !stmt.children[0]->children.empty())
    return false;
  const Expr &test = *stmt.condition;
  if (test.kind != Expr::Kind::Binary || test.op() != Op::EqualEqual)
    return false;
  const Expr &number = *test.operands[0];
  return number.kind == Expr::Kind::Cast && number.type.isInteger() &&
         number.operands[0]->kind == Expr::Kind::Access &&
         number.operands[0]->type.kind == CType::Kind::Pointer;
}

} // namespace acc
