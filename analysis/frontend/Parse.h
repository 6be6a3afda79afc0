// One run of Clang over a unit: the AST and what only the preprocessor sees.
#pragma once

#include "analysis/frontend/CompileFlags.h"
#include "analysis/frontend/Frontend.h"
#include "analysis/frontend/PreprocessorRecord.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <set>

namespace acc {

/// A pragma of the file that is read, as a directive or as _Pragma (then `begin` and
/// `end` are those of the outermost macro use or of the operator). The text of an operator is
/// _Pragma("omp for"), also where a macro makes it; that of our own macros is their use:
/// ACC_VECTOR.
struct PragmaUse {
  clang::FileID file;
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string text;
  bool isInMacro = false; // so may be what it applies to
};

/// A function that another unit of the program defines.
struct OtherDefinition {
  /// Of that unit's main file.
  std::string path;
  /// The pins of its text, as in LoopFacts.
  std::vector<std::string> pins, typePins;
};

/// Clang's options for floating-point operations outside of functions, where each function of the
/// unit ends.
using FloatingModes = llvm::DenseMap<const clang::FunctionDecl *, clang::FPOptions>;

struct ParsedUnit {
  const UnitInput &input;
  clang::ASTContext &context;
  clang::Preprocessor &preprocessor;
  const FlagFacts &flags;
  /// In the order of the file.
  const std::vector<PragmaUse> &pragmas;
  const PreprocessorRecord &record;
  /// Offsets in the file that is read of attributes that Clang does not know but that
  /// change how gcc compiles a function: optimize.
  const std::vector<uint32_t> &foreignAttributes;
  /// Definitions that OtherUnits.h brought in; they are also in `context`.
  llvm::DenseMap<const clang::FunctionDecl *, OtherDefinition> &others;
  /// Source locations of the unit lie before this one, those of imported functions behind it.
  clang::SourceLocation::UIntTy end;
  const FloatingModes &floatingModes;
  /// An attribute that Clang does not know turns the bytes of a record: scalar_storage_order of
  /// gcc.
  bool turnsBytes = false;

  /// It stands in the unit's own text.
  bool holds(clang::SourceLocation place) const {
    return place.isValid() && context.getSourceManager().isBeforeInSLocAddrSpace(place, end);
  }
};

/// Parses the unit and calls `use` while the AST lives, when there is no error. The main file is
/// the inclusion then that the input names; it is an error when there is none. Only functions
/// named in `bodies`, if given, have bodies then. `more`: arguments for the Clang driver behind
/// those of the flags.
std::vector<ParseError> parseUnit(const UnitInput &input,
                                  llvm::function_ref<void(const ParsedUnit &)> use,
                                  const std::set<std::string> *bodies = nullptr,
                                  const std::vector<std::string> &more = {});

/// The same for a unit that is chosen only when the shared beginning has been read: `like` is read
/// to the end of its beginning, then `start` is called once and returns the unit to go on with.
std::vector<ParseError> parseUnit(const UnitInput &like, const UnitStart &start,
                                  llvm::function_ref<void(const ParsedUnit &)> use);

} // namespace acc
