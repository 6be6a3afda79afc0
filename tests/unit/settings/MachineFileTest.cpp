// Files with numbers of a machine.
#include "tools/acc-delin/MachineFile.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

MachineValues numbersIn(const std::string &text) {
  auto read = readMachine(text);
  if (auto *error = std::get_if<ConfigurationError>(&read))
    ADD_FAILURE() << error->line << ": " << error->message;
  auto *values = std::get_if<MachineValues>(&read);
  return values ? *values : MachineValues();
}

TEST(MachineFile, HasWhatItSays) {
  EXPECT_EQ(numbersIn("# of this machine\nlatency: 3.5\nvector-bytes: 32\n"),
            (MachineValues{{"latency", 3.5}, {"vector-bytes", 32}}));
  EXPECT_EQ(numbersIn("{latency: 3, miss: 1e-1}"), (MachineValues{{"latency", 3}, {"miss", 0.1}}));
  EXPECT_TRUE(numbersIn("").empty());
  EXPECT_TRUE(numbersIn("# nothing\n").empty());
}

TEST(MachineFile, IsReadBackAsWritten) {
  MachineValues all;
  for (const MachineNumber &number : machineNumbers())
    all[number.key] = number.get(Target());
  EXPECT_EQ(all.at("least-nanoseconds"), 1 / 6.0);
  EXPECT_EQ(numbersIn(machineText(all)), all);
  EXPECT_EQ(numbersIn(machineText({{"stream", 0.1}})), (MachineValues{{"stream", 0.1}}));
}

TEST(MachineFile, ErrorsHaveAPlace) {
  struct {
    const char *text;
    unsigned line, column;
    const char *says;
  } const cases[] = {
      {"latency: 3\nlatecy: 4\n", 2, 1, "unknown key 'latecy'"},
      {"latency: 3\nlatency: 4\n", 2, 1, "latency"},
      {"latency: fast\n", 1, 10, "expected a number, found 'fast'"},
      {"latency:\n", 2, 1, ""},
      {"latency: [3]\n", 1, 11, ""},
      {"\nlatency: -1\n", 2, 10, "expected a number from 0 to 1000"},
      {"latency: nan\n", 1, 10, "expected a number from 0 to 1000"},
      {"latency: inf\n", 1, 10, "expected a number from 0 to 1000"},
      {"line-elements: 2.5\n", 1, 16, "expected a whole number from 1 to 4096"},
      {"vector-bytes: 48\n", 1, 15, "expected 0, 16, 32 or 64"},
      {"- latency\n", 1, 1, ""},
      {"latency: 3\n---\nlatency: 4\n", 1, 1, "more than one document"},
      {"[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", 1, 1, "nests too deeply"},
  };
  for (const auto &one : cases) {
    auto read = readMachine(one.text);
    auto *error = std::get_if<ConfigurationError>(&read);
    ASSERT_TRUE(error) << one.text;
    EXPECT_EQ(error->line, one.line) << one.text;
    EXPECT_EQ(error->column, one.column) << one.text << error->message;
    EXPECT_NE(error->message.find(one.says), std::string::npos) << error->message;
  }
}

} // namespace
