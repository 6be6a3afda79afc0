// What a call does as a statement.
//   set(A, i, j, n, x);  is  { A[i*n + j] = x; }
//   split(x, &q, &r);  is  { q = x / 10; r = x % 10; }  whatever it returns: nobody asks
//   axpy(n, a[k], X + k*n, Y);  is
//     { double a_2 = a[k]; int i_2; for (i_2 = 0; i_2 < n; i_2++) Y[i_2] += a_2 * X[k*n + i_2]; }
#include "analysis/normalize/OpenCalls.h"
#include "analysis/normalize/UnusedValues.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <utility>

namespace acc {

bool isPlainCode(const StmtRef &stmt, bool inLoop) {
  switch (stmt->kind) {
  case Stmt::Kind::Assign:
  case Stmt::Kind::Declare:
  case Stmt::Kind::Evaluate:
  case Stmt::Kind::Empty:
    return true;
  case Stmt::Kind::Jump:
    return stmt->isEnding || (stmt->text == "return" && !inLoop);
  case Stmt::Kind::For:
    if (!stmt->loop.pragma.empty())
      return false;
    inLoop = true;
    break;
  case Stmt::Kind::Block:
  case Stmt::Kind::If:
    break;
  default:
    return false;
  }
  return std::all_of(stmt->children.begin(), stmt->children.end(),
                     [&](const StmtRef &child) { return isPlainCode(child, inLoop); });
}

bool OpenCalls::openedStatement(const Expr &call, Stmts &out) {
  const CalledFunction *function = functionOf(call);
  if (!function || function->isOpened)
    return function && wholeStatement(*function, call, out);
  if (!isPlainCode(function->body))
    return false;
  const size_t outside = owed.size();
  CallFrame own(*function, symbols, *nest.unit, siteOf(call));
  Stmts parts;
  const bool isBound = bindArguments(*function, call, own, false, &parts);
  owed.resize(outside);
  if (!isBound)
    return false;
  const StmtRef body = withoutUnusedIn(function->body);
  const auto read = [&](Stmts &all) {
    bool isRead = true;
    for (const StmtRef &stmt : body->children)
      if (stmt->kind == Stmt::Kind::Declare)
        isRead = isRead && declareVariable(*stmt, all);
      else
        statement(stmt, all);
    return isRead;
  };
  return putBody(own, *own.site, std::move(parts), read, out);
}

bool OpenCalls::putBody(CallFrame &own, SourceRange where, Stmts parts,
                        const std::function<bool(Stmts &)> &read, Stmts &out) {
  CallFrame *outer = std::exchange(frame, &own);
  auto outside = std::exchange(loops, {});
  inside.push_back(&own.function);
  bool isRead = read(parts);
  leaveLoops(own);
  loops = std::move(outside);
  const StmtRef block = withoutReturn(makeBlock(std::move(parts), where));
  isRead = isRead && !changesArguments(block);
  inside.pop_back();
  frame = outer;
  if (isRead)
    out.push_back(block);
  return isRead;
}

/// Numbers and rows become variables of the nest; what else the function declares is only read and
/// stands for its value.
bool OpenCalls::declareVariable(const Stmt &stmt, Stmts &out) {
  const Symbol &variable = (*frame->function.symbols)[stmt.symbol];
  ExprRef value = stmt.value ? shown(expression(stmt.value, false)) : nullptr;
  if (isNumberOrRow(variable.type)) {
    out.push_back(declaration(frame->declared(stmt.symbol), value, frame->placeOf(stmt.range)));
    return true;
  }
  if (!value || variable.isAssigned || !readsOnlyNames(*value))
    return false;
  return standsFor(*frame, stmt.symbol, value);
}

/// An argument that stands for a parameter is evaluated once, before the stores of the body.
bool OpenCalls::changesArguments(const StmtRef &body) const {
  const std::set<SymbolId> assigned = assignedIn(body);
  return std::any_of(frame->function.parameters.begin(), frame->function.parameters.end(),
                     [&](SymbolId parameter) {
                       const ExprRef argument = frame->boundTo(parameter);
                       if (!argument || isAddressOfVariable(*argument, symbols))
                         return false;
                       bool isChanged = false;
                       forEachExpr(argument, [&](const ExprRef &part) {
                         isChanged |=
                             part->kind == Expr::Kind::Symbol && assigned.count(part->symbol);
                       });
                       return isChanged;
                     });
}

} // namespace acc
