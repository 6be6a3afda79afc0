// Copy propagation: local index variables, size aliases and row pointers as what they were
// assigned.
//
//   given:  (int n, int m, float *A) int i, j, row;
//   before: for (i = 0; i < n; i++) { row = i*m; for (j = 0; j < m; j++) A[row + j] = 0; }
//   after:  for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = 0;
//
//   given:  (int n, int m, float *A) int i, j; float *r;
//   before: for (i = 0; i < n; i++) { r = A + i*m; for (j = 0; j < m; j++) r[j] = 0; }
//   after:  for (i = 0; i < n; i++) for (j = 0; j < m; j++) (A + i*m)[j] = 0;
//
// And induction variables, which a loop advances by the same amount each time, where 0 <= m:
//
//   given:  (int n, int m, float *A) int i, j, k;
//   before: for (i = 0; i < n; i++) { k = 0; for (j = 0; j < m; j++) { A[k] = i; k += 3; } }
//   after:  for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[j*3] = i;
#pragma once

#include "analysis/tree/StoreFacts.h"

namespace acc {

struct CopiesPropagated {
  /// The nest's tree with every read of a replaced variable exchanged for its
  /// definition over loop variables and invariant values. Assignments of a
  /// replaced variable are gone, except where its value is read after the nest.
  StmtRef root;
  /// Integer and pointer variables of the nest that could not be replaced, with
  /// the reason for which an index cannot use them.
  std::map<SymbolId, Rejection> state;
  /// Variables whose every assignment is gone but one behind all loops (LastAssignments): before
  /// it their name means their value at entry.
  std::set<SymbolId> entryValues;
  /// Conditions under which the tree means the same as the source, over values at entry.
  std::vector<ExprRef> needs;
  /// Accesses that stand where the source has a constant local variable with their value, and that
  /// stores of the nest must be shown to keep off: StoreFacts::keptBy.
  std::vector<ExprRef> kept;
  /// SourceNest::knownAtEntry over values that the nest does not change, and values at entry.
  std::map<SymbolId, ExprRef> atEntry;
};

/// `liveOut`: variables whose value may be read after the nest.
CopiesPropagated propagateCopies(const SourceNest &nest, const StoreFacts &stores,
                                 const std::set<SymbolId> &liveOut);

} // namespace acc
