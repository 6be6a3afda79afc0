// The report as Markdown, for review comments: a table per file.
#pragma once

#include "acc-delin/Report.h"

#include "llvm/Support/raw_ostream.h"

namespace acc::report {

void writeMarkdown(const Report &report, llvm::raw_ostream &out);

} // namespace acc::report
