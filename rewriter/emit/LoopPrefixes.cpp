#include "rewriter/emit/LoopPrefixes.h"

#include <algorithm>

namespace acc {
namespace {

/// More statements would have too many combinations.
constexpr size_t kMostApart = 3;

/// Values of the loops for which exactly the statements in `members` run.
struct Part {
  isl::set prefixes;
  std::vector<size_t> members;
};

std::vector<Part> partsOf(const std::vector<isl::set> &prefixes) {
  std::vector<Part> parts;
  for (unsigned chosen = (1u << prefixes.size()) - 1; chosen > 0; --chosen) {
    Part part;
    for (size_t s = 0; s < prefixes.size(); ++s)
      if (chosen >> s & 1) {
        part.prefixes = part.members.empty() ? prefixes[s] : part.prefixes.intersect(prefixes[s]);
        part.members.push_back(s);
      }
    for (size_t s = 0; s < prefixes.size(); ++s)
      if (!(chosen >> s & 1))
        part.prefixes = part.prefixes.subtract(prefixes[s]);
    part.prefixes = part.prefixes.coalesce();
    if (!part.prefixes.is_empty())
      parts.push_back(part);
  }
  return parts;
}

/// For some sizes one statement goes on behind the end of the other, for others that one
/// behind this: a loop over both would end at the greater of two ends.
bool endApart(const isl::set &one, const isl::set &other, const isl::map &earlier) {
  auto goesOn = [&](const isl::set &a, const isl::set &b) {
    return !a.is_subset(b.unite(b.apply(earlier)));
  };
  return goesOn(one, other) && goesOn(other, one);
}

/// Whole parts one after the other; empty when there is no such order.
std::vector<Part> inOrder(std::vector<Part> parts, const isl::map &earlier) {
  std::vector<Part> ordered;
  while (!parts.empty()) {
    auto first = std::find_if(parts.begin(), parts.end(), [&](const Part &part) {
      isl::set before = part.prefixes.apply(earlier);
      return std::all_of(parts.begin(), parts.end(), [&](const Part &other) {
        return &other == &part || before.is_disjoint(other.prefixes);
      });
    });
    if (first == parts.end())
      return {};
    ordered.push_back(*first);
    parts.erase(first);
  }
  return ordered;
}

/// "t0", "t1", ... with the given letter.
std::vector<std::string> timeNames(unsigned count, const char *letter) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i)
    names.push_back(letter + std::to_string(i));
  return names;
}

/// { [t over all loops] -> [t0 .. t(depth)] }
isl::map prefixOf(isl::ctx ctx, unsigned loops, unsigned depth) {
  std::vector<std::string> names = timeNames(loops, "t");
  std::vector<LinearForm> kept;
  for (unsigned outer = 0; outer <= depth; ++outer)
    kept.push_back({{{names[outer], 1}}, 0});
  return makeMap(ctx, "", names, "", kept);
}

/// { [t] -> [u] } of such prefixes: equal in the loops outside, u earlier than t in
/// the loop at `depth`.
isl::map earlierPrefixes(isl::ctx ctx, unsigned depth) {
  std::vector<std::string> in = timeNames(depth + 1, "t"), out = timeNames(depth + 1, "u"),
                           both = in;
  both.insert(both.end(), out.begin(), out.end());
  std::vector<LinearConstraint> constraints;
  std::vector<LinearForm> first, second;
  for (unsigned d = 0; d <= depth; ++d) {
    constraints.push_back({{{{in[d], 1}, {out[d], -1}}, d < depth ? 0 : -1}, d < depth});
    first.push_back({{{in[d], 1}}, 0});
    second.push_back({{{out[d], 1}}, 0});
  }
  isl::set graph = makeSet(ctx, "", both, constraints);
  isl::map toFirst = makeMap(ctx, "", both, "", first).intersect_domain(graph);
  return toFirst.reverse().apply_range(makeMap(ctx, "", both, "", second).intersect_domain(graph));
}

} // namespace

std::vector<isl::union_set> apartAt(const std::vector<isl::map> &times, unsigned depth,
                                    const isl::set &context) {
  if (times.size() < 2 || times.size() > kMostApart)
    return {};
  isl::ctx ctx = context.ctx();
  isl::map toPrefix = prefixOf(ctx, outputDimensionsOf(times.front()), depth);
  std::vector<isl::set> prefixes;
  for (const isl::map &time : times)
    prefixes.push_back(time.range().intersect_params(context).apply(toPrefix).coalesce());
  isl::map earlier = earlierPrefixes(ctx, depth);
  bool isApart = false;
  for (size_t s = 1; s < prefixes.size(); ++s)
    for (size_t t = 0; t < s; ++t)
      isApart = isApart || endApart(prefixes[s], prefixes[t], earlier);
  if (!isApart)
    return {};
  std::vector<Part> parts = inOrder(partsOf(prefixes), earlier);
  if (parts.size() < 2)
    return {};
  std::vector<isl::union_set> result;
  for (const Part &part : parts) {
    isl::union_set instances = isl::union_set::empty(ctx);
    for (size_t s : part.members)
      instances = instances.unite(times[s]
                                      .intersect_range(part.prefixes.apply(toPrefix.reverse()))
                                      .domain()
                                      .to_union_set());
    result.push_back(instances);
  }
  return result;
}

} // namespace acc
