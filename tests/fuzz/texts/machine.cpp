// Numbers of a machine: what is wrong with a file of them has a place in it, and what is right is
// read back as written.
#include "tools/acc-delin/MachineFile.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto read = acc::readMachine(std::string(reinterpret_cast<const char *>(data), size));
  if (auto *error = std::get_if<acc::ConfigurationError>(&read)) {
    if (error->message.empty() || error->line == 0)
      std::abort();
    return 0;
  }
  auto again = acc::readMachine(acc::machineText(std::get<acc::MachineValues>(read)));
  auto *values = std::get_if<acc::MachineValues>(&again);
  if (!values || *values != std::get<acc::MachineValues>(read))
    std::abort();
  return 0;
}
