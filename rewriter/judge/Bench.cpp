#include "rewriter/judge/Bench.h"

#include <algorithm>
#include <csignal>
#include <ctime>
#include <optional>
#include <sys/time.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace acc {
namespace {

/// What the integers of an input grow to: sizes as programs have them, not only powers of two.
constexpr int64_t kGrown[] = {6,   9,    16,   30,   64,    100,    200,     300,    500,
                              800, 1000, 2000, 5000, 20000, 100000, 1000000, 4000000};
/// The first inputs.
constexpr int64_t kEven[] = {4, 6, 9, 16, 30, 64, 128, 256, 1000};
/// Nanoseconds of an original's run from which no greater input is tried, of one whose time is not
/// taken any more, and of one series of runs.
constexpr double kLongest = 12e6, kTooLong = 60e6, kSeries = 150e3;
/// Integers from there on are sizes, rather than steps and switches.
constexpr int64_t kLeastSizes[] = {4, 2};
/// Pairs of series that are run for one size: so few where the result is clear.
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

  /// Both versions once. None when they differ, which was told.
  std::optional<Tried> compare(Size &size) {
    memory.begin(size.values);
    if (call(request.original, "original", kTooLong * 1e-6 + 400) != End::Done)
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
    if (*request.missed != before)
      return Tried::Missed;
    std::string difference = end == End::TooLong    ? "it does not come to an end"
                             : end == End::TooLarge ? "it touches more memory"
                                                    : memory.difference(request.isLoose);
    if (difference.empty())
      return Tried::Taken;
    std::string input = words(size.values);
    tell("differs", difference + (input.empty() ? "" : " for " + input));
    return std::nullopt;
  }

  SlotValues valuesOf(const std::map<std::string, int64_t> &named) const {
    SlotValues values(request.layout.slots.size(), 1);
    for (size_t k = 0; k < values.size(); ++k)
      if (auto found = named.find(request.layout.slots[k].name);
          found != named.end() && isNumber(k) && fits(k, found->second))
        values[k] = found->second;
    return values;
  }

  /// The sizes of the start, all set to one value, or all in proportion.
  std::optional<SlotValues> grown(const SlotValues &start, int64_t least, int64_t to,
                                  bool inProportion) const {
    SlotValues values = start;
    int64_t most = 0;
    for (size_t k = 0; k < start.size(); ++k)
      if (isNumber(k) && start[k] >= least)
        most = std::max(most, start[k]);
    if (most == 0 || to <= most)
      return std::nullopt;
    for (size_t k = 0; k < start.size(); ++k)
      if (isNumber(k) && start[k] >= least) {
        values[k] = inProportion
                        ? static_cast<int64_t>(static_cast<double>(start[k]) *
                                               static_cast<double>(to) / static_cast<double>(most))
                        : to;
        if (!fits(k, values[k]))
          return std::nullopt;
      }
    return values;
  }

  bool isKnownSize() const {
    for (size_t k = 0; k < request.layout.slots.size(); ++k)
      if (isNumber(k))
        return false;
    return true;
  }

  /// The sizes at which the fast version runs; false when there are none, or the versions differ.
  bool findSizes() {
    if (!memory.isThere())
      return tell("why", "there is no address space for its buffers");
    if (!request.calls.empty() || isKnownSize())
      return findKnown();
    std::vector<std::map<std::string, int64_t>> starts;
    for (int64_t all : kEven) {
      std::map<std::string, int64_t> &start = starts.emplace_back();
      if (!request.starts.empty())
        start = request.starts.front();
      for (const LayoutSlot &slot : request.layout.slots)
        if (request.sizes.empty() || request.sizes.count(slot.name))
          start[slot.name] = all;
    }
    starts.insert(starts.end(), request.starts.begin(), request.starts.end());
    for (const auto &start : starts) {
      Size size{valuesOf(start)};
      std::optional<Tried> tried = compare(size);
      if (!tried)
        return false;
      if (*tried != Tried::Taken)
        continue;
      sizes.push_back(size);
      return grow(size.values);
    }
    return tell("why", "no input was found on which the fast version runs");
  }

  bool findKnown() {
    std::vector<std::map<std::string, int64_t>> all = request.calls;
    if (all.empty())
      all.emplace_back();
    for (const auto &values : all) {
      std::map<std::string, int64_t> named =
          request.starts.empty() ? values : request.starts.front();
      for (const auto &[name, value] : values)
        named[name] = value;
      Size size{valuesOf(named)};
      std::optional<Tried> tried = compare(size);
      if (!tried)
        return false;
      if (*tried == Tried::Taken && sizes.size() < kMostTimed)
        sizes.push_back(size);
    }
    return !sizes.empty() || tell("why", "the fast version runs at none of the sizes of the calls");
  }

  bool grow(const SlotValues &start) {
    int64_t least = 0;
    for (int64_t one : kLeastSizes)
      if (least == 0 && grown(start, one, kGrown[std::size(kGrown) - 1], false))
        least = one;
    for (int64_t to : kGrown) {
      if (least == 0 || isOver(0.4) || sizes.size() == kMostTimed ||
          (request.mostValue > 0 && static_cast<uint64_t>(to) > request.mostValue))
        break;
      bool isTaken = false, isTooMuch = false;
      for (bool inProportion : {false, true}) {
        auto values = grown(start, least, to, inProportion);
        if (!values || isTaken || isTooMuch)
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
    memory.begin(size.values);
    if (call(request.original, "original", kTooLong * 1e-6 + 400) != End::Done)
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
        if (count > 1) // what the restoring took out of the caches
          (side ? request.rewritten : request.original)(), memory.renew();
        const double time =
            std::max(0.5, timeOf(side ? request.rewritten : request.original, count) - empty);
        if (pair == 0 || time < least[side])
          least[side] = time;
      }
      if (pair == 0) // by a run that finds its data
        count = std::clamp(static_cast<long>(kSeries / std::max(least[0], 1.0)), 1L, 100000L);
      const double ratio = least[0] / least[1];
      const bool isClear = ratio > kClearGain || ratio < kClearLoss;
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
    const double left = request.seconds - spent();
    const double each = std::max(0.01, 0.5 * left / static_cast<double>(sizes.size() + 1));
    std::fprintf(lines, "begin\ttimes\n");
    for (Size &size : sizes)
      timeSize(size, each);
    for (Size &size : sizes) // noise is not slow twice
      if (size.rewritten > 0 && size.original / size.rewritten < 1.0)
        timeSize(size, each);
    std::stable_sort(sizes.begin(), sizes.end(),
                     [](const Size &a, const Size &b) { return a.original < b.original; });
    for (const Size &size : sizes) {
      if (size.rewritten == 0)
        continue;
      std::fprintf(lines, "size\t%llu\t%.1f\t%.1f", static_cast<unsigned long long>(size.bytes),
                   size.original, size.rewritten);
      for (size_t k = 0; k < size.values.size(); ++k)
        if (isNumber(k))
          std::fprintf(lines, "\t%s\t%lld", request.layout.slots[k].name.c_str(),
                       static_cast<long long>(size.values[k]));
      std::fprintf(lines, "\n");
    }
  }

  const BenchRequest &request;
  std::FILE *lines;
  BenchMemory memory;
  std::vector<Size> sizes;
};

} // namespace

void bench(const BenchRequest &request, std::FILE *lines) { Bench(request, lines).run(); }

} // namespace acc
