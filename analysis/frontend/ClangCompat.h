// Every difference between the Clang versions that we build with (19 to 22).
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/Type.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/ScopeExit.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Options/OptionUtils.h"
#include "llvm/Support/FileSystem.h"
#endif

#include <string>

namespace acc::compat {

/// Where the library whose code holds `symbol` keeps its resource directory.
inline std::string resourceDirectory(const char *argv0, void *symbol) {
#if CLANG_VERSION_MAJOR >= 22
  std::string executable = llvm::sys::fs::getMainExecutable(argv0, symbol);
  return clang::GetResourcesPath(executable);
#else
  return clang::CompilerInvocation::GetResourcesPath(argv0, symbol);
#endif
}

/// The canonical type without top-level qualifiers, as C spells it.
inline std::string canonicalSpelling(clang::QualType type, const clang::ASTContext &context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  return type.getCanonicalType().getUnqualifiedType().getAsString(policy);
}

/// The type that a typedef names, as written without a keyword or qualifier.
inline clang::QualType typedefType(const clang::TypedefNameDecl *alias,
                                   const clang::ASTContext &context) {
#if CLANG_VERSION_MAJOR >= 22
  return context.getTypedefType(clang::ElaboratedTypeKeyword::None, std::nullopt, alias);
#else
  return context.getTypedefType(alias);
#endif
}

/// The text between the brackets of asm("...") outside functions.
inline std::string assemblyText(const clang::FileScopeAsmDecl &assembly) {
#if CLANG_VERSION_MAJOR >= 21
  return assembly.getAsmString();
#else
  return assembly.getAsmString()->getString().str();
#endif
}

/// Runs `action` when the result goes out of scope. [make_scope_exit is deprecated from 22.]
template <typename Action> auto atScopeExit(Action &&action) {
#if CLANG_VERSION_MAJOR >= 22
  return llvm::scope_exit(std::forward<Action>(action));
#else
  return llvm::make_scope_exit(std::forward<Action>(action));
#endif
}

} // namespace acc::compat
