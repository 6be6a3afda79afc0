// The emitted C against the source, compiled and compared byte by byte.

#include "EmitHarness.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

const char *const kHead =
    "void kernel(int n, int m, int p, int la, int lb, int lc, float *A, float *B, float *C)\n{\n"
    "    int i, j, k, r;\n"
    "    (void)i, (void)j, (void)k, (void)r, (void)n, (void)m, (void)p;\n"
    "    (void)la, (void)lb, (void)lc, (void)A, (void)B, (void)C;\n";

/// All kernels have one signature; this driver tries sizes around the tile sizes,
/// pitches that are too small, and overlapping bases.
const char *const kDriver = R"(
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef void Kernel(int, int, int, int, int, int, float *, float *, float *);
Kernel kernel_old, kernel_new;
int fastRuns;
enum { kArray = 4000 };
static float before[3 * kArray], one[3 * kArray], two[3 * kArray];
int main(void) {
  static const int sizes[] = {0, 1, 3, 7, 8, 9, 17, 33, 59}, depths[] = {0, 3, 8, 17, 25};
  static const int pitches[] = {61, 4, 60};
  static const int places[][3] = {
      {0, kArray, 2 * kArray}, {0, 0, kArray}, {0, 30, 61}, {kArray, 0, kArray + 7}};
  unsigned n, m, p, l, at, seed = 1;
  for (at = 0; at < 3 * kArray; ++at) {
    seed = seed * 1103515245u + 12345u;
    before[at] = (float)(seed >> 9) / 8388608.0f + 0.25f;
  }
  for (n = 0; n < 9; ++n)
    for (m = 0; m < 9; ++m)
      for (p = 0; p < 5; ++p)
        for (l = 0; l < 3; ++l)
          for (at = 0; at < 4; ++at) {
            float *x;
            memcpy(one, before, sizeof one);
            memcpy(two, before, sizeof two);
            x = one;
            kernel_old(sizes[n], sizes[m], depths[p], pitches[l], pitches[l], pitches[(l + p) % 3],
                       x + places[at][0], x + places[at][1], x + places[at][2]);
            x = two;
            kernel_new(sizes[n], sizes[m], depths[p], pitches[l], pitches[l], pitches[(l + p) % 3],
                       x + places[at][0], x + places[at][1], x + places[at][2]);
            if (memcmp(one, two, sizeof one)) {
              printf("n=%d m=%d p=%d pitch=%d place=%u\n", sizes[n], sizes[m], depths[p],
                     pitches[l], at);
              return 1;
            }
          }
  if (fastRuns == 0)
    puts("the fast version never ran");
  return fastRuns == 0;
}
)";

struct Case {
  const char *name;
  const char *body;          // behind kHead
  const char *script;        // of the nest; "" for the order of the source
  const char *expected = ""; // a piece of the fast version
};

void PrintTo(const Case &c, std::ostream *out) { *out << c.name; }

class EmitRun : public ::testing::TestWithParam<Case> {};

TEST_P(EmitRun, SameBytes) {
  const Case &c = GetParam();
  std::string source = kHead + std::string(c.body) + "}\n";
  auto lifted = liftText(source);
  ASSERT_TRUE(lifted);
  MakePlan plan = sourceOrder;
  if (*c.script)
    plan = [&](const Nest &nest) -> Outcome<Plan> {
      auto script = Script::parse("- nest: kernel#1\n" + std::string(c.script));
      if (auto *error = std::get_if<ScriptError>(&script))
        return Rejection{RejectionKind::InvalidSchedule, {}, error->message};
      return std::get<Script>(script).apply("kernel#1", nest, Target{});
    };
  auto emitted = emitText(*lifted, plan);
  ASSERT_TRUE(emitted);
  EXPECT_NE(emitted->function.find(c.expected), std::string::npos) << emitted->function;
  std::string problem = compileAndRun(source, rewritten(*lifted, *emitted), kDriver);
  EXPECT_TRUE(problem.empty()) << problem;
}

/// gcc is told of the loop marked so by `vectorize` that its iterations do not meet.
bool saysIvdep(const std::string &body, const std::string &vectorized) {
  auto lifted = liftText(kHead + body + "}\n");
  auto emitted = lifted ? emitText(*lifted,
                                   [&](const Nest &nest) {
                                     return Plan(Schedule(nest), Target{}).vectorize(vectorized);
                                   })
                        : std::nullopt;
  EXPECT_TRUE(emitted);
  return emitted && (emitted->function.find("ACC_VECTOR") != std::string::npos ||
                     emitted->function.find("ACC_INDEPENDENT") != std::string::npos);
}

// gcc 12 -O3 unrolls and jams the loop around, and then believes the hint of both rounds.
TEST(Hints, NoneWhereRoundsOfTheLoopAroundMeetInAStridedArray) {
  std::string heads = "for (j = 1; j < m; j++) for (i = 0; i < n; i++)\n    ";
  EXPECT_FALSE(saysIvdep(heads + "C[i*lc + j] = C[i*lc + j - 1] * A[i*la + j];\n", "i"));
  EXPECT_TRUE(saysIvdep(heads + "C[i*lc + j] = A[i*la + j];\n", "i"));
  EXPECT_TRUE(saysIvdep("for (i = 1; i < n; i++) for (j = 0; j < m; j++)\n"
                        "    C[i*lc + j] = C[(i - 1)*lc + j] * A[i*la + j];\n",
                        "j"));
}

const char *const kGemm =
    "for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++)\n"
    "    C[i*lc + j] += A[i*la + k] * B[k*lb + j];\n";

const Case kCases[] = {
    {"GemmSourceOrder", kGemm, ""},
    {"GemmInterchanged", kGemm, "  schedule:\n    - reorder: [k, i, j]\n"},
    {"GemmRegisterTile", kGemm,
     "  schedule:\n    - split: {index: k, size: 16, inner: k_1}\n    - tile: {i: 4, j: 8}\n"
     "    - reorder: [k, j, i, k_1, ii, jj]\n"
     "  plan:\n    - promote: {array: C, index: k_1}\n    - unroll: [ii]\n    - vectorize: [jj]\n",
     "float C_tile[4][8];"},
    {"GemmNestedSplits", kGemm,
     "  schedule:\n    - split: {index: i, size: 16, inner: i_1}\n"
     "    - split: {index: i_1, size: 4, inner: i_2}\n    - split: {index: j, size: 8, inner: jj}\n"
     "    - reorder: [i, j, i_1, k, i_2, jj]\n  plan:\n    - vectorize: [jj]\n"},
    {"TransposeTiled",
     "for (i = 0; i < n; i++) for (j = 0; j < m; j++)\n    B[j*lb + i] = A[i*la + j];\n",
     "  schedule:\n    - tile: {i: 8, j: 8}\n    - reorder: [i, j, ii, jj]\n"
     "  plan:\n    - vectorize: [jj]\n"},
    {"TriangleTiled",
     "for (i = 0; i < n; i++) for (j = 0; j <= i; j++) for (k = 0; k < p; k++)\n"
     "    C[i*lc + j] += A[i*la + k] * A[j*la + k];\n",
     "  schedule:\n    - tile: {i: 4, j: 8}\n    - reorder: [i, j, k, ii, jj]\n"
     "  plan:\n    - promote: {array: C, index: k}\n    - unroll: [ii]\n    - vectorize: [jj]\n",
     "float C_tile[4][8];"},
    {"UpperTriangle",
     "for (i = 0; i < n; i++) for (j = i + 1; j < n; j++)\n    C[i*lc + j] = A[j*la + i] * 2.0f;\n",
     ""},
    {"LuFactors",
     "for (k = 0; k < n; k++) {\n"
     "    for (i = k + 1; i < n; i++) A[i*la + k] /= A[k*la + k];\n"
     "    for (i = k + 1; i < n; i++) for (j = k + 1; j < n; j++)\n"
     "        A[i*la + j] -= A[i*la + k] * A[k*la + j];\n"
     "}\n",
     ""},
    {"LuRegisterTile",
     "for (k = 0; k < n; k++) for (i = k + 1; i < n; i++) {\n"
     "    A[i*la + k] /= A[k*la + k];\n"
     "    for (j = k + 1; j < n; j++) A[i*la + j] -= A[i*la + k] * A[k*la + j];\n}\n",
     "  schedule:\n    - sink: {statements: [S0], index: j, at: k + 1}\n"
     "    - tile: {k: 8, i: 4, j: 8}\n    - reorder: [k, j, i, kk, ii, f0, jj]\n"
     "  plan:\n    - promote: {array: A, index: kk}\n    - unroll: [ii]\n"
     "    - vectorize: [jj]\n",
     "ACC_8F(A_tile[ii][jj]) -= A["},
    {"PackedTransposed",
     "for (i = 0; i < 16; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++)\n"
     "    C[i*lc + j] += A[i*la + k] * B[j*lb + k];\n",
     "  schedule:\n    - split: {index: k, size: 4, inner: k_1}\n    - tile: {j: 8}\n"
     "    - reorder: [k, j, i, k_1, jj]\n"
     "  plan:\n    - promote: {array: B, index: i, layout: last_major}\n"
     "    - vectorize: [jj]\n",
     "float B_tile[4][8];"},
    {"LocalArrayOfRows",
     "for (i = 0; i < n; i += 4) for (j = 0; j < m; j++) {\n    float s[4];\n"
     "    for (r = 0; r < 4; r++) s[r] = 1.0f;\n"
     "    for (k = 0; k < p; k++) for (r = 0; r < 4; r++) s[r] += A[(i + r)*la + k] * B[k*lb + "
     "j];\n"
     "    for (r = 0; r < 4; r++) C[(i + r)*lc + j] = s[r];\n}\n",
     "  schedule:\n    - tile: {j: 8}\n    - reorder: [j, i, f0, r, k, r_1, r_2, jj]\n"
     "  plan:\n    - promote: {array: s, index: f0, layout: last_major}\n    - unroll: [r_1]\n"
     "    - vectorize: [jj]\n",
     "ACC_8F(s_tile[r][jj]) += A["},
    {"PromotedWithItsStart",
     "for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n    C[i*lc + j] = 0.0f;\n"
     "    for (k = 0; k < p; k++) C[i*lc + j] += A[k*la + i] * A[k*la + j];\n}\n",
     "  schedule:\n    - tile: {i: 4, j: 8}\n    - reorder: [j, i, f0, k, ii, jj]\n"
     "  plan:\n    - promote: {array: C, index: f0}\n    - unroll: [ii]\n"
     "    - vectorize: [jj]\n",
     "ACC_8F(C_tile[ii][jj]) += A["},
    // The guard lets the fast version run where p is 0: m is the length of the deepest loop.
    {"BufferWhereItsLoopRuns",
     "for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n    C[i*lc + j] = 1.0f;\n"
     "    for (k = 0; k < m; k++) C[i*lc + j] *= 0.75f;\n"
     "    for (k = 0; k < p; k++) C[i*lc + j] += A[k*la + i] * A[k*la + j];\n}\n",
     "  schedule:\n    - tile: {i: 4, j: 8}\n    - reorder: [j, i, f0, k, k_1, ii, jj]\n"
     "  plan:\n    - promote: {array: C, index: k_1}\n    - unroll: [ii]\n"
     "    - vectorize: [jj]\n",
     "if (0 < p) {\n                    float C_tile[4][8];"},
    {"Downward",
     "for (i = n - 1; i >= 0; i--) for (j = m; j > 0; j--)\n"
     "    C[i*lc + j] = A[i*la + j - 1] + 1.0f;\n",
     ""},
    {"StepTwo",
     "for (i = 1; i < n; i += 2) for (j = 0; j < m; j += 3)\n"
     "    C[i*lc + j] = A[(i - 1)*la + j] + (float)i * 0.5f + j;\n",
     ""},
    {"StepTwoTiled",
     "for (j = 0; j < m; j++) for (i = 0; i < n; i += 2)\n"
     "    C[i*lc + j] = A[(i + 1)*la + j];\n",
     "  schedule:\n    - split: {index: j, size: 8, inner: jj}\n    - reorder: [i, j, jj]\n"
     "  plan:\n    - vectorize: [jj]\n"},
    {"PrivateSum",
     "for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n    float sum = 0.5f;\n"
     "    for (k = 0; k < p; k++) sum += A[i*la + k] * B[k*lb + j];\n    C[i*lc + j] = sum;\n}\n",
     ""},
    {"PrivateSumTiled",
     "for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n    float sum = 0.5f;\n"
     "    for (k = 0; k < p; k++) sum += A[i*la + k] * B[k*lb + j];\n    C[i*lc + j] = sum;\n}\n",
     "  schedule:\n    - tile: {i: 4, j: 8}\n    - reorder: [i, j, f0, k, ii, jj]\n"
     "  plan:\n    - unroll: [ii]\n    - vectorize: [jj]\n",
     "float sum_tile[4][8];"},
    {"ZeroedInside",
     "for (i = 0; i < n; i++) for (j = 0; j < m; j++) {\n    C[i*lc + j] = 0.0f;\n"
     "    for (k = 0; k < p; k++) C[i*lc + j] += A[i*la + k] * B[k*lb + j];\n}\n",
     "  schedule:\n    - tile: {i: 4, j: 8}\n    - reorder: [i, j, f0, k, ii, jj]\n"
     "  plan:\n    - unroll: [ii]\n    - vectorize: [jj]\n"},
    {"Convolution",
     "for (i = 0; i < n - 2; i++) for (j = 0; j < m - 2; j++) for (k = 0; k < 3; k++)\n"
     "    for (r = 0; r < 3; r++) C[i*lc + j] += A[(i + k)*la + j + r] * B[k*3 + r];\n",
     "  schedule:\n    - tile: {i: 2, j: 8}\n    - reorder: [i, j, k, r, ii, jj]\n"
     "  plan:\n    - promote: {array: C, index: k}\n    - unroll: [ii]\n    - vectorize: [jj]\n",
     "float C_tile[2][8];"},
    {"FinalValues",
     "for (i = 0; i < n; i++) for (j = 0; j < m; j += 2) C[i*lc + j] = A[i*la + j];\n"
     "if (n > 0 && m > 0) C[3000] = (float)(i * 100 + j);\n",
     ""},
    {"FinalValuesOfATriangle",
     "for (i = 2; i < n; i++) for (j = 0; j < i; j++) C[i*lc + j] = A[i*la + j];\n"
     "if (n > 2) C[3000] = (float)(i * 100 + j);\n",
     ""},
};

INSTANTIATE_TEST_SUITE_P(Nests, EmitRun, ::testing::ValuesIn(kCases),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
