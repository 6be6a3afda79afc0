#pragma once

#include <vector>

namespace acc {

/// The values of `more` behind those of `all`.
template <typename T> void append(std::vector<T> &all, const std::vector<T> &more) {
  all.insert(all.end(), more.begin(), more.end());
}

} // namespace acc
