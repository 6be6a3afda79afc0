// Reports to merge and to compare with: what is read can be written, and reads the same again.
#include "tools/report/Json.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

static std::string written(const acc::report::Report &report) {
  std::string text;
  llvm::raw_string_ostream out(text);
  acc::report::writeJson(report, out);
  return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto read = acc::report::readJson({reinterpret_cast<const char *>(data), size});
  if (auto *report = std::get_if<acc::report::Report>(&read)) {
    std::string text = written(*report);
    auto again = acc::report::readJson(text);
    if (!std::holds_alternative<acc::report::Report>(again) ||
        written(std::get<acc::report::Report>(again)) != text)
      std::abort();
  }
  return 0;
}
