// The ids of findings as rules, for formats that list them.
#pragma once

#include "tools/report/Sarif.h"

namespace acc {

/// Every id with a page, and those of nests that were lifted; with links when the project's files
/// are on the web at `homepage` (no slash at its end; "": they are not).
std::vector<report::Rule> reportRules(const std::string &homepage = "");

/// What --homepage is unless it is given: what the build says (-DACC_DELIN_HOMEPAGE=https://...),
/// else "".
std::string defaultHomepage();

/// Every id and its sentence on standard output, a line each, sorted by id. False when it cannot be
/// written.
bool printChecks();

} // namespace acc
