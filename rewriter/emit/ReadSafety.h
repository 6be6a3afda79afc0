// When the source itself reads a parameter: what the guard may read.
#pragma once

#include "analysis/model/Scop.h"
#include "analysis/support/IslContext.h"

#include <map>
#include <set>
#include <string>

namespace acc {

/// Answers whether a parameter may be read, given what the guard has found true
/// so far. Plain variables always; locations behind pointers and expressions
/// that may divide only where the source certainly evaluates them.
class ReadSafety {
public:
  ReadSafety(const IslContext &context, const Scop &scop);

  bool mayRead(const std::string &parameter) const;
  /// The same for the base of an array, if it is behind a pointer.
  bool mayReadBase(SymbolId base) const;
  /// The source executes every access of the array, so that its pointer and all places between
  /// its accesses are in one object. Not below a condition that may fail: `if (b) x += b[i];`.
  bool isCertainlyAccessed(int array) const;
  bool mayReadAll(const Condition &condition) const;
  /// The parameter is that of a test of Scop::tests.
  bool isTest(const std::string &parameter) const;
  /// All that such a test reads beside the data themselves may be read, the source leaves the nest
  /// nowhere, and no store may change the bounds, so that it comes to every iteration of the test.
  bool mayTest(const std::string &parameter) const;
  /// A condition over plain values under which the source reads the parameter; none when
  /// there is no short one.
  std::optional<Condition> whenRead(const std::string &parameter) const;
  /// What is still to be checked: True where it is known to hold, without alternatives that
  /// cannot hold.   n > 0, then  n <= 0 || n <= ld   gives   n <= ld
  Condition remainderOf(const Condition &condition) const;
  /// `condition` holds from here on.
  void assume(const Condition &condition);
  /// All that the other, of the same scop, has found to hold does.
  void assumeAllOf(const ReadSafety &other);
  /// What was assumed holds for no values.
  bool isContradiction() const { return known.is_empty(); }

private:
  /// Parameters for which something that uses `parameter` is evaluated.
  isl::set whereRead(const std::string &parameter) const;
  isl::set findWhereRead(const std::string &parameter) const;

  /// Parameters for which the location behind a pointer is read: for its own value or for that of
  /// another parameter.    is_1 = beta[0] == 0.
  isl::set whereLocationIsRead(const std::string &location) const;

  /// Parameters for which the statement certainly runs, or the source left the nest before at no
  /// demand.
  isl::set whereRun(const ScopStatement &statement) const;

  const IslContext &context;
  const Scop &scop;
  isl::set known;
  isl::set demanded;                             // where all demands hold
  mutable std::map<std::string, isl::set> reads; // whereRead, as far as it was asked for
  mutable std::set<std::string> readable; // mayRead: what is assumed later takes nothing back
};

} // namespace acc
