#include "rewriter/validate/NotedCopies.h"

#include "analysis/support/Append.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/TestedStatements.h"
#include "rewriter/validate/TreeMatch.h"

#include <algorithm>

namespace acc {
namespace {

/// The element that a condition is, of `if (any[j])`; null for another condition.
const ScopAccess *testedElement(const ScopStatement &statement, const TestedAssignment &tested) {
  return accessAt(statement, withoutTruth(*tested.condition), false);
}

/// The notes in one array, and the buffer whose rows are copied as they say.
class NotedBuffer {
public:
  NotedBuffer(const Scop &scop, const GuardContext &guard, int notes)
      : scop(scop), guard(guard), notes(notes) {}

  /// Statements by what they are: they clear notes, make them, and copy where they say so, to the
  /// buffer and back.
  std::vector<size_t> clears, makes, fills, stores;

  /// False: not as WithoutNotes says.
  bool check() {
    if (!sort() || clears.empty() || fills.empty() || stores.empty())
      return false;
    std::vector<size_t> all = clears;
    append(all, stores);
    append(all, fills);
    const Lifetime life(scop, notes, all);
    return life.isInOrder(clears, makes) && life.isInOrder(clears, fills) &&
           life.isInOrder(makes, fills) && life.isInOrder(makes, stores) && findWrites(life) &&
           areCleared() && areFilled() && areNoted();
  }

private:
  const ScopStatement &at(size_t s) const { return scop.statements[s]; }

  bool sort() {
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      const ScopStatement &statement = at(s);
      const auto uses =
          std::count_if(statement.accesses.begin(), statement.accesses.end(),
                        [&](const ScopAccess &access) { return access.array == notes; });
      if (uses > 0 && (!statement.body->claim.empty() || !sort(s, statement, uses)))
        return false;
    }
    return true;
  }

  bool sort(size_t s, const ScopStatement &statement, long uses) {
    const Stmt &body = *statement.body;
    const bool setsNote =
        body.kind == Stmt::Kind::Assign && accessAt(statement, *body.target, true) &&
        accessAt(statement, *body.target, true)->array == notes && !statement.opaque;
    if (setsNote && body.op() == Op::Equal && uses == 1 && statement.accesses.size() == 1 &&
        skipCasts(*body.value).kind == Expr::Kind::Integer && skipCasts(*body.value).value == 0) {
      clears.push_back(s);
      return true;
    }
    if (setsNote && body.op() == Op::PipeEqual && uses == 2 &&
        privateReads(scop, statement, body.value) &&
        holdsTruth(*body.value)) { // as read and as written
      makes.push_back(s);
      return true;
    }
    const auto tested = testedAssignmentOf(statement);
    const ScopAccess *note = tested ? testedElement(statement, *tested) : nullptr;
    if (!note || note->array != notes || uses != 1 || statement.accesses.size() != 3 ||
        tested->assignment->op() != Op::Equal)
      return false;
    const ScopAccess *to = accessAt(statement, *tested->assignment->target, true);
    const ScopAccess *from =
        accessAt(statement, withoutIdleCasts(*tested->assignment->value), false);
    if (!to || !from || scop.arrays[to->array].isPrivate == scop.arrays[from->array].isPrivate)
      return false;
    const bool isFill = scop.arrays[to->array].isPrivate;
    const int inside = isFill ? to->array : from->array;
    if (buffer >= 0 && buffer != inside)
      return false;
    buffer = inside;
    (isFill ? fills : stores).push_back(s);
    return true;
  }

  /// The note is not 0 where the value is not: no conversion to its type makes it so.
  bool holdsTruth(const Expr &value) const {
    const CType &type = scop.arrays[notes].element;
    return type.isInteger() &&
           (isTruthValue(skipTruthCasts(value)) || keepsValues(value.type, type));
  }

  /// Who else accesses the buffer are the source's statements below tests, between fills and stores
  /// of an iteration of the loops around the buffer. Nothing else stores there to what others see,
  /// and nothing changes what the tests say as long as the notes live.
  bool findWrites(const Lifetime &life) {
    std::set<int> tests; // arrays
    for (size_t s : makes)
      if (const auto reads = privateReads(scop, at(s), at(s).body->value))
        for (const ScopAccess *read : *reads)
          tests.insert(read->array);
    std::vector<size_t> copies = fills;
    append(copies, stores);
    const Lifetime inBuffer(scop, buffer, copies);
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      if (std::count(fills.begin(), fills.end(), s) || std::count(stores.begin(), stores.end(), s))
        continue;
      bool isOwn = false;
      for (const ScopAccess &access : at(s).accesses) {
        isOwn |= access.array == buffer;
        if (access.isWrite && inBuffer.contains(s) && !scop.arrays[access.array].isPrivate)
          return false;
      }
      if (!isOwn)
        continue;
      const auto tested = testedAssignmentOf(at(s));
      const auto reads =
          tested && life.contains(s) ? privateReads(scop, at(s), tested->condition) : std::nullopt;
      if (!reads || at(s).body->claim.empty())
        return false;
      for (const ScopAccess *read : *reads)
        tests.insert(read->array);
      writes.push_back(s);
    }
    return !tests.count(notes) && !tests.count(buffer) && !life.changes(tests) &&
           inBuffer.isInOrder(fills, writes) && inBuffer.isInOrder(fills, stores) &&
           inBuffer.isInOrder(writes, stores);
  }

  isl::map relation(size_t s, const std::vector<Polynomial> &values) const {
    return valuesOn(guard, scop, at(s), values);
  }

  const std::vector<Polynomial> &elementIn(size_t s, int array) const {
    return std::find_if(at(s).accesses.begin(), at(s).accesses.end(),
                        [&](const ScopAccess &access) { return access.array == array; })
        ->subscripts;
  }

  static bool add(isl::map &all, const isl::map &one) {
    if (one.is_null())
      return false;
    all = all.is_null() ? one : all.unite(one);
    return true;
  }

  /// Each note that is asked for, or changed, was cleared before.
  bool areCleared() const {
    isl::map cleared, asked;
    for (size_t s : clears)
      if (!add(cleared, relation(s, elementIn(s, notes))))
        return false;
    for (const std::vector<size_t> *group : {&makes, &fills, &stores})
      for (size_t s : *group)
        if (isl::map one = relation(s, elementIn(s, notes));
            one.is_null() || !one.range().is_subset(cleared.range()))
          return false;
    return true;
  }

  /// What a store may leave out was, or would have been, filled from its own element, as the same
  /// note says.
  bool areFilled() const {
    return std::all_of(stores.begin(), stores.end(), [&](size_t s) {
      isl::map open = relation(s, elementIn(s, buffer));
      if (open.is_null())
        return false;
      isl::set elements = open.range();
      for (size_t f : fills)
        if (auto filled = filledFor(f, s))
          elements = elements.subtract(*filled);
      return elements.is_empty();
    });
  }

  /// The elements of the buffer that the fill takes from where the store puts them; none when it
  /// takes them from elsewhere.
  std::optional<isl::set> filledFor(size_t fill, size_t store) const {
    const ScopStatement &from = at(fill), &to = at(store);
    const ScopAccess *target = accessAt(from, *testedAssignmentOf(from)->assignment->target, true);
    const ScopAccess *source =
        accessAt(from, withoutIdleCasts(*testedAssignmentOf(from)->assignment->value), false);
    const ScopAccess *memory = accessAt(to, *testedAssignmentOf(to)->assignment->target, true);
    if (source->array != memory->array || source->subscripts.size() != memory->subscripts.size())
      return std::nullopt;
    // The fill's own loops run through the elements: each has the value that the store's element
    // names.
    std::map<std::string, Polynomial> same;
    const std::vector<Polynomial> &element = elementIn(store, buffer);
    for (size_t k = 0; k < target->subscripts.size(); ++k) {
      const std::set<std::string> names = target->subscripts[k].symbols();
      const bool isIterator = names.size() == 1 &&
                              target->subscripts[k] == Polynomial::symbol(*names.begin()) &&
                              scop.isIterator(*names.begin());
      const bool isSame =
          isIterator ? same.try_emplace(*names.begin(), element[k]).first->second == element[k]
                     : target->subscripts[k].constant() && target->subscripts[k] == element[k];
      if (!isSame)
        return std::nullopt;
    }
    auto agree = [&](const std::vector<Polynomial> &a, const std::vector<Polynomial> &b) {
      for (size_t k = 0; k < a.size(); ++k)
        if (!(a[k].substitute(same) == b[k]))
          return false;
      return true;
    };
    if (!agree(source->subscripts, memory->subscripts) ||
        !agree(elementIn(fill, notes), elementIn(store, notes)))
      return std::nullopt;
    isl::map elements = relation(fill, target->subscripts);
    return elements.is_null() ? std::nullopt : std::optional(elements.range());
  }

  /// A note is made for each test of a write in its row, and only for such: where it says that some
  /// test holds, the source's statement below that test accesses each element of the row.
  bool areNoted() const {
    isl::map noteOf; // { [element] -> [note] }
    for (size_t s : stores)
      if (isl::map element = relation(s, elementIn(s, buffer)),
          note = relation(s, elementIn(s, notes));
          element.is_null() || note.is_null() || !add(noteOf, element.reverse().apply_range(note)))
        return false;
    if (!noteOf.is_single_valued())
      return false;
    for (size_t w : writes) {
      isl::map touched = elementsByTest(w);
      if (touched.is_null() || !touched.range().is_subset(noteOf.domain()))
        return false;
      isl::map open = touched.apply_range(noteOf); // { [test] -> [note] } that are needed
      for (size_t m : makes)
        if (isSameTest(scop, at(m), at(m).body->value, at(w), testedAssignmentOf(at(w))->condition))
          if (isl::map made = notesByTest(m); !made.is_null())
            open = open.subtract(made);
      if (!open.is_empty())
        return false;
    }
    return std::all_of(makes.begin(), makes.end(), [&](size_t m) {
      isl::map made = notesByTest(m);
      if (made.is_null())
        return false;
      isl::map open = made.apply_range(noteOf.reverse()); // { [test] -> [element] } that are copied
      for (size_t w : writes)
        if (isSameTest(scop, at(m), at(m).body->value, at(w), testedAssignmentOf(at(w))->condition))
          if (isl::map touched = elementsByTest(w); !touched.is_null())
            open = open.subtract(touched);
      return open.is_empty();
    });
  }

  /// { [what is tested] -> [element of the buffer] }
  isl::map elementsByTest(size_t write) const {
    isl::map tested =
        testedElements(guard, scop, at(write), testedAssignmentOf(at(write))->condition);
    isl::map element = relation(write, elementIn(write, buffer));
    return tested.is_null() || element.is_null() ? isl::map()
                                                 : tested.reverse().apply_range(element);
  }

  /// { [what is tested] -> [note] }
  isl::map notesByTest(size_t make) const {
    isl::map tested = testedElements(guard, scop, at(make), at(make).body->value),
             note = relation(make, elementIn(make, notes));
    return tested.is_null() || note.is_null() ? isl::map() : tested.reverse().apply_range(note);
  }

  const Scop &scop;
  const GuardContext &guard;
  const int notes;
  int buffer = -1;
  std::vector<size_t> writes;
};

/// Arrays that a test of a copy without a claim reads.
std::set<int> noteArrays(const Scop &scop) {
  std::set<int> all;
  for (const ScopStatement &statement : scop.statements) {
    const auto tested = testedAssignmentOf(statement);
    const ScopAccess *element =
        tested && statement.body->claim.empty() ? testedElement(statement, *tested) : nullptr;
    if (element && scop.arrays[element->array].isPrivate)
      all.insert(element->array);
  }
  return all;
}

/// if (any[j]) A[i] = t[i];   as   A[i] = t[i];
void makeCertain(ScopStatement &statement, int notes) {
  statement.body = testedAssignmentOf(statement)->assignment;
  statement.opaque = false;
  std::erase_if(statement.accesses,
                [&](const ScopAccess &access) { return access.array == notes; });
  for (ScopAccess &access : statement.accesses)
    access.may = false;
}

} // namespace

Outcome<WithoutNotes> withoutNotes(Scop emitted, const GuardContext &guard) {
  WithoutNotes result{std::move(emitted), {}};
  std::set<std::string> notes;
  for (int array : noteArrays(result.scop)) {
    NotedBuffer buffer(result.scop, guard, array);
    if (!buffer.check())
      return notProved("cannot prove that the flags in " + result.scop.arrays[array].name +
                           " describe the rows of the buffer correctly",
                       result.scop.nest.root->range);
    for (const std::vector<size_t> *copies : {&buffer.fills, &buffer.stores})
      for (size_t s : *copies) {
        makeCertain(result.scop.statements[s], array);
        result.whereTested.insert(result.scop.statements[s].id);
      }
    for (const std::vector<size_t> *group : {&buffer.clears, &buffer.makes})
      for (size_t s : *group)
        notes.insert(result.scop.statements[s].id);
  }
  std::erase_if(result.scop.statements,
                [&](const ScopStatement &statement) { return notes.count(statement.id) != 0; });
  return result;
}

} // namespace acc
