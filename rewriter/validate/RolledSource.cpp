#include "rewriter/validate/RolledSource.h"

#include "analysis/dependence/Order.h"
#include "analysis/model/BuildScop.h"
#include "rewriter/validate/GuardContext.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/ScopValues.h"
#include "rewriter/validate/TreeMatch.h"

#include <algorithm>
#include <set>
#include <utility>

namespace acc {
namespace {

/// Names of its own for what the other scop has no word for.
Scop withOwnNames(Scop scop) {
  std::map<std::string, Polynomial> values;
  auto rename = [&](std::string &name) {
    const std::string own = "written." + name;
    values[name] = Polynomial::symbol(own);
    name = own;
  };
  for (Parameter &parameter : scop.parameters)
    if (parameter.symbol < 0)
      rename(parameter.name);
  for (ScopLoop &loop : scop.loops)
    rename(loop.name);
  for (Parameter &parameter : scop.parameters)
    if (parameter.value)
      parameter.value = parameter.value->substitute(values);
  scop = substituted(std::move(scop), values);
  for (size_t k = 0; k < scop.statements.size(); ++k)
    scop.statements[k].id = "W" + std::to_string(k);
  return scop;
}

/// A statement of the source as some iterations of one that is read.
struct Copy {
  size_t rolled = 0;
  isl::map instances; // { written -> rolled }
};

/// A variable of the source in the place of one that is read, in a copy.
struct Variable {
  int written = -1, rolled = -1; // arrays
  std::vector<int> loops;
  std::vector<int64_t> shifts;
  bool isOwn = false; // it lives in one iteration of all loops around it, on both sides
};

class CopyMatcher {
public:
  CopyMatcher(const Scop &rolled, const Scop &written, const GuardContext &guard)
      : rolled(rolled), written(written), guard(guard) {
    for (const ScopStatement &statement : rolled.statements) {
      domains.push_back(
          iterationDomain(guard.isl(), rolled, statement).intersect_params(guard.parameters()));
      found.push_back(isl::set::empty(domains.back().space()));
    }
  }

  std::optional<Rejection> check() {
    for (const ScopStatement &statement : written.statements) {
      auto copy = copyOf(statement);
      if (!copy)
        return refused("is not an iteration of the rerolled loop", statement);
      if (!copy->instances.range().is_disjoint(found[copy->rolled]) ||
          !copy->instances.is_injective())
        return refused("runs more often than in the rerolled loop", statement);
      found[copy->rolled] = found[copy->rolled].unite(copy->instances.range()).coalesce();
      copies.push_back(*copy);
    }
    for (size_t k = 0; k < domains.size(); ++k)
      if (!found[k].is_equal(domains[k]))
        return refused("does not cover all iterations of the rerolled loop", rolled.statements[k]);
    if (auto other = otherVariable())
      return notProved("a copy in an unrolled loop has another " + *other +
                           " than the rerolled loop",
                       rolled.nest.root->range);
    const unsigned depth = std::max(depthOf(rolled), depthOf(written));
    for (size_t a = 0; a < copies.size(); ++a)
      for (size_t b = 0; b < copies.size(); ++b)
        if (!keepsOrder(a, b, depth))
          return refused("does not run in the order of the rerolled loop", written.statements[a]);
    return std::nullopt;
  }

private:
  static Rejection refused(const std::string &what, const ScopStatement &statement) {
    return notProved("a copy in an unrolled loop " + what + " (line " +
                         std::to_string(statement.where.line) + ")",
                     statement.where);
  }

  /// The iterations that have not been found yet and are the statement's.
  std::optional<Copy> copyOf(const ScopStatement &w) {
    for (size_t k = 0; k < rolled.statements.size(); ++k) {
      const ScopStatement &r = rolled.statements[k];
      auto match = matchStatements(written, w, rolled, r);
      if (!match || w.loops.size() != r.loops.size())
        continue;
      std::vector<int64_t> most, shifts(w.loops.size());
      for (size_t depth = 0; depth < w.loops.size(); ++depth) {
        int64_t step = written.loops[w.loops[depth]].step;
        most.push_back(step == rolled.loops[r.loops[depth]].step ? 0 : step - 1);
      }
      do {
        auto key = std::pair(k, std::pair(w.loops, shifts));
        if (taken.count(key))
          continue;
        if (auto instances = instancesAt(w, r, *match, shifts)) {
          taken.insert(key);
          noteVariables(w, r, *match, shifts);
          return Copy{
              k,
              instances->intersect_domain(
                  iterationDomain(guard.isl(), written, w).intersect_params(guard.parameters()))};
        }
      } while (next(shifts, most));
    }
    return std::nullopt;
  }

  static bool next(std::vector<int64_t> &shifts, const std::vector<int64_t> &most) {
    for (size_t depth = shifts.size(); depth-- > 0;) {
      if (++shifts[depth] <= most[depth])
        return true;
      shifts[depth] = 0;
    }
    return false;
  }

  /// Each counter of the loop that is read is the source's and so much more; none where the
  /// statement touches something else then.
  std::optional<isl::map> instancesAt(const ScopStatement &w, const ScopStatement &r,
                                      const StatementMatch &match,
                                      const std::vector<int64_t> &shifts) const {
    const std::vector<std::string> mine = written.iteratorsOf(w), theirs = rolled.iteratorsOf(r);
    std::map<std::string, Polynomial> counters;
    std::vector<LinearForm> forms;
    for (size_t depth = 0; depth < mine.size(); ++depth) {
      counters[theirs[depth]] = Polynomial::symbol(mine[depth]) + Polynomial(shifts[depth]);
      forms.push_back({{{mine[depth], 1}}, shifts[depth]});
    }
    auto isSame = [&](const Polynomial &there, const Polynomial &here) {
      return there.substitute(guard.equations()).substitute(counters) ==
             here.substitute(guard.equations());
    };
    for (const AccessPair &pair : match.accesses) {
      const ScopAccess &here = w.accesses[pair.emitted], &there = r.accesses[pair.source];
      const ScopArray &a = written.arrays[here.array], &b = rolled.arrays[there.array];
      const bool isScalar = a.isScalar || b.isScalar;
      const bool isOther = !isSameObject(a, b);
      if (here.may != there.may || here.isWrite != there.isWrite || a.isScalar != b.isScalar ||
          a.element.spelling != b.element.spelling ||
          (!isScalar && (isOther || here.subscripts.size() != there.subscripts.size())))
        return std::nullopt;
      for (size_t k = 0; !isScalar && k < here.subscripts.size(); ++k)
        if (!isSame(there.subscripts[k], here.subscripts[k]))
          return std::nullopt;
    }
    for (const auto &value : match.values)
      if (!isSame(value.source, value.emitted))
        return std::nullopt;
    return makeMap(guard.isl().get(), w.id, mine, r.id, forms);
  }

  /// Both are readings of one nest, in which a name means one thing.
  bool isSameObject(const ScopArray &a, const ScopArray &b) const {
    auto nameOf = [](const Scop &scop, const ScopArray &array) {
      return array.base < 0 ? array.name : scop.nest.symbol(array.base).name;
    };
    return (a.base < 0) == (b.base < 0) && a.member == b.member &&
           nameOf(written, a) == nameOf(rolled, b);
  }

  void noteVariables(const ScopStatement &w, const ScopStatement &r, const StatementMatch &match,
                     const std::vector<int64_t> &shifts) {
    for (const AccessPair &pair : match.accesses) {
      const int here = w.accesses[pair.emitted].array, there = r.accesses[pair.source].array;
      auto isOwn = [](const ScopArray &array, const ScopStatement &statement) {
        return array.isPrivate && array.privateLoops == statement.loops;
      };
      if (written.arrays[here].isScalar)
        variables.push_back({here, there, w.loops, shifts,
                             isOwn(written.arrays[here], w) && isOwn(rolled.arrays[there], r)});
    }
  }

  /// A variable that may not hold what it holds in the loop that is read. Where all runs in one
  /// order, the same variable does; so do variables of single copies, each with one of its own.
  std::optional<std::string> otherVariable() const {
    auto isSame = [&](const Variable &each) {
      return isSameObject(written.arrays[each.written], rolled.arrays[each.rolled]);
    };
    for (const Variable &one : variables) {
      bool isOne = true, isForOne = true;
      for (const Variable &other : variables) {
        if (other.rolled != one.rolled && other.written != one.written)
          continue;
        isOne &= isSame(other);
        const bool isPlace =
            other.rolled == one.rolled && other.loops == one.loops && other.shifts == one.shifts;
        isForOne &= other.isOwn && isPlace == (other.written == one.written);
      }
      if (!isOne && !isForOne)
        return rolled.arrays[one.rolled].name;
    }
    return std::nullopt;
  }

  bool keepsOrder(size_t a, size_t b, unsigned depth) const {
    const isl::map order = lexicographicOrder(guard.isl().get(), 2 * depth + 1, false);
    auto inSource = [&](size_t k) {
      return originalSchedule(guard.isl(), written, written.statements[k], depth)
          .intersect_domain(copies[k].instances.domain());
    };
    auto asRead = [&](size_t k) {
      return copies[k].instances.apply_range(
          originalSchedule(guard.isl(), rolled, rolled.statements[copies[k].rolled], depth));
    };
    const isl::map before = inSource(a).apply_range(order).apply_range(inSource(b).reverse());
    const isl::map isRead = asRead(a).apply_range(order).apply_range(asRead(b).reverse());
    return before.is_subset(isRead);
  }

  const Scop &rolled, &written;
  const GuardContext &guard;
  std::vector<isl::set> domains, found;
  std::vector<Copy> copies;
  std::vector<Variable> variables;
  std::set<std::pair<size_t, std::pair<std::vector<int>, std::vector<int64_t>>>> taken;
};

} // namespace

std::optional<Rejection> checkSameInOrder(const Scop &rolled, Scop given, const Condition &guard,
                                          const IslContext &context) {
  const Scop written = withOwnNames(std::move(given));
  const GuardContext facts(context, rolled, written, guard, {});
  return CopyMatcher(rolled, written, facts).check();
}

std::optional<Rejection> checkRolled(const Scop &source, const Condition &guard,
                                     const IslContext &context) {
  if (!source.isRolled)
    return std::nullopt;
  auto written = buildScop(source.nest, context, source.data, LoopCopies::AsWritten);
  if (!written)
    return notProved("cannot analyse the manually unrolled loop as written: " +
                         written.rejection().message(),
                     written.rejection().where);
  return checkSameInOrder(source.asRead ? *source.asRead : source, std::move(*written), guard,
                          context);
}

} // namespace acc
