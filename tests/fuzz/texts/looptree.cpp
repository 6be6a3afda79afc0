// LoopTree descriptions: read, checked and evaluated, as `looptree check` does.
#include "scheduling/looptree/Checks.h"
#include "scheduling/looptree/Evaluate.h"

using namespace acc::looptree;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Diagnostics diagnostics;
  std::string text(reinterpret_cast<const char *>(data), size);
  if (std::optional<Spec> spec = readSpec({{"text", text}}, diagnostics)) {
    std::vector<EinsumPath> paths = resolvePaths(*spec, diagnostics);
    checkMapping(*spec, paths, diagnostics);
    evaluate(*spec, paths, diagnostics);
  }
  return 0;
}
