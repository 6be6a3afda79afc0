#include "analysis/frontend/Processor.h"

#include "analysis/frontend/FlagCheck.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

namespace acc {
namespace {

llvm::Triple targetOf(const std::vector<std::string> &flags) {
  std::string name = llvm::sys::getDefaultTargetTriple();
  for (size_t k = 0; k < flags.size(); ++k) {
    llvm::StringRef flag = flags[k];
    if (flag.consume_front("--target="))
      name = flag.str();
    else if (flag == "-target" && k + 1 < flags.size())
      name = flags[k + 1];
  }
  return llvm::Triple(name);
}

/// Wider registers need the narrower ones.
enum class Width { None, Sse, Avx, Avx512 };

Width widthOf(llvm::StringRef feature) {
  return feature.starts_with("avx512") ? Width::Avx512
         : feature.starts_with("avx")  ? Width::Avx
         : feature.starts_with("sse")  ? Width::Sse
                                       : Width::None;
}

Width widthOfProcessor(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef, 64> features;
  llvm::StringMap<bool> ofHost;
  if (name == "native") {
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      ofHost[feature.getKey()] = feature.getValue();
    for (const auto &feature : ofHost)
      if (feature.getValue())
        features.push_back(feature.getKey());
  } else if (llvm::X86::parseArchX86(name) != llvm::X86::CK_None) {
    llvm::X86::getFeaturesForCPU(name, features);
  }
  Width widest = Width::Sse;
  for (llvm::StringRef feature : features)
    widest = std::max(widest, widthOf(feature));
  return widest;
}

} // namespace

std::string vectorsOf(const UnitInput &input) {
  llvm::Triple target = targetOf(input.flags);
  if (target.isAArch64())
    return "neon";
  if (!target.isX86())
    return "";
  std::vector<std::string> unknown = unknownFlags(input.flags);
  Width width = Width::None;
  // The processor first, wherever it stands, then what is added to it or left out.
  for (const std::string &flag : input.flags)
    if (llvm::StringRef name = flag;
        name.consume_front("-march=") && !llvm::is_contained(unknown, flag))
      width = widthOfProcessor(name);
  for (const std::string &flag : input.flags) {
    llvm::StringRef name = flag;
    if (name.consume_front("-mno-")) {
      Width without = widthOf(name);
      if (without == Width::Avx512 ? name == "avx512f"
                                   : without == Width::Avx && (name == "avx" || name == "avx2"))
        width =
            std::min(width, without == Width::Avx512 || name == "avx2" ? Width::Avx : Width::Sse);
    } else if (name.consume_front("-m")) {
      width = std::max(width, widthOf(name));
    }
  }
  switch (width) {
  case Width::None:
    break;
  case Width::Sse:
    return "sse2";
  case Width::Avx:
    return "avx2";
  case Width::Avx512:
    return "avx512";
  }
  return "";
}

std::string compiledVectorsOf(const UnitInput &input) {
  const std::string named = vectorsOf(input);
  return named.empty() && targetOf(input.flags).getArch() == llvm::Triple::x86_64 ? "sse2" : named;
}

} // namespace acc
