// docs/library.md quotes the program examples/matmul.cpp, which a test builds and runs.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string contentOf(const std::string &file) {
  std::stringstream text;
  text << std::ifstream(ACC_SOURCE_DIR "/" + file).rdbuf();
  return text.str();
}

} // namespace

TEST(ApiDoc, ThePageQuotesTheExample) {
  std::string page = contentOf("docs/library.md");
  std::string example = contentOf("examples/matmul.cpp");
  size_t begin = page.find("```c++\n"), end = page.find("```\n", begin + 7);
  ASSERT_NE(end, std::string::npos);
  std::istringstream quoted(page.substr(begin + 7, end - begin - 7));
  std::string body;
  for (std::string line; std::getline(quoted, line);)
    body += (line.empty() ? "" : "  " + line) + "\n";
  EXPECT_NE(example.find("int main() {\n" + body + "}\n"), std::string::npos) << body;
}
