#include "rewriter/emit/lower/FullTiles.h"

#include "rewriter/emit/lower/KnownRests.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

using NodeKind = CodeNode::Kind;

bool isLoop(const CodeNode &node) {
  return node.kind == NodeKind::Loop || node.kind == NodeKind::Value;
}

/// Some test inside names the loop.
bool isTested(const CodeNode &node, int depth) {
  return (node.kind == NodeKind::If && mentionsLoop(node.condition, depth)) ||
         std::any_of(node.children.begin(), node.children.end(),
                     [&](const CodeNode &child) { return isTested(child, depth); });
}

void addLoops(const CodeNode &node, std::set<int> &depths) {
  if (node.kind == NodeKind::Loop)
    depths.insert(node.depth);
  for (const CodeNode &child : node.children)
    addLoops(child, depths);
}

/// Makes the version of some code in which the loops of some boxes run through these as a whole,
/// and the conditions for that, over the loops around the code.
class FullVersion {
public:
  FullVersion(const LoopOrder &loops, const std::set<int> &boxes) : loops(loops), boxes(boxes) {}

  /// False when there is no such version, or no condition that can be stated outside of the code.
  bool make(CodeNode &node) { return walk(node, {}); }
  /// Polynomials that are not negative where the tile is full.
  const std::vector<Polynomial> &conditions() const { return all; }

private:
  struct Bounds {
    std::string symbol;
    std::vector<Polynomial> lower, upper;
    /// Those of tests inside of the loop.
    std::vector<Polynomial> testedLower = {}, testedUpper = {};
  };
  /// Loops of the code around a place, outer to inner, and values that stand for loops.
  struct Path {
    std::vector<Bounds> around;
    LoopValues values;
  };

  bool walk(CodeNode &node, Path path) {
    if (node.kind == NodeKind::Value) {
      if (auto value = polynomialOf(node.first, path.values))
        path.values[loopSymbol(node.depth)] = *value;
      else
        path.around.push_back({loopSymbol(node.depth), {}, {}});
    } else if (node.kind == NodeKind::Loop) {
      if (boxes.count(node.depth) && !fill(node, path))
        return false;
      path.around.push_back(boundsOf(node, path.values));
    } else if (node.kind == NodeKind::If && node.children.size() == 1) {
      if (holds(node.condition, path)) {
        CodeNode body = std::move(node.children.front());
        node = std::move(body);
        return walk(node, std::move(path));
      }
      narrow(node.condition, path);
    }
    return std::all_of(node.children.begin(), node.children.end(),
                       [&](CodeNode &child) { return walk(child, path); });
  }

  static Bounds boundsOf(const CodeNode &loop, const LoopValues &values) {
    Bounds bounds{loopSymbol(loop.depth), {}, {}};
    if (auto upper = upperBounds(loop, values))
      bounds.upper = *upper;
    if (auto lower = lowerBounds(loop, values))
      bounds.lower = *lower;
    return bounds;
  }

  /// The loop becomes one through its whole box.
  bool fill(CodeNode &loop, const Path &path) {
    const int64_t last = *loops.indices[loop.depth].size - 1;
    Bounds bounds = boundsOf(loop, path.values);
    if (loop.step != 1 || bounds.lower.empty() || bounds.upper.empty())
      return false;
    for (const Polynomial &first : bounds.lower)
      if (!require(-first, path))
        return false;
    for (const Polynomial &end : bounds.upper)
      if (!require(end - Polynomial(last), path))
        return false;
    loop.first = IntExpr();
    loop.condition = notAbove(Polynomial::symbol(bounds.symbol), Polynomial(last));
    return true;
  }

  /// A test inside of the code that is the same for all of it, or can be made so: it goes to the
  /// conditions.
  bool holds(const IntExpr &condition, const Path &path) {
    if (condition.kind == IntExpr::Kind::And) {
      std::vector<Polynomial> before = all;
      bool eachHolds = std::all_of(condition.operands.begin(), condition.operands.end(),
                                   [&](const IntExpr &operand) { return holds(operand, path); });
      if (!eachHolds)
        all = before;
      return eachHolds;
    }
    std::optional<Polynomial> difference = notNegativeIn(condition, path);
    bool isOfBox = difference && std::any_of(boxes.begin(), boxes.end(), [&](int box) {
                     return difference->contains(loopSymbol(box));
                   });
    return isOfBox && require(*difference, path);
  }

  /// What is not negative where a comparison other than == holds.
  static std::optional<Polynomial> notNegativeIn(const IntExpr &condition, const Path &path) {
    if (condition.kind != IntExpr::Kind::Compare || condition.op == Op::EqualEqual)
      return std::nullopt;
    auto a = polynomialOf(condition.operands[0], path.values),
         b = polynomialOf(condition.operands[1], path.values);
    if (!a || !b)
      return std::nullopt;
    Polynomial difference = isGreater(condition.op) ? *a - *b : *b - *a;
    return isStrict(condition.op) ? difference - Polynomial(1) : difference;
  }

  /// Behind a test the innermost loop that it names runs in its bounds only.
  static void narrow(const IntExpr &condition, Path &path) {
    if (condition.kind == IntExpr::Kind::And)
      for (const IntExpr &operand : condition.operands)
        narrow(operand, path);
    std::optional<Polynomial> difference = notNegativeIn(condition, path);
    for (auto loop = path.around.rbegin(); difference && loop != path.around.rend(); ++loop) {
      if (!difference->contains(loop->symbol))
        continue;
      const Polynomial variable = Polynomial::symbol(loop->symbol);
      if (Polynomial first = variable - *difference; !first.contains(loop->symbol))
        loop->testedLower.push_back(first);
      if (Polynomial last = variable + *difference; !last.contains(loop->symbol))
        loop->testedUpper.push_back(last);
      return;
    }
  }

  /// Adds that the value is not negative anywhere in the code; false when that never holds or
  /// cannot be said.
  bool require(const Polynomial &value, const Path &path) {
    std::optional<Polynomial> least = leastOf(value, path);
    if (!least)
      return false;
    if (auto constant = least->constant())
      return *constant >= 0;
    for (Polynomial &other : all)
      if (auto distance = (*least - other).constant()) { // one of them says both
        other = *distance < 0 ? *least : other;
        return true;
      }
    all.push_back(*least);
    return true;
  }

  /// A value that is never above `value`, without the loops of the code. None, too, where it is
  /// negative as soon as a loop begins (or ends) where a test says: what its own bounds leave is
  /// hardly anything.
  ///   for (i = 0; i < n; i += 8) if (i >= j - 7) for (k < i + 8 - j)   with k < 6:  not j <= 2
  std::optional<Polynomial> leastOf(Polynomial value, const Path &path) const {
    for (auto loop = path.around.rbegin(); loop != path.around.rend(); ++loop) {
      if (!value.contains(loop->symbol))
        continue;
      auto factor = value.coefficient(loop->symbol, 1).constant();
      if (value.degree(loop->symbol) != 1 || !factor)
        return std::nullopt;
      for (const Polynomial &end : *factor > 0 ? loop->testedLower : loop->testedUpper) {
        auto constant =
            (value + Polynomial(*factor) * (end - Polynomial::symbol(loop->symbol))).constant();
        if (constant && *constant < 0)
          return std::nullopt;
      }
      const std::vector<Polynomial> &ends = *factor > 0 ? loop->lower : loop->upper;
      if (ends.empty())
        return std::nullopt;
      auto constant = std::find_if(ends.begin(), ends.end(),
                                   [](const Polynomial &end) { return end.constant(); });
      const Polynomial &end = constant == ends.end() ? ends.front() : *constant;
      value += Polynomial(*factor) * (end - Polynomial::symbol(loop->symbol));
    }
    return value;
  }

  const LoopOrder &loops;
  const std::set<int> &boxes;
  std::vector<Polynomial> all;
};

IntExpr allOf(const std::vector<Polynomial> &conditions) {
  if (conditions.size() == 1)
    return notNegative(conditions.front());
  IntExpr all;
  all.kind = IntExpr::Kind::And;
  for (const Polynomial &condition : conditions)
    all.operands.push_back(notNegative(condition));
  return all;
}

IntExpr extreme(IntExpr::Kind kind, const IntExpr &a, const IntExpr &b) {
  IntExpr result;
  result.kind = kind;
  for (const IntExpr *one : {&a, &b})
    if (one->kind == kind)
      result.operands.insert(result.operands.end(), one->operands.begin(), one->operands.end());
    else
      result.operands.push_back(*one);
  return result;
}
IntExpr smaller(const IntExpr &a, const IntExpr &b) { return extreme(IntExpr::Kind::Min, a, b); }
IntExpr greater(const IntExpr &a, const IntExpr &b) { return extreme(IntExpr::Kind::Max, a, b); }

/// Without those of several operands of a minimum (maximum) that the facts show to be above (below)
/// another one.
void dropSlack(IntExpr &extreme, IntExpr::Kind kind, std::vector<Polynomial> bounds,
               const RunFacts &facts) {
  if (extreme.kind != kind)
    return;
  const Polynomial sign(kind == IntExpr::Kind::Min ? 1 : -1);
  for (size_t k = bounds.size(); k-- > 0 && bounds.size() > 1;)
    for (size_t other = 0; other < bounds.size(); ++other)
      if (other != k && facts.implies(sign * (bounds[k] - bounds[other]))) {
        bounds.erase(bounds.begin() + k);
        extreme.operands.erase(extreme.operands.begin() + k);
        break;
      }
  if (extreme.operands.size() == 1)
    extreme = IntExpr(extreme.operands.front());
}

/// Without what the facts decide: bounds of loops, and tests.
CodeNode decided(CodeNode node, RunFacts facts) {
  if (node.kind == NodeKind::Loop) {
    if (auto bounds = upperBounds(node, {}))
      dropSlack(node.condition.operands[1], IntExpr::Kind::Min, *bounds, facts);
    if (auto bounds = lowerBounds(node, {}))
      dropSlack(node.first, IntExpr::Kind::Max, *bounds, facts);
    facts.enter(node, {});
  } else if (node.kind == NodeKind::If) {
    RunFacts holds = facts, fails = facts;
    holds.enter(node.condition, true, {});
    fails.enter(node.condition, false, {});
    if (fails.contradict())
      return decided(std::move(node.children.front()), std::move(facts));
    if (holds.contradict())
      return node.children.size() == 2 ? decided(std::move(node.children[1]), std::move(facts))
                                       : CodeNode();
    node.children[0] = decided(std::move(node.children[0]), std::move(holds));
    if (node.children.size() == 2)
      node.children[1] = decided(std::move(node.children[1]), std::move(fails));
    return node;
  }
  for (CodeNode &child : node.children)
    child = decided(std::move(child), facts);
  return node;
}

class TileSplitter {
public:
  explicit TileSplitter(const LoopOrder &loops) : loops(loops) {}

  struct Place {
    std::set<int> counted; // loops around
    std::set<int> done;    // boxes that are full here, or are to stay as they are
    RunFacts facts;
    Residues known; // of the loops around

    void enter(const CodeNode &loop) {
      counted.insert(loop.depth);
      facts.enter(loop, {});
      known.insert_or_assign(loopSymbol(loop.depth), residueOfLoop(loop, known));
    }
  };

  CodeNode in(CodeNode node, Place place) const {
    if (auto tiles = fullTiles(node, place)) {
      Place inside = place;
      inside.done.insert(tiles->boxes.begin(), tiles->boxes.end());
      CodeNode full = in(std::move(tiles->code), std::move(inside));
      if (tiles->conditions.empty())
        return full;
      CodeNode both;
      both.kind = NodeKind::If;
      both.condition = allOf(tiles->conditions);
      both.isFullTile = true;
      both.children = {std::move(full), std::move(node)};
      return both;
    }
    if (node.kind == NodeKind::Loop)
      if (auto parts = splitLoop(node, place))
        return *parts;
    if (isLoop(node))
      place.enter(node);
    for (CodeNode &child : node.children)
      child = in(std::move(child), place);
    return node;
  }

private:
  struct Tiles {
    CodeNode code;
    std::set<int> boxes;
    std::vector<Polynomial> conditions;
  };

  /// Boxes that can only be full further in are left for there.
  std::optional<Tiles> fullTiles(const CodeNode &node, const Place &place) const {
    std::set<int> ready = readyBoxes(node, place);
    if (ready.empty() || hasFurtherBlock(node, place.done))
      return std::nullopt;
    if (auto all = fullTiles(node, ready, place.facts))
      return all;
    if (areFullFurtherIn(node, ready, place.facts))
      return std::nullopt;
    std::erase_if(ready, [&](int box) { return !fullTiles(node, {box}, place.facts); });
    return ready.empty() ? std::nullopt : fullTiles(node, ready, place.facts);
  }

  /// All of them can be full together somewhere inside of loops that alone stand around that place.
  bool areFullFurtherIn(const CodeNode &node, const std::set<int> &boxes, RunFacts facts) const {
    if (!isLoop(node) || boxes.count(node.depth))
      return false;
    facts.enter(node, {});
    return fullTiles(node.children.front(), boxes, facts) ||
           areFullFurtherIn(node.children.front(), boxes, facts);
  }

  std::optional<Tiles> fullTiles(const CodeNode &node, const std::set<int> &boxes,
                                 RunFacts facts) const {
    Tiles tiles{node, boxes, {}};
    FullVersion version(loops, tiles.boxes);
    if (!version.make(tiles.code))
      return std::nullopt;
    tiles.conditions = version.conditions();
    return underConditions(std::move(tiles), std::move(facts));
  }

  /// With what its conditions decide left out; none where they never hold.
  static std::optional<Tiles> underConditions(Tiles tiles, RunFacts facts) {
    for (const Polynomial &condition : tiles.conditions)
      facts.enter(notNegative(condition), true, {});
    if (facts.contradict())
      return std::nullopt;
    tiles.code = decided(std::move(tiles.code), std::move(facts));
    return tiles;
  }

  /// The same for what a loop alone decides: `node` is its body. Boxes that are full already may
  /// have tests inside that hold in most of the loop.
  ///   for (j = 0; j < m + 7; j++) for (ii = 0; ii < 8; ii++) if (ii <= j && j < m + ii) body:  7
  ///       <= j && j < m
  std::optional<Tiles> fullTilesOfLoop(const CodeNode &node, const Place &inside) const {
    if (auto tiles = fullTiles(node, inside))
      return tiles;
    std::set<int> own, tested;
    addLoops(node, own);
    for (int box : inside.done)
      if (own.count(box) && isTested(node, box))
        tested.insert(box);
    auto isLeft = [&](const Tiles &tiles) {
      return std::any_of(tested.begin(), tested.end(),
                         [&](int box) { return isTested(tiles.code, box); });
    };
    if (!tested.empty())
      if (auto tiles = fullTiles(node, tested, inside.facts); tiles && !isLeft(*tiles))
        return tiles;
    return fullFurtherIn(node, inside);
  }

  /// `node`, the body of a loop and a skewed one itself, where the conditions for full tiles hold
  /// that do not name it, and these conditions; what is left `node` decides alone. At the triangles
  /// of a skewed loop each iteration would ask for both.
  std::optional<Tiles> fullFurtherIn(const CodeNode &node, Place inside) const {
    if (node.kind != NodeKind::Loop || loops.boxed[node.depth] ||
        loops.indices[node.depth].mixed.empty())
      return std::nullopt;
    RunFacts facts = inside.facts;
    inside.enter(node);
    auto tiles = fullTiles(node.children.front(), inside);
    if (!tiles)
      return std::nullopt;
    Tiles outer{node, {}, {}};
    std::vector<Polynomial> own;
    for (const Polynomial &condition : tiles->conditions)
      (condition.contains(loopSymbol(node.depth)) ? own : outer.conditions).push_back(condition);
    if (own.empty() || outer.conditions.empty() || !fullRange(node, own))
      return std::nullopt;
    return underConditions(std::move(outer), std::move(facts));
  }

  /// For which values of a loop tiles are full: from first, which is at a fixed distance from where
  /// the loop begins, to last.
  struct FullRange {
    Polynomial begin, first;
    std::optional<Polynomial> last;
  };

  static std::optional<FullRange> fullRange(const CodeNode &loop,
                                            const std::vector<Polynomial> &conditions) {
    if (loop.first.kind != IntExpr::Kind::Linear)
      return std::nullopt;
    const Polynomial variable = Polynomial::symbol(loopSymbol(loop.depth));
    FullRange range{loop.first.polynomial, loop.first.polynomial, std::nullopt};
    for (const Polynomial &condition : conditions) {
      Polynomial last = condition + variable, first = variable - condition;
      bool isEnd = !last.contains(loopSymbol(loop.depth)),
           isBegin = !first.contains(loopSymbol(loop.depth));
      auto distance = (first - range.begin).constant();
      if ((!isEnd && !isBegin) || (isEnd && range.last) ||
          (isBegin && (!distance || range.first != range.begin)))
        return std::nullopt;
      if (isEnd)
        range.last = last;
      else if (*distance > 0)
        range.first = range.begin + Polynomial((*distance + loop.step - 1) / loop.step * loop.step);
    }
    return range;
  }

  /// Full tiles in a loop of their own, where the loop alone decides: what is summed up over its
  /// blocks stays in registers then.
  ///   before: for (i = 0; i < n; i += 8) if (i + 8 <= n) full else rest
  ///   after:  for (i = 0; i < n - 7; i += 8) full  for (i = n - n % 8; i < n; i += 8) rest
  /// Not where that remainder depends on other loops, as in a triangle of which only this loop is
  /// in blocks.
  std::optional<CodeNode> splitLoop(const CodeNode &loop, const Place &place) const {
    Place inside = place;
    inside.enter(loop);
    auto tiles = fullTilesOfLoop(loop.children.front(), inside);
    auto range =
        tiles && !tiles->conditions.empty() ? fullRange(loop, tiles->conditions) : std::nullopt;
    if (!range)
      return std::nullopt;
    const Polynomial variable = Polynomial::symbol(loopSymbol(loop.depth));
    std::optional<Polynomial> behind;
    if (range->last)
      behind = *range->last + Polynomial(loop.step);
    if (behind && (!place.facts.implies(*behind - range->begin) ||
                   !restIsWithoutLoops(*behind - range->begin, loop.step, place.known)))
      return std::nullopt;
    inside.done.insert(tiles->boxes.begin(), tiles->boxes.end());
    CodeNode parts;
    if (range->first != range->begin)
      parts.children.push_back(
          edge(loop, loop.first, notAbove(variable, range->first - Polynomial(1)), inside.facts));
    CodeNode full = loop;
    full.first = linear(range->first);
    if (behind)
      endAt(full, *range->last, place.facts);
    full.children = {in(std::move(tiles->code), inside)};
    parts.children.push_back(std::move(full));
    if (behind) {
      IntExpr first = roundedDown({*behind, *behind - range->begin, loop.step});
      if (!place.facts.implies(*behind - range->first))
        first = greater(linear(range->first), first);
      parts.children.push_back(
          edge(loop, first, notAbove(*range->last + Polynomial(1), variable), inside.facts));
    }
    return parts;
  }

  /// The loop ends at `last`, too.
  static void endAt(CodeNode &loop, const Polynomial &last, const RunFacts &facts) {
    const Polynomial behind = last + Polynomial(loop.condition.op == Op::Less ? 1 : 0);
    CodeNode both = loop;
    IntExpr &end = both.condition.operands[1];
    end = smaller(end, linear(behind));
    if (auto bounds = upperBounds(both, {}))
      dropSlack(end, IntExpr::Kind::Min, *bounds, facts);
    const bool isLast = end.kind == IntExpr::Kind::Linear && end.polynomial == behind;
    loop.condition =
        isLast ? notAbove(Polynomial::symbol(loopSymbol(loop.depth)), last) : both.condition;
  }

  /// The loop for its partial tiles on one side.
  static CodeNode edge(CodeNode loop, const IntExpr &first, const IntExpr &side, RunFacts facts) {
    facts.enter(side, true, {});
    loop.children = {decided(std::move(loop.children.front()), std::move(facts))};
    loop.first = first;
    if (side.operands[0].polynomial == Polynomial::symbol(loopSymbol(loop.depth)))
      loop.condition.operands[1] = smaller(
          loop.condition.operands[1],
          linear(side.operands[1].polynomial + Polynomial(loop.condition.op == Op::Less ? 1 : 0)));
    return loop;
  }

  std::set<int> readyBoxes(const CodeNode &node, const Place &place) const {
    std::set<int> inside, ready;
    addLoops(node, inside);
    for (int depth : inside)
      if (loops.boxed[depth] && place.counted.count(loops.outerDepth[depth]) &&
          !place.done.count(depth))
        ready.insert(depth);
    return ready;
  }

  /// Loops alone stand between here and one that counts the blocks of another box.
  bool hasFurtherBlock(const CodeNode &node, const std::set<int> &done) const {
    if (!isLoop(node))
      return false;
    std::set<int> inside;
    addLoops(node.children.front(), inside);
    bool counts = std::any_of(inside.begin(), inside.end(), [&](int depth) {
      return loops.boxed[depth] && loops.outerDepth[depth] == node.depth && !done.count(depth);
    });
    return counts || hasFurtherBlock(node.children.front(), done);
  }

  const LoopOrder &loops;
};

} // namespace

CodeNode withFullTiles(CodeNode code, const Lowering &nest) {
  return TileSplitter(nest.loops).in(std::move(code), {{}, {}, nest.facts, {}});
}

} // namespace acc
