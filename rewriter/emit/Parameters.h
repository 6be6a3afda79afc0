// Parameters of a scop as C text.
#pragma once

#include "analysis/model/Scop.h"

namespace acc {

/// The polynomials that stand for parameters which no name of the source holds
/// and whose value is one.
std::map<std::string, Polynomial> derivedValues(const Scop &scop);

/// C of a parameter's value at nest entry: "n", "l->w", "(C / NH)"; a primary or
/// parenthesised expression. Not for those in derivedValues.
std::string parameterText(const Scop &scop, const Parameter &parameter);

/// Reading the parameter where the source does not may trap: it is read through a
/// pointer, or computed by an expression that may divide.
bool readsCarefully(const Scop &scop, const Parameter &parameter);

} // namespace acc
