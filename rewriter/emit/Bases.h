// Names of a scop's arrays in the fast version: aliases of the base pointers.
#pragma once

#include "rewriter/emit/FunctionParameters.h"
#include "scheduling/Plan.h"

#include <map>
#include <set>

namespace acc {

/// It was recovered with more than one dimension, of elements that are numbers: rows can be
/// declared.
bool hasRows(const LiftedScop &source, int array);

/// An alias is `restrict` where it is the only one of its base, as the guard keeps all bases apart,
/// and compilers are the better for it (CompilerFaults.h).
class Bases {
public:
  /// With `parameters` the aliases are parameters of a function, else variables of the block.
  Bases(const Plan &plan, Names &names, FunctionParameters *parameters = nullptr);

  /// C text that is subscripted to reach an element of Scop::arrays[array].
  std::string text(int array);
  /// The same of a recovered array, as rows of these sizes, which are C in the function and at the
  /// nest; only with parameters.
  ///   float (*C)[ldc]
  std::string rows(int array, const std::vector<std::string> &sizes,
                   const std::vector<std::string> &sizesAtNest);
  struct Declaration {
    std::string name, text; // without its ';'
  };
  /// The declarations of the aliases that were asked for. An array may have none: the guard may
  /// exclude all of its accesses.
  const std::vector<Declaration> &declarations() const { return lines; }

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
  /// By base and, except for members of structs, element.
  std::map<std::pair<SymbolId, std::string>, Alias> aliases;
  /// Per array: its alias; null when it is reached by its own name.
  std::vector<Alias *> aliasOf;
  std::map<int, std::string> rowsOf;
  std::vector<Declaration> lines;
};

} // namespace acc
