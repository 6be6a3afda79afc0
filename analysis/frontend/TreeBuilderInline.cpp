// Small functions of the unit seen through: index and accessor functions.
#include "analysis/frontend/ClangCompat.h"
#include "analysis/frontend/TreeBuilder.h"

#include "analysis/frontend/Locations.h"
#include "analysis/frontend/Types.h"

#include "clang/AST/Attr.h"

namespace acc {
namespace {

/// Names only its own parameters and variables: then its text means the same
/// at the place of the call.
bool isSelfContained(const clang::Stmt *stmt, const clang::FunctionDecl *function) {
  if (!stmt)
    return true;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    if (variable && (!variable->hasLocalStorage() || variable->getDeclContext() != function))
      return false;
  }
  return llvm::all_of(stmt->children(), [&](const clang::Stmt *child) {
    return isSelfContained(child, function);
  });
}

/// Expression statements, ifs and blocks of them.
bool isPlainCode(const clang::Stmt *stmt) {
  if (!stmt || llvm::isa<clang::Expr>(stmt) || llvm::isa<clang::NullStmt>(stmt))
    return true;
  if (!llvm::isa<clang::CompoundStmt>(stmt) && !llvm::isa<clang::IfStmt>(stmt))
    return false;
  return llvm::all_of(stmt->children(), isPlainCode);
}

} // namespace

const clang::FunctionDecl *inlinableDefinition(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  if (!definition || definition->isVariadic() || definition->hasAttr<clang::WeakAttr>() ||
      definition->hasAttr<clang::NoInlineAttr>() || definition->hasAttr<clang::AliasAttr>() ||
      call->getNumArgs() != definition->getNumParams())
    return nullptr;
  // In a shared library another definition may replace an exported one.
  const clang::LangOptions &language = definition->getASTContext().getLangOpts();
  bool isOurs = definition->getFormalLinkage() == clang::Linkage::Internal ||
                definition->isInlineSpecified() ||
                language.PICLevel == 0 || language.PIE;
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(definition->getBody());
  return isOurs && body && body->size() <= 8 && isSelfContained(body, definition) ? definition
                                                                                   : nullptr;
}

/// Parameters that are only read stand for the arguments, converted as the call
/// converts them.
bool TreeBuilder::bindArguments(const clang::CallExpr *call,
                                const clang::FunctionDecl *definition) {
  if (llvm::is_contained(inlined, definition))
    return false;
  FunctionFacts calleeFacts = readFunctionFacts(unit, *definition);
  if (calleeFacts.rejection || calleeFacts.usesErrno)
    return false;
  std::vector<ExprRef> values;
  for (unsigned i = 0; i < definition->getNumParams(); ++i) {
    const clang::ParmVarDecl *parameter = definition->getParamDecl(i);
    if (calleeFacts.assigned.contains(parameter) || calleeFacts.addressTaken.contains(parameter) ||
        isVolatileOrAtomic(context, parameter->getType()) ||
        parameter->getType()->isVariablyModifiedType())
      return false;
    values.push_back(shown(expression(call->getArg(i))));
  }
  for (unsigned i = 0; i < definition->getNumParams(); ++i)
    substitutions[definition->getParamDecl(i)] = values[i];
  return true;
}

// at(A, i, j, n)  becomes  A[i*n + j]  for  T at(T *a, int i, int j, int n) { return a[i*n + j]; }
ExprRef TreeBuilder::inlinedCall(const clang::CallExpr *call) {
  const clang::FunctionDecl *definition = inlinableDefinition(call);
  if (!definition)
    return nullptr;
  const auto *body = llvm::cast<clang::CompoundStmt>(definition->getBody());
  const auto *last =
      body->body_empty() ? nullptr : llvm::dyn_cast<clang::ReturnStmt>(body->body_back());
  if (!last || !last->getRetValue())
    return nullptr;
  Effects *outer = std::exchange(effects, nullptr);
  auto restore = compat::atScopeExit([&] { effects = outer; });
  if (!bindArguments(call, definition))
    return nullptr;
  FunctionFacts calleeFacts = readFunctionFacts(unit, *definition);
  std::optional<SourceRange> outerSite = std::exchange(callSite, placeOf(call));
  inlined.push_back(definition);
  auto leave = compat::atScopeExit([&] {
    inlined.pop_back();
    callSite = outerSite;
  });
  for (const clang::Stmt *stmt : llvm::drop_end(body->body()))
    if (!bindVariables(stmt, calleeFacts))
      return nullptr;
  return shown(expression(last->getRetValue()));
}

// set(A, i, j, n, x);  becomes  { A[i*n + j] = x; }
bool TreeBuilder::inlinedStatement(const clang::CallExpr *call, Stmts &out) {
  const clang::FunctionDecl *definition = inlinableDefinition(call);
  if (!definition || !definition->getReturnType()->isVoidType() ||
      !isPlainCode(definition->getBody()))
    return false;
  Effects *outer = std::exchange(effects, nullptr);
  bool isBound = bindArguments(call, definition);
  effects = outer;
  if (!isBound)
    return false;
  // Stores of the body must not change what the arguments read: an argument is
  // evaluated once, before them.
  for (const clang::ParmVarDecl *parameter : definition->parameters())
    if (!readsOnlyLocals(*substitutions[parameter]))
      return false;
  std::optional<SourceRange> outerSite = std::exchange(callSite, placeOf(call));
  inlined.push_back(definition);
  statement(definition->getBody(), out);
  inlined.pop_back();
  callSite = outerSite;
  return true;
}

SourceRange TreeBuilder::placeOf(const clang::Stmt *at) const {
  return callSite ? *callSite : rangeOf(context, at->getSourceRange());
}

/// Reads no memory that a store through a pointer may change.
bool TreeBuilder::readsOnlyLocals(const Expr &node) const {
  if (node.kind == Expr::Kind::Access || node.kind == Expr::Kind::Call ||
      node.kind == Expr::Kind::Unsupported)
    return false;
  if (node.kind == Expr::Kind::Symbol) {
    const Symbol &symbol = table[node.symbol];
    const Symbol &root = table[symbol.root];
    bool isLocal = root.kind == Symbol::Kind::Parameter || root.kind == Symbol::Kind::Local;
    return symbol.type.kind == CType::Kind::Array ||
           (isLocal && !symbol.throughPointer && !root.addressTaken);
  }
  return llvm::all_of(node.operands, [&](const ExprRef &part) { return readsOnlyLocals(*part); });
}

} // namespace acc
