// The processor that the flags of a unit name.
#pragma once

#include "analysis/frontend/Frontend.h"

namespace acc {

/// The vector instructions of the processor that the flags name (-march=, -mavx..., -msse...), as
/// LLVM knows it: "avx512", "avx2", "sse2" or "neon". "" where no flag names one that it knows, and
/// processors of the target differ. -march=native is the processor of the machine that this runs
/// on; nothing else depends on that.
std::string vectorsOf(const UnitInput &input);

/// The vector instructions that the compiler has under these flags: where none names a processor,
/// those that all processors of the target have. "" where that is not known.
std::string compiledVectorsOf(const UnitInput &input);

} // namespace acc
