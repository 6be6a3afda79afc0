// The Clang-free face of the frontend: source text and flags in, SourceUnit out.
#pragma once

#include "analysis/support/Outcome.h"
#include "analysis/tree/SourceNest.h"

#include <functional>
#include <set>
#include <string>

namespace acc {

class Program; // Program.h

/// One translation unit as the compile database (or the command line) gives it.
struct UnitInput {
  /// Absolute path of the main file.
  std::string path;
  /// Working directory of the command.
  std::string directory;
  /// The command without the compiler's name and the file: "-O3", "-Iinc", ...
  std::vector<std::string> flags;
  /// The main file's text when it differs from the file on disk (read-back).
  std::optional<std::string> text;
  /// The compiler that the command names; "" when there is no command.
  std::string compiler = {};
  /// The units that it is linked with, if they may be relied on: null when it stands for itself.
  std::shared_ptr<const Program> program = {};
};

/// Given the files with loops that a unit includes, the paths of those to be read with it.
using IncludedChoice =
    std::function<std::vector<std::string>(const std::vector<IncludedFile> &files)>;

/// Called when a shared beginning (Beginning.h) has been read; returns the unit to go on with. The
/// process copies itself in this call, once for each unit that begins alike.
using UnitStart = std::function<const UnitInput &()>;

/// Parses the unit and reads its outermost loops, and those of the files that `choose` names, in
/// that order. Compile errors and a language other than C are `errors` of the result, never a
/// crash. With `start` the unit is the one that it gives, which begins like `input`.
SourceUnit readUnit(const UnitInput &input, const IncludedChoice &choose = {},
                    const UnitStart &start = {});

/// Reads the statements of the main file that lie inside `region` (byte
/// offsets) as one nest, whatever their form: used to read back emitted code. Functions
/// whose names are in `opened` are in SourceNest::functions whatever their length, with their own
/// places.
Outcome<SourceNest> readRegion(const UnitInput &input, SourceRange region,
                               const std::set<std::string> &opened = {});

} // namespace acc
