#include "tools/lib/CompilerOfUnit.h"

#include "analysis/frontend/CompileFlags.h"
#include "analysis/frontend/Processor.h"
#include "rewriter/judge/UnitCompiler.h"
#include "scheduling/Target.h"

#include <algorithm>
#include <sstream>
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
  compiler.pairsBytes = isClang(input.compiler);
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

RunnableCompiler runnableCompilerOf(const UnitInput &input) {
  const CompilerName known = findKnownCompiler(input.compiler);
  return {known.path, known.why};
}

LoopCompiler loopCompilerOf(const UnitInput &input) {
  return compilerOf(input, optimizationOf(input), compiledVectorsOf(input));
}

const std::vector<std::string> &levelNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const auto &[name, instructions] : kLevels)
      all.emplace_back(name);
    return all;
  }();
  return names;
}

std::vector<std::string> namedLevels(const std::string &words) {
  std::vector<std::string> levels;
  std::istringstream stream(words);
  for (std::string one; std::getline(stream, one, ',');) {
    if (std::count(levelNames().begin(), levelNames().end(), one) == 0)
      return {};
    levels.push_back(one);
  }
  return levels;
}

bool hasLevels(const UnitInput &input, const UnitOptions &options) {
  return options.levels && (options.target.empty() || options.target == kPortable) &&
         vectorsOf(input).empty() && compiledVectorsOf(input) == "sse2";
}

bool alwaysContracts(const UnitInput &input) {
  return std::any_of(input.flags.begin(), input.flags.end(), [](const std::string &flag) {
    return flag == "-ffp-contract=fast" || flag == "-ffast-math" || flag == "-Ofast";
  });
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
