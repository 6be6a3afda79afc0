// Verdicts as lines of text between the processes of the run check.
#pragma once

#include "rewriter/run/Child.h"
#include "rewriter/run/Run.h"

namespace acc {

/// What the child that ran one nest reported: the lines of the engine, as far as it wrote them.
/// A child that ended before its last line and was not stopped is a difference where it was running
/// the fast version, and a death elsewhere. `reassociates` is RewrittenNest::reassociates.
RunVerdict verdictOf(const ChildResult &child, bool reassociates);

/// Writes a verdict for readVerdicts, and flushes.
void writeVerdict(std::FILE *out, const RunVerdict &verdict);

/// Reads what a child wrote of nests, "nest\t2" before each, into their verdicts. Returns the
/// number of the nest that it did not finish, or of all.
size_t readVerdicts(const ChildResult &child, std::vector<RunVerdict> &verdicts);

} // namespace acc
