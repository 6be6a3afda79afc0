#include "rewriter/emit/AccessedArrays.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

bool accesses(const ScopStatement &statement, int array) {
  return std::any_of(statement.accesses.begin(), statement.accesses.end(),
                     [&](const ScopAccess &access) { return access.array == array; });
}

/// Every statement that accesses the array is there.
bool holdsAll(const Scop &scop, const std::set<int> &held, int array) {
  for (size_t s = 0; s < scop.statements.size(); ++s)
    if (accesses(scop.statements[s], array) && !held.count(static_cast<int>(s)))
      return false;
  return true;
}

void addStatements(const CodeNode &node, std::set<int> &all) {
  if (node.kind == CodeNode::Kind::Statement)
    all.insert(node.statement);
  for (const CodeNode &child : node.children)
    addStatements(child, all);
}

} // namespace

bool accessesArray(const Scop &scop, const CodeNode &node, int array) {
  if (node.kind == CodeNode::Kind::Statement)
    return accesses(scop.statements[node.statement], array);
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](const CodeNode &child) { return accessesArray(scop, child, array); });
}

bool writesArray(const Scop &scop, const CodeNode &node, int array) {
  if (node.kind == CodeNode::Kind::Statement) {
    const std::vector<ScopAccess> &accesses = scop.statements[node.statement].accesses;
    return std::any_of(accesses.begin(), accesses.end(), [&](const ScopAccess &access) {
      return access.array == array && access.isWrite;
    });
  }
  return std::any_of(node.children.begin(), node.children.end(),
                     [&](const CodeNode &child) { return writesArray(scop, child, array); });
}

bool isArrayRead(const Scop &scop, int array) {
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      if (access.array == array && !access.isWrite)
        return true;
  return false;
}

bool hasLoopAt(const CodeNode &node, unsigned depth) {
  return (node.kind == CodeNode::Kind::Loop && node.depth == static_cast<int>(depth)) ||
         std::any_of(node.children.begin(), node.children.end(),
                     [&](const CodeNode &child) { return hasLoopAt(child, depth); });
}

bool hasLoop(const CodeNode &node) {
  return node.kind == CodeNode::Kind::Loop ||
         std::any_of(node.children.begin(), node.children.end(), hasLoop);
}

bool hasInnerPlace(const Scop &scop, const CodeNode &node, const PrivatePlace &place) {
  if (node.kind == CodeNode::Kind::Statement)
    return false;
  bool isLoop = node.kind == CodeNode::Kind::Loop || node.kind == CodeNode::Kind::Value;
  if (isLoop)
    return node.depth < static_cast<int>(place.depth);
  bool isInside = false;
  std::set<int> beside; // statements since the last loop
  auto isWhole = [&] {
    return beside.empty() ||
           (node.kind == CodeNode::Kind::Block && holdsAll(scop, beside, place.array));
  };
  for (const CodeNode &child : node.children) {
    if (!accessesArray(scop, child, place.array))
      continue;
    if (!hasInnerPlace(scop, child, place)) {
      addStatements(child, beside);
      continue;
    }
    if (!isWhole())
      return false;
    isInside = true;
    beside.clear();
  }
  return isInside && isWhole();
}

std::optional<std::vector<int64_t>> declaredSizesOf(const Scop &scop, const ScopArray &array) {
  if (array.base < 0 || !scop.nest.symbol(array.base).elementCount)
    return std::nullopt;
  int64_t outermost = *scop.nest.symbol(array.base).elementCount;
  std::vector<int64_t> sizes;
  for (const Polynomial &size : array.declaredSizes) {
    if (!size.constant() || *size.constant() <= 0)
      return std::nullopt;
    sizes.push_back(*size.constant());
    outermost /= *size.constant();
  }
  sizes.insert(sizes.begin(), outermost);
  return sizes;
}

} // namespace acc
