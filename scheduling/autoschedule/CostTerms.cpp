#include "scheduling/autoschedule/CostTerms.h"

#include <algorithm>

namespace acc {
namespace {

double operationsOf(const AccessTerms &access, const MachineModel &machine) {
  const double each = access.isGathered ? machine.gather : 1;
  return access.atHand * each + access.kept * each * machine.hoisted + access.missed * each * machine.miss +
         access.streamed * each * (machine.stream + machine.miss) + machine.miss * access.lines +
         access.copied * machine.copied + access.transposed * machine.transposed + access.turned * machine.turned;
}

/// Cycles of one iteration when nothing waits.
double issueOf(const StatementTerms &statement, const MachineModel &machine) {
  double operations = 0;
  for (const AccessTerms &access : statement.accesses)
    operations += operationsOf(access, machine);
  operations += statement.arithmetic;
  return (machine.issue * operations + machine.loop) / statement.atOnce;
}

/// Cycles from one iteration to the next.
double latencyOf(const StatementTerms &statement, const MachineModel &machine) {
  return statement.isChain ? (machine.latency + (statement.isInMemory ? machine.forward : 0)) / statement.atOnce : 0;
}

} // namespace

double cyclesOf(const CostTerms &terms, const MachineModel &machine) {
  double total = 0;
  for (const std::vector<StatementTerms> &loop : terms.loops) {
    // What else stands in a loop runs while its chains wait.
    double issue = 0, latency = 0;
    for (const StatementTerms &statement : loop) {
      issue += statement.iterations * issueOf(statement, machine);
      latency = std::max(latency, statement.iterations * latencyOf(statement, machine));
    }
    total += std::max(issue, latency);
  }
  return total * terms.gain;
}

} // namespace acc
