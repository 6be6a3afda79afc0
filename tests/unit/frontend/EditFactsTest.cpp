#include "tests/support/ReadText.h"

using namespace acc;
using namespace acc::test;

namespace {

std::string editText(const SourceNest &nest) {
  const SourceRange &range = nest.root->loop.editRange;
  return nest.unit->text->substr(range.begin, range.end - range.begin);
}

class EditRange : public testing::TestWithParam<const char *> {};

TEST_P(EditRange, IsTheWholeStatement) {
  std::string loop = GetParam();
  SourceNest nest = nestOf("#define FOR(i, n) for (int i = 0; i < (n); i++)\n"
                           "#define AT(i) a[(i)]\n"
                           "#define BODY(i) a[i]\n"
                           "int g(int);\nvoid f(int n, int *a) {\n  n = 1; " +
                           loop + " n = 2;\n}\n");
  ASSERT_TRUE(nest.root);
  EXPECT_EQ(editText(nest), loop);
  EXPECT_FALSE(nest.root->loop.notEditable);
  EXPECT_EQ(nest.root->range.line, 6u);
  EXPECT_EQ(nest.root->range.column, 10u);
}

INSTANTIATE_TEST_SUITE_P(Forms, EditRange,
                         testing::Values("for (;n;) a[n] = 0;", "for (;n;) { a[n] = 0; }",
                                         "for (;n;) a[n] = 0 /*;*/ ;", "for (;n;) ;", "for (;n;);",
                                         "while (n) n--  ;", "do n--; while (n) ;",
                                         "for (;n;) if (n) a[n] = 0; else a[0] = g(1);",
                                         "for (;n;) if (n) { n--; }", "for (;n;) if (n) break;",
                                         "for (;n;) for (;n;) while (n) n--;",
                                         "for (;n;) do n--; while (n);", "FOR(i, n) a[i] = 0;",
                                         "FOR(i, n) { a[i] = 0; }", "for (;n;) a[n] = AT(1);",
                                         "for (;n;) AT(1)\n = AT(0) ;", "for (;n;) BODY(n)++;",
                                         "for (;n;) L2: while (n) S: n--;"));

TEST(EditRange, BeginsBehindTheLabelsOfTheNest) {
  for (const char *label : {"L1: ", "L1: L0:\n", "again: if (n == 4) goto again; L1: "}) {
    SourceNest nest =
        nestOf(std::string("void f(int n, int *a) { n = 1; ") + label + "for (;n;) a[n] = 0; }");
    ASSERT_TRUE(nest.root);
    EXPECT_EQ(editText(nest), "for (;n;) a[n] = 0;");
    EXPECT_FALSE(nest.root->loop.notEditable);
  }
}

TEST(EditRange, CountsBytesThroughTabsCarriageReturnsAndUtf8) {
  SourceNest nest = nestOf("/* \xc3\xa9 */\r\nvoid f(int n, int *a) {\r\n\tint i;\r\n"
                           "\t/* \xc3\xa9 */ for (i = 0; i < n; i++)\r\n\t\ta[i] = 0;\r\n}\r\n");
  EXPECT_EQ(editText(nest), "for (i = 0; i < n; i++)\r\n\t\ta[i] = 0;");
  EXPECT_EQ(nest.root->range.line, 4u);
  EXPECT_EQ(nest.root->range.column, 11u);
  EXPECT_EQ(nest.root->children[0]->range.line, 5u);
  EXPECT_EQ(nest.root->children[0]->range.column, 3u);
}

TEST(EditRange, LineDirectivesDoNotMoveIt) {
  SourceNest nest = nestOf("#line 100 \"other.c\"\nvoid f(int n, int *a) {\n"
                           "for (int i = 0; i < n; i++) a[i] = 0; }\n");
  EXPECT_EQ(nest.root->range.line, 3u);
}

struct RefusalCase {
  const char *text;
  RejectionKind kind;
};

class NotEditable : public testing::TestWithParam<RefusalCase> {};

TEST_P(NotEditable, ForThisReason) {
  SourceNest nest = nestOf(GetParam().text);
  ASSERT_TRUE(nest.root && nest.root->loop.notEditable);
  EXPECT_STREQ(rejectionId(nest.root->loop.notEditable->kind), rejectionId(GetParam().kind))
      << nest.root->loop.notEditable->message();
}

INSTANTIATE_TEST_SUITE_P(
    Macros, NotEditable,
    testing::Values(RefusalCase{"#define ZERO for (int i = 0; i < n; i++) a[i] = 0;\n"
                                "void f(int n, int *a) { ZERO }",
                                RejectionKind::Macro},
                    RefusalCase{"#define ID(x) x\nvoid f(int n, int *a) {"
                                "ID(for (int i = 0; i < n; i++) a[i] = 0;) }",
                                RejectionKind::Macro},
                    RefusalCase{"#define HEAD n = 1; for (int i = 0; i < n; i++)\n"
                                "void f(int n, int *a) { HEAD a[i] = 0; }",
                                RejectionKind::Macro},
                    RefusalCase{"#define SET(x) x = 0;\nvoid f(int n, int *a) {"
                                "for (int i = 0; i < n; i++) SET(a[i]) }",
                                RejectionKind::Macro},
                    RefusalCase{"#define TAIL a[i] = 0; } n = 0;\nvoid f(int n, int *a) {"
                                "for (int i = 0; i < n; i++) { TAIL }",
                                RejectionKind::Macro},
                    RefusalCase{"#define F void f(int n, int *a) { while (n) a[n--] = 0; }\nF\n",
                                RejectionKind::Macro}));

INSTANTIATE_TEST_SUITE_P(
    Lines, NotEditable,
    testing::Values(
        RefusalCase{"void f(int n, int *a) { for (int i = 0; i < n; i++)\n#define X 1\na[i] = X;\n"
                    "}",
                    RejectionKind::PreprocessorLine},
        RefusalCase{"void f(int n, int *a) {\n#ifdef X\n#else\nfor (int i = 0; i < n; i++) {\n"
                    "#endif\na[i] = 1; }}",
                    RejectionKind::PreprocessorLine},
        RefusalCase{"void f(int n, int *a) { for (int i = 0; i < n; i++) {\n  #pragma once_more\n"
                    "a[i] = 0; } }",
                    RejectionKind::LoopPragma},
        RefusalCase{"void f(int n, int *a) { for (int i = 0; i < n; i++) {\n"
                    "#pragma STDC FP_CONTRACT OFF\na[i] = 0; } }",
                    RejectionKind::LoopPragma},
        RefusalCase{"void f(int n, int *a) { int i = 0; if (n > 9) goto lab;"
                    " for (; i < n; i++) { lab: a[i] = 0; } }",
                    RejectionKind::Jump},
        RefusalCase{"void f(int n, int *a) { void *p = &&lab; for (int i = 0; i < n; i++)"
                    " { lab: a[i] = 0; } goto *p; }",
                    RejectionKind::Jump},
        RefusalCase{"void f(int n, int *a) { switch (n) { case 0: while (n) { case 1: n--; } } }",
                    RejectionKind::Jump}));

INSTANTIATE_TEST_SUITE_P(
    Pragmas, NotEditable,
    testing::Values(
        RefusalCase{"#define _OPENMP 1\nvoid f(int n, int *a) {\n#pragma omp for\n"
                    "for (int i = 0; i < n; i++) a[i] = 0; }",
                    RejectionKind::LoopPragma},
        RefusalCase{"#define _OPENMP 1\nvoid f(int n, int *a) { while (n) {\n#pragma omp parallel "
                    "for\nfor (int i = 0; i < n; i++) a[i] = 0; n--; } }",
                    RejectionKind::LoopPragma},
        RefusalCase{"#define _OPENMP 1\nvoid f(int n, int *a) { _Pragma(\"omp for\") "
                    "for (int i = 0; i < n; i++) a[i] = 0; }",
                    RejectionKind::LoopPragma},
        RefusalCase{"#define _OPENMP 1\nvoid f(int n, int *a) {\n#pragma omp target\n{ n = 1;\n"
                    "for (int i = 0; i < n; i++) a[i] = 0; } }",
                    RejectionKind::LoopPragma},
        RefusalCase{"void f(int n, int *a) {\n#pragma mystery\n"
                    "for (int i = 0; i < n; i++) a[i] = 0; }",
                    RejectionKind::LoopPragma},
        RefusalCase{"void f(int n, int *a) {\n#pragma GCC ivdep\n#ifndef X\n"
                    "for (int i = 0; i < n; i++) a[i] = 0;\n#endif\n }",
                    RejectionKind::LoopPragma},
        RefusalCase{
            "#define _OPENMP 1\n#define PAR _Pragma(\"omp for\")\nvoid f(int n, int *a) { PAR\n"
            "for (int i = 0; i < n; i++) a[i] = 0; }",
            RejectionKind::LoopPragma},
        RefusalCase{"#define PAR _Pragma(\"mystery\")\nvoid f(int n, int *a) { PAR\n"
                    "for (int i = 0; i < n; i++) a[i] = 0; }",
                    RejectionKind::LoopPragma},
        RefusalCase{"#define PAR\nvoid f(int n, int *a) { PAR\n"
                    "for (int i = 0; i < n; i++) a[i] = 0; }",
                    RejectionKind::LoopPragma}));

using Words = std::vector<std::string>;

struct AdmittedCase {
  const char *before;
  Words pins;
};

class Admitted : public testing::TestWithParam<AdmittedCase> {};

TEST_P(Admitted, PragmasStayWithTheOriginal) {
  std::string before = GetParam().before, loop = "for (int i = 0; i < n; i++) a[i] = 0;";
  SourceNest nest = nestOf("void f(int n, int *a) {\n  " + before + loop + " }");
  ASSERT_FALSE(nest.root->loop.notEditable) << nest.root->loop.notEditable->message();
  EXPECT_EQ(editText(nest), before + loop);
  EXPECT_EQ(nest.root->loop.pins, GetParam().pins);
}

INSTANTIATE_TEST_SUITE_P(
    Pragmas, Admitted,
    testing::Values(
        AdmittedCase{"#pragma GCC ivdep\n", {}}, AdmittedCase{"#pragma ivdep\n", {}},
        AdmittedCase{"#pragma GCC unroll 4\n", {}}, AdmittedCase{"#pragma omp  simd\n", {}},
        AdmittedCase{"#pragma clang loop unroll(full)\n", {}},
        AdmittedCase{"_Pragma(\"omp simd\") ", {}},
        AdmittedCase{"#pragma omp parallel for\n", {"!defined(_OPENMP)"}},
        AdmittedCase{"#pragma omp parallel for \\\n  default(none)\n\n/* why */ \n// because\n",
                     {"!defined(_OPENMP)"}},
        AdmittedCase{"#pragma acc loop\n#pragma omp for\n",
                     {"!defined(_OPENACC)", "!defined(_OPENMP)"}},
        AdmittedCase{"#ifdef _OPENMP\n#pragma omp parallel for\n#endif\n", {"!defined(_OPENMP)"}},
        AdmittedCase{"#if A\n#pragma ivdep\n#else\n#pragma simd\n#endif\n", {"!(A)"}}));

TEST(Pragma, AMacroOfOtherTextIsNone) {
  for (const char *before : {"WHEN(n)", "SET(n)", "WHEN(n) "}) {
    SourceNest nest = nestOf(std::string("#define WHEN(x) if (x)\n#define SET(x) x = 1;\n"
                                         "void f(int n, int *a) { ") +
                             before + "\nfor (int i = 0; i < n; i++) a[i] = 0; }");
    EXPECT_FALSE(nest.root->loop.notEditable) << before;
  }
}

TEST(Pragma, IsKeptVerbatimAndTheTreeIsRead) {
  for (const char *flag : {"-fopenmp", "-O2"}) {
    SourceNest nest = nestOf("void f(int n, int *a) {\n  #pragma omp parallel for \n"
                             "for (int i = 0; i < n; i++) a[i] = 0; }",
                             {flag});
    EXPECT_EQ(nest.root->loop.pragma, "#pragma omp parallel for");
    EXPECT_EQ(nest.root->kind, Stmt::Kind::For);
  }
}

TEST(Pragma, OperatorsOneBeforeTheOther) {
  SourceNest nest = nestOf(
      "#define FREE(n) _Pragma(\"GCC ivdep\")\n#define OUT _Pragma(\"GCC unroll 4\")\n"
      "void f(int n, int *a) {\n  FREE(n * 2)\n  OUT for (int i = 0; i < n; i++) a[i] = 0; }");
  EXPECT_EQ(nest.root->loop.pragma, "_Pragma(\"GCC ivdep\")\n_Pragma(\"GCC unroll 4\")");
  nest = nestOf("#define FREE _Pragma(\"GCC ivdep\") _Pragma(\"GCC unroll 4\")\n"
                "void f(int n, int *a) { n = 1; FREE for (int i = 0; i < n; i++) a[i] = 0; }");
  EXPECT_EQ(nest.root->loop.pragma, "_Pragma(\"GCC ivdep\")\n_Pragma(\"GCC unroll 4\")");
}

TEST(Pragma, OfAMacroHasItsWords) {
  SourceNest nest = nestOf("#define DO(words) _Pragma(#words)\n"
                           "#define ALL(k, n) DO(omp parallel for private(k) if(n > 1))\n"
                           "void f(int n, int *a) { int i;\n"
                           "ALL(i, n)\nfor (i = 0; i < n; i++) a[i] = 0; }");
  ASSERT_FALSE(nest.root->loop.notEditable);
  EXPECT_EQ(nest.root->loop.pragma, "_Pragma(\"omp parallel for private(i) if(n > 1)\")");
  EXPECT_EQ(nest.root->loop.pins, Words{"!defined(_OPENMP)"});
}

TEST(Pragma, OnSomethingElseIsNoMatter) {
  for (const char *before :
       {"#pragma omp parallel for\n  n = 1;\n", "#pragma GCC diagnostic push\n", "#pragma scop\n",
        "/* #pragma omp parallel for */\n",
        "#pragma omp parallel for\n for (int k = 0; k < n; k++) n = 1;\n"}) {
    SourceUnit unit = read(std::string("void f(int n, int *a) {\n") + before +
                           "for (int i = 0; i < n; i++) a[i] = 0; }");
    EXPECT_FALSE(unit.nests.back().root->loop.notEditable) << before;
  }
}

TEST(Pragma, CollapseReachesTheInnerLoop) {
  auto inner = [](const std::string &pragma) {
    SourceNest nest =
        nestOf("void f(int n, int *a) {\n#pragma omp " + pragma +
               "\nfor (int i = 0; i < n; i++)\nfor (int j = 0; j < n; j++) a[i] = 0; }");
    return nest.root->children[0]->loop;
  };
  EXPECT_EQ(inner("parallel for collapse(2)").pins, Words{"!defined(_OPENMP)"});
  // Threads would run it, and it was read as what one runs.
  EXPECT_EQ(inner("parallel for schedule(static)").pins, Words{"!defined(_OPENMP)"});
  // -fopenmp-simd compiles it without defining _OPENMP.
  EXPECT_TRUE(inner("simd collapse(2)").notEditable);
}

TEST(LiveOut, OfAnOutermostLoop) {
  SourceNest nest = nestOf(R"(int taken(int *); int g;
    double f(int n, double *a) { int i, j, k = 0, t, esc; double s = 0, last;
      taken(&esc);
      for (i = 0; i < n; i++) { t = i; last = a[i]; for (j = 0; j < n; j++) s += a[j] * t;
        k = i; esc = g; }
      j = 0; i = 0;
      return s + last + i + j; })");
  EXPECT_EQ(liveOut(nest, *nest.root), (std::set<std::string>{"s", "last", "esc", "g"}));
}

TEST(LiveOut, OfAnInnerLoop) {
  SourceNest nest = nestOf(R"(void f(int n, double *a, double *b) { int i, j; double s;
      for (i = 0; i < n; i++) { s = 0; for (j = 0; j < n; j++) s += a[j]; b[i] = s; } })");
  EXPECT_TRUE(liveOut(nest, *nest.root).empty());
  std::set<std::string> inner = liveOut(nest, *nest.root->children[0]->children[1]);
  EXPECT_TRUE(inner.contains("s") && inner.contains("i") && inner.contains("n"));
  EXPECT_FALSE(inner.contains("j"));
}

/// A member is read where its record is.
TEST(LiveOut, OfMembers) {
  auto isLive = [](const std::string &behind, const std::string &before = "") {
    SourceNest nest = nestOf("struct c { float re, im; } g; void take(struct c *);\n"
                             "float f(int n, float *a) { struct c t; " +
                             before +
                             "\n"
                             "for (int i = 0; i < n; i++) { t.re = a[i]; t.im = a[i + n];\n"
                             "a[i] = t.re*t.im; } " +
                             behind + " }");
    return liveOut(nest, *nest.root).contains("t.re");
  };
  EXPECT_FALSE(isLive("return n;"));
  EXPECT_TRUE(isLive("return t.re;"));
  EXPECT_TRUE(isLive("return t.im;")); // it may be a union
  EXPECT_TRUE(isLive("g = t; return n;"));
  EXPECT_TRUE(isLive("take(&t); return n;"));
  EXPECT_TRUE(isLive("return *p;", "float *p = &t.im;"));
  EXPECT_TRUE(isLive("return p->im;", "struct c *p = &t;"));
}

TEST(LiveOut, SeesTheWayAroundAndJumps) {
  SourceUnit unit = read(R"(
    int f(int n, double *a) { int i, k = 0;
      for (i = 0; i < n; i++) { if (a[i] > 0) break; k++; }
      if (n > 3) return i;
      return 0; }
    int g(int n, double *a) { int i, k; k = 0;
     again:
      for (i = 0; i < n; i++) k += a[i] > 0;
      if (n--) goto again;
      return k && n; })");
  ASSERT_EQ(unit.nests.size(), 2u);
  EXPECT_EQ(liveOut(unit.nests[0], *unit.nests[0].root), (std::set<std::string>{"i", "n"}));
  EXPECT_EQ(liveOut(unit.nests[1], *unit.nests[1].root), (std::set<std::string>{"k", "n", "a"}));
}

TEST(LiveOut, IsEverythingWhenTheExitIsNotKnown) {
  SourceNest nest = nestOf("void f(int n, double *a) { for (;;) { n = a[n]; if (n) return; } }");
  EXPECT_EQ(liveOut(nest, *nest.root), (std::set<std::string>{"n", "a"}));
}

} // namespace
