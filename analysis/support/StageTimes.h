// The time of each stage.
#pragma once

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

class StageTimes {
public:
  /// Runs one stage and adds its time to the stage's total.
  template <typename Stage> auto run(const char *stage, Stage &&body) -> decltype(body()) {
    Timer timer(totals[stage]);
    return body();
  }

  /// By the name of the stage.
  const std::map<std::string, double> &milliseconds() const { return totals; }

private:
  struct Timer {
    explicit Timer(double &total) : total(total) {}
    ~Timer() { total += cost.milliseconds(); }
    double &total;
    CostTimer cost;
  };

  std::map<std::string, double> totals;
};

} // namespace acc
