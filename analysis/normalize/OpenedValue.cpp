// The value of a call: at(A, i, j, n) is A[i*n + j] for  T at(T *a, int i, int j, int n) { return
// a[i*n + j]; }
#include "analysis/normalize/KnownTests.h"
#include "analysis/normalize/OpenCalls.h"
#include "analysis/normalize/UnusedValues.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/SideEffects.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// A longer function with branches is easier to read as the call that it is.
constexpr size_t kMostBranching = 4;
constexpr unsigned kMostBranches = 6;

bool hasBranch(const StmtRef &body) {
  bool found = false;
  forEachStmt(body, [&](const StmtRef &stmt) { found |= stmt->kind == Stmt::Kind::If; });
  return found;
}

/// As an operand of an operator: smaller integers are int there.
ExprRef promoted(const ExprRef &value) {
  if (!value->type.isInteger() || value->type.bits() >= truthType().bits())
    return value;
  auto cast = std::make_shared<Expr>();
  cast->kind = Expr::Kind::Cast;
  cast->type = truthType();
  cast->range = value->range;
  cast->isImplicit = true;
  cast->operands = {value};
  return cast;
}

bool isScalar(const CType &type) { return isArithmetic(type) || type.kind == CType::Kind::Pointer; }

} // namespace

ExprRef convertedTo(ExprRef operand, const CType &type, SourceRange where) {
  if (operand->type.spelling == type.spelling)
    return operand;
  auto cast = std::make_shared<Expr>();
  cast->kind = Expr::Kind::Cast;
  cast->type = type;
  cast->range = where;
  cast->operands = {std::move(operand)};
  return cast;
}

ExprRef OpenCalls::openedValue(const Expr &call, bool mayRequire) {
  const CalledFunction *function = functionOf(call);
  if (!function || function->isOpened)
    return function ? wholeValue(*function, call) : nullptr;
  if (call.type.kind == CType::Kind::Void ||
      (hasBranch(function->body) && function->length > kMostBranching &&
       call.effect != CallEffect::Unknown))
    return nullptr;
  const size_t outside = owed.size();
  CallFrame own(*function, symbols, *nest.unit, siteOf(call));
  const SourceRange where = frame ? frame->placeOf(call.range) : call.range;
  ExprRef value;
  Stmts required;
  // What an argument changes, it changes once: f(*a++) is ({ int x = *a++; .. x .. }).
  const bool isOnce =
      mayRequire && std::any_of(call.operands.begin(), call.operands.end(),
                                [](const ExprRef &part) { return hasSideEffect(part); });
  if (bindArguments(*function, call, own, true, isOnce ? &required : nullptr)) {
    CallFrame *outer = std::exchange(frame, &own);
    inside.push_back(function);
    value = valueOf(partsOf(withoutUnusedIn(function->body)), required, 0);
    inside.pop_back();
    frame = outer;
  }
  bool isValue = value && (mayRequire || required.empty()) && isReadable(value) &&
                 !changesSomething(value) && isAllToldIn(value, required, outside);
  owed.resize(outside);
  if (!isValue)
    return nullptr;
  if (required.empty())
    return shown(value);
  auto block = std::make_shared<Expr>();
  block->kind = Expr::Kind::Block;
  block->type = value->type;
  block->range = where;
  block->statements = std::move(required);
  block->operands = {shown(value)};
  return block;
}

// { row -= pad; if (row < 0) return 0; return im[row]; }  becomes
// row - pad < 0 ? 0 : im[row - pad]
ExprRef OpenCalls::valueOf(const Stmts &stmts, Stmts &required, unsigned depth) {
  for (size_t k = 0; k < stmts.size(); ++k) {
    const StmtRef &stmt = stmts[k];
    const Stmts rest(stmts.begin() + k + 1, stmts.end());
    if (isJump(stmt, "return"))
      return stmt->value ? expression(stmt->value, false) : nullptr;
    if (std::optional<Stmts> demands = demandsOf(stmt)) {
      required.insert(required.end(), demands->begin(), demands->end());
      continue;
    }
    switch (stmt->kind) {
    case Stmt::Kind::Block: {
      Stmts parts = stmt->children;
      parts.insert(parts.end(), rest.begin(), rest.end());
      return valueOf(parts, required, depth);
    }
    case Stmt::Kind::If:
      return depth < kMostBranches ? chosenValue(*stmt, rest, required, depth) : nullptr;
    case Stmt::Kind::Assign:
      if (!assign(*stmt))
        return nullptr;
      break;
    case Stmt::Kind::Declare:
      if (!declare(*stmt))
        return nullptr;
      break;
    case Stmt::Kind::Empty:
      break;
    default:
      return nullptr;
    }
  }
  return nullptr;
}

ExprRef OpenCalls::chosenValue(const Stmt &choice, const Stmts &rest, Stmts &required,
                               unsigned depth) {
  const StmtRef branches[] = {choice.children[0],
                              choice.children.size() > 1 ? choice.children[1] : nullptr};
  auto valueIn = [&](const StmtRef &branch, unsigned below) {
    Stmts parts = partsOf(branch);
    parts.insert(parts.end(), rest.begin(), rest.end());
    return valueOf(parts, required, below);
  };
  auto node = std::make_shared<Expr>();
  node->kind = Expr::Kind::Conditional;
  node->range = frame->placeOf(choice.condition->range);
  node->operands = {knownTruth(expression(choice.condition, false), symbols)};
  const ExprRef condition = node->operands[0];
  for (size_t side : {0, 1})
    if (std::string name = depth == 0 ? failingCall(branches[side]) : ""; !name.empty()) {
      required.push_back(makeDemand(side != 0 ? condition : makeNot(condition), "a call of " + name,
                                    frame->placeOf(choice.range)));
      return valueIn(branches[1 - side], depth);
    }
  const size_t before = required.size();
  const std::map<SymbolId, ExprRef> bound = frame->values;
  CType returned;
  for (const StmtRef &branch : branches) {
    ExprRef value = valueIn(branch, depth + 1);
    frame->values = bound;
    // What one branch requires is not required of the other.
    if (!value || required.size() != before)
      return nullptr;
    // What a return converts by itself, a conditional does not; that promotes.
    returned = value->type;
    node->operands.push_back(isArithmetic(returned) ? promoted(makeExplicitCast(value, returned))
                                                    : value);
    node->type = node->operands.back()->type;
  }
  return makeExplicitCast(node, returned);
}

/// Statements that do nothing but to demand something (demandOf); none for any other.
std::optional<std::vector<StmtRef>> OpenCalls::demandsOf(const StmtRef &stmt) {
  bool mayEnd = false;
  forEachStmt(stmt, [&](const StmtRef &one) { mayEnd |= one->isEnding; });
  if (!mayEnd)
    return std::nullopt;
  Stmts parts;
  statement(stmt, parts);
  return areDemands(parts) ? std::optional(parts) : std::nullopt;
}

/// The name of a call of which nothing is known, in a branch that ends by `return`; "" for none.
std::string OpenCalls::failingCall(const StmtRef &branch) const {
  const Stmt *last = branch.get();
  while (last && last->kind == Stmt::Kind::Block)
    last = last->children.empty() ? nullptr : last->children.back().get();
  if (!last || last->kind != Stmt::Kind::Jump || last->text != "return")
    return "";
  std::string name;
  forEachExprIn(branch, [&](const ExprRef &expr) {
    if (expr->kind == Expr::Kind::Call && expr->effect == CallEffect::Unknown && !functionOf(*expr))
      name = expr->text;
  });
  return name;
}

/// From here on the variable stands for the value; false: it is too long to be repeated, or does
/// more than to be one.
bool OpenCalls::standsFor(CallFrame &into, SymbolId own, ExprRef value) {
  bool isFit = !isLargerThan(value, kMostOfValue) && !changesSomething(value);
  forEachExpr(value, [&](const ExprRef &part) {
    if (mayDoMore(*part))
      owed.push_back(part);
  });
  into.bind(own, std::move(value));
  return isFit;
}

bool OpenCalls::isAllToldIn(const ExprRef &value, const Stmts &before, size_t first) const {
  std::set<const Expr *> told;
  auto note = [&](const ExprRef &part) { told.insert(part.get()); };
  forEachExpr(value, note);
  // Behind a condition stands what only a failing call computes.
  for (const StmtRef &stmt : before)
    forEachStmt(stmt, [&](const StmtRef &part) {
      if (part->kind == Stmt::Kind::If)
        forEachExpr(part->condition, note);
    });
  return std::all_of(owed.begin() + long(first), owed.end(),
                     [&](const ExprRef &part) { return told.count(part.get()) != 0; });
}

bool OpenCalls::declare(const Stmt &stmt) {
  const Symbol &variable = (*frame->function.symbols)[stmt.symbol];
  if (variable.kind != Symbol::Kind::Local || !isScalar(variable.type))
    return false;
  if (stmt.value)
    return standsFor(*frame, stmt.symbol, shown(expression(stmt.value, false)));
  auto unknown = std::make_shared<Expr>();
  unknown->type = variable.type;
  unknown->range = frame->placeOf(stmt.range);
  unknown->text = variable.spelling + " is read before it is set";
  frame->bind(stmt.symbol, unknown);
  return true;
}

/// `x = e`, `x -= e` of a variable that stands for its value.
bool OpenCalls::assign(const Stmt &stmt) {
  const bool isSymbol = stmt.target->kind == Expr::Kind::Symbol;
  const ExprRef before = isSymbol ? frame->boundTo(stmt.target->symbol) : nullptr;
  const CType &type = stmt.target->type;
  if (!before || !isScalar(type))
    return false;
  ExprRef value = shown(expression(stmt.value, false));
  const SourceRange where = frame->placeOf(stmt.range);
  const bool isPointer = type.kind == CType::Kind::Pointer;
  if (stmt.op() != Op::Equal) {
    const Op op = operationOf(stmt.op());
    // The other operand has been converted to the type in which C reckons, but that of a shift.
    const bool isNarrow = type.isInteger() && type.bits() < truthType().bits();
    const CType reckoned = isPointer      ? type
                           : !isShift(op) ? value->type
                           : isNarrow     ? truthType()
                                          : type;
    const bool isOfPointer = before->type.kind == CType::Kind::Pointer;
    value = makeBinary(opText(op), isOfPointer ? before : convertedTo(before, reckoned, where),
                       value, reckoned, where);
  }
  return standsFor(*frame, stmt.target->symbol,
                   isPointer ? value : convertedTo(value, type, where));
}

} // namespace acc
