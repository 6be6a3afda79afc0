// SourceUnit: what the frontend reads from one translation unit.
// SourceNest: one outermost loop (or any region) of a function.
#pragma once

#include "analysis/tree/NameSet.h"
#include "analysis/tree/SourceTree.h"

#include <map>
#include <set>

namespace acc {

/// What the unit's flags and text fix for every nest in it.
struct UnitFacts {
  std::string path;
  /// The main file's bytes, as parsed.
  std::shared_ptr<const std::string> text;
  /// Declarations in `for`, `//` comments, mixed declarations are allowed.
  bool isC99 = true;
  bool allowsLongLong = true;
  /// -fwrapv: signed overflow is defined.
  bool wrapsSigned = false;
  /// Type-based aliasing may be relied on (-fstrict-aliasing in force).
  bool strictAliasing = true;
  /// The unit mentions errno, so math calls that set it are observable.
  bool readsErrno = false;
  /// The unit's flags allow reassociation (-ffast-math, -fassociative-math).
  bool allowsReassociation = false;
  /// Every identifier and macro name of the unit but Clang's __builtin_*: new names avoid them.
  NameSet identifiers;
  /// Of these the names that mean something outside of every function: macros, also of other
  /// configurations of the main file, and what is declared at file scope.
  NameSet fileNames;
  unsigned longBits = 64;
  unsigned pointerBits = 64;
};

/// A variable that has the value of an expression over others where a nest is entered.
struct KnownAtEntry {
  SymbolId symbol = -1;
  ExprRef value;
};

/// A function of another unit whose body the reading of a nest rests on.
struct CalledDefinition {
  std::string function;
  /// Of the file that defines it, below the directory of the unit's command if it is there.
  std::string path;
};

/// A region of one function: normally an outermost loop; the whole emitted
/// block when the rewriter reads back what it wrote.
struct SourceNest {
  /// "gemm#1": function and ordinal of the outermost loop in it; inner nests
  /// that are lifted on their own append ".k".
  std::string id;
  /// Id of the nest of which this is a part, "" for an outermost one.
  std::string parent;
  std::string function;
  std::shared_ptr<const UnitFacts> unit;
  std::shared_ptr<const SymbolTable> symbols;
  StmtRef root;
  /// What the assignments before it say of variables that it names: plane = w*h, p = A + plane.
  std::vector<KnownAtEntry> knownAtEntry;
  /// Variables of the function that certainly have some value where it is entered.
  std::vector<SymbolId> setAtEntry;
  /// Facts of the function that forbid touching it (setjmp, attributes, ...).
  std::optional<Rejection> functionRejection;
  std::vector<CalledDefinition> otherDefinitions;
  /// The functions that it calls, and that these call, whose bodies mean the same in it, by their
  /// names.
  std::map<std::string, std::shared_ptr<const CalledFunction>> functions;

  const Symbol &symbol(SymbolId id) const { return symbols->at(id); }
};

/// The variable certainly has a value where the nest is entered, also one that the nest does not
/// read.
bool isSetAtEntry(const SourceNest &nest, SymbolId variable);

struct ParseError {
  std::string message;
  SourceRange where;
  RejectionKind kind = RejectionKind::ParseError;
};

/// A file that the unit includes, no system header, with loops of its own.
struct IncludedFile {
  std::string path; // absolute, without links
  /// The functions that the loops belong to, as this unit names them; sorted.
  std::vector<std::string> functions;
};

struct SourceUnit {
  std::shared_ptr<const UnitFacts> facts;
  /// Errors of the compiler; non-empty means: report, never edit.
  std::vector<ParseError> errors;
  /// Outermost loops of the file, in source order.
  std::vector<SourceNest> nests;
  /// The files that were read with it, as this unit sees them.
  std::vector<SourceUnit> included;
};

/// The loops directly inside `nest` (through blocks and ifs), each as a nest of
/// its own with `parent` set: what is tried when the whole cannot be lifted.
std::vector<SourceNest> innerNests(const SourceNest &nest);

} // namespace acc
