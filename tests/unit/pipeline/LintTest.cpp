// Warnings from source text to report: what is told, and above all what is not.
#include "tools/lib/Pipeline.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

std::vector<report::Finding> warnings(const std::string &function) {
  UnitInput input;
  input.path = "/nowhere/unit.c";
  input.directory = "/";
  input.flags = {"-std=c11"};
  input.text =
      "void *malloc(unsigned long);\nvoid *calloc(unsigned long, unsigned long);\n" + function;
  UnitResult result = processUnit(input, UnitOptions());
  EXPECT_EQ(result.file.status, "ok") << function;
  std::vector<report::Finding> all;
  for (const report::Nest &nest : result.file.nests)
    all.insert(all.end(), nest.lint.begin(), nest.lint.end());
  return all;
}

struct LintCase {
  const char *name, *source;
  /// "" for none, and a part of the message.
  const char *id, *says;
};

class Lint : public testing::TestWithParam<LintCase> {};

TEST_P(Lint, TellsWhatIsCertain) {
  const LintCase &wanted = GetParam();
  std::vector<report::Finding> found = warnings(wanted.source);
  std::string ids;
  for (const report::Finding &finding : found)
    ids += finding.id + ": " + finding.message + "\n";
  if (!*wanted.id) {
    EXPECT_TRUE(found.empty()) << ids;
    return;
  }
  ASSERT_EQ(found.size(), 1u) << ids;
  EXPECT_EQ(found[0].id, wanted.id);
  EXPECT_NE(found[0].message.find(wanted.says), std::string::npos) << ids;
  EXPECT_GT(found[0].line, 2u);
}

const LintCase kCases[] = {
    {"OneTooFar", "void f(int n, double A[n]) { for (int i = 0; i <= n; i++) A[i] = 0; }",
     "lint-out-of-range", "A[i] leaves the declared A[n]"},
    {"JustFits", "void f(int n, double A[n]) { for (int i = 0; i < n; i++) A[i] = 0; }", "", ""},
    {"StaticArray",
     "static int A[10][20];\n"
     "void f(void) { for (int i = 0; i < 10; i++) for (int j = 0; j <= 20; j++) "
     "A[i][j] = 1; }",
     "lint-out-of-range", "A[i][j] leaves the declared A[10][20]"},
    {"StaticArrayFits",
     "static int A[10][20];\n"
     "void f(void) { for (int i = 0; i < 10; i++) for (int j = 0; j < 20; j++) "
     "A[i][j] = 1; }",
     "", ""},
    {"Below", "void f(int n, double A[n]) { for (int i = 0; i < n; i++) A[i - 1] = 0; }",
     "lint-out-of-range", "whenever it runs: at i = 0 it is A[-1]"},
    {"FirstIterationOutside",
     "void f(void) { static double A[5][5]; for (int i = 0; i < 5; i++) for (int j = 0; j < 5; "
     "j++)\n"
     "A[i][j - 1] = i; }",
     "lint-out-of-range", "at i = 0, j = 0 it is A[0][-1]"},
    {"GuardedBelow",
     "void f(int n, double A[n]) { for (int i = 0; i < n; i++) if (i > 0) A[i - 1] = 0; }", "", ""},
    {"MayNotHappen",
     "void f(int n, double A[n], const double *x) { for (int i = 0; i <= n; i++) if (x[i] > 0) "
     "A[i] = 0; }",
     "", ""},
    {"SizesOfACallerMayDiffer",
     "void f(int n, int m, double A[n]) { for (int i = 0; i < m; i++) A[i] = 0; }", "", ""},
    {"PointersSayNothing", "void f(int n, double *A) { for (int i = 0; i <= n; i++) A[i] = 0; }",
     "", ""},
    {"FortranSize", "void f(int n, double A[1]) { for (int i = 0; i <= n; i++) A[i] = 0; }", "",
     ""},
    {"ParameterThatMoves",
     "void f(int n, double A[n]) { A--; for (int i = 1; i <= n; i++) A[i] = 0; }", "", ""},
    {"Malloc",
     "double *f(int n) { double *A = malloc(n * sizeof *A);\n"
     "for (int i = 0; i < n; i++) A[i + 1] = 0; return A; }",
     "lint-out-of-range", "A[i + 1] leaves the declared A[n]"},
    {"MallocFits",
     "double *f(int n) { double *A = (double *)malloc(sizeof(double) * (n + 1));\n"
     "for (int i = 0; i < n; i++) A[i + 1] = 0; return A; }",
     "", ""},
    {"CallocOfAProduct",
     "float *f(int n, int m) { float *A; A = calloc(n * m, sizeof(float));\n"
     "for (int i = 0; i <= n; i++) for (int j = 0; j < m; j++) A[i * m + j] = 1; return A; }",
     "lint-out-of-range", "leaves the m*n elements of A"},
    {"CallocFits",
     "float *f(int n, int m) { float *A; A = calloc(n * m, sizeof(float));\n"
     "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i * m + j] = 1; return A; }",
     "", ""},
    {"SizeThatChanges",
     "float *f(int n) { float *A = malloc(n * sizeof(float)); n = n + 1;\n"
     "for (int i = 0; i < n; i++) A[i] = 1; return A; }",
     "", ""},
    {"TwoAllocations",
     "float *f(int n) { float *A = malloc(n * sizeof(float)); if (n > 5) A = malloc(n * 8);\n"
     "for (int i = 0; i <= n; i++) A[i] = 1; return A; }",
     "", ""},
    {"SwappedSubscripts",
     "void f(int n, int m, double A[n][m]) { for (int i = 0; i < m; i++) "
     "for (int j = 0; j < n; j++) A[i][j] = 0; }",
     "lint-swapped-sizes", "did you mean A[j][i]?"},
    {"SwappedConstants",
     "void f(double A[10][20]) { for (int i = 0; i < 20; i++) "
     "for (int j = 0; j < 10; j++) A[i][j] = 0; }",
     "lint-out-of-range", "did you mean A[j][i]?"},
    {"Transposed",
     "void f(int n, int m, double A[n][m]) { for (int i = 0; i < m; i++) "
     "for (int j = 0; j < n; j++) A[j][i] = 0; }",
     "", ""},
    {"SquareByConvention",
     "void f(int n, double A[n][n]) { for (int i = 0; i < n; i++) "
     "for (int j = 0; j < n; j++) A[i][j] = 0; }",
     "", ""},
    {"SwappedStride",
     "double *f(int n, int m) { double *A = malloc(n * m * sizeof *A);\n"
     "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) A[i * n + j] = 0; return A; }",
     "lint-swapped-sizes", "did you mean A[i*m + j]?"},
    {"RoomToSpare",
     "double *f(int n, int ld) { double *A = malloc(n * ld * sizeof *A);\n"
     "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i * n + j] = 0; return A; }",
     "", ""},
    {"NeverValid",
     "void f(int n, int m, double *A) { for (int i = 0; i < 5; i++) "
     "for (int j = 0; j <= m; j++) A[i * m + j] = 0; }",
     "lint-never-valid", "rows of m elements hold m + 1 accesses: A[i*m + m] is A[(i + 1)*m]"},
    {"RowsOfTwoLengths",
     "void f(int n, double *a, int lda) { for (int k = 0; k < n; k++)\n"
     "for (int i = k + 1; i < n; i++) for (int j = k + 1; j < n; j++)\n"
     "a[i*lda + j] -= a[i*lda + k] * a[k*n + j]; }",
     "lint-mixed-rows", "did you mean a[k*lda + j]?"},
    {"RowsOfOneLength",
     "void f(int n, double *a, int lda) { for (int k = 0; k < n; k++)\n"
     "for (int i = k + 1; i < n; i++) for (int j = k + 1; j < n; j++)\n"
     "a[i*lda + j] -= a[i*lda + k] * a[k*lda + j]; }",
     "", ""},
    {"RowsThatArePacked",
     "void f(int n, int m, double *a, int lda) { for (int j = 0; j < n; j++)\n"
     "for (int i = 0; i < m; i++) a[j*m + i] = a[j*lda + i]; }",
     "", ""},
    {"PlanesOfAPicture",
     "void f(const float *f, float *d, int w, int h, int cw) { for (int y = 0; y < h; y++)\n"
     "for (int x = 0; x < cw; x++)\n"
     "d[y*cw + x] = f[y*w + x] + f[w*h + y*cw + x] + f[2*w*h + y*cw + x]; }",
     "", ""},
    {"HalvesOfAPicture",
     "void f(const unsigned char *f, unsigned char *d, int w, int h) { for (int y = 0; y < h; "
     "y++)\n"
     "for (int x = 0; x < w; x++) d[y*w + x] = f[y*w + x] + f[w*h + (y/2)*(w/2) + x/2]; }",
     "", ""},
    {"OneElementIntoTheNextRow",
     "void f(int n, int m, double *A) { for (int i = 0; i < n; i++)\n"
     "for (int j = 0; j <= m; j++) A[i*m + j] += 1; }",
     "lint-rows-overlap", "loop i"},
    {"RowsMayOverlapAtSomeSizes",
     "void f(int n, int m, int k, double *A) { for (int i = 0; i < n; i++)\n"
     "for (int j = 0; j < k; j++) A[i*m + j] += 1; }",
     "", ""},
};

INSTANTIATE_TEST_SUITE_P(Cases, Lint, testing::ValuesIn(kCases),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
