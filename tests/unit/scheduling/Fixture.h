// Lifted nests made by hand.
#pragma once

#include "scheduling/Plan.h"
#include "tests/support/HandViews.h"

#include <gtest/gtest.h>

namespace acc::test {

struct Lifted {
  Lifted(const Scop &scop, const ViewSizes &sizes, Condition validity = Condition::always(),
         uint64_t quota = IslContext::kDefaultQuota)
      : context(std::make_shared<IslContext>(quota)) {
    // The scop keeps the context alive for every schedule made from it.
    std::shared_ptr<LiftedScop> lifted(new LiftedScop,
                                       [keep = context](LiftedScop *scop) { delete scop; });
    lifted->context = context.get();
    lifted->scop = scop;
    lifted->views = handViews(scop, sizes);
    lifted->views.validity = validity;
    context->resetQuota();
    Outcome<Dependences> dependences = computeDependences(lifted->scop, lifted->views, *context);
    if (!dependences)
      abort();
    lifted->dependences = *dependences;
    Outcome<Nest> outcome = lift(lifted);
    if (!outcome)
      abort();
    nest = std::make_shared<Nest>(*outcome);
  }
  Schedule schedule() const { return Schedule(*nest); }

  std::shared_ptr<IslContext> context;
  std::shared_ptr<Nest> nest;
};

inline std::vector<std::string> namesOf(const Schedule &schedule) {
  std::vector<std::string> names;
  for (const Index &index : schedule.order())
    names.push_back(index.name);
  return names;
}

inline std::vector<int64_t> shapeOf(const Schedule &schedule) {
  std::vector<int64_t> shape;
  for (const Index &index : schedule.order())
    shape.push_back(index.size.value_or(-1));
  return shape;
}

/// C[i][j] += A[i][k] * B[k][j] with constant or parametric extents.
inline Lifted matmul(const std::string &n, const std::string &m, const std::string &p) {
  return Lifted(makeScop({{"i", "0", n}, {"j", "0", m}, {"k", "0", p}},
                         {{{"i", "j", "k"},
                           {},
                           {"C", "i*ldc + j"},
                           "+=",
                           {{"A", "i*lda + k"}, {"B", "k*ldb + j"}}}}),
                {{"C", {"ldc"}}, {"A", {"lda"}}, {"B", {"ldb"}}});
}

} // namespace acc::test
