// Fusing: several schedules as one. [Accera manual, chapter 4.]
#pragma once

#include "scheduling/Schedule.h"

namespace acc {

/// A fused schedule and the categories of its first dimensions: work of the q-th
/// part runs where the fusing index is q. Right after `fuse` it does, for each
/// value of the fused indices, all of part 0, then all of part 1, and so on; as long
/// as the fusing index stays outside of the unfused ones (reorder checks it) every
/// transformation keeps that. Whether it is what the source means is for
/// checkLegality to decide, as for any schedule.
struct FusedSchedule {
  Schedule schedule;
  std::vector<std::string> fused; // outer to inner
  std::string fusing;
  std::vector<std::vector<std::string>> unfused; // per part
};

/// Fuses the first `partial` dimensions of the parts, by position in each part's
/// order; without `partial` as many as the longest has, shorter parts standing at
/// iteration 0 of what they lack. 0 runs one part after the other. The order is
/// fused, fusing, unfused of part 0, of part 1, ...; the parts are not changed.
///   before: i0, j0 and i1, j1, k     after, partial 2: i, j, f, k
/// `joint` is the nest of all parts one after the other, lifted as a whole; a part
/// may itself be fused. `names`: of the fused indices, the fusing one, the unfused;
/// may end early. InvalidSchedule: fewer than two parts, `partial` above the rank
/// of one, steps that differ, fusing indices among what is fused, a joint nest of
/// other parts.
Outcome<FusedSchedule> fuse(const Nest &joint, const std::vector<Schedule> &parts,
                            std::optional<int64_t> partial = std::nullopt,
                            const std::vector<std::string> &names = {});

} // namespace acc
