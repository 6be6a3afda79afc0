#include "rewriter/emit/lower/BlockLoops.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

using ExprKind = IntExpr::Kind;

bool mentionsLoop(const Polynomial &value) {
  for (const std::string &symbol : value.symbols())
    if (symbol[0] == loopSymbol(0)[0])
      return true;
  return false;
}

/// Calls `take` with every expression of the node itself.
template <typename Take> void forEachExpression(CodeNode &node, Take &&take) {
  take(node.first);
  take(node.condition);
  for (IntExpr &iterator : node.iterators)
    take(iterator);
}

bool occursIn(const IntExpr &e, const IntExpr &division) {
  bool isOne = (e.kind == ExprKind::Div || e.kind == ExprKind::Mod) &&
               e.divisor == division.divisor && e.operands[0].kind == ExprKind::Linear &&
               e.operands[0].polynomial == division.operands[0].polynomial;
  return isOne || std::any_of(e.operands.begin(), e.operands.end(),
                              [&](const IntExpr &operand) { return occursIn(operand, division); });
}

/// Whatever runs in the node runs only where the dividend is not negative: each
/// statement, or what decides of it, has the division.
bool needsDivision(const CodeNode &node, const IntExpr &division) {
  if (occursIn(node.first, division) || occursIn(node.condition, division))
    return true;
  if (node.kind == CodeNode::Kind::Statement)
    return std::any_of(node.iterators.begin(), node.iterators.end(),
                       [&](const IntExpr &e) { return occursIn(e, division); });
  return std::all_of(node.children.begin(), node.children.end(),
                     [&](const CodeNode &child) { return needsDivision(child, division); });
}

/// Replaces dividend/s and dividend % s where `multiple` is s*(dividend/s).
IntExpr replaced(const IntExpr &e, const IntExpr &division, const Polynomial &multiple) {
  IntExpr result = e;
  for (IntExpr &operand : result.operands)
    operand = replaced(operand, division, multiple);
  const Polynomial &dividend = division.operands[0].polynomial;
  bool isLinear = std::all_of(result.operands.begin(), result.operands.end(),
                              [](const IntExpr &o) { return o.kind == ExprKind::Linear; });
  bool isDivision = occursIn(e, division) && (e.kind == ExprKind::Mod || e.kind == ExprKind::Div) &&
                    e.operands[0].kind == ExprKind::Linear;
  if (isDivision && e.kind == ExprKind::Mod) {
    result = IntExpr();
    result.polynomial = dividend - multiple;
  } else if (isDivision) {
    result.operands[0].polynomial = multiple; // divides exactly
  } else if (isLinear && (e.kind == ExprKind::Sum || e.kind == ExprKind::Product)) {
    Polynomial value = result.operands[0].polynomial;
    for (size_t k = 1; k < result.operands.size(); ++k)
      value = e.kind == ExprKind::Sum ? value + result.operands[k].polynomial
                                      : value * result.operands[k].polynomial;
    result = IntExpr();
    result.polynomial = value;
  } else if (e.kind == ExprKind::Product && result.operands[0].kind == ExprKind::Linear &&
             result.operands[1].kind == ExprKind::Div &&
             result.operands[0].polynomial == Polynomial(result.operands[1].divisor) &&
             occursIn(e, division)) {
    result = IntExpr();
    result.polynomial = multiple;
  }
  return result;
}

void replaceIn(CodeNode &node, const IntExpr &division, const Polynomial &multiple) {
  forEachExpression(node, [&](IntExpr &e) { e = replaced(e, division, multiple); });
  for (CodeNode &child : node.children)
    replaceIn(child, division, multiple);
}

bool hasLoop(const CodeNode &node, int depth) {
  if (node.depth == depth && node.kind != CodeNode::Kind::Region)
    return true;
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](const CodeNode &child) { return hasLoop(child, depth); });
}

/// A division by `divisor` of the loops in `around`, one at least, somewhere in `e`.
const IntExpr *divisionIn(const IntExpr &e, int64_t divisor, const std::set<std::string> &around) {
  if ((e.kind == ExprKind::Div || e.kind == ExprKind::Mod) && e.divisor == divisor &&
      e.operands[0].kind == ExprKind::Linear && mentionsLoop(e.operands[0].polynomial)) {
    bool known = true;
    for (const std::string &symbol : e.operands[0].polynomial.symbols())
      known &= symbol[0] != loopSymbol(0)[0] || around.count(symbol);
    if (known)
      return &e;
  }
  for (const IntExpr &operand : e.operands)
    if (const IntExpr *found = divisionIn(operand, divisor, around))
      return found;
  return nullptr;
}

const IntExpr *divisionIn(CodeNode &node, int64_t divisor, const std::set<std::string> &around) {
  const IntExpr *found = nullptr;
  forEachExpression(node, [&](const IntExpr &e) {
    if (!found)
      found = divisionIn(e, divisor, around);
  });
  for (CodeNode &child : node.children)
    if (!found)
      found = divisionIn(child, divisor, around);
  return found;
}

/// Gives blocks of which there is one only, at a place that divides the loops around, their
/// loop again.
class BlockLoops {
public:
  BlockLoops(const LoopOrder &loops, const std::vector<bool> &fromZero)
      : loops(loops), fromZero(fromZero) {}

  CodeNode in(CodeNode node, std::set<std::string> around) const {
    if (node.kind != CodeNode::Kind::Block)
      for (unsigned d = 0; d < loops.depth(); ++d) {
        int64_t size = loops.indices[d].stride;
        if (size < 2 || !fromZero[d] || around.count(loopSymbol(d)) || hasLoop(node, d))
          continue;
        const IntExpr *found = divisionIn(node, size, around);
        if (!found || !needsDivision(node, *found))
          continue;
        IntExpr division = *found;
        Polynomial block = Polynomial::symbol(loopSymbol(d));
        const Polynomial &value = division.operands[0].polynomial;
        replaceIn(node, division, block);
        CodeNode loop;
        loop.kind = CodeNode::Kind::Loop;
        loop.depth = d;
        loop.step = size;
        loop.condition = notAbove(block, value);
        CodeNode guard;
        guard.kind = CodeNode::Kind::If;
        guard.condition = notAbove(value, block + Polynomial(size - 1));
        guard.children = {std::move(node)};
        loop.children = {guard};
        return in(std::move(loop), around);
      }
    if (node.kind == CodeNode::Kind::Loop || node.kind == CodeNode::Kind::Value)
      around.insert(loopSymbol(node.depth));
    for (CodeNode &child : node.children)
      child = in(std::move(child), around);
    return node;
  }

private:
  const LoopOrder &loops;
  const std::vector<bool> &fromZero;
};

} // namespace

CodeNode withBlockLoops(CodeNode code, const Lowering &nest) {
  return BlockLoops(nest.loops, nest.neverNegative).in(std::move(code), {});
}

} // namespace acc
