// One schedule for targets with other registers.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// The plan with tiles for the registers of `target`: what is vectorized in a register tile runs in
/// blocks of as many vectors as before, and what is unrolled as rows of it has as many rows as the
/// target's registers hold. Blocks of mere copies stay as they are. InvalidSchedule when a block
/// would be shorter than one vector, or a step has no such form.
///   for 64 bytes: tile: {i: 8, j: 32}      for 16 bytes, 16 registers: tile: {i: 6, j: 8}
Outcome<Plan> forRegisters(const Plan &plan, const Target &target);

/// The size that a block of an index has there: 0 where no whole number of vectors fits.
int64_t sizeForRegisters(int64_t size, bool isVector, bool isUnrolled, const Target &from,
                         const Target &to);

/// The shape of a register tile: vectors in a row, and rows.
constexpr int64_t kVectorsPerRow = 2;
int64_t tileRows(const Target &target);

} // namespace acc
