#include "tools/acc-delin/VerifyText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

namespace acc {

std::string comparedUnder(const std::vector<std::string> &configurations) {
  return configurations.empty() ? "" : "compared under " + llvm::join(configurations, ", ") + "\n";
}

void writeTexts(llvm::json::OStream &out, const char *key, const std::vector<std::string> &texts) {
  out.attributeArray(key, [&] {
    for (const std::string &text : texts)
      out.value(llvm::json::fixUTF8(text));
  });
}

} // namespace acc
