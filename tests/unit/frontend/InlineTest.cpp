#include "tests/unit/frontend/ReadText.h"

using namespace acc;
using namespace acc::test;

namespace {

std::string shownBody(const std::string &before, const std::string &parameters,
                      const std::string &body, std::vector<std::string> flags = {}) {
  SourceNest nest =
      nestOf(before + "void f(" + parameters + ") { for (int i = 0; i < 9; i++) " + body + " }",
             std::move(flags));
  return nest.root ? show(nest, *nest.root->children.at(0)) : "";
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

TEST(SeenThrough, AccessorOfAStruct) {
  std::string before = "typedef struct { int w, h; float *d; } image;"
                       "static inline float get(image m, int x, int y) { const int k = y * m.w;"
                       " return m.d[k + x]; }"
                       "static void set(image m, int x, int y, float v) { m.d[y * m.w + x] = v; }";
  EXPECT_EQ(shownBody(before, "image m, float *a", "a[i] = get(m, i, 3);"),
            "a[i] = m.d[((3 * m.w) + i)];");
  EXPECT_EQ(shownBody(before, "image m, float x", "set(m, i, 3, x);"),
            "{ m.d[((3 * m.w) + i)] = x; }");
  EXPECT_EQ(shownBody(before, "image m, float *a", "set(m, i, 3, a[i]);"), "set(m, i, 3, a[i])!;")
      << "the store may change what the argument reads";
}

TEST(SeenThrough, NestedCalls) {
  std::string before = "static int row(int i, int n) { return i * n; }"
                       "static double at(double *a, int i, int n) { return a[row(i, n) + 1]; }";
  EXPECT_EQ(shownBody(before, "double *a, double *b, int n", "b[i] = at(a, row(i, 2), n);"),
            "b[i] = a[(((i * 2) * n) + 1)];");
}

TEST(SeenThrough, NodesStandAtTheCall) {
  SourceNest nest = nestOf("static int at(int i, int n) {\n return i * n; }\n"
                           "void f(double *a, int n) {\n"
                           "for (int i = 0; i < n; i++)\n a[at(i, n)] = 0; }");
  EXPECT_EQ(nest.root->children[0]->target->operands[1]->range.line, 5u);
}

TEST(SeenThrough, NotWhenTheMeaningCouldDiffer) {
  for (const char *before :
       {"int n; static int g(int i) { return i * n; }",
        "static int g(int i) { return g(i); }",
        "__attribute__((weak)) int g(int i) { return i; }",
        "static int g(int i) { int *p = &i; return *p; }", "int g(int i);",
        "static int g(volatile int i) { return i; }"})
    EXPECT_EQ(shownBody(before, "int *a", "a[i] = g(i);"), "a[i] = g(i)!;") << before;
  EXPECT_EQ(shownBody("int g(int i) { return i; }", "int *a", "a[i] = g(i);", {"-fPIC"}),
            "a[i] = g(i)!;");
  EXPECT_EQ(shownBody("int g(int i) { return i; }", "int *a", "a[i] = g(i);", {"-fPIE"}),
            "a[i] = i;");
}

TEST(SeenThrough, BranchesAndAssignedParameters) {
  EXPECT_EQ(shownBody("static float at(float *a, int n, int i, int pad) { i -= pad;"
                      " if (i < 0 || i >= n) return 0; return a[i]; }",
                      "float *a, float *b, int n", "b[i] = at(a, n, i, 2);"),
            "b[i] = ((((int)((int)i - 2) < 0) || ((int)((int)i - 2) >= n)) ? {float}0 : "
            "a[(int)((int)i - 2)]);");
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
        " return r; }"})
    EXPECT_EQ(shownBody(before, "int *a", "a[i] = g(i);"), "a[i] = g(i);") << before;
  for (const char *before :
       {"static int g(int i) { static int n; return n + i; }",
        "static int g(int i) { again: if (i) { i--; goto again; } return i; }",
        "int puts(const char *); static int g(int i) { i++; puts(\"\"); return i; }"})
    EXPECT_EQ(shownBody(before, "int *a", "a[i] = g(i);"), "a[i] = g(i)!;") << before;
}

TEST(SeenThrough, AssertionsStandBeforeTheStatement) {
  std::string before = "_Noreturn void fail(void);"
                       "static float at(const float *a, int n, int i) {"
                       " if (i < n) ; else fail(); return a[i]; }";
  SourceNest nest = nestOf(before + "void f(float *a, float *b, int n) {"
                                    " for (int i = 0; i < 9; i++) b[i] = at(a, n, i); }");
  const Stmt &body = *nest.root->children.at(0);
  ASSERT_EQ(body.children.size(), 2u);
  EXPECT_EQ(body.children[0]->kind, Stmt::Kind::If);
  ASSERT_EQ(body.children[0]->children.size(), 2u);
  EXPECT_EQ(body.children[0]->children.at(1)->kind, Stmt::Kind::Jump);
  EXPECT_EQ(body.children[1]->kind, Stmt::Kind::Assign);
}

TEST(Read, SwappedBytesOfWords) {
  EXPECT_EQ(shownBody("", "unsigned *w, int n",
                      "*(unsigned char *)((unsigned long)((unsigned char *)w + i) ^ 3) = 0;"),
            "(unsigned char *)w[(((long)i + 3) - (2 * ((long)i & 3)))] = {unsigned char}0;");
}

} // namespace
