#include "analysis/support/IslContext.h"
#include "analysis/support/IslInterop.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

using namespace acc;

namespace {

// libLLVM exports Polly's isl; the isl that we are linked against must win.
TEST(IslIdentity, TheRunningIslIsTheSystemsOwn) {
  std::string version = islVersion();
  EXPECT_TRUE(version.ends_with("-GMP\n") || version.ends_with("-GMP")) << version;
  Dl_info info;
  ASSERT_TRUE(dladdr(reinterpret_cast<void *>(&isl_ctx_alloc), &info));
  EXPECT_EQ(std::string(info.dli_fname).find("libLLVM"), std::string::npos) << info.dli_fname;
}

TEST(IslInterop, ReadsBackTheConstraintsThatItWrote) {
  IslContext context;
  LinearConstraint low{{{{"i", 1}}, 0}, false}, high{{{{"n", 1}, {"i", -1}}, -1}, false};
  isl::set set = makeSet(context.get(), "S0", {"i"}, {low, high});
  EXPECT_TRUE(set.is_equal(isl::set(context.get(), "[n] -> { S0[i] : 0 <= i < n }")));
  auto disjuncts = disjunctsOf(set, {"i"});
  ASSERT_TRUE(disjuncts);
  ASSERT_EQ(disjuncts->size(), 1u);
  EXPECT_TRUE(makeSet(context.get(), "S0", {"i"}, disjuncts->front().constraints).is_equal(set));
}

TEST(IslInterop, MembershipIsThatOfIsl) {
  IslContext context;
  isl::set set(context.get(), "[n, m] -> { : n = 2m + 1 or -3 <= n - m < 2 }");
  std::vector<std::vector<int64_t>> points;
  for (int64_t n = -5; n < 6; ++n)
    for (int64_t m = -5; m < 6; ++m)
      points.push_back({n, m});
  auto inside = membership(set, points);
  ASSERT_TRUE(inside);
  for (size_t k = 0; k < points.size(); ++k) {
    isl::set point(context.get(), "[n, m] -> { : n = " + std::to_string(points[k][0]) +
                                      " and m = " + std::to_string(points[k][1]) + " }");
    EXPECT_EQ((*inside)[k], point.is_subset(set)) << points[k][0] << " " << points[k][1];
  }
  isl::set odd(context.get(), "[n, m] -> { : exists e : n = 2e + m }");
  EXPECT_FALSE(membership(odd, points));
}

TEST(IslInterop, LargeNumbersAreSeenInEveryPiece) {
  IslContext context;
  auto isLarge = [&](const std::string &text) {
    return hasNumberBeyond(isl::set(context.get(), text), 1000);
  };
  EXPECT_FALSE(isLarge("[n, m] -> { : 0 <= n < 999 or 3n = m + 1 }"));
  EXPECT_TRUE(isLarge("[n, m] -> { : 0 <= n < 7 or n <= 1000 }"));
  EXPECT_TRUE(isLarge("[n, m] -> { : 3n = 4000m + 1 }"));
  EXPECT_TRUE(isLarge("[n, m] -> { : n >= -1000 }"));
  EXPECT_TRUE(isLarge("[n, m] -> { : n <= 100000000000000000000000 }"));
}

// Whatever the quota, what is read is right, or there is an exception, or it is known as unknown.
TEST(IslInterop, RunningOutOfQuotaIsNoAnswer) {
  const std::string text =
      "[n, m] -> { [i] : (exists e : i = 3e - 1) and -7 <= i < n or i = m + 100000 }";
  size_t answers = 0, exceptions = 0;
  for (uint64_t quota = 1; quota < 3000; ++quota) {
    IslContext context(quota);
    try {
      isl::set set(context.get(), text);
      if (auto disjuncts = disjunctsOf(set, {"i"})) {
        EXPECT_EQ(disjuncts->size(), 2u) << quota;
        for (const Disjunct &disjunct : *disjuncts)
          EXPECT_FALSE(disjunct.constraints.empty()) << quota;
      }
      isl::set flat(context.get(), "[n] -> { : n > 100000 or n < -100000 }");
      EXPECT_TRUE(hasNumberBeyond(flat, 1000)) << quota;
      EXPECT_TRUE(membership(flat, {{200000}}).value_or(std::vector<bool>{true}).front()) << quota;
      ++answers;
    } catch (const isl::exception &) {
      EXPECT_TRUE(context.ranOut()) << quota;
      ++exceptions;
    }
  }
  EXPECT_GT(answers, 0u);
  EXPECT_GT(exceptions, 100u);
}

TEST(IslInterop, TellsPointsAsIslDoes) {
  IslContext context;
  isl::set set(context.get(), "[n] -> { [i] : (exists e : i = 3e - 1) and -7 <= i < n; "
                              "[i] : (exists e, f : i = 2e and n = 5f + 1) and i >= 4 }");
  PointTest test(set, {"i"});
  for (int64_t n : {-6, 0, 5, 6})
    for (int64_t i = -10; i < 10; ++i) {
      isl::set point(context.get(), "[n] -> { [i] : n = " + std::to_string(n) +
                                        " and i = " + std::to_string(i) + " }");
      EXPECT_EQ(test.contains({n, i}), point.is_subset(set)) << n << " " << i;
    }
  EXPECT_FALSE(test.contains({5, INT64_MIN}));
}

TEST(IslInterop, OrdersByAPrefix) {
  IslContext context;
  EXPECT_TRUE(prefixOrder(context.get(), 2, 1, true)
                  .is_equal(isl::map(context.get(), "{ [a, b] -> [c, d] : a = c and b < d }")));
  EXPECT_TRUE(prefixOrder(context.get(), 2, 2, false)
                  .is_equal(isl::map(context.get(), "{ [a, b] -> [a, b] }")));
}

TEST(IslInterop, ReadsDivisions) {
  IslContext context;
  isl::set even(context.get(), "{ [i] : exists e : i = 2e and 0 <= i < 10 }");
  auto disjuncts = disjunctsOf(even, {"i"});
  ASSERT_TRUE(disjuncts);
  EXPECT_EQ(disjuncts->front().divs.size(), 1u);
  EXPECT_EQ(countPoints(even, 100), 5);
}

void work(const IslContext &context, int rounds) {
  for (int round = 0; round < rounds; ++round)
    isl::set(context.get(), "[n] -> { [i] : 0 <= i < n }").is_empty();
}

TEST(IslContext, CountsOperations) {
  for (uint64_t quota : {uint64_t(0), uint64_t(1000000)}) {
    IslContext context(quota);
    uint64_t start = context.operations();
    work(context, 10);
    uint64_t ten = context.operations() - start;
    work(context, 1000);
    uint64_t thousand = context.operations() - start - ten;
    // Reading the count adds some fifty operations.
    EXPECT_GT(ten, 100u);
    EXPECT_NEAR(double(thousand), 100.0 * double(ten), 0.5 * 100.0 * double(ten)) << quota;
  }
}

TEST(IslContext, AStepThatTakesTooMuchIsGivenUp) {
  IslContext context(100000);
  int done = 0;
  auto step = [&](int rounds) {
    work(context, rounds);
    ++done;
    return true;
  };
  EXPECT_TRUE(context.attempt(4, [&] { return step(1); }));
  EXPECT_FALSE(context.attempt(4, [&] { return step(1000000); }));
  // Three quarters of it are left.
  EXPECT_TRUE(context.attempt(4, [&] { return step(1); }));
  EXPECT_FALSE(context.ranOut());
  EXPECT_EQ(done, 2);
  // The end of the quota itself is no step given up.
  EXPECT_THROW(context.attempt(1, [&] { return step(1000000); }), isl::exception);
  EXPECT_TRUE(context.ranOut());
  context.resetQuota();
  EXPECT_TRUE(context.attempt(2, [&] { return step(1); }));
}

TEST(IslContext, StagesUnderABudgetShareOneQuota) {
  constexpr uint64_t kQuota = 100000;
  IslContext context(kQuota);
  auto endless = [&]() -> Outcome<Ok> {
    work(context, 1000000);
    return Ok{};
  };
  {
    IslContext::Budget budget(context);
    uint64_t start = context.operations();
    for (int stage = 0; stage < 30; ++stage)
      EXPECT_FALSE(runIsl(context, {}, "a test", endless));
    EXPECT_LT(context.operations() - start, kQuota + 30 * 200);
  }
  uint64_t start = context.operations();
  EXPECT_FALSE(runIsl(context, {}, "a test", endless));
  EXPECT_GE(context.operations() - start, kQuota - 200);
}

TEST(IslContext, RunningOutOfQuotaIsARejectionAndTheContextStaysUsable) {
  IslContext context(50);
  auto heavy = [&]() -> Outcome<Ok> {
    isl::set a(context.get(), "[n, m] -> { [i, j, k] : 0 <= i < n and 0 <= j < m and k >= i + j }");
    for (int round = 0; round < 50; ++round)
      a = a.subtract(isl::set(context.get(), "{ [i, j, k] : i + 3j = 2k }")).coalesce();
    return Ok{};
  };
  auto outcome = runIsl(context, {}, "a test", heavy);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.rejection().kind, RejectionKind::TooComplex);
  // isl's own reader, stopped by the quota, says that the text is wrong.
  auto hidden = runIsl(context, {}, "a test", [&]() -> Outcome<Ok> {
    try {
      (void)heavy();
    } catch (const isl::exception &) {
      isl_ctx_reset_error(context.get().get());
    }
    isl::exception::throw_invalid("syntax error", __FILE__, __LINE__);
    return Ok{};
  });
  ASSERT_FALSE(hidden);
  EXPECT_EQ(hidden.rejection().kind, RejectionKind::TooComplex);
  auto light = runIsl(context, {}, "a test", [&]() -> Outcome<Ok> { return Ok{}; });
  EXPECT_TRUE(light);
  auto wrong = runIsl(context, {}, "a test", [&]() -> Outcome<Ok> {
    isl::exception::throw_invalid("syntax error", __FILE__, __LINE__);
    return Ok{};
  });
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.rejection().kind, RejectionKind::Internal);
}

} // namespace
