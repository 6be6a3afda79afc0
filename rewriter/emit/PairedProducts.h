// Nests in which gcc must not be told that pointers are apart, either.
#pragma once

#include "scheduling/Nest.h"

namespace acc {

/// Two statements store to neighbouring elements sums or differences of two products each, as those of complex numbers. gcc 12
/// makes one instruction of them that does not round the products, whatever -ffp-contract says, where it knows all pointers to
/// be apart (Debian 12.2 on x86 with FMA, vfmaddsub, 2026-11); where it does not know it, it leaves them.
///   C[2*i] += a*c - b*d;  C[2*i + 1] += a*d + b*c;
bool hasPairedProducts(const LiftedScop &source);

} // namespace acc
