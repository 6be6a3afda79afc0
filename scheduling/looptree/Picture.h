// A LoopTree as a picture.
#pragma once

#include "scheduling/looptree/Figures.h"
#include "scheduling/looptree/Paths.h"

namespace acc::looptree {

/// SVG, read from top to bottom: loops are rectangles (dashed over instances),
/// storage cylinders, Tolls arrows, Computes ovals; branches of a split hang side by
/// side below a bar. Each tensor of a storage node has its tile, how often each
/// element of it is used before it is replaced, and how long it lives.
std::string pictureOf(const Spec &spec, const std::vector<EinsumPath> &paths,
                      const Figures &figures);

} // namespace acc::looptree
