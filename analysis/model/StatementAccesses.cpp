#include "analysis/model/StatementAccesses.h"

#include "analysis/model/Conditions.h"
#include "analysis/model/OpaqueCalls.h"
#include "analysis/model/Requirements.h"
#include "analysis/tree/CallEffects.h"
#include "analysis/tree/Endings.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/Jumps.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <iterator>

namespace acc {

void StatementAccesses::begin(const StmtRef &root) {
  arrays.begin(root);
  tableReads.begin(root);
}

std::optional<Rejection> StatementAccesses::read(const StmtRef &body, int index,
                                                 ScopStatement &statement) {
  number = index;
  if (body->kind == Stmt::Kind::Evaluate)
    return collectReads(body->value, false, statement, {});
  if (body->kind != Stmt::Kind::If)
    return collectAssign(*body, false, statement, {});
  const size_t before = scalars.size();
  statement.opaque = true;
  std::set<SymbolId> written, internal;
  if (auto reason = collectOpaque(body, false, statement, written, internal))
    return reason;
  for (size_t k = before; k < scalars.size(); ++k)
    if (written.count(scalars[k].symbol))
      markLastWrite(statement, scalars, before, scalars[k].symbol);
  return std::nullopt;
}

std::optional<Rejection> StatementAccesses::whyHasEffect(const ExprRef &expr) {
  bool readsArray = false;
  forEachExpr(expr, [&](const ExprRef &part) { readsArray |= part->kind == Expr::Kind::Access; });
  if (readsArray && expr->kind != Expr::Kind::Call)
    return Rejection{RejectionKind::Statement, expr->range, printExpr(model.nest, *expr)};
  const size_t before = scalars.size();
  ScopStatement ignored;
  auto reason = collectReads(expr, false, ignored, {});
  scalars.resize(before);
  return reason;
}

std::optional<Rejection> StatementAccesses::collectAssign(const Stmt &stmt, bool may,
                                                          ScopStatement &statement,
                                                          const std::set<SymbolId> &skip) {
  bool isCompound = stmt.op() != Op::Equal;
  if (isCompound)
    if (auto reason = addAccess(stmt.target, false, may, statement, skip))
      return reason;
  if (auto reason = collectReads(stmt.value, may, statement, skip))
    return reason;
  return addAccess(stmt.target, true, may, statement, {});
}

std::optional<Rejection> StatementAccesses::collectOpaque(const StmtRef &stmt, bool may,
                                                          ScopStatement &statement,
                                                          std::set<SymbolId> &written,
                                                          std::set<SymbolId> &internal) {
  if (!stmt)
    return std::nullopt;
  auto skip = [&] {
    std::set<SymbolId> all = written;
    all.insert(internal.begin(), internal.end());
    return all;
  };
  switch (stmt->kind) {
  case Stmt::Kind::Block:
    for (const StmtRef &child : stmt->children)
      if (auto reason = collectOpaque(child, may, statement, written, internal))
        return reason;
    return std::nullopt;
  case Stmt::Kind::If: {
    if (auto reason = collectReads(stmt->condition, may, statement, skip()))
      return reason;
    if (isDemand(*stmt))
      return std::nullopt;
    std::set<SymbolId> inThen = written, inElse = written;
    for (size_t k = 0; k < stmt->children.size(); ++k) {
      known.push_back(knownWhere(model, *stmt->condition, k == 0, entryWraps));
      auto reason =
          collectOpaque(stmt->children[k], true, statement, k == 0 ? inThen : inElse, internal);
      known.pop_back();
      if (reason)
        return reason;
    }
    written.clear();
    std::set_intersection(inThen.begin(), inThen.end(), inElse.begin(), inElse.end(),
                          std::inserter(written, written.end()));
    return std::nullopt;
  }
  case Stmt::Kind::Assign: {
    SymbolId target = assignedSymbol(*stmt);
    if (target >= 0 && internal.count(target))
      return collectReads(stmt->value, may, statement, skip());
    if (auto reason = collectAssign(*stmt, may, statement, skip()))
      return reason;
    if (target >= 0)
      written.insert(target);
    return std::nullopt;
  }
  case Stmt::Kind::Declare: {
    const Symbol &symbol = model.nest.symbol(stmt->symbol);
    if (symbol.isStaticOrThreadLocal)
      return Rejection{RejectionKind::StaticLocal, stmt->range, symbol.name};
    if (symbol.type.kind == CType::Kind::Array)
      return Rejection{RejectionKind::Statement, stmt->range, "array " + symbol.name};
    internal.insert(stmt->symbol);
    return stmt->value ? collectReads(stmt->value, may, statement, skip()) : std::nullopt;
  }
  case Stmt::Kind::Evaluate:
    return collectReads(stmt->value, may, statement, skip());
  case Stmt::Kind::Empty:
    return std::nullopt;
  case Stmt::Kind::Jump: {
    Rejection why{RejectionKind::Jump, stmt->range, stmt->text};
    if (!exitIn(stmt))
      return why;
    effects.exits.push_back({number, why});
    return stmt->value ? collectReads(stmt->value, may, statement, skip()) : std::nullopt;
  }
  default:
    return Rejection{stmt->reason, stmt->range, stmt->text};
  }
}

/// The reads of an expression in order; operands that C may skip are `may`.
std::optional<Rejection> StatementAccesses::collectReads(const ExprRef &expr, bool may,
                                                         ScopStatement &statement,
                                                         const std::set<SymbolId> &skip) {
  if (expr->type.isVolatile)
    return Rejection{RejectionKind::Volatile, expr->range, printExpr(model.nest, *expr)};
  switch (expr->kind) {
  case Expr::Kind::Symbol:
  case Expr::Kind::Access:
    return addAccess(expr, false, may, statement, skip);
  case Expr::Kind::Unsupported:
    return Rejection{expr->reason, expr->range, expr->text};
  case Expr::Kind::Call:
    if (isOpaqueCall(*expr)) {
      for (const ExprRef &argument : expr->operands)
        if (auto reason = collectArgument(argument, may, statement, skip))
          return reason;
      return std::nullopt;
    }
    if (auto reason = assumeNoErrno(model, *expr))
      return reason;
    break;
  case Expr::Kind::Unary:
    // An address alone reads what it is reckoned from; nothing is emitted from it.
    if (expr->op() == Op::Amp && expr->operands[0]->kind == Expr::Kind::Access)
      return collectArgument(expr, may, statement, skip);
    if (expr->op() == Op::Amp)
      return Rejection{RejectionKind::Expression, expr->range, printExpr(model.nest, *expr)};
    break;
  default:
    break;
  }
  bool isShort = expr->kind == Expr::Kind::Conditional ||
                 (expr->kind == Expr::Kind::Binary &&
                  (expr->op() == Op::AmpAmp || expr->op() == Op::PipePipe));
  for (size_t k = 0; k < expr->operands.size(); ++k) {
    bool isChosen = isShort && k > 0;
    if (isChosen)
      known.push_back(
          knownWhere(model, *expr->operands[0], k == 1 && expr->op() != Op::PipePipe, entryWraps));
    auto reason = collectReads(expr->operands[k], may || isChosen, statement, skip);
    if (isChosen)
      known.pop_back();
    if (reason)
      return reason;
  }
  return std::nullopt;
}

/// An argument of a call that is not known: of `&A[i]` and of an array's name only the
/// address is taken.
std::optional<Rejection> StatementAccesses::collectArgument(const ExprRef &expr, bool may,
                                                            ScopStatement &statement,
                                                            const std::set<SymbolId> &skip) {
  bool isPlace = expr->type.kind == CType::Kind::Array;
  const Expr *place = isPlace ? expr.get() : nullptr;
  if (expr->kind == Expr::Kind::Unary && expr->op() == Op::Amp)
    place = expr->operands[0].get();
  if (!place && expr->type.kind != CType::Kind::Pointer)
    return collectReads(expr, may, statement, skip);
  if (!place && expr->kind != Expr::Kind::Binary && expr->kind != Expr::Kind::Cast &&
      expr->kind != Expr::Kind::Conditional)
    return collectReads(expr, may, statement, skip);
  if (place && place->kind == Expr::Kind::Symbol) {
    if (auto why = model.stores.whyPlaceChanges(place->symbol, place->range))
      return why;
    return std::nullopt;
  }
  bool isChoice = expr->kind == Expr::Kind::Conditional;
  const std::vector<ExprRef> &parts = place ? place->operands : expr->operands;
  for (size_t k = 0; k < parts.size(); ++k)
    if (auto reason = collectArgument(parts[k], may || (isChoice && k > 0), statement, skip))
      return reason;
  return std::nullopt;
}

std::optional<Rejection> StatementAccesses::addAccess(const ExprRef &node, bool isWrite, bool may,
                                                      ScopStatement &statement,
                                                      const std::set<SymbolId> &skip) {
  if (node->kind == Expr::Kind::Symbol)
    return addScalar(node, isWrite, may, statement, skip);
  if (node->kind != Expr::Kind::Access)
    return Rejection{RejectionKind::Statement, node->range, printExpr(model.nest, *node)};
  auto access = arrays.read(node);
  if (!access && isUnknownPlace(access.rejection()))
    return addUnknownPlace(node, isWrite, may, statement, skip, access.rejection());
  if (!access)
    return access.rejection();
  access->isWrite = isWrite;
  access->may = may;
  access->when = Condition::conjunction(known);
  statement.accesses.push_back(*access);
  return std::nullopt;
}

/// What the place is reckoned from is read; where it lies is left open.
std::optional<Rejection> StatementAccesses::addUnknownPlace(const ExprRef &node, bool isWrite,
                                                            bool may, ScopStatement &statement,
                                                            const std::set<SymbolId> &skip,
                                                            const Rejection &why) {
  std::vector<ScopAccess> ends;
  if (!isWrite)
    ends = tableReads.read(node, arrays, number, why);
  for (ScopAccess &end : ends) {
    end.readsSome = !may;
    end.when = Condition::conjunction(known);
  }
  statement.accesses.insert(statement.accesses.end(), ends.begin(), ends.end());
  if (ends.empty())
    effects.places.push_back({number, rootOf(*node->operands[0]), node->type, isWrite, why});
  for (const ExprRef &part : node->operands)
    if (collectArgument(part, may, statement, skip))
      return why;
  return std::nullopt;
}

std::optional<Rejection> StatementAccesses::addScalar(const ExprRef &node, bool isWrite, bool may,
                                                      ScopStatement &statement,
                                                      const std::set<SymbolId> &skip) {
  SymbolId id = node->symbol;
  const Symbol &symbol = model.nest.symbol(id);
  if (symbol.type.isVolatile)
    return Rejection{RejectionKind::Volatile, node->range, symbol.name};
  if (skip.count(id) || (!isWrite && model.iterator(id)))
    return std::nullopt;
  if (model.stores.isLoopVariable(id))
    return Rejection{RejectionKind::LoopVariable, node->range,
                     symbol.name + (isWrite ? " is assigned" : " is read outside its loop")};
  bool isChanged = model.stores.isAssigned(id) || model.stores.isChangedByCall(id);
  if (!isChanged) {
    // A value that stays: no access, but it must really stay.
    if (auto why = model.stores.whyNotInvariant(id, node->range))
      return why;
    model.keep(id, node->range, /*isReadAgain=*/true);
    return std::nullopt;
  }
  if (auto why = model.stores.whyPlaceChanges(id, node->range))
    return why;
  if (symbol.throughPointer && symbol.parent >= 0)
    model.keep(symbol.parent, node->range);
  ScopAccess access;
  access.isWrite = isWrite;
  access.may = may;
  access.node = node;
  access.where = node->range;
  scalars.push_back({number, int(statement.accesses.size()), id});
  statement.accesses.push_back(access);
  return std::nullopt;
}

} // namespace acc
