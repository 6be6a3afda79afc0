#include "scheduling/FusedSchedule.h"
#include "scheduling/Plan.h"
#include "scheduling/ScheduleScript.h"

namespace acc {

std::string placeText(const ScriptPlace &place) {
  return " (line " + std::to_string(place.line) + ", column " + std::to_string(place.column) +
         " of the script)";
}

std::optional<ScriptPlace> takePlace(std::string &message) {
  const size_t start = message.rfind(" (line ");
  ScriptPlace place;
  int used = 0;
  if (start == message.npos ||
      std::sscanf(message.c_str() + start, " (line %u, column %u of the script)%n", &place.line,
                  &place.column, &used) != 2 ||
      start + static_cast<size_t>(used) != message.size())
    return std::nullopt;
  message.resize(start);
  return place;
}

namespace {

using Form = CommandSpec::Form;
using Argument = ArgumentKind;

/// The command as the step that it names; its arguments where Schedule::apply
/// looks for them.
Step stepOf(const ScriptCommand &command) {
  using Kind = Step::Kind;
  static const std::map<std::string, Kind> kinds = {
      {"split", Kind::Split},
      {"tile", Kind::Tile},
      {"reorder", Kind::Reorder},
      {"skew", Kind::Skew},
      {"pad", Kind::Pad},
      {"shift", Kind::Shift},
      {"fuse", Kind::Fuse},
      {"distribute", Kind::Distribute},
      {"hoist", Kind::Hoist},
      {"index_set_split", Kind::IndexSetSplit},
      {"peel", Kind::Peel},
      {"sink", Kind::Sink},
      {"unroll_and_jam", Kind::UnrollAndJam},
      {"substitute", Kind::Substitute},
  };
  Step step{kinds.at(command.spec->name), {}, {}, {}, {}, {}, {}};
  auto has = [&](const char *key) { return command.arguments.count(key) > 0; };
  step.indices = command.list;
  for (const auto &[index, size] : command.sizes) {
    step.indices.push_back(index);
    step.sizes.push_back(size);
  }
  if (has("index"))
    step.indices.push_back(command.at("index").name);
  if (has("indices"))
    step.indices = command.at("indices").names;
  switch (step.kind) {
  case Kind::Skew:
    step.indices.push_back(command.at("by").name);
    step.sizes = {has("factor") ? command.at("factor").size : 1,
                  command.at("unroll_loops_smaller_than").size};
    break;
  case Kind::Peel:
    step.sizes = {command.at("front").size, command.at("back").size};
    break;
  case Kind::Shift:
    step.places = command.at("by").places;
    break;
  default:
    if (has("size"))
      step.sizes = {command.at("size").size};
    step.places = command.at("at").places;
  }
  if (has("inner"))
    step.inner = {command.at("inner").name};
  if (has("name") || has("names"))
    step.inner = {command.at("name").name};
  const std::vector<std::string> &names = command.at("names").names;
  step.inner.insert(step.inner.end(), names.begin(), names.end());
  if (has("statements"))
    step.statements = {command.at("statements").names};
  if (has("parts"))
    step.statements = command.at("parts").parts;
  return step;
}

Rejection placed(Rejection refusal, const ScriptPlace &place) {
  refusal.detail += placeText(place);
  return refusal;
}

/// The first `count` commands, one after the other.
Outcome<Schedule> applySteps(Schedule schedule, const std::vector<ScriptCommand> &commands,
                             size_t count) {
  for (size_t k = 0; k < count; ++k) {
    Outcome<Schedule> next = schedule.apply(stepOf(commands[k]));
    if (!next)
      return placed(next.rejection(), commands[k].place);
    schedule = *next;
  }
  return schedule;
}

Outcome<Schedule> applySteps(const Schedule &schedule, const std::vector<ScriptCommand> &commands) {
  return applySteps(schedule, commands, commands.size());
}

/// Where the order of an entry that is not legal stops being so for good.
ScriptPlace blamed(const ScriptEntry &entry, const Schedule &start) {
  for (size_t k = entry.schedule.size(); k-- > 0;) {
    Outcome<Schedule> before = applySteps(start, entry.schedule, k);
    if (before && before->whereLegal())
      return entry.schedule[k].place;
  }
  return entry.place;
}

/// promote and cache.
Outcome<Plan> applyBuffer(const Plan &plan, const ScriptCommand &command) {
  const std::string name = command.spec->name, &array = command.at("array").name;
  auto invalid = [&](const std::string &why) {
    return Rejection{RejectionKind::InvalidSchedule, placeOf(plan.schedule().nest()),
                     name + ": " + why};
  };
  const std::string &layoutName = command.at("layout").name;
  if (!layoutName.empty() && layoutName != "first_major" && layoutName != "last_major")
    return invalid("the layout is first_major or last_major, not " + layoutName);
  const Promotion::Layout layout =
      layoutName == "last_major" ? Promotion::Layout::LastMajor : Promotion::Layout::FirstMajor;
  if (name == "promote")
    return plan.promote(array, command.at("index").name, layout);
  auto number = [&](const char *key) {
    return command.arguments.count(key) ? std::optional(command.at(key).size) : std::nullopt;
  };
  for (const char *key : {"trigger_index", "trigger_level"})
    if (command.arguments.count(key))
      return invalid(std::string(key) +
                     " is not supported: a buffer is filled at the index where it is used");
  const std::string &element = command.at("element_type").name;
  for (const ScopArray &one : plan.schedule().nest().source->scop.arrays)
    if (one.name == array && !element.empty() && element != one.element.spelling)
      return invalid("element_type: the buffer has the elements of " + array + ", " +
                     one.element.spelling + ", not " + element);
  return plan.cache(array, {command.at("index").name, number("level"), number("max_elements")},
                    layout);
}

Outcome<Plan> applyPlan(Plan plan, const ScriptCommand &command) {
  std::string name = command.spec->name;
  if (name == "promote" || name == "cache")
    return applyBuffer(plan, command);
  if (name == "tensorize")
    return plan.tensorize(command.at("indices").names);
  if (name == "contract")
    return plan.contract(command.at("array").name, command.at("index").name);
  if (name == "expand")
    return plan.expand(command.at("scalar").name, command.at("index").name);
  if (name == "kernelize")
    return plan.kernelize(command.at("unroll").names, command.at("vectorize").names);
  if (name == "parallelize") {
    const std::string &policy = command.at("policy").name;
    if (!policy.empty() && policy != "static")
      return Rejection{RejectionKind::InvalidSchedule, placeOf(plan.schedule().nest()),
                       "parallelize: the policy is static, not " + policy};
    return plan.parallelize(command.at("indices").names);
  }
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

/// The schedules that `fuse` entries make, from the inside out.
struct Fusing {
  const ScheduleScript &script;
  const std::vector<std::string> &nests;
  const std::vector<Nest> &parts;
  const Script::JointNest &joint;

  /// As the `fuse` entry of `count` nests from the `first` on makes it, before its own steps.
  Outcome<Schedule> fused(size_t first, size_t count) const {
    const std::vector<std::string> names(nests.begin() + first, nests.begin() + first + count);
    const ScriptEntry *entry = script.fusionOf(names);
    if (!entry)
      return Rejection{RejectionKind::InvalidSchedule, placeOf(parts[first]),
                       "the script has no 'fuse' entry for the part that begins with '" +
                           names.front() + "'"};
    std::vector<Schedule> schedules;
    size_t at = first;
    for (size_t part : entry->parts) {
      Outcome<Schedule> own = partOf(at, part);
      if (!own)
        return own;
      schedules.push_back(*own);
      at += part;
    }
    Outcome<Nest> whole = joint(first, count);
    if (!whole)
      return whole.rejection();
    Outcome<FusedSchedule> result = fuse(*whole, schedules, entry->partial, entry->names);
    if (!result)
      return result.rejection();
    return result->schedule;
  }

private:
  Outcome<Schedule> partOf(size_t first, size_t count) const {
    Outcome<Schedule> start = count == 1 ? Schedule(parts[first]) : fused(first, count);
    const ScriptEntry *own =
        count == 1 ? script.entryOf(nests[first])
                   : script.fusionOf(std::vector<std::string>(nests.begin() + first,
                                                              nests.begin() + first + count));
    if (!start || !own)
      return start;
    if (!own->plan.empty())
      return Rejection{RejectionKind::InvalidSchedule, placeOf(parts[first]),
                       "'" + nests[first] + "' is fused: its plan belongs to the 'fuse' entry"};
    return applySteps(*start, own->schedule);
  }
};

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
      {"substitute", false, Form::List, {}},
      {"unroll", true, Form::List, {}},
      {"vectorize", true, Form::List, {}},
      {"kernelize",
       true,
       Form::Mapping,
       {{"unroll", Argument::Names, false}, {"vectorize", Argument::Names, false}}},
      {"promote",
       true,
       Form::Mapping,
       {{"array", Argument::Name}, kIndex, {"layout", Argument::Name, false}}},
      {"contract", true, Form::Mapping, {{"array", Argument::Name}, kIndex}},
      {"expand", true, Form::Mapping, {{"scalar", Argument::Name}, kIndex}},
      {"cache",
       true,
       Form::Mapping,
       {{"array", Argument::Name},
        {"index", Argument::Name, false},
        {"level", Argument::Size, false},
        {"max_elements", Argument::Size, false},
        {"layout", Argument::Name, false},
        {"element_type", Argument::Name, false},
        {"trigger_index", Argument::Name, false},
        {"trigger_level", Argument::Size, false}}},
      {"parallelize",
       true,
       Form::ListOrMapping,
       {{"indices", Argument::Names}, {"policy", Argument::Name, false}}},
      {"tensorize", true, Form::ListOrMapping, {{"indices", Argument::Names}}},
      {"bind", true, Form::Any, {}},
      {"deferred_layout", true, Form::Any, {}},
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
  return script->entryOf(nestId) && !script->fusionOf(nestId);
}

Outcome<Plan> Script::planOf(const ScriptEntry &entry, const Schedule &start,
                             const Target &target) const {
  Outcome<Schedule> schedule = applySteps(start, entry.schedule);
  if (!schedule)
    return schedule.rejection();
  Outcome<Schedule> legal = schedule->whereLegal();
  if (!legal)
    return placed(legal.rejection(), blamed(entry, start));
  Plan plan(*legal, target);
  for (const ScriptCommand &command : entry.plan) {
    Outcome<Plan> next = applyPlan(plan, command);
    if (!next)
      return placed(next.rejection(), command.place);
    plan = *next;
  }
  return plan;
}

Outcome<Plan> Script::apply(const std::string &nestId, const Nest &nest,
                            const Target &target) const {
  const ScriptEntry *entry = script->entryOf(nestId);
  if (!entry)
    return Rejection{RejectionKind::InvalidSchedule, placeOf(nest),
                     "the script has no entry for '" + nestId + "'"};
  return planOf(*entry, Schedule(nest), target);
}

std::vector<std::vector<std::string>> Script::fusions() const {
  std::vector<std::vector<std::string>> all;
  for (const ScriptEntry &entry : script->entries)
    if (entry.isFuse && script->fusionOf(entry.nests.front()) == &entry)
      all.push_back(entry.nests);
  return all;
}

Outcome<Plan> Script::apply(const std::vector<std::string> &nests, const std::vector<Nest> &parts,
                            const JointNest &joint, const Target &target) const {
  Fusing fusing{*script, nests, parts, joint};
  Outcome<Schedule> fused = fusing.fused(0, nests.size());
  if (!fused)
    return fused.rejection();
  return planOf(*script->fusionOf(nests), *fused, target);
}

} // namespace acc
