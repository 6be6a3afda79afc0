#include "tests/support/ReadText.h"

using namespace acc;
using namespace acc::test;

namespace {

TEST(Nest, GemmWithLeadingDimensions) {
  SourceNest nest = nestOf(R"(void gemm(int n, int m, int p, float *C, int ldc, const float *A,
          int lda, const float *B, int ldb)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)     /* dot product */
                C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];
}
)");
  EXPECT_EQ(nest.id, "gemm#1");
  EXPECT_EQ(nest.function, "gemm");
  EXPECT_EQ(nest.root->range.line, 5u);
  EXPECT_EQ(nest.root->range.column, 5u);
  EXPECT_EQ(show(nest, *nest.root),
            "for (i = 0; (i < n); i += 1;) for (j = 0; (j < m); j += 1;) "
            "for (k = 0; (k < p); k += 1;) "
            "C[((i * ldc) + j)] += (A[((i * lda) + k)] * B[((k * ldb) + j)]);");
  EXPECT_FALSE(nest.root->loop.notEditable);
  EXPECT_TRUE(nest.root->loop.liveOut.empty());
  EXPECT_FALSE(nest.functionRejection);
  const std::string &text = *nest.unit->text;
  SourceRange range = nest.root->loop.editRange;
  EXPECT_EQ(text.substr(range.begin, 5), "for (");
  EXPECT_EQ(text.substr(range.end - 6, 6), " + j];");
}

TEST(Nest, OrdinalsCountOutermostLoopsOfOneFunction) {
  SourceUnit unit = read(R"(
void f(int n, double *a) {
  int i;
  if (n) { for (i = 0; i < n; i++) a[i] = 0; }
  while (n--) ;
  do { for (i = 0; i < n; i++) a[i] = 1; } while (0);
  do { a[n] = 0; } while (n++ < 3);
}
void g(int n, double *a) { for (int i = 0; i < n; i++) a[i] = 2; }
)");
  std::vector<std::string> ids;
  for (const SourceNest &nest : unit.nests)
    ids.push_back(nest.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"f#1", "f#2", "f#3", "f#4", "g#1"}));
  EXPECT_EQ(unit.nests[2].root->kind, Stmt::Kind::For);
  EXPECT_EQ(unit.nests[3].root->kind, Stmt::Kind::DoWhile);
}

TEST(Nest, LoopsInStatementExpressions) {
  SourceUnit unit = read(R"(
int f(int n, double *a) {
  int i;
  int m = ({ for (i = 0; i < n; i++) a[i] = 0; i; });
  return m + ({ while (n--) ; n; }) + (int)sizeof(({ for (;;) ; 0; }));
}
)");
  ASSERT_EQ(unit.nests.size(), 2u);
  EXPECT_EQ(unit.nests[0].root->loop.liveOut.size(), 2u); // i and n
  EXPECT_EQ(unit.nests[1].root->kind, Stmt::Kind::While);
}

TEST(Nest, ConversionsAreKept) {
  EXPECT_EQ(bodyOf("float *A, unsigned u", "A[u - 1] = 0;"),
            "{ A[(u - {unsigned int}1)] = {float}0; }");
  EXPECT_EQ(bodyOf("float *A, unsigned long n, int k", "A[k * n + i] = 1.5;"),
            "{ A[(({unsigned long}k * n) + {unsigned long}i)] = {float}1.5; }");
  EXPECT_EQ(bodyOf("float *A, short s, char c", "A[s + c] = 1.0f;"),
            "{ A[({int}s + {int}c)] = 1.0f; }");
  EXPECT_EQ(bodyOf("double *A, int n", "A[(long)i * n] = i;"),
            "{ A[((long)i * {long}n)] = {double}i; }");
}

TEST(Nest, TypesOfNodes) {
  SourceNest nest = nestOf("void f(unsigned n, const double *restrict A, double *B) {"
                           "for (unsigned i = 0; i < n; i++) B[i] = A[i]; }");
  const Stmt &body = *nest.root->children[0];
  EXPECT_EQ(body.target->type.spelling, "double");
  EXPECT_EQ(body.target->type.kind, CType::Kind::Floating);
  EXPECT_EQ(body.target->operands[1]->type.spelling, "unsigned int");
  EXPECT_FALSE(body.target->operands[1]->type.isSigned);
  const Symbol &a = nest.symbol(body.value->operands[0]->symbol);
  EXPECT_TRUE(a.type.isRestrict);
  EXPECT_TRUE(a.type.element->isConst);
  EXPECT_EQ(a.kind, Symbol::Kind::Parameter);
}

} // namespace
