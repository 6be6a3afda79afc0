// Rows of different lengths: packed triangles and other quadratic row starts.
#include "tests/unit/delinearize/ViewJudge.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

Polynomial symbol(const char *name) { return Polynomial::symbol(name); }

Polynomial half(const Polynomial &value) { return *value.exactQuotient(2); }

/// for i in [0, n) for j in [low, high) A[index] += ..., one statement per index.
Scop triangle(const char *low, const char *high, const std::vector<Polynomial> &indices) {
  std::vector<StatementSpec> statements;
  for (size_t k = 0; k < indices.size(); ++k)
    statements.push_back({{"i", "j"}, {0, 0, int(k)}, {"A", "i + j"}, "+=", {}});
  Scop scop = makeScop({{"i", "0", "n"}, {"j", low, high}}, statements, "long");
  for (size_t k = 0; k < indices.size(); ++k)
    for (ScopAccess &access : scop.statements[k].accesses)
      access.subscripts = {indices[k]};
  return scop;
}

/// The view's rows are those of `start`, at each row of a box.
void expectRows(const ArrayView &view, int64_t n, const std::function<int64_t(int64_t)> &start) {
  ASSERT_EQ(view.kind, ViewKind::Jagged);
  for (int64_t r = 0; r < n; ++r) {
    EXPECT_EQ(view.rowStart.evaluate({{"r", r}, {"n", n}}), start(r)) << r;
    EXPECT_EQ(view.rowLength.evaluate({{"r", r}, {"n", n}}), start(r + 1) - start(r)) << r;
  }
}

const Polynomial i = symbol("i"), j = symbol("j"), n = symbol("n");

TEST(Jagged, LowerTriangle) {
  IslContext context;
  Scop scop = triangle("0", "i + 1", {half(i * (i + 1)) + j});
  auto views = delinearize(scop, context);
  ASSERT_TRUE(views) << views.rejection().message();
  EXPECT_TRUE(views->validity.isTrue());
  expectRows(views->arrays[0].view, 6, [](int64_t r) { return r * (r + 1) / 2; });
}

TEST(Jagged, UpperTriangleStartsRowsAtTheDiagonal) {
  IslContext context;
  Scop scop = triangle("i", "n", {i * n - half(i * (i - 1)) + j - i});
  auto views = delinearize(scop, context);
  ASSERT_TRUE(views) << views.rejection().message();
  EXPECT_TRUE(views->validity.isTrue());
  expectRows(views->arrays[0].view, 5, [](int64_t r) { return r * 5 - r * (r - 1) / 2; });
  EXPECT_EQ(views->arrays[0].accesses[0].subscripts, (std::vector<Polynomial>{i, j - i}));
}

// A[i*(2*n - i + 1)], one element of each row: the rows' lengths name the loop variable, their
// check does not.
TEST(Jagged, OneElementOfEachRow) {
  IslContext context;
  Scop scop = makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"A", "i"}, "+=", {}}}, "long");
  for (ScopAccess &access : scop.statements[0].accesses)
    access.subscripts = {i * (n + n - i + Polynomial(1))};
  auto views = delinearize(scop, context);
  ASSERT_TRUE(views) << views.rejection().message();
  EXPECT_TRUE(views->validity.isTrue()) << views->validity.str();
  expectRows(views->arrays[0].view, 5, [](int64_t r) { return r * (10 - r + 1); });
}

TEST(Jagged, ShellsAndTheNextRow) {
  IslContext context;
  Scop scop = triangle("0", "2*i + 1", {i * i + j, (i + 1) * (i + 1) + j});
  auto views = delinearize(scop, context);
  ASSERT_TRUE(views) << views.rejection().message();
  EXPECT_TRUE(views->validity.isTrue());
  EXPECT_EQ(views->viewOf(1, 0).subscripts, (std::vector<Polynomial>{i + 1, j}));
}

TEST(Jagged, RowsThatOverlapAreNotRows) {
  // j runs to 2*i, but row i has i + 1 elements: valid only where no row is longer.
  IslContext context;
  Scop scop = triangle("0", "2*i + 1", {half(i * (i + 1)) + j});
  auto views = delinearize(scop, context);
  ASSERT_TRUE(views) << views.rejection().message();
  EXPECT_EQ(views->validity.evaluate({{"n", 1}}), true);
  EXPECT_EQ(views->validity.evaluate({{"n", 2}}), false);
}

TEST(Jagged, TheRangeHoldsAllElements) {
  IslContext context;
  Scop scop = triangle("0", "i + 1", {half(i * (i + 1)) + j});
  auto views = delinearize(scop, context);
  ASSERT_TRUE(views);
  const ElementRange &range = views->arrays[0].range;
  ASSERT_EQ(range.high.size(), 1u);
  EXPECT_GE(*range.high[0].evaluate({{"n", 7}}), 27);
  EXPECT_LE(*range.low[0].evaluate({{"n", 7}}), 0);
  EXPECT_FALSE(range.high[0].overflowed());
}

TEST(Jagged, TwoTrianglesOfDifferentShapeAreRefused) {
  IslContext context;
  Scop scop = triangle("0", "i + 1", {half(i * (i + 1)) + j, i * i + j});
  auto views = delinearize(scop, context);
  ASSERT_FALSE(views);
  EXPECT_EQ(views.rejection().kind, RejectionKind::NoView);
}

} // namespace
