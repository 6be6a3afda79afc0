// Interprets the flags of a compile command, and makes the command for Clang: it omits gcc's own
// flags and those that only affect code generation.
#pragma once

#include <string>
#include <vector>

namespace acc {

struct FlagFacts {
  /// Arguments for the Clang driver: preprocessor, language, target.
  std::vector<std::string> arguments;
  /// The same without target flags, for when Clang rejects one of them.
  std::vector<std::string> portableArguments;
  /// All flags that may change what text means, in order: all but macros, folders, the level of
  /// optimisation and those that are known to change nothing.
  std::vector<std::string> meaning;
  /// Flags that neither Clang nor we know: gcc's newest, plugins, mistakes.
  std::vector<std::string> unknown;
  /// A flag under which C means something that is not read here; "" when there is none.
  std::string foreign;
  bool wrapsSigned = false;     // -fwrapv, and where a flag is unknown
  bool trapsSigned = false;     // -ftrapv
  bool roundingMath = false;    // -frounding-math and the like
  bool strictAliasing = true;   // off by -fno-strict-aliasing, and where a flag is unknown
  bool forbidsLongLong = false; // -pedantic, -Wlong-long
  /// The last -O is -Ofast. From version 12 on gcc promises then that no loaded library replaces a
  /// function, as with -fno-semantic-interposition.
  bool isOfast = false;
};

/// Reads the flags in order; of two that contradict each other the last wins. OpenMP and OpenACC
/// flags become the macros that they define, and the pragmas are read as text. `compiler` is the
/// first word of the command, "" when it is not known. All compilers but Clang are taken to let
/// other libraries replace exported functions of position-independent code, as gcc does.
FlagFacts readFlags(const std::vector<std::string> &flags, const std::string &compiler);

/// The flags give C text the same meaning: they differ at most in macros, in where headers are, in
/// the optimisation, and in flags that are known to change nothing.
bool sameLanguage(const FlagFacts &a, const FlagFacts &b);

/// Clang or a compiler that is made from it, by its file's name.
bool isClang(const std::string &compiler);

} // namespace acc
