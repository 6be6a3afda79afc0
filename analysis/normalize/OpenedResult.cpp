// A call whose function computes its value in loops, or changes something besides, as the value of
// an assignment or a declaration.
//   c[i] = r[i] - dot(n, a + i*n, b);  is
//     { double s_2 = 0; int k_2; for (k_2 = 0; k_2 < n; k_2++) s_2 += a[i*n + k_2] * b[k_2];
//       c[i] = r[i] - s_2; }
#include "analysis/normalize/OpenCalls.h"
#include "analysis/normalize/UnusedValues.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/NumberTypes.h"
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

/// The first call that `isOpenable` holds for, of those that are certainly evaluated.
const Expr *callIn(const Expr &value, const std::function<bool(const Expr &)> &isOpenable) {
  if (value.kind == Expr::Kind::Call && isOpenable(value))
    return &value;
  if (value.kind == Expr::Kind::Block)
    return nullptr;
  const bool isLazy = value.kind == Expr::Kind::Conditional ||
                      (value.kind == Expr::Kind::Binary &&
                       (value.op() == Op::AmpAmp || value.op() == Op::PipePipe));
  const Expr *found = nullptr;
  for (size_t k = 0; k < (isLazy ? 1 : value.operands.size()) && !found; ++k)
    found = callIn(*value.operands[k], isOpenable);
  return found;
}

/// if (n <= 0) return 0;
bool isEarlyReturn(const Stmt &stmt) {
  if (stmt.kind != Stmt::Kind::If || stmt.children.size() != 1)
    return false;
  const std::vector<StmtRef> parts = partsOf(stmt.children[0]);
  return !parts.empty() && isJump(parts.back(), "return") && parts.back()->value;
}

/// Plain code that computes from its arguments and ends in `return value`, maybe early as well.
bool isComputed(const std::vector<StmtRef> &parts, const SymbolTable &symbols) {
  const auto isComputing = [&](const StmtRef &part) {
    return isPlainCode(part, /*inLoop=*/true) && changesOwnNumbersAlone(part, symbols);
  };
  return !parts.empty() && isJump(parts.back(), "return") && parts.back()->value &&
         std::all_of(parts.begin(), parts.end() - 1, [&](const StmtRef &part) {
           return isEarlyReturn(*part) ? isComputed(partsOf(part->children[0]), symbols)
                                       : isComputing(part);
         });
}

/// { float x = **p; *p += 1; return x; }   changes more than its own numbers, without an early end.
bool isWalked(const std::vector<StmtRef> &parts, const SymbolTable &symbols) {
  const auto isOwn = [&](const StmtRef &part) { return changesOwnNumbersAlone(part, symbols); };
  return !parts.empty() && isJump(parts.back(), "return") && parts.back()->value &&
         !std::all_of(parts.begin(), parts.end() - 1, isOwn) &&
         std::all_of(parts.begin(), parts.end() - 1,
                     [](const StmtRef &part) { return isPlainCode(part, /*inLoop=*/true); });
}

bool hasLoop(const StmtRef &body) {
  bool found = false;
  forEachStmt(body, [&](const StmtRef &stmt) { found |= stmt->kind == Stmt::Kind::For; });
  return found;
}

} // namespace

/// Besides the call, and calls that are read in its manner, the value changes nothing.
bool OpenCalls::changesNothingBeside(const Expr &call, const Expr &value) const {
  if (&value == &call)
    return true;
  const bool mayChange = value.kind == Expr::Kind::Assign || value.kind == Expr::Kind::Step ||
                         value.kind == Expr::Kind::Unsupported || value.kind == Expr::Kind::Block ||
                         (value.kind == Expr::Kind::Call && value.effect != CallEffect::Pure &&
                          value.effect != CallEffect::Errno && !functionOf(value));
  return !mayChange &&
         std::all_of(value.operands.begin(), value.operands.end(),
                     [&](const ExprRef &part) { return changesNothingBeside(call, *part); });
}

/// v = f(..); of a number that nothing else reaches: what the function changes, it changes before.
bool OpenCalls::isResultAlone(const Stmt &stmt, const Expr &call) const {
  const bool isDeclared = stmt.kind == Stmt::Kind::Declare;
  const SymbolId variable = isDeclared ? stmt.symbol : assignedSymbol(stmt);
  return &skipCasts(*stmt.value) == &call && variable >= 0 && !frame &&
         (isDeclared || stmt.op() == Op::Equal) && isArithmetic(symbols[variable].type) &&
         symbols[variable].kind == Symbol::Kind::Local && !symbols[variable].addressTaken;
}

bool OpenCalls::openedResult(const Stmt &stmt, Stmts &out) {
  const Expr *call = !stmt.value ? nullptr : callIn(*stmt.value, [&](const Expr &one) {
    const CalledFunction *function = functionOf(one);
    if (!function || function->isOpened || std::count(inside.begin(), inside.end(), function))
      return false;
    const StmtRef body = withoutUnusedIn(function->body);
    return (hasLoop(body) && isComputed(partsOf(body), *function->symbols)) ||
           (isResultAlone(stmt, one) && isWalked(partsOf(body), *function->symbols));
  });
  if (!call || !changesNothingBeside(*call, *stmt.value) ||
      (stmt.kind == Stmt::Kind::Declare && (symbols[stmt.symbol].type.isConst || frame)))
    return false;
  const CalledFunction &function = *functionOf(*call);
  const bool isDeclared = stmt.kind == Stmt::Kind::Declare;
  const ExprRef target =
      isDeclared ? makeSymbol(stmt.symbol, symbols[stmt.symbol].type, copied(stmt)->range)
                 : place(stmt.target, true);
  const size_t outside = owed.size();
  CallFrame own(function, symbols, *nest.unit, siteOf(*call));
  Stmts parts, all;
  const bool isBound = bindArguments(function, *call, own, false, &parts);
  owed.resize(outside);
  if (!isBound)
    return false;
  CallFrame *const caller = frame;
  // The statement with this value of the call.
  const auto finish = [&](const ExprRef &returned, Stmts &into) {
    const ExprRef value = shown(expression(returned, true));
    frame = caller;
    inside.pop_back();
    auto result = copied(stmt);
    result->kind = Stmt::Kind::Assign;
    result->text = isDeclared ? "=" : stmt.text;
    result->target = target;
    const auto before = std::exchange(known, {call, convertedTo(value, call->type, *own.site)});
    result->value = expression(stmt.value, true);
    known = before;
    if (caller)
      into.push_back(result);
    else // there may be other calls
      statement(result, into);
    inside.push_back(&function);
    frame = &own;
    return isReadable(value);
  };
  const std::function<bool(const Stmts &, Stmts &)> read = [&](const Stmts &body, Stmts &into) {
    bool isRead = true;
    for (size_t k = 0; k < body.size() && isRead; ++k) {
      const StmtRef &part = body[k];
      if (isJump(part, "return"))
        return finish(part->value, into);
      if (isEarlyReturn(*part)) {
        auto choice = copied(*part);
        choice->condition = expression(part->condition, true);
        Stmts early, late;
        isRead = read(partsOf(part->children[0]), early) &&
                 read(Stmts(body.begin() + k + 1, body.end()), late);
        choice->children = {makeBlock(std::move(early), choice->range),
                            makeBlock(std::move(late), choice->range)};
        into.push_back(choice);
        return isRead;
      }
      if (part->kind == Stmt::Kind::Declare)
        isRead = declareVariable(*part, into);
      else
        statement(part, into);
    }
    return isRead;
  };
  const auto readBody = [&](Stmts &into) {
    return read(partsOf(withoutUnusedIn(function.body)), into);
  };
  if (!putBody(own, *own.site, std::move(parts), readBody, all))
    return false;
  if (isDeclared) {
    symbols[stmt.symbol].isAssigned = true;
    out.push_back(declaration(stmt.symbol, nullptr, copied(stmt)->range));
  }
  out.insert(out.end(), all.begin(), all.end());
  return true;
}

} // namespace acc
