// Comments that silence: whatever they say, a fault among them has a place.
#include "tools/acc-delin/Suppressions.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  acc::Suppressions comments({reinterpret_cast<const char *>(data), size});
  for (unsigned line = 0; line < 8; ++line)
    comments.silences("loop-bound", line);
  for (const acc::report::Finding &fault : comments.faults())
    if (fault.line == 0 || fault.column == 0)
      std::abort();
  return 0;
}
