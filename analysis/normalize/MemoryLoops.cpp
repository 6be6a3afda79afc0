#include "analysis/normalize/MemoryLoops.h"

#include "analysis/tree/Conversions.h"
#include "analysis/tree/MemoryCalls.h"
#include "analysis/tree/NewSymbols.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// expr / size of a constant; none where it is no multiple.
std::optional<int64_t> multipleOf(const Expr &expr, int64_t size) {
  std::optional<int64_t> value = constantValue(expr);
  return value && *value > 0 && *value % size == 0 ? std::optional(*value / size) : std::nullopt;
}

/// bytes / size where the text shows a multiple: n * sizeof(T) is n. Null when it does not. A
/// product in a type narrower than sizes may wrap there: of that it is the quotient, n * 8u / 8.
ExprRef elementCount(const ExprRef &bytes, int64_t size, const CType &sizeType) {
  if (size == 1)
    return bytes;
  const ExprRef &inner = handedOver(bytes);
  if (std::optional<int64_t> count = multipleOf(*inner, size))
    return makeInteger(*count, inner->type, bytes->range);
  if (inner->kind != Expr::Kind::Binary || inner->op() != Op::Star)
    return nullptr;
  const ExprRef &left = inner->operands[0], &right = inner->operands[1];
  const CType &type = inner->type;
  if (type.isInteger() && !type.isSigned && type.size < sizeType.size) {
    bool isMultiple = multipleOf(*left, size) || multipleOf(*right, size);
    return isMultiple
               ? makeBinary("/", inner, makeInteger(size, type, bytes->range), type, bytes->range)
               : nullptr;
  }
  for (const auto &[factor, other] : {std::pair{left, right}, std::pair{right, left}})
    if (std::optional<int64_t> rest = multipleOf(*factor, size))
      return *rest == 1 ? other
                        : makeBinary("*", other, makeInteger(*rest, type, bytes->range), type,
                                     bytes->range);
  if (ExprRef part = elementCount(left, size, sizeType))
    return makeBinary("*", part, right, type, bytes->range);
  return nullptr;
}

/// What the call sets each element to; null where that is not the same number for each.
ExprRef setValue(const Expr &call, const CType &element) {
  const ExprRef &value = call.operands[1];
  std::optional<int64_t> number = constantValue(*value);
  if (!number || (*number != 0 && element.size != 1))
    return nullptr;
  return makeExplicitCast(makeInteger(*number, truthType(), call.range), element);
}

/// The call as a loop, with a counter that is added to the nest; null where it is none.
StmtRef asLoop(const Expr &call, SourceNest &nest) {
  const CType *copied = copiedElement(call);
  if (!copied || !hasPlainArguments(call))
    return nullptr;
  CType element = *copied;
  const CType &wide = call.operands[2]->type;
  const ExprRef &target = handedOver(call.operands[0]);
  ExprRef value = isCopy(call) ? handedOver(call.operands[1]) : setValue(call, element);
  ExprRef count = elementCount(call.operands[2], element.size, wide);
  if (!value || !count)
    return nullptr;
  const SymbolId id = addInvented(nest, "k", wide);
  const ExprRef counter = makeSymbol(id, wide, call.range);
  ExprRef written = elementOf(target, counter, element, call.range);
  if (isCopy(call))
    value = elementOf(value, counter, element, call.range);
  if (!written || !value)
    return nullptr;
  StmtRef loop = makeCountedLoop(counter, makeExplicitCast(count, wide),
                                 makeAssign(written, "=", value, call.range), call.range);
  return makeBlock({makeDeclaration(id, call.range), loop}, call.range);
}

} // namespace

SourceNest withMemoryLoops(SourceNest nest) {
  StmtRef root = mapStmts(nest.root, [&](const StmtRef &stmt) {
    StmtRef loop = stmt->kind == Stmt::Kind::Evaluate ? asLoop(*stmt->value, nest) : nullptr;
    return loop ? loop : stmt;
  });
  nest.root = root;
  return nest;
}

} // namespace acc
