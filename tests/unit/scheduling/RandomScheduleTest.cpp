// Random sequences of steps: whatever their form allows is lowered to loops that run
// the iterations in the order of their times.
#include "tests/unit/scheduling/Sequence.h"

#include <random>

using namespace acc;
using namespace acc::test;

namespace {

using Names = std::vector<std::string>;

/// The same on every platform: no distribution of the library.
class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}
  int64_t below(int64_t bound) { return static_cast<int64_t>(engine() % bound); }
  template <typename T> const T &of(const std::vector<T> &all) { return all[below(all.size())]; }

private:
  std::mt19937 engine;
};

std::vector<Lifted> nests() {
  std::vector<Lifted> all;
  all.push_back(Lifted(
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}}, {{{"i", "j"}, {}, {"A", "i*w + j"}, "=", {}}}),
      {{"A", {"w"}}}));
  all.push_back(Lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                                {{{"i"}, {0, 0}, {"y", "i"}, "=", {}},
                                 {{"i", "j"}, {0, 1, 0}, {"y", "i"}, "+=", {{"A", "i*w + j"}}}}),
                       {{"A", {"w"}}}));
  all.push_back(Lifted(makeScop({{"i", "0", "n"}, {"j", "i + 1", "m"}},
                                {{{"i", "j"}, {}, {"A", "i*w + j"}, "=", {}}}),
                       {{"A", {"w"}}}));
  all.push_back(Lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "5", "i"}},
                                {{{"i", "j"}, {0, 0, 0}, {"B", "i*w + j"}, "=", {}},
                                 {{"i", "k"}, {0, 1, 0}, {"C", "i*w + k"}, "=", {}}}),
                       {{"B", {"w"}}, {"C", {"w"}}}));
  return all;
}

/// One random step; a rejection when its form is wrong.
Outcome<Schedule> step(const Schedule &s, Random &random) {
  Names names = namesOf(s);
  const std::string index = random.of(names), other = random.of(names);
  const int kind = random.below(9);
  const int64_t a = random.below(5),
                b = random.below(4); // before any call: arguments have no order
  switch (kind) {
  case 0:
  case 1:
    return s.split(index, 1 + b);
  case 2:
    return s.pad(index, b);
  case 3:
    return s.skew(index, other, a - 2, b);
  case 4:
    return s.shift(index, Polynomial(a - 2), {"S1"});
  case 5:
    return s.fuse({index, other});
  case 6:
    return s.peel(index, a % 3, b % 2);
  case 7:
    return s.unrollAndJam(index, 2 + b % 2);
  default:
    for (size_t k = names.size(); k > 1; --k)
      std::swap(names[k - 1], names[random.below(k)]);
    return s.reorder(names);
  }
}

} // namespace

TEST(RandomSchedules, RunInTheOrderOfTheirTimes) {
  std::vector<Lifted> all = nests();
  const std::vector<Parameters> points{{{"n", 5}, {"m", 7}}, {{"n", 3}, {"m", 1}}};
  constexpr unsigned kSeeds = 32;
  unsigned tooComplex = 0;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    const Lifted &nest = all[seed % all.size()];
    Outcome<Ok> done = runIsl(*nest.context, {}, "random steps", [&]() -> Outcome<Ok> {
      Random random(seed);
      Schedule schedule = nest.schedule();
      for (int tries = 0; tries < 10 && schedule.steps().size() < 4; ++tries)
        if (Outcome<Schedule> next = step(schedule, random); next && next->order().size() <= 5)
          schedule = *next;
      expectLowered(schedule, points);
      return Ok{};
    });
    if (!done) {
      EXPECT_EQ(done.rejection().kind, RejectionKind::TooComplex) << done.rejection().message();
      ++tooComplex;
    }
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << "seed " << seed;
      break;
    }
  }
  EXPECT_LT(tooComplex, kSeeds / 8);
}
