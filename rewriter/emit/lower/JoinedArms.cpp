#include "rewriter/emit/lower/JoinedArms.h"

namespace acc {
namespace {

IntExpr either(IntExpr a, IntExpr b) {
  if (a.kind == IntExpr::Kind::Or) {
    a.operands.push_back(std::move(b));
    return a;
  }
  IntExpr result;
  result.kind = IntExpr::Kind::Or;
  result.operands = {std::move(a), std::move(b)};
  return result;
}

CodeNode joined(CodeNode node) {
  for (CodeNode &child : node.children)
    child = joined(std::move(child));
  while (node.kind == CodeNode::Kind::If && node.children.size() == 2 &&
         node.children[1].kind == CodeNode::Kind::If &&
         node.children[1].children[0] == node.children[0]) {
    CodeNode other = std::move(node.children[1]);
    node.condition = either(std::move(node.condition), std::move(other.condition));
    node.children.pop_back();
    if (other.children.size() == 2)
      node.children.push_back(std::move(other.children[1]));
  }
  return node;
}

} // namespace

CodeNode withJoinedArms(CodeNode code, const Lowering &) { return joined(std::move(code)); }

} // namespace acc
