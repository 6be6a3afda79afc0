#include "rewriter/emit/lower/PlacedBuffers.h"

#include "rewriter/emit/AccessedArrays.h"
#include "rewriter/emit/TileBuffer.h"
#include "rewriter/emit/lower/Around.h"
#include "rewriter/emit/lower/HoistedTests.h"

#include <algorithm>

namespace acc {
namespace {

class Placer {
public:
  Placer(const Plan &plan, const LoopOrder &loops)
      : plan(plan), loops(loops), source(*plan.schedule().nest().source) {}

  CodeNode in(CodeNode node, const Around &around) const {
    if (node.kind == CodeNode::Kind::Region)
      return region(std::move(node), around);
    return eachChild(std::move(node), around, [&](CodeNode child, const Around &inside) {
      return in(std::move(child), inside);
    });
  }

private:
  /// A promotion and the region of it that is to be placed.
  struct Promoted {
    int promotion = -1; // in Plan::promotions()
    bool isContraction = false;
    int array = -1;
    PromotedTile tile;
    unsigned depth = 0;
  };

  CodeNode region(CodeNode node, const Around &around) const {
    const Promotion &promotion = plan.promotions()[node.depth];
    CodeNode body = std::move(node.children.front());
    std::optional<int> array = promotedArray(source.scop, promotion, body);
    Outcome<PromotedTile> tile = promotedTile(plan.schedule(), promotion.array, promotion.index);
    if (!array || !tile) {
      node.children = {in(std::move(body), around)};
      return node;
    }
    return placed({node.depth, promotion.isContraction, *array, *tile,
                   loops.depthAt(plan.schedule().positionOf(promotion.index))},
                  std::move(body), around);
  }

  /// `body` with the region around it, or around parts of it.
  CodeNode placed(const Promoted &what, CodeNode body, const Around &around) const {
    auto uses = [&](const CodeNode &part) { return accessesArray(source.scop, part, what.array); };
    if (!uses(body) || (!what.isContraction && !hasLoop(body)))
      return in(std::move(body), around);
    if (auto buffer = bufferIn(what, body, around))
      return regionAround(what, in(std::move(body), around), *buffer);
    if (body.kind == CodeNode::Kind::Loop) {
      Around runs = around;
      runs.facts.enterRun(body, around.values);
      auto buffer = bufferIn(what, body, runs);
      if (!buffer)
        return in(std::move(body), around);
      CodeNode test;
      test.kind = CodeNode::Kind::If;
      test.condition = firstTest(body);
      test.children = {regionAround(what, in(std::move(body), runs), *buffer)};
      return test;
    }
    if (body.kind == CodeNode::Kind::Block &&
        std::count_if(body.children.begin(), body.children.end(), uses) > 1)
      if (auto shared = sharedByParts(what, body, around))
        return *shared;
    // What one part of the region leaves in a buffer no other part would find.
    const bool isCut = body.kind == CodeNode::Kind::Block && what.isContraction &&
                       std::count_if(body.children.begin(), body.children.end(), uses) > 1;
    if (isCut || (body.kind != CodeNode::Kind::Block && body.kind != CodeNode::Kind::If))
      return in(std::move(body), around);
    return eachChild(std::move(body), around, [&](CodeNode child, const Around &inside) {
      return placed(what, std::move(child), inside);
    });
  }

  /// One region for all parts of the code, where a loop among them fills the buffer and none of
  /// them writes the array: what is at the edges of the full tiles reads it, too.
  ///   { edge  for (i < n) full  edge }   ->   if (0 < n) region { edge  for (i < n) full  edge }
  ///       else { edge  edge }
  std::optional<CodeNode> sharedByParts(const Promoted &what, const CodeNode &parts,
                                        const Around &around) const {
    if (writesArray(source.scop, parts, what.array))
      return std::nullopt;
    for (size_t k = 0; k < parts.children.size(); ++k) {
      const CodeNode &loop = parts.children[k];
      if (loop.kind != CodeNode::Kind::Loop)
        continue;
      Around runs = around;
      runs.facts.enterRun(loop, around.values);
      auto buffer = bufferIn(what, parts, runs);
      if (!buffer)
        continue;
      CodeNode test, others = parts;
      test.kind = CodeNode::Kind::If;
      test.condition = firstTest(loop);
      others.children.erase(others.children.begin() + k);
      test.children = {regionAround(what, in(parts, runs), *buffer),
                       in(std::move(others), around.inArm(test, false))};
      return test;
    }
    return std::nullopt;
  }

  std::optional<TileBuffer> bufferIn(const Promoted &what, const CodeNode &body,
                                     const Around &around) const {
    return tileBuffer(source, what.array, what.tile, body, what.depth, loops, around.values,
                      around.facts);
  }

  /// The region, and before it the notes of which rows of its buffer are copied, where it has such.
  static CodeNode regionAround(const Promoted &what, CodeNode body, const TileBuffer &buffer) {
    CodeNode region, notes, both;
    region.kind = CodeNode::Kind::Region;
    region.depth = notes.depth = what.promotion;
    notes.kind = CodeNode::Kind::Notes;
    notes.buffer = std::make_shared<const TileBuffer>(buffer);
    notes.children = {testsOf(body)};
    region.children = {std::move(body)};
    if (buffer.rows.empty())
      return region;
    both.children = {std::move(notes), std::move(region)};
    return both;
  }

  const Plan &plan;
  const LoopOrder &loops;
  const LiftedScop &source;
};

} // namespace

std::optional<int> promotedArray(const Scop &scop, const Promotion &promotion,
                                 const CodeNode &code) {
  std::optional<int> found;
  for (size_t array = 0; array < scop.arrays.size(); ++array)
    if (scop.arrays[array].name == promotion.array && !scop.arrays[array].isPrivate &&
        accessesArray(scop, code, array)) {
      if (found)
        return std::nullopt;
      found = static_cast<int>(array);
    }
  return found;
}

CodeNode withPlacedBuffers(CodeNode code, const Lowering &nest) {
  return Placer(nest.plan, nest.loops).in(std::move(code), {nest.facts, {}});
}

} // namespace acc
