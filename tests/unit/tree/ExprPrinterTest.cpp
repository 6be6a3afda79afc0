#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

/// The right side of the only assignment, printed.
std::string printed(const std::string &expr) {
  SourceNest nest =
      nestOf("float fabsf(float); void f(int n, unsigned u, long l, float x, float *A,"
             " double d) { for (int i = 0; i < n; i++) A[i] = " +
             expr + "; }");
  return printExpr(nest, *nest.root->children[0]->value);
}

TEST(Print, KeepsTheMeaningWithFewParentheses) {
  EXPECT_EQ(printed("(n + 1) * i - (u - (l - 2))"), "(n + 1) * i - (u - (l - 2))");
  EXPECT_EQ(printed("((n * i) + l)"), "n * i + l");
  EXPECT_EQ(printed("- -n"), "- -n");
  EXPECT_EQ(printed("-(-1)"), "- -1");
  EXPECT_EQ(printed("n - -i"), "n - -i");
  EXPECT_EQ(printed("n / (i / l)"), "n / (i / l)");
  EXPECT_EQ(printed("!(n < i)"), "!(n < i)");
  EXPECT_EQ(printed("(n ? i : l) + 1"), "(n ? i : l) + 1");
  EXPECT_EQ(printed("fabsf(A[i + 1] - x) * 2.5e-1f"), "fabsf(A[i + 1] - x) * 2.5e-1f");
}

TEST(Print, KeepsExplicitCastsOnly) {
  EXPECT_EQ(printed("(double)x * d + n"), "(double)x * d + n");
  EXPECT_EQ(printed("(float)(x + d)"), "(float)(x + d)");
}

TEST(Print, ParenthesisesWhatCompilersWarnAbout) {
  EXPECT_EQ(printed("n < 1 && i < 2 || u"), "(n < 1 && i < 2) || u");
  EXPECT_EQ(printed("n + 1 << 2"), "(n + 1) << 2");
  EXPECT_EQ(printed("(n & 3) == 0"), "(n & 3) == 0");
}

TEST(Print, ReplacesAccessesAndNames) {
  SourceNest nest = nestOf("void f(int n, float *A) { for (int i = 0; i < n; i++)"
                           " A[i] = A[i + n] * i; }");
  PrintHooks hooks;
  hooks.replace = [&](const Expr &expr) -> std::optional<std::string> {
    if (expr.kind == Expr::Kind::Access)
      return "T[0]";
    if (nest.symbol(expr.symbol).name == "i")
      return "(i_0 + i_1)";
    return std::nullopt;
  };
  EXPECT_EQ(printStmt(nest, *nest.root->children[0], "  ", hooks),
            "  T[0] = T[0] * (i_0 + i_1);\n");
}

TEST(Print, TextsAreAskedForFromLeftToRight) {
  // Hooks give names when they are first asked: they are the same whatever compiler built the tool.
  SourceNest nest = nestOf("void f(int n, int *A, int a, int b, int c, int d) {"
                           "  for (int i = 0; i < n; i++) A[i] = a < b ? c - d : (c, d * a); }");
  PrintHooks hooks;
  int count = 0;
  hooks.replace = [&](const Expr &) { return std::to_string(++count); };
  EXPECT_EQ(printStmt(nest, *nest.root->children[0], "", hooks),
            "1 = 2 < 3 ? 4 - 5 : (6, 7 * 8);\n");
}

/// What -Wconversion tells of, so that a copy of the statement has no warning of its own.
TEST(Print, ShowsWhatANumberMayNotSurvive) {
  const std::pair<const char *, const char *> kStores[] = {
      {"A[0] = A[1] * d;", "A[0] = (float)(A[1] * d);\n"}, // double to float
      {"A[0] = n;", "A[0] = (float)n;\n"},                 // int to float
      {"A[0] = s;", "A[0] = s;\n"},                        // short to float keeps all
      {"A[0] = 2.5;", "A[0] = 2.5;\n"},                    // a constant
      {"S[0] = s + 1;", "S[0] = (short)(s + 1);\n"},
      {"S[0] = n < s ? n : s;", "S[0] = n < s ? n : s;\n"}, // a minimum, which gcc finds only so
      {"D[0] = A[0] + n;", "D[0] = A[0] + (float)n;\n"},
      {"D[0] = A[0];", "D[0] = A[0];\n"},
      {"B[0] = n;", "B[0] = n;\n"}, // to _Bool
      {"B[0] = n < u;", "B[0] = (unsigned int)n < u;\n"},
      {"B[0] = u != s + 1 && u > 2;", "B[0] = u != (unsigned int)(s + 1) && u > 2;\n"},
      {"B[0] = n < s;", "B[0] = n < s;\n"},
  };
  PrintHooks hooks;
  hooks.showsNarrowing = true;
  for (const auto &[store, expected] : kStores) {
    SourceNest nest =
        nestOf("void f(int n, unsigned u, short s, double d, float *A, short *S, double *D, "
               "_Bool *B) { for (int i = 0; i < n; i++) " +
               std::string(store) + " }");
    EXPECT_EQ(printStmt(nest, *nest.root->children[0], "", hooks), expected);
  }
}

TEST(Print, DeclaresFirstInC89) {
  const char *text = "void f(int n, float *A) { int i; for (i = 0; i < n; i++) { if (A[i] > 0) {"
                     " float t = A[i]; A[i] = t; { int k = 1; A[k] = 0; } } else A[0] = 1; } }";
  SourceNest nest = nestOf(text, {"-std=c89"});
  std::string printed = printStmt(nest, *nest.root->children[0]->children[0], "");
  EXPECT_EQ(printed, "if (A[i] > 0) {\n    float t = A[i];\n    A[i] = t;\n    {\n"
                     "        int k = 1;\n        A[k] = 0;\n    }\n} else {\n    A[0] = 1;\n}\n");
}

} // namespace
