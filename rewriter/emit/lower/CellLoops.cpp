#include "rewriter/emit/lower/CellLoops.h"

#include "rewriter/emit/AccessedArrays.h"
#include "rewriter/emit/IntValues.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

class CellLoops {
public:
  CellLoops(const Plan &plan, const LoopOrder &loops, const std::vector<PrivatePlace> &privates)
      : nest(plan.schedule().nest()), loops(loops), privates(privates) {}

  CodeNode in(CodeNode node, std::set<unsigned> around) const {
    if (node.kind == CodeNode::Kind::Statement)
      return withValues(std::move(node), around);
    if (node.kind == CodeNode::Kind::Loop || node.kind == CodeNode::Kind::Value)
      around.insert(node.depth);
    for (CodeNode &child : node.children)
      child = in(std::move(child), around);
    return node;
  }

private:
  CodeNode withValues(CodeNode statement, std::set<unsigned> around) const {
    std::set<unsigned> missing;
    for (const PrivatePlace &place : privates)
      if (accessesArray(nest.source->scop, statement, place.array))
        for (const std::vector<unsigned> &dimension : place.cells)
          missing.insert(dimension.begin(), dimension.end());
    std::erase_if(missing, [&](unsigned depth) { return around.count(depth) != 0; });
    const CodeNode plain = statement;
    for (unsigned depth : missing) {
      auto value = valueOf(plain, depth, around);
      if (!value)
        continue;
      CodeNode known;
      known.kind = CodeNode::Kind::Value;
      known.depth = static_cast<int>(depth);
      known.first = *value;
      known.children = {std::move(statement)};
      statement = std::move(known);
    }
    return statement;
  }

  /// The values of a dimension's indices add up to its coordinate (Index::mixed). Where the one
  /// that counts blocks is left out, too, the place in the block is what is left of the coordinate.
  std::optional<IntExpr> valueOf(const CodeNode &statement, unsigned depth,
                                 const std::set<unsigned> &around) const {
    const Index &index = loops.indices[depth];
    if (index.dimension < 0)
      return std::nullopt;
    const NestDimension &dimension = nest.dimensions[index.dimension];
    if (dimension.step != 1 || !dimension.has[statement.statement])
      return std::nullopt;
    auto iterators = iteratorsOf(nest.source->scop, statement, {});
    if (!iterators)
      return std::nullopt;
    Polynomial value = dimension.value[statement.statement].substitute(*iterators);
    int64_t block = 1;
    for (unsigned other = 0; other < loops.depth(); ++other) {
      const Index &one = loops.indices[other];
      if (one.dimension != index.dimension || other == depth)
        continue;
      const bool isLeftOut = !around.count(other);
      if (!one.mixed.empty() || (isLeftOut && loops.outerDepth[depth] != static_cast<int>(other)))
        return std::nullopt;
      if (isLeftOut)
        block = one.stride;
      else
        value -= Polynomial::symbol(loopSymbol(other));
    }
    if (!index.mixed.empty() || (block > 1 && !value.constant() && index.stride != 1))
      return std::nullopt;
    IntExpr result = linear(value);
    if (block > 1) {
      result = IntExpr();
      result.kind = IntExpr::Kind::Mod;
      result.divisor = block;
      result.operands = {linear(value)};
    }
    return result;
  }

  const Nest &nest;
  const LoopOrder &loops;
  const std::vector<PrivatePlace> &privates;
};

} // namespace

CodeNode withCellLoops(CodeNode code, const Lowering &nest) {
  return CellLoops(nest.plan, nest.loops, nest.privates).in(std::move(code), {});
}

} // namespace acc
