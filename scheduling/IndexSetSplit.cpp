#include "scheduling/IndexValues.h"
#include "scheduling/StepWords.h"

#include <cstdlib>

namespace acc {

Outcome<Schedule> Schedule::indexSetSplit(const std::string &index,
                                          const std::vector<Polynomial> &places,
                                          const std::string &name,
                                          const std::vector<std::string> &names) const {
  int position = positionOf(index);
  if (position < 0)
    return invalid("index_set_split: there is no index '" + index + "'");
  const Index &loop = indices[position];
  if (loop.kind == NestDimension::Kind::Fusing || !loop.isPlain)
    return invalid("index_set_split: '" + index + "' is no longer a loop of the source");
  if (places.empty())
    return invalid("index_set_split: at least one place is needed");
  if (!names.empty() && names.size() != places.size() + 1)
    return invalid("index_set_split: " + std::to_string(places.size() + 1) +
                   " names are needed, not " + std::to_string(names.size()));
  for (const Polynomial &place : places)
    if (auto problem = unknownName(*base, place))
      return invalid("index_set_split: " + *problem);
  const NestDimension &dimension = base->dimensions[loop.dimension];
  // Per statement with the index: the coordinates of the places.
  std::vector<std::vector<Polynomial>> starts(loop.has.size());
  for (const Polynomial &place : places)
    for (size_t s = 0; s < starts.size(); ++s) {
      if (!loop.has[s])
        continue;
      auto start =
          place.overflowed() ? std::nullopt : coordinateAt(*base, loop.dimension, place, s);
      if (!start)
        return invalid("index_set_split: " + place.str() +
                       " is not affine in the enclosing loops and parameters");
      starts[s].push_back(*start);
    }
  Index f;
  f.name = name.empty() ? freshFusing(*this) : name;
  f.kind = NestDimension::Kind::Fusing;
  f.size = places.size() + 1;
  f.has = loop.has;
  f.isPlain = false;
  if (auto problem = nameProblem(f.name))
    return invalid("index_set_split: " + *problem);

  Schedule result = *this;
  result.indices.insert(result.indices.begin() + position, f);
  if (!names.empty()) {
    Index whole = loop;
    result.indices.erase(result.indices.begin() + position + 1);
    for (size_t piece = 0; piece < names.size(); ++piece) {
      if (auto problem = result.nameProblem(names[piece]))
        return invalid("index_set_split: " + *problem);
      Index own = whole;
      own.name = names[piece];
      own.size = std::nullopt;
      own.isPlain = false;
      own.piece = f.name;
      result.indices.insert(result.indices.begin() + position + 1 + piece, own);
    }
  }
  Step step{Step::Kind::IndexSetSplit, {index}, {}, {f.name}, {}, places, {}};
  step.inner.insert(step.inner.end(), names.begin(), names.end());
  step.effect = [=, made = f.name, unit = dimension.step](IndexValues &values) {
    isl::pw_aff coordinate = values.at(index), piece = values.constant(0);
    const std::vector<Polynomial> &own = starts[values.statement()];
    std::vector<isl::pw_aff> from{values.constant(0)};
    for (const Polynomial &start : own) {
      // The first coordinate that is not before the place: rounded up.
      from.push_back(values.affine(start + Polynomial(unit - 1), unit));
      piece = piece.add(indicator(coordinate.ge_set(from.back()), coordinate));
    }
    values.set(made, piece);
    if (names.empty())
      return;
    for (size_t k = 0; k < names.size(); ++k) {
      isl::pw_aff value = values.constant(0);
      if (k < from.size() && (k == 0 || !own.empty())) {
        isl::set in = piece.eq_set(values.constant(k));
        value = coordinate.sub(from[k]).intersect_domain(in).union_add(value.subtract_domain(in));
      }
      values.set(names[k], value);
    }
    values.remove(index);
  };
  result.history.push_back(std::move(step));
  return result;
}

Outcome<Schedule> Schedule::peel(const std::string &index, int64_t front, int64_t back,
                                 const std::string &name) const {
  const Index *found = find(index);
  if (!found)
    return invalid("peel: there is no index '" + index + "'");
  if (found->kind == NestDimension::Kind::Fusing || !found->isPlain)
    return invalid("peel: '" + index + "' is no longer a loop of the source");
  if (front < 0 || back < 0 || front + back == 0 || front > INT32_MAX || back > INT32_MAX)
    return invalid(
        "peel: the numbers of iterations must not be negative, and at least one must be positive");
  const ScopLoop &loop = base->source->scop.loops[base->dimensions[found->dimension].loop];
  std::vector<Polynomial> places;
  if (front > 0) {
    if (loop.first.size() != 1)
      return invalid("peel: '" + index + "' has no single first iteration");
    places.push_back(loop.first[0] + Polynomial(front * loop.step));
  }
  if (back > 0) {
    if (loop.end.size() != 1 || std::abs(loop.step) != 1)
      return invalid("peel: '" + index + "' has no single last iteration");
    places.push_back(loop.end[0] - Polynomial(back * loop.step));
  }
  Outcome<Schedule> result = indexSetSplit(index, places, name);
  if (!result)
    return inWordsOf("peel", result.rejection());
  Step &step = result->history.back();
  step.kind = Step::Kind::Peel;
  step.sizes = {front, back};
  step.places.clear();
  return result;
}

} // namespace acc
