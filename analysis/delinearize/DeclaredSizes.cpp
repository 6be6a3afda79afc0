#include "analysis/delinearize/DeclaredSizes.h"

namespace acc {
namespace {

/// Of conversions to types at least as wide: what is negative is the size of nothing.
std::optional<Polynomial> valueOf(const SourceNest &nest, const Expr &expr) {
  switch (expr.kind) {
  case Expr::Kind::Integer:
    return Polynomial(expr.value);
  case Expr::Kind::Symbol: {
    const Symbol &symbol = nest.symbol(expr.symbol);
    return symbol.type.isInteger() ? std::optional(Polynomial::symbol(symbol.name)) : std::nullopt;
  }
  case Expr::Kind::Cast:
    return expr.type.isInteger() && expr.type.bits() >= expr.operands[0]->type.bits()
               ? valueOf(nest, *expr.operands[0])
               : std::nullopt;
  case Expr::Kind::Binary: {
    auto left = valueOf(nest, *expr.operands[0]);
    auto right = valueOf(nest, *expr.operands[1]);
    if (!left || !right)
      return std::nullopt;
    if (expr.op() == Op::Plus)
      return *left + *right;
    if (expr.op() == Op::Minus)
      return *left - *right;
    if (expr.op() == Op::Star)
      return *left * *right;
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

unsigned elementSizeOf(CType type) {
  do
    type = type.element ? *type.element : CType();
  while (type.kind == CType::Kind::Array);
  return type.size;
}

} // namespace

std::optional<std::vector<Polynomial>> declaredExtents(const Scop &scop, int array) {
  const ScopArray &source = scop.arrays[array];
  if (source.isScalar || source.base < 0 || !scop.nest.symbols)
    return std::nullopt;
  const Symbol &symbol = scop.nest.symbol(source.base);
  bool isWalked = source.declaredSizes.size() < symbol.innerSizes.size();
  if (!symbol.extent || isWalked || elementSizeOf(symbol.type) != source.elementSize)
    return std::nullopt;
  auto outer = valueOf(scop.nest, *symbol.extent);
  if (!outer)
    return std::nullopt;
  if (symbol.extentIsBytes) {
    Polynomial row(static_cast<int64_t>(source.elementSize));
    for (const Polynomial &size : source.declaredSizes)
      row *= size;
    outer = outer->dividedBy(row);
    if (!outer)
      return std::nullopt;
  }
  auto constant = outer->constant();
  if (constant && *constant <= 1 && symbol.kind == Symbol::Kind::Parameter)
    return std::nullopt;
  std::vector<Polynomial> sizes{*outer};
  sizes.insert(sizes.end(), source.declaredSizes.begin(), source.declaredSizes.end());
  return sizes;
}

} // namespace acc
