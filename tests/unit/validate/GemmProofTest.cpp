#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

const char *const kGemmHead =
    "void gemm(int n, int m, int p, float *C, int ldc, const float *A, int lda, const float *B, "
    "int ldb)\n{\n    int i, j, k;\n    ";
const char *const kGemmNest = "for (i = 0; i < n; i++)\n"
                              "        for (j = 0; j < m; j++)\n"
                              "            for (k = 0; k < p; k++)\n"
                              "                C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];";

const char *const kGemmGuard =
    "n > 0 && m > 0 && p > 0\n"
    "        && m <= ldc && p <= lda && m <= ldb\n"
    "        && (long)n * m >= 256 && p >= 8\n"
    "        && ((unsigned long)(C + (n - 1) * (long)ldc + m) <= (unsigned long)A\n"
    "            || (unsigned long)(A + (n - 1) * (long)lda + p) <= (unsigned long)C)\n"
    "        && ((unsigned long)(C + (n - 1) * (long)ldc + m) <= (unsigned long)B\n"
    "            || (unsigned long)(B + (p - 1) * (long)ldb + m) <= (unsigned long)C)";

RewriteCase gemm(const std::string &fast) {
  RewriteCase c;
  c.before = kGemmHead;
  c.nest = kGemmNest;
  c.sizes = {{"C", {"ldc"}}, {"A", {"lda"}}, {"B", {"ldb"}}};
  c.guard = kGemmGuard;
  c.fast = fast;
  return c;
}

RewriteCase interchangedGemm() {
  return gemm("{\n"
              "        float *__restrict C_1 = C;\n"
              "        const float *__restrict A_1 = A;\n"
              "        const float *__restrict B_1 = B;\n"
              "        const long ldc_1 = ldc, lda_1 = lda, ldb_1 = ldb;\n"
              "        long i_0, j_0, k_0;\n"
              "        for (i_0 = 0; i_0 < n; i_0++)\n"
              "            for (k_0 = 0; k_0 < p; k_0++)\n"
              "                for (j_0 = 0; j_0 < m; j_0++)\n"
              "                    ACC_INSTANCE(0, i_0, j_0, k_0) C_1[i_0 * ldc_1 + j_0] += "
              "A_1[i_0 * lda_1 + k_0] * "
              "B_1[k_0 * ldb_1 + j_0];\n"
              "    }");
}

/// The register tile and its two remainders, as the emitter writes them.
RewriteCase tiledGemm() {
  return gemm(
      "{\n"
      "        float *__restrict C_1 = C;\n"
      "        const float *__restrict A_1 = A;\n"
      "        const float *__restrict B_1 = B;\n"
      "        const long ldc_1 = ldc, lda_1 = lda, ldb_1 = ldb;\n"
      "        const long i_full = n - n % 8, j_full = m - m % 32;\n"
      "        long k_0, j_0, i_0, k_1, i_1, j_1;\n"
      "        for (k_0 = 0; k_0 < p; k_0 += 256) {\n"
      "            const long k_end = k_0 + 256 < p ? k_0 + 256 : p;\n"
      "            for (j_0 = 0; j_0 < j_full; j_0 += 32) {\n"
      "                for (i_0 = 0; i_0 < i_full; i_0 += 8) {\n"
      "                    float C_tile[8][32];\n"
      "                    for (i_1 = 0; i_1 < 8; i_1++)\n"
      "                        for (j_1 = 0; j_1 < 32; j_1++)\n"
      "                            C_tile[i_1][j_1] = C_1[(i_0 + i_1) * ldc_1 + j_0 + j_1];\n"
      "                    for (k_1 = k_0; k_1 < k_end; k_1++)\n"
      "                        for (i_1 = 0; i_1 < 8; i_1++)\n"
      "                            for (j_1 = 0; j_1 < 32; j_1++)\n"
      "                                ACC_INSTANCE(0, i_0 + i_1, j_0 + j_1, k_1) C_tile[i_1][j_1] "
      "+= A_1[(i_0 + i_1) * lda_1 + k_1] * "
      "B_1[k_1 * ldb_1 + j_0 + j_1];\n"
      "                    for (i_1 = 0; i_1 < 8; i_1++)\n"
      "                        for (j_1 = 0; j_1 < 32; j_1++)\n"
      "                            C_1[(i_0 + i_1) * ldc_1 + j_0 + j_1] = C_tile[i_1][j_1];\n"
      "                }\n"
      "                for (i_0 = i_full; i_0 < n; i_0++)\n"
      "                    for (k_1 = k_0; k_1 < k_end; k_1++)\n"
      "                        for (j_1 = 0; j_1 < 32; j_1++)\n"
      "                            ACC_INSTANCE(0, i_0, j_0 + j_1, k_1) C_1[i_0 * ldc_1 + j_0 + "
      "j_1] += A_1[i_0 * lda_1 + k_1] * "
      "B_1[k_1 * ldb_1 + j_0 + j_1];\n"
      "            }\n"
      "            for (i_0 = 0; i_0 < n; i_0++)\n"
      "                for (k_1 = k_0; k_1 < k_end; k_1++)\n"
      "                    for (j_1 = j_full; j_1 < m; j_1++)\n"
      "                        ACC_INSTANCE(0, i_0, j_1, k_1) C_1[i_0 * ldc_1 + j_1] += A_1[i_0 * "
      "lda_1 + k_1] * "
      "B_1[k_1 * ldb_1 + j_1];\n"
      "        }\n"
      "    }");
}

TEST(Validate, Interchange) {
  ProofResult result = prove(interchangedGemm());
  EXPECT_EQ(result.verdict, "");
  EXPECT_EQ(result.proof.instancesCompared, 1u);
  EXPECT_EQ(result.proof.accessesCompared, 4u);
}

TEST(Validate, TiledGemm) {
  ProofResult result = prove(tiledGemm());
  EXPECT_EQ(result.verdict, "");
  EXPECT_EQ(result.proof.instancesCompared, 3u);
}

TEST(ValidateMutants, BoundWidened) {
  expectRefused(interchangedGemm().withFast("j_0 < m", "j_0 <= m"),
                "some iterations do not run in the source");
  expectRefused(tiledGemm().withFast("j_1 < m", "j_1 <= m"),
                "some iterations do not run in the source");
}

TEST(ValidateMutants, TileTooSmall) {
  for (const char *size : {"[8][31]", "[7][32]"})
    expectRefused(tiledGemm().withFast("C_tile[8][32]", std::string("C_tile") + size),
                  "out of bounds of the array C_tile");
}

TEST(ValidateMutants, BoundNarrowed) {
  expectRefused(interchangedGemm().withFast("k_0 = 0", "k_0 = 1"), "missing");
}

TEST(ValidateMutants, GuardTermDropped) {
  expectRefused(interchangedGemm().withGuard("m <= ldc && ", ""), "in bounds");
  expectRefused(interchangedGemm().withGuard(" && p <= lda", ""), "in bounds");
}

TEST(ValidateMutants, WindowWidened) {
  expectRefused(interchangedGemm().withGuard("m <= ldc", "m <= (long)ldc + 1"), "in bounds");
}

TEST(ValidateMutants, DisjointnessDropped) {
  RewriteCase c = interchangedGemm();
  expectRefused(c.withGuard(c.guard.substr(c.guard.rfind("&& ((unsigned")), ""),
                "and B are disjoint");
}

TEST(ValidateMutants, DisjointnessTooShort) {
  expectRefused(interchangedGemm().withGuard("(n - 1) * (long)ldc + m)", "(n - 1) * (long)ldc)"),
                "and A are disjoint");
}

TEST(ValidateMutants, DisjointnessOfAnotherPair) {
  expectRefused(interchangedGemm().withGuard("<= (unsigned long)A", "<= (unsigned long)B"),
                "and A are disjoint");
}

TEST(ValidateMutants, GuardOverflows) {
  expectRefused(interchangedGemm().withGuard("(long)n * m", "n * m"), "may overflow");
  expectRefused(interchangedGemm().withGuard("(n - 1) * (long)ldc", "(n - 1) * ldc"),
                "may overflow");
}

TEST(ValidateMutants, TileOffByOne) {
  expectRefused(tiledGemm().withFast("j_0 += 32", "j_0 += 31"),
                "some iterations do not run in the source");
  expectRefused(tiledGemm().withFast("k_0 += 256", "k_0 += 255"), "more than once");
  expectRefused(tiledGemm().withFast("k_0 += 256", "k_0 += 257"), "missing");
}

TEST(ValidateMutants, WrongIndex) {
  expectRefused(interchangedGemm().withFast("B_1[k_0 * ldb_1 + j_0]", "B_1[j_0 * ldb_1 + k_0]"),
                "a different address");
  expectRefused(interchangedGemm().withFast("A_1[i_0 * lda_1", "A_1[i_0 * ldb_1"),
                "a different address");
}

TEST(ValidateMutants, WrongAlias) {
  expectRefused(interchangedGemm().withFast("A_1 = A;", "A_1 = C;"), "restrict");
  expectRefused(interchangedGemm().withFast("float *__restrict A_1 = A;", "float *A_1 = B;"),
                "a different address");
  expectRefused(interchangedGemm().withFast("lda_1 = lda", "lda_1 = ldb"), "a different address");
  expectRefused(interchangedGemm().withFast("A_1 = A;", "A_1 = A + 1;"), "leave its array");
  // The same elements, from a pointer before the first one.
  expectRefused(interchangedGemm()
                    .withFast("A_1 = A;", "A_1 = A - 1;")
                    .withFast("A_1[i_0 * lda_1", "A_1[1 + i_0 * lda_1"),
                "leave its array");
}

/// C17 6.7.3.1: in the block of a `restrict` pointer all ways to what it reaches come by it. One in
/// an inner block may be made from it.
TEST(Validate, RestrictPointersInOtherBlocks) {
  const std::string claim = "ACC_INSTANCE(0, i_0, j_0, k_0) ";
  const std::string store =
      "                for (j_0 = 0; j_0 < m; j_0++)\n                    " + claim + "C_1[";
  auto stored = [&](const std::string &declaration, const std::string &name) {
    return interchangedGemm()
        .withFast(store, "                for (j_0 = 0; j_0 < m; j_0++) {\n                    " +
                             declaration + "\n                    " + claim + name + "[")
        .withFast("+ j_0];\n    }", "+ j_0];\n                }\n    }");
  };
  expectProved(stored("float *__restrict C_2 = C_1;", "C_2"));
  // Beside the one of the block around, which it is not made from.
  expectRefused(stored("float *__restrict C_2 = C;", "C_2"), "restrict");
  expectRefused(stored("float *C_2 = C;", "C_2"), "restrict");
  // In its own block by another way.
  expectRefused(stored("float *__restrict C_2 = C_1;", "C_2[0] += 0; C_1"),
                "an array is accessed other than through its restrict pointer");
  expectRefused(stored("float *__restrict C_2 = C_1; (void)C_2[i_0 * ldc_1 + j_0];", "C_1"),
                "restrict");
}

TEST(ValidateMutants, RemainderMissing) {
  RewriteCase c = tiledGemm();
  size_t begin = c.fast.find("                for (i_0 = i_full");
  size_t end = c.fast.find("            }\n            for (i_0 = 0; i_0 < n");
  expectRefused(c.withFast(c.fast.substr(begin, end - begin), ""), "missing");
}

TEST(ValidateMutants, RemainderTwice) {
  RewriteCase c = tiledGemm();
  size_t begin = c.fast.find("                for (i_0 = i_full");
  size_t end = c.fast.find("            }\n            for (i_0 = 0; i_0 < n");
  std::string part = c.fast.substr(begin, end - begin);
  expectRefused(c.withFast(part, part + part), "more than once");
}

TEST(ValidateMutants, BufferNotCopiedBack) {
  expectRefused(
      tiledGemm().withFast("C_1[(i_0 + i_1) * ldc_1 + j_0 + j_1] = C_tile[i_1][j_1];", ";"),
      "a read sees a different value than in the source");
}

TEST(ValidateMutants, BufferCopiedBackInPart) {
  RewriteCase c = tiledGemm();
  size_t at = c.fast.rfind("for (j_1 = 0; j_1 < 32; j_1++)\n                            C_1[(i_0");
  c.fast.replace(at, 30, "for (j_1 = 0; j_1 < 31; j_1++)");
  expectRefused(c, "a read sees a different value than in the source");
}

TEST(ValidateMutants, BufferNotFilled) {
  expectRefused(
      tiledGemm().withFast("C_tile[i_1][j_1] = C_1[(i_0 + i_1) * ldc_1 + j_0 + j_1];", ";"),
      "no store of the source wrote");
}

TEST(ValidateMutants, BufferFilledFromElsewhere) {
  expectRefused(tiledGemm().withFast("C_tile[i_1][j_1] = C_1[(i_0 + i_1)",
                                     "C_tile[i_1][j_1] = C_1[(i_0 + 7 - i_1)"),
                "a read sees a different value than in the source");
}

TEST(ValidateMutants, ReductionReversed) {
  expectRefused(interchangedGemm().withFast("for (k_0 = 0; k_0 < p; k_0++)",
                                            "for (k_0 = p - 1; k_0 >= 0; k_0--)"),
                "a different value");
}

TEST(ValidateMutants, NameNotFresh) {
  RewriteCase c = interchangedGemm();
  expectRefused(c.withFast("long i_0, j_0, k_0;", "long i_0, j_0, k_0; int n = 3;"),
                "already used in the file");
}

TEST(ValidateMutants, OtherOperation) {
  expectRefused(interchangedGemm().withFast("+=", "-="), "does not match any operation");
  expectRefused(interchangedGemm().withFast("] * B_1", "] + B_1"), "does not match any operation");
}

const char *const kHint =
    "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC ivdep\n#endif\n"
    "                ";

TEST(Validate, HintOnAnIndependentLoop) {
  const char *const loop = "for (j_0 = 0; j_0 < m; j_0++)";
  expectProved(interchangedGemm().withFast(loop, kHint + std::string(loop)));
}

TEST(ValidateMutants, HintOnALoopThatCarriesADependence) {
  const char *const loop = "for (k_0 = 0; k_0 < p; k_0++)";
  expectRefused(interchangedGemm().withFast(loop, kHint + std::string(loop)), "ivdep");
  expectProved(interchangedGemm().withFast(loop, "\n#pragma GCC unroll 4\n" + std::string(loop)));
}

TEST(ValidateMutants, HintsByTheirHelpers) {
  RewriteCase c = interchangedGemm();
  c.before = "#define ACC_VECTOR\n#define ACC_UNROLL(n)\n" + c.before;
  const char *const loop = "for (k_0 = 0; k_0 < p; k_0++)";
  expectRefused(c.withFast(loop, "\nACC_VECTOR\n" + std::string(loop)), "ACC_VECTOR");
  expectProved(c.withFast(loop, "\nACC_UNROLL(4)\n" + std::string(loop)));
}

TEST(ValidateMutants, NarrowArithmetic) {
  RewriteCase c = interchangedGemm();
  expectRefused(c.withFast("const long ldc_1 = ldc, lda_1", "const int ldc_1 = ldc, i_9 = n * m; "
                                                            "const long lda_1"),
                "may overflow");
  expectRefused(c.withFast("long i_0, j_0, k_0;", "long j_0, k_0; int i_0;")
                    .withFast("long ldc_1 = ldc, lda_1 = lda", "int ldc_1 = ldc, lda_1 = lda"),
                "may overflow");
  expectRefused(c.withFast("long i_0, j_0, k_0;", "long j_0, k_0; int i_0;")
                    .withFast("i_0 < n;", "i_0 <= n;"),
                "counter");
}

TEST(ValidateMutants, RestrictPointerBesideTheBase) {
  expectRefused(interchangedGemm().withFast("C_1[i_0 * ldc_1 + j_0] +=",
                                            "C[i_0 * ldc_1 + j_0] = C_1[i_0 * ldc_1 + j_0] +"),
                "restrict");
}

/// A buffer that is filled once for all columns and a result kept in registers.
RewriteCase packedGemm() {
  return gemm("{\n"
              "        float *__restrict C_1 = C;\n"
              "        const float *__restrict A_1 = A;\n"
              "        const float *__restrict B_1 = B;\n"
              "        const long ldc_1 = ldc, lda_1 = lda, ldb_1 = ldb;\n"
              "        long i_0, j_0, k_0, j_1, k_1;\n"
              "        for (k_0 = 0; k_0 < p; k_0 += 64) {\n"
              "            const long k_end = k_0 + 64 < p ? k_0 + 64 : p;\n"
              "            for (j_0 = 0; j_0 < m; j_0 += 16) {\n"
              "                float B_pack[64][16];\n"
              "                const long j_end = j_0 + 16 < m ? j_0 + 16 : m;\n"
              "                for (k_1 = k_0; k_1 < k_end; k_1++)\n"
              "                    for (j_1 = j_0; j_1 < j_end; j_1++)\n"
              "                        B_pack[k_1 - k_0][j_1 - j_0] = B_1[k_1 * ldb_1 + j_1];\n"
              "                for (i_0 = 0; i_0 < n; i_0++)\n"
              "                    for (k_1 = k_0; k_1 < k_end; k_1++)\n"
              "                        for (j_1 = j_0; j_1 < j_end; j_1++)\n"
              "                            ACC_INSTANCE(0, i_0, j_1, k_1) C_1[i_0 * ldc_1 + j_1] "
              "+= A_1[i_0 * lda_1 + k_1] * "
              "B_pack[k_1 - k_0][j_1 - j_0];\n"
              "            }\n        }\n    }");
}

TEST(Validate, PackedOperand) { expectProved(packedGemm()); }

TEST(ValidateMutants, PackedOperand) {
  RewriteCase c = packedGemm();
  expectRefused(c.withFast("k_1 = k_0; k_1 < k_end", "k_1 = k_0 + 1; k_1 < k_end"),
                "a read sees a value that no store of the source wrote");
  expectRefused(c.withFast("= B_1[k_1 * ldb_1 + j_1]", "= B_1[k_1 * ldb_1 + j_0]"),
                "a read sees a different value than in the source");
  expectRefused(c.withFast("B_pack[k_1 - k_0][j_1 - j_0] = B_1[k_1", "B_pack[k_1 - k_0][j_1 - j_0]"
                                                                     " = B_1[k_0"),
                "a read sees a different value than in the source");
  expectRefused(c.withFast("* B_pack[k_1 - k_0]", "* B_pack[k_end - 1 - k_1]"),
                "a read sees a different value than in the source");
}

} // namespace
} // namespace acc::test
