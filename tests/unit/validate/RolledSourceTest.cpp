// Unrolled loops as they are written against the loop that is read for them: what is another loop
// is refused.
#include "rewriter/validate/RolledSource.h"
#include "analysis/model/BuildScop.h"
#include "tests/support/Source.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

std::string kernel(const std::string &body) {
  return "void f(int n, int m, double *y, const double *a, const double *b, const int *stop) { int "
         "i, k; double s, t;"
         " for (i = 0; i < m; i++) { s = 0; " +
         body + " y[i] = s; } }";
}

/// Why the loops of the one text are not those of the other, as it is written; "" where they are.
std::string difference(const std::string &rolled, const std::string &written,
                       const Condition &guard = Condition::always()) {
  IslContext context;
  auto read = buildScop(nestOf(kernel(rolled)), context);
  auto source =
      buildScop(nestOf(kernel(written)), context, DataConditions::Open, LoopCopies::AsWritten);
  EXPECT_TRUE(read && source) << written << (source ? "" : source.rejection().message());
  if (!read || !source)
    return "not lifted";
  auto reason = checkSameInOrder(*read, *source, guard, context);
  return reason ? reason->message() : "";
}

/// Of the source and its own reading, which is a loop in steps of one.
std::string ownDifference(const std::string &written) {
  IslContext context;
  auto read = buildScop(nestOf(kernel(written)), context);
  EXPECT_TRUE(read && read->isRolled) << written;
  if (!read)
    return read.rejection().message();
  auto reason = checkRolled(*read, Condition::always(), context);
  return reason ? reason->message() : "";
}

const std::string kWhole = "for (k = 0; k < n; k++) s += a[k] * b[i];";
const std::string kRest = " for (; k < n; k++) s += a[k] * b[i];";

std::string pairs(const std::string &first, const std::string &second) {
  return "for (k = 0; k + 1 < n; k += 2) { " + first + " " + second + " }" + kRest;
}

TEST(RolledSource, LoopsThatWereUnrolled) {
  const std::string copies = "s += a[k] * b[i];", next = "s += a[k + 1] * b[i];";
  EXPECT_EQ(difference(kWhole, pairs(copies, next)), "");
  EXPECT_EQ(ownDifference(pairs(copies, next)), "");
  EXPECT_EQ(ownDifference("for (k = 0; k < (n & ~1); k += 2) { " + copies + next + " } " + kRest),
            "");
  EXPECT_EQ(ownDifference("for (k = 0; k < n - n%2; k += 2) { " + copies + next +
                          " } for (k = n - n%2; k < n; k++) " + copies),
            "");
  EXPECT_EQ(ownDifference("for (k = 0; k < n % 2; k++) " + copies +
                          " for (k = n % 2; k < n; k += 2) { " + copies + next + " }"),
            "");
  EXPECT_EQ(ownDifference("for (k = 0; k < n; k += 2) { " + copies + next + " }"), "");
  EXPECT_EQ(ownDifference(
                "for (k = 0; k < (n & ~1); k += 2) s = s + a[k] * b[i] + a[k + 1] * b[i];" + kRest),
            "");
}

TEST(RolledSource, AnotherOrderIsRefused) {
  EXPECT_NE(difference(kWhole, pairs("s += a[k + 1] * b[i];", "s += a[k] * b[i];")).find("order"),
            std::string::npos);
  EXPECT_NE(difference("for (k = n - 1; k >= 0; k--) s += a[k] * b[i];", kWhole).find("order"),
            std::string::npos);
}

TEST(RolledSource, OtherIterationsAreRefused) {
  const std::string first = "s += a[k] * b[i];", second = "s += a[k + 1] * b[i];";
  EXPECT_NE(difference(kWhole, pairs(first, first)), "");
  EXPECT_NE(difference(kWhole, pairs(first, "s += a[k + 2] * b[i];")), "");
  EXPECT_NE(difference(kWhole, pairs(first, "s += b[k + 1] * b[i];")), "");
  EXPECT_NE(difference(kWhole, pairs(first, "s -= a[k + 1] * b[i];")), "");
  EXPECT_NE(difference("for (k = 1; k < n; k++) s += a[k] * b[i];", pairs(first, second)), "");
  EXPECT_NE(difference("for (k = 0; k < n - 1; k++) s += a[k] * b[i];", pairs(first, second)), "");
  EXPECT_NE(difference("for (k = 0; k <= n; k++) s += a[k] * b[i];", pairs(first, second)), "");
  // Whole steps beyond n, unless the guard says that there is none.
  const std::string blocks = "for (k = 0; k < n; k += 2) { " + first + second + " }";
  EXPECT_NE(difference(kWhole, blocks), "");
  EXPECT_EQ(difference(kWhole, blocks, Condition::zero(Polynomial::symbol("n") - Polynomial(8))),
            "");
  EXPECT_NE(difference(kWhole, blocks, Condition::zero(Polynomial::symbol("n") - Polynomial(7))),
            "");
  // A rest that begins one later or earlier.
  for (const char *start : {"n/2*2 + 1", "n/2*2 - 1"})
    EXPECT_NE(difference(kWhole, "for (k = 0; k + 1 < n; k += 2) { " + first + second +
                                     " } for (k = " + start + "; k < n; k++) " + first),
              "");
}

TEST(RolledSource, VariablesOfCopies) {
  const std::string one = "for (k = 0; k < n; k++) { double w = a[k]; s += w * w; }";
  auto text = [](const std::string &body) {
    return "for (k = 0; k + 1 < n; k += 2) { " + body +
           " } for (; k < n; k++) { double w = a[k]; s += w * w; }";
  };
  EXPECT_EQ(difference(one, text("double u = a[k]; s += u * u; double v = a[k + 1]; s += v * v;")),
            "");
  EXPECT_NE(difference(one, text("double u = a[k]; s += u * u; double v = a[k + 1]; s += v * u;")),
            "");
  EXPECT_NE(difference(one, text("double u = a[k]; s += u * u; double v = a[k + 1]; s += u * u;")),
            "");
  EXPECT_NE(difference(one, text("double u = a[k]; s += u * u; t = a[k + 1]; s += t * u;")), "");
}

} // namespace
} // namespace acc::test
