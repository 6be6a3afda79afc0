// Schedules of parts of a nest that have no loop of their own in common, made to one.
#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace acc {
namespace {

using Names = std::vector<std::string>;

constexpr size_t kLegalityChecks = 4; // for each part

/// Per statement, whether the candidate has other loops around it than the source, or in another
/// order.
std::vector<bool> changedBy(const Candidate &candidate) {
  const Nest &nest = candidate.schedule.nest();
  std::vector<bool> changed;
  for (size_t s = 0; s < nest.source->scop.statements.size(); ++s) {
    Names source, now;
    for (const NestDimension &dimension : nest.dimensions)
      if (dimension.kind == NestDimension::Kind::Loop && dimension.has[s])
        source.push_back(dimension.name);
    for (const Index &index : candidate.schedule.order())
      if (index.kind == NestDimension::Kind::Loop && index.has[s])
        now.push_back(index.name);
    changed.push_back(source != now);
  }
  return changed;
}

bool hasAny(const Index &index, const std::vector<bool> &statements) {
  for (size_t s = 0; s < statements.size(); ++s)
    if (statements[s] && index.has[s])
      return true;
  return false;
}

bool meet(const std::vector<bool> &a, const std::vector<bool> &b) {
  for (size_t s = 0; s < a.size(); ++s)
    if (a[s] && b[s])
      return true;
  return false;
}

class Joiner {
public:
  Joiner(const Candidate &first, const Candidate &second)
      : first(first), second(second), ofFirst(changedBy(first)), ofSecond(changedBy(second)) {}

  /// None where the two change one statement, or a loop around statements of both.
  std::optional<Candidate> join() const {
    if (meet(ofFirst, ofSecond))
      return std::nullopt;
    Names shared = sharedOf(first);
    std::optional<Names> a = ownOf(first, ofFirst), b = ownOf(second, ofSecond);
    if (!a || !b || a->empty() || b->empty() || shared != sharedOf(second))
      return std::nullopt;
    std::optional<Schedule> schedule = Schedule(first.schedule.nest());
    for (const Candidate *candidate : {&first, &second})
      for (const Step &step : candidate->schedule.steps())
        if (step.kind != Step::Kind::Reorder && schedule)
          schedule = with(*schedule, step);
    if (!schedule)
      return std::nullopt;
    Names order = shared;
    order.insert(order.end(), a->begin(), a->end());
    order.insert(order.end(), b->begin(), b->end());
    for (const Index &index : schedule->order())
      if (std::find(order.begin(), order.end(), index.name) == order.end())
        order.push_back(index.name);
    Outcome<Schedule> ordered = schedule->reorder(order);
    if (!ordered)
      return std::nullopt;
    Candidate joined{first.name + " and " + second.name, *ordered, first.unrolled, first.promotions,
                     std::max(first.gain, second.gain)};
    joined.unrolled.insert(second.unrolled.begin(), second.unrolled.end());
    joined.promotions.insert(joined.promotions.end(), second.promotions.begin(),
                             second.promotions.end());
    return joined;
  }

private:
  bool isShared(const Index &index) const {
    return hasAny(index, ofFirst) && hasAny(index, ofSecond);
  }

  Names sharedOf(const Candidate &candidate) const {
    Names names;
    for (const Index &index : candidate.schedule.order())
      if (isShared(index))
        names.push_back(index.name);
    return names;
  }

  /// The indices of the statements alone, in the candidate's order; none where one stands around a
  /// shared one.
  std::optional<Names> ownOf(const Candidate &candidate,
                             const std::vector<bool> &statements) const {
    Names names;
    for (const Index &index : candidate.schedule.order()) {
      if (!hasAny(index, statements))
        continue;
      if (!isShared(index))
        names.push_back(index.name);
      else if (!names.empty())
        return std::nullopt;
    }
    return names;
  }

  /// None where the step cannot be made, or makes indices of other names than the candidate has
  /// them by.
  static std::optional<Schedule> with(const Schedule &schedule, const Step &step) {
    Outcome<Schedule> next = schedule.apply(step);
    bool isSame = next && !next->steps().empty() && next->steps().back().inner == step.inner;
    return isSame ? std::optional(*next) : std::nullopt;
  }

  const Candidate &first, &second;
  std::vector<bool> ofFirst, ofSecond;
};

} // namespace

void addJoinedParts(std::vector<Candidate> &all, size_t begin,
                    const std::function<double(const Candidate &)> &cost) {
  std::map<std::vector<bool>, std::vector<std::pair<double, size_t>>> parts; // by what is changed
  for (size_t k = begin; k < all.size(); ++k)
    parts[changedBy(all[k])].emplace_back(cost(all[k]), k);
  std::map<const void *, std::vector<size_t>> checked;
  auto legal = [&](std::vector<std::pair<double, size_t>> &part) -> const std::vector<size_t> & {
    auto [known, isNew] = checked.emplace(&part, std::vector<size_t>());
    std::sort(part.begin(), part.end());
    for (size_t k = 0; isNew && k < part.size() && k < kLegalityChecks; ++k)
      if (all[part[k].second].schedule.checkLegality())
        known->second.push_back(part[k].second);
    return known->second;
  };
  std::vector<Candidate> joined;
  for (auto a = parts.begin(); a != parts.end(); ++a)
    for (auto b = std::next(a); b != parts.end(); ++b) {
      if (meet(a->first, b->first))
        continue;
      std::optional<Candidate> both;
      for (size_t first : legal(a->second))
        for (size_t second : legal(b->second))
          if (!both)
            both = Joiner(all[first], all[second]).join();
      if (both)
        joined.push_back(std::move(*both));
    }
  std::move(joined.begin(), joined.end(), std::back_inserter(all));
}

} // namespace acc
