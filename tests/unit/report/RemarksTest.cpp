#include "tools/report/Remarks.h"
#include "SampleReport.h"
#include "tools/report/Html.h"
#include "tools/report/Sarif.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

using namespace acc::report;

namespace {

Nest refused(const std::string &function, unsigned number, unsigned line,
             const std::string &message = "no", const std::string &rule = "jump") {
  Nest nest;
  nest.id = function + "#" + std::to_string(number);
  nest.function = function;
  nest.line = line;
  nest.column = 5;
  nest.status = "rejected";
  nest.rejections = {{rule, message, line, 5}};
  return nest;
}

Report reportOf(std::vector<Nest> nests, const std::string &path = "a.c") {
  Report report;
  report.files.push_back({path, "ok", {}, std::move(nests)});
  return report;
}

/// The ids of the nests with a remark that the baseline has not.
std::vector<std::string> newOnes(const Report &now, const Report &before) {
  std::vector<Remark> remarks = remarksOf(now);
  markKnown(remarks, remarksOf(before));
  std::vector<std::string> ids;
  for (const Remark &remark : remarks)
    if (!remark.isKnown)
      ids.push_back(remark.nest->id);
  return ids;
}

using Ids = std::vector<std::string>;

TEST(Remarks, LevelsAreThoseOfFailOn) {
  Report report = reportOf({acc::report::test::gemmNest(), refused("f", 1, 3)});
  report.files[0].nests[0].rejections = {{"not-profitable", "no gain", 0, 0}};
  report.files[0].nests[0].lint = {{"lint-out-of-range", "leaves", 9, 2}};
  std::vector<Remark> remarks = remarksOf(report);
  ASSERT_EQ(remarks.size(), 4u);
  EXPECT_EQ(remarks[0].level, Level::Recovered);
  EXPECT_EQ(remarks[1].level, Level::Note);
  EXPECT_EQ(remarks[1].line, report.files[0].nests[0].line);
  EXPECT_EQ(remarks[2].level, Level::Lint);
  EXPECT_EQ(remarks[3].level, Level::Refused);
}

TEST(Baseline, LinesDoNotMatter) {
  EXPECT_EQ(newOnes(reportOf({refused("f", 1, 30)}), reportOf({refused("f", 1, 3)})), Ids{});
  EXPECT_EQ(newOnes(reportOf({refused("f", 1, 3)}, "./a.c"), reportOf({refused("f", 1, 3)})),
            Ids{});
}

TEST(Baseline, OneEntryAnswersForOneFinding) {
  EXPECT_EQ(
      newOnes(reportOf({refused("f", 1, 3), refused("f", 2, 8)}), reportOf({refused("f", 1, 3)})),
      Ids{"f#2"});
  EXPECT_EQ(newOnes(reportOf({refused("f", 1, 3)}), reportOf({})), Ids{"f#1"});
}

TEST(Baseline, ANestBeforeItLeavesAFindingKnown) {
  EXPECT_EQ(newOnes(reportOf({refused("f", 1, 3, "goto"), refused("f", 2, 8, "return")}),
                    reportOf({refused("f", 1, 3, "return")})),
            Ids{"f#1"});
}

TEST(Baseline, AnotherSentenceOfTheSameRuleIsKnown) {
  EXPECT_EQ(newOnes(reportOf({refused("f", 1, 3, "newer words")}),
                    reportOf({refused("f", 1, 3, "older words")})),
            Ids{});
}

TEST(Baseline, FileFunctionAndRuleMatter) {
  Report before = reportOf({refused("f", 1, 3)});
  EXPECT_EQ(newOnes(reportOf({refused("g", 1, 3)}), before), Ids{"g#1"});
  EXPECT_EQ(newOnes(reportOf({refused("f", 1, 3)}, "b.c"), before), Ids{"f#1"});
  EXPECT_EQ(newOnes(reportOf({refused("f", 1, 3, "no", "call")}), before), Ids{"f#1"});
}

llvm::json::Value sarifOf(const Report &report, const SourceTexts &texts) {
  std::string text;
  llvm::raw_string_ostream out(text);
  SarifOptions options;
  options.rules = {{"jump", "a jump", "help"}};
  options.withInformation = true;
  options.root = "/top";
  writeSarif(report, remarksOf(report), texts, options, out);
  return llvm::cantFail(llvm::json::parse(text), "our own JSON");
}

const llvm::json::Object &result(const llvm::json::Value &log, size_t number) {
  return *(*(*log.getAsObject()->getArray("runs"))[0].getAsObject()->getArray("results"))[number]
              .getAsObject();
}

const llvm::json::Object &place(const llvm::json::Object &result) {
  return *(*result.getArray("locations"))[0].getAsObject()->getObject("physicalLocation");
}

TEST(Sarif, PathsAreEscapedAndColumnsCountCodePoints) {
  Report report = reportOf({refused("f", 1, 2)}, "./a b/\xc3\xbc#.c");
  report.files[0].nests[0].rejections[0].column = 9;
  llvm::json::Value log = sarifOf(report, {{"./a b/\xc3\xbc#.c", "x\n/*\xc3\xbc*/ return;\n"}});
  const llvm::json::Object &where = place(result(log, 0));
  EXPECT_EQ(where.getObject("artifactLocation")->getString("uri"), "a%20b/%C3%BC%23.c");
  EXPECT_EQ(where.getObject("region")->getInteger("startColumn"), 8);
  report.files[0].path = "/abs/a.c";
  log = sarifOf(report, {});
  EXPECT_EQ(place(result(log, 0)).getObject("artifactLocation")->getString("uri"),
            "file:///abs/a.c");
  report.files[0].path = "/top/sub/a.c";
  EXPECT_EQ(place(result(sarifOf(report, {}), 0)).getObject("artifactLocation")->getString("uri"),
            "sub/a.c");
  report.files[0].path = "/topmost/a.c";
  EXPECT_EQ(place(result(sarifOf(report, {}), 0)).getObject("artifactLocation")->getString("uri"),
            "file:///topmost/a.c");
  report.files[0].path = "/abs/a.c";
  EXPECT_EQ(place(result(log, 0)).getObject("region")->getInteger("startColumn"), 9);
}

TEST(Sarif, FingerprintsOutliveLinesAndTellEqualOnesApart) {
  auto prints = [](const Report &report) {
    llvm::json::Value log = sarifOf(report, {});
    std::vector<std::string> out;
    for (size_t k = 0; k < report.files[0].nests.size(); ++k)
      out.push_back(
          result(log, k).getObject("partialFingerprints")->getString("accDelin/v1")->str());
    return out;
  };
  auto first = prints(reportOf({refused("f", 1, 3), refused("f", 2, 4)}));
  EXPECT_NE(first[0], first[1]);
  EXPECT_EQ(first, prints(reportOf({refused("f", 1, 13), refused("f", 2, 14)})));
  EXPECT_NE(first[0], prints(reportOf({refused("g", 1, 3)}))[0]);
}

TEST(Html, NothingFromSourcesEndsAnElement) {
  Report report = reportOf({refused("f", 1, 1, "</script><b>\"&'")}, "<b>.c");
  std::string text;
  llvm::raw_string_ostream out(text);
  writeHtml(report, remarksOf(report), {{"<b>.c", "/* </script><!-- */ a\xff\n"}},
            {.diffs = {{"<b>.c", "+</SCRIPT>\n"}}, .root = "../<"}, out);
  llvm::StringRef page = text;
  llvm::StringRef data = page.split("id=\"data\">").second.split("</script>").first;
  EXPECT_FALSE(data.contains('<'));
  auto read = llvm::json::parse(data);
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  const llvm::json::Object &all = *read->getAsObject();
  EXPECT_EQ((*(*all.getArray("files"))[0].getAsObject()).getString("path"), "<b>.c");
  EXPECT_EQ((*(*all.getArray("remarks"))[0].getAsObject()).getString("message"),
            "not lifted: </script><b>\"&'");
  EXPECT_EQ((*all.getObject("excerpts")->getObject("n0-0")->getArray("lines"))[0],
            llvm::json::Value("/* </script><!-- */ a\xef\xbf\xbd"));
  EXPECT_EQ(page.count("<script"), 2u);
}

} // namespace
