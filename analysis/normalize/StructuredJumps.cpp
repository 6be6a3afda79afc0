#include "analysis/normalize/StructuredJumps.h"

#include "analysis/tree/Jumps.h"

namespace acc {

SourceNest withStructuredJumps(SourceNest nest) {
  nest.root = withoutContinue(nest.root);
  return nest;
}

} // namespace acc
