// Compares the tree of an emitted statement with that of a source statement.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// An access of the emitted statement and the source access in its place;
/// indices in ScopStatement::accesses.
struct AccessPair {
  int emitted = -1;
  int source = -1;
};

/// What makes two statements the same operation: each pair must touch the same
/// value, each equation must hold at every instance.
struct StatementMatch {
  std::vector<AccessPair> accesses;
  /// Iterators used as values: an affine value of the emitted statement where
  /// the source has one.
  struct ValuePair {
    Polynomial emitted, source;
  };
  std::vector<ValuePair> values;
};

/// The match when both compute the same expression tree (operators, constants,
/// calls, and every conversion, visible or not) up to accesses and loop
/// variables; else none. Operations are never reassociated or commuted.
std::optional<StatementMatch> matchStatements(const Scop &emitted,
                                              const ScopStatement &emittedStatement,
                                              const Scop &source,
                                              const ScopStatement &sourceStatement);

/// The value of an integer expression of a claim at the statement, over its loops and the
/// parameters; none where a conversion or narrow arithmetic may change it, or something else is in
/// it.
std::optional<Polynomial> integerValue(const Scop &scop, const ScopStatement &statement,
                                       const Expr &expr);

/// The two have the same value where their variables have those of the nests' entries.
bool sameDefinition(const SourceNest &a, const Expr &given, const SourceNest &b, const Expr &other);

/// The expression whose value the parameter has where the nest is entered; null when none is known.
ExprRef definitionOf(const Scop &scop, const Parameter &parameter);

/// The parameter that is defined as the expression, of which nothing in the nest changes the value
/// (`mayChange`: or something may).
std::optional<Polynomial> parameterDefinedAs(const Scop &scop, const Expr &expr,
                                             bool mayChange = false);

/// The expression without conversions that change neither type nor value: of qualifiers alone, and
/// to a type that holds all its values and back, (unsigned char)(int)pixel.
const Expr &withoutIdleCasts(const Expr &expr);

/// A statement that moves one element unchanged: indices of its read and write. A buffer may hold
/// integers in a wider type, which are the same numbers: matchStatements takes them for those of
/// the source where they are read.
struct CopyForm {
  int read = -1;
  int write = -1;
};
std::optional<CopyForm> copyForm(const Scop &scop, const ScopStatement &statement);

} // namespace acc
