// What the runs of a rewrite show, by meaning: alike, different, not run and why.
#include "tests/unit/run/RunFixture.h"

#include "rewriter/edit/Edit.h"

namespace acc::test {
namespace {

RunCase scaled() {
  RunCase c;
  c.before = "void f(int n, int m, double *A, const double *B)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            A[i*m + j] = B[i*m + j] * 2.0 + 1.0;";
  c.guard = "n > 0 && m > 0\n"
            "        && ((unsigned long)(A + (long)n * m) <= (unsigned long)B\n"
            "            || (unsigned long)(B + (long)n * m) <= (unsigned long)A)";
  c.fast = "{\n        long i_0, j_0;\n"
           "        for (j_0 = 0; j_0 < m; j_0++)\n            for (i_0 = 0; i_0 < n; i_0++)\n"
           "                A[i_0 * m + j_0] = B[i_0 * m + j_0] * 2.0 + 1.0;\n    }";
  return c;
}

void expectAlike(const RunVerdict &verdict) {
  EXPECT_EQ(verdict.difference, "");
  EXPECT_EQ(verdict.why, "");
  EXPECT_GT(verdict.fast, 0u);
  EXPECT_GT(verdict.inputs, verdict.fast);
}

} // namespace

TEST(Run, LoopsThatMayChangePlaces) { expectAlike(scaled().verdict()); }

TEST(Run, OverlapThatTheGuardLetsThrough) {
  EXPECT_NE(scaled().withGuard("n > 0 && m > 0").verdict().difference, "");
}

TEST(Run, OtherOperation) {
  EXPECT_NE(scaled().withFast("* 2.0 + 1.0", "* 2.0 - 1.0").verdict().difference, "");
}

TEST(Run, ReadOfWhatTheOriginalDoesNotTouch) {
  // Behind the last element is a page that traps; before it, bytes that the original leaves alone.
  EXPECT_NE(scaled()
                .withFast("long i_0, j_0;", "long i_0, j_0; double t = B[n*m]; (void)t;")
                .verdict()
                .difference,
            "");
}

TEST(Run, TermOfTheGuardThatNeverHolds) {
  const std::string noInput = "found no input that makes its guard true: ";
  RunVerdict verdict = scaled().withGuard("n > 0\n   && (n <\n 0 && m > 0)").verdict();
  EXPECT_EQ(verdict.fast, 0u);
  EXPECT_EQ(verdict.why, noInput + "n < 0 never held");
  RunCase c = scaled();
  c.before = "static int ok(int n, int m)\n{\n    int k = n;\n    return k > 0 && m == -3;\n}\n"
             "#define OK(n) ((n) > 12345678)\n" +
             c.before;
  EXPECT_EQ(c.withGuard("ok(n, m) && n > 1").verdict().why, noInput + "m == -3 never held");
  EXPECT_EQ(c.withGuard("m > 0 && OK(n)").verdict().why, noInput + "OK(n) never held");
}

TEST(Run, FinalValueOfACounter) {
  RunCase c = scaled();
  c.after = "\n    g(i);\n}\n";
  c.before = "void g(int);\n" + c.before;
  EXPECT_NE(c.verdict().difference, "");
  expectAlike(c.withFast("    }", "        i = n;\n    }").verdict());
}

TEST(Run, ValuesBeforeTheNestHold) {
  RunCase c;
  c.before = "void f(int n, int m, float *A)\n{\n    int i, size = n * m;\n    ";
  c.nest = "for (i = 0; i < size; i++)\n        A[i] += 1;";
  c.guard = "n > 0 && m > 0";
  c.fast = "{\n        long i_0, j_0;\n"
           "        for (i_0 = 0; i_0 < n; i_0++)\n            for (j_0 = 0; j_0 < m; j_0++)\n"
           "                A[i_0 * m + j_0] += 1;\n    }";
  expectAlike(c.verdict());
  EXPECT_NE(c.withFast("i_0 < n", "i_0 < n - 1").verdict().difference, "");
}

// The tree serves one nest after the other: what is changed for one of them is as it was for the
// next.
TEST(Run, NestsOfOneFunctionAndOfOneThatItCalls) {
  std::string text = "static void g(int n, float *A)\n{\n    int i, size = n * 3;\n    ";
  std::vector<NestRewrite> rewrites;
  auto addNest = [&](const std::string &nest, const std::string &what, const std::string &fast) {
    NestRewrite rewrite;
    rewrite.nest = nest;
    std::string loop = "for (i = 0; i < size; i++)\n        " + what;
    rewrite.range = {static_cast<uint32_t>(text.size()),
                     static_cast<uint32_t>(text.size() + loop.size())};
    rewrite.guard = "n > 0 && size > 0";
    rewrite.fast = "{\n        long k;\n        for (k = size - 1; k >= 0; k--)\n            " +
                   fast + "\n    }";
    rewrites.push_back(std::move(rewrite));
    text += loop + "\n    ";
  };
  addNest("g#1", "A[i] += 1;", "A[k] += 1;");
  text += "\n}\nvoid f(int n, float *A)\n{\n    int i, size = n + 2;\n    ";
  addNest("f#1", "A[i] *= 2;", "A[k] *= 2;");
  addNest("f#2", "A[i] *= 3;", "A[k] *= 2;");
  addNest("f#3", "{ A[i] *= 3; if (i == 2) g(1, A + size); }",
          "{ A[k] *= 3; if (k == 2) g(1, A + size); }");
  text += "\n}\n";
  std::vector<Edit> edits;
  for (const NestRewrite &rewrite : rewrites)
    for (Edit &edit : nestEdits(text, rewrite))
      edits.push_back(std::move(edit));
  std::map<std::string, RunVerdict> verdicts = run(*applyEdits(text, edits));
  for (const char *nest : {"g#1", "f#1", "f#3"})
    expectAlike(verdicts[nest]);
  EXPECT_NE(verdicts["f#2"].difference, "");
}

TEST(Run, NestWithoutAnyNumber) {
  RunCase c;
  c.before = "double A[8][8];\nvoid f(void)\n{\n    ";
  c.nest = "for (int i = 0; i < 8; i++)\n        for (int j = 0; j < 8; j++)\n"
           "            A[i][j] *= 2;";
  c.guard = "sizeof(long) == 8";
  c.fast = "{\n        long i_0, j_0;\n        for (j_0 = 0; j_0 < 8; j_0++)\n"
           "            for (i_0 = 0; i_0 < 8; i_0++)\n                A[i_0][j_0] *= 2;\n    }";
  EXPECT_EQ(c.verdict().difference, "");
  EXPECT_GT(c.verdict().fast, 0u);
}

TEST(Run, HintsMakeGuardsTrue) {
  RunCase c = scaled().withGuard("n == 137 && m == 11 && " + scaled().guard);
  EXPECT_EQ(c.verdict().fast, 0u);
  c.hints = {{{"n", 137}, {"m", 11}, {"nowhere", 3}}};
  expectAlike(c.verdict());
}

// Overlapping, A and B hold other numbers, which index other elements of the table.
TEST(Run, TablesAreAsLongAsTheirIndicesAsk) {
  RunCase c = scaled();
  c.before = "void f(int n, int m, unsigned char *A, const unsigned char *B, const int *table)\n{\n"
             "    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            A[i*m + j] = table[B[i*m + j]];";
  c.guard += "\n        && ((unsigned long)(A + (long)n * m) <= (unsigned long)table\n"
             "            || (unsigned long)(table + 256) <= (unsigned long)A)";
  c.fast = "{\n        long i_0, j_0;\n"
           "        for (j_0 = 0; j_0 < m; j_0++)\n            for (i_0 = 0; i_0 < n; i_0++)\n"
           "                A[i_0 * m + j_0] = table[B[i_0 * m + j_0]];\n    }";
  expectAlike(c.verdict());
}

// A pair of shorts is in one int, which is aligned: the upper one comes first.
TEST(Run, PointersThatOverlapAreAligned) {
  RunCase c = scaled();
  c.before = "void f(int n, int m, unsigned *A, const unsigned *B)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            *(unsigned short *)((unsigned long)((unsigned short *)A + i*m + j) ^ 2) =\n"
           "                *(unsigned short *)((unsigned long)((unsigned short *)B + i*m + j) ^ "
           "2) + 1;";
  c.guard = "n > 0 && m > 0 && m % 2 == 0\n"
            "        && ((unsigned long)(A + (long)n * m / 2) <= (unsigned long)B\n"
            "            || (unsigned long)(B + (long)n * m / 2) <= (unsigned long)A)";
  c.fast = "{\n        long i_0, j_0;\n"
           "        for (j_0 = 0; j_0 < m; j_0++)\n            for (i_0 = 0; i_0 < n; i_0++)\n"
           "                ((unsigned short *)A)[i_0 * m + (j_0 ^ 1)] =\n"
           "                    ((unsigned short *)B)[i_0 * m + (j_0 ^ 1)] + 1;\n    }";
  expectAlike(c.verdict());
}

// What is negative must not be converted to an unsigned type.
TEST(Run, ContentsThatConversionsAllow) {
  RunCase c = scaled();
  c.before = "void f(int n, int m, unsigned char *A, const float *B)\n{\n    int i, j;\n    ";
  for (std::string *text : {&c.nest, &c.fast}) {
    size_t at = text->find("B["), end = text->find(']', at) + 1;
    text->replace(at, end - at, "(unsigned char)(255 * " + text->substr(at, end - at) + ")");
  }
  for (std::string *text : {&c.nest, &c.fast})
    text->replace(text->find(" * 2.0 + 1.0"), 12, "");
  c.guard = "n > 0 && m > 0 && ((unsigned long)(A + (long)n * m) <= (unsigned long)B\n"
            "            || (unsigned long)(B + (long)n * m) <= (unsigned long)A)";
  expectAlike(c.verdict());
}

// No element may be negative, which contents of both signs never are on large inputs.
TEST(Run, ContentsThatTestsBeforeTheFastVersionWant) {
  RunCase c = scaled();
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            if (B[i*m + j] > -0.25) A[i*m + j] = B[i*m + j] * 2.0 + 1.0;";
  c.before = "static int all(const double *b, long n)\n{\n    while (n--)\n"
             "        if (!(b[n] > -0.25)) return 0;\n    return 1;\n}\n" +
             c.before;
  c.guard = "n > 9 && m > 9 && n < 100 && m < 100 && all(B, n * m) && " + c.guard;
  EXPECT_EQ(c.verdict().fast, 0u);
  c.hints = {{{"n", 16}, {"m", 16}}};
  expectAlike(c.verdict());
}

/// Contents are numbers in every format, and NaN is like any other NaN in every format.
TEST(Run, NumbersOfEveryFormat) {
  for (const char *type : {"_Float16", "float", "double"}) {
    RunCase c = scaled();
    for (std::string *text : {&c.before, &c.nest, &c.fast})
      for (auto [from, to] : {std::pair<std::string, std::string>{"double", type},
                              {"2.0", std::string("(") + type + ")2"},
                              {"1.0", std::string("(") + type + ")1"}})
        for (size_t at = 0; (at = text->find(from, at)) != std::string::npos; at += to.size())
          text->replace(at, from.size(), to);
    SCOPED_TRACE(type);
    EXPECT_EQ(c.verdict().death, "");
    expectAlike(c.verdict());
    EXPECT_NE(c.withFast("] * ", "] - ").verdict().difference, "");
    // The signs of NaN differ.
    expectAlike(c.withFast("= B[i_0 * m + j_0]", "= -1 * -B[i_0 * m + j_0]").verdict());
  }
}

TEST(Run, WhereOverflowWraps) {
  RunCase c = scaled();
  c.before = "void f(int n, int m, int *A, const int *B)\n{\n    int i, j;\n    ";
  for (std::string *text : {&c.nest, &c.fast})
    text->replace(text->find(" * 2.0 + 1.0"), 12, " * 1000000007");
  c.flags.push_back("-fwrapv");
  expectAlike(c.verdict());
}

TEST(Run, ArraysWhoseSizesAreKnownAtRunTime) {
  RunCase c = scaled();
  c.before = "void f(int n, int m, double *A)\n{\n    int i, j;\n    double t[n][m], s[m];\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            (t)[i][j] = A[i*m + j] + ((s))[j] + sizeof t;";
  c.guard = "n > 0 && m > 0";
  c.fast = "{\n        long i_0, j_0;\n"
           "        for (j_0 = 0; j_0 < m; j_0++)\n            for (i_0 = 0; i_0 < n; i_0++)\n"
           "                t[i_0][j_0] = A[i_0 * m + j_0] + s[j_0] + sizeof t;\n    }";
  expectAlike(c.verdict());
  EXPECT_NE(c.withFast("s[j_0]", "s[i_0]").verdict().difference, "");
}

TEST(Run, PointersBehindPointers) {
  RunCase c;
  c.before = "struct m { unsigned n, m; double *d; };\nstruct s { int k; struct m *lu, *other; };\n"
             "struct t { struct s *s; struct t *next; };\n"
             "void f(const struct t *p)\n{\n    unsigned i, j;\n    ";
  c.nest = "for (i = 0; i < p->s->lu->n; i++)\n        for (j = 0; j < p->s->lu->m; j++)\n"
           "            p->s->lu->d[i*p->s->lu->m + j] *= 2;";
  c.guard = "p->s->lu->n > 1 && p->s->lu->n < 1000 && p->s->lu->m < 1000";
  c.fast = "{\n        unsigned k, n = p->s->lu->n * p->s->lu->m;\n"
           "        for (k = n; k > 0; k--)\n            p->s->lu->d[k - 1] *= 2;\n    }";
  RunVerdict verdict = c.verdict();
  EXPECT_EQ(verdict.difference + verdict.why, "");
  EXPECT_GT(verdict.fast, 0u);
  EXPECT_NE(c.withFast("*= 2", "*= 3").verdict().difference, "");
}

TEST(Run, CallsThatNeverReturnEndTheRun) {
  RunCase c = scaled();
  c.before = "void fail(const char *, int) __attribute__((noreturn));\n" + c.before;
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            { if (i > 9) fail(\"i\", 1); A[i*m + j] = B[i*m + j] * 2.0 + 1.0; }";
  c.guard = "n < 10 && " + c.guard;
  expectAlike(c.verdict());
}

TEST(Run, PrefetchesOfTheCompilerAreNoUnknownCalls) {
  expectAlike(scaled()
                  .withFast("for (i_0 = 0; i_0 < n; i_0++)",
                            "for (i_0 = 0; i_0 < n; i_0++, __builtin_prefetch(A + i_0))")
                  .verdict());
}

TEST(Run, VariablesOfANameMayBeRead) {
  RunCase c = scaled();
  c.before = "int late, table[4];\n" + c.before;
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            if (i > 4) A[i*m + j] = B[i*m + j] * 2.0 + late + table[1];";
  c = c.withFast("for (j_0", "if (n > 5) for (j_0")
          .withFast("for (i_0 = 0", "for (i_0 = 5")
          .withFast("+ 1.0", "+ late + table[1]");
  RunCase named = c, reads = c;
  named.guard += " && late < 100";
  expectAlike(named.verdict());
  reads.guard += " && table[1] < 100";
  EXPECT_NE(reads.verdict().difference.find("reads 4 byte(s) at table +4"), std::string::npos)
      << "an element is found by an index";
}

// Clang makes an operation of floor, and the machine's code generator a call again.
TEST(Run, CallsThatTheCodeGeneratorMakes) {
  RunCase c = scaled();
  c.before = "double floor(double);\n" + c.before;
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            A[i*m + j] = "
           "floor(B[i*m + j]);";
  c = c.withFast("B[i_0 * m + j_0] * 2.0 + 1.0", "floor(B[i_0 * m + j_0])");
  expectAlike(c.verdict());
}

TEST(Run, CallsOfUnknownFunctionsAreNamed) {
  RunCase c = scaled();
  c.before = "double g(double);\n" + c.before;
  c.nest =
      "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            A[i*m + j] = g(1);";
  EXPECT_NE(c.verdict().why.find("calls g"), std::string::npos);
}

} // namespace acc::test
