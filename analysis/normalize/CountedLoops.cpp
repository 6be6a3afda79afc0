#include "analysis/normalize/CountedLoops.h"

#include "analysis/normalize/Induction.h"
#include "analysis/normalize/LoopHead.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// Names and sums: they may be told twice.
bool isPlain(const ExprRef &expr) {
  bool plain = true;
  forEachExpr(expr, [&](const ExprRef &part) {
    plain &= part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Cast ||
             part->kind == Expr::Kind::Binary || part->kind == Expr::Kind::Symbol;
  });
  return plain;
}

/// Where the loop that does the rest of an unrolled one starts; null when it does not.
///   for (x = a; x + 3 < n; x += 4) ...; for (; x < n; x++) ...   ->   a + (n - a)/4*4
/// Where n is below a, neither runs.
ExprRef startOfRest(const StmtRef &unrolled, const Stmt &rest, const SourceNest &nest,
                    const Reordering &order) {
  auto loop = unrolled->kind == Stmt::Kind::For ? countedLoop(*unrolled, *nest.unit) : std::nullopt;
  const Expr *test = rest.condition ? &skipTruthCasts(*rest.condition) : nullptr;
  auto first = loop ? constantValue(*loop->first) : std::nullopt;
  if (!first || !loop->whole || !test || test->kind != Expr::Kind::Binary ||
      test->op() != Op::Less || order.mayLeave(unrolled->children[0]) ||
      order.mayAssign(unrolled->children[0], loop->variable))
    return nullptr;
  const Expr &left = skipWidening(*test->operands[0]);
  const CType &type = nest.symbol(loop->variable).type, &bound = loop->whole->type;
  bool isSame = left.kind == Expr::Kind::Symbol && left.symbol == loop->variable &&
                printExpr(nest, skipWidening(*test->operands[1])) ==
                    printExpr(nest, skipWidening(*loop->whole));
  bool isNumber = type.isInteger() && bound.isInteger() && type.isSigned == bound.isSigned &&
                  type.bits() >= bound.bits() && type.bits() >= 32;
  bool fromZero = first == 0;
  if (!isSame || !isNumber || (!type.isSigned && !fromZero) || !isPlain(loop->whole) ||
      !order.keepsValue(unrolled, loop->whole))
    return nullptr;
  ExprRef step = makeInteger(loop->step, type, rest.range);
  ExprRef whole = makeBinary("*", tripCount(*loop, type), step, type, rest.range);
  return fromZero ? whole : makeBinary("+", loop->first, whole, type, rest.range);
}

/// The assignments that set counters before loops of the block, as the loops' first parts.
std::vector<StmtRef> withStarts(std::vector<StmtRef> stmts, const SourceNest &nest,
                                const Reordering &order) {
  for (size_t k = 1; k < stmts.size(); ++k) {
    StmtRef loop = withStepInHead(stmts[k], order);
    SymbolId counter = openCounter(*loop);
    if (counter < 0)
      continue;
    size_t at = k;
    while (at > 0 && !order.mayAssign(stmts[at - 1], counter))
      --at;
    if (at == 0)
      continue;
    const StmtRef start = stmts[at - 1];
    const StmtRef between = makeBlock({stmts.begin() + at, stmts.begin() + k}, loop->range);
    bool isKept = !order.mayLeave(between);
    if (ExprRef value = isKept ? startOfRest(start, *loop, nest, order) : nullptr;
        value && order.keepsValue(between, value)) {
      stmts[k] = withStart(loop, counter, value);
      continue;
    }
    bool isStart = assignedSymbol(*start) == counter && start->value &&
                   (start->kind == Stmt::Kind::Declare || start->op() == Op::Equal);
    if (!isStart || !isKept || !isPlain(start->value) || names(start->value, counter) ||
        !order.keepsValue(between, start->value))
      continue;
    stmts[k] = withStart(loop, counter, start->value);
    if (!order.commute(start, between))
      continue;
    if (start->kind == Stmt::Kind::Declare) {
      auto declaration = std::make_shared<Stmt>(*start);
      declaration->value = nullptr;
      stmts[at - 1] = declaration;
    } else {
      auto closed = std::make_shared<Stmt>(*stmts[k]);
      closed->reads.insert(closed->reads.end(), start->reads.begin(), start->reads.end());
      stmts[k] = closed;
      stmts.erase(stmts.begin() + (at - 1));
      --k;
    }
  }
  return stmts;
}

} // namespace

SourceNest withCountedLoops(SourceNest nest) {
  const Reordering order(nest);
  StmtRef root = mapStmts(nest.root, [&](const StmtRef &stmt) -> StmtRef {
    if (stmt->kind == Stmt::Kind::For)
      return withStepInHead(stmt, order);
    if (stmt->kind != Stmt::Kind::Block)
      return stmt;
    auto copy = std::make_shared<Stmt>(*stmt);
    copy->children = withStarts(std::move(copy->children), nest, order);
    return copy;
  });
  nest.root = root;
  return nest;
}

} // namespace acc
