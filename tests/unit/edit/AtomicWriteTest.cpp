#include "rewriter/edit/Edit.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

namespace acc {
namespace {

namespace fs = std::filesystem;

class AtomicWrite : public ::testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "acc-write-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    path = (folder / "a.c").string();
    std::ofstream(path) << "old";
  }
  void TearDown() override { fs::remove_all(folder); }

  static std::string read(const fs::path &path) {
    std::ostringstream all;
    all << std::ifstream(path).rdbuf();
    return all.str();
  }
  size_t files() const {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
  }

  fs::path folder;
  std::string path;
};

TEST_F(AtomicWrite, ReplacesAndKeepsPermissions) {
  chmod(path.c_str(), 0751);
  EXPECT_EQ(writeFileAtomically(path, "new", "old"), "");
  EXPECT_EQ(read(path), "new");
  struct stat status{};
  stat(path.c_str(), &status);
  EXPECT_EQ(status.st_mode & 07777, 0751u);
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicWrite, RefusesWhenTheFileChanged) {
  EXPECT_NE(writeFileAtomically(path, "new", "older"), "");
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicWrite, FollowsSymbolicLinks) {
  fs::path link = folder / "link.c";
  fs::create_symlink("a.c", link);
  EXPECT_EQ(writeFileAtomically(link.string(), "new", "old"), "");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read(path), "new");
}

TEST_F(AtomicWrite, CreatesOnlyWhenNothingIsExpected) {
  std::string other = (folder / "b.c").string();
  EXPECT_NE(writeFileAtomically(other, "new", ""), "");
  EXPECT_FALSE(fs::exists(other));
  EXPECT_EQ(writeFileAtomically(other, "new", std::nullopt), "");
  EXPECT_EQ(read(other), "new");
}

TEST_F(AtomicWrite, ErrorsAreText) {
  EXPECT_NE(writeFileAtomically((folder / "no" / "b.c").string(), "x", std::nullopt), "");
  EXPECT_NE(writeFileAtomically(folder.string(), "x", std::nullopt), "");
  fs::create_symlink("gone.c", folder / "dangling.c");
  EXPECT_NE(writeFileAtomically((folder / "dangling.c").string(), "x", std::nullopt), "");
}

} // namespace
} // namespace acc
