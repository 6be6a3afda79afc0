#include "scheduling/Plan.h"
#include "scheduling/ScheduleScript.h"

namespace acc {
namespace {

using Kind = ScriptCommand::Kind;

Rejection unsupported(const Nest &nest, const std::string &name) {
  return {RejectionKind::InvalidSchedule, placeOf(nest), "'" + name + "' is not supported yet"};
}

Outcome<Schedule> applySchedule(const Schedule &schedule, const ScriptCommand &command) {
  switch (command.kind) {
  case Kind::Split:
    return schedule.split(command.names[0], command.sizes[0], command.names[1]);
  case Kind::Tile: {
    std::vector<std::pair<std::string, int64_t>> sizes;
    for (size_t k = 0; k < command.names.size(); ++k)
      sizes.emplace_back(command.names[k], command.sizes[k]);
    return schedule.tile(sizes);
  }
  case Kind::Reorder:
    return schedule.reorder(command.names);
  default:
    return unsupported(schedule.nest(), command.name);
  }
}

Outcome<Plan> applyPlan(Plan plan, const ScriptCommand &command) {
  if (command.kind == Kind::Promote)
    return plan.promote(command.names[0], command.names[1]);
  if (command.kind != Kind::Unroll && command.kind != Kind::Vectorize)
    return unsupported(plan.schedule().nest(), command.name);
  for (const std::string &index : command.names) {
    Outcome<Plan> next = command.kind == Kind::Unroll ? plan.unroll(index) : plan.vectorize(index);
    if (!next)
      return next;
    plan = *next;
  }
  return plan;
}

} // namespace

std::vector<std::string> Script::nests() const {
  std::vector<std::string> all;
  for (const ScriptEntry &entry : script->entries)
    all.insert(all.end(), entry.nests.begin(), entry.nests.end());
  return all;
}

bool Script::has(const std::string &nestId) const { return script->entryOf(nestId) != nullptr; }

Outcome<Plan> Script::apply(const std::string &nestId, const Nest &nest,
                            const Target &target) const {
  const ScriptEntry *entry = script->entryOf(nestId);
  if (!entry)
    return Rejection{RejectionKind::InvalidSchedule, placeOf(nest),
                     "the script has no entry for '" + nestId + "'"};
  if (entry->isFuse)
    return unsupported(nest, "fuse");
  Schedule schedule(nest);
  for (const ScriptCommand &command : entry->schedule) {
    Outcome<Schedule> next = applySchedule(schedule, command);
    if (!next)
      return next.rejection();
    schedule = *next;
  }
  if (Outcome<Ok> legal = schedule.checkLegality(); !legal)
    return legal.rejection();
  Plan plan(schedule, target);
  for (const ScriptCommand &command : entry->plan) {
    Outcome<Plan> next = applyPlan(plan, command);
    if (!next)
      return next;
    plan = *next;
  }
  return plan;
}

} // namespace acc
