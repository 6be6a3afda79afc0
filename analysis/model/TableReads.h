// Table reads: reads at an index that is known only at run time, but has known bounds: tab[pixel >>
// 4].
#pragma once

#include "analysis/model/Accesses.h"
#include "analysis/model/ScalarPrivatization.h"
#include "analysis/model/UnknownPlaces.h"
#include "analysis/model/ValueBounds.h"

namespace acc {

/// The nest only reads the table, and where the run-time check holds no store touches it, so it
/// does not matter to any order which element is read. In the scop such a read is two accesses, of
/// the first and the last element that it may read; neither is a node of the body.
///     unsigned char *row;   d[i*m + j] = tab[row[j]];   reads tab[0] and tab[255], both perhaps
class TableReads {
public:
  explicit TableReads(ModelContext &model) : model(model) {}

  /// Names the tree that is read. To be called before the first read.
  void begin(const StmtRef &root) { values.emplace(model.nest, root); }

  /// The two accesses that stand for the read, neither in a statement yet; none when the index has
  /// no bounds, or too distant ones, or the element is not one number of a single row.
  /// `why`: for which an index of its own did not do.
  std::vector<ScopAccess> read(const ExprRef &node, ArrayTable &arrays, int statement,
                               const Rejection &why);

  /// Once all accesses and private variables are known: marks the tables, and gives the reads that
  /// are none after all. The array is stored to, or has rows elsewhere, or the index rests on a
  /// variable that may have its value from before.
  std::vector<UnknownPlace> settle(const std::vector<ScopStatement> &statements,
                                   const std::vector<ScalarAccess> &scalars,
                                   std::vector<ScopArray> &arrays) const;

private:
  struct Read {
    int statement;
    ExprRef node;
    int array;
    Rejection why;
  };

  ModelContext &model;
  std::optional<AssignedValues> values;
  std::vector<Read> reads;
};

} // namespace acc
