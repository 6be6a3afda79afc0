// Transposed copies, made from squares that are transposed in vector registers.
#pragma once

#include "rewriter/emit/TileBuffer.h"

#include <string>
#include <vector>

namespace acc {

/// Whether filling the buffer, whose dimensions are in reverse order, can be a call of turnedCopy:
/// it has two dimensions, sizes that whole registers of 16 bytes divide, elements of 4 or 8 bytes,
/// runs along the source's rows, which are contiguous, and the unit has no name that the macros
/// have.
bool isTurnedCopy(const LiftedScop &source, const TileBuffer &buffer);

/// to = from for all row < sizes[0] and column < sizes[1], both variables that the text names, or
/// before the `ends` of a buffer of which a part is used. What is used once comes from memory: rows
/// of the next copy are asked for then.
///   ACC_TURN_4(16, 16, 16, ii, jj, t[jj][ii], w[(i + ii) * n + j + jj])
///   ACC_TURN_PART_4(16, ii_end, jj_end, 16, ii, jj, t[jj][ii], w[(i + ii) * n + j + jj])
std::string turnedCopy(const LiftedScop &source, const TileBuffer &buffer,
                       const std::vector<std::string> &ends, const std::string &row,
                       const std::string &column, const std::string &to, const std::string &from,
                       bool isUsedOnce);

} // namespace acc
