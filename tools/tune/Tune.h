// Candidate schedules of one unit, compiled and timed.
#pragma once

#include "tools/verify/Verify.h"

namespace acc {

/// The unit with one candidate for each of some nests.
struct TuneRound {
  std::string rewritten;
  /// The written nests of `rewritten`, in its order.
  std::vector<MarkedRegion> regions;
};

struct TuneRequest {
  UnitInput input;
  std::string original;
  /// The first has every nest that is to be measured.
  std::vector<TuneRound> rounds;
  std::vector<DriverText> drivers;
  /// Numbers to measure with, "n=1024,m=512" each, by the names of the functions' parameters;
  /// empty: inputs from what any cache holds to more.
  std::vector<std::string> sizes;
  /// Path of the C compiler, which gets the unit's own flags.
  std::string compiler;
  /// Folder for everything that is written.
  std::string folder;
  /// As in RunRequest.
  bool hasLevels = false, hasFma = true;
};

/// The least nanoseconds of all runs of one nest within one call of its function.
struct TuneTime {
  unsigned round = 0;
  unsigned input = 0; // in TunedNest::inputs
  double original = 0, fast = 0;
};

struct TunedNest {
  /// Why it was not measured; "" when it was.
  std::string notMeasured;
  /// The numbers that it was measured with: "n = 512, m = 512" each.
  std::vector<std::string> inputs;
  std::vector<TuneTime> times;
  /// Each of the inputs was asked for: a schedule that is not taken on one of them is none for it.
  bool isAsked = true;
};

/// By nest id; every region of the first round has a row. Both versions run in turns in one
/// process, on an input that the search of `verify` found and that was grown to the sizes that are
/// asked for, or to some from small ones to more data than a cache holds, as far as the function
/// has sizes. A round in which the fast version is not taken has no time.
std::map<std::string, TunedNest> measureRounds(const TuneRequest &request);

} // namespace acc
