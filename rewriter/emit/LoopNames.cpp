#include "rewriter/emit/LoopNames.h"

#include "rewriter/emit/lower/PlacedBuffers.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

namespace acc {
namespace {

/// Pairs of depths whose variables are in use together: one loop is in the other, or both are
/// around the elements of a buffer.
class Nesting {
public:
  Nesting(const Plan &plan, const CodeNode &code) : plan(plan) { walk(code, {}); }

  bool areTogether(unsigned a, unsigned b) const { return pairs.count({a, b}) > 0; }

private:
  void walk(const CodeNode &node, std::set<int> around) {
    if (node.kind == CodeNode::Kind::Loop)
      add(node.counter < 0 ? node.depth : node.counter, around);
    if (node.kind == CodeNode::Kind::Region &&
        promotedArray(plan.schedule().nest().source->scop, plan.promotions()[node.depth], node))
      addLoops(node, around);
    for (const CodeNode &child : node.children)
      walk(child, around);
  }

  void add(int depth, std::set<int> &around) {
    for (int other : around) {
      pairs.emplace(depth, other);
      pairs.emplace(other, depth);
    }
    around.insert(depth);
  }

  void addLoops(const CodeNode &node, std::set<int> &around) {
    if (node.kind == CodeNode::Kind::Loop)
      for (int depth : {node.depth, node.counter})
        if (depth >= 0)
          add(depth, around);
    for (const CodeNode &child : node.children)
      addLoops(child, around);
  }

  const Plan &plan;
  std::set<std::pair<int, int>> pairs;
};

/// "i" of "i_1"; "" of a name without a number.
std::string withoutNumber(const std::string &name) {
  size_t end = name.size();
  while (end > 0 && std::isdigit(static_cast<unsigned char>(name[end - 1])))
    --end;
  return end == name.size() || end < 2 || name[end - 1] != '_' ? "" : name.substr(0, end - 1);
}

} // namespace

std::vector<std::string> loopNames(const Plan &plan, const LoopOrder &loops, const CodeNode &code,
                                   Names &names) {
  const Nesting nesting(plan, code);
  std::vector<std::string> result(loops.depth());
  for (unsigned d = 0; d < loops.depth(); ++d)
    if (const std::string &name = loops.indices[d].name; withoutNumber(name).empty())
      result[d] = names.reserve(name) ? name : names.fresh(name + "_0");
  for (unsigned d = 0; d < loops.depth(); ++d) {
    const Index &index = loops.indices[d];
    std::string base = withoutNumber(index.name);
    if (base.empty())
      continue;
    for (std::string shorter = withoutNumber(base); !shorter.empty(); shorter = withoutNumber(base))
      base = shorter;
    auto take = [&](const std::string &name) {
      bool isLoop = false, isFree = true;
      for (unsigned other = 0; other < loops.depth(); ++other)
        if (result[other] == name) {
          isLoop = true;
          isFree = isFree && !nesting.areTogether(d, other);
        }
      if (!isFree || (!isLoop && !names.reserve(name)))
        return false;
      result[d] = name;
      return true;
    };
    const bool isInBlock = !index.outer.empty();
    if (!isInBlock && take(base))
      continue;
    if (isInBlock && base.size() == 1 && (take(base + base) || take(base + "t")))
      continue;
    if (!take(index.name))
      result[d] = names.fresh(index.name);
  }
  return result;
}

} // namespace acc
