// Prints for --dump-after and --time-stages: the value after a stage, and the time of each stage.
// Writes to stderr.
#pragma once

#include "acc-delin/Options.h"
#include "analysis/support/StageTimes.h"

namespace acc {

/// Before the name of a pass of analysis/normalize, as a stage.
inline constexpr const char *kPassPrefix = "normalize/";

/// The same for a pass of rewriter/emit/lower.
inline constexpr const char *kLoweringPrefix = "emit/";

class StageLog {
public:
  explicit StageLog(const UnitOptions &options) : options(options) {}

  /// The pass whose tree the user asked for; "" when none.
  std::string dumpedPass() const {
    return options.dumpAfter.rfind(kPassPrefix, 0) == 0
               ? options.dumpAfter.substr(std::string(kPassPrefix).size())
               : "";
  }

  /// Runs one stage and adds its time to the stage's total.
  template <typename Stage> auto run(const char *stage, Stage &&body) -> decltype(body()) {
    return times.run(stage, body);
  }

  /// Prints `text()` when the user asked for the value after `stage`.
  template <typename Text>
  void dump(const char *stage, const std::string &subject, Text &&text) const {
    if (options.dumpAfter == stage)
      print(stage, subject, text());
  }

  /// The table of --time-stages for one file; nothing when not asked for.
  void printTimes(const std::string &path) const;

  StageTimes times;

private:
  void print(const char *stage, const std::string &subject, const std::string &text) const;

  const UnitOptions &options;
};

} // namespace acc
