// Removes tests that a variable proves to hold.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// The emitted code without such variables:
///   before: all = 1; for k all &= t[k] != 0; .. if (all || t[k]) S        after: .. if (t[k]) S
/// `all` is not 0 only where each t[k] that S asks for is not 0, and these do not change in
/// between. NotProved where that is not shown. Code without any is as it was.
Outcome<Scop> withoutAllTests(Scop emitted, const GuardContext &guard);

} // namespace acc
