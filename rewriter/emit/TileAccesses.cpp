#include "rewriter/emit/TileAccesses.h"

#include "analysis/model/NotedTests.h"

#include <algorithm>
#include <cstdlib>

namespace acc {
namespace {

class Collector {
public:
  Collector(const LiftedScop &source, int array, unsigned depth, const LoopOrder &loops)
      : source(source), array(array), depth(depth), loops(loops) {}

  std::vector<TileAccess> accesses;

  /// What a loop over blocks and the one through a block reach together: all from 0 to the least of
  /// the bounds, the least constant of which is `last`; without bounds all up to that.
  ///   for (it = 0; it < min(32, n); it += 8) for (ii = 0; ii < min(8, n - it); ii++):   it + ii,
  ///       from 0 to min(31, n - 1)
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
    /// Loops over blocks of the region, from 0, with their steps and upper bounds; and by loops
    /// through such a block those that count them.
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
        if (auto bounds = upperBounds(node, path.values);
            bounds && startsAtZero(node, path.values) && areKnownAround(*bounds))
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
    auto range = loops.partial[loop.depth]
                     ? partialRange(loop, values, *loops.indices[loop.depth].size)
                     : std::nullopt;
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
        isOther |= std::find(joint.begin(), joint.end(), end) == joint.end() &&
                   (!constant || (*constant + 1) % step != 0);
        if (constant)
          last = last ? std::min(*last, *constant) : *constant;
      }
      if (isWhole && !isOther && last)
        return BlockedRange{symbol, {*last, ends.size() > 1 ? ends : std::vector<Polynomial>()}};
    }
    return std::nullopt;
  }

  /// The symbol of a loop of the region.
  bool isInside(const std::string &symbol) const {
    return symbol[0] == '%' && std::stoi(symbol.substr(1)) >= int(depth);
  }

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

  void addAccess(int s, int a, const std::map<std::string, Polynomial> &iterators,
                 const Path &path) {
    const ScopStatement &statement = source.scop.statements[s];
    TileAccess result{s, a, statement.accesses[a].isWrite, iterators, {}, path.facts};
    const bool isTestedOutside = path.test && isBelowTest(statement, statement.accesses[a]);
    result.test = isTestedOutside ? path.test : nullptr;
    result.isCertain =
        path.isCertain && (isTestedOutside || (!statement.opaque && !statement.accesses[a].may));
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
        auto inner = std::find_if(term.powers.begin(), term.powers.end(),
                                  [&](const auto &power) { return isInside(power.first); });
        if (inner == term.powers.end()) {
          base += Polynomial::fromTerm(term);
          continue;
        }
        if (isBlockOf(inner->first, value, path))
          continue; // told by the loop through the block
        auto loopRange = path.ranges.find(inner->first);
        auto through = path.blocked.find(inner->first);
        if (through != path.blocked.end()) {
          const bool isJoint =
              term.degree() == 1 && term.coefficient == 1 && loop.empty() && steps.empty() &&
              value.coefficient(through->second.blocks, 1) == Polynomial(1) &&
              used.insert(inner->first).second && used.insert(through->second.blocks).second;
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
        const ConstantRange all =
            isPartial ? ConstantRange{0, part->second.first.last} : loopRange->second;
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

} // namespace

std::vector<TileAccess> tileAccesses(const LiftedScop &source, int array, const CodeNode &region,
                                     unsigned depth, const LoopOrder &loops,
                                     const LoopValues &values, const RunFacts &facts) {
  Collector collector(source, array, depth, loops);
  collector.walk(region, {values, facts, {}, {}, {}, {}, true, 0, nullptr, nullptr, {}});
  return std::move(collector.accesses);
}

} // namespace acc
