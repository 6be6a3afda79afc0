// What a unit alone says of the integers of a nest: what is written must be right without.
#pragma once

#include "analysis/support/SourceRange.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace acc {

/// A variable has a value from `low` to `high` where it is in scope.
struct KnownSize {
  int64_t low = 0, high = 0;
};

/// By Symbol::name: one entry for each different call of the nest's function, where those are all
/// known, else one; empty where nothing is known.
using SizesOfCalls = std::vector<std::map<std::string, KnownSize>>;

/// Where control comes to the loop, one variable exceeds another by at most `most`; "" stands for
/// zero.
struct KnownGap {
  SourceRange loop;
  std::string larger, smaller;
  int64_t most = 0;
};

struct KnownSizes {
  SizesOfCalls calls;
  std::vector<KnownGap> gaps;
};

/// By the ids of outermost nests, whose parts have the same.
using SizesByNest = std::map<std::string, KnownSizes>;

/// Those of a nest, also of a part of one: "f#1.2".
inline const KnownSizes &sizesOfNest(const SizesByNest &sizes, const std::string &nest) {
  static const KnownSizes none;
  auto found = sizes.find(nest.substr(0, nest.find('.')));
  return found == sizes.end() ? none : found->second;
}

} // namespace acc
