#include "tools/lib/Pipeline.h"
#include "tests/support/JsonSchema.h"
#include "tools/report/Json.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

const char *const kGemm =
    "void gemm(int n, int m, int p, float *C, int ldc, const float *A, int lda,\n"
    "          const float *B, int ldb)\n"
    "{\n"
    "    int i, j, k;\n"
    "    for (i = 0; i < n; i++)\n"
    "        for (j = 0; j < m; j++)\n"
    "            for (k = 0; k < p; k++)\n"
    "                C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];\n"
    "}\n";

UnitInput inputOf(const std::string &text) {
  UnitInput input;
  input.path = "/nowhere/unit.c";
  input.directory = "/";
  input.flags = {"-std=c99"};
  input.text = text;
  return input;
}

UnitResult run(const std::string &text, const UnitOptions &options = {}) {
  return processUnit(inputOf(text), options);
}

UnitOptions rewriting() {
  UnitOptions options;
  options.rewrite = true;
  options.scheduleFrom = UnitOptions::ScheduleFrom::None;
  return options;
}

std::vector<std::string> ids(const report::File &file) {
  std::vector<std::string> names;
  for (const report::Nest &nest : file.nests)
    names.push_back(nest.id);
  return names;
}

TEST(Pipeline, AnalysesTheExample) {
  UnitResult result = run(kGemm);
  ASSERT_EQ(result.file.nests.size(), 1u);
  const report::Nest &nest = result.file.nests[0];
  EXPECT_EQ(nest.status, "recovered");
  ASSERT_EQ(nest.arrays.size(), 3u);
  EXPECT_EQ(nest.arrays[1].sizes, std::vector<std::string>{"lda"});
  EXPECT_EQ(nest.loops[2].upper, "p");
  EXPECT_FALSE(nest.loops[2].parallel);
  EXPECT_TRUE(nest.loops[0].parallel);
  EXPECT_FALSE(nest.guardText.empty());
  EXPECT_TRUE(nestsOf(result.edits).empty());
}

TEST(Pipeline, AScalarThatLivesOnHasNoOtherViews) {
  UnitResult result =
      run("void f(int n, int m, int ld, float *A, float *s) { float t = 0; int i, j;"
          " for (i = 0; i < n; i++) for (j = 0; j < m; j++) {"
          " t += A[i*ld + j]; A[i*ld + j] = 0; } *s = t; }");
  ASSERT_EQ(result.file.nests.size(), 1u);
  EXPECT_EQ(result.file.nests[0].status, "recovered");
}

/// The rows begin a row and an element before the pointer: s - (w + 1). The guard was refused by
/// the proof, as s - w + 1.
TEST(Pipeline, AGuardReachesBeforeAPointer) {
  UnitResult result =
      run("void thin(int n, int m, int w, unsigned *d, const unsigned *s) { int i, j;"
          " for (i = 0; i < n; i++) for (j = 0; j < m; j++)"
          " d[i*w + j] = s[(i - 1)*w + j - 1]; }",
          rewriting());
  EXPECT_EQ(nestsOf(result.edits).size(), 1u);
}

/// 300 - k overflows an int for the least k of all. The guard was refused by the proof.
TEST(Pipeline, AGuardTakesFromAConstant) {
  UnitResult result = run("void clear(int k, char *A) { int j;"
                          " for (j = k; j < 300; j++) A[j] = 0; }",
                          rewriting());
  EXPECT_EQ(nestsOf(result.edits).size(), 1u);
}

TEST(Pipeline, AnalysisMakesNoEdits) {
  UnitOptions options = rewriting();
  options.rewrite = false;
  EXPECT_TRUE(run(kGemm, options).edits.empty());
}

TEST(Pipeline, RealReportsFollowTheSchema) {
  auto buffer = llvm::MemoryBuffer::getFile(ACC_SOURCE_DIR "/docs/report.schema.json");
  acc::test::JsonSchema schema(llvm::cantFail(llvm::json::parse((*buffer)->getBuffer())));
  const std::string sources[] = {
      kGemm,
      "void f(int n, float *A) { int i; for (i = n - 1; i >= 0; i -= 2) A[2*i] = A[2*i + 1]; }\n",
      "void g(int n, double A[][8]) { int i, j; for (i = 0; i < n; i++) { double t = 0;\n"
      "  for (j = i; j < 8; j++) t += A[i][j]; A[i][0] = t; } }\n",
      "void h(int n, float *A) { int i; for (i = 0; i < n; i++) if (A[i] > 0) break; }\n",
      "int x = ;\n"};
  for (const std::string &source : sources) {
    report::Report report;
    report.toolVersion = kVersion;
    report.files.push_back(run(source).file);
    std::string text;
    llvm::raw_string_ostream out(text);
    writeJson(report, out);
    for (const std::string &violation : schema.violations(llvm::cantFail(llvm::json::parse(text))))
      ADD_FAILURE() << violation << "\n" << text;
  }
}

TEST(Pipeline, ADownwardLoopKeepsItsDirection) {
  UnitResult result =
      run("void f(int n, int m, float *A) { int i, j; for (i = n - 1; i >= 0; i -= 2)\n"
          "  for (j = 0; j < m; j++) A[i*m + j] = 0; }\n");
  ASSERT_EQ(result.file.nests.size(), 1u);
  const report::Nest &nest = result.file.nests[0];
  ASSERT_EQ(nest.status, "recovered") << nest.rejections.front().message;
  EXPECT_EQ(nest.loops[0].lower, "n - 1");
  EXPECT_EQ(nest.loops[0].upper, "-1");
  EXPECT_EQ(nest.loops[0].step, "-2");
}

TEST(Pipeline, EditsAreProvedAndCompileTogether) {
  std::string two = kGemm;
  std::string second = kGemm;
  second.replace(second.find("gemm"), 4, "again");
  two += second;
  UnitResult result = run(two, rewriting());
  ASSERT_EQ(nestsOf(result.edits).size(), 2u);
  std::optional<std::string> after = applyEdits(two, result.edits);
  ASSERT_TRUE(after);
  EXPECT_TRUE(readUnit(inputOf(*after)).errors.empty());
  auto markers = findMarkers(*after);
  ASSERT_EQ(std::get<0>(markers).size(), 2u);
  EXPECT_EQ(std::get<std::string>(revert(*after)), two);
}

/// What the proof reads of a fast version would go through the unit's own macro.
TEST(Pipeline, AUnitWithAMacroForClaimsIsNotRewritten) {
  UnitResult result = run("#define ACC_INSTANCE(...)\n" + std::string(kGemm), rewriting());
  EXPECT_TRUE(nestsOf(result.edits).empty());
  ASSERT_EQ(result.file.nests.size(), 1u);
  ASSERT_FALSE(result.file.nests[0].rejections.empty());
  EXPECT_NE(result.file.nests[0].rejections[0].message.find("ACC_INSTANCE"), std::string::npos)
      << result.file.nests[0].rejections[0].message;
}

TEST(Pipeline, CompileErrorsStopEverything) {
  UnitResult result = run(std::string(kGemm) + "int x = ;\n", rewriting());
  EXPECT_EQ(result.file.status, "parse-error");
  ASSERT_FALSE(result.file.errors.empty());
  EXPECT_EQ(result.file.errors[0].line, 10u);
  EXPECT_TRUE(result.file.nests.empty());
  EXPECT_TRUE(nestsOf(result.edits).empty());
}

TEST(Pipeline, ALiftablePartNamesTheOutermostNest) {
  UnitResult result = run("void s(void);\n"
                          "void f(int n, int m, float *A) { int t, u, i, j;\n"
                          "  for (t = 0; t < n; t++) for (u = 0; u < n; u++) { s();\n"
                          "    for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = 1; }\n"
                          "}\n");
  ASSERT_EQ(result.file.nests.size(), 2u);
  EXPECT_EQ(result.file.nests[0].status, "rejected");
  ASSERT_EQ(result.file.nests[0].rejections.size(), 1u);
  EXPECT_EQ(result.file.nests[0].rejections[0].id, "call");
  EXPECT_TRUE(result.file.nests[0].arrays.empty());
  EXPECT_EQ(result.file.nests[0].parent, std::nullopt);
  for (const auto &rejection : result.file.nests[1].rejections)
    EXPECT_EQ(rejection.id, "not-profitable");
  EXPECT_EQ(result.file.nests[1].status, "recovered");
  EXPECT_EQ(result.file.nests[1].parent, result.file.nests[0].id);
}

TEST(Pipeline, ARefusedFunctionHasNoParts) {
  UnitResult result = run("int setjmp(long *);\n"
                          "void f(int n, float *A, long *e) { int i, j; if (setjmp(e)) return;\n"
                          "  for (i = 0; i < n; i++) for (j = 0; j < n; j++) A[i*n + j] = 1; }\n");
  ASSERT_EQ(result.file.nests.size(), 1u);
  ASSERT_EQ(result.file.nests[0].rejections.size(), 1u);
  EXPECT_EQ(result.file.nests[0].rejections[0].id, "setjmp");
}

TEST(Pipeline, ANestThatEndsInsideAMacroIsAnalysedButNotEdited) {
  UnitResult result = run("#define FILL for (i = 0; i < n; i++) for (j = 0; j < m; j++) "
                          "A[i*m + j] = 1; i = 0\n"
                          "void f(int n, int m, float *A) { int i, j;\n"
                          "  FILL;\n  A[i] = 2;\n}\n",
                          rewriting());
  ASSERT_EQ(result.file.nests.size(), 1u);
  EXPECT_EQ(result.file.nests[0].status, "recovered");
  ASSERT_EQ(result.file.nests[0].rejections.size(), 1u);
  EXPECT_EQ(result.file.nests[0].rejections[0].id, "macro");
  EXPECT_TRUE(nestsOf(result.edits).empty());
}

TEST(Pipeline, ATinyQuotaIsARefusalNotAHang) {
  UnitOptions options;
  options.quota = 10;
  UnitResult result = run(kGemm, options);
  ASSERT_EQ(result.file.nests.size(), 1u);
  EXPECT_EQ(result.file.nests[0].status, "rejected");
  EXPECT_EQ(result.file.nests[0].rejections[0].id, "too-complex");
}

TEST(Pipeline, TheScriptDecidesWhichNestsAreRewritten) {
  UnitOptions options = rewriting();
  options.scheduleFrom = UnitOptions::ScheduleFrom::Script;
  options.script = "- nest: gemm#1\n  schedule:\n    - reorder: [i, k, j]\n";
  UnitResult result = run(kGemm, options);
  ASSERT_EQ(nestsOf(result.edits).size(), 1u) << result.file.nests[0].rejections.front().message;
  EXPECT_EQ(result.file.nests[0].schedule, R"([{"reorder":["i","k","j"]}])");

  options.script = "- nest: other#1\n  schedule: []\n";
  EXPECT_TRUE(run(kGemm, options).edits.empty());
}

TEST(Pipeline, ABadScriptIsAnErrorOfTheUnit) {
  UnitOptions options = rewriting();
  options.scheduleFrom = UnitOptions::ScheduleFrom::Script;
  options.script = "nonsense: [";
  UnitResult result = run(kGemm, options);
  EXPECT_NE(result.file.status, "ok");
  ASSERT_FALSE(result.file.errors.empty());
}

TEST(Pipeline, TheObserverHearsOfEachNestFirst) {
  std::vector<std::string> heard;
  UnitResult result = processUnit(inputOf(kGemm), UnitOptions(),
                                  [&](const std::string &nest) { heard.push_back(nest); });
  // "" behind the last: what comes then is about no nest.
  std::vector<std::string> expected = ids(result.file);
  expected.push_back("");
  EXPECT_EQ(heard, expected);
}

} // namespace
