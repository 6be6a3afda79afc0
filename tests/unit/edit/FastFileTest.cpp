#include "rewriter/edit/FastFile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// Two functions with loops, whose fast versions stand at `place` and before the second function.
std::string rewrittenAt(const std::string &text, std::initializer_list<const char *> places) {
  std::vector<Edit> edits;
  int number = 0;
  for (const char *place : places) {
    NestRewrite rewrite;
    rewrite.nest = "f#" + std::to_string(++number);
    rewrite.summary = "A[*][n]";
    std::string loop = "for (;;) " + std::string(1, static_cast<char>('a' + number - 1)) + "();";
    rewrite.range.begin = static_cast<uint32_t>(text.find(loop));
    rewrite.range.end = rewrite.range.begin + static_cast<uint32_t>(loop.size());
    rewrite.guard = "n > 0";
    rewrite.fast = "f_fast(n);";
    rewrite.function =
        "static void f_" + std::to_string(number) + "_fast(long n)\n{\n    work(n);\n}";
    rewrite.functionBegin = static_cast<uint32_t>(text.find(place));
    for (Edit &edit : nestEdits(text, rewrite))
      edits.push_back(std::move(edit));
  }
  return *applyEdits(text, edits);
}

const std::string kText =
    "int x;\n\nvoid f(int n)\n{\n    for (;;) a();\n}\n\nvoid g(int n)\n{\n    for (;;) b();\n}\n";

std::string joined(const SplitText &split) {
  auto text = joinedText(split.source, split.fast);
  return std::holds_alternative<std::string>(text) ? std::get<std::string>(text) : "";
}

TEST(FastFile, HasTheNameOfTheSource) {
  EXPECT_EQ(fastFileName("src/gemm.c"), "gemm_fast.h");
  EXPECT_EQ(fastFileName("a.b/gemm.old.c"), "gemm.old_fast.h");
}

TEST(FastFile, SplitTextsJoinToTheSame) {
  for (std::string text : {kText, std::string()}) {
    if (text.empty()) { // the same with other line ends
      for (char c : kText)
        text += c == '\n' ? "\r\n" : std::string(1, c);
    }
    for (auto places :
         {std::initializer_list<const char *>{"void f", "void f"}, {"void f", "void g"}}) {
      std::string whole = rewrittenAt(text, places);
      SplitText split = splitText(whole, "src/f.c");
      EXPECT_EQ(includedFastFile(split.source), "f_fast.h");
      EXPECT_TRUE(isFastFile(split.fast));
      EXPECT_NE(split.fast.find("f_1_fast(long"), std::string::npos);
      EXPECT_EQ(split.source.find("f_1_fast(long"), std::string::npos) << split.source;
      EXPECT_EQ(joined(split), whole);
      // Without the file the original is found, too.
      EXPECT_EQ(std::get<std::string>(revert(split.source)), text);
    }
  }
}

TEST(FastFile, WhatStandsElsewhereStays) {
  SplitText split = splitText(rewrittenAt(kText, {"void f", "void g"}), "f.c");
  EXPECT_NE(split.source.find("f_2_fast(long"), std::string::npos);
  EXPECT_EQ(split.fast.find("f_2_fast(long"), std::string::npos);
}

TEST(FastFile, TextsWithoutFastVersionsAreNotSplit) {
  SplitText split = splitText(kText, "f.c");
  EXPECT_EQ(split.source, kText);
  EXPECT_EQ(split.fast, "");
  EXPECT_EQ(includedFastFile(kText), "");
}

TEST(FastFile, AnotherFileIsNone) {
  SplitText split = splitText(rewrittenAt(kText, {"void f", "void f"}), "f.c");
  EXPECT_FALSE(isFastFile("int x;\n"));
  EXPECT_EQ(joinedText(split.source, "int x;\n").index(), 1u);
  EXPECT_EQ(joinedText(kText, split.fast).index(), 1u);
}

TEST(Diff, NewAndRemovedFilesAreNamedSo) {
  EXPECT_EQ(unifiedDiff("f.h", "", "x\n", DiffOf::NewFile),
            "--- /dev/null\n+++ b/f.h\n@@ -0,0 +1,1 @@\n+x\n");
  EXPECT_EQ(unifiedDiff("f.h", "x\n", "", DiffOf::RemovedFile),
            "--- a/f.h\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n");
}

} // namespace
} // namespace acc
