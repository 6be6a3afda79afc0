// Properties besides the text that folded values depend on: compiler-defined macros, the dialect,
// flags that change types. Configuration.cpp pins or refuses them.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Lex/Preprocessor.h"

#include <optional>
#include <string>

namespace acc {

/// __FILE__, __LINE__, __COUNTER__, __TIME__ and their like, when the literal is what the compiler
/// put in its place; "" otherwise. Another folder, another day or an added line changes it.
std::string macroThatMade(const clang::Expr &literal, const clang::Preprocessor &preprocessor);

/// A condition of the preprocessor under which the text means what it means here; "" when it means
/// the same everywhere. Where `//` starts a comment, `a //` + `* half *` + `/ b` is a; in strict
/// C89 it is a division (C89 3.1.9, gcc's manual).
std::string dialectOf(llvm::StringRef text, const clang::LangOptions &language);

/// The text holds a trigraph, which some dialects replace (C17 5.2.1.1) and others do not.
bool hasTrigraph(llvm::StringRef text);

/// A condition of the preprocessor under which the value of the literal or of the conversion is
/// what it is here, whatever -funsigned-char and -fshort-wchar say; "" for those that no flag
/// changes.
std::string valuePin(const clang::Expr &expr, const clang::ASTContext &context);

/// The same of a type as it is written: -fshort-wchar, -mlong-double-64.
std::string typePin(clang::QualType type, const clang::ASTContext &context);

/// The type's size depends on flags and pragmas: -fpack-struct, -fshort-enums.
bool isLayoutOfFlags(clang::QualType type, const clang::ASTContext &context);

/// The same as a condition of C: "16 == sizeof(struct point)"; none where the type has no name.
std::optional<std::string> sizePin(clang::QualType type, const clang::ASTContext &context);

} // namespace acc
