// One text for all registers: which numbers get names, and that the compiler's macros make of it
// what each width has.
#include "rewriter/helpers/Widths.h"
#include "rewriter/emit/OneText.h"
#include "rewriter/helpers/Helpers.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace acc;

namespace {

/// The text for each width in which @, ^ and $ stand for elements of two vectors, rows and elements
/// of one vector, ~ for one less than @.
std::vector<std::string> ofEachWidth(const std::string &form) {
  std::vector<std::string> texts;
  for (const Width &width : widths()) {
    std::string text;
    for (char c : form)
      text += c == '@'   ? std::to_string(width.bytes / 2)
              : c == '^' ? std::to_string(width.rows)
              : c == '$' ? std::to_string(width.bytes / 4)
              : c == '~' ? std::to_string(width.bytes / 2 - 1)
                         : std::string(1, c);
    texts.push_back(text);
  }
  return texts;
}

TEST(OneText, NumbersThatDifferAreNamed) {
  EXPECT_EQ(oneText(ofEachWidth("j += @, t[^][@]"), false),
            "j += 2 * ACC_FLOATS, t[ACC_ROWS][2 * ACC_FLOATS]");
  EXPECT_EQ(oneText(ofEachWidth("j += @"), true), "j += 4 * ACC_DOUBLES");
  EXPECT_EQ(oneText(ofEachWidth("j < m - ~; n % @; n % ^"), false),
            "j < m - (2 * ACC_FLOATS - 1); n % (2 * ACC_FLOATS); n % ACC_ROWS");
  EXPECT_EQ(oneText(ofEachWidth("ACC_LANES_$F(jj, 2) ACC_$F(x)"), false),
            "ACC_LANES_F(jj, 2) ACC_F(x)");
  EXPECT_EQ(oneText(ofEachWidth("for (k = 0; k < 256; k++)"), false), "for (k = 0; k < 256; k++)");
}

TEST(OneText, NoneWhereTextsDifferInMore) {
  std::vector<std::string> texts = ofEachWidth("a[@]");
  texts.back() = "a[8] ";
  EXPECT_EQ(oneText(texts, false), std::nullopt);
  texts = ofEachWidth("a[@]");
  texts[1] = "a[17]";
  EXPECT_EQ(oneText(texts, false), std::nullopt);
  texts[1] = "a[n]";
  EXPECT_EQ(oneText(texts, false), std::nullopt);
}

/// What the proof looks at is what the helpers can choose: there is no width besides.
TEST(Widths, EachChoiceOfTheHelpersIsProved) {
  std::istringstream lines(widthDefinitions());
  std::vector<std::vector<std::string>> chosen;
  for (std::string line; std::getline(lines, line);)
    for (const char *name : {"#define ACC_BYTES ", "#define ACC_ROWS "})
      if (line.starts_with(name)) {
        std::string flag = "-D" + line.substr(8);
        flag[flag.find(' ')] = '=';
        if (line.starts_with("#define ACC_BYTES"))
          chosen.emplace_back();
        chosen.back().push_back(flag);
      }
  EXPECT_EQ(chosen, widthFlags());
}

/// A build may define a pair that was proved, and no other.
TEST(Widths, WhatIsNotProvedDoesNotCompile) {
  const std::string file =
      std::filesystem::temp_directory_path() / ("widths_" + std::to_string(getpid()) + ".c");
  std::ofstream(file) << widthDefinitions();
  auto compiles = [&](const std::vector<std::string> &flags) {
    std::string command = "cc -fsyntax-only";
    for (const std::string &flag : flags)
      command += " " + flag;
    return std::system((command + " " + file + " > /dev/null 2>&1").c_str()) == 0;
  };
  EXPECT_TRUE(compiles({}));
  for (const std::vector<std::string> &proved : widthFlags())
    EXPECT_TRUE(compiles(proved)) << proved[0] << " " << proved[1];
  EXPECT_FALSE(compiles({"-DACC_BYTES=64", "-DACC_ROWS=6"}));
  EXPECT_FALSE(compiles({"-DACC_BYTES=128", "-DACC_ROWS=8"}));
  EXPECT_FALSE(compiles({"-DACC_BYTES=32"}));
  std::filesystem::remove(file);
}

TEST(Helpers, NoLineIsLong) {
  for (const std::string &block : helperBlocks(allHelpers(), 64, 64)) {
    std::istringstream lines(block);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 100u) << line;
  }
}

} // namespace
