// Configurations: what is wrong with one has a place in it.
#include "tools/acc-delin/Configuration.h"

#include <algorithm>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  auto read = acc::readConfiguration(text);
  auto *error = std::get_if<acc::ConfigurationError>(&read);
  if (!error)
    acc::resolvePaths(std::get<acc::OptionValues>(read), "/folder/file");
  else if (error->message.empty() || error->line == 0)
    std::abort();
  return 0;
}
