#include "analysis/frontend/WideFloats.h"

namespace acc {

std::string flagOfWideFloats(const std::vector<std::string> &flags) {
  std::string wide;
  for (const std::string &flag : flags)
    if (flag == "-mno-sse" || flag == "-mno-sse2" || flag.starts_with("-mfpmath="))
      wide = flag == "-mfpmath=sse" ? "" : flag;
    else if (flag == "-msse2" && wide == "-mno-sse2")
      wide = "";
  return wide;
}

} // namespace acc
