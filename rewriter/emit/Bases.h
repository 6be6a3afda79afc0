// How the fast version names the arrays of a scop: aliases of the base pointers.
#pragma once

#include "rewriter/emit/Names.h"
#include "scheduling/Nest.h"

namespace acc {

class Bases {
public:
  Bases(const LiftedScop &source, Names &names);

  /// C text that is subscripted to reach an element of Scop::arrays[array].
  const std::string &text(int array) const { return texts[array]; }
  /// Declarations of the aliases, each without its ';'. An alias is `restrict`
  /// where it is the only one of its base: the guard keeps all bases apart.
  const std::vector<std::string> &declarations() const { return lines; }

private:
  std::vector<std::string> texts;
  std::vector<std::string> lines;
};

} // namespace acc
