// The parameters of a fast version that is a function of its own: what of the source function it
// uses.
#pragma once

#include "rewriter/emit/Names.h"
#include "scheduling/Nest.h"

#include <map>
#include <vector>

namespace acc {

/// Another configuration may give elements other types: the guard is false there (it compares
/// sizes), but the code must compile.
bool hasSizePins(const Scop &scop);

/// Collects them as the text is written. Names are those of the source where file scope leaves them
/// free.
class FunctionParameters {
public:
  /// `names` of the function, `outside` of the one that holds the nest. `inLocals`: scalars that
  /// the function sets live in variables of its own, where it may do so. `place`: where it stands
  /// in the unit's text, if not right before that function.
  FunctionParameters(const Scop &scop, Names &names, Names &outside, bool inLocals = false,
                     uint32_t place = UINT32_MAX)
      : scop(scop), names(names), outside(outside), typesMayDiffer(hasSizePins(scop)),
        inLocals(inLocals), place(place) {}

  /// A variable of file scope that is declared before the function.
  bool isVisible(const Symbol &symbol) const {
    return symbol.kind == Symbol::Kind::Global && !symbol.isStaticOrThreadLocal &&
           symbol.declaration.end <= place;
  }

  /// The value of a symbol of the source, as its own type has it: a variable of file scope by its
  /// name where that is visible, any other one as a parameter; of a path the variable that it
  /// starts from. Arrays are given as pointers.
  ///   alpha   ->   float alpha         net->scale   ->   struct net *net       m[8][64]   ->
  ///       float (*m)[64]
  /// An array in a variable of a record's type is a parameter by itself: a copy of the record would
  /// not have what is set.
  ///   h.bins[i]   ->   int *bins
  std::string value(SymbolId symbol);

  /// What a nest does with a scalar that it sets: it also reads it; it sets it in any case; it may
  /// leave it as it is.
  enum class ScalarUse { Read, Set, MaySet };

  /// The scalar itself, which the function sets: "(*sum)", or "sum" in a variable of its own: no
  /// compiler takes the greatest of many numbers in vectors where it is stored below a condition.
  /// Around the call a copy has its place, so
  /// that the source's loops need not reckon with an address of the variable; but for one that may
  /// be left as it is, which may have no value for a copy to begin with.
  std::string reference(SymbolId symbol, ScalarUse kind);

  /// A further parameter of a name like `stem`; `before` and `behind`: the declaration around the
  /// name; `symbol`: that it is the value of, -1 for another one.
  std::string add(const std::string &stem, const std::string &before, const std::string &argument,
                  SymbolId symbol, const std::string &behind = "");

  /// What stands between the brackets of the function's head and of its call: first the numbers,
  /// then the pointers, each in the order in which the source names them.
  std::string declarations() const;
  std::string arguments() const;
  /// The name of each in the function, and its declaration, in that order.
  std::vector<std::pair<std::string, std::string>> named() const;
  /// Statements around the call for the scalars that the function sets: "double sum_1 = sum;" and
  /// "sum = sum_1;".
  const std::vector<std::string> &before() const { return copies; }
  const std::vector<std::string> &behind() const { return copiesBack; }
  /// Declarations at the beginning of the function and statements at its end, for its variables:
  /// "double sum = *sum_1;" and "*sum_1 = sum;".
  const std::vector<std::string> &first() const { return locals; }
  const std::vector<std::string> &last() const { return localsBack; }

  /// What a parameter for a variable or path is called first: a member by its own name where no
  /// other value of the nest has it.
  ///   net->scale   ->   scale          label.w beside a.w   ->   label_w
  std::string stemOf(const std::string &spelling) const;

  /// Why something has no parameter, as a sentence; "" when all have one.
  const std::string &problem() const { return failure; }

private:
  struct Parameter {
    std::string name;
    std::string declaration; // "const float *__restrict A"
    std::string argument;    // C at the place of the nest
    int order = 0;
  };
  std::vector<Parameter> sorted() const;
  bool isArrayInRecord(const Symbol &symbol) const;
  std::string declaration(const Symbol &symbol, const std::string &name);
  std::string nameFor(const Symbol &symbol);

  const Scop &scop;
  Names &names, &outside;
  const bool typesMayDiffer, inLocals;
  const uint32_t place;
  std::map<SymbolId, std::string> known, references;
  std::vector<Parameter> parameters;
  std::vector<std::string> copies, copiesBack, locals, localsBack;
  std::string failure;
};

} // namespace acc
