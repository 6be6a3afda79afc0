// Nests that follow each other in one function as one nest: what fusing needs.
#pragma once

#include "analysis/frontend/Frontend.h"

namespace acc {

/// The nests, in the order of the text and with nothing but white space and
/// comments between them, as one region: a Block with their loops, to be edited as
/// a whole; its id joins theirs by '+'. InvalidSchedule says what stands between
/// them, or that they are not neighbours in one statement list.
///   for (..) S0;  for (..) S1;     ->     { for (..) S0;  for (..) S1; }
Outcome<SourceNest> jointNest(const UnitInput &input, const std::string &text,
                              const std::vector<const SourceNest *> &nests);

} // namespace acc
