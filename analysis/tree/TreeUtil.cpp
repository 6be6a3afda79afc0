#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {

void forEachExpr(const ExprRef &expr, const std::function<void(const ExprRef &)> &visit) {
  if (!expr)
    return;
  visit(expr);
  for (const StmtRef &stmt : expr->statements)
    forEachExprIn(stmt, visit);
  for (const ExprRef &operand : expr->operands)
    forEachExpr(operand, visit);
}

bool isLargerThan(const ExprRef &expr, size_t nodes) {
  size_t left = nodes + 1;
  auto count = [&](const ExprRef &part, auto &&self) -> void {
    if (!part || left == 0)
      return;
    --left;
    for (const ExprRef &operand : part->operands)
      self(operand, self);
  };
  count(expr, count);
  return left == 0;
}

void forEachStmt(const StmtRef &stmt, const std::function<void(const StmtRef &)> &visit) {
  if (!stmt)
    return;
  visit(stmt);
  forEachStmt(stmt->init, visit);
  forEachStmt(stmt->step, visit);
  for (const StmtRef &child : stmt->children)
    forEachStmt(child, visit);
}

std::vector<ExprRef> ownExprs(const Stmt &stmt) {
  std::vector<ExprRef> all;
  for (const ExprRef &expr : {stmt.condition, stmt.value, stmt.target})
    if (expr)
      all.push_back(expr);
  all.insert(all.end(), stmt.claim.begin(), stmt.claim.end());
  return all;
}

void forEachExprIn(const StmtRef &stmt, const std::function<void(const ExprRef &)> &visit) {
  forEachStmt(stmt, [&](const StmtRef &each) {
    for (const ExprRef &expr : ownExprs(*each))
      forEachExpr(expr, visit);
  });
}

ExprRef mapExpr(const ExprRef &expr, const std::function<ExprRef(const ExprRef &)> &replacement) {
  if (!expr)
    return expr;
  if (ExprRef other = replacement(expr))
    return other;
  std::vector<ExprRef> operands;
  for (const ExprRef &operand : expr->operands)
    operands.push_back(mapExpr(operand, replacement));
  if (operands == expr->operands && expr->statements.empty())
    return expr;
  auto copy = std::make_shared<Expr>(*expr);
  copy->operands = std::move(operands);
  for (StmtRef &stmt : copy->statements)
    stmt = mapExprs(stmt, replacement);
  return copy;
}

StmtRef mapExprs(const StmtRef &stmt, const std::function<ExprRef(const ExprRef &)> &replacement) {
  if (!stmt)
    return stmt;
  auto copy = std::make_shared<Stmt>(*stmt);
  copy->target = mapExpr(stmt->target, replacement);
  copy->value = mapExpr(stmt->value, replacement);
  copy->condition = mapExpr(stmt->condition, replacement);
  for (ExprRef &part : copy->claim)
    part = mapExpr(part, replacement);
  copy->init = mapExprs(stmt->init, replacement);
  copy->step = mapExprs(stmt->step, replacement);
  for (StmtRef &child : copy->children)
    child = mapExprs(child, replacement);
  return copy;
}

StmtRef mapStmts(const StmtRef &stmt, const std::function<StmtRef(const StmtRef &)> &change) {
  if (!stmt)
    return stmt;
  std::vector<StmtRef> children;
  for (const StmtRef &child : stmt->children)
    children.push_back(mapStmts(child, change));
  if (children == stmt->children)
    return change(stmt);
  auto copy = std::make_shared<Stmt>(*stmt);
  copy->children = std::move(children);
  return change(copy);
}

bool isLoop(const Stmt &stmt) {
  return stmt.kind == Stmt::Kind::For || stmt.kind == Stmt::Kind::While ||
         stmt.kind == Stmt::Kind::DoWhile;
}

bool containsLoop(const StmtRef &stmt) {
  bool found = false;
  forEachStmt(stmt, [&](const StmtRef &each) { found |= isLoop(*each); });
  return found;
}

SymbolId assignedSymbol(const Stmt &stmt) {
  if (stmt.kind == Stmt::Kind::Declare)
    return stmt.symbol;
  if (stmt.kind == Stmt::Kind::Assign && stmt.target->kind == Expr::Kind::Symbol)
    return stmt.target->symbol;
  return -1;
}

std::set<SymbolId> assignedIn(const StmtRef &stmt) {
  std::set<SymbolId> all;
  forEachStmt(stmt, [&](const StmtRef &each) {
    if (SymbolId symbol = assignedSymbol(*each); symbol >= 0)
      all.insert(symbol);
    all.insert(each->changed.begin(), each->changed.end());
  });
  forEachExprIn(stmt, [&](const ExprRef &each) {
    all.insert(each->changed.begin(), each->changed.end());
    bool isChange = each->kind == Expr::Kind::Assign || each->kind == Expr::Kind::Step;
    if (isChange && each->operands[0]->kind == Expr::Kind::Symbol)
      all.insert(each->operands[0]->symbol);
    for (const StmtRef &inner : each->statements)
      all.merge(assignedIn(inner));
  });
  return all;
}

SymbolId loopVariable(const Stmt &loop) {
  if (loop.kind != Stmt::Kind::For || !loop.init || !loop.init->value)
    return -1;
  if (loop.init->kind == Stmt::Kind::Assign && loop.init->op() != Op::Equal)
    return -1;
  return assignedSymbol(*loop.init);
}

const Stmt &onlyChild(const Stmt &stmt) {
  const Stmt *at = &stmt;
  while (at->kind == Stmt::Kind::Block && at->children.size() == 1)
    at = at->children[0].get();
  return *at;
}

bool names(const ExprRef &expr, SymbolId symbol) {
  bool found = false;
  if (expr)
    forEachExpr(expr, [&](const ExprRef &part) {
      found |= part->kind == Expr::Kind::Symbol && part->symbol == symbol;
    });
  return found;
}

bool isAddressOfVariable(const Expr &expr, const SymbolTable &symbols) {
  return expr.kind == Expr::Kind::Unary && expr.op() == Op::Amp &&
         expr.operands[0]->kind == Expr::Kind::Symbol &&
         symbols[expr.operands[0]->symbol].kind != Symbol::Kind::Path;
}

bool isSideEffect(const Expr &expr) {
  return expr.kind == Expr::Kind::Assign || expr.kind == Expr::Kind::Step ||
         expr.kind == Expr::Kind::Comma || expr.kind == Expr::Kind::Block;
}

bool hasSideEffect(const ExprRef &expr) {
  bool found = false;
  forEachExpr(expr, [&](const ExprRef &part) { found |= isSideEffect(*part); });
  return found;
}

bool isPure(const Expr &value) {
  bool isOwn = !isSideEffect(value) && value.kind != Expr::Kind::Unsupported &&
               (value.kind != Expr::Kind::Call || value.effect == CallEffect::Pure);
  return isOwn && std::all_of(value.operands.begin(), value.operands.end(),
                              [](const ExprRef &part) { return !part || isPure(*part); });
}

StmtRef makeBlock(std::vector<StmtRef> children, SourceRange where) {
  auto block = std::make_shared<Stmt>();
  block->kind = Stmt::Kind::Block;
  block->range = where;
  block->children = std::move(children);
  return block;
}

ExprRef makeInteger(int64_t value, const CType &type, SourceRange where) {
  auto node = std::make_shared<Expr>();
  node->kind = Expr::Kind::Integer;
  node->type = type;
  node->range = where;
  node->value = value;
  node->text = std::to_string(value);
  return node;
}

ExprRef makeStepOfOne(const CType &type, SourceRange where) {
  ExprRef one = makeInteger(1, truthType(), where);
  if (type.kind != CType::Kind::Floating)
    return one;
  auto cast = std::make_shared<Expr>();
  cast->kind = Expr::Kind::Cast;
  cast->type = type;
  cast->isImplicit = true;
  cast->operands = {one};
  cast->range = where;
  return cast;
}

ExprRef makeSymbol(SymbolId symbol, const CType &type, SourceRange where) {
  auto node = std::make_shared<Expr>();
  node->kind = Expr::Kind::Symbol;
  node->type = type;
  node->range = where;
  node->symbol = symbol;
  return node;
}

ExprRef makeBinary(const std::string &op, ExprRef left, ExprRef right, const CType &type,
                   SourceRange where) {
  auto node = std::make_shared<Expr>();
  node->kind = Expr::Kind::Binary;
  node->type = type;
  node->range = where;
  node->text = op;
  node->operands = {std::move(left), std::move(right)};
  return node;
}

StmtRef makeDeclaration(SymbolId symbol, SourceRange where) {
  auto declare = std::make_shared<Stmt>();
  declare->kind = Stmt::Kind::Declare;
  declare->range = where;
  declare->symbol = symbol;
  return declare;
}

StmtRef makeAssign(const ExprRef &target, const std::string &op, const ExprRef &value,
                   SourceRange where) {
  auto assign = std::make_shared<Stmt>();
  assign->kind = Stmt::Kind::Assign;
  assign->range = where;
  assign->target = target;
  assign->text = op;
  assign->value = value;
  return assign;
}

StmtRef makeCountedLoop(const ExprRef &counter, const ExprRef &end, const StmtRef &body,
                        SourceRange where) {
  auto loop = std::make_shared<Stmt>();
  loop->kind = Stmt::Kind::For;
  loop->range = where;
  loop->init = makeAssign(counter, "=", makeInteger(0, counter->type, where), where);
  loop->condition = makeBinary("<", counter, end, truthType(), where);
  loop->step = makeAssign(counter, "+=", makeInteger(1, counter->type, where), where);
  loop->children = {body};
  return loop;
}

ExprRef makeExplicitCast(ExprRef operand, const CType &type) {
  bool implicit = operand->kind == Expr::Kind::Cast && operand->isImplicit;
  if (!implicit && operand->type.spelling == type.spelling)
    return operand;
  auto node = std::make_shared<Expr>();
  node->kind = Expr::Kind::Cast;
  node->type = type;
  node->range = operand->range;
  node->operands = {implicit ? operand->operands[0] : operand};
  // An implicit cast to another type than `type` still takes place.
  if (implicit && operand->type.spelling != type.spelling)
    node->operands = {makeExplicitCast(operand, operand->type)};
  return node;
}

CType truthType() {
  CType type;
  type.kind = CType::Kind::Integer;
  type.size = 4;
  type.isSigned = true;
  type.spelling = "int";
  return type;
}

CType distanceType(const UnitFacts &unit) {
  CType distance;
  distance.kind = CType::Kind::Integer;
  distance.size = 8;
  distance.isSigned = true;
  distance.spelling = unit.longBits == 64 ? "long" : "long long";
  return distance;
}

ExprRef stepped(const ExprRef &variable, const std::string &op, const ExprRef &amount) {
  // The wider of the two, promoted; of one size the unsigned one.
  auto isWider = [](const CType &a, const CType &b) {
    return a.bits() != b.bits() ? a.bits() > b.bits() : !a.isSigned && b.isSigned;
  };
  CType promoted = variable->type.bits() < 32 ? truthType() : variable->type;
  if (isWider(amount->type, promoted))
    promoted = amount->type;
  return makeExplicitCast(makeBinary(op, makeExplicitCast(variable, promoted),
                                     makeExplicitCast(amount, promoted), promoted, variable->range),
                          variable->type);
}

ExprRef makeNot(ExprRef condition) {
  auto node = std::make_shared<Expr>();
  node->kind = Expr::Kind::Unary;
  node->text = "!";
  node->type = truthType();
  node->range = condition->range;
  node->operands = {std::move(condition)};
  return node;
}

const Expr &skipCasts(const Expr &expr) {
  const Expr *inner = &expr;
  while (inner->kind == Expr::Kind::Cast)
    inner = inner->operands[0].get();
  return *inner;
}

const Expr &skipImplicitCasts(const Expr &expr) {
  const Expr *inner = &expr;
  while (inner->kind == Expr::Kind::Cast && inner->isImplicit)
    inner = inner->operands[0].get();
  return *inner;
}

} // namespace acc
