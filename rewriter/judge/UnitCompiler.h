// The compiler of a unit: which program that is, and a unit as a library that this process can
// load.
#pragma once

#include "analysis/frontend/Frontend.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace acc {

/// The file of a known compiler on the PATH: gcc, clang or cc, with a version or the triple of a
/// target. `name` is the first word of a compile command, from which only the file's name is taken;
/// with "" the first of cc, gcc and clang that there is. A program that is none of these, or that
/// stands in no absolute folder of the PATH, is not run: why, as a sentence.
struct CompilerName {
  std::string path; // "" when there is none
  std::string why;
};
CompilerName findKnownCompiler(const std::string &name);

/// Two results of floating-point arithmetic may differ in their last bits although the text of both
/// orders it alike: the flags allow contraction or reassociation.
bool mayRound(const UnitInput &input, const std::string &compiler);

/// The command makes errors of warnings.
bool warningsAreErrors(const UnitInput &input);

enum class Warnings { Off, AsInCommand };

struct BuiltUnit {
  /// The shared library; "" when there is none.
  std::string library;
  /// Numbers of files "acc_judge_K" that have errors.
  std::set<size_t> faulty;
  /// The first error, as a sentence.
  std::string error;
};

/// A file's name and its text.
using NamedText = std::pair<std::string, std::string>;

/// Compiles the first of the files, which are written to `folder`, with the unit's flags for this
/// machine. Loops and functions begin at multiples of 64 bytes, so that their place decides
/// nothing; what the unit leaves undefined is found by nobody and need not be.
BuiltUnit buildUnit(const UnitInput &input, const std::vector<NamedText> &files,
                    const std::string &compiler, const std::string &folder,
                    Warnings warnings = Warnings::Off);

/// The unit's code as assembly, as buildUnit compiles it; "" where the compiler rejects it.
std::string assemblyOf(const UnitInput &input, const std::vector<NamedText> &files,
                       const std::string &compiler, const std::string &folder);

/// How often code calls or jumps to each function, by the name in the source: of `dot.constprop.0`
/// and `dot@PLT` that is `dot`.
std::map<std::string, unsigned> callsIn(const std::string &assembly);

} // namespace acc
