// Determines which local variables, including static ones, are live after a loop.
#pragma once

#include "analysis/frontend/OpenMp.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <vector>

namespace clang {
class CFG;
class CFGBlock;
} // namespace clang

namespace acc {

class Liveness {
public:
  /// Backward data flow over the function's control flow graph, as it is without OpenMP and as it
  /// is for the threads of `regions`: a variable is live that is live in one of them.
  Liveness(const clang::FunctionDecl &function, clang::ASTContext &context,
           const OpenMpRegions &regions);

  /// Adds the loops of another function. Every variable of this function counts as live after them.
  void add(Liveness other);

  /// May `variable` be read after `loop` ends normally or by break? True when
  /// the loop's exit is not known.
  bool isLiveAfter(const clang::Stmt *loop, const clang::VarDecl *variable) const;

  /// May a call of the function read a value of its static variable that another call left there,
  /// an earlier one or one inside it? True when the flow of control is not known.
  bool isKeptBetweenCalls(const clang::VarDecl *variable) const;

private:
  using Variables = llvm::DenseSet<const clang::VarDecl *>;
  using UseOf =
      llvm::function_ref<OpenMpRegions::Use(const clang::VarDecl *, clang::SourceLocation)>;

  /// Of loops, the blocks that end in their tests. `targets`: references that a plain assignment
  /// writes.
  void addFlow(const clang::CFG &cfg, const llvm::DenseSet<const clang::Expr *> &targets,
               const std::vector<const clang::CFGBlock *> &loops, UseOf useOf);

  /// Live variables where control goes when the loop's condition is false.
  llvm::DenseMap<const clang::Stmt *, Variables> afterLoop;
  std::optional<Variables> keptBetweenCalls;
  const clang::FunctionDecl *function = nullptr;
  /// Of the loops that stand in another function.
  llvm::DenseMap<const clang::Stmt *, const clang::FunctionDecl *> functionOf;
};

} // namespace acc
