// What is one object and what is one function. A declared thing is its symbol as the assembler sees
// it: asm labels, #pragma redefine_extname, alias, weakref and ifunc attributes and file-scope
// assembly count, its name in C does not. Every question for "the same object", "the same function"
// and "the function fabs of the library" is asked here.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <map>
#include <string>

namespace acc {

/// The symbol of a function, or of a variable with linkage or an asm label; "" for other variables.
std::string symbolOf(const clang::NamedDecl &decl);

/// Its symbol is what the target makes of its name in C: no label says otherwise.
bool isCalledByItsName(const clang::FunctionDecl &function);

/// The name of the function of the C library that a call of it reaches, with __builtin_ if it is
/// written so; "" where the program may define what is called: a body in the unit, a static
/// function, another symbol. Symbols that system headers choose are the library's own business.
/// C17 7.1.3 reserves the names unless the unit is compiled for no library (-ffreestanding,
/// -fno-builtin).
llvm::StringRef libraryName(const clang::FunctionDecl &callee);

/// Another definition than this one may be what runs, by the unit's own flags: weak functions,
/// aliases, those that assembly of the unit names; inline functions for which another unit
/// provides the definition with linkage (C17 6.7.4p7, gnu_inline); and exported ones under
/// -fsemantic-interposition.
bool isReplaceable(const clang::FunctionDecl &definition);

/// Of those the last: a loaded library may define it, too.
bool isInterposable(const clang::FunctionDecl &definition);

/// The value that its initialiser gives it may not be the one that is linked: weak ones, aliases.
bool isReplaceable(const clang::VarDecl &variable);

/// Other units and libraries may call it by name. C17 6.9p5 makes it the only definition of the
/// program, but gcc lets a loaded library replace it in one made with -fPIC (its manual,
/// -fsemantic-interposition): what is read through it needs a pin.
bool isExported(const clang::FunctionDecl &definition);

/// Notes at all declarations that assembly outside of functions names them, for the questions above
/// and below. Once for each unit, when it has been read.
void markNamedInAssembly(clang::ASTContext &context);

/// Which variables of a unit may be one object.
class Objects {
public:
  explicit Objects(const clang::ASTContext &context);

  /// Two declared names for one object, as far as the unit tells.
  bool mayBeOne(const clang::VarDecl &a, const clang::VarDecl &b) const;

private:
  /// The symbol at the end of a chain of aliases.
  std::string targetOf(const clang::VarDecl &variable) const;

  std::map<std::string, std::string> aliases; // symbol: the symbol that it is another name of
};

} // namespace acc
