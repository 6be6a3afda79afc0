#include "analysis/frontend/Types.h"

#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/Identity.h"

namespace acc {

bool isVolatileOrAtomic(const clang::ASTContext &context, clang::QualType type) {
  clang::QualType element = context.getBaseElementType(type);
  return type.isVolatileQualified() || element.isVolatileQualified() || element->isAtomicType();
}

std::optional<llvm::APSInt> constantOf(const clang::VarDecl &variable,
                                       const clang::ASTContext &context) {
  clang::QualType type = variable.getType();
  clang::Expr::EvalResult value;
  if (!type.isConstQualified() || type.isVolatileQualified() || !type->isIntegerType() ||
      !variable.hasInit() || isReplaceable(variable) ||
      !variable.getInit()->EvaluateAsInt(value, context) || value.HasSideEffects)
    return std::nullopt;
  return value.Val.getInt();
}

std::optional<llvm::APSInt> staticConstantOf(const clang::VarDecl &variable,
                                             const clang::ASTContext &context) {
  bool isFixed = variable.hasGlobalStorage() && !variable.isExternallyVisible();
  return isFixed ? constantOf(variable, context) : std::nullopt;
}

std::optional<CType> readVectorType(const clang::ASTContext &context, clang::QualType type) {
  const auto *vector = type->getAs<clang::VectorType>();
  if (!vector || !vector->getElementType()->isRealFloatingType() || type.isVolatileQualified())
    return std::nullopt;
  CType lanes = readType(context, type);
  lanes.kind = CType::Kind::Array;
  lanes.isConst = false;
  lanes.element = std::make_shared<CType>(readType(context, vector->getElementType()));
  return lanes;
}

CType readType(const clang::ASTContext &context, clang::QualType type) {
  CType result;
  result.isConst = type.isConstQualified();
  result.isVolatile = isVolatileOrAtomic(context, type);
  result.isRestrict = type.isRestrictQualified();
  clang::QualType canonical = type.getCanonicalType().getUnqualifiedType();
  // An enumeration is the integer type that represents it.
  if (const clang::TagDecl *tag = canonical->getAsTagDecl())
    if (const auto *enumeration = llvm::dyn_cast_or_null<clang::EnumDecl>(tag->getDefinition()))
      canonical = enumeration->getIntegerType().getCanonicalType();
  result.spelling = compat::canonicalSpelling(canonical, context);
  if (!canonical->isIncompleteType() && !canonical->isFunctionType() &&
      !canonical->isVariablyModifiedType())
    result.size = context.getTypeSizeInChars(canonical).getQuantity();
  else if (canonical->isPointerType())
    result.size = context.getTypeSizeInChars(canonical).getQuantity();

  if (canonical->isVoidType()) {
    result.kind = CType::Kind::Void;
    result.size = 0;
  } else if (canonical->isBooleanType()) {
    result.kind = CType::Kind::Boolean;
  } else if (canonical->isIntegerType() && canonical->isBuiltinType() && result.size <= 8) {
    result.kind = CType::Kind::Integer;
    result.isSigned = canonical->isSignedIntegerType();
  } else if (canonical->isRealFloatingType()) {
    result.kind = CType::Kind::Floating;
    result.isSigned = true;
  } else if (const auto *pointer = canonical->getAs<clang::PointerType>()) {
    result.kind = CType::Kind::Pointer;
    result.element = std::make_shared<CType>(readType(context, pointer->getPointeeType()));
  } else if (const clang::ArrayType *array = context.getAsArrayType(type)) {
    result.kind = CType::Kind::Array;
    result.element = std::make_shared<CType>(readType(context, array->getElementType()));
  }
  return result;
}

} // namespace acc
