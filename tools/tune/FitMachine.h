// Numbers of a machine from what schedules took on it.
#pragma once

#include "scheduling/MachineNumbers.h"
#include "scheduling/autoschedule/CostTerms.h"

#include <string>
#include <variant>
#include <vector>

namespace acc {

/// A schedule, or the original loops, and what one run of it took, in a unit that is one for its
/// nest.
struct MeasuredPlan {
  CostTerms terms;
  double time = 1;
};
using MeasuredNest = std::vector<MeasuredPlan>;

/// Fewer say little: ten numbers are fitted.
inline constexpr size_t kFewestFittedNests = 8, kFewestFittedPlans = 24;

/// How far expected times are off.
struct FitError {
  /// For any two plans of a nest, by what factor the ratio that is expected misses the measured
  /// one; the geometric mean.
  double ratios = 1;
  /// How many times as long as the fastest plan of a nest takes the one that is expected to be; the
  /// geometric mean.
  double choice = 1;
};
FitError fitError(const std::vector<MeasuredNest> &nests, const MachineModel &machine);

struct FittedMachine {
  /// What was given, with the fitted numbers; these are left out where they do not help.
  MachineValues values;
  bool helps = false;
  size_t nests = 0, plans = 0;
  /// With the given numbers, and with fitted ones on nests that these were not fitted to.
  FitError before = {}, after = {};
};

/// The numbers of Use::Fitted that make the logarithms of both errors small, by coordinate search:
/// each in turn is multiplied and divided by steps that get smaller, and stays where that helps
/// more than its distance from the given number costs, which keeps numbers that nothing measured
/// rests on. Only ratios are compared, so that `issue` stays what it is. Whether that helps is
/// tried before: numbers that are fitted to three quarters of the nests are judged by the last
/// quarter, each in turn; they must miss less there and choose no worse. A sentence where there are
/// too few plans. A pure function: equal times give equal numbers.
std::variant<FittedMachine, std::string> fitMachine(std::vector<MeasuredNest> nests,
                                                    const MachineValues &given);

/// What a file says of its numbers, as comments:
///   # fitted to 159 plans of 47 nests
///   # estimated ratios are off by a factor of 1.97; with fitted numbers, by 1.70 on nests outside
///       the fit
///   # the schedule estimated fastest takes 1.19 times as long as the fastest; with fitted numbers,
///       1.04 times
std::string fitLines(const FittedMachine &fitted);

} // namespace acc
