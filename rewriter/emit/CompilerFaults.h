// Known faults of compilers: text that is right C, and that some version compiles to something else
// or to something slower.
#pragma once

#include "scheduling/Plan.h"

#include <span>

namespace acc {

/// What emission does not write where a fault may be met.
enum class Avoid {
  Restrict,    // `restrict` pointers
  PlainCopies, // copies of a loop's body without an asm statement between them
  FusedLevel,  // the level of the processor with fused multiplication and addition
};

/// One row of the table.
struct CompilerFault {
  const char *id;
  const char *compilers; // and flags, as observed
  const char *effect;
  Avoid avoid;
  bool (*isMet)(const Plan &plan);
};

std::span<const CompilerFault> compilerFaults();

/// The first fault that the text of this plan may meet and that is avoided in this way; null when
/// there is none. For compilers that are not in the table the text is right all the same.
const CompilerFault *faultOf(const Plan &plan, Avoid avoid);

// The patterns of the rows.

/// Two loops move in one subscript of an array that the nest writes, so that iterations of both may
/// reach one element, and not both by a number of elements. gcc 12 exchanges such loops at -O3
/// where it knows the array to be apart from all others, and sums then have another order
/// (Debian 12.2, -floop-interchange, 2026-11); where it does not know it, it leaves them.
///   for (g = 0; g < n; g++) for (h = 0; h < m; h++) A[(g + h)*n] += B[h];
///   for (k = 0; k < m; k++) for (i = 0; i < n; i++) A[k + i*s] += w[k]*x[i];
bool hasSharedStrides(const LiftedScop &source);

/// The nest multiplies complex numbers. Or two statements store floating-point numbers side by
/// side, and the nest adds or subtracts products: those may be products of complex numbers,
/// directly or through variables. gcc 12 makes one instruction of the pair that does not round the
/// products, whatever -ffp-contract says (Debian 12.2 on x86 with FMA, vfmaddsub, 2026-11). It does
/// so where it knows all pointers to be apart: by `restrict`, or because they are declared arrays.
/// Otherwise it does so only where both products are computed before either is stored.
///   C[2*i] += a*c - b*d;  C[2*i + 1] += a*d + b*c;
bool hasPairedProducts(const LiftedScop &source);

/// All innermost loops run in vectors, without buffers, and an iteration of one reads what another
/// one reads, too. Where gcc 12 knows such an array to be apart from what is written, it carries
/// the elements over in registers in the scalar rest behind the vectors
/// (-fpredictive-commoning), which takes longer than to read them again (a stencil in three
/// dimensions: 14.5 ms instead of 10.6, AVX-512, 2026-11). The vectors need no more than the hints
/// of the loops.
///   for (x = 1; x < n - 1; x++) out[x] = in[x - 1] + in[x] + in[x + 1];
bool readsNeighboursInVectors(const Plan &plan);

/// The innermost index of some statement is written out, and copies of it, or iterations of the
/// loop around them, depend on one another. With -fwrapv or -fno-strict-overflow gcc 12 makes loops
/// of their own of such copies, as if it had shown that none needs another (Debian 12.2, -O3, pass
/// ldist with "runtime alias check", 2026-11; without these it parts none of them, and clang does
/// not, either). It leaves loops with an asm statement whole (find_seed_stmts_for_distribution in
/// tree-loop-distribution.cc: "if there is a stmt with side-effects bail out"); ACC_UNROLL_CHAINS
/// puts an empty one there, whatever the flags are that the text is compiled with.
///   for j { A[i][j] = A[i][j - 1] + A[i - 1][j + 1]; A[i + 1][j - 2] = A[i + 1][j - 3] + A[i][j -
///       1]; .. }
bool hasUnrolledChains(const Plan &plan);

} // namespace acc
