#include "tools/lib/GivenSchedule.h"

#include "analysis/tree/TreeUtil.h"
#include "scheduling/FusedSchedule.h"
#include "scheduling/ScheduleScript.h"
#include "scheduling/looptree/Yaml.h"
#include "tools/lib/Pipeline.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace acc {
namespace {

/// "f#1+f#2" -> f#1, f#2.
std::vector<std::string> partsOf(const std::string &title) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(title).split(words, '+');
  return {words.begin(), words.end()};
}

size_t einsumsIn(const looptree::Mapping &mapping) { return pathsOf(mapping.root).size(); }

/// As far as the tree shows them: what the model makes of them may be others, and is compared
/// again.
size_t statementsIn(const SourceNest &nest) {
  size_t count = 0;
  std::set<const Stmt *> steps; // of loop headers
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    steps.insert(stmt->init.get());
    steps.insert(stmt->step.get());
    bool isAssigned =
        stmt->kind == Stmt::Kind::Assign || (stmt->kind == Stmt::Kind::Declare && stmt->value);
    count += isAssigned && !steps.count(stmt.get());
  });
  return count;
}

report::Finding invalidSchedule(const std::string &message, unsigned line, unsigned column) {
  return {rejectionId(RejectionKind::InvalidSchedule), message, line, column};
}

} // namespace

std::vector<std::string> GivenSchedule::names() const {
  if (script)
    return script->nests();
  std::vector<std::string> all;
  for (const looptree::Mapping &mapping : mappings)
    if (!mapping.root.text.empty())
      for (std::string &name : partsOf(mapping.root.text))
        all.push_back(std::move(name));
  return all;
}

void GivenSchedule::findNests(const std::vector<SourceNest> &nests) {
  for (const looptree::Mapping &mapping : mappings) {
    size_t wanted = einsumsIn(mapping);
    if (!mapping.root.text.empty() || wanted < 2)
      continue;
    bool fits = false;
    for (size_t first = 0; first < nests.size(); ++first) {
      size_t count = 0, end = first;
      while (end < nests.size() && count < wanted && nests[end].function == nests[first].function)
        count += statementsIn(nests[end++]);
      if (count != wanted)
        continue;
      fits = true;
      if (end - first < 2)
        continue;
      found.emplace_back();
      for (size_t k = first; k < end; ++k)
        found.back().push_back(nests[k].id);
      first = end - 1;
    }
    fitsNone |= !fits;
  }
}

bool GivenSchedule::namesPartOf(const SourceNest &nest) const {
  const std::vector<std::string> all = names();
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string &name) { return name.rfind(nest.id + ".", 0) == 0; });
}

bool GivenSchedule::has(const SourceNest &nest) const {
  if (script)
    return script->has(nest.id);
  for (const std::vector<std::string> &fused : found)
    if (std::find(fused.begin(), fused.end(), nest.id) != fused.end())
      return false;
  return std::any_of(mappings.begin(), mappings.end(), [&](const looptree::Mapping &mapping) {
    if (!mapping.root.text.empty())
      return mapping.root.text == nest.id;
    size_t wanted = einsumsIn(mapping);
    return wanted < 2 || fitsNone || statementsIn(nest) == wanted;
  });
}

std::vector<std::vector<std::string>> GivenSchedule::fusions() const {
  if (script)
    return script->fusions();
  std::vector<std::vector<std::string>> all = found;
  for (const looptree::Mapping &mapping : mappings)
    if (std::vector<std::string> parts = partsOf(mapping.root.text); parts.size() > 1)
      all.push_back(std::move(parts));
  return all;
}

const looptree::Mapping *GivenSchedule::mappingFor(const std::string &nestId) const {
  const looptree::Mapping *own = nullptr;
  for (const looptree::Mapping &mapping : mappings)
    if (mapping.root.text == nestId || (!own && mapping.root.text.empty()))
      own = &mapping;
  return own;
}

Outcome<Plan> GivenSchedule::apply(const std::string &nestId, const Nest &nest,
                                   const Target &target) const {
  if (script)
    return script->apply(nestId, nest, target);
  return looptree::planOf(*mappingFor(nestId), einsums, Schedule(nest), target);
}

Outcome<Plan> GivenSchedule::apply(const std::vector<std::string> &nests,
                                   const std::vector<Nest> &parts, const Script::JointNest &joint,
                                   const Target &target) const {
  if (script)
    return script->apply(nests, parts, joint, target);
  Outcome<Nest> whole = joint(0, parts.size());
  if (!whole)
    return whole.rejection();
  std::vector<Schedule> schedules;
  for (const Nest &part : parts)
    schedules.emplace_back(part);
  Outcome<FusedSchedule> start = fuse(*whole, schedules, 0);
  if (!start)
    return start.rejection();
  return looptree::planOf(*mappingFor(llvm::join(nests, "+")), einsums, start->schedule, target);
}

std::variant<GivenSchedule, report::Finding> readGiven(const std::string &text,
                                                       const looptree::EinsumNames &einsums) {
  std::vector<std::string> documents = looptree::documentsOf(text);
  if (looptree::isLoopTree(documents.front())) {
    std::vector<looptree::Mapping> mappings;
    for (const std::string &document : documents) {
      looptree::Diagnostics diagnostics;
      auto mapping = looptree::mappingIn("", document, diagnostics);
      if (!mapping && diagnostics.all().empty())
        return invalidSchedule("a document has no 'mapping:'", 0, 0);
      if (!mapping) {
        const looptree::Diagnostic &first = diagnostics.all().front();
        return invalidSchedule(first.message, first.where.line, first.where.column);
      }
      mappings.push_back(std::move(*mapping));
    }
    return GivenSchedule(std::move(mappings), einsums);
  }
  auto parsed = Script::parse(text);
  if (auto *error = std::get_if<ScriptError>(&parsed))
    return invalidSchedule(error->message, error->line, error->column);
  return GivenSchedule(std::get<Script>(std::move(parsed)));
}

std::variant<std::optional<GivenSchedule>, report::Finding>
givenSchedule(const UnitOptions &options) {
  if (options.scheduleFrom != UnitOptions::ScheduleFrom::Script)
    return std::nullopt;
  auto parsed = readGiven(options.script, options.einsums);
  if (auto *error = std::get_if<report::Finding>(&parsed)) {
    error->message = "the schedule: " + error->message;
    return *error;
  }
  return std::get<GivenSchedule>(std::move(parsed));
}

std::variant<std::vector<std::string>, report::Finding> nestsOfScript(const std::string &text) {
  auto given = readGiven(text);
  if (auto *error = std::get_if<report::Finding>(&given))
    return *error;
  return std::get<GivenSchedule>(given).names();
}

std::optional<report::Finding> refusedCommand(const std::string &rule, std::string message) {
  const std::optional<ScriptPlace> place = takePlace(message);
  if (!place)
    return std::nullopt;
  return report::Finding{rule, std::move(message), place->line, place->column};
}

std::variant<std::vector<ScriptPoint>, report::Finding> pointsOfScript(const std::string &text) {
  if (looptree::isLoopTree(looptree::documentsOf(text).front()))
    return std::vector<ScriptPoint>{{text, {}}};
  auto points = Script::points(text);
  if (auto *error = std::get_if<ScriptError>(&points))
    return invalidSchedule(error->message, error->line, error->column);
  return std::get<std::vector<ScriptPoint>>(std::move(points));
}

} // namespace acc
