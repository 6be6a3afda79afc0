// Calls whose functions are values of their own beside the tree of the nest
// (SourceNest::functions), and the building of these functions.
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Calls.h"
#include "analysis/frontend/Identity.h"
#include "analysis/frontend/Types.h"

#include "clang/AST/Attr.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

namespace acc {
namespace {

/// The type in which C passes an argument of this type where no prototype says otherwise
/// (C11 6.5.2.2p6).
clang::QualType promotedAsArgument(const clang::ASTContext &context, clang::QualType type) {
  if (const auto *builtin = type->getAs<clang::BuiltinType>();
      builtin && (builtin->getKind() == clang::BuiltinType::Float ||
                  builtin->getKind() == clang::BuiltinType::Half))
    return context.DoubleTy;
  return context.isPromotableIntegerType(type) ? context.getPromotedIntegerType(type) : type;
}

/// A parameter of type `taken` may be given an argument of type `given`: compatible types, integers
/// that differ in their sign alone, and pointers to void and to characters.
bool isPassedAs(clang::ASTContext &context, clang::QualType given, clang::QualType taken) {
  given = given.getUnqualifiedType();
  taken = taken.getUnqualifiedType();
  if (given->isIntegerType() && taken->isIntegerType())
    return context.getTypeSize(given) == context.getTypeSize(taken);
  if (!given->isPointerType() || !taken->isPointerType())
    return context.typesAreCompatible(given, taken);
  clang::QualType a = given->getPointeeType().getUnqualifiedType();
  clang::QualType b = taken->getPointeeType().getUnqualifiedType();
  auto isByte = [](clang::QualType type) {
    return type->isVoidType() || type->isAnyCharacterType();
  };
  return (isByte(a) && isByte(b)) || context.typesAreCompatible(a, b);
}

/// 0 or 1, whatever its type.
bool isTruthValue(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  return expr->getType()->isBooleanType() || expr->isKnownToHaveBooleanValue();
}

/// double (*a)[64]
bool isRows(const clang::ParmVarDecl *parameter) {
  return parameter->getType()->isPointerType() &&
         parameter->getType()->getPointeeType()->isArrayType();
}

} // namespace

/// The definition of the callee, where its body may stand for the call as far as the definition
/// itself tells: it is the one that runs, it is short or one of `opened`, and it returns. Else
/// null.
const clang::FunctionDecl *TreeBuilder::definitionOf(const clang::CallExpr *call) const {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  if (!definition || callee->isNoReturn() || definition->isVariadic() ||
      isReplaceable(*definition) || call->getNumArgs() != definition->getNumParams())
    return nullptr;
  bool isOpened = opened.contains(definition->getNameAsString());
  bool isSeenThrough = !definition->hasAttr<clang::NoInlineAttr>() && isShort(*definition);
  return isOpened || isSeenThrough ? definition : nullptr;
}

/// Every argument has a value of its parameter's type, at most after a conversion. An argument that
/// no prototype converted was only promoted, and the function converts it (C11 6.9.1p10): a float
/// arrives as a double. False where the types do not fit, which C leaves undefined, and for a _Bool
/// parameter that may be given a number other than 0 and 1, which compilers convert differently.
bool TreeBuilder::takesArguments(const clang::CallExpr *call,
                                 const clang::FunctionDecl *definition) const {
  return llvm::all_of(definition->parameters(), [&](const clang::ParmVarDecl *parameter) {
    const clang::Expr *argument = call->getArg(parameter->getFunctionScopeIndex());
    clang::QualType given = argument->getType(), taken = parameter->getType();
    bool isPrototyped = call->getDirectCallee()->hasPrototype();
    if (isPrototyped && context.hasSameUnqualifiedType(given, taken))
      return true;
    // Sizes of rows are compared where the body is read.
    if (opened.contains(definition->getNameAsString()) && isRows(parameter))
      return true;
    // Clang takes a definition in scope for a prototype of promoted types; C does not.
    if (!isPrototyped) {
      clang::QualType written = argument->IgnoreParenImpCasts()->getType();
      given = promotedAsArgument(context, written->isArrayType() || written->isFunctionType()
                                              ? context.getDecayedType(written)
                                              : written);
    }
    return isPassedAs(context, given, promotedAsArgument(context, taken)) &&
           (!taken->isBooleanType() || isTruthValue(argument));
  });
}

CalledFunction TreeBuilder::buildFunction(const clang::FunctionDecl &definition) {
  CalledFunction function;
  for (const clang::ParmVarDecl *parameter : definition.parameters()) {
    const SymbolId id = symbolOf(parameter);
    // A record is given as a copy: what is set in it, or may be set behind a pointer into it, is
    // not set in the argument.
    if (parameter->getType()->isRecordType())
      table[id].isAssigned |= clang::ExprMutationAnalyzer(*definition.getBody(), context)
                                  .isMutated(static_cast<const clang::Decl *>(parameter));
    function.parameters.push_back(id);
  }
  const auto *body = llvm::cast<clang::CompoundStmt>(definition.getBody());
  function.length = body->size();
  function.isOpened = opened.contains(definition.getNameAsString());
  function.body = build(body);
  function.symbols = symbols();
  return function;
}

} // namespace acc
