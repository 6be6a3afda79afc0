#include "rewriter/edit/Edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace acc {
namespace {

namespace fs = std::filesystem;

void write(const fs::path &path, const std::string &text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

std::string read(const fs::path &path) {
  std::ostringstream all;
  all << std::ifstream(path, std::ios::binary).rdbuf();
  return all.str();
}

class DiffTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "acc-diff-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
  }
  void TearDown() override { fs::remove_all(folder); }

  /// What `command` (reading the diff on stdin) makes of the old text.
  std::string applied(const std::string &command, const std::string &path,
                      const std::string &before, const std::string &after) {
    write(folder / "work" / path, before);
    write(folder / "change.diff", unifiedDiff(path, before, after));
    std::string line =
        "cd '" + (folder / "work").string() + "' && " + command + " < ../change.diff > ../log 2>&1";
    EXPECT_EQ(std::system(line.c_str()), 0) << read(folder / "log") << read(folder / "change.diff");
    return read(folder / "work" / path);
  }
  void expectApplies(const std::string &path, const std::string &before, const std::string &after) {
    if (std::system("git --version > /dev/null 2>&1") == 0) {
      EXPECT_EQ(applied("git apply --whitespace=nowarn -p1", path, before, after), after);
    }
    if (std::system("patch --version > /dev/null 2>&1") == 0) {
      EXPECT_EQ(applied("patch --binary -s -p1", path, before, after), after);
    }
  }

  fs::path folder;
};

TEST_F(DiffTest, EqualTextsHaveNoDiff) { EXPECT_EQ(unifiedDiff("a.c", "x\n", "x\n"), ""); }

TEST_F(DiffTest, HunkHasThreeLinesOfContext) {
  EXPECT_EQ(
      unifiedDiff("/src/a.c", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
      "--- a/src/a.c\n+++ b/src/a.c\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_F(DiffTest, FarChangesHaveTheirOwnHunks) {
  std::string before, after;
  for (int i = 0; i < 20; ++i) {
    before += std::to_string(i) + "\n";
    after += (i == 2 || i == 16 ? "x" : std::to_string(i)) + "\n";
  }
  std::string diff = unifiedDiff("a.c", before, after);
  EXPECT_NE(diff.find("@@ -1,6 +1,6 @@"), std::string::npos) << diff;
  EXPECT_NE(diff.find("@@ -14,7 +14,7 @@"), std::string::npos) << diff;
  expectApplies("a.c", before, after);
}

TEST_F(DiffTest, AppliesWithoutFinalNewline) {
  expectApplies("a.c", "1\n2\n3", "1\n2\nthree");
  expectApplies("b.c", "1\n2\n3", "1\ntwo\n3");
  expectApplies("c.c", "1\n2\n3", "1\n2\n3\n");
  EXPECT_NE(unifiedDiff("a.c", "1", "2\n").find("\\ No newline at end of file"), std::string::npos);
}

TEST_F(DiffTest, AppliesWithCarriageReturns) {
  expectApplies("a.c", "1\r\n2\r\n3\r\n", "1\r\nzwei\r\n3\r\n");
}

TEST_F(DiffTest, AppliesToPathsWithSpaces) { expectApplies("my dir/a b.c", "1\n2\n", "1\n3\n"); }

TEST_F(DiffTest, AppliesWhenASideIsEmpty) { expectApplies("a.c", "1\n2\n", "0\n1\n2\n3\n"); }

TEST_F(DiffTest, RandomTextsApply) {
  std::mt19937 random(7);
  for (int round = 0; round < 25; ++round) {
    std::string texts[2];
    for (std::string &text : texts)
      for (int i = random() % 40; i > 0; --i)
        text += std::string(1, 'a' + random() % 4) + "\n";
    if (!texts[0].empty() && texts[0] != texts[1] && !texts[1].empty())
      expectApplies("r.c", texts[0], texts[1]);
  }
}

/// Counts signs; a shortest script has as many as the edit distance.
TEST_F(DiffTest, ScriptIsShortest) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string words[2], texts[2];
    for (int k = 0; k < 2; ++k)
      for (int i = random() % 12; i > 0; --i)
        words[k] += 'a' + random() % 3;
    for (int k = 0; k < 2; ++k)
      for (char c : words[k])
        texts[k] += std::string(1, c) + "\n";
    std::vector<std::vector<int>> distance(words[0].size() + 1,
                                           std::vector<int>(words[1].size() + 1));
    for (size_t i = 0; i <= words[0].size(); ++i)
      for (size_t j = 0; j <= words[1].size(); ++j) {
        int best = i + j;
        if (i > 0)
          best = std::min(best, distance[i - 1][j] + 1);
        if (j > 0)
          best = std::min(best, distance[i][j - 1] + 1);
        if (i > 0 && j > 0 && words[0][i - 1] == words[1][j - 1])
          best = std::min(best, distance[i - 1][j - 1]);
        distance[i][j] = best;
      }
    std::istringstream lines(unifiedDiff("a", texts[0], texts[1]));
    int changes = 0, lineNumber = 0;
    for (std::string line; std::getline(lines, line); ++lineNumber)
      changes += lineNumber >= 2 && (line[0] == '-' || line[0] == '+');
    EXPECT_EQ(changes, distance.back().back()) << words[0] << " " << words[1];
  }
}

TEST(Diff, LinesThatAreKept) {
  auto isClaim = [](std::string_view line) { return line.starts_with("ACC"); };
  const char *const given = "{\nACC(0)\na = 1;\nACC(1)\nb = 2;\n}\n";
  EXPECT_EQ(withKeptLines(given, "{\na = 1;\nb = 2;\n}\n", isClaim), given);
  // Before what is changed, and before what is new.
  EXPECT_EQ(withKeptLines(given, "{\na = 1;\nb = 3;\n}\n", isClaim),
            "{\nACC(0)\na = 1;\nACC(1)\nb = 3;\n}\n");
  EXPECT_EQ(withKeptLines(given, "{\nx;\na = 1;\nb = 2;\n}\n", isClaim),
            "{\nx;\nACC(0)\na = 1;\nACC(1)\nb = 2;\n}\n");
}

} // namespace
} // namespace acc
