#include "analysis/tree/Interpreter.h"
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

/// Runs `body` once for A[0] with the given element type; memory A has 4 zeros.
Outcome<Trace> run(const std::string &head, const std::string &body, InterpreterState state = {},
                   const std::vector<std::string> &flags = {}) {
  SourceNest nest =
      nestOf("void f(" + head + ") { for (int i = 0; i < 1; i++) { " + body + " } }", flags);
  bool isFloat =
      head.find("float *A") != std::string::npos || head.find("double *A") != std::string::npos;
  ScalarValue zero = isFloat ? ScalarValue::floating(0) : ScalarValue();
  state.memory["A"] = {0, std::vector<ScalarValue>(4, zero)};
  return interpret(nest, state);
}

InterpreterState with(const std::map<std::string, int64_t> &values) {
  InterpreterState state;
  for (const auto &[name, value] : values)
    state.scalars[name] = ScalarValue::integer(value);
  return state;
}

int64_t result(const std::string &head, const std::string &body, InterpreterState state) {
  auto trace = run(head, body, state);
  EXPECT_TRUE(trace) << (trace ? "" : trace.rejection().message());
  return trace ? int64_t(trace->state.memory["A"].elements[0].bits) : -12345;
}

TEST(Interpreter, IntegerWidthsAndConversions) {
  EXPECT_EQ(result("unsigned n, long *A", "A[0] = n - 1;", with({{"n", 0}})), 4294967295);
  EXPECT_EQ(result("int n, unsigned long m, long *A", "A[0] = n < m;", with({{"n", -1}, {"m", 1}})),
            0);
  EXPECT_EQ(result("int n, unsigned char *A", "A[0] = n;", with({{"n", 257}})), 1);
  EXPECT_EQ(result("int n, signed char *A", "A[0] = n;", with({{"n", 255}})), -1);
  EXPECT_EQ(result("int n, int *A", "A[0] = n / 2 + n % 2;", with({{"n", -7}})), -4);
  EXPECT_EQ(result("short n, int *A", "n += 40000; A[0] = n;", with({{"n", 0}})), -25536);
  EXPECT_EQ(result("unsigned n, int *A", "A[0] = (n << 31) >> 31;", with({{"n", 3}})), 1);
}

TEST(Interpreter, UndefinedBehaviourEndsTheRun) {
  auto max = with({{"n", INT32_MAX}, {"m", 0}});
  for (const char *body :
       {"A[0] = n + 1;", "A[0] = n / m;", "A[4] = 0;", "A[0] = 1 << 33 + m;", "int t; A[0] = t;"}) {
    auto trace = run("int n, int m, int *A", body, max);
    ASSERT_FALSE(trace) << body;
    EXPECT_EQ(trace.rejection().kind, RejectionKind::Expression);
  }
  EXPECT_TRUE(run("int n, int m, int *A", "A[0] = n + 1;", max, {"-fwrapv"}));
}

TEST(Interpreter, SectionsOfASwitchRunOn) {
  const char *body =
      "switch (n) { case 1: A[0] = 1; case 2: case 7: A[0] += 2; break; default: A[0] = 9;"
      " case 3: if (m) break; A[0] += 4; }";
  const std::map<int64_t, std::pair<int64_t, int64_t>> expected = {
      {1, {3, 3}}, {2, {2, 2}}, {7, {2, 2}}, {3, {4, 0}}, {0, {13, 9}}};
  for (const auto &[n, values] : expected)
    for (int64_t m : {0, 1})
      EXPECT_EQ(result("int n, int m, int *A", body, with({{"n", n}, {"m", m}})),
                m ? values.second : values.first)
          << n << " " << m;
  EXPECT_EQ(
      result("unsigned char n, int *A", "switch (n - 1) { case -1: A[0] = 5; }", with({{"n", 0}})),
      5);
}

TEST(Interpreter, JumpsGoToTheEndOfABlockThatRunsOnce) {
  EXPECT_EQ(result("int n, int *A",
                   "do { A[0] = 1; if (n) break; A[0] = 2; } while (0); A[0] += 4;",
                   with({{"n", 1}})),
            5);
  EXPECT_EQ(result("int n, int *A",
                   "do { switch (n) { case 1: continue; } A[0] = 2; } while (0); A[0] += 4;",
                   with({{"n", 1}})),
            4);
}

TEST(Interpreter, EffectsInExpressions) {
  const InterpreterState one = with({{"n", 1}});
  EXPECT_EQ(result("int n, int *A", "A[0] = (n += 2) * 10; A[0] += n--; A[0] += 100 * n;", one),
            233);
  EXPECT_EQ(result("int n, int *A", "A[0] = 3 - --n;", one), 3);
  EXPECT_EQ(result("int n, int *A", "A[0] = (n = 5, n * 2);", one), 10);
  EXPECT_EQ(result("int n, int *A", "A[0] = A[1] = n + 6; A[0] += A[1];", one), 14);
  EXPECT_EQ(result("int n, int *A",
                   "int *p = A + 1; *p++ = 7; *p-- = 8; A[0] = 10 * *p; A[0] += *++p;", one),
            78);
  EXPECT_EQ(result("int n, int *A", "double x = .5; x++; A[0] = x * 2;", one), 3);
  EXPECT_EQ(result("int n, int *A", "if (n > 1 && n++) A[0] = 1; A[0] = n;", one), 1);
}

TEST(Interpreter, FloatsHaveThePrecisionOfTheirType) {
  InterpreterState state;
  state.scalars["x"] = ScalarValue::floating(0.1f);
  auto single = run("float x, float *A", "A[0] = x * x;", state);
  ASSERT_TRUE(single);
  EXPECT_EQ(single->state.memory["A"].elements[0].number, double(0.1f * 0.1f));
  auto wide = run("float x, double *A", "A[0] = (double)x * x;", state);
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->state.memory["A"].elements[0].number, double(0.1f) * 0.1f);
}

TEST(Interpreter, TracesInOrder) {
  auto trace = run("float *A", "A[1] += A[2];");
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->accesses,
            (std::vector<TracedAccess>{{"A", 1, false}, {"A", 2, false}, {"A", 1, true}}));
}

TEST(Interpreter, PointersCountWhatTheyLeadTo) {
  auto place = [](const std::string &body) {
    auto trace = run("unsigned short *A", body);
    return trace ? trace->accesses.front().index : -1;
  };
  EXPECT_EQ(place("unsigned char *b = (unsigned char *)(A + 1); b[1] = 0;"), 3);
  EXPECT_EQ(place("*((unsigned char *)(void *)(A + 1) + 1) = 0;"), 3);
  EXPECT_EQ(place("*(unsigned char *)((unsigned long)((unsigned char *)(A + 1)) ^ 1) = 0;"), 3);
  EXPECT_EQ(place("*(unsigned short *)((unsigned char *)A + 6) = 0;"), 3);
  EXPECT_EQ(place("*(unsigned short *)((unsigned char *)A + 5) = 0;"), -1);
}

TEST(Interpreter, EndlessLoopsEnd) {
  auto trace =
      run("unsigned n, float *A", "for (unsigned u = n; u >= 0; u--) A[0] = 1;", with({{"n", 3}}));
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.rejection().kind, RejectionKind::TooComplex);
}

} // namespace
