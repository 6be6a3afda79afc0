#include "rewriter/validate/NotedStores.h"

#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/TestedStatements.h"

#include <algorithm>

namespace acc {
namespace {

/// The access that a condition is: of `if (set[j])`, whatever its value is compared with zero as.
const ScopAccess *testedElement(const ScopStatement &statement, const TestedAssignment &tested) {
  for (const ScopAccess &access : statement.accesses)
    if (!access.isWrite && &skipCasts(*tested.condition) == access.node.get())
      return &access;
  return nullptr;
}

/// The notes in one array, and the buffer whose elements go back as they say.
class NotedBuffer {
public:
  NotedBuffer(const Scop &scop, const GuardContext &guard, int notes) : scop(scop), guard(guard), notes(notes) {}

  /// Statements by what they are: they clear notes, make them, and store where they say so.
  std::vector<size_t> clears, makes, stores;

  /// False: not as WithoutNotes says.
  bool check() {
    if (!sort() || stores.empty() || clears.empty())
      return false;
    std::vector<size_t> all = clears;
    all.insert(all.end(), stores.begin(), stores.end());
    const Lifetime life(scop, notes, all);
    return life.isInOrder(clears, makes) && life.isInOrder(makes, stores) && life.isInOrder(clears, stores) && findBuffer(life) &&
           areCleared() && areFilled() && areNoted();
  }

private:
  const ScopStatement &at(size_t s) const { return scop.statements[s]; }

  bool sort() {
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      const ScopStatement &statement = at(s);
      const auto uses = std::count_if(statement.accesses.begin(), statement.accesses.end(),
                                      [&](const ScopAccess &access) { return access.array == notes; });
      if (uses == 0)
        continue;
      const auto tested = testedAssignmentOf(statement);
      const Stmt *body = tested ? tested->assignment.get() : statement.body.get();
      if (uses != 1 || !statement.body->claim.empty() || body->kind != Stmt::Kind::Assign || body->text != "=")
        return false;
      const ScopAccess *note = accessAt(statement, body->target, true);
      const bool isNote = note && note->array == notes && skipCasts(*body->value).kind == Expr::Kind::Integer;
      if (isNote && !tested && skipCasts(*body->value).value == 0 && statement.accesses.size() == 1)
        clears.push_back(s);
      else if (isNote && tested && skipCasts(*body->value).value != 0)
        makes.push_back(s);
      else if (!isNote && tested && testedElement(statement, *tested) && testedElement(statement, *tested)->array == notes)
        stores.push_back(s);
      else
        return false;
    }
    return true;
  }

  /// The one array from which all stores come, and who sets it: fills copy to it, writes are the source's, each below a
  /// test. Nothing else in the region stores to what others see, and nothing changes what the tests read.
  bool findBuffer(const Lifetime &life) {
    std::set<int> tests; // arrays
    for (size_t s : stores) {
      const ScopStatement &statement = at(s);
      const ScopAccess *read = accessAt(statement, readOf(s), false), *write = accessAt(statement, testedAssignmentOf(statement)->assignment->target, true);
      if (!read || !write || statement.accesses.size() != 3 || !scop.arrays[read->array].isPrivate || scop.arrays[write->array].isPrivate ||
          (buffer >= 0 && buffer != read->array))
        return false;
      buffer = read->array;
    }
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      const ScopStatement &statement = at(s);
      const bool isInside = life.contains(s);
      const bool isOwn = std::any_of(statement.accesses.begin(), statement.accesses.end(),
                                     [&](const ScopAccess &access) { return access.array == buffer; });
      if (isOwn && !isInside)
        return false;
      if (!isInside || std::count(stores.begin(), stores.end(), s))
        continue;
      for (const ScopAccess &access : statement.accesses) {
        if (!access.isWrite)
          continue;
        if (!scop.arrays[access.array].isPrivate)
          return false;
        if (access.array == buffer)
          (statement.body->claim.empty() ? fills : writes).push_back(s);
      }
    }
    for (const std::vector<size_t> *group : {&writes, &makes})
      for (size_t s : *group) {
        const auto tested = testedAssignmentOf(at(s));
        const auto reads = tested ? privateReads(scop, at(s), tested->condition) : std::nullopt;
        if (!reads)
          return false;
        for (const ScopAccess *read : *reads)
          tests.insert(read->array);
      }
    return !life.changes(tests) && !fills.empty() && life.isInOrder(fills, writes) && life.isInOrder(fills, stores) &&
           life.isInOrder(writes, stores);
  }

  const ExprRef &readOf(size_t s) const {
    const ExprRef *value = &testedAssignmentOf(at(s))->assignment->value;
    while ((*value)->kind == Expr::Kind::Cast && (*value)->isImplicit && (*value)->type.spelling == (*value)->operands[0]->type.spelling)
      value = &(*value)->operands[0];
    return *value;
  }

  isl::map relation(size_t s, const std::vector<Polynomial> &values) const { return valuesOn(guard, scop, at(s), values); }

  const std::vector<Polynomial> &elementIn(size_t s, int array) const {
    return std::find_if(at(s).accesses.begin(), at(s).accesses.end(), [&](const ScopAccess &access) { return access.array == array; })
        ->subscripts;
  }

  static bool add(isl::map &all, const isl::map &one) {
    if (one.is_null())
      return false;
    all = all.is_null() ? one : all.unite(one);
    return true;
  }

  /// Each note that is asked for was cleared before.
  bool areCleared() const {
    isl::set cleared, asked;
    for (const auto &[group, cells] : {std::pair(&clears, &cleared), std::pair(&stores, &asked)})
      for (size_t s : *group) {
        isl::map one = relation(s, elementIn(s, notes));
        if (one.is_null())
          return false;
        *cells = cells->is_null() ? one.range() : cells->unite(one.range());
      }
    return asked.is_subset(cleared);
  }

  /// What a store may leave out was filled from its own element.
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

  /// The elements of the buffer that the fill takes from where the store puts them; none when it takes them from elsewhere.
  std::optional<isl::set> filledFor(size_t fill, size_t store) const {
    const ScopStatement &from = at(fill), &to = at(store);
    if (from.opaque || from.accesses.size() != 2 || from.body->kind != Stmt::Kind::Assign || from.body->text != "=")
      return std::nullopt;
    const ScopAccess *target = accessAt(from, from.body->target, true), *source = nullptr;
    for (const ScopAccess &access : from.accesses)
      if (!access.isWrite)
        source = &access;
    const ScopAccess *memory = accessAt(to, testedAssignmentOf(to)->assignment->target, true);
    if (!target || !source || source->may || target->may || target->array != buffer || source->array != memory->array ||
        source->node.get() != &skipSameCasts(*from.body->value) || source->subscripts.size() != memory->subscripts.size())
      return std::nullopt;
    // The fill's own loops run through the elements: each has the value that the store's element names.
    std::map<std::string, Polynomial> same;
    const std::vector<Polynomial> &element = elementIn(store, buffer);
    for (size_t k = 0; k < target->subscripts.size(); ++k) {
      const std::set<std::string> names = target->subscripts[k].symbols();
      const bool isIterator = names.size() == 1 && target->subscripts[k] == Polynomial::symbol(*names.begin()) && scop.isIterator(*names.begin());
      const bool isSame = isIterator ? same.try_emplace(*names.begin(), element[k]).first->second == element[k]
                                     : target->subscripts[k].constant() && target->subscripts[k] == element[k];
      if (!isSame)
        return std::nullopt;
    }
    for (size_t k = 0; k < source->subscripts.size(); ++k)
      if (!(source->subscripts[k].substitute(same) == memory->subscripts[k]))
        return std::nullopt;
    isl::map elements = relation(fill, target->subscripts);
    return elements.is_null() ? std::nullopt : std::optional(elements.range());
  }

  static const Expr &skipSameCasts(const Expr &expr) {
    const Expr *inner = &expr;
    while (inner->kind == Expr::Kind::Cast && inner->isImplicit && inner->type.spelling == inner->operands[0]->type.spelling)
      inner = inner->operands[0].get();
    return *inner;
  }

  /// Notes and writes to the buffer happen together: each write makes the note of its element, and each note stands for writes to
  /// all elements that it lets go back.
  bool areNoted() const {
    isl::map noteOf; // { [element] -> [note] }
    for (size_t s : stores) {
      isl::map element = relation(s, elementIn(s, buffer)), note = relation(s, elementIn(s, notes));
      if (element.is_null() || note.is_null() || !add(noteOf, element.reverse().apply_range(note)))
        return false;
    }
    const isl::map released = noteOf.reverse(); // { [note] -> [element] }
    std::map<size_t, isl::map> written;         // per note that is made { [iterators] -> [element] }
    for (size_t w : writes) {
      isl::map element = relation(w, elementIn(w, buffer));
      isl::set open = element.is_null() ? isl::set() : element.domain();
      for (size_t m : makes) {
        if (open.is_null() || !isSameTest(m, w))
          continue;
        isl::map common = relation(w, symbols(m)), made = relation(m, symbols(m)), note = relation(w, elementIn(m, notes));
        if (common.is_null() || made.is_null() || note.is_null())
          return false;
        isl::map together = common.intersect_range(made.range());
        open = open.subtract(together.domain());
        if (!add(noteOf, element.intersect_domain(together.domain()).reverse().apply_range(note)))
          return false;
        isl::map here = together.reverse().apply_range(element);
        auto [entry, isFirst] = written.try_emplace(m, here);
        if (!isFirst)
          entry->second = entry->second.unite(here);
      }
      if (open.is_null() || !open.is_empty())
        return false;
    }
    return noteOf.is_single_valued() && std::all_of(makes.begin(), makes.end(), [&](size_t m) {
             isl::map made = relation(m, symbols(m)), note = relation(m, elementIn(m, notes));
             if (made.is_null() || note.is_null() || !written.count(m))
               return false;
             return made.reverse().apply_range(note).apply_range(released).is_subset(written.at(m));
           });
  }

  std::vector<Polynomial> symbols(size_t s) const {
    std::vector<Polynomial> all;
    for (const std::string &name : scop.iteratorsOf(at(s)))
      all.push_back(Polynomial::symbol(name));
    return all;
  }

  /// Both have the same test, of elements that the loops which they share name.
  bool isSameTest(size_t make, size_t write) const {
    const ScopStatement &m = at(make), &w = at(write);
    if (m.loops.size() > w.loops.size() || !std::equal(m.loops.begin(), m.loops.end(), w.loops.begin()) ||
        printExpr(scop.nest, *testedAssignmentOf(m)->condition) != printExpr(scop.nest, *testedAssignmentOf(w)->condition))
      return false;
    auto tested = [&](const ScopStatement &statement) {
      std::vector<std::pair<int, std::vector<Polynomial>>> all;
      if (auto reads = privateReads(scop, statement, testedAssignmentOf(statement)->condition))
        for (const ScopAccess *read : *reads)
          all.emplace_back(read->array, read->subscripts);
      return all;
    };
    return !tested(m).empty() && tested(m) == tested(w);
  }

  const Scop &scop;
  const GuardContext &guard;
  const int notes;
  int buffer = -1;
  std::vector<size_t> fills, writes;
};

/// Arrays that a test of a store without a claim reads.
std::set<int> noteArrays(const Scop &scop) {
  std::set<int> all;
  for (const ScopStatement &statement : scop.statements) {
    const auto tested = testedAssignmentOf(statement);
    if (!tested || !statement.body->claim.empty())
      continue;
    const ScopAccess *element = testedElement(statement, *tested);
    const ScopAccess *store = accessAt(statement, tested->assignment->target, true);
    if (element && store && scop.arrays[element->array].isPrivate && !scop.arrays[store->array].isPrivate)
      all.insert(element->array);
  }
  return all;
}

/// if (set[j]) A[i] = t[i];   as   A[i] = t[i];
void makeCertain(ScopStatement &statement, int notes) {
  statement.body = testedAssignmentOf(statement)->assignment;
  statement.opaque = false;
  std::erase_if(statement.accesses, [&](const ScopAccess &access) { return access.array == notes; });
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
      return notProved("a store may be left out, or added, where " + result.scop.arrays[array].name + " does not tell rightly whether there is one",
                       result.scop.nest.root->range);
    for (size_t s : buffer.stores) {
      makeCertain(result.scop.statements[s], array);
      result.whereWritten.insert(result.scop.statements[s].id);
    }
    for (const std::vector<size_t> *group : {&buffer.clears, &buffer.makes})
      for (size_t s : *group)
        notes.insert(result.scop.statements[s].id);
  }
  std::erase_if(result.scop.statements, [&](const ScopStatement &statement) { return notes.count(statement.id) != 0; });
  return result;
}

} // namespace acc
