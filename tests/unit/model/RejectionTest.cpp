// Each reason that the model gives, with the place and the detail.
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

struct Case {
  const char *body; // of a function over the names below
  RejectionKind kind;
  const char *detail; // part of the message
};

const char *const kHead = R"(
struct layer { int w; float scale; float *data; }; typedef int any __attribute__((aligned(1)));
extern int bound; extern float total;
void unknown(float *); double sqrt(double); float fabsf(float);
void f(int n, int m, int *idx, float *A, float *B, char *bytes, struct layer *l, int *np, volatile float *v, any *u)
{ int i, j; float s = 0; float *p = A; int k = 0; (void)s; (void)p; (void)k; (void)i; (void)j;
)";

void check(const Case &each) {
  Rejection reason = refusalOf(std::string(kHead) + each.body + "\n}");
  EXPECT_EQ(std::string(rejectionId(reason.kind)), rejectionId(each.kind)) << each.body;
  EXPECT_NE(reason.message().find(each.detail), std::string::npos) << each.body << "\n"
                                                                   << reason.message();
  EXPECT_EQ(reason.where.line, 7u) << each.body;
}

void PrintTo(const Case &each, std::ostream *out) { *out << each.body; }

class Refused : public testing::TestWithParam<Case> {};
TEST_P(Refused, SaysWhy) { check(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Loops, Refused,
    testing::Values(
        Case{"while (n > 0) { A[n] = 0; n--; n /= 2; }", RejectionKind::LoopForm, "while"},
        Case{"do { A[n] = 0; n--; n /= 2; } while (n > 0);", RejectionKind::LoopForm, "do loop"},
        Case{"i = 0; do { A[i] = 0; i++; } while (i < 0);", RejectionKind::LoopForm,
             "runs only once"},
        Case{"do { A[n] = 0; n--; } while (n > 0 && i != 3);", RejectionKind::LoopForm,
             "before the test"},
        Case{"for (i = 0; ; i++) A[i] = 0;", RejectionKind::LoopForm, "no condition"},
        Case{"for (j = 0; j < m; j++) for (; i < n; i++) A[i] = 0;", RejectionKind::LoopForm,
             "header does not initialize"},
        Case{"for (i = 0; i < n; ) A[i] = 0;", RejectionKind::LoopForm, "step i"},
        Case{"for (p = A; p < A + n; p++) p = A + 2*n;", RejectionKind::LoopForm, "integer"},
        Case{"for (i = 0; i < n*m; i += m) for (j = i - 5; j < 3u + i; j++) A[j + 5] = 0;",
             RejectionKind::LoopBound, "m - 5"},
        Case{"for (p = A; (void *)p < (void *)(A + n) + 4; p++) *p = 0;", RejectionKind::LoopForm,
             "integer"},
        Case{"for (p = A; p < B; p++) *p = 0;", RejectionKind::LoopBound, "B - A"},
        Case{"for (i = n; i-- > 0;) { A[i] = 0; i = i / 2; }", RejectionKind::LoopForm, "step i"},
        Case{"for (i = n; --i > m--;) A[i] = 0;", RejectionKind::Expression, "side effect"},
        Case{"for (i = 0; i > n; i++) A[i] = 0;", RejectionKind::LoopForm, "away"},
        Case{"for (i = 0; i < n; i += 0) A[i] = 0;", RejectionKind::LoopForm, "zero"},
        Case{"for (i = 0; i != n; i += 2) A[i] = 0;", RejectionKind::LoopForm, "!="},
        Case{"for (i = 0; i < n || i < m; i++) A[i] = 0;", RejectionKind::LoopForm, "||"},
        Case{"for (unsigned u = n; u >= 0; u--) A[u] = 0;", RejectionKind::LoopForm, "or never"},
        Case{"for (i = 0; i < n*i; i++) A[i] = 0;", RejectionKind::LoopBound, "n * i"},
        Case{"for (i = B[0]; i < n; i++) A[i] = 0;", RejectionKind::LoopBound, "B[0]"},
        Case{"for (i = 0; i < n; i++) for (j = 0; j < i*i; j++) A[j] = 0;",
             RejectionKind::LoopBound, "i * i"},
        Case{"for (long q = 0; q < n; q += m) A[q] = 0;", RejectionKind::LoopStep, "m"},
        Case{"for (i = n; i > 0; i += m) A[i] = 0;", RejectionKind::LoopForm,
             "only where the step m has the other sign"},
        Case{"for (i = n; i > 0; i += 3) A[i] = 0;", RejectionKind::LoopForm, "steps away"},
        Case{"for (i = 0; i < n; i *= 2) A[i] = 0;", RejectionKind::LoopStep, "2"},
        Case{"for (i = 0; i < n; i++) { A[i] = 0; i++; }", RejectionKind::LoopVariable, "i"},
        Case{"for (bound = 0; bound < n; bound++) idx[bound] = 0;", RejectionKind::LoopVariable,
             "bound"},
        Case{"for (i = 0; i < n; i++) { for (j = 0; j != m; j++) A[j] = 0; B[i] = j; }",
             RejectionKind::LoopVariable, "outside its loop"}));

INSTANTIATE_TEST_SUITE_P(
    Statements, Refused,
    testing::Values(Case{"for (i = 0; i < n; i++) if (A[i] > 0) for (j = 0; j < m; j++) A[j] = 0;",
                         RejectionKind::Condition, "A[i] > 0"},
                    Case{"for (i = 0; i < n; i++) { if (A[i] > 0) break; A[i] = 1; }",
                         RejectionKind::Jump, "break"},
                    Case{"for (i = 0; i < n; i++) unknown(A + i);", RejectionKind::Call, "unknown"},
                    Case{"for (i = 0; i < n; i++) A[i] = v[i];", RejectionKind::Volatile, "v"},
                    Case{"for (i = 0; i < n; i++) { float t[2] = {1, 2}; A[i] = t[0]; }",
                         RejectionKind::Statement, ""},
                    Case{"for (i = 0; i < n; i++) { static float t; t = A[i]; B[i] = t; }",
                         RejectionKind::StaticLocal, ""},
                    Case{"for (i = 0; i < n; i++) k = i;", RejectionKind::NoAccess, ""},
                    Case{"for (i = 0; i < n; i++) { float t = A[i]; t = t + 1; }",
                         RejectionKind::NoStore, ""}));

INSTANTIATE_TEST_SUITE_P(
    Accesses, Refused,
    testing::Values(
        Case{"for (i = 0; i < n; i++) A[(i * i) % 5] = 0;", RejectionKind::NonPolynomialIndex,
             "i * i % 5"},
        Case{"for (i = 0; i < n; i++) A[idx[i]] = 0;", RejectionKind::IndirectIndex, "idx[i]"},
        Case{"for (i = 0; i < n; i++) { k = idx[i]; A[k] = 0; }", RejectionKind::IndirectIndex,
             "idx[i]"},
        Case{"for (i = 0; i < n; i++) { k = idx[i]; idx[k] = 0; }", RejectionKind::IndirectIndex,
             "k = idx[i]"},
        Case{"for (i = 0; i < n; i++) if (B[i] > 0) A[k++] = 0;", RejectionKind::ScalarState, "k"},
        Case{"for (i = 0; i < n; i++) { A[k] = 0; k += idx[i]; }", RejectionKind::ScalarState, "k"},
        Case{"for (i = 0; i < n; i++) { *p = 0; if (B[i] > 0) p += 2; }",
             RejectionKind::IndirectBase, "p"},
        Case{"for (i = 0; i < n; i++) { float *q = B[i] > 0 ? A : B; q[i] = 0; }",
             RejectionKind::IndirectBase, "q"},
        Case{"int w[8]; for (j = 0; j < m; j++) { for (i = 0; i < 8; i++) w[i] = idx[i + j*n]; for "
             "(i = 0; i < w[3]; i++) A[i + j*n] = 0; }",
             RejectionKind::InvariantMemory, "w[3]"},
        Case{"for (i = 0; i < *np; i++) { idx[i] = 0; *np = i; }", RejectionKind::InvariantMemory,
             "np"},
        Case{"for (i = 0; i < bound; i++) { idx[i] = 0; bound = n; }", RejectionKind::ScalarState,
             "bound"},
        Case{"for (i = 0; i < n; i++) { l->data[i] = 0; l++; }", RejectionKind::IndirectBase, "l"},
        Case{"for (i = 0; i < n; i++) l->scale += idx[i] + A[i];", RejectionKind::ScalarState,
             "may be accessed as A[i]"},
        Case{"for (i = 0; i < n; i++) (void)A[i];", RejectionKind::Statement, "A[i]"},
        Case{"for (i = 0; i < n; i++) total += A[i];", RejectionKind::ScalarState, "total"},
        Case{"for (i = 0; i < n; i++) ((int *)A)[i] = A[i];", RejectionKind::ElementType, "A"},
        Case{
            "float **r = (float **)idx; for (i = 0; i < n; i++) { float *q = *r++; for (j = 0; j < "
            "m; j++) q[j] = 0; }",
            RejectionKind::IndirectBase, ""},
        Case{"for (i = 0; i < n; i++) A[i] = u[i];", RejectionKind::Expression,
             "natural alignment"},
        Case{"for (i = 0; i < n; i++) ((struct layer *)A)[i].scale = 0;",
             RejectionKind::ElementType, "A"}));

TEST(Refused, ErrnoOnlyWhereTheUnitReadsIt) {
  const char *text = R"(
double sqrt(double); extern int *__errno_location(void);
#define errno (*__errno_location())
int g(void) { return %s; }
void f(int n, double *A) { for (int i = 0; i < n; i++) A[i] = sqrt(A[i]); })";
  auto with = [&](const std::string &value) {
    std::string all = text;
    return all.replace(all.find("%s"), 2, value);
  };
  EXPECT_EQ(refusalOf(with("errno")).kind, RejectionKind::Call);
  Scop scop = liftedOf(with("0"));
  ASSERT_EQ(scop.assumptions.size(), 1u);
  EXPECT_EQ(scop.assumptions[0].kind, AssumptionKind::Errno);
}

TEST(Refused, AliasingRulesDecideWhatStays) {
  const char *text = "struct l { int w; }; void f(struct l *l, int n, float *A) {"
                     " for (int i = 0; i < n; i++) A[i*l->w] = 0; }";
  Scop scop = liftedOf(text, {"-O2"});
  ASSERT_FALSE(scop.assumptions.empty());
  EXPECT_EQ(scop.assumptions[0].kind, AssumptionKind::Invariant);
  EXPECT_TRUE(scop.kept.empty());
  // Else the addresses must be compared, also that of the pointer itself if it has one.
  Scop careful = liftedOf(text, {"-O2", "-fno-strict-aliasing"});
  ASSERT_EQ(careful.kept.size(), 1u);
  EXPECT_EQ(careful.kept[0].text, "l->w");
}

TEST(Refused, RecordsWhosePartsTheNestStores) {
  const char *const stores[] = {
      "r.re = A[i]; B[i] = r;",           "r.re = A[i]; B[i] = same(r);",
      "B[i] = r; r.im += A[i];",          "r.w[1] = A[i]; B[i] = r;",
      "both.c.re = A[i]; B[i] = both.c;", "both.c.re = A[i]; D[i] = both;",
      "p->c.re = A[i]; B[i] = p->c;"};
  for (const char *each : stores) {
    const std::string text =
        std::string("struct c { float re, im, w[2]; }; struct both { struct c c; int k; };"
                    "static struct c same(struct c x) { return x; }"
                    "void f(int n, float *A, struct c *B, struct both *D, struct both *p) {"
                    " struct c r = {0}; struct both both = {{0}}; (void)r; (void)both;"
                    " for (int i = 0; i < n; i++) { ") +
        each + " } }";
    EXPECT_EQ(refusalOf(text).kind, RejectionKind::InvariantMemory) << each;
  }
}

TEST(Refused, VariableOfSeveralLoopsReadAfterTheNest) {
  EXPECT_EQ(refusalOf("int f(int n, float *A) { int i, j = 0; for (i = 0; i < n; i++) {"
                      " for (j = 0; j < n; j++) A[j] = 0; for (j = 0; j < n; j++) A[i] = 0; }"
                      " return j; }")
                .kind,
            RejectionKind::ScalarState);
}

} // namespace
