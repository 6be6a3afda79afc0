// Functions of Clang's syntax tree as machine code in this process, with each access reported to
// the engine.
#pragma once

#include "analysis/frontend/Parse.h"

#include <map>
#include <memory>

namespace acc {

/// Functions with what they need, as C's rules would link them in a program of its own.
struct CodeToCompile {
  std::vector<clang::FunctionDecl *> entries;
  /// Definitions that they may use; those of static storage can be looked up.
  std::vector<clang::Decl *> definitions;
  /// Variables among them whose accesses are nobody's business.
  std::vector<const clang::VarDecl *> unwatched;
};

/// What the compiler has to set up once in a process. Children that fork afterwards need not.
void prepareCompiler();

/// Machine code and the memory of its variables; it lives as long as its compiler.
struct CompiledCode {
  /// Why it could not be compiled, as a sentence; "" when it was.
  std::string obstacle;
  /// The addresses of functions, and of the memory of variables.
  std::map<const clang::NamedDecl *, void *> addresses;

  void *addressOf(const clang::NamedDecl *declaration) const;
};

/// For code of one unit, piece after piece.
class Compiler {
public:
  explicit Compiler(const ParsedUnit &unit);
  ~Compiler();

  CompiledCode compile(const CodeToCompile &code);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace acc
