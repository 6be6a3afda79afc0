// Loops of register tiles in vector types: the helpers in vectors against the same as plain loops,
// which is what the proof reads, and which loops are written so.
#include "rewriter/helpers/Helpers.h"

#include "tests/unit/emit/EmitHarness.h"
#include "tests/unit/emit/HelperHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

struct Kind {
  const char *suffix, *type, *count;
};
constexpr Kind kKinds[] = {{"16F", "float", "16"},       {"8F", "float", "8"},
                           {"4F", "float", "4"},         {"8D", "double", "8"},
                           {"4D", "double", "4"},        {"2D", "double", "2"},
                           {"F", "float", "ACC_FLOATS"}, {"D", "double", "ACC_DOUBLES"}};

/// c += a*b - c/a of 48 elements per kind of vector, at places that are no multiple of its size.
std::string kernels(const std::string &prefix) {
  std::string text;
  for (const std::string &block : helperBlocks(allHelpers(), 64, 64))
    text += block;
  for (Kind kind : kKinds) {
    std::string suffix = kind.suffix, one = "ACC_" + suffix;
    text += "ACC_FAST void " + prefix + suffix + "(" + kind.type + " *c, const " + kind.type +
            " *a, " + kind.type + " s)\n{\n    long v;\n    ACC_LANES_" + suffix + "(v, 48 / " +
            kind.count + ")\n        " + one + "(c[v + 1]) += s * " + one + "(a[v + 3]) - " + one +
            "(c[v + 1]) / " + one + "(a[v + 3]);\n}\n";
  }
  return text;
}

std::string comparison() {
  std::string declarations, calls;
  for (Kind kind : kKinds) {
    std::string suffix = kind.suffix, type = kind.type;
    for (const char *prefix : {"plain", "lanes"})
      declarations += "void " + std::string(prefix) + suffix + "(" + type + " *, const " + type +
                      " *, " + type + ");\n";
    calls += "  { static " + type +
             " a[64], b[64], c[64]; int k;\n"
             "    for (k = 0; k < 64; k++) { a[k] = (" +
             type + ")(k*0.37 - 5.1); b[k] = c[k] = (" + type +
             ")(1.0/(k + 3)); }\n"
             "    plain" +
             suffix + "(b, a, (" + type + ")1.7); lanes" + suffix + "(c, a, (" + type +
             ")1.7);\n"
             "    if (memcmp(b, c, sizeof b)) { puts(\"" +
             suffix + "\"); wrong++; } }\n";
  }
  return "#include <stdio.h>\n#include <string.h>\n" + declarations +
         "int main(void) {\n  int wrong = 0;\n" + calls + "  return wrong != 0;\n}\n";
}

TEST(Lanes, VectorsDoWhatThePlainLoopsDo) {
  expectSameAsPlain(kernels("lanes"), kernels("plain"), comparison());
}

const char *const kHead = "void kernel(int n, int m, int p, int lc, int la, int lb, float *C, "
                          "const float *A, const float *B, "
                          "float s)\n{\n    int i, j, k;\n    ";
const char *const kTile =
    "  schedule:\n    - tile: {i: 4, j: 16}\n    - reorder: [j, i, k, ii, jj]\n"
    "  plan:\n    - promote: {array: C, index: k}\n    - unroll: [ii]\n    - vectorize: [jj]\n";

/// The fast version of these loops by the script's steps.
std::string written(const std::string &loops, const std::string &steps, const char *target) {
  auto lifted = liftText(kHead + loops + "\n}\n");
  if (!lifted)
    return "";
  auto emitted = emitText(*lifted, scripted(steps, target));
  return emitted ? emitted->function : "";
}

/// The fast version of a tile of C under targets with vectors of so many bytes.
std::string tiled(const std::string &body, const char *target) {
  return written(
      "for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++)\n        " + body,
      kTile, target);
}

TEST(Lanes, HaveTheWidthOfTheTarget) {
  const char *gemm = "C[i*lc + j] += A[i*la + k] * B[k*lb + j];";
  EXPECT_NE(tiled(gemm, "avx512").find("ACC_LANES_16F(jj, 1)"), std::string::npos);
  EXPECT_NE(tiled(gemm, "avx2").find("ACC_LANES_8F(jj, 2)\n"), std::string::npos);
  std::string narrow = tiled(gemm, "sse2");
  EXPECT_NE(narrow.find("ACC_LANES_4F(jj, 4)"), std::string::npos);
  EXPECT_NE(narrow.find("ACC_4F(C_tile[ii][jj]) += A["), std::string::npos) << narrow;
  EXPECT_NE(tiled("C[i*lc + j] += s * A[i*la + k] / -B[k*lb + j];", "avx2").find("ACC_8F(B["),
            std::string::npos);
}

/// B_tile[kk][jj] of B[j][k]: its elements are neighbours along j.
TEST(Lanes, GoAlongReversedCopies) {
  const std::string body =
      "for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++)\n"
      "        C[i*lc + j] += A[i*la + k] * B[j*lb + k];";
  const std::string order =
      "  schedule:\n    - split: {index: k, size: 32}\n    - tile: {i: 4, j: 16}\n"
      "    - reorder: [j, i, k, kk, ii, jj]\n  plan:\n    - promote: {array: C, index: k}\n"
      "    - unroll: [ii]\n    - vectorize: [jj]\n    - promote: {array: B, index: kk";
  std::string function = written(body, order + ", layout: last_major}\n", "avx2");
  EXPECT_NE(function.find("ACC_PART_8F(jj, 2, jj_end)\n"), std::string::npos) << function;
  EXPECT_NE(function.find("ACC_8F(B_tile[kk][jj])"), std::string::npos) << function;
  // The other way round B_tile[jj][kk] has steps.
  EXPECT_EQ(written(body, order + "}\n", "avx2").find("ACC_LANES_"), std::string::npos);
}

/// Cells of a scalar that each iteration has for itself.
TEST(Lanes, GoAlongCellsOfPrivateVariables) {
  const std::string loops =
      "for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n        float t = 0;\n"
      "        for (k = 0; k < p; k++) t += A[i*la + k] * B[k*lb + j];\n        C[i*lc + j] = s * "
      "t;\n    }";
  auto steps = [](const char *order) {
    return std::string("  schedule:\n    - tile: {i: 4, j: 16}\n    - reorder: [j, i, f0, k, ") +
           order + "]\n  plan:\n    - promote: {array: t, index: f0}\n    - vectorize: [jj, ii]\n";
  };
  std::string function = written(loops, steps("ii, jj"), "avx2");
  EXPECT_NE(function.find("ACC_8F(t_tile[ii][jj]) += A["), std::string::npos) << function;
  EXPECT_EQ(written(loops, steps("jj, ii"), "avx2").find("ACC_LANES_"), std::string::npos);
}

TEST(Lanes, OnlyOfSumsAndProductsAtUnitStride) {
  for (const char *body :
       {"C[i*lc + j] += A[i*la + k] * B[j*lb + k];",
        "C[i*lc + j] += A[i*la + k] * (float)((double)B[k*lb + j] * 3);",
        "C[i*lc + j] += (float)j * B[k*lb + j];", "C[i*lc + j] += A[i*la + k] * s;",
        "C[i*lc + j] += B[k*lb + j] > 0 ? A[i*la + k] : s;"}) {
    std::string function = tiled(body, "avx512");
    EXPECT_NE(function.find("C_tile["), std::string::npos) << body;
    EXPECT_EQ(function.find("ACC_LANES_"), std::string::npos) << function;
  }
}

} // namespace
