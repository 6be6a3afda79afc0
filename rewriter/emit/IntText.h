// C of integer expressions inside the fast version. What is no polynomial is computed once, by a
// constant at the start of the outermost block that has all that it needs.
#pragma once

#include "rewriter/emit/BlockText.h"
#include "rewriter/emit/FunctionParameters.h"
#include "rewriter/emit/IntValues.h"
#include "rewriter/emit/Names.h"
#include "rewriter/emit/PolynomialText.h"

namespace acc {

class IntText {
public:
  /// `variables`: what loops count with, by depth (LoopNames.h).
  IntText(const Scop &scop, std::vector<std::string> variables, const WideType &wide, Names &names,
          BlockText &block, FunctionParameters *parameters = nullptr);

  /// Value of an expression as a polynomial over parameters, loop symbols and
  /// the names of declared constants; declares those that it needs. `hint`: what
  /// such a constant is for ("i_end").
  Polynomial value(const IntExpr &expr, const std::string &hint);
  PolynomialText text(const Polynomial &value);
  /// A condition in C, with `loops` as they are.
  std::string condition(const IntExpr &expr);

  /// for (v = first; v < end; v += step); declares its bounds where needed.
  std::string loopHead(const CodeNode &loop);
  /// Makes `loop` a plain value up to endValue.
  void setValue(unsigned depth, const Polynomial &value) { values[loopSymbol(depth)] = value; }
  void endValue(unsigned depth) { values.erase(loopSymbol(depth)); }
  const LoopValues &loopValues() const { return values; }

  /// The value of a statement's iterator: its invariant part becomes a constant
  /// where it is more than parameters.
  Polynomial iteratorValue(const IntExpr &expr, const std::string &hint);

  /// The loop at `depth` counts with the variable of the one at `counter`, which is not around it,
  /// until that is taken back.
  void countWith(unsigned depth, unsigned counter) { counters[depth] = counter; }
  void countWithOwn(unsigned depth) { counters.erase(depth); }

  /// The variable of the loop at `depth`; it will be declared.
  std::string variable(unsigned depth);
  /// A further loop variable.
  std::string freshVariable(const std::string &base);
  /// "long i, j;", "const long n_1 = n;": what the text so far uses; "" when nothing.
  std::vector<std::string> declarations() const;

  /// What is written from here on is the body of a function of its own, in which the loops at
  /// `depth` and around it are parameters. What has to be given back behind it.
  struct Outside {
    unsigned depth = 0;
    std::set<unsigned> variables;
    std::vector<std::string> further;
  };
  Outside startFunction(unsigned depth);
  /// The names of that function's own variables, which this declares no more; those of variables
  /// and constants around it, of the wide type, some of which it uses.
  struct Inside {
    std::vector<std::string> own, around;
  };
  Inside endFunction(Outside outside);

  /// The body of the loop at `depth` begins in the block's innermost scope.
  void enterLoop(unsigned depth) { levels[loopSymbol(depth)] = block.level(); }
  /// The block's innermost scope is about to end: constants that it declares are unknown outside,
  /// and their names are free again.
  void release();

  const WideType &wideType() const { return wide; }

private:
  /// A constant with the value `text`, which uses the symbols of `operands`.
  Polynomial constant(const std::string &text, const std::vector<Polynomial> &operands,
                      const std::string &hint);
  std::string symbolText(const std::string &symbol);
  /// The value that a loop begins with: one that is rounded down as "n - n % 8", any other one as
  /// value() has it.
  std::string firstText(const IntExpr &first, const std::string &hint);
  /// Names of loop variables and further ones.
  std::vector<std::string> namesOf(const std::set<unsigned> &depths,
                                   const std::vector<std::string> &further) const;
  /// The level of the outermost scope that knows the symbol.
  size_t levelOf(const std::string &symbol) const;

  const Scop &scop;
  WideType wide;
  Names &names;
  BlockText &block;
  FunctionParameters *parameters; // of the function that the block is of; null: none
  LoopValues values;
  std::map<std::string, Polynomial> derived;
  std::vector<std::string> variables;    // per depth
  std::map<unsigned, unsigned> counters; // depths of loops that have the variable of another one
  std::set<unsigned> usedVariables;      // depths
  std::vector<std::string> furtherVariables;
  std::vector<std::pair<std::string, std::string>> aliases; // parameter -> its name here
  struct Constant {
    std::string text, name;
    size_t level = 0; // of the scope that declares it
  };
  std::vector<Constant> constants;
  std::map<std::string, size_t> levels; // of the scope of each loop around, by its symbol
};

} // namespace acc
