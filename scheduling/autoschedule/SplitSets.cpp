// Loops cut where one iteration writes what all others read: floyd's column k.
#include "scheduling/autoschedule/Candidate.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

/// The value of the loop's variable at which the write meets what the read reads in all of its
/// iterations: A[i][j] and A[i][k] at j = k. None where they move alike, or where the read moves in
/// another way.
std::optional<Polynomial> meetingPlace(const std::vector<Polynomial> &write,
                                       const std::vector<Polynomial> &read,
                                       const std::string &variable) {
  std::optional<Polynomial> place;
  for (size_t k = 0; k < write.size() && k < read.size(); ++k) {
    if (write[k] == read[k] || (!write[k].contains(variable) && !read[k].contains(variable)))
      continue;
    const Polynomial rest = write[k] - Polynomial::symbol(variable);
    if (place || rest.contains(variable) || read[k].contains(variable))
      return std::nullopt;
    place = read[k] - rest;
  }
  return place;
}

/// Where the statement's iterations of the dimension meet; none where they do in more places than
/// one, or in no such way.
std::optional<Polynomial> onlyPlace(const Nest &nest, int s, int dimension) {
  const LiftedScop &source = *nest.source;
  const std::vector<ScopAccess> &accesses = source.scop.statements[s].accesses;
  const std::string &variable = source.scop.loops[nest.dimensions[dimension].loop].name;
  std::optional<Polynomial> place;
  for (size_t w = 0; w < accesses.size(); ++w)
    for (size_t r = 0; r < accesses.size(); ++r) {
      if (!accesses[w].isWrite || accesses[r].isWrite || accesses[r].array != accesses[w].array)
        continue;
      auto found = meetingPlace(source.views.viewOf(s, w).subscripts,
                                source.views.viewOf(s, r).subscripts, variable);
      if (found && place && !(*found == *place))
        return std::nullopt;
      if (found)
        place = found;
    }
  return place;
}

} // namespace

void addSplitSets(const Nest &nest, const NestStrides &strides, std::vector<Candidate> &all) {
  const Candidate source = sourceOrder(nest);
  std::set<std::string> tried;
  for (size_t s = 0; s < strides.accesses.size(); ++s) {
    const Index *index = innermostLoop(source, strides, s);
    if (!index || !carries(nest, s, *index) || !runsContiguously(strides, s, *index) ||
        nest.dimensions[index->dimension].step != 1 || !tried.insert(index->name).second)
      continue;
    auto place = onlyPlace(nest, s, index->dimension);
    if (!place)
      continue;
    if (Outcome<Schedule> schedule =
            source.schedule.indexSetSplit(index->name, {*place, *place + Polynomial(1)}))
      all.push_back({"split set", *schedule, {}, {}, 1, {index->name}, {index->name}});
  }
}

} // namespace acc
