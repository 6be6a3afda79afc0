#include "rewriter/emit/TileBuffer.h"

#include "analysis/model/NotedTests.h"
#include "rewriter/emit/AccessedArrays.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

/// One access of the array in the region.
struct TileAccess {
  int statement = -1, access = -1;
  bool isWrite = false;
  std::map<std::string, Polynomial> iterators;
  std::vector<Polynomial> subscripts; // over the loops around
  RunFacts facts;                     // where it runs
  /// Its subscripts are `base`, without the region's loops, plus `ranges`, what the
  /// region's loops add, without gaps.
  bool hasBox = false;
  std::vector<Polynomial> base{};
  std::vector<ConstantRange> ranges{};
  std::vector<std::string> loops{};
  std::vector<std::vector<Polynomial>> bounds{}; // TileBuffer::bounds
  /// Runs on every point of its ranges whenever the region runs and the conditions around it choose its arms.
  bool isCertain = false;
  /// The test around it; null for none. `isCertain` means where it holds.
  const CodeNode *test = nullptr;
  /// The conditions of the region around it, outer to inner, with the child of each that it is in.
  std::vector<std::pair<const CodeNode *, size_t>> arms{};
  /// Nothing but the loops of its ranges is around it: it runs before what
  /// follows in the text.
  bool onlyOwnLoops = false;
  /// The outermost loop of the region around it; null for none.
  const CodeNode *outermost = nullptr;
};

class Collector {
public:
  Collector(const LiftedScop &source, int array, unsigned depth, const LoopOrder &loops)
      : source(source), array(array), depth(depth), loops(loops) {}

  std::vector<TileAccess> accesses;

  /// What a loop over blocks and the one through a block reach together: all from 0 to the least of the bounds, the least constant of
  /// which is `last`; without bounds all up to that.
  ///   for (it = 0; it < min(32, n); it += 8) for (ii = 0; ii < min(8, n - it); ii++):   it + ii, from 0 to min(31, n - 1)
  struct BlockedRange {
    std::string blocks;
    PartialRange range;
  };

  struct Path {
    LoopValues values;
    RunFacts facts;
    std::map<std::string, ConstantRange> ranges; // of the region's constant loops
    /// Of its partial ones, with whether each runs at least once.
    std::map<std::string, std::pair<PartialRange, bool>> partial;
    /// Loops over blocks of the region, from 0, with their steps and upper bounds; and by loops through such a block those that count them.
    std::map<std::string, std::pair<int64_t, std::vector<Polynomial>>> blocks;
    std::map<std::string, BlockedRange> blocked;
    bool isCertain = true;
    unsigned otherLoops = 0;
    const CodeNode *outermost = nullptr;
    const CodeNode *test = nullptr;
    std::vector<std::pair<const CodeNode *, size_t>> arms;
  };

  void walk(const CodeNode &node, Path path) {
    switch (node.kind) {
    case CodeNode::Kind::Statement:
      return statement(node, path);
    case CodeNode::Kind::If:
      for (size_t k = 0; k < node.children.size(); ++k) {
        Path arm = path;
        arm.arms.emplace_back(&node, k);
        arm.facts.enter(node.condition, k == 0, path.values);
        walk(node.children[k], arm);
      }
      return;
    case CodeNode::Kind::Test:
      path.test = &node;
      break;
    case CodeNode::Kind::Value: {
      // Another form of value is known by its symbol only.
      if (auto value = polynomialOf(node.first, path.values))
        path.values[loopSymbol(node.depth)] = *value;
      break;
    }
    case CodeNode::Kind::Loop:
      if (!path.outermost)
        path.outermost = &node;
      if (auto through = throughBlocks(node, path)) {
        path.blocked[loopSymbol(node.depth)] = *through;
        path.isCertain = path.isCertain && path.facts.runs(node, path.values);
      } else if (auto range = constantRange(node, path.values)) {
        path.ranges[loopSymbol(node.depth)] = *range;
      } else if (auto part = partialOf(node, path.values)) {
        path.partial[loopSymbol(node.depth)] = {*part, path.facts.runs(node, path.values)};
      } else {
        path.isCertain = path.isCertain && path.facts.runs(node, path.values);
        ++path.otherLoops;
        if (auto bounds = upperBounds(node, path.values); bounds && startsAtZero(node, path.values) && areKnownAround(*bounds))
          path.blocks[loopSymbol(node.depth)] = {node.step, *bounds};
      }
      path.facts.enter(node, path.values);
      break;
    default:
      break;
    }
    for (const CodeNode &child : node.children)
      walk(child, path);
  }

private:
  /// Its bounds are known around the region.
  std::optional<PartialRange> partialOf(const CodeNode &loop, const LoopValues &values) const {
    auto range = loops.partial[loop.depth] ? partialRange(loop, values, *loops.indices[loop.depth].size) : std::nullopt;
    return range && areKnownAround(range->bounds) ? range : std::nullopt;
  }

  bool areKnownAround(const std::vector<Polynomial> &bounds) const {
    for (const Polynomial &bound : bounds)
      for (const std::string &symbol : bound.symbols())
        if (isInside(symbol))
          return false;
    return true;
  }

  static bool startsAtZero(const CodeNode &loop, const LoopValues &values) {
    const std::optional<Polynomial> first = polynomialOf(loop.first, values);
    return first && first->isZero();
  }

  /// The loop runs through a block of one around it.
  std::optional<BlockedRange> throughBlocks(const CodeNode &loop, const Path &path) const {
    const auto bounds = upperBounds(loop, path.values);
    if (!bounds || loop.step != 1 || !startsAtZero(loop, path.values))
      return std::nullopt;
    for (const auto &[symbol, around] : path.blocks) {
      const auto &[step, ends] = around;
      std::vector<Polynomial> joint; // what bounds both, as the loop over blocks has it
      bool isWhole = false, isOther = step < 2;
      for (const Polynomial &bound : *bounds) {
        if (bound == Polynomial(step - 1))
          isWhole = true;
        else
          joint.push_back(bound + Polynomial::symbol(symbol));
      }
      for (const Polynomial &bound : joint)
        isOther |= std::find(ends.begin(), ends.end(), bound) == ends.end();
      std::optional<int64_t> last;
      for (const Polynomial &end : ends) {
        const std::optional<int64_t> constant = end.constant();
        isOther |= std::find(joint.begin(), joint.end(), end) == joint.end() && (!constant || (*constant + 1) % step != 0);
        if (constant)
          last = last ? std::min(*last, *constant) : *constant;
      }
      if (isWhole && !isOther && last)
        return BlockedRange{symbol, {*last, ends.size() > 1 ? ends : std::vector<Polynomial>()}};
    }
    return std::nullopt;
  }

  /// The symbol of a loop of the region.
  bool isInside(const std::string &symbol) const { return symbol[0] == '%' && std::stoi(symbol.substr(1)) >= int(depth); }

  /// The loop counts the blocks of another one that stands in the subscript, too.
  static bool isBlockOf(const std::string &symbol, const Polynomial &subscript, const Path &path) {
    return std::any_of(path.blocked.begin(), path.blocked.end(), [&](const auto &through) {
      return through.second.blocks == symbol && subscript.contains(through.first);
    });
  }

  void statement(const CodeNode &node, const Path &path) {
    const ScopStatement &statement = source.scop.statements[node.statement];
    std::map<std::string, Polynomial> iterators;
    for (size_t k = 0; k < node.iterators.size(); ++k) {
      auto value = polynomialOf(node.iterators[k], path.values);
      iterators[source.scop.loops[statement.loops[k]].name] =
          value ? *value : Polynomial::symbol(loopSymbol(kUnknown + unknowns++));
    }
    for (size_t a = 0; a < statement.accesses.size(); ++a)
      if (statement.accesses[a].array == array)
        addAccess(node.statement, a, iterators, path);
  }

  void addAccess(int s, int a, const std::map<std::string, Polynomial> &iterators, const Path &path) {
    const ScopStatement &statement = source.scop.statements[s];
    TileAccess result{s, a, statement.accesses[a].isWrite, iterators, {}, path.facts};
    const bool isTestedOutside = path.test && isBelowTest(statement, statement.accesses[a]);
    result.test = isTestedOutside ? path.test : nullptr;
    result.isCertain = path.isCertain && (isTestedOutside || (!statement.opaque && !statement.accesses[a].may));
    result.arms = path.arms;
    result.onlyOwnLoops = path.otherLoops == 0;
    result.outermost = path.outermost;
    for (const Polynomial &subscript : source.views.viewOf(s, a).subscripts)
      result.subscripts.push_back(subscript.substitute(iterators));
    result.hasBox = findBox(result, path);
    accesses.push_back(std::move(result));
  }

  bool findBox(TileAccess &access, const Path &path) const {
    std::set<std::string> used;
    for (const Polynomial &value : access.subscripts) {
      Polynomial base;
      ConstantRange range;
      std::vector<int64_t> steps;
      std::string loop;
      std::vector<Polynomial> bounds;
      for (const Term &term : value.terms()) {
        auto inner = std::find_if(term.powers.begin(), term.powers.end(), [&](const auto &power) { return isInside(power.first); });
        if (inner == term.powers.end()) {
          base += Polynomial::fromTerm(term);
          continue;
        }
        if (isBlockOf(inner->first, value, path))
          continue; // told by the loop through the block
        auto loopRange = path.ranges.find(inner->first);
        auto through = path.blocked.find(inner->first);
        if (through != path.blocked.end()) {
          const bool isJoint = term.degree() == 1 && term.coefficient == 1 && loop.empty() && steps.empty() &&
                               value.coefficient(through->second.blocks, 1) == Polynomial(1) && used.insert(inner->first).second &&
                               used.insert(through->second.blocks).second;
          if (!isJoint)
            return false;
          range.last += through->second.range.last;
          steps.assign(through->second.range.last, 1);
          bounds = through->second.range.bounds;
          loop = inner->first;
          continue;
        }
        auto part = path.partial.find(inner->first);
        if (term.degree() != 1 || (loopRange == path.ranges.end() && part == path.partial.end()) ||
            !used.insert(inner->first).second)
          return false;
        const bool isPartial = part != path.partial.end();
        const ConstantRange all = isPartial ? ConstantRange{0, part->second.first.last} : loopRange->second;
        if (isPartial)
          bounds = part->second.first.bounds;
        int64_t c = term.coefficient, low = c * all.first, high = c * all.last;
        range.first += std::min(low, high);
        range.last += std::max(low, high);
        for (int64_t n = all.last - all.first; n > 0; --n)
          steps.push_back(std::abs(c));
        loop = steps.size() && c == 1 && loop.empty() ? inner->first : "-";
      }
      if (!bounds.empty() && loop == "-")
        return false; // what several loops reach together is no part of the box from its beginning
      // Without gaps: each step at most one beyond what the smaller ones reach.
      std::sort(steps.begin(), steps.end());
      int64_t reach = 0;
      for (int64_t step : steps) {
        if (step > reach + 1)
          return false;
        reach += step;
      }
      access.base.push_back(base);
      access.ranges.push_back(range);
      access.loops.push_back(loop == "-" ? "" : loop);
      access.bounds.push_back(bounds);
    }
    std::set<std::string> ranged;
    for (const auto &[name, range] : path.ranges)
      ranged.insert(name);
    for (const auto &[name, part] : path.partial) {
      ranged.insert(name);
      access.isCertain = access.isCertain && (used.count(name) || part.second);
    }
    access.onlyOwnLoops = access.onlyOwnLoops && ranged == used;
    return true;
  }

  /// Symbols behind those of all loops stand for values without a polynomial.
  static constexpr unsigned kUnknown = 1000;

  const LiftedScop &source;
  int array;
  unsigned depth;
  const LoopOrder &loops;
  unsigned unknowns = 0;
};

bool equalRange(const ConstantRange &a, const ConstantRange &b) {
  return a.first == b.first && a.last == b.last;
}

bool sameElement(const LiftedScop &source, const TileAccess &a, const TileAccess &b) {
  const auto &first = source.views.viewOf(a.statement, a.access).subscripts;
  const auto &second = source.views.viewOf(b.statement, b.access).subscripts;
  for (size_t k = 0; k < first.size(); ++k)
    if (!(first[k].substitute(a.iterators) == second[k].substitute(b.iterators)))
      return false;
  return true;
}

/// Whichever way the conditions go, one of these runs; those inside `depth` conditions are meant, all in the same arms of them.
bool someRuns(const std::vector<const TileAccess *> &accesses, size_t depth = 0) {
  std::map<const CodeNode *, std::map<size_t, std::vector<const TileAccess *>>> byArm;
  for (const TileAccess *access : accesses) {
    if (access->arms.size() == depth)
      return true;
    byArm[access->arms[depth].first][access->arms[depth].second].push_back(access);
  }
  return std::any_of(byArm.begin(), byArm.end(), [&](const auto &condition) {
    return condition.second.size() == 2 && std::all_of(condition.second.begin(), condition.second.end(), [&](const auto &arm) {
      return someRuns(arm.second, depth + 1);
    });
  });
}

/// TileBuffer::rows of a box that all accesses under tests fill; none where a test is around a part of a row, a row
/// is no loop, or rows lie within one another.
std::optional<std::vector<bool>> rowsUnderTests(const TileBuffer &box, const std::vector<const TileAccess *> &tested) {
  std::vector<bool> rows;
  bool seen = false; // a dimension within rows, of which those that number rows stand outside
  for (size_t k = 0; k < box.sizes.size(); ++k) {
    std::set<bool> isOutside;
    for (const TileAccess *access : tested)
      isOutside.insert(access->loops[k].empty() || !hasLoopAt(*access->test, std::stoi(access->loops[k].substr(1))));
    if (box.sizes[k] > 1 && (isOutside.size() != 1 || box.loops[k].empty()))
      return std::nullopt;
    const bool isRow = box.sizes[k] > 1 && *isOutside.begin();
    if (isRow && seen)
      return std::nullopt;
    seen |= box.sizes[k] > 1 && !isRow;
    rows.push_back(isRow);
  }
  return seen ? std::optional(rows) : std::nullopt;
}

/// Whether the access stays inside of the box, of which all is used.
bool isInside(const TileBuffer &box, const TileAccess &access) {
  if (box.isPartial())
    return false;
  for (size_t k = 0; k < box.sizes.size(); ++k) {
    Polynomial place = access.subscripts[k] - box.base[k];
    if (!access.facts.implies(place) ||
        !access.facts.implies(Polynomial(box.sizes[k] - 1) - place))
      return false;
  }
  return true;
}

/// Whether the access stays outside of the box: on one side of it in some dimension.
bool isOutside(const TileBuffer &box, const TileAccess &access) {
  for (size_t k = 0; k < box.sizes.size(); ++k) {
    Polynomial place = access.subscripts[k] - box.base[k];
    if (access.facts.implies(place - Polynomial(box.sizes[k])) ||
        access.facts.implies(Polynomial(-1) - place))
      return true;
  }
  return false;
}

} // namespace

int64_t TileBuffer::elements() const {
  int64_t all = 1;
  for (int64_t size : sizes)
    all *= size;
  return all;
}

bool TileBuffer::isPartial() const { return hasPartOfRows() || (!bounds.empty() && !bounds.back().empty()); }

bool TileBuffer::hasPartOfRows() const {
  return !bounds.empty() && std::any_of(bounds.begin(), bounds.end() - 1, [](const std::vector<Polynomial> &own) { return !own.empty(); });
}

std::optional<TileBuffer> tileBuffer(const LiftedScop &source, int array, const PromotedTile &tile,
                                     const CodeNode &region, unsigned depth, const LoopOrder &loops,
                                     const LoopValues &values, const RunFacts &facts) {
  if (source.views.arrays[array].view.kind == ViewKind::Jagged)
    return std::nullopt;
  Collector collector(source, array, depth, loops);
  collector.walk(region, {values, facts, {}, {}, {}, {}, true, 0, nullptr, nullptr, {}});
  std::vector<TileAccess> accesses, others;
  for (TileAccess &access : collector.accesses)
    (tile.accesses.count({access.statement, access.access}) ? accesses : others)
        .push_back(std::move(access));
  // Express all ranges relative to the base of the first access with a box, join them.
  auto first = std::find_if(accesses.begin(), accesses.end(),
                            [](const TileAccess &access) { return access.hasBox; });
  if (first == accesses.end())
    return std::nullopt;
  TileBuffer buffer;
  buffer.array = array;
  buffer.accesses = tile.accesses;
  buffer.bounds = first->bounds;
  std::vector<ConstantRange> box = first->ranges;
  std::vector<Polynomial> base = first->base;
  for (TileAccess &access : accesses)
    for (size_t k = 0; access.hasBox && k < box.size(); ++k) {
      auto shift = (access.base[k] - base[k]).constant();
      if (!shift || access.bounds[k] != buffer.bounds[k] || (!buffer.bounds[k].empty() && *shift != 0))
        return std::nullopt;
      access.ranges[k].first += *shift;
      access.ranges[k].last += *shift;
      box[k].first = std::min(box[k].first, access.ranges[k].first);
      box[k].last = std::max(box[k].last, access.ranges[k].last);
    }
  for (size_t k = 0; k < box.size(); ++k) {
    buffer.sizes.push_back(box[k].last - box[k].first + 1);
    buffer.base.push_back(base[k] + Polynomial(box[k].first));
  }
  auto covers = [&](const TileAccess &access) {
    return access.isCertain && access.hasBox &&
           std::equal(box.begin(), box.end(), access.ranges.begin(), equalRange);
  };
  std::vector<const TileAccess *> covering, setting, tested;
  bool reads = false, writes = false, othersWrite = false;
  for (const TileAccess &access : accesses) {
    if (!access.hasBox && !isInside(buffer, access))
      return std::nullopt;
    if (covers(access))
      covering.push_back(&access);
    if (covers(access) && access.isWrite)
      setting.push_back(&access);
    if (access.test && access.isWrite)
      tested.push_back(&access);
    writes |= access.isWrite;
    reads |= !access.isWrite;
  }
  for (const TileAccess &other : others)
    othersWrite |= other.isWrite;
  if (!someRuns(covering) || (writes && !someRuns(setting)))
    return std::nullopt;
  for (const TileAccess &other : others)
    if ((writes || othersWrite) && !isOutside(buffer, other))
      return std::nullopt;
  // Overwritten as a whole before anything is read?
  const TileAccess &start = accesses.front();
  bool overwritten = start.isWrite && covers(start) && !start.test && start.arms.empty() && start.onlyOwnLoops;
  for (const TileAccess &access : accesses)
    if (!access.isWrite && access.outermost == start.outermost)
      overwritten &= access.statement != start.statement && sameElement(source, access, start);
  buffer.isFilled = reads && !overwritten;
  buffer.isWritten = buffer.isWrittenBack = writes;
  for (size_t k = 0; k < box.size(); ++k)
    buffer.loops.push_back(buffer.sizes[k] > 1 && box[k].first == 0 ? covering.front()->loops[k] : "");
  if (!tested.empty()) {
    const bool areAllTested = std::all_of(accesses.begin(), accesses.end(), [&](const TileAccess &access) {
      return !access.isWrite || (access.test && covers(access));
    });
    auto rows = areAllTested && !buffer.isPartial() ? rowsUnderTests(buffer, tested) : std::nullopt;
    if (!rows || !buffer.isFilled)
      return std::nullopt;
    buffer.rows = *rows;
  }
  buffer.statement = covering.front()->statement;
  buffer.access = covering.front()->access;
  buffer.iterators = covering.front()->iterators;
  return buffer;
}

} // namespace acc
