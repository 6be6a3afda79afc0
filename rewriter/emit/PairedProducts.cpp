#include "rewriter/emit/PairedProducts.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>

namespace acc {
namespace {

bool isProduct(const Expr &expr) {
  const Expr &bare = skipCasts(expr);
  return bare.kind == Expr::Kind::Binary && bare.text == "*";
}

bool combinesProducts(const ScopStatement &statement) {
  bool combines = false;
  forEachExprIn(statement.body, [&](const ExprRef &expr) {
    combines |= expr->kind == Expr::Kind::Binary && (expr->text == "+" || expr->text == "-") &&
                expr->type.kind == CType::Kind::Floating && isProduct(*expr->operands[0]) && isProduct(*expr->operands[1]);
  });
  return combines;
}

/// How far the elements are apart that both store to, as a number; none where it is none, or they store to different arrays.
std::optional<int64_t> distance(const ScopStatement &a, const ScopStatement &b) {
  for (const ScopAccess &one : a.accesses)
    for (const ScopAccess &other : b.accesses)
      if (one.isWrite && other.isWrite && one.array == other.array && one.subscripts.size() == other.subscripts.size() &&
          !one.subscripts.empty())
        if (auto apart = (one.subscripts.back() - other.subscripts.back()).constant(); apart && *apart != 0)
          return apart;
  return std::nullopt;
}

} // namespace

bool hasPairedProducts(const LiftedScop &source) {
  const std::vector<ScopStatement> &statements = source.scop.statements;
  for (size_t a = 0; a < statements.size(); ++a)
    for (size_t b = 0; b < a; ++b)
      if (combinesProducts(statements[a]) && combinesProducts(statements[b]) && distance(statements[a], statements[b]))
        return true;
  return false;
}

} // namespace acc
