// How the fast version names the arrays of a scop: aliases of the base pointers.
#pragma once

#include "rewriter/emit/FunctionParameters.h"

#include <map>
#include <set>

namespace acc {

/// An alias is `restrict` where it is the only one of its base: the guard keeps all bases apart.
class Bases {
public:
  /// With `parameters` the aliases are parameters of a function, else variables of the block.
  Bases(const LiftedScop &source, Names &names, FunctionParameters *parameters = nullptr);

  /// C text that is subscripted to reach an element of Scop::arrays[array].
  std::string text(int array);
  /// Declarations of the aliases that were asked for, each without its ';': the guard may exclude all
  /// that accesses an array.
  const std::vector<std::string> &declarations() const { return lines; }

private:
  /// A pointer that stands for a base.
  struct Alias {
    std::string element;
    bool isConst = false, isRestrict = false;
    bool isCast = false;    // the base has another type, or may have in another configuration
    bool isUntyped = false; // it may point to objects of any type
    std::string name;       // "" until it is asked for
  };
  std::string nameOf(SymbolId base, Alias &alias);

  const Scop &scop;
  Names &names;
  FunctionParameters *parameters;
  /// By base and, but for members of structs, element.
  std::map<std::pair<SymbolId, std::string>, Alias> aliases;
  /// Per array: its alias; null when it is reached by its own name.
  std::vector<Alias *> aliasOf;
  std::vector<std::string> lines;
};

} // namespace acc
