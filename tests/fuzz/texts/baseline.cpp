// Baselines: a report knows all of its own findings, and the formats that show that take any text.
#include "tools/report/Html.h"
#include "tools/report/Json.h"
#include "tools/report/Sarif.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace acc::report;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  auto read = readJson({reinterpret_cast<const char *>(data), size});
  auto *report = std::get_if<Report>(&read);
  if (!report)
    return 0;
  std::vector<Remark> remarks = remarksOf(*report);
  markKnown(remarks, remarksOf(*report));
  for (const Remark &remark : remarks)
    if (!remark.isKnown)
      std::abort();
  std::string text;
  llvm::raw_string_ostream out(text);
  SourceTexts texts{{"gemm.c", "for (;;)\n\tx;\r\n"}};
  writeSarif(*report, remarks, texts, {{}, true}, out);
  if (!llvm::json::parse(text))
    std::abort();
  writeHtml(*report, remarks, texts, {}, out);
  return 0;
}
