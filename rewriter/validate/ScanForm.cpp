#include "rewriter/validate/ScanForm.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// The tested value where the statement only takes it to the flag; null for other statements.
ExprRef testedBy(const ScopStatement &statement, SymbolId flag) {
  if (!statement.body)
    return nullptr;
  const Stmt &body = onlyChild(*statement.body);
  bool clears = body.kind == Stmt::Kind::Assign && body.op() == Op::AmpEqual && body.value &&
                body.target->kind == Expr::Kind::Symbol && body.target->symbol == flag &&
                body.value->type.spelling == body.target->type.spelling;
  return clears && !names(body.value, flag) ? body.value : nullptr;
}

} // namespace

StmtRef withoutFlagTests(const StmtRef &code, SymbolId flag) {
  return mapExprs(code, [&](const ExprRef &part) -> ExprRef {
    bool isTest = part->kind == Expr::Kind::Binary && part->op() == Op::AmpAmp &&
                  isWidened(*part->operands[0], flag);
    return isTest ? part->operands[1] : nullptr;
  });
}

Outcome<Scop> testsOfScan(Scop scan, SymbolId flag) {
  for (ScopStatement &statement : scan.statements) {
    ExprRef tested = testedBy(statement, flag);
    std::erase_if(statement.accesses,
                  [&](const ScopAccess &access) { return scan.arrays[access.array].base == flag; });
    bool isPlain = tested && !statement.opaque &&
                   std::none_of(statement.accesses.begin(), statement.accesses.end(),
                                [](const ScopAccess &access) { return access.isWrite; });
    if (!isPlain)
      return Rejection{RejectionKind::NotProved, statement.where,
                       "a loop of the guard does more than test a condition"};
    auto test = std::make_shared<Stmt>();
    test->kind = Stmt::Kind::If;
    test->range = statement.where;
    test->condition = std::move(tested);
    test->claim = statement.body->claim;
    test->children = {makeBlock({}, statement.where)};
    statement.body = std::move(test);
    statement.opaque = true;
  }
  return scan;
}

} // namespace acc
