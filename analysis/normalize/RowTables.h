// Tables of row pointers as one array with rows at a constant distance.
//
//   given:  (int n, double **a) int i, j, i_1;
//   before: for (i = 0; i < n; i++) for (j = 0; j < 4; j++) a[i][j] = 0;
//   after:  if (0 < n) ; else __builtin_abort();
//           if (1 < n) ; else __builtin_abort();
//           for (i_1 = 0; i_1 < n; i_1++) if (0 < 4)
//           if ((unsigned long)a[i_1] == (unsigned long)a[0] + (unsigned long)(long)i_1 *
//           ((unsigned long)((long)((unsigned long)a[1] - (unsigned long)a[0]) / 8) * 8)) {}
//           for (i = 0; i < n; i++) for (j = 0; j < 4; j++)
//           (a[0] + (long)i * ((long)((unsigned long)a[1] - (unsigned long)a[0]) / 8))[j] = 0;
#pragma once

#include "analysis/normalize/Pass.h"

namespace acc {

/// The pointers T[e] that the nest reads from a table as T[r] plus (e - r) times the distance from
/// T[r] to T[r + 1], in elements. r and r + 1 are rows that the nest reads in the first iterations
/// of its loops; it demands that there are such. Tests before the nest compare each pointer that it
/// reads, and no other, with that sum: where all hold, and no store of the nest changes the table,
/// the two nests do the same. A table stays as it is where the nest does not certainly read its
/// rows, or reads them at indices that are no sums of loop counters and of values at entry.
///
/// Not under DataConditions::Open, as whoever reads such a nest has to check the tests.
SourceNest withRowTables(SourceNest nest, const PassContext &context);

/// The statement is one of these tests.
bool isRowTest(const Stmt &stmt);

} // namespace acc
