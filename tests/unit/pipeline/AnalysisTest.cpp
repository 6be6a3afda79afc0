// One nest as a value: a member per stage, and why it ended.
#include "analysis/Analysis.h"
#include "analysis/frontend/Frontend.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

SourceNest nestOf(const std::string &text) {
  SourceUnit unit = readUnit({"/nowhere/unit.c", "/", {"-std=c99"}, text});
  EXPECT_TRUE(unit.errors.empty()) << (unit.errors.empty() ? "" : unit.errors[0].message);
  return unit.nests.at(0);
}

const char *const kCopy = "void f(int n, int m, double *A, const double *B) { int i, j;\n"
                          "  for (i = 0; i < n; i++) for (j = 0; j < m; j++)\n"
                          "    A[i*m + j] = B[j*n + i]; }\n";

const char *const kUnknownCall =
    "void g(void);\n"
    "void f(int n, int m, double *A) { int i, j;\n"
    "  for (i = 0; i < n; i++) { for (j = 0; j < m; j++) A[i*m + j] = 0;\n"
    "    g(); } }\n";

TEST(Analysis, HasAMemberPerStage) {
  std::vector<std::string> stages;
  AnalysisOptions options;
  options.observer = [&](const char *stage, const NestAnalysis &soFar) {
    stages.push_back(stage);
    EXPECT_EQ(bool(soFar.scop), stages.size() > 1) << stage;
    EXPECT_EQ(bool(soFar.views), stages.size() > 2) << stage;
    EXPECT_EQ(bool(soFar.dependences), stages.size() > 3) << stage;
  };
  NestAnalysis analysis = analyse(nestOf(kCopy), options);
  EXPECT_EQ(stages, (std::vector<std::string>{"read", "scop", "delinearize", "dependences"}));
  EXPECT_FALSE(analysis.rejection);
  ASSERT_TRUE(analysis.isWhole());
  EXPECT_TRUE(recoversArrays(*analysis.views));
  EXPECT_TRUE(analysis.dependences->orderInvariant);
  // What was not asked for is not there.
  EXPECT_FALSE(analysis.claims || analysis.simpleValidity || analysis.scop->asRead);
  options.describes = options.keepsAsRead = true;
  options.observer = {};
  NestAnalysis whole = analyse(nestOf(kCopy), options);
  EXPECT_TRUE(whole.claims && whole.scop->asRead);
}

TEST(Analysis, OutlivesTheContextOfItsCaller) {
  std::optional<NestAnalysis> copy;
  {
    NestAnalysis analysis = analyse(nestOf(kCopy));
    copy = analysis;
  }
  EXPECT_TRUE(validParameters(*copy->scop, *copy->views, *copy->context)
                  .is_equal(validParameters(*copy->scop, *copy->views, *copy->context)));
}

TEST(Analysis, EndsWhereAStageRefuses) {
  NestAnalysis noScop =
      analyse(nestOf("void f(int n, double *A, int *p) {\n"
                     "  for (int i = 0; i < n; i++) A[p[i]*i*i + p[i]/2] = 0; }\n"));
  ASSERT_TRUE(noScop.rejection);
  EXPECT_FALSE(noScop.isWhole());

  AnalysisOptions options;
  options.quota = 10;
  NestAnalysis tooComplex = analyse(nestOf(kCopy), options);
  ASSERT_TRUE(tooComplex.rejection);
  EXPECT_EQ(tooComplex.rejection->kind, RejectionKind::TooComplex);
  EXPECT_FALSE(tooComplex.isWhole());
}

TEST(Analysis, DescribesWhatIsKnownBesideWhatIsNot) {
  NestAnalysis ended = analyse(nestOf(kUnknownCall));
  ASSERT_TRUE(ended.rejection && ended.scop && ended.scop->unknown);
  EXPECT_FALSE(ended.views);
  const RejectionKind why = ended.rejection->kind;
  NestAnalysis described = describeUnknown(ended, {}, Described::WhereRecovered);
  ASSERT_TRUE(described.rejection);
  EXPECT_EQ(described.rejection->kind, why);
  EXPECT_TRUE(described.isWhole());
  EXPECT_TRUE(recoversArrays(*described.views));
}

} // namespace
