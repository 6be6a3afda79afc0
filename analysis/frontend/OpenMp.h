// OpenMP's directives in a function, which are text to our Clang: which statements threads may run,
// and which variables each of them has for itself.
#pragma once

#include "analysis/frontend/Parse.h"

namespace acc {

/// The words of a pragma: "#pragma omp  simd" or _Pragma("omp simd") -> "omp simd".
std::string pragmaWords(llvm::StringRef pragma);

/// A stand-alone directive ("omp barrier"): the statement after it does not belong to it.
bool isStandAlone(llvm::StringRef words);

/// Each thread that reaches it runs the next statement unchanged, and no other loop belongs to it:
/// "omp single", "omp parallel", "omp task"; not "omp for".
bool appliesToBlock(llvm::StringRef words);

/// The text between the brackets of a clause, "" for none:
///   "omp for collapse(2)", "collapse"   ->   "2"
std::string clauseOf(llvm::StringRef words, llvm::StringRef clause);

/// How many loops belong to the directive: its collapse or ordered clause, else 1.
unsigned loopsOf(llvm::StringRef words);

/// A directive with the statement that it applies to, as offsets in the main file.
struct OpenMpConstruct {
  std::string words;
  uint32_t at = 0; // of the pragma
  uint32_t begin = 0, end = 0;
  const clang::Stmt *stmt = nullptr;
};

/// The constructs of one function, those for vectors alone ("omp simd") left out.
class OpenMpRegions {
public:
  OpenMpRegions(const ParsedUnit &unit, const clang::FunctionDecl &function);

  /// The function has no construct.
  bool empty() const { return constructs.empty(); }
  /// It contains a directive, including stand-alone ones.
  bool hasDirective() const { return isDirected; }

  /// The place stands in no construct that is not around the loop, too: the thread that runs the
  /// loop was or will be there where control flow says so, with the same variables.
  bool isBeside(clang::SourceLocation place, clang::SourceLocation loop) const;
  /// What a use of a variable is to the thread that runs a loop, where control flow leads from one
  /// to the other.
  enum class Use {
    Own,    // of the loop's variable, read or assigned
    Read,   // it may read the loop's variable; what it assigns may not reach that one
    Another // of a copy, which begins without a value
  };
  /// `around`: the constructs around the loop.
  Use useOf(const clang::VarDecl *variable, clang::SourceLocation place,
            const std::vector<const OpenMpConstruct *> &around) const;
  /// Constructs around the place, the outermost one first.
  std::vector<const OpenMpConstruct *> around(clang::SourceLocation place) const;

  /// A variable that the loop assigns by name and that several threads may share; null for none.
  /// Considers only constructs around the loop.
  struct Shared {
    const clang::VarDecl *variable = nullptr;
    const OpenMpConstruct *construct = nullptr;
  };
  Shared sharedIn(const clang::Stmt *loop) const;

  /// Why no fast version can take the place of a loop with its `omp parallel for` that shares out
  /// its own loops instead; "" when one can, as far as the directive says.
  std::string whyNotWhole(const clang::Stmt *loop) const;
  /// After the loop the variable has its previous value: each thread had a private copy.
  bool isKept(const clang::VarDecl *variable, const clang::Stmt *loop) const;

  /// Whoever runs the loop may find another value in the variable than control flow says: a
  /// construct has it for each thread, or changes it.
  bool mayDiffer(const clang::VarDecl *variable) const { return changed.contains(variable); }
  /// A directive asks for all variables by name, or makes some private that are not named.
  bool hasDefault() const { return isDefaulted; }

private:
  const OpenMpConstruct *parallelFor(const clang::Stmt *loop) const;
  const OpenMpConstruct *sharingOf(const clang::VarDecl *variable, const clang::Stmt *loop) const;

  const clang::SourceManager &manager;
  std::vector<OpenMpConstruct> constructs; // by their pragmas
  llvm::DenseSet<const clang::VarDecl *> changed;
  bool isDirected = false, isDefaulted = false;
};

} // namespace acc
