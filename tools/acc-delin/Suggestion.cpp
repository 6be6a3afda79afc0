#include "tools/acc-delin/Suggestion.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace acc {

std::string didYouMean(const std::string &word, const std::vector<std::string> &known) {
  auto distance = [&](const std::string &other) {
    return llvm::StringRef(word).edit_distance(other);
  };
  auto nearest =
      std::min_element(known.begin(), known.end(), [&](const std::string &a, const std::string &b) {
        return distance(a) < distance(b);
      });
  if (nearest == known.end() || distance(*nearest) > std::max<size_t>(1, word.size() / 3))
    return "";
  return "; did you mean '" + *nearest + "'?";
}

} // namespace acc
