#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>

namespace acc {
namespace {

constexpr int64_t kFewest = 4; // iterations that are worth a vector
/// gcc 12 and clang 19 write out loops of up to 16 iterations (max-completely-peel-times) while
/// the text stays below some 200 operations (max-completely-peeled-insns), about three per access.
constexpr int64_t kWrittenOutTimes = 16;
constexpr int64_t kWrittenOutAccesses = 64;

/// Elements apart, each of which may not be read: vectors of them are gathered under a mask, or
/// element by element.
bool gathersBelowConditions(const NestStrides &strides, int statement, const Index &index) {
  const std::vector<StridedAccess> &accesses = strides.accesses[statement];
  return std::any_of(accesses.begin(), accesses.end(), [&](const StridedAccess &access) {
    return access.isConditional && !access.isWrite && !access.isPrivate &&
           strideSize(access.stride[index.dimension]) > 1;
  });
}

/// A block of columns is longer than the rows of an array: no run has it, and compilers warn of it.
///   int a[8][15];   ->   16 columns at once
Outcome<Ok> checkRows(const Schedule &schedule, const NestStrides &strides) {
  const std::vector<RecoveredArray> &arrays = schedule.nest().source->views.arrays;
  for (const Index &index : schedule.order())
    for (size_t s = 0; s < strides.accesses.size(); ++s)
      for (const StridedAccess &access : strides.accesses[s]) {
        const ArrayView &view = arrays[access.array].view;
        if (!index.size || index.dimension < 0 || !index.has[s] || view.kind != ViewKind::Array ||
            view.sizes.empty())
          continue;
        const int64_t row = view.sizes.back().constant().value_or(kLargeStride);
        const int64_t apart = strideSize(access.stride[index.dimension]) * index.stride;
        if (apart < row && apart * (*index.size - 1) >= row)
          return Rejection{RejectionKind::InvalidSchedule, placeOf(schedule.nest()),
                           "'" + index.name + "' runs past the rows of an array"};
      }
  return Ok{};
}

/// A private array needs no storage of its own, or has the right buffer.
Outcome<Ok> checkPrivate(const Plan &plan) {
  const Nest &nest = plan.schedule().nest();
  const std::vector<ScopArray> &arrays = nest.source->scop.arrays;
  for (size_t a = 0; a < arrays.size(); ++a) {
    if (!arrays[a].isPrivate)
      continue;
    const Promotion *buffer = nullptr;
    for (const Promotion &promotion : plan.promotions())
      if (promotion.array == arrays[a].name)
        buffer = &promotion;
    Outcome<bool> fits =
        buffer ? staysInside(plan.schedule(), a, plan.schedule().positionOf(buffer->index))
               : needsExpansion(plan.schedule(), a);
    if (!fits)
      return fits.rejection();
    if (*fits != (buffer != nullptr))
      return Rejection{RejectionKind::InvalidSchedule, placeOf(nest),
                       arrays[a].name + " would need one copy per iteration"};
  }
  return Ok{};
}

} // namespace

bool carries(const Nest &nest, int statement, const Index &index) {
  int loop = nest.dimensions[index.dimension].loop;
  for (const Dependence &d : nest.source->dependences.all)
    if (d.carriedBy == loop && d.source == statement && d.sink == statement)
      return true;
  return false;
}

const Index *innermostLoop(const Candidate &candidate, const NestStrides &strides, int statement) {
  const std::vector<Index> &order = candidate.schedule.order();
  for (const Index &index : order)
    if (index.name == candidate.summed && index.has[statement])
      return &index;
  std::set<std::string> shortLoops = writtenOut(candidate.schedule, strides, statement);
  for (size_t k = order.size(); k-- > 0;)
    if (order[k].kind == NestDimension::Kind::Loop && order[k].has[statement] &&
        !shortLoops.count(order[k].name))
      return &order[k];
  return nullptr;
}

bool runsContiguously(const NestStrides &strides, int statement, const Index &index) {
  if (index.size.value_or(kFewest) < kFewest)
    return false;
  int contiguous = 0, scattered = 0;
  bool storesScatter = false;
  for (const StridedAccess &access : strides.accesses[statement]) {
    if (access.isPrivate)
      continue;
    bool near = strideSize(access.stride[index.dimension]) <= access.near;
    (near ? contiguous : scattered) += 1;
    storesScatter |= access.isWrite && !near;
  }
  return !storesScatter && scattered <= contiguous;
}

Candidate sourceOrder(const Nest &nest) { return {"source order", Schedule(nest), {}, {}}; }

void addInvariants(Candidate &candidate, const NestStrides &strides) {
  const Schedule &schedule = candidate.schedule;
  const std::vector<ScopArray> &arrays = schedule.nest().source->scop.arrays;
  const std::vector<Index> &order = schedule.order();
  if (!candidate.promotions.empty() || !candidate.unrolled.empty())
    return; // a tile knows what it keeps
  for (size_t s = 0; s < strides.accesses.size(); ++s) {
    const Index *innermost = innermostLoop(candidate, strides, s);
    if (!innermost)
      continue;
    for (const StridedAccess &access : strides.accesses[s]) {
      if (access.isPrivate || arrays[access.array].isScalar)
        continue;
      const Index *outermost = nullptr;
      for (size_t k = schedule.positionOf(innermost->name) + 1; k-- > 0;) {
        if (order[k].kind == NestDimension::Kind::Fusing ||
            (order[k].has[s] && strideSize(access.stride[order[k].dimension]) != 0))
          break;
        if (order[k].has[s])
          outermost = &order[k];
      }
      if (outermost)
        candidate.promotions.push_back({arrays[access.array].name, outermost->name});
    }
  }
}

std::set<std::string> writtenOut(const Schedule &schedule, const NestStrides &strides,
                                 int statement) {
  const std::vector<Index> &order = schedule.order();
  std::set<std::string> names;
  int64_t accesses = std::max<size_t>(1, strides.accesses[statement].size());
  size_t loops = std::count_if(order.begin(), order.end(), [&](const Index &index) {
    return index.kind == NestDimension::Kind::Loop && index.has[statement];
  });
  for (size_t k = order.size(); k-- > 0 && names.size() + 1 < loops;) {
    const Index &index = order[k];
    if (index.kind != NestDimension::Kind::Loop || !index.has[statement])
      continue;
    bool isTiny = index.size.value_or(kFewest) < kFewest;
    bool isChain = index.isPlain && carries(schedule.nest(), statement, index) &&
                   index.size.value_or(kWrittenOutTimes + 1) <= kWrittenOutTimes;
    if (!isTiny && (!isChain || accesses * *index.size > kWrittenOutAccesses))
      break;
    accesses *= *index.size;
    names.insert(index.name);
  }
  return names;
}

std::set<std::string> vectorWishes(const Candidate &candidate, const NestStrides &strides) {
  const Nest &nest = candidate.schedule.nest();
  std::set<std::string> wishes;
  for (size_t s = 0; s < strides.accesses.size(); ++s) {
    const Index *index = innermostLoop(candidate, strides, s);
    if (index && (candidate.apart.count(index->name) || !carries(nest, s, *index)) &&
        runsContiguously(strides, s, *index))
      wishes.insert(index->name);
  }
  for (size_t s = 0; s < strides.accesses.size(); ++s)
    if (const Index *index = innermostLoop(candidate, strides, s);
        index && gathersBelowConditions(strides, s, *index))
      wishes.erase(index->name);
  return wishes;
}

bool vectorizesDeepest(const Plan &plan, const Candidate &candidate, const NestStrides &strides) {
  const std::vector<ScopStatement> &statements = candidate.schedule.nest().source->scop.statements;
  size_t deepest = 0;
  for (const ScopStatement &statement : statements)
    deepest = std::max(deepest, statement.loops.size());
  for (size_t s = 0; s < statements.size(); ++s) {
    const Index *index = innermostLoop(candidate, strides, s);
    if (statements[s].loops.size() == deepest && index &&
        plan.vectorizes(index->name, static_cast<int>(s)))
      return true;
  }
  return false;
}

Outcome<Plan> realise(const Candidate &candidate, const NestStrides &strides, const Target &target,
                      Checked checked) {
  const bool isNew = checked == Checked::Now;
  if (Outcome<Ok> legal = isNew ? candidate.schedule.checkLegality() : Ok{}; !legal)
    return legal.rejection();
  if (Outcome<Ok> fits = isNew ? checkRows(candidate.schedule, strides) : Ok{}; !fits)
    return fits.rejection();
  for (const std::string &index : candidate.independent)
    if (Outcome<Ok> free =
            checkCarriesNone(candidate.schedule, candidate.schedule.positionOf(index));
        !free)
      return free.rejection();
  Plan plan(candidate.schedule, target);
  for (const Promotion &promotion : candidate.promotions)
    if (Outcome<Plan> next = plan.promote(promotion.array, promotion.index, promotion.layout))
      plan = *next;
    else if (promotion.layout == Promotion::Layout::LastMajor)
      return next.rejection(); // without the copy the vectors would gather
  if (Outcome<Ok> storage = isNew ? checkPrivate(plan) : Ok{}; !storage)
    return storage.rejection();
  for (const std::string &index : candidate.unrolled) {
    Outcome<Plan> next = plan.unroll(index);
    if (!next)
      return next;
    plan = *next;
  }
  for (const std::string &index : vectorWishes(candidate, strides))
    if (Outcome<Plan> next = plan.vectorize(index))
      plan = *next;
  for (const std::string &index : candidate.needed)
    if (!plan.vectorized().count(index))
      return Rejection{RejectionKind::InvalidSchedule, placeOf(candidate.schedule.nest()),
                       "'" + index + "' carries a dependence and cannot be vectorized"};
  return plan;
}

} // namespace acc
