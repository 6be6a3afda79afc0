// Whether a function that another unit defines means the same in this one.
#pragma once

#include "clang/AST/ASTImporter.h"
#include "clang/AST/Decl.h"

#include <string>

namespace acc {

/// The function was imported by `importer`, which knows what each declaration has become. "" when
/// each function and variable that it names has the symbol and the type that it has there, and each
/// record and enumeration that it uses, through pointers and members too, the layout: sizes, offsets, the
/// integers that represent enumerations. Else what differs: "struct P has another layout there".
std::string whatMeansSomethingElse(clang::FunctionDecl &function, clang::ASTImporter &importer);

} // namespace acc
