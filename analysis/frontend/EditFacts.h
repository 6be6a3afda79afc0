// A loop as a place in the file that an edit would replace.
#pragma once

#include "analysis/frontend/Parse.h"

namespace acc {

/// `editRange`, `notEditable` and `pragma` of the loop; liveOut is left empty.
LoopFacts readEditFacts(const ParsedUnit &unit, const clang::Stmt &loop);

/// The pragmas that apply to the statement at this offset, one per line: lines
/// directly before it (inactive ones too), _Pragma operators, and a macro name
/// that expands to nothing here but may hold a pragma elsewhere.
std::string pragmasBefore(const ParsedUnit &unit, uint32_t offset);

/// Does a pragma on a statement forbid replacing loops inside that statement?
bool pragmaReachesInside(llvm::StringRef pragma);

} // namespace acc
