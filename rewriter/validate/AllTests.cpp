#include "rewriter/validate/AllTests.h"

#include "analysis/tree/TreeUtil.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/TestedStatements.h"

#include <algorithm>

namespace acc {
namespace {

/// all || test
struct Shortened {
  const ScopAccess *all = nullptr;
  ExprRef test;
};

std::optional<Shortened> shortenedTest(const Scop &scop, const ScopStatement &statement) {
  if (!statement.body || statement.body->kind != Stmt::Kind::If)
    return std::nullopt;
  const Expr &condition = skipImplicitCasts(*statement.body->condition);
  if (condition.kind != Expr::Kind::Binary || condition.op() != Op::PipePipe)
    return std::nullopt;
  const Expr &left = skipCasts(*condition.operands[0]);
  for (const ScopAccess &access : statement.accesses)
    if (access.node.get() == &left && !access.isWrite && scop.arrays[access.array].isPrivate &&
        scop.arrays[access.array].isScalar)
      return Shortened{&access, condition.operands[1]};
  return std::nullopt;
}

class AllTests {
public:
  AllTests(const Scop &scop, const GuardContext &guard, int all)
      : scop(scop), guard(guard), all(all) {}

  /// Statements that set the variable, add tests to it, and leave out tests where it says so.
  std::vector<size_t> starts, asks, uses;

  bool check() {
    if (!sort() || starts.empty())
      return false;
    std::vector<size_t> every = starts;
    every.insert(every.end(), asks.begin(), asks.end());
    every.insert(every.end(), uses.begin(), uses.end());
    const Lifetime life(scop, all, every);
    std::set<int> tested;
    for (size_t s : uses) {
      auto reads = privateReads(scop, at(s), shortenedTest(scop, at(s))->test);
      if (!reads)
        return false;
      for (const ScopAccess *read : *reads)
        tested.insert(read->array);
    }
    return life.isInOrder(starts, asks) && life.isInOrder(asks, uses) &&
           life.isInOrder(starts, uses) && !life.changes(tested) && areStarted() &&
           std::all_of(uses.begin(), uses.end(), [&](size_t s) { return isAsked(s); });
  }

private:
  const ScopStatement &at(size_t s) const { return scop.statements[s]; }

  bool sort() {
    for (size_t s = 0; s < scop.statements.size(); ++s) {
      const ScopStatement &statement = at(s);
      const bool isOwn = std::any_of(statement.accesses.begin(), statement.accesses.end(),
                                     [&](const ScopAccess &access) { return access.array == all; });
      if (!isOwn)
        continue;
      auto shortened = shortenedTest(scop, statement);
      if (shortened && shortened->all->array == all) {
        uses.push_back(s);
        if (std::count_if(statement.accesses.begin(), statement.accesses.end(),
                          [&](const ScopAccess &access) { return access.array == all; }) != 1)
          return false;
        continue;
      }
      const Stmt &body = *statement.body;
      const bool isAssignment =
          (body.kind == Stmt::Kind::Assign || body.kind == Stmt::Kind::Declare) && body.value &&
          body.claim.empty();
      if (isAssignment && (body.kind == Stmt::Kind::Declare || body.op() == Op::Equal) &&
          statement.accesses.size() == 1 && skipCasts(*body.value).kind == Expr::Kind::Integer)
        starts.push_back(s);
      else if (isAssignment && body.op() == Op::AmpEqual && !statement.opaque &&
               accessAt(statement, *body.target, true) &&
               accessAt(statement, *body.target, true)->array == all &&
               privateReads(scop, statement, body.value))
        asks.push_back(s);
      else
        return false;
    }
    return true;
  }

  /// In each iteration in which the variable is read it was set before.
  bool areStarted() const {
    isl::set started, read;
    for (const auto &[group, cells] :
         {std::pair(&starts, &started), std::pair(&asks, &read), std::pair(&uses, &read)})
      for (size_t s : *group) {
        isl::map one = valuesOn(guard, scop, at(s), cellIn(s));
        if (one.is_null())
          return false;
        *cells = cells->is_null() ? one.range() : cells->unite(one.range());
      }
    return read.is_subset(started);
  }

  /// The iterations of the loops in which the variable is declared, at a statement that accesses
  /// it.
  const std::vector<Polynomial> &cellIn(size_t s) const {
    return std::find_if(at(s).accesses.begin(), at(s).accesses.end(),
                        [&](const ScopAccess &access) { return access.array == all; })
        ->subscripts;
  }

  /// { [cell of the variable, elements that the test reads] }; null where not affine.
  isl::set askedBy(size_t s, const ExprRef &test) const {
    std::vector<Polynomial> values = cellIn(s);
    const auto reads = privateReads(scop, at(s), test);
    for (const ScopAccess *read : *reads)
      values.insert(values.end(), read->subscripts.begin(), read->subscripts.end());
    isl::map asked = valuesOn(guard, scop, at(s), values);
    return asked.is_null() ? isl::set() : asked.range();
  }

  /// All that the test reads was asked for before: the same expression of the same elements.
  bool isAsked(size_t use) const {
    const ExprRef test = shortenedTest(scop, at(use))->test;
    isl::set elements = askedBy(use, test);
    if (elements.is_null())
      return false;
    for (size_t s : asks) {
      if (!isSameTest(scop, at(s), at(s).body->value, at(use), test))
        continue;
      isl::set asked = askedBy(s, at(s).body->value);
      if (asked.is_null())
        return false;
      elements = elements.subtract(asked);
    }
    return elements.is_empty();
  }

  const Scop &scop;
  const GuardContext &guard;
  const int all;
};

std::set<int> allVariables(const Scop &scop) {
  std::set<int> found;
  for (const ScopStatement &statement : scop.statements)
    if (auto shortened = shortenedTest(scop, statement))
      found.insert(shortened->all->array);
  return found;
}

void makeWhole(const Scop &scop, ScopStatement &statement, int all) {
  const ExprRef test = shortenedTest(scop, statement)->test;
  auto body = std::make_shared<Stmt>(*statement.body);
  body->condition = test;
  std::erase_if(statement.accesses, [&](const ScopAccess &access) { return access.array == all; });
  // Behind || they may not be evaluated.
  forEachExpr(test, [&](const ExprRef &part) {
    for (ScopAccess &access : statement.accesses)
      if (access.node == part && !access.isWrite)
        access.may = false;
  });
  statement.body = body;
}

} // namespace

Outcome<Scop> withoutAllTests(Scop emitted, const GuardContext &guard) {
  std::set<std::string> dropped;
  for (int all : allVariables(emitted)) {
    AllTests tests(emitted, guard, all);
    if (!tests.check())
      return notProved("the rewritten code omits a test that may fail", emitted.nest.root->range);
    for (size_t s : tests.uses)
      makeWhole(emitted, emitted.statements[s], all);
    for (const std::vector<size_t> *group : {&tests.starts, &tests.asks})
      for (size_t s : *group)
        dropped.insert(emitted.statements[s].id);
  }
  std::erase_if(emitted.statements,
                [&](const ScopStatement &statement) { return dropped.count(statement.id) != 0; });
  return emitted;
}

} // namespace acc
