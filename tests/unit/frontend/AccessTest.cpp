#include "tests/support/ReadText.h"

using namespace acc;
using namespace acc::test;

namespace {

struct AccessCase {
  const char *parameters, *body, *expected;
};

class Access : public testing::TestWithParam<AccessCase> {};

TEST_P(Access, IsRead) {
  const AccessCase &test = GetParam();
  EXPECT_EQ(bodyOf(test.parameters, test.body), std::string("{ ") + test.expected + " }");
}

INSTANTIATE_TEST_SUITE_P(
    Pointers, Access,
    testing::Values(
        AccessCase{"double *A", "*(A + i) = 0;", "A[i] = {double}0;"},
        AccessCase{"double *A", "*(i + A) = 0;", "A[i] = {double}0;"},
        AccessCase{"double *A", "i[A] = 0;", "A[i] = {double}0;"},
        AccessCase{"double *A, int n", "*(A + i * n + 3) = 0;", "(A + (i * n))[3] = {double}0;"},
        AccessCase{"double *A", "(A + 2)[i] = 0;", "(A + 2)[i] = {double}0;"},
        AccessCase{"double *A", "*(A - 1) = A[i];", "(A - 1)[0] = A[i];"},
        AccessCase{"double *A, int n", "double *r = A + i * n; r[1] = *r;",
                   "double * r = (A + (i * n)); r[1] = r[0];"},
        AccessCase{"double *A, int n", "double *r = &A[i * n]; r[1] = 0;",
                   "double * r = &A[(i * n)]; r[1] = {double}0;"},
        AccessCase{"double *A, int n", "double *r = &*A; r[1] = 0;",
                   "double * r = A; r[1] = {double}0;"},
        AccessCase{"double **a", "a[i][2] = 0;", "a[i][2] = {double}0;"},
        AccessCase{"void *v", "((float *)v)[i] = 0;", "(float *)v[i] = {float}0;"},
        AccessCase{"char *v", "*(float *)(v + i) = 0;", "(float *)(v + i)[0] = {float}0;"}));

INSTANTIATE_TEST_SUITE_P(
    Arrays, Access,
    testing::Values(
        AccessCase{"double A[10][20]", "A[i][3] = 0;", "A[i][3] = {double}0;"},
        AccessCase{"double A[10][20][30]", "double *r = A[i][3]; r[1] = 0;",
                   "double * r = &A[i][3][0]; r[1] = {double}0;"},
        AccessCase{"double A[10][20][30]", "double *r = &A[i][3][4]; r[1] = 0;",
                   "double * r = &A[i][3][4]; r[1] = {double}0;"},
        AccessCase{"double A[10][20]", "*(*(A + i) + 3) = 0;", "A[i][3] = {double}0;"},
        AccessCase{"double A[10][20]", "(*A)[i] = 0;", "A[0][i] = {double}0;"},
        AccessCase{"int n, double (*A)[n]", "A[i][3] = 0;", "A[i][3] = {double}0;"},
        AccessCase{"int n, double *A", "((double (*)[n])A)[i][3] = 0;",
                   "(double (*)[n])(double *)A[i][3] = {double}0;"},
        AccessCase{"int n, double *A", "double *r = ((double (*)[n][4])A)[i][3]; r[0] = 1;",
                   "double * r = &(double (*)[n][4])(double *)A[i][3][0]; r[0] = {double}1;"},
        AccessCase{"int n", "double t[4]; t[n] = 0;", "double[4] t; t[n] = {double}0;"}));

INSTANTIATE_TEST_SUITE_P(
    Members, Access,
    testing::Values(
        AccessCase{"struct { int w; float *d; } l", "l.d[i * l.w] = 0;",
                   "l.d[(i * l.w)] = {float}0;"},
        AccessCase{"struct { int w; float *d; } *l", "l->d[i * l->w] = 0;",
                   "l->d[(i * l->w)] = {float}0;"},
        AccessCase{"struct { int w; float *d; } *l", "(*l).d[i * l[0].w] = 0;",
                   "l->d[(i * l->w)] = {float}0;"},
        AccessCase{"struct { int w; float *d; } *l", "l[i].d[l->w] = 0;",
                   "l[i].d[l[0].w] = {float}0;"},
        AccessCase{"struct { float re, im; } *z", "z[i].re = z[i].im;", "z[i].re = z[i].im;"},
        AccessCase{"struct { struct { int r; } *q; } *p, int *a", "a[i] = p->q->r;",
                   "a[i] = p->q->r;"},
        AccessCase{"struct { struct { int r; } *q; } *p, int *a", "a[i] = p->q->r + p->q[i].r;",
                   "a[i] = (p->q[0].r + p->q[i].r);"},
        AccessCase{"struct { struct { int r; } q; } *p, int *a", "a[i] = p->q.r;",
                   "a[i] = p->q.r;"},
        AccessCase{"struct { struct { int r; }; } *p, int *a", "a[i] = p->r;",
                   "a[i] = <expression: an anonymous member>;"},
        AccessCase{"struct { double m[3][4]; } s", "s.m[i][2] = 0;", "s.m[i][2] = {double}0;"},
        AccessCase{"struct { double v[3]; } *s", "s[i].v[2] = 0;", "s[i].v[2] = {double}0;"},
        AccessCase{"struct { double v[3]; } *s", "s[i].v[i] = 0;",
                   "<expression: a variable index into an array member> = {double}0;"},
        AccessCase{"struct { int b : 3; } *s", "s[i].b = 0;", "<expression: a bit-field> = 0;"},
        AccessCase{"union { int a; float f; } *s", "s[i].a = 0;",
                   "<expression: a member of a union> = 0;"},
        AccessCase{"const int dims[4], float *a", "a[i * dims[2] + dims[i]] = 0;",
                   "a[((i * dims[2]) + dims[i])] = {float}0;"}));

INSTANTIATE_TEST_SUITE_P(ScalarPointers, Access,
                         testing::Values(AccessCase{"int *n, float *a", "a[i * *n] = n[0];",
                                                    "a[(i * n[0])] = {float}n[0];"},
                                         AccessCase{"float *sum, float *a", "*sum += a[i];",
                                                    "sum[0] += a[i];"}));

TEST(Paths, ScalarOfAPointerParameter) {
  SourceNest nest = nestOf("void f(int *n, float *a) { for (int i = 0; i < *n; i++) a[i] = 0; }");
  const Expr &bound = *nest.root->condition->operands[1];
  ASSERT_EQ(bound.kind, Expr::Kind::Symbol);
  const Symbol &symbol = nest.symbol(bound.symbol);
  EXPECT_EQ(symbol.kind, Symbol::Kind::Path);
  EXPECT_TRUE(symbol.throughPointer);
  EXPECT_EQ(nest.symbol(symbol.root).name, "n");
  EXPECT_EQ(symbol.type.spelling, "int");
}

TEST(Paths, APointerThatTheNestSubscriptsIsAnArray) {
  SourceNest nest =
      nestOf("void f(int *n, float *a) { for (int i = 0; i < *n; i++) { a[i] = 0; n[1] = i; } }");
  EXPECT_EQ(show(nest, *nest.root->condition), "(i < n[0])");
  EXPECT_EQ(nest.root->condition->operands[1]->kind, Expr::Kind::Access);
}

TEST(Paths, ACopiedOrMovedPointerIsAnArray) {
  for (const char *use : {"int *q = n; q[0] = 1;", "n = n + 1;", "n++;"}) {
    SourceNest nest = nestOf(std::string("void f(int *n, float *a) { for (int i = 0; i < *n; i++)"
                                         " { a[i] = 0; ") +
                             use + " } }");
    EXPECT_EQ(nest.root->condition->operands[1]->kind, Expr::Kind::Access) << use;
  }
}

TEST(Paths, WhatTheFunctionDoesElsewhereDoesNotMatter) {
  SourceNest nest = nestOf("struct s { int w; };"
                           "struct s *f(struct s *s, int *n, float *a) { n[1] = 0;"
                           " for (int i = 0; i < *n; i++) a[i] = s->w; return s; }");
  EXPECT_EQ(nest.root->condition->operands[1]->kind, Expr::Kind::Symbol);
  EXPECT_EQ(nest.root->children.at(0)->value->operands.at(0)->kind, Expr::Kind::Symbol);
}

TEST(Paths, OfAStructThroughNoPointer) {
  SourceNest nest = nestOf("typedef struct { int w; } layer; void f(layer l, float *a) {"
                           "for (int i = 0; i < l.w; i++) a[i] = 0; }");
  const Symbol &symbol = nest.symbol(nest.root->condition->operands[1]->symbol);
  EXPECT_EQ(symbol.name, "l.w");
  EXPECT_FALSE(symbol.throughPointer);
}

TEST(Sizes, OfDeclaredArrays) {
  SourceNest nest = nestOf("double A[7][8][9]; void f(int n, int m, double (*B)[n][m + 1]) {"
                           "double v[n][m]; for (int i = 0; i < n; i++)"
                           "{ A[i][0][0] = B[i][0][0]; v[i][0] = 0; } }");
  std::map<std::string, std::vector<std::string>> sizes;
  for (const Symbol &symbol : *nest.symbols)
    for (const ExprRef &size : symbol.innerSizes)
      sizes[symbol.name].push_back(show(nest, *size));
  EXPECT_EQ(sizes["A"], (std::vector<std::string>{"8", "9"}));
  EXPECT_EQ(sizes["B"], (std::vector<std::string>{"n", "(m + 1)"}));
  EXPECT_EQ(sizes["v"], (std::vector<std::string>{"m"}));
  for (const Symbol &symbol : *nest.symbols)
    EXPECT_EQ(symbol.elementCount.value_or(0), symbol.name == "A" ? 7 * 8 * 9 : 0) << symbol.name;
}

TEST(Sizes, AConstantVariableNamesAConstantSize) {
  auto countOf = [](const std::string &sizes, const std::string &dimensions) {
    SourceNest nest = nestOf("void f(int n, int m) { " + sizes + " float v" + dimensions +
                             "; for (int i = 0; i < n; i++) v[i]" +
                             (dimensions.size() > 3 ? "[0]" : "") + " = 0; }");
    for (const Symbol &symbol : *nest.symbols)
      if (symbol.name == "v")
        return symbol.elementCount.value_or(0);
    return int64_t(-1);
  };
  EXPECT_EQ(countOf("const int N = 8;", "[N]"), 8);
  EXPECT_EQ(countOf("int N = 8;", "[N]"), 0);
  EXPECT_EQ(countOf("const volatile int N = 8;", "[N]"), 0);
  EXPECT_EQ(countOf("const int N = m;", "[N]"), 0);
  EXPECT_EQ(countOf("const int N = -1;", "[N]"), 0);
  EXPECT_EQ(countOf("const int N = 8;", "[N][n]"), 0);
}

TEST(Sizes, ThatMayHaveChangedAreNotUsed) {
  std::string body = "for (int i = 0; i < 9; i++) v[i][0] = 0; }";
  EXPECT_EQ(show(nestOf("void f(int n, double (*v)[n]) { n++; " + body),
                 *nestOf("void f(int n, double (*v)[n]) { n++; " + body).root->children[0]),
            "<expression: the size of a dimension of v may have changed since its declaration>"
            " = {double}0;");
  SourceNest before = nestOf("void f(int n, double *p) { n++; double (*v)[n] = (void *)p; " + body);
  EXPECT_EQ(show(before, *before.root->children[0]), "v[i][0] = {double}0;");
}

} // namespace
