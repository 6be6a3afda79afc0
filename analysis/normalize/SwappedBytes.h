// Byte-swapped words: addresses whose last bits are flipped.
//
// A pointer to words is a multiple of their size, so the xor changes the offset alone.
//
//   given:  (int n, unsigned *w, unsigned char *A)
//   before: for (int i = 0; i < n; i++) *(unsigned char *)((unsigned long)((unsigned char *)w + i)
//           ^ 3) = A[i];
//   after:  for (int i = 0; i < n; i++) ((unsigned char *)w)[(long)i + 3 - 2*((long)i & 3)] = A[i];
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// Of an offset with a side effect, which would stand twice, and of other masks than all bits below
/// a power of two the address stays.
SourceNest withSwappedBytes(SourceNest nest);

} // namespace acc
