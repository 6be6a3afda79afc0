// Prints the C of an expression or a loop-free statement from the tree, with
// the accesses and names replaced that the caller chooses.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <functional>
#include <map>

namespace acc {

struct PrintHooks {
  /// C text for an Access or Symbol node, or none to print it as it stands.
  /// The text must be a primary or parenthesised expression.
  std::function<std::optional<std::string>(const Expr &)> replace;
  /// Replacement names for variables that the statement declares.
  std::map<SymbolId, std::string> names;
  /// Conversions that the source does not show, but that a number may not survive, are casts: a
  /// copy of the statement then has no warning of its own.
  bool showsNarrowing = false;
};

/// Fully parenthesised only where precedence needs it; explicit casts are kept,
/// implicit ones are not shown unless the hooks say so.
std::string printExpr(const SourceNest &nest, const Expr &expr, const PrintHooks &hooks = {});

/// Lines of a loop-free statement, each starting with `indent`. Declarations in
/// blocks come first where the unit is C89.
std::string printStmt(const SourceNest &nest, const Stmt &stmt, const std::string &indent,
                      const PrintHooks &hooks = {});

} // namespace acc
