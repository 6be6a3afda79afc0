#include "rewriter/validate/EntryCall.h"

#include "analysis/normalize/normalize.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// return k;
bool isReturnOf(const Stmt &stmt, int64_t value) {
  if (!isJump(std::make_shared<Stmt>(stmt), "return") || !stmt.value)
    return false;
  const Expr &returned = skipCasts(*stmt.value);
  return returned.kind == Expr::Kind::Integer && returned.value == value;
}

/// The call of `if (!f(...)) original`, which has no `else`.
const Expr *entryCall(const Stmt &branch) {
  if (branch.kind != Stmt::Kind::If || branch.children.size() != 1 || !branch.condition)
    return nullptr;
  const Expr &negated = skipImplicitCasts(*branch.condition);
  if (negated.kind != Expr::Kind::Unary || negated.op() != Op::Exclaim)
    return nullptr;
  const Expr &call = skipImplicitCasts(*negated.operands[0]);
  return call.kind == Expr::Kind::Call && call.fitsParameters ? &call : nullptr;
}

/// { steps; if (guard) { work; return 1; } return 0; }   becomes   { steps; if (guard) { work; } },
/// which control leaves at its end alone. Null where it has another form.
StmtRef withoutReturns(const StmtRef &body) {
  if (!body || body->kind != Stmt::Kind::Block || body->children.size() < 2)
    return nullptr;
  const StmtRef &branch = body->children[body->children.size() - 2];
  if (!isReturnOf(*body->children.back(), 0) || branch->kind != Stmt::Kind::If ||
      branch->children.size() != 1 || branch->children[0]->kind != Stmt::Kind::Block ||
      branch->children[0]->children.empty() ||
      !isReturnOf(*branch->children[0]->children.back(), 1))
    return nullptr;
  auto work = std::make_shared<Stmt>(*branch->children[0]);
  work->children.pop_back();
  auto guarded = std::make_shared<Stmt>(*branch);
  guarded->children = {work};
  auto steps = std::make_shared<Stmt>(*body);
  steps->children.pop_back();
  steps->children.back() = guarded;
  bool leaves = false;
  forEachStmt(steps, [&](const StmtRef &stmt) { leaves |= isJump(stmt, "return"); });
  return leaves ? nullptr : StmtRef(steps);
}

/// With the original as the `else` of its last statement, an `if`; null where that is none.
StmtRef withElse(const StmtRef &stmt, const StmtRef &original) {
  auto copy = std::make_shared<Stmt>(*stmt);
  if (stmt->kind == Stmt::Kind::Block) {
    if (stmt->children.empty())
      return nullptr;
    copy->children.back() = withElse(stmt->children.back(), original);
    return copy->children.back() ? StmtRef(copy) : nullptr;
  }
  if (stmt->kind != Stmt::Kind::If || stmt->children.size() != 1)
    return nullptr;
  copy->children.push_back(original);
  return copy;
}

/// Where a type is pinned, an argument is cast to the type that it has: (float *)c of a float *c.
ExprRef withoutOwnCast(const ExprRef &argument) {
  const bool isOwn = argument->kind == Expr::Kind::Cast &&
                     argument->type.kind == argument->operands[0]->type.kind &&
                     argument->type.spelling == argument->operands[0]->type.spelling;
  return isOwn ? argument->operands[0] : argument;
}

/// A parameter is a copy of its argument: the address of one is not that of the other.
bool takesAddressOfCopies(const CalledFunction &function) {
  return std::any_of(
      function.parameters.begin(), function.parameters.end(),
      [&](SymbolId parameter) { return (*function.symbols)[parameter].addressTaken; });
}

} // namespace

SourceNest withEntryOpened(SourceNest region) {
  const Stmt &branch = region.root ? onlyChild(*region.root) : Stmt();
  const Expr *call = entryCall(branch);
  auto function = call ? region.functions.find(call->text) : region.functions.end();
  StmtRef steps = function == region.functions.end() || !function->second->isOpened ||
                          takesAddressOfCopies(*function->second)
                      ? nullptr
                      : withoutReturns(function->second->body);
  if (!steps)
    return inPlainForms(std::move(region));
  auto entry = std::make_shared<CalledFunction>(*function->second);
  entry->body = steps;
  function->second = entry;
  auto evaluate = std::make_shared<Stmt>();
  evaluate->kind = Stmt::Kind::Evaluate;
  evaluate->range = call->range;
  auto opening = std::make_shared<Expr>(*call);
  for (ExprRef &argument : opening->operands)
    argument = withoutOwnCast(argument);
  evaluate->value = opening;
  // Kept as one statement, whatever is opened in it.
  const StmtRef original = makeBlock({branch.children[0]}, branch.children[0]->range);
  region.root = makeBlock({evaluate, original}, branch.range);
  region = inPlainForms(std::move(region));
  const std::vector<StmtRef> parts =
      region.root->kind == Stmt::Kind::Block ? region.root->children : std::vector<StmtRef>();
  const StmtRef opened = parts.size() == 2 ? withElse(parts[0], parts[1]) : nullptr;
  if (opened)
    region.root = opened;
  return region;
}

} // namespace acc
