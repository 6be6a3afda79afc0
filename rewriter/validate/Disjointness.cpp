#include "rewriter/validate/Disjointness.h"

#include "analysis/delinearize/Aliasing.h"

#include <algorithm>

namespace acc {
namespace {

class DisjointnessCheck {
public:
  DisjointnessCheck(const Scop &source, const std::vector<DisjointTerm> &terms,
                    const GuardContext &guard)
      : source(source), terms(terms), guard(guard) {}

  std::optional<Rejection> check() const {
    for (size_t a = 0; a < source.arrays.size(); ++a)
      for (size_t b = 0; b < source.arrays.size(); ++b) {
        if (a == b || !isWritten(a) || (isWritten(b) && b < a) || isApart(a, b))
          continue;
        if (std::none_of(terms.begin(), terms.end(),
                         [&](const DisjointTerm &term) { return separates(term, a, b); }))
          return Rejection{RejectionKind::NotProved, source.nest.root->range,
                           "the guard does not ensure that " + source.arrays[a].name + " and " +
                               source.arrays[b].name + " are disjoint"};
      }
    for (const KeptLocation &location : source.kept)
      for (size_t a = 0; a < source.arrays.size(); ++a)
        if (mayReach(source, source.arrays[a], location) &&
            std::none_of(terms.begin(), terms.end(),
                         [&](const DisjointTerm &term) { return keepsOff(term, a, location); }))
          return Rejection{RejectionKind::NotProved, source.nest.root->range,
                           "the guard does not ensure that " + source.arrays[a].name + " and " +
                               location.text + " are disjoint"};
    return std::nullopt;
  }

private:
  bool isWritten(size_t array) const { return isWrittenIn(source, static_cast<int>(array)); }

  /// Known apart without a check: objects that are declared, or members of one element type. What
  /// has another type may be read before the store that gives its memory that type.
  bool isApart(size_t a, size_t b) const {
    const ScopArray &x = source.arrays[a], &y = source.arrays[b];
    if (x.isPrivate || y.isPrivate || x.isDistinctObject || y.isDistinctObject)
      return true;
    if (x.base >= 0 && x.base == y.base && x.member != y.member)
      return true;
    return isPlainVariable(x) || isPlainVariable(y) || areDeclaredApart(source, x, y);
  }

  /// A scalar variable that no pointer can reach.
  bool isPlainVariable(const ScopArray &array) const {
    if (!array.isScalar || array.base < 0)
      return false;
    const Symbol &symbol = source.nest.symbol(array.base);
    return !symbol.addressTaken && !symbol.throughPointer &&
           (symbol.kind == Symbol::Kind::Local || symbol.kind == Symbol::Kind::Parameter);
  }

  bool separates(const DisjointTerm &term, size_t a, size_t b) const {
    return std::all_of(term.begin(), term.end(), [&](const AddressFacts &facts) {
      return ordered(facts.orders, a, b) || ordered(facts.orders, b, a) || isBeside(facts, a, b) ||
             isBeside(facts, b, a);
    });
  }

  /// In rows of one length `first` keeps to columns before those of `second`, which end within the
  /// row, wherever the rows begin:
  ///   from <= to, n <= (to - from) % pitch, (to - from) % pitch + m <= pitch
  /// with `first` in n columns from `from` on and `second` in m from `to` on. Where both are
  /// accessed, n and m are positive. Columns of elements of other sizes are not the same ones.
  bool isBeside(const AddressFacts &facts, size_t first, size_t second) const {
    if (source.arrays[first].elementSize != source.arrays[second].elementSize)
      return false;
    auto isSame = [](const Address &a, const Address &b) {
      return a.base == b.base && a.offset == b.offset && a.unit == b.unit;
    };
    for (const AddressGap &before : facts.gaps)
      for (const AddressGap &behind : facts.gaps) {
        bool isPair = before.isLeast && !behind.isLeast && isSame(before.from, behind.from) &&
                      isSame(before.to, behind.to) && before.pitch == behind.pitch;
        bool isOrdered =
            isPair &&
            std::any_of(facts.orders.begin(), facts.orders.end(), [&](const AddressOrder &order) {
              return isSame(order.left, before.from) && isSame(order.right, before.to);
            });
        if (isOrdered && isInColumns(facts, first, before.from, before.pitch, before.count) &&
            isInColumns(facts, second, before.to, before.pitch, behind.count))
          return true;
      }
    return false;
  }

  /// Every access of the array is less than `count` elements behind `start`, but for whole rows.
  bool isInColumns(const AddressFacts &facts, size_t array, const Address &start,
                   const Polynomial &pitch, const Polynomial &count) const {
    std::vector<Use> uses = usesOf(array);
    return std::all_of(uses.begin(), uses.end(), [&](const Use &use) {
      auto index = indexFrom(use, array, start);
      if (!index)
        return false;
      Polynomial column = withoutRows(*index, pitch, facts.integers);
      return guard.isNonNegativeOn(source, *use.statement, column, use.access->when) &&
             guard.isNonNegativeOn(source, *use.statement, count - Polynomial(1) - column,
                                   use.access->when);
    });
  }

  /// The value without its multiples of the pitch, where what `integers` says is equal is equal:
  ///   (i + 1)*ld + j + 1, ld   ->   j + 1          4*i*v + j, 4*w, w == v   ->   j
  static Polynomial withoutRows(const Polynomial &value, Polynomial pitch,
                                const Condition &integers) {
    Polynomial rest = value;
    for (const Condition &condition : integers.conjuncts())
      for (const std::string &name : condition.symbols()) {
        const Polynomial symbol = Polynomial::symbol(name);
        const auto factor = condition.value().coefficient(name, 1).constant();
        const auto monic = condition.kind() == Condition::Kind::Zero && factor && *factor != 0 &&
                                   condition.value().degree(name) == 1
                               ? condition.value().dividedBy(Polynomial(*factor))
                               : std::nullopt;
        if (!monic)
          continue;
        rest = rest.substitute({{name, symbol - *monic}});
        pitch = pitch.substitute({{name, symbol - *monic}});
        break;
      }
    if (pitch.isZero())
      return rest;
    Polynomial column(0);
    for (const Term &term : rest.terms()) {
      Polynomial part = Polynomial::fromTerm(term);
      if (!part.dividedBy(pitch))
        column = column + part;
    }
    return column;
  }

  /// Every element of the array lies before the location or behind it.
  bool keepsOff(const DisjointTerm &term, size_t array, const KeptLocation &location) const {
    std::vector<Use> uses = usesOf(array);
    // &dims[0] is where dims points to.
    bool isFirst = location.text.ends_with("[0]");
    std::string place = isFirst ? location.text.substr(0, location.text.size() - 3) : "";
    auto isLocation = [&](const Address &address, int64_t offset) {
      return (address.base == "&" + location.text || (isFirst && address.base == place)) &&
             address.offset == Polynomial(offset);
    };
    return std::all_of(term.begin(), term.end(), [&](const AddressFacts &facts) {
      const std::vector<AddressOrder> &orders = facts.orders;
      auto covers = [&](bool isBelow) {
        return std::all_of(uses.begin(), uses.end(), [&](const Use &use) {
          return std::any_of(orders.begin(), orders.end(), [&](const AddressOrder &order) {
            return isBelow ? isLocation(order.right, 0) && isOnSide(use, array, order.left, true)
                           : isLocation(order.left, 1) && isOnSide(use, array, order.right, false);
          });
        });
      };
      return covers(true) || covers(false);
    });
  }

  /// Each access of `first` lies before each access of `second` by some order.
  bool ordered(const std::vector<AddressOrder> &orders, size_t first, size_t second) const {
    std::vector<Use> befores = usesOf(first), afters = usesOf(second);
    // Which orders an access of either array is on the right side of.
    auto sides = [&](const std::vector<Use> &uses, size_t array, bool isLeft) {
      std::vector<std::vector<bool>> result;
      for (const Use &use : uses) {
        result.emplace_back();
        for (const AddressOrder &order : orders)
          result.back().push_back(isOnSide(use, array, isLeft ? order.left : order.right, isLeft));
      }
      return result;
    };
    auto left = sides(befores, first, true), right = sides(afters, second, false);
    for (const auto &before : left)
      for (const auto &after : right) {
        bool apart = false;
        for (size_t k = 0; k < orders.size(); ++k)
          apart = apart || (before[k] && after[k]);
        if (!apart)
          return false;
      }
    return true;
  }

  struct Use {
    const ScopStatement *statement;
    const ScopAccess *access;
  };

  std::vector<Use> usesOf(size_t array) const {
    std::vector<Use> uses;
    for (const auto *statements : {&source.statements, &source.tests})
      for (const ScopStatement &statement : *statements)
        for (const ScopAccess &access : statement.accesses)
          if (access.array == static_cast<int>(array))
            uses.push_back({&statement, &access});
    return uses;
  }

  /// Every element of the use lies before `limit` (`isBelow`), or at or behind it.
  bool isOnSide(const Use &use, size_t array, const Address &limit, bool isBelow) const {
    auto index = indexFrom(use, array, limit);
    return index && guard.isNonNegativeOn(source, *use.statement, isBelow ? -*index - 1 : *index,
                                          use.access->when);
  }

  /// The element of the use, counted from an address in the same array; none for other addresses.
  std::optional<Polynomial> indexFrom(const Use &use, size_t array, const Address &start) const {
    const std::vector<Polynomial> &subscripts = use.access->subscripts;
    const std::vector<Polynomial> &sizes = source.arrays[array].declaredSizes;
    if (start.base != baseName(array) || subscripts.size() != sizes.size() + 1 ||
        start.unit != source.arrays[array].elementSize)
      return std::nullopt;
    Polynomial index = subscripts[0];
    for (size_t k = 0; k < sizes.size(); ++k)
      index = index * sizes[k] + subscripts[k + 1];
    return index - start.offset;
  }

  std::string baseName(size_t array) const {
    SymbolId base = source.arrays[array].base;
    return base < 0 ? source.arrays[array].name : source.nest.symbol(base).name;
  }

  const Scop &source;
  const std::vector<DisjointTerm> &terms;
  const GuardContext &guard;
};

} // namespace

std::optional<Rejection> checkDisjointness(const Scop &source,
                                           const std::vector<DisjointTerm> &terms,
                                           const GuardContext &guard) {
  if (auto rejection = DisjointnessCheck(source, terms, guard).check())
    for (const GuardContext &one : guard.cases())
      if (DisjointnessCheck(source, terms, one).check())
        return rejection;
  return std::nullopt;
}

} // namespace acc
