#include "scheduling/FusedSchedule.h"

#include "scheduling/IndexValues.h"

#include <algorithm>

namespace acc {

/// Replays the parts on the joint nest, then joins their indices.
class Fuser {
public:
  Fuser(const Nest &joint, const std::vector<Schedule> &parts) : result(joint), parts(parts) {}

  Outcome<FusedSchedule> fuse(std::optional<int64_t> partial,
                              const std::vector<std::string> &names) {
    if (parts.size() < 2)
      return result.invalid("fuse: at least two schedules are needed");
    if (auto problem = concatenate())
      return result.invalid("fuse: " + *problem);
    for (size_t q = 0; q < parts.size(); ++q)
      for (const Step &step : parts[q].steps())
        if (auto problem = replay(q, step))
          return *problem;
    size_t longest = 0, shortest = SIZE_MAX;
    for (const auto &order : orders) {
      longest = std::max(longest, order.size());
      shortest = std::min(shortest, order.size());
    }
    if (partial && (*partial < 0 || *partial > static_cast<int64_t>(shortest)))
      return result.invalid("fuse: partial must be between 0 and " + std::to_string(shortest) +
                            ", the rank of the shortest part, not " + std::to_string(*partial));
    size_t count = partial ? static_cast<size_t>(*partial) : longest;
    FusedSchedule fused{result, {}, fusing, {}};
    for (size_t k = 0; k < count; ++k)
      if (auto problem = fuseDimension(k, fused))
        return *problem;
    for (const auto &order : orders)
      fused.unfused.emplace_back(order.begin() + std::min(count, order.size()), order.end());
    if (auto problem = rename(names, fused))
      return result.invalid("fuse: " + *problem);
    Fusion fusion{partial, names, {}, result.history.size()};
    for (const Schedule &part : parts) {
      size_t own = part.joined ? part.joined->steps : 0;
      fusion.parts.push_back(
          {part.joined, std::vector<Step>(part.steps().begin() + own, part.steps().end())});
    }
    result.joined = std::make_shared<const Fusion>(std::move(fusion));
    fused.schedule = result;
    return fused;
  }

private:
  /// A part's nest begins with a fusing dimension when it is a joint nest itself.
  static bool isJoint(const Nest &nest) {
    return nest.dimensions.front().kind == NestDimension::Kind::Fusing;
  }

  /// The joint nest orders all parts by one fusing dimension; gives each joint part
  /// one of its own, and the parts one around them. Fills `renamed` and `orders`.
  std::optional<std::string> concatenate() {
    const Nest joint = *result.base;
    const char *kOther = "the joint nest does not consist of these parts";
    if (!isJoint(joint))
      return kOther;
    const std::string flat = joint.dimensions.front().name;
    std::vector<int64_t> partOf, firstOf; // per statement; per part
    std::vector<Index> order, own;
    size_t dimension = 1, statement = 0;
    int64_t first = 0;
    for (size_t q = 0; q < parts.size(); ++q) {
      const Nest &nest = parts[q].nest();
      std::map<std::string, std::string> names;
      std::vector<std::string> partOrder;
      size_t count = nest.source->scop.statements.size();
      firstOf.push_back(first);
      firstStatement.push_back(statement);
      for (size_t d = 0; d < nest.dimensions.size(); ++d) {
        const NestDimension &old = nest.dimensions[d];
        if (d == 0 && isJoint(nest)) {
          Index f = result.indices.front();
          f.name = flat + "_" + std::to_string(q);
          f.size = old.extent;
          f.dimension = -1;
          f.isPlain = false;
          for (size_t s = 0; s < f.has.size(); ++s)
            f.has[s] = s >= statement && s < statement + count;
          order.push_back(f);
          first += *old.extent - 1;
        } else {
          if (dimension >= joint.dimensions.size() || joint.dimensions[dimension].kind != old.kind)
            return kOther;
          order.push_back(result.indices[dimension++]);
        }
        names[old.name] = order.back().name;
        partOrder.push_back(order.back().name);
      }
      ++first;
      partOf.insert(partOf.end(), count, q);
      statement += count;
      renamed.push_back(names);
      sourceNames.push_back(names);
      orders.push_back(partOrder);
    }
    if (dimension != joint.dimensions.size() || statement != joint.source->scop.statements.size() ||
        first != joint.dimensions.front().extent)
      return kOther;
    Index f = result.indices.front();
    f.size = parts.size();
    f.dimension = -1;
    f.isPlain = false;
    fusing = f.name;
    std::map<std::string, int64_t> nested;
    for (const Index &index : order)
      if (index.dimension < 0)
        nested[index.name] = firstOf[partOf[std::find(index.has.begin(), index.has.end(), true) -
                                            index.has.begin()]];
    order.insert(order.begin(), f);
    result.indices = order;
    Step step{Step::Kind::Concatenate, {}, {}, {}, {}, {}, {}};
    step.effect = [=](IndexValues &values) {
      int64_t part = partOf[values.statement()];
      isl::pw_aff place = values.at(flat);
      for (const auto &[name, begin] : nested)
        values.set(name, begin == firstOf[part] ? place.add_constant(static_cast<long>(-begin))
                                                : values.constant(0));
      values.set(flat, values.constant(part));
    };
    result.history.push_back(std::move(step));
    return std::nullopt;
  }

  /// The step of part q on the joint nest, under the names that things have there.
  std::optional<Rejection> replay(size_t q, const Step &old) {
    std::map<std::string, std::string> &names = renamed[q];
    if (old.kind == Step::Kind::Concatenate) {
      // `concatenate` did it; what the part renamed keeps its name here.
      std::vector<std::string> here;
      for (const std::string &name : old.indices)
        here.push_back(names.at(name));
      for (size_t k = 0; k < here.size(); ++k)
        names[old.inner[k]] = here[k];
      return std::nullopt;
    }
    Step step = old;
    for (std::string &name : step.indices)
      name = names.at(name);
    for (std::string &name : step.inner) {
      std::string fresh = name;
      for (int number = 1; result.find(fresh); ++number)
        fresh = name + "_" + std::to_string(number);
      names[name] = fresh;
      name = fresh;
    }
    for (auto &ids : step.statements)
      for (std::string &id : ids)
        for (size_t s = 0; s < parts[q].nest().source->scop.statements.size(); ++s)
          if (parts[q].nest().source->scop.statements[s].id == id) {
            id = result.nest().source->scop.statements[firstStatement[q] + s].id;
            break;
          }
    std::map<std::string, Polynomial> loops;
    for (const auto &[name, own] : sourceNames[q])
      loops[name] = Polynomial::symbol(own);
    for (Polynomial &place : step.places)
      place = place.substitute(loops);
    std::set<std::string> before = namesOf(result);
    if (step.kind == Step::Kind::Reorder) {
      // The part's places in the order stay its own.
      std::vector<std::string> all;
      size_t next = 0;
      for (const Index &index : result.order())
        all.push_back(std::count(orders[q].begin(), orders[q].end(), index.name)
                          ? step.indices[next++]
                          : index.name);
      step.indices = all;
    }
    if (step.kind == Step::Kind::Tile) {
      // Its splits, so that the new names are ours.
      for (size_t k = 0; k < step.indices.size(); ++k)
        if (auto problem = take(result.split(step.indices[k], step.sizes[k], step.inner[k])))
          return problem;
    } else if (auto problem = take(result.apply(step))) {
      return problem;
    }
    // The part's order: its old indices and the new ones, as they stand now.
    std::vector<std::string> order;
    for (const Index &index : result.order())
      if (!before.count(index.name) || std::count(orders[q].begin(), orders[q].end(), index.name))
        order.push_back(index.name);
    orders[q] = order;
    return std::nullopt;
  }

  std::optional<Rejection> take(const Outcome<Schedule> &next) {
    if (!next)
      return next.rejection();
    result = *next;
    return std::nullopt;
  }

  static std::set<std::string> namesOf(const Schedule &schedule) {
    std::set<std::string> names;
    for (const Index &index : schedule.order())
      names.insert(index.name);
    return names;
  }

  /// Joins the k-th index of the parts that have one.
  std::optional<Rejection> fuseDimension(size_t k, FusedSchedule &fused) {
    std::vector<std::string> names;
    for (const auto &order : orders)
      if (k < order.size())
        names.push_back(order[k]);
    if (names.size() > 1) {
      if (auto problem = take(result.fuse(names)))
        return problem;
    } else {
      result.indices[result.positionOf(names.front())].isJoint = true;
    }
    int position = result.positionOf(names.front());
    if (result.indices[position].kind == NestDimension::Kind::Fusing)
      return result.invalid("fuse: '" + names.front() + "' is a fusing dimension");
    // A part that lacks the dimension stands at its iteration 0.
    std::vector<bool> &has = result.indices[position].has;
    has.assign(has.size(), true);
    // In front of the fusing index.
    Index index = result.indices[position];
    result.indices.erase(result.indices.begin() + position);
    result.indices.insert(result.indices.begin() + result.positionOf(fusing), index);
    fused.fused.push_back(names.front());
    return std::nullopt;
  }

  /// What a part that is fused itself keeps behind the fusing index goes by its names there,
  /// where nothing else has them; `given` dimensions have names already.
  void keepNames(size_t given, const FusedSchedule &fused,
                 std::vector<std::pair<std::string, std::string>> &changes) const {
    size_t at = fused.fused.size() + 1;
    for (size_t q = 0; q < parts.size(); ++q)
      for (size_t k = 0; k < fused.unfused[q].size(); ++k, ++at) {
        const std::string &own =
            parts[q].order()[parts[q].order().size() - fused.unfused[q].size() + k].name;
        bool isFree = !result.find(own) &&
                      std::none_of(changes.begin(), changes.end(),
                                   [&](const auto &change) { return change.second == own; });
        if (parts[q].fusion() && at >= given && isFree)
          changes.emplace_back(fused.unfused[q][k], own);
      }
  }

  std::optional<std::string> rename(const std::vector<std::string> &names, FusedSchedule &fused) {
    std::vector<std::string *> all;
    for (std::string &name : fused.fused)
      all.push_back(&name);
    all.push_back(&fused.fusing);
    for (auto &part : fused.unfused)
      for (std::string &name : part)
        all.push_back(&name);
    if (names.size() > all.size())
      return "there are " + std::to_string(all.size()) + " dimensions, not " +
             std::to_string(names.size());
    std::vector<std::pair<std::string, std::string>> changes;
    for (size_t k = 0; k < names.size(); ++k)
      changes.emplace_back(*all[k], names[k]);
    if (names.size() <= fused.fused.size() && !result.find("f"))
      changes.emplace_back(fused.fusing, "f");
    keepNames(names.size(), fused, changes);
    for (const auto &[old, name] : changes) {
      for (Index &index : result.indices) {
        if (index.name == old)
          index.name = "";
        if (index.outer == old)
          index.outer = name;
        if (index.piece == old)
          index.piece = name;
      }
    }
    for (const auto &[old, name] : changes) {
      if (auto problem = result.nameProblem(name))
        return problem;
      result.indices[result.positionOf("")].name = name;
      for (std::string *place : all)
        if (*place == old) {
          *place = name;
          break;
        }
    }
    Step step{Step::Kind::Concatenate, {}, {}, {}, {}, {}, {}};
    for (const auto &[old, name] : changes) {
      step.indices.push_back(old);
      step.inner.push_back(name);
    }
    step.effect = [changes](IndexValues &values) {
      std::vector<isl::pw_aff> old;
      for (const auto &change : changes) {
        old.push_back(values.at(change.first));
        values.remove(change.first);
      }
      for (size_t k = 0; k < changes.size(); ++k)
        values.set(changes[k].second, old[k]);
    };
    result.history.push_back(std::move(step));
    return std::nullopt;
  }

  Schedule result;
  const std::vector<Schedule> &parts;
  std::string fusing;
  /// Per part: names in the part's schedule and of its nest's dimensions -> here.
  std::vector<std::map<std::string, std::string>> renamed, sourceNames;
  std::vector<std::vector<std::string>> orders; // per part: its indices, outer to inner
  std::vector<size_t> firstStatement;
};

Outcome<FusedSchedule> fuse(const Nest &joint, const std::vector<Schedule> &parts,
                            std::optional<int64_t> partial, const std::vector<std::string> &names) {
  // The joint nest has the scalars.
  for (const Schedule &part : parts)
    for (const Step &step : part.steps())
      if (step.kind == Step::Kind::Substitute)
        return Rejection{RejectionKind::InvalidSchedule, placeOf(joint),
                         "fuse: a part already contains a 'substitute' step"};
  return Fuser(joint, parts).fuse(partial, names);
}

} // namespace acc
