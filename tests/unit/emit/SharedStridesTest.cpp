#include "rewriter/emit/SharedStrides.h"
#include "tests/support/ScopFixture.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

bool sharesStrides(const std::string &index, const std::string &end = "m") {
  return hasSharedStrides(makeScop({{"i", "0", "n"}, {"j", "0", end}, {"k", "0", "o"}},
                                   {{{"i", "j", "k"}, {}, {"A", index}, "+=", {{"B", "j*n + k"}}}}, "int"));
}

TEST(SharedStrides, OfOneSizeThatIsNoNumber) {
  EXPECT_TRUE(sharesStrides("i*n + j*n"));
  EXPECT_TRUE(sharesStrides("2*i*n + j*n + k"));     // image[(2*y + ky)*n + x]
  EXPECT_TRUE(sharesStrides("i*n - j*n"));
  EXPECT_FALSE(sharesStrides("i*n + j"));
  EXPECT_FALSE(sharesStrides("i*n*m + j*n + k"));    // rows and planes
  EXPECT_TRUE(sharesStrides("8*i*n + j*n + k", "9"));
  EXPECT_FALSE(sharesStrides("8*i*n + j*n + k", "8")); // rows by eights
  EXPECT_FALSE(sharesStrides("2*i + j"));            // numbers, which gcc reckons with rightly
}

} // namespace
