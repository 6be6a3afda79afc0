#include "analysis/frontend/SameMeaning.h"

#include "analysis/frontend/Identity.h"

#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <set>

namespace acc {
namespace {

/// Calls and variables of a function, those with linkage.
class LinkedNames : public clang::RecursiveASTVisitor<LinkedNames> {
public:
  std::set<const clang::NamedDecl *> found;

  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    if (ref->getDecl()->hasLinkage())
      found.insert(ref->getDecl());
    return true;
  }
};

class Comparison : public clang::RecursiveASTVisitor<Comparison> {
public:
  explicit Comparison(clang::ASTImporter &importer) : importer(importer) {}

  std::string difference;

  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) {
    clang::ValueDecl *decl = ref->getDecl();
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(decl);
    if (llvm::isa<clang::FunctionDecl>(decl) || (variable && variable->hasLinkage()))
      compare(*decl);
    return difference.empty();
  }
  bool VisitExpr(clang::Expr *expr) {
    compare(expr->getType());
    return difference.empty();
  }
  bool VisitValueDecl(clang::ValueDecl *decl) {
    compare(decl->getType());
    return difference.empty();
  }
  bool VisitTypeLoc(clang::TypeLoc place) {
    compare(place.getType());
    return difference.empty();
  }

  void compare(clang::ValueDecl &there) {
    auto *here =
        llvm::dyn_cast_or_null<clang::ValueDecl>(importer.GetAlreadyImportedOrNull(&there));
    llvm::Expected<clang::QualType> type = importer.Import(there.getType());
    if (!type)
      llvm::consumeError(type.takeError());
    else if (here && llvm::all_of(here->redecls(), [&](const clang::Decl *one) {
               return importer.getToContext().typesAreCompatible(
                   llvm::cast<clang::ValueDecl>(one)->getType(), *type);
             }))
      return;
    differ(there, "a different type");
  }

private:
  void compare(clang::QualType type) {
    if (type.isNull() || !types.insert(type.getCanonicalType().getTypePtr()).second)
      return;
    clang::QualType canonical = type.getCanonicalType();
    if (const auto *array = canonical->getAsArrayTypeUnsafe())
      return compare(array->getElementType());
    if (const auto *pointer = canonical->getAs<clang::PointerType>())
      return compare(pointer->getPointeeType());
    if (const auto *function = canonical->getAs<clang::FunctionType>()) {
      compare(function->getReturnType());
      if (const auto *prototype = llvm::dyn_cast<clang::FunctionProtoType>(function))
        for (clang::QualType parameter : prototype->param_types())
          compare(parameter);
      return;
    }
    if (clang::TagDecl *tag = canonical->getAsTagDecl())
      compare(*tag);
  }

  void compare(clang::TagDecl &tag) {
    clang::TagDecl *there = tag.getDefinition();
    if (!there)
      return; // nothing of it is known there
    auto *known = llvm::dyn_cast_or_null<clang::TagDecl>(importer.GetAlreadyImportedOrNull(there));
    clang::TagDecl *here = known ? known->getDefinition() : nullptr;
    bool isSame = here && here->getTagKind() == there->getTagKind();
    if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(there); isSame && enumeration)
      isSame = isSameEnumeration(*enumeration, *llvm::cast<clang::EnumDecl>(here));
    if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(there); isSame && record)
      isSame = isSameRecord(*record, *llvm::cast<clang::RecordDecl>(here));
    if (!isSame)
      differ(tag, "a different layout");
  }

  static bool isSameEnumeration(const clang::EnumDecl &there, const clang::EnumDecl &here) {
    clang::ASTContext &context = there.getASTContext();
    auto values = [](const clang::EnumDecl &one) {
      std::vector<int64_t> result;
      for (const clang::EnumConstantDecl *constant : one.enumerators())
        result.push_back(constant->getInitVal().getExtValue());
      return result;
    };
    clang::QualType a = there.getIntegerType(), b = here.getIntegerType();
    return context.getTypeSize(a) == here.getASTContext().getTypeSize(b) &&
           a->isSignedIntegerType() == b->isSignedIntegerType() && values(there) == values(here);
  }

  bool isSameRecord(const clang::RecordDecl &there, const clang::RecordDecl &here) {
    if (there.isInvalidDecl() || here.isInvalidDecl())
      return false;
    const clang::ASTRecordLayout &a = there.getASTContext().getASTRecordLayout(&there);
    const clang::ASTRecordLayout &b = here.getASTContext().getASTRecordLayout(&here);
    if (a.getSize() != b.getSize() || a.getFieldCount() != b.getFieldCount())
      return false;
    for (unsigned k = 0; k < a.getFieldCount(); ++k)
      if (a.getFieldOffset(k) != b.getFieldOffset(k))
        return false;
    auto other = here.field_begin();
    for (const clang::FieldDecl *field : there.fields()) {
      if (field->getName() != other->getName() || field->isBitField() != other->isBitField())
        return false;
      compare(field->getType());
      ++other;
    }
    return true;
  }

  void differ(const clang::NamedDecl &decl, const std::string &what) {
    if (difference.empty())
      difference = decl.getNameAsString() + " has " + what + " there";
  }

  clang::ASTImporter &importer;
  std::set<const clang::Type *> types;
};

} // namespace

std::string whatHasAnotherSymbol(clang::FunctionDecl &function, clang::ASTContext &here) {
  LinkedNames names;
  names.TraverseDecl(&function);
  names.found.insert(&function);
  for (const clang::NamedDecl *there : names.found) {
    if (!there->getDeclName().isIdentifier())
      continue;
    clang::DeclarationName name(&here.Idents.get(there->getName()));
    for (const clang::NamedDecl *known : here.getTranslationUnitDecl()->lookup(name))
      if (llvm::isa<clang::ValueDecl>(known) && symbolOf(*known) != symbolOf(*there))
        return there->getNameAsString() + " has a different symbol there";
  }
  return "";
}

std::string whatMeansSomethingElse(clang::FunctionDecl &function, clang::ASTImporter &importer) {
  Comparison comparison(importer);
  comparison.compare(function);
  comparison.TraverseDecl(&function);
  return comparison.difference;
}

} // namespace acc
