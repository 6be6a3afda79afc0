#include "scheduling/ScriptLine.h"
#include "tests/unit/scheduling/Fixture.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

const char *const kGemm = R"(# the worked example
- nest: gemm#1
  schedule:
    - split: {index: k, size: 256, inner: k_1}
    - tile: {i: 8, j: 32}
    - reorder: [k, j, i, k_1, ii, jj]
  plan:
    - promote: {array: C, index: k_1}
    - unroll: [ii]
    - vectorize: [jj]
)";

ScriptError errorOf(const std::string &text) {
  auto result = Script::parse(text);
  auto *error = std::get_if<ScriptError>(&result);
  EXPECT_TRUE(error) << text;
  return error ? *error : ScriptError{};
}

Script scriptOf(const std::string &text) {
  auto result = Script::parse(text);
  if (auto *error = std::get_if<ScriptError>(&result))
    ADD_FAILURE() << error->line << ":" << error->column << ": " << error->message;
  return std::get<Script>(result);
}

Rejection refused(const std::string &steps) {
  Lifted gemm = matmul("n", "m", "p");
  Outcome<Plan> plan = scriptOf("- nest: g#1\n" + steps).apply("g#1", *gemm.nest, Target());
  EXPECT_FALSE(plan) << steps;
  return plan ? Rejection{} : plan.rejection();
}

} // namespace

TEST(Script, ReplayGivesTheSamePlan) {
  Lifted gemm = matmul("n", "m", "p");
  Script script = scriptOf(kGemm);
  EXPECT_EQ(script.nests(), std::vector<std::string>{"gemm#1"});
  EXPECT_TRUE(script.has("gemm#1"));
  EXPECT_FALSE(script.has("gemm#2"));
  Outcome<Plan> plan = script.apply("gemm#1", *gemm.nest, Target());
  ASSERT_TRUE(plan) << plan.rejection().message();
  EXPECT_EQ(namesOf(plan->schedule()),
            (std::vector<std::string>{"k", "j", "i", "k_1", "ii", "jj"}));
  EXPECT_EQ(plan->unrolled(), std::set<std::string>{"ii"});
  EXPECT_EQ(plan->vectorized(), std::set<std::string>{"jj"});
  ASSERT_EQ(plan->promotions().size(), 1u);
  EXPECT_EQ(plan->promotions()[0].array, "C");
  EXPECT_EQ(plan->promotions()[0].index, "k_1");

  std::string printed = printScript(*plan, "gemm#1");
  EXPECT_EQ("# the worked example\n" + printed, kGemm);
  Outcome<Plan> again = scriptOf(printed).apply("gemm#1", *gemm.nest, Target());
  ASSERT_TRUE(again);
  EXPECT_EQ(printScript(*again, "gemm#1"), printed);
}

TEST(Script, UnusualNamesAreQuoted) {
  Lifted lifted(makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"o'p->d[0]", "0"}, "+=", {{"A", "i"}}}}),
                {});
  Outcome<Plan> plan = Plan(lifted.schedule(), Target()).promote("o'p->d[0]", "i");
  ASSERT_TRUE(plan) << plan.rejection().message();
  std::string printed = printScript(*plan, "f#1.2");
  Outcome<Plan> again = scriptOf(printed).apply("f#1.2", *lifted.nest, Target());
  ASSERT_TRUE(again) << printed;
  EXPECT_EQ(again->promotions()[0].array, "o'p->d[0]");
}

/// As a comment in C has it: line ends where blanks were.
TEST(Script, OnOneLineItIsTheSameScript) {
  Lifted gemm = matmul("n", "m", "p");
  Outcome<Plan> plan = scriptOf(kGemm).apply("gemm#1", *gemm.nest, Target());
  ASSERT_TRUE(plan);
  std::string line = printScriptInLine(*plan, "gemm#1");
  EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  std::string broken = "[" + line + "]";
  std::replace(broken.begin(), broken.end(), ' ', '\n');
  Outcome<Plan> again = scriptOf(broken).apply("gemm#1", *gemm.nest, Target());
  ASSERT_TRUE(again) << again.rejection().message();
  EXPECT_EQ(printScript(*again, "gemm#1"), printScript(*plan, "gemm#1"));
}

TEST(Script, EntriesOfSeveralNestsAreJoinedByCommas) {
  Lifted gemm = matmul("n", "m", "p");
  Plan plan(gemm.schedule(), Target());
  Script both = scriptOf("[" + printScriptInLine(plan, "f#1") + ", " + printScriptInLine(plan, "f#1.2") + "]");
  EXPECT_EQ(both.nests(), (std::vector<std::string>{"f#1", "f#1.2"}));
}

TEST(Script, AnEmptyTextIsAnEmptyScript) { EXPECT_TRUE(scriptOf("").nests().empty()); }

TEST(Script, ErrorsNameTheirPlace) {
  ScriptError error = errorOf("- nest: g#1\n  shedule:\n    - split: {index: i, size: 2}\n");
  EXPECT_EQ(error.line, 2u);
  EXPECT_EQ(error.column, 3u);
  EXPECT_NE(error.message.find("shedule"), std::string::npos);
  error = errorOf("- nest: g#1\n  schedule:\n    - split: {index: i, size: two}\n");
  EXPECT_EQ(error.line, 3u);
  EXPECT_NE(error.message.find("two"), std::string::npos);
  EXPECT_NE(errorOf("nest: g#1\n").message.find("list"), std::string::npos);
  EXPECT_NE(errorOf("- schedule: []\n").message.find("nest"), std::string::npos);
  EXPECT_NE(errorOf("- nest: a\n- nest: a\n").message.find("two entries"), std::string::npos);
  EXPECT_NE(errorOf("- nest: a\n  schedule:\n    - split: {index: i}\n").message.find("size"),
            std::string::npos);
  EXPECT_NE(errorOf("- nest: a\n  schedule:\n    - spilt: {index: i}\n").message.find("spilt"),
            std::string::npos);
  EXPECT_NE(errorOf("- nest: a\n  plan:\n    - unroll: ii\n").message.find("list"),
            std::string::npos);
  EXPECT_NE(errorOf("- nest: a\n  plan:\n    - promote: {array: C}\n").message.find("index"),
            std::string::npos);
  EXPECT_NE(errorOf("- nest: a\n  schedule:\n    - tile: {i: 2, i: 3}\n").message.find("twice"),
            std::string::npos);
  errorOf("- nest: [unclosed\n");
}

TEST(Script, SizesAreIntegers) { // F12
  Lifted gemm = matmul("n", "m", "p");
  auto parsed = [](const std::string &size) {
    return Script::parse("- nest: gemm#1\n  schedule:\n    - split: {index: i, size: " + size +
                         "}\n");
  };
  for (const char *size : {"2", "2.0", "2."}) {
    auto script = parsed(size);
    ASSERT_TRUE(std::holds_alternative<Script>(script)) << size;
    Outcome<Plan> plan = std::get<Script>(script).apply("gemm#1", *gemm.nest, Target());
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->schedule().order()[0].stride, 2);
  }
  for (const char *size : {"2.5", ".", "two", "2.0.0", "1e3"})
    EXPECT_TRUE(std::holds_alternative<ScriptError>(parsed(size))) << size;
}

TEST(Script, LaterFeaturesAreRecognised) {
  for (const char *step :
       {"  plan:\n    - cache: {array: B, index: k}\n", "  plan:\n    - bind: [j]\n",
        "  plan:\n    - bind: {i: block_x}\n", "  plan:\n    - tensorize: [i, j, k]\n",
        "  parameters: {P: [4, 8]}\n  plan:\n    - unroll: [ii]\n"}) {
    Rejection rejection = refused(step);
    EXPECT_EQ(rejection.kind, RejectionKind::Emission);
    EXPECT_NE(rejection.detail.find("not supported yet"), std::string::npos);
  }
}

TEST(Script, ParallelizeInShortAndInFull) {
  Lifted gemm = matmul("n", "m", "p");
  for (const char *step : {"parallelize: [i, j]", "parallelize: {indices: [i, j]}",
                           "parallelize: {indices: [i, j], policy: static}"}) {
    Outcome<Plan> plan = scriptOf(std::string("- nest: gemm#1\n  plan:\n    - ") + step + "\n")
                             .apply("gemm#1", *gemm.nest, Target());
    ASSERT_TRUE(plan) << plan.rejection().message();
    EXPECT_EQ(printScript(*plan, "gemm#1"),
              "- nest: gemm#1\n  plan:\n    - parallelize: {indices: [i, j]}\n");
  }
  EXPECT_NE(refused("  plan:\n    - parallelize: {indices: [i], policy: dynamic}\n").detail.find("is static, not dynamic"),
            std::string::npos);
}

TEST(Script, ThreadsAreNotCounted) {
  EXPECT_NE(errorOf("- nest: a\n  plan:\n    - parallelize: {indices: [i], max_threads: 4}\n").message.find("max_threads"),
            std::string::npos);
}

TEST(Script, KernelizeIsUnrollAndVectorize) {
  Lifted gemm = matmul("n", "m", "p");
  std::string text = kGemm;
  text.resize(text.find("    - unroll"));
  Outcome<Plan> plan = scriptOf(text + "    - kernelize: {unroll: [ii], vectorize: [jj]}\n")
                           .apply("gemm#1", *gemm.nest, Target());
  ASSERT_TRUE(plan) << plan.rejection().message();
  EXPECT_EQ("# the worked example\n" + printScript(*plan, "gemm#1"), kGemm);
  EXPECT_NE(errorOf("- nest: a\n  plan:\n    - kernelize: {roll: [i]}\n").message.find("roll"),
            std::string::npos);
}

TEST(Script, WrongStepsAreInvalidAndWrongOrdersIllegal) {
  EXPECT_EQ(refused("  schedule:\n    - split: {index: x, size: 2}\n").kind,
            RejectionKind::InvalidSchedule);
  EXPECT_EQ(refused("  schedule:\n    - reorder: [i, j]\n").kind, RejectionKind::InvalidSchedule);
  EXPECT_EQ(refused("  plan:\n    - vectorize: [k]\n").kind, RejectionKind::IllegalSchedule);
  Lifted gemm = matmul("n", "m", "p");
  Outcome<Plan> other = scriptOf(kGemm).apply("other#1", *gemm.nest, Target());
  ASSERT_FALSE(other);
  EXPECT_EQ(other.rejection().kind, RejectionKind::InvalidSchedule);
}
