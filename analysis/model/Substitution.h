// Forward substitution of local index variables, size aliases and row pointers.
//
//   for i { int row = i*n;                for i {
//           float *r = A + row;             for j
//           for j r[j] = 0; }        =>       (A + i*n)[j] = 0; }
//
// and of variables that a loop advances by the same amount each time:
//
//   k = 0; for i for j A[k++] = 0;   =>   for i for j A[i*m + j] = 0;   where 0 <= m
#pragma once

#include "analysis/model/Invariance.h"

namespace acc {

struct SubstitutedTree {
  /// The nest's tree with every read of a replaced variable exchanged for its
  /// definition over loop variables and invariant values. Assignments of a
  /// replaced variable are gone, except where its value is read after the nest.
  StmtRef root;
  /// Integer and pointer variables of the nest that could not be replaced, with
  /// the reason for which an index cannot use them.
  std::map<SymbolId, Rejection> state;
  /// Variables whose every assignment is gone: their name means their value at entry.
  std::set<SymbolId> entryValues;
  /// Conditions under which the tree means the same as the source, over values at entry.
  std::vector<ExprRef> needs;
  /// Accesses that stand where the source has a constant local variable with their value, and that
  /// stores of the nest must be shown to keep off: StoreFacts::keptBy.
  std::vector<ExprRef> kept;
  /// SourceNest::knownAtEntry over values that the nest does not change.
  std::map<SymbolId, ExprRef> atEntry;
};

/// `liveOut`: variables whose value may be read after the nest.
SubstitutedTree substituteLocals(const SourceNest &nest, const StoreFacts &stores,
                                 const std::set<SymbolId> &liveOut);

} // namespace acc
