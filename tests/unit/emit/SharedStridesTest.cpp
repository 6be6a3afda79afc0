#include "rewriter/emit/CompilerFaults.h"
#include "tests/support/HandViews.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// Of A[index] += ..., with rows of `size` in the view of A; "" for none.
bool sharesStrides(const std::string &index, const std::string &size = "",
                   const std::string &end = "m") {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", end}, {"k", "0", "o"}},
                       {{{"i", "j", "k"}, {}, {"A", index}, "+=", {{"B", "j*n + k"}}}}, "int");
  ViewSizes sizes;
  if (!size.empty())
    sizes["A"] = {size};
  Delinearization views = handViews(scop, sizes);
  return hasSharedStrides({nullptr, std::move(scop), std::move(views), {}});
}

TEST(SharedStrides, OfSizesThatAreNoNumbers) {
  EXPECT_TRUE(sharesStrides("i*n + j*n"));
  EXPECT_TRUE(sharesStrides("i*n + j*n", "n"));
  EXPECT_TRUE(sharesStrides("2*i*n + j*n + k", "n")); // image[(2*y + ky)*n + x]
  EXPECT_TRUE(sharesStrides("i*n - j*n"));
  EXPECT_TRUE(sharesStrides("i + j*n")); // nothing keeps the rows apart
  EXPECT_FALSE(sharesStrides("i*n + j", "n"));
  EXPECT_FALSE(sharesStrides("2*i + j")); // numbers, which gcc reckons with rightly
}

TEST(SharedStrides, NotWhereOneMovesPastTheOther) {
  EXPECT_TRUE(sharesStrides("8*i*n + j*n + k", "n", "9"));
  EXPECT_FALSE(sharesStrides("8*i*n + j*n + k", "n", "8")); // rows by eights
}

TEST(SharedStrides, OfAFourthDimensionAndOfNothing) {
  EXPECT_TRUE(sharesStrides("i*n*m*o + j*n*m*o + k", "n*m*o"));
  EXPECT_FALSE(sharesStrides("k*n", "n"));
  EXPECT_FALSE(sharesStrides("5"));
}

} // namespace
