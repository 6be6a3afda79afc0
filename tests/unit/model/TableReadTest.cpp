// Reads at an index that only the run tells, within known bounds.
#include "tests/support/Source.h"

#include <algorithm>

namespace acc::test {
namespace {

std::string kernel(const std::string &body) {
  return "void set(int *); "
         "void f(int n, int m, float *A, const unsigned char *b, const signed char *s, const char "
         "*c,"
         " const unsigned short *u, const unsigned *w, const int *x, float *tab, int v)"
         " { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { " +
         body + " } }";
}

struct Bounds {
  int64_t low, high;
  friend bool operator==(const Bounds &, const Bounds &) = default;
};

/// The subscripts of the two accesses that stand for a read of `tab`; none where it is none.
std::optional<Bounds> tableOf(const std::string &body) {
  Scop scop = liftedOf(kernel(body));
  std::vector<int64_t> ends;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.table) {
        EXPECT_TRUE(access.may && !access.node && !access.isWrite) << body;
        EXPECT_EQ(scop.arrays[access.array].name, "tab") << body;
        ends.push_back(*access.subscripts.at(0).constant());
      }
  if (scop.unknown)
    return std::nullopt;
  auto [low, high] = std::minmax_element(ends.begin(), ends.end());
  return ends.empty() ? std::nullopt : std::optional(Bounds{*low, *high});
}

TEST(TableReads, BoundsOfTheIndex) {
  auto boundsOf = [](const std::string &index) {
    return tableOf("A[i*m + j] = tab[" + index + "];");
  };
  EXPECT_EQ(boundsOf("b[j]"), (Bounds{0, 255}));
  EXPECT_EQ(boundsOf("s[j]"), (Bounds{-128, 127}));
  EXPECT_EQ(boundsOf("u[j]"), (Bounds{0, 65535}));
  EXPECT_EQ(boundsOf("c[j]"), (Bounds{-128, 255})) << "with -fsigned-char and without";
  EXPECT_EQ(boundsOf("(char)x[j]"), (Bounds{-128, 255}));
  EXPECT_EQ(boundsOf("(unsigned char)x[j]"), (Bounds{0, 255}));
  EXPECT_EQ(boundsOf("w[j] >> 28"), (Bounds{0, 15}));
  EXPECT_EQ(boundsOf("w[j] >> (28 - 4 * (b[j] & 1))"), (Bounds{0, 255}));
  EXPECT_EQ(boundsOf("x[j] & 15"), (Bounds{0, 15}));
  EXPECT_EQ(boundsOf("-1 & b[j]"), (Bounds{0, 255}));
  EXPECT_EQ(boundsOf("x[j] % 8"), (Bounds{-7, 7}));
  EXPECT_EQ(boundsOf("w[j] % 8"), (Bounds{0, 7}));
  EXPECT_EQ(boundsOf("x[j] > 3"), (Bounds{0, 1}));
  EXPECT_EQ(boundsOf("!x[j]"), (Bounds{0, 1}));
  EXPECT_EQ(boundsOf("b[j] - 3"), (Bounds{-3, 252}));
  EXPECT_EQ(boundsOf("b[j] + s[j]"), (Bounds{-128, 382}));
  EXPECT_EQ(boundsOf("b[j] * s[j] / 100"), (Bounds{-326, 323}));
  EXPECT_EQ(boundsOf("b[j] << 2 | s[j] & 3"), (Bounds{0, 1023}));
  EXPECT_EQ(boundsOf("x[j] ? b[j] : 300"), (Bounds{0, 300}));
  EXPECT_EQ(boundsOf("(unsigned long)b[j] + 1"), (Bounds{1, 256}));
  for (std::string index :
       {"x[j]", "w[j] >> 8", "u[j] * 2", "b[j] - w[j]", "x[j] & s[j]", "x[j] % n", "w[j] >> s[j]",
        "(unsigned long)s[j]", "x[j] / b[j]", "b[j] % s[j]"})
    EXPECT_EQ(boundsOf(index), std::nullopt) << index;
}

TEST(TableReads, BoundsOfVariables) {
  const std::string store = "A[i*m + j] = tab[v];";
  EXPECT_EQ(tableOf("v = b[j]; " + store), (Bounds{0, 255}));
  EXPECT_EQ(tableOf("v = x[j] & 7; if (x[j] > n) v = 9; " + store), (Bounds{0, 9}));
  EXPECT_EQ(tableOf("if (b[j]) v = x[j]; else v = 3; " + store), std::nullopt);
  EXPECT_EQ(tableOf("int k = b[j], t = k >> 4; A[i*m + j] = tab[t];"), (Bounds{0, 15}));
  EXPECT_EQ(tableOf("{ short k = x[j] & 7; v = k; } " + store), (Bounds{0, 7}));
  for (std::string before : {"", "if (x[j]) v = b[j];", "v = b[j]; v += b[j];",
                             "v = b[j]; set(&v);", "v = b[j]; v++;", "v = x[j];"})
    EXPECT_EQ(tableOf(before + store), std::nullopt) << before;
  EXPECT_EQ(tableOf(store + " v = b[j];"), std::nullopt) << "has the value from before, too";
  EXPECT_EQ(tableOf("int k = v; v = b[j]; A[i*m + j] = tab[k];"), std::nullopt)
      << "so does what it is copied to";
}

TEST(TableReads, BoundsOfLongChainsOfVariables) {
  std::string chain = "int v0 = b[j] & 15; ";
  for (int k = 1; k <= 60; ++k) {
    std::string before = "v" + std::to_string(k - 1);
    chain += "int v" + std::to_string(k) + " = (" + before + " >> 1) ^ (" + before + " & 7); ";
  }
  EXPECT_EQ(tableOf(chain + "A[i*m + j] = tab[v60];"), (Bounds{0, 7}));
}

TEST(TableReads, OfNamedArraysStayInside) {
  Scop scop = liftedOf("static const float tab[10]; struct S { float last[4]; };"
                       "void f(int n, int m, float *A, const signed char *s, const struct S *p) {"
                       " for (int i = 0; i < n; i++) for (int j = 0; j < m; j++)"
                       " A[i*m + j] = tab[s[j]] + tab[(long)A[j]] + p->last[s[j] & 7]; }");
  std::map<std::string, std::vector<int64_t>> ends;
  for (const ScopAccess &access : scop.statements.at(0).accesses)
    if (access.table)
      ends[scop.arrays[access.array].name].push_back(*access.subscripts[0].constant());
  EXPECT_EQ(ends["tab"], (std::vector<int64_t>{0, 9, 0, 9}));
  EXPECT_EQ(ends["p->last"], (std::vector<int64_t>{0, 7})) << "may go on behind its struct";
}

TEST(TableReads, OfArraysThatAreOnlyRead) {
  const std::string read = "A[i*m + j] = tab[b[j]]";
  EXPECT_EQ(tableOf(read + " + tab[j + 1];"), (Bounds{0, 255}));
  EXPECT_EQ(tableOf(read + "; tab[j] = 0;"), std::nullopt);
  EXPECT_EQ(tableOf(read + "; tab[b[j]] = 0;"), std::nullopt);
  EXPECT_EQ(tableOf(read + " + tab[i*n + j];"), std::nullopt) << "its rows would be lost";
  EXPECT_EQ(tableOf("float tab[256]; tab[0] = 1; " + read + ";"), std::nullopt);
}

TEST(TableReads, WhetherSomeElementIsRead) {
  for (auto [body, isRead] : {std::pair("A[j] = tab[b[j]];", true),
                              {"A[j] = x[j] > 0 ? tab[b[j]] : 0;", false},
                              {"if (x[j] > 0) A[j] = tab[b[j]];", false}})
    for (const ScopStatement &statement : liftedOf(kernel(body)).statements)
      for (const ScopAccess &access : statement.accesses)
        if (access.table) {
          EXPECT_EQ(access.readsSome, isRead) << body;
        }
}

} // namespace
} // namespace acc::test
