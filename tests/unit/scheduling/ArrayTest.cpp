#include "scheduling/Array.h"
#include "tests/support/HandViews.h"

#include <gtest/gtest.h>

#include <set>

using namespace acc;
using namespace acc::test;

namespace {

Array::Sizes sizes(const std::vector<std::string> &texts) {
  Array::Sizes result;
  for (const std::string &text : texts)
    result.push_back(text == "*" ? std::nullopt : std::optional(poly(text)));
  return result;
}

std::vector<Polynomial> polys(const std::vector<std::string> &texts) {
  std::vector<Polynomial> result;
  for (const std::string &text : texts)
    result.push_back(poly(text));
  return result;
}

Array packed(const std::vector<std::string> &shape, Layout layout = Layout::FirstMajor) {
  Outcome<Array> array = Array::packed("A", sizes(shape), layout);
  EXPECT_TRUE(array) << array.rejection().message();
  return *array;
}

void expectArray(const Outcome<Array> &array, const std::vector<std::string> &shape,
                 const std::vector<std::string> &map, const std::string &offset = "0") {
  ASSERT_TRUE(array) << array.rejection().message();
  EXPECT_TRUE(array->sizes() == sizes(shape));
  EXPECT_TRUE(array->map().coefficients == polys(map));
  EXPECT_EQ(array->map().offset, poly(offset));
}

void expectInvalid(const Outcome<Array> &array, const std::string &part) {
  ASSERT_FALSE(array);
  EXPECT_EQ(array.rejection().kind, RejectionKind::InvalidSchedule);
  EXPECT_NE(array.rejection().detail.find(part), std::string::npos) << array.rejection().detail;
}

int64_t address(const Array &array, const std::vector<int64_t> &element) {
  std::vector<Polynomial> subscripts(element.begin(), element.end());
  return array.map().addressOf(subscripts).constant().value();
}

} // namespace

TEST(Array, PackedLayouts) {
  expectArray(packed({"2", "3", "4", "5"}), {"2", "3", "4", "5"}, {"60", "20", "5", "1"});
  expectArray(packed({"2", "3", "4", "5"}, Layout::LastMajor), {"2", "3", "4", "5"},
              {"1", "2", "6", "24"});
  // Every element has an address of its own, and there are no others.
  for (Layout layout : {Layout::FirstMajor, Layout::LastMajor}) {
    Array array = packed({"2", "3", "4", "5"}, layout);
    std::set<int64_t> seen;
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 3; ++b)
        for (int c = 0; c < 4; ++c)
          for (int d = 0; d < 5; ++d)
            seen.insert(address(array, {a, b, c, d}));
    EXPECT_EQ(seen.size(), 120u);
    EXPECT_EQ(*seen.rbegin(), 119);
    EXPECT_EQ(array.layout(), layout);
  }
}

TEST(Array, SizesMayBeOfRunTimeMixedOrMissing) {
  expectArray(packed({"n", "4", "m"}), {"n", "4", "m"}, {"4*m", "m", "1"});
  expectArray(packed({"*", "m"}), {"*", "m"}, {"m", "1"});
  expectArray(packed({"10", "*"}, Layout::LastMajor), {"10", "*"}, {"1", "10"});
  expectInvalid(Array::packed("A", sizes({"*", "*"})), "major dimension");
  expectInvalid(Array::packed("A", sizes({"10", "*"})), "major dimension");
  expectInvalid(Array::packed("A", sizes({"4", "0"})), "below 1");
  expectInvalid(Array::packed("A", {}), "no dimension");
}

TEST(Array, ExplicitMapsAreHonoured) {
  Outcome<Array> columns = Array::mapped("A", sizes({"10", "20"}), {polys({"1", "10"}), poly("0")});
  ASSERT_TRUE(columns);
  EXPECT_EQ(address(*columns, {3, 4}), 43);
  EXPECT_EQ(columns->layout(), Layout::LastMajor);
  EXPECT_EQ(columns->majorDimension(), 1u);

  Outcome<Array> padded = Array::mapped("A", sizes({"n", "m"}), {polys({"ld", "1"}), poly("-ld")});
  ASSERT_TRUE(padded);
  EXPECT_EQ(padded->layout(), Layout::FirstMajor);
  EXPECT_EQ(padded->majorDimension(), 0u);
  EXPECT_EQ(padded->map().addressOf(polys({"1", "j"})), poly("j"));

  // t[i - j] over an n x n Toeplitz matrix; band of width 2*w + 1 of a row-major one.
  Outcome<Array> toeplitz =
      Array::mapped("T", sizes({"n", "n"}), {polys({"1", "-1"}), poly("n - 1")});
  ASSERT_TRUE(toeplitz);
  EXPECT_EQ(toeplitz->layout(), Layout::Explicit);
  EXPECT_EQ(toeplitz->map().addressOf(polys({"3", "3"})), poly("n - 1"));
  Outcome<Array> band = Array::mapped("B", sizes({"n", "n"}), {polys({"2*w", "1"}), poly("w")});
  ASSERT_TRUE(band);
  EXPECT_EQ(band->map().addressOf(polys({"i", "i + w"})), poly("i*(2*w + 1) + 2*w"));

  expectInvalid(Array::mapped("A", sizes({"2", "2"}), {polys({"1"}), poly("0")}), "coefficients");
  EXPECT_FALSE(
      Array::mapped("A", sizes({"2", "2"}), {polys({"n", "m"}), poly("0")})->majorDimension());
}

TEST(Array, DimensionsInAnyOrder) {
  Outcome<Array> image = packed({"3", "7", "5"}).permuteDimensions({1, 2, 0});
  expectArray(image, {"7", "5", "3"}, {"5", "1", "35"});
  EXPECT_EQ(image->layout(), Layout::Explicit);
  expectArray(image->subArray(polys({"1", "2", "0"}), sizes({"4", "3", "3"})), {"4", "3", "3"},
              {"5", "1", "35"}, "7");
  expectArray(image->permuteDimensions({2, 0, 1}), {"3", "7", "5"}, {"35", "5", "1"});
  expectArray(packed({"n", "m"}).permuteDimensions({1, 0}), {"m", "n"}, {"1", "m"});
  for (const std::vector<unsigned> &order : {std::vector<unsigned>{0, 1}, {0, 1, 1}, {0, 1, 3}})
    expectInvalid(packed({"3", "7", "5"}).permuteDimensions(order), "dimension");
}

TEST(Array, SubArrays) {
  Outcome<Array> strided =
      packed({"5", "5"}).subArray(polys({"1", "1"}), sizes({"2", "3"}), {2, 1});
  expectArray(strided, {"2", "3"}, {"10", "1"}, "6");
  std::set<int64_t> touched;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      touched.insert(address(*strided, {i, j}));
  EXPECT_EQ(touched, (std::set<int64_t>{6, 7, 8, 16, 17, 18}));

  Outcome<Array> outer = packed({"256", "256"}).subArray(polys({"0", "0"}), sizes({"128", "128"}));
  expectArray(outer, {"128", "128"}, {"256", "1"});
  Outcome<Array> inner = outer->subArray(polys({"64", "64"}), sizes({"64", "64"}));
  expectArray(inner, {"64", "64"}, {"256", "1"}, "64*256 + 64");
  EXPECT_EQ(inner->layout(), packed({"256", "256"}).layout());

  // A window that moves with an index.
  expectArray(packed({"R", "C"}).subArray(polys({"i", "o2"}), sizes({"r", "c - i"})),
              {"r", "c - i"}, {"C", "1"}, "i*C + o2");

  Array square = packed({"5", "5"});
  expectInvalid(square.subArray(polys({"1"}), sizes({"2", "3"})), "one offset");
  expectInvalid(square.subArray(polys({"1", "1"}), sizes({"2", "3"}), {0, 1}), "stride");
  expectInvalid(square.subArray(polys({"-1", "1"}), sizes({"2", "3"})), "leaves dimension 0");
  expectInvalid(square.subArray(polys({"1", "3"}), sizes({"2", "3"})), "leaves dimension 1");
  expectInvalid(square.subArray(polys({"1", "1"}), sizes({"3", "3"}), {2, 1}), "dimension 0");
}

TEST(Array, Slices) {
  expectArray(packed({"2", "3", "n"}).slice({1}, polys({"2"})), {"2", "n"}, {"3*n", "1"}, "2*n");
  expectArray(packed({"2", "3", "4"}).slice({0, 2}, polys({"1", "k"})), {"3"}, {"4"}, "12 + k");
  expectInvalid(packed({"2", "3"}).slice({2}, polys({"0"})), "no dimension 2");
  expectInvalid(packed({"2", "3"}).slice({0, 0}, polys({"0", "0"})), "no dimension 0");
  expectInvalid(packed({"2", "3"}).slice({0}, polys({"2"})), "leaves dimension 0");
  expectInvalid(packed({"2", "3"}).slice({0, 1}, polys({"0", "0"})), "must leave");
}

TEST(Array, DimensionsSplit) {
  expectArray(packed({"4", "6"}).splitDimension(0, 2), {"2", "2", "6"}, {"12", "6", "1"});
  expectArray(packed({"4", "6"}).splitDimension(1, 2), {"4", "3", "2"}, {"6", "2", "1"});
  expectArray(packed({"n*m"}).splitDimension(0, poly("m")), {"n", "m"}, {"m", "1"});
  expectArray(packed({"*"}).splitDimension(0, poly("m")), {"*", "m"}, {"m", "1"});
  expectInvalid(packed({"5", "6"}).splitDimension(0, 2), "multiple");
  expectInvalid(packed({"n"}).splitDimension(0, 2), "multiple");
  expectInvalid(packed({"4"}).splitDimension(0, 0), "below 1");
  expectInvalid(packed({"4"}).splitDimension(1, 2), "no dimension 1");

  // A flat block of 16 as four dimensions.
  Outcome<Array> flat = packed({"16"}).splitDimension(0, 4);
  flat = flat->splitDimension(1, 2);
  flat = flat->splitDimension(0, 2);
  expectArray(flat, {"2", "2", "2", "2"}, {"8", "4", "2", "1"});
}

TEST(Array, DimensionsMerge) {
  Array rows = packed({"2", "3", "4"}), columns = packed({"2", "3", "4"}, Layout::LastMajor);
  expectArray(rows.mergeDimensions(0, 1), {"6", "4"}, {"4", "1"});
  expectArray(rows.mergeDimensions(1, 2), {"2", "12"}, {"12", "1"});
  expectInvalid(rows.mergeDimensions(2, 0), "not adjacent");
  expectArray(columns.mergeDimensions(0, 1), {"6", "4"}, {"1", "6"});
  expectArray(columns.mergeDimensions(1, 2), {"2", "12"}, {"1", "2"});
  expectInvalid(
      rows.subArray(polys({"0", "0", "0"}), sizes({"2", "2", "4"}))->mergeDimensions(0, 1),
      "follow each other");
  expectArray(packed({"*", "m"}).mergeDimensions(0, 1), {"*"}, {"1"});
}

TEST(Array, RecoveredArraysAreArrays) {
  Scop scop = gemmScop();
  Delinearization views = handViews(scop, {{"C", {"ldc"}}, {"A", {"lda"}}, {"B", {"ldb"}}});
  for (size_t a = 0; a < scop.arrays.size(); ++a) {
    auto array = Array::of(scop, views.arrays[a]);
    ASSERT_TRUE(array);
    std::string size = scop.arrays[a].name == "C"   ? "ldc"
                       : scop.arrays[a].name == "A" ? "lda"
                                                    : "ldb";
    expectArray(*array, {"*", size}, {size, "1"});
    EXPECT_EQ(roleOf(scop, a),
              scop.arrays[a].name == "C" ? ArrayRole::InputOutput : ArrayRole::Input);
  }
  views.arrays[0].view.kind = ViewKind::Strided;
  views.arrays[0].view.strides = polys({"3*ldc", "2"});
  views.arrays[0].view.offset = poly("1 - ldc");
  expectArray(*Array::of(scop, views.arrays[0]), {"*", "ldc"}, {"3*ldc", "2"}, "1 - ldc");
  views.arrays[0].view.kind = ViewKind::Jagged;
  EXPECT_FALSE(Array::of(scop, views.arrays[0]));
}

TEST(Array, Roles) {
  Scop scop = makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"t", "0"}, "=", {{"W", "i"}}},
                                           {{"i"}, {1}, {"B", "i"}, "=", {{"t", "0"}}}});
  makePrivateScalar(scop, "t", {"i"});
  std::map<std::string, ArrayRole> roles;
  for (size_t a = 0; a < scop.arrays.size(); ++a)
    roles[scop.arrays[a].name] = roleOf(scop, a);
  EXPECT_EQ(roles["t"], ArrayRole::Temporary);
  EXPECT_EQ(roles["W"], ArrayRole::Input);
  EXPECT_EQ(roles["B"], ArrayRole::Output);
}
