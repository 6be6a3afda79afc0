#include "rewriter/emit/FullTiles.h"

#include "rewriter/emit/LoopPrefixes.h"

#include <algorithm>

namespace acc {
namespace {

/// { [t, u] : equal on the dimensions in `same`, u in [low, high] on others }
struct Relation {
  unsigned depth;
  std::vector<LinearConstraint> constraints;

  explicit Relation(unsigned depth) : depth(depth) {}
  void equal(unsigned d) { constraints.push_back({difference(d), true}); }
  void within(unsigned d, int64_t size) {
    std::string u = "u" + std::to_string(d);
    constraints.push_back({{{{u, 1}}, 0}, false});
    constraints.push_back({{{{u, -1}}, size - 1}, false});
  }
  isl::map map(isl::ctx ctx) const {
    std::vector<std::string> in = timeNames(depth, "t"), out = timeNames(depth, "u"), both = in;
    both.insert(both.end(), out.begin(), out.end());
    isl::set graph = makeSet(ctx, "", both, constraints);
    std::vector<LinearForm> first, second;
    for (unsigned d = 0; d < depth; ++d) {
      first.push_back({{{in[d], 1}}, 0});
      second.push_back({{{out[d], 1}}, 0});
    }
    isl::map toFirst = makeMap(ctx, "", both, "", first).intersect_domain(graph);
    isl::map toSecond = makeMap(ctx, "", both, "", second).intersect_domain(graph);
    return toFirst.reverse().apply_range(toSecond);
  }

private:
  static LinearForm difference(unsigned d) {
    return {{{"t" + std::to_string(d), 1}, {"u" + std::to_string(d), -1}}, 0};
  }
};

} // namespace

FullTiles::FullTiles(const LoopOrder &loops, std::vector<isl::map> times, const isl::set &context)
    : loops(loops), times(std::move(times)), context(context) {
  tilePrefix = findPrefix();
  canSeparate = decideSeparable();
}

bool FullTiles::isBlock(unsigned depth) const { return !boxesOf(depth).empty(); }

bool FullTiles::haveBox(unsigned depth, const std::vector<isl::map> &times) const {
  std::vector<unsigned> boxes = boxesOf(depth);
  return std::any_of(times.begin(), times.end(), [&](const isl::map &time) {
    isl::set range = time.range();
    return std::any_of(boxes.begin(), boxes.end(),
                       [&](unsigned box) { return !constantDimension(range, box); });
  });
}

std::vector<unsigned> FullTiles::boxesOf(unsigned depth) const {
  std::vector<unsigned> boxes;
  for (unsigned d = 0; d < loops.depth(); ++d)
    if (loops.boxed[d] && loops.outerDepth[d] == static_cast<int>(depth))
      boxes.push_back(d);
  return boxes;
}

isl::set FullTiles::fullPrefixes(unsigned prefix, const std::vector<unsigned> &boxes) const {
  isl::set seen, missing;
  unsigned depth = loops.depth();
  for (const isl::map &time : times) {
    isl::set range = time.range().intersect_params(context);
    Relation relation(depth);
    for (unsigned d = 0; d < depth; ++d) {
      bool isBox = std::find(boxes.begin(), boxes.end(), d) != boxes.end();
      // A statement without the loop stands at 0 and has no box.
      if (isBox && !constantDimension(range, d))
        relation.within(d, *loops.indices[d].size);
      else
        relation.equal(d);
    }
    isl::set lacking = range.apply(relation.map(range.ctx())).subtract(range);
    isl::set prefixes = projectOut(range, prefix, depth - prefix);
    isl::set lackingPrefixes = projectOut(lacking, prefix, depth - prefix);
    seen = seen.is_null() ? prefixes : seen.unite(prefixes);
    missing = missing.is_null() ? lackingPrefixes : missing.unite(lackingPrefixes);
  }
  return seen.subtract(missing).coalesce().gist_params(context);
}

isl::set FullTiles::seenPrefixes(unsigned depth) const {
  isl::set seen;
  for (const isl::map &time : times) {
    isl::set prefixes = projectOut(time.range().intersect_params(context), depth + 1,
                                   loops.depth() - depth - 1);
    seen = seen.is_null() ? prefixes : seen.unite(prefixes);
  }
  return seen;
}

std::vector<unsigned> FullTiles::allBoxes() const {
  std::vector<unsigned> all;
  for (unsigned d = 0; d < loops.depth(); ++d)
    if (loops.boxed[d])
      all.push_back(d);
  return all;
}

unsigned FullTiles::findPrefix() const {
  unsigned least = loops.tilePrefix();
  std::vector<unsigned> boxes = allBoxes();
  for (unsigned prefix = least; least > 0 && prefix <= loops.aroundPromotions; ++prefix)
    if (!fullPrefixes(prefix, boxes).is_empty())
      return prefix;
  return least;
}

bool FullTiles::decideSeparable() const {
  unsigned prefix = tilePrefix;
  if (prefix == 0)
    return false;
  isl::set each;
  std::vector<unsigned> all;
  for (unsigned d = 0; d < prefix; ++d) {
    std::vector<unsigned> boxes = boxesOf(d);
    if (boxes.empty())
      continue;
    all.insert(all.end(), boxes.begin(), boxes.end());
    isl::set full = fullPrefixes(d + 1, boxes);
    isl::set seen = seenPrefixes(d), fullSeen = full.intersect(seen);
    isl::map earlier = earlierPrefixes(context.ctx(), d);
    isl::set between = fullSeen.apply(earlier).intersect(fullSeen.apply(earlier.reverse()));
    if (!between.is_disjoint(seen.subtract(full)))
      return false;
    isl::set lifted = full.apply(prefixOf(full.ctx(), prefix, d).reverse());
    each = each.is_null() ? lifted : each.intersect(lifted);
  }
  isl::set joint = fullPrefixes(prefix, all).intersect_params(context);
  return !joint.is_empty() && joint.is_subset(each);
}

FullTiles::Parts FullTiles::parts(unsigned depth) const {
  isl::set full = fullPrefixes(depth + 1, boxesOf(depth));
  isl::set seen = seenPrefixes(depth);
  isl::map earlier = earlierPrefixes(full.ctx(), depth);
  isl::set before =
      full.intersect(seen).apply(earlier).intersect(seen).subtract(full).coalesce();
  isl::map toPrefix = prefixOf(full.ctx(), loops.depth(), depth);
  Parts result{isl::union_set::empty(full.ctx()), isl::union_set::empty(full.ctx())};
  for (const isl::map &time : times) {
    auto instancesOf = [&](const isl::set &prefixes) {
      return time.intersect_range(prefixes.apply(toPrefix.reverse())).domain().to_union_set();
    };
    result.before = result.before.unite(instancesOf(before));
    result.full = result.full.unite(instancesOf(full));
  }
  return result;
}

std::optional<isl::union_set> FullTiles::isolateOption(unsigned first) const {
  unsigned prefix = tilePrefix;
  std::vector<unsigned> all = allBoxes();
  if (all.empty())
    return std::nullopt;
  isl::set full = fullPrefixes(prefix, all);
  if (full.is_empty())
    return std::nullopt;
  std::vector<LinearForm> outer, members;
  std::vector<std::string> names = timeNames(prefix, "t");
  for (unsigned d = 0; d < prefix; ++d)
    (d < first ? outer : members).push_back({{{names[d], 1}}, 0});
  isl::map toOuter = makeMap(full.ctx(), "", names, "", outer).intersect_domain(full);
  isl::map toMembers = makeMap(full.ctx(), "", names, "", members);
  isl::set wrapped = toOuter.reverse().apply_range(toMembers).wrap();
  return withTuple(wrapped, "isolate").to_union_set();
}

} // namespace acc
