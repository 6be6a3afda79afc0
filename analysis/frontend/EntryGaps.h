// By how much one integer of a function can exceed another where a loop is entered: from the loops
// before it, which have ended, and from other tests on the way.
#pragma once

#include "analysis/frontend/EntryValues.h"

#include <cstdint>
#include <vector>

namespace acc {

/// larger - smaller <= most; a null variable stands for zero.
struct EntryGap {
  const clang::VarDecl *larger = nullptr, *smaller = nullptr;
  int64_t most = 0;
};

/// The gaps between local integers that hold whenever control reaches `stmt`, a part of the
/// function's body, in exact integers: sums before it are taken not to wrap. Also those that follow
/// by adding others, over variables whose values are rounded to multiples.
///   n4 = n & ~3; for (i = 0; i < n4; i += 4) ..; for (; i < n; i++)   ->   n - i <= 3
std::vector<EntryGap> gapsBefore(const clang::FunctionDecl &function, const clang::Stmt *stmt,
                                 const FunctionFacts &facts, const clang::ASTContext &context);

} // namespace acc
