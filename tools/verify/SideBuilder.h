// The two versions of a unit as shared objects, and the program that runs them.
#pragma once

#include "tools/verify/Programs.h"
#include "tools/verify/Verify.h"

namespace acc {

using Words = std::vector<std::string>;

Words operator+(Words a, const Words &b);

/// What both sides are compiled with.
struct Configuration {
  std::string compiler; // path
  std::string name;     // "gcc -O0"
  Words flags;
  /// With the unit's flags that say how it is read, else with all of them as they stand.
  bool isComparison = true;
  /// Every access calls the runner; nothing of the flags reaches the linker.
  bool isWatched = false;
};

/// The compiler of that name, or of another version that this machine has; "" for none.
std::string findCompiler(const std::string &name);

/// At -O0, with every access reported to the runner and a trap where C leaves arithmetic undefined.
Configuration watchedConfiguration(const std::string &name, const std::string &compiler);

/// The first error in a compiler's output.
std::string firstError(const std::string &errors);

/// The integers of the fast versions of a function that may be sizes of tiles or limits of work.
std::vector<std::string> constantsOf(const RunRequest &request, size_t first, size_t count);

/// The nests of a function, as the range of their numbers among the regions.
std::pair<size_t, size_t> nestsOf(const std::vector<MarkedRegion> &regions,
                                  const std::string &function);

/// The symbols that these drivers have stand-ins for.
std::set<std::string> replacedBy(const std::vector<DriverText> &drivers);

/// Builds in a folder of its own.
class SideBuilder {
public:
  SideBuilder(const UnitInput &input, std::string folder)
      : input(input), folder(std::move(folder)) {}

  /// Writes the runner's sources; a message when that fails, else "".
  std::string prepare();
  /// The runner for libraries compiled with these flags. It is compiled once, by the first compiler
  /// asked for, and linked for each kind of libraries: what a sanitizer asks of the program that
  /// loads them is its runtime.
  bool buildRunner(const std::string &compiler, const Words &flags, const std::string &output);
  /// One side as a shared object. `replaced`: symbols that the text has stand-ins for.
  /// `hidesMemory`: its malloc is the runner's.
  ProgramResult buildSide(const Configuration &configuration, const std::string &source,
                          const std::string &output, const std::set<std::string> &replaced,
                          bool hidesMemory);
  /// Writes the text of a side to the file `source` of the folder, and beside it what that includes
  /// (RunRequest::hasLevels); a message when that fails, else "".
  std::string writeSide(const std::string &source, const std::string &text, bool hasLevels,
                        bool hasFma) const;
  /// The text of a side as a unit that the runner can call: `declarations`, the text under the
  /// unit's name, the drivers.
  std::string unitText(const std::string &declarations, const std::string &text,
                       const std::vector<DriverText> &drivers) const;

private:
  ProgramResult compile(const std::string &compiler, const Words &words);
  std::string runnerFolder() const { return folder + "/acc_verify_runner"; }

  const UnitInput &input;
  std::string folder;
};

} // namespace acc
