// memcpy and memset as the loops over elements that they are.
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Types.h"
#include "analysis/tree/TreeUtil.h"

namespace acc {
namespace {

/// What a pointer argument points at, before its conversion to void *.
clang::QualType elementBehind(const clang::Expr *argument) {
  clang::QualType type = argument->IgnoreParenImpCasts()->getType();
  if (const clang::ArrayType *array = type->getAsArrayTypeUnsafe())
    return array->getElementType();
  return type->isPointerType() ? type->getPointeeType() : clang::QualType();
}

/// Copied as a value each bit stays: no padding, no value that a load may change. Integers
/// wider than a byte may stand for objects of another type, which only memcpy may copy.
bool keepsBits(clang::QualType type) {
  if (type.isNull() || type.isVolatileQualified())
    return false;
  const auto *builtin = type->getAs<clang::BuiltinType>();
  return type->isAnyCharacterType() ||
         (builtin && (builtin->getKind() == clang::BuiltinType::Float ||
                      builtin->getKind() == clang::BuiltinType::Double));
}

} // namespace

/// bytes / size where the text shows a multiple: n * sizeof(T) is n. Null when it does not. A product
/// in a type narrower than sizes may wrap there: of that it is the quotient, n * 8u / 8.
ExprRef TreeBuilder::elementCount(const clang::Expr *bytes, int64_t size) {
  if (size == 1)
    return expression(bytes);
  const clang::Expr *inner = bytes->IgnoreParenImpCasts();
  auto multipleOf = [&](const clang::Expr *expr) -> std::optional<int64_t> {
    clang::Expr::EvalResult result;
    if (expr->HasSideEffects(context) || !expr->EvaluateAsInt(result, context) ||
        result.Val.getInt().getActiveBits() > 62)
      return std::nullopt;
    int64_t value = result.Val.getInt().getExtValue();
    return value > 0 && value % size == 0 ? std::optional(value / size) : std::nullopt;
  };
  if (std::optional<int64_t> count = multipleOf(inner))
    return makeInteger(bytes, *count);
  const auto *product = llvm::dyn_cast<clang::BinaryOperator>(inner);
  if (!product || product->getOpcode() != clang::BO_Mul)
    return nullptr;
  const clang::Expr *left = product->getLHS(), *right = product->getRHS();
  CType type = readType(context, product->getType());
  if (type.isInteger() && !type.isSigned && type.size < readType(context, context.getSizeType()).size) {
    bool isMultiple = multipleOf(left) || multipleOf(right);
    return isMultiple ? makeBinary("/", expression(inner),
                                   acc::makeInteger(size, type, placeOf(bytes)), type, placeOf(bytes))
                      : nullptr;
  }
  for (auto [factor, other] : {std::pair{left, right}, std::pair{right, left}})
    if (std::optional<int64_t> rest = multipleOf(factor)) {
      ExprRef count = expression(other);
      return *rest == 1 ? count
                        : makeBinary("*", count, acc::makeInteger(*rest, type, placeOf(bytes)),
                                     type, placeOf(bytes));
    }
  if (ExprRef part = elementCount(left, size))
    return makeBinary("*", part, expression(right), type, placeOf(bytes));
  return nullptr;
}

// memcpy(X, Y, n * sizeof(T));  becomes  for (k = 0; k < n; k++) X[k] = Y[k];
// memset(X, 0, n * sizeof(T));  becomes  for (k = 0; k < n; k++) X[k] = 0;
bool TreeBuilder::memoryCall(const clang::CallExpr *call, Stmts &out) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  if (!callee || callee->getBuiltinID() == 0 || call->getNumArgs() != 3)
    return false;
  llvm::StringRef name = libraryName(*callee);
  name.consume_front("__builtin_");
  bool copies = name == "memcpy";
  if (!copies && name != "memset")
    return false;
  clang::QualType element = elementBehind(call->getArg(0));
  if (!keepsBits(element) || element.isConstQualified())
    return false;
  if (copies && !context.hasSameUnqualifiedType(element, elementBehind(call->getArg(1))))
    return false;
  Effects *outer = std::exchange(effects, nullptr);
  auto base = [&](unsigned k) {
    const clang::Expr *argument = call->getArg(k)->IgnoreParenImpCasts();
    return argument->getType()->isArrayType() ? place(argument) : expression(argument);
  };
  CType type = readType(context, element.getUnqualifiedType());
  CType wide = readType(context, context.getSizeType());
  SourceRange where = placeOf(call);
  ExprRef target = base(0), source = copies ? base(1) : nullptr;
  ExprRef count = elementCount(call->getArg(2), type.size);
  if (!copies) {
    clang::Expr::EvalResult result;
    const clang::Expr *value = call->getArg(1);
    if (!value->HasSideEffects(context) && value->EvaluateAsInt(result, context) &&
        (result.Val.getInt() == 0 || type.size == 1))
      source = makeExplicitCast(
          acc::makeInteger(result.Val.getInt().getExtValue(), readType(context, context.IntTy),
                           where),
          type);
  }
  effects = outer;
  // Addresses and bounds that read memory are the model's to judge: read once here and in each
  // iteration there, they must not change in the nest.
  bool isKnown = target && source && count;
  for (const ExprRef &value : {target, source, count})
    if (value)
      forEachExpr(value, [&](const ExprRef &part) {
        bool isLoaded = part->kind == Expr::Kind::Access && part->type.kind == CType::Kind::Pointer;
        isKnown &= part->kind != Expr::Kind::Unsupported && part->kind != Expr::Kind::Call &&
                   !isLoaded;
      });
  if (!isKnown)
    return false;
  copiesBytes |= !element->isAnyCharacterType();
  Symbol symbol;
  symbol.spelling = "k";
  symbol.name = uniqueName(symbol.spelling);
  symbol.type = wide;
  symbol.isInvented = true;
  SymbolId id = symbol.root = table.size();
  table.push_back(std::move(symbol));
  ExprRef counter = makeSymbol(id, wide, where);
  auto elementOf = [&](const ExprRef &row) {
    ExprRef access = subscripted(call, row, counter);
    auto typed = std::make_shared<Expr>(*access);
    typed->type = type;
    return typed;
  };
  StmtRef body = assign(call, elementOf(target), "=", copies ? elementOf(source) : source);
  auto loop = makeStmt(Stmt::Kind::For, call);
  loop->init = assign(call, counter, "=", acc::makeInteger(0, wide, where));
  loop->condition = makeBinary("<", counter, makeExplicitCast(count, wide),
                               readType(context, context.IntTy), where);
  loop->step = assign(call, counter, "+=", acc::makeInteger(1, wide, where));
  loop->children = {body};
  auto declare = makeStmt(Stmt::Kind::Declare, call);
  declare->symbol = id;
  out.push_back(makeBlock({declare, loop}, where));
  return true;
}

} // namespace acc
