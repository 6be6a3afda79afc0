// Which scalars have their values in conditions on data, by what is then done with the loops and
// for which machine.
#include "scheduling/autoschedule/WithoutScalars.h"

#include "tests/support/Source.h"
#include "tests/unit/scheduling/Fixture.h"

namespace acc::test {
namespace {

/// The loops' nest after "void f(..) { ", with n for all sizes.
Lifted lifted(const std::string &loops) {
  return Lifted(liftedOf("void f(int n, double *restrict A, double *restrict B, const double *C, "
                         "double *restrict y, int *restrict at)\n{\n"
                         "    double t, best; int k;\n    " +
                         loops + "\n}\n"),
                {{"A", {"n"}}, {"B", {"n"}}});
}

bool goes(const std::string &loops, Decided decided, const std::string &target) {
  const Lifted nest = lifted(loops);
  const Target machine = *namedTarget(target);
  FormsWithoutScalars forms(*nest.nest, machine);
  const Schedule *without = forms.form(decided);
  if (!without)
    return false;
  for (const std::string &name : without->steps().front().indices)
    if (name == "t")
      return true;
  return false;
}

const char *const kSmallest = "for (int i = 0; i < n; i++) { best = 1e30; for (int j = 0; j < n; "
                              "j++) { t = A[j*n + i] + C[j];"
                              " if (t < best) best = t; } y[i] = best; }";
const char *const kPlaceOfSmallest =
    "for (int i = 0; i < n; i++) { best = 1e30; k = -1; for (int j = 0; j < n; j++) { t = A[j*n + "
    "i] + C[j];"
    " if (t < best) { best = t; k = j; } } y[i] = best; at[i] = k; }";
const char *const kSomeSum = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { t = A[j*n "
                             "+ i]*C[j]; if (B[j*n + i] > 0) y[i] += t; }";
const char *const kFromOutside = "for (int i = 0; i < n; i++) { t = C[i]; for (int j = 0; j < n; "
                                 "j++) if (A[j*n + i] > 0) B[j*n + i] += t; }";
const char *const kCertain = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { t = A[j*n "
                             "+ i]; B[i*n + j] = t + 1; }";

TEST(WithoutScalars, TilesTakeStoresThatTheirMachineHas) {
  for (const char *target : {"sse2", "avx2", "portable"})
    EXPECT_TRUE(goes(kSmallest, Decided::Tiled, target)) << target;
  EXPECT_TRUE(goes(kPlaceOfSmallest, Decided::Tiled, "avx2"));
  for (const char *target : {"sse2", "neon", "portable"})
    EXPECT_FALSE(goes(kPlaceOfSmallest, Decided::Tiled, target)) << target;
  EXPECT_TRUE(goes(kPlaceOfSmallest, Decided::Reordered, "sse2"));
}

TEST(WithoutScalars, WhatIsComputedAnywayStaysSo) {
  for (Decided decided : {Decided::Tiled, Decided::Reordered, Decided::LeftAlone}) {
    EXPECT_FALSE(goes(kSomeSum, decided, "avx512"));
    EXPECT_TRUE(goes(kCertain, decided, "avx512"));
  }
}

TEST(WithoutScalars, WhatStandsBetweenLoopsGoes) {
  EXPECT_TRUE(goes(kFromOutside, Decided::Reordered, "sse2"));
  EXPECT_TRUE(goes(kFromOutside, Decided::Tiled, "avx2"));
}

TEST(WithoutScalars, CompilersGetNothingBelowConditions) {
  for (const char *loops : {kSmallest, kPlaceOfSmallest, kFromOutside})
    EXPECT_FALSE(goes(loops, Decided::LeftAlone, "avx512")) << loops;
}

} // namespace
} // namespace acc::test
