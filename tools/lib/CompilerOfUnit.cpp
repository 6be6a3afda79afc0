#include "tools/lib/CompilerOfUnit.h"

#include "analysis/frontend/CompileFlags.h"
#include "analysis/frontend/Processor.h"
#include "scheduling/Target.h"

#include <utility>

namespace acc {
namespace {

using Vectors = LoopCompiler::Vectors;

/// The levels by name, and the instructions of each as namedTarget knows them.
constexpr std::pair<const char *, const char *> kLevels[] = {
    {"plain", "sse2"}, {"avx2", "avx2"}, {"avx512", "avx512"}};

Vectors vectorsOf(const std::string &level, bool isClang) {
  if (level == "-O3" || level == "-Ofast" || level == "-O4")
    return Vectors::All;
  if (level == "-O2")
    return isClang ? Vectors::All : Vectors::FixedLengths;
  return isClang && level == "-Os" ? Vectors::All : Vectors::None;
}

/// The last -O of the command; "" for none.
std::string optimizationOf(const UnitInput &input) {
  std::string level;
  for (const std::string &flag : input.flags)
    if (flag.starts_with("-O"))
      level = flag;
  return level;
}

/// What the command has that is not for speed, unless somebody says that the time is spent there;
/// "" for nothing. Without a level in it a command that is measured is one without optimization.
std::string notForSpeed(const UnitInput &input, const UnitOptions &options) {
  if (options.hasProfile || !options.only.empty())
    return "";
  const std::string level = optimizationOf(input);
  if (level.empty() && options.judge && !input.compiler.empty())
    return "no -O option";
  return level == "-O0" || level == "-Og" || level == "-Os" || level == "-Oz" ? level : "";
}

/// With the registers of these instructions, and of the loops what the level of optimization and
/// the flags say.
LoopCompiler compilerOf(const UnitInput &input, const std::string &level,
                        const std::string &instructions) {
  LoopCompiler compiler;
  compiler.storesBelowConditions = isClang(input.compiler) || instructions == "avx512";
  if (!level.empty())
    compiler.vectors = vectorsOf(level, isClang(input.compiler));
  for (const std::string &flag : input.flags) {
    if (flag.starts_with("-O"))
      compiler.reassociates = flag == "-Ofast";
    if (flag == "-ffast-math" || flag == "-fassociative-math")
      compiler.reassociates = true;
    if (flag == "-fno-fast-math" || flag == "-fno-associative-math")
      compiler.reassociates = false;
    if (flag == "-ftree-vectorize" || flag == "-fvectorize")
      compiler.vectors = Vectors::All;
    if (flag == "-fno-tree-vectorize" || flag == "-fno-vectorize")
      compiler.vectors = Vectors::None;
  }
  if (Outcome<Target> target = namedTarget(instructions)) {
    compiler.vectorBytes = target->vectorBytes;
    compiler.vectorRegisters = target->vectorRegisters;
  }
  return compiler;
}

} // namespace

LoopCompiler loopCompilerOf(const UnitInput &input) {
  return compilerOf(input, optimizationOf(input), compiledVectorsOf(input));
}

bool hasLevels(const UnitInput &input, const UnitOptions &options) {
  return options.levels && (options.target.empty() || options.target == kPortable) &&
         vectorsOf(input).empty() && compiledVectorsOf(input) == "sse2";
}

Builds buildsOf(const UnitInput &input, const UnitOptions &options) {
  Builds builds(loopCompilerOf(input));
  const std::string level = optimizationOf(input);
  builds.notForSpeed = notForSpeed(input, options);
  if (!options.target.empty() && options.target != kPortable) // for the registers that it names
    for (LoopCompiler *one : {&builds.source, &builds.levels.front().compiler})
      one->vectorBytes = one->vectorRegisters = 0;
  if (!hasLevels(input, options))
    return builds;
  builds.levels.clear();
  for (const auto &[name, instructions] : kLevels)
    builds.levels.push_back(
        {name, compilerOf(input, isClang(input.compiler) ? level : "-O3", instructions)});
  return builds;
}

} // namespace acc
