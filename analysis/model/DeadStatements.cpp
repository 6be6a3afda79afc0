#include "analysis/model/DeadStatements.h"

#include <algorithm>

namespace acc {
namespace {

/// Removes arrays without an access and numbers the others anew.
void dropUntouchedArrays(Scop &scop) {
  std::vector<bool> touched(scop.arrays.size(), false);
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      touched[access.array] = true;
  std::vector<int> number(scop.arrays.size(), -1);
  std::vector<ScopArray> kept;
  for (size_t a = 0; a < scop.arrays.size(); ++a)
    if (touched[a]) {
      number[a] = kept.size();
      kept.push_back(std::move(scop.arrays[a]));
    }
  scop.arrays = std::move(kept);
  for (ScopStatement &statement : scop.statements)
    for (ScopAccess &access : statement.accesses)
      access.array = number[access.array];
}

/// The first iteration of the statement's loops runs it where all parameters have one value, so
/// that isl need not be asked.
bool runsForOneSize(const Scop &scop, const ScopStatement &statement) {
  constexpr int64_t kSize = 12;
  std::map<std::string, int64_t> point;
  for (const Parameter &parameter : scop.parameters)
    point[parameter.name] = kSize;
  for (int index : statement.loops) {
    const ScopLoop &loop = scop.loops[index];
    std::optional<int64_t> first;
    for (const Polynomial &bound : loop.first) {
      auto value = bound.evaluate(point);
      if (!value)
        return false;
      bool isLater = !first || (loop.step > 0 ? *value > *first : *value < *first);
      first = isLater ? value : first;
    }
    if (!first)
      return false;
    for (const Polynomial &bound : loop.end) {
      auto end = bound.evaluate(point);
      if (!end || (loop.step > 0 ? *first >= *end : *first <= *end))
        return false;
    }
    point[loop.name] = *first;
  }
  return statement.condition.evaluate(point) == std::optional(true);
}

} // namespace

Outcome<Scop> withoutDeadStatements(Scop scop, const IslContext &context) {
  SourceRange where = scop.nest.root ? scop.nest.root->range : SourceRange{};
  return runIsl(context, where, "statements that never run", [&]() -> Outcome<Scop> {
    std::vector<bool> isDead;
    for (const ScopStatement &statement : scop.statements) {
      auto alike = std::find_if(
          scop.statements.begin(), scop.statements.end(), [&](const ScopStatement &other) {
            return other.loops == statement.loops && other.condition == statement.condition;
          });
      size_t known = alike - scop.statements.begin();
      isDead.push_back(known < isDead.size()
                           ? isDead[known]
                           : !runsForOneSize(scop, statement) &&
                                 iterationDomain(context, scop, statement).is_empty());
    }
    if (std::find(isDead.begin(), isDead.end(), true) == isDead.end())
      return std::move(scop);
    auto next = isDead.begin();
    std::erase_if(scop.statements, [&](const ScopStatement &) { return *next++; });
    if (scop.statements.empty())
      return Rejection{RejectionKind::NoAccess, where, ""};
    dropUntouchedArrays(scop);
    return std::move(scop);
  });
}

} // namespace acc
