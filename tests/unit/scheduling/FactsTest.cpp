// docs/schedule/facts.md lists what Accera's manual and tests fix; each row must name tests of
// this program that exist, or an operation that scripts know and that is refused.
#include "scheduling/ScheduleScript.h"
#include "tests/unit/scheduling/Sequence.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/MemoryBuffer.h>

using namespace acc;

namespace {

struct Fact {
  std::string number;
  std::vector<std::string> tests;
};

std::vector<Fact> facts() {
  auto text = llvm::MemoryBuffer::getFile(ACC_SOURCE_DIR "/docs/schedule/facts.md");
  EXPECT_TRUE(bool(text));
  std::vector<Fact> all;
  llvm::SmallVector<llvm::StringRef, 128> lines;
  (*text)->getBuffer().split(lines, '\n');
  for (llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef, 4> cells, tests;
    line.split(cells, '|');
    if (cells.size() != 5 || !cells[1].trim().starts_with("F"))
      continue;
    Fact fact{cells[1].trim().str(), {}};
    cells[3].split(';').first.split(tests, ',');
    for (llvm::StringRef test : tests)
      fact.tests.push_back(test.trim().str());
    all.push_back(fact);
  }
  return all;
}

std::set<std::string> existingTests() {
  std::set<std::string> names;
  const testing::UnitTest &program = *testing::UnitTest::GetInstance();
  for (int s = 0; s < program.total_test_suite_count(); ++s) {
    const testing::TestSuite &suite = *program.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t)
      names.insert(std::string(suite.name()) + "." + suite.GetTestInfo(t)->name());
  }
  return names;
}

} // namespace

TEST(Facts, EachHasItsTests) {
  std::set<std::string> existing = existingTests(), seen;
  for (const Fact &fact : facts()) {
    EXPECT_TRUE(seen.insert(fact.number).second) << fact.number << " has two rows";
    EXPECT_FALSE(fact.tests.empty() || fact.tests[0] == "run") << fact.number;
    for (const std::string &test : fact.tests)
      EXPECT_TRUE(test == "run" || test.rfind("later: ", 0) == 0 || existing.count(test))
          << fact.number << ": " << test;
  }
  // Numbers that are not here were never given.
  const std::set<int> unused{4, 18, 26, 37, 38, 44, 47, 54, 61, 71, 73, 82};
  for (int number = 1; number <= 96; ++number)
    EXPECT_EQ(seen.count("F" + std::to_string(number)), unused.count(number) ? 0u : 1u) << number;
}

/// "index_set_split" -> "indexSetSplit"
std::string inTheLibrary(const std::string &step) {
  std::string name;
  for (size_t k = 0; k < step.size(); ++k)
    if (step[k] == '_')
      name += static_cast<char>(std::toupper(step[++k]));
    else
      name += step[k];
  return name;
}

std::string contentOf(const std::string &file) {
  auto text = llvm::MemoryBuffer::getFile(ACC_SOURCE_DIR "/" + file);
  return text ? (*text)->getBuffer().str() : "";
}

TEST(Facts, EachStepHasItsPageAndItsNameInTheLibrary) {
  std::string header = contentOf("include/acc-delin/Accera.h");
  for (const CommandSpec &spec : commandSpecs()) {
    if (spec.form == CommandSpec::Form::Any)
      continue;
    std::string name = spec.name, folder = spec.isPlan ? "docs/plan/" : "docs/schedule/";
    EXPECT_EQ(contentOf(folder + name + ".md").rfind("# " + name + "\n", 0), 0u) << name;
    EXPECT_NE(contentOf(folder + "README.md").find("[`" + name + "`](" + name + ".md)"),
              std::string::npos)
        << name;
    EXPECT_NE(header.find("> " + inTheLibrary(name) + "("), std::string::npos) << name;
  }
}

TEST(Facts, LaterOperationsAreKnownAndRefused) {
  acc::test::Lifted gemm = acc::test::matmul("n", "m", "p");
  for (const Fact &fact : facts())
    for (const std::string &test : fact.tests) {
      if (test.rfind("later: ", 0) != 0)
        continue;
      const std::string entry = "  plan:\n    - " + test.substr(7) + ": {}";
      auto script = Script::parse("- nest: f#1\n" + entry + "\n");
      ASSERT_TRUE(std::holds_alternative<Script>(script)) << entry;
      Outcome<Plan> plan = std::get<Script>(script).apply("f#1", *gemm.nest, Target());
      ASSERT_FALSE(plan) << entry;
      EXPECT_EQ(plan.rejection().kind, RejectionKind::Emission);
      EXPECT_NE(plan.rejection().detail.find("not supported yet"), std::string::npos) << entry;
    }
}
