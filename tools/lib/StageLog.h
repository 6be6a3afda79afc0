// What --dump-after and --time-stages print: the value after a stage, and what
// each stage cost. Written to stderr.
#pragma once

#include "acc-delin/Options.h"

#include <chrono>
#include <map>
#include <string>

namespace acc {

class StageLog {
public:
  explicit StageLog(const UnitOptions &options) : options(options) {}

  /// Runs one stage and adds its time to the stage's total.
  template <typename Stage> auto run(const char *stage, Stage &&body) -> decltype(body()) {
    Timer timer(milliseconds[stage]);
    return body();
  }

  /// Prints `text()` when the user asked for the value after `stage`.
  template <typename Text>
  void dump(const char *stage, const std::string &subject, Text &&text) const {
    if (options.dumpAfter == stage)
      print(stage, subject, text());
  }

  /// The table of --time-stages for one file; nothing when not asked for.
  void printTimes(const std::string &path) const;

private:
  struct Timer {
    explicit Timer(double &total) : total(total) {}
    ~Timer() { total += std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }
    using Clock = std::chrono::steady_clock;
    double &total;
    Clock::time_point start = Clock::now();
  };

  void print(const char *stage, const std::string &subject, const std::string &text) const;

  const UnitOptions &options;
  std::map<std::string, double> milliseconds;
};

} // namespace acc
