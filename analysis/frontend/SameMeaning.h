// Decides whether a function that another unit defines means the same in this one.
#pragma once

#include "clang/AST/ASTImporter.h"
#include "clang/AST/Decl.h"

#include <string>

namespace acc {

/// To be asked before the import, which adds the other unit's declarations with their labels. ""
/// when each function and variable that the function names has the same symbol in `here` as in its
/// own unit, as far as `here` declares it; else what differs.
std::string whatHasAnotherSymbol(clang::FunctionDecl &function, clang::ASTContext &here);

/// The function was imported by `importer`, which knows what each declaration has become. "" when
/// each function and variable that it names has the type that it has there, and each record and
/// enumeration that it uses, through pointers and members too, the layout: sizes, offsets, the
/// integers that represent enumerations. Else what differs: "struct P has another layout there".
std::string whatMeansSomethingElse(clang::FunctionDecl &function, clang::ASTImporter &importer);

} // namespace acc
