#include "tools/acc-delin/ProvedRanking.h"

#include "tools/report/Summary.h"

#include <algorithm>

namespace acc {
namespace {

constexpr size_t kProved = 20;

struct RankedNest {
  UnitOutcome *outcome;
  report::Nest *row;
  bool isWritten = false; // it has been proved
};

/// The nests with a gain, those first of which most is expected.
std::vector<RankedNest> rankedIn(std::vector<UnitOutcome> &outcomes) {
  std::vector<RankedNest> ranked;
  for (UnitOutcome &outcome : outcomes)
    for (report::Nest &row : outcome.file.nests)
      if (report::gainOf(row))
        ranked.push_back({&outcome, &row});
  std::stable_sort(ranked.begin(), ranked.end(), [](const RankedNest &a, const RankedNest &b) {
    return a.row->expected->saved > b.row->expected->saved;
  });
  return ranked;
}

/// What `rewrite` says of these nests takes the place of what the analysis expected.
void takeWritten(const report::File &written, std::vector<RankedNest> &nests) {
  for (RankedNest &nest : nests) {
    auto row = std::find_if(written.nests.begin(), written.nests.end(),
                            [&](const report::Nest &one) { return one.id == nest.row->id; });
    if (row == written.nests.end() || row->rejections.empty())
      nest.isWritten = true;
    if (row == written.nests.end())
      continue;
    nest.row->expected = row->expected;
    nest.row->rejections = row->rejections;
    nest.row->schedule = row->schedule;
    nest.row->script = row->script;
  }
}

/// One run over the units of the nests.
void prove(const CommandLine &line, const IncludedScope &scope, std::vector<RankedNest> &nests) {
  CommandLine proving = line;
  proving.unit.rewrite = true;
  proving.unit.judge = proving.unit.runCheck = proving.unit.pictures = false;
  proving.unit.only.clear();
  std::map<UnitOutcome *, std::vector<RankedNest>> byUnit;
  std::map<std::string, Unit> units;
  bool withIncluded = false;
  for (const RankedNest &nest : nests) {
    const UnitOutcome &outcome = *nest.outcome;
    proving.unit.only.insert(nest.row->id);
    if (outcome.unit.inputs.empty()) {
      withIncluded = true;
      for (const Unit &unit : outcome.readIn)
        units.emplace(unit.path, unit);
    } else {
      units.emplace(outcome.unit.path, outcome.unit);
    }
    byUnit[nest.outcome].push_back(nest);
  }
  std::vector<Unit> all;
  for (auto &[path, unit] : units)
    all.push_back(std::move(unit));
  std::vector<UnitOutcome> written = runSession(proving, std::move(all), withIncluded, scope);
  nests.clear();
  for (auto &[outcome, own] : byUnit) {
    for (const UnitOutcome &one : written)
      if (one.unit.path == outcome->unit.path)
        takeWritten(one.file, own);
    nests.insert(nests.end(), own.begin(), own.end());
  }
}

} // namespace

void proveBest(const CommandLine &line, const IncludedScope &scope,
               std::vector<UnitOutcome> &outcomes) {
  std::set<const report::Nest *> written;
  for (;;) {
    std::vector<RankedNest> next = rankedIn(outcomes);
    next.resize(std::min(next.size(), kProved));
    std::erase_if(next, [&](const RankedNest &nest) { return written.count(nest.row) > 0; });
    if (next.empty())
      return;
    const size_t before = written.size();
    const size_t asked = next.size();
    prove(line, scope, next);
    for (const RankedNest &nest : next)
      if (nest.isWritten)
        written.insert(nest.row);
    if (next.size() != asked || (written.size() == before &&
                                 std::any_of(next.begin(), next.end(), [](const RankedNest &nest) {
                                   return report::gainOf(*nest.row) != nullptr;
                                 })))
      return; // their units could not be processed
  }
}

} // namespace acc
