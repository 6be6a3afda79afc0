#include "analysis/model/DecidedConditions.h"

namespace acc {
namespace {

/// Per loop at most so many ends of a minimum are tried.
constexpr size_t kMaxEnds = 2;

class Decider {
public:
  Decider(const Scop &scop, const std::vector<int> &loops) : scop(scop), loops(loops) {}

  Condition decided(const Condition &condition) const {
    switch (condition.kind()) {
    case Condition::Kind::And: {
      std::vector<Condition> kept;
      for (const Condition &part : condition.operands())
        if (Condition rest = decided(part); !rest.isTrue())
          kept.push_back(rest);
      return Condition::conjunction(kept);
    }
    case Condition::Kind::Or: {
      std::vector<Condition> reached;
      for (const Condition &part : condition.operands())
        if (!isNever(part))
          reached.push_back(decided(part));
      return Condition::disjunction(reached);
    }
    case Condition::Kind::NonNegative:
      return isNegative(-condition.value() - 1, loops.size()) ? Condition::always() : condition;
    default:
      return condition;
    }
  }

private:
  bool isNever(const Condition &condition) const {
    auto negative = [&](const Polynomial &value) { return isNegative(value, loops.size()); };
    auto isNeverPart = [&](const Condition &part) {
      if (part.kind() == Condition::Kind::Zero)
        return negative(part.value()) || negative(-part.value());
      return part.kind() == Condition::Kind::NonNegative && negative(part.value());
    };
    for (const Condition &part : condition.conjuncts())
      if (isNeverPart(part))
        return true;
    return false;
  }

  /// The value is a negative constant where the first `depth` loops stand at the ends at which
  /// it is greatest: it is negative in all of their iterations.
  bool isNegative(const Polynomial &value, size_t depth) const {
    if (auto constant = value.constant())
      return *constant < 0;
    if (depth == 0)
      return false;
    const ScopLoop &loop = scop.loops[loops[depth - 1]];
    if (!value.contains(loop.name))
      return isNegative(value, depth - 1);
    auto factor = value.coefficient(loop.name, 1).constant();
    if (!factor || value.degree(loop.name) != 1)
      return false;
    bool towardsEnd = (*factor > 0) == (loop.step > 0);
    const std::vector<Polynomial> &bounds = towardsEnd ? loop.end : loop.first;
    // The end itself is not reached.
    Polynomial within(towardsEnd ? (loop.step > 0 ? -1 : 1) : 0);
    for (size_t k = 0; k < bounds.size() && k < kMaxEnds; ++k)
      if (isNegative(value.substitute({{loop.name, bounds[k] + within}}), depth - 1))
        return true;
    return false;
  }

  const Scop &scop;
  const std::vector<int> &loops;
};

} // namespace

void decideConditions(Scop &scop) {
  for (ScopStatement &statement : scop.statements)
    if (!statement.condition.isTrue())
      statement.condition = Decider(scop, statement.loops).decided(statement.condition);
}

} // namespace acc
