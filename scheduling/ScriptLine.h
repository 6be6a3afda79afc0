// A schedule script on one line.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// The entries that printScript prints, on one line and without the brackets of the list: "{nest:
/// f#1, schedule: [{split: ...}]}, {...}". Several of them, joined by commas and in brackets, are a
/// script. Blanks in it may become any white space.
std::string printScriptInLine(const Plan &plan, const std::string &nestId);

} // namespace acc
