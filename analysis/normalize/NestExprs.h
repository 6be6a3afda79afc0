// The expressions of a nest, wherever they stand.
#pragma once

#include "analysis/tree/SourceNest.h"

#include <functional>

namespace acc {

/// The nest with each expression exchanged for which `replacement` gives one (mapExpr): in its tree
/// and in what is known at its entry. Where there is none the nest stays as it is.
SourceNest withExprs(SourceNest nest, const std::function<ExprRef(const ExprRef &)> &replacement);

} // namespace acc
