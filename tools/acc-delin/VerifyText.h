// The text that both kinds of `verify` print.
#pragma once

#include <string>
#include <vector>

namespace llvm::json {
class OStream;
}

namespace acc {

/// "compared under gcc -O0, gcc -O3" with its line end; "" when nothing was compiled.
std::string comparedUnder(const std::vector<std::string> &configurations);

/// `"key": [texts]`, each made valid UTF-8.
void writeTexts(llvm::json::OStream &out, const char *key, const std::vector<std::string> &texts);

} // namespace acc
