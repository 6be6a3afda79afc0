// What is made of the lines of a child process, and of its end.
#include "rewriter/run/Verdict.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

ChildResult ended(const std::string &output, const std::string &death, bool timedOut = false) {
  ChildResult child;
  child.output = output;
  child.death = death;
  child.timedOut = timedOut;
  return child;
}

const char *const kBoth = "begin\t0\toriginal\nbegin\t0\trewritten\n";
const char *const kEnd = "taken\t0\t3\t4\ndone\t7\t0\n";

TEST(Verdict, AllLinesAreThere) {
  const RunVerdict verdict = verdictOf(ended(std::string(kBoth) + kEnd, ""), false);
  EXPECT_EQ(verdict.fast, 3u);
  EXPECT_EQ(verdict.inputs, 7u);
  EXPECT_EQ(verdict.why + verdict.death + verdict.difference, "");
}

/// Nothing is known of the fast version when its process dies elsewhere. Lines may be lost.
TEST(Verdict, DeathIsNeitherAlikeNorAMissingInput) {
  for (const std::string output : {"", "begin\t0\toriginal\n"}) {
    const RunVerdict verdict = verdictOf(ended(output, "Segmentation fault"), false);
    EXPECT_NE(verdict.death.find("Segmentation fault"), std::string::npos) << output;
    EXPECT_EQ(verdict.why, "");
  }
  EXPECT_NE(verdictOf(ended(kBoth, "Segmentation fault"), false).difference, "");
}

TEST(Verdict, LimitOfTimeIsNoDeath) {
  const RunVerdict verdict = verdictOf(ended(kBoth, "Killed", true), false);
  EXPECT_EQ(verdict.death + verdict.difference, "");
  EXPECT_NE(verdict.why, "");
}

TEST(Verdict, WrittenAndReadAgain) {
  std::vector<RunVerdict> wanted(3), found(3);
  wanted[0] = {7, 3, "", "", "", 1.5};
  wanted[1].death = "it died";
  wanted[2].difference = "A[0] differs";
  char *text = nullptr;
  size_t size = 0;
  std::FILE *out = open_memstream(&text, &size);
  for (size_t k = 0; k < wanted.size(); ++k) {
    std::fprintf(out, "nest\t%zu\n", k);
    writeVerdict(out, wanted[k]);
  }
  std::fclose(out);
  EXPECT_EQ(readVerdicts(ended(text, ""), found), 3u);
  std::free(text);
  for (size_t k = 0; k < wanted.size(); ++k) {
    EXPECT_EQ(found[k].inputs, wanted[k].inputs);
    EXPECT_EQ(found[k].fast, wanted[k].fast);
    EXPECT_EQ(found[k].death, wanted[k].death);
    EXPECT_EQ(found[k].difference, wanted[k].difference);
  }
  EXPECT_EQ(readVerdicts(ended("nest\t0\nverdict\t1\t1\t1\n", "Killed"), found), 0u);
}

} // namespace
} // namespace acc::test
