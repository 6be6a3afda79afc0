// A call whose function computes its value in loops, as the value of an assignment or a
// declaration.
//   c[i] = dot(n, a + i*n, b);  is
//     { double s_2 = 0; int k_2; for (k_2 = 0; k_2 < n; k_2++) s_2 += a[i*n + k_2] * b[k_2]; c[i] =
//         s_2; }
#include "analysis/normalize/OpenCalls.h"
#include "analysis/normalize/UnusedValues.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// All that the statement changes are numbers of the function's own, and by assignments that are
/// statements: what it computes does not depend on when the rest of the statement that calls is
/// evaluated.
bool changesOwnNumbersAlone(const StmtRef &stmt, const SymbolTable &symbols) {
  bool isOwn = true;
  forEachExprIn(stmt, [&](const ExprRef &part) {
    const bool mayStore = part->kind == Expr::Kind::Call && part->effect != CallEffect::Pure &&
                          part->effect != CallEffect::Errno;
    isOwn = isOwn && !mayStore && part->kind != Expr::Kind::Assign &&
            part->kind != Expr::Kind::Step && part->kind != Expr::Kind::Unsupported;
  });
  forEachStmt(stmt, [&](const StmtRef &part) {
    isOwn = isOwn && part->changed.empty();
    if (part->kind != Stmt::Kind::Assign)
      return;
    const Expr &target = *part->target;
    const Symbol *symbol = target.kind == Expr::Kind::Symbol ? &symbols[target.symbol] : nullptr;
    isOwn = isOwn && symbol &&
            (symbol->kind == Symbol::Kind::Local || symbol->kind == Symbol::Kind::Parameter) &&
            !symbol->isStaticOrThreadLocal && !symbol->addressTaken;
  });
  return isOwn;
}

/// The call, below conversions.
const Expr *callIn(const ExprRef &value) {
  const Expr *part = value.get();
  while (part && part->kind == Expr::Kind::Cast)
    part = part->operands[0].get();
  return part && part->kind == Expr::Kind::Call ? part : nullptr;
}

/// The conversions around the call around its value.
ExprRef inPlaceOf(const Expr &call, const ExprRef &around, ExprRef value, SourceRange where) {
  if (around.get() == &call)
    return value;
  auto cast = std::make_shared<Expr>(*around);
  cast->range = where;
  cast->operands[0] = inPlaceOf(call, around->operands[0], std::move(value), where);
  return cast;
}

} // namespace

bool OpenCalls::openedResult(const Stmt &stmt, Stmts &out) {
  const Expr *call = callIn(stmt.value);
  const CalledFunction *function = call ? functionOf(*call) : nullptr;
  if (!function || function->isOpened || std::count(inside.begin(), inside.end(), function))
    return false;
  const StmtRef body = withoutUnusedIn(function->body);
  const bool isWhole = body->kind == Stmt::Kind::Block && !body->children.empty() &&
                       isJump(body->children.back(), "return") && body->children.back()->value;
  if (!isWhole ||
      (stmt.kind == Stmt::Kind::Declare && (symbols[stmt.symbol].type.isConst || frame)))
    return false;
  const Stmts computing(body->children.begin(), body->children.end() - 1);
  const bool isPlain = std::all_of(computing.begin(), computing.end(), [&](const StmtRef &part) {
    return isPlainCode(part, /*inLoop=*/true) && changesOwnNumbersAlone(part, *function->symbols);
  });
  const bool hasLoop = std::any_of(computing.begin(), computing.end(), [](const StmtRef &part) {
    bool has = false;
    forEachStmt(part, [&](const StmtRef &inner) { has |= inner->kind == Stmt::Kind::For; });
    return has;
  });
  if (!isPlain || !hasLoop)
    return false;
  auto result = copied(stmt);
  result->kind = Stmt::Kind::Assign;
  if (stmt.kind == Stmt::Kind::Declare) {
    result->text = "=";
    result->target = makeSymbol(stmt.symbol, symbols[stmt.symbol].type, result->range);
  } else {
    result->target = place(stmt.target, true);
  }
  const size_t outside = owed.size();
  CallFrame own(*function, symbols, *nest.unit, siteOf(*call));
  Stmts parts, all;
  const bool isBound = bindArguments(*function, *call, own, false, &parts);
  owed.resize(outside);
  if (!isBound)
    return false;
  const auto read = [&](Stmts &into) {
    bool isRead = true;
    for (const StmtRef &part : computing)
      if (part->kind == Stmt::Kind::Declare)
        isRead = isRead && declareVariable(*part, into);
      else
        statement(part, into);
    const ExprRef value = shown(expression(body->children.back()->value, true));
    result->value =
        inPlaceOf(*call, stmt.value, convertedTo(value, call->type, *own.site), *own.site);
    into.push_back(result);
    return isRead && isReadable(value);
  };
  if (!putBody(own, *own.site, std::move(parts), read, all))
    return false;
  if (stmt.kind == Stmt::Kind::Declare) {
    symbols[stmt.symbol].isAssigned = true;
    out.push_back(declaration(stmt.symbol, nullptr, result->range));
  }
  out.insert(out.end(), all.begin(), all.end());
  return true;
}

} // namespace acc
