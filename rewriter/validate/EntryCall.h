// A rewritten nest whose check and fast version are behind one call.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The region `if (!f(n, A)) original` as the function's steps with the original in the `else`, in
/// plain forms (inPlainForms), with all other functions in place of their calls:
///   before: if (!f_1_fast(n, A)) for (...) ...   with
///           static int f_1_fast(int n, float *A)
///           { if (n > 0) { work(n, A); return 1; } return 0; }
///   after:  if (n > 0) { ...the body of work... } else for (...) ...
/// Any other region is only brought into plain forms.
SourceNest withEntryOpened(SourceNest region);

} // namespace acc
