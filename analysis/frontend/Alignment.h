// Objects that may be less aligned than their type asks for.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

namespace acc {

/// The object may have a lower address alignment than its canonical type asks for. The canonical
/// type is the one that is written and that vectors are made of.
///   typedef unsigned any __attribute__((aligned(1)));   any *u;             u[i]
///   struct __attribute__((packed)) record { char tag; float a[9]; } *r;    r->a
/// Only the lvalue itself is judged: the object around an element or a member is an lvalue of its
/// own.
bool isLessAligned(const clang::ASTContext &context, const clang::Expr &lvalue);

} // namespace acc
