// Each pass by its own header: what stands there before it becomes what stands there after it, and
// both do the same when they are run.
#include "analysis/normalize/normalize.h"
#include "analysis/tree/CompareRuns.h"
#include "analysis/tree/LiveOut.h"
#include "analysis/tree/TreePrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/unit/normalize/Canonical.h"
#include "tests/unit/normalize/Examples.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace acc::test {
namespace {

class PassHeader : public testing::TestWithParam<std::string> {
protected:
  static const Pass &pass() {
    auto found = std::find_if(passes().begin(), passes().end(),
                              [](const Pass &one) { return one.name == GetParam(); });
    return *found;
  }
};

TEST_P(PassHeader, BeforeBecomesAfter) {
  std::vector<Example> examples = examplesOf(GetParam());
  EXPECT_FALSE(examples.empty()) << "no before and after in the header of " << GetParam();
  for (const Example &example : examples) {
    SourceNest before = readOf(example.given, example.before);
    SourceNest after = readOf(example.given, example.after);
    SourceNest result = applied(pass(), before);
    EXPECT_EQ(canonical(result, Detail::Text), canonical(after, Detail::Text)) << printTree(result);
    EXPECT_NE(canonical(result, Detail::All), canonical(before, Detail::All)) << example.before;
    EXPECT_EQ(readsOf(result), example.reads) << example.before;
  }
}

TEST_P(PassHeader, BothDoTheSame) {
  for (const Example &example : examplesOf(GetParam())) {
    SourceNest before = readOf(example.given, example.before);
    SourceNest result = applied(pass(), before);
    unsigned compared = 0;
    for (const RunPoint &point : pointsFor(before)) {
      RunComparison runs = compareRuns(before, result, liveOutOf(before), point);
      compared += runs.isCompared;
      EXPECT_EQ(runs.difference, "") << example.before;
    }
    EXPECT_GE(compared, 8u) << example.before;
  }
}

// What a pass has made is its own normal form: it finds nothing more to do.
TEST_P(PassHeader, TheAfterStaysAsItIs) {
  for (const Example &example : examplesOf(GetParam())) {
    SourceNest result = applied(pass(), readOf(example.given, example.before));
    EXPECT_EQ(canonical(applied(pass(), result), Detail::All), canonical(result, Detail::All))
        << example.before;
  }
}

std::vector<std::string> passNames() {
  std::vector<std::string> names;
  for (const Pass &pass : passes())
    names.push_back(pass.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, PassHeader, testing::ValuesIn(passNames()),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return fileOf(info.param);
                         });

} // namespace
} // namespace acc::test
