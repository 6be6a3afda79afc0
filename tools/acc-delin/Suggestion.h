// "did you mean": the known word that is nearest to one that is not known.
#pragma once

#include <string>
#include <vector>

namespace acc {

/// "; did you mean 'analyze'?" for the word of `known` that differs from `word` in at most a third
/// of its letters (one of three at least); "" when none is that near.
std::string didYouMean(const std::string &word, const std::vector<std::string> &known);

} // namespace acc
