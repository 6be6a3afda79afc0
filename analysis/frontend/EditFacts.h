// A loop as a place in the file that an edit would replace.
#pragma once

#include "analysis/frontend/EntryValues.h"
#include "analysis/frontend/Parse.h"

namespace acc {

/// All facts of a loop of `function` except liveOut. The range to edit includes the pragmas before
/// the loop, so that they stay with it; where OpenMP or OpenACC would give them a meaning, a pin
/// makes the original run. `enclosingPragma` is one around the loop that applies to it, "" for
/// none. `atEntry`: the known values of variables, which may differ in another configuration.
LoopFacts readEditFacts(const ParsedUnit &unit, const FunctionFacts &function,
                        const clang::Stmt &loop, const std::string &enclosingPragma,
                        const std::vector<KnownValue> &atEntry);

/// The pragmas that apply to the statement at this offset, one per line: lines
/// directly before it (inactive ones too), _Pragma operators, and a macro name
/// that expands to nothing here but may hold a pragma elsewhere.
std::string pragmasBefore(const ParsedUnit &unit, uint32_t offset);

/// How many loops inside the statement the pragmas on it, one per line, forbid to replace: those of
/// collapse(n) n - 1, UINT_MAX for all.
unsigned loopsReachedBy(llvm::StringRef pragma);

} // namespace acc
