// Conditions on data at the statements below them: which ones stay where they are.
#include "analysis/normalize/normalize.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/support/Source.h"

#include <functional>

namespace acc::test {
namespace {

/// Whether the nest has a loop below an `if` that the data decide, behind the pass; `body` stands
/// in a loop over k.
bool isSunk(const std::string &body, const std::string &rest = "") {
  auto scop = buildScop(nestOf("double hidden(double); int global; void f(int n, const int *m, "
                               "double *b, const double *a,"
                               " const int *restrict mask) { int i, k, t, s; double x; "
                               "for (k = 0; k < n; k++) { " +
                               body + " } " + rest + " }"),
                        DataConditions::Sunk);
  return scop && !scop->unknown;
}

const std::string kLoop = "for (i = k + 1; i < n; i++) b[i] -= b[k]*a[i];";

TEST(SunkTests, WhatGoesToTheStatements) {
  EXPECT_TRUE(isSunk("if (b[k] != 0.) { b[k] /= a[k]; " + kLoop + " }"));
  EXPECT_TRUE(isSunk("if (b[k] != 0.) " + kLoop + " else for (i = 0; i < k; i++) b[i] = 1.;"));
  EXPECT_TRUE(isSunk("if (mask[k]) if (b[k] > 0.) " + kLoop));
  EXPECT_TRUE(isSunk("if (b[k] != 0.) { t = n; for (i = k + 1; i < t; i++) b[i] -= a[i]; }"));
}

TEST(SunkTests, InMoreLoopsAndOtherTypes) {
  EXPECT_TRUE(isSunk("if (b[k] != 0.) for (i = 0; i < n; i++) for (s = 0; s < n; s++) for (t = 0; "
                     "t < n; t++) b[(i*n + s)*n + t] += b[k]*a[t];"));
  EXPECT_TRUE(
      isSunk("unsigned u; if (b[k] != 0.) for (u = 0; u < 100u; u++) b[u] -= b[u + 100]*b[k];"));
  EXPECT_TRUE(isSunk("if (b[k] != 0.) for (i = n; i > k; i -= 3) b[i] -= a[i];"));
}

TEST(SunkTests, WhatWouldTellThatALoopRan) {
  // Its counter is read behind it.
  EXPECT_FALSE(isSunk("if (b[k] != 0.) for (i = 0; i < n; i++) b[i] -= a[i];", "global = i;"));
  EXPECT_FALSE(isSunk("if (b[k] != 0.) for (i = 0; i < n; i += 2) b[i] -= a[i]; b[n + i] = 1.;"));
  // A bound is read where the source may not read it: *m need not be there.
  EXPECT_FALSE(isSunk("if (b[k] != 0.) for (i = 0; i < *m; i++) b[i] -= a[i];"));
  EXPECT_TRUE(isSunk("s = *m; if (b[k] != 0.) for (i = 0; i < *m; i++) b[i] -= a[i];"));
  // It would not end where the source does not come to it.
  EXPECT_FALSE(isSunk("unsigned char c; if (b[k] != 0.) for (c = 0; c < n; c++) b[c] -= a[c];"));
  EXPECT_FALSE(isSunk("float c; if (b[k] != 0.) for (c = 0; c < n; c += 1) b[k] -= a[k];"));
  EXPECT_FALSE(isSunk("if (b[k] != 0.) for (i = 0; i != n; i++) b[i] -= a[i];"));
  EXPECT_FALSE(isSunk("if (b[k] != 0.) for (i = 0; i < n; i += n) b[i] -= a[i];"));
  // What is read early may not be there, and what divides may divide by zero.
  EXPECT_FALSE(isSunk("if (b[k] != 0.) { b[k] = 1.; if (mask[0]) " + kLoop + " }"));
  EXPECT_FALSE(isSunk("if (b[k] != 0.) { b[k] = 1.; if (n/(k - s) == 2) " + kLoop + " }"));
  EXPECT_FALSE(isSunk("if (b[k] != 0.) for (i = 0; i < n/s; i++) b[i] -= a[i];"));
  // It leaves the loop around.
  EXPECT_FALSE(isSunk("if (b[k] != 0.) { " + kLoop + " break; }"));
  // The condition calls a function.
  EXPECT_FALSE(isSunk("if (hidden(b[k]) > 0.) " + kLoop));
}

/// Statements of the form behind the pass that have no test; `body` stands in a loop over k.
std::string inAnyCase(const std::string &body) {
  const SourceNest form = behindPass(nestOf("void f(int n, double *b, const double *a, int *p) { "
                                            "int i, k, t, s; for (k = 0; k < n; k++) { " +
                                            body + " } }"),
                                     DataConditions::Sunk, "sunk-tests");
  std::string all;
  std::function<void(const StmtRef &)> visit = [&](const StmtRef &stmt) {
    if (!stmt || (stmt->kind == Stmt::Kind::If &&
                  (stmt->condition->kind == Expr::Kind::Symbol || stmt->condition->text == "!")))
      return;
    if (stmt->kind == Stmt::Kind::Assign &&
        form.symbol(assignedSymbol(*stmt) < 0 ? 0 : assignedSymbol(*stmt)).name != "holds" &&
        stmt->text == "=")
      all += printExpr(form, *stmt->target) + "; ";
    for (const StmtRef &child : stmt->children)
      visit(child);
  };
  visit(form.root);
  return all;
}

TEST(SunkTests, BoundsAreSetInAnyCase) {
  EXPECT_EQ(inAnyCase("if (p[k]) { p[k] = 0; t = n; for (i = k; i < t; i++) b[i] = a[i]; }"),
            "t; ");
}

// A variable that the source keeps from one iteration in which the test holds to the next gets its
// value below the test.
TEST(SunkTests, NotWhatIsReadBefore) {
  for (const char *body :
       {"if (p[k]) { p[k] = 0; for (i = 0; i < n; i++) b[i] = t*a[i]; t = k; }",
        "if (p[k]) { p[k] = 0; for (i = 0; i < n; i++) { b[i] = t*a[i]; t = k; } }",
        "if (p[k]) { p[k] = 0; t = t + k; for (i = 0; i < n; i++) b[i] = t*a[i]; }",
        "if (p[k]) { p[k] = 0; if (k > 2) t = k; for (i = 0; i < n; i++) b[i] = t*a[i]; }",
        "if (p[k]) { p[k] = 0; t = k; for (i = 0; i < n; i++) b[i] = a[i]; } else b[k] = t;",
        "if (p[k]) { p[k] = 0; t = n/s; for (i = 0; i < n; i++) b[i] = t*a[i]; }",
        "if (p[k]) { p[k] = 0; t = p[n]; for (i = 0; i < n; i++) b[i] = t*a[i]; }"})
    EXPECT_EQ(inAnyCase(body), "") << body;
}

} // namespace
} // namespace acc::test
