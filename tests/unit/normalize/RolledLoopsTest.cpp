// Loops unrolled by hand: which of them are read as the loops that they were, and that all are read
// as what they do.
#include "analysis/normalize/normalize.h"
#include "analysis/tree/TreePrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/support/Source.h"

#include <gtest/gtest.h>

#include <numeric>

namespace acc::test {
namespace {

/// In a loop over i, which reads and writes rows.
std::string kernel(const std::string &body, const std::string &parameters = "int n, int m",
                   const std::string &variables = "int k; double s, s0, s1;") {
  return "void f(" + parameters + ", double *y, const double *a, const double *b, int *c) { " +
         variables + " for (int i = 0; i < m; i++) { " + body + " } }";
}

/// All loops are in steps of one.
bool isRolled(const SourceNest &nest) {
  bool rolled = true;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::For && stmt->step)
      rolled &= stmt->step->value && stmt->step->value->value == 1;
  });
  return rolled;
}

size_t loopsIn(const SourceNest &nest) {
  size_t loops = 0;
  forEachStmt(nest.root, [&](const StmtRef &stmt) { loops += stmt->kind == Stmt::Kind::For; });
  return loops;
}

SourceNest formOf(const std::string &text, const std::vector<std::string> &flags = {}) {
  return behindPass(nestOf(text, flags), DataConditions::Open, "rolled-loops");
}

/// The loop that was unrolled and the one that does its rest are one loop.
bool isOneLoop(const std::string &text, const std::vector<std::string> &flags = {}) {
  const SourceNest form = formOf(text, flags);
  return isRolled(form) && loopsIn(form) == 2;
}

/// Runs source and scop for all small n, also below zero.
int compared(const std::string &text) {
  std::vector<int64_t> sizes(24);
  std::iota(sizes.begin(), sizes.end(), -9);
  return compareOnBox(text, {{"n", sizes}, {"m", {0, 1, 3}}});
}

void expectOneLoop(const std::string &text) {
  EXPECT_TRUE(isOneLoop(text)) << printTree(formOf(text));
  EXPECT_GT(compared(text), 20) << text;
}

/// Two loops are left. Where there is a scop, it is what the source does.
void expectTwoLoops(const std::string &text, bool isLifted = true) {
  EXPECT_FALSE(isOneLoop(text)) << printTree(formOf(text));
  if (isLifted) {
    EXPECT_GT(compared(text), 10) << text;
  }
}

/// Four copies of the statement, in which K stands for the counter.
std::string copies(const std::string &statement, const std::string &counter = "k", int count = 4) {
  std::string all;
  for (int copy = 0; copy < count; ++copy) {
    std::string one = statement;
    for (size_t at = one.find('K'); at != std::string::npos; at = one.find('K'))
      one.replace(at, 1, copy == 0 ? counter : "(" + counter + " + " + std::to_string(copy) + ")");
    all += one;
  }
  return all;
}

const std::string kSum = "s += a[i*n + K] * b[K*m + i];", kStore = "y[i*n + K] = a[K];";
const std::string kSums = copies(kSum), kStores = copies(kStore);
const std::string kRest = " s += a[i*n + k] * b[k*m + i]; y[i] = s;",
                  kRestStore = " y[i*n + k] = a[k];";

TEST(RolledLoops, RestsBehindTheirLoop) {
  for (const char *test : {"k + 3 < n", "k < n - 3", "k <= n - 4", "k + 4 <= n", "n > k + 3",
                           "n - 3 > k", "k < (n & ~3)", "k < n/4*4", "k < n - n%4",
                           "k < ((n >> 2) << 2)", "k < n - (n & 3)", "k < n/8*8"}) {
    expectOneLoop(kernel("s = 0; for (k = 0; " + std::string(test) + "; k += 4) { " + kSums +
                         " } for (; k < n; k++)" + kRest));
    expectOneLoop(kernel("for (k = 0; " + std::string(test) + "; k += 4) { " + kStores +
                         " } while (k < n) { " + kRestStore + " k++; }"));
  }
}

TEST(RolledLoops, RestsThatSayWhereTheyStart) {
  for (const char *start : {"n/4*4", "n - n%4"})
    for (const char *test : {"k + 3 < n", "k < n/4*4", "k < n - n % 4"})
      expectOneLoop(kernel("for (k = 0; " + std::string(test) + "; k += 4) { " + kStores +
                           " } for (k = " + start + "; k < n; k++)" + kRestStore));
  expectOneLoop(kernel("int whole = n - n%4; for (k = 0; k < whole; k += 4) { " + kStores +
                       " } for (k = whole; k < n; k++)" + kRestStore));
  expectOneLoop(kernel("for (int k = 0; k < n/4*4; k += 4) { " + kStores +
                       " } for (int k = n/4*4; k < n; k++)" + kRestStore));
}

TEST(RolledLoops, RestsBeforeTheirLoop) {
  expectOneLoop(kernel("int r = n % 4; for (k = 0; k < r; k++) {" + kRestStore +
                       " } for (k = r; k < n; k += 4) { " + kStores + " }"));
  expectOneLoop(kernel("int r = n % 8; for (k = 0; k < r; k++) {" + kRestStore +
                       " } for (k = r; k < n; k += 4) { " + kStores + " }"));
  // From 1 to n.
  expectOneLoop(kernel("int r = n % 5, next; for (k = 1; k <= r; ++k) y[k] += a[k]; next = r + 1; "
                       "for (k = next; k <= n; k += 5) { " +
                       copies("y[K] += a[K];", "k", 5) + " }"));
}

TEST(RolledLoops, PointersThatWalk) {
  expectOneLoop(
      kernel("const double *p = a + i, *q = b; s = 0; for (k = 0; k + 3 < n; k += 4) { s += "
             "p[0]*q[0]; s += p[1]*q[1]; s += p[2]*q[2];"
             " s += p[3]*q[3]; p += 4; q += 4; } for (; k < n; k++) s += *p++ * *q++; y[i] = s;"));
}

TEST(RolledLoops, VariablesOfACopy) {
  expectOneLoop(kernel("for (k = 0; k + 1 < n; k += 2) { double u = a[k]; y[k] = u*u; double v = "
                       "a[k + 1]; y[k + 1] = v*v; }"
                       " for (; k < n; k++) { double u = a[k]; y[k] = u*u; }"));
  expectOneLoop(kernel(
      "for (k = 0; k + 1 < n; k += 2) { s = a[k]; y[k] = s*s; s = a[k + 1]; y[k + 1] = s*s; }"
      " for (; k < n; k++) { s = a[k]; y[k] = s*s; }"));
}

TEST(RolledLoops, SumsInOneExpression) {
  const std::string rest = " for (; k < n; k++) s += a[k]; y[i] = s;";
  expectOneLoop(kernel(
      "s = 0; for (k = 0; k + 3 < n; k += 4) s = s + a[k] + a[k + 1] + a[k + 2] + a[k + 3];" +
      rest));
  expectOneLoop(kernel("s = 0; for (k = 0; k + 1 < n; k += 2) s = s - a[k] - a[k + 1]; for (; k < "
                       "n; k++) s -= a[k]; y[i] = s;"));
  // Elements would be written more often.
  expectTwoLoops(kernel("for (k = 0; k + 1 < n; k += 2) y[i] = y[i] - a[k] - a[k + 1]; for (; k < "
                        "n; k++) y[i] -= a[k];"));
  // Other orders of additions.
  expectTwoLoops(kernel(
      "s = 0; for (k = 0; k + 3 < n; k += 4) s += a[k] + a[k + 1] + a[k + 2] + a[k + 3];" + rest));
  expectTwoLoops(kernel("s = 0; for (k = 0; k + 1 < n; k += 2) s = a[k] + s + a[k + 1];" + rest));
  expectTwoLoops(kernel("s = 0; for (k = 0; k + 1 < n; k += 2) s = s + (a[k] + a[k + 1]);" + rest));
  expectTwoLoops(kernel("s = 0; for (k = 0; k + 1 < n; k += 2) s = s + a[k + 1] + a[k];" + rest));
  // What is added is what was added to.
  expectTwoLoops(kernel("for (k = 0; k + 1 < n; k += 2) y[i] = y[i] + y[k] + y[k + 1]; for (; k < "
                        "n; k++) y[i] += y[k];"));
  // In float the sum is rounded once.
  expectTwoLoops(kernel("float t = 0; for (k = 0; k + 1 < n; k += 2) t = t + a[k] + a[k + 1]; for "
                        "(; k < n; k++) t += a[k]; y[i] = t;"));
}

/// C computes sums of _Float16 in float and rounds them once, where they are assigned.
TEST(RolledLoops, SumsOfHalfPrecisionAreRoundedOnce) {
  auto sum = [](const std::string &type, const std::string &addends) {
    return "void f(int n, int m, " + type + " *y, const " + type +
           " *a) { for (int i = 0; i < m; i++) { " + type +
           " s = 0; int k; for (k = 0; k + 1 < n; k += 2) " + addends +
           " for (; k < n; k++) s = s + a[k]; y[i] = s; } }";
  };
  const std::string several = "s = s + a[k] + a[k + 1];",
                    one = "{ s = s + a[k]; s = s + a[k + 1]; }";
  EXPECT_FALSE(isOneLoop(sum("_Float16", several)));
  EXPECT_TRUE(isOneLoop(sum("_Float16", one)));
  for (const char *type : {"float", "double", "long double"})
    EXPECT_TRUE(isOneLoop(sum(type, several))) << type;
}

TEST(RolledLoops, NumbersHaveNoOrderModuloTwoToTheN) {
  const std::string rest = " for (; k < n; k++) u += c[k]; y[i] = u;";
  expectOneLoop(kernel(
      "unsigned u = 0; for (k = 0; k + 1 < n; k += 2) u += (unsigned)c[k] + (unsigned)c[k + 1];" +
      rest));
  // c[k] + c[k + 1] may be undefined.
  expectTwoLoops(kernel("int u = 0; for (k = 0; k + 1 < n; k += 2) u += c[k] + c[k + 1];" + rest));
}

TEST(RolledLoops, UnsignedCounters) {
  const std::string unsignedOnes = "unsigned n, int m", rest = " for (; k < n; k++)" + kRestStore;
  auto text = [&](const std::string &test, const std::string &stores, int step) {
    return kernel("for (k = 0; " + test + "; k += " + std::to_string(step) + ") { " + stores +
                      " }" + rest,
                  unsignedOnes, "unsigned k;");
  };
  EXPECT_TRUE(isOneLoop(text("k + 3 < n", kStores, 4)))
      << printTree(formOf(text("k + 3 < n", kStores, 4)));
  EXPECT_TRUE(isOneLoop(text("k < n/4*4", kStores, 4)));
  EXPECT_TRUE(isOneLoop(text("k < (n & ~3u)", kStores, 4)));
  EXPECT_TRUE(isOneLoop(text("k < n - n % 5", copies(kStore, "k", 5), 5)));
  EXPECT_TRUE(isOneLoop(kernel("for (k = 0; k < (n & ~3); k += 4) { " + kStores + " }" + rest,
                               "unsigned long n, int m", "unsigned long k;")));
  // n - 3 is large for n = 2; k + 4 and k + 5 wrap where n is nearly 2^32.
  EXPECT_FALSE(isOneLoop(text("k < n - 3", kStores, 4)));
  EXPECT_FALSE(isOneLoop(text("k + 4 <= n", kStores, 4)));
  EXPECT_FALSE(isOneLoop(text("k + 4 < n", copies(kStore, "k", 5), 5)));
  EXPECT_FALSE(isOneLoop(text("k < n", kStores, 4)));
}

TEST(RolledLoops, EndsThatDoNotMeet) {
  // The rest starts elsewhere.
  for (const char *start : {"n/4*4 + 1", "n/4*4 - 1", "n/8*8", "n/4", "n - n%3"})
    expectTwoLoops(kernel("for (k = 0; k + 3 < n; k += 4) { " + kStores +
                          " } for (k = " + std::string(start) + "; k < n; k++)" + kRestStore));
  // The loop goes on beyond n, where the rest does not.
  for (const char *test : {"k + 2 < n", "k < n", "k <= n - 3", "k < (n + 3)/4*4"})
    expectTwoLoops(kernel("for (k = 0; " + std::string(test) + "; k += 4) { " + kStores +
                          " } for (k = n/4*4; k < n; k++)" + kRestStore));
  // Other ends.
  expectTwoLoops(kernel("for (k = 0; k + 3 < n; k += 4) { " + kStores +
                        " } for (k = n/4*4; k < m; k++)" + kRestStore));
  expectTwoLoops(kernel("for (k = 0; k < m/4*4; k += 4) { " + kStores +
                        " } for (k = m/4*4; k < n; k++)" + kRestStore));
  expectTwoLoops(kernel("for (k = 1; k < n/4*4; k += 4) { " + kStores +
                        " } for (k = n/4*4; k < n; k++)" + kRestStore));
  // The rest before its loop is another one.
  expectTwoLoops(kernel("int r = n % 3; for (k = 0; k < r; k++) {" + kRestStore +
                        " } for (k = r; k < n; k += 4) { " + kStores + " }"));
  expectTwoLoops(kernel("int r = m % 4; for (k = 0; k < r; k++) {" + kRestStore +
                        " } for (k = r; k < n; k += 4) { " + kStores + " }"));
  expectTwoLoops(kernel("int r = n % 4; for (k = 0; k <= r; k++) {" + kRestStore +
                        " } for (k = r; k < n; k += 4) { " + kStores + " }"));
}

TEST(RolledLoops, EndsThatAreKnownAtEntry) {
  auto text = [](const std::string &whole, const std::string &before) {
    return "void f(int n, int m, double *y, const double *a) { int k; int whole = " + whole + "; " +
           before +
           " for (int i = 0; i < m; i++) {"
           " for (k = 0; k < whole; k += 4) { " +
           kStores + " } for (k = whole; k < n; k++)" + kRestStore + " } }";
  };
  EXPECT_TRUE(isOneLoop(text("n - n%4", "")));
  EXPECT_TRUE(isOneLoop(text("n/4*4", "")));
  EXPECT_FALSE(isOneLoop(text("n - n%3", "")));
  EXPECT_FALSE(isOneLoop(text("n/4*4", "n = m;")));
  EXPECT_FALSE(isOneLoop(text("n/4*4", "whole += 4;")));
}

/// Below zero n & ~3 is less than n, and the rest has iterations.
TEST(RolledLoops, QuotientsBelowZero) {
  expectTwoLoops(kernel("int whole = n & ~3; for (k = 0; k < whole; k += 4) { " + kStores +
                        " } for (k = whole; k < n; k++)" + kRestStore),
                 false);
  expectTwoLoops(kernel("int r = n & 3; for (k = 0; k < r; k++) {" + kRestStore +
                        " } for (k = r; k < n; k += 4) { " + kStores + " }"),
                 false);
}

TEST(RolledLoops, CopiesThatDiffer) {
  auto text = [](const std::string &first, const std::string &second) {
    return kernel("for (k = 0; k + 1 < n; k += 2) { " + first + second +
                  " } for (; k < n; k++) y[k] = a[k];");
  };
  expectOneLoop(text("y[k] = a[k];", "y[k + 1] = a[k + 1];"));
  expectTwoLoops(text("y[k] = a[k];", "y[k] = a[k];"));
  expectTwoLoops(text("y[k] = a[k];", "y[k + 1] = a[k];"));
  expectTwoLoops(text("y[k] = a[k];", "y[k + 2] = a[k + 2];"));
  expectTwoLoops(text("y[k + 1] = a[k + 1];", "y[k] = a[k];"));
  expectTwoLoops(text("y[k] = a[k];", "y[k + 1] = b[k + 1];"));
  expectTwoLoops(text("y[k] = a[k];", "y[k + 1] += a[k + 1];"));
  expectTwoLoops(text("y[k] = 2*a[k];", "y[k + 1] = 2*a[k + 1];"));
  // Four sums are added in another order.
  expectTwoLoops(kernel("s0 = s1 = 0; for (k = 0; k + 1 < n; k += 2) { s0 += a[k]; s1 += a[k + 1]; "
                        "} for (; k < n; k++) s0 += a[k]; y[i] = s0 + s1;"));
}

TEST(RolledLoops, WhatChangesOnTheWay) {
  // The bound.
  expectTwoLoops(kernel("for (k = 0; k + 1 < c[0]; k += 2) { c[k] = i; c[k + 1] = i; } for (; k < "
                        "c[0]; k++) c[k] = i;"),
                 false);
  expectTwoLoops(kernel("for (k = 0; k + 1 < n; k += 2) { y[k] = i; n--; y[k + 1] = i; n--; } for "
                        "(; k < n; k++) { y[k] = i; n--; }"),
                 false);
  // The counter is read behind both.
  expectTwoLoops(kernel("for (k = 0; k + 1 < n; k += 2) { y[k] = i; y[k + 1] = i; } for (k = "
                        "n/2*2; k < n; k++) y[k] = i; c[i] = k;"),
                 false);
  EXPECT_FALSE(isOneLoop("int f(int n, int m, double *y) { int k = 0; for (int i = 0; i < m; i++) "
                         "{ for (k = 0; k + 1 < n; k += 2) { y[k] = i;"
                         " y[k + 1] = i; } for (k = n/2*2; k < n; k++) y[k] = i; } return k; }"));
  // Something leaves the loop.
  expectTwoLoops(kernel("for (k = 0; k + 1 < n; k += 2) { if (a[k] > 0) break; y[k] = i; if (a[k + "
                        "1] > 0) break; y[k + 1] = i; }"
                        " for (; k < n; k++) { if (a[k] > 0) break; y[k] = i; }"),
                 false);
  // Signed numbers wrap.
  EXPECT_FALSE(isOneLoop(
      kernel("for (k = 0; k + 3 < n; k += 4) { " + kStores + " } for (; k < n; k++)" + kRestStore),
      {"-fwrapv"}));
}

TEST(RolledLoops, WithoutARest) {
  for (const char *test : {"k < n", "k + 2 < n", "k <= n", "k + 3 < n", "k < n/4*4"}) {
    const std::string text =
        kernel("for (k = 0; " + std::string(test) + "; k += 4) { " + kStores + " }");
    EXPECT_TRUE(isOneLoop(text)) << printTree(formOf(text));
    EXPECT_GT(compared(text), 20) << text;
  }
  const std::string later = kernel("for (k = m; k < n; k += 4) { " + kStores + " }");
  EXPECT_TRUE(isOneLoop(later));
  EXPECT_GT(compared(later), 20);
}

TEST(RolledLoops, LoopsInSteppedOnes) {
  expectOneLoop("void f(int n, int m, double *y) { int i, k; for (i = 0; i + 1 < n; i += 2) { for "
                "(k = 0; k < m; k++) y[i*m + k] = 1;"
                " for (k = 0; k < m; k++) y[(i + 1)*m + k] = 1; } }");
}

} // namespace
} // namespace acc::test
