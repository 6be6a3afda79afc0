#include "tools/tune/FitMachine.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace acc {
namespace {

/// A pair that is off by more counts no more: what the cost does not see at all should not decide
/// the numbers.
constexpr double kMostError = 1.5;
/// The error that a number that is twice or half the given one must make up for.
constexpr double kDistance = 0.003;
/// By so much both errors together, as logarithms, must be less with fitted numbers, and that of
/// the choice may be more: less is noise.
constexpr double kWorthChanging = 0.02, kSameChoice = 0.005;
/// Numbers stay within this factor of the given ones.
constexpr double kFarthest = 8;
constexpr double kSteps[] = {2, 1.5, 1.2, 1.1};
constexpr int kRounds = 20;
/// Parts of the nests, each of which judges numbers that are fitted to the others.
constexpr size_t kParts = 4;

/// Sums of logarithms over nests.
struct ErrorSum {
  double ratios = 0, choice = 0;

  void add(const MeasuredNest &nest, const MachineModel &machine) {
    std::vector<double> cycles;
    for (const MeasuredPlan &plan : nest)
      cycles.push_back(cyclesOf(plan.terms, machine));
    double sum = 0;
    size_t chosen = 0, fastest = 0;
    for (size_t a = 0; a < nest.size(); ++a) {
      for (size_t b = 0; b < a; ++b)
        sum += std::min(kMostError,
                        std::abs(std::log(cycles[a] / cycles[b] * nest[b].time / nest[a].time)));
      chosen = cycles[a] < cycles[chosen] ? a : chosen;
      fastest = nest[a].time < nest[fastest].time ? a : fastest;
    }
    ratios += 2 * sum / static_cast<double>(nest.size() * (nest.size() - 1));
    choice += std::log(nest[chosen].time / nest[fastest].time);
  }

  double mean(size_t nests) const { return (ratios + choice) / static_cast<double>(nests); }
};

ErrorSum sumOver(const std::vector<MeasuredNest> &nests, const MachineModel &machine) {
  ErrorSum sum;
  for (const MeasuredNest &nest : nests)
    sum.add(nest, machine);
  return sum;
}

FitError errorOf(const ErrorSum &sum, size_t nests) {
  return {std::exp(sum.ratios / static_cast<double>(nests)),
          std::exp(sum.choice / static_cast<double>(nests))};
}

/// To the two digits that such times are good for.
double rounded(double value) {
  char text[32];
  double number = value;
  std::from_chars(
      text, std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 1).ptr,
      number);
  return number;
}

class Search {
public:
  Search(const std::vector<MeasuredNest> &nests, const Target &start)
      : nests(nests), start(start), best(start) {
    for (const MachineNumber &number : machineNumbers())
      if (number.use == MachineNumber::Use::Fitted && number.get(start) > 0)
        numbers.push_back(&number);
    error = errorWith(start);
  }

  Target run() {
    for (double step : kSteps)
      for (int round = 0; round < kRounds && improve(step); ++round)
        ;
    for (const MachineNumber *number : numbers)
      if (number->get(best) != number->get(start))
        number->set(best, rounded(number->get(best)));
    return best;
  }

private:
  /// Some number is better when it is multiplied or divided by the step.
  bool improve(double step) {
    bool isBetter = false;
    for (const MachineNumber *number : numbers)
      for (double factor : {step, 1 / step}) {
        const double value = number->get(best) * factor, far = value / number->get(start);
        if (far > kFarthest || far < 1 / kFarthest || !number->fault(value).empty())
          continue;
        Target other = best;
        number->set(other, value);
        if (const double its = errorWith(other); its < error - 1e-9) {
          best = other;
          error = its;
          isBetter = true;
        }
      }
    return isBetter;
  }

  double errorWith(const Target &target) const {
    double distance = 0;
    for (const MachineNumber *number : numbers)
      distance += std::abs(std::log2(number->get(target) / number->get(start)));
    return sumOver(nests, target.machine).mean(nests.size()) + kDistance * distance;
  }

  const std::vector<MeasuredNest> &nests;
  const Target start;
  Target best;
  double error = 0;
  std::vector<const MachineNumber *> numbers;
};

/// Of each nest with numbers that are fitted to the nests of the other parts.
ErrorSum unseenError(const std::vector<MeasuredNest> &nests, const Target &start) {
  ErrorSum sum;
  for (size_t part = 0; part < kParts; ++part) {
    std::vector<MeasuredNest> others;
    for (size_t k = 0; k < nests.size(); ++k)
      if (k % kParts != part)
        others.push_back(nests[k]);
    const Target fitted = Search(others, start).run();
    for (size_t k = part; k < nests.size(); k += kParts)
      sum.add(nests[k], fitted.machine);
  }
  return sum;
}

} // namespace

FitError fitError(const std::vector<MeasuredNest> &nests, const MachineModel &machine) {
  return errorOf(sumOver(nests, machine), nests.size());
}

std::variant<FittedMachine, std::string> fitMachine(std::vector<MeasuredNest> nests,
                                                    const MachineValues &given) {
  std::erase_if(nests, [](const MeasuredNest &nest) { return nest.size() < 2; });
  FittedMachine fitted;
  fitted.values = given;
  fitted.nests = nests.size();
  for (const MeasuredNest &nest : nests)
    fitted.plans += nest.size();
  if (fitted.nests < kFewestFittedNests || fitted.plans < kFewestFittedPlans)
    return "too few measurements to fit the machine parameters: " + std::to_string(fitted.plans) +
           " plans of " + std::to_string(fitted.nests) + " nests, but at least " +
           std::to_string(kFewestFittedPlans) + " of " + std::to_string(kFewestFittedNests) +
           " are needed";
  const Target start = withValues(Target(), given);
  const ErrorSum before = sumOver(nests, start.machine), after = unseenError(nests, start);
  fitted.before = errorOf(before, nests.size());
  fitted.after = errorOf(after, nests.size());
  fitted.helps = after.mean(nests.size()) < before.mean(nests.size()) - kWorthChanging &&
                 std::log(fitted.after.choice) < std::log(fitted.before.choice) + kSameChoice;
  if (!fitted.helps)
    return fitted;
  const Target found = Search(nests, start).run();
  for (const MachineNumber &number : machineNumbers())
    if (number.get(found) != number.get(start))
      fitted.values[number.key] = number.get(found);
  return fitted;
}

std::string fitLines(const FittedMachine &fitted) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "# fitted to " << fitted.plans << " plans of " << fitted.nests << " nests"
      << (fitted.helps ? "\n"
                       : "; nothing is changed, because the fit does not help on other nests\n")
      << llvm::format("# estimated ratios are off by a factor of %.2f; with fitted numbers, by "
                      "%.2f on nests "
                      "outside the fit\n",
                      fitted.before.ratios, fitted.after.ratios)
      << llvm::format(
             "# the schedule estimated fastest takes %.2f times as long as the fastest; with "
             "fitted numbers, %.2f times\n",
             fitted.before.choice, fitted.after.choice);
  return text;
}

} // namespace acc
