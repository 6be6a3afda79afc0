// Normalizes a nest: all loops are counted, and each meaning has one form. Lists the passes, each
// from tree to tree in a separate file.
#pragma once

#include "analysis/normalize/Pass.h"
#include "analysis/normalize/PropagateCopies.h"

namespace acc {

/// All passes in their order.
const std::vector<Pass> &passes();

/// The nest with what only the whole of it tells, for passes over parts of it: its calls opened
/// (Calls.h), and whether types tell its objects apart. A nest that has been so before stays as it
/// is.
SourceNest asWhole(SourceNest nest);

/// The nest behind the first of them, which exchange forms of C for others that say the same: what
/// the proof looks at beside the scop.
SourceNest inPlainForms(SourceNest nest);

/// The nest after the pass of this name and all before it.
SourceNest behindPass(const SourceNest &nest, DataConditions data, const std::string &name);

struct NormalForm {
  /// Behind all passes but the last two.
  SourceNest nest;
  /// Variables that may be read after the nest, with the counters that stand for one of them
  /// (Symbol::counts).
  std::set<SymbolId> liveOut;
  /// What these make of it, copy propagation with all it tells: the tree that is read.
  CopiesPropagated propagated;
  /// Loops that were unrolled are others than in the source.
  bool isRolled = false;

  /// The nest with that tree.
  SourceNest whole() const;
};

/// The nest in the form that buildScop reads, which is plain (PlainTree.h); what is no counted loop
/// stays as it is. `data`: where conditions are taken to hold, they are written in terms that the
/// nest need not have computed (TestedValues.h).
NormalForm normalize(const SourceNest &nest, DataConditions data,
                     LoopCopies copies = LoopCopies::Rolled);

} // namespace acc
