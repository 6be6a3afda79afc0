#include "rewriter/emit/lower/IdleArms.h"

#include "rewriter/emit/lower/Around.h"

#include <algorithm>

namespace acc {
namespace {

CodeNode liveIn(CodeNode node, const Around &around, bool isInFullTile) {
  const bool isFull = node.isFullTile;
  if (isInFullTile && node.kind == CodeNode::Kind::If &&
      around.inArm(node, true).facts.contradict())
    return node.children.size() > 1 ? liveIn(std::move(node.children[1]), around, true)
                                    : CodeNode();
  bool isFirst = true;
  node = eachChild(std::move(node), around, [&](CodeNode child, const Around &inside) {
    const bool isInside = isInFullTile || (isFull && std::exchange(isFirst, false));
    return liveIn(std::move(child), inside, isInside);
  });
  if (node.kind == CodeNode::Kind::Block)
    std::erase(node.children, CodeNode());
  return node;
}

} // namespace

CodeNode withoutIdleArms(CodeNode code, const Lowering &nest) {
  return liveIn(std::move(code), {nest.facts, {}}, false);
}

} // namespace acc
