// The Clang-free face of the frontend: source text and flags in, SourceUnit out.
#pragma once

#include "analysis/support/Outcome.h"
#include "analysis/tree/SourceNest.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace acc {

class Program; // Program.h

/// One of the times that a unit includes a file.
struct Inclusion {
  /// Of the file: absolute, without links.
  std::string path;
  /// Which of the times, from 0.
  unsigned ordinal = 0;
  /// It has the functions of all inclusions, which no macro names otherwise in another one, and is
  /// the only one in its unit.
  bool hasAll = false;
  /// The main file's text when it differs from the file on disk.
  std::optional<std::string> mainText = {};
};

/// One translation unit as the compile database (or the command line) gives it.
struct UnitInput {
  /// Absolute path of the main file.
  std::string path;
  /// Working directory of the command.
  std::string directory;
  /// The command without the compiler's name and the file: "-O3", "-Iinc", ...
  std::vector<std::string> flags;
  /// The text of the file that is read when it differs from the file on disk (read-back): of the
  /// main file, or of `inclusion`.
  std::optional<std::string> text;
  /// The compiler that the command names; "" when there is no command.
  std::string compiler = {};
  /// The units that it is linked with, if they may be relied on: null when it stands for itself.
  std::shared_ptr<const Program> program = {};
  /// When set, its nests are read in place of the main file's: all places are places of it.
  std::optional<Inclusion> inclusion = {};
  /// Texts of included files in place of those on disk, by their paths (Inclusion::path).
  std::shared_ptr<const std::map<std::string, std::string>> otherTexts = {};

  /// The file whose nests are read.
  const std::string &file() const { return inclusion ? inclusion->path : path; }
};

/// An included file with what each inclusion has: the functions by Inclusion::ordinal.
struct FileInclusions : IncludedFile {
  std::map<unsigned, std::vector<std::string>> inclusions;
};

/// Given the files with loops that a unit includes, the paths of those to be read with it.
using IncludedChoice =
    std::function<std::vector<std::string>(const std::vector<FileInclusions> &files)>;

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
