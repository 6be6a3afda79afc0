// The text that loops of a fast version begin with.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <string_view>

namespace acc {

/// The unit's text from the beginning of the place on; empty where that is not known.
std::string_view textFrom(const SourceNest &nest, const SourceRange &place);

/// The text of the loop begins with a helper of vectors, whose plain form it is.
bool isLaneLoop(const SourceNest &nest, const SourceRange &loop);

/// A helper of vectors stands somewhere in the text of the loop.
bool namesLanes(const SourceNest &nest, const SourceRange &loop);

} // namespace acc
