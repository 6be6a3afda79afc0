// Nests of the corpus as LoopTrees: read back, confirmed by simulation, and back
// to schedules.
#include "tests/unit/looptree/Fixture.h"
#include "tests/unit/looptree/Simulate.h"
#include "tools/lib/Pipeline.h"

#include <fstream>
#include <sstream>

using namespace acc;
using namespace acc::looptree;
using namespace acc::looptree::test;

namespace {

std::string corpusText(const std::string &name) {
  std::ifstream file(std::string(ACC_SOURCE_DIR) + "/corpus/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

report::File run(const std::string &file, const UnitOptions &options) {
  UnitInput input;
  input.path = "/nowhere/" + file;
  input.directory = "/";
  input.flags = {"-std=gnu11", "-O3", "-ffp-contract=off"};
  input.text = corpusText(file);
  return processUnit(input, options).file;
}

UnitOptions exporting(const std::string &script = "") {
  UnitOptions options;
  options.loopTree = true;
  for (const char *name : {"n", "m", "p", "k", "ny", "nx", "steps"})
    options.parameters[name] = 8;
  options.scheduleFrom =
      script.empty() ? UnitOptions::ScheduleFrom::None : UnitOptions::ScheduleFrom::Script;
  options.script = script;
  return options;
}

const report::Nest *nestIn(const report::File &file, const std::string &id) {
  for (const report::Nest &nest : file.nests)
    if (nest.id == id)
      return &nest;
  return nullptr;
}

/// The figures of every Einsum equal those of the simulation.
void expectSimulated(const std::string &yaml) {
  Diagnostics diagnostics;
  std::optional<Spec> spec = readSpec({{"export", yaml}}, diagnostics);
  ASSERT_TRUE(spec) << yaml;
  std::vector<EinsumPath> paths = resolvePaths(*spec, diagnostics);
  checkMapping(*spec, paths, diagnostics);
  ASSERT_EQ(paths.size(), spec->workload.einsums.size()) << yaml;
  for (const EinsumPath &path : paths) {
    EinsumFigures figures = evaluatePath(path, diagnostics);
    Simulation simulated = simulate(path);
    EXPECT_EQ(figures.computes, simulated.computes) << yaml;
    for (const HolderFigures &row : figures.holders) {
      SCOPED_TRACE(row.einsum + "/" + row.component + "/" + row.tensor + "\n" + yaml);
      double bits = path.einsum->access(row.tensor)->bits;
      const SimulatedHolder &holder = simulated.holders[row.component + "/" + row.tensor];
      EXPECT_DOUBLE_EQ(row.read / bits, holder.read);
      EXPECT_DOUBLE_EQ(row.write / bits, holder.write);
      EXPECT_DOUBLE_EQ(row.tile, holder.tile);
    }
  }
  EXPECT_FALSE(diagnostics.hasErrors());
  for (const Diagnostic &one : diagnostics.all())
    ADD_FAILURE() << one.where.line << ": " << one.message << "\n" << yaml;
}

struct Case {
  const char *file, *nest;
  /// The schedule and plan; "" for the source's order.
  const char *steps;
};

const Case kCases[] = {
    {"gemm.c", "gemm#1", ""},
    {"gemm.c", "gemm#1",
     "  schedule:\n    - split: {index: k, size: 4, inner: k_1}\n    - tile: {i: 2, j: 4}\n"
     "    - reorder: [k, j, i, k_1, ii, jj]\n  plan:\n    - promote: {array: C, index: k_1}\n"
     "    - unroll: [ii]\n    - vectorize: [jj]\n"},
    {"gemm_ld.c", "gemm_ld#1",
     "  schedule:\n    - tile: {i: 4, j: 2, k: 2}\n"
     "    - reorder: [i, j, k, ii, kk, jj]\n"},
    {"gemm_nt.c", "gemm_nt#1", ""},
    {"gemm_columns.c", "gemm_columns#1", ""},
    {"mvt.c", "mvt#1", "  schedule:\n    - split: {index: j, size: 4}\n"},
    {"mvt.c", "mvt#2", "  schedule:\n    - reorder: [j, i]\n"},
    {"atax.c", "atax#1", ""},
    {"atax.c", "atax#2", ""},
    {"jacobi2d.c", "jacobi2d#1", ""},
    {"syrk.c", "syrk#1", ""},
};

std::string scriptOf(const Case &one) {
  return std::string("- nest: ") + one.nest + "\n" + one.steps;
}

std::string whyNot(const report::Nest &nest) {
  std::string text = nest.loopTree;
  for (const report::Finding &one : nest.rejections)
    text += one.message + "\n";
  return text;
}

} // namespace

TEST(LoopTreeExport, CorpusNestsAreConfirmedBySimulation) {
  for (const Case &one : kCases) {
    SCOPED_TRACE(std::string(one.nest) + "\n" + one.steps);
    report::File file = run(one.file, exporting(scriptOf(one)));
    const report::Nest *nest = nestIn(file, one.nest);
    ASSERT_TRUE(nest);
    EXPECT_NE(nest->loopTree, "") << whyNot(*nest);
    if (!nest->loopTree.empty())
      expectSimulated(nest->loopTree);
  }
}

TEST(LoopTreeExport, SchedulesComeBack) {
  for (const Case &one : kCases) {
    SCOPED_TRACE(std::string(one.nest) + "\n" + one.steps);
    report::File first = run(one.file, exporting(scriptOf(one)));
    const report::Nest *nest = nestIn(first, one.nest);
    if (!nest || nest->loopTree.empty())
      continue; // the test above says so
    report::File second = run(one.file, exporting(nest->loopTree));
    const report::Nest *again = nestIn(second, one.nest);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->loopTree, nest->loopTree) << whyNot(*again);
  }
}

TEST(LoopTreeExport, ALoopAroundStatementsThatItDoesNotIndex) {
  report::File file = run("doitgen.c", exporting());
  const report::Nest *nest = nestIn(file, "doitgen#1");
  ASSERT_TRUE(nest && !nest->rejections.empty());
  EXPECT_EQ(nest->loopTree, "");
  EXPECT_EQ(nest->rejections[0].id, "looptree");
}
