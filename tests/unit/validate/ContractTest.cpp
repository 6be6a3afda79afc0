// Local arrays that nothing behind the nest reads may stay in buffers.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

RewriteCase contracted() {
  RewriteCase c;
  c.before =
      "void f(int n, double *A, const double *B)\n{\n    int i, j, k;\n    double T[64];\n    ";
  c.nest = "for (i = 0; i < n; i++) {\n"
           "        for (j = 0; j < 64; j++)\n"
           "            T[j] = B[i*64 + j] * 2;\n"
           "        for (k = 0; k < 64; k++)\n"
           "            A[i*64 + k] = T[k] + 1;\n"
           "    }";
  c.sizes = {{"A", {"64"}}, {"B", {"64"}}};
  c.guard = "n > 0\n"
            "        && ((unsigned long)(A + (long)n * 64) <= (unsigned long)B\n"
            "            || (unsigned long)(B + (long)n * 64) <= (unsigned long)A)";
  c.fast = "{\n"
           "        double *__restrict A_1 = A;\n"
           "        const double *__restrict B_1 = B;\n"
           "        long i_0, j_0;\n"
           "        for (i_0 = 0; i_0 < n; i_0++)\n"
           "            for (j_0 = 0; j_0 < 64; j_0++) {\n"
           "                double T_tile;\n"
           "                ACC_INSTANCE(0, i_0, j_0) T_tile = B_1[i_0 * 64 + j_0] * 2;\n"
           "                ACC_INSTANCE(1, i_0, j_0) A_1[i_0 * 64 + j_0] = T_tile + 1;\n"
           "            }\n"
           "    }";
  return c;
}

} // namespace

TEST(Contract, TheBufferTakesTheArraysPlace) { EXPECT_EQ(prove(contracted()).verdict, ""); }

TEST(Contract, MemoryDoesNotHoldWhatStayedInABuffer) {
  EXPECT_NE(prove(contracted().withFast("T_tile + 1", "T[j_0] + 1")).verdict, "");
  EXPECT_NE(
      prove(contracted()
                .withFast(
                    "                ACC_INSTANCE(1, i_0, j_0) A_1[i_0 * 64 + j_0] = T_tile + 1;\n",
                    "")
                .withFast("            }\n    }", "            }\n"
                                                  "        for (i_0 = 0; i_0 < n; i_0++)\n"
                                                  "            for (j_0 = 0; j_0 < 64; j_0++)\n"
                                                  "                ACC_INSTANCE(1, i_0, j_0) "
                                                  "A_1[i_0 * 64 + j_0] = T[j_0] + 1;\n    }"))
          .verdict,
      "");
}

TEST(Contract, NotWhatIsReadBehindTheNest) {
  RewriteCase c = contracted();
  c.after = "\n    A[0] = T[0];\n}\n";
  EXPECT_NE(prove(c).verdict, "");
  c = contracted();
  c.before = "double T[64];\nvoid f(int n, double *A, const double *B)\n{\n    int i, j, k;\n    ";
  EXPECT_NE(prove(c).verdict, "");
  c = contracted();
  c.before = "void g(double *);\nvoid f(int n, double *A, const double *B)\n{\n    int i, j, k;\n"
             "    double T[64];\n    g(T);\n    ";
  EXPECT_NE(prove(c).verdict, "");
}

} // namespace acc::test
