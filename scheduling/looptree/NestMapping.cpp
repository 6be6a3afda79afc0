#include "scheduling/looptree/CpuModel.h"
#include "scheduling/looptree/NestComponents.h"
#include "scheduling/looptree/NestTree.h"

#include "analysis/support/IslInterop.h"

#include <algorithm>

namespace acc::looptree {
namespace {

using Kind = MappingNode::Kind;

using namespace components;

/// Bytes of the widest value.
double widestOf(const Workload &workload) {
  double bits = 8;
  for (const Einsum &einsum : workload.einsums)
    for (const TensorAccess &access : einsum.accesses)
      bits = std::max(bits, access.bits);
  return bits / 8;
}

/// Steps after which the values of a dimension's indices still add up to its
/// coordinate.
bool isTiling(Step::Kind kind) {
  switch (kind) {
  case Step::Kind::Split:
  case Step::Kind::Tile:
  case Step::Kind::Reorder:
  case Step::Kind::Distribute:
  case Step::Kind::Hoist:
  case Step::Kind::UnrollAndJam:
  case Step::Kind::Fuse:
  case Step::Kind::Concatenate:
    return true;
  default:
    return false;
  }
}

class TreeBuilder {
public:
  TreeBuilder(const Plan &plan, const NestWorkload &nest)
      : plan(plan), nest(nest), order(plan.schedule().order()),
        lanes(lanesOf(plan.target(), widestOf(nest.workload))) {}

  Outcome<MappingNode> build(const std::string &nestId) {
    for (const Step &step : plan.schedule().steps())
      if (!isTiling(step.kind))
        return refuse("its schedule does more than tile, fuse and order loops");
    if (!plan.expansions().empty())
      return refuse("its schedule gives a scalar a cell per iteration");
    MappingNode root;
    root.text = nestId;
    State state;
    for (size_t s = 0; s < nest.workload.einsums.size(); ++s)
      state.statements.push_back(s);
    for (size_t d = 0; d < nest.extents.size(); ++d) {
      int64_t &shape = state.shape[nest.names.rankVariables[d]];
      shape = std::max(shape, nest.extents[d]);
    }
    root.nodes.push_back(holder(kMemory, tensorsOf(state.statements)));
    build(state, root);
    if (refusal)
      return *refusal;
    return root;
  }

private:
  struct State {
    std::vector<size_t> statements;
    size_t position = 0;
    std::map<std::string, int64_t> shape;
    size_t cachesPlaced = 0;
    /// Tensors that a faster component holds: no cache below is said to.
    std::set<std::string> promoted;
  };

  Rejection refuse(const std::string &why) const {
    return {RejectionKind::LoopTree, placeOf(plan.schedule().nest()), why};
  }

  MappingNode holder(const std::string &component, std::vector<std::string> tensors) const {
    MappingNode node;
    node.kind = Kind::Storage;
    node.component = component;
    node.tensors = std::move(tensors);
    return node;
  }

  std::vector<std::string> tensorsOf(const std::vector<size_t> &statements) const {
    std::vector<std::string> names;
    for (size_t s : statements)
      for (const TensorAccess &access : nest.workload.einsums[s].accesses)
        if (std::find(names.begin(), names.end(), access.tensor) == names.end())
          names.push_back(access.tensor);
    return names;
  }

  /// Bytes that everything below touches.
  double workingSet(const State &state) const {
    std::map<std::string, double> bytes;
    for (size_t s : state.statements)
      for (const TensorAccess &access : nest.workload.einsums[s].accesses)
        bytes[access.tensor] =
            std::max(bytes[access.tensor], tileSize(access, state.shape) * access.bits / 8);
    double sum = 0;
    for (const auto &[tensor, own] : bytes)
      sum += own;
    return sum;
  }

  void placeCaches(State &state, MappingNode &chain) const {
    std::vector<Cache> caches = cachesOf(plan.target());
    while (state.cachesPlaced < caches.size() &&
           workingSet(state) <= static_cast<double>(caches[state.cachesPlaced].bytes)) {
      std::vector<std::string> tensors;
      for (const std::string &tensor : tensorsOf(state.statements))
        if (!state.promoted.count(tensor))
          tensors.push_back(tensor);
      if (!tensors.empty())
        chain.nodes.push_back(holder(caches[state.cachesPlaced].name, tensors));
      ++state.cachesPlaced;
    }
  }

  /// Arrays that stay in a buffer from this index inwards, of the statements that have it.
  void placePromotions(State &state, const Index &index, MappingNode &chain) const {
    const std::vector<ScopArray> &arrays = plan.schedule().nest().source->scop.arrays;
    bool isOutside = std::none_of(state.statements.begin(), state.statements.end(),
                                  [&](size_t s) { return index.has[s]; });
    for (const Promotion &promotion : plan.promotions()) {
      if (promotion.index != index.name || isOutside)
        continue;
      for (size_t a = 0; a < arrays.size(); ++a) {
        if (arrays[a].name != promotion.array)
          continue;
        double bytes = 0;
        std::vector<std::string> held;
        for (const std::string &tensor : tensorsOf(state.statements))
          if (tensor == nest.names.tensors[a]) {
            held.push_back(tensor);
            for (size_t s : state.statements)
              if (const TensorAccess *access = nest.workload.einsums[s].access(tensor))
                bytes = std::max(bytes, tileSize(*access, state.shape) * access->bits / 8);
          }
        if (held.empty())
          continue;
        bool fits = bytes <= static_cast<double>(registerBytes(plan.target()));
        chain.nodes.push_back(holder(fits ? kRegisters : kStack, held));
        if (promotion.isContraction)
          chain.nodes.back().text = kContracted;
        else if (promotion.layout == Promotion::Layout::LastMajor)
          chain.nodes.back().text = kLastMajor;
        state.promoted.insert(held.begin(), held.end());
      }
    }
  }

  void build(State state, MappingNode &chain) {
    for (; state.position < order.size(); ++state.position) {
      const Index &index = order[state.position];
      if (index.kind == NestDimension::Kind::Fusing) {
        placePromotions(state, index, chain);
        if (branch(state, chain))
          return;
        continue;
      }
      std::vector<size_t> users;
      for (size_t s : state.statements)
        if (int d = dimensionOf(plan.schedule().nest(), index, s); d >= 0 && nest.indexes[s][d])
          users.push_back(s);
      placeCaches(state, chain);
      placePromotions(state, index, chain);
      if (users.empty())
        continue;
      if (users.size() != state.statements.size()) {
        refusal =
            refuse("the loop '" + index.name + "' also runs statements that it does not index");
        return;
      }
      addLoops(state, index, chain);
    }
    placeCaches(state, chain);
    if (state.statements.size() != 1) {
      refusal = refuse("two statements have one time");
      return;
    }
    MappingNode compute;
    compute.kind = Kind::Compute;
    compute.einsum = nest.names.einsums[state.statements[0]];
    compute.component = kCompute;
    chain.nodes.push_back(std::move(compute));
  }

  /// The name of a loop of the source, or that which splitting one gives its last part by itself.
  bool hasPlainName(const Index &index) const {
    if (index.outer.empty())
      return true;
    const std::string &loop = plan.schedule().nest().dimensions[index.dimension].name;
    bool isRun = loop.find_first_not_of(loop.front()) == std::string::npos;
    return index.stride == 1 && index.name == (isRun ? loop + loop.front() : loop + "_1");
  }

  /// A loop whose tile is not smaller than what encloses it runs once.
  void addLoops(State &state, const Index &index, MappingNode &chain) const {
    const std::string &variable = nest.names.rankVariables[index.dimension];
    int64_t &shape = state.shape[variable];
    auto add = [&](Kind kind, int64_t tile) {
      if (tile >= shape)
        return;
      MappingNode loop;
      loop.kind = kind;
      loop.rankVariable = variable;
      loop.tileShape = tile;
      if (kind == Kind::Spatial) {
        loop.name = kLanes;
        loop.component = kCompute;
      } else if (plan.unrolled().count(index.name)) {
        loop.text = kUnrolled;
      }
      if (tile == index.stride && !hasPlainName(index))
        loop.text += (loop.text.empty() ? "" : " ") + index.name;
      chain.nodes.push_back(std::move(loop));
      shape = tile;
    };
    bool isVector = plan.vectorized().count(index.name) && index.stride == 1;
    if (isVector)
      add(Kind::Temporal, lanes);
    add(isVector ? Kind::Spatial : Kind::Temporal, index.stride);
  }

  /// False when all statements stand in one part.
  bool branch(const State &state, MappingNode &chain) {
    std::map<int64_t, std::vector<size_t>> parts;
    for (size_t s : state.statements)
      parts[constantDimension(plan.schedule().timeOf(s).range(), state.position).value_or(0)]
          .push_back(s);
    if (parts.size() < 2)
      return false;
    MappingNode split;
    split.kind = Kind::Sequential;
    for (const auto &[rank, members] : parts) {
      MappingNode nested;
      nested.kind = Kind::Nested;
      State inner = state;
      inner.statements = members;
      ++inner.position;
      build(inner, nested);
      split.nodes.push_back(std::move(nested));
    }
    chain.nodes.push_back(std::move(split));
    return true;
  }

  const Plan &plan;
  const NestWorkload &nest;
  const std::vector<Index> &order;
  int64_t lanes;
  std::optional<Rejection> refusal;
};

std::string memoryText(const std::string &name, const std::string &bits) {
  return "  - !Memory {name: " + name + ", size: " + bits +
         ", leak_power: 0, area: 0, actions: [{name: read, energy: 1, throughput: inf}, "
         "{name: write, energy: 1, throughput: inf}]}\n";
}

/// One energy per bit moved, memories without a limit of throughput, one operation
/// of each lane at a time: counts, not joules.
std::string architectureText(const Target &target, int64_t lanes) {
  std::string text = "arch:\n  nodes:\n" + memoryText(kMemory, "inf");
  for (const Cache &cache : cachesOf(target))
    text += memoryText(cache.name, std::to_string(cache.bytes * 8));
  text += memoryText(kStack, std::to_string(kPromotionBytes * 8));
  text += memoryText(kRegisters, std::to_string(registerBytes(target) * 8));
  return text + "  - !Compute {name: " + kCompute +
         ", leak_power: 0, area: 0, spatial: [{name: " + kLanes +
         ", fanout: " + std::to_string(lanes) +
         "}], actions: [{name: compute, energy: 1, throughput: 1}]}\n";
}

/// What the evaluator `cpu` expects of the caches, as a comment.
std::string trafficText(const Target &target, const NestWorkload &nest,
                        const MappingNode &mapping) {
  std::string text;
  for (const Cache &cache : cachesOf(target)) {
    text += std::string("# cpu: lines into ") + cache.name + " (" + std::to_string(cache.bytes) +
            " bytes):";
    std::string arrays;
    for (const auto &[array, lines] : linesInto({cache.bytes, 64}, nest.workload, mapping))
      arrays += (arrays.empty() ? " " : ", ") + array + " " +
                std::to_string(static_cast<int64_t>(lines + 0.5));
    text += arrays + "\n";
  }
  return text;
}

} // namespace

Outcome<MappingNode> mappingOf(const Plan &plan, const NestWorkload &nest,
                               const std::string &nestId) {
  const Nest &source = plan.schedule().nest();
  return runIsl(*source.source->context, placeOf(source), "parts of a LoopTree",
                [&] { return TreeBuilder(plan, nest).build(nestId); });
}

Outcome<ExportedNest> exportPlan(const Plan &plan, const std::string &nestId,
                                 const ParameterValues &values) {
  Outcome<NestWorkload> nest = workloadOf(plan.schedule(), values);
  if (!nest)
    return nest.rejection();
  Outcome<MappingNode> mapping = mappingOf(plan, *nest, nestId);
  if (!mapping)
    return mapping.rejection();
  ExportedNest result;
  result.notes = nest->notes;
  result.yaml = "# " + nestId + "\n";
  for (const std::string &note : nest->notes)
    result.yaml += "# " + note + "\n";
  result.yaml += trafficText(plan.target(), *nest, *mapping);
  result.yaml += printMapping(*mapping) + printWorkload(nest->workload) +
                 architectureText(plan.target(), lanesOf(plan.target(), widestOf(nest->workload)));
  return result;
}

} // namespace acc::looptree
