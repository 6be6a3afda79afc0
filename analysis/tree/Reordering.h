// Decides whether a statement may be moved; used by every pass that moves one.
#pragma once

#include "analysis/tree/StoreFacts.h"

namespace acc {

/// What statements of a nest read and write, and which of them may change places.
class Reordering {
public:
  explicit Reordering(const SourceNest &nest) : nest(nest), stores(nest) {}

  /// In either order the two do the same: neither writes what the other reads or writes, and none
  /// of them may end early.
  bool commute(const StmtRef &a, const StmtRef &b) const;

  /// The expression has the same value before and after the statement.
  bool keepsValue(const StmtRef &stmt, const ExprRef &value) const;

  /// Control may leave the statement by a jump out of it: break, continue, return, goto.
  static bool mayLeave(const StmtRef &stmt);

  /// The statement may give the variable a value, by its name or through a pointer.
  bool mayAssign(const StmtRef &stmt, SymbolId variable) const;

  /// The statement may read the variable in another way than by its name.
  bool mayReadUnnamed(const StmtRef &stmt, SymbolId variable) const;

private:
  /// A place that is read or written: a named one, an element behind `base`, or all of memory.
  struct Place {
    SymbolId symbol = -1; // of a name
    SymbolId base = -1;   // of an element; -1 when not known
    bool isAll = false;   // a call that is not known, or a form that is not
    CType type;
  };
  struct Footprint {
    std::vector<Place> reads, writes;
    bool isOrdered = false; // a call with a state of its own
  };

  Footprint of(const StmtRef &stmt) const;
  void addReads(const ExprRef &expr, Footprint &footprint) const;
  bool mayMeet(const Place &a, const Place &b) const;
  bool mayMeet(const std::vector<Place> &a, const std::vector<Place> &b) const;
  bool isMemory(const Place &place) const;
  bool isPartOf(SymbolId part, SymbolId whole) const;
  bool isObject(SymbolId symbol) const;

  const SourceNest &nest;
  StoreFacts stores;
};

} // namespace acc
