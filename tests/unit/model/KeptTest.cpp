// Values in memory that the nest relies on although a store may reach them by type: the
// scop names each location that the stores must be kept off.
#include "tests/support/Source.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

std::vector<std::string> keptOf(const std::string &body) {
  Scop scop = liftedOf(R"(
struct image { int w, stride; unsigned char *buf; };
struct holder { struct image *im; };
extern int bound; void reads(int *, int *);
void f(int n, int *idx, unsigned char *bytes, float *A, float **rows, struct image *im,
       struct holder *h, int *np) {
  int i, j, taken; reads(&taken, np);
  )" + body + "\n}");
  std::vector<std::string> names;
  for (const KeptLocation &location : scop.kept)
    names.push_back(location.text);
  std::sort(names.begin(), names.end());
  return names;
}

using Names = std::vector<std::string>;

TEST(Kept, LocationsOfTheStoresType) {
  EXPECT_EQ(keptOf("for (i = 0; i < taken; i++) idx[i] = 0;"), Names{"taken"});
  EXPECT_EQ(keptOf("for (i = 0; i < *np; i++) idx[i] = 0;"), Names{"np[0]"});
  EXPECT_EQ(keptOf("for (i = 0; i < bound; i++) idx[i] = 0;"), Names{"bound"});
  EXPECT_EQ(keptOf("for (i = 0; i < taken; i++) A[i] = 0;"), Names{});
}

TEST(Kept, CharactersReachEverythingOnTheWay) {
  EXPECT_EQ(keptOf("for (i = 0; i < n; i++)"
                   " for (j = 0; j < n; j++) im->buf[i*im->stride + j] = 0;"),
            (Names{"im->buf", "im->stride"}));
  EXPECT_EQ(keptOf("for (i = 0; i < h->im->w; i++) bytes[i] = 0;"), (Names{"h->im", "h->im->w"}));
}

TEST(Kept, AStoreToAnotherMemberLeavesAMember) {
  const std::string text = "struct s { int n, count; struct s *next; }; void f(struct s *p, int m,"
                           " const double *A) { int i, j; for (i = 0; i < p->n; i++) for (j = 0;"
                           " j < m; j++) p->";
  const std::string rest = " += A[i*m + j] > 0; }";
  EXPECT_EQ(liftedOf(text + "count" + rest).loops.size(), 2u);
  EXPECT_EQ(refusalOf(text + "n" + rest).kind, RejectionKind::ScalarState);
  EXPECT_EQ(refusalOf(text + "next->n" + rest).kind, RejectionKind::InvariantMemory);
}

TEST(Kept, PointersInMemoryAreBases) {
  Scop scop = liftedOf("void f(int n, int m, int r, float **rows) { int i, j;"
                       " for (i = 0; i < n; i++) for (j = 0; j < m; j++) rows[r][i*m + j] = 0; }");
  ASSERT_EQ(scop.arrays.size(), 1u);
  EXPECT_EQ(scop.arrays[0].name, "rows[r]");
  EXPECT_TRUE(scop.kept.empty()) << "a float is not stored over a pointer";
}

TEST(Kept, APointerThatMovesIsNoBase) {
  EXPECT_EQ(refusalOf("void f(int n, int m, float **rows) { int i, j; for (i = 0; i < n; i++)"
                      " for (j = 0; j < m; j++) rows[i][j] = 0; }") // others may be: RowTables.h
                .kind,
            RejectionKind::IndirectBase);
  EXPECT_EQ(refusalOf("struct s { float *d; }; void f(int n, struct s *s, float *e) { int i;"
                      " for (i = 0; i < n; i++) { s->d[i] = 0; s->d = e; } }")
                .kind,
            RejectionKind::IndirectBase);
}

TEST(Kept, AssertedConditionsAreDemandedAtEntry) {
  Scop scop = liftedOf("_Noreturn void fail(void); void f(int n, int m, float *A) { int i;"
                       " for (i = 0; i < n; i++) { if (i < m) ; else fail(); A[i] = 0; } }");
  ASSERT_EQ(scop.entryWraps.size(), 1u);
  EXPECT_EQ(scop.entryWraps[0].value.evaluate({{"n", 4}, {"m", 4}}), 0);
  EXPECT_EQ(scop.entryWraps[0].value.evaluate({{"n", 5}, {"m", 4}}), -1);
  EXPECT_EQ(refusalOf("_Noreturn void fail(void); void f(int n, float *A) { int i;"
                      " for (i = 0; i < n; i++) { if (A[i] > 0) ; else fail(); A[i] = 0; } }")
                .kind,
            RejectionKind::Jump);
}

TEST(Kept, AValueReadBeforeAStoreIsNotReadAfterIt) {
  // k must not become idx[i], which the store changes.
  const char *text = "void f(int n, int *idx, int *B) { int i, k; for (i = 0; i < n; i++) {"
                     " k = idx[i]; idx[i] = 0; B[i] = k; } }";
  Scop scop = liftedOf(text);
  EXPECT_EQ(scop.statements.size(), 3u);
  EXPECT_GT(compareOnBox(text, {{"n", {0, 1, 3}}}), 2);
}

TEST(Kept, NullTestsOfFixedPointersAreParameters) {
  Scop scop = liftedOf("void f(int n, float *A, const float *b) { int i;"
                       " for (i = 0; i < n; i++) A[i] = b != 0 ? b[i] : 0; }");
  ASSERT_EQ(scop.statements.size(), 2u);
  EXPECT_FALSE(scop.statements[0].opaque);
  EXPECT_FALSE(scop.statements[0].accesses[0].may);
}

TEST(Kept, LocationThatAConstantStandsFor) {
  Scop scop = liftedOf("void f(int n, const int *d, int *A) { for (int i = 0; i < n; i++) {"
                       " const int w = d[1]; for (int j = 0; j < w; j++) A[i*w + j] = 0; } }");
  ASSERT_EQ(scop.kept.size(), 1u);
  EXPECT_EQ(scop.kept[0].text, "d[1]");
}

TEST(Kept, NotWhatAnAddressIsMadeOf) {
  auto scop = scopOf("struct m { int n; double **rows; };"
                     " void f(int n, struct m *a, double *x) { double **A = a->rows;"
                     " for (int i = 0; i < n; i++) { double *r = &(A[i][1]); x[i] += r[0]; } }");
  EXPECT_TRUE(scop || scop.rejection().kind != RejectionKind::Internal);
}

} // namespace
