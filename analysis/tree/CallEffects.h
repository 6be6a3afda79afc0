// Calls: which of them have to stay where they are, and which may write memory.
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The call has to stay where it is: it may touch memory, or a state of its own that
/// tells how often and in which order it was called. `whyStays` says which.
bool isOpaqueCall(const Expr &expr);

/// One of the statement and all below it.
bool hasOpaqueCall(const StmtRef &stmt);

/// Why the opaque call has to stay: Call, or CallOrder for one of the library, of which the
/// effects are known.
Rejection whyStays(const SourceNest &nest, const Expr &call);

/// It may read and write all memory that can be reached without a local name, and unless it
/// is of the library it need not return. False for calls that touch a state of their own only
/// (rand, printf) or that read beside it (fwrite).
bool mayWriteMemory(const Expr &call);

} // namespace acc
