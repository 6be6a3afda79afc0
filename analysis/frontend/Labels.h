// Labels as places that control may come to.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace acc {

/// Whether a goto, `&&label` or an asm goto of the function names the label. One that nothing
/// names is a comment: no control comes to it but from the statement before. (C11 6.8.1: a label
/// alone does not alter the flow of control.)
inline bool isJumpedTo(const clang::LabelStmt &label) { return label.getDecl()->isUsed(); }

} // namespace acc
