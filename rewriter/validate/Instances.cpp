#include "rewriter/validate/Instances.h"

#include "analysis/tree/TreeUtil.h"
#include "rewriter/helpers/Instances.h"
#include "rewriter/validate/TreeMatch.h"

#include <algorithm>

namespace acc {
namespace {

/// The call that a claim is; null for other statements.
const Expr *claimIn(const Stmt &stmt) {
  if (stmt.kind != Stmt::Kind::If || stmt.children.size() != 2 || !stmt.condition)
    return nullptr;
  const Expr *call = nullptr;
  forEachExpr(stmt.condition, [&](const ExprRef &part) {
    if (!call && part->kind == Expr::Kind::Call && part->text == kInstanceCall &&
        !part->operands.empty())
      call = part.get();
  });
  if (!call)
    return nullptr;
  const Expr &name = skipCasts(*call->operands.front());
  return name.kind == Expr::Kind::Literal && name.text == '"' + std::string(kInstance) + '"'
             ? call
             : nullptr;
}

/// The counter of the loop that the call names by its number; null when there is none.
ExprRef counterIn(const Scop &emitted, const ScopStatement &statement, const Expr &call) {
  const Expr &number = skipCasts(*call.operands.front());
  if (number.kind != Expr::Kind::Integer || number.value < 0 ||
      static_cast<size_t>(number.value) >= statement.loops.size())
    return nullptr;
  const SymbolId counter =
      emitted.loops[statement.loops[static_cast<size_t>(number.value)]].variable;
  const CType &type = emitted.nest.symbol(counter).type;
  return type.kind == CType::Kind::Integer ? makeSymbol(counter, type, call.range) : nullptr;
}

/// What a claim says as a number: counters for the calls that name them, and no conversion to the
/// width of an address. A claim is no arithmetic of the program; whatever it is read as is checked.
///   before:  (long)ACC_LOOP(0) + (long)j      of an unsigned long j
///   after:   k + j
ExprRef meant(const Scop &emitted, const ScopStatement &statement, const ExprRef &claim) {
  return mapExpr(claim, [&](const ExprRef &part) -> ExprRef {
    const ExprRef &inner =
        part->kind == Expr::Kind::Cast && part->operands.size() == 1 ? part->operands[0] : part;
    if (inner->kind == Expr::Kind::Call && inner->text == kLoopCall)
      return counterIn(emitted, statement, *inner);
    const bool isWide =
        part->type.isInteger() && part->type.bits() >= emitted.nest.unit->pointerBits;
    return inner != part && isWide && inner->type.isInteger() ? meant(emitted, statement, inner)
                                                              : nullptr;
  });
}

} // namespace

StmtRef withClaims(const StmtRef &root) {
  return mapStmts(root, [](const StmtRef &stmt) -> StmtRef {
    const Expr *call = claimIn(*stmt);
    if (!call)
      return stmt;
    return mapStmts(stmt->children[1], [&](const StmtRef &claimed) {
      auto copy = std::make_shared<Stmt>(*claimed);
      copy->claim.assign(call->operands.begin() + 1, call->operands.end());
      return copy;
    });
  });
}

std::optional<Claim> claimOf(const Scop &emitted, const ScopStatement &statement) {
  if (!statement.body || statement.body->claim.empty())
    return std::nullopt;
  Claim claim;
  for (const ExprRef &part : statement.body->claim) {
    auto value = integerValue(emitted, statement, *meant(emitted, statement, part));
    if (!value)
      return std::nullopt;
    claim.counters.push_back(*value);
  }
  auto source = claim.counters.front().constant();
  if (!source || *source < 0)
    return std::nullopt;
  claim.source = static_cast<size_t>(*source);
  claim.counters.erase(claim.counters.begin());
  return claim;
}

} // namespace acc
