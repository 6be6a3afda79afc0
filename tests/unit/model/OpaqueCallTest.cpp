// Nests with calls of which the source does not say enough.
#include "analysis/model/OpaqueCalls.h"
#include "tests/support/ScopFixture.h"
#include "tests/support/Source.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

const char *const kHead = R"(
typedef struct _IO_FILE FILE; extern FILE *stderr;
int printf(const char *, ...); int fprintf(FILE *, const char *, ...); int rand(void);
int memcmp(const void *, const void *, unsigned long);
unsigned long fread(void *, unsigned long, unsigned long, FILE *);
unsigned long fwrite(const void *, unsigned long, unsigned long, FILE *); void observe(float); void fill(int, int *, int *); float sample(void); void fail(void) __attribute__((noreturn));
struct grid { int w; float *at; }; extern int bound; extern float *shared; static float kept[64];
void f(int n, int m, float *A, char *name, struct grid *g, struct grid own)
{ int i, j, r = 0, q = 0; int v[4]; (void)r; (void)q; (void)v; (void)j;
)";

std::string nest(const std::string &body) { return kHead + body + "\n}"; }

/// The names of what a statement reads and writes, in order: "rA wmemory".
std::string touches(const Scop &scop, size_t statement) {
  std::string text;
  for (const ScopAccess &access : scop.statements[statement].accesses)
    text += std::string(text.empty() ? "" : " ") + (access.isWrite ? "w" : "r") +
            scop.arrays[access.array].name;
  return text;
}

void expectThatAllMayHappen(const Scop &scop) {
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      EXPECT_TRUE(access.may);
}

TEST(OpaqueCall, ViewsStayAndTheOrderIsKept) {
  Scop scop = liftedOf(nest("for (i = 0; i < n; i++) for (j = 0; j < m; j++) {"
                            " A[i*m + j] *= 2; observe(A[i*m + j]); }"));
  ASSERT_TRUE(scop.unknown);
  EXPECT_EQ(scop.unknown->kind, RejectionKind::Call);
  ASSERT_EQ(scop.statements.size(), 2u);
  EXPECT_EQ(scop.statements[0].accesses[0].subscripts[0], poly("i*m + j"));
  EXPECT_EQ(touches(scop, 0), "rA wA rmemory wmemory");
  EXPECT_EQ(touches(scop, 1), "rA rmemory wmemory");
  // It need not return.
  expectThatAllMayHappen(scop);
}

TEST(OpaqueCall, OutParametersAreMemory) {
  Scop scop = liftedOf(nest("for (i = 0; i < n; i++) for (j = 0; j < m; j++) {"
                            " fill(j, &r, &q); A[i*m + j] = r + q; }"));
  ASSERT_EQ(scop.statements.size(), 2u);
  EXPECT_EQ(touches(scop, 0), "rmemory wmemory");
  EXPECT_EQ(touches(scop, 1), "rr rq wA rmemory wmemory");
}

TEST(OpaqueCall, LocalsOutOfReachAreNoMemory) {
  Scop scop = liftedOf(nest("for (i = 0; i < n; i++) { float t[9]; for (j = 0; j < m; j++) {"
                            " t[j] = j; A[i*own.w + j] = t[j] + sample(); } }"));
  EXPECT_EQ(touches(scop, 0), "wt");
}

TEST(OpaqueCall, NothingButScalarsAroundIt) {
  EXPECT_EQ(refusalOf(nest("for (i = 0; i < n; i++) r = rand();")).kind, RejectionKind::CallOrder);
  EXPECT_EQ(refusalOf(nest("for (i = 0; i < n; i++) { fill(i, &r, v); q += r; }")).kind,
            RejectionKind::Call);
}

// What a call may change is no size, no bound, no index and no base.
TEST(OpaqueCall, TrapsAreRefused) {
  struct Trap {
    const char *body;
    RejectionKind kind;
  };
  for (const Trap &trap :
       {Trap{"for (i = 0; i < bound; i++) { A[i*m] = 0; observe(1); }",
             RejectionKind::InvariantMemory},
        Trap{"for (i = 0; i < n; i++) { A[i*g->w] = 0; observe(1); }",
             RejectionKind::InvariantMemory},
        Trap{"for (i = 0; i < n; i++) { shared[i*m] = 0; observe(1); }",
             RejectionKind::InvariantMemory},
        Trap{"for (i = 0; i < n; i++) { g->at[i*m] = 0; observe(1); }",
             RejectionKind::InvariantMemory},
        Trap{"for (i = 0; i < n; i++) { fill(i, &r, v); A[i*m + r] = 0; }",
             RejectionKind::InvariantMemory},
        Trap{"for (i = 0; i < n; i++) { fill(i, &r, v); A[i*m + v[1]] = 0; }",
             RejectionKind::Call}, // an unknown place: v alone is an array of the scop
        Trap{"for (i = 0; i < n; i++) { fill(n, &n, v); A[i*m] = 0; }",
             RejectionKind::InvariantMemory},
        Trap{"for (i = 0; i < n; i++) { printf(\"%n\", &r); A[i*bound] = 0; }",
             RejectionKind::InvariantMemory}}) {
    EXPECT_EQ(std::string(rejectionId(refusalOf(nest(trap.body)).kind)), rejectionId(trap.kind))
        << trap.body;
  }
  EXPECT_FALSE(scopOf(nest("for (i = 0; i < n; i++) A[i*m + rand()] = 0;")));
  EXPECT_FALSE(scopOf(nest("for (i = 0; i < n; i++) { r = rand(); A[i*m + r] = 0; }")));
}

// sizes(&w, &h); for (i < h) for (j < w) { ...; observe(); }
TEST(OpaqueCall, SizesGivenToACallBeforeAreTrustedAndThatIsSaid) {
  std::string head = "void sizes(int *, int *); void observe(float);"
                     "void f(float *A) { int w, h; sizes(&w, &h); ";
  std::string loops = "for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) "
                      "{ A[i*w + j] *= 2; observe(A[i*w + j]); } }";
  Scop scop = liftedOf(head + loops);
  ASSERT_TRUE(scop.unknown);
  size_t trusted =
      std::count_if(scop.assumptions.begin(), scop.assumptions.end(), [](const auto &a) {
        return a.kind == AssumptionKind::Invariant && a.verdict == Verdict::RunTime &&
               a.text.find("observe(") != std::string::npos;
      });
  EXPECT_EQ(trusted, 2u);
  EXPECT_EQ(refusalOf(head + "static int s; sizes(&s, &h); for (int i = 0; i < h; i++) {"
                             " A[i*s] = 2; observe(1); } }")
                .kind,
            RejectionKind::InvariantMemory);
  EXPECT_EQ(refusalOf(head + "for (int i = 0; i < h; i++) { A[i*w] = 2; sizes(&w, &h); } }").kind,
            RejectionKind::InvariantMemory);
}

TEST(OpaqueCall, AnAddressThatIsForgottenChangesNothing) {
  std::string head =
      "int scanf(const char *, ...); void observe(float); int *keeper;"
      "static void plain(int *p) { if (p) *p = 7; }"
      "static void outer(int *p, int k) { if (k > 0) plain(p); }"
      "static void again(int *p, int k) { if (k > 0) { *p = k; again(p, k - 1); again(p, k - 2); } "
      "}"
      "static void late(int *p, int k) { if (k > 0) late(p, k - 1); else keeper = p; }"
      "static void keeping(int *p) { *p = 7; keeper = p; }"
      "static int *same(int *p) { return p; }"
      "void f(float *A, int m) { int n; ";
  std::string loops = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) "
                      "{ A[i*n + j] *= 2; observe(A[i*n + j]); } }";
  for (const char *lent : {"plain(&n);", "outer(&n, m);", "again(&n, m);", "scanf(\"%d\", &n);"}) {
    Scop scop = liftedOf(head + lent + loops);
    for (const Assumption &assumption : scop.assumptions)
      EXPECT_EQ(assumption.verdict, Verdict::Proved) << lent << assumption.text;
  }
  for (const char *kept :
       {"keeping(&n);", "late(&n, m);", "keeper = &n; plain(&n);", "keeper = same(&n);"})
    EXPECT_FALSE([&] {
      Outcome<Scop> scop = scopOf(head + kept + loops);
      return scop && std::all_of(scop->assumptions.begin(), scop->assumptions.end(),
                                 [](const auto &a) { return a.verdict == Verdict::Proved; });
    }()) << kept;
  // Without a call a store is no danger, either.
  Scop alone = liftedOf("static void plain(int *p) { *p = 7; } void f(int *A) { int n; plain(&n);"
                        "for (int i = 0; i < n; i++) A[i*n] = 0; }");
  EXPECT_TRUE(alone.kept.empty());
}

TEST(OpaqueCall, TheLibraryTouchesItsOwnStateOnly) {
  Scop scop =
      liftedOf(nest("for (i = 0; i < bound; i++) for (j = 0; j < m; j++) {"
                    " A[i*m + j] = rand(); fprintf(stderr, \"%f\" \"\\n\", A[i*m + j]); }"));
  ASSERT_TRUE(scop.unknown);
  EXPECT_EQ(touches(scop, 0), "wA rmemory wmemory");
  EXPECT_EQ(touches(scop, 1), "rA rmemory wmemory");
  EXPECT_FALSE(scop.statements[0].accesses[0].may);
  Scop apart = liftedOf(nest("for (i = 0; i < n; i++) for (j = 0; j < m; j++) {"
                             " A[i*m + j] = 1; printf(\"%d\", j); }"));
  EXPECT_EQ(touches(apart, 0), "wA");
}

TEST(OpaqueCall, NamesOfTheLibraryMeanItOnlyWithoutADefinition) {
  std::string text = "extern int bound; int rand(void) { return bound++; }"
                     "void f(int m, float *A) { for (int i = 0; i < bound; i++) A[i*m] = rand(); }";
  EXPECT_EQ(refusalOf(text).kind, RejectionKind::InvariantMemory);
  std::string declared =
      "extern int bound; int rand(void);"
      "void f(int m, float *A) { for (int i = 0; i < bound; i++) A[i*m] = rand(); }";
  EXPECT_TRUE(scopOf(declared));
  EXPECT_EQ(refusalOf(declared, {"-ffreestanding"}).kind, RejectionKind::InvariantMemory);
}

// Not a call, but as little is known of it: whether the loops run.
TEST(OpaqueCondition, LoopsUnderItMayRun) {
  Scop scop = liftedOf(nest("for (j = 0; j < n; j++) if (A[j] != 0) { A[j] *= 2;"
                            " for (i = 0; i < m; i++) A[n + j*m + i] += A[j]; }"
                            " else for (i = 0; i < m; i++) A[n + j*m + i] = 0;"));
  ASSERT_TRUE(scop.unknown);
  EXPECT_EQ(scop.unknown->kind, RejectionKind::Condition);
  ASSERT_EQ(scop.statements.size(), 4u);
  EXPECT_EQ(touches(scop, 0), "rA");
  EXPECT_FALSE(scop.statements[0].accesses[0].may);
  for (size_t s = 1; s < 4; ++s) {
    EXPECT_TRUE(scop.statements[s].opaque);
    for (const ScopAccess &access : scop.statements[s].accesses)
      EXPECT_TRUE(access.may);
  }
  EXPECT_EQ(scop.statements[2].accesses[0].subscripts[0], poly("n + j*m + i"));
  // A value from under the condition is no value that every iteration sets.
  Scop shared = liftedOf(nest("for (j = 0; j < n; j++) { if (A[j] != 0) { r = j;"
                              " for (i = 0; i < m; i++) A[j*m + i] = 0; } A[r*m] = 1; }"));
  EXPECT_EQ(touches(shared, shared.statements.size() - 1), "rr wmemory");
}

TEST(OpaqueCondition, ScalarsSetUnderItAreShared) {
  Scop scop = liftedOf(nest("for (j = 0; j < n; j++) { float t = A[j]; if (A[j] != 0) { t = 1;"
                            " for (i = 0; i < m; i++) A[n + j*m + i] = t; } A[j] = t; }"));
  ASSERT_TRUE(scop.unknown);
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (scop.arrays[access.array].name == "t") {
        EXPECT_EQ(scop.arrays[access.array].privateLoops, (std::vector<int>{0}));
      }
}

TEST(OpaqueCall, AssertsThatCannotBeHoistedMayEndIt) {
  Scop scop = liftedOf(nest("for (i = 0; i < n; i++) for (j = 0; j < m; j++) {"
                            " if (A[i*m + j] < 0) fail(); A[i*m + j] = 0; }"));
  ASSERT_TRUE(scop.unknown);
  EXPECT_EQ(touches(scop, 0), "rA rmemory wmemory");
  EXPECT_TRUE(scop.statements[1].accesses[0].may);
}

// Functions of the library that read what they are given change no size and no bound, and return.
TEST(OpaqueCall, ReadersChangeNothing) {
  for (const char *call :
       {"fwrite(&A[i*g->w + j], 1, 4, stderr);", "memcmp(name, A, n);", "printf(name, A[i]);",
        "fprintf(stderr, \"%-8s %5.2f%%\", name, 1.0);"}) {
    Scop scop = liftedOf(nest(std::string("for (i = 0; i < bound; i++) for (j = 0; j < m; j++) {"
                                          " A[i*g->w + j] *= 2; ") +
                              call + " }"));
    ASSERT_TRUE(scop.unknown) << call;
    EXPECT_EQ(scop.unknown->kind, RejectionKind::CallOrder);
    EXPECT_FALSE(scop.statements[0].accesses[0].may) << call;
    EXPECT_EQ(touches(scop, 0), "rA wA rmemory wmemory") << call;
  }
  for (const char *call :
       {"printf(\"%d%n\", 1, &r);", "fprintf(stderr, name, v);", "fprintf(stderr, \"%5\", name);"})
    EXPECT_EQ(
        refusalOf(nest(std::string("for (i = 0; i < bound; i++) { A[i*m] = 0; ") + call + " }"))
            .kind,
        RejectionKind::InvariantMemory)
        << call;
}

// Functions of the library that write what they are given may change sizes and values there, and
// return.
TEST(OpaqueCall, FillersWriteWhatTheyAreGiven) {
  Scop scop = liftedOf(nest("for (i = 0; i < n; i++) for (j = 0; j < m; j++) {"
                            " fread(&r, 4, 1, stderr); A[i*m + j] = r; }"));
  ASSERT_TRUE(scop.unknown);
  EXPECT_EQ(scop.unknown->kind, RejectionKind::CallOrder);
  EXPECT_EQ(touches(scop, 0), "rstderr rmemory wmemory");
  EXPECT_EQ(touches(scop, 1), "rr wA rmemory wmemory");
  EXPECT_FALSE(scop.statements[1].accesses[1].may);
  EXPECT_EQ(
      refusalOf(nest("for (i = 0; i < n; i++) { fread(&r, 4, 1, stderr); A[i*r] = 0; }")).kind,
      RejectionKind::InvariantMemory);
  EXPECT_EQ(
      refusalOf(nest("for (i = 0; i < n; i++) { A[i*g->w] = 0; fread(name, 1, n, stderr); }")).kind,
      RejectionKind::InvariantMemory);
  // What is not known is told first.
  for (const char *both :
       {"fread(&r, 4, 1, stderr); observe(1);", "observe(1); printf(\"%d\", j);"})
    EXPECT_EQ(liftedOf(nest(std::string("for (i = 0; i < n; i++) for (j = 0; j < m; j++) {"
                                        " A[i*m + j] = 0; ") +
                            both + " }"))
                  .unknown->kind,
              RejectionKind::Call)
        << both;
}

// An element that cannot be told: all that it may be is kept in order with it.
TEST(UnknownPlace, TouchesWhatItMayAlias) {
  std::string head = "void f(int n, int m, int w, const int *at, float *A, float *B, double *D) {"
                     " int i, j; float t[9]; for (i = 0; i < n; i++) for (j = 0; j < m; j++) ";
  Scop gather = liftedOf(head + "{ A[i*w + j] = B[at[i*m + j]]; D[i*w + j] = 0; } }");
  ASSERT_TRUE(gather.unknown);
  EXPECT_EQ(gather.unknown->kind, RejectionKind::IndirectIndex);
  EXPECT_EQ(touches(gather, 0), "rat wA rmemory wmemory");
  EXPECT_TRUE(gather.statements[0].opaque);
  EXPECT_FALSE(gather.statements[0].accesses[1].may); // it happens, and control goes on
  EXPECT_EQ(gather.statements[0].accesses[1].subscripts[0], poly("i*w + j"));
  EXPECT_EQ(touches(gather, 1), "wD wmemory"); // a double may be stored where a float was read
  Scop scatter = liftedOf(head + "{ B[at[i*m + j]] += A[i*w + j]; } }");
  EXPECT_EQ(touches(scatter, 0), "rat rA rat rmemory wmemory"); // += reads and writes
  // A local array is only itself.
  Scop local = liftedOf(head + "{ t[at[j]] = 0; A[i*w + j] = t[at[i]]; } }");
  EXPECT_EQ(touches(local, 0), "rat wmemory");
  EXPECT_EQ(touches(local, 1), "rt rt rat wA rmemory"); // from its first to its last element
}

TEST(UnknownPlace, AnElementOfAnotherSizeIsOne) {
  Scop scop = liftedOf("void f(int n, int w, int bits, unsigned *A, float *B) { int i, j;"
                       " for (i = 0; i < n; i++) for (j = 0; j < w; j++) {"
                       " if (bits == 8) ((unsigned char *)(A + i*w))[j] = 0; else A[i*w + j] = 0;"
                       " B[i*w + j] = 0; } }");
  ASSERT_TRUE(scop.unknown);
  EXPECT_EQ(scop.unknown->kind, RejectionKind::ElementType);
  ASSERT_EQ(scop.statements.size(), 3u);
  EXPECT_EQ(touches(scop, 0), "wA wmemory");
  EXPECT_EQ(touches(scop, 1), "wmemory");
  EXPECT_EQ(touches(scop, 2), "wB wmemory");
}

TEST(UnknownPlace, SizesGivenToACallBeforeAreTrustedAndThatIsSaid) {
  std::string head =
      "void sizes(int *, int *); void f(int n, const int *at, unsigned char *B, float *A) {"
      " int w, h; sizes(&w, &h); ";
  std::string loops = "for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) { A[i*w + j] = 0; ";
  Scop scop = liftedOf(head + loops + "B[at[i*n + j]] = 1; } }");
  ASSERT_TRUE(scop.unknown);
  EXPECT_EQ(std::count_if(scop.assumptions.begin(), scop.assumptions.end(),
                          [](const auto &a) {
                            return a.verdict == Verdict::RunTime &&
                                   a.text.find("not even by the store") != std::string::npos;
                          }),
            2);
  EXPECT_EQ(refusalOf(head + loops + "B[at[i*n + j]] = 1; sizes(&w, 0); } }").kind,
            RejectionKind::InvariantMemory);
}

TEST(UnknownPlace, AWriteThatMayChangeABoundIsRefused) {
  std::string loops = " for (int i = 0; i < n; i++) for (int j = 0; j < *m; j++) {"
                      " h[at[i * *m + j]]++; A[i * *m + j] = 0; } }";
  std::string ints = "void f(int n, const int *m, const int *at, int *h, float *A) {";
  EXPECT_EQ(refusalOf(ints + loops).kind, RejectionKind::IndirectIndex);
  std::string floats = "void f(int n, const int *m, const int *at, float *h, float *A) {";
  EXPECT_TRUE(liftedOf(floats + loops).unknown);
  EXPECT_EQ(refusalOf(floats + loops, {"-fno-strict-aliasing"}).kind, RejectionKind::IndirectIndex);
}

// What a jump leaves undone may not happen, and nothing is moved across it.
TEST(NestExit, AllMayHappenInOrder) {
  for (const char *jump : {"break;", "return;", "goto out;"}) {
    Scop scop = liftedOf(nest(std::string("for (i = 0; i < n; i++) for (j = 0; j < m; j++) {"
                                          " if (A[i*m + j] < 0) ") +
                              jump + " A[i*m + j] = 1; } out: ; "));
    ASSERT_TRUE(scop.unknown) << jump;
    EXPECT_EQ(scop.unknown->kind, RejectionKind::Jump);
    EXPECT_EQ(touches(scop, 0), "rA rmemory wmemory");
    EXPECT_EQ(touches(scop, 1), "wA rmemory");
    expectThatAllMayHappen(scop);
  }
}

TEST(NestExit, CountersBehindALoopThatEndsEarlyAreNotKnown) {
  auto indexBehind = [&](const char *jump) {
    auto scop = scopOf(nest(std::string("for (i = 0; i < n; i++) { r = 0; for (j = 0; j < m; j++) {"
                                        " if (A[i*m + j] < 0) ") +
                            jump +
                            " A[i*m + j] = 1; r++; }"
                            " A[i*m + r] = 2; }"));
    return scop && scop->unknown ? touches(*scop, scop->statements.size() - 1) : "";
  };
  EXPECT_EQ(indexBehind("break;"), "rr rmemory wmemory");
  EXPECT_EQ(indexBehind("return;"), "wA rmemory");
}

// No part of the loop's condition: what the test reads is no counter, or more is done before it.
TEST(NestExit, OnlyTestsOfCountersComeFirst) {
  for (const char *test : {"if (A[i*m + j] > 0) break;", "if (q == 3) break;",
                           "r++; if (j == q) break;", "if (j == q) { r = 1; break; }"})
    EXPECT_EQ(liftedOf(nest(std::string("for (i = 0; i < n; i++) for (j = 0; j < m; j++) { ") +
                            test + " A[i*m + j] = 1; }"))
                  .unknown->kind,
              RejectionKind::Jump)
        << test;
  EXPECT_FALSE(liftedOf(nest("for (i = 0; i < n; i++) for (j = 0; j < m; j++) { if (j >= q) break;"
                             " A[i*m + j] = 1; }"))
                   .unknown);
}

TEST(NestExit, LoopsUnderItAreRefused) {
  EXPECT_EQ(refusalOf(nest("for (i = 0; i < n; i++) { if (A[i*m] < 0) {"
                           " for (j = 0; j < m; j++) A[i*m + j] = 0; break; } A[i*m] = 1; }"))
                .kind,
            RejectionKind::Jump);
}

} // namespace
