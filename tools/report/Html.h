// The report as one HTML file that needs no other: counts, a table of the nests, and for each nest
// what is known of it beside its source.
#pragma once

#include "tools/report/Remarks.h"
#include "tools/report/SourceLines.h"

#include "llvm/Support/raw_ostream.h"

namespace acc::report {

/// Everything that comes from sources is escaped; there are no scripts.
void writeHtml(const Report &report, const std::vector<Remark> &remarks, const SourceTexts &texts,
               llvm::raw_ostream &out);

} // namespace acc::report
