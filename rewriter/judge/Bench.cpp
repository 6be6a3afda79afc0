#include "rewriter/judge/Bench.h"

#include "rewriter/judge/Measurement.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <ctime>
#include <optional>
#include <sys/time.h>
#include <utility>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace acc {
namespace {

/// What the integers of an input grow to: odd ones, powers of two, and others.
constexpr int64_t kGrown[] = {6,   9,    16,   31,   64,    100,    200,     256,    511,
                              800, 1024, 2000, 5000, 20000, 100000, 1000000, 4000000};
/// Nanoseconds of an original's run from which on its time behind a false check is asked for: in
/// less, the check itself counts, or the time in which threads wake up. So many inputs are timed.
constexpr double kCheckCounts = 1000, kThreadsCount = 200e3;
constexpr size_t kMostMissed = 2;
/// The first inputs.
constexpr int64_t kEven[] = {4, 5, 6, 7, 8, 9, 16, 30, 64, 128, 256, 1000};
/// What one integer of an input is where all others are wide, and how wide these are.
constexpr int64_t kThin[] = {3, 4, 6, 8, 12, 16, 24, 32, 64};
constexpr int64_t kWide[] = {256, 2000};
/// Those inputs are timed last, until so much of the time is over.
constexpr double kThinShare = 1.3;
/// Nanoseconds of an original's run from which no greater input is tried, of one whose time is not
/// taken any more, and of one series of runs.
constexpr double kLongest = 12e6, kTooLong = 60e6, kSeries = 150e3;
/// Those of a run before which another one fills the caches.
constexpr double kWarmed = 3e6;
/// Integers from there on are sizes, rather than steps and switches.
constexpr int64_t kLeastSizes[] = {4, 2};
/// Pairs of series that are run for one size: so few where the gain is clear, twice as many where
/// the loss is.
constexpr int kFewestPairs = 3, kMostPairs = 12;
constexpr double kClearGain = 1.12, kClearLoss = 0.9;
/// Sizes that are timed, at most.
constexpr size_t kMostTimed = 12;

double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Numbers next to zero take many times as long; their time is not asked for.
void flushSmallNumbers(bool on) {
#if defined(__x86_64__)
  constexpr unsigned kFlush = 0x8040;
  _mm_setcsr(on ? _mm_getcsr() | kFlush : _mm_getcsr() & ~kFlush);
#else
  static_cast<void>(on);
#endif
}

void __attribute__((noinline)) doNothing() { asm volatile(""); }

void limitTime(double milliseconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(milliseconds / 1000);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>(static_cast<long>(milliseconds * 1000) % 1000000);
  setitimer(ITIMER_PROF, &timer, nullptr);
}

class Bench {
public:
  Bench(const BenchRequest &request, std::FILE *lines)
      : request(request), lines(lines),
        memory(request.layout, request.variables, request.isLoose ? Contents::Exact : Contents::Any,
               request.shortestTable) {}

  void run() {
    if (!findSizes())
      return;
    if (!request.comparesOnly)
      timeSizes();
    std::fprintf(lines, "done\n");
  }

private:
  enum class End { Done, TooLong, TooLarge };
  struct Size {
    SlotValues values;
    uint64_t bytes = 0;
    double first = 0; // nanoseconds of the original's second run
    double original = 0, rewritten = 0;
  };

  double spent() const { return now() * 1e-9; }
  bool isOver(double share) const { return spent() > share * request.seconds; }

  /// A run whose end is a value; what kills the process is the parent's to tell.
  End call(void (*version)(), const char *name, double milliseconds) {
    std::fprintf(lines, "begin\t%s\n", name);
    std::fflush(lines);
    if (int number = sigsetjmp(BenchMemory::escape, 1)) {
      limitTime(0);
      return number == SIGPROF ? End::TooLong : End::TooLarge;
    }
    limitTime(milliseconds);
    BenchMemory::isRunning = 1;
    version();
    BenchMemory::isRunning = 0;
    limitTime(0);
    return End::Done;
  }

  /// Nothing that comes next may be compared.
  bool tell(const char *kind, const std::string &sentence) {
    std::fprintf(lines, "%s\t%s\n", kind, sentence.c_str());
    std::fflush(lines);
    return false;
  }

  std::string words(const SlotValues &values) const {
    std::string text;
    for (size_t k = 0; k < values.size(); ++k)
      if (isNumber(k))
        text += (text.empty() ? "" : ", ") + request.layout.slots[k].name + " = " +
                std::to_string(values[k]);
    return text;
  }

  bool isNumber(size_t slot) const {
    if (request.layout.slots[slot].kind != LayoutSlot::Kind::Integer)
      return false;
    for (const LayoutStore &entry : request.layout.stores)
      if (entry.slot == slot && !entry.owner && entry.offset == 0 && request.isSet[entry.variable])
        return false;
    return true;
  }

  bool fits(size_t slot, int64_t value) const {
    const LayoutSlot &row = request.layout.slots[slot];
    return row.size >= 8 || value < int64_t(1) << (8 * row.size - row.isSigned);
  }

  enum class Tried {
    Taken,   // the fast version ran, and left the same
    Missed,  // the guard does not hold
    Unusable // the original does not come to an end, or needs too much
  };

  double leastMissed() const { return request.setThreads ? kThreadsCount : kCheckCounts; }

  void setThreads(int count) const {
    if (request.setThreads)
      request.setThreads(count);
  }

  /// The original's first run, which opens the pages: in one thread, as another one would read them
  /// before they are filled.
  End firstRun(const Size &size) {
    memory.begin(size.values);
    setThreads(1);
    const End end = call(request.original, "original", kTooLong * 1e-6 + 400);
    setThreads(2);
    return end;
  }

  /// Both versions once. None when they differ, which was told.
  std::optional<Tried> compare(Size &size) {
    if (firstRun(size) != End::Done)
      return Tried::Unusable;
    memory.keep();
    size.bytes = memory.touched();
    memory.restore();
    const double start = now();
    if (call(request.original, "original", kTooLong * 1e-6 + 400) != End::Done)
      return Tried::Unusable;
    size.first = now() - start;
    if (!memory.difference(request.isLoose).empty())
      return Tried::Unusable; // it does not repeat itself
    memory.restore();
    const long before = *request.missed;
    const End end = call(request.rewritten, "rewritten", 20 * size.first * 1e-6 + 400);
    if (*request.missed != before) {
      if (end == End::Done && size.first > leastMissed() && size.first < kLongest &&
          !rowsOverlap(size.values))
        missed.push_back(size);
      return Tried::Missed;
    }
    std::string difference = end == End::TooLong    ? "it does not terminate"
                             : end == End::TooLarge ? "it accesses more memory than the original"
                                                    : memory.difference(request.isLoose);
    if (difference.empty())
      return Tried::Taken;
    std::string input = words(size.values);
    tell("differs", difference + (input.empty() ? "" : " for " + input));
    return std::nullopt;
  }

  /// The value of the slot, within what is known of it.
  int64_t known(size_t slot, int64_t value) const {
    for (const auto *sizes : {&request.declared, &limits})
      if (auto range = sizes->find(request.layout.slots[slot].name); range != sizes->end())
        value = std::clamp(value, range->second.low, range->second.high);
    return value;
  }

  bool isFixed(size_t slot) const {
    for (const auto *sizes : {&request.declared, &limits})
      if (auto range = sizes->find(request.layout.slots[slot].name);
          range != sizes->end() && range->second.low == range->second.high)
        return true;
    return false;
  }

  SlotValues valuesOf(const std::map<std::string, int64_t> &named) const {
    SlotValues values(request.layout.slots.size(), 1);
    for (size_t k = 0; k < values.size(); ++k) {
      if (auto found = named.find(request.layout.slots[k].name);
          found != named.end() && isNumber(k) && fits(k, found->second))
        values[k] = found->second;
      values[k] = known(k, values[k]);
    }
    return values;
  }

  /// How many dimensions are inside the slot, which is a stride; 0 for others.
  int pitch(size_t slot) const {
    auto found = request.pitches.find(request.layout.slots[slot].name);
    return found == request.pitches.end() ? 0 : found->second;
  }

  /// Rows as long as the largest size would overlap, so that the check is false. Programs hardly
  /// have such data; an array of many short rows is taken for one where its pitch is fixed.
  bool rowsOverlap(const SlotValues &values) const {
    int64_t longest = 0, shortest = INT64_MAX;
    for (size_t k = 0; k < values.size(); ++k)
      if (const std::string &name = request.layout.slots[k].name;
          pitch(k) > 0 || request.rows.count(name))
        shortest = std::min(shortest, values[k]);
      else if (request.sizes.count(name))
        longest = std::max(longest, values[k]);
    return shortest < longest;
  }

  bool grows(const SlotValues &start, size_t slot, int64_t least) const {
    return isNumber(slot) && !isFixed(slot) && start[slot] >= least;
  }

  /// The sizes of the start, all set to one value, or all in proportion; strides always are.
  std::optional<SlotValues> grown(const SlotValues &start, int64_t least, int64_t to,
                                  bool inProportion) const {
    SlotValues values = start;
    int64_t most = 0;
    for (size_t k = 0; k < start.size(); ++k)
      if (grows(start, k, least) && pitch(k) == 0)
        most = std::max(most, start[k]);
    if (most == 0 || to <= most)
      return std::nullopt;
    const double factor = static_cast<double>(to) / static_cast<double>(most);
    for (size_t k = 0; k < start.size(); ++k)
      if (grows(start, k, least)) {
        const double wanted =
            static_cast<double>(start[k]) * std::pow(factor, std::max(1, pitch(k)));
        if (wanted > 1e15)
          return std::nullopt;
        values[k] = known(k, inProportion || pitch(k) > 0 ? static_cast<int64_t>(wanted) : to);
        if (!fits(k, values[k]))
          return std::nullopt;
      }
    return values;
  }

  /// The sizes at which the fast version runs; false when there are none, or the versions differ.
  bool findSizes() {
    if (!memory.isThere())
      return tell("why", "cannot reserve address space for its buffers");
    SizesOfCalls ways = request.known;
    if (ways.empty())
      ways.emplace_back();
    for (size_t way = 0; way < ways.size(); ++way) {
      limits = ways[way];
      mostTimed = sizes.size() + std::max<size_t>(1, kMostTimed / ways.size());
      if (!findFromStarts())
        return false;
    }
    return !sizes.empty() ||
           tell("why", request.known.empty()
                           ? "found no input on which the fast version runs"
                           : "the fast version does not run for any size that the calls use");
  }

  bool findFromStarts() {
    std::vector<std::map<std::string, int64_t>> starts;
    for (int64_t all : kEven)
      for (bool hasLongRows : {false, true}) {
        if (hasLongRows && request.rows.empty() && request.pitches.empty())
          continue;
        std::map<std::string, int64_t> &start = starts.emplace_back();
        if (!request.starts.empty())
          start = request.starts.front();
        for (const LayoutSlot &slot : request.layout.slots)
          if (request.sizes.empty() || request.sizes.count(slot.name))
            start[slot.name] = hasLongRows && request.rows.count(slot.name) ? 2 * all : all;
        for (const std::string &name : request.begins)
          start[name] = 1;
        for (const auto &[name, inside] : request.pitches)
          start[name] = static_cast<int64_t>(
              std::pow(static_cast<double>(hasLongRows ? 2 * all : all), inside));
      }
    starts.insert(starts.end(), request.starts.begin(), request.starts.end());
    for (const auto &start : starts) {
      Size size{valuesOf(start)};
      if (!seen.insert(size.values).second)
        continue;
      std::optional<Tried> tried = compare(size);
      if (!tried)
        return false;
      if (*tried != Tried::Taken)
        continue;
      sizes.push_back(size);
      return grow(size.values) && (request.comparesOnly || findThin(size.values));
    }
    return true;
  }

  int64_t leastThatGrows(const SlotValues &start) const {
    for (int64_t one : kLeastSizes)
      for (size_t k = 0; k < start.size(); ++k)
        if (grows(start, k, one) && pitch(k) == 0)
          return one;
    return 0;
  }

  /// Inputs of which one integer is small, from the least for which the fast version runs on.
  bool findThin(const SlotValues &start) {
    const int64_t least = leastThatGrows(start);
    for (size_t slot = 0; slot < start.size() && least > 0; ++slot) {
      std::vector<Size> found;
      for (size_t at = 0; at < std::size(kThin) && grows(start, slot, least); ++at) {
        for (int64_t wide : kWide) {
          std::optional<SlotValues> values = grown(start, least, wide, false);
          if (!values || isOver(0.45) ||
              (request.mostValue > 0 && static_cast<uint64_t>(wide) > request.mostValue))
            break;
          const bool isAlone = std::exchange((*values)[slot], kThin[at]) == wide &&
                               std::count(values->begin(), values->end(), wide) > 0;
          if (!isAlone || known(slot, kThin[at]) != kThin[at] || !seen.insert(*values).second)
            continue;
          Size size{std::move(*values)};
          std::optional<Tried> tried = compare(size);
          if (!tried)
            return false;
          if (*tried == Tried::Taken && size.first < kLongest)
            found.push_back(size);
          if (*tried != Tried::Missed || size.first > kSeries)
            break;
        }
      }
      if (!found.empty())
        thin.emplace_back(slot, std::move(found));
    }
    return true;
  }

  bool grow(const SlotValues &start) {
    const int64_t least = leastThatGrows(start);
    for (int64_t to : kGrown) {
      if (least == 0 || isOver(0.3) || sizes.size() >= mostTimed ||
          (request.mostValue > 0 && static_cast<uint64_t>(to) > request.mostValue))
        break;
      bool isTaken = false, isTooMuch = false;
      for (bool inProportion : {false, true}) {
        auto values = grown(start, least, to, inProportion);
        if (!values || isTaken || isTooMuch || !seen.insert(*values).second)
          continue;
        Size size{*values};
        std::optional<Tried> tried = compare(size);
        if (!tried)
          return false;
        isTaken = *tried == Tried::Taken;
        isTooMuch = *tried == Tried::Unusable || size.first > kLongest;
        if (isTaken && size.first < kTooLong)
          sizes.push_back(size);
      }
      if (isTooMuch || (request.comparesOnly && sizes.size() >= 4))
        break;
    }
    return true;
  }

  /// Nanoseconds of one run, in a series of them.
  double timeOf(void (*version)(), long count) {
    const double start = now();
    for (long k = 0; k < count; ++k) {
      memory.renew();
      version();
    }
    return (now() - start) / static_cast<double>(count);
  }

  void timeSize(Size &size, double seconds) {
    if (firstRun(size) != End::Done)
      return;
    memory.keep();
    long count = std::max(1L, static_cast<long>(kSeries / std::max(size.first, 20.0)));
    flushSmallNumbers(true);
    double least[2] = {0, 0};
    const double begin = spent(), empty = count > 8 ? timeOf(doNothing, 1000) : 0;
    for (int pair = 0; pair < kMostPairs; ++pair) {
      for (int k = 0; k < 2; ++k) {
        const int side = (pair + k) % 2;
        memory.restore();
        if (size.first < kWarmed) // what the restoring took out of the caches
          (side ? request.rewritten : request.original)(), memory.renew();
        const double time =
            std::max(0.5, timeOf(side ? request.rewritten : request.original, count) - empty);
        if (pair == 0 || time < least[side])
          least[side] = time;
      }
      if (pair == 0) // by a run that finds its data
        count = std::clamp(static_cast<long>(kSeries / std::max(least[0], 1.0)), 1L, 100000L);
      const double ratio = least[0] / least[1];
      const bool isClear =
          ratio > kClearGain || (ratio < kClearLoss && pair + 1 >= 2 * kFewestPairs);
      if (pair + 1 >= kFewestPairs && (isClear || spent() - begin > seconds))
        break;
    }
    flushSmallNumbers(false);
    if (size.rewritten == 0 || least[0] / least[1] > size.original / size.rewritten) {
      size.original = least[0];
      size.rewritten = least[1];
    }
  }

  void timeSizes() {
    std::stable_sort(missed.begin(), missed.end(),
                     [](const Size &a, const Size &b) { return a.first > b.first; });
    missed.resize(std::min(missed.size(), kMostMissed));
    const double left = request.seconds - spent();
    const size_t count = sizes.size() + missed.size() + thin.size();
    const double each = std::max(0.01, 0.5 * left / static_cast<double>(count + 1));
    std::fprintf(lines, "begin\ttimes\n");
    for (std::vector<Size> *all : {&sizes, &missed}) {
      for (Size &size : *all)
        if (!isOver(1))
          timeSize(size, each);
      for (Size &size : *all) // noise is not slow twice
        if (!isOver(1) && size.rewritten > 0 && size.original / size.rewritten < 1.0)
          timeSize(size, each);
      // Strides that the caches cannot hold make some sizes slower than larger ones.
      std::stable_sort(all->begin(), all->end(), [](const Size &a, const Size &b) {
        return std::pair(a.bytes, a.original) < std::pair(b.bytes, b.original);
      });
    }
    for (auto &[slot, all] : thin)
      for (Size &size : all) {
        for (int time = 0; time < 2 && !isOver(kThinShare) && size.original <= size.rewritten;
             ++time)
          timeSize(size, each);
        tellTime(size, "thin\t" + request.layout.slots[slot].name);
        if (size.original >= kMostLoss * size.rewritten)
          break; // greater ones need not be timed
      }
    for (const Size &size : sizes)
      tellTime(size, "size");
    for (const Size &size : missed)
      if (size.original > leastMissed())
        tellTime(size, "missed");
  }

  void tellTime(const Size &size, const std::string &kind) const {
    if (size.rewritten == 0)
      return;
    std::fprintf(lines, "%s\t%llu\t%.1f\t%.1f", kind.c_str(),
                 static_cast<unsigned long long>(size.bytes), size.original, size.rewritten);
    for (size_t k = 0; k < size.values.size(); ++k)
      if (isNumber(k))
        std::fprintf(lines, "\t%s\t%lld", request.layout.slots[k].name.c_str(),
                     static_cast<long long>(size.values[k]));
    std::fprintf(lines, "\n");
  }

  const BenchRequest &request;
  std::FILE *lines;
  BenchMemory memory;
  /// The way in which the nest is reached that is looked at, and sizes to be timed with those.
  std::map<std::string, KnownSize> limits;
  size_t mostTimed = kMostTimed;
  std::set<SlotValues> seen;
  std::vector<Size> sizes, missed;
  /// By the slot that is small, the smallest first.
  std::vector<std::pair<size_t, std::vector<Size>>> thin;
};

} // namespace

void bench(const BenchRequest &request, std::FILE *lines) { Bench(request, lines).run(); }

} // namespace acc
