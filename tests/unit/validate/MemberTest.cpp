// Fields behind pointers that are also used as arrays: elements of memory, not names.
#include "tests/unit/validate/ProofFixture.h"

using namespace acc;
using namespace acc::test;

namespace {

RewriteCase filled() {
  RewriteCase c;
  c.before = "struct m { int rows, cols, stride; double *d; };\n"
             "static void set(const struct m *a, int i, int j, double v)\n"
             "{\n  (void)(a + 1);\n  a->d[i*a->stride + j] = v;\n}\n"
             "void f(const struct m *a, double v) {\n  int i, j;\n";
  c.nest = "for (i = 0; i < a->rows; i++)\n    for (j = 0; j < a->cols; j++)\n"
           "      set(a, i, j, v);";
  c.sizes = {{"a[0].d", {"a[0].stride"}}};
  c.guard = "a[0].rows > 0 && a[0].cols > 0 && a[0].cols <= a[0].stride "
            "&& (double)a[0].rows * a[0].cols < 1e15";
  c.fast = "{\n  double *d_1 = a[0].d;\n"
           "  const long rows_1 = a[0].rows, cols_1 = a[0].cols, stride_1 = a[0].stride;\n"
           "  long i_0, j_0;\n  for (j_0 = 0; j_0 < cols_1; j_0++)\n"
           "    for (i_0 = 0; i_0 < rows_1; i_0++)\n      ACC_INSTANCE(0, i_0, j_0) "
           "d_1[i_0*stride_1 + j_0] = v;\n}";
  return c;
}

TEST(Members, AreToldApart) {
  EXPECT_EQ(prove(filled()).verdict, "");
  EXPECT_NE(prove(filled().withFast("cols_1 = a[0].cols", "cols_1 = a[0].stride")).verdict, "");
  EXPECT_NE(prove(filled().withFast("stride_1 = a[0].stride", "stride_1 = a[0].cols")).verdict, "");
  EXPECT_NE(
      prove(filled().withGuard("a[0].cols <= a[0].stride", "a[0].rows <= a[0].stride")).verdict,
      "");
}

/// The source reads a->stride only where both loops run.
TEST(Members, AreReadWhereTheSourceDoes) {
  RewriteCase early = filled();
  early.guard = "a[0].rows > 0 && a[0].cols <= a[0].stride && a[0].cols > 0";
  std::string verdict = prove(early).verdict;
  EXPECT_NE(verdict.find("the guard reads a[0].stride"), std::string::npos) << verdict;
}

} // namespace
