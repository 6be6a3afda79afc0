#include "tests/support/ReadText.h"

using namespace acc;
using namespace acc::test;

namespace {

struct StatementCase {
  const char *parameters, *body, *expected;
};

class Statement : public testing::TestWithParam<StatementCase> {};

TEST_P(Statement, IsRead) {
  const StatementCase &test = GetParam();
  EXPECT_EQ(bodyOf(test.parameters, test.body), std::string("{ ") + test.expected + " }");
}

INSTANTIATE_TEST_SUITE_P(
    SideEffects, Statement,
    testing::Values(
        StatementCase{"double *p, double *q", "*p++ = *q++;", "p++[0] = q++[0];"},
        StatementCase{"double *a, int k", "a[--k] = k;", "a[--k] = {double}k;"},
        StatementCase{"double *a, int k", "a[i] = k ? k++ : 0;", "a[i] = {double}(k ? k++ : 0);"},
        StatementCase{"double *a, int *b", "a[i] = b[i] = 2.5;",
                      "a[i] = {double}(b[i] = {int}2.5);"},
        StatementCase{"double *a, int k", "a[i] = (k += 2) - 1;", "a[i] = {double}((k += 2) - 1);"},
        StatementCase{"double x, double y, double *a", "x = y = a[i];", "x = (y = a[i]);"},
        StatementCase{"double *a, int k", "k = 1, a[k] = 2;", "k = 1; a[k] = {double}2;"},
        StatementCase{"double *a, int k", "a[k = 1, i + k] = 2;",
                      "a[((k = 1), (i + k))] = {double}2;"},
        StatementCase{"int k", "--k;", "k -= 1;"},
        StatementCase{"double *a", "a[i]++;", "a[i] += {double}1;"},
        StatementCase{"int n", "while (n--) ;", "while (n--) ;"},
        StatementCase{"double *a, double t", "if ((t = a[i]) > 0) a[i] = 1;",
                      "if (((t = a[i]) > {double}0)) a[i] = {double}1;"}));

INSTANTIATE_TEST_SUITE_P(
    Forms, Statement,
    testing::Values(
        StatementCase{"int n", "int a = 1, b = a;", "int a = 1; int b = a;"},
        StatementCase{"int n", "S1: n = 1; S2: S3: { n = 2; } S4: ;", "n = 1; { n = 2; } ;"},
        StatementCase{"int n", "if (n) ; else n = 1;", "if (n) ; else n = 1;"},
        StatementCase{"int n", "while (n) n--;", "while (n) n -= 1;"},
        StatementCase{"int n", "do n--; while (n);", "do (n) n -= 1;"},
        StatementCase{"int n", "do { n = 0; } while (0);", "once { n = 0; }"},
        StatementCase{"int n", "do { if (n) break; n = 0; } while (0);",
                      "once { if (n) break; n = 0; }"},
        StatementCase{"int n", "do { for (;;) { if (n) break; n = 0; } } while (0);",
                      "once { for (; ; ) { if (n) break; n = 0; } }"},
        StatementCase{"int n", "if (n) continue; n = 1;", "if (n) continue; n = 1;"},
        StatementCase{"int n", "n++; if (n) goto out; n = 1; out: n = 2;",
                      "n += 1; once out: { if (n) goto out; n = 1; } n = 2;"},
        StatementCase{"int n", "if (n) goto a; if (i) goto b; n = 1; a: n = 2; b:;",
                      "once b: { once a: { if (n) goto a; if (i) goto b; n = 1; } n = 2; } ;"},
        StatementCase{
            "int n", "switch (n) { case 1: goto out; case 2: n = 3; } n = 1; out:;",
            "once out: { switch (n) { case 1: { goto out; } case 2: { n = 3; } } n = 1; } ;"},
        StatementCase{"int n", "for (int j = 0, k = 1; j < n; j++, k += 2) n = k;",
                      "for ({ int j = 0; int k = 1; } (j < n); { j += 1; k += 2; }) n = k;"},
        StatementCase{"double *a, double *b", "a[i] = a[i] < b[i] ? a[i] : b[i];",
                      "a[i] = ((a[i] < b[i]) ? a[i] : b[i]);"},
        StatementCase{"double *a", "__builtin_prefetch(a + i); a[i] = 0;",
                      "__builtin_prefetch({const void *}(a + i)); a[i] = {double}0;"},
        StatementCase{"double _Complex *z, double _Complex *w", "z[i] *= z[0] + w[i];",
                      "z[i] *= (z[0] + w[i]);"},
        StatementCase{"double *a, int n", "(void)n; (void)0; a[i] = 0;", "n; 0; a[i] = {double}0;"},
        StatementCase{"double *a, int n", "n ? (void)(a[i] = 0) : (void)0;",
                      "if (n) { a[i] = {double}0; } else { 0; }"},
        StatementCase{"double *a", "if (!a) __builtin_abort();",
                      "if (!a) { __builtin_abort()!; a call of __builtin_abort; }"},
        StatementCase{"double *a", "int k = {3}; a[k] = 0;", "int k = 3; a[k] = {double}0;"},
        StatementCase{"double *a, int n, int m",
                      "a[({ int _x = n; int _y = m; _x < _y ? _x : _y; })] = 0;",
                      "a[({ int _x = n; int _y = m; ((_x < _y) ? _x : _y); })] = {double}0;"},
        StatementCase{"double *a, double n", "a[i] = ({ int _x = n; _x; });",
                      "a[i] = {double}({ int _x = {int}n; _x; });"},
        StatementCase{"double *a", "a[_Generic(i, int: i, default: 0)] = 0;", "a[i] = {double}0;"},
        StatementCase{"double *a", "if (__builtin_expect(i > 2, 1)) a[i] = 0;",
                      "if (__builtin_expect({long}(i > 2), {long}1)) a[i] = {double}0;"}));

INSTANTIATE_TEST_SUITE_P(
    Constants, Statement,
    testing::Values(
        StatementCase{"int *a", "enum { kTwo = 2, kLess = -3 }; a[kTwo] = kLess;", "a[2] = -3;"},
        StatementCase{"long *a", "a[0x10] = sizeof(double) * 010;",
                      "a[0x10] = {long}(8UL * {unsigned long}010);"},
        StatementCase{"int *a", "a[2UL] = 'x';", "a[2UL] = 'x';"},
        StatementCase{"double *a", "a[1] = 1e-3 + 2.5f;", "a[1] = (1e-3 + {double}2.5f);"},
        StatementCase{"unsigned long *a", "a[1] = 18446744073709551615UL;", "a[1] = -1UL;"},
        StatementCase{"unsigned long *a", "a[1] *= 14695981039346656037u;",
                      "a[1] *= -3750763034362895579UL;"},
        StatementCase{"unsigned long *a", "a[1] = 9223372036854775808u;",
                      "a[1] = (-9223372036854775807UL - 1UL);"},
        StatementCase{"long *a", "enum { kLeast = -9223372036854775807L - 1 }; a[1] = kLeast;",
                      "a[1] = (-9223372036854775807L - 1L);"}));

INSTANTIATE_TEST_SUITE_P(
    Unsupported, Statement,
    testing::Values(
        StatementCase{"int n", "static int s; s = n;", "<static-local: s> s = n;"},
        StatementCase{"int n", "__asm__(\"\"); n = 1;", "<inline-assembly: asm> n = 1;"},
        StatementCase{"volatile int *v", "v[i] = 1;",
                      "<volatile: the object is volatile or atomic> = 1;"},
        StatementCase{"_Atomic int *v", "v[i] = 1;",
                      "<volatile: the object is volatile or atomic> = "
                      "<volatile: the object is volatile or atomic>;"},
        StatementCase{"int *v", "*(volatile int *)&v[i] = 1;",
                      "<volatile: the object is volatile or atomic> = 1;"},
        StatementCase{"int n", "double t[n++]; t[0] = 1;",
                      "<statement: a side effect in the size of an array> t[0] = {double}1;"},
        StatementCase{"int *volatile p", "*p = 1;",
                      "<volatile: the object is volatile or atomic> = 1;"},
        StatementCase{"int *p", "__builtin_prefetch(p++);",
                      "__builtin_prefetch({const void *}p++);"},
        StatementCase{"int n", "volatile int t; n = 1;", "<volatile: t> n = 1;"},
        StatementCase{"int n", "again: n = 1; if (n) goto again;",
                      "{ <jump: the label again> n = 1; } if (n) goto again;"},
        StatementCase{"int n", "for (;;) if (n) goto out; out: ;",
                      "for (; ; ) if (n) goto out; { <jump: the label out> ; }"},
        StatementCase{"int n", "if (n) { in: n = 1; } else goto in;",
                      "if (n) { { <jump: the label in> n = 1; } } else goto in;"},
        StatementCase{"int n", "switch (n) case 1: n = 2;",
                      "{ <statement: switch> { <jump: a case label> n = 2; } }"},
        StatementCase{"int n", "switch (n) { n = 1; case 1: n = 2; }",
                      "{ <statement: switch> { n = 1; { <jump: a case label> n = 2; } } }"},
        StatementCase{"int n", "switch (n) { case 1: if (i) { case 2: n = 2; } }",
                      "{ <statement: switch> { { <jump: a case label> if (i) { { <jump: a case "
                      "label> n = 2; } } } } }"},
        StatementCase{"int n", "switch (n) { case 1 ... 3: n = 2; }",
                      "{ <statement: switch> { { <jump: a case label> n = 2; } } }"},
        StatementCase{"int n", "if (n) return;", "if (n) return;"},
        StatementCase{"void *p", "p = __builtin_alloca(8);", "p = <static-local: alloca>;"},
        StatementCase{"int (*g)(int), int n", "n = g(i);", "n = <call: a call through a pointer>;"},
        StatementCase{"int *p", "p = (int[]){1, 2};", "p = <expression: a compound literal>;"},
        StatementCase{"__builtin_va_list v, int n", "n = __builtin_va_arg(v, int);",
                      "n = <expression: va_arg>;"},
        StatementCase{"int _Complex *z", "z[i] = z[0];",
                      "z[i] = <expression: a complex integer>;"}));

INSTANTIATE_TEST_SUITE_P(
    Switches, Statement,
    testing::Values(StatementCase{"int n", "switch (n) { case 1: n = 2; break; default: n = 3; }",
                                  "switch (n) { case 1: { n = 2; break; } default: { n = 3; } }"},
                    StatementCase{
                        "int n", "switch (n) { default: case 1: case 4: { n = 2; } case 5: ; }",
                        "switch (n) { case 1: case 4: default: { { n = 2; } } case 5: { ; } }"},
                    StatementCase{"int n", "switch (n) { case 1: switch (i) { case 2: break; } }",
                                  "switch (n) { case 1: { switch (i) { case 2: { break; } } } }"},
                    StatementCase{"int n", "switch (n) { }", "switch (n) { }"}));

TEST(Calls, WhatIsKnownOfThem) {
  std::string before = "double fabs(double); double sqrt(double); double mine(double);"
                       "double promised(double) __attribute__((const));"
                       "double exp(double x) { static double last; return last = x; }";
  auto value = [&](const std::string &call, std::vector<std::string> flags = {}) {
    SourceNest nest = nestOf(before +
                                 "void f(double *a, double x) { for (int i = 0; i < 9; i++) "
                                 "a[i] = " +
                                 call + "; }",
                             flags);
    return show(nest, *nest.root->children[0]->value);
  };
  EXPECT_EQ(value("fabs(x)"), "fabs(x)");
  EXPECT_EQ(value("sqrt(x)"), "sqrt(x)!errno");
  EXPECT_EQ(value("sqrt(x)", {"-fno-math-errno"}), "sqrt(x)");
  EXPECT_EQ(value("sqrt(x)", {"-ffast-math"}), "sqrt(x)");
  EXPECT_EQ(value("__builtin_sqrt(x)"), "__builtin_sqrt(x)!errno");
  EXPECT_EQ(value("mine(x)"), "mine(x)!");
  EXPECT_EQ(value("promised(x)"), "promised(x)");
  EXPECT_EQ(value("exp(x)"), "exp(x)!") << "it has a body in the unit";
  EXPECT_EQ(value("sqrt(x)", {"-fno-builtin"}), "sqrt(x)!");
}

TEST(Symbols, ShadowingGetsASuffix) {
  SourceNest nest = nestOf("void f(int i, int *a) { for (int j = 0; j < i; j++) {"
                           "a[i] = 0; for (int i = 0; i < j; i++) a[i] = 1; } }");
  EXPECT_EQ(show(nest, *nest.root), "for (int j = 0; (j < i); j += 1;) { a[i] = 0; "
                                    "for (int i_2 = 0; (i_2 < j); i_2 += 1;) a[i_2] = 1; }");
  for (const Symbol &symbol : *nest.symbols)
    EXPECT_EQ(symbol.spelling, symbol.name == "i_2" ? "i" : symbol.name);
}

TEST(Symbols, SuffixesAreFresh) {
  SourceNest nest = nestOf("void f(int i, int i_2, int *a) { for (int j = 0; j < i; j++) {"
                           "a[i] = 0; for (int i = 0; i < j; i++) a[i] = i_2; } }");
  std::set<std::string> names;
  for (const Symbol &symbol : *nest.symbols)
    EXPECT_TRUE(names.insert(symbol.name).second) << symbol.name;
}

TEST(Symbols, Facts) {
  SourceNest nest = nestOf(R"(
    static double table[9]; __thread int perThread; int tp; void use(int *, double *);
    #pragma omp threadprivate(tp)
    void f(int n, const double *p) {
      int taken, plain; double local[4], escaping[4]; static double kept[9];
      use(&taken, escaping);
      for (int i = 0; i < n; i++) { taken = plain; plain = perThread + tp;
        local[i] = table[i] + kept[i] + escaping[i] + p[i]; }
    })");
  std::map<std::string, Symbol> symbols;
  for (const Symbol &symbol : *nest.symbols)
    symbols[symbol.name] = symbol;
  EXPECT_TRUE(symbols["taken"].addressTaken);
  EXPECT_FALSE(symbols["plain"].addressTaken);
  EXPECT_TRUE(symbols["escaping"].addressTaken);
  EXPECT_FALSE(symbols["local"].addressTaken);
  EXPECT_EQ(symbols["table"].kind, Symbol::Kind::Global);
  EXPECT_FALSE(symbols["table"].isStaticOrThreadLocal);
  EXPECT_TRUE(symbols["perThread"].isStaticOrThreadLocal);
  EXPECT_TRUE(symbols["tp"].isStaticOrThreadLocal);
  EXPECT_TRUE(symbols["kept"].isStaticOrThreadLocal);
  EXPECT_EQ(symbols["kept"].kind, Symbol::Kind::Global);
  EXPECT_EQ(symbols["n"].kind, Symbol::Kind::Parameter);
  EXPECT_TRUE(symbols["p"].type.element->isConst);
}

TEST(Symbols, AConstantOfTheUnitIsItsValue) {
  std::string before = "static const int N = 16; const int shared = 4; static int changed = 3;"
                       "static const volatile int port = 2;"
                       "static const long least = -0x7fffffffffffffffL - 1;";
  auto stored = [&](const std::string &value) {
    SourceNest nest = nestOf(before +
                             "void f(long *a) { static const short step = -2;"
                             " for (int i = 0; i < 9; i++) a[i] = " +
                             value + "; }");
    return show(nest, *nest.root->children.at(0));
  };
  EXPECT_EQ(stored("N * i"), "a[i] = {long}(16 * i);");
  EXPECT_EQ(stored("i + step"), "a[i] = {long}(i + {int}-2);");
  EXPECT_EQ(stored("least"), "a[i] = (-9223372036854775807L - 1L);") << "no literal gives it";
  // Another unit may define it, or change it.
  EXPECT_EQ(stored("shared"), "a[i] = {long}shared;");
  EXPECT_EQ(stored("changed"), "a[i] = {long}changed;");
  EXPECT_EQ(stored("port"), "a[i] = {long}<volatile: the object is volatile or atomic>;");
}

} // namespace
