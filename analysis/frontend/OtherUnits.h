// Functions that other units of the program define, brought into this one.
#pragma once

#include "analysis/frontend/Parse.h"

namespace acc {

/// Imports the bodies of small functions from other units: functions that loops of `functions` call
/// or give addresses to, and those that these call, where exactly one other unit of the program
/// defines them. ParsedUnit::others lists them afterwards. A body is not imported when it is
/// compiled under other rules (flags, attributes, pragmas), may be replaced, has a symbol other
/// than its name, names something that this unit does not know or knows with another symbol, type
/// or layout, or depends on macros that mean something else here.
void addDefinitions(const ParsedUnit &unit,
                    const std::vector<const clang::FunctionDecl *> &functions);

/// Those of ParsedUnit::others on which the reading of `nest` in `function` may depend.
std::vector<CalledDefinition> otherDefinitionsOf(const ParsedUnit &unit,
                                                 const clang::FunctionDecl &function,
                                                 const std::vector<const clang::Stmt *> &nest);

} // namespace acc
