#include "analysis/tree/MemoryCalls.h"

#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// "memcpy" of the library and "__builtin_memcpy"; "" for other functions.
std::string memoryFunction(const Expr &call) {
  const std::string prefix = "__builtin_";
  bool isBuiltin = call.text.rfind(prefix, 0) == 0;
  std::string name = isBuiltin ? call.text.substr(prefix.size()) : call.text;
  return call.effect == CallEffect::Fills && (name == "memcpy" || name == "memset") ? name : "";
}

const CType *elementBehind(const ExprRef &argument) {
  const CType &type = handedOver(argument)->type;
  bool isPlace = type.kind == CType::Kind::Pointer || type.kind == CType::Kind::Array;
  return isPlace ? type.element.get() : nullptr;
}

/// Copied as a value each bit stays: no padding, no value that a load may change.
bool keepsBits(const CType &type) {
  if (type.isVolatile)
    return false;
  return type.kind == CType::Kind::Integer ||
         (type.kind == CType::Kind::Floating &&
          (type.spelling == "float" || type.spelling == "double"));
}

} // namespace

const ExprRef &handedOver(const ExprRef &argument) {
  const ExprRef *inner = &argument;
  while ((*inner)->kind == Expr::Kind::Cast && (*inner)->isImplicit)
    inner = &(*inner)->operands[0];
  return *inner;
}

bool hasPlainArguments(const Expr &call) {
  bool isPlain = true;
  for (const ExprRef &argument : call.operands)
    forEachExpr(argument, [&](const ExprRef &part) {
      bool isLoaded = part->kind == Expr::Kind::Access && part->type.kind == CType::Kind::Pointer;
      isPlain &=
          part->kind != Expr::Kind::Unsupported && part->kind != Expr::Kind::Call && !isLoaded;
    });
  return isPlain;
}

bool isCopy(const Expr &call) { return memoryFunction(call) == "memcpy"; }

const CType *copiedElement(const Expr &call) {
  if (call.kind != Expr::Kind::Call || call.operands.size() != 3 || memoryFunction(call).empty())
    return nullptr;
  const CType *element = elementBehind(call.operands[0]);
  if (!element || !keepsBits(*element) || element->isConst)
    return nullptr;
  if (!isCopy(call))
    return element;
  const CType *source = elementBehind(call.operands[1]);
  bool isSame = source && keepsBits(*source) && source->spelling == element->spelling;
  return isSame ? element : nullptr;
}

ExprRef elementOf(const ExprRef &row, const ExprRef &index, const CType &type, SourceRange where) {
  auto access = std::make_shared<Expr>();
  access->kind = Expr::Kind::Access;
  access->type = type;
  access->range = where;
  access->operands = {row, index};
  if (row->kind == Expr::Kind::Access && row->type.kind == CType::Kind::Array) {
    if (!row->member.empty())
      return nullptr;
    access->operands = row->operands;
    access->operands.push_back(index);
  }
  return access;
}

bool copiesNumbers(const StmtRef &stmt) {
  bool copies = false;
  forEachExprIn(stmt, [&](const ExprRef &expr) {
    const CType *copied = copiedElement(*expr);
    copies |= copied && copied->size > 1 && hasPlainArguments(*expr);
  });
  return copies;
}

} // namespace acc
