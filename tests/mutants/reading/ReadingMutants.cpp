// Each rule of the reading broken once: a program is analysed as if it were another one, and what
// is written for that is proved against it. The run of both versions must see it, alone.
#include "analysis/frontend/Frontend.h"
#include "analysis/model/SecondReading.h"
#include "tools/lib/Pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

namespace acc::test {
namespace {

/// One row of rows.txt.
struct Misreading {
  std::string name;
  std::string written, read; // of the same length, so that places in one are those in the other
  bool isScheduled = false;
};

/// "a @[b@|c@] d": "a b d" and "a c d", the shorter of b and c filled up with blanks.
void addText(const std::string &text, Misreading &row) {
  size_t at = 0;
  for (size_t open; (open = text.find("@[", at)) != std::string::npos;) {
    size_t middle = text.find("@|", open), close = text.find("@]", middle);
    std::string right = text.substr(open + 2, middle - open - 2);
    std::string wrong = text.substr(middle + 2, close - middle - 2);
    size_t length = std::max(right.size(), wrong.size());
    right.resize(length, ' ');
    wrong.resize(length, ' ');
    row.written += text.substr(at, open - at) + right;
    row.read += text.substr(at, open - at) + wrong;
    at = close + 2;
  }
  row.written += text.substr(at);
  row.read += text.substr(at);
}

std::vector<Misreading> allRows() {
  std::ifstream file(ACC_ROWS);
  std::vector<Misreading> rows;
  std::string text;
  auto finish = [&] {
    if (!rows.empty())
      addText(text, rows.back());
    text.clear();
  };
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("# ", 0) == 0) {
      finish();
      rows.push_back({line.substr(2), "", "", false});
    } else if (line == "auto") {
      rows.back().isScheduled = true;
    } else {
      text += line + "\n";
    }
    if (rows.empty())
      text.clear(); // what the file says of itself
  }
  finish();
  return rows;
}

UnitInput inputOf(const std::string &text) {
  UnitInput input;
  input.path = "/nowhere/unit.c";
  input.directory = "/";
  input.flags = {"-std=gnu11", "-w"};
  input.text = text;
  return input;
}

/// What becomes of the text when its nests are read as those of the other.
UnitResult resultOf(const Misreading &row, const std::string &read, bool isRun) {
  UnitOptions options;
  options.rewrite = true;
  options.noWorkThreshold = true;
  options.runCheck = isRun;
  options.scheduleFrom =
      row.isScheduled ? UnitOptions::ScheduleFrom::Auto : UnitOptions::ScheduleFrom::None;
  UnitResult result;
  UnitWatch watch;
  watch.read = [&](SourceUnit &unit) { unit.nests = readUnit(inputOf(read)).nests; };
  watch.take = [&](UnitResult &&own) { result = std::move(own); };
  processUnit(inputOf(row.written), options, watch);
  return result;
}

std::string rejectionsOf(const UnitResult &result) {
  std::string text;
  for (const report::Nest &nest : result.file.nests)
    for (const report::Finding &finding : nest.rejections)
      text += nest.id + ": " + finding.message + "\n";
  for (const report::Finding &error : result.file.errors)
    text += error.message + "\n";
  return text;
}

class ReadingMutant : public testing::TestWithParam<Misreading> {};

TEST_P(ReadingMutant, IsCaughtByTheRunAlone) {
  const Misreading &row = GetParam();
  UnitResult right = resultOf(row, row.written, true);
  EXPECT_EQ(nestsOf(right.edits).size(), 1u) << "read rightly: " << rejectionsOf(right);
  for (const report::Nest &nest : right.file.nests)
    if (nest.run) {
      EXPECT_GT(nest.run->fast, 0u) << nest.run->why;
    }
  UnitResult proved = resultOf(row, row.read, false);
  ASSERT_EQ(nestsOf(proved.edits).size(), 1u) << "caught before the run: " << rejectionsOf(proved);
  UnitResult run = resultOf(row, row.read, true);
  EXPECT_TRUE(run.edits.empty()) << "not caught: " << run.edits.front().text;
  std::string told = rejectionsOf(run);
  EXPECT_NE(told.find("give different results"), std::string::npos) << told;
}

/// The first nest of the text.
SourceNest nestOf(const std::string &text) {
  SourceUnit unit = readUnit(inputOf(text));
  EXPECT_FALSE(unit.nests.empty()) << text;
  return unit.nests.empty() ? SourceNest{} : unit.nests.front();
}

/// The conditions at entry that the scop itself states.
Condition demandsOf(const Scop &scop) {
  std::vector<Condition> all;
  for (const Assumption &need : scop.needs)
    all.push_back(need.condition);
  for (const WrapRequirement &wrap : scop.entryWraps) {
    all.push_back(Condition::lessEqual(wrap.low, wrap.value));
    all.push_back(Condition::lessEqual(wrap.value, wrap.high));
  }
  return Condition::conjunction(std::move(all));
}

/// The second reading tells that the one text was read as the other: none where it could run
/// neither.
std::optional<bool> isSeenBySecondReading(const std::string &written, const std::string &read) {
  auto scop = buildScop(nestOf(read));
  if (!scop)
    return std::nullopt;
  SecondReading again = readAgain(nestOf(written), *scop, demandsOf(*scop));
  return again.points ? std::optional(again.difference.has_value()) : std::nullopt;
}

TEST(ReadingMutants, OfWhichTheSecondReadingAloneSees) {
  size_t all = 0, run = 0, seen = 0;
  for (const Misreading &row : allRows()) {
    ++all;
    EXPECT_NE(isSeenBySecondReading(row.written, row.written), std::optional(true)) << row.name;
    std::optional<bool> isSeen = isSeenBySecondReading(row.written, row.read);
    run += isSeen.has_value();
    seen += isSeen.value_or(false);
    if (!isSeen.value_or(false))
      std::cout << (isSeen ? "not seen: " : "not run: ") << row.name << "\n";
  }
  std::cout << all << " rules, " << run << " run, " << seen
            << " seen by the second reading alone\n";
  EXPECT_GE(seen, 50u);
}

INSTANTIATE_TEST_SUITE_P(Rules, ReadingMutant, testing::ValuesIn(allRows()),
                         [](const testing::TestParamInfo<Misreading> &row) {
                           std::string name;
                           for (char c : row.param.name)
                             if (isalnum(static_cast<unsigned char>(c)))
                               name += c;
                             else if (!name.empty() && name.back() != '_')
                               name += '_';
                           return name;
                         });

TEST(ReadingMutants, AreFortyAtLeast) { EXPECT_GE(allRows().size(), 40u); }

} // namespace
} // namespace acc::test
