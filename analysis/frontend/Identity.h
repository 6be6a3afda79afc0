// Identity of objects and functions. A declaration stands for its symbol as the assembler sees it:
// asm labels, #pragma redefine_extname, alias, weakref and ifunc attributes and file-scope assembly
// decide, not the name in C. Every question of the kind "is this the same object", "the same
// function", "the function fabs of the library" is answered here.
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

/// The name of the function of the C library that a call reaches, with __builtin_ if it is written
/// so. "" where the program may define the callee: it has a body in the unit, is static, or has
/// another symbol (symbols that system headers choose do not count). The names are reserved
/// (C17 7.1.3) unless the unit is compiled for no library
/// (-ffreestanding, -fno-builtin).
llvm::StringRef libraryName(const clang::FunctionDecl &callee);

/// By the unit's flags, another definition than this one may run: weak functions, aliases,
/// functions that assembly of the unit names, inline functions for which another unit provides the
/// definition with linkage (C17 6.7.4p7, gnu_inline), and exported ones under
/// -fsemantic-interposition.
bool isReplaceable(const clang::FunctionDecl &definition);

/// The last of these cases: a loaded library may replace it.
bool isInterposable(const clang::FunctionDecl &definition);

/// Its initialiser may not be the one that is linked: weak variables, aliases.
bool isReplaceable(const clang::VarDecl &variable);

/// Other units and libraries may call it by name. C17 6.9p5 makes it the only definition of the
/// program, but gcc lets a loaded library replace it in one made with -fPIC (its manual,
/// -fsemantic-interposition): what is read through it needs a pin.
bool isExported(const clang::FunctionDecl &definition);

/// Marks the declarations that file-scope assembly names, for the questions above and below. To be
/// called once, when the unit has been read.
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
