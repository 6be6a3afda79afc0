// Loops in which gcc is better not told that pointers are apart.
#pragma once

#include "scheduling/Plan.h"

namespace acc {

/// All innermost loops run in vectors, without buffers, and an iteration of one reads what another
/// one reads, too. Where gcc 12 knows such an array to be apart from what is written, it carries
/// the elements over in registers in the scalar rest behind the vectors
/// (-fpredictive-commoning), which takes longer than to read them again (a stencil in three
/// dimensions: 14.5 ms instead of 10.6, AVX-512, 2026-11). The vectors need no more than the hints
/// of the loops.
///   for (x = 1; x < n - 1; x++) out[x] = in[x - 1] + in[x] + in[x + 1];
bool readsNeighboursInVectors(const Plan &plan);

} // namespace acc
