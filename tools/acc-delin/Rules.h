// The ids of findings as rules, for formats that list them.
#pragma once

#include "tools/report/Sarif.h"

namespace acc {

/// Every id with a page, and those of nests that were lifted.
std::vector<report::Rule> reportRules();

} // namespace acc
