// The functions whose bodies may be inlined, each as a value with a separate tree.
#pragma once

#include "analysis/frontend/FunctionFacts.h"
#include "analysis/frontend/TreeBuilder.h"

namespace acc {

/// Of one unit. Each function is built once, however many nests call it.
class CalledFunctions {
public:
  explicit CalledFunctions(const ParsedUnit &unit) : unit(unit) {}

  /// The functions that the tree of `builder` calls, and those that these call, by name. `caller`
  /// holds the nest. The body of one that cannot be read is an Unsupported statement that says why.
  /// Left out are those in which a name means something else than in the caller: their calls stay
  /// calls.
  std::map<std::string, std::shared_ptr<const CalledFunction>>
  calledBy(const TreeBuilder &builder, const clang::FunctionDecl &caller);

  /// Builds the definitions as TreeBuilder::opened asks: with the facts of the nest's function,
  /// which include theirs.
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
