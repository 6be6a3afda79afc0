// Functions that other units of the program define, brought into this one.
#pragma once

#include "analysis/frontend/Parse.h"

namespace acc {

/// Gives the unit the bodies of small functions that loops of `functions` call, or that are given
/// addresses there, and that exactly one other unit of the program defines; and of
/// those that these call in turn. ParsedUnit::others names them afterwards. A body is left out
/// when it is compiled under other rules (flags, attributes, pragmas), may be replaced, has
/// another symbol than its name, names what this unit does not know or knows by another symbol, type or
/// layout, or depends on macros that mean something else here.
void addDefinitions(const ParsedUnit &unit,
                    const std::vector<const clang::FunctionDecl *> &functions);

/// Of ParsedUnit::others those that the reading of `nest` in `function` may rest on.
std::vector<CalledDefinition> otherDefinitionsOf(const ParsedUnit &unit,
                                                 const clang::FunctionDecl &function,
                                                 const std::vector<const clang::Stmt *> &nest);

} // namespace acc
