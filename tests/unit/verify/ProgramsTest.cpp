// What is told of a program that was run: its status, its output, and whether time ended it.
#include "tools/verify/Programs.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

ProgramResult shell(const std::string &command, unsigned seconds) {
  return runProgram("/bin/sh", {"-c", command}, ::testing::TempDir(), seconds);
}

TEST(Programs, TellOutputAndStatus) {
  ProgramResult done = shell("echo out; echo err >&2; exit 3", 60);
  EXPECT_EQ(done.status, 3);
  EXPECT_EQ(done.output, "out\n");
  EXPECT_EQ(done.errors, "err\n");
  EXPECT_FALSE(done.timedOut);
  EXPECT_TRUE(shell("exit 0", 60).succeeded());
}

TEST(Programs, TheTimeLimitIsNoCrash) {
  ProgramResult late = shell("echo begun; exec sleep 60", 1);
  EXPECT_TRUE(late.timedOut);
  EXPECT_LT(late.status, 0);
  EXPECT_EQ(late.output, "begun\n");
  ProgramResult crashed = shell("kill -SEGV $$", 60);
  EXPECT_FALSE(crashed.timedOut);
  EXPECT_LT(crashed.status, 0);
}

} // namespace
