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
  Script both = scriptOf("[" + printScriptInLine(plan, "f#1") + ", " +
                         printScriptInLine(plan, "f#1.2") + "]");
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
  for (const char *step : {"  plan:\n    - bind: [j]\n", "  plan:\n    - bind: {i: block_x}\n",
                           "  plan:\n    - deferred_layout: {array: A}\n"}) {
    Rejection rejection = refused(step);
    EXPECT_EQ(rejection.kind, RejectionKind::Emission);
    EXPECT_NE(rejection.detail.find("not supported yet"), std::string::npos);
  }
}

TEST(Script, CacheIsPromoteByAnyPlace) {
  Lifted gemm = matmul("n", "m", "p");
  std::string text = kGemm;
  text.resize(text.find("    - promote"));
  for (const char *step :
       {"cache: {array: C, index: k_1}", "cache: {array: C, level: 3}",
        "cache: {array: C, max_elements: 256}",
        "cache: {array: C, level: 3, layout: first_major, element_type: float}"}) {
    Outcome<Plan> plan =
        scriptOf(text + "    - " + step + "\n    - unroll: [ii]\n    - vectorize: [jj]\n")
            .apply("gemm#1", *gemm.nest, Target());
    ASSERT_TRUE(plan) << step << ": " << plan.rejection().message();
    EXPECT_EQ("# the worked example\n" + printScript(*plan, "gemm#1"), kGemm) << step;
  }
  Outcome<Plan> kernel =
      scriptOf(text + "    - tensorize: [ii, jj, k_1]\n").apply("gemm#1", *gemm.nest, Target());
  ASSERT_TRUE(kernel) << kernel.rejection().message();
  EXPECT_EQ("# the worked example\n" + printScript(*kernel, "gemm#1"), kGemm);
  EXPECT_NE(refused("  plan:\n    - cache: {array: C, index: k, layout: wide}\n")
                .detail.find("cache: the layout is"),
            std::string::npos);
  EXPECT_NE(refused("  plan:\n    - cache: {array: C, index: k, element_type: double}\n")
                .detail.find("the elements of C, float, not double"),
            std::string::npos);
  EXPECT_NE(refused("  plan:\n    - cache: {array: C}\n")
                .detail.find("one of 'index', 'level' and 'max_elements'"),
            std::string::npos);
  EXPECT_NE(
      errorOf("- nest: a\n  plan:\n    - cache: {index: k}\n").message.find("cache needs 'array'"),
      std::string::npos);
}

TEST(Script, CacheHasNoTrigger) {
  for (const char *key : {"trigger_index: i", "trigger_level: 3"})
    EXPECT_NE(refused("  plan:\n    - cache: {array: C, index: k, " + std::string(key) + "}\n")
                  .detail.find("a buffer is filled at the index where it is used"),
              std::string::npos);
}

namespace {

std::vector<ScriptPoint> pointsOf(const std::string &text) {
  auto points = Script::points(text);
  if (auto *error = std::get_if<ScriptError>(&points))
    ADD_FAILURE() << error->line << ":" << error->column << ": " << error->message;
  return std::get<std::vector<ScriptPoint>>(points);
}

ScriptError pointsError(const std::string &text) {
  auto points = Script::points(text);
  auto *error = std::get_if<ScriptError>(&points);
  EXPECT_TRUE(error) << text;
  return error ? *error : ScriptError{};
}

/// The orders that the points of a script give the gemm of kGemm, in words.
std::vector<std::string> schedulesOf(const std::string &text) {
  Lifted gemm = matmul("n", "m", "p");
  std::vector<std::string> all;
  for (const ScriptPoint &point : pointsOf(text)) {
    Outcome<Plan> plan = scriptOf(point.text).apply("gemm#1", *gemm.nest, Target());
    all.push_back(plan ? printScript(*plan, "gemm#1") : plan.rejection().detail);
  }
  return all;
}

const std::string kGrid = R"(- nest: gemm#1
  parameters: {m: [8, 16], n: [16, 32], d: 16, u: [1, 2], w: [3, 5, 7]}
  schedule:
    - tile: {i: m, j: n}
    - split: {index: k, size: d}
    - split: {index: ii, size: u}
    - split: {index: jj, size: w}
)";

} // namespace

/// Accera's grid {8,16} x {16,32} x {16} x {1,2} x {3,5,7}.
TEST(Script, ParametersAreAGrid) {
  std::vector<std::string> all = schedulesOf(kGrid);
  EXPECT_EQ(all.size(), 24u);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 24u);
  EXPECT_NE(all[0].find("tile: {i: 8, j: 16}"), std::string::npos) << all[0];
  EXPECT_NE(all[23].find("tile: {i: 16, j: 32}"), std::string::npos) << all[23];
  // The last parameter changes first.
  std::vector<ScriptPoint> points = pointsOf(kGrid);
  EXPECT_EQ(points[0].values.at("gemm#1"), "m = 8, n = 16, d = 16, u = 1, w = 3");
  EXPECT_EQ(points[1].values.at("gemm#1"), "m = 8, n = 16, d = 16, u = 1, w = 5");
  EXPECT_EQ(points[3].values.at("gemm#1"), "m = 8, n = 16, d = 16, u = 2, w = 3");
  EXPECT_EQ(points[23].values.at("gemm#1"), "m = 16, n = 32, d = 16, u = 2, w = 7");
}

TEST(Script, SamplesAreTheSame) {
  std::string text = kGrid;
  text.insert(text.find("  schedule"), "  sample: 5\n");
  std::vector<std::string> some = schedulesOf(text), all = schedulesOf(kGrid);
  EXPECT_EQ(some.size(), 5u);
  EXPECT_EQ(some, schedulesOf(text));
  EXPECT_EQ(std::set<std::string>(some.begin(), some.end()).size(), 5u);
  for (const std::string &one : some)
    EXPECT_NE(std::find(all.begin(), all.end(), one), all.end());
  text.replace(text.find("sample: 5"), 9, "sample: 99");
  EXPECT_EQ(schedulesOf(text), all);
}

/// Of lists, in flow and block style, of an entry in braces; each entry has its own.
TEST(Script, ParametersStandForWhatTheyName) {
  const std::string orders = "- nest: gemm#1\n  parameters:\n    order:\n      - [k, i, j]\n      "
                             "- [i, k, j]\n    # why\n    jam: [i]\n"
                             "  schedule:\n    - reorder: order\n";
  std::vector<std::string> all = schedulesOf(orders);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_NE(all[0].find("reorder: [k, i, j]"), std::string::npos) << all[0];
  EXPECT_NE(all[1].find("reorder: [i, k, j]"), std::string::npos) << all[1];
  all = schedulesOf("- {nest: other#1, schedule: []}\n- {nest: gemm#1, parameters: {b: [2, 3], v: "
                    "[i, j]}, schedule: [{split: {index: v, size: b}}]}\n");
  ASSERT_EQ(all.size(), 4u);
  EXPECT_NE(all[0].find("{index: i, size: 2"), std::string::npos) << all[0];
  EXPECT_NE(all[3].find("{index: j, size: 3"), std::string::npos) << all[3];
  all =
      schedulesOf("- nest: other#1\n  parameters: {i: [2, 3, 5]}\n  schedule:\n    - tile: {i: i}\n"
                  "- nest: gemm#1\n  parameters: {i: [2, 3]}\n  schedule:\n    - tile: {i: i}\n");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_NE(all[0].find("tile: {i: 2}"), std::string::npos) << all[0];
  EXPECT_EQ(all[1], all[2]); // the other nest has one more
  EXPECT_EQ(pointsOf(kGemm).size(), 1u);
  EXPECT_EQ(pointsOf(kGemm)[0].text, kGemm);
}

TEST(Script, OneCombinationIsAScript) {
  EXPECT_EQ(schedulesOf("- nest: gemm#1\n  parameters: {m: 8}\n  point: 0\n  schedule:\n    - "
                        "split: {index: i, size: m}\n"),
            schedulesOf("- nest: gemm#1\n  schedule:\n    - split: {index: i, size: 8}\n"));
  std::string text = kGrid;
  EXPECT_NE(errorOf(text).message.find(
                "the parameters have 24 combinations; measure them with 'tune --schedule'"),
            std::string::npos);
  text.insert(text.find("  schedule"), "  point: 23\n");
  EXPECT_EQ(schedulesOf(text), std::vector<std::string>{schedulesOf(kGrid)[23]});
  text.replace(text.find("point: 23"), 9, "point: 24");
  EXPECT_NE(errorOf(text).message.find("there is no point 24"), std::string::npos);
}

TEST(Script, FaultsOfParameters) {
  EXPECT_NE(pointsError("- nest: g#1\n  schedule: []\n  parameters: {m: 8}\n")
                .message.find("'parameters' must come before the steps"),
            std::string::npos);
  EXPECT_NE(pointsError("- nest: g#1\n  parameters: {m: []}\n").message.find("'m' has no value"),
            std::string::npos);
  EXPECT_NE(pointsError("- nest: g#1\n  parameters: {m: [[i], [j]]}\n  schedule:\n    - split: "
                        "{index: m, size: 2}\n")
                .message.find("the parameter 'm' is a list"),
            std::string::npos);
  EXPECT_NE(pointsError("- nest: g#1\n  parameters: {m: [4, x]}\n  point: 1\n  schedule:\n    - "
                        "split: {index: i, size: m}\n")
                .message.find("'x' is not an integer"),
            std::string::npos);
  EXPECT_NE(pointsError("- nest: g#1\n  sample: 0\n").message.find("at least one"),
            std::string::npos);
  std::string many = "- nest: g#1\n  parameters: {";
  for (char name = 'a'; name <= 'z'; ++name)
    many += std::string(1, name) + ": [1, 2, 3, 4, 5, 6, 7, 8], ";
  EXPECT_NE(pointsError(many + "}\n").message.find("too many combinations; 'sample: 20'"),
            std::string::npos);
  EXPECT_EQ(pointsOf(many + "}\n  sample: 20\n").size(), 20u);
  EXPECT_NE(errorOf(many + "}\n  point: -1\n  schedule: []\n")
                .message.find("there is no point -1: the parameters have too many combinations"),
            std::string::npos);
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
  EXPECT_NE(refused("  plan:\n    - parallelize: {indices: [i], policy: dynamic}\n")
                .detail.find("is static, not dynamic"),
            std::string::npos);
}

TEST(Script, ThreadsAreNotCounted) {
  EXPECT_NE(errorOf("- nest: a\n  plan:\n    - parallelize: {indices: [i], max_threads: 4}\n")
                .message.find("max_threads"),
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
