#include "rewriter/emit/CompilerFaults.h"
#include "tests/support/HandViews.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

/// Of first op A[i]*B[j], second op A[i]*B[j] in one loop.
bool pairs(const AccessSpec &first, const AccessSpec &second,
           const std::string &op = "+=", const std::string &element = "double",
           const std::string &index = "int") {
  const std::vector<AccessSpec> reads{{"A", "i"}, {"B", "j"}};
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}},
      {{{"i", "j"}, {0, 0, 0}, first, op, reads}, {{"i", "j"}, {0, 0, 1}, second, op, reads}},
      index, element);
  Delinearization views = handViews(scop, {});
  return hasPairedProducts({nullptr, std::move(scop), std::move(views), {}});
}

TEST(PairedProducts, SideBySideInOneArray) {
  EXPECT_TRUE(pairs({"C", "2*i"}, {"C", "2*i + 1"}));
  EXPECT_TRUE(pairs({"C", "2*i"}, {"C", "2*i + 1"}, "+=", "float", "unsigned int"));
  EXPECT_TRUE(
      pairs({"C", "i*m*o*4 + j*o*4 + 2"}, {"C", "i*m*o*4 + j*o*4 + 3"})); // of a fourth dimension
  EXPECT_FALSE(pairs({"C", "2*i"}, {"D", "2*i + 1"}));
  EXPECT_FALSE(pairs({"C", "i"}, {"C", "i"}));
  EXPECT_FALSE(pairs({"C", "i"}, {"C", "j"}));
}

TEST(PairedProducts, OnlyWhereProductsAreAdded) {
  EXPECT_FALSE(pairs({"C", "2*i"}, {"C", "2*i + 1"}, "="));
}

} // namespace
