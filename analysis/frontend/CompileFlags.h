// What the flags of a compile command mean to us, and the command that Clang
// gets: gcc's own flags and those that only steer code generation are left out.
#pragma once

#include <string>
#include <vector>

namespace acc {

struct FlagFacts {
  /// Arguments for the Clang driver: preprocessor, language, target.
  std::vector<std::string> arguments;
  /// The same without target flags, for when Clang rejects one of them.
  std::vector<std::string> portableArguments;
  bool wrapsSigned = false;      // -fwrapv
  bool trapsSigned = false;      // -ftrapv
  bool roundingMath = false;     // -frounding-math and the like
  bool strictAliasing = true;    // off by -fno-strict-aliasing
  bool forbidsLongLong = false;  // -pedantic, -Wlong-long
};

/// Reads the flags in order, the last of a pair wins. OpenMP and OpenACC flags
/// become the macros that they define: their pragmas are read as text.
FlagFacts readFlags(const std::vector<std::string> &flags);

/// The flags give C text the same meaning: they differ at most in macros, in where headers are and
/// in the optimisation.
bool sameLanguage(const FlagFacts &a, const FlagFacts &b);

} // namespace acc
