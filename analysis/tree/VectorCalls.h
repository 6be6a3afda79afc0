// SIMD vectors of floating-point numbers, read as arrays of their lanes, and the functions of the
// compiler's headers that compute with them.
#pragma once

#include "analysis/tree/SourceTree.h"

namespace acc {

/// The type of a vector of numbers: an Array of its lanes, whose spelling is that of the vector.
bool isVector(const CType &type);

/// The function is one of the table: of its arguments alone it computes each lane, loads lanes from
/// consecutive elements, or stores them there. `name`: as the compiler's header has it.
///     _mm_add_ps, _mm256_loadu_pd, _mm512_set1_ps
bool isVectorFunction(const std::string &name);

/// Of such a function: it loads or stores.
bool readsMemory(const std::string &vectorFunction);

/// Of a call of such a function: it stores, and gives no value.
bool isVectorStore(const Expr &call);

/// Of such a call: its lanes are those of consecutive elements in memory.
bool isVectorLoad(const Expr &call);

/// The lane of the value of a variable, an operator or a call; null for other vectors, and where a
/// pointer is not one to elements of the lanes' type, or an argument has side effects.
///     _mm_add_ps(v, _mm_loadu_ps(x + i))   ->   v[lane] + (x + i)[lane]
ExprRef laneOf(const Expr &vector, const ExprRef &lane);

/// Of a store: the element that it stores the lane to, and the lane that it stores there. Null as
/// above.
ExprRef storedElement(const Expr &store, const ExprRef &lane);
ExprRef storedLane(const Expr &store, const ExprRef &lane);

/// The number of lanes.
int64_t laneCount(const CType &vector);

/// Some statement computes with vectors. These may reach objects of any type (they are declared so
/// that they alias all).
bool hasVectors(const StmtRef &stmt);

} // namespace acc
