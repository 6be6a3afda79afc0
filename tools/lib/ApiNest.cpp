#include "tools/lib/ApiSource.h"
#include "tools/lib/ApiTree.h"

#include "analysis/Analysis.h"
#include "analysis/tree/TreeUtil.h"
#include "scheduling/FusedSchedule.h"
#include "scheduling/LiftAnalysis.h"

#include <algorithm>

namespace acc_delin {
namespace {

std::vector<std::string> namesOf(const std::vector<Index> &indices) {
  std::vector<std::string> names;
  for (const Index &index : indices)
    names.push_back(index.name);
  return names;
}

/// Of a buffer; Explicit has none.
acc::Promotion::Layout orderOf(Layout layout) {
  return layout == Layout::LastMajor ? acc::Promotion::Layout::LastMajor
                                     : acc::Promotion::Layout::FirstMajor;
}

/// "i", "j", ..., "r" and then "i0", "i1", ...
std::string defaultName(size_t k) {
  constexpr std::string_view letters = "ijklpqrstuvwxyz";
  return k < letters.size() ? std::string(1, letters[k]) : "i" + std::to_string(k - letters.size());
}

/// The first name that two kinds of things have.
std::optional<std::string> nameFault(const detail::NestCode &nest) {
  std::map<std::string, std::string> kinds;
  std::optional<std::string> fault;
  auto add = [&](const std::string &name, const char *kind) {
    auto [place, isNew] = kinds.emplace(name, kind);
    if (!isNew && !fault)
      fault = "'" + name + "' is the name of " + place->second + " and of " + kind;
  };
  for (const std::string &name : nest.indices)
    add(name, "an index");
  for (const auto &[name, array] : nest.uses.arrays)
    add(name, "an array");
  for (const auto &[name, type] : nest.uses.scalars)
    add(name, "a scalar");
  for (const std::string &name : nest.dimensions())
    add(name, "a dimension");
  for (const auto &[name, declaration] : nest.uses.functions)
    add(name, "a function of <math.h>");
  return fault;
}

/// The model's nest of what `nest` says.
acc::Outcome<acc::Nest> lifted(const detail::NestCode &nest) {
  acc::AnalysisOptions options;
  options.detail = acc::DependenceDetail::Relations;
  return acc::lift(acc::analyse(detail::sourceOf(nest), options));
}

/// Adds a nest behind another; what they name differently.
std::optional<std::string> append(detail::NestCode &nest, const detail::NestCode &next) {
  for (const auto &[indices, dimensions] :
       {std::pair(nest.indices, next.dimensions()), std::pair(next.indices, nest.dimensions())})
    for (const std::string &index : indices)
      if (dimensions.count(index))
        return "'" + index + "' is an index of one nest and a dimension of another";
  for (const std::string &index : next.indices)
    if (std::find(nest.indices.begin(), nest.indices.end(), index) == nest.indices.end())
      nest.indices.push_back(index);
  nest.loops.insert(nest.loops.end(), next.loops.begin(), next.loops.end());
  nest.uses.add(next.uses);
  nest.written.insert(next.written.begin(), next.written.end());
  return nest.uses.fault;
}

/// The sizes that the nest gives, by their names: of the loop whose index is the subscript.
std::variant<std::map<std::string, Affine>, std::string>
inferredSizes(const detail::Uses &uses, const std::vector<Loop> &loops) {
  std::map<std::string, Affine> sizes;
  for (const auto &[name, places] : uses.inferred) {
    for (const Affine &place : places)
      for (const Loop &loop : loops)
        if (Affine first = loop.first; place.terms() == Affine(loop.index).terms() &&
                                       place.constant() == 0 && first.terms().empty() &&
                                       first.constant() == 0)
          if (auto known = sizes.emplace(name, loop.end).first;
              !(polynomialOf(known->second) == polynomialOf(loop.end)))
            return "the size " + name + " is unknown: loops of different lengths index it";
    if (!sizes.count(name))
      return "the size " + name + " is unknown: no loop index is its subscript";
  }
  return sizes;
}

/// The loops with each of the names replaced.
acc::StmtRef withSizes(const acc::StmtRef &loops, const std::map<std::string, Affine> &sizes) {
  return acc::mapExprs(loops, [&](const acc::ExprRef &part) -> acc::ExprRef {
    auto size = part->kind == acc::Expr::Kind::Symbol ? sizes.find(part->text) : sizes.end();
    return size == sizes.end()
               ? nullptr
               : detail::converted(detail::sumOf(polynomialOf(size->second)), part->type);
  });
}

std::vector<Index> indicesOf(const std::vector<std::string> &names) {
  std::vector<Index> indices;
  for (const std::string &name : names)
    indices.push_back({name});
  return indices;
}

/// The statements' names in the model; of a number that there is not, one that is refused.
std::vector<std::string> statementIds(const acc::Schedule &schedule,
                                      const std::vector<unsigned> &numbers) {
  const auto &statements = schedule.nest().source->scop.statements;
  std::vector<std::string> ids;
  for (unsigned number : numbers)
    ids.push_back(number < statements.size() ? statements[number].id
                                             : "number " + std::to_string(number));
  return ids;
}

acc::Target targetOf(const Target &target) {
  return {target.name, target.vectorBytes, target.vectorRegisters, target.l1Bytes, target.l2Bytes};
}

Target publicTarget(const acc::Target &target) {
  return {target.name, target.vectorBytes, target.vectorRegisters, target.l1Bytes, target.l2Bytes};
}

} // namespace

Refusal refusalOf(const acc::Rejection &rejection) {
  return {acc::rejectionId(rejection.kind), rejection.message()};
}

Refusal invalidSchedule(const std::string &why) {
  return refusalOf({acc::RejectionKind::InvalidSchedule, {}, why});
}

std::set<std::string> detail::NestCode::dimensions() const {
  std::set<std::string> names = uses.integers;
  for (const std::string &index : indices)
    names.erase(index);
  return names;
}

Nest::Nest(const std::vector<Affine> &shape, const std::vector<std::string> &names) {
  for (size_t k = 0; k < shape.size(); ++k)
    loops.push_back({{k < names.size() ? names[k] : defaultName(k)}, 0, shape[k]});
}

std::vector<Index> Nest::getIndices() const {
  std::vector<Index> indices;
  for (const Loop &loop : loops)
    indices.push_back(loop.index);
  return indices;
}

Nest &Nest::iterationLogic(const Statement &statement) {
  logic.push_back({statement, nullptr});
  return *this;
}

Nest &Nest::iterationLogic(const Nest &inner) {
  logic.push_back({std::nullopt, std::make_shared<Nest>(inner)});
  return *this;
}

std::optional<std::string> Nest::addTo(detail::NestCode &nest, std::vector<Loop> &all) const {
  if (loops.empty() || logic.empty())
    return "a nest needs a loop and a statement";
  for (const Loop &loop : loops) {
    const std::string &name = loop.index.name;
    if (loop.step < 1)
      return "the step of '" + name + "' must be at least 1";
    for (const Affine &bound : {loop.first, loop.end})
      for (const auto &[used, factor] : bound.terms()) {
        if (used == name)
          return "'" + name + "' is the name of a loop and in its own bounds";
        nest.uses.integers.insert(used);
      }
    nest.indices.push_back(name);
    all.push_back(loop);
  }
  std::vector<acc::StmtRef> body;
  for (const Part &part : logic)
    if (part.statement) {
      nest.uses.add(part.statement->uses);
      nest.written.insert(part.statement->target);
      body.push_back(part.statement->tree);
    } else {
      if (auto fault = part.nest->addTo(nest, all))
        return fault;
      body.push_back(nest.loops.back());
      nest.loops.pop_back();
    }
  for (size_t k = loops.size(); k-- > 0;)
    body = {detail::loop(loops[k].index.name, polynomialOf(loops[k].first),
                         polynomialOf(loops[k].end), loops[k].step, std::move(body))};
  nest.loops.push_back(body.front());
  return std::nullopt;
}

Result<detail::NestCode> Nest::code() const {
  detail::NestCode nest;
  std::vector<Loop> all;
  if (auto fault = addTo(nest, all))
    return invalidSchedule(*fault);
  auto sizes = inferredSizes(nest.uses, all);
  if (auto *fault = std::get_if<std::string>(&sizes))
    return invalidSchedule(*fault);
  for (const auto &[name, size] : std::get<0>(sizes))
    for (const auto &[symbol, factor] : size.terms())
      nest.uses.integers.insert(symbol);
  nest.uses.inferred.clear();
  nest.loops = {withSizes(nest.loops.front(), std::get<0>(sizes))};
  if (nest.uses.fault)
    return invalidSchedule(*nest.uses.fault);
  for (const std::string &name : nest.written) {
    Role role = nest.uses.arrays.at(name).role();
    if (role == Role::Input || role == Role::Constant)
      return invalidSchedule("array " + name + " is written, but its role is read-only");
  }
  if (auto fault = nameFault(nest))
    return invalidSchedule(*fault);
  return nest;
}

Result<Schedule> Nest::createSchedule() const {
  Result<detail::NestCode> nest = code();
  if (!nest)
    return nest.refusal();
  acc::Outcome<acc::Nest> model = lifted(*nest);
  if (!model)
    return refusalOf(model.rejection());
  return Schedule(std::make_shared<detail::ScheduleState>(
      detail::ScheduleState{std::move(*nest), acc::Schedule(std::move(*model)), {}, {}, {}}));
}

Result<Plan> Nest::createPlan(const Target &target) const {
  Result<Schedule> schedule = createSchedule();
  if (!schedule)
    return schedule.refusal();
  return schedule->createPlan(target);
}

Result<Done> Schedule::become(const acc::Outcome<acc::Schedule> &next) {
  if (!next)
    return refusalOf(next.rejection());
  detail::ScheduleState changed = *state;
  changed.schedule = *next;
  state = std::make_shared<detail::ScheduleState>(std::move(changed));
  return Done{};
}

/// The same for a step that makes an index.
Result<Index> Schedule::becomeWithIndex(const acc::Outcome<acc::Schedule> &next) {
  if (Result<Done> done = become(next); !done)
    return done.refusal();
  return Index{state->schedule.steps().back().inner.front()};
}

std::vector<Index> Schedule::getIndices() const {
  std::vector<Index> indices;
  for (const acc::Index &index : state->schedule.order())
    indices.push_back({index.name});
  return indices;
}

std::vector<std::optional<int64_t>> Schedule::shape() const {
  std::vector<std::optional<int64_t>> sizes;
  for (const acc::Index &index : state->schedule.order())
    sizes.push_back(index.size);
  return sizes;
}

Result<Index> Schedule::split(const Index &index, int64_t size) {
  return becomeWithIndex(state->schedule.split(index.name, size));
}

Result<SpaceSize> Schedule::size(const std::map<std::string, int64_t> &dimensions) const {
  acc::Outcome<acc::SpaceCount> count = acc::countSpace(state->schedule, dimensions);
  if (!count)
    return refusalOf(count.rejection());
  return SpaceSize{count->real, count->slots};
}

Result<std::vector<Iteration>>
Schedule::slice(const std::map<std::string, int64_t> &iterations,
                const std::map<std::string, int64_t> &dimensions) const {
  for (const auto &[name, number] : iterations)
    if (!state->schedule.find(name))
      return invalidSchedule("slice: there is no index '" + name + "'");
  acc::Outcome<std::vector<acc::TimedIteration>> found =
      acc::iterationsOf(state->schedule, iterations, dimensions);
  if (!found)
    return refusalOf(found.rejection());
  std::vector<Iteration> all;
  for (const acc::TimedIteration &one : *found)
    all.push_back({static_cast<unsigned>(one.statement), one.iterators, one.numbers});
  return all;
}

Result<Done> Schedule::shift(const Index &index, const Affine &by,
                             const std::vector<unsigned> &statements) {
  return become(state->schedule.shift(index.name, polynomialOf(by),
                                      statementIds(state->schedule, statements)));
}

Result<Index> Schedule::fuse(const std::vector<Index> &indices, const std::string &name) {
  return becomeWithIndex(state->schedule.fuse(namesOf(indices), name));
}

Result<Index> Schedule::distribute(const Index &index,
                                   const std::vector<std::vector<unsigned>> &parts,
                                   const std::string &name) {
  std::vector<std::vector<std::string>> ids;
  for (const std::vector<unsigned> &part : parts)
    ids.push_back(statementIds(state->schedule, part));
  return becomeWithIndex(state->schedule.distribute(index.name, ids, name));
}

Result<Index> Schedule::hoist(const std::vector<unsigned> &statements, const Index &index,
                              const std::string &name) {
  return becomeWithIndex(
      state->schedule.hoist(statementIds(state->schedule, statements), index.name, name));
}

Result<Done> Schedule::sink(const std::vector<unsigned> &statements, const Index &index,
                            const Affine &place) {
  return become(state->schedule.sink(statementIds(state->schedule, statements), index.name,
                                     polynomialOf(place)));
}

Result<Done> Schedule::substitute(const std::vector<std::string> &scalars) {
  return become(state->schedule.substitute(scalars));
}

Result<Index> Schedule::indexSetSplit(const Index &index, const std::vector<Affine> &places,
                                      const std::vector<std::string> &names) {
  std::vector<acc::Polynomial> values;
  for (const Affine &place : places)
    values.push_back(polynomialOf(place));
  return becomeWithIndex(state->schedule.indexSetSplit(index.name, values, "", names));
}

Result<Index> Schedule::peel(const Index &index, int64_t front, int64_t back) {
  return becomeWithIndex(state->schedule.peel(index.name, front, back));
}

Result<Index> Schedule::unrollAndJam(const Index &index, int64_t size) {
  return becomeWithIndex(state->schedule.unrollAndJam(index.name, size));
}

std::vector<Index> Schedule::getFusedIndices() const { return indicesOf(state->fused); }

std::optional<Index> Schedule::getFusingIndex() const {
  return state->fusing.empty() ? std::nullopt : std::optional(Index{state->fusing.front()});
}

std::vector<Index> Schedule::getUnfusedIndices() const { return indicesOf(state->unfused); }

Result<Schedule> fuse(const std::vector<Schedule> &parts, std::optional<int64_t> partial,
                      const std::vector<std::string> &names) {
  if (parts.size() < 2)
    return invalidSchedule("fuse: two schedules or more are needed");
  detail::NestCode nest = parts.front().state->nest;
  std::vector<acc::Schedule> schedules;
  for (size_t q = 0; q < parts.size(); ++q) {
    const detail::ScheduleState &part = *parts[q].state;
    schedules.push_back(part.schedule);
    if (q > 0)
      if (auto fault = append(nest, part.nest))
        return invalidSchedule("fuse: " + *fault);
  }
  acc::Outcome<acc::Nest> joint = lifted(nest);
  if (!joint)
    return refusalOf(joint.rejection());
  acc::Outcome<acc::FusedSchedule> fused = acc::fuse(*joint, schedules, partial, names);
  if (!fused)
    return refusalOf(fused.rejection());
  detail::ScheduleState state{std::move(nest), fused->schedule, fused->fused, {fused->fusing}, {}};
  for (const std::vector<std::string> &own : fused->unfused)
    state.unfused.insert(state.unfused.end(), own.begin(), own.end());
  return Schedule(std::make_shared<detail::ScheduleState>(std::move(state)));
}

Result<std::vector<Index>> Schedule::tile(const std::vector<std::pair<Index, int64_t>> &sizes) {
  std::vector<std::pair<std::string, int64_t>> named;
  for (const auto &[index, size] : sizes)
    named.emplace_back(index.name, size);
  if (Result<Done> done = become(state->schedule.tile(named)); !done)
    return done.refusal();
  std::vector<Index> inner;
  for (const std::string &name : state->schedule.steps().back().inner)
    inner.push_back({name});
  return inner;
}

Result<Done> Schedule::skew(const Index &index, const Index &by, int64_t factor,
                            int64_t unrollLoopsSmallerThan) {
  return become(state->schedule.skew(index.name, by.name, factor, unrollLoopsSmallerThan));
}

Result<Done> Schedule::pad(const Index &index, int64_t size) {
  return become(state->schedule.pad(index.name, size));
}

Result<Done> Schedule::reorder(const std::vector<Index> &order) {
  return become(state->schedule.reorder(namesOf(order)));
}

bool Schedule::isValidLoopOrder(const std::vector<Index> &order) const {
  return !state->schedule.orderProblem(namesOf(order));
}

Result<Done> Schedule::check() const {
  if (acc::Outcome<acc::Ok> legal = state->schedule.checkLegality(); !legal)
    return refusalOf(legal.rejection());
  return Done{};
}

Result<std::string> Schedule::legalWhere() const {
  acc::Outcome<acc::Schedule> legal = state->schedule.whereLegal();
  if (!legal)
    return refusalOf(legal.rejection());
  const auto &before = state->schedule.nest().source->views.guard;
  const auto &after = legal->nest().source->views.guard;
  std::string text;
  for (size_t k = before.size(); k < after.size(); ++k)
    text += (text.empty() ? "" : " && ") + after[k].str();
  return text;
}

Result<Plan> Schedule::createPlan(const Target &target) const {
  acc::Outcome<acc::Schedule> legal = state->schedule.whereLegal();
  if (!legal)
    return refusalOf(legal.rejection());
  return Plan(std::make_shared<detail::PlanState>(
      detail::PlanState{state->nest, acc::Plan(*legal, targetOf(target))}));
}

Target Target::host() { return publicTarget(acc::hostTarget()); }
Target Target::portable() { return publicTarget(*acc::namedTarget("portable")); }

Result<Target> Target::named(const std::string &name) {
  acc::Outcome<acc::Target> target = acc::namedTarget(name);
  if (!target)
    return refusalOf(target.rejection());
  return publicTarget(*target);
}

Result<Done> Plan::become(const acc::Outcome<acc::Plan> &next) {
  if (!next)
    return refusalOf(next.rejection());
  state = std::make_shared<detail::PlanState>(detail::PlanState{state->nest, *next});
  return Done{};
}

Result<Done> Plan::unroll(const Index &index) { return become(state->plan.unroll(index.name)); }

Result<Done> Plan::vectorize(const Index &index) {
  return become(state->plan.vectorize(index.name));
}

Result<Done> Plan::kernelize(const std::vector<Index> &unrolled,
                             const std::vector<Index> &vectorized) {
  return become(state->plan.kernelize(namesOf(unrolled), namesOf(vectorized)));
}

Result<Done> Plan::promote(const Array &array, const Index &index, Layout layout) {
  if (layout == Layout::Explicit)
    return refusalOf(state->plan.notSupported("promote with an explicit layout"));
  return become(state->plan.promote(array.name(), index.name, orderOf(layout)));
}

Result<Done> Plan::cacheAt(const Array &array, const acc::CachePlace &place, Layout layout) {
  if (layout == Layout::Explicit)
    return refusalOf(state->plan.notSupported("cache with an explicit layout"));
  return become(state->plan.cache(array.name(), place, orderOf(layout)));
}

Result<Done> Plan::cache(const Array &array, const Index &index, Layout layout) {
  return cacheAt(array, {index.name}, layout);
}

Result<Done> Plan::cacheAtLevel(const Array &array, int64_t level, Layout layout) {
  return cacheAt(array, {"", level}, layout);
}

Result<Done> Plan::cacheWithin(const Array &array, int64_t maxElements, Layout layout) {
  return cacheAt(array, {"", std::nullopt, maxElements}, layout);
}

Result<Done> Plan::tensorize(const std::vector<Index> &indices) {
  return become(state->plan.tensorize(namesOf(indices)));
}

Result<Done> Plan::contract(const Array &array, const Index &index) {
  return become(state->plan.contract(array.name(), index.name));
}

Result<Done> Plan::expand(const Array &scalar, const Index &index) {
  return become(state->plan.expand(scalar.name(), index.name));
}

Result<Done> Plan::parallelize(const std::vector<Index> &indices) {
  return become(state->plan.parallelize(namesOf(indices)));
}

std::string Plan::script(const std::string &nestId) const {
  return acc::printScript(state->plan, nestId);
}

} // namespace acc_delin
