// Both versions of a rewritten nest as functions of Clang's syntax tree: void f(void), with
// variables of static storage that replace the local ones around the nest.
#pragma once

#include "analysis/frontend/EntryValues.h"
#include "analysis/frontend/FunctionInterface.h"
#include "analysis/frontend/Parse.h"
#include "rewriter/run/Run.h"

#include "llvm/ADT/SetVector.h"

#include <memory>

namespace acc {

/// A variable that either version uses.
struct CodeVariable {
  const clang::VarDecl *declaration; // of static storage
  InterfaceVariable interface;
  bool isLocal = false; // it stands for a local one
  bool isDead = false;  // whose value nobody reads behind the nest
  bool isSet =
      false; // what it holds before the nest is not read, as far as the order of the text tells
  const clang::VarDecl *source = nullptr; // that of the unit, for a local one
};

struct GuardTerm {
  std::string text; // on one line
  clang::VarDecl *held;
};

struct NestCode {
  clang::FunctionDecl *original = nullptr, *rewritten = nullptr;
  /// `long`, counted up where the fast version begins.
  clang::VarDecl *taken = nullptr;
  /// The terms of the guard in their order, with a `long` each that is counted up where the term
  /// holds.
  std::vector<GuardTerm> terms;
  std::vector<CodeVariable> variables;
  /// The function around the nest, its local constants that the nest uses, and the assignments with
  /// which both versions begin, in their order.
  const clang::FunctionDecl *function = nullptr;
  std::vector<const clang::VarDecl *> constantLocals;
  std::vector<KnownValue> known;
  /// Definitions of the unit that the two need.
  std::vector<clang::Decl *> definitions;
  /// See CodeNeeds.
  std::set<std::string> elements;
  /// The names of the members of records that the code mentions.
  std::set<std::string> members;
  uint64_t shortestTable = 0;
  /// The integers in the rewritten version that may be sizes of tiles or limits of work.
  std::set<long> constants;
  /// How many values the narrow integer types of the original have, and half of that: 128 and 256.
  std::set<long> narrow;
  /// Why the two cannot be run, as a sentence.
  std::string obstacle;
};

/// Code of the nests of one unit, one after the other.
class UnitCode {
public:
  explicit UnitCode(const ParsedUnit &unit);
  ~UnitCode();

  /// The original is the `else` of the nest's statement, the rewritten version the whole of it.
  /// Free variables are those that the syntax tree refers to. Where the assignments before the nest
  /// say what a variable is worth there, both versions begin with those assignments. Changes the
  /// tree until `restore`: the references to the local variables become references to the new ones.
  NestCode codeOf(const RewrittenNest &nest);

  /// The tree as it was, for the next nest.
  void restore();

private:
  std::unique_ptr<struct UnitCodeState> state;
};

} // namespace acc
