// Functions of Clang's syntax tree as machine code in this process, every access of which is told to
// the engine.
#pragma once

#include "analysis/frontend/Parse.h"

#include <memory>

namespace acc {

/// Functions with what they need, as C's rules would link them in a program of its own.
struct CodeToCompile {
  const ParsedUnit &unit;
  std::vector<clang::FunctionDecl *> entries;
  /// Definitions that they may use; those of static storage can be looked up.
  std::vector<clang::Decl *> definitions;
};

/// What the compiler has to set up once in a process. Children that fork afterwards need not.
void prepareCompiler();

/// Machine code and the memory of its variables.
class CompiledCode {
public:
  /// Why it could not be compiled, as a sentence; "" when it was.
  std::string obstacle;

  /// Where the function, or the variable's memory, is.
  void *addressOf(const clang::NamedDecl *declaration) const;

  static CompiledCode compile(const CodeToCompile &code);

  CompiledCode();
  CompiledCode(CompiledCode &&);
  ~CompiledCode();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace acc
