#include "tests/unit/emit/HelperHarness.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace acc::test {
namespace {

namespace fs = std::filesystem;

struct Flags {
  const char *text, *feature; // of the processor that runs it
};
constexpr Flags kFlags[] = {{"-O0", ""},
                            {"-O2 -std=c89 -pedantic", ""},
                            {"-O3 -mavx", "avx"},
                            {"-O3 -mavx2", "avx2"},
                            {"-O3 -mavx512f", "avx512f"},
                            {"-O3 -march=skylake-avx512", "avx512bw"}};

bool runs(const std::string &command) {
  return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
}

} // namespace

void expectSameAsPlain(const std::string &vectors, const std::string &plain,
                       const std::string &comparison) {
  fs::path folder = fs::temp_directory_path() / ("helpers_" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "vectors.c") << vectors;
  std::ofstream(folder / "plain.c") << plain;
  std::ofstream(folder / "main.c") << comparison;
  std::string in = "cd " + folder.string() + " && ";
  int compared = 0;
  for (std::string compiler : {"gcc", "clang-19"}) {
    if (!runs(compiler + " --version"))
      continue;
    ASSERT_TRUE(runs(in + compiler + " -O1 -ffp-contract=off -DACC_DELIN_PLAIN -c plain.c"));
    for (Flags flags : kFlags) {
      std::string how =
          compiler + " -ffp-contract=off -Wall -Wextra -Werror -Wno-long-long -c " + flags.text;
      ASSERT_TRUE(runs(in + how + " vectors.c")) << how;
      ASSERT_TRUE(runs(in + compiler + " -w main.c plain.o vectors.o -o compare"));
      if (*flags.feature && !runs("grep -qw " + std::string(flags.feature) + " /proc/cpuinfo"))
        continue;
      EXPECT_TRUE(runs(in + "./compare")) << how;
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
  fs::remove_all(folder);
}

} // namespace acc::test
