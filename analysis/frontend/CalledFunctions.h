// The functions whose bodies may be read in place of their calls, each as a value with a tree of its own.
#pragma once

#include "analysis/frontend/FunctionFacts.h"
#include "analysis/frontend/TreeBuilder.h"

namespace acc {

/// Those of one unit; each is built once, whichever nests call it.
class CalledFunctions {
public:
  explicit CalledFunctions(const ParsedUnit &unit) : unit(unit) {}

  /// What `builder`, of a nest of `caller`, has met, and what these call in turn, by their names. Of a function that cannot
  /// be read, or in which a name means something else than in the caller, calls stay what they are.
  std::map<std::string, std::shared_ptr<const CalledFunction>> calledBy(const TreeBuilder &builder,
                                                                       const clang::FunctionDecl &caller);

  /// These are read as `builder` is (TreeBuilder::opened): with the facts of the nest's function, which has theirs among
  /// them.
  void open(const std::vector<const clang::FunctionDecl *> &definitions, const FunctionFacts &facts,
            const Liveness &liveness, const std::set<std::string> &opened);

private:
  struct Built {
    std::shared_ptr<const CalledFunction> function; // null: not to be read
    llvm::SetVector<const clang::FunctionDecl *> calls;
  };
  const Built &built(const clang::FunctionDecl *definition);

  const ParsedUnit &unit;
  std::map<const clang::FunctionDecl *, Built> known;
};

} // namespace acc
