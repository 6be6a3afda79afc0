#include "scheduling/looptree/CpuModel.h"

#include <algorithm>

namespace acc::looptree {
namespace {

using Shape = std::map<std::string, int64_t>;

/// Accesses to one array that differ by constants: per rank the index and the span
/// of the constants.
struct AccessedBox {
  std::string array;
  std::vector<Polynomial> index;
  std::vector<int64_t> low, high;
  double bytes = 0; // of one element

  bool joins(const TensorAccess &access) const {
    if (access.array != array || access.projection.size() != index.size())
      return false;
    for (size_t k = 0; k < index.size(); ++k)
      if (!(access.projection[k].index == index[k]))
        return false;
    return true;
  }

  bool uses(const std::string &variable) const {
    return std::any_of(index.begin(), index.end(),
                       [&](const Polynomial &one) { return one.contains(variable); });
  }

  /// Lines of the box that it covers; rows start anywhere in a line.
  double lines(const Shape &shape, double lineBytes) const {
    Shape last;
    for (const auto &[variable, size] : shape)
      last[variable] = size - 1;
    double rows = 1, width = 1;
    for (size_t k = 0; k < index.size(); ++k) {
      width = static_cast<double>(index[k].evaluate(last).value_or(0) + high[k] - low[k]) + 1;
      if (k + 1 < index.size())
        rows *= width;
    }
    return rows * ((width - 1) * bytes / lineBytes + 1);
  }
};

std::vector<AccessedBox> regionsOf(const Einsum &einsum) {
  std::vector<AccessedBox> regions;
  for (const TensorAccess &access : einsum.accesses) {
    auto own = std::find_if(regions.begin(), regions.end(),
                            [&](const AccessedBox &region) { return region.joins(access); });
    if (own == regions.end()) {
      AccessedBox fresh;
      fresh.array = access.array;
      fresh.bytes = access.bits / 8;
      for (const RankProjection &rank : access.projection) {
        fresh.index.push_back(rank.index);
        fresh.low.push_back(rank.offset);
        fresh.high.push_back(rank.offset);
      }
      regions.push_back(std::move(fresh));
      continue;
    }
    for (size_t k = 0; k < access.projection.size(); ++k) {
      own->low[k] = std::min(own->low[k], access.projection[k].offset);
      own->high[k] = std::max(own->high[k], access.projection[k].offset);
    }
  }
  return regions;
}

struct Loop {
  std::string variable;
  double iterations = 1;
};

} // namespace

std::map<std::string, double> linesInto(const CacheModel &cache, const Einsum &einsum,
                                        const MappingPath &path) {
  std::vector<AccessedBox> regions = regionsOf(einsum);
  double line = static_cast<double>(cache.lineBytes);
  std::vector<Loop> loops;
  std::vector<Shape> shapes{einsum.bounds}; // shapes[k]: what loop k and below span
  for (const MappingNode *node : path.nodes) {
    auto bound = node->isLoop() ? shapes.back().find(node->rankVariable) : shapes.back().end();
    if (bound == shapes.back().end() || !node->tileShape)
      continue;
    Shape inner = shapes.back();
    inner[node->rankVariable] = std::min(*node->tileShape, bound->second);
    loops.push_back({node->rankVariable, static_cast<double>(bound->second) /
                                             static_cast<double>(inner[node->rankVariable])});
    shapes.push_back(std::move(inner));
  }
  size_t fits = 0; // the loops from here inwards
  auto workingSet = [&](size_t k) {
    double bytes = 0;
    for (const AccessedBox &region : regions)
      bytes += region.lines(shapes[k], line) * line;
    return bytes;
  };
  while (fits < loops.size() && workingSet(fits) > static_cast<double>(cache.bytes))
    ++fits;
  std::map<std::string, double> fetched;
  for (const AccessedBox &region : regions) {
    double lines = region.lines(shapes[fits], line);
    bool stays = true;
    for (size_t k = fits; k-- > 0;) {
      if (!stays)
        lines *= loops[k].iterations;
      else if (region.uses(loops[k].variable)) {
        lines = region.lines(shapes[k], line);
        stays = false;
      }
    }
    fetched[region.array] += lines * einsum.instances;
  }
  return fetched;
}

std::map<std::string, double> linesInto(const CacheModel &cache, const Workload &workload,
                                        const MappingNode &mapping) {
  std::map<std::string, double> all;
  for (const MappingPath &path : pathsOf(mapping)) {
    const Einsum *einsum = path.nodes.empty() ? nullptr : workload.find(path.nodes.back()->einsum);
    if (!einsum)
      continue;
    for (const auto &[array, lines] : linesInto(cache, *einsum, path))
      all[array] += lines;
  }
  return all;
}

} // namespace acc::looptree
