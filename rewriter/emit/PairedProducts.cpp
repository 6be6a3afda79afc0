#include "rewriter/emit/PairedProducts.h"

#include "analysis/tree/NumberTypes.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

/// Both store to elements of one array that are so many apart, a number other than 0.
bool storeSideBySide(const Scop &scop, const ScopStatement &a, const ScopStatement &b) {
  for (const ScopAccess &one : a.accesses)
    for (const ScopAccess &other : b.accesses) {
      if (!one.isWrite || !other.isWrite || one.array != other.array || one.subscripts.empty() ||
          one.subscripts.size() != other.subscripts.size() ||
          scop.arrays[one.array].element.kind != CType::Kind::Floating)
        continue;
      auto apart = (one.subscripts.back() - other.subscripts.back()).constant();
      if (apart && *apart != 0)
        return true;
    }
  return false;
}

bool multipliesComplex(const ScopStatement &statement) {
  bool found = false;
  forEachStmt(statement.body, [&](const StmtRef &part) {
    found |=
        part->kind == Stmt::Kind::Assign && part->text == "*=" && isComplex(part->target->type);
  });
  forEachExprIn(statement.body, [&](const ExprRef &expr) {
    found |= isComplex(expr->type) && expr->kind == Expr::Kind::Binary && expr->text == "*";
  });
  return found;
}

/// Floating-point products, and whether anything is added to or subtracted from something.
struct Arithmetic {
  int products = 0;
  bool adds = false;
};

Arithmetic arithmeticOf(const Scop &scop) {
  Arithmetic found;
  for (const ScopStatement &statement : scop.statements) {
    forEachStmt(statement.body, [&](const StmtRef &part) {
      found.adds |= part->text == "+=" || part->text == "-=";
    });
    forEachExprIn(statement.body, [&](const ExprRef &expr) {
      if (expr->type.kind != CType::Kind::Floating)
        return;
      found.products += expr->kind == Expr::Kind::Binary && expr->text == "*";
      found.adds |= expr->text == "+" || expr->text == "-";
    });
  }
  return found;
}

} // namespace

bool hasPairedProducts(const LiftedScop &source) {
  const std::vector<ScopStatement> &statements = source.scop.statements;
  if (std::any_of(statements.begin(), statements.end(), multipliesComplex))
    return true;
  for (size_t a = 0; a < statements.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      if (storeSideBySide(source.scop, statements[a], statements[b])) {
        const Arithmetic all = arithmeticOf(source.scop);
        return all.products > 1 && all.adds;
      }
  return false;
}

} // namespace acc
