#include "scheduling/Nest.h"

#include "analysis/model/ScopIsl.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace acc {
namespace {

/// How a loop's variable and its normalised coordinate d belong together:
/// variable = start + direction*step*d.
struct Normalisation {
  Polynomial start;
  int64_t direction = 1;
  int64_t step = 1;
  std::optional<int64_t> extent;
};

bool mentionsIterator(const Scop &scop, const Polynomial &value) {
  for (const std::string &symbol : value.symbols())
    if (scop.isIterator(symbol))
      return true;
  return false;
}

/// The terms without an iterator.
Polynomial invariantPart(const Scop &scop, const Polynomial &value) {
  Polynomial part;
  for (const Term &term : value.terms())
    if (Polynomial one = Polynomial::fromTerm(term); !mentionsIterator(scop, one))
      part += one;
  return part;
}

/// How many more accesses walk memory upwards than downwards as the loop's variable grows.
int64_t upwardAccesses(const Scop &scop, const ScopLoop &loop) {
  int64_t count = 0;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses) {
      auto stride = access.subscripts.empty()
                        ? std::nullopt
                        : access.subscripts.back().coefficient(loop.name, 1).constant();
      if (stride && *stride != 0)
        count += *stride > 0 ? 1 : -1;
    }
  return count;
}

Normalisation normalise(const Scop &scop, const ScopLoop &loop, bool parallel) {
  Normalisation result;
  // Which of several firsts the loop starts at depends: then the domain tells the values apart.
  result.step = loop.first.size() == 1 ? std::abs(loop.step) : 1;
  result.direction = loop.step > 0 ? 1 : -1;
  bool simple = loop.first.size() == 1 && loop.end.size() == 1;
  if (simple) {
    Polynomial length = loop.step > 0 ? loop.end[0] - loop.first[0] : loop.first[0] - loop.end[0];
    if (auto fixed = length.constant(); fixed && *fixed > 0)
      result.extent = (*fixed + result.step - 1) / result.step;
  }
  // Any order will do: the one in which most accesses walk upwards in memory.
  bool isTurned = parallel && std::abs(loop.step) == 1 && loop.end.size() == 1 &&
                  (upwardAccesses(scop, loop) < 0) == (loop.step > 0);
  if (isTurned) {
    result.direction = -result.direction;
    Polynomial last = loop.end[0] + Polynomial(result.direction);
    result.start = result.extent ? last : invariantPart(scop, last);
  } else if (result.step > 1 || result.extent) {
    result.start = loop.first[0];
  } else if (loop.first.size() == 1) {
    result.start = invariantPart(scop, loop.first[0]);
  }
  return result;
}

class Lifter {
public:
  explicit Lifter(std::shared_ptr<const LiftedScop> source) : scop(source->scop) {
    nest.source = std::move(source);
    nest.iterators.resize(scop.statements.size());
  }

  Outcome<Nest> lift() {
    std::vector<int> all(scop.statements.size());
    for (size_t s = 0; s < all.size(); ++s)
      all[s] = s;
    if (!place(all, 0, -1))
      return Rejection{RejectionKind::Internal, placeOf(nest),
                       "two parts of a loop body have the same position"};
    if (nest.dimensions.empty())
      return Rejection{RejectionKind::InvalidSchedule, placeOf(nest), "there is no loop"};
    for (size_t s = 0; s < all.size(); ++s)
      for (int loop : scop.statements[s].loops)
        nest.iterators[s].push_back(inverse.at(scop.loops[loop].name));
    return std::move(nest);
  }

private:
  /// The parts of the body at `depth` that `statements` belong to.
  bool place(const std::vector<int> &statements, size_t depth, int fusing) {
    std::map<int, std::vector<int>> parts; // by position
    for (int s : statements)
      parts[scop.statements[s].positions[depth]].push_back(s);
    if (parts.size() > 1) {
      NestDimension &dimension = add(NestDimension::Kind::Fusing, fusingName(), fusing);
      fusing = nest.dimensions.size() - 1;
      int64_t rank = 0;
      for (const auto &[position, members] : parts) {
        for (int s : members) {
          dimension.value[s] = Polynomial(rank);
          dimension.has[s] = true;
        }
        ++rank;
      }
      dimension.extent = rank;
    }
    for (const auto &[position, members] : parts)
      if (!placePart(members, depth, fusing))
        return false;
    return true;
  }

  bool placePart(const std::vector<int> &members, size_t depth, int fusing) {
    const ScopStatement &first = scop.statements[members.front()];
    if (first.loops.size() == depth)
      return members.size() == 1;
    int index = first.loops[depth];
    for (int s : members)
      if (scop.statements[s].loops.size() <= depth || scop.statements[s].loops[depth] != index)
        return false;
    const ScopLoop &loop = scop.loops[index];
    Normalisation normal = normalise(scop, loop, nest.source->dependences.isParallel(index));
    NestDimension &dimension = add(NestDimension::Kind::Loop, loop.name, fusing);
    dimension.loop = index;
    dimension.step = normal.step;
    dimension.extent = normal.extent;
    Polynomial variable = Polynomial::symbol(loop.name);
    for (int s : members) {
      dimension.value[s] = Polynomial(normal.direction) * (variable - normal.start);
      dimension.has[s] = true;
    }
    inverse[loop.name] =
        normal.start.substitute(inverse) + Polynomial(normal.direction * normal.step) * variable;
    return place(members, depth + 1, fusing);
  }

  NestDimension &add(NestDimension::Kind kind, const std::string &name, int fusing) {
    NestDimension dimension;
    dimension.name = name;
    dimension.kind = kind;
    dimension.fusing = fusing;
    dimension.value.resize(scop.statements.size());
    dimension.has.resize(scop.statements.size());
    nest.dimensions.push_back(std::move(dimension));
    return nest.dimensions.back();
  }

  std::string fusingName() {
    std::string name;
    do
      name = "f" + std::to_string(fusingCount++);
    while (scop.isIterator(name));
    return name;
  }

  const Scop &scop;
  Nest nest;
  int fusingCount = 0;
  std::map<std::string, Polynomial> inverse; // iterator -> affine in dimension names
};

} // namespace

SourceRange placeOf(const Nest &nest) {
  const StmtRef &root = nest.source->scop.nest.root;
  return root ? root->range : SourceRange{};
}

isl::aff coordinateOf(const Nest &nest, int statement, int dimension) {
  const Scop &scop = nest.source->scop;
  const ScopStatement &s = scop.statements[statement];
  std::vector<std::string> iterators = scop.iteratorsOf(s);
  const NestDimension &d = nest.dimensions[dimension];
  auto form = linearForm(d.value[statement], iterators);
  assert(form && "loop starts are affine");
  isl::aff scaled = makeAff(nest.source->context->get(), s.id, iterators, *form);
  return d.step == 1 ? scaled : scaled.scale_down(static_cast<long>(d.step));
}

Outcome<Nest> lift(std::shared_ptr<const LiftedScop> source) {
  if (source->scop.unknown)
    return *source->scop.unknown;
  return Lifter(std::move(source)).lift();
}

} // namespace acc
