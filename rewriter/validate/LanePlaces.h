// Proves that vector loops access the same elements as the plain loops.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// A loop whose text begins with a helper of vectors is read as the plain loop over all its
/// iterations. A compiler with such registers takes some at a time instead:
///   ACC_LANES_4F(v, 8) ACC_4F(c[v]) += s * ACC_4F(a[v]);
/// That is the same when the loop is innermost and runs from 0 to a multiple of the vector's
/// elements; each place in ACC_4F(...) is an element of that type which moves by one with each
/// iteration, every other place stays; the variable has no other use; and what is computed of
/// vectors is + - * / of their type. NotProved else. That the iterations are independent is for
/// checkLoopHints.
///
/// Others are of a part of a row, and two of them go on to its end:
///   ACC_FILL_8D(v, 2, end, t[v], a[v])           for (v = 0; v < end; v++) t[v] = a[v]
///   ACC_PART_8D(v, 2, end) ACC_8D(t[v]) += ..    for (v = 0; v < end; v++) t[v] += ..
///   ACC_STORE_8D(v, 2, end, a[v], t[v])          for (v = 0; v < end; v++) a[v] = t[v]
/// The plain loops also end where their vectors end. Otherwise they are equal if (1) what continues
/// to the end is in rows of local arrays of that length, (2) all accesses to such an array are in
/// loops from 0 to the same end along its rows, and (3) that end does not change while the array
/// exists. Nobody then reads beyond it.
std::optional<Rejection> checkLanePlaces(const Scop &emitted);

} // namespace acc
