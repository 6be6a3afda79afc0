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
  bool ok =
      std::system((in + "gcc " + language +
                   " -Wall -Wextra -Werror -O2 -ffp-contract=off"
                   " -c package.c > log 2>&1")
                      .c_str()) == 0 &&
      std::system((in + "gcc -std=c99 -w -ffp-contract=off main.c package.o -o run -lm >> log 2>&1"
                        " && ./run >> log 2>&1")
                      .c_str()) == 0;
  std::stringstream log;
  log << std::ifstream(folder / "log").rdbuf();
  fs::remove_all(folder);
  return ok ? "" : log.str() + "\n" + package.source();
}

/// C's `right(f)`: 0 where f(9, 8, 7, A, B, C), of arrays of `type`, sets C to the product of A and
/// B.
inline std::string checkOfProduct(const std::string &type) {
  std::string text = R"(
static int right(void f(long, long, long, const TYPE *, const TYPE *, TYPE *)) {
  static TYPE A[9*7], B[7*8], C[9*8];
  int i, j, k;
  for (i = 0; i < 63; i++) A[i] = i % 5;
  for (i = 0; i < 56; i++) B[i] = i % 3;
  for (i = 0; i < 72; i++) C[i] = -1;
  f(9, 8, 7, A, B, C);
  for (i = 0; i < 9; i++)
    for (j = 0; j < 8; j++) {
      TYPE sum = 0;
      for (k = 0; k < 7; k++) sum += A[i*7 + k] * B[k*8 + j];
      if (C[i*8 + j] != sum) return 1;
    }
  return 0;
}
)";
  for (size_t at = text.find("TYPE"); at != std::string::npos; at = text.find("TYPE", at))
    text.replace(at, 4, type);
  return text;
}

} // namespace acc_delin::test
