#include "tests/support/ReadText.h"

using namespace acc;
using namespace acc::test;

namespace {

using Words = std::vector<std::string>;

LoopFacts factsOf(const std::string &text, const std::vector<std::string> &flags = {}) {
  SourceNest nest = nestOf(text, flags);
  return nest.root->loop;
}

const std::string kLoop = "void f(int n, int *a) { int i; for (i = 0; i < n; i++) ";

TEST(Pins, PlainCodeHasNone) {
  LoopFacts facts = factsOf(kLoop + "a[i] = 1; }");
  EXPECT_EQ(facts.pins, Words{});
  EXPECT_EQ(facts.typePins, Words{});
}

TEST(Pins, ExportedFunctionsMayBeReplacedInALibrary) {
  std::string at = "int at(int i) { return 2 * i; } ", body = kLoop + "a[at(i)] = 1; }";
  const std::string pin = "!defined(__PIC__) || defined(__PIE__) || defined(__clang__)";
  EXPECT_EQ(factsOf(at + body).pins, Words{pin});
  EXPECT_EQ(
      factsOf(at + "static int on(int i) { return at(i); } " + kLoop + "a[on(i)] = 1; }").pins,
      Words{pin});
  EXPECT_EQ(factsOf("static " + at + body).pins, Words{});
  EXPECT_EQ(factsOf("static inline " + at + body).pins, Words{});
}

TEST(Pins, BranchesInsideTheLoop) {
  std::string body = "{\n#if A > 1 /* why */ && \\\n  B\na[i] = 1;\n#elif defined(C)\na[i] = 2;\n"
                     "#else\n#ifndef D\na[i] = 3;\n#endif\n#define SKIPPED\n#endif\n} }";
  // A #define in a branch that is not compiled does no harm.
  EXPECT_EQ(factsOf(kLoop + body, {"-DA=2", "-DB=1"}).pins, Words{"A > 1 && B"});
  EXPECT_EQ(factsOf(kLoop + body, {"-DC"}).pins, (Words{"!(A > 1 && B)", "defined(C)"}));
  EXPECT_TRUE(factsOf(kLoop + body).notEditable);
}

TEST(Pins, OneTermMayDecide) {
  auto pinsOf = [](const std::string &condition, const std::string &inside = "") {
    LoopFacts facts =
        factsOf("#if " + condition + "\ntypedef int word;\n" + inside +
                    "#else\ntypedef short word;\n#endif\n#define B\n" + kLoop + "a[i] = (word)1; }",
                {"-DA=2"});
    return facts.notEditable ? Words{"refused"} : facts.pins;
  };
  EXPECT_EQ(pinsOf("defined(A) || defined(C)"), Words{"defined(A) || defined(C)"});
  EXPECT_EQ(pinsOf("(defined(A) && A > 1L) || defined(B)"), Words{"(defined(A) && A > 1L)"});
  EXPECT_EQ(pinsOf("defined(B) || defined A && A*2 == 4"), Words{"defined A && A * 2 == 4"});
  EXPECT_EQ(pinsOf("A == 3 && !defined(B)"), Words{"!(A == 3)"});
  EXPECT_EQ(pinsOf("A == 2u || defined(B)"), Words{"refused"});
  EXPECT_EQ(pinsOf("A == 3 || !defined(B)"), Words{"refused"});
  EXPECT_EQ(pinsOf("A == 2 && !defined(B)"), Words{"refused"});
  // A term that is another one at the nest tells nothing.
  EXPECT_EQ(pinsOf("A == 2 || defined(B)", "#undef A\n"), Words{"refused"});
}

TEST(Pins, BranchesAroundTheLoopAreNoMatter) {
  EXPECT_EQ(factsOf("#ifdef A\n#else\n" + kLoop + "a[i] = 1; }\n#endif\n").pins, Words{});
}

TEST(Pins, ValuesOfMacros) {
  std::string text = "#define N (M*2)\n#define M 10\n#define AT(i, j) a[(i) + (j) * N]\n" + kLoop +
                     "AT(i, 3) = 1; }";
  EXPECT_EQ(factsOf(text).pins, (Words{"(N) == ((10 * 2))", "(M) == (10)"}));
}

// The fast version stands before the function, where they are not defined, and nothing else gives
// them a value there.
TEST(Pins, NotOfMacrosThatTheFunctionDefines) {
  const std::string head = "void f(int n, int *a) { int i;\n",
                    loop = "for (i = 0; i < n; i++) a[i] = N; }";
  EXPECT_EQ(factsOf(head + "#define N 4\n" + loop).pins, Words{});
  EXPECT_EQ(factsOf("#define M 7\n" + head + "#define N (M*4)\n" + loop).pins, Words{"(M) == (7)"});
  EXPECT_EQ(factsOf("#define N 3\n" + head + "#undef N\n#define N 4\n" + loop).pins, Words{});
  EXPECT_EQ(factsOf(head + "#ifdef BIG\n#define N 400\n#else\n#define N 4\n#endif\n" + loop).pins,
            Words{"!defined(BIG)"});
  const LoopFacts given = factsOf(head + "#ifndef N\n#define N 4\n#endif\n" + loop);
  EXPECT_EQ(given.pins, Words{})
      << "the command line may say another N, which only the check behind it can ask for";
  EXPECT_EQ(given.typePins, (Words{"(N) == (4)", "sizeof(N) == sizeof(4)"}));
}

TEST(Pins, AnExpansionThatIsNoExpressionIsNotRepeated) {
  EXPECT_EQ(factsOf("#define PLUS 1 +\n#define OPEN (2\n" + kLoop + "a[i] = PLUS OPEN); }").pins,
            Words{});
}

TEST(Pins, BranchesThatDeclareWhatTheLoopUses) {
  std::string text = "#ifdef DBL\ntypedef double real;\n#define INDEX long\n#else\n"
                     "typedef float real;\n#define INDEX int\n#endif\n#ifdef OTHER\n#endif\n"
                     "void f(INDEX n, real *a) { INDEX i; for (i = 0; i < n; i++) a[i] = 1; }";
  EXPECT_EQ(factsOf(text).pins, Words{"!defined(DBL)"});
  EXPECT_EQ(factsOf(text, {"-DDBL"}).pins, Words{"defined(DBL)"});
}

const std::string kSize = "#ifdef BIG\nenum { E = 16 };\ntypedef double real;\n#else\n"
                          "enum { E = 32 };\ntypedef float real;\n#endif\n";

/// The pins of a loop that goes up to `bound`, behind `before` in the function and `above` it.
Words pinsOfBound(const std::string &bound, const std::string &above,
                  const std::string &before = "") {
  return factsOf(kSize + above + "void f(int m, int *a) { int i, w;\n" + before +
                 "for (i = 0; i < " + bound + "; i++) a[i] = 1; }")
      .pins;
}

TEST(Pins, OfWhatConstantsAndTypesAreMadeOf) {
  const Words pins{"!defined(BIG)"};
  EXPECT_EQ(pinsOfBound("E", ""), pins);
  EXPECT_EQ(pinsOfBound("F", "enum { D = E * 2, F };\n"), pins);
  EXPECT_EQ(pinsOfBound("F", "static const int D = E;\nstatic const int F = D + 1;\n"), pins);
  EXPECT_EQ(pinsOfBound("F", "enum { F = sizeof(real) };\n"), pins);
  EXPECT_EQ(pinsOfBound("(int)sizeof(row)", "typedef int row[E];\n"), pins);
  EXPECT_EQ(pinsOfBound("(int)sizeof(struct s)", "struct s { int v[E]; };\n"), pins);
  EXPECT_EQ(
      pinsOfBound("(int)sizeof(struct s)", "struct t { real v; };\nstruct s { struct t v[3]; };\n"),
      pins);
  EXPECT_EQ(pinsOfBound("t[3]", "", "int t[E] = {1};\n"), pins);
  EXPECT_EQ(pinsOfBound("m", "enum { F = E };\n"), Words{});
}

TEST(Pins, OfValuesThatVariablesHaveAtTheNest) {
  const Words pins{"!defined(BIG)"};
  EXPECT_EQ(pinsOfBound("w", "", "w = E;\n"), pins);
  EXPECT_EQ(pinsOfBound("w", "", "int v = E; w = v * 2;\n"), pins);
  EXPECT_EQ(pinsOfBound("w", "", "w = 32;\n#ifdef BIG\nw = 16;\n#endif\n"), pins);
  EXPECT_EQ(pinsOfBound("w", "#define WW 32\n", "w = WW;\n"), Words{"(WW) == (32)"});
  EXPECT_EQ(pinsOfBound("m", "", "w = E;\n"), Words{});
}

TEST(Pins, OfWhatIsSkippedInTheFunction) {
  const Words pins{"!defined(D)"};
  std::string skipped = "\n#ifdef D\nput(&i);\n#endif\n";
  EXPECT_EQ(factsOf(kLoop + "a[i] = 1; " + skipped + "}").pins, pins);
  EXPECT_EQ(
      factsOf("void f(int n, int *a) { int i; " + skipped + "for (i = 0; i < n; i++) a[i] = 1; }")
          .pins,
      pins);
  EXPECT_EQ(factsOf(kLoop + "a[i] = 1;\n#ifndef D\nn = 0;\n#endif\n}").pins, pins);
  std::string macro = "#ifdef D\n#define PUT put(&i)\n#else\n#define PUT (void)0\n#endif\n";
  EXPECT_EQ(factsOf(macro + kLoop + "a[i] = 1; PUT; }").pins, pins);
  // What no configuration compiles, what other functions skip, and other numbers say nothing.
  EXPECT_EQ(factsOf(kLoop + "a[i] = 1;\n#if 0\nput(&i);\n#endif\n}").pins, Words{});
  EXPECT_EQ(factsOf("void g(int i) {" + skipped + "}" + kLoop + "a[i] = 1; }").pins, Words{});
  EXPECT_EQ(
      factsOf("#ifdef D\n#define M 2\n#else\n#define M 3\n#endif\n" + kLoop + "a[i] = 1; n = M; }")
          .pins,
      Words{});
}

TEST(Pins, OfFieldsAndOfInlinedFunctions) {
  std::string text = "struct s { int n;\n#ifdef WIDE\nlong w;\n#else\nint w;\n#endif\n"
                     "#ifdef UNUSED\nint u;\n#endif\n};\n"
                     "static inline int at(int i, int w) {\n#if ROWS\nreturn i * w;\n#else\n"
                     "return i;\n#endif\n}\n"
                     "void f(struct s *p, int *a) { int i; for (i = 0; i < p->n; i++) "
                     "a[at(i, p->w)] = 1; }";
  EXPECT_EQ(factsOf(text).pins, (Words{"!(ROWS)", "!defined(WIDE)"}));
}

TEST(Pins, TypesThatTheCommandLineGives) {
  std::string text = "#ifndef INDEX\n#define INDEX unsigned\n#endif\n"
                     "void f(INDEX n, REAL *a) { INDEX i; for (i = 0; i < n; i++) a[i] = 1; }";
  EXPECT_EQ(factsOf(text, {"-DREAL=float"}).typePins,
            (Words{"sizeof(INDEX) == 4", "(INDEX)0.5 == 0", "(INDEX)-1 > 0", "sizeof(REAL) == 4",
                   "(REAL)0.5 != 0", "(REAL)-1 < 1"}));
}

TEST(Pins, FloatingConstantsThatTheCommandLineGives) {
  std::string text = kLoop + "a[i] = a[i] * W; }";
  EXPECT_EQ(factsOf(text, {"-DW=(1.0f/3)"}).typePins,
            (Words{"(W) == ((1.0f / 3))", "sizeof(W) == sizeof((1.0f / 3))"}));
}

TEST(Pins, MacrosThatAreNothingByTheirText) {
  const std::string text =
      "#ifndef SEE\n#define SEE(x, op, y)\n#endif\n#ifndef OF\n#define OF\n#endif\n";
  EXPECT_EQ(factsOf(text + kLoop + "{ SEE(a[i], +, i) a[i] = i; } }").typePins,
            Words{"3 == sizeof(ACC_TEXT((SEE(2, 3, 4))))"});
  // Elsewhere it may be a part of a type that the written code would have to have, too.
  EXPECT_TRUE(factsOf(text + kLoop + "a[i] = *(OF int *)(a + i + 1); }").notEditable);
}

TEST(Pins, ArithmeticMacrosByWhatTheyGive) {
  EXPECT_EQ(
      factsOf("#ifndef MIN\n#define MIN(x, y) ((x) < (y) ? (x) : (y))\n#endif\n" + kLoop +
              "a[i] = MIN(a[i], i); }")
          .typePins,
      (Words{"MIN(2, 3) == (((2) < (3) ? (2) : (3)))", "MIN(11, 4) == (((11) < (4) ? (11) : (4)))",
             "MIN(-3, -9) == (((-3) < (-9) ? (-3) : (-9)))"}));
}

TEST(Pins, NotOfMacrosThatAssign) {
  for (const std::string body : {"((x) = (y))", "((x) += (y))", "((x)++ + (y))"})
    EXPECT_TRUE(
        factsOf("#ifndef ADD\n#define ADD(x, y) " + body + "\n#endif\n" + kLoop + "ADD(a[i], i); }")
            .notEditable)
        << body;
}

TEST(Pins, MacrosForElementsByAddresses) {
  auto pinsOf = [](const std::string &macro, const std::string &use) {
    return factsOf("#ifndef AT\n#define AT" + macro + "\n#endif\n" + kLoop + use + " = i; }");
  };
  EXPECT_EQ(pinsOf("(b, i) (*((b) + (i)))", "AT(a, i)").typePins,
            (Words{"&AT(((char *)4096 + 2), 3) == &((*((((char *)4096 + 2)) + (3))))",
                   "&AT(((char *)4096 + 11), 4) == &((*((((char *)4096 + 11)) + (4))))"}));
  EXPECT_EQ(pinsOf("(b, i) (b)[(i)]", "AT(a, i)").typePins.size(), 2u);
  EXPECT_EQ(pinsOf("(i, b) *(b - (i))", "AT(-i, a)").typePins.size(), 2u);
  EXPECT_EQ(pinsOf("(b) (*b)", "AT((a + i))").typePins.size(), 2u);
  EXPECT_EQ(pinsOf("(b, i, j) b[(i) + (j)]", "AT(a, i, 0)").typePins.size(), 2u);
  // No condition tells what they read from what others would.
  for (const std::string reads : {"(b, i) (*(b) + (i))", "(b, i) (-*((b) + (i)))",
                                  "(b, i) ((b)[(i)] * (b)[0])", "(b, i) (*b + (i))"}) {
    LoopFacts facts =
        factsOf("#ifndef AT\n#define AT" + reads + "\n#endif\n" + kLoop + "a[i] = AT(a, i); }");
    EXPECT_TRUE(facts.notEditable) << reads;
  }
}

TEST(Pins, StatementExpressionsByWhatTheyGive) {
  std::string macro = "#ifndef MAX\n#define MAX(a, b) ({ __typeof__(a) x_ = (a); "
                      "__typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })\n#endif\n";
  LoopFacts facts = factsOf(macro + kLoop + "a[i] = MAX(a[i], i); }");
  EXPECT_FALSE(facts.notEditable);
  ASSERT_EQ(facts.typePins.size(), 3u);
  EXPECT_EQ(facts.typePins[0], "MAX(2, 3) == (({ __typeof__(2) x_ = (2); __typeof__(3) y_ = (3); "
                               "x_ > y_ ? x_ : y_; }))");
  // A variable of the function is none that the macro declares.
  std::string other =
      "#ifndef MAX\n#define MAX(a, b) ({ int x_ = (a); x_ > n ? x_ : (b); })\n#endif\n";
  EXPECT_TRUE(factsOf(other + kLoop + "a[i] = MAX(a[i], i); }").notEditable);
}

TEST(Pins, RefusedWhereTheCommandLineMayGiveAnything) {
  std::string loop = kLoop + "AT(i) = 1; }";
  LoopFacts given = factsOf(loop, {"-DAT(i)=a[i]"});
  ASSERT_TRUE(given.notEditable);
  EXPECT_EQ(given.notEditable->kind, RejectionKind::Configuration);
  EXPECT_TRUE(factsOf("#ifndef AT\n#define AT(i) a[i]\n#endif\n" + loop).notEditable);
  EXPECT_FALSE(factsOf("#define AT(i) a[i]\n" + loop).notEditable);
  // Two words beside each other declare, or call what is not here.
  std::string table =
      "#define OUT extern\n#ifndef DATA\n#define DATA(type, name) OUT type name\n#endif\n"
      "DATA(const int, table[4]);\n";
  EXPECT_TRUE(factsOf(table + kLoop + "a[i] = table[2]; }").notEditable);
}

TEST(Pins, AConditionThatMeansSomethingElseAtTheLoop) {
  EXPECT_TRUE(factsOf("#define V 1\n#if V\ntypedef int T;\n#endif\n#undef V\n"
                      "void f(int n, T *a) { int i; for (i = 0; i < n; i++) a[i] = 1; }")
                  .notEditable);
}

} // namespace
