// Sweeps that are repeated over data larger than the caches, several steps of time at once.
#include "scheduling/Repetition.h"
#include "scheduling/autoschedule/Candidate.h"
#include "scheduling/autoschedule/Sweeps.h"

namespace acc {
namespace {

/// Steps of time in a block, and rows. Rows of 12 KB, planes of 200 KB (gcc 12, clang 19, Zen 5):
/// more steps or rows are within five hundredths as fast, tiles of a plane a tenth slower than the
/// whole plane.
constexpr int64_t kSteps = 8, kRows = 8;

/// Not known to stay in the caches.
bool mayOutgrowCaches(const Nest &nest, int time, const MachineModel &machine) {
  double bytes = bytesPerPoint(nest, time);
  size_t deepest = 0;
  for (size_t s = 0; s < nest.source->scop.statements.size(); ++s)
    if (nest.source->scop.statements[s].loops.size() >
        nest.source->scop.statements[deepest].loops.size())
      deepest = s;
  for (size_t d = 0; d < nest.dimensions.size(); ++d) {
    const NestDimension &dimension = nest.dimensions[d];
    if (dimension.kind != NestDimension::Kind::Loop || static_cast<int>(d) == time ||
        !dimension.has[deepest])
      continue;
    if (!dimension.extent)
      return true;
    bytes *= *dimension.extent;
  }
  return bytes >= machine.outgrownBytes;
}

} // namespace

void addSkewedSweeps(const Nest &nest, const NestStrides &strides, const MachineModel &machine,
                     std::vector<Candidate> &all) {
  int alone = -1; // the fusing dimension of sweeps that need no neighbours: each row could take all
                  // steps at once
  for (const SweepsInOne &sweeps : sweepsInOne(nest, strides)) {
    const int time = sweeps.fusing - 1;
    if (time < 0 || nest.dimensions[time].extent.value_or(kSteps) < kSteps ||
        !isRepetition(nest, time) || !mayOutgrowCaches(nest, time, machine))
      continue;
    if (sweeps.distance == 0 && sweeps.schedule.checkLegality())
      alone = sweeps.fusing;
    if (sweeps.distance == 0 || sweeps.fusing == alone)
      continue;
    const std::string &step = nest.dimensions[time].name;
    Outcome<Schedule> schedule = sweeps.schedule.skew(sweeps.index, step, sweeps.distance);
    if (schedule)
      schedule = schedule->tile({{step, kSteps}, {sweeps.index, kRows}});
    if (!schedule)
      continue;
    const std::vector<std::string> inner = schedule->steps().back().inner;
    std::vector<std::string> order;
    for (const Index &index : schedule->order()) {
      if (index.name == step)
        order.insert(order.end(), {step, sweeps.index, inner[0], inner[1]});
      else if (index.name != sweeps.index && index.name != inner[0] && index.name != inner[1])
        order.push_back(index.name);
    }
    schedule = schedule->reorder(order);
    if (schedule)
      all.push_back({"skewed sweeps", *schedule, {}, {}, machine.blockedTraffic});
  }
}

} // namespace acc
