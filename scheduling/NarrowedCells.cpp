#include "scheduling/NarrowedCells.h"

#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool isWider(const Expr &expr, const CType &element) {
  return expr.type.kind == CType::Kind::Floating && expr.type.size > element.size;
}

/// The statement stores to the array what was computed in a wider floating type, of the array's own
/// elements too where that is not the whole value.   float s:  s += a[i]*0.5;  s = (float)(s +
/// a[i]*0.5) + 1
bool storesNarrowed(const ScopStatement &statement, int array, const CType &element) {
  std::vector<ExprRef> own;
  bool writes = false;
  for (const ScopAccess &access : statement.accesses)
    if (access.array == array) {
      writes = writes || access.isWrite;
      own.push_back(access.node);
    }
  if (!writes || !statement.body || element.kind != CType::Kind::Floating)
    return false;
  bool isNarrowed = false;
  forEachStmt(statement.body, [&](const StmtRef &part) {
    const Expr *value = part->value.get();
    while (value && value->kind == Expr::Kind::Cast && value->type.spelling == element.spelling)
      value = value->operands[0].get();
    isNarrowed |= value && isWider(*value, element);
  });
  forEachExprIn(statement.body, [&](const ExprRef &cast) {
    if (cast->kind != Expr::Kind::Cast || isWider(*cast, element) ||
        !isWider(*cast->operands[0], element))
      return;
    forEachExpr(cast->operands[0], [&](const ExprRef &part) {
      isNarrowed |= part && std::find(own.begin(), own.end(), part) != own.end();
    });
  });
  return isNarrowed;
}

} // namespace

std::optional<std::string> narrowedIn(const Scop &scop, int array) {
  for (const ScopStatement &statement : scop.statements)
    if (storesNarrowed(statement, array, scop.arrays[array].element))
      return scop.arrays[array].name + " has a narrower type than the value that " + statement.id +
             " computes, and compilers may skip the rounding in registers";
  return std::nullopt;
}

} // namespace acc
