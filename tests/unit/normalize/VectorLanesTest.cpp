// Which SIMD vectors are not read as their lanes.
#include "analysis/normalize/VectorLanes.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/support/Source.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

/// Why the loop with the statements is not read; "" where it is.
std::string refusal(const std::string &body) {
  SourceNest nest = withVectorLanes(nestOf(
      "#include <emmintrin.h>\n"
      "float sum(__m128) __attribute__((const)); __m128 own(__m128 v);"
      "void f(int n, float *x, const float *y, int *z, __m128 given, __m128 *rows) { __m128 kept;"
      " for (int i = 0; i < n; i++) { __m128 v = _mm_setzero_ps(); " +
      body + " } _mm_storeu_ps(x, kept); }"));
  std::string text;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Unsupported && text.empty())
      text = stmt->text;
  });
  forEachExprIn(nest.root, [&](const ExprRef &expr) {
    if (expr->kind == Expr::Kind::Unsupported && text.empty())
      text = expr->text;
  });
  return text;
}

TEST(VectorLanes, WhatIsRead) {
  EXPECT_EQ(refusal("_mm_storeu_ps(x + 4*i, v);"), "");
  EXPECT_EQ(refusal("v = _mm_max_ps(v, _mm_loadu_ps(&y[i])); _mm_store_ps(&x[4*i], -1 * v);"),
            "a SIMD vector that is not computed lane by lane");
  EXPECT_EQ(refusal("v *= _mm_load1_ps(y); x[i] = v[1];"), "");
}

TEST(VectorLanes, WhatLivesOutsideOfTheLoops) {
  EXPECT_EQ(refusal("_mm_storeu_ps(x, given);"), "the SIMD vector given from outside of the loops");
  EXPECT_EQ(refusal("kept = v;"), "the SIMD vector kept from outside of the loops");
  EXPECT_EQ(refusal("x[i] = given[0];"), "the SIMD vector given from outside of the loops");
}

/// The first store of the loop behind the statements, or why it is not read.
std::string storedAfter(const std::string &before, const std::string &inside = "") {
  SourceNest nest = withVectorLanes(nestOf(
      "#include <emmintrin.h>\n"
      "void f(int n, float a, float *x, const float *y) { __m128 v, w; " +
      before + " for (int i = 0; i < n; i++) { " + inside + " _mm_storeu_ps(x + 4*i, v); } }"));
  std::string text;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Unsupported && text.empty())
      text = stmt->text;
    if (stmt->target && stmt->target->kind == Expr::Kind::Access && text.empty())
      text = printExpr(nest, *stmt->value);
  });
  return text;
}

TEST(VectorLanes, WhatIsSetBefore) {
  EXPECT_EQ(storedAfter("v = _mm_set1_ps(a);"), "a");
  EXPECT_EQ(storedAfter("w = _mm_set1_ps(1 - 2.0f * a); v = _mm_add_ps(w, _mm_setzero_ps());"),
            "1 - 2.0f * a + (float)0");
  for (const char *before :
       {"v = _mm_loadu_ps(y);", "v = _mm_load1_ps(y);", "v = _mm_set1_ps(*x);",
        "v = _mm_set1_ps(a); v[0] = 1;", "v = _mm_set1_ps(a); a = 1;",
        "w = _mm_set1_ps(a); v = w; w = _mm_setzero_ps();", "if (n) v = _mm_set1_ps(a);",
        "v = _mm_set1_ps(a); float *p = &a; *p = 1;"})
    EXPECT_EQ(storedAfter(before), "the SIMD vector v from outside of the loops") << before;
  EXPECT_EQ(storedAfter("v = _mm_set1_ps(a); x = (float *)&v;"), ""); // not even a store of lanes
  for (const char *inside : {"v[1] = 2;", "a = 3;", "v = _mm_add_ps(v, v);"})
    EXPECT_EQ(storedAfter("v = _mm_set1_ps(a);", inside),
              "the SIMD vector v from outside of the loops")
        << inside;
}

TEST(VectorLanes, OtherFunctionsAndMemory) {
  for (const char *body :
       {"_mm_storeu_ps(x, _mm_shuffle_ps(v, v, 1));", "x[i] = sum(v);", "v = own(v);",
        "rows[i] = v;", "v = rows[i];", "_mm_storeu_ps((float *)z, v);",
        "v = _mm_loadu_ps((float *)z + i);", "_mm_storeu_ps(x++, v);",
        "x[i] = (_mm_storeu_ps(x, v), 1);", "__m128 t[2]; t[0] = v; _mm_storeu_ps(x, t[0]);",
        "__m128d d = _mm_set1_pd(1); _mm_storeu_ps(x, (__m128)d);"})
    EXPECT_NE(refusal(body), "") << body;
}

} // namespace
} // namespace acc::test
