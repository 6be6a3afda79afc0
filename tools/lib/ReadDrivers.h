// Collects what a driver of the functions in a rewritten text needs to know about them.
#pragma once

#include "tools/lib/UnitRun.h"

namespace acc {

/// The drivers of every function with a rewrite in the written text.
void readDrivers(UnitRun &run);

} // namespace acc
