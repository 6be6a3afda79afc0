// Schedule scripts: what is read is asked for its nests; nothing else is promised of any text.
#include "scheduling/Plan.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto parsed = acc::Script::parse(std::string(reinterpret_cast<const char *>(data), size));
  if (auto *script = std::get_if<acc::Script>(&parsed)) {
    for (const std::string &nest : script->nests())
      script->has(nest);
    script->fusions();
  }
  return 0;
}
