#include "analysis/model/ScopIsl.h"
#include "tests/unit/scheduling/Fixture.h"

using namespace acc;
using namespace acc::test;

namespace {

/// The times of `statement` under the identity schedule.
bool timeIs(const Lifted &lifted, int statement, const std::string &text) {
  isl::map expected(lifted.context->get(), text);
  isl::map time = lifted.schedule().timeOf(statement);
  return time.is_equal(expected.intersect_domain(time.domain())) &&
         time.domain().is_equal(iterationDomain(*lifted.context, lifted.nest->source->scop,
                                                lifted.nest->source->scop.statements[statement]));
}

Scop oneLoop(const std::string &first, const std::string &end, int64_t step,
             const std::string &target = "i", const std::string &read = "") {
  std::vector<AccessSpec> reads;
  if (!read.empty())
    reads.push_back({"A", read});
  return makeScop({{"i", first, end, "", step}}, {{{"i"}, {}, {"A", target}, "=", reads}});
}

} // namespace

TEST(Lift, ImperfectNestGetsAFusingDimension) {
  // for i { S0; for j S1; }
  Lifted lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                         {{{"i"}, {0, 0}, {"y", "i"}, "=", {}},
                          {{"i", "j"}, {0, 1, 0}, {"y", "i"}, "+=", {{"A", "i*m + j"}}}}),
                {{"A", {"m"}}});
  EXPECT_EQ(namesOf(lifted.schedule()), (std::vector<std::string>{"i", "f0", "j"}));
  EXPECT_TRUE(timeIs(lifted, 0, "{ S0[i] -> [i, 0, 0] }"));
  EXPECT_TRUE(timeIs(lifted, 1, "{ S1[i, j] -> [i, 1, j] }"));
  EXPECT_TRUE(lifted.schedule().checkLegality());
  Outcome<Schedule> wrong = lifted.schedule().reorder({"i", "j", "f0"});
  ASSERT_FALSE(wrong); // F56
  EXPECT_EQ(wrong.rejection().kind, RejectionKind::InvalidSchedule);
  EXPECT_TRUE(lifted.schedule().split("f0", 2)); // its parts keep their order
}

TEST(Lift, NestedPartsKeepTheTextualOrder) {
  // LU: for i { for j < i { for k < j S0; S1 }  for j2 >= i { for k2 < i S2 } }
  Scop scop = makeScop({{"i", "0", "n"},
                        {"j", "0", "i"},
                        {"k", "0", "j"},
                        {"j2", "i", "n", "i"},
                        {"k2", "0", "i", "j2"}},
                       {{{"i", "j", "k"},
                         {0, 0, 0, 0},
                         {"A", "i*n + j"},
                         "-=",
                         {{"A", "i*n + k"}, {"A", "k*n + j"}}},
                        {{"i", "j"}, {0, 0, 1}, {"A", "i*n + j"}, "/=", {{"A", "j*n + j"}}},
                        {{"i", "j2", "k2"},
                         {0, 1, 0, 0},
                         {"A", "i*n + j2"},
                         "-=",
                         {{"A", "i*n + k2"}, {"A", "k2*n + j2"}}}});
  Lifted lifted(scop, {{"A", {"n"}}});
  EXPECT_EQ(namesOf(lifted.schedule()),
            (std::vector<std::string>{"i", "f0", "j", "f1", "k", "j2", "k2"}));
  EXPECT_TRUE(timeIs(lifted, 0, "{ S0[i, j, k] -> [i, 0, j, 0, k, 0, 0] }"));
  EXPECT_TRUE(timeIs(lifted, 1, "{ S1[i, j] -> [i, 0, j, 1, 0, 0, 0] }"));
  EXPECT_TRUE(timeIs(lifted, 2, "{ S2[i, j, k] -> [i, 1, 0, 0, 0, j, k] }"));
  EXPECT_TRUE(lifted.schedule().checkLegality());
}

TEST(Lift, StartStepAndDirectionAreNormalised) {
  EXPECT_TRUE(timeIs(Lifted(oneLoop("c", "n", 3), {}), 0, "[c] -> { S0[i] -> [t] : i = c + 3t }"));
  // Carries a dependence: the order is kept, the coordinate ascends.
  EXPECT_TRUE(timeIs(Lifted(oneLoop("n - 1", "0", -1, "i", "i + 1"), {}), 0,
                     "[n] -> { S0[i] -> [n - 1 - i] }"));
  EXPECT_TRUE(timeIs(Lifted(oneLoop("n - 1", "0", -2, "i", "i + 1"), {}), 0,
                     "[n] -> { S0[i] -> [t] : i = n - 1 - 2t }"));
  // Carries none: turned round.
  EXPECT_TRUE(timeIs(Lifted(oneLoop("n - 1", "-1", -1), {}), 0, "{ S0[i] -> [i] }"));
}

TEST(Lift, TriangularStartsLoseOnlyTheirInvariantPart) {
  Lifted lifted(makeScop({{"i", "0", "n"}, {"j", "i + 1 + c", "n"}},
                         {{{"i", "j"}, {}, {"A", "i*n + j"}, "=", {}}}),
                {{"A", {"n"}}});
  EXPECT_TRUE(timeIs(lifted, 0, "[c] -> { S0[i, j] -> [i, j - 1 - c] }"));
  EXPECT_EQ(lifted.nest->iterators[0][1], poly("j + 1 + c"));
}

TEST(Lift, LoopsOfFixedLengthStartAtZero) {
  // for (i..) for (j = i; j < i + 8; j++): extent 8 whatever i is.
  Lifted lifted(makeScop({{"i", "0", "n", "", 8}, {"j", "i", "i + 8"}},
                         {{{"i", "j"}, {}, {"A", "j"}, "=", {}}}),
                {});
  EXPECT_EQ(shapeOf(lifted.schedule()), (std::vector<int64_t>{-1, 8}));
  EXPECT_TRUE(timeIs(lifted, 0, "{ S0[i, j] -> [t, j - i] : i = 8t }"));
  EXPECT_EQ(lifted.nest->iterators[0][1], poly("8*i + j"));
}
