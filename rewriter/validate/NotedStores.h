// Buffers that go back to memory only as far as something was written to them.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// The emitted code without the notes of what was written:
///   before: set[j] = 0; t[j][i] = A[j][i];                          after: t[j][i] = A[j][i];
///           if (c[k][j]) set[j] = 1; if (c[k][j]) t[j][i] += ..             if (c[k][j]) t[j][i] += ..
///           if (set[j]) A[j][i] = t[j][i];                                  A[j][i] = t[j][i];
/// The last store is the same where it is left out: nothing was written to the element's place in the buffer, which holds what
/// memory still holds. And it happens only where the source stores to the element: a note is made together with such a store.
struct WithoutNotes {
  Scop scop;
  /// The ids of these last stores: they happen only where the source's stores to their elements do, which may be nowhere.
  std::set<std::string> whereWritten;
};

/// NotProved where code with such notes is not shown to be so. Code without any is as it was.
Outcome<WithoutNotes> withoutNotes(Scop emitted, const GuardContext &guard);

} // namespace acc
