#include "rewriter/edit/Edit.h"
#include "rewriter/edit/LineBreaks.h"
#include "rewriter/helpers/Helpers.h"

#include "clang/Format/Format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace acc {
namespace {

const char *const kBlock = "{\n    work();\n#pragma omp simd\n        more();\n\n}";

NestRewrite rewriteOf(const std::string &text, const std::string &nest,
                      const std::string &id = "f#1") {
  NestRewrite rewrite;
  rewrite.nest = id;
  rewrite.summary = "A[*][n]";
  size_t begin = text.find(nest);
  rewrite.range.begin = begin;
  rewrite.range.end = begin + nest.size();
  rewrite.guard = "n > 0 && m <= n";
  rewrite.fast = kBlock;
  return rewrite;
}

/// With the fast version as a function.
NestRewrite functionOf(const std::string &text, const std::string &nest,
                       const std::string &id = "f#1") {
  NestRewrite rewrite = rewriteOf(text, nest, id);
  rewrite.function = "static void f_fast(long n, const float *A)\n{\n    work(n);\n}";
  rewrite.fast = "f_fast(n, A);";
  size_t head = text.find("void f(");
  rewrite.functionBegin = head == std::string::npos ? 0 : head;
  return rewrite;
}

std::string written(const std::string &text, const NestRewrite &rewrite) {
  return *applyEdits(text, nestEdits(text, rewrite));
}

std::string rewritten(const std::string &text, const std::string &nest) {
  return written(text, rewriteOf(text, nest));
}

std::string reverted(const std::string &text) {
  auto result = revert(text);
  if (auto *error = std::get_if<MarkerError>(&result))
    return "line " + std::to_string(error->line) + ": " + error->message;
  return std::get<std::string>(result);
}

TEST(NestEdit, ABlockInPlace) {
  std::string nest = "for (;;)\n        a();";
  std::string before = "\n"
                       "    if (n > 0 && m <= n) {\n"
                       "        work();\n"
                       "#pragma omp simd\n"
                       "            more();\n"
                       "\n"
                       "    } else\n"
                       "    ";
  std::string behind = "\n    /* acc-delin end f#1 */";
  EXPECT_EQ(rewritten("void f(void)\n{\n    " + nest + "\n}\n", nest),
            "void f(void)\n{\n    /* acc-delin 0.1 f#1 " + contentHash(nest) + " " +
                writtenHash(before + behind) + " begin */" + before + nest + behind + "\n}\n");
}

TEST(NestEdit, ACallOfAFunctionBeforeTheOwn) {
  std::string text = "int x; /* x */\n\n/* Of f. */\nvoid f(void)\n{\n    for (;;)\n        a(); "
                     "// tail\n    b();\n}\n";
  std::string result = written(text, functionOf(text, "for (;;)\n        a();"));
  size_t helpers = result.find("/* acc-delin helpers */\n#if defined(__GNUC__)");
  ASSERT_EQ(helpers, text.find("/* Of f.")) << result;
  size_t function =
      result.find("/* acc-delin fast version of f#1: A[*][n]. */\n#if defined(ACC_DELIN)\n"
                  "static void f_fast(long n, const float *A)\n{\n    work(n);\n}\n#endif\n\n"
                  "/* Of f. */\nvoid f(void)\n{\n"
                  "#if defined(ACC_DELIN) /* acc-delin 0.1 f#1 ");
  EXPECT_NE(function, std::string::npos) << result;
  EXPECT_NE(result.find(" begin */\n"
                        "    if (n > 0 && m <= n)\n"
                        "        f_fast(n, A);\n"
                        "    else\n"
                        "#endif\n"
                        "    for (;;)\n        a(); // tail\n"
                        "    /* acc-delin end f#1 */\n"
                        "    b();\n"),
            std::string::npos)
      << result;
  EXPECT_EQ(reverted(result), text);
}

TEST(NestEdit, BracesWhereTheLoopIsNoStatementOfAList) {
  for (const char *text :
       {"void f() { if (x) for (;;) a(); else b(); }",
        "void f()\n{\n  if (x)\n    for (;;) a();\n}", "void f()\n{\n  g(); for (;;) a();\n}"}) {
    std::string result = written(text, functionOf(text, "for (;;) a();"));
    EXPECT_NE(result.find(" begin in braces */\n"), std::string::npos) << result;
    EXPECT_EQ(reverted(result), text) << result;
  }
}

TEST(NestEdit, HelpersStandOnce) {
  std::string text = "void f(void)\n{\n  for (;;) a();\n}\n\nvoid g(void)\n{\n  for (;;) b();\n}\n";
  NestRewrite first = functionOf(text, "for (;;) a();"),
              second = functionOf(text, "for (;;) b();", "g#1");
  second.functionBegin = text.find("void g(");
  std::vector<Edit> edits = nestEdits(text, second);
  for (const Edit &edit : nestEdits(text, first))
    edits.push_back(edit);
  EXPECT_EQ(nestsOf(edits), (std::vector<std::string>{"f#1", "g#1"}));
  std::string result = *applyEdits(text, edits);
  EXPECT_EQ(result.find("acc-delin helpers"), result.rfind("acc-delin helpers"));
  EXPECT_LT(result.find("acc-delin helpers"), result.find("fast version of f#1"));
  EXPECT_EQ(reverted(result), text);
  removeNest(edits, "f#1");
  EXPECT_EQ(applyEdits(text, edits), written(text, second));
  removeNest(edits, "g#1");
  EXPECT_TRUE(edits.empty());
}

/// The same text may be compiled where long or a pointer has another size.
/// What is compiled must be what the proof reads: this version's blocks, and no other macro of
/// their names.
TEST(Helpers, OthersAreSeen) {
  std::string file = "int n;\n";
  for (const std::string &block : helperBlocks("ACC_FILL_8D(", 64, 64))
    file += block;
  EXPECT_EQ(otherHelperIn(file), "");
  EXPECT_EQ(otherHelperIn("#define ACC_OTHER 1\nint ACC_8D;\n" + file), "");
  EXPECT_EQ(otherHelperIn("#define ACC_8D(x) x\n" + file), "ACC_8D");
  EXPECT_EQ(otherHelperIn("#  define  ACC_MIN(a, b) (a)\n"), "ACC_MIN");
  EXPECT_EQ(otherHelperIn("#define MY(v) 1 + \\\n  ACC_FILL_8D(v, 2,\n"), "ACC_FILL_8D")
      << "a loop that is read without its vectors";
  EXPECT_EQ(otherHelperIn(file + "#ifndef ACC_DELIN_PLAIN\nn = 1;\n#endif\n"), "ACC_DELIN_PLAIN");
  size_t at = file.find("to = v < (end) ? from : 0");
  ASSERT_NE(at, std::string::npos);
  EXPECT_NE(otherHelperIn(std::string(file).replace(at, 25, "to = v < (end) ? from : 1")), "");
  std::string windows;
  for (char c : file)
    windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(otherHelperIn(windows), "");
}

TEST(Helpers, StandOnlyWhereTypesHaveTheirSizes) {
  EXPECT_TRUE(helperBlocks("x = 1;", 64, 64).empty());
  std::string unix = helperBlocks("ACC_VECTOR", 64, 64).at(0),
              windows = helperBlocks("ACC_VECTOR", 32, 64).at(0);
  EXPECT_NE(unix.find("__SIZEOF_LONG__ == 8 && !defined(ACC_DELIN)\n"), std::string::npos);
  EXPECT_NE(
      windows.find("__SIZEOF_LONG__ == 4 && __SIZEOF_POINTER__ == 8 && !defined(ACC_DELIN)\n"),
      std::string::npos);
  EXPECT_EQ(helperBlocks("ACC_TURN_4(", 64, 64).size(), 2u);
}

TEST(NestEdit, LongLinesAreBroken) {
  std::string text = "void f(void)\n{\n    for (;;) a();\n}\n";
  NestRewrite rewrite = functionOf(text, "for (;;) a();");
  std::string names, conditions;
  for (int k = 0; k < 30; ++k) {
    names += (k ? ", long name" : "long name") + std::to_string(k);
    conditions += (k ? " && name" : "name") + std::to_string(k) + " < limit";
  }
  rewrite.guard = conditions;
  rewrite.function = "static void f_fast(" + names + ")\n{\n    A[0] = \"" + names.substr(0, 60) +
                     "\" + f(" + conditions + ");\n}";
  std::string result = written(text, rewrite);
  size_t from = result.find("static void f_fast");
  for (size_t at = from; at < result.size(); at = result.find('\n', at) + 1)
    EXPECT_LE(std::min(result.find('\n', at), result.size()) - at, 100u) << result.substr(at, 200);
  EXPECT_EQ(reverted(result), text);
}

TEST(LineBreaks, OuterOperatorsComeFirst) {
  EXPECT_EQ(brokenLines("    b[i * m + j] -= a[i * k + l] * c[l];", 31),
            "    b[i * m + j]\n        -= a[i * k + l] * c[l];");
  EXPECT_EQ(brokenLines("if (a + b > c && d > e)", 16), "if (a + b > c\n    && d > e)");
  EXPECT_EQ(brokenLines("if (aaaa && (bbbb || cccc) && dddd)", 18),
            "if (aaaa\n    && (bbbb\n        || cccc)\n    && dddd)");
  EXPECT_EQ(brokenLines("x = f(\"a + b + c + d\");", 12), "x = f(\"a + b + c + d\");");
  EXPECT_EQ(brokenLines("word = (a << 24 | b << 16) | c;", 26),
            "word = (a << 24 | b << 16)\n    | c;");
  EXPECT_EQ(brokenLines("#define LONG 1 + 2 + 3\nf(a, b);", 10, 2),
            "#define LONG 1 + 2 + 3\nf(a, b);");
  EXPECT_EQ(filledLines("one two three", 8, 3), "one two\n   three");
}

TEST(NestEdit, ALongGuardIsAFunction) {
  std::string text = "void f(void)\n{\n    for (;;) a();\n}\n";
  NestRewrite rewrite = functionOf(text, "for (;;) a();");
  rewrite.checkCall = "f_ok(n)";
  rewrite.check = "static int f_ok(int n)\n{\n    return n > 0 && m <= n;\n}";
  EXPECT_EQ(written(text, rewrite).find("f_ok"), std::string::npos);
  for (int k = 0; k < 60; ++k)
    rewrite.guard += " && m + " + std::to_string(k) + " <= n";
  std::string result = written(text, rewrite);
  EXPECT_NE(result.find("\n    if (f_ok(n))\n        f_fast(n, A);\n    else\n"), std::string::npos)
      << result;
  const MarkedRegion region = std::get<0>(findMarkers(result)).at(0);
  EXPECT_EQ(region.functions, (std::set<std::string>{"f_fast", "f_ok"}));
  EXPECT_EQ(result.substr(region.fast.begin, region.fast.end - region.fast.begin),
            "{\n    work(n);\n}");
  EXPECT_EQ(reverted(result), text);
}

TEST(NestEdit, ConditionsShareALineWhereItHoldsThem) {
  std::string text = "void f(void)\n{\n  for (;;) a();\n}\n";
  NestRewrite rewrite = functionOf(text, "for (;;) a();");
  rewrite.pins = {"!defined(_OPENMP)", "(N) == (100)"};
  std::string result = written(text, rewrite);
  EXPECT_NE(result.find("#if defined(ACC_DELIN) && !defined(_OPENMP) /*"), std::string::npos)
      << result;
  EXPECT_NE(result.find(" begin */\n#if (N) == (100)\n  if ("), std::string::npos)
      << result; // (N) may be no expression elsewhere
  EXPECT_NE(
      result.find("#if defined(ACC_DELIN) && !defined(_OPENMP)\n#if (N) == (100)\nstatic void"),
      std::string::npos)
      << result;
  EXPECT_EQ(reverted(result), text);
  rewrite.pins = {"!defined(" + std::string(60, 'X') + ")", "!defined(Y)"};
  result = written(text, rewrite);
  EXPECT_NE(result.find("#if defined(ACC_DELIN) /*"), std::string::npos)
      << result; // the marker has no room for the others
  EXPECT_NE(result.find(" begin */\n#if !defined(XXX"), std::string::npos) << result;
  EXPECT_EQ(reverted(result), text);
}

TEST(NestEdit, IndentationFollowsTheFile) {
  std::string text = "void f(void)\n{\n\t\tfor (;;)\n\t\t\ta();\n}\n";
  std::string result = rewritten(text, "for (;;)\n\t\t\ta();");
  EXPECT_NE(
      result.find("\n\t\t\twork();\n#pragma omp simd\n\t\t\t\tmore();\n\n\t\t} else\n\t\tfor"),
      std::string::npos)
      << result;
  EXPECT_EQ(reverted(result), text);
}

TEST(NestEdit, LineEndsFollowTheFile) {
  std::string text = "int x;\r\n\r\nvoid f(void)\r\n{\r\n  for (;;)\r\n    a();\r\n}\r\n";
  std::string nest = "for (;;)\r\n    a();";
  for (const NestRewrite &rewrite : {rewriteOf(text, nest), functionOf(text, nest)}) {
    std::string result = written(text, rewrite);
    for (size_t at = result.find('\n'); at != std::string::npos; at = result.find('\n', at + 1))
      EXPECT_EQ(result[at - 1], '\r') << result.substr(0, at);
    EXPECT_FALSE(std::get<0>(findMarkers(result)).at(0).isFastEdited);
    EXPECT_EQ(reverted(result), text);
  }
}

TEST(NestEdit, RevertIsByteIdentical) {
  const std::pair<const char *, const char *> cases[] = {
      {"void f(void) { if (x) for (;;) a(); else b(); }", "for (;;) a();"},
      {"void f(){for(;;)\n\n  a(); \t}", "for(;;)\n\n  a();"},
      {"void f()\n{\nfor (;;) { s = \"}\"; } // tail\n}", "for (;;) { s = \"}\"; }"},
      {"void f()\n{\r\n  for (;;) { c = '{'; /* } */\n }\r\n}", "for (;;) { c = '{'; /* } */\n }"},
      {"for (;;) ;", "for (;;) ;"},
      {"int a;void f()\n{\n  for (;;) ; /* one\n two */\n}", "for (;;) ;"},
      {"#define f f\nvoid f()\n{\n  for (;;) ; /* one */ /* two */\n}", "for (;;) ;"},
  };
  for (auto [text, nest] : cases) {
    for (const NestRewrite &rewrite : {rewriteOf(text, nest), functionOf(text, nest)}) {
      std::string result = written(text, rewrite);
      EXPECT_NE(result, text);
      EXPECT_EQ(reverted(result), text) << result;
    }
  }
}

TEST(NestEdit, SummaryCannotEndTheComment) {
  std::string text = "for (;;) ;";
  NestRewrite rewrite = functionOf(text, text);
  rewrite.summary = "A[*/2]\n/*";
  std::string result = written(text, rewrite);
  EXPECT_NE(result.find("A[* /2] / *"), std::string::npos) << result;
  EXPECT_EQ(reverted(result), text);
}

TEST(Markers, RegionsNameTheirParts) {
  std::string nest = "for (;;) a();";
  std::string file = "void f()\n{\n  " + nest + "\n}\n";
  auto partOf = [&](const std::string &text, SourceRange MarkedRegion::*part) {
    const SourceRange range = std::get<0>(findMarkers(text)).at(0).*part;
    return text.substr(range.begin, range.end - range.begin);
  };
  std::string text = rewritten(file, nest);
  const MarkedRegion region = std::get<0>(findMarkers(text)).at(0);
  EXPECT_EQ(region.nest, "f#1");
  EXPECT_EQ(region.version, "0.1");
  EXPECT_EQ(region.hash, contentHash(nest));
  EXPECT_TRUE(region.functions.empty());
  EXPECT_EQ(partOf(text, &MarkedRegion::original), nest);
  EXPECT_EQ(partOf(text, &MarkedRegion::guard), "n > 0 && m <= n");
  EXPECT_EQ(partOf(text, &MarkedRegion::fast).front(), '{');
  EXPECT_EQ(partOf(text, &MarkedRegion::fast).back(), '}');
  EXPECT_EQ(region.whole.line, 3u);
  EXPECT_EQ(region.whole.column, 3u);

  std::string called = written(file, functionOf(file, nest));
  EXPECT_EQ(std::get<0>(findMarkers(called)).at(0).functions, std::set<std::string>{"f_fast"});
  EXPECT_EQ(partOf(called, &MarkedRegion::fast), "{\n    work(n);\n}");
  EXPECT_EQ(partOf(called, &MarkedRegion::original), nest);
}

class FlaggedGuard : public testing::TestWithParam<std::string> {};

TEST_P(FlaggedGuard, IsReadBack) {
  std::string text = "void f(int n)\n{\n    for (int i = 0; i < n; i++) ;\n}\n";
  NestRewrite rewrite = functionOf(text, "for (int i = 0; i < n; i++) ;");
  rewrite.guard = GetParam();
  rewrite.tests = "if (fast) {\n    if (x)\n        fast = 0;\n}";
  rewrite.flag = "fast";
  std::string after = written(text, rewrite);
  auto regions = std::get<0>(findMarkers(after));
  ASSERT_EQ(regions.size(), 1u);
  auto part = [&](SourceRange range) { return after.substr(range.begin, range.end - range.begin); };
  std::string guard = part(regions[0].guard);
  EXPECT_EQ(guard.substr(0, 5), rewrite.guard.substr(0, 5));
  EXPECT_TRUE(guard.ends_with("n < 9"));
  EXPECT_EQ(part(regions[0].original), "for (int i = 0; i < n; i++) ;");
  EXPECT_EQ(std::get<0>(revert(after)), text);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, FlaggedGuard,
    testing::Values("n > 0 && n < 9", "MAX(2, 3) == (({ int a = 2; a > 3 ? a : 3; })) && n < 9"));

TEST(Markers, EditedOriginalIsFoundWithItsNewText) {
  std::string nest = "for (;;) a();";
  std::string text = rewritten("f()\n{\n" + nest + "\n}\n", nest);
  text.replace(text.find(nest), nest.size(), "for (;;) { if (c) { b(); } else { } }");
  auto found = findMarkers(text);
  ASSERT_EQ(found.index(), 0u);
  const MarkedRegion &region = std::get<0>(found)[0];
  std::string original =
      text.substr(region.original.begin, region.original.end - region.original.begin);
  EXPECT_EQ(original, "for (;;) { if (c) { b(); } else { } }");
  EXPECT_NE(contentHash(original), region.hash);
}

TEST(Markers, AnEditOfTheFastVersionIsSeen) {
  std::string nest = "for (;;) a();";
  std::string text = rewritten("f()\n{\n" + nest + "\n}\n", nest);
  auto isEdited = [](const std::string &file) {
    auto found = findMarkers(file);
    return std::get<0>(found).at(0).isFastEdited;
  };
  auto with = [&](const std::string &from, const std::string &to) {
    std::string edited = text;
    edited.replace(edited.find(from), from.size(), to);
    return edited;
  };
  EXPECT_FALSE(isEdited(text));
  EXPECT_TRUE(isEdited(with("work();", "work(); /* by hand */")));
  EXPECT_TRUE(isEdited(with("m <= n", "m < n")));
  EXPECT_FALSE(isEdited(with(nest, "for (;;) b();"))) << "the original is another matter";

  std::string windows;
  for (char c : text)
    windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_FALSE(isEdited(windows));

  std::string file = "void f()\n{\n" + nest + "\n}\n";
  text = written(file, functionOf(file, nest));
  EXPECT_FALSE(isEdited(text));
  EXPECT_TRUE(isEdited(with("work(n)", "work(n + 1)"))) << "in the function";
  EXPECT_TRUE(isEdited(with("f_fast(n, A);", "f_fast(n, B);"))) << "in the call";
}

/// Also where its lines are broken, with other line ends, and in a comment that has the same words
/// elsewhere.
TEST(Markers, TheScheduleIsReadBack) {
  std::string steps;
  for (int k = 0; k < 20; ++k)
    steps += ", {shift: {index: i, by: '2*n - k + 1', statements: [S" + std::to_string(k) + "]}}";
  for (const std::string end : {"\n", "\r\n"}) {
    std::string text =
        "int x;" + end + "void f(void)" + end + "{" + end + "    for (;;) a();" + end + "}" + end;
    NestRewrite rewrite = functionOf(text, "for (;;) a();");
    rewrite.words = "Schedule (none): no";
    rewrite.schedule = {"{nest: f#1, schedule: [{skew: {index: i, by: j}}" + steps + "]}",
                        "--target=sse2 --no-heap"};
    std::string result = written(text, rewrite);
    const MarkedRegion region = std::get<0>(findMarkers(result)).at(0);
    EXPECT_EQ(region.schedule.text, rewrite.schedule.text) << result;
    EXPECT_EQ(region.schedule.options, rewrite.schedule.options);
    EXPECT_EQ(region.functions, std::set<std::string>{"f_fast"});
    EXPECT_FALSE(region.isFastEdited);
    EXPECT_EQ(reverted(result), text);
    size_t behind = result.find("*/", result.find("fast version of f#1"));
    for (size_t at = result.find("fast version of f#1"); at < behind;
         at = result.find('\n', at) + 1)
      EXPECT_LE(result.find('\n', at) - at, 100u) << result.substr(at, 120);
    result.replace(result.find("by: j"), 5, "by: k");
    EXPECT_TRUE(std::get<0>(findMarkers(result)).at(0).isFastEdited);
  }
}

/// As Clang's formatter writes it in a style of its own, in lines of at most `columns`.
std::string formatted(const std::string &text, const std::string &name, unsigned columns) {
  clang::format::FormatStyle style;
  EXPECT_TRUE(clang::format::getPredefinedStyle(name, clang::format::FormatStyle::LK_Cpp, &style));
  style.ColumnLimit = columns;
  style.IndentPPDirectives = columns < 80 ? clang::format::FormatStyle::PPDIS_AfterHash
                                          : clang::format::FormatStyle::PPDIS_None;
  const clang::tooling::Range all(0, static_cast<unsigned>(text.size()));
  return cantFail(clang::tooling::applyAllReplacements(
      text, clang::format::reformat(style, text, {all}, "f.c")));
}

TEST(Markers, FormattersBreakNothing) {
  const std::string text = "void f(int n)\n{\n#if defined(A)\n    for (;;) a();\n#endif\n}\n";
  NestRewrite block = rewriteOf(text, "for (;;) a();"),
              function = functionOf(text, "for (;;) a();");
  NestRewrite entry = function;
  entry.function = "static ACC_FAST void f_1_work(long n, const float *A)\n{\n    work(n);\n}";
  entry.entry = "static ACC_ENTRY int f_1_fast(int n)\n{\n    if (n > 0) {\n        f_1_work(n);\n"
                "        return 1;\n    }\n    return 0;\n}";
  entry.entryCall = "f_1_fast(n)";
  entry.entryMacro = "#define f_1_fast(n) 0";
  for (NestRewrite *rewrite : {&block, &function, &entry})
    for (bool isPinned : {false, true})
      for (const char *style : {"LLVM", "GNU", "Google", "Mozilla", "WebKit"})
        for (unsigned columns : {50, 60, 70, 80, 100}) {
          rewrite->pins = isPinned ? std::vector<std::string>{"!defined(FIXED)", "(N) == (4)"}
                                   : std::vector<std::string>{};
          rewrite->words = "runs for n >= 16, m >= 1. Blocks of k by 4 * ACC_FLOATS; copies of A";
          rewrite->schedule = {"{nest: f#1, schedule: [{tile: {k: 64}}]}", "--target=portable"};
          const std::string changed = formatted(written(text, *rewrite), style, columns);
          auto found = findMarkers(changed);
          auto *regions = std::get_if<std::vector<MarkedRegion>>(&found);
          ASSERT_TRUE(regions && regions->size() == 1) << reverted(changed) << "\n" << changed;
          EXPECT_FALSE(regions->front().isFastEdited) << changed;
          EXPECT_EQ(contentHash(reverted(changed)), contentHash(text)) << changed;
        }
}

TEST(Markers, TextInStringsAndOtherCommentsIsNoMarker) {
  std::string text = "char *s = \"/* acc-delin end f#1 */\"; // /* acc-delin end f#1 */\n"
                     "/* acc-delin is a tool */ char c = '\"'; /* acc-delin: off */";
  auto found = findMarkers(text);
  ASSERT_EQ(found.index(), 0u);
  EXPECT_TRUE(std::get<0>(found).empty());
}

TEST(Markers, DamageIsAnErrorWithItsLine) {
  std::string nest = "for (;;) a();";
  std::string good = rewritten("f()\n{\n" + nest + "\n}\n", nest);
  auto expectError = [](const std::string &text, unsigned line, const std::string &part) {
    auto found = revert(text);
    ASSERT_EQ(found.index(), 1u) << text;
    EXPECT_EQ(std::get<1>(found).line, line) << std::get<1>(found).message;
    EXPECT_NE(std::get<1>(found).message.find(part), std::string::npos)
        << std::get<1>(found).message;
  };
  auto with = [&](const std::string &from, const std::string &to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  unsigned last = 1 + std::count(good.begin(), good.begin() + good.find("end f#1"), '\n');
  expectError(with("/* acc-delin end f#1 */", ""), 3, "no end");
  expectError("\n/* acc-delin end f#1 */", 2, "no begin");
  expectError(with("end f#1", "end g#1"), last, "g#1");
  expectError(with("end f#1", "end"), last, "does not name");
  expectError(with(contentHash(nest), "1234567"), 3, "hash");
  expectError(with(contentHash(nest), "1234567G"), 3, "hash");
  size_t hashes = good.find(contentHash(nest));
  expectError(with(good.substr(hashes, good.find("begin") - hashes), ""), 3, "lacks");
  expectError(with(" begin */", " begin: A[*][n] */"), 3, "older version");
  expectError(with("delin 0.1", "delin x"), 3, "version");
  expectError(with("} else", "}"), 3, "guarded version");
  expectError(with(nest, ""), 3, "guarded version");
  std::string twice = with(nest, good);
  size_t second = twice.find("/* acc-delin 0.1", twice.find("/* acc-delin 0.1") + 1);
  expectError(twice, 1 + std::count(twice.begin(), twice.begin() + second, '\n'), "before the end");

  std::string file = "void f()\n{\n" + nest + "\n}\n";
  good = written(file, functionOf(file, nest));
  unsigned function =
      1 + std::count(good.begin(), good.begin() + good.find("/* acc-delin fast"), '\n');
  expectError(with("#endif\n\nvoid f", "\n\nvoid f"), function, "#if or #endif is missing");
  expectError(with("of f#1:", "of f#2:"), function, "no nest after it");
}

TEST(Markers, HashIgnoresLineEndsOnly) {
  EXPECT_EQ(contentHash("a\r\nb"), contentHash("a\nb"));
  EXPECT_NE(contentHash("a\rb"), contentHash("ab"));
  EXPECT_NE(contentHash("a b"), contentHash("ab"));
  EXPECT_EQ(contentHash("").size(), 8u);
}

TEST(ApplyEdits, AnyOrderNoOverlap) {
  EXPECT_EQ(applyEdits("abcdef", {{4, 5, "E"}, {0, 2, ""}, {3, 3, "+"}}), "c+dEf");
  EXPECT_EQ(applyEdits("ab", {{1, 1, "x"}, {1, 1, "y"}}), "axyb");
  EXPECT_EQ(applyEdits("abcdef", {{0, 3, ""}, {2, 4, ""}}), std::nullopt);
  EXPECT_EQ(applyEdits("abc", {{2, 4, ""}}), std::nullopt);
  EXPECT_EQ(applyEdits("abc", {{2, 1, ""}}), std::nullopt);
}

} // namespace
} // namespace acc
