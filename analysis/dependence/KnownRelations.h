// Relations between accesses as they were found in one scop, told by what they are made of: for
// another scop over the same loops, of which most statements are the same.
#pragma once

#include "analysis/model/Scop.h"

#include <isl/cpp.h>

#include <compare>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace acc {

struct KnownRelations {
  /// The instances of a statement whatever the parameters.
  struct Instances {
    std::vector<int> loops; // as in Scop::loops
    Condition condition;
    auto operator<=>(const Instances &) const = default;
  };
  using Subscripts = std::vector<Polynomial>;
  /// What is asked: which pairs that come to one element by one of `ends` does the loop at `level`
  /// order.
  struct Question {
    Instances source, sink;
    unsigned level;
    std::vector<std::pair<Subscripts, Subscripts>> ends;
    Condition where; // on the parameters
    auto operator<=>(const Question &) const = default;
  };

  /// The parameters that counted.
  isl::set valid;
  /// None where there are no such pairs. As Dependence::pairs.
  std::map<Question, std::optional<isl::map>> answers;
};

} // namespace acc
