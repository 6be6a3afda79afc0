#include "analysis/normalize/SwappedBytes.h"

#include "analysis/normalize/NestExprs.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

bool isScalar(const CType &type) { return type.isInteger() && type.size > 0; }

/// (T *)((uintptr)((T *)words + offset) ^ flipped*sizeof(T)), with the offset in elements.
struct SwappedAddress {
  ExprRef words, offset;
  int64_t flipped = 0;
};

std::optional<SwappedAddress> swappedAddress(const ExprRef &pointer) {
  if (pointer->kind != Expr::Kind::Cast || pointer->type.kind != CType::Kind::Pointer ||
      hasSideEffect(pointer))
    return std::nullopt;
  const Expr &mask = skipWidening(*pointer->operands[0]);
  if (mask.kind != Expr::Kind::Binary || mask.op() != Op::Caret)
    return std::nullopt;
  const Expr &address = skipWidening(*mask.operands[0]);
  auto bits = constantValue(*mask.operands[1]);
  bool isAddress =
      address.kind == Expr::Kind::Cast && bits && address.type.size == pointer->type.size &&
      address.operands[0]->kind == Expr::Kind::Binary && address.operands[0]->op() == Op::Plus;
  if (!isAddress)
    return std::nullopt;
  const ExprRef &sum = address.operands[0];
  bool isLeft = sum->operands[0]->type.kind == CType::Kind::Pointer;
  const ExprRef &bytes = sum->operands[isLeft ? 0 : 1];
  if (bytes->kind != Expr::Kind::Cast || bytes->type.kind != CType::Kind::Pointer)
    return std::nullopt;
  const CType &words = bytes->operands[0]->type;
  if (words.kind != CType::Kind::Pointer || !isScalar(*words.element) ||
      !isScalar(*bytes->type.element) || bytes->type.element->size != pointer->type.element->size)
    return std::nullopt;
  int64_t unit = bytes->type.element->size, flipped = *bits / unit;
  bool isPowerLess1 = flipped > 0 && (flipped & (flipped + 1)) == 0;
  if (*bits != flipped * unit || !isPowerLess1 ||
      (flipped + 1) * unit > int64_t(words.element->size))
    return std::nullopt;
  return SwappedAddress{bytes->operands[0], sum->operands[isLeft ? 1 : 0], flipped};
}

/// offset + flipped - 2*(offset & flipped)
ExprRef swappedIndex(const SwappedAddress &address, const CType &wide, SourceRange where) {
  auto number = [&](int64_t value) { return makeInteger(value, wide, where); };
  auto binary = [&](const char *op, ExprRef a, ExprRef b) {
    return makeBinary(op, std::move(a), std::move(b), wide, where);
  };
  ExprRef offset = makeExplicitCast(address.offset, wide);
  return binary("-", binary("+", offset, number(address.flipped)),
                binary("*", number(2), binary("&", offset, number(address.flipped))));
}

} // namespace

SourceNest withSwappedBytes(SourceNest nest) {
  const CType wide = distanceType(*nest.unit);
  std::function<ExprRef(const ExprRef &)> swapped = [&](const ExprRef &expr) -> ExprRef {
    bool isFirst = expr->kind == Expr::Kind::Access && expr->operands.size() == 2 &&
                   expr->operands[1]->kind == Expr::Kind::Integer && expr->operands[1]->value == 0;
    std::optional<SwappedAddress> address =
        isFirst ? swappedAddress(expr->operands[0]) : std::nullopt;
    if (!address)
      return nullptr;
    address->words = mapExpr(address->words, swapped);
    address->offset = mapExpr(address->offset, swapped);
    auto base = std::make_shared<Expr>(*expr->operands[0]);
    base->operands = {address->words};
    auto access = std::make_shared<Expr>(*expr);
    access->operands = {base, swappedIndex(*address, wide, expr->range)};
    return access;
  };
  return withExprs(std::move(nest), swapped);
}

} // namespace acc
