#include "scheduling/looptree/NestTree.h"

#include "scheduling/looptree/NestComponents.h"

#include <algorithm>

namespace acc::looptree {
namespace {

using Kind = MappingNode::Kind;

/// A loop of the mapping, or the place of a split.
struct Entry {
  /// Of the nest; -1 for a split.
  int dimension = -1;
  int64_t tile = 1;
  bool isVector = false, isUnrolled = false;
  /// Of a split: the statements of each branch.
  std::vector<std::vector<int>> parts;

  bool sameLoop(const Entry &other) const {
    return dimension >= 0 && dimension == other.dimension && tile == other.tile;
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
  Importer(const MappingNode &mapping, const Nest &nest, const Target &target)
      : mapping(mapping), nest(nest), target(target), names(namesOf(nest)) {}

  Outcome<Plan> run() {
    try {
      Piece whole = read(mapping);
      checkStatements(whole);
      checkTiles(whole);
      mergeVectors(whole.entries);
      return plan(whole);
    } catch (const Refused &refused) {
      return Rejection{RejectionKind::InvalidSchedule, placeOf(nest),
                       "the mapping: " + refused.why};
    }
  }

private:
  static int indexIn(const std::vector<std::string> &list, const std::string &name) {
    auto found = std::find(list.begin(), list.end(), name);
    return found == list.end() || name.empty() ? -1 : static_cast<int>(found - list.begin());
  }

  Piece read(const MappingNode &chain) {
    Piece piece;
    for (const MappingNode &node : chain.nodes) {
      if (node.isLoop()) {
        piece.entries.push_back(loop(node));
      } else if (node.isChain() || node.isSplit()) {
        Piece rest = node.isSplit() ? split(node) : read(node);
        piece.entries.insert(piece.entries.end(), rest.entries.begin(), rest.entries.end());
        piece.statements = rest.statements;
      } else if (node.kind == Kind::Compute) {
        int statement = indexIn(names.einsums, node.einsum);
        if (statement < 0)
          throw Refused{"the nest has no statement '" + node.einsum + "'"};
        piece.statements = {statement};
      }
    }
    return piece;
  }

  Entry loop(const MappingNode &node) const {
    Entry entry;
    entry.dimension = indexIn(names.rankVariables, node.rankVariable);
    if (entry.dimension < 0)
      throw Refused{"the nest has no loop '" + node.rankVariable + "'"};
    if (!node.tileShape || *node.tileShape < 1)
      throw Refused{"the loop '" + node.rankVariable + "' has no tile"};
    entry.tile = *node.tileShape;
    entry.isVector = node.kind == Kind::Spatial && node.component == components::kCompute;
    entry.isUnrolled = node.text == components::kUnrolled;
    return entry;
  }

  Piece split(const MappingNode &node) {
    Piece result;
    Entry entry;
    std::vector<std::vector<Entry>> branches;
    for (const MappingNode &child : node.nodes) {
      Piece branch = child.isSplit() ? split(child) : read(child);
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

  /// One order that keeps those of all branches; a loop that several have appears
  /// once.
  static std::vector<Entry> merge(std::vector<std::vector<Entry>> branches) {
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
      bool isSplit = entry.dimension < 0, taken = false;
      for (std::vector<Entry> &branch : branches)
        if (!branch.empty() && (isSplit ? !taken && branch.front().dimension < 0
                                        : branch.front().sameLoop(entry))) {
          taken = true;
          branch.erase(branch.begin());
        }
      merged.push_back(std::move(entry));
    }
  }

  void checkStatements(const Piece &whole) const {
    std::set<int> once(whole.statements.begin(), whole.statements.end());
    if (once.size() != whole.statements.size() || once.size() != names.einsums.size())
      throw Refused{"it does not compute each statement of the nest once"};
  }

  /// The tiles of a dimension, descending to 1; a loop of the nest that the
  /// mapping leaves out has none.
  void checkTiles(const Piece &whole) {
    tiles.resize(nest.dimensions.size());
    for (const Entry &entry : whole.entries) {
      if (entry.dimension < 0)
        continue;
      std::vector<int64_t> &own = tiles[entry.dimension];
      if (!own.empty() && own.back() <= entry.tile)
        throw Refused{"the tiles of '" + nameOf(entry) + "' do not become smaller"};
      own.push_back(entry.tile);
    }
    for (size_t d = 0; d < tiles.size(); ++d)
      if (!tiles[d].empty() && tiles[d].back() != 1)
        throw Refused{"'" + names.rankVariables[d] + "' has no loop of tile 1"};
    // A statement that lacks one of a dimension's loops would get it by the split.
    for (const MappingPath &path : pathsOf(mapping)) {
      std::map<int, size_t> loops;
      for (const MappingNode *node : path.nodes)
        if (node->isLoop())
          ++loops[indexIn(names.rankVariables, node->rankVariable)];
      for (const auto &[dimension, count] : loops)
        if (count != tiles[dimension].size())
          throw Refused{"its branches tile '" + names.rankVariables[dimension] + "' differently"};
    }
  }

  std::string nameOf(const Entry &entry) const { return names.rankVariables[entry.dimension]; }

  /// Lanes and the loop over vectors are one vectorized index.
  void mergeVectors(std::vector<Entry> &entries) {
    double bytes = 1;
    for (const ScopArray &array : nest.source->scop.arrays)
      bytes = std::max<double>(bytes, array.elementSize);
    int64_t lanes = components::lanesOf(target, bytes);
    for (size_t k = 1; k < entries.size(); ++k) {
      const Entry &outer = entries[k - 1];
      if (!entries[k].isVector || outer.dimension != entries[k].dimension || outer.tile != lanes)
        continue;
      std::vector<int64_t> &own = tiles[outer.dimension];
      own.erase(std::find(own.begin(), own.end(), lanes));
      entries.erase(entries.begin() + --k);
    }
  }

  Outcome<Plan> plan(const Piece &whole) {
    Schedule schedule(nest);
    std::map<std::pair<int, int64_t>, std::string> indices; // of a dimension and its tile
    for (size_t d = 0; d < tiles.size(); ++d) {
      std::string current = nest.dimensions[d].name;
      for (size_t k = 0; k < tiles[d].size(); ++k) {
        indices[{static_cast<int>(d), tiles[d][k]}] = current;
        if (tiles[d][k] == 1)
          break;
        Outcome<Schedule> next = schedule.split(current, tiles[d][k]);
        if (!next)
          return next.rejection();
        schedule = *next;
        current = schedule.steps().back().inner.front();
      }
    }
    std::vector<std::string> order = orderOf(whole, indices);
    std::vector<std::string> now;
    for (const Index &index : schedule.order())
      now.push_back(index.name);
    if (order != now) {
      Outcome<Schedule> next = schedule.reorder(order);
      if (!next)
        return next.rejection();
      schedule = *next;
    }
    if (Outcome<Ok> legal = schedule.checkLegality(); !legal)
      return legal.rejection();
    return decide(Plan(schedule, target), whole, indices);
  }

  std::vector<std::string>
  orderOf(const Piece &whole,
          const std::map<std::pair<int, int64_t>, std::string> &indices) const {
    std::vector<std::string> order, last;
    std::set<int> placed;
    for (size_t d = 0; d < nest.dimensions.size(); ++d) {
      const NestDimension &dimension = nest.dimensions[d];
      if (dimension.kind == NestDimension::Kind::Fusing || !tiles[d].empty())
        continue;
      bool everywhere = std::all_of(dimension.has.begin(), dimension.has.end(),
                                    [](bool has) { return has; });
      (everywhere ? order : last).push_back(dimension.name);
    }
    for (const Entry &entry : whole.entries) {
      if (entry.dimension >= 0)
        order.push_back(indices.at({entry.dimension, entry.tile}));
      else
        for (int fusing : separating(entry, placed))
          order.push_back(nest.dimensions[fusing].name);
    }
    for (size_t d = 0; d < nest.dimensions.size(); ++d)
      if (nest.dimensions[d].kind == NestDimension::Kind::Fusing && !placed.count(d))
        order.push_back(nest.dimensions[d].name);
    order.insert(order.end(), last.begin(), last.end());
    return order;
  }

  int64_t partOf(int fusing, int statement) const {
    const NestDimension &dimension = nest.dimensions[fusing];
    return dimension.has[statement] ? dimension.value[statement].constant().value_or(0) : 0;
  }

  /// The fusing dimensions that put the branches one after the other.
  std::vector<int> separating(const Entry &entry, std::set<int> &placed) const {
    std::vector<int> found;
    for (size_t d = 0; d < nest.dimensions.size(); ++d) {
      if (nest.dimensions[d].kind != NestDimension::Kind::Fusing || placed.count(d))
        continue;
      std::set<int64_t> values;
      for (const std::vector<int> &part : entry.parts)
        for (int statement : part)
          values.insert(partOf(d, statement));
      if (values.size() > 1)
        found.push_back(d);
    }
    placed.insert(found.begin(), found.end());
    for (size_t a = 0; a + 1 < entry.parts.size(); ++a)
      for (int first : entry.parts[a])
        for (int second : entry.parts[a + 1]) {
          auto decides = std::find_if(found.begin(), found.end(), [&](int d) {
            return partOf(d, first) != partOf(d, second);
          });
          if (decides == found.end() || partOf(*decides, first) > partOf(*decides, second))
            throw Refused{"its branches are no parts of the nest in their order"};
        }
    return found;
  }

  Outcome<Plan> decide(Plan plan, const Piece &whole,
                       const std::map<std::pair<int, int64_t>, std::string> &indices) const {
    for (const auto &[array, index] : promotions(indices)) {
      Outcome<Plan> next = plan.promote(array, index);
      if (!next)
        return next;
      plan = *next;
    }
    for (const Entry &entry : whole.entries) {
      if (!entry.isUnrolled && !entry.isVector)
        continue;
      const std::string &index = indices.at({entry.dimension, entry.tile});
      Outcome<Plan> next = entry.isVector ? plan.vectorize(index) : plan.unroll(index);
      if (!next)
        return next;
      plan = *next;
    }
    return plan;
  }

  /// Array and index of every Storage in registers or on the stack that has a loop
  /// below it.
  std::vector<std::pair<std::string, std::string>>
  promotions(const std::map<std::pair<int, int64_t>, std::string> &indices) const {
    std::vector<std::pair<std::string, std::string>> found;
    for (const MappingPath &path : pathsOf(mapping))
      for (size_t k = 0; k < path.nodes.size(); ++k) {
        const MappingNode &node = *path.nodes[k];
        if (node.kind != Kind::Storage || (node.component != components::kRegisters &&
                                           node.component != components::kStack))
          continue;
        auto below = std::find_if(path.nodes.begin() + k, path.nodes.end(),
                                  [](const MappingNode *other) { return other->isLoop(); });
        if (below == path.nodes.end())
          continue;
        int dimension = indexIn(names.rankVariables, (*below)->rankVariable);
        auto index = indices.find({dimension, (*below)->tileShape.value_or(1)});
        if (index == indices.end()) // the loop over vectors
          index = indices.find({dimension, 1});
        for (const std::string &tensor : node.tensors) {
          int array = indexIn(names.tensors, tensor);
          if (array < 0)
            throw Refused{"'" + tensor + "' is no array of the nest by itself, and cannot stay "
                          "in a buffer"};
          std::pair<std::string, std::string> one{nest.source->scop.arrays[array].name,
                                                  index->second};
          if (std::find(found.begin(), found.end(), one) == found.end())
            found.push_back(one);
        }
      }
    return found;
  }

  const MappingNode &mapping;
  const Nest &nest;
  const Target &target;
  NestNames names;
  std::vector<std::vector<int64_t>> tiles; // per dimension
};

} // namespace

Outcome<Plan> planOf(const MappingNode &mapping, const Nest &nest, const Target &target) {
  return Importer(mapping, nest, target).run();
}

bool isLoopTree(const std::string &text) {
  Diagnostics ignored;
  YamlRef root = readYaml("", text, ignored);
  return root && root->find("mapping");
}

std::optional<MappingNode> mappingIn(const std::string &file, const std::string &text,
                                     Diagnostics &diagnostics) {
  YamlRef root = readYaml(file, text, diagnostics);
  const YamlNode *node = root ? root->find("mapping") : nullptr;
  if (!node)
    return std::nullopt;
  MappingNode mapping = readMapping(*node, diagnostics);
  return diagnostics.hasErrors() ? std::nullopt : std::optional(std::move(mapping));
}

} // namespace acc::looptree
