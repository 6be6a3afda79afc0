// Labels: which of them control may jump to.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace acc {

/// A goto, `&&label` or an asm goto of the function names the label. Control comes to any other
/// label only from the statement before it (C11 6.8.1: a label alone does not alter the flow of
/// control).
inline bool isJumpedTo(const clang::LabelStmt &label) { return label.getDecl()->isUsed(); }

} // namespace acc
