// Determines which calls must stay in place, and which may write memory.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The call must stay in place: it may touch memory, or hidden state that depends on the number and
/// order of calls. `whyStays` says which.
bool isOpaqueCall(const Expr &expr);

/// One of the statement and all below it.
bool hasOpaqueCall(const StmtRef &stmt);

/// Why the opaque call must stay: Call, or CallOrder for a library call with known effects.
Rejection whyStays(const SourceNest &nest, const Expr &call);

/// It may read and write all memory that can be reached without a local name, and unless it
/// is of the library it need not return. False for calls that touch a state of their own only
/// (rand, printf) or that read beside it (fwrite).
bool mayWriteMemory(const Expr &call);

} // namespace acc
