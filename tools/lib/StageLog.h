// What --dump-after and --time-stages print: the value after a stage, and what
// each stage cost. Written to stderr.
#pragma once

#include "acc-delin/Options.h"

#include <ctime>
#include <map>
#include <string>

namespace acc {

/// Processor time since its making: what a stage costs, however busy the machine is.
class CostTimer {
public:
  double milliseconds() const { return 1e3 * (std::clock() - start) / CLOCKS_PER_SEC; }

private:
  std::clock_t start = std::clock();
};

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
    ~Timer() { total += cost.milliseconds(); }
    double &total;
    CostTimer cost;
  };

  void print(const char *stage, const std::string &subject, const std::string &text) const;

  const UnitOptions &options;
  std::map<std::string, double> milliseconds;
};

} // namespace acc
