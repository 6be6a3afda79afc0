// SIMD vectors as the loops over their lanes that they are: each local variable is an array of
// lanes. A store that may change what it loads goes through such an array.
//
//   given:  typedef float __m128 __attribute__((__vector_size__(16))); __m128 _mm_loadu_ps(const
//           float *); void _mm_storeu_ps(float *, __m128); __m128 _mm_set1_ps(float); __m128
//           _mm_mul_ps(__m128, __m128); (int n, int m, float *A, const float *B, float c)
//   before: for (int i = 0; i < n; i++) _mm_storeu_ps(A + 4*i + m, _mm_mul_ps(_mm_set1_ps(c),
//           _mm_loadu_ps(A + 4*i + m)));
//   after:  for (int i = 0; i < n; i++) { long lane; for (lane = 0; lane < 4l; lane++) (A + 4*i +
//           m)[lane] = c * (A + 4*i + m)[lane]; }
//
//   before: for (int i = 0; i < n; i++) { __m128 v = _mm_loadu_ps(B + i); _mm_storeu_ps(A + i, v);
//           }
//   after:  for (int i = 0; i < n; i++) { float v[4]; { long lane_1; for (lane_1 = 0; lane_1 < 4l;
//           lane_1++) v[lane_1] = (B + i)[lane_1]; } { long lane; for (lane = 0; lane < 4l; lane++)
//           (A + i)[lane] = v[lane]; } }
#pragma once

#include "analysis/tree/SourceNest.h"

namespace acc {

/// The nest without vectors: what is computed with them otherwise than lane by lane
/// (VectorCalls.h), and what belongs to a vector that lives outside of the nest, is not read.
SourceNest withVectorLanes(SourceNest nest);

} // namespace acc
