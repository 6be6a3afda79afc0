// Parameters of a scop as C text.
#pragma once

#include "analysis/model/Scop.h"
#include "rewriter/emit/Names.h"

#include <functional>

namespace acc {

/// C of a parameter's value at nest entry: "n", "l->w", "(C / NH)"; a primary or
/// parenthesised expression. Not for those in derivedValues.
std::string parameterText(const Scop &scop, const Parameter &parameter);

/// C text of the pointer that is the base of an array. Of one that stands for all rows of a table
/// compilers must not know to which of them it points.
std::string baseText(const Scop &scop, const Symbol &base);

/// C of a polynomial of parameters at nest entry, in the wide type; a primary or parenthesised
/// expression.
std::string wideText(const Scop &scop, const WideType &wide, const Polynomial &value);

/// The expression may be computed wherever the locations behind pointers in it `mayBeRead`: it
/// compares variables and floating point.
bool isHarmless(const Scop &scop, const Expr &expr,
                const std::function<bool(const Symbol &)> &mayBeRead);

/// Reading the parameter where the source does not may trap: it is read through a
/// pointer, or computed by an expression that may divide.
bool readsCarefully(const Scop &scop, const Parameter &parameter);

} // namespace acc
