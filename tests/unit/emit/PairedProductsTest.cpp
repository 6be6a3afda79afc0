#include "rewriter/emit/CompilerFaults.h"
#include "tests/support/HandViews.h"
#include "tests/unit/emit/EmitHarness.h"

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

/// Emission leaves out `restrict` and the fused level for the body, which stores to members of
/// records or to an array.
bool isAvoided(const std::string &body) {
  const auto lifted = liftText(
      "typedef struct { float r, i; } cpx;\n"
      "void kernel(int n, cpx *y, const cpx *x, float *c) {\nfor (int k = 0; k < n; k++) {\n" +
      body + "}}\n");
  const auto nest = lifted ? lift(lifted->source) : Rejection{};
  if (!nest)
    return false;
  const auto plan = sourceOrder(*nest);
  return plan && faultOf(*plan, Avoid::Restrict) && faultOf(*plan, Avoid::FusedLevel);
}

TEST(PairedProducts, OfRecordsAndOfValuesInVariables) {
  const std::string products = "float t = y[k].r*x[k].r - y[k].i*x[k].i;\n"
                               "float u = y[k].r*x[k].i + y[k].i*x[k].r;\n";
  EXPECT_TRUE(isAvoided(products + "y[k].r = t; y[k].i = u;"));
  EXPECT_TRUE(isAvoided(products + "c[2*k] = t; c[2*k + 1] = u;"));
  EXPECT_TRUE(isAvoided("c[2*k] = 0;" + products + "y[k].r = t; y[k].i = u; c[2*k + 1] = 2*u;"));
  EXPECT_TRUE(isAvoided("c[2*k] = y[k].r*x[k].r - y[k].i*x[k].i;\n"
                        "c[2*k + 1] = y[k].r*x[k].i + y[k].i*x[k].r;"));
  EXPECT_FALSE(isAvoided(products + "c[k] = t + u;"));
}

} // namespace
