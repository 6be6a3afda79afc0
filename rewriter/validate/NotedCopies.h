// Proves that rows of buffers that are filled and stored conditionally are those that the source
// reaches.
#pragma once

#include "rewriter/validate/GuardContext.h"

namespace acc {

/// The emitted code without the flags for rows with a true test:
///   before: any[j] = 0; any[j] |= c[k][j] != 0;
///           if (any[j]) t[j][i] = A[j][i];                          after: t[j][i] = A[j][i];
///           if (c[k][j]) t[j][i] += ..                                     if (c[k][j]) t[j][i] +=
///               ..
///           if (any[j]) A[j][i] = t[j][i];                                 A[j][i] = t[j][i];
/// Where a copy is left out no test holds for the row: nothing is written to it, and memory keeps
/// what it would get back. Where a copy happens some test holds, and the source accesses each
/// element of the row.
struct WithoutNotes {
  Scop scop;
  /// The ids of these copies: they touch what the source touches where its tests hold, which may be
  /// nothing.
  std::set<std::string> whereTested;
};

/// NotProved where code with such notes is not shown to be so. Code without any is as it was.
Outcome<WithoutNotes> withoutNotes(Scop emitted, const GuardContext &guard);

} // namespace acc
