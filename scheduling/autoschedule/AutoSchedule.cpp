#include "scheduling/autoschedule/AutoSchedule.h"

namespace acc {

Outcome<Plan> chooseSchedule(const Nest &nest, const Target &target) {
  return Plan(Schedule(nest), target);
}

} // namespace acc
