#include "tests/unit/validate/ProofFixture.h"

#include "analysis/model/DataTests.h"
#include "analysis/model/ScopIsl.h"
#include "rewriter/edit/Edit.h"
#include "rewriter/validate/ViewCheck.h"
#include "tests/support/ScopFixture.h"

namespace acc::test {
namespace {

std::string replaced(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// Array views of the given sizes; the check of the proof judges them.
Delinearization viewsOf(const Scop &scop,
                        const std::map<std::string, std::vector<std::string>> &sizes) {
  Delinearization views;
  for (size_t k = 0; k < scop.arrays.size(); ++k) {
    RecoveredArray array;
    array.array = k;
    if (auto found = sizes.find(scop.arrays[k].name); found != sizes.end()) {
      array.recovered = true;
      for (const std::string &size : found->second) {
        array.view.sizes.push_back(poly(size));
        array.view.origin.push_back(Polynomial(0));
      }
    }
    views.arrays.push_back(array);
  }
  for (size_t s = 0; s < scop.statements.size(); ++s)
    for (size_t a = 0; a < scop.statements[s].accesses.size(); ++a) {
      const ScopAccess &access = scop.statements[s].accesses[a];
      RecoveredArray &array = views.arrays[access.array];
      ViewAccess use{static_cast<int>(s), static_cast<int>(a), access.subscripts};
      if (array.recovered) {
        auto subscripts = subscriptsIn(array.view, access.subscripts.at(0));
        EXPECT_TRUE(subscripts) << access.subscripts[0].str();
        if (subscripts)
          use.subscripts = *subscripts;
      }
      array.accesses.push_back(use);
    }
  return views;
}

UnitInput inputOf(const RewriteCase &c) {
  UnitInput input;
  input.path = ACC_BINARY_DIR "/case.c";
  input.directory = ACC_BINARY_DIR;
  input.flags = {"-std=c99"};
  input.text = c.before + c.nest + c.after;
  return input;
}

} // namespace

RewriteCase RewriteCase::withFast(const std::string &from, const std::string &to) const {
  RewriteCase result = *this;
  result.fast = replaced(fast, from, to);
  return result;
}

RewriteCase RewriteCase::withGuard(const std::string &from, const std::string &to) const {
  RewriteCase result = *this;
  result.guard = replaced(guard, from, to);
  return result;
}

RewriteCase RewriteCase::withTests(const std::string &from, const std::string &to) const {
  RewriteCase result = *this;
  result.tests = replaced(tests, from, to);
  return result;
}

std::string scopRefusal(const RewriteCase &c) {
  SourceUnit unit = readUnit(inputOf(c));
  EXPECT_EQ(unit.nests.size(), 1u);
  auto scop = buildScop(unit.nests.at(0), c.data);
  return scop ? "" : scop.rejection().message();
}

ProofResult prove(const RewriteCase &c) {
  UnitInput input = inputOf(c);
  const std::string text = *input.text;
  SourceUnit unit = readUnit(input);
  EXPECT_TRUE(unit.errors.empty()) << (unit.errors.empty() ? "" : unit.errors[0].message);
  EXPECT_EQ(unit.nests.size(), 1u);
  if (unit.nests.size() != 1)
    return {"no nest", {}};
  auto scop = buildScop(unit.nests[0], c.data);
  EXPECT_TRUE(scop) << (scop ? "" : scop.rejection().message());
  if (!scop)
    return {"no scop", {}};

  NestRewrite rewrite;
  rewrite.nest = "f#1";
  rewrite.range.begin = c.before.size();
  rewrite.range.end = c.before.size() + c.nest.size();
  rewrite.guard = c.guard;
  rewrite.fast = c.fast;
  rewrite.tests = c.tests;
  if (!c.tests.empty())
    rewrite.flag = "fast";
  rewrite.function = c.function;
  rewrite.entry = c.entry;
  rewrite.entryCall = c.call;
  rewrite.entryMacro = c.entry.empty() ? "" : "#define nothing 0";
  rewrite.functionBegin = c.entry.empty() ? 0 : static_cast<uint32_t>(c.before.rfind("void "));
  input.text = applyEdits(text, nestEdits(text, rewrite));
  auto markers = findMarkers(*input.text);
  EXPECT_EQ(markers.index(), 0u);
  IslContext context;
  separateTests(*scop);
  const MarkedRegion &region = std::get<0>(markers).at(0);
  auto proof =
      validate(*scop, viewsOf(*scop, c.sizes), input, region.whole, region.functions, context);
  if (!proof)
    return {proof.rejection().message(), {}};
  return {"", *proof};
}

void expectProved(const RewriteCase &c) { EXPECT_EQ(prove(c).verdict, ""); }

void expectRefused(const RewriteCase &c, const std::string &part) {
  std::string verdict = prove(c).verdict;
  EXPECT_NE(verdict, "");
  EXPECT_NE(part, "") << "any reason would do: " << verdict;
  EXPECT_NE(verdict.find(part), std::string::npos) << verdict;
}

} // namespace acc::test
