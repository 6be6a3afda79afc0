#include "analysis/model/NormalForm.h"

#include "analysis/model/CertainReads.h"
#include "analysis/model/ContinueForm.h"
#include "analysis/model/ElementStores.h"
#include "analysis/model/LoopHeads.h"
#include "analysis/model/LoopStart.h"
#include "analysis/model/OwnCounters.h"

namespace acc {

SourceNest normalForm(const SourceNest &nest, std::set<SymbolId> &liveOut) {
  SourceNest normal = withElementStores(nest);
  normal.root = withCertainReads(normal);
  normal.root = withoutContinue(withoutLeadingBreaks(normal.root));
  normal.root = withSingleHeads(normal.root, normal);
  normal = withCountedPointers(withOwnCounters(std::move(normal), liveOut));
  for (size_t id = 0; id < normal.symbols->size(); ++id)
    if (liveOut.count(normal.symbol(SymbolId(id)).counts))
      liveOut.insert(SymbolId(id));
  return normal;
}

} // namespace acc
