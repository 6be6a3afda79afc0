#include "rewriter/emit/ScheduleTree.h"

#include "analysis/support/IslInterop.h"
#include "rewriter/emit/LoopPrefixes.h"

#include <algorithm>
#include <map>

namespace acc {
namespace {

class TreeBuilder {
public:
  TreeBuilder(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
              const isl::set &context, bool unswitch)
      : plan(plan), loops(loops), time(time), partial(time.as_multi_union_pw_aff()),
        context(context), ctx(time.ctx()), unswitch(unswitch) {
    for (size_t i = 0; i < plan.promotions().size(); ++i)
      marks[plan.schedule().positionOf(plan.promotions()[i].index)].push_back(kPromotionMark +
                                                                              std::to_string(i));
    for (size_t position = 0; position < plan.schedule().order().size(); ++position)
      if (plan.schedule().order()[position].kind == NestDimension::Kind::Fusing)
        fusing.insert(position);
  }

  isl::schedule build() {
    isl::union_set all = time.domain();
    isl::schedule_node leaf = isl::schedule_node::from_domain(all).child(0);
    return from(leaf, 0, 0, all).schedule();
  }

private:
  /// The times of the instances in `instances`, loops only, per statement.
  std::vector<isl::map> loopTimes(const isl::union_set &instances) const {
    std::vector<isl::map> maps;
    isl::union_map restricted = time.intersect_domain(instances);
    restricted.foreach_map([&](isl::map map) {
      unsigned count = outputDimensionsOf(map);
      std::vector<std::string> names;
      std::vector<LinearForm> kept;
      for (unsigned i = 0; i < count; ++i)
        names.push_back("t" + std::to_string(i));
      for (int position : loops.positions)
        kept.push_back({{{names[position], 1}}, 0});
      maps.push_back(map.apply_range(makeMap(ctx, "", names, "", kept)));
    });
    return maps;
  }

  /// Builds what comes at `position` of the order (loop depth `depth`) for
  /// `instances` below `node`, a leaf. Returns the node in its place.
  isl::schedule_node from(isl::schedule_node node, unsigned position, unsigned depth,
                          const isl::union_set &instances) {
    unsigned end = plan.schedule().order().size();
    if (position == end)
      return node;
    if (auto found = marks.find(position); found != marks.end() && !marked.count(position)) {
      marked.insert(position);
      for (const std::string &mark : found->second)
        node = node.insert_mark(mark).child(0);
      node = from(node, position, depth, instances);
      marked.erase(position);
      for (size_t i = 0; i < found->second.size(); ++i)
        node = node.parent();
      return node;
    }
    if (fusing.count(position))
      return sequence(node, position, depth, instances);
    // isl separates loops of single iterations only.
    if (isJointBlock(depth))
      if (auto parts = apartAt(loopTimes(instances), depth, context); !parts.empty())
        return inSequence(node, parts, [&](isl::schedule_node leaf, size_t k) {
          return band(leaf, position, depth, parts[k]);
        });
    return band(node, position, depth, instances);
  }

  /// The loop at `depth` counts blocks in which statements of different ranges run.
  bool isJointBlock(unsigned depth) const {
    return unswitch && depth < loops.depth() && loops.indices[depth].isJoint &&
           loops.indices[depth].stride > 1;
  }

  /// One band up to the next place where something else must stand.
  isl::schedule_node band(isl::schedule_node node, unsigned position, unsigned depth,
                          const isl::union_set &instances) {
    unsigned first = depth;
    isl::union_pw_aff_list members(ctx, 0);
    do {
      members = members.add(partial.at(position));
      ++position, ++depth;
    } while (position < plan.schedule().order().size() && !fusing.count(position) &&
             !marks.count(position) && !isJointBlock(depth));
    isl::multi_union_pw_aff schedule(isl::space::unit(ctx).add_unnamed_tuple(depth - first),
                                     members);
    node = node.insert_partial_schedule(schedule);
    isl::union_set options = isl::union_set::empty(ctx);
    for (unsigned d = first; unswitch && d < depth; ++d)
      if (loops.indices[d].isJoint)
        options =
            options.unite(isl::union_set(ctx, "{ separate[" + std::to_string(d - first) + "] }"));
    if (!options.is_empty())
      node = node.as<isl::schedule_node_band>().set_ast_build_options(options);
    return from(node.child(0), position, depth, instances).parent();
  }

  /// The parts one after the other, each built by `build` at its leaf.
  template <typename Build>
  isl::schedule_node inSequence(isl::schedule_node node, const std::vector<isl::union_set> &parts,
                                Build &&build) {
    isl::union_set_list filters(ctx, 0);
    for (const isl::union_set &part : parts)
      filters = filters.add(part);
    node = node.insert_sequence(filters);
    for (size_t k = 0; k < parts.size(); ++k)
      node = build(node.child(k).child(0), k).parent().parent();
    return node;
  }

  isl::schedule_node sequence(isl::schedule_node node, unsigned position, unsigned depth,
                              const isl::union_set &instances) {
    const Index &index = plan.schedule().order()[position];
    assert(index.size && "a fusing index has a fixed number of parts");
    std::vector<isl::map> maps = mapsOf(time.intersect_domain(instances));
    std::vector<isl::union_set> parts;
    for (int64_t part = 0; part < *index.size; ++part) {
      isl::union_set members = isl::union_set::empty(ctx);
      for (const isl::map &map : maps)
        members = members.unite(atValue(map, position, part * index.stride).to_union_set());
      if (!members.is_empty())
        parts.push_back(members);
    }
    if (parts.size() == 1)
      return from(node, position + 1, depth, instances);
    return inSequence(node, parts, [&](isl::schedule_node leaf, size_t k) {
      return from(leaf, position + 1, depth, parts[k]);
    });
  }

  /// The instances of `map` whose time has `value` at `position`.
  static isl::set atValue(const isl::map &map, unsigned position, int64_t value) {
    isl::set times = map.range(), domain = map.domain();
    if (auto constant = constantDimension(times, position))
      return *constant == value ? domain : isl::set::empty(domain.space());
    return map.intersect_range(fixDimension(isl::set::universe(times.space()), position, value))
        .domain();
  }

  static std::vector<isl::map> mapsOf(const isl::union_map &maps) {
    std::vector<isl::map> result;
    maps.foreach_map([&](isl::map map) { result.push_back(map); });
    return result;
  }

  const Plan &plan;
  const LoopOrder &loops;
  isl::union_map time;
  isl::multi_union_pw_aff partial;
  isl::set context;
  isl::ctx ctx;
  bool unswitch;
  std::set<unsigned> fusing;
  std::map<unsigned, std::vector<std::string>> marks; // by position of the order
  std::set<unsigned> marked;                          // those around the place that is built
};

} // namespace

ScheduleTree scheduleTree(const Plan &plan, const LoopOrder &loops, const isl::union_map &time,
                          const isl::set &context, bool unswitch) {
  return {TreeBuilder(plan, loops, time, context, unswitch).build(), context};
}

} // namespace acc
