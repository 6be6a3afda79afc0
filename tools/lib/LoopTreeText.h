// Figures and diagnostics of a LoopTree as text.
#pragma once

#include "scheduling/looptree/Diagnostic.h"
#include "scheduling/looptree/Figures.h"

namespace acc {

/// One row per Einsum, component and tensor.
std::string figuresTable(const looptree::Figures &figures);

/// {"energy", "latency", "stats": {"EINSUM/COMPONENT/TENSOR": {"occ", "read",
/// "write"}, "EINSUM/COMPUTE/None": {"compute"}}, "peak": {"COMPONENT": bits},
/// "diagnostics": [{"severity", "file", "line", "column", "message"}]}
std::string figuresJson(const looptree::Figures &figures, const looptree::Diagnostics &diagnostics);

/// "FILE:LINE:COLUMN: error: ..." per line.
std::string messagesOf(const looptree::Diagnostics &diagnostics);

/// A number as people write it: no fraction when it is whole.
std::string numberText(double number);

} // namespace acc
