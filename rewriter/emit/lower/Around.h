// Facts that hold around a piece of code.
#pragma once

#include "rewriter/emit/IntValues.h"

#include <utility>

namespace acc {

/// The conditions and values of the loops and tests around a place of the code.
struct Around {
  RunFacts facts;
  LoopValues values;

  Around inLoop(const CodeNode &loop) const {
    Around inside = *this;
    inside.values.erase(loopSymbol(loop.depth));
    inside.facts.enter(loop, inside.values);
    return inside;
  }
  Around inArm(const CodeNode &test, bool holds) const {
    Around inside = *this;
    inside.facts.enter(test.condition, holds, values);
    return inside;
  }
};

/// The node with `change(child, what is known around it)` of each child.
template <typename Change>
CodeNode eachChild(CodeNode node, const Around &around, Change &&change) {
  if (node.kind == CodeNode::Kind::If) {
    for (size_t k = 0; k < node.children.size(); ++k)
      node.children[k] = change(std::move(node.children[k]), around.inArm(node, k == 0));
    return node;
  }
  Around inside = around;
  if (node.kind == CodeNode::Kind::Loop)
    inside = around.inLoop(node);
  if (node.kind == CodeNode::Kind::Value) {
    inside.values.erase(loopSymbol(node.depth));
    if (auto value = polynomialOf(node.first, around.values))
      inside.values[loopSymbol(node.depth)] = *value;
  }
  for (CodeNode &child : node.children)
    child = change(std::move(child), inside);
  return node;
}

} // namespace acc
