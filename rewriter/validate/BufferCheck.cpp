#include "rewriter/validate/BufferCheck.h"

#include "analysis/model/LiveArrays.h"

#include "rewriter/validate/InstancePairs.h"

#include <algorithm>
#include <iterator>

namespace acc {
namespace {

bool isInjective(const isl::map &map) { return !map.is_null() && map.is_injective(); }

/// One private array of the emitted code with its accesses.
class PrivateArrayCheck {
public:
  PrivateArrayCheck(const Scop &source, const Scop &emitted,
                    const std::vector<MatchedStatement> &matched, const Placement &placement,
                    const CellProgram &after, const GuardContext &guard, const PrivateImage &image)
      : source(source), emitted(emitted), matched(matched), placement(placement), after(after),
        guard(guard), image(image) {
    for (int loop : image.loops)
      loops.push_back(emitted.loops[loop].name);
    for (size_t s = 0; s < emitted.statements.size(); ++s)
      for (size_t a = 0; a < placement.accesses[s].size(); ++a) {
        if (placement.accesses[s][a].through != image.array)
          continue;
        Use use{static_cast<int>(s), static_cast<int>(a)};
        bool isWrite = placement.accesses[s][a].isWrite;
        if (matched[s].source < 0)
          (isWrite ? fills : drains).push_back(use);
        else
          (isWrite ? writes : reads).push_back(use);
      }
  }

  /// { [p, e] -> [source element] } on all elements accessed, or { [p, e] -> [p,
  /// source element] } with `keyed`; null when not affine. Without, of p the loops up to the last
  /// one that names an element: those inside of it use what one of its iterations has set.
  ///   for k { for kk t[kk] = ..; for i for kk .. = t[kk]; }     [k, kk] -> [k + kk], whatever i
  isl::map imageMap(bool keyed) const {
    std::vector<std::string> dims = loops;
    while (!keyed && !dims.empty() &&
           std::none_of(image.cell.begin(), image.cell.end(),
                        [&](const Polynomial &value) { return value.contains(dims.back()); }))
      dims.pop_back();
    const size_t around = dims.size();
    for (unsigned k = 0; k < image.rank; ++k)
      dims.push_back("#" + std::to_string(k));
    std::vector<Polynomial> values;
    if (keyed)
      values = symbols(loops);
    values.insert(values.end(), image.cell.begin(), image.cell.end());
    auto forms = formsOf(values, dims);
    isl::set touched = elements({&fills, &drains, &writes, &reads}, false);
    if (!forms || touched.is_null())
      return {};
    touched = projectOut(touched, around, loops.size() - around);
    return makeMap(guard.isl().get(), "", dims, "", *forms).intersect_domain(touched);
  }

  /// The conditions on a buffer of a shared array.
  bool bufferIsExact() const {
    return copiesAreOutermost() && isInjective(imageMap(true)) && isCovered() && isExclusive();
  }

  /// { [source element] } that are written and not written back; null when not affine.
  isl::set leftInBuffer() const {
    isl::set written = elements({&writes}, true), drained = elements({&drains}, true);
    if (written.is_null() || drained.is_null())
      return {};
    return projectOut(written.subtract(drained), 0, loops.size());
  }

  /// { [source element] } of an access; null when not affine.
  isl::set elementOf(int statement, int access) const {
    return valuesOn(statement, placement.accesses[statement][access].cell);
  }

private:
  struct Use {
    int statement, access;
  };

  std::optional<std::vector<LinearForm>> formsOf(const std::vector<Polynomial> &values,
                                                 const std::vector<std::string> &names) const {
    std::vector<LinearForm> forms;
    for (const Polynomial &value : values) {
      auto form = linearForm(value, names);
      if (!form)
        return std::nullopt;
      forms.push_back(*form);
    }
    return forms;
  }

  /// { [p, e] } of the accesses, or { [p, source element] } with `placed`; null when
  /// not affine.
  isl::set elements(const std::vector<const std::vector<Use> *> &groups, bool placed) const {
    isl::set all;
    for (const std::vector<Use> *group : groups)
      for (const Use &use : *group) {
        isl::set one = elementsOf(use, placed);
        if (one.is_null())
          return {};
        all = all.is_null() ? one : all.unite(one);
      }
    unsigned width = placed ? placedRank() : image.rank;
    return all.is_null() ? none(loops.size() + width) : all;
  }

  unsigned placedRank() const { return image.cell.size(); }

  isl::set none(unsigned rank) const {
    return makeSet(guard.isl().get(), "", std::vector<std::string>(rank, "#"), {{{{}, -1}, false}});
  }

  isl::set elementsOf(const Use &use, bool placed) const {
    const ScopStatement &statement = emitted.statements[use.statement];
    std::vector<Polynomial> values = symbols(loops);
    std::vector<Polynomial> own = placed
                                      ? placement.accesses[use.statement][use.access].cell
                                      : privateSubscripts(emitted, statement.accesses[use.access]);
    values.insert(values.end(), own.begin(), own.end());
    return valuesOn(use.statement, values);
  }

  /// { [iterators] }, without a name.
  isl::set instancesOf(const Use &use) const {
    const ScopStatement &statement = emitted.statements[use.statement];
    return valuesOn(use.statement, symbols(emitted.iteratorsOf(statement)));
  }

  static std::vector<Polynomial> symbols(const std::vector<std::string> &names) {
    std::vector<Polynomial> values;
    for (const std::string &name : names)
      values.push_back(Polynomial::symbol(name));
    return values;
  }

  /// All that the values are on a statement's domain; null when not affine.
  isl::set valuesOn(int index, const std::vector<Polynomial> &values) const {
    const ScopStatement &statement = emitted.statements[index];
    std::vector<std::string> iterators = emitted.iteratorsOf(statement);
    auto forms = formsOf(values, iterators);
    if (!forms)
      return {};
    return makeMap(guard.isl().get(), statement.id, iterators, "", *forms)
        .intersect_domain(after.statements[index].domain)
        .range();
  }

  /// Position of the access among what one iteration p runs.
  int placeOf(const Use &use) const {
    return emitted.statements[use.statement].positions[loops.size()];
  }

  bool copiesAreOutermost() const {
    auto allBefore = [&](const std::vector<Use> &some, const std::vector<Use> &others) {
      return std::all_of(some.begin(), some.end(), [&](const Use &a) {
        return std::all_of(others.begin(), others.end(),
                           [&](const Use &b) { return placeOf(a) < placeOf(b); });
      });
    };
    return allBefore(fills, reads) && allBefore(fills, writes) && allBefore(fills, drains) &&
           allBefore(reads, drains) && allBefore(writes, drains);
  }

  bool isCertain(const Use &use) const {
    const ScopStatement &statement = emitted.statements[use.statement];
    return !statement.opaque && !statement.accesses[use.access].may;
  }

  bool isCovered() const {
    isl::set filled = elements({&fills}, false), drained = elements({&drains}, false);
    isl::set written = elements({&writes}, false);
    std::vector<Use> certain;
    std::copy_if(writes.begin(), writes.end(), std::back_inserter(certain),
                 [&](const Use &use) { return isCertain(use); });
    isl::set defined = elements({&fills, &certain}, false);
    if (filled.is_null() || drained.is_null() || written.is_null() || defined.is_null())
      return false;
    bool isDead = isDeadAfter(source, image.original);
    if ((!isDead && !written.is_subset(drained)) || !drained.is_subset(defined))
      return false;
    return std::all_of(reads.begin(), reads.end(), [&](const Use &read) {
      isl::set needed = elementsOf(read, false);
      return !needed.is_null() && (needed.is_subset(filled) || isWrittenBefore(read, certain));
    });
  }

  /// Each instance of the read follows a certain write of its element in the same
  /// iteration p.
  bool isWrittenBefore(const Use &read, const std::vector<Use> &certain) const {
    const ScopStatement &reader = emitted.statements[read.statement];
    isl::set open = instancesOf(read);
    if (open.is_null())
      return false;
    auto wanted = privateSubscripts(emitted, reader.accesses[read.access]);
    for (const Use &write : certain) {
      const ScopStatement &writer = emitted.statements[write.statement];
      InstancePairs pairs(guard, emitted, reader, writer);
      std::vector<LinearConstraint> same;
      auto found = privateSubscripts(emitted, writer.accesses[write.access]);
      for (size_t k = 0; k < wanted.size(); ++k) {
        auto x = pairs.ofFirst(wanted[k]), y = pairs.ofSecond(found[k]);
        if (!x || !y)
          return false;
        same.push_back({difference(*x, *y), true});
      }
      for (const std::string &loop : loops)
        same.push_back({{{{"x." + loop, 1}, {"y." + loop, -1}}, 0}, true});
      for (const auto &earlier : pairs.secondRunsFirst()) {
        std::vector<LinearConstraint> constraints = same;
        constraints.insert(constraints.end(), earlier.begin(), earlier.end());
        if (pairs.exist(constraints, true))
          open = open.subtract(pairs.firsts(constraints));
        if (open.is_empty())
          return true;
      }
    }
    return open.is_empty();
  }

  /// Nothing else touches the buffered elements from the first to the last access to
  /// the buffer in an iteration p, where either side writes.
  bool isExclusive() const {
    bool bufferWrites = !writes.empty() || !drains.empty();
    std::set<int> places;
    for (const std::vector<Use> *group : {&fills, &drains, &writes, &reads})
      for (const Use &use : *group)
        places.insert(placeOf(use));
    isl::set own;
    for (size_t s = 0; s < emitted.statements.size(); ++s) {
      const ScopStatement &statement = emitted.statements[s];
      if (statement.loops.size() < image.loops.size() ||
          !std::equal(image.loops.begin(), image.loops.end(), statement.loops.begin()))
        continue;
      int place = statement.positions[loops.size()];
      if (place < *places.begin() || place > *places.rbegin())
        continue;
      const auto &accesses = placement.accesses[s];
      bool isOwnCopy =
          matched[s].source < 0 && std::any_of(
                                       accesses.begin(), accesses.end(),
                                       [&](const auto &a) { return a.through == image.array; });
      if (isOwnCopy)
        continue;
      for (size_t a = 0; a < accesses.size(); ++a) {
        if (accesses[a].array != image.original || accesses[a].through == image.array ||
            (!accesses[a].isWrite && !bufferWrites))
          continue;
        if (own.is_null())
          own = elements({&fills, &drains, &writes, &reads}, true);
        isl::set other = elementsOf({static_cast<int>(s), static_cast<int>(a)}, true);
        if (own.is_null() || other.is_null() || !own.is_disjoint(other))
          return false;
      }
    }
    return true;
  }

  const Scop &source, &emitted;
  const std::vector<MatchedStatement> &matched;
  const Placement &placement;
  const CellProgram &after;
  const GuardContext &guard;
  const PrivateImage &image;
  std::vector<std::string> loops;
  std::vector<Use> fills, drains, writes, reads;
};

} // namespace

bool privateArraysAreExact(const Scop &source, const Scop &emitted,
                           const std::vector<MatchedStatement> &matched, const Placement &placement,
                           const CellProgram &after, const GuardContext &guard) {
  // Elements of the source's private arrays that some private array already stands for.
  std::map<int, isl::set> taken;
  // Elements of the source's dead arrays whose memory lacks what a buffer held.
  std::map<int, isl::set> left;
  for (const PrivateImage &image : placement.images) {
    PrivateArrayCheck check(source, emitted, matched, placement, after, guard, image);
    if (!source.arrays[image.original].isPrivate) {
      isl::set inBuffer = check.bufferIsExact() ? check.leftInBuffer() : isl::set();
      if (inBuffer.is_null())
        return false;
      auto [entry, isFirst] = left.try_emplace(image.original, inBuffer);
      if (!isFirst)
        entry->second = entry->second.unite(inBuffer);
      continue;
    }
    isl::map map = check.imageMap(false);
    if (!isInjective(map))
      return false;
    isl::set range = map.range();
    auto [entry, isFirst] = taken.try_emplace(image.original, range);
    if (isFirst)
      continue;
    if (!entry->second.is_disjoint(range))
      return false;
    entry->second = entry->second.unite(range);
  }
  // No read of memory, a buffer's filling too, may find what was left in a buffer.
  for (const PrivateImage &image : placement.images) {
    auto lacking = left.find(image.original);
    if (lacking == left.end() || lacking->second.is_empty())
      continue;
    PrivateArrayCheck check(source, emitted, matched, placement, after, guard, image);
    for (size_t s = 0; s < placement.accesses.size(); ++s)
      for (size_t a = 0; a < placement.accesses[s].size(); ++a) {
        const PlacedAccess &access = placement.accesses[s][a];
        if (access.array != image.original || access.isWrite || access.through >= 0)
          continue;
        isl::set read = check.elementOf(s, a);
        if (read.is_null() || !read.is_disjoint(lacking->second))
          return false;
      }
  }
  return true;
}

} // namespace acc
