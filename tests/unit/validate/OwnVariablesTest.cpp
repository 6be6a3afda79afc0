// Copies of a variable that only its name reaches, where the source sets it below a condition.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// The greatest element, by a copy of `most` that is written back. `declared`: what stands before
/// the nest, where `most` and `limit` have values.
RewriteCase greatest(const std::string &declared = "float most = a[0], limit = a[1];",
                     const std::string &end = "return most + limit;") {
  RewriteCase c;
  c.before =
      "float all; void use(float *); float f(int n, int m, const float *restrict a)\n{\n    " +
      declared + "\n    ";
  c.nest = "for (int i = 0; i < n; i++)\n        for (int j = 0; j < m; j++)\n"
           "            if (a[i*m + j] > most && limit > 0)\n"
           "                most = a[i*m + j];";
  c.after = "\n    " + end + "\n}\n";
  c.sizes = {{"a", {"m"}}};
  c.guard = "n > 0 && m > 0 && (double)n * m < 1e17";
  c.fast = "{\n    float most_now = most;\n    long r, c;\n    for (r = 0; r < n; r++)\n"
           "        for (c = 0; c < m; c++)\n            ACC_INSTANCE(0, r, c)\n"
           "            if (a[r * m + c] > most_now && limit > 0)\n"
           "                most_now = a[r * m + c];\n"
           "    most = most_now;\n}";
  return c;
}

const char *const kOther = "an operation does not match any operation of the source";

TEST(OwnVariables, MayBeCopiedAndWrittenBack) { expectProved(greatest()); }

TEST(OwnVariables, AreWrittenBackOnlyWhereTheSourceMaySetThem) {
  expectRefused(
      greatest()
          .withFast("float most_now", "float limit_now = limit;\n    float most_now")
          .withFast("    most = most_now;", "    limit = limit_now;\n    most = most_now;"),
      kOther);
  expectRefused(greatest().withFast("    most = most_now;", "    limit = most_now;"), kOther);
}

TEST(OwnVariables, TheirCopiesHoldTheirValues) {
  EXPECT_NE(prove(greatest().withFast("    most = most_now;\n", "")).verdict, "");
  expectRefused(greatest().withFast("float most_now = most;", "float most_now = limit;"), kOther);
  expectRefused(greatest().withFast("    most = most_now;", "    most = limit;"), kOther);
}

/// Others may read it, or find it changed: such nests have no scop.
TEST(OwnVariables, WhatOthersReachIsNone) {
  EXPECT_NE(scopRefusal(greatest("float most = a[0], limit = a[1]; use(&most);")), "");
  EXPECT_NE(scopRefusal(greatest("static float most; float limit = a[1];")), "");
  EXPECT_NE(scopRefusal(greatest("volatile float most = a[0]; float limit = a[1];")), "");
}

/// The nest sets `most` below a condition, and does not read it.
RewriteCase someElement(const std::string &declared) {
  RewriteCase c = greatest(declared, "return limit;");
  c.nest = "for (int i = 0; i < n; i++)\n        for (int j = 0; j < m; j++)\n"
           "            if (limit > a[i*m + j])\n                most = a[i*m + j];";
  c.fast = "{\n    float most_now = most;\n    long r, c;\n    for (r = 0; r < n; r++)\n"
           "        for (c = 0; c < m; c++)\n            ACC_INSTANCE(0, r, c)\n"
           "            if (limit > a[r * m + c])\n                most_now = a[r * m + c];\n"
           "    most = most_now;\n}";
  c.after = "\n    return limit + (n > 9 ? most : 0);\n}\n";
  return c;
}

TEST(OwnVariables, AreCopiedWhereTheyHaveAValue) {
  expectProved(someElement("float most = a[0], limit = a[1];"));
  expectProved(someElement("float most, limit; most = limit = a[1];"));
  expectProved(someElement("float most, limit = a[1]; if (n > 3) most = a[2]; else { most = 1; }"));
}

/// A read of what has no value is undefined, also in a copy.
TEST(OwnVariables, WithoutAValueTheyAreNotCopied) {
  const std::string limit = "float limit = a[1], most; ";
  for (const char *way :
       {"", "if (n > 3) most = 1;", "if (n > 3) goto in; most = 1; in: ;",
        "{ float most = 1; use(&limit); }", "n > 3 && (most = 1);",
        "switch (n) { case 1: most = 1; break; default: most = 2; }", "most += 1;"})
    expectRefused(someElement(limit + way), "a copy touches elements of most");
}

} // namespace
} // namespace acc::test
