#include "scheduling/looptree/NestMatch.h"

#include "scheduling/looptree/NestComponents.h"

#include "analysis/support/IslInterop.h"

#include <algorithm>
#include <string_view>

namespace acc::looptree {
namespace {

using Kind = MappingNode::Kind;

/// A loop of the mapping, or the place of a split.
struct Entry {
  /// The dimensions of the nest, one per loop of the source that the loop stands for; empty for a
  /// split.
  std::set<int> dimensions;
  int64_t tile = 1;
  bool isVector = false, isUnrolled = false;
  /// The name of the index; "" where it follows from the index that was split.
  std::string name;
  /// Of a split: the statements of each branch.
  std::vector<std::vector<int>> parts;
  const MappingNode *split = nullptr;

  bool isSplit() const { return split; }
  bool sameLoop(const Entry &other) const {
    return tile == other.tile && std::any_of(dimensions.begin(), dimensions.end(),
                                             [&](int d) { return other.dimensions.count(d); });
  }
};

/// Part of the tree: its loops and splits, outer to inner, and its statements.
struct Piece {
  std::vector<Entry> entries;
  std::vector<int> statements;
};

struct Refused {
  std::string why;
};

class Importer {
public:
  Importer(const MappingNode &mapping, const NestMatch &match, const Schedule &start,
           const Target &target)
      : mapping(mapping), match(match), schedule(start), nest(start.nest()), target(target) {}

  Outcome<Plan> importPlan() {
    try {
      Piece whole = read(mapping.nodes, 0);
      checkTiles(whole);
      mergeVectors(whole.entries);
      return plan(whole);
    } catch (const Refused &refused) {
      return Rejection{RejectionKind::InvalidSchedule, placeOf(nest),
                       "the mapping: " + refused.why};
    }
  }

private:
  /// The chain from its k-th node on.
  Piece read(const std::vector<MappingNode> &chain, size_t k) {
    for (; k < chain.size(); ++k) {
      const MappingNode &node = chain[k];
      if (node.kind == Kind::Compute)
        return {{}, {match.statements.at(node.einsum)}};
      if (node.isChain())
        return read(node.nodes, 0);
      if (node.isSplit())
        return split(node);
      if (node.isLoop()) {
        Piece below = read(chain, k + 1);
        below.entries.insert(below.entries.begin(), loop(node, below.statements));
        return below;
      }
    }
    return {};
  }

  Entry loop(const MappingNode &node, const std::vector<int> &statements) const {
    Entry entry;
    for (int s : statements)
      entry.dimensions.insert(match.dimensions[s].at(node.rankVariable));
    if (!node.tileShape || *node.tileShape < 1)
      throw Refused{"the loop '" + node.rankVariable + "' has no tile"};
    entry.tile = *node.tileShape;
    entry.isVector = node.kind == Kind::Spatial && node.component == components::kCompute;
    std::string_view label = node.text, unrolled = components::kUnrolled;
    entry.isUnrolled = label.starts_with(unrolled);
    label.remove_prefix(entry.isUnrolled ? unrolled.size() : 0);
    label.remove_prefix(std::min(label.find_first_not_of(' '), label.size()));
    entry.name = label;
    return entry;
  }

  Piece split(const MappingNode &node) {
    Piece result;
    Entry entry;
    entry.split = &node;
    std::vector<std::vector<Entry>> branches;
    for (const MappingNode &child : node.nodes) {
      Piece branch = child.isSplit() ? split(child) : read(child.nodes, 0);
      entry.parts.push_back(branch.statements);
      result.statements.insert(result.statements.end(), branch.statements.begin(),
                               branch.statements.end());
      branches.push_back(std::move(branch.entries));
    }
    if (entry.parts.size() > 1)
      result.entries.push_back(entry);
    std::vector<Entry> merged = merge(std::move(branches));
    result.entries.insert(result.entries.end(), merged.begin(), merged.end());
    return result;
  }

  /// One order that keeps those of all branches; a loop of the source that several have appears
  /// once. Loops of different loops of the source stay apart, whatever their rank variable.
  std::vector<Entry> merge(std::vector<std::vector<Entry>> branches) const {
    std::vector<Entry> merged;
    auto isBehind = [](const std::vector<Entry> &branch, const Entry &entry) {
      return std::any_of(branch.begin() + !branch.empty(), branch.end(),
                         [&](const Entry &other) { return other.sameLoop(entry); });
    };
    while (true) {
      const Entry *next = nullptr;
      bool isEmpty = true;
      for (const std::vector<Entry> &branch : branches) {
        if (branch.empty())
          continue;
        isEmpty = false;
        if (std::none_of(branches.begin(), branches.end(), [&](const std::vector<Entry> &other) {
              return isBehind(other, branch.front());
            })) {
          next = &branch.front();
          break;
        }
      }
      if (isEmpty)
        return merged;
      if (!next)
        throw Refused{"its branches have the same loops in different orders"};
      Entry entry = *next;
      for (std::vector<Entry> &branch : branches) {
        if (branch.empty() || !(entry.isSplit() ? branch.front().split == entry.split
                                                : branch.front().sameLoop(entry)))
          continue;
        if (branch.front().isVector != entry.isVector)
          throw Refused{"'" + nameOf(entry) +
                        "' is one loop of the nest, and cannot be Spatial in "
                        "one branch and Temporal in another"};
        if (!entry.isSplit())
          entry.dimensions.insert(branch.front().dimensions.begin(),
                                  branch.front().dimensions.end());
        branch.erase(branch.begin());
      }
      merged.push_back(std::move(entry));
    }
  }

  /// The tiles of a dimension, descending to 1; a loop of the nest that the
  /// mapping leaves out has none.
  void checkTiles(const Piece &whole) {
    tiles.resize(nest.dimensions.size());
    for (const Entry &entry : whole.entries)
      for (int d : entry.dimensions) {
        if (!tiles[d].empty() && tiles[d].back() <= entry.tile)
          throw Refused{"the tiles of '" + nameOf(entry) + "' do not become smaller"};
        tiles[d].push_back(entry.tile);
        indexNames[{d, entry.tile}] = entry.name;
      }
    for (size_t d = 0; d < tiles.size(); ++d)
      if (!tiles[d].empty() && tiles[d].back() != 1)
        throw Refused{"'" + nest.dimensions[d].name + "' has no loop of tile 1"};
    // A statement that lacks one of a dimension's loops would get it by the split.
    for (const MappingPath &path : pathsOf(mapping)) {
      int statement = match.statements.at(path.nodes.back()->einsum);
      std::map<int, size_t> loops;
      for (const MappingNode *node : path.nodes)
        if (node->isLoop())
          ++loops[match.dimensions[statement].at(node->rankVariable)];
      for (const auto &[dimension, count] : loops)
        if (count != tiles[dimension].size())
          throw Refused{"its branches tile '" + nest.dimensions[dimension].name +
                        "' differently, which is one loop of the nest"};
    }
  }

  std::string nameOf(const Entry &entry) const {
    return nest.dimensions[*entry.dimensions.begin()].name;
  }

  /// Lanes and the loop over vectors are one vectorized index.
  void mergeVectors(std::vector<Entry> &entries) {
    double bytes = 1;
    for (const ScopArray &array : nest.source->scop.arrays)
      bytes = std::max<double>(bytes, array.elementSize);
    int64_t lanes = components::lanesOf(target, bytes);
    for (size_t k = 1; k < entries.size(); ++k) {
      const Entry &outer = entries[k - 1];
      if (!entries[k].isVector || outer.dimensions != entries[k].dimensions || outer.tile != lanes)
        continue;
      for (int d : outer.dimensions)
        tiles[d].erase(std::find(tiles[d].begin(), tiles[d].end(), lanes));
      entries.erase(entries.begin() + --k);
    }
  }

  std::optional<Rejection> take(Outcome<Schedule> next) {
    if (!next)
      return next.rejection();
    schedule = *next;
    return std::nullopt;
  }

  Outcome<Plan> plan(const Piece &whole) {
    if (auto refused = splitDimensions())
      return *refused;
    if (auto refused = fuseShared(whole))
      return *refused;
    for (const Entry &entry : whole.entries)
      if (entry.isSplit())
        if (auto refused = separate(entry))
          return *refused;
    std::vector<std::string> order = orderOf(whole), now;
    for (const Index &index : schedule.order())
      now.push_back(index.name);
    if (order != now)
      if (auto refused = take(schedule.reorder(order)))
        return *refused;
    if (Outcome<Ok> legal = schedule.checkLegality(); !legal)
      return legal.rejection();
    return decide(Plan(schedule, target), whole);
  }

  std::optional<Rejection> splitDimensions() {
    for (size_t d = 0; d < tiles.size(); ++d) {
      if (tiles[d].empty())
        continue;
      auto own =
          std::find_if(schedule.order().begin(), schedule.order().end(), [&](const Index &index) {
            return index.kind == NestDimension::Kind::Loop &&
                   index.dimension == static_cast<int>(d);
          });
      if (own == schedule.order().end())
        throw Refused{"'" + nest.dimensions[d].name + "' is no index of its own"};
      if (auto refused = splitInto(static_cast<int>(d), own->name))
        return refused;
    }
    return std::nullopt;
  }

  /// Blocks of blocks are made from the inside, as multiples of the tile: with a tile of as many
  /// rows as the registers hold, they follow where the code is compiled for others.
  ///     i by 96, 8, 1   ->   split {i, 8}, split {i, 12}
  /// From the outside where a tile does not divide the one around it.
  std::optional<Rejection> splitInto(int dimension, const std::string &loop) {
    const std::vector<int64_t> &sizes = tiles[dimension];
    bool divides = true;
    for (size_t k = 0; k + 1 < sizes.size(); ++k)
      divides = divides && sizes[k] % sizes[k + 1] == 0;
    indices[{dimension, sizes.front()}] = loop;
    std::string current = loop;
    for (size_t k = 1; k < sizes.size(); ++k) {
      // The tile that this split makes; around it is the one before.
      size_t made = divides ? sizes.size() - k : k;
      int64_t size = divides ? sizes[made - 1] / sizes[made] : sizes[made - 1];
      std::string name = indexNames[{dimension, sizes[made]}];
      if (schedule.find(name))
        name.clear();
      if (name.empty() && sizes[made] > 1)
        for (int number = 1; name.empty() || schedule.find(name); ++number)
          name = loop + "_" + std::to_string(number);
      if (auto refused = take(schedule.split(current, size, name)))
        return refused;
      const std::string &inner = schedule.steps().back().inner.front();
      indices[{dimension, sizes[made]}] = inner;
      if (!divides)
        current = inner;
    }
    return std::nullopt;
  }

  /// A loop that stands for several loops of the source is their fused index.
  std::optional<Rejection> fuseShared(const Piece &whole) {
    for (const Entry &entry : whole.entries) {
      if (entry.dimensions.size() < 2)
        continue;
      std::vector<std::string> parts;
      for (int d : entry.dimensions)
        parts.push_back(indices.at({d, entry.tile}));
      if (auto refused = take(schedule.fuse(parts)))
        return refused;
      for (int d : entry.dimensions)
        indices[{d, entry.tile}] = schedule.steps().back().inner.front();
    }
    return std::nullopt;
  }

  const std::string &indexOf(const Entry &entry) const {
    return indices.at({*entry.dimensions.begin(), entry.tile});
  }

  /// Per statement the value of a fusing index.
  std::vector<int64_t> partsOf(int position) const {
    std::vector<int64_t> values;
    for (size_t s = 0; s < nest.source->scop.statements.size(); ++s)
      values.push_back(constantDimension(schedule.timeOf(s).range(), position).value_or(0));
    return values;
  }

  /// Finds the fusing indices that put the branches one after the other, each branch at one
  /// value, or makes one.
  std::optional<Rejection> separate(const Entry &entry) {
    std::vector<std::pair<std::string, std::vector<int64_t>>> found; // index, value per branch
    for (size_t k = 0; k < schedule.order().size(); ++k) {
      const Index &index = schedule.order()[k];
      if (index.kind != NestDimension::Kind::Fusing || placed.count(index.name))
        continue;
      std::vector<int64_t> values = partsOf(k), ofBranches;
      bool isConstant = true;
      for (const std::vector<int> &part : entry.parts) {
        for (int s : part)
          isConstant = isConstant && values[s] == values[part.front()];
        ofBranches.push_back(values[part.front()]);
      }
      bool separates = std::any_of(ofBranches.begin(), ofBranches.end(),
                                   [&](int64_t value) { return value != ofBranches.front(); });
      if (isConstant && separates)
        found.emplace_back(index.name, ofBranches);
    }
    bool ascends = true;
    for (size_t a = 0; a + 1 < entry.parts.size(); ++a) {
      auto decides = std::find_if(found.begin(), found.end(), [&](const auto &one) {
        return one.second[a] != one.second[a + 1];
      });
      ascends = ascends && decides != found.end() && decides->second[a] < decides->second[a + 1];
    }
    if (!ascends)
      return distribute(entry);
    for (const auto &[name, values] : found) {
      fusingAt[entry.split].push_back(name);
      placed.insert(name);
    }
    return std::nullopt;
  }

  std::optional<Rejection> distribute(const Entry &entry) {
    std::set<int> all;
    std::vector<std::vector<std::string>> parts;
    for (const std::vector<int> &part : entry.parts) {
      parts.emplace_back();
      for (int s : part)
        parts.back().push_back(nest.source->scop.statements[s].id);
      all.insert(part.begin(), part.end());
    }
    for (const Index &index : schedule.order()) {
      bool isTheirs = index.kind == NestDimension::Kind::Loop;
      for (size_t s = 0; s < index.has.size(); ++s)
        isTheirs = isTheirs && index.has[s] == (all.count(s) > 0);
      if (!isTheirs)
        continue;
      if (auto refused = take(schedule.distribute(index.name, parts)))
        return refused;
      const std::string &made = schedule.steps().back().inner.front();
      fusingAt[entry.split] = {made};
      placed.insert(made);
      return std::nullopt;
    }
    throw Refused{"its branches are no parts of the nest in their order"};
  }

  std::vector<std::string> orderOf(const Piece &whole) const {
    std::vector<std::string> order, rest, last;
    std::set<std::string> mapped;
    for (const auto &[key, name] : indices)
      mapped.insert(name);
    for (const Index &index : schedule.order()) {
      bool everywhere =
          std::all_of(index.has.begin(), index.has.end(), [](bool has) { return has; });
      if (index.kind == NestDimension::Kind::Fusing) {
        if (!placed.count(index.name))
          rest.push_back(index.name);
      } else if (!mapped.count(index.name)) {
        (everywhere ? order : last).push_back(index.name);
      }
    }
    for (const Entry &entry : whole.entries) {
      if (entry.isSplit())
        order.insert(order.end(), fusingAt.at(entry.split).begin(), fusingAt.at(entry.split).end());
      else
        order.push_back(indexOf(entry));
    }
    order.insert(order.end(), rest.begin(), rest.end());
    order.insert(order.end(), last.begin(), last.end());
    return order;
  }

  Outcome<Plan> decide(Plan plan, const Piece &whole) const {
    for (const Promotion &one : promotions()) {
      Outcome<Plan> next = one.isContraction ? plan.contract(one.array, one.index)
                                             : plan.promote(one.array, one.index, one.layout);
      if (!next)
        return next;
      plan = *next;
    }
    for (const Entry &entry : whole.entries) {
      if (!entry.isUnrolled && !entry.isVector)
        continue;
      const std::string &index = indexOf(entry);
      Outcome<Plan> next = entry.isVector ? plan.vectorize(index) : plan.unroll(index);
      if (!next)
        return next;
      plan = *next;
    }
    return plan;
  }

  /// Where an array may have its buffer: at an index of the schedule's order between these.
  struct Buffer {
    int array = -1;
    int first = 0, last = 0;
    std::string label;
  };

  /// The indices of a loop or split of the mapping, as places in the order.
  std::optional<std::pair<int, int>> placesOf(const MappingNode &node, int statement) const {
    if (node.isSplit()) {
      auto names = fusingAt.find(&node);
      if (names == fusingAt.end())
        return std::nullopt;
      return std::pair(schedule.positionOf(names->second.front()),
                       schedule.positionOf(names->second.back()));
    }
    if (!node.isLoop())
      return std::nullopt;
    int dimension = match.dimensions[statement].at(node.rankVariable);
    auto index = indices.find({dimension, node.tileShape.value_or(1)});
    if (index == indices.end()) // the loop over vectors
      index = indices.find({dimension, 1});
    int place = schedule.positionOf(index->second);
    return std::pair(place, place);
  }

  using Walk = std::vector<const MappingNode *>;

  /// pathsOf, with the splits.
  static void collectWalks(const MappingNode &node, Walk &walk, std::vector<Walk> &found) {
    size_t outside = walk.size();
    if (!node.isChain())
      walk.push_back(&node);
    if (node.kind == Kind::Compute)
      found.push_back(walk);
    for (const MappingNode &child : node.nodes) {
      size_t own = walk.size();
      collectWalks(child, walk, found);
      if (node.isSplit())
        walk.resize(own);
    }
    if (node.isSplit())
      walk.resize(outside);
  }

  /// One buffer per array that Storage keeps in registers or on the stack, inner ones first:
  /// where all its Storages may stand, as far inside as that is, so that it stands at the index
  /// that `mappingOf` was at.
  std::vector<Promotion> promotions() const {
    std::vector<Buffer> buffers;
    int end = schedule.order().size() - 1;
    std::vector<Walk> walks;
    Walk none;
    collectWalks(mapping, none, walks);
    for (const Walk &walk : walks) {
      int statement = match.statements.at(walk.back()->einsum);
      for (size_t k = 0; k < walk.size(); ++k) {
        const MappingNode &node = *walk[k];
        if (node.kind != Kind::Storage ||
            (node.component != components::kRegisters && node.component != components::kStack))
          continue;
        Buffer buffer{-1, 0, end, node.text};
        bool hasBelow = false;
        for (size_t n = 0; n < walk.size(); ++n)
          if (auto places = placesOf(*walk[n], statement)) {
            if (n < k)
              buffer.first = std::max(buffer.first, places->second + 1);
            else
              buffer.last = std::min(buffer.last, places->first), hasBelow = true;
          }
        if (!hasBelow)
          continue;
        for (const std::string &tensor : node.tensors)
          addBuffer(tensor, buffer, buffers);
      }
    }
    std::stable_sort(buffers.begin(), buffers.end(),
                     [](const Buffer &a, const Buffer &b) { return a.last > b.last; });
    std::vector<Promotion> found;
    for (const Buffer &buffer : buffers)
      found.push_back({nest.source->scop.arrays[buffer.array].name,
                       schedule.order()[buffer.last].name,
                       buffer.label == components::kLastMajor ? Promotion::Layout::LastMajor
                                                              : Promotion::Layout::FirstMajor,
                       buffer.label == components::kContracted});
    return found;
  }

  void addBuffer(const std::string &tensor, Buffer buffer, std::vector<Buffer> &buffers) const {
    auto array = match.arrays.find(tensor);
    if (array == match.arrays.end())
      throw Refused{"'" + tensor +
                    "' is no array of the nest by itself, and cannot stay "
                    "in a buffer"};
    buffer.array = array->second;
    auto known = std::find_if(buffers.begin(), buffers.end(),
                              [&](const Buffer &other) { return other.array == buffer.array; });
    if (known == buffers.end())
      return buffers.push_back(buffer);
    known->first = std::max(known->first, buffer.first);
    known->last = std::min(known->last, buffer.last);
    if (known->first > known->last)
      throw Refused{"'" + tensor + "' has Storage at two places, and an array has one buffer"};
  }

  const MappingNode &mapping;
  const NestMatch &match;
  Schedule schedule;
  const Nest &nest;
  const Target &target;
  std::vector<std::vector<int64_t>> tiles; // per dimension
  /// Names by dimension and size of the tile.
  std::map<std::pair<int, int64_t>, std::string> indices, indexNames;
  std::map<const MappingNode *, std::vector<std::string>> fusingAt;
  std::set<std::string> placed;
};

} // namespace

Outcome<Plan> planOf(const Mapping &mapping, const EinsumNames &given, const Schedule &start,
                     const Target &target) {
  Outcome<std::vector<NestMatch>> readings = readingsOf(mapping, given, start);
  if (!readings)
    return readings.rejection();
  std::optional<Rejection> first;
  for (const NestMatch &reading : *readings) {
    Outcome<Plan> plan =
        runIsl(*start.nest().source->context, placeOf(start.nest()), "parts of a LoopTree",
               [&] { return Importer(mapping.root, reading, start, target).importPlan(); });
    if (plan)
      return plan;
    if (!first)
      first = plan.rejection();
  }
  return *first;
}

bool isLoopTree(const std::string &text) {
  Diagnostics ignored;
  YamlRef root = readYaml("", text, ignored);
  return root && root->find("mapping");
}

std::optional<Mapping> mappingIn(const std::string &file, const std::string &text,
                                 Diagnostics &diagnostics) {
  YamlRef root = readYaml(file, text, diagnostics);
  const YamlNode *node = root ? root->find("mapping") : nullptr;
  if (!node)
    return std::nullopt;
  Mapping mapping{readMapping(*node, diagnostics), std::nullopt};
  if (diagnostics.hasErrors())
    return std::nullopt;
  Diagnostics ofWorkload;
  if (const YamlNode *workload = root->find("workload")) {
    Workload read = readWorkload(*workload, root->find("renames"), {}, ofWorkload);
    if (!ofWorkload.hasErrors())
      mapping.workload = std::move(read);
  }
  return mapping;
}

} // namespace acc::looptree
