// Constants and values behind conversions: what C makes of them, in each place that reads one.
#include "analysis/tree/Conversions.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

/// The value that `A[0] = TEXT;` stores, as constantValue has it.
std::optional<int64_t> constantOf(const std::string &text) {
  SourceNest nest =
      nestOf("void f(long *A, int n) { for (int i = 0; i < 1; i++) A[i] = " + text + "; }");
  std::optional<int64_t> value;
  forEachStmt(nest.root, [&](const StmtRef &stmt) {
    if (stmt->kind == Stmt::Kind::Assign && stmt->target->kind == Expr::Kind::Access)
      value = constantValue(*stmt->value);
  });
  return value;
}

TEST(Conversions, ConstantsAreWorthWhatCMakesOfThem) {
  EXPECT_EQ(constantOf("(unsigned char)257"), 1);
  EXPECT_EQ(constantOf("(signed char)130"), -126);
  EXPECT_EQ(constantOf("(short)65537 + 2"), 3);
  EXPECT_EQ(constantOf("-(unsigned char)254"), -254);
  EXPECT_EQ(constantOf("(unsigned char)-254"), 2);
  EXPECT_EQ(constantOf("(_Bool)2"), 1);
  EXPECT_EQ(constantOf("(int)4294967298L"), 2);
  EXPECT_EQ(constantOf("3u - 4"), 4294967295);
  EXPECT_EQ(constantOf("~(unsigned char)1"), -2);
  EXPECT_EQ(constantOf("(1 << 8 | 2) % 5"), 3);
  EXPECT_EQ(constantOf("-1 < 1u ? 5 : 6"), 6);
}

TEST(Conversions, WhatIsUndefinedOrBeyondHasNoValue) {
  for (const char *text : {"2147483647 + 1", "1 << 40", "1 / 0", "n", "A[n]"})
    EXPECT_EQ(constantOf(text), std::nullopt) << text;
}

TEST(Conversions, TypesThatKeepTheValuesOfOthers) {
  auto type = [](unsigned size, bool isSigned) {
    CType result = truthType();
    result.size = size;
    result.isSigned = isSigned;
    return result;
  };
  EXPECT_TRUE(keepsValues(type(4, true), type(8, true)));
  EXPECT_TRUE(keepsValues(type(4, false), type(8, true)));
  EXPECT_FALSE(keepsValues(type(4, true), type(8, false)));
  EXPECT_FALSE(keepsValues(type(4, false), type(4, true)));
  EXPECT_FALSE(keepsValues(type(8, true), type(4, true)));
}

const std::vector<int64_t> kSizes{0, 1, 2, 5};

TEST(Conversions, InLoopsAndIndices) {
  for (const char *body : {"for (i = 0; i < n; i += (unsigned char)257) A[i] = 1;",
                           "k = 0; for (i = 0; i < n; i++) { A[k] = 1; k += (signed char)258; }",
                           "for (i = (short)65537; i < n; i++) A[i] = 1;",
                           "for (i = 0; i < n; i++) A[i*(char)258] = 1;",
                           "for (i = 0; i < n; i++) A[i << (unsigned char)257] = 1;",
                           "for (i = 0; i + (unsigned char)259 < n; i += 4) A[i] = 1; "})
    EXPECT_GT(compareOnBox(std::string("void f(int n, double *A) { int i, k; (void)k;"
                                       " for (int once = 0; once < 1; once++) { ") +
                               body + " } }",
                           {{"n", kSizes}}),
              2)
        << body;
}

TEST(Conversions, AmountsThatLoseTheirSign) {
  const char *text = "void f(int n, long k, double *A) { int i;"
                     " for (i = 0; i < n; i++) { A[k & 63] = 1; k += (unsigned)(i - 3); } }";
  if (auto scop = scopOf(text))
    compareOnBox(text, {{"n", {0, 3, 6}}, {"k", {0}}});
}

TEST(Conversions, AVariableIsNamedForItsOwnValueOnly) {
  Scop scop =
      liftedOf("void f(int n, int m, double *A) { int h = (signed char)(m / 2), i, j;"
               " for (i = 0; i < n; i++) for (j = 0; j < m / 2; j++) A[i*(m / 2) + j] = h; }");
  for (const Parameter &parameter : scop.parameters)
    if (parameter.symbol >= 0) {
      EXPECT_EQ(parameter.valueText, "") << parameter.name;
    }
}

/// A[0] after `A[0] = CALL` with the definition before it, in C89.
double storedBy(const std::string &definition, const std::string &call, double b, int64_t x) {
  SourceNest nest = nestOf(definition +
                               " void f(double *A, double *B, int x) { int i;"
                               " for (i = 0; i < 1; i++) A[0] = " +
                               call + "; }",
                           {"-std=gnu89"});
  InterpreterState state;
  state.memory["A"] = {0, {ScalarValue::floating(0)}};
  state.memory["B"] = {0, {ScalarValue::floating(b)}};
  state.scalars["x"] = ScalarValue::integer(x);
  auto trace = interpret(nest, state);
  EXPECT_TRUE(trace) << definition << (trace ? "" : trace.rejection().message());
  return trace ? trace->state.memory["A"].elements[0].number : -12345;
}

TEST(OldStyleDefinitions, TheFunctionConvertsWhatTheCallPromoted) {
  const double third = 1.0 / 3;
  EXPECT_EQ(storedBy("static double f1(a, b) float a; double b; { return a*b; }", "f1(B[0], 3.0)",
                     third, 0),
            double(float(third)) * 3.0);
  EXPECT_EQ(storedBy("static int low(c) unsigned char c; { return c; }", "low(x)", 0, 257), 1);
  EXPECT_EQ(storedBy("static int low(c) signed char c; { return c; }", "low(x)", 0, 200), -56);
  EXPECT_EQ(storedBy("static int low(c) short c; { c += 1; return c; }", "low(x)", 0, 65535), 0);
  EXPECT_EQ(storedBy("static int low(c) _Bool c; { return c; }", "low(x > 3)", 0, 200), 1);
  EXPECT_EQ(storedBy("static double f1(a) double a; { return a; }", "f1((float)B[0])", third, 0),
            double(float(third)));
}

TEST(OldStyleDefinitions, CallsThatTheyDoNotTakeStayCalls) {
  for (const char *text : {"static double g(a) double a; { return a; } | g(x)",
                           "static int g(a) long a; { return a; } | g(x)",
                           "static int g(a) _Bool a; { return a; } | g(x)",
                           "static int g(a, b) int a, b; { return a; } | g(x)"}) {
    std::string both = text;
    size_t bar = both.find('|');
    SourceNest nest = nestOf(both.substr(0, bar) +
                                 " void f(double *A, int x) { int i;"
                                 " for (i = 0; i < 1; i++) A[0] = " +
                                 both.substr(bar + 1) + "; }",
                             {"-std=gnu89"});
    bool isCall = false;
    forEachExprIn(nest.root,
                  [&](const ExprRef &part) { isCall |= part->kind == Expr::Kind::Call; });
    EXPECT_TRUE(isCall) << text;
  }
}

} // namespace
