#include "rewriter/validate/ViewCheck.h"

#include "tests/support/ScopFixture.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

/// One array with one write in a nest of two loops, and a view of it.
struct ViewCase {
  std::string index;
  std::string rows = "n", columns = "m";        // ends of the loops
  std::vector<std::string> atLeastZero;         // what the guard says
  std::vector<std::vector<std::string>> either; // and one row of these
  ArrayView view;
  std::vector<std::string> subscripts = {"i", "j"};
};

std::string verdictOf(const ViewCase &c) {
  Scop scop = makeScop({{"i", "0", c.rows}, {"j", "0", c.columns}},
                       {{{"i", "j"}, {}, {"A", c.index}, "=", {}}}, "long");
  Delinearization views;
  RecoveredArray array;
  array.array = 0;
  array.recovered = true;
  array.view = c.view;
  ViewAccess use{0, 0, {}};
  for (const std::string &subscript : c.subscripts)
    use.subscripts.push_back(poly(subscript));
  array.accesses.push_back(use);
  views.arrays.push_back(array);

  std::vector<Condition> terms;
  for (const std::string &value : c.atLeastZero)
    terms.push_back(Condition::nonNegative(poly(value)));
  std::vector<Condition> rows;
  for (const std::vector<std::string> &row : c.either) {
    std::vector<Condition> all;
    for (const std::string &value : row)
      all.push_back(Condition::nonNegative(poly(value)));
    rows.push_back(Condition::conjunction(all));
  }
  if (!rows.empty())
    terms.push_back(Condition::disjunction(rows));
  IslContext context;
  Scop emitted = scop;
  GuardContext guard(context, scop, emitted, Condition::conjunction(terms), {});
  auto checked = checkViews(scop, views, guard);
  return checked ? "" : checked.rejection().message();
}

void expectRefused(const ViewCase &c, const std::string &part) {
  std::string verdict = verdictOf(c);
  EXPECT_NE(verdict.find(part), std::string::npos) << verdict;
}

/// Every second element of rows that are s apart.
ViewCase everySecond() {
  ViewCase c;
  c.index = "i*s + 2*j + 1";
  c.atLeastZero = {"n - 1", "m - 1", "s - 2*m + 1"};
  c.view.kind = ViewKind::Strided;
  c.view.sizes = {poly("m")};
  c.view.origin = {poly("0")};
  c.view.strides = {poly("s"), poly("2")};
  c.view.offset = poly("1");
  return c;
}

TEST(StridedView, RowsApart) { EXPECT_EQ(verdictOf(everySecond()), ""); }

TEST(StridedView, DownwardStride) {
  ViewCase c = everySecond();
  c.index = "2*j - i*s";
  c.view.strides[0] = poly("0 - s");
  c.view.offset = poly("0");
  EXPECT_EQ(verdictOf(c), "");
  c.atLeastZero.back() = "0 - s - 2*m + 1";
  c.index = "2*j + i*s";
  c.view.strides[0] = poly("s");
  EXPECT_EQ(verdictOf(c), "");
}

TEST(StridedView, RowsMayMeet) {
  ViewCase c = everySecond();
  c.atLeastZero.back() = "s - 2*m + 2";
  expectRefused(c, "may have the same address");
  c.atLeastZero.pop_back();
  expectRefused(c, "may have the same address");
}

TEST(StridedView, OtherIndex) {
  ViewCase c = everySecond();
  c.view.offset = poly("0");
  expectRefused(c, "does not reproduce the source's index");
  c = everySecond();
  c.subscripts = {"j", "i"};
  expectRefused(c, "does not reproduce the source's index");
}

TEST(StridedView, WindowTooNarrow) {
  ViewCase c = everySecond();
  c.view.sizes = {poly("m - 1")};
  expectRefused(c, "in bounds");
}

/// Rows s apart of elements t apart, or the other way round.
ViewCase eitherWay() {
  ViewCase c;
  c.index = "i*s + j*t";
  c.atLeastZero = {"n - 1", "m - 1"};
  c.either = {{"t - 1", "s - m*t + t - 1"}, {"s - 1", "t - n*s + s - 1"}};
  c.view.kind = ViewKind::Strided;
  c.view.sizes = {poly("m"), poly("1")};
  c.view.origin = {poly("0"), poly("0")};
  c.view.strides = {poly("s"), poly("t"), poly("1")};
  c.subscripts = {"i", "j", "0"};
  return c;
}

TEST(StridedView, EitherOrderOfTheStrides) {
  EXPECT_EQ(verdictOf(eitherWay()), "");
  for (size_t row : {0, 1}) {
    ViewCase c = eitherWay();
    c.either[row][1] += " + 1";
    expectRefused(c, "may have the same address");
  }
  ViewCase c = eitherWay();
  c.either[1][1] = "t - m*s + s - 1"; // the count of the other loop
  expectRefused(c, "may have the same address");
}

/// Row i begins at i*i and has 2*i + 1 elements.
ViewCase squares() {
  ViewCase c;
  c.index = "i*i + j";
  c.columns = "2*i + 1";
  c.atLeastZero = {"n - 1"};
  c.view.kind = ViewKind::Jagged;
  c.view.sizes = {poly("0")};
  c.view.origin = {poly("0")};
  c.view.rowStart = poly("r*r");
  c.view.rowLength = poly("2*r + 1");
  return c;
}

TEST(JaggedView, RowsFollowEachOther) { EXPECT_EQ(verdictOf(squares()), ""); }

TEST(JaggedView, RowsOverlap) {
  ViewCase c = squares();
  c.view.rowLength = poly("2*r + 2");
  expectRefused(c, "may have the same address");
}

TEST(JaggedView, BehindTheRow) {
  ViewCase c = squares();
  c.columns = "2*i + 2";
  expectRefused(c, "in bounds");
}

TEST(JaggedView, OtherStart) {
  ViewCase c = squares();
  c.index = "i*i + i + j";
  expectRefused(c, "does not reproduce the source's index");
}

/// Between two rows with elements there may be one of negative length.
TEST(JaggedView, LengthNotLinear) {
  ViewCase c = squares();
  c.index = "i*i*i + j";
  c.view.rowStart = poly("r*r*r");
  c.view.rowLength = poly("3*r*r + 3*r + 1");
  expectRefused(c, "may have the same address");
}

TEST(ViewCheck, SubscriptsOfACopy) {
  ArrayView rows;
  rows.sizes = {poly("n")};
  rows.origin = {poly("0")};
  auto in = [&](const std::string &index) {
    std::string text;
    for (const Polynomial &subscript :
         subscriptsIn(rows, poly(index)).value_or(std::vector<Polynomial>()))
      text += "[" + subscript.str() + "]";
    return text;
  };
  EXPECT_EQ(in("(i + 1)*n + j - 1"), in("i*n + n + j - 1"));
  EXPECT_EQ(in("n*n - 1"), "[n - 1][n - 1]");
  EXPECT_EQ(in("i*n - 2"), "[i - 1][n - 2]");
  rows.origin = {poly("-1")};
  EXPECT_EQ(in("i*n - 1"), "[i][-1]");
}

} // namespace
} // namespace acc::test
