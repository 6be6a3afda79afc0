#include "rewriter/emit/TurnedCopy.h"

#include "rewriter/emit/Names.h"
#include "rewriter/helpers/Helpers.h"

namespace acc {
namespace {

constexpr int64_t kRegisterBytes = 16; // that every target with vectors has

std::vector<size_t> extended(const TileBuffer &buffer) {
  std::vector<size_t> dimensions;
  for (size_t k = 0; k < buffer.sizes.size(); ++k)
    if (buffer.sizes[k] > 1)
      dimensions.push_back(k);
  return dimensions;
}

} // namespace

bool isTurnedCopy(const LiftedScop &source, const TileBuffer &buffer) {
  const ScopArray &array = source.scop.arrays[buffer.array];
  const ScopAccess &access = source.scop.statements[buffer.statement].accesses[buffer.access];
  std::vector<size_t> dimensions = extended(buffer);
  bool isContiguous = source.views.arrays[buffer.array].view.kind == ViewKind::Array &&
                      dimensions.size() == 2 && dimensions[1] + 1 == buffer.sizes.size() &&
                      array.member.empty() && !(access.node && !access.node->member.empty());
  int64_t size = array.elementSize;
  if (!isContiguous || helperNameIn(*source.scop.nest.unit, allHelpers()))
    return false;
  if ((size != 4 && size != 8) ||
      !(array.element.isInteger() || array.element.kind == CType::Kind::Floating))
    return false;
  return buffer.sizes[dimensions[0]] % (kRegisterBytes / size) == 0 &&
         buffer.sizes[dimensions[1]] % (kRegisterBytes / size) == 0;
}

std::string turnedCopy(const LiftedScop &source, const TileBuffer &buffer,
                       const std::vector<std::string> &ends, const std::string &row,
                       const std::string &column, const std::string &to, const std::string &from,
                       bool isUsedOnce) {
  std::string text = (buffer.isPartial() ? kTurnPart : kTurn) +
                     std::to_string(source.scop.arrays[buffer.array].elementSize) + "(";
  std::vector<size_t> dimensions = extended(buffer);
  if (buffer.isPartial())
    text += std::to_string(buffer.sizes[dimensions.front()]) + ", " + ends.front() + ", " +
            ends.back() + ", ";
  else
    for (size_t k : dimensions)
      text += std::to_string(buffer.sizes[k]) + ", ";
  // The rows of the next such copy: no processor sees them coming in so many short streams.
  text += std::to_string(isUsedOnce ? buffer.sizes[dimensions.front()] : 0) + ", ";
  return text + row + ", " + column + ", " + to + ", " + from + ")";
}

} // namespace acc
