// The index polynomials of all accesses of one base, read by iterator.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// One access of a base: index = sum strides[i]*i + rest, the strides and the
/// rest over parameters only.
struct IndexUse {
  int statement = -1;
  int access = -1;
  Polynomial index;
  Condition when = Condition::always(); // ScopAccess::when
  std::map<std::string, Polynomial> strides;
  Polynomial rest;
};

/// Every access of `array` as an IndexUse, in program order. `NoView` at the
/// first access whose index is not linear in the iterators or has a coefficient
/// beyond 64 bits.
Outcome<std::vector<IndexUse>> indexUses(const Scop &scop, int array);

/// +-value with a positive leading coefficient.
Polynomial withoutSign(const Polynomial &value);

/// The distinct strides of all uses without their signs, those of highest
/// degree and greatest coefficient first.
std::vector<Polynomial> pooledStrides(const std::vector<IndexUse> &uses);

/// Differences between offsets of accesses with the same strides, where such a difference divides a
/// stride or is a multiple of one: as if one more loop walked it.
///   A[i*2*m + j], A[i*2*m + m + j]  ->  m;     p[y*w + x], p[w*h + y*w + x]  ->  w*h
std::vector<Polynomial> offsetStrides(const std::vector<IndexUse> &uses);

/// `pooledStrides` of the loops' own counters, which start at zero in each loop:
///   AB[ku + i - j + j*ld], i from j - ku:  i = j - ku + i'  ->  ld and 1
std::vector<Polynomial> counterStrides(const Scop &scop, const std::vector<IndexUse> &uses);

/// The order of `pooledStrides`.
bool coarserStride(const Polynomial &a, const Polynomial &b);

/// The rejection of an access that has no view, naming its text and polynomial.
Rejection noView(const Scop &scop, const IndexUse &use, const std::string &why);

} // namespace acc
