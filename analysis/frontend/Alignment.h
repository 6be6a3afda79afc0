// Objects that lie where others of their type may not.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace acc {

/// The object of the lvalue may have a lower address alignment than its canonical type asks for, which is the type that gets
/// written and that vectors are made of:
///   typedef unsigned any __attribute__((aligned(1)));   any *u;             u[i]
///   struct __attribute__((packed)) record { char tag; float a[9]; } *r;    r->a
/// Of an element or a member, what it is part of is an lvalue of its own.
bool isLessAligned(const clang::ASTContext &context, const clang::Expr &lvalue);

} // namespace acc
