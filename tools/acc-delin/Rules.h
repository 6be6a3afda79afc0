// The ids of findings as rules, for formats that list them.
#pragma once

#include "tools/report/Sarif.h"

namespace acc {

/// Every id with a page, and those of nests that were lifted.
std::vector<report::Rule> reportRules();

/// Where the project's files are on the web, without a slash at the end; "" unless the build says so
/// (-DACC_DELIN_HOMEPAGE=https://...).
const std::string &homepage();

/// Every id and its sentence on standard output, a line each, sorted by id. False when it cannot be written.
bool printChecks();

} // namespace acc
