#include "rewriter/emit/lower/EarlyNotes.h"

#include "rewriter/emit/TileBuffer.h"
#include "rewriter/emit/lower/Around.h"
#include "rewriter/emit/lower/HoistedTests.h"

#include <algorithm>

namespace acc {
namespace {

using Kind = CodeNode::Kind;

class Mover {
public:
  Mover(const Scop &scop, const std::vector<PrivatePlace> &privates)
      : scop(scop), privates(privates) {}

  CodeNode in(CodeNode node, const Around &around) const {
    node = eachChild(std::move(node), around, [&](CodeNode child, const Around &inside) {
      return in(std::move(child), inside);
    });
    if (node.kind != Kind::Loop)
      return node;
    const CodeNode &body = node.children.front();
    const bool hasNotes = body.kind == Kind::Block && body.children.front().kind == Kind::Notes;
    return hasNotes && isSameIn(node, body.children.front()) ? before(std::move(node), around)
                                                             : node;
  }

private:
  /// The loop's notes before it, its first child's first.
  static CodeNode before(CodeNode loop, const Around &around) {
    CodeNode &body = loop.children.front();
    CodeNode both, test;
    both.children.push_back(std::move(body.children.front()));
    body.children.erase(body.children.begin());
    if (body.children.size() == 1) {
      CodeNode only = std::move(body.children.front());
      body = std::move(only);
    }
    const bool isCertain = around.facts.runs(loop, around.values);
    test.kind = Kind::If;
    test.condition = firstTest(loop);
    both.children.push_back(std::move(loop));
    if (isCertain)
      return both;
    test.children = {std::move(both)};
    return test;
  }

  /// What the notes say is the same in all iterations: the tests, the loops around them, and the
  /// rows that they are of.
  bool isSameIn(const CodeNode &loop, const CodeNode &notes) const {
    const TileBuffer &buffer = *notes.buffer;
    for (size_t k = 0; k < buffer.rows.size(); ++k)
      if (buffer.rows[k] && buffer.base[k].contains(loopSymbol(loop.depth)))
        return false;
    return isSame(loop, notes);
  }

  bool isSame(const CodeNode &loop, const CodeNode &node) const {
    return !mentionsLoop(node.first, loop.depth) && !mentionsLoop(node.condition, loop.depth) &&
           (node.kind != Kind::Test || isSameTestIn(loop, node, scop, privates)) &&
           std::all_of(node.children.begin(), node.children.end(),
                       [&](const CodeNode &child) { return isSame(loop, child); });
  }

  const Scop &scop;
  const std::vector<PrivatePlace> &privates;
};

} // namespace

CodeNode withEarlyNotes(CodeNode code, const Lowering &nest) {
  return Mover(nest.scop(), nest.privates).in(std::move(code), {nest.facts, {}});
}

} // namespace acc
