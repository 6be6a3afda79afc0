// Shares of the time as profilers and people write them.
#include "tools/acc-delin/Profile.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

TEST(Profile, OfPerf) {
  Profile profile =
      parseProfile("# Overhead  Command  Shared Object     Symbol\n"
                   "# ........  .......  ................  ......\n\n"
                   "    45.12%  darknet  darknet           [.] gemm_nn\n"
                   "     4.00%  darknet  darknet           [.] gemm_nn.constprop.0\n"
                   "     0.40%  darknet  libc.so.6         [.] __memset_avx2_unaligned_erms\n"
                   "     2.10%  darknet  [kernel.kallsyms] [k] clear_page_erms\n"
                   "     1.00%  darknet  darknet           [.] 0x000000000001129a\n");
  EXPECT_EQ(profile.shares.size(), 3u);
  EXPECT_NEAR(profile.shareOf("gemm_nn"), .4912, 1e-9);
  EXPECT_EQ(profile.hot(), (std::set<std::string>{"gemm_nn", "clear_page_erms"}));
  EXPECT_EQ(profile.shareOf("main"), 0);
}

TEST(Profile, OfPerfWithCallees) {
  Profile profile = parseProfile("    99.80%     0.10%  darknet  darknet  [.] main\n"
                                 "    80.00%    79.50%  darknet  darknet  [.] gemm_nn\n"
                                 "            |\n"
                                 "            ---main\n"
                                 "               |--80.00%--gemm_nn\n");
  EXPECT_NEAR(profile.shareOf("main"), .001, 1e-9);
  EXPECT_NEAR(profile.shareOf("gemm_nn"), .795, 1e-9);
}

TEST(Profile, OfGprof) {
  Profile profile = parseProfile("Flat profile:\n\nEach sample counts as 0.01 seconds.\n"
                                 "  %   cumulative   self              self     total           \n"
                                 " time   seconds   seconds    calls  ms/call  ms/call  name    \n"
                                 " 66.67      0.02     0.02     7208     0.00     0.00  gemm\n"
                                 " 33.33      0.03     0.01                             im2col\n\n"
                                 " %         the percentage of the total running time of the\n\n"
                                 "index % time    self  children    called     name\n"
                                 "[1]    100.0    0.00    0.03       1         main [1]\n"
                                 "                0.02    0.00    7208/7208        gemm [2]\n");
  EXPECT_EQ(profile.shares.size(), 2u);
  EXPECT_NEAR(profile.shareOf("gemm"), .6667, 1e-9);
  EXPECT_NEAR(profile.shareOf("im2col"), .3333, 1e-9);
}

TEST(Profile, OfAList) {
  Profile profile = parseProfile(
      "# measured by hand\ngemm_nn 45%\r\n0.25 im2col # and its callees\n\n0.4% axpy\n");
  EXPECT_EQ(profile.hot(), (std::set<std::string>{"gemm_nn", "im2col"}));
  EXPECT_NEAR(profile.shareOf("axpy"), .004, 1e-9);
}

TEST(Profile, OtherTextsNameNothing) {
  for (const char *text :
       {"", "gemm_nn\n", "gemm 45\n", "int main(void) { return 0; }\n", "a b c 5%\n", "50% 20%\n"})
    EXPECT_TRUE(parseProfile(text).shares.empty()) << text;
}

TEST(Profile, FilesThatAreNone) {
  EXPECT_EQ(std::get<std::string>(readProfile("/nowhere/profile.txt")), "cannot be read");
}

} // namespace
