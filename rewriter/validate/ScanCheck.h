// The scans of a guard are the tests that the source scop is right under.
#pragma once

#include "rewriter/validate/GuardContext.h"
#include "rewriter/validate/ReadBack.h"

namespace acc {

/// The guard has a scan for each test of the source, and each scan evaluates the condition of its
/// test in exactly the iterations in which the source does, at the same addresses, so that
///  - where it lets the guard hold, the source's condition holds wherever the source comes to it:
///      the
///    nest writes no array that the condition reads, checkDisjointness keeps those of other names
///        apart;
///  - it reads nothing that the source does not read, given what the guard has found before it.
/// NotProved, or none when good.
std::optional<Rejection> checkScans(const Scop &source, const std::vector<ReadBackScan> &scans,
                                    const GuardContext &guard);

} // namespace acc
