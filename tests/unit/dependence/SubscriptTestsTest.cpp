#include "analysis/dependence/SubscriptTests.h"

#include <gtest/gtest.h>

#include <set>

using namespace acc;

namespace {

const std::vector<std::string> kIterators{"i", "j"};

struct Row {
  LinearForm source, sink;
  size_t loop;
};

/// Where `source` at (i, j) is `sink` at (i + d, k) for some i, j, k, 0 <= i, j, k < 5: all such d,
/// parameters being 0.
std::set<int64_t> distancesByTrial(const Row &row) {
  auto at = [](const LinearForm &form, int64_t i, int64_t j) {
    auto factor = [&](const char *name) {
      return form.coefficients.count(name) ? form.coefficients.at(name) : 0;
    };
    return factor("i") * i + factor("j") * j + form.constant;
  };
  std::set<int64_t> all;
  for (int64_t i = 0; i < 5; ++i)
    for (int64_t j = 0; j < 5; ++j)
      for (int64_t l = 0; l < 5; ++l)
        for (int64_t k = 0; k < 5; ++k)
          if (at(row.source, i, j) == at(row.sink, l, k))
            all.insert(row.loop == 0 ? l - i : k - j);
  return all;
}

} // namespace

TEST(SubscriptTests, AgreeWithTrial) {
  for (int64_t a : {0, 1, 2, -3})
    for (int64_t b : {0, 1, 4})
      for (int64_t c : {0, 2, -3, 6})
        for (int64_t constant : {-4, 0, 1, 3})
          for (size_t loop : {0u, 1u}) {
            Row row{{{{"i", a}, {"j", b}}, 0}, {{{"i", c}, {"j", b}}, constant}, loop};
            const SubscriptPair pair{row.source, row.sink, kIterators, kIterators};
            const std::set<int64_t> distances = distancesByTrial(row);
            SCOPED_TRACE(::testing::Message() << a << "*i + " << b << "*j, " << c << "*i + " << b
                                              << "*j + " << constant);
            const StrongSiv test = strongSivTest(pair, loop);
            EXPECT_TRUE(distances.empty() || (!gcdTestRefutes(pair) && !test.isRefuted));
            for (int64_t distance : distances)
              EXPECT_EQ(distance, test.distance.value_or(distance));
          }
}

TEST(SubscriptTests, TellWhatTheyKnow) {
  auto test = [](LinearForm source, LinearForm sink) {
    return strongSivTest({source, sink, kIterators, kIterators}, 0);
  };
  EXPECT_EQ(test({{{"i", 1}}, 1}, {{{"i", 1}}, 0}).distance, 1);
  EXPECT_EQ(test({{{"i", 2}, {"n", 1}}, 0}, {{{"i", 2}, {"n", 1}}, 6}).distance, -3);
  EXPECT_TRUE(test({{{"i", 2}}, 0}, {{{"i", 2}}, 1}).isRefuted);
  for (const LinearForm &other : {LinearForm{{{"i", 3}}, 0}, LinearForm{{{"i", 2}, {"j", 1}}, 0},
                                  LinearForm{{{"i", 2}, {"n", 1}}, 0}}) {
    const StrongSiv unknown = test({{{"i", 2}}, 0}, other);
    EXPECT_FALSE(unknown.isRefuted || unknown.distance);
  }
  const LinearForm three{{{"i", 3}, {"n", 1}}, 0}, next{{{"j", 3}, {"n", 1}}, 1},
      other{{{"j", 3}, {"n", 2}}, 1};
  EXPECT_TRUE(gcdTestRefutes({three, next, kIterators, kIterators}));
  EXPECT_FALSE(gcdTestRefutes({three, other, kIterators, kIterators}));
}
