// The options of a rewrite that its text depends on, beside the schedule, as the words of the
// command line.
#pragma once

#include "acc-delin/Options.h"
#include "scheduling/Target.h"

#include <optional>
#include <string>

namespace acc {

/// "--target=avx2 --machine=thread-start:2000 --least-work=4096": the target always, others where
/// they are not what they are without being named. Of the machine's numbers those on which more
/// rests than the choice of the schedule.
std::string writtenWith(const UnitOptions &options, const Target &target);

/// The options with those that the words name, and without the others of their kind; none when a
/// word is unknown.
std::optional<UnitOptions> optionsWith(UnitOptions options, const std::string &words);

} // namespace acc
