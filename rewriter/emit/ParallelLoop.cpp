#include "rewriter/emit/ParallelLoop.h"

#include "analysis/tree/SourceThreads.h"
#include "rewriter/emit/WorkEstimate.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace acc {
namespace {

/// Statements below the node.
void addStatements(const CodeNode &node, std::set<int> &all) {
  if (node.kind == CodeNode::Kind::Statement)
    all.insert(node.statement);
  for (const CodeNode &child : node.children)
    addStatements(child, all);
}

/// The one with the most loops.
int deepestStatement(const Scop &scop, const CodeNode &node) {
  std::set<int> all;
  addStatements(node, all);
  return *std::max_element(all.begin(), all.end(), [&](int a, int b) {
    return scop.statements[a].loops.size() < scop.statements[b].loops.size();
  });
}

/// An iteration of the statement takes so long at least.
double nanoseconds(const Plan &plan, int s) {
  const Scop &scop = plan.schedule().nest().source->scop;
  const ScopStatement &statement = scop.statements[s];
  unsigned elementSize = 1;
  for (const ScopAccess &access : statement.accesses)
    elementSize = std::max(elementSize, scop.arrays[access.array].elementSize);
  bool isVector = std::any_of(plan.vectorized().begin(), plan.vectorized().end(),
                              [&](const std::string &name) { return plan.vectorizes(name, s); });
  double lanes = isVector ? std::max(1u, MachineModel::kWidestVector / elementSize) : 1;
  return std::max<size_t>(1, statement.accesses.size()) / lanes *
         plan.target().machine.leastNanoseconds;
}

/// Work of one run of a loop: the product of `lengths` counts `least` iterations or more where it
/// pays.
struct SharedWork {
  std::vector<Polynomial> lengths;
  double least = 1;
};

SharedWork sharedWork(const BlockInput &input, const CodeNode &loop) {
  const Schedule &schedule = input.plan.schedule();
  const Nest &nest = schedule.nest();
  const Scop &scop = nest.source->scop;
  int s = deepestStatement(scop, loop);
  SharedWork work;
  work.least = input.plan.target().machine.threadsPay() / nanoseconds(input.plan, s);
  for (const LoopLength &length : loopLengths(scop, scop.statements[s])) {
    // Where an outer loop is the split part of this one, one block of the iterations is left here.
    int64_t block = 0;
    bool isInside = false;
    for (int k = 0; k < static_cast<int>(schedule.order().size()); ++k) {
      const Index &index = schedule.order()[k];
      if (index.dimension < 0 || nest.dimensions[index.dimension].loop != length.loop)
        continue;
      isInside = k >= input.loops.positions[loop.depth];
      if (isInside)
        break;
      block = index.stride;
    }
    if (block > 0) {
      work.least /= isInside ? static_cast<double>(block) : 1;
      continue;
    }
    work.least *= static_cast<double>(length.parts);
    if (auto constant = length.counted.constant())
      work.least /= std::max<int64_t>(1, *constant);
    else
      work.lengths.push_back(length.counted);
  }
  return work;
}

/// To two digits.
int64_t rounded(double value) {
  double unit = std::max(1., std::pow(10., std::floor(std::log10(std::max(value, 1.))) - 1));
  return static_cast<int64_t>(std::ceil(value / unit) * unit);
}

/// v < bound
bool hasPlainHead(const CodeNode &loop) {
  const IntExpr &test = loop.condition;
  return loop.step > 0 && test.kind == IntExpr::Kind::Compare &&
         (test.op == Op::LessEqual || test.op == Op::Less) &&
         test.operands[0].kind == IntExpr::Kind::Linear &&
         test.operands[0].polynomial == Polynomial::symbol(loopSymbol(loop.depth));
}

} // namespace

bool canBeShared(const BlockInput &input, const CodeNode &loop) {
  if (!input.plan.isSharedOut(input.loops.indices[loop.depth].name) || !hasPlainHead(loop))
    return false;
  SharedWork work = sharedWork(input, loop);
  return input.anyWork || !work.lengths.empty() || work.least <= 1;
}

std::string sharedHint(const BlockInput &input, const CodeNode &loop,
                       const std::function<std::string(const Polynomial &)> &text) {
  SharedWork work = sharedWork(input, loop);
  std::string product = "1.0";
  for (const Polynomial &length : work.lengths)
    product += " * " + text(length);
  const std::string amount =
      product + ", " + std::to_string(input.anyWork ? 1 : rounded(work.least));
  const LoopFacts &source = input.plan.schedule().nest().source->scop.nest.root->loop;
  const std::string count = threadsOf(source).value_or("");
  return count.empty() ? "ACC_PARALLEL(" + amount + ")"
                       : "ACC_PARALLEL_OF(" + amount + ", " + count + ")";
}

} // namespace acc
