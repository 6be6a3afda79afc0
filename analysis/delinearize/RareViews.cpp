#include "analysis/delinearize/RareViews.h"

#include <algorithm>
#include <cstdlib>
#include <set>

namespace acc {
namespace {

/// What holds where `unless` does not: a condition negated once for many questions.
bool impliesUnless(const DomainFacts &facts, const Condition &unless, const Condition &what) {
  return facts.proves(Condition::disjunction({unless, what}));
}

/// The number of its iterations; none where another loop or more than one bound decides it.
std::optional<Polynomial> countOf(const Scop &scop, const ScopLoop &loop) {
  if (loop.first.size() != 1 || loop.end.size() != 1 || std::abs(loop.step) != 1)
    return std::nullopt;
  Polynomial count =
      loop.step > 0 ? loop.end.front() - loop.first.front() : loop.first.front() - loop.end.front();
  std::set<std::string> names = count.symbols();
  bool isInvariant = std::none_of(names.begin(), names.end(),
                                  [&](const std::string &name) { return scop.isIterator(name); });
  return isInvariant ? std::optional(count) : std::nullopt;
}

/// The value is at most 1 unless that holds, and need not be otherwise.
bool isHeldToOne(const DomainFacts &facts, const Condition &unless, const Polynomial &value) {
  Condition one = Condition::lessEqual(value, Polynomial(1));
  return !facts.proves(one) && impliesUnless(facts, unless, one);
}

const ScopLoop *loopHeldToOnceUnless(const DomainFacts &facts, const Condition &unless,
                                     int statement) {
  const Scop &scop = facts.scop();
  for (int index : scop.statements[statement].loops) {
    auto count = countOf(scop, scop.loops[index]);
    if (count && isHeldToOne(facts, unless, *count))
      return &scop.loops[index];
  }
  return nullptr;
}

bool isRareCase(const DomainFacts &facts, const Condition &condition,
                const std::vector<IndexUse> &uses) {
  const Condition unless = condition.negated();
  std::set<std::string> sizes;
  std::set<int> statements;
  for (const IndexUse &use : uses) {
    for (const auto &[iterator, stride] : use.strides)
      sizes.merge(stride.symbols());
    if (statements.insert(use.statement).second &&
        loopHeldToOnceUnless(facts, unless, use.statement))
      return true;
  }
  // Rows that run backward have a negative size.
  return std::any_of(sizes.begin(), sizes.end(), [&](const std::string &name) {
    Polynomial size = Polynomial::symbol(name);
    return isHeldToOne(facts, unless, size) &&
           impliesUnless(facts, unless, Condition::lessEqual(Polynomial(-1), size));
  });
}

/// An access as rows at a stride: what walks the rows, and what walks within one.
struct RowWalk {
  const IndexUse *use;
  Polynomial outer, inner;
  bool isDense = true; // every element of the row is walked
};

/// The accesses as rows at `stride`, which one loop walks; empty when their rows are not alike.
std::vector<RowWalk> rowWalks(const std::vector<IndexUse> &uses, const Polynomial &stride,
                              std::string &loop) {
  std::vector<RowWalk> walks;
  for (const IndexUse &use : uses) {
    RowWalk walk{&use, Polynomial(0), use.rest, true};
    std::string own;
    for (const auto &[iterator, step] : use.strides) {
      Polynomial part = step * Polynomial::symbol(iterator);
      bool isCoarser = step == stride || coarserStride(withoutSign(step), stride);
      (isCoarser ? walk.outer : walk.inner) += part;
      walk.isDense = walk.isDense && (isCoarser || withoutSign(step) == Polynomial(1));
      if (step == stride)
        own = iterator;
    }
    bool isLike = walks.empty() || (walk.outer == walks.front().outer && own == loop);
    if (own.empty() || !isLike)
      return {};
    loop = own;
    walks.push_back(std::move(walk));
  }
  return walks;
}

std::string product(const std::string &factor, const Polynomial &stride) {
  bool isSum = stride.terms().size() > 1;
  return factor + "*" + (isSum ? "(" + stride.str() + ")" : stride.str());
}

} // namespace

const ScopLoop *loopHeldToOnce(const DomainFacts &facts, const Condition &validity, int statement) {
  return loopHeldToOnceUnless(facts, validity.negated(), statement);
}

bool holdsRarely(const DomainFacts &facts, const Condition &validity,
                 const std::vector<IndexUse> &uses) {
  if (validity.isTrue())
    return false;
  if (validity.isFalse() || isRareCase(facts, validity, uses))
    return true;
  // No alternative that one may choose is better.
  std::vector<Condition> parts = validity.conjuncts();
  for (size_t k = 0; k < parts.size(); ++k) {
    if (parts[k].kind() != Condition::Kind::Or)
      continue;
    std::vector<Condition> alternatives = parts[k].operands();
    bool areRare =
        std::all_of(alternatives.begin(), alternatives.end(), [&](const Condition &alternative) {
          std::vector<Condition> all = parts;
          all[k] = alternative;
          Condition chosen = Condition::conjunction(all);
          return facts.proves(chosen.negated()) || isRareCase(facts, chosen, uses);
        });
    if (areRare)
      return true;
  }
  return facts.proves(validity.negated());
}

std::optional<std::string> overlapOf(const DomainFacts &facts, const std::string &name,
                                     const std::vector<IndexUse> &uses) {
  for (const Polynomial &stride : pooledStrides(uses)) {
    std::string loop;
    std::vector<RowWalk> walks = rowWalks(uses, stride, loop);
    for (const RowWalk &first : walks)
      for (const RowWalk &last : walks)
        for (const Polynomial &low : facts.least(first.use->statement, first.inner))
          for (const Polynomial &high : facts.greatest(last.use->statement, last.inner)) {
            Polynomial length = high - low + Polynomial(1), behind = high - stride;
            // Accesses that lie a row apart are in different rows.
            bool areInRow = (last.use->rest - first.use->rest).constant().has_value();
            if (!areInRow || !facts.proves(Condition::less(stride, length)))
              continue;
            Polynomial before = first.outer - stride * Polynomial::symbol(loop);
            std::string rows = before.isZero() ? "" : before.str() + " + ";
            auto at = [&](const std::string &row, const Polynomial &column) {
              return name + "[" + rows + product(row, stride) +
                     (column.isZero() ? "" : " + " + column.str()) + "]";
            };
            bool isDense = first.isDense && last.isDense;
            return "rows of " + stride.str() + " elements " + (isDense ? "hold " : "span ") +
                   length.str() + (isDense ? " accesses: " : ": ") + at(loop, high) + " is " +
                   at("(" + loop + " + 1)", behind);
          }
  }
  return std::nullopt;
}

std::string neverReason(const DomainFacts &facts, const ChosenView &view) {
  const std::string &name = facts.scop().arrays[view.array.array].name;
  if (auto uses = indexUses(facts.scop(), view.array.array))
    if (auto overlap = overlapOf(facts, name, *uses))
      return *overlap;
  std::string rows = name + "[*]";
  for (const Polynomial &size : view.rare->view.sizes)
    rows += "[" + size.str() + "]";
  return "the accesses leave the rows of " + rows + " for all sizes";
}

} // namespace acc
