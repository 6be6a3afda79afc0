// The accesses of one statement after another, in the order in which C makes them.
#pragma once

#include "analysis/model/Accesses.h"
#include "analysis/model/ScalarPrivatization.h"
#include "analysis/model/TableReads.h"
#include "analysis/model/UnknownPlaces.h"

namespace acc {

class StatementAccesses {
public:
  /// `entryWraps`: where what conditions need of wrapping arithmetic goes (Scop::entryWraps). Both
  /// must outlive this.
  StatementAccesses(ModelContext &model, std::vector<WrapRequirement> &entryWraps)
      : arrays(model), tableReads(model), model(model), entryWraps(entryWraps) {}

  /// Names the tree whose statements will be read.
  void begin(const StmtRef &root);

  /// Adds the accesses of the body to the statement, which will be the one at this index. An Assign
  /// or Evaluate has those that it makes; an `if` is opaque, and its accesses may happen.
  std::optional<Rejection> read(const StmtRef &body, int index, ScopStatement &statement);

  /// Why an expression that is evaluated for its effect cannot be left out; none when it has no
  /// effect.
  std::optional<Rejection> whyHasEffect(const ExprRef &expr);

  /// What has been found in the statements so far.
  ArrayTable arrays;
  TableReads tableReads;
  std::vector<ScalarAccess> scalars;
  UnknownEffects effects;
  /// Conditions that hold where an access of the statement that is read happens.
  std::vector<Condition> known;

private:
  using Symbols = std::set<SymbolId>;

  std::optional<Rejection> collectAssign(const Stmt &stmt, bool may, ScopStatement &statement,
                                         const Symbols &skip);
  /// `written`: scalars that every path so far writes; `internal`: those that the statement
  /// declares.
  std::optional<Rejection> collectOpaque(const StmtRef &stmt, bool may, ScopStatement &statement,
                                         Symbols &written, Symbols &internal);
  std::optional<Rejection> collectReads(const ExprRef &expr, bool may, ScopStatement &statement,
                                        const Symbols &skip);
  std::optional<Rejection> collectArgument(const ExprRef &expr, bool may, ScopStatement &statement,
                                           const Symbols &skip);
  std::optional<Rejection> addAccess(const ExprRef &node, bool isWrite, bool may,
                                     ScopStatement &statement, const Symbols &skip);
  std::optional<Rejection> addUnknownPlace(const ExprRef &node, bool isWrite, bool may,
                                           ScopStatement &statement, const Symbols &skip,
                                           const Rejection &why);
  std::optional<Rejection> addScalar(const ExprRef &node, bool isWrite, bool may,
                                     ScopStatement &statement, const Symbols &skip);

  ModelContext &model;
  std::vector<WrapRequirement> &entryWraps;
  /// Of the statement that is read.
  int number = -1;
};

} // namespace acc
