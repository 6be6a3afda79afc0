#include "tools/acc-delin/SharedCounter.h"

#include <new>
#include <sys/mman.h>

namespace acc {

SharedCounter::SharedCounter() {
  void *memory =
      mmap(nullptr, sizeof(Counter), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED)
    counter = new (memory) Counter(0);
}

SharedCounter::~SharedCounter() {
  if (counter)
    munmap(counter, sizeof(Counter));
}

} // namespace acc
