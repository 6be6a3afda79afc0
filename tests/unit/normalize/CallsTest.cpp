// What calls of small functions become, and which stay: behind the passes `calls`, `known-tests`
// and `unused-values`.
#include "analysis/normalize/CalleeReason.h"
#include "analysis/normalize/normalize.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/support/ReadText.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

/// The last nest of the text.
SourceNest lastNest(const std::string &text, std::vector<std::string> flags = {}) {
  SourceUnit unit = read(text, std::move(flags));
  return unit.nests.empty() ? SourceNest{}
                            : behindPass(unit.nests.back(), DataConditions::Open, "unused-values");
}

SourceNest openedNest(const std::string &text) {
  return behindPass(nestOf(text), DataConditions::Open, "unused-values");
}

std::string shownBody(const std::string &before, const std::string &parameters,
                      const std::string &body, std::vector<std::string> flags = {}) {
  SourceNest nest =
      lastNest(before + "void f(" + parameters + ") { for (int i = 0; i < 9; i++) " + body + " }",
               std::move(flags));
  return nest.root ? show(nest, *nest.root->children.at(0)) : "";
}

/// Why the call f(x), on the last of the lines, stops the nest.
std::string reasonFor(const std::string &functions) {
  SourceUnit unit = read(functions + "void g(int n, double *x) { for (int i = 0; i < n; i++)"
                                     " f(x + i); }");
  const SourceNest &nest = unit.nests.back();
  Rejection why{RejectionKind::Call, {}, "f"};
  forEachExprIn(nest.root, [&](const ExprRef &expr) {
    if (expr->kind == Expr::Kind::Call)
      why.where = expr->range;
  });
  return withCalleeReason(why, nest).detail;
}

TEST(CalleeReason, OfTheFunctionItselfBeforeThoseItCalls) {
  EXPECT_EQ(reasonFor("void other(double *);\n"
                      "static void h(double *x) { x[0] = 0; other(x); }\n"
                      "static void f(double *x) { h(x); }\n"),
            "f: it calls h: it calls other (line 2)");
  EXPECT_EQ(reasonFor("void other(double *);\n"
                      "static void h(double *x) { other(x); }\n"
                      "static void f(double *x) { h(x); while (*x) --*x; }\n"),
            "f: it has a loop that is not a for loop (line 3)");
  EXPECT_EQ(reasonFor("static void h(double *x) { x[0] = 0; }\n"
                      "static void f(double *x) { h(x); }\n"),
            "f");
}

TEST(SeenThrough, IndexFunction) {
  EXPECT_EQ(shownBody("static int at(int i, int j, int n) { return i * n + j; }",
                      "double *a, int n", "a[at(i, 2, n)] = 0;"),
            "a[((i * n) + 2)] = {double}0;");
}

TEST(SeenThrough, ConversionsOfTheCallAreShown) {
  EXPECT_EQ(shownBody("static long at(short i, int n) { return i * n; }", "double *a, int n",
                      "a[at(i, n)] = 0;"),
            "a[(long)({int}(short)i * n)] = {double}0;");
}

TEST(SeenThrough, AStatementInsideTheTestOfALoopIsNoStep) {
  std::string before = "_Noreturn void fail(void); struct list { int size; };"
                       "static int size(const struct list *l) {"
                       " if (l) ; else fail(); return l->size; }";
  SourceNest nest = lastNest(before + "void f(const struct list *l, float *a) {"
                                      " int i = 0; while (i < size(l)) { a[i] = 0; i++; } }");
  ASSERT_TRUE(nest.root);
  const ExprRef &bound = nest.root->condition->operands.at(1);
  ASSERT_EQ(bound->kind, Expr::Kind::Block);
  EXPECT_EQ(bound->statements.size(), 1u);
}

TEST(SeenThrough, ABranchWithAStepOfItsVariable) {
  EXPECT_EQ(shownBody("static int next(int i, int n) { i++; if (i == n) i = 0; return i; }",
                      "int *a, int n", "a[i] = next(i, n);"),
            "a[i] = (((i + 1) == n) ? 0 : (i + 1));");
}

const std::string kSplit = "void use(int *); static void split(unsigned x, int *high, int *low) {"
                           " if (high) *high = x >> 4; if (low != 0) *low = x & 15; }";
const std::string kParts = "int h, int l, const unsigned *s, int *a";

TEST(SeenThrough, ValuesGivenThroughPointers) {
  EXPECT_EQ(shownBody(kSplit, kParts, "{ split(s[i], &h, &l); a[i] = h + l; }"),
            "{ { unsigned int x = s[i]; h = {int}(x >> 4); l = {int}(x & {unsigned int}15); } a[i] "
            "= (h + l); }");
  EXPECT_EQ(shownBody(kSplit, kParts, "{ split(s[i], 0, &l); a[i] = l; }"),
            "{ { unsigned int x = s[i]; l = {int}(x & {unsigned int}15); } a[i] = l; }");
  EXPECT_EQ(shownBody(kSplit, kParts, "split(s[i], &l, &l);"),
            "{ unsigned int x = s[i]; l = {int}(x >> 4); l = {int}(x & {unsigned int}15); }");
  EXPECT_EQ(shownBody("static int inc(const int *n) { return n ? *n + 1 : 0; }", kParts,
                      "a[i] = inc(&h);"),
            "a[i] = (1 ? (h + 1) : 0);");
}

TEST(SeenThrough, WhatNobodyAsksFor) {
  std::string before = "int fail(int); static int put(int x, int *low, int *high) {"
                       " if (!low || high == 0) return fail(3);"
                       " if (x < 0) return x; *low = x & 15; return *low == 0; }";
  EXPECT_EQ(shownBody(before, kParts, "put(h, &l, &h);"),
            "{ if ((h < 0)) {  } else { l = (h & 15); } }");
  EXPECT_EQ(shownBody(before, kParts, "put(h, 0, &h);"), "{ fail(3)!; }");
}

TEST(SeenThrough, PlacesInAnObjectAreDemandedToBeNone) {
  std::string put = "static void put(float x, float *a) { if (!a) return; *a = x; }"
                    "static void add(float x, float *a) { if (a != 0 && x > 0) *a += x; }";
  EXPECT_EQ(shownBody(put, "float *a, int n, float x", "put(x, a + i * n);"),
            "{ if (!!(a + (i * n))) {  } else a call with a null pointer; (a + (i * n))[0] = x; }");
  EXPECT_EQ(shownBody(put, "float *a, int n, float x", "put(x, &a[i * n]);"),
            "{ if (!!&a[(i * n)]) {  } else a call with a null pointer; &a[(i * n)][0] = x; }");
  EXPECT_EQ(shownBody(put, "float *a, int n, float x", "put(x, a);"),
            "{ if (!a) {  } else { a[0] = x; } }")
      << "a name may well be null";
}

std::set<std::string> takenIn(const SourceNest &nest) {
  std::set<std::string> names;
  for (const Symbol &symbol : *nest.symbols)
    if (symbol.addressTaken)
      names.insert(symbol.spelling);
  return names;
}

TEST(SeenThrough, AnAddressIsTakenWhereTheTreeShowsOne) {
  auto taken = [](const std::string &body) {
    SourceNest nest =
        lastNest(kSplit + "void f(" + kParts + ") { for (int i = 0; i < 9; i++) {" + body + "} }");
    return takenIn(nest);
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(taken("split(s[i], &h, &l); a[i] = h + l;"), Names{});
  EXPECT_EQ(taken("split(s[i], &h, &l); use(&h);"), Names{"h"});
  EXPECT_EQ(taken("split(s[i], &h, (int *)(void *)&l);"), Names{"l"});
  EXPECT_EQ(taken("split(h, &h, &l);"), (Names{"h", "l"})) << "x is read before h changes";
  EXPECT_EQ(taken("split(s[i], &h, &l); { int *p = &l; *p += 1; }"), Names{"l"});
}

TEST(SeenThrough, AnArrayIsLentToWhatIsRead) {
  auto taken = [](const std::string &body) {
    SourceNest nest = lastNest("void use(float *); void useRow(float (*)[4]); float *kept;"
                               "static void put(float (*t)[4], int k, float x) { t[k][1] = x; }"
                               "static void set(float *t, int k, float x) { t[k] = x; }"
                               "void f(float *a) { for (int i = 0; i < 9; i++) { float m[3][4], "
                               "v[4]; m[0][0] = v[0] = 1;" +
                               body + "} }");
    return takenIn(nest);
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(taken("put(m, i % 3, a[i]); a[i] = m[0][1] + v[0];"), Names{});
  EXPECT_EQ(taken("set(v, i % 4, a[i]); a[i] = m[0][1] + v[0];"), Names{});
  EXPECT_EQ(taken("put(m, i % 3, a[i]); useRow(m);"), Names{"m"});
  EXPECT_EQ(taken("set(v, i % 4, a[i]); use(v);"), Names{"v"});
  EXPECT_EQ(taken("set(v, 1, a[i]); use(m[1]);"), Names{"m"});
  EXPECT_EQ(taken("set(v, 1, a[i]); kept = v; a[i] = v[1];"), Names{"v"});
  EXPECT_EQ(taken("set(v, 1, a[i]); kept = &v[1]; put(m, 1, a[i]); kept = *m;"), (Names{"m", "v"}));
}

TEST(SeenThrough, ARecordIsLentWithItsMembers) {
  auto taken = [](const std::string &body) {
    SourceNest nest = lastNest("typedef struct { float re, im, all[2]; } pair;"
                               "void use(float *); void useAll(pair *); float *kept;"
                               "static void add(pair *s, float x) { s->re += x; s->im -= x; }"
                               "void f(float *a) { pair s = {0, 0};"
                               " for (int i = 0; i < 9; i++) { a[i] = s.re + s.im;" +
                               body + "} }");
    return takenIn(nest);
  };
  using Names = std::set<std::string>;
  const Names all{"s", "s.im", "s.re"};
  EXPECT_EQ(taken("add(&s, a[i]);"), Names{});
  for (const char *kept : {"use(&s.re);", "useAll(&s);", "kept = &s.im;",
                           "{ pair *p = &s; use(a); p->re = 1; }", "s.all[1] = 2; use(s.all);"}) {
    const Names names = taken("add(&s, a[i]);" + std::string(kept));
    EXPECT_TRUE(std::includes(names.begin(), names.end(), all.begin(), all.end())) << kept;
  }
}

TEST(SeenThrough, AComplexNumberIsLent) {
  auto taken = [](const std::string &body) {
    SourceNest nest = lastNest("void use(_Complex float *); _Complex float *kept;"
                               "static void scale(_Complex float *z, float x) { *z *= x; }"
                               "void f(_Complex float *a) { _Complex float z = 1;"
                               " for (int i = 0; i < 9; i++) { a[i] = z;" +
                               body + "} }");
    return takenIn(nest);
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(taken("scale(&z, 3);"), Names{});
  EXPECT_EQ(taken("scale(&z, 3); use(&z);"), Names{"z"});
  EXPECT_EQ(taken("scale(&z, 3); kept = &z;"), Names{"z"});
}

TEST(SeenThrough, AccessorOfAStruct) {
  std::string before = "typedef struct { int w, h; float *d; } image;"
                       "static inline float get(image m, int x, int y) { const int k = y * m.w;"
                       " return m.d[k + x]; }"
                       "static void set(image m, int x, int y, float v) { m.d[y * m.w + x] = v; }";
  EXPECT_EQ(shownBody(before, "image m, float *a", "a[i] = get(m, i, 3);"),
            "a[i] = m.d[((3 * m.w) + i)];");
  EXPECT_EQ(shownBody(before, "image m, float x", "set(m, i, 3, x);"),
            "{ m.d[((3 * m.w) + i)] = x; }");
  EXPECT_EQ(shownBody(before, "image m, float *a", "set(m, i, 3, a[i]);"),
            "{ float v = a[i]; m.d[((3 * m.w) + i)] = v; }")
      << "an argument is read once, before the stores";
}

TEST(SeenThrough, VariablesAreReadWhereTheyAreSet) {
  EXPECT_EQ(shownBody("static void swap(float *a, int i, int j) { float t = a[i]; a[i] = a[j];"
                      " a[j] = t; }",
                      "float *a, int n", "swap(a, i, i + n);"),
            "{ float t = a[i]; a[i] = a[(i + n)]; a[(i + n)] = t; }");
  EXPECT_EQ(shownBody("static void put(float *a, int i) { int k = i; i = 5; a[k + i] = 0; }",
                      "float *a", "put(a, i);"),
            "{ int i_2 = i; int k = i_2; i_2 = 5; a[(k + i_2)] = {float}0; }");
}

TEST(SeenThrough, LoopsOfFunctions) {
  std::string axpy = "static void axpy(int n, float a, const float *x, float *y) {"
                     " int i; for (i = 0; i < n; i++) y[i] += a * x[i]; }";
  EXPECT_EQ(shownBody(axpy, "int n, float *x, float *y", "axpy(n, x[i], x + i * n, &y[i]);"),
            "{ float a = x[i]; int i_2; for (i_2 = 0; (i_2 < n); i_2 += 1;) "
            "{ &y[i][i_2] += (a * (x + (i * n))[i_2]); } }");
  // Two calls: each has variables of its own.
  std::string twice =
      shownBody(axpy, "int n, float *x, float *y", "{ axpy(n, x[i], x, y); axpy(n, x[i], y, x); }");
  EXPECT_NE(twice.find("i_3"), std::string::npos) << twice;
  for (const char *loop :
       {"for (i = 0; i < n; i++) if (x[i] > a) return;",
        "int *p = &i; for (i = 0; i < n; i++) y[i] = *p;", "while (n--) y[n] = a;",
        "static int s; for (i = 0; i < n; i++) y[i] = s++;"})
    EXPECT_EQ(shownBody(std::string("static void g(int n, float a, const float *x, float *y) {"
                                    " int i; ") +
                            loop + " }",
                        "int n, float *x, float *y", "g(n, 2, x, y);"),
              "g(n, {float}2, x, y)!;")
        << loop;
}

TEST(SeenThrough, LoopsOfFunctionsAreNoNestsOfTheCaller) {
  SourceNest nest = lastNest("static void clear(int n, float *y) {"
                             " for (int i = 0; i < n; i++) y[i] = 0; }"
                             "void f(int n, float *y) { while (n--) clear(n, y); }");
  EXPECT_TRUE(innerNests(nest).empty());
}

TEST(SeenThrough, NestedCalls) {
  std::string before = "static int row(int i, int n) { return i * n; }"
                       "static double at(double *a, int i, int n) { return a[row(i, n) + 1]; }";
  EXPECT_EQ(shownBody(before, "double *a, double *b, int n", "b[i] = at(a, row(i, 2), n);"),
            "b[i] = a[(((i * 2) * n) + 1)];");
}

TEST(SeenThrough, NodesStandAtTheCall) {
  SourceNest nest = openedNest("static int at(int i, int n) {\n return i * n; }\n"
                               "void f(double *a, int n) {\n"
                               "for (int i = 0; i < n; i++)\n a[at(i, n)] = 0; }");
  EXPECT_EQ(nest.root->children[0]->target->operands[1]->range.line, 5u);
}

TEST(SeenThrough, NotWhenTheMeaningCouldDiffer) {
  for (const char *before :
       {"static int g(int i) { static int n; return i * n; }",
        "static int g(int i) { return g(i); }", "__attribute__((weak)) int g(int i) { return i; }",
        "static int g(int i) { int *p = &i; return *p; }", "int g(int i);",
        "static int g(volatile int i) { return i; }"})
    EXPECT_EQ(shownBody(before, "int *a", "a[i] = g(i);"), "a[i] = g(i)!;") << before;
  std::string global = "int g(int i) { return i; }", body = "a[i] = g(i);";
  for (const std::vector<std::string> &flags :
       {std::vector<std::string>{"-fPIC", "-fsemantic-interposition"},
        {"-fPIC"},
        {"-Ofast", "-O2", "-fpic"}})
    EXPECT_EQ(shownBody(global, "int *a", body, flags),
              "a[i] = <call: 'g' may be replaced at load time: make it static, build with "
              "-fno-semantic-interposition, or pass --no-interposition>;");
  EXPECT_EQ(shownBody("static " + global, "int *a", body, {"-fPIC", "-fsemantic-interposition"}),
            "a[i] = i;");
  for (const std::vector<std::string> &flags : {std::vector<std::string>{"-fPIE"},
                                                {"-fPIC", "-fno-semantic-interposition"},
                                                {"-fPIC", "-Ofast"},
                                                {"-fPIC", "-fvisibility=hidden"}})
    EXPECT_EQ(shownBody(global, "int *a", body, flags), "a[i] = i;") << flags.back();
  EXPECT_EQ(
      shownBody("__attribute__((visibility(\"hidden\"))) " + global, "int *a", body, {"-fPIC"}),
      "a[i] = i;");
}

TEST(SeenThrough, VariablesOfTheUnitThatTheCallerDoesNotHide) {
  std::string before = "int n; static int g(int i) { return i * n; }"
                       "static void put(int *a, int i) { n += 1; a[i] = n; }";
  EXPECT_EQ(shownBody(before, "int *a", "a[i] = g(i);"), "a[i] = (i * n);");
  EXPECT_EQ(shownBody(before, "int *a", "put(a, i);"), "{ n += 1; a[i] = n; }");
  EXPECT_EQ(shownBody(before, "int *a, int n", "a[i] = g(i);"), "a[i] = g(i)!;");
  EXPECT_EQ(shownBody(before, "int *a", "{ int n = 3; a[i] = g(i) + n; }"),
            "{ int n = 3; a[i] = (g(i)! + n); }");
  SourceNest nest =
      openedNest(before + "void f(int *a) { for (int i = 0; i < 9; i++) put(a, i); }");
  for (const Symbol &symbol : *nest.symbols)
    EXPECT_EQ(symbol.kind == Symbol::Kind::Global, symbol.spelling == "n") << symbol.spelling;
}

TEST(SeenThrough, BranchesThatComplainAreDemandedNever) {
  std::string before = "int fail(int);"
                       "static void put(float *a, int i, int n) {"
                       " if (i >= n) { fail(i); return; } a[i] = 0; }"
                       "static float get(const float *a, int i, int n) {"
                       " if (i < n) { int k = i; return a[k]; } return fail(i); }"
                       "static float first(const float *a) { if (!a) return fail(0); return *a; }";
  EXPECT_EQ(shownBody(before, "float *a, int n", "put(a, i, n);"),
            "{ if (!(i >= n)) {  } else a call of fail; a[i] = {float}0; }");
  EXPECT_EQ(shownBody(before, "float *a, const float *b, int n", "a[i] = first(b);"),
            "a[i] = ({ if (!!b) {  } else a call of fail; b[0]; });");
  EXPECT_EQ(shownBody(before, "float *a, const float *b, int n", "a[i] = get(b, i, n);"),
            "a[i] = ((i < n) ? b[i] : (float)fail(i)!);");
}

TEST(SeenThrough, BranchesAndAssignedParameters) {
  EXPECT_EQ(shownBody("static float at(float *a, int n, int i, int pad) { i -= pad;"
                      " if (i < 0 || i >= n) return 0; return a[i]; }",
                      "float *a, float *b, int n", "b[i] = at(a, n, i, 2);"),
            "b[i] = ((((i - 2) < 0) || ((i - 2) >= n)) ? (float)0 : a[(i - 2)]);");
  EXPECT_EQ(shownBody("static void set(float *a, int n, int i, float v) {"
                      " if (i < 0 || i >= n) return; a[i] = v; }",
                      "float *a, int n, float x", "set(a, n, i + 1, x);"),
            "{ if ((((i + 1) < 0) || ((i + 1) >= n))) {  } else { a[(i + 1)] = x; } }");
}

TEST(SeenThrough, FunctionsOfTheirArgumentsAlone) {
  for (const char *before :
       {"static int g(int i) { return ++i; }",
        "__attribute__((noinline)) static int g(int i) { return i; }",
        "static int g(int i) { int r = i; if (i < 0) r = -i; if (r > 9) r = 9; r *= r; r += i;"
        " return r; }",
        // Each step has the one before twice: 2^8 times the argument.
        "static int g(int i) { int r = i; r += 3*r; r += 3*r; r += 3*r; r += 3*r; r += 3*r;"
        " r += 3*r; r += 3*r; r += 3*r; return r; }"})
    EXPECT_EQ(shownBody(before, "int *a", "a[i] = g(i);"), "a[i] = g(i);") << before;
  for (const char *before :
       {"static int g(int i) { static int n; return n + i; }",
        "static int g(int i) { again: if (i) { i--; goto again; } return i; }",
        "int puts(const char *); static int g(int i) { i++; puts(\"\"); return i; }"})
    EXPECT_EQ(shownBody(before, "int *a", "a[i] = g(i);"), "a[i] = g(i)!;") << before;
}

TEST(SeenThrough, NoEffectOfAnArgumentIsLost) {
  std::string before = "int use(int); __attribute__((const)) int level(int); static int count;"
                       "static int first(int a, int b) { return a; }"
                       "static int last(int a, int b) { b = 1; return a + b; }"
                       "static int counted(int a) { int t = count++; return a; }"
                       "static int both(int a, int b) { return a + b; }";
  EXPECT_EQ(shownBody(before, "int *a, int k", "a[i] = first(i, use(i));"),
            "a[i] = first(i, use(i)!);");
  EXPECT_EQ(shownBody(before, "int *a, int k", "a[i] = last(i, use(i));"),
            "a[i] = last(i, use(i)!);");
  EXPECT_EQ(shownBody(before, "int *a, int k", "a[i] = counted(i);"), "a[i] = counted(i)!;");
  EXPECT_EQ(shownBody(before, "int *a, int k", "a[i] = ({ int t = use(i); i; });"),
            "a[i] = ({ int t = use(i)!; i; });");
  EXPECT_EQ(shownBody(before, "int *a, int k", "a[i] = both(i, use(i));"), "a[i] = (i + use(i)!);");
  EXPECT_EQ(shownBody(before, "int *a, int k", "a[i] = first(i, level(i));"), "a[i] = i;");
}

TEST(SeenThrough, AssertionsStandBeforeTheValue) {
  std::string before = "_Noreturn void fail(void);"
                       "static float at(const float *a, int n, int i) {"
                       " if (i < n) ; else fail(); return a[i]; }";
  SourceNest nest = openedNest(before + "void f(float *a, float *b, int n) {"
                                        " for (int i = 0; i < 9; i++) b[i] = at(a, n, i); }");
  const Stmt &body = *nest.root->children.at(0);
  ASSERT_EQ(body.kind, Stmt::Kind::Assign);
  ASSERT_EQ(body.value->kind, Expr::Kind::Block);
  ASSERT_EQ(body.value->statements.size(), 1u);
  const Stmt &demand = *body.value->statements[0];
  EXPECT_EQ(demand.kind, Stmt::Kind::If);
  ASSERT_EQ(demand.children.size(), 2u);
  EXPECT_EQ(show(nest, *demand.children[1]), "{ fail()!; a call of fail; }");
}

TEST(SeenThrough, AssertionsOfArgumentsStandBeforeTheCall) {
  std::string before = "_Noreturn void fail(void);"
                       "static float at(const float *a, int n, int i) {"
                       " if (i < n) ; else fail(); return a[i]; }"
                       "static void put(float *a, int i, float v) { a[i] = v; }";
  EXPECT_EQ(shownBody(before, "float *a, float *b, int n", "put(b, i, at(a, n, i));"),
            "{ if ((i < n)) ; else { fail()!; a call of fail; } float v = a[i]; b[i] = v; }");
}

TEST(SeenThrough, ALocalVariableIsAnotherObjectInEachCall) {
  const std::string keep =
      "static void keep(double *x) { double q; q = x[0]; q += 1; x[1] = q; } double X[36], Y[36];";
  SourceNest nest = openedNest(
      keep + "void f(void) { for (int i = 0; i < 9; i++) { keep(X + 4*i); keep(Y + 4*i); } }");
  EXPECT_FALSE(nest.functionRejection) << nest.functionRejection->detail;
  auto isOfCall = [](const Symbol &symbol) { return symbol.name.starts_with("q"); };
  EXPECT_EQ(std::count_if(nest.symbols->begin(), nest.symbols->end(), isOfCall), 2);
}

TEST(SeenThrough, AVariableOfTheNestKeepsItsNameWhicheverIsMetFirst) {
  EXPECT_EQ(shownBody("static void fill(float *x, int k) { float c; c = k; x[k] = c; }",
                      "float *a, float *c, int n", "{ fill(a, i); c[i] = a[i]; }"),
            "{ { float c_2; c_2 = {float}i; a[i] = c_2; } c[i] = a[i]; }");
}

TEST(SeenThrough, AnArrayOfTheCallerIsNoOtherObjectInTheCallee) {
  EXPECT_EQ(shownBody("static void put(float *out, float x) { out[0] = x; *out += 1; }", "float *a",
                      "{ float t[4]; put(t, 2.0f); a[i] = t[0]; }"),
            "{ float[4] t; { t[0] = 2.0f; t[0] += {float}1; } a[i] = t[0]; }");
}

TEST(SeenThrough, NoRecordThatAFunctionChangesIsItsArgument) {
  const std::string before = "struct size { int w, h; }; static void put(float *a, struct size s, "
                             "int i) { s.w += i; a[s.w] = 0; }";
  EXPECT_EQ(shownBody(before, "float *a, struct size s", "put(a, s, i);"), "put(a, s, i)!;");
}

TEST(SeenThrough, MembersOfWhatTheCallGives) {
  const std::string before = "struct row { int n; float *d, w[3]; }; static float get(const struct "
                             "row *r, int i) { return r->d[r->n*i] + r->w[1]; }"
                             "static float of(struct row r, int i) { return r.d[r.n*i] + r.w[2]; }";
  EXPECT_EQ(shownBody(before, "float *a, struct row *r", "a[i] = get(r, i);"),
            "a[i] = (r->d[(r->n * i)] + r->w[1]);");
  EXPECT_EQ(shownBody(before, "float *a, struct row *r", "a[i] = get(r + i, 1);"),
            "a[i] = ((r + i)[0].d[((r + i)[0].n * 1)] + (r + i)[0].w[1]);");
  EXPECT_EQ(shownBody(before, "float *a, struct row *r", "a[i] = of(r[i], 1);"),
            "a[i] = (r[i].d[(r[i].n * 1)] + r[i].w[2]);");
  EXPECT_EQ(shownBody(before, "float *a", "{ struct row r; a[i] = get(&r, i); }"),
            "{ struct row r; a[i] = (r.d[(r.n * i)] + r.w[1]); }");
}

} // namespace
