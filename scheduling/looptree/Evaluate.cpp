#include "scheduling/looptree/Evaluate.h"

#include <algorithm>

namespace acc::looptree {
namespace {

class Peaks {
public:
  Peaks(const std::vector<EinsumPath> &paths, const std::vector<EinsumFigures> &figures)
      : paths(paths), figures(figures) {
    for (size_t k = 0; k < paths.size(); ++k)
      for (const TensorAccess &access : paths[k].einsum->accesses) {
        auto [use, isNew] = uses.try_emplace(access.tensor, k, k);
        use->second.second = k;
      }
    for (size_t boundary = 0; boundary + 1 < paths.size(); ++boundary)
      sharedLoops.push_back(loopsAcross(boundary));
  }

  std::map<std::string, double> find() const {
    std::map<std::string, double> peak;
    for (size_t k = 0; k < paths.size(); ++k)
      for (const auto &[memory, bits] : during(k))
        peak[memory] = std::max(peak[memory], bits);
    return peak;
  }

private:
  bool isShared(const HolderFigures &row) const {
    auto use = uses.find(row.tensor);
    return row.isBacking && use->second.first != use->second.second;
  }

  /// Loops that the Einsums on both sides of a boundary run under together: those
  /// above the outermost holders of the tensors that cross it.
  size_t loopsAcross(size_t boundary) const {
    size_t most = 0;
    for (const EinsumFigures &einsum : figures)
      for (const HolderFigures &row : einsum.holders)
        if (auto use = uses.find(row.tensor);
            row.isBacking && use->second.first <= boundary && use->second.second > boundary)
          most = std::max(most, row.loopsAbove);
    return most;
  }

  size_t loopsBetween(size_t a, size_t b) const {
    if (a > b)
      std::swap(a, b);
    return *std::min_element(sharedLoops.begin() + a, sharedLoops.begin() + b);
  }

  /// Bits per memory while the Einsum at `now` runs.
  std::map<std::string, double> during(size_t now) const {
    std::map<std::string, double> bits;
    std::set<std::pair<std::string, std::string>> counted; // shared tensors
    auto add = [&](const HolderFigures &row) {
      if (row.isToll || (isShared(row) && !counted.insert({row.component, row.tensor}).second))
        return;
      bits[row.component] += row.occupancy;
    };
    for (const HolderFigures &row : figures[now].holders)
      add(row);
    for (size_t other = 0; other < figures.size(); ++other) {
      if (other == now)
        continue;
      for (const HolderFigures &row : figures[other].holders) {
        auto use = uses.find(row.tensor);
        bool inUse = isShared(row) && use->second.first <= now && now <= use->second.second;
        if (row.persistent || inUse || row.loopsAbove < loopsBetween(now, other))
          add(row);
      }
    }
    return bits;
  }

  const std::vector<EinsumPath> &paths;
  const std::vector<EinsumFigures> &figures;
  std::map<std::string, std::pair<size_t, size_t>> uses; // first and last, per tensor
  std::vector<size_t> sharedLoops;                       // per boundary of two Einsums
};

/// Energy that all components leak while one Einsum runs: every instance of every
/// one, used or not.
double leakage(const Spec &spec, const EinsumPath &path, double latency, Diagnostics &diagnostics) {
  double power = 0, instances = 1;
  for (const ArchNode *node : spec.architecture.leaves()) {
    Component component =
        evaluateComponent(spec.architecture, *node, path.einsum->sets, diagnostics);
    for (const SpatialDimension &dimension : component.spatial)
      instances *= dimension.fanout;
    power += component.leakPower * instances;
  }
  return power * latency;
}

void checkCapacity(const EinsumPath &path, const EinsumFigures &figures, Diagnostics &diagnostics) {
  for (const Component &component : path.components) {
    if (component.node->kind != ArchNode::Kind::Memory)
      continue;
    double bits = 0;
    const HolderFigures *first = nullptr;
    for (const HolderFigures &row : figures.holders)
      if (row.component == component.node->name) {
        bits += row.occupancy;
        if (!first || row.step < first->step)
          first = &row;
      }
    if (first && bits > component.size)
      diagnostics.error(path.steps[first->step].node->place,
                        figures.einsum + " keeps " + std::to_string(static_cast<int64_t>(bits)) +
                            " bits in '" + component.node->name + "', which has " +
                            std::to_string(static_cast<int64_t>(component.size)));
  }
}

} // namespace

std::map<std::string, double> peaks(const std::vector<EinsumPath> &paths,
                                    const std::vector<EinsumFigures> &figures) {
  return Peaks(paths, figures).find();
}

Figures evaluate(const Spec &spec, const std::vector<EinsumPath> &paths, Diagnostics &diagnostics) {
  Figures result;
  for (const EinsumPath &path : paths) {
    EinsumFigures figures = evaluatePath(path, diagnostics);
    checkCapacity(path, figures, diagnostics);
    figures.energy += leakage(spec, path, figures.latency, diagnostics);
    double times = spec.workload.instances * path.einsum->instances;
    figures.energy *= times;
    figures.latency *= times;
    figures.computes *= times;
    for (HolderFigures &row : figures.holders) {
      row.read *= times;
      row.write *= times;
      row.fills *= times;
      if (row.persistent)
        row.occupancy *= times;
    }
    result.energy += figures.energy;
    result.latency += figures.latency;
    result.einsums.push_back(std::move(figures));
  }
  result.peak = peaks(paths, result.einsums);
  return result;
}

} // namespace acc::looptree
