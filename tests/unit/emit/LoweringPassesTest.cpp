// Each pass of rewriter/emit/lower keeps what runs: the same instances of the same statements in
// the same order, at small sizes. And each of them changes something here.
#include "analysis/model/ScopIsl.h"
#include "rewriter/emit/CodeText.h"
#include "rewriter/emit/lower/Lowering.h"
#include "tests/support/TreeRunner.h"
#include "tests/unit/emit/EmitHarness.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

using namespace acc;
using acc::test::TreeRunner;

namespace {

void addSymbols(const IntExpr &expr, std::set<std::string> &all) {
  for (const std::string &symbol : expr.polynomial.symbols())
    all.insert(symbol);
  for (const IntExpr &operand : expr.operands)
    addSymbols(operand, all);
}

/// Symbols of polynomials in the code, variables of its loops among them.
void addSymbols(const CodeNode &node, std::set<std::string> &all) {
  addSymbols(node.first, all);
  addSymbols(node.condition, all);
  for (const IntExpr &iterator : node.iterators)
    addSymbols(iterator, all);
  for (const CodeNode &child : node.children)
    addSymbols(child, all);
}

/// A kernel of corpus/ under the automatic schedule for a target.
struct Kernel {
  const char *file, *target;
  DataConditions data = DataConditions::Open;
};

std::string corpusText(const std::string &name) {
  std::ifstream file(std::string(ACC_SOURCE_DIR) + "/corpus/" + name + ".c");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The best plan of the search, or the source's own order.
std::optional<Plan> planOf(const test::Lifted &lifted, const Kernel &kernel) {
  Outcome<Nest> nest = lift(lifted.source);
  if (!nest)
    return std::nullopt;
  auto ranked = rankedSchedules(*nest, *namedTarget(kernel.target), {}, 1, Threads::None);
  return ranked ? ranked->front().plan : Plan(Schedule(*nest));
}

/// Some sizes for what the code names.
std::vector<test::Parameters> pointsFor(const CodeNode &code) {
  std::set<std::string> symbols;
  addSymbols(code, symbols);
  std::vector<test::Parameters> points;
  for (int64_t size : {0, 1, 3, 9}) {
    test::Parameters &values = points.emplace_back();
    for (const std::string &symbol : symbols)
      values[symbol] = size++;
  }
  return points;
}

/// What runs at each of the points, in order.
std::vector<std::vector<test::Instance>> runsOf(const CodeNode &code,
                                                const std::vector<test::Parameters> &points) {
  std::vector<std::vector<test::Instance>> runs;
  for (const test::Parameters &point : points)
    runs.push_back(TreeRunner(point).run(code));
  return runs;
}

/// Applies all passes in their order; adds the names of those that changed the code to `changing`.
void expectSameRuns(const Kernel &kernel, std::set<std::string> &changing) {
  auto lifted = test::liftText(corpusText(kernel.file), {"-O3"}, 0, kernel.data);
  ASSERT_TRUE(lifted);
  auto plan = planOf(*lifted, kernel);
  ASSERT_TRUE(plan);
  const LiftedScop &source = *plan->schedule().nest().source;
  const LoopOrder loops = loopOrderOf(*plan);
  const isl::union_map time = plan->schedule().timeMap();
  const isl::set anywhere = makeParameterSet(source.context->get(), {});
  auto privates = placePrivates(*plan, loops, time);
  ASSERT_TRUE(privates) << privates.rejection().message();
  auto code = loopsOfSchedule(*plan, loops, time, anywhere);
  ASSERT_TRUE(code) << code.rejection().message();
  const Lowering nest = loweringOf(*plan, loops, time, anywhere, *privates);
  const std::vector<test::Parameters> points = pointsFor(*code);
  const auto expected = runsOf(*code, points);
  for (const LoweringPass &pass : loweringPasses()) {
    source.context->resetQuota();
    const CodeNode before = *code;
    *code = pass.apply(std::move(*code), nest);
    if (*code == before)
      continue;
    changing.insert(pass.name);
    ASSERT_EQ(runsOf(*code, points), expected) << pass.name << "\n"
                                               << codeText(before, loops) << "-->\n"
                                               << codeText(*code, loops);
  }
}

TEST(LoweringPasses, KeepWhatRunsAndEachChangesSomething) {
  std::set<std::string> changing;
  for (const Kernel &kernel : {
           Kernel{"gemm_ld", "avx2"},
           Kernel{"gemm_nt", "avx512"},
           Kernel{"gemm_rows", "sse2"},
           Kernel{"atax", "avx2"},
           Kernel{"jacobi2d", "avx2"},
           Kernel{"floyd", "avx2"},
           Kernel{"lu", "avx2"},
           Kernel{"syrk_sums", "avx2"},
           Kernel{"solve_lower", "avx2"},
           Kernel{"covariance", "avx512"},
           Kernel{"doitgen", "avx2"},
           Kernel{"align_wavefront", "avx2"},
           Kernel{"back_solve", "avx2"},
           Kernel{"product_of_factors", "avx2"},
           Kernel{"solve_right", "avx2", DataConditions::Assumed},
           Kernel{"gemm_zeros", "avx2", DataConditions::Assumed},
           Kernel{"lower_zeros", "avx2", DataConditions::Sunk},
       }) {
    SCOPED_TRACE(kernel.file);
    expectSameRuns(kernel, changing);
  }
  for (const LoweringPass &pass : loweringPasses())
    EXPECT_TRUE(changing.count(pass.name)) << pass.name;
}

} // namespace
