// The command that a user will want to type next.
#pragma once

#include "tools/acc-delin/CommandLine.h"
#include "tools/report/Remarks.h"

namespace acc {

/// After a report: `rewrite` when a faster schedule is expected somewhere, else `explain` of the
/// first reason against one;
/// "" when there is neither.
/// Quoted for a shell, with what it does behind it.
std::string nextAfterReport(const CommandLine &line, const std::vector<report::Remark> &remarks);

/// After a rewrite that changes something: behind a diff on standard output the one that writes,
/// behind files that were written the one that compares; "" else.
std::string nextAfterRewrite(const CommandLine &line);

} // namespace acc
