// Functions for the logic of a nest, by Accera's names. [Accera manual, chapter 2.]
//
//   nest.iterationLogic(C(i, j) = max(A(i, j), 0.0f));
//   nest.iterationLogic(P(i) = exp(X(i) - largest(0)));
//
// Those of <math.h> compute in float where their arguments are float or float16, as C's expf does,
// and else in double; the C declares what it calls.
#pragma once

#include "acc-delin/Array.h"

namespace acc_delin {

Expression sqrt(const Expression &x);
Expression exp(const Expression &x);
Expression log(const Expression &x);
Expression log2(const Expression &x);
Expression log10(const Expression &x);
Expression sin(const Expression &x);
Expression cos(const Expression &x);
Expression tan(const Expression &x);
Expression sinh(const Expression &x);
Expression cosh(const Expression &x);
Expression tanh(const Expression &x);
Expression pow(const Expression &base, const Expression &exponent);
Expression floor(const Expression &x);
Expression ceil(const Expression &x);
/// To the nearest integer, halves away from zero, as a value of the same type.
Expression round(const Expression &x);
/// Also of an integer, which stays an integer.
Expression abs(const Expression &x);

/// a > b ? a : b, so b where one of them is a NaN.
Expression max(const Expression &a, const Expression &b);
/// a < b ? a : b, so b where one of them is a NaN.
Expression min(const Expression &a, const Expression &b);

/// The greatest integer value that is not above a/b; of integers an integer. b is not 0.
Expression floorDivide(const Expression &a, const Expression &b);

/// 1 or 0, by &&, || and ! of C.
Expression logicalAnd(const Expression &a, const Expression &b);
Expression logicalOr(const Expression &a, const Expression &b);
Expression logicalNot(const Expression &x);

/// As C converts it: a floating-point value towards zero, and one that the type cannot hold is
/// undefined.
Expression cast(ScalarType type, const Expression &x);

} // namespace acc_delin
