// Labels: which of them control may jump to, and from where.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace acc {

/// A goto, `&&label` or an asm goto of the function names the label. Control reaches any other
/// label only from the statement before it (C11 6.8.1: a label alone does not alter the flow of
/// control).
inline bool isJumpedTo(const clang::LabelStmt &label) { return label.getDecl()->isUsed(); }

/// Each jump to the label is a `goto` below `region`.
bool isJumpedToOnlyFrom(const clang::Stmt &region, const clang::LabelDecl &label);

/// Each jump to the label is a `goto` below one of the statements that no loop inside them
/// contains: it skips statements of the current iteration, and nothing else.
bool isJumpedToWithoutLoop(llvm::ArrayRef<const clang::Stmt *> stmts,
                           const clang::LabelDecl &label);

/// A `goto` to the label is inside the statement.
bool hasGoto(const clang::Stmt &stmt, const clang::LabelDecl &label);

} // namespace acc
