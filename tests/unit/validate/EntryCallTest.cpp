// The check and the fast version behind one call: if (!f_1_fast(...)) original.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Columns before rows; i is used after the nest.
RewriteCase cleared() {
  RewriteCase c;
  c.before = "void use(int);\nvoid clear(int n, int m, float *A)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            A[i*m + j] = 0;";
  c.after = "\n    use(i);\n}\n";
  c.sizes = {{"A", {"m"}}};
  c.function = "static ACC_FAST void clear_1_work(long n, long m, float *__restrict A)\n{\n"
               "    long i, j;\n    for (j = 0; j < m; j++)\n        for (i = 0; i < n; i++)\n"
               "            ACC_INSTANCE(0, i, j) A[i * m + j] = 0;\n}";
  c.entry = "static ACC_ENTRY int clear_1_fast(int n, int m, float *A, int *__restrict i)\n{\n"
            "    if (n > 0 && m > 0) {\n        ACC_RUN(clear_1_work, (n, m, A));\n"
            "        (*i) = n;\n        return 1;\n    }\n    return 0;\n}";
  c.call = "clear_1_fast(n, m, A, &i)";
  return c;
}

/// p moves behind what is filled, and is used after the nest.
RewriteCase filled() {
  RewriteCase c;
  c.before =
      "void use(float *);\nvoid fill(int n, int m, float *p, float x)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            *p++ = x;";
  c.after = "\n    use(p);\n}\n";
  c.sizes = {{"p", {"m"}}};
  c.function = "static ACC_FAST void fill_1_work(long n, long m, float x, float *__restrict p)\n{\n"
               "    long i, j;\n    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
               "            ACC_INSTANCE(0, i, j) p[i * m + j] = x;\n}";
  c.entry = "static ACC_ENTRY int fill_1_fast(int n, int m, float x, float **__restrict p)\n{\n"
            "    if (n > 0 && m > 0) {\n        ACC_RUN(fill_1_work, (n, m, x, (*p)));\n"
            "        (*p) = (*p) + ((long)n * m);\n        return 1;\n    }\n    return 0;\n}";
  c.call = "fill_1_fast(n, m, x, &p)";
  return c;
}

RewriteCase withEntry(const std::string &from, const std::string &to) {
  RewriteCase c = cleared();
  c.entry = replaced(c.entry, from, to);
  return c;
}

TEST(EntryCall, IsReadAsAGuardWithItsOriginal) {
  ProofResult result = prove(cleared());
  EXPECT_EQ(result.verdict, "");
  EXPECT_EQ(result.proof.instancesCompared, 1u);
}

TEST(EntryCall, AWalkEndsWhereThatOfTheSourceDoes) {
  EXPECT_EQ(prove(filled()).verdict, "");
  auto with = [](const std::string &from, const std::string &to) {
    RewriteCase c = filled();
    c.entry = replaced(c.entry, from, to);
    return prove(c).verdict;
  };
  const std::string last = "        (*p) = (*p) + ((long)n * m);\n";
  EXPECT_NE(with(last, ""), "");
  EXPECT_NE(with(last, last + last), "");
  EXPECT_NE(with(last, "        (*p) = (*p) + ((long)n * n);\n"), "");
  EXPECT_NE(with(last, "        (*p) = (*p) + ((long)n * m - 1);\n"), "");
  EXPECT_NE(with(last, "        if (n > 3)\n    " + last), "");
  // Before the loops, which then fill what lies behind.
  const std::string run = "        ACC_RUN(fill_1_work, (n, m, x, (*p)));\n";
  EXPECT_NE(with(run + last, last + run), "");
  // One that the source leaves alone.
  RewriteCase c = filled();
  c.after = "\n    use(p + n);\n}\n";
  c.entry = replaced(c.entry, "int n,", "int *__restrict n,");
  c.entry = replaced(c.entry, "if (n >", "if ((*n) >");
  c.entry = replaced(c.entry, "(n, m, x", "((*n), m, x");
  c.entry = replaced(c.entry, "(long)n", "(long)(*n)");
  c.call = "fill_1_fast(&n, m, x, &p)";
  EXPECT_EQ(prove(c).verdict, "");
  c.entry = replaced(c.entry, "        return 1", "        (*n) = (*n) + 1;\n        return 1");
  EXPECT_NE(prove(c).verdict, "");
}

TEST(EntryCallMutants, TheFunctionSaysWhatItDid) {
  const char *const kForm = "does not parse as a guard";
  expectRefused(withEntry("return 1", "return 0"), kForm);
  expectRefused(withEntry("return 0", "return 1"), kForm);
  expectRefused(withEntry("return 1", "return n"), kForm);
  expectRefused(withEntry("        return 1;\n", ""), kForm);
  expectRefused(withEntry("    if (n > 0", "    if (n > 9) return 1;\n    if (n > 0"), kForm);
  expectRefused(withEntry("        (*i)", "        if (m > 9) return 1;\n        (*i)"), kForm);
  RewriteCase c = cleared();
  c.call = "clear_1_fast(n, m, A, &j)"; // another one is set
  EXPECT_NE(prove(c).verdict, "");
}

TEST(EntryCallMutants, TheAddressOfACopyIsNotThatOfTheVariable) {
  expectRefused(withEntry("m > 0) {", "m > 0 && (unsigned long)&n > 0) {"),
                "does not parse as a guard");
}

TEST(EntryCallMutants, TheCheckAndTheArguments) {
  expectRefused(withEntry("n > 0 && m > 0", "m > 0"),
                "the final value of i differs from that of the source");
  EXPECT_NE(prove(withEntry("(*i) = n;", "(*i) = m;")).verdict, "");
  EXPECT_NE(prove(withEntry("(*i) = n;", "")).verdict, "");
  EXPECT_EQ(prove(withEntry("(*i) = n;", "(*i) = (int)(8*(long)n/8);")).verdict, "");
  EXPECT_NE(prove(withEntry("(*i) = n;", "(*i) = (int)(8*(long)n)/8;")).verdict, "");
  EXPECT_NE(prove(withEntry("(*i) = n;", "(*i) = (int)(8*(unsigned)n/8);")).verdict, "");
  EXPECT_NE(prove(withEntry("(n, m, A)", "(m, n, A)")).verdict, "");
  RewriteCase c = cleared();
  c.call = "clear_1_fast(m, n, A, &i)";
  EXPECT_NE(prove(c).verdict, "");
}

} // namespace
} // namespace acc::test
