#include "tools/report/Text.h"
#include "SampleReport.h"
#include "tools/report/Markdown.h"
#include "tools/report/Summary.h"

#include <gtest/gtest.h>

using namespace acc::report;

namespace {

std::string textOf(const Report &report, const TextOptions &options = {}) {
  std::string text;
  llvm::raw_string_ostream out(text);
  writeText(report, remarksOf(report), out, options);
  return text;
}

Report reportWith(const Nest &nest) {
  Report report;
  report.files.push_back({"gemm.c", "ok", {}, {nest}});
  return report;
}

TEST(Text, ARecoveredNestReadsLikeTheExample) {
  EXPECT_EQ(textOf(reportWith(test::gemmNest())),
            "gemm.c:4:5: remark: gemm#1: 3 arrays recovered: C[*][ldc], A[*][lda], B[*][ldb] "
            "[acc-recovered]\n"
            "gemm.c:4:5: note: valid when m <= ldc && p <= lda && m <= ldb (checked at run "
            "time)\n"
            "gemm.c:4:5: note: estimated time of the rewritten nest: 12% of the original\n"
            "gemm.c:7:17: note: loop k carries a dependence on C[i][j]; i and j are parallel "
            "when valid and C is disjoint from A and B\n"
            "1 nest: 1 recovered, 0 affine, 0 refused; 1 with a faster schedule\n");
}

TEST(Text, NestsWithMostToGainComeFirstInTheSummaryAndWhereAskedFor) {
  Report report;
  for (double saved : {10., 30., 20.}) {
    Nest nest = test::gemmNest();
    nest.id = "f#" + std::to_string(report.files.size() + 1);
    nest.expected = Gain{0.5, saved};
    report.files.push_back({"a.c", "ok", {}, {nest}});
  }
  report.files[1].nests[0].rejections = {{"not-proved", "not proved: order", 4, 5}};
  std::string text = textOf(report);
  EXPECT_NE(text.find("most to gain, by estimate:\n"
                      "  a.c:4 f#3: estimated time of the rewritten nest: 50% of the original\n"
                      "  a.c:4 f#1: estimated time of the rewritten nest: 50% of the original\n"),
            std::string::npos)
      << text;
  EXPECT_LT(text.find("remark: f#1"), text.find("remark: f#3"));
  TextOptions options;
  options.byGain = true;
  text = textOf(report, options);
  EXPECT_LT(text.find("remark: f#3"), text.find("remark: f#1"));
  EXPECT_LT(text.find("remark: f#1"), text.find("remark: f#2"));
}

TEST(Text, WhatWasMeasuredComesBeforeEstimates) {
  Report report;
  for (double rewritten : {50., 20., 80., 10.}) {
    Nest nest = test::gemmNest();
    nest.id = "f#" + std::to_string(report.files.size() + 1);
    nest.expected = Gain{0.5, 10};
    nest.measured.emplace();
    nest.measured->sizes = {{{{"n", 4}}, 4096, 100, rewritten}, {{{"n", 8}}, 4096, 100, 100}};
    nest.written = rewritten > 10;
    report.files.push_back({"a.c", "ok", {}, {nest}});
  }
  const std::string text = textOf(report);
  EXPECT_NE(text.find("most gained, as measured:\n"
                      "  a.c:4 f#2: 1.00 to 5.00 times as fast\n"
                      "  a.c:4 f#1: 1.00 to 2.00 times as fast\n"
                      "  a.c:4 f#3: 1.00 to 1.25 times as fast\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("most to gain"), std::string::npos) << text;
}

TEST(Text, ARefusalSaysWhyAndWhere) {
  EXPECT_EQ(textOf(reportWith(test::rejectedNest())),
            "gemm.c:13:9: remark: walk#1: not lifted: the bound of the loop is not affine: \"x\" "
            "| y [acc-loop-bound]\n"
            "1 nest: 0 recovered, 0 affine, 1 refused\n");
}

TEST(Text, ABriefReportHasAnExampleOfEachReason) {
  Report report;
  for (const char *path : {"a.c", "b.c"})
    report.files.push_back({path, "ok", {}, {test::gemmNest(), test::rejectedNest()}});
  TextOptions options;
  options.isBrief = true;
  const std::string text = textOf(report, options);
  EXPECT_EQ(text.find("remark:"), std::string::npos) << text;
  EXPECT_EQ(text.find("note:"), std::string::npos) << text;
  EXPECT_NE(text.find("refused:\n  2 acc-loop-bound, as a.c:13:9: walk#1: not lifted: the bound of "
                      "the loop is not affine"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("most to gain"), std::string::npos) << text;
}

TEST(Text, WhatCouldNotBeProvedIsAWarning) {
  Nest nest = test::gemmNest();
  nest.rejections = {{"not-proved", "not proved: order", 4, 5}};
  std::string text = textOf(reportWith(nest));
  EXPECT_NE(text.find("gemm.c:4:5: warning: gemm#1: not rewritten: not proved: order "
                      "[acc-not-proved]\n"),
            std::string::npos)
      << text;
}

TEST(Text, AnAffineNestHasNothingToRecover) {
  Nest nest = test::gemmNest();
  nest.status = "affine";
  nest.validity = "1";
  for (Array &array : nest.arrays)
    array.recovered = false;
  nest.dependences.clear();
  nest.disjoint.clear();
  for (Loop &loop : nest.loops) {
    loop.parallel = true;
    loop.parallelWhen = "1";
  }
  std::string text = textOf(reportWith(nest));
  EXPECT_NE(text.find("gemm#1: affine, nothing to recover: C[*][ldc], A[*][lda], B[*][ldb] "
                      "[acc-affine]\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("valid"), std::string::npos);
  EXPECT_NE(text.find("note: no loop carries a dependence; i, j and k are parallel\n"),
            std::string::npos)
      << text;
}

TEST(Text, AClaimOfAnAffineNestNamesItsCondition) {
  Nest nest = test::gemmNest();
  nest.status = "affine";
  nest.dependences.clear();
  nest.loops[2] = nest.loops[1];
  nest.loops[2].name = "k";
  std::string text = textOf(reportWith(nest));
  EXPECT_NE(text.find("note: no loop carries a dependence and i, j and k are parallel when "
                      "m <= ldc and C is disjoint from A and B\n"),
            std::string::npos)
      << text;
}

TEST(Text, TheSimpleCaseOfALongConditionIsTold) {
  Nest nest = test::gemmNest();
  nest.simpleValidity = "ldc > 0";
  EXPECT_EQ(validitySentence(nest),
            "valid when ldc > 0 (full condition in the report, checked at run time)");
}

TEST(Text, ALongConditionIsCut) {
  Nest nest = test::gemmNest();
  std::string terms;
  for (int k = 1; k <= 30; ++k)
    terms += (k == 1 ? "" : " && ") + ("n*m <= " + std::to_string(k) + "*(ldc && 1)");
  nest.validity = terms;
  std::string text = validitySentence(nest);
  EXPECT_NE(text.find("valid when n*m <= 1*(ldc && 1) && n*m <= 2*(ldc && 1) && n*m <= 3*(ldc && "
                      "1) and 27 more hold"),
            std::string::npos)
      << text;
  nest.validity = "(" + terms + ") || m <= ldc";
  EXPECT_NE(validitySentence(nest).find("a condition of"), std::string::npos);
}

TEST(Text, UnknownMemoryIsNamedByItsLine) {
  Nest nest = test::gemmNest();
  nest.rejections = {{"call", "calls f", 9, 3}};
  nest.dependences = {{"RAW", "memory_1", "i", {}, 9, 3, {}, true}};
  nest.loops[0].parallel = false;
  std::vector<DependenceNote> notes = dependenceNotes(nest);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].line, 9u);
  EXPECT_NE(notes[0].text.find("loop i carries a dependence on memory that line 9 may touch"),
            std::string::npos);
}

TEST(Text, EveryCarryingLoopIsNamed) {
  Nest nest = test::gemmNest();
  nest.loops[0].parallel = false;
  nest.dependences.push_back({"RAW", "A", "i", {1, 0, 0}});
  nest.dependences.push_back({"RAW", "s", "i", {1, 0, 0}});
  std::vector<DependenceNote> notes = dependenceNotes(nest);
  ASSERT_EQ(notes.size(), 2u);
  // A is only read here and s no array: both are named without subscripts.
  EXPECT_EQ(notes[0].text, "loop i carries dependences on A and s");
  EXPECT_EQ(notes[0].line, 0u);
  EXPECT_EQ(notes[1].text,
            "loop k carries a dependence on C[i][j]; j is parallel when C is disjoint "
            "from A and B");
}

TEST(Text, FailedFilesAreErrorsAndCounted) {
  std::string text = textOf(test::sampleReport());
  EXPECT_NE(text.find("broken.c:3:1: error: expected ';' [acc-parse-error]\n"), std::string::npos);
  EXPECT_NE(
      text.find(
          "3 nests: 2 recovered, 0 affine, 1 refused; 2 with a faster schedule; 1 file failed\n"),
      std::string::npos)
      << text;
}

TEST(Text, WhatFilesHaveInCommonIsToldOnce) {
  Report report;
  for (const char *path : {"a.c", "b.c", "c.c"})
    report.files.push_back({path, "ok", {{"fast-math", "the flags", 0, 0}}, {}});
  report.files[1].errors.push_back({"suppression", "nothing", 3, 1});
  for (const char *path : {"d.c", "e.c"})
    report.files.push_back({path, "parse-error", {{"parse-error", "cannot read", 0, 0}}, {}});
  std::string text = textOf(report);
  EXPECT_EQ(text.substr(0, text.find("0 nests")),
            "a.c and 2 other files: warning: the flags [acc-fast-math]\n"
            "b.c:3:1: warning: nothing [acc-suppression]\n"
            "d.c: error: cannot read [acc-parse-error]\n"
            "e.c: error: cannot read [acc-parse-error]\n");
}

TEST(Text, MessagesStayOnOneLine) {
  Nest nest = test::rejectedNest();
  nest.rejections[0].message = "two\nlines";
  EXPECT_NE(textOf(reportWith(nest)).find("two lines"), std::string::npos);
}

TEST(Summary, ShapesOfEveryKind) {
  Nest nest = test::oddNest();
  EXPECT_EQ(shapeOf(nest.arrays[0]), "C[*][ldc]");
  EXPECT_EQ(shapeOf(nest.arrays[1]), "A[*][r + 1]");
  Array vector;
  vector.base = "x";
  EXPECT_EQ(shapeOf(vector), "x[*]");
}

TEST(Markdown, CellsAreEscaped) {
  std::string text;
  llvm::raw_string_ostream out(text);
  writeMarkdown(test::sampleReport(), out);
  EXPECT_NE(text.find("| `gemm#1` | 4 | recovered | `C[*][ldc]` `A[*][lda]` `B[*][ldb]` | "
                      "`m <= ldc && p <= lda && m <= ldb` | `i` and `j` "
                      "when valid and `C` is disjoint from `A` and `B` |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\"x\" \\| y `acc-loop-bound`"), std::string::npos) << text;
  EXPECT_NE(text.find("- error at line 3: expected ';'"), std::string::npos) << text;
  for (llvm::StringRef rest = text; !rest.empty();) {
    auto [line, tail] = rest.split('\n');
    if (line.starts_with("|")) {
      unsigned cells = 0;
      for (size_t k = 0; k < line.size(); ++k)
        cells += line[k] == '|' && (k == 0 || line[k - 1] != '\\');
      EXPECT_EQ(cells, 7u) << line.str();
    }
    rest = tail;
  }
}

TEST(Markdown, AWalkAlongOneLineHasOneDimension) {
  Report report = reportWith(test::gemmNest());
  Nest &nest = report.files[0].nests[0];
  nest.status = "affine";
  for (Array &array : nest.arrays)
    array.recovered = false;
  std::string text;
  llvm::raw_string_ostream out(text);
  writeMarkdown(report, out);
  EXPECT_NE(text.find("| `C[*]` `A[*]` `B[*]` |"), std::string::npos) << text;
}

} // namespace
