// A pass: from the tree of a nest to one that means the same.
#pragma once

#include "analysis/normalize/DataConditions.h"
#include "analysis/tree/SourceNest.h"

#include <functional>
#include <utility>

namespace acc {

/// How manually unrolled loops are read (RolledLoops.h).
enum class LoopCopies {
  /// As the loops that they were.
  Rolled,
  /// Each copy as it is written.
  AsWritten
};

/// What a pass may ask of a nest beyond its tree.
struct PassContext {
  /// Variables that may be read after the nest.
  std::set<SymbolId> liveOut;
  DataConditions data = DataConditions::Open;
  LoopCopies copies = LoopCopies::Rolled;
};

/// One pass: a nest that means the same. What it is not made for stays as it is.
struct Pass {
  using Function = std::function<SourceNest(SourceNest, const PassContext &)>;

  Pass(const char *name, SourceNest (*function)(SourceNest))
      : name(name), apply([function](SourceNest nest, const PassContext &) {
          return function(std::move(nest));
        }) {}
  Pass(const char *name, Function function) : name(name), apply(std::move(function)) {}

  /// As `--dump-after=normalize/NAME` has it.
  const char *name;
  Function apply;
};

} // namespace acc
