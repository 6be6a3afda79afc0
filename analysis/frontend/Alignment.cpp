#include "analysis/frontend/Alignment.h"

#include "clang/AST/Attr.h"

namespace acc {
namespace {

/// What any object of the canonical type may rely on.
clang::CharUnits alignmentOf(const clang::ASTContext &context, clang::QualType type) {
  return context.getTypeAlignInChars(context.getBaseElementType(type).getCanonicalType());
}

bool isKnown(const clang::ASTContext &context, clang::QualType type) {
  clang::QualType element = context.getBaseElementType(type);
  return !element->isIncompleteType() && !element->isFunctionType();
}

bool isLessAlignedType(const clang::ASTContext &context, clang::QualType type) {
  return isKnown(context, type) &&
         context.getTypeAlignInChars(context.getBaseElementType(type)) < alignmentOf(context, type);
}

} // namespace

bool isLessAligned(const clang::ASTContext &context, const clang::Expr &lvalue) {
  if (isLessAlignedType(context, lvalue.getType()))
    return true;
  const clang::ValueDecl *object = nullptr;
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&lvalue)) {
    if (member->isArrow() &&
        isLessAlignedType(context, member->getBase()->getType()->getPointeeType()))
      return true;
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    object = field && !field->isBitField() ? field : nullptr;
  } else if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(&lvalue)) {
    object = name->getDecl()->hasAttr<clang::AlignedAttr>() ? name->getDecl() : nullptr;
  }
  return object && isKnown(context, object->getType()) &&
         context.getDeclAlign(object) < alignmentOf(context, object->getType());
}

} // namespace acc
