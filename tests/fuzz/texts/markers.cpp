// Markers in sources: the regions lie inside the text, in order, and a revert leaves none.
#include "rewriter/edit/Edit.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  auto found = acc::findMarkers(text);
  auto reverted = acc::revert(text);
  auto *regions = std::get_if<std::vector<acc::MarkedRegion>>(&found);
  auto *original = std::get_if<std::string>(&reverted);
  if (!regions != !original)
    std::abort();
  if (!regions)
    return 0;
  size_t at = 0;
  for (const acc::MarkedRegion &region : *regions) {
    if (region.whole.begin < at || region.whole.end < region.whole.begin ||
        region.whole.end > size || region.guard.end > region.fast.begin ||
        region.fast.end > region.original.begin || region.original.end > region.whole.end)
      std::abort();
    at = region.whole.end;
  }
  if (original->size() > size)
    std::abort();
  return 0;
}
