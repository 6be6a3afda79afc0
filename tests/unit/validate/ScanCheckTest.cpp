// Data that the guard tests before the loops: the scan must test what the source does, where it
// does.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// c, of m rows, is apart from a and b.
std::string apart(const std::string &m) {
  const std::string endOfC = "(unsigned long)(c + ((long)n - 1) * ldc + " + m + ")";
  return " && (" + endOfC +
         " <= (unsigned long)b"
         " || (unsigned long)(b + ((long)n - 1) * ldb + k) <= (unsigned long)c) && (" +
         endOfC + " <= (unsigned long)a || (unsigned long)(a + ((long)k - 1) * lda + " + m +
         ") <= (unsigned long)c)";
}

/// Reference dgemm without its scaling.
RewriteCase skipsZeros() {
  RewriteCase c;
  c.before = R"(
void f(int n, int k, int m, double *c, int ldc, const double *b, const double *d, int ldb,
       const double *a, int lda, const int *size) {
  int i, j, l;
  )";
  c.nest = R"(for (j = 0; j < n; j++)
    for (l = 0; l < k; l++)
      if (b[l + j*ldb] != 0.)
        for (i = 0; i < m; i++)
          c[i + j*ldc] += b[l + j*ldb] * a[i + l*lda];)";
  c.sizes = {{"a", {"lda"}}, {"b", {"ldb"}}, {"c", {"ldc"}}};
  c.guard = "n > 0 && k > 0 && m > 0 && k <= ldb && m <= ldc && m <= lda && (double)n * ldb < 1e15"
            " && (double)n * ldc < 1e15 && (double)k * lda < 1e15" +
            apart("m");
  c.tests = R"(if (fast) {
    long q, r;
    for (q = 0; fast && q < n; q++)
        for (r = 0; r < k; r++)
            ACC_INSTANCE(0, q, r) fast &= b[q * ldb + r] != 0.;
})";
  c.fast = R"({
    long q, r, s;
    for (q = 0; q < n; q++)
        for (r = 0; r < k; r++)
            for (s = 0; s < m; s++)
                ACC_INSTANCE(0, q, r, s) c[q * ldc + s] += b[q * ldb + r] * a[r * lda + s];
})";
  c.data = DataConditions::Assumed;
  return c;
}

TEST(ScanCheck, AScanOfAllThatIsTested) {
  EXPECT_EQ(prove(skipsZeros()).verdict, "");
  // In another order, without an early end, by other means of C.
  EXPECT_EQ(prove(skipsZeros().withTests("fast && q", "q")).verdict, "");
  RewriteCase turned = skipsZeros();
  turned.tests = R"(if (fast) {
    const double *restrict p = b;
    long q, r;
    for (r = 0; fast && r < k; r++)
        for (q = 0; q < n; q++)
            ACC_INSTANCE(0, q, r) fast &= p[q * ldb + r] != 0.;
})";
  EXPECT_EQ(prove(turned).verdict, "");
}

TEST(ScanCheck, NoOtherScan) {
  const std::pair<const char *, const char *> kMutants[] = {
      {"r < k", "r < k - 1"},     // the last column is not tested
      {"q < n", "q < n - 1"},     // the last row is not
      {"q = 0", "q = 1"},         // the first row is not
      {"q++", "q += 2"},          // every other row is not
      {"!= 0.", "== 0."},         // the opposite
      {"!= 0.", "> 0."},          // less, but not the same
      {"!= 0.", "!= 1."},         // another value
      {"fast &= b", "fast &= d"}, // another array
      {"q * ldb + r", "q * ldb"}, // another element
      {"q * ldb + r", "r * ldb + q"},
      {"&=", "|="}, // a flag that may be set
      {"&=", "="},  // only the last element counts
      {"fast &= b[q * ldb + r] != 0.", "fast &= b[q * ldb + r] != 0. || r > 3"},
      {"fast &= b[q * ldb + r] != 0.", "fast &= fast || b[q * ldb + r] != 0."},
      {"fast && q < n", "!fast && q < n"}, // tests nothing
      {"fast && q < n", "(fast || q > 3) && q < n"},
      {"r < k", "r < k + 1"}, // reads what the source does not
      {"r < k", "r < ldb"},
      {"r < k", "r < *size"},
  };
  for (const auto &[from, to] : kMutants)
    EXPECT_NE(prove(skipsZeros().withTests(from, to)).verdict, "") << from << " -> " << to;
}

TEST(ScanCheck, NoScanAtAll) {
  RewriteCase none = skipsZeros();
  none.tests = "";
  EXPECT_NE(prove(none).verdict, "");
  // Another statement in the place of the scan, which leaves the guard true.
  none.tests = "if (fast) {\n    fast = n > 0;\n}";
  EXPECT_NE(prove(none).verdict, "");
  // One that sets what it has cleared.
  RewriteCase reset = skipsZeros();
  reset.tests += "\nif (fast) {\n    fast = n > 0;\n}";
  EXPECT_EQ(prove(reset).verdict, "");
  reset.tests += "\nif (!fast) {\n    fast = n > 0;\n}";
  EXPECT_NE(prove(reset).verdict, "");
}

TEST(ScanCheck, DataAreReadBehindWhatMakesThemReadable) {
  RewriteCase late = skipsZeros();
  late.guard = "n > 0 && k > 0 && m > 0" + apart("m");
  late.tests += R"(
if (fast) {
    fast = k <= ldb && m <= ldc && m <= lda && (double)n * ldb < 1e15 && (double)n * ldc < 1e15
        && (double)k * lda < 1e15;
})";
  EXPECT_EQ(prove(late).verdict, "");
  // Beyond 32 bits the source's index wraps, and it reads other elements than the scan.
  RewriteCase narrow = skipsZeros();
  for (const char *name : {"int n", "int k", "int ldb", "int ldc", "int lda", "int i, j, l"})
    narrow.before.insert(narrow.before.find(name), "unsigned ");
  const std::string ofB = " && (long)n * ldb < 4294967295L";
  narrow.guard += " && (long)n * ldc < 4294967295L && (long)k * lda < 4294967295L";
  EXPECT_NE(prove(narrow).verdict, "");
  RewriteCase wrapped = narrow;
  narrow.guard += ofB;
  EXPECT_EQ(prove(narrow).verdict, "");
  wrapped.tests += "\nif (fast) {\n    fast = " + ofB.substr(4) + ";\n}";
  EXPECT_NE(prove(wrapped).verdict, "");
}

TEST(ScanCheck, NothingIsReadThatTheConditionMayKeepTheSourceFrom) {
  // The source reads *size only where some element is not zero.
  RewriteCase behind = skipsZeros();
  size_t bound = behind.nest.find("i < m");
  behind.nest.replace(bound, 5, "i < *size");
  behind.fast.replace(behind.fast.find("s < m"), 5, "s < size[0]");
  behind.guard = "n > 0 && k > 0 && k <= ldb && (double)n * ldb < 1e15 && (double)n * ldc < 1e15"
                 " && (double)k * lda < 1e15";
  const std::string readsSize =
      "size[0] > 0 && size[0] <= ldc && size[0] <= lda" + apart("size[0]");
  RewriteCase before = behind;
  behind.tests += "\nif (fast) {\n    fast = " + readsSize + ";\n}";
  EXPECT_EQ(prove(behind).verdict, "");
  before.guard += " && " + readsSize;
  EXPECT_NE(prove(before).verdict, "");
}

TEST(ScanCheck, WhatTheLoopsWriteIsNotTestedBeforeThem) {
  RewriteCase own = skipsZeros();
  own.nest = R"(for (j = 0; j < n; j++)
    for (l = 0; l < k; l++)
      if (c[l + j*ldc] != 0.)
        for (i = 0; i < m; i++)
          c[i + j*ldc] += b[l + j*ldb] * a[i + l*lda];)";
  EXPECT_NE(scopRefusal(own), "");
  own.nest.replace(own.nest.find("c[l"), 3, "d[l");
  EXPECT_EQ(scopRefusal(own), "");
}

/// A store of the nest may end the loop over j, and the source then reads no more of b.
TEST(ScanCheck, StoresThatMayEndTheTests) {
  RewriteCase c = skipsZeros();
  c.nest.replace(c.nest.find("j < n"), 5, "j < *size");
  c.guard = "size[0] > 0 && n == size[0] && " + c.guard +
            " && ((unsigned long)(c + ((long)n - 1) * ldc + m) <= (unsigned long)&size[0]"
            " || (unsigned long)&size[0] + sizeof(size[0]) <= (unsigned long)c)";
  EXPECT_EQ(prove(c).verdict, ""); // no store to a double changes an int
  for (size_t at; (at = c.before.find("double")) != std::string::npos;)
    c.before.replace(at, 6, "int");
  std::string verdict = prove(c).verdict;
  EXPECT_NE(
      verdict.find("the guard reads data that the source may not reach after a store of the nest"),
      std::string::npos)
      << verdict;
}

/// A store may change one location that the nest reads, and by its type none that ends the loops.
TEST(ScanCheck, StoresThatMayChangeAnotherLocation) {
  RewriteCase c = skipsZeros();
  c.before.insert(c.before.find("const int *size"), "const double *scale, ");
  c.nest.replace(c.nest.find("j < n"), 5, "j < *size");
  c.nest.replace(c.nest.find("b[l + j*ldb] * a"), 12, "*scale");
  c.fast.replace(c.fast.find("b[q * ldb + r] * a"), 14, "scale[0]");
  auto apart = [](const std::string &location) {
    return " && ((unsigned long)(c + ((long)n - 1) * ldc + m) <= (unsigned long)&" + location +
           " || (unsigned long)&" + location + " + sizeof(" + location + ") <= (unsigned long)c)";
  };
  c.guard = "size[0] > 0 && n == size[0] && " + c.guard + apart("size[0]");
  c.tests += "\nif (fast) {\n    fast = " + apart("scale[0]").substr(4) + ";\n}";
  EXPECT_EQ(prove(c).verdict, "");
  for (size_t at; (at = c.before.find("double")) != std::string::npos;)
    c.before.replace(at, 6, "int");
  EXPECT_NE(prove(c).verdict, "");
}

} // namespace
} // namespace acc::test
