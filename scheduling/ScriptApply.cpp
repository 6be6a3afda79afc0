#include "scheduling/Plan.h"
#include "scheduling/ScheduleScript.h"

namespace acc {
namespace {

using Form = CommandSpec::Form;
using Argument = ArgumentKind;

Rejection unsupported(const Nest &nest, const std::string &name) {
  return {RejectionKind::InvalidSchedule, placeOf(nest), "'" + name + "' is not supported yet"};
}

Outcome<Schedule> applySchedule(const Schedule &schedule, const ScriptCommand &command) {
  std::string name = command.spec->name;
  const std::string &index = command.at("index").name;
  int64_t size = command.at("size").size;
  const std::vector<std::string> &statements = command.at("statements").names;
  if (name == "split")
    return schedule.split(index, size, command.at("inner").name);
  if (name == "tile")
    return schedule.tile(command.sizes);
  if (name == "reorder")
    return schedule.reorder(command.list);
  if (name == "skew")
    return schedule.skew(index, command.at("by").name,
                         command.arguments.count("factor") ? command.at("factor").size : 1,
                         command.at("unroll_loops_smaller_than").size);
  if (name == "pad")
    return schedule.pad(index, size);
  if (name == "shift")
    return schedule.shift(index, command.at("by").places.front(), statements);
  if (name == "fuse")
    return schedule.fuse(command.at("indices").names, command.at("name").name);
  if (name == "distribute")
    return schedule.distribute(index, command.at("parts").parts, command.at("name").name);
  if (name == "hoist")
    return schedule.hoist(statements, index, command.at("name").name);
  if (name == "index_set_split")
    return schedule.indexSetSplit(index, command.at("at").places, command.at("name").name,
                                  command.at("names").names);
  if (name == "peel")
    return schedule.peel(index, command.at("front").size, command.at("back").size,
                         command.at("name").name);
  if (name == "sink")
    return schedule.sink(statements, index, command.at("at").places.front());
  if (name == "unroll_and_jam")
    return schedule.unrollAndJam(index, size, command.at("inner").name);
  return unsupported(schedule.nest(), name);
}

Outcome<Plan> applyPlan(Plan plan, const ScriptCommand &command) {
  std::string name = command.spec->name;
  if (name == "promote")
    return plan.promote(command.at("array").name, command.at("index").name);
  if (name == "kernelize")
    return plan.kernelize(command.at("unroll").names, command.at("vectorize").names);
  if (name != "unroll" && name != "vectorize")
    return plan.notSupported(name);
  for (const std::string &index : command.list) {
    Outcome<Plan> next = name == "unroll" ? plan.unroll(index) : plan.vectorize(index);
    if (!next)
      return next;
    plan = *next;
  }
  return plan;
}

} // namespace

const std::vector<CommandSpec> &commandSpecs() {
  static const ArgumentSpec kIndex{"index", Argument::Name}, kSize{"size", Argument::Size},
      kInner{"inner", Argument::Name, false}, kName{"name", Argument::Name, false},
      kStatements{"statements", Argument::Names};
  static const std::vector<CommandSpec> specs = {
      {"split", false, Form::Mapping, {kIndex, kSize, kInner}},
      {"tile", false, Form::Sizes, {}},
      {"reorder", false, Form::List, {}},
      {"skew",
       false,
       Form::Mapping,
       {kIndex,
        {"by", Argument::Name},
        {"factor", Argument::Size, false},
        {"unroll_loops_smaller_than", Argument::Size, false}}},
      {"pad", false, Form::Mapping, {kIndex, kSize}},
      {"shift",
       false,
       Form::Mapping,
       {kIndex, {"by", Argument::Place}, {"statements", Argument::Names, false}}},
      {"fuse", false, Form::Mapping, {{"indices", Argument::Names}, kName}},
      {"distribute", false, Form::Mapping, {kIndex, {"parts", Argument::Parts}, kName}},
      {"hoist", false, Form::Mapping, {kStatements, kIndex, kName}},
      {"index_set_split",
       false,
       Form::Mapping,
       {kIndex, {"at", Argument::Places}, kName, {"names", Argument::Names, false}}},
      {"peel",
       false,
       Form::Mapping,
       {kIndex, {"front", Argument::Size, false}, {"back", Argument::Size, false}, kName}},
      {"sink", false, Form::Mapping, {kStatements, kIndex, {"at", Argument::Place}}},
      {"unroll_and_jam", false, Form::Mapping, {kIndex, kSize, kInner}},
      {"unroll", true, Form::List, {}},
      {"vectorize", true, Form::List, {}},
      {"kernelize",
       true,
       Form::Mapping,
       {{"unroll", Argument::Names, false}, {"vectorize", Argument::Names, false}}},
      {"promote", true, Form::Mapping, {{"array", Argument::Name}, kIndex}},
      {"cache", true, Form::Any, {}},
      {"parallelize", true, Form::Any, {}},
      {"tensorize", true, Form::Any, {}},
      {"bind", true, Form::Any, {}},
  };
  return specs;
}

const ScriptArgument &ScriptCommand::at(const std::string &key) const {
  static const ScriptArgument kNone;
  auto found = arguments.find(key);
  return found == arguments.end() ? kNone : found->second;
}

std::vector<std::string> Script::nests() const {
  std::vector<std::string> all;
  for (const ScriptEntry &entry : script->entries)
    all.insert(all.end(), entry.nests.begin(), entry.nests.end());
  return all;
}

bool Script::has(const std::string &nestId) const {
  return script->entryOf(nestId) || script->fusionOf(nestId);
}

Outcome<Plan> Script::apply(const std::string &nestId, const Nest &nest,
                            const Target &target) const {
  const ScriptEntry *entry = script->entryOf(nestId);
  if (script->fusionOf(nestId))
    return unsupported(nest, "fuse");
  if (!entry)
    return Rejection{RejectionKind::InvalidSchedule, placeOf(nest),
                     "the script has no entry for '" + nestId + "'"};
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
