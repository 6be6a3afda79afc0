#include "rewriter/validate/StatementCheck.h"

#include "rewriter/validate/SubstitutedReads.h"

#include "analysis/support/IslInterop.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

bool isSameLoop(const ScopLoop &a, const ScopLoop &b) {
  return a.name == b.name && a.parent == b.parent && a.first == b.first && a.end == b.end &&
         a.step == b.step && a.endSigns == b.endSigns && a.stepSigns == b.stepSigns &&
         a.condition == b.condition && a.entry == b.entry;
}

class StatementCheck {
public:
  StatementCheck(const Scop &source, const GuardContext &guard)
      : source(source), read(*source.asRead), guard(guard) {}

  std::optional<Rejection> check() {
    if (!std::equal(source.loops.begin(), source.loops.end(), read.loops.begin(), read.loops.end(),
                    isSameLoop))
      return notProved("a loop differs from the analysed loop", read.statements.front());
    if (auto wrong = findWholes())
      return wrong;
    for (size_t w = 0; w < read.statements.size(); ++w)
      if (!isUncut[w] && !isSubstituted(w) && !runsTheSame(w))
        return notProved("a statement runs other iterations than were analysed",
                         read.statements[w]);
    for (size_t a = 0; a < wholes.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        if (wholes[a] != wholes[b] && !keepsOrder(a, b))
          return notProved("a statement is out of order", source.statements[a]);
    return std::nullopt;
  }

private:
  static Rejection notProved(const std::string &what, const ScopStatement &at) {
    return {RejectionKind::NotProved, at.where, what};
  }

  /// First those with the same condition, so that of two that do the same each is found for its
  /// own.
  std::optional<Rejection> findWholes() {
    isUncut.assign(read.statements.size(), false);
    wholes.assign(source.statements.size(), read.statements.size());
    for (bool uncut : {true, false})
      for (size_t s = 0; s < wholes.size(); ++s) {
        const ScopStatement &part = source.statements[s];
        for (size_t w = 0; w < read.statements.size() && wholes[s] == read.statements.size(); ++w)
          if (!isUncut[w] && (!uncut || part.condition == read.statements[w].condition))
            if (auto reads = substitutedReads(source, part, read, read.statements[w])) {
              wholes[s] = w;
              isUncut[w] = uncut;
              for (const SubstitutedRead &value : *reads) {
                if (!isOnlyStore(value, part))
                  return notProved(
                      "a substituted scalar has no value, or a different one, where it is used",
                      part);
                definitions.insert(value.definition);
              }
            }
        if (!uncut && wholes[s] == read.statements.size())
          return notProved("a statement was not analysed", part);
      }
    return std::nullopt;
  }

  isl::set instances(const Scop &scop, const ScopStatement &statement) const {
    ScopStatement one = statement;
    one.id = "S";
    return iterationDomain(guard.isl(), scop, one).intersect_params(guard.parameters());
  }

  /// In each iteration of the definition's loops in which the part runs the definition does, and
  /// nothing else that stores to the scalar.
  bool isOnlyStore(const SubstitutedRead &value, const ScopStatement &part) const {
    const ScopStatement &definition = read.statements[value.definition];
    const unsigned depth = definition.loops.size();
    auto iterations = [&](const isl::set &instances) {
      return projectOut(instances, depth, dimensionsOf(instances) - depth);
    };
    const isl::set uses = iterations(instances(source, part));
    for (int store : statementsWith(read, value.scalar, /*isWrite=*/true)) {
      const ScopStatement &statement = read.statements[store];
      const bool isInside =
          statement.loops.size() >= depth &&
          std::equal(definition.loops.begin(), definition.loops.end(), statement.loops.begin());
      if (!isInside)
        return false;
      const isl::set runs = iterations(instances(read, statement));
      if (static_cast<size_t>(store) == value.definition ? !uses.is_subset(runs)
                                                         : !uses.intersect(runs).is_empty())
        return false;
    }
    return true;
  }

  /// It assigns a scalar of which each use has the value in its place, so that nothing is left of
  /// the scalar.
  bool isSubstituted(size_t w) const {
    if (!definitions.count(w))
      return false;
    auto assigned =
        std::find_if(read.statements[w].accesses.begin(), read.statements[w].accesses.end(),
                     [](const ScopAccess &access) { return access.isWrite; });
    const std::string &scalar = read.arrays[assigned->array].name;
    return std::none_of(source.statements.begin(), source.statements.end(),
                        [&](const ScopStatement &statement) {
                          return std::any_of(statement.accesses.begin(), statement.accesses.end(),
                                             [&](const ScopAccess &access) {
                                               return source.arrays[access.array].name == scalar;
                                             });
                        });
  }

  bool runsTheSame(size_t w) const {
    std::vector<const ScopStatement *> parts;
    for (size_t s = 0; s < wholes.size(); ++s)
      if (wholes[s] == w)
        parts.push_back(&source.statements[s]);
    isl::set all = instances(read, read.statements[w]);
    for (const ScopStatement *part : parts) {
      isl::set own = instances(source, *part);
      if (!own.is_subset(all))
        return false;
      all = all.subtract(own);
    }
    return all.is_empty();
  }

  bool keepsOrder(size_t a, size_t b) const {
    return textualOrder(source.statements[a], source.statements[b]) ==
           textualOrder(read.statements[wholes[a]], read.statements[wholes[b]]);
  }

  const Scop &source, &read;
  const GuardContext &guard;
  /// Per statement of `source` the one of `read` of which it is a part.
  std::vector<size_t> wholes;
  /// Per statement of `read`: one of `source` has all its instances.
  std::vector<bool> isUncut;
  /// Statements of `read` whose values stand in the place of the scalars that they assign.
  std::set<size_t> definitions;
};

} // namespace

std::optional<Rejection> checkStatements(const Scop &source, const GuardContext &guard) {
  return source.asRead ? StatementCheck(source, guard).check() : std::nullopt;
}

} // namespace acc
