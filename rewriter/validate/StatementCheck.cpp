#include "rewriter/validate/StatementCheck.h"

#include <algorithm>

namespace acc {
namespace {

bool isSameArray(const ScopArray &a, const ScopArray &b) {
  return a.base == b.base && a.name == b.name && a.member == b.member;
}

bool isSameAccess(const Scop &scopOfA, const ScopAccess &a, const Scop &scopOfB,
                  const ScopAccess &b) {
  return isSameArray(scopOfA.arrays[a.array], scopOfB.arrays[b.array]) && a.node == b.node &&
         a.isWrite == b.isWrite && a.may == b.may && a.subscripts == b.subscripts &&
         a.when == b.when && a.table == b.table && a.readsSome == b.readsSome;
}

/// Does the same, whatever the condition.
bool isPartOf(const Scop &scopOfPart, const ScopStatement &part, const Scop &scopOfWhole,
              const ScopStatement &whole) {
  return part.body == whole.body && part.loops == whole.loops && part.opaque == whole.opaque &&
         std::equal(part.accesses.begin(), part.accesses.end(), whole.accesses.begin(),
                    whole.accesses.end(), [&](const ScopAccess &a, const ScopAccess &b) {
                      return isSameAccess(scopOfPart, a, scopOfWhole, b);
                    });
}

bool isSameLoop(const ScopLoop &a, const ScopLoop &b) {
  return a.name == b.name && a.parent == b.parent && a.first == b.first && a.end == b.end &&
         a.step == b.step && a.endSigns == b.endSigns && a.stepSigns == b.stepSigns &&
         a.condition == b.condition && a.entry == b.entry;
}

/// Negative when `a` comes first in an iteration of the loops that it shares with `b`, 0 when both
/// are in one place.
int textualOrder(const ScopStatement &a, const ScopStatement &b) {
  for (size_t k = 0; k < std::min(a.positions.size(), b.positions.size()); ++k) {
    if (a.positions[k] != b.positions[k])
      return a.positions[k] < b.positions[k] ? -1 : 1;
    if (k >= a.loops.size() || k >= b.loops.size() || a.loops[k] != b.loops[k])
      break;
  }
  return 0;
}

class StatementCheck {
public:
  StatementCheck(const Scop &source, const GuardContext &guard)
      : source(source), read(*source.asRead), guard(guard) {}

  std::optional<Rejection> run() {
    if (!std::equal(source.loops.begin(), source.loops.end(), read.loops.begin(),
                    read.loops.end(), isSameLoop))
      return notProved("a loop is not as it was read", read.statements.front());
    if (auto wrong = findWholes())
      return wrong;
    for (size_t w = 0; w < read.statements.size(); ++w)
      if (!isUncut[w] && !runsTheSame(w))
        return notProved("a statement runs other iterations than were read", read.statements[w]);
    for (size_t a = 0; a < wholes.size(); ++a)
      for (size_t b = 0; b < a; ++b)
        if (wholes[a] != wholes[b] && !keepsOrder(a, b))
          return notProved("a statement is not in its place", source.statements[a]);
    return std::nullopt;
  }

private:
  static Rejection notProved(const std::string &what, const ScopStatement &at) {
    return {RejectionKind::NotProved, at.where, what};
  }

  /// First those with the same condition, so that of two that do the same each is found for its own.
  std::optional<Rejection> findWholes() {
    isUncut.assign(read.statements.size(), false);
    wholes.assign(source.statements.size(), read.statements.size());
    for (bool uncut : {true, false})
      for (size_t s = 0; s < wholes.size(); ++s) {
        const ScopStatement &part = source.statements[s];
        for (size_t w = 0; w < read.statements.size() && wholes[s] == read.statements.size(); ++w)
          if (!isUncut[w] && isPartOf(source, part, read, read.statements[w]) &&
              (!uncut || part.condition == read.statements[w].condition)) {
            wholes[s] = w;
            isUncut[w] = uncut;
          }
        if (!uncut && wholes[s] == read.statements.size())
          return notProved("a statement was not read", part);
      }
    return std::nullopt;
  }

  isl::set instances(const Scop &scop, const ScopStatement &statement) const {
    ScopStatement one = statement;
    one.id = "S";
    return iterationDomain(guard.isl(), scop, one).intersect_params(guard.parameters());
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
};

} // namespace

std::optional<Rejection> checkStatements(const Scop &source, const GuardContext &guard) {
  return source.asRead ? StatementCheck(source, guard).run() : std::nullopt;
}

} // namespace acc
