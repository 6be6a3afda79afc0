#include "rewriter/edit/FastFile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// A nest `for (;;) a();` or `b();` whose check and fast version stand behind one call, before the
/// function at `place`.
NestRewrite callOf(const std::string &text, const std::string &place, int number) {
  const std::string name = "f_" + std::to_string(number) + "_";
  NestRewrite rewrite;
  rewrite.nest = "f#" + std::to_string(number);
  rewrite.summary = "A[*][n]";
  std::string loop = "for (;;) " + std::string(1, static_cast<char>('a' + number - 1)) + "();";
  rewrite.range.begin = static_cast<uint32_t>(text.find(loop));
  rewrite.range.end = rewrite.range.begin + static_cast<uint32_t>(loop.size());
  rewrite.guard = "n > 0";
  rewrite.function = "static ACC_FAST void ACC_NAME(" + name + "work)(long n)\n{\n    work(n);\n}";
  rewrite.entry = "static ACC_ENTRY int " + name + "fast(int n)\n{\n    if (n > 0) {\n        " +
                  "ACC_RUN(" + name + "work, (n));\n        return 1;\n    }\n    return 0;\n}";
  rewrite.entryCall = name + "fast(n)";
  rewrite.entryMacro = "#define " + name + "fast(n) 0";
  rewrite.schedule = {"{nest: f#" + std::to_string(number) + ", schedule: []}", "--target=avx2"};
  rewrite.functionBegin = static_cast<uint32_t>(text.find(place));
  rewrite.hasLevels = place == "void f";
  return rewrite;
}

std::string rewrittenAt(const std::string &text, std::initializer_list<const char *> places) {
  std::vector<Edit> edits;
  int number = 0;
  for (const char *place : places)
    for (Edit &edit : nestEdits(text, callOf(text, place, ++number)))
      edits.push_back(std::move(edit));
  return *applyEdits(text, edits);
}

const std::string kText =
    "int x;\n\nvoid f(int n)\n{\n    for (;;) a();\n}\n\nvoid g(int n)\n{\n    for (;;) b();\n}\n";

const HelperPaths kPaths{"../acc_delin.h", "src/f_fast.h"};

std::string revertedSource(const std::string &text) {
  auto result = revert(text);
  if (auto *error = std::get_if<MarkerError>(&result))
    return "line " + std::to_string(error->line) + ": " + error->message;
  return std::get<std::string>(result);
}

bool has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST(FastFile, HasTheNameOfTheSource) {
  EXPECT_EQ(fastFileName("src/gemm.c"), "gemm_fast.h");
  EXPECT_EQ(fastFileName("a.b/gemm.old.c"), "gemm.old_fast.h");
  EXPECT_EQ(fastFileName("a.b/gemm.h"), "gemm_h_fast.h"); // gemm.c may stand beside it
  EXPECT_EQ(fastFileName("a.b/gemm"), "gemm_fast.h");
}

TEST(FastFile, TheSourceGetsOneIncludeAndOneLinePerNest) {
  SplitText split = splitText(rewrittenAt(kText, {"void f", "void f"}), "src/f.c", kPaths);
  EXPECT_EQ(split.source, "int x;\n\n#include \"f_fast.h\"\n\nvoid f(int n)\n{\n"
                          "    if (!f_1_fast(n))\n    for (;;) a();\n}\n\nvoid g(int n)\n{\n"
                          "    if (!f_2_fast(n))\n    for (;;) b();\n}\n");
  EXPECT_TRUE(isFastFile(split.fast));
  EXPECT_TRUE(split.fast.ends_with("#endif\n")); // no empty line at the end
  EXPECT_TRUE(split.usesHelpers);
  for (const char *part :
       {"#define ACC_FILE \"src/f_fast.h\"", "#include \"../acc_delin.h\"",
        "ACC_NAME(f_1_work)(long", "ACC_NAME(f_2_work)(long", "#define f_1_fast(n) 0"})
    EXPECT_TRUE(has(split.fast, part)) << part << split.fast;
}

TEST(FastFile, JoinedTextsHaveTheNestsAndTheOriginal) {
  for (std::string text : {kText, std::string()}) {
    if (text.empty()) { // the same with other line ends
      for (char c : kText)
        text += c == '\n' ? "\r\n" : std::string(1, c);
    }
    for (auto places :
         {std::initializer_list<const char *>{"void f", "void f"}, {"void f", "void g"}}) {
      SplitText split = splitText(rewrittenAt(text, places), "src/f.c", kPaths);
      auto joined = joinedText(split.source, "f_fast.h", split.fast);
      ASSERT_TRUE(joined);
      EXPECT_FALSE(joined->hasMore);
      EXPECT_EQ(revertedSource(joined->text), text);
      auto markers = findMarkers(joined->text);
      const auto &regions = std::get<std::vector<MarkedRegion>>(markers);
      ASSERT_EQ(regions.size(), 2u);
      for (const MarkedRegion &region : regions) {
        EXPECT_FALSE(region.isFastEdited);
        EXPECT_EQ(region.functions.size(), 2u);
        EXPECT_EQ(region.hash,
                  contentHash(joined->text.substr(region.original.begin,
                                                  region.original.end - region.original.begin)));
      }
      EXPECT_EQ(regions[0].schedule.options, "--target=avx2");
      // Splitting it again changes nothing.
      SplitText again = splitText(joined->text, "src/f.c", kPaths);
      EXPECT_EQ(again.source, split.source);
      EXPECT_EQ(again.fast, split.fast);
    }
  }
}

TEST(FastFile, WhatStandsElsewhereStays) {
  SplitText split = splitText(rewrittenAt(kText, {"void f", "void g"}), "f.c", kPaths);
  EXPECT_TRUE(has(split.source, "f_2_work)(long"));
  EXPECT_TRUE(has(split.source, "/* acc-delin helpers */\n#include \"../acc_delin.h\"\n"));
  EXPECT_FALSE(has(split.fast, "f_2_work)(long"));
}

TEST(FastFile, FunctionsThatCallAFastVersionAgainChangeNothingOfIt) {
  const std::string text = rewrittenAt(kText, {"void f", "void f"});
  const std::string probe = "void probe(int n)\n{\n    if (!f_1_fast(n))\n    for (;;) a();\n}\n";
  SplitText split = splitText(text, "f.c", kPaths), more = splitText(text + probe, "f.c", kPaths);
  EXPECT_EQ(more.fast, split.fast);
  EXPECT_EQ(more.source, split.source + probe);
}

TEST(FastFile, TextsWithoutFastVersionsAreNotSplit) {
  SplitText split = splitText(kText, "f.c", kPaths);
  EXPECT_EQ(split.source, kText);
  EXPECT_EQ(split.fast, "");
  EXPECT_FALSE(split.usesHelpers);
  EXPECT_FALSE(joinedText(kText, "f_fast.h", ""));
}

TEST(FastFile, AdditionsAreSeen) {
  SplitText split = splitText(rewrittenAt(kText, {"void f", "void f"}), "f.c", kPaths);
  EXPECT_TRUE(joinedText(split.source, "f_fast.h", split.fast + "int mine;\n")->hasMore);
  EXPECT_FALSE(isFastFile("int x;\n"));
}

TEST(FastFile, FormattingTheSourceBreaksNothing) {
  SplitText split = splitText(rewrittenAt(kText, {"void f", "void f"}), "f.c", kPaths);
  std::string source = split.source;
  for (const char *loop : {"    for (;;) a();", "    for (;;) b();"}) {
    const std::string moved = "        for (;;)\n            " + std::string(loop).substr(13);
    source.replace(source.find(loop), std::string(loop).size(), moved);
  }
  source.replace(source.find("if (!f_1_fast(n))"), 17, "if (!f_1_fast(\n            n))");
  auto joined = joinedText(source, "f_fast.h", split.fast);
  auto markers = findMarkers(joined->text);
  for (const MarkedRegion &region : std::get<std::vector<MarkedRegion>>(markers)) {
    EXPECT_FALSE(region.isFastEdited);
    EXPECT_EQ(region.hash,
              contentHash(joined->text.substr(region.original.begin,
                                              region.original.end - region.original.begin)));
  }
  EXPECT_EQ(contentHash(revertedSource(joined->text)), contentHash(kText));
}

TEST(FastFile, EditsAreSeen) {
  SplitText split = splitText(rewrittenAt(kText, {"void f", "void f"}), "f.c", kPaths);
  auto edited = [&](std::string source, std::string fast, const std::string &from,
                    const std::string &to) {
    for (std::string *text : {&source, &fast})
      if (size_t at = text->find(from); at != text->npos)
        text->replace(at, from.size(), to);
    auto markers = findMarkers(joinedText(source, "f_fast.h", fast)->text);
    const auto &regions = std::get<std::vector<MarkedRegion>>(markers);
    return regions.size() == 2 && regions[0].isFastEdited && !regions[1].isFastEdited;
  };
  EXPECT_TRUE(edited(split.source, split.fast, "    work(n);", "    work(n + 1);"));
  EXPECT_TRUE(edited(split.source, split.fast, "n > 0", "n > 1"));
  EXPECT_TRUE(edited(split.source, split.fast, "!f_1_fast(n)", "!f_1_fast(n - 1)"));
  EXPECT_TRUE(edited(split.source, split.fast, "schedule: []", "schedule: [x]"));
  EXPECT_FALSE(edited(split.source, split.fast, "a();", "c();"));
}

struct Placed {
  std::string before, after;
};

class PlaceOfCall : public testing::TestWithParam<Placed> {};

TEST_P(PlaceOfCall, KeepsTheMeaningAndGoesAgain) {
  const std::string text = "void f(int n)\n{\n" + GetParam().before + "}\n";
  const std::string written = rewrittenAt(text, {"void f"});
  EXPECT_TRUE(has(written, "{\n" + GetParam().after + "}\n")) << written;
  EXPECT_EQ(revertedSource(written), text);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, PlaceOfCall,
    testing::Values(
        Placed{"    for (;;) a();\n", "    if (!f_1_fast(n))\n    for (;;) a();\n"},
        Placed{"    x = 1; for (;;) a();\n",
               "    x = 1; if (!f_1_fast(n)) {\n    for (;;) a();\n    }\n"},
        // The else is the outer one's.
        Placed{
            "    if (n)\n        for (;;) a();\n    else\n        b();\n",
            "    if (n)\n        {\n        if (!f_1_fast(n))\n        for (;;) a();\n        }\n"
            "    else\n        b();\n"},
        Placed{"    if (n)\n        b();\n    else\n        for (;;) a(); /* x */\n",
               "    if (n)\n        b();\n    else\n        {\n        if (!f_1_fast(n))\n"
               "        for (;;) a(); /* x */\n        }\n"},
        Placed{"  out:\n    for (;;) a();\n",
               "  out:\n    {\n    if (!f_1_fast(n))\n    for (;;) a();\n    }\n"},
        Placed{"#ifdef X\n    b();\n#endif\n    for (;;) a();\n",
               "#ifdef X\n    b();\n#endif\n    if (!f_1_fast(n))\n    for (;;) a();\n"}));

TEST(EntryCall, SeveralStatementsGetBraces) {
  const std::string text = "void f(int n)\n{\n    for (;;) a();\n    for (;;) b();\n}\n";
  NestRewrite rewrite = callOf(text, "void f", 1);
  rewrite.range.end = static_cast<uint32_t>(text.find("b();") + 4);
  rewrite.isList = true;
  const std::string written = *applyEdits(text, nestEdits(text, rewrite));
  EXPECT_TRUE(
      has(written, "    if (!f_1_fast(n)) {\n    for (;;) a();\n    for (;;) b();\n    }\n"))
      << written;
  EXPECT_EQ(revertedSource(written), text);
}

TEST(EntryCall, AnElseInsideGetsBraces) {
  const std::string text =
      "void f(int n)\n{\n    for (;;)\n        if (n)\n            a();\n        else\n"
      "            b();\n}\n";
  NestRewrite rewrite = callOf(text, "void f", 1);
  rewrite.range.begin = static_cast<uint32_t>(text.find("for"));
  rewrite.range.end = static_cast<uint32_t>(text.find("b();") + 4);
  const std::string written = *applyEdits(text, nestEdits(text, rewrite));
  EXPECT_TRUE(has(written, "    if (!f_1_fast(n)) {\n    for (;;)\n")) << written;
  EXPECT_EQ(revertedSource(written), text);
}

TEST(EntryCall, ACallThatIsGoneOrTwiceIsDamage) {
  const std::string written = rewrittenAt(kText, {"void f"});
  std::string gone = written, twice = written;
  const std::string call = "if (!f_1_fast(n))\n    ";
  gone.erase(gone.find(call), call.size());
  twice.insert(twice.find(call), call);
  for (const std::string &text : {gone, twice})
    EXPECT_EQ(findMarkers(text).index(), 1u);
}

TEST(Diff, NewAndRemovedFilesAreNamedSo) {
  EXPECT_EQ(unifiedDiff("f.h", "", "x\n", DiffOf::NewFile),
            "--- /dev/null\n+++ b/f.h\n@@ -0,0 +1,1 @@\n+x\n");
  EXPECT_EQ(unifiedDiff("f.h", "x\n", "", DiffOf::RemovedFile),
            "--- a/f.h\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n");
}

} // namespace
} // namespace acc
