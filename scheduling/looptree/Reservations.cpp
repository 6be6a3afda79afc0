#include "scheduling/looptree/Evaluate.h"

namespace acc::looptree {
namespace {

/// A holder whose reservation has not been placed yet.
struct Tracker {
  size_t step = 0;
  bool stops = false;
  bool below = false;
};

void passTemporal(Tracker &tracker, Relevance relevance) {
  tracker.below = relevance == Relevance::Partial;
  tracker.stops = relevance != Relevance::Relevant;
}

void passSpatial(Tracker &tracker, const EinsumPath &path, const PathStep &loop) {
  tracker.stops = path.steps[tracker.step].component != loop.component;
}

} // namespace

std::vector<PathItem> withReservations(const EinsumPath &path) {
  std::vector<PathItem> items;
  std::vector<Tracker> trackers;
  for (size_t k = 0; k < path.steps.size(); ++k) {
    const PathStep &step = path.steps[k];
    for (Tracker &tracker : trackers) {
      const TensorAccess &access = *path.steps[tracker.step].access;
      if (step.node->kind == MappingNode::Kind::Temporal)
        passTemporal(tracker, relevanceOf(access, step.node->rankVariable));
      else if (step.node->kind == MappingNode::Kind::Spatial)
        passSpatial(tracker, path, step);
      else
        tracker = {tracker.step, true, false};
    }
    if (step.isHolder())
      trackers.push_back({k, step.isBacking, step.isBacking});
    std::vector<PathItem> above, below;
    std::vector<Tracker> open;
    for (const Tracker &tracker : trackers)
      if (!tracker.stops)
        open.push_back(tracker);
      else
        (tracker.below ? below : above).push_back({tracker.step, true});
    trackers = std::move(open);
    items.insert(items.end(), above.begin(), above.end());
    items.push_back({k, false});
    items.insert(items.end(), below.begin(), below.end());
  }
  return items;
}

} // namespace acc::looptree
