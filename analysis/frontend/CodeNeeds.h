// Collects what a piece of code needs from its surroundings: globals, functions, types.
#pragma once

#include "analysis/frontend/FunctionInterface.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SetVector.h"

namespace acc {

/// A type as a caller sees it. Records and pointers are followed a few steps. With `members`, only
/// the pointers in records that it names are followed, but further.
InterfaceType readInterfaceType(const clang::ASTContext &context, clang::QualType type,
                                const std::set<std::string> *members = nullptr);

struct CodeNeeds {
  /// Variables of static storage that the code or what it calls in this unit names: their first
  /// declarations. Static variables of functions are not among them.
  llvm::SetVector<const clang::VarDecl *> globals;
  /// The functions of this unit that it may call.
  llvm::SetVector<const clang::FunctionDecl *> definitions;
  /// Called functions that the unit does not define, and that may do what C's library does not: see
  /// FunctionInterface::outside.
  llvm::SetVector<const clang::FunctionDecl *> outside;
  /// As in FunctionInterface, of the code itself.
  std::set<std::string> elements;
  uint64_t shortestTable = 0;
  std::string obstacle;
};

CodeNeeds needsOf(const clang::ASTContext &context, clang::Stmt *code);

} // namespace acc
