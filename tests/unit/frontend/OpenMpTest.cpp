// Loops that OpenMP's threads run.
#include "analysis/tree/SourceThreads.h"
#include "tests/support/ReadText.h"

using namespace acc;
using namespace acc::test;

namespace {

/// The loops of a function with these parameters, in the order of the text, those inside others
/// behind them.
std::vector<SourceNest> loopsOf(const std::string &body, const std::string &before = "") {
  SourceUnit unit = read("#define _OPENMP 201511\n" + before +
                         "void f(int n, int m, int *a, int *b)\n{\n" + body + "\n}\n");
  std::vector<SourceNest> all;
  std::vector<SourceNest> open = unit.nests;
  while (!open.empty()) {
    SourceNest nest = open.front();
    open.erase(open.begin());
    std::vector<SourceNest> inner = innerNests(nest);
    open.insert(open.begin(), inner.begin(), inner.end());
    all.push_back(std::move(nest));
  }
  return all;
}

std::string refusalOf(const SourceNest &nest) {
  const auto &refusal = nest.root->loop.notEditable;
  return refusal ? refusal->message() : "";
}

constexpr const char *kInner = "for (j = 0; j < m; j++) a[i*m + j] = 0;";

TEST(OpenMpLoops, OfAThreadAreItsOwnWhereTheirVariablesAre) {
  struct Case {
    const char *before, *pragma, *refusal;
  };
  for (const Case &one : {
           Case{"int i, j;", "omp for", ""},
           Case{"int i, j;", "omp for private(i, j)", ""},
           Case{"int i; static int j;", "omp for", "'j'"},
           Case{"int i, j;", "omp parallel for reduction(+ : b[:n])", "'j'"},
           Case{"int i, j;", "omp parallel for schedule(dynamic) reduction(+ : n) private(j)", ""},
           Case{"int i, j;", "omp parallel for reduction(+ : n) lastprivate(i, j)", ""},
           Case{"int i, j;", "omp target teams distribute private(j)", "omp target"},
           Case{"int i, j;", "omp parallel for ordered(2) private(j)", "ordered"},
       }) {
    auto loops = loopsOf(std::string(one.before) + "\n#pragma " + one.pragma +
                         "\nfor (i = 0; i < n; i++)\n" + kInner);
    ASSERT_EQ(loops.size(), 2u);
    EXPECT_NE(refusalOf(loops[0]), "") << one.pragma;
    if (*one.refusal)
      EXPECT_NE(refusalOf(loops[1]).find(one.refusal), std::string::npos)
          << one.pragma << ": " << refusalOf(loops[1]);
    else
      EXPECT_EQ(refusalOf(loops[1]), "") << one.pragma;
  }
}

TEST(OpenMpLoops, InRegions) {
  for (const char *text : {
           "#pragma omp parallel\n{ int i; for (i = 0; i < n; i++) a[i] = 0; }",
           "int i;\n#pragma omp parallel private(i)\n{ for (i = 0; i < n; i++) a[i] = 0; }",
           "int i;\n#pragma omp parallel\n{\n#pragma omp single\n"
           "for (i = 0; i < n; i++) a[i] = 0; }",
           "#pragma omp task\nfor (int i = 0; i < n; i++) a[i] = 0;",
           "int i;\n#pragma omp task\nfor (i = 0; i < n; i++) a[i] = 0;",
           "#pragma omp barrier\nfor (int i = 0; i < n; i++) a[i] = 0;",
           "#pragma omp parallel\n#pragma omp critical(name)\n"
           "for (int i = 0; i < n; i++) a[i] = 0;",
       }) {
    auto loops = loopsOf(text);
    ASSERT_EQ(loops.size(), 1u);
    EXPECT_EQ(refusalOf(loops[0]), "") << text;
    const SourceRange &range = loops[0].root->loop.editRange;
    EXPECT_EQ(loops[0].unit->text->substr(range.begin, 3), "for") << text;
  }
  for (const char *text : {
           "int i;\n#pragma omp parallel\n{ for (i = 0; i < n; i++) a[i] = 0; }",
           "int i;\n#pragma omp task shared(i)\nfor (i = 0; i < n; i++) a[i] = 0;",
           "for (int i = 0; i < n; i++) {\n#pragma omp barrier\na[i] = 0; }",
           "for (int i = 0; i < n; i++) {\n#pragma omp flush\na[i] = 0; }",
           "for (int i = 0; i < n; i++) {\n#pragma omp atomic\na[0] += i; }",
           "#pragma omp target\n{ for (int i = 0; i < n; i++) a[i] = 0; }",
       }) {
    auto loops = loopsOf(text);
    ASSERT_EQ(loops.size(), 1u);
    EXPECT_NE(refusalOf(loops[0]), "") << text;
  }
}

TEST(OpenMpLoops, OfWhichTheirDirectiveHasSeveral) {
  auto loops = loopsOf("int i, j, k;\n#pragma omp for collapse(2) private(k)\n"
                       "for (i = 0; i < n; i++) for (j = 0; j < m; j++)\n"
                       "for (k = 0; k < m; k++) a[k] = 0;");
  ASSERT_EQ(loops.size(), 3u);
  EXPECT_NE(refusalOf(loops[1]), "");
  EXPECT_EQ(refusalOf(loops[2]), "");
}

TEST(OpenMpLoops, MayBeSharedOutOtherwise) {
  auto threads = [](const std::string &pragma, const std::string &behind = "") {
    auto loops = loopsOf("int i, j; double s = 0;\n#pragma " + pragma +
                         "\nfor (i = 0; i < n; i++)\n" + kInner + "\n" + behind);
    return threadsOf(loops.at(0).root->loop).value_or("none");
  };
  EXPECT_EQ(threads("omp parallel for private(j)"), "");
  EXPECT_EQ(threads("omp parallel for private(j) schedule(dynamic, 4) default(shared)"), "");
  EXPECT_EQ(threads("omp parallel for collapse(2)"), "");
  EXPECT_EQ(threads("omp  parallel  for private(j) num_threads(4)"), "4");
  EXPECT_EQ(threads("omp parallel for"), "none"); // j is shared
  EXPECT_EQ(threads("omp parallel for private(j) num_threads(n)"), "none");
  EXPECT_EQ(threads("omp parallel for private(j) if(n > 4)"), "none");
  EXPECT_EQ(threads("omp parallel for private(j) reduction(+ : s)"), "none");
  EXPECT_EQ(threads("omp parallel for firstprivate(j)"), "none");
  EXPECT_EQ(threads("omp for private(j)"), "none");
  // The variable has the value from before the loop then.
  EXPECT_EQ(threads("omp parallel for private(j)", "b[0] = j;"), "none");
  EXPECT_EQ(threads("omp parallel for private(j)", "b[0] = i;"), "none");
  EXPECT_EQ(threads("omp parallel for lastprivate(j)", "b[0] = j;"), "");
}

TEST(OpenMpLoops, NeedNotHaveTheValuesThatControlFlowGives) {
  auto known = [](const std::string &text) {
    auto loops = loopsOf(text);
    return loops.at(0).knownAtEntry.size();
  };
  const std::string loop = "for (int i = 0; i < x; i++) a[i] = 0;";
  EXPECT_EQ(known("int x = n * m;\n" + loop), 1u);
  EXPECT_EQ(known("int x = n * m;\n#pragma omp parallel\n{" + loop + "}"), 1u);
  EXPECT_EQ(known("#pragma omp parallel\n{ int x = n * m; " + loop + "}"), 1u);
  EXPECT_EQ(known("int x = n * m;\n#pragma omp parallel\n{" + loop + " x++; }"), 0u);
  EXPECT_EQ(known("int x = n * m;\n#pragma omp parallel reduction(+ : x)\n{" + loop + "}"), 0u);
  EXPECT_EQ(known("int x = 1;\n#pragma omp single\n{ x = n * m; }\n" + loop), 0u);
}

TEST(OpenMpLoops, LeaveWhatAnotherCopyDoesNotHide) {
  auto isLive = [](const std::string &text) {
    SourceUnit unit =
        read("#define _OPENMP 1\nvoid f(int n, int *a, int *b)\n{ int x = 0;\n" + text + "}\n");
    return liveOut(unit.nests.at(0), *unit.nests.at(0).root).contains("x");
  };
  const std::string loop = "for (int i = 0; i < n; i++) { x = a[i]; b[i] = x; }\n";
  EXPECT_FALSE(isLive(loop + "x = 7; b[0] = x;"));
  EXPECT_TRUE(isLive(loop + "#pragma omp parallel private(x)\n{ x = 7; }\nb[0] = x;"));
  EXPECT_TRUE(isLive(loop + "#pragma omp single\n{ x = 7; }\nb[0] = x;"));
  EXPECT_FALSE(isLive("#pragma omp parallel private(x)\n{" + loop + "x = 7; b[0] = x; }"));
  // A thread that runs iterations assigns its own variable; one that runs none keeps the value.
  const std::string shared = "for (int j = 0; j < n; j++) { x = 7; b[j] = x; }\n";
  EXPECT_FALSE(isLive(loop + "#pragma omp for\n" + shared));
  EXPECT_TRUE(isLive(loop + "#pragma omp for\n" + shared + "b[0] = x;"));
  EXPECT_TRUE(isLive(loop + "#pragma omp for firstprivate(x)\n" + shared));
  EXPECT_TRUE(isLive(loop + "#pragma omp parallel for\n" + shared));
  // The counter is a copy; without OpenMP it is the variable.
  const std::string counted = "#pragma omp for\nfor (x = 0; x < n; x++) b[x] = 7;\n";
  EXPECT_FALSE(isLive(loop + counted));
  EXPECT_TRUE(isLive(loop + counted + "b[0] = x;"));
  EXPECT_TRUE(isLive(loop + "#pragma omp for private(x)\nfor (int j = 0; j < n; j++) b[j] = x;"));
}

} // namespace
