#include "rewriter/emit/lower/WholeLoops.h"

#include "rewriter/emit/AccessedArrays.h"
#include "rewriter/emit/IntValues.h"

#include <algorithm>
#include <utility>

namespace acc {
namespace {

/// The one statement of a loop's body.
CodeNode &bodyOf(CodeNode &loop) {
  CodeNode *body = &loop.children.front();
  while (body->kind == CodeNode::Kind::Block && body->children.size() == 1)
    body = &body->children.front();
  return *body;
}

/// Replaces `inner` by what is left of `sum` behind `outer`; false where `outer` stays then.
bool countWithSum(Polynomial &value, const std::string &outer, const std::string &inner) {
  const std::string sum = "%sum";
  Polynomial changed =
      value.substitute({{inner, Polynomial::symbol(sum) - Polynomial::symbol(outer)}});
  if (changed.contains(outer))
    return false;
  value = changed.substitute({{sum, Polynomial::symbol(inner)}});
  return true;
}

bool countWithSum(IntExpr &e, const std::string &outer, const std::string &inner) {
  return countWithSum(e.polynomial, outer, inner) &&
         std::all_of(e.operands.begin(), e.operands.end(),
                     [&](IntExpr &operand) { return countWithSum(operand, outer, inner); });
}

bool countWithSum(CodeNode &node, const std::string &outer, const std::string &inner) {
  auto expression = [&](IntExpr &e) { return countWithSum(e, outer, inner); };
  return expression(node.first) && expression(node.condition) &&
         std::all_of(node.iterators.begin(), node.iterators.end(), expression) &&
         std::all_of(node.children.begin(), node.children.end(),
                     [&](CodeNode &child) { return countWithSum(child, outer, inner); });
}

/// The loop begins at end - (end - ...) % step: it has at most one iteration.
bool isRest(const CodeNode &loop, const Polynomial &end) {
  auto first = asRoundedDown(loop.first);
  return first && first->value == end && first->divisor == loop.step;
}

class Joiner {
public:
  Joiner(const Plan &plan, const LoopOrder &loops, const std::vector<PrivatePlace> &privates)
      : plan(plan), loops(loops), privates(privates) {}

  CodeNode in(CodeNode node) const {
    for (CodeNode &child : node.children)
      child = in(std::move(child));
    if (node.kind == CodeNode::Kind::Loop && node.step > 1 &&
        bodyOf(node).kind == CodeNode::Kind::Loop)
      if (auto joined = joinedLoop(node, bodyOf(node)))
        return *joined;
    return node;
  }

private:
  std::optional<CodeNode> joinedLoop(const CodeNode &blocks, const CodeNode &block) const {
    if (plan.isSharedOut(loops.indices[blocks.depth].name) || block.step != 1 ||
        !(block.first == IntExpr()) || tripCount(block, {}) || !coversAll(blocks, block) ||
        hasCells(blocks, block))
      return std::nullopt;
    CodeNode joined = block;
    joined.first = blocks.first;
    joined.condition = blocks.condition;
    const std::string outer = loopSymbol(blocks.depth), inner = loopSymbol(block.depth);
    if (!countWithSum(joined.children.front(), outer, inner))
      return std::nullopt;
    // The condition of the blocks is one of the sum.
    joined.condition.operands[0] = linear(Polynomial::symbol(inner));
    joined.counter = blocks.counter < 0 ? blocks.depth : blocks.counter;
    return joined;
  }

  /// The blocks leave out nothing up to the end of their loop, and nothing reaches beyond it.
  static bool coversAll(const CodeNode &blocks, const CodeNode &block) {
    auto ends = upperBounds(blocks, {}), lasts = upperBounds(block, {});
    const IntExpr &condition = blocks.condition;
    const Polynomial variable = Polynomial::symbol(loopSymbol(blocks.depth));
    if (!ends || !lasts || condition.kind != IntExpr::Kind::Compare ||
        !(condition.operands[0] == linear(variable)))
      return false;
    bool isLimited = false;
    for (const Polynomial &last : *lasts) {
      if (last.constant() == std::optional<int64_t>(blocks.step - 1))
        isLimited = true;
      else if (std::find(ends->begin(), ends->end(), last + variable) == ends->end())
        return false;
    }
    for (const Polynomial &end : *ends) {
      if (std::find(lasts->begin(), lasts->end(), end - variable) != lasts->end()) {
        isLimited = isLimited || (ends->size() == 1 && isRest(blocks, end + Polynomial(1)));
        continue;
      }
      // Whole blocks end there.
      auto length = blocks.first.kind == IntExpr::Kind::Linear
                        ? (end + Polynomial(1) - blocks.first.polynomial).constant()
                        : std::nullopt;
      if (!length || *length % blocks.step != 0)
        return false;
    }
    return isLimited;
  }

  /// A private variable of the body has a cell for each iteration of one of the loops, or is
  /// declared between them.
  bool hasCells(const CodeNode &blocks, const CodeNode &block) const {
    const Scop &scop = plan.schedule().nest().source->scop;
    return std::any_of(privates.begin(), privates.end(), [&](const PrivatePlace &place) {
      const bool isBetween = static_cast<int>(place.depth) > blocks.depth &&
                             static_cast<int>(place.depth) <= block.depth;
      return accessesArray(scop, block, place.array) &&
             (isBetween || place.dimensionOf(blocks.depth) || place.dimensionOf(block.depth));
    });
  }

  const Plan &plan;
  const LoopOrder &loops;
  const std::vector<PrivatePlace> &privates;
};

} // namespace

CodeNode withWholeLoops(CodeNode code, const Lowering &nest) {
  return Joiner(nest.plan, nest.loops, nest.privates).in(std::move(code));
}

} // namespace acc
