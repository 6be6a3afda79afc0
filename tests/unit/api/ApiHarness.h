// Short forms for the tests of the library, and its C compiled and run.
#pragma once

#include "acc-delin/Accera.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace acc_delin::test {

using Names = std::vector<std::string>;
using Shape = std::vector<std::optional<int64_t>>;

inline Names names(const std::vector<Index> &indices) {
  Names all;
  for (const Index &index : indices)
    all.push_back(index.name);
  return all;
}

template <typename T> void expectRefused(const Result<T> &result, const std::string &part) {
  ASSERT_FALSE(result) << part;
  EXPECT_NE(result.refusal().message.find(part), std::string::npos) << result.refusal().message;
}

template <typename T> T taken(const Result<T> &result) {
  if (!result) {
    ADD_FAILURE() << result.refusal().message;
    std::abort();
  }
  return *result;
}

/// Compiles the package with a main that returns 0 when all is well.
inline std::string run(const Package &package, const std::string &main,
                       const std::string &language = "-std=c89 -pedantic") {
  namespace fs = std::filesystem;
  fs::path folder = fs::temp_directory_path() / ("acc-api-" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "package.h") << package.header("PACKAGE_H");
  std::ofstream(folder / "package.c") << package.source();
  std::ofstream(folder / "main.c") << "#include \"package.h\"\n" << main;
  std::string in = "cd " + folder.string() + " && ";
  bool ok = std::system((in + "gcc " + language + " -Wall -Wextra -Werror -O2 -ffp-contract=off"
                              " -c package.c > log 2>&1").c_str()) == 0 &&
            std::system((in + "gcc -std=c99 -w -ffp-contract=off main.c package.o -o run -lm >> log 2>&1"
                              " && ./run >> log 2>&1").c_str()) == 0;
  std::stringstream log;
  log << std::ifstream(folder / "log").rdbuf();
  fs::remove_all(folder);
  return ok ? "" : log.str() + "\n" + package.source();
}

} // namespace acc_delin::test
