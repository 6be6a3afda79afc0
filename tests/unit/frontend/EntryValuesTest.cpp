// What is known where a nest is entered, and what must not be believed.
#include "tests/support/ReadText.h"

#include <set>

using namespace acc;
using namespace acc::test;

namespace {

/// "plane = (w * h); ..." of the last nest, in the order of names.
std::string knownIn(const std::string &before, const std::string &body = "p[m] = k;") {
  SourceUnit unit = read("void g(int *);\nstatic void set(int *p) { *p += 1; }\n"
                         "static int get(int *p, int *q) { return (*p) + (long)*q; }\n"
                         "static int move(int *p, int *q) { return *p + (*q)--; }\n"
                         "static int next(int *p, int *q) { return p[1] + *q; }\nvoid f(int n, int "
                         "w, int h, int c, double *A)\n{\n"
                         "  int i, k = 0, m = 1;\n  double *p = A;\n" +
                         before + "  for (i = 0; i < n; i++) { " + body + " }\n}\n");
  if (unit.nests.empty())
    return "no nest";
  const SourceNest &nest = unit.nests.back();
  std::set<std::string> all;
  for (const KnownAtEntry &entry : nest.knownAtEntry)
    all.insert(nest.symbol(entry.symbol).name + " = " + show(nest, *entry.value) + ";");
  std::string text;
  for (const std::string &one : all)
    text += (text.empty() ? "" : " ") + one;
  return text;
}

TEST(EntryValues, AreThoseOfTheLastAssignments) {
  EXPECT_EQ(knownIn(""), "k = 0; m = 1; p = A;");
  EXPECT_EQ(knownIn("m = w*h; p = A + m;"), "k = 0; m = (w * h); p = (A + m);");
}

TEST(EntryValues, EndWithEachChangeOfWhatTheyName) {
  EXPECT_EQ(knownIn("m = w*h; w++;"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("p += w;"), "k = 0; m = 1;");
  EXPECT_EQ(knownIn("m = m + 1;"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("if (c) m = 2; else k = 3;"), "p = A;");
  EXPECT_EQ(knownIn("while (c--) { m *= 2; }"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("k = (m = 2) + 1;"), "p = A;");
}

TEST(EntryValues, AreNotBelievedOfWhatOthersReach) {
  EXPECT_EQ(knownIn("g(&m);"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("m = w; g(&w);"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("m = A[0] > 0;"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("p = (double *)(float *)A;"), "k = 0; m = 1;");
}

// The address is nobody's when the call is over, and what comes later is later.
TEST(EntryValues, LastBesideCallsThatForgetTheAddress) {
  EXPECT_EQ(knownIn("set(&m);"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("set(&m); m = 2;"), "k = 0; m = 2; p = A;");
  EXPECT_EQ(knownIn("m = 2; if (c) set(&m);"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("m = w; set(&w);"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("int *q = &m; m = 2; set(q);"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("", "A[i] = m; } if (c) { set(&m);"), "m = 1;");
}

TEST(EntryValues, LastBeyondCallsThatOnlyReadByTheAddress) {
  EXPECT_EQ(knownIn("m = w; if (get(&w, &k)) n = 1;"), "k = 0; m = w; p = A;");
  EXPECT_EQ(knownIn("m = w; get(&k, &m);"), "k = 0; m = w; p = A;");
  EXPECT_EQ(knownIn("m = w; move(&w, &k);"), "m = w; p = A;");
  EXPECT_EQ(knownIn("m = w; move(&w, &w);"), "k = 0; p = A;");
  EXPECT_EQ(knownIn("m = w; next(&w, &k);"), "k = 0; p = A;"); // what else it uses is not followed
  EXPECT_EQ(knownIn("m = w; g(&w);"), "k = 0; p = A;");
}

TEST(EntryValues, EndWhereControlComesFromElsewhere) {
  EXPECT_EQ(knownIn("again: if (c--) goto again; m = 2;"), "m = 2;");
  EXPECT_EQ(knownIn("if (c) goto out; m = 2; out: ; k = 1;"), "k = 1;");
  EXPECT_EQ(knownIn("if (c) goto out; m = 2; out: k = 1;"), "k = 1;");
}

// Neither what stands before a loop holds in it where a jump leads into its middle.
TEST(EntryValues, EndInALoopThatAJumpEnters) {
  const std::string head = "void f(int n, int m, double *A, int c)\n{\n  int w = m, t;\n"
                           "  if (c) { t = 0; goto in; }\n  w = n;\n  for (t = 0; t < 3; t++) {\n";
  const std::string nest = "    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)"
                           " A[i*w + j] = 1;\n";
  for (const std::string &body : {"in: ;\n" + nest, nest + "in: ;\n"}) {
    SourceNest outer = nestOf(head + body + "  }\n}");
    EXPECT_TRUE(outer.knownAtEntry.empty());
    for (const SourceNest &inner : innerNests(outer))
      EXPECT_TRUE(inner.knownAtEntry.empty());
  }
}

TEST(EntryValues, LastBeyondLabelsThatNothingNames) {
  EXPECT_EQ(knownIn("m = 2; S1: k = 1; S2: ;"), "k = 1; m = 2; p = A;");
}

TEST(EntryValues, AreThoseOfTheBranchThatHoldsTheNest) {
  SourceNest nest = nestOf(R"(void f(int n, int m, double *A)
{
  int i, k = 2;
  if (m) { k = 3; } else { int j = k; for (i = 0; i < n; i++) A[i] = k + j; }
})");
  ASSERT_EQ(nest.knownAtEntry.size(), 2u);
  for (const KnownAtEntry &entry : nest.knownAtEntry)
    EXPECT_EQ(show(nest, *entry.value), nest.symbol(entry.symbol).name == "k" ? "2" : "k");
}

TEST(EntryValues, DoNotNameWhatIsHidden) {
  SourceNest nest = nestOf(R"(void f(int n, int w, double *A)
{
  int i, m = w;
  { int w = 5; for (i = 0; i < n; i++) A[i] = m + w; }
})");
  ASSERT_EQ(nest.knownAtEntry.size(), 1u);
  EXPECT_EQ(show(nest, *nest.knownAtEntry[0].value), "5");
}

TEST(EntryValues, OfAnInnerNestAreThoseThatItsLoopsKeep) {
  SourceNest nest = nestOf(R"(void f(int n, double *A)
{
  int i, j, k = 0, m = 4;
  for (i = 0; i < n; i++) { k++; for (j = 0; j < m; j++) A[j] = k; }
})");
  EXPECT_EQ(nest.knownAtEntry.size(), 2u);
  std::vector<SourceNest> inner = innerNests(nest);
  ASSERT_EQ(inner.size(), 1u);
  ASSERT_EQ(inner[0].knownAtEntry.size(), 1u);
  EXPECT_EQ(inner[0].symbol(inner[0].knownAtEntry[0].symbol).name, "m");
}

TEST(EntryValues, OfAnInnerNestAreNotThoseThatUnreadPartsOfTheLoopChange) {
  const char *const kLoops[] = {
      "for (i = 0; k++, i < n; i++)",       // a test with an effect
      "for (i = 0; (k = n - i) > 0; i++)",  //
      "while (k++ < n)",                    //
      "for (i = 0; i < n && k++ < 9; i++)", //
      "for (i = 0; i < n; i++) if (({ k++; k < 7; }))",
      "for (i = 0; i < n; i++) switch (k++) case 1:",
  };
  const char *const kStatements[] = {
      "*(n > 3 ? A : A + 1) = A[0] > 1 ? k++ : 0;",
      "v[k++] = 1;",
      "z = k = *v;",
      "z = v[k = n];",
      "__asm__ volatile(\"\" : \"=r\"(k));",
      "switch (n) { case 1: k = 2; }",
      "g[k++]();",
  };
  auto isForgotten = [](const std::string &loop, const std::string &statement) {
    SourceNest nest =
        nestOf("void f(int n, double *A, volatile int *v, double _Complex z,\n"
               "       void (*g[])(void))\n{\n  int i, j, k = 0, m = 4;\n  " +
               loop + " { " + statement + " for (j = 0; j < m; j++) A[j] = k; }\n}\n");
    std::vector<SourceNest> inner = innerNests(nest);
    return inner.size() == 1 && inner[0].knownAtEntry.size() == 1 &&
           inner[0].symbol(inner[0].knownAtEntry[0].symbol).name == "m";
  };
  for (const char *loop : kLoops)
    EXPECT_TRUE(isForgotten(loop, "")) << loop;
  for (const char *statement : kStatements)
    EXPECT_TRUE(isForgotten("for (i = 0; i < n; i++)", statement)) << statement;
}

TEST(EntryValues, AnInnerNestHasTheCountersOfTheLoopsAroundIt) {
  SourceNest nest = nestOf("void f(int n, int m, int *A)\n{\n  int i, j, k;\n"
                           "  for (i = 0; i < n; i++) for (k = 0; k < n; k++)"
                           " for (j = 0; j < m; j++) A[j] += i + k;\n}\n");
  auto areSet = [](const SourceNest &inner) {
    std::set<std::string> set;
    for (SymbolId id : inner.setAtEntry)
      set.insert(inner.symbol(id).name);
    return set;
  };
  std::vector<SourceNest> inner = innerNests(nest);
  ASSERT_EQ(inner.size(), 1u);
  EXPECT_EQ(areSet(inner[0]), (std::set<std::string>{"i"}));
  EXPECT_EQ(areSet(innerNests(inner[0])[0]), (std::set<std::string>{"i", "k"}));
}

TEST(EntryValues, AnInnerNestHasWhatIsSetBeforeItUnlessAJumpPassesBy) {
  auto isSet = [](const std::string &before, const std::string &behind = "") {
    SourceNest nest =
        nestOf("void f(int n, int *A)\n{\n  int i, j, x;\n  for (i = 0; i < n; i++) { " + before +
               " for (j = 0; j < n; j++) A[j] = x; " + behind + " }\n}\n");
    std::vector<SourceNest> inner = innerNests(nest);
    if (inner.size() != 1)
      return false;
    for (size_t id = 0; id < inner[0].symbols->size(); ++id)
      if (inner[0].symbol(SymbolId(id)).name == "x")
        return isSetAtEntry(inner[0], SymbolId(id));
    return false;
  };
  EXPECT_TRUE(isSet("x = A[i];"));
  EXPECT_TRUE(isSet("if (A[i]) x = A[i]; else if (n > 7) x = 1; else { n--; x = 2; }"));
  EXPECT_FALSE(isSet("if (A[i]) x = A[i]; else if (n > 7) x = 1; else n--;"));
  EXPECT_FALSE(isSet("if (A[i]) x = A[i];"));
  EXPECT_FALSE(isSet("switch (A[i]) { case 1: x = 2; if (n > 7) break; n--; case 2:", "}"));
  EXPECT_FALSE(isSet("if (A[i]) goto skip; x = A[i]; skip:", "if (A[0]) goto skip;"));
}

} // namespace
