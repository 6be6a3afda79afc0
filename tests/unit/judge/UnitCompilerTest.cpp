#include "rewriter/judge/UnitCompiler.h"
#include "rewriter/judge/Judge.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace acc {
namespace {

namespace fs = std::filesystem;

/// A folder with programs of these names, alone on the PATH.
class OnlyPath {
public:
  explicit OnlyPath(const std::vector<std::string> &programs) : before(std::getenv("PATH")) {
    folder = fs::temp_directory_path() / ("acc-judge-path-" + std::to_string(getpid()));
    fs::create_directories(folder);
    for (const std::string &name : programs) {
      std::ofstream(folder / name) << "#!/bin/sh\n";
      fs::permissions(folder / name, fs::perms::owner_all);
    }
    setenv("PATH", folder.c_str(), 1);
  }
  ~OnlyPath() {
    setenv("PATH", before.c_str(), 1);
    fs::remove_all(folder);
  }

  fs::path folder;

private:
  std::string before;
};

TEST(FindKnownCompiler, TakesTheNameFromTheCommandAndTheFileFromThePath) {
  OnlyPath path({"gcc", "gcc-12", "clang-19", "x86_64-linux-gnu-gcc-12"});
  for (const char *name : {"gcc", "gcc-12", "clang-19", "x86_64-linux-gnu-gcc-12"}) {
    EXPECT_EQ(findKnownCompiler(name).path, path.folder / name);
    EXPECT_EQ(findKnownCompiler("/elsewhere/" + std::string(name)).path, path.folder / name);
  }
  EXPECT_EQ(findKnownCompiler("").path, path.folder / "gcc");
}

TEST(FindKnownCompiler, RunsNothingElse) {
  OnlyPath path({"build-it", "gcc-evil", "mygcc", "gcc.sh"});
  for (const char *name : {"build-it", "gcc-evil", "mygcc", "gcc.sh", "./gcc", "gcc"}) {
    CompilerName found = findKnownCompiler(name);
    EXPECT_EQ(found.path, "") << name;
    EXPECT_NE(found.why, "") << name;
  }
}

TEST(FindKnownCompiler, IgnoresFoldersThatAreRelative) {
  OnlyPath path({"gcc"});
  const fs::path here = fs::current_path();
  fs::current_path(path.folder);
  setenv("PATH", ".:", 1);
  EXPECT_EQ(findKnownCompiler("gcc").path, "");
  fs::current_path(here);
}

UnitInput with(std::vector<std::string> flags) {
  UnitInput input;
  input.flags = std::move(flags);
  return input;
}

TEST(MayRound, WhereFlagsContractOrReassociate) {
  EXPECT_FALSE(mayRound(with({"-O3"}), "/usr/bin/gcc"));
  EXPECT_TRUE(mayRound(with({"-O3", "-mfma"}), "/usr/bin/gcc"));
  EXPECT_TRUE(mayRound(with({"-O3", "-march=haswell"}), "/usr/bin/clang"));
  EXPECT_FALSE(mayRound(with({"-O3", "-mfma", "-ffp-contract=off"}), "/usr/bin/gcc"));
  EXPECT_TRUE(mayRound(with({"-Ofast"}), "/usr/bin/gcc"));
}

TEST(CallsIn, CountsFunctionsByTheirNamesInTheSource) {
  const std::map<std::string, unsigned> calls =
      callsIn("dot:\n\tcall\tdot.constprop.0\n\tcall dot@PLT\n\tjmp\tnorm\n\tjmp\t.L3\n"
              "\tbl\tnorm\n\tcall\t*%rax\n\tjne\t.L4\n# call no\n");
  EXPECT_EQ(calls, (std::map<std::string, unsigned>{{"dot", 2}, {"norm", 2}}));
}

/// A sum that is inlined into the loop of its caller until more is done in it.
TEST(NoLongerInlined, NamesFunctionsThatHaveBecomeCalls) {
  if (findKnownCompiler("").path.empty())
    GTEST_SKIP() << "no C compiler";
  auto text = [](const std::string &more) {
    return "extern int more(int, double *);\n"
           "static void add(int n, double *y) {\n  " +
           more +
           "\n  for (int i = 0; i < n; i++) y[i] += 1;\n}\n"
           "void all(int n, double *y) { for (int k = 0; k < n; k++) add(k, y); }\n"
           "void some(int n, double *y) { for (int k = 0; k < n; k += 2) add(k, y); }\n";
  };
  std::string checks;
  for (int k = 0; k < 40; ++k)
    checks += "if (more(" + std::to_string(k) + ", y)) return;";
  UnitInput source{"/unit.c", "/", {"-O2"}, text("")};
  JudgeOptions options;
  options.filesOf = [](const std::string &whole) {
    return std::vector<NamedText>{{"unit.c", whole}};
  };
  EXPECT_EQ(noLongerInlined(source, text(checks), {"add", "all"}, options),
            std::set<std::string>{"add"});
  EXPECT_EQ(noLongerInlined(source, text(""), {"add", "all"}, options), std::set<std::string>());
}

} // namespace
} // namespace acc
