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

} // namespace

Outcome<Scop> withoutDeadStatements(Scop scop, const IslContext &context) {
  SourceRange where = scop.nest.root ? scop.nest.root->range : SourceRange{};
  return runIsl(context, where, "statements that never run", [&]() -> Outcome<Scop> {
    std::vector<bool> isDead;
    for (const ScopStatement &statement : scop.statements) {
      auto alike = std::find_if(scop.statements.begin(), scop.statements.end(),
                                [&](const ScopStatement &other) {
                                  return other.loops == statement.loops &&
                                         other.condition == statement.condition;
                                });
      size_t known = alike - scop.statements.begin();
      isDead.push_back(known < isDead.size() ? isDead[known]
                                             : iterationDomain(context, scop, statement).is_empty());
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
