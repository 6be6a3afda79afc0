// The command that a user will want to type next.
#pragma once

#include "tools/acc-delin/CommandLine.h"
#include "tools/report/Remarks.h"

namespace acc {

/// After a report: `rewrite` if some nest has an estimated gain, else `explain` of the first
/// refusal; "" if there is neither. Quoted for a shell, followed by its description.
std::string nextAfterReport(const CommandLine &line, const std::vector<report::Remark> &remarks);

/// After a rewrite that changes something: the command that writes, if a diff was printed, or the
/// command that compares, if files were written; otherwise "".
std::string nextAfterRewrite(const CommandLine &line);

} // namespace acc
