// Buffers that hold bytes in a wider type: the numbers are those of the source.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

RewriteCase sums() {
  RewriteCase c;
  c.before = "void f(int n, int m, const signed char *restrict a, const unsigned char *restrict b, "
             "int *restrict s)\n{\n    ";
  c.nest = "for (int i = 0; i < n; i++)\n        for (int j = 0; j < 8; j++)\n"
           "            s[i*8 + j] += a[i*8 + j] * b[i*8 + j];";
  c.sizes = {{"a", {"8"}}, {"b", {"8"}}, {"s", {"8"}}};
  c.guard = "n > 0 && n < 1000000";
  c.fast = "{\n    long r, q;\n    for (r = 0; r < n; r++) {\n"
           "        short a_tile[8];\n        short b_tile[8];\n"
           "        for (q = 0; q < 8; q++)\n            a_tile[q] = a[r * 8 + q];\n"
           "        for (q = 0; q < 8; q++)\n            b_tile[q] = b[r * 8 + q];\n"
           "        for (q = 0; q < 8; q++)\n            ACC_INSTANCE(0, r, q)\n"
           "            s[r * 8 + q] += a_tile[q] * b_tile[q];\n    }\n}";
  return c;
}

const char *const kOther = "an operation does not match any operation of the source";

TEST(WidenedCopies, HoldTheNumbersOfTheSource) {
  expectProved(sums());
  expectProved(sums().withFast("short b_tile", "unsigned short b_tile"));
  expectProved(sums().withFast("a_tile[q] = a[", "a_tile[q] = (short)a["));
}

TEST(WidenedCopies, NotInTypesThatLackSome) {
  expectRefused(sums().withFast("short a_tile", "unsigned short a_tile"), kOther);
  expectRefused(sums().withFast("short a_tile", "unsigned char a_tile"), kOther);
  expectRefused(sums().withFast("short b_tile", "signed char b_tile"), kOther);
  expectRefused(sums().withFast("short b_tile", "_Bool b_tile"), kOther);
  expectRefused(sums().withFast("short a_tile", "float a_tile"), kOther);
  expectRefused(sums().withFast("a_tile[q] = a[", "a_tile[q] = (unsigned char)a["), kOther);
}

/// Of another type the product would be another one.
TEST(WidenedCopies, WhatIsComputedKeepsItsType) {
  expectRefused(sums().withFast("short a_tile", "long a_tile"), kOther);
  expectRefused(sums().withFast("short b_tile", "unsigned b_tile"), kOther);
}

/// What is stored from a wider buffer is cut, which a copy back is not.
TEST(WidenedCopies, AreNotCopiedBack) {
  RewriteCase c;
  c.before = "void f(int n, signed char *restrict a)\n{\n    ";
  c.nest = "for (int i = 0; i < n; i++)\n        for (int j = 0; j < 8; j++)\n"
           "            a[i*8 + j] += 1;";
  c.sizes = {{"a", {"8"}}};
  c.guard = "n > 0 && n < 1000000";
  c.fast = "{\n    long r, q;\n    for (r = 0; r < n; r++) {\n        short a_tile[8];\n"
           "        for (q = 0; q < 8; q++)\n            a_tile[q] = a[r * 8 + q];\n"
           "        for (q = 0; q < 8; q++)\n            ACC_INSTANCE(0, r, q)\n"
           "            a_tile[q] += 1;\n"
           "        for (q = 0; q < 8; q++)\n            a[r * 8 + q] = a_tile[q];\n    }\n}";
  expectRefused(c, kOther);
  c = c.withFast("short a_tile", "signed char a_tile");
  expectProved(c);
}

/// ?: converts both values to int; the fast version has one of them alone.
TEST(WidenedCopies, AreNoConversionWhereTheyGoBack) {
  RewriteCase c;
  c.before = "void f(int n, const unsigned char *restrict a, unsigned char *restrict b)\n{\n    ";
  c.nest = "for (int i = 0; i < n; i++)\n        b[i] = i >= 1 ? a[i - 1] : 0;";
  c.guard = "n > 1 && n < 1000000";
  c.fast = "{\n    long k;\n    ACC_INSTANCE(1, 0)\n    b[0] = 0;\n"
           "    for (k = 1; k < n; k++)\n        ACC_INSTANCE(0, k)\n"
           "        b[k] = a[k - 1];\n}";
  expectProved(c);
  expectProved(c.withFast("= a[", "= (short)a["));
  expectRefused(c.withFast("= a[", "= (_Bool)a["), kOther);
  expectProved(c.withFast("= a[", "= (signed char)a["));
  RewriteCase wide = c;
  wide.before.replace(wide.before.find("const unsigned char"), 19, "const double");
  wide.before.replace(wide.before.find("unsigned char"), 13, "double");
  wide.nest.replace(wide.nest.find("a[i - 1] : 0"), 12, "(long double)a[i - 1] : 0.0");
  wide = wide.withFast("b[0] = 0", "b[0] = 0.0");
  expectProved(wide);
  wide.nest.replace(wide.nest.find("(long double)"), 13, "(float)");
  expectRefused(wide, kOther);
}

} // namespace
} // namespace acc::test
