#include "analysis/normalize/NestExprs.h"

#include "analysis/tree/TreeUtil.h"

namespace acc {

SourceNest withExprs(SourceNest nest, const std::function<ExprRef(const ExprRef &)> &replacement) {
  bool isChanged = false;
  forEachExprIn(nest.root, [&](const ExprRef &expr) {
    isChanged = isChanged || replacement(expr) != nullptr;
  });
  if (isChanged)
    nest.root = mapExprs(nest.root, replacement);
  for (KnownAtEntry &known : nest.knownAtEntry)
    known.value = mapExpr(known.value, replacement);
  return nest;
}

} // namespace acc
