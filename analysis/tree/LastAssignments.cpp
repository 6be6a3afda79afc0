#include "analysis/tree/LastAssignments.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <map>
#include <set>

namespace acc {
namespace {

/// The assignment as one of a value over the nest's symbols and constants; none for others.
std::optional<LastAssignment> plainAssignment(const Stmt &stmt, const SourceNest &nest,
                                              const StoreFacts &stores) {
  const bool isPlain = stmt.kind == Stmt::Kind::Assign && stmt.claim.empty() &&
                       stmt.target->kind == Expr::Kind::Symbol;
  if (!isPlain)
    return std::nullopt;
  const SymbolId id = stmt.target->symbol;
  const Symbol &symbol = nest.symbol(id);
  const bool isPointer = symbol.type.kind == CType::Kind::Pointer;
  const bool isLocal = symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter;
  const Op op = stmt.op();
  if (!isLocal || !(isPointer || symbol.type.isInteger()) || symbol.type.isVolatile ||
      stores.isMemory(id) || stores.isLoopVariable(id) ||
      !(op == Op::Equal || op == Op::PlusEqual || op == Op::MinusEqual))
    return std::nullopt;
  bool isOfSymbols = true;
  forEachExpr(stmt.value, [&](const ExprRef &part) {
    isOfSymbols &= part->kind == Expr::Kind::Integer || part->kind == Expr::Kind::Symbol ||
                   part->kind == Expr::Kind::Cast || part->kind == Expr::Kind::Binary ||
                   (part->kind == Expr::Kind::Unary && part->op() == Op::Minus);
    // Stores may change a pointer in memory before the end.
    isOfSymbols &= part->kind != Expr::Kind::Symbol || part->type.kind != CType::Kind::Pointer ||
                   !stores.isMemory(part->symbol);
  });
  if (!isOfSymbols)
    return std::nullopt;
  if (op == Op::Equal)
    return LastAssignment{id, stmt.value};
  const CType &type = isPointer ? symbol.type : stmt.value->type;
  ExprRef before = makeSymbol(id, symbol.type, stmt.range);
  return LastAssignment{id, makeBinary(opText(operationOf(op)),
                                       isPointer ? before : makeExplicitCast(before, type),
                                       stmt.value, type, stmt.range)};
}

/// No other statement stands in it, and it does not jump.
bool isSimple(const Stmt &stmt) {
  return stmt.kind == Stmt::Kind::Assign || stmt.kind == Stmt::Kind::Declare ||
         stmt.kind == Stmt::Kind::Empty || stmt.kind == Stmt::Kind::Evaluate;
}

/// The statements of the root in order, without the braces between them.
void flatten(const StmtRef &stmt, std::vector<StmtRef> &into) {
  if (stmt->kind != Stmt::Kind::Block)
    into.push_back(stmt);
  else
    for (const StmtRef &child : stmt->children)
      if (child)
        flatten(child, into);
}

} // namespace

StmtRef whatItReads(const Stmt &stmt) {
  if (stmt.reads.empty())
    return nullptr;
  auto rest = std::make_shared<Stmt>();
  rest->kind = Stmt::Kind::Empty;
  rest->range = stmt.range;
  rest->reads = stmt.reads;
  return rest;
}

LastAssignments lastAssignments(const StmtRef &root, const SourceNest &nest,
                                const StoreFacts &stores) {
  LastAssignments last{{}, root};
  std::vector<StmtRef> statements;
  flatten(root, statements);
  std::map<SymbolId, unsigned> assignments;
  for (const StmtRef &stmt : statements)
    for (SymbolId id : assignedIn(stmt))
      ++assignments[id];
  std::set<SymbolId> named; // behind the place
  for (size_t k = statements.size(); k-- > 0 && isSimple(*statements[k]);) {
    auto found = plainAssignment(*statements[k], nest, stores);
    bool isFixed = found && assignments[found->variable] == 1 && !named.count(found->variable);
    auto note = [&](const ExprRef &part) {
      if (part->kind != Expr::Kind::Symbol)
        return;
      isFixed &= part->symbol == (found ? found->variable : -1) || !assignments.count(part->symbol);
      named.insert(part->symbol);
    };
    forEachExprIn(statements[k], note);
    if (!isFixed)
      continue;
    last.all.insert(last.all.begin(), *found);
    if (StmtRef reads = whatItReads(*statements[k]))
      statements[k] = std::move(reads);
    else
      statements.erase(statements.begin() + long(k));
  }
  if (last.all.empty())
    return last;
  last.rest = statements.size() == 1 ? statements[0] : makeBlock(statements, root->range);
  return last;
}

} // namespace acc
