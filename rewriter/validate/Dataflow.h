// Array dataflow by isl: the source of the value of each read, following copies. [Feautrier,
// "Dataflow analysis of array and scalar references", 1991.]
#pragma once

#include "analysis/support/Outcome.h"

#include <isl/cpp.h>

#include <string>
#include <vector>

namespace acc {

/// One access of a statement as isl sees it: { statement[..] -> cell[..] }.
struct CellAccess {
  isl::map relation;
  bool isWrite = false;
};

/// A statement with its instances and their times.
struct FlowStatement {
  std::string id;
  isl::set domain;
  isl::map schedule;
  /// Writes all happen; a write that may not happen stands beside a read of the
  /// same cell, so that its value is a function of the old one.
  std::vector<CellAccess> accesses;
  /// Index of the read whose value a copy moves; -1 for a computation.
  int copiedRead = -1;
};

/// The origins of the values of every read: per statement and access (empty for
/// writes) a map { reader[..] -> writer[..] } united with { reader[..] -> cell[..] }
/// where the cell still holds what it held at the start. A writer is never a copy.
struct ValueOrigins {
  std::vector<std::vector<isl::union_map>> ofAccess;
};

/// NotProved when a chain of copies does not end after a few steps.
Outcome<ValueOrigins> valueOrigins(const std::vector<FlowStatement> &program,
                                   const isl::set &parameters);

} // namespace acc
