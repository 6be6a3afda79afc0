#include "scheduling/looptree/Evaluate.h"

#include <algorithm>
#include <cmath>

namespace acc::looptree {
namespace {

/// Movement between one level of a tensor and its parent, and the actions that
/// this means at the level.
struct Movement {
  double readsFromParent = 0, writesToParent = 0, skippedReads = 0;
  double reads = 0, writes = 0, skippedReadActions = 0, skippedWriteActions = 0;

  void scaleTraffic(double n) {
    readsFromParent *= n;
    writesToParent *= n;
  }
  void scaleActions(double n) {
    reads *= n;
    writes *= n;
  }
};

/// A holder of the tensor, or the Compute (step = -1).
struct Level {
  int step = -1;
  /// Over all instances, and over the busiest one.
  Movement total, busiest;
  double occupancy = 0, tile = 0, reuse = 0;
  size_t loopsAbove = 0;

  void repeatInTime(double n, bool isRelevant) {
    for (Movement *movement : {&total, &busiest}) {
      movement->scaleTraffic(n);
      movement->scaleActions(n);
      if (!isRelevant)
        continue; // the first access happens once per relevant iteration
      movement->skippedReads *= n;
      movement->skippedReadActions *= n;
      movement->skippedWriteActions *= n;
    }
    ++loopsAbove;
  }

  void repeatInSpace(double n, bool isShared) {
    if (!isShared) {
      total.scaleTraffic(n);
      busiest.scaleTraffic(n);
      total.skippedReads *= n;
      busiest.skippedReads *= n;
    }
    total.scaleActions(n);
    total.skippedReadActions *= n;
    total.skippedWriteActions *= n;
    ++loopsAbove;
  }
};

using Shape = std::map<std::string, int64_t>;

class PathEvaluator {
public:
  PathEvaluator(const EinsumPath &path, Diagnostics &diagnostics)
      : path(path), einsum(*path.einsum), diagnostics(diagnostics) {}

  EinsumFigures evaluate() {
    figures.einsum = einsum.name;
    figures.compute = compute().node->name;
    countIterations();
    items = withReservations(path);
    for (const TensorAccess &access : einsum.accesses)
      evaluateTensor(access);
    std::sort(figures.holders.begin(), figures.holders.end(),
              [](const HolderFigures &a, const HolderFigures &b) { return a.step < b.step; });
    addCosts();
    return std::move(figures);
  }

private:
  const Component &compute() const { return path.components.back(); }
  bool isTemporal(size_t k) const {
    return path.steps[k].node->kind == MappingNode::Kind::Temporal;
  }

  /// Variables that no index expression joins with another.
  std::set<std::string> simpleVariables() const {
    std::set<std::string> simple = einsum.rankVariables();
    for (const TensorAccess &access : einsum.accesses)
      for (const RankProjection &rank : access.projection)
        for (const std::string &variable : rank.index.symbols())
          if (!(rank.index == Polynomial::symbol(variable)))
            simple.erase(variable);
    return simple;
  }

  /// Iterations of each loop in the written order: the plain ratio, so that totals
  /// of tensors that the loop's variable indexes are exact; for tensors that it
  /// does not index the outermost loop of a simple variable rounds up.
  void countIterations() {
    std::set<std::string> simple = simpleVariables(), seen;
    Shape shape = einsum.bounds;
    irrelevantIterations.resize(path.steps.size(), 1);
    double temporal = 1, all = 1;
    for (size_t k = 0; k < path.steps.size(); ++k) {
      const PathStep &step = path.steps[k];
      if (!step.isLoop())
        continue;
      const std::string &variable = step.node->rankVariable;
      double ratio = static_cast<double>(shape[variable]) / step.tile;
      bool rounds = seen.insert(variable).second && simple.count(variable);
      irrelevantIterations[k] = rounds ? std::ceil(ratio) : ratio;
      shape[variable] = step.tile;
      all *= ratio;
      if (isTemporal(k))
        temporal *= ratio;
      else
        instances.try_emplace({step.component, step.node->name}, 1).first->second *= ratio;
    }
    figures.computes = einsum.isCopy ? 0 : all;
    computeLatency = einsum.isCopy ? 0 : temporal;
    for (const auto &[dimension, used] : instances) {
      const Component &component = path.components[dimension.first];
      double fanout = component.dimension(dimension.second)->fanout;
      if (used > fanout)
        diagnostics.error(path.steps.back().node->place,
                          einsum.name + " uses " + text(used) + " instances of '" +
                              component.node->name + "' along '" + dimension.second +
                              "', which has " + text(fanout));
    }
  }

  static std::string text(double number) {
    std::string digits = std::to_string(number);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.')
      digits.pop_back();
    return digits;
  }

  /// The items as one tensor sees them: its own holders, all temporal loops, and
  /// spatial loops as high as the components allow: above every holder at or
  /// below the component that they spread over.
  std::vector<PathItem> itemsOf(const TensorAccess &access) {
    std::vector<PathItem> spatial, result;
    for (const PathItem &item : items)
      if (path.steps[item.step].node->kind == MappingNode::Kind::Spatial)
        spatial.push_back(item);
    for (const PathItem &item : items) {
      const PathStep &step = path.steps[item.step];
      if (step.node->kind == MappingNode::Kind::Spatial || (step.access && step.access != &access))
        continue;
      if (!step.isLoop() && !item.isReservation) {
        auto stays = std::stable_partition(spatial.begin(), spatial.end(), [&](const PathItem &s) {
          return path.steps[s.step].component > step.component;
        });
        result.insert(result.end(), stays, spatial.end());
        spatial.erase(stays, spatial.end());
      }
      result.push_back(item);
    }
    result.insert(result.end(), spatial.begin(), spatial.end());
    // Loops that stand together keep the written order.
    auto isLoop = [&](const PathItem &item) { return path.steps[item.step].isLoop(); };
    for (auto from = result.begin(); from != result.end();) {
      auto to = std::find_if_not(from, result.end(), isLoop);
      std::sort(from, to, [](const PathItem &a, const PathItem &b) { return a.step < b.step; });
      from = to == result.end() ? to : to + 1;
    }
    checkOrder(access, result);
    return result;
  }

  /// A spatial loop that moved below a temporal loop of the same variable would
  /// tile it in another way than written.
  void checkOrder(const TensorAccess &access, const std::vector<PathItem> &own) {
    for (size_t a = 0; a < own.size(); ++a)
      for (size_t b = a + 1; b < own.size(); ++b) {
        const PathStep &first = path.steps[own[a].step], &second = path.steps[own[b].step];
        if (first.isLoop() && second.isLoop() && own[a].step > own[b].step &&
            first.node->rankVariable == second.node->rankVariable &&
            relevanceOf(access, first.node->rankVariable) != Relevance::Irrelevant)
          diagnostics.error(second.node->place,
                            "a spatial loop over '" + first.node->rankVariable +
                                "' stands above a temporal loop over it, above a Storage that "
                                "it does not spread");
      }
  }

  void evaluateTensor(const TensorAccess &access) {
    std::vector<PathItem> own = itemsOf(access);
    std::vector<Shape> shapes;
    std::vector<double> iterations;
    Shape shape = einsum.bounds;
    for (const PathItem &item : own) {
      shapes.push_back(shape);
      const PathStep &step = path.steps[item.step];
      iterations.push_back(1);
      if (!step.isLoop())
        continue;
      const std::string &variable = step.node->rankVariable;
      iterations.back() = relevanceOf(access, variable) == Relevance::Irrelevant
                              ? irrelevantIterations[item.step]
                              : static_cast<double>(shape[variable]) / step.tile;
      shape[variable] = step.tile;
    }
    std::vector<Level> levels;
    for (size_t k = own.size(); k-- > 0;)
      pass(access, own[k], shapes[k], iterations[k], levels);
    for (const Level &level : levels)
      keep(access, level);
  }

  /// One item, from the Compute outwards.
  void pass(const TensorAccess &access, const PathItem &item, const Shape &shape, double n,
            std::vector<Level> &levels) {
    const PathStep &step = path.steps[item.step];
    if (item.isReservation) {
      Level level;
      level.step = item.step;
      level.occupancy = tileSize(access, shape) * width(step);
      levels.push_back(level);
    } else if (step.isHolder()) {
      auto own = std::find_if(levels.begin(), levels.end(), [&](const Level &level) {
        return level.step == static_cast<int>(item.step);
      });
      if (own != levels.end())
        hold(access, step, tileSize(access, shape), own == levels.begin() ? nullptr : &own[-1],
             *own);
    } else if (isTemporal(item.step)) {
      bool relevant = relevanceOf(access, step.node->rankVariable) == Relevance::Relevant;
      for (Level &level : levels)
        level.repeatInTime(n, relevant);
    } else if (step.isLoop()) {
      const SpatialDimension *dimension =
          path.components[step.component].dimension(step.node->name);
      bool shared = relevanceOf(access, step.node->rankVariable) == Relevance::Irrelevant &&
                    dimension->mayReuse.count(access.tensor);
      for (Level &level : levels)
        level.repeatInSpace(n, shared && &level == &levels.back());
    } else {
      Level level;
      for (Movement *movement : {&level.total, &level.busiest}) {
        movement->readsFromParent = einsum.isCopy && access.output ? 0 : 1;
        movement->writesToParent = access.output;
        movement->skippedReads =
            access.output && !einsum.isCopy && compute().skipsInitialOutputWrite;
      }
      levels.push_back(level);
    }
  }

  double width(const PathStep &step) const {
    const std::map<std::string, double> &own = path.components[step.component].bitsPerValue;
    auto found = own.find(step.access->tensor);
    return found == own.end() ? step.access->bits : found->second;
  }

  /// What a holder fetches, writes back and serves, in one execution of the loops
  /// above it.
  void hold(const TensorAccess &access, const PathStep &step, double tile, const Level *child,
            Level &own) {
    const Component &component = path.components[step.component];
    bool isToll = step.node->kind == MappingNode::Kind::Toll;
    bool skips = (isToll || component.skipsInitialOutputWrite) && !einsum.isCopy;
    bool down = true, up = true;
    if (isToll) {
      auto direction = component.direction.find(access.tensor);
      down = direction == component.direction.end() || direction->second != "up";
      up = direction == component.direction.end() || direction->second != "down";
    }
    double bits = access.bits;
    double readScale = 1 / component.perAction("read", access.tensor, bits);
    double writeScale = isToll ? 0 : 1 / component.perAction("write", access.tensor, bits);
    own.tile = tile;
    if (child && tile > 0)
      own.reuse = std::max(child->total.readsFromParent, child->total.writesToParent) / tile;
    for (auto part : {&Level::total, &Level::busiest}) {
      Movement &mine = own.*part;
      const Movement *inner = child ? &(child->*part) : nullptr;
      bool inherits = isToll && inner;
      if (!step.isBacking) {
        mine.readsFromParent += inherits ? inner->readsFromParent : tile;
        if (access.output)
          mine.writesToParent += inherits ? inner->writesToParent : tile;
        if (access.output && skips)
          mine.skippedReads += inherits ? inner->skippedReads : tile;
      }
      if (down) {
        mine.writes += mine.readsFromParent * writeScale;
        mine.skippedWriteActions += mine.skippedReads * writeScale;
      }
      if (up)
        mine.reads += mine.writesToParent * readScale;
      if (inner && down) {
        mine.reads += inner->readsFromParent * readScale;
        if (skips)
          mine.skippedReadActions += inner->skippedReads * readScale;
      }
      if (inner && up)
        mine.writes += inner->writesToParent * writeScale;
    }
    if (isToll)
      own.occupancy = 0;
    if (step.isBacking)
      own.occupancy *= access.backingScale;
  }

  void keep(const TensorAccess &access, const Level &level) {
    if (level.step < 0)
      return;
    const PathStep &step = path.steps[level.step];
    HolderFigures row;
    row.einsum = einsum.name;
    row.component = step.node->component;
    row.tensor = access.tensor;
    row.step = level.step;
    row.isToll = step.node->kind == MappingNode::Kind::Toll;
    row.isBacking = step.isBacking;
    row.persistent = step.node->persistent || (step.isBacking && access.persistent);
    row.occupancy = level.occupancy;
    row.read = level.total.reads - level.total.skippedReadActions;
    row.write = level.total.writes - level.total.skippedWriteActions;
    row.tile = level.tile;
    row.reuse = level.reuse;
    row.fills = level.tile > 0 ? level.total.readsFromParent / level.tile : 0;
    row.loopsAbove = level.loopsAbove;
    figures.holders.push_back(row);
    busiest[step.component]["read"] += level.busiest.reads - level.busiest.skippedReadActions;
    if (!row.isToll)
      busiest[step.component]["write"] += level.busiest.writes - level.busiest.skippedWriteActions;
  }

  void addCosts() {
    for (HolderFigures &row : figures.holders) {
      const Component &component = path.components[path.steps[row.step].component];
      row.read *= component.actionsScale;
      row.write *= component.actionsScale;
      figures.energy += row.read * component.action("read")->energy;
      if (const ArchAction *write = component.action("write"); write && !row.isToll)
        figures.energy += row.write * write->energy;
    }
    figures.computes *= compute().actionsScale;
    figures.energy += figures.computes * compute().action("compute")->energy;
    int last = static_cast<int>(path.components.size()) - 1;
    busiest[last]["compute"] = computeLatency;
    for (const auto &[index, counts] : busiest)
      figures.latency = std::max(figures.latency, latencyOf(path.components[index], counts));
  }

  double latencyOf(const Component &component, const std::map<std::string, double> &counts) {
    auto countOf = [&](const ArchAction &action) {
      auto count = counts.find(action.name);
      return (count == counts.end() ? 0 : count->second) * component.actionsScale;
    };
    double sum = 0;
    for (const ArchAction &action : component.actions)
      sum += countOf(action) / action.throughput;
    if (component.latency.empty())
      return sum;
    ExprScope scope = einsum.sets;
    ExprList actions;
    for (const ArchAction &action : component.actions) {
      ExprRecord record;
      record["name"] = action.name;
      record["n_calls"] = countOf(action);
      record["energy"] = action.energy;
      record["throughput"] = action.throughput;
      record["latency"] = 1 / action.throughput;
      record["bits_per_action"] = action.bits;
      actions.push_back(std::move(record));
    }
    scope["actions"] = actions;
    scope["size"] = component.size;
    scope["name"] = component.node->name;
    ExprResult result = evaluateText(component.latency, scope);
    const ExprValue *value = std::get_if<ExprValue>(&result);
    if (value && value->number())
      return *value->number();
    const std::string *why = std::get_if<std::string>(&result);
    diagnostics.error(component.node->place, "'total_latency' of '" + component.node->name +
                                                 "': " + (why ? *why : "no number"));
    return sum;
  }

  const EinsumPath &path;
  const Einsum &einsum;
  Diagnostics &diagnostics;
  EinsumFigures figures;
  std::vector<PathItem> items;
  std::vector<double> irrelevantIterations;                // per step
  std::map<std::pair<int, std::string>, double> instances; // used, per component and dimension
  std::map<int, std::map<std::string, double>> busiest;    // actions of one instance
  double computeLatency = 0;
};

} // namespace

EinsumFigures evaluatePath(const EinsumPath &path, Diagnostics &diagnostics) {
  return PathEvaluator(path, diagnostics).evaluate();
}

} // namespace acc::looptree
