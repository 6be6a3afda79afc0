// Tables of row pointers: which become one array, and what is tested before the nest.
#include "analysis/normalize/RowTables.h"
#include "analysis/tree/CompareRuns.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/LiveOut.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/unit/normalize/Examples.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace acc::test {
namespace {

const std::string kGiven =
    "struct matrix { int n; double **rows; }; double hidden(double); "
    "(int n, int m, int k, double **a, double **b, int *order, struct matrix *w, double *x)"
    " int i, j, l; double s; double *row;";

SourceNest read(const std::string &body) { return readOf(kGiven, body); }

SourceNest withRows(const SourceNest &nest) {
  return withRowTables(nest, {liveOutOf(nest), DataConditions::Assumed});
}

/// The pointers that are tested, each with how many loops are around its test.
std::vector<std::string> testsOf(const SourceNest &nest) {
  std::vector<std::string> found;
  std::function<void(const StmtRef &, int)> visit = [&](const StmtRef &stmt, int depth) {
    if (stmt && isRowTest(*stmt)) {
      const Expr &row = *stmt->condition->operands[0]->operands[0];
      found.push_back(printExpr(nest, row) + " in " + std::to_string(depth));
    }
    for (const StmtRef &child : stmt ? stmt->children : std::vector<StmtRef>())
      visit(child, depth + isLoop(*stmt));
  };
  visit(nest.root, 0);
  return found;
}

using Tests = std::vector<std::string>;

TEST(RowTables, EachPointerIsTestedInTheLoopsOnWhichItDepends) {
  const std::pair<const char *, Tests> kCases[] = {
      {"for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i][j] = b[j][i];",
       {"a[i_1] in 1", "b[j_1] in 1"}},
      {"for (i = 0; i < n; i++) for (j = 0; j < i; j++) a[i][j] = 0;", {"a[i_1] in 1"}},
      {"for (i = 0; i < n; i++) for (j = 0; j < i; j++) a[j][i] = 0;", {"a[j_1] in 2"}},
      {"for (i = 0; i < n; i++) for (j = 0; j < w->n; j++) w->rows[i + 1][j] = 0;",
       {"w->rows[i_1 + 1] in 1"}},
      {"for (i = n - 1; i >= 0; i--) { row = a[i]; for (j = 0; j < m; j++) row[j] += 1; }",
       {"a[i_1] in 1"}},
      // Below a condition on data the row was read before.
      {"for (i = 0; i < n; i++) if (a[i][k] > 0) for (j = 0; j < m; j++) a[i][j] = 0;",
       {"a[i_1] in 1"}},
      {"for (i = 0; i < n; i++) if (i < k) for (j = 0; j < m; j++) a[i][j] = 0;", {"a[i_1] in 1"}},
  };
  for (const auto &[body, expected] : kCases)
    EXPECT_EQ(testsOf(withRows(read(body))), expected) << body;
}

TEST(RowTables, OthersStayAsTheyAre) {
  for (const char *body : {
           "for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[order[i]][j] = 0;",
           "for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[k][j + i] = 0;", // one row
           "for (i = 0; i < n; i++) if (x[i] > 0) for (j = 0; j < m; j++) a[i][j] = 0;",
           "for (i = 0; i < n; i++) s += x[i] > 0 ? a[i][k] : 0;",
           "for (i = 0; i < n; i++) { if (x[i] > 0) break; a[i][k] = 0; }",
           "for (i = 0; i < n; i++) { l = order[i]; a[l][k] = 0; }",
           "for (i = 0; i < n; i++) { a[i][k] = 0; a++; }",
           "for (i = 0; i < n; i++) a[2*i][k] = 0;", // no two rows next to each other
           "for (i = 0; i < n; i += 2) a[i][k] = 0;",
           "for (i = 0; i < n; i++) if (a[i] == 0) x[i] = 0;",
           "for (i = 0; i < n; i++) x[i] += a[i][0];", // a list, not rows
       }) {
    const SourceNest nest = read(body);
    EXPECT_EQ(withRows(nest).root, nest.root) << body;
  }
}

// The interpreter tells of each pointer that is read and not by the source.
TEST(RowTables, NoOtherPointerIsRead) {
  for (const char *body : {
           "for (i = k; i < n; i++) for (j = 0; j < m; j++) a[i][j] = b[j][i];",
           "for (i = 0; i < n; i++) for (j = 0; j < i; j++) x[i] -= a[i][j]*x[j];",
           "for (i = 0; i < n; i++) for (j = i + 1; j < m; j++) a[j][i] = b[i][j];",
           "for (i = 0; i < n; i++) for (j = k; j < m; j++) for (l = i; l < j; l++)"
           " a[i + j][l] = b[l][k];",
           "for (i = n - 1; i >= k; i--) { row = a[i - k]; for (j = 0; j < m; j++) row[j] = 1; }",
           "for (l = 0; l < n; l++) for (i = l + 1; i < n; i++) for (j = l; j < n; j++)"
           " a[i][j] -= a[i][l]*a[l][j];",
       }) {
    const SourceNest nest = read(body), form = withRows(nest);
    EXPECT_FALSE(testsOf(form).empty()) << body;
    unsigned compared = 0;
    for (int n = 0; n < 5; ++n)
      for (int m = 0; m < 7; ++m)
        for (int k = -1; k < 3; ++k) {
          RunComparison runs = compareRuns(nest, form, liveOutOf(nest),
                                           {{"n", n}, {"m", m}, {"k", k}}, /*mayCountOn=*/true);
          compared += runs.isCompared;
          EXPECT_EQ(runs.difference, "") << body << n << m << k;
        }
    EXPECT_GE(compared, 4u) << body;
  }
}

} // namespace
} // namespace acc::test
