#include "tools/lib/CompilerOfUnit.h"

#include "analysis/frontend/CompileFlags.h"
#include "analysis/frontend/Processor.h"

namespace acc {
namespace {

using Vectors = LoopCompiler::Vectors;

Vectors vectorsOf(const std::string &level, bool isClang) {
  if (level == "-O3" || level == "-Ofast" || level == "-O4")
    return Vectors::All;
  if (level == "-O2")
    return isClang ? Vectors::All : Vectors::FixedLengths;
  return isClang && level == "-Os" ? Vectors::All : Vectors::None;
}

} // namespace

LoopCompiler loopCompilerOf(const UnitInput &input) {
  LoopCompiler compiler;
  compiler.storesBelowConditions = isClang(input.compiler) || compiledVectorsOf(input) == "avx512";
  for (const std::string &flag : input.flags) {
    if (flag.starts_with("-O")) {
      compiler.vectors = vectorsOf(flag, isClang(input.compiler));
      compiler.reassociates = flag == "-Ofast";
    }
    if (flag == "-ffast-math" || flag == "-fassociative-math")
      compiler.reassociates = true;
    if (flag == "-fno-fast-math" || flag == "-fno-associative-math")
      compiler.reassociates = false;
    if (flag == "-ftree-vectorize" || flag == "-fvectorize")
      compiler.vectors = Vectors::All;
    if (flag == "-fno-tree-vectorize" || flag == "-fno-vectorize")
      compiler.vectors = Vectors::None;
  }
  return compiler;
}

} // namespace acc
