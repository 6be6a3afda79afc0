// Options of a caller. Plain values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace acc {

/// The version that reports and markers carry.
inline constexpr const char *kVersion = "0.1.0";

enum class FloatingPoint { Strict, Source, Reassociate };

/// The sizes at which a fast version runs, if that was measured.
struct PayingSizes {
  /// The fewest and the most iterations of its deepest statement. 0: as many as pay for the guard,
  /// and any number.
  int64_t leastWork = 0, mostWork = 0;
  /// The fewest of each of that statement's loops whose trip counts are no constants, outer to
  /// inner.
  std::vector<int64_t> leastTrips = {};
};

/// The schedule of a fast version that is on disk, as its marker carries it.
struct WrittenSchedule {
  std::string script;
  PayingSizes pays = {};
};

struct UnitOptions {
  /// isl operations before TooComplex: for the analysis of one nest, and for each later stage.
  uint64_t quota = 3000000;
  bool rewrite = false;
  /// Choose a schedule and write its C even when nothing is rewritten: the report's
  /// schedule and guard as written.
  bool plan = true;
  /// With `plan`: the report also has other versions of views, which only its full form has.
  bool whole = true;
  /// Write each nest with its schedule as a LoopTree instead of C.
  bool loopTree = false;
  /// Beside all else the row of each lifted nest has it as a LoopTree, for the pictures of a
  /// report.
  bool pictures = false;
  /// Values of run-time sizes for LoopTrees, by the names that reports use.
  std::map<std::string, int64_t> parameters;
  /// Of a schedule that is a LoopTree: the ids of the statements that its Einsums are.
  std::map<std::string, std::string> einsums;
  /// "auto", "none", or the text of a script or a LoopTree mapping.
  enum class ScheduleFrom { Auto, None, Script } scheduleFrom = ScheduleFrom::Auto;
  std::string script;
  /// Only these nests are scheduled and written: ids, those of nests that hold them, or functions;
  /// empty: all.
  std::set<std::string> only;
  /// With Auto: only this plan of the ranking, 0 being the best, and behind its last the source's
  /// order; NotProfitable beyond. None: the best that can be written and proved.
  std::optional<unsigned> onlyPlan;
  /// The machine that schedules are for, by a name that namedTarget knows; "": what the unit's
  /// flags name, else all.
  std::string target;
  /// Machine parameters that replace those of the target, by the keys of machineNumbers.
  std::map<std::string, double> machine;
  /// Schedules count on fast versions for several processor levels, where the unit's flags name no
  /// processor: --levels.
  bool levels = false;
  /// With levels: those at which fast versions run, by their names (levelNames); empty: those at
  /// which they are expected to be faster.
  std::vector<std::string> runsAt = {};
  /// The nests that are wanted are known to take time: units that are compiled for other aims than
  /// speed are not left alone.
  bool hasProfile = false;
  /// Fast: for speed. Arrays: the recovered arrays are declared as such, in the source's order
  /// unless a schedule is given.
  enum class Style { Fast, Arrays } style = Style::Fast;
  /// Fast versions stand together before the first function of the file that has loops, where they
  /// can.
  bool fastFile = false;
  bool noHeap = false;
  /// Threads share out the iterations of outer loops that are proved parallel, in a build with
  /// OpenMP.
  bool openmp = false;
  /// The fast version may also run where it has too little work to pay for its guard: what tests
  /// want.
  bool noWorkThreshold = false;
  /// What is rewritten is run against the original on generated inputs, and left out when the two
  /// differ.
  bool runCheck = false;
  /// What is rewritten is built with the unit's compiler and flags, run and timed beside the
  /// original, and left out where it is slower or gives other results. `judgeSeconds`: processor
  /// time for the runs of one nest.
  bool judge = false;
  double judgeSeconds = 2;
  /// The compiler for that; "": the one that the unit's command names, if it is a known one.
  std::string compiler = {};
  /// With `judge`, by the ids of nests: what measuring let be written before. It is not measured
  /// again while it is a schedule that would be tried.
  std::map<std::string, WrittenSchedule> writtenBefore = {};
  PayingSizes pays = {};
  FloatingPoint fp = FloatingPoint::Strict;
  /// The text of the unit with rewrites in it: nothing is planned, the fast versions there
  /// are proved, and what a driver of their functions needs is read.
  std::optional<std::string> written;
  /// Keeps the lines that emission passes to the proof (rewriter/helpers/Instances.h). For judging
  /// text on disk, not for users.
  bool keepClaims = false;
  /// Nests that are refused, by their ids, as work on them ended a process before.
  enum class Ended { Crashed, OutOfTime };
  std::map<std::string, Ended> ended;
  /// Name of the stage whose values are printed to stderr; "" for none.
  std::string dumpAfter;
  bool timeStages = false;

  /// `only` lets the nest be scheduled.
  bool wants(const std::string &nestId) const {
    return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string &word) {
             return nestId.starts_with(word) &&
                    (nestId.size() == word.size() || nestId[word.size()] == '.' ||
                     nestId[word.size()] == '#');
           });
  }

  /// What is lifted is given a schedule, or read back.
  bool schedules() const { return rewrite || plan || written || loopTree; }
};

} // namespace acc
