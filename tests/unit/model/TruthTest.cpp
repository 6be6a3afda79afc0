// Conditions that the whole nest shares and that are no integer arithmetic.
#include "tests/support/Source.h"

#include <algorithm>

namespace acc::test {
namespace {

std::string kernel(const std::string &parameters, const std::string &body) {
  return "void f(int n, int m, float *A, " + parameters +
         ") { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) { " + body + " } }";
}

const Parameter *truthOf(const Scop &scop) {
  for (const Parameter &parameter : scop.parameters)
    if (parameter.isTruth)
      return &parameter;
  return nullptr;
}

TEST(Truths, FloatAndPointerConditionsAreParameters) {
  for (auto [parameters, condition] :
       {std::pair("float beta", "beta == 0"), std::pair("const double *beta", "!(*beta > 1)"),
        std::pair("const float *bias", "bias"), std::pair("const float *bias", "bias != (void *)0"),
        std::pair("float lo", "2.0f * lo <= -lo")}) {
    Scop scop = liftedOf(kernel(parameters, std::string("if (") + condition +
                                                ") A[i*m + j] = 1; else A[i*m + j] = 2;"));
    const Parameter *truth = truthOf(scop);
    ASSERT_TRUE(truth) << condition;
    ASSERT_EQ(scop.statements.size(), 2u);
    for (const ScopStatement &statement : scop.statements)
      EXPECT_FALSE(statement.opaque) << condition;
    for (int value : {0, 1}) {
      std::map<std::string, int64_t> at{{truth->name, value}};
      EXPECT_NE(scop.statements[0].condition.evaluate(at),
                scop.statements[1].condition.evaluate(at));
    }
  }
}

// A sum stays in the object that its pointer is in (C11 6.5.6p8).
TEST(Truths, APlaceInAnObjectIsNullWhereItsBaseIs) {
  for (std::string condition : {"bias + i", "&bias[i * m + j]", "j + bias != 0",
                                "(void *)(bias + j) != 0", "!(bias - i == 0)"}) {
    Scop scop = liftedOf(kernel("const float *bias", "if (" + condition + ") A[i*m + j] = 1;"));
    const Parameter *truth = truthOf(scop);
    ASSERT_TRUE(truth) << condition;
    EXPECT_EQ(truth->definition->operands[0]->kind, Expr::Kind::Symbol) << condition;
  }
  Scop scop =
      liftedOf(kernel("const float *p, const float *q", "if (p + i == q + j) A[i*m + j] = 1;"));
  EXPECT_FALSE(truthOf(scop)) << "two places are compared, not one with null";
}

TEST(Truths, WhatTheNestChangesIsNone) {
  for (auto [parameters, condition] :
       {std::pair("float beta", "A[0] > beta"), std::pair("float beta", "*A > beta"),
        std::pair("float beta", "(float)i > beta"),
        // Computed at entry it might overflow where the source does not compute it.
        std::pair("float beta", "(float)(n * m) > beta"),
        std::pair("float beta", "(int)beta > 3")}) {
    Scop scop = liftedOf(kernel(parameters, std::string("if (") + condition + ") A[i*m + j] = 1;"));
    EXPECT_FALSE(truthOf(scop)) << condition;
    ASSERT_EQ(scop.statements.size(), 1u);
    EXPECT_TRUE(scop.statements[0].opaque) << condition;
  }
}

TEST(Truths, AreTestedBehindWhatStandsBeforeThem) {
  Scop scop = liftedOf(kernel("const float *beta", "if (j < n && *beta == 0) A[i*m + j] = 1;"));
  const Parameter *truth = truthOf(scop);
  ASSERT_TRUE(truth);
  auto test = whereTested(scop, scop.statements[0], {truth->name});
  ASSERT_TRUE(test);
  EXPECT_TRUE(test->condition.symbols().count("j"));
  EXPECT_FALSE(test->condition.symbols().count(truth->name));
  EXPECT_FALSE(whereTested(scop, scop.statements[0], {"m"}));

  // C need not come to the second operand of ||.
  Scop either = liftedOf(kernel("const float *beta", "if (j < n || *beta == 0) A[i*m + j] = 1;"));
  EXPECT_FALSE(whereTested(either, either.statements[0], {truthOf(either)->name}));
}

} // namespace
} // namespace acc::test
