#include "tests/unit/looptree/Simulate.h"

#include <algorithm>
#include <set>

namespace acc::looptree::test {
namespace {

using Element = std::vector<int64_t>;
using Values = std::map<std::string, int64_t>;

/// One tensor of a path: its levels from the outermost holder to the Compute
/// (step = number of steps).
class TensorRun {
public:
  TensorRun(const EinsumPath &path, const TensorAccess &access) : path(path), access(access) {
    for (size_t k = 0; k < path.steps.size(); ++k)
      if (path.steps[k].access == &access)
        levels.push_back(k);
    levels.push_back(path.steps.size());
    executions.resize(levels.size());
  }

  /// One iteration: `turns[k]` is which turn of the loop at step k it is.
  void visit(const std::vector<int64_t> &turns, const Values &point) {
    Element element;
    for (const RankProjection &rank : access.projection)
      element.push_back(rank.index.evaluate(point).value());
    touched.insert(element);
    for (size_t level = 0; level < levels.size(); ++level)
      executions[level][keyOf(turns, level)][element];
  }

  void finish(Simulation &simulation) const {
    for (size_t level = 0; level + 1 < levels.size(); ++level) {
      SimulatedHolder &holder =
          simulation.holders[path.steps[levels[level]].node->component + "/" + access.tensor];
      double fetched = traffic(level), served = traffic(level + 1);
      bool isBacking = level == 0;
      // The first partial sum of an element is not fetched.
      double first = access.output ? static_cast<double>(touched.size()) : 0;
      holder.write = (isBacking ? 0 : fetched - first) + (access.output ? served : 0);
      holder.read = served - first + (isBacking || !access.output ? 0 : fetched);
      for (const auto &[key, elements] : executions[level])
        holder.tile = std::max(holder.tile, static_cast<double>(elements.size()));
    }
  }

private:
  /// What tells executions of a level apart: the loops above it, but for spatial
  /// loops between it and its parent over which the tensor is the same: those
  /// instances are served together.
  std::vector<int64_t> keyOf(const std::vector<int64_t> &turns, size_t level) const {
    std::vector<int64_t> key;
    size_t parent = level ? levels[level - 1] : 0;
    for (size_t k = 0; k < std::min(levels[level], path.steps.size()); ++k) {
      const PathStep &step = path.steps[k];
      if (!step.isLoop())
        continue;
      bool isShared = step.node->kind == MappingNode::Kind::Spatial && k > parent &&
                      relevanceOf(access, step.node->rankVariable) == Relevance::Irrelevant;
      if (!isShared)
        key.push_back(turns[k]);
    }
    return key;
  }

  /// Elements that a level exchanges with its parent over the whole run.
  double traffic(size_t level) const {
    double sum = 0;
    for (const auto &[key, elements] : executions[level])
      sum += static_cast<double>(elements.size());
    return sum;
  }

  const EinsumPath &path;
  const TensorAccess &access;
  std::vector<size_t> levels;
  std::set<Element> touched;
  /// Per level: execution -> elements.
  std::vector<std::map<std::vector<int64_t>, std::map<Element, char>>> executions;
};

class Run {
public:
  explicit Run(const EinsumPath &path) : path(path), turns(path.steps.size()) {
    for (const TensorAccess &access : path.einsum->accesses)
      tensors.emplace_back(path, access);
  }

  Simulation run() {
    Values start;
    for (const auto &[variable, bound] : path.einsum->bounds)
      start[variable] = 0;
    loop(0, start, path.einsum->bounds);
    for (const TensorRun &tensor : tensors)
      tensor.finish(simulation);
    return simulation;
  }

private:
  void loop(size_t k, const Values &from, const Values &extent) {
    if (k == path.steps.size()) {
      ++simulation.computes;
      for (TensorRun &tensor : tensors)
        tensor.visit(turns, from);
      return;
    }
    const PathStep &step = path.steps[k];
    if (!step.isLoop())
      return loop(k + 1, from, extent);
    const std::string &variable = step.node->rankVariable;
    Values point = from, inner = extent;
    for (int64_t done = 0; done < extent.at(variable); done += step.tile, ++turns[k]) {
      point[variable] = from.at(variable) + done;
      inner[variable] = std::min(step.tile, extent.at(variable) - done);
      loop(k + 1, point, inner);
    }
    turns[k] = 0;
  }

  const EinsumPath &path;
  std::vector<int64_t> turns;
  std::vector<TensorRun> tensors;
  Simulation simulation;
};

} // namespace

Simulation simulate(const EinsumPath &path) { return Run(path).run(); }

} // namespace acc::looptree::test
