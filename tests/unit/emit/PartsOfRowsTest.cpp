// Buffers of which a part is used: at the end of a loop that its blocks do not divide.
#include "rewriter/helpers/Helpers.h"

#include "tests/unit/emit/EmitHarness.h"
#include "tests/unit/emit/HelperHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

struct Kind {
  const char *suffix, *type;
  int row; // elements of two vectors
};
constexpr Kind kKinds[] = {{"16F", "float", 32}, {"8F", "float", 16}, {"4F", "float", 8},
                           {"8D", "double", 16}, {"4D", "double", 8}, {"2D", "double", 4}};

/// A row of `end` elements goes to a buffer, is added to, and goes back.
std::string kernels(const std::string &prefix) {
  std::string text;
  for (const std::string &block : helperBlocks(allHelpers(), 64, 64))
    text += block;
  for (Kind kind : kKinds) {
    const std::string n = kind.suffix, type = kind.type;
    text += "ACC_FAST void " + prefix + n + "(" + type + " *c, const " + type +
            " *a, long end)\n{\n    long v;\n    " + type + " t[" + std::to_string(kind.row) +
            "], s[" + std::to_string(kind.row) + "];\n    ACC_FILL_" + n +
            "(v, 2, end, t[v], c[v + 1]);\n    ACC_FILL_" + n +
            "(v, 2, end, s[v], a[v + 3]);\n    ACC_PART_" + n + "(v, 2, end)\n        ACC_" + n +
            "(t[v]) += ACC_" + n + "(s[v]) * ACC_" + n + "(s[v]);\n    ACC_STORE_" + n +
            "(v, 2, end, c[v + 1], t[v]);\n}\n";
  }
  return text;
}

std::string comparison() {
  std::string declarations, calls;
  for (Kind kind : kKinds) {
    const std::string n = kind.suffix, type = kind.type;
    for (const char *prefix : {"plain", "parts"})
      declarations +=
          "void " + std::string(prefix) + n + "(" + type + " *, const " + type + " *, long);\n";
    calls += "  for (end = 0; end <= " + std::to_string(kind.row) + "; end++) { static " + type +
             " a[64], b[64], c[64]; int k;\n"
             "    for (k = 0; k < 64; k++) { a[k] = (" +
             type + ")(k*0.37 - 5.1); b[k] = c[k] = (" + type +
             ")(1.0/(k + 3)); }\n"
             "    plain" +
             n + "(b, a, end); parts" + n +
             "(c, a, end);\n"
             "    if (memcmp(b, c, sizeof b)) { puts(\"" +
             n + "\"); wrong++; } }\n";
  }
  return "#include <stdio.h>\n#include <string.h>\n" + declarations +
         "int main(void) {\n  int wrong = 0;\n  long end;\n" + calls + "  return wrong != 0;\n}\n";
}

TEST(PartsOfRows, VectorsDoWhatThePlainLoopsDo) {
  expectSameAsPlain(kernels("parts"), kernels("plain"), comparison());
}

const char *const kHead = "void kernel(int n, int m, int p, double *C, const double *A, const "
                          "double *B)\n{\n    int i, j, k;\n    ";
const char *const kSteps =
    "  schedule:\n    - split: {index: k, size: 80, inner: k_1}\n    - tile: {i: 4, j: 8}\n"
    "    - reorder: [k, j, i, k_1, ii, jj]\n  plan:\n    - promote: {array: B, index: i}\n"
    "    - promote: {array: C, index: k_1}\n    - unroll: [ii]\n    - vectorize: [jj]\n";

std::string kernelOf(const std::string &body) {
  return kHead +
         ("for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++)\n        " +
          body + "\n}\n");
}

std::string written(const std::string &body, const std::string &steps = kSteps) {
  auto lifted = liftText(kernelOf(body));
  if (!lifted)
    return "";
  auto emitted = emitText(*lifted, scripted(steps));
  return emitted ? emitted->function : "";
}

const char *const kProduct = "C[i*m + j] += A[i*p + k] * B[k*m + j];";

/// One loop over the columns, whose last block is a part: no test of full tiles, no rest of
/// columns.
TEST(PartsOfRows, ColumnsHaveOneLoop) {
  const std::string text = written(kProduct);
  EXPECT_TRUE(has(text, "for (j = 0; j < m; j += 8)")) << text;
  EXPECT_TRUE(has(text, "jj_end = ACC_MIN(8, m - j)")) << text;
  EXPECT_TRUE(has(text, "ACC_FILL_4D(jj, 2, jj_end, B_tile[kk][jj], B[")) << text;
  EXPECT_TRUE(has(text, "ACC_PART_4D(jj, 2, jj_end)")) << text;
  EXPECT_TRUE(has(text, "ACC_STORE_4D(jj, 2, jj_end, C[")) << text;
  EXPECT_FALSE(has(text, "ACC_FULL")) << text;
}

/// What moves with the columns must be in buffers: else vectors would leave B's rows.
TEST(PartsOfRows, WithoutABufferFullTilesAreApart) {
  const std::string steps = kSteps, promote = "    - promote: {array: B, index: i}\n";
  std::string without = steps;
  without.erase(without.find(promote), promote.size());
  const std::string text = written(kProduct, without);
  EXPECT_TRUE(has(text, "ACC_LANES_4D(jj, 2)")) << text;
  EXPECT_FALSE(has(text, "ACC_PART_")) << text;
  EXPECT_TRUE(has(text, "ACC_FULL(")) << text;
}

/// Vectors of the helpers know + - * / alone; a maximum has the full tiles that compilers make
/// vectors of.
TEST(PartsOfRows, OtherOperationsHaveFullTiles) {
  const std::string text = written(
      "C[i*m + j] = C[i*m + j] > A[i*p + k] * B[k*m + j] ? C[i*m + j] : A[i*p + k] * B[k*m + j];");
  EXPECT_FALSE(has(text, "ACC_PART_")) << text;
  EXPECT_TRUE(has(text, "jj < 8; jj++)")) << text;
}

/// Elements beside those of the columns' own would be behind the end of a part.
TEST(PartsOfRows, NeighboursHaveFullTiles) {
  EXPECT_FALSE(has(written("C[i*m + j] += A[i*p + k] * (B[k*(m + 1) + j] + B[k*(m + 1) + j + 1]);"),
                   "ACC_PART_"));
}

/// The fast version of `text` by these steps, run against the original in many sizes, none among
/// them.
void expectSameBytes(const std::string &text, const std::string &steps,
                     const std::string &integer = "int") {
  auto lifted = liftText(text);
  ASSERT_TRUE(lifted);
  auto emitted = emitText(*lifted, scripted(steps));
  ASSERT_TRUE(emitted);
  EXPECT_TRUE(has(emitted->function, "ACC_PART_4D")) << emitted->function;
  const std::string parameters = "(" + integer + ", " + integer + ", " + integer +
                                 ", double *, const double *, const double *);\n";
  const std::string driver = "#include <string.h>\nint fastRuns;\nvoid kernel_old" + parameters +
                             "void kernel_new" + parameters + R"(
static double a[2*40*200], b[2*200*40], c[2*40*40], d[2*40*40];
static void set(double *x, int n, double by) { int k; for (k = 0; k < n; k++) x[k] = (k % 97)*by - 3.1; }
int main(void)
{
    static const int sizes[] = {0, 1, 4, 5, 7, 8, 9, 15, 16, 17, 33}, depths[] = {0, 1, 79, 80, 81, 161};
    int n, m, p;
    set(a, 2*40*200, 0.37), set(b, 2*200*40, 0.11);
    for (n = 0; n < 11; n++) for (m = 0; m < 11; m++) for (p = 0; p < 6; p++) {
        set(c, 2*40*40, 0.7), set(d, 2*40*40, 0.7);
        kernel_old(sizes[n], sizes[m], depths[p], c, a, b);
        kernel_new(sizes[n], sizes[m], depths[p], d, a, b);
        if (memcmp(c, d, sizeof c)) return 1;
    }
    return fastRuns < 300;
}
)";
  for (const char *flags : {"-std=c89", "-mavx2"})
    EXPECT_EQ(compileAndRun(text, rewritten(*lifted, *emitted), driver, flags), "") << flags;
}

TEST(PartsOfRows, SameBytes) { expectSameBytes(kernelOf(kProduct), kSteps); }

TEST(PartsOfRows, OfUnsignedIndices) {
  expectSameBytes("void kernel(unsigned long n, unsigned long m, unsigned long p, double *C, const "
                  "double *A, const double *B)\n{\n"
                  "    unsigned long i, j, k;\n    for (i = 0; i < n; i++) for (j = 0; j < m; j++) "
                  "for (k = 0; k < p; k++)\n"
                  "        C[i*m + j] += A[i*p + k] * B[k*m + j];\n}\n",
                  kSteps, "unsigned long");
}

TEST(PartsOfRows, InAFourthDimension) {
  std::string steps = kSteps;
  steps.replace(steps.find("[k, j, i,"), 9, "[t, k, j, i,");
  expectSameBytes("void kernel(int n, int m, int p, double *C, const double *A, const double "
                  "*B)\n{\n    int t, i, j, k;\n"
                  "    for (t = 0; t < 2; t++) for (i = 0; i < n; i++) for (j = 0; j < m; j++) for "
                  "(k = 0; k < p; k++)\n"
                  "        C[(t*n + i)*m + j] += A[(t*n + i)*p + k] * B[(t*p + k)*m + j];\n}\n",
                  steps);
}

/// Rows that the blocks leave over: the same buffers and vectors, in a loop over as many rows as
/// there are.
TEST(PartsOfRows, RowsLeftOverHaveVectorsToo) {
  const std::string text = written(kProduct);
  EXPECT_TRUE(has(text, "kernel_1_rest(")) << text;
  EXPECT_TRUE(has(
      text, "for (ii = 0; ii < n - i; ii++)\n        ACC_FILL_4D(jj, 2, jj_end, C_tile[ii][jj]"))
      << text;
}

const char *const kTurnedSteps =
    "  schedule:\n    - split: {index: k, size: 24, inner: k_1}\n    - tile: {i: 4, j: 8}\n"
    "    - reorder: [j, i, f0, k, k_1, ii, jj]\n  plan:\n"
    "    - promote: {array: B, index: k_1, layout: last_major}\n    - promote: {array: s, index: "
    "f0}\n"
    "    - unroll: [ii]\n    - vectorize: [jj]\n";

/// Cells of a sum that others set before and use after: vectors take them to the end, where they
/// are 0.
TEST(PartsOfRows, OfCellsWithTurnedOperands) {
  const std::string text =
      std::string(kHead) +
      "for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n        double s = A[i*p];\n"
      "        for (k = 0; k < p; k++) s += A[i*p + k] * B[j*p + k];\n        C[i*m + j] = s > 0 ? "
      "s : 0;\n    }\n}\n";
  auto lifted = liftText(text);
  ASSERT_TRUE(lifted);
  auto emitted = emitText(*lifted, scripted(kTurnedSteps));
  ASSERT_TRUE(emitted);
  EXPECT_TRUE(has(emitted->function, "s_tile[4][8] = {0};")) << emitted->function;
  EXPECT_TRUE(has(emitted->function, "ACC_TURN_PART_8(8, jj_end, kk_end,")) << emitted->function;
  EXPECT_FALSE(has(emitted->function, "ACC_FULL")) << emitted->function;
  expectSameBytes(text, kTurnedSteps);
}

TEST(PartsOfRows, OfSeveralReductionsWithTurnedOperands) {
  expectSameBytes(
      "void kernel(int n, int m, int p, double *C, const double *A, const double *B)\n{\n    int "
      "i, j, r, k;\n"
      "    for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n        double s = 1;\n        for "
      "(r = 0; r < 2; r++)\n"
      "            for (k = 0; k < p; k++) s += A[(i + r)*p + k] * B[(j*2 + r)*p + k];\n        "
      "C[i*m + j] = s;\n    }\n}\n",
      "  schedule:\n    - split: {index: k, size: 24, inner: k_1}\n    - tile: {i: 4, j: 8}\n"
      "    - reorder: [j, i, f0, r, k, k_1, ii, jj]\n  plan:\n"
      "    - promote: {array: B, index: k_1, layout: last_major}\n    - promote: {array: s, index: "
      "f0}\n"
      "    - unroll: [ii]\n    - vectorize: [jj]\n");
}

/// What moves with the columns in memory keeps the full tiles apart, and the cells of these as they
/// are.
TEST(PartsOfRows, CellsBesideMemoryHaveFullTiles) {
  auto lifted =
      liftText(std::string(kHead) +
               "for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n        double s = 0;\n"
               "        for (k = 0; k < p; k++) s += A[i*p + k] * B[k*m + j];\n        C[i*m + j] "
               "= s;\n    }\n}\n");
  ASSERT_TRUE(lifted);
  auto emitted = emitText(
      *lifted,
      scripted(
          "  schedule:\n    - tile: {i: 4, j: 8}\n    - reorder: [j, i, f0, k, ii, jj]\n  plan:\n"
          "    - promote: {array: s, index: f0}\n    - unroll: [ii]\n    - vectorize: [jj]\n"));
  ASSERT_TRUE(emitted);
  EXPECT_TRUE(has(emitted->function, "ACC_FULL(")) << emitted->function;
  EXPECT_FALSE(has(emitted->function, "= {0}")) << emitted->function;
}

/// The rows' own operand is of the same array as the panel.
TEST(PartsOfRows, OfAnArrayThatIsReadTwice) {
  expectSameBytes("void kernel(int n, int m, int p, double *C, const double *A, const double "
                  "*B)\n{\n    int i, j, k;\n    (void)A;\n"
                  "    for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++)\n"
                  "        C[i*m + j] += B[i*m] * B[k*m + j];\n}\n",
                  kSteps);
}

} // namespace
