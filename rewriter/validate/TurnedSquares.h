// Proves that transposed copies read and write the same elements as the plain loops.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// Two loops that one helper stands for are read as they are where it is plain:
///   ACC_TURN_4(n, m, ahead, p, q, to, from)                    for (p = 0; p < n; p++) for (q = 0;
///       q < m; q++) to = from;
///   ACC_TURN_PART_4(n, p_end, q_end, ahead, p, q, to, from)    the same up to p_end and q_end
/// A compiler with vectors reads pieces of `from` along q, and writes pieces of `to` along p, with
/// 16 bytes at least: n and m elements, of 4 or 8 bytes as the name says, are whole numbers of such
/// pieces, `to` is an element of a local array at unit stride along p that q leaves in its row,
/// `from` one of another array at unit stride along q. What is a part of rows also sets the rest of
/// these: n is written as a number, the rows of `to` are as long, and they are used up to the same
/// end alone. NotProved else.
std::optional<Rejection> checkTurnedSquares(const Scop &emitted);

} // namespace acc
