#include "rewriter/validate/HelperHeads.h"

#include "rewriter/helpers/Helpers.h"

#include <algorithm>

namespace acc {
namespace {

constexpr const char *const kHeads[] = {kLanes, kPart, kFill, kStore, kTurn};

} // namespace

std::string_view textFrom(const SourceNest &nest, const SourceRange &place) {
  if (!nest.unit->text || !place.known() || place.begin > nest.unit->text->size())
    return {};
  return std::string_view(*nest.unit->text).substr(place.begin);
}

bool isLaneLoop(const SourceNest &nest, const SourceRange &loop) {
  const std::string_view text = textFrom(nest, loop);
  return std::any_of(std::begin(kHeads), std::end(kHeads),
                     [&](const char *head) { return text.starts_with(head); });
}

bool namesLanes(const SourceNest &nest, const SourceRange &loop) {
  const std::string_view text = textFrom(nest, loop).substr(0, loop.end - loop.begin);
  return std::any_of(std::begin(kHeads), std::end(kHeads),
                     [&](const char *head) { return text.find(head) != text.npos; });
}

} // namespace acc
