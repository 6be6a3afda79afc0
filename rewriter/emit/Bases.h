// How the fast version names the arrays of a scop: aliases of the base pointers.
#pragma once

#include "rewriter/emit/Names.h"
#include "scheduling/Nest.h"

#include <set>

namespace acc {

class Bases {
public:
  Bases(const LiftedScop &source, Names &names);

  /// C text that is subscripted to reach an element of Scop::arrays[array].
  const std::string &text(int array) {
    used.insert(texts[array]);
    return texts[array];
  }
  /// Declarations of the aliases that were asked for, each without its ';': the guard may exclude all
  /// that accesses an array. An alias is `restrict` where it is the only one of its base: the guard
  /// keeps all bases apart.
  std::vector<std::string> declarations() const;

private:
  std::vector<std::string> texts;
  std::set<std::string> used;
  /// Of aliases, with their names.
  std::vector<std::pair<std::string, std::string>> lines;
};

} // namespace acc
