// Nests in which gcc must not be told that pointers are apart, either.
#pragma once

#include "scheduling/Nest.h"

namespace acc {

/// The nest multiplies complex numbers. Or two statements store floating-point numbers side by
/// side, and the nest adds or subtracts products: those may be products of complex numbers,
/// directly or through variables. gcc 12 makes one instruction of the pair that does not round the
/// products, whatever -ffp-contract says (Debian 12.2 on x86 with FMA, vfmaddsub, 2026-11). It does
/// so where it knows all pointers to be apart; else only where all is read before anything is
/// stored.
///   C[2*i] += a*c - b*d;  C[2*i + 1] += a*d + b*c;
bool hasPairedProducts(const LiftedScop &source);

} // namespace acc
