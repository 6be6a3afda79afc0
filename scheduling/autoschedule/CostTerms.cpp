#include "scheduling/autoschedule/CostTerms.h"

#include <algorithm>

namespace acc {
namespace {

double operationsOf(const AccessTerms &access, const MachineModel &machine) {
  const double each = access.isGathered ? machine.gather : 1;
  return access.atHand * each + access.kept * each * machine.hoisted +
         access.missed * each * machine.miss +
         access.streamed * each * (machine.stream + machine.miss) + machine.miss * access.lines +
         access.copied * machine.copied + access.transposed * machine.transposed +
         access.turned * machine.turned;
}

/// Cycles of one iteration when nothing waits, without the loop's own.
double issueOf(const StatementTerms &statement, const MachineModel &machine) {
  double operations = 0;
  for (const AccessTerms &access : statement.accesses)
    operations += operationsOf(access, machine);
  operations += statement.arithmetic;
  return machine.issue * operations / statement.atOnce;
}

/// Cycles from one iteration to the next.
double latencyOf(const StatementTerms &statement, const MachineModel &machine) {
  return statement.isChain
             ? (statement.chain * machine.latency + (statement.isInMemory ? machine.forward : 0)) /
                   statement.atOnce
             : 0;
}

} // namespace

double cyclesOf(const CostTerms &terms, const MachineModel &machine) {
  double total = 0;
  for (const std::vector<StatementTerms> &loop : terms.loops) {
    // What else stands in a loop runs while its chains wait.
    double issue = 0, counting = 0, latency = 0, divider = 0;
    for (const StatementTerms &statement : loop) {
      issue += statement.iterations * issueOf(statement, machine);
      counting = std::max(counting, statement.iterations * machine.loop / statement.atOnce);
      latency = std::max(latency, statement.iterations * latencyOf(statement, machine));
      divider += statement.iterations * statement.divisions * machine.divider / statement.atOnce;
    }
    total += std::max({issue + counting, latency, divider});
  }
  return total * terms.gain;
}

} // namespace acc
