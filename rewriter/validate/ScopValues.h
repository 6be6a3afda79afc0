// Substitutes values for the names in a scop.
#pragma once

#include "analysis/model/Scop.h"

#include <map>

namespace acc {

/// The scop with every polynomial's names replaced by their values; the trees of its
/// statements and the names of its loops and parameters stay.
Scop substituted(Scop scop, const std::map<std::string, Polynomial> &values);

} // namespace acc
