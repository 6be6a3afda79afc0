#include "analysis/normalize/OpenCalls.h"

#include "analysis/normalize/KnownTests.h"
#include "analysis/normalize/UnusedValues.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"
#include "analysis/tree/VectorCalls.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// Calls in functions that are read for one call of the nest.
constexpr unsigned kMostNested = 256;

bool hasKnownCall(const ExprRef &expr) {
  bool found = false;
  forEachExpr(expr, [&](const ExprRef &part) { found |= part->fitsParameters; });
  return found;
}

bool hasKnownCall(const StmtRef &stmt) {
  bool found = false;
  forEachExprIn(stmt, [&](const ExprRef &part) { found |= part->fitsParameters; });
  return found;
}

/// The value without what the calls in it require, which `out` asks.
ExprRef withoutDemands(const ExprRef &value, std::vector<StmtRef> &out) {
  return mapExpr(value, [&](const ExprRef &part) -> ExprRef {
    if (part->kind != Expr::Kind::Block || !areDemands(part->statements))
      return nullptr;
    out.insert(out.end(), part->statements.begin(), part->statements.end());
    return withoutDemands(part->operands[0], out);
  });
}

/// { complain(x); return 1; }
std::string complaintIn(const StmtRef &branch) {
  const Stmt *last = branch.get();
  while (last->kind == Stmt::Kind::Block && !last->children.empty())
    last = last->children.back().get();
  if (last->kind != Stmt::Kind::Jump || last->text != "return")
    return "";
  std::string name;
  forEachExprIn(branch, [&](const ExprRef &expr) {
    if (expr->kind == Expr::Kind::Call && expr->effect == CallEffect::Unknown)
      name = expr->text;
  });
  return name;
}

} // namespace

bool isNumberOrRow(const CType &type) {
  const CType &number = type.kind == CType::Kind::Pointer && type.element ? *type.element : type;
  return isArithmetic(number) || isVector(type);
}

bool isReadable(const ExprRef &value) {
  if (isLargerThan(value, kMostOfValue))
    return false;
  bool readable = true;
  forEachExpr(value,
              [&](const ExprRef &part) { readable &= part->kind != Expr::Kind::Unsupported; });
  return readable;
}

const CalledFunction *OpenCalls::functionOf(const Expr &call) const {
  auto found = call.fitsParameters ? nest.functions.find(call.text) : nest.functions.end();
  const bool isRead =
      found != nest.functions.end() && found->second->body->kind != Stmt::Kind::Unsupported;
  return isRead ? found->second.get() : nullptr;
}

std::optional<SourceRange> OpenCalls::siteOf(const Expr &call) const {
  return frame && frame->site ? frame->site : call.range;
}

std::shared_ptr<Stmt> OpenCalls::copied(const Stmt &stmt) const {
  auto copy = std::make_shared<Stmt>(stmt);
  if (!frame)
    return copy;
  copy->range = frame->placeOf(stmt.range);
  if (frame->site)
    copy->loop = {};
  copy->changed = frame->changed(stmt.changed);
  return copy;
}

// Statements.

StmtRef OpenCalls::single(const StmtRef &stmt) {
  if (!stmt)
    return stmt;
  Stmts parts;
  statement(stmt, parts);
  return parts.size() == 1
             ? parts.front()
             : makeBlock(std::move(parts), frame ? frame->placeOf(stmt->range) : stmt->range);
}

void OpenCalls::statement(const StmtRef &stmt, Stmts &out) {
  if (!frame && !hasKnownCall(stmt))
    return out.push_back(stmt);
  switch (stmt->kind) {
  case Stmt::Kind::Block: {
    Stmts children;
    for (const StmtRef &child : stmt->children)
      statement(child, children);
    auto block = copied(*stmt);
    block->children = std::move(children);
    return out.push_back(block);
  }
  case Stmt::Kind::For:
  case Stmt::Kind::While:
  case Stmt::Kind::DoWhile:
    return loop(*stmt, out);
  case Stmt::Kind::If:
    return branch(*stmt, out);
  case Stmt::Kind::Evaluate:
    return evaluate(*stmt, out);
  case Stmt::Kind::Jump:
    return returned(*stmt, out);
  case Stmt::Kind::Assign:
  case Stmt::Kind::Declare:
    if (!inLoopHead && openedResult(*stmt, out))
      return;
    break;
  default:
    break;
  }
  auto copy = copied(*stmt);
  if (stmt->target)
    copy->target = place(stmt->target, true);
  if (stmt->value)
    copy->value = expression(stmt->value, true);
  if (stmt->condition)
    copy->condition = expression(stmt->condition, false);
  for (StmtRef &child : copy->children)
    child = single(child);
  if (frame && stmt->kind == Stmt::Kind::Declare)
    copy->symbol = frame->declared(stmt->symbol);
  out.push_back(copy);
}

void OpenCalls::evaluate(const Stmt &stmt, Stmts &out) {
  if (openedStatement(*stmt.value, out))
    return;
  auto copy = copied(stmt);
  copy->value = expression(stmt.value, true);
  // What the call requires is asked in any case.
  if (copy->value->kind == Expr::Kind::Block && areDemands(copy->value->statements)) {
    const ExprRef block = copy->value;
    out.insert(out.end(), block->statements.begin(), block->statements.end());
    copy->value = block->operands[0];
  }
  const bool isOfFunction = (frame && frame->site) || stmt.value->kind == Expr::Kind::Call;
  out.push_back(isOfFunction ? usedPartOf(copy) : StmtRef(copy));
}

/// Of a function that is read as a statement only the effects of the value count.
void OpenCalls::returned(const Stmt &stmt, Stmts &out) {
  auto jump = copied(stmt);
  if (stmt.value && frame && frame->site) {
    jump->value = nullptr;
    if (!isPure(*stmt.value)) {
      auto effect = std::make_shared<Stmt>();
      effect->kind = Stmt::Kind::Evaluate;
      effect->range = stmt.value->range;
      effect->value = stmt.value;
      statement(effect, out);
    }
  } else if (stmt.value) {
    jump->value = expression(stmt.value, false);
  }
  out.push_back(jump);
}

void OpenCalls::branch(const Stmt &stmt, Stmts &out) {
  auto copy = copied(stmt);
  copy->condition = expression(stmt.condition, true);
  const bool isOfFunction = frame && frame->site;
  auto take = [&](bool isTaken) {
    const size_t branch = isTaken ? 0 : 1;
    if (branch < stmt.children.size())
      statement(stmt.children[branch], out);
  };
  if (isOfFunction) {
    copy->condition = knownTruth(copy->condition, symbols);
    // A pointer that the call gives: if (quotient) *quotient = x / 10;
    if (copy->condition->kind == Expr::Kind::Integer)
      return take(copy->condition->value != 0);
    if (std::optional<bool> isTaken = whereInObject(*copy->condition)) {
      out.push_back(makeDemand(*isTaken ? copy->condition : makeNot(copy->condition),
                               "a call with a null pointer", copy->range));
      return take(*isTaken);
    }
  }
  for (StmtRef &child : copy->children)
    child = single(child);
  for (size_t k = 0; isOfFunction && k < copy->children.size(); ++k)
    if (std::string name = complaintIn(copy->children[k]); !name.empty()) {
      out.push_back(makeDemand(k != 0 ? copy->condition : makeNot(copy->condition),
                               "a call of " + name, copy->range));
      if (copy->children.size() > 1)
        out.push_back(copy->children[1 - k]);
      return;
    }
  out.push_back(copy);
}

void OpenCalls::loop(const Stmt &stmt, Stmts &out) {
  auto copy = copied(stmt);
  const bool outside = std::exchange(inLoopHead, true);
  copy->init = single(stmt.init);
  copy->step = single(stmt.step);
  inLoopHead = outside;
  // The test of a loop that has a step stays a test alone.
  if (stmt.condition)
    copy->condition = expression(stmt.condition, !stmt.step);
  copy->children = {single(stmt.children[0])};
  if (frame) {
    copy->loop.liveOut = frame->changed(stmt.loop.liveOut);
    copy->loop.lentOut = frame->changed(stmt.loop.lentOut);
    loops.push_back(copy);
  }
  out.push_back(copy);
}

/// LoopFacts::liveOut tells of the variables of the function; behind its loops every other variable
/// of the nest may be read.
void OpenCalls::leaveLoops(const CallFrame &own) {
  std::set<SymbolId> told;
  for (const auto &[variable, id] : own.variables())
    told.insert(id);
  for (const std::shared_ptr<Stmt> &loop : loops)
    for (size_t id = 0; id < symbols.size(); ++id)
      if (!told.count(SymbolId(id)))
        loop->loop.liveOut.push_back(SymbolId(id));
}

// p + k, &p[k]: 1;   !(p + k), p + k == 0: 0
std::optional<bool> OpenCalls::whereInObject(const Expr &condition) const {
  if (condition.kind == Expr::Kind::Unary && condition.op() == Op::Exclaim) {
    std::optional<bool> inner = whereInObject(*condition.operands[0]);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  if (condition.kind == Expr::Kind::Binary &&
      (condition.op() == Op::EqualEqual || condition.op() == Op::ExclaimEqual))
    for (size_t side : {0, 1})
      if (isNull(*condition.operands[1 - side]))
        if (std::optional<bool> inner = whereInObject(*condition.operands[side]))
          return (condition.op() == Op::ExclaimEqual) == *inner;
  const Expr &pointer = skipPointerCasts(condition);
  bool isPointer = condition.type.kind == CType::Kind::Pointer;
  bool isSum = pointer.kind == Expr::Kind::Binary;
  bool isElement = pointer.kind == Expr::Kind::Unary && pointer.op() == Op::Amp &&
                   pointer.operands[0]->kind == Expr::Kind::Access;
  return isPointer && (isSum || isElement) ? std::optional(true) : std::nullopt;
}

// Expressions.

ExprRef OpenCalls::expression(const ExprRef &expr, bool isCertain) {
  if (!frame && !hasKnownCall(expr))
    return expr;
  switch (expr->kind) {
  case Expr::Kind::Symbol:
    return frame ? frame->decayed(frame->symbol(*expr)) : expr;
  case Expr::Kind::Access:
    return place(expr, isCertain);
  case Expr::Kind::Call:
    return call(expr, isCertain);
  case Expr::Kind::Unary:
    if (expr->op() == Op::Amp && frame)
      return frame->address(*expr, place(expr->operands[0], isCertain));
    break;
  default:
    break;
  }
  auto copy = std::make_shared<Expr>(*expr);
  const bool isChoice = expr->kind == Expr::Kind::Conditional;
  const bool isLogical =
      expr->kind == Expr::Kind::Binary && (expr->op() == Op::AmpAmp || expr->op() == Op::PipePipe);
  const bool isChange = expr->kind == Expr::Kind::Assign || expr->kind == Expr::Kind::Step;
  for (size_t k = 0; k < copy->operands.size(); ++k) {
    bool mayNotRun = (k > 0 && (isChoice || isLogical)) || expr->kind == Expr::Kind::Block;
    const ExprRef &operand = expr->operands[k];
    copy->operands[k] = isChange && k == 0 ? place(operand, isCertain)
                                           : expression(operand, isCertain && !mayNotRun);
  }
  copy->statements.clear();
  for (const StmtRef &stmt : expr->statements)
    statement(stmt, copy->statements);
  if (!frame)
    return copy;
  copy->range = frame->placeOf(expr->range);
  copy->changed = frame->changed(expr->changed);
  // A variable that stands for a value is no place.
  const bool isOfVariable = isChange && expr->operands[0]->kind == Expr::Kind::Symbol;
  return isOfVariable && frame->boundTo(expr->operands[0]->symbol) ? asUnsupported(copy) : copy;
}

/// What is stored to, read from, or has its address taken.
ExprRef OpenCalls::place(const ExprRef &expr, bool isCertain) {
  if (expr->kind == Expr::Kind::Symbol)
    return frame ? frame->symbol(*expr) : expr;
  if (expr->kind != Expr::Kind::Access)
    return expression(expr, isCertain);
  const ExprRef base = place(expr->operands[0], isCertain);
  std::vector<ExprRef> subscripts;
  for (size_t k = 1; k < expr->operands.size(); ++k)
    subscripts.push_back(expression(expr->operands[k], isCertain));
  if (frame)
    return frame->access(*expr, base, std::move(subscripts));
  auto copy = std::make_shared<Expr>(*expr);
  copy->operands = std::move(subscripts);
  copy->operands.insert(copy->operands.begin(), base);
  return copy;
}

ExprRef OpenCalls::call(const ExprRef &expr, bool isCertain) {
  if (expr.get() == known.first)
    return known.second;
  if (ExprRef value = openedValue(*expr, isCertain))
    return value;
  auto copy = std::make_shared<Expr>(*expr);
  for (ExprRef &operand : copy->operands)
    operand = expression(operand, isCertain);
  if (frame)
    copy->range = frame->placeOf(expr->range);
  return copy;
}

// Arguments.

/// The argument as the parameter has it.
ExprRef OpenCalls::argument(const Expr &call, size_t k, const CType &type, bool isCertain) {
  const ExprRef value = shown(expression(call.operands[k], isCertain));
  return isArithmetic(type) ? makeExplicitCast(value, type) : value;
}

/// Reads no element: what stores may do to the names, the model asks of each of them.
bool OpenCalls::readsOnlyNames(const Expr &node) const {
  if (node.kind == Expr::Kind::Access && node.type.kind != CType::Kind::Array)
    return false;
  bool isPlain = node.kind != Expr::Kind::Call && node.kind != Expr::Kind::Unsupported &&
                 node.kind != Expr::Kind::Assign && node.kind != Expr::Kind::Step;
  if (!isPlain)
    return false;
  for (const StmtRef &stmt : node.statements)
    if (stmt->kind != Stmt::Kind::Declare || !stmt->value || !readsOnlyNames(*stmt->value))
      return false;
  // The address of an element reads none.
  const Expr &whole =
      node.kind == Expr::Kind::Unary && node.op() == Op::Amp ? *node.operands[0] : node;
  return std::all_of(whole.operands.begin(), whole.operands.end(),
                     [&](const ExprRef &part) { return readsOnlyNames(*part); });
}

StmtRef OpenCalls::declaration(SymbolId variable, ExprRef value, SourceRange where) const {
  auto node = std::make_shared<Stmt>();
  node->kind = Stmt::Kind::Declare;
  node->range = where;
  node->symbol = variable;
  node->value = std::move(value);
  return node;
}

bool OpenCalls::bindArguments(const CalledFunction &function, const Expr &call, CallFrame &into,
                              bool mayAssign, Stmts *declared) {
  nested = inside.empty() ? 0 : nested + 1;
  if (std::find(inside.begin(), inside.end(), &function) != inside.end() || nested > kMostNested)
    return false;
  std::vector<ExprRef> values;
  for (size_t k = 0; k < function.parameters.size(); ++k) {
    values.push_back(
        argument(call, k, (*function.symbols)[function.parameters[k]].type, declared != nullptr));
    if (declared)
      values.back() = withoutDemands(values.back(), *declared);
  }
  for (size_t k = 0; k < function.parameters.size(); ++k) {
    const SymbolId own = function.parameters[k];
    const Symbol &parameter = (*function.symbols)[own];
    bool isFollowed = mayAssign || !parameter.isAssigned;
    if (isFollowed && (!declared || readsOnlyNames(*values[k]))) {
      if (!standsFor(into, own, values[k]))
        return false;
      continue;
    }
    bool isPointer = parameter.type.kind == CType::Kind::Pointer;
    bool isVariable = isNumberOrRow(parameter.type) && (!isPointer || hasSideEffect(values[k]));
    if (!declared || !isReadable(values[k]) || !isVariable)
      return false;
    declared->push_back(declaration(into.declared(own), values[k], *into.site));
  }
  return true;
}

} // namespace acc
