// Loops that a compiler takes in vectors: what the helpers wrap, and what may stand in such a loop.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// c += s * a in vectors of four, by the helpers as the proof reads them.
RewriteCase inLanes() {
  RewriteCase c;
  c.before = "#define ACC_LANES_4F(v, n) for (v = 0; v < n; v++)\n#define ACC_4F(x) x\n"
             "void f(int n, float s, float *c, const float *a)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < 8; j++)\n            c[i*8 + j] += s "
           "* a[i*8 + j];";
  c.sizes = {{"c", {"8"}}, {"a", {"8"}}};
  c.guard = "n > 0\n"
            "        && ((unsigned long)(c + (n - 1) * 8L + 8) <= (unsigned long)a\n"
            "            || (unsigned long)(a + (n - 1) * 8L + 8) <= (unsigned long)c)";
  c.fast = "{\n        long i_0, j_0;\n        for (i_0 = 0; i_0 < n; i_0++)\n"
           "            ACC_LANES_4F(j_0, 8)\n"
           "                ACC_INSTANCE(0, i_0, j_0) ACC_4F(c[i_0 * 8 + j_0]) += s * ACC_4F(a[i_0 "
           "* 8 + j_0]);\n    }";
  return c;
}

TEST(Lanes, LoopsInVectors) {
  expectProved(inLanes());
  expectProved(inLanes().withFast("ACC_LANES_4F(j_0, 8)\n                ACC_INSTANCE(0, i_0, j_0) "
                                  "ACC_4F(c[i_0 * 8 + j_0]) += s * ACC_4F(a[i_0 * 8 + j_0])",
                                  "for (j_0 = 0; j_0 < 8; j_0++)\n                ACC_INSTANCE(0, "
                                  "i_0, j_0) c[i_0 * 8 + j_0] += s * a[i_0 * 8 + j_0]"));
}

/// A compiler with vectors takes what is not the plain loop that is read.
TEST(Lanes, VectorsOfOtherElements) {
  const char *const taken = "does not access the same elements as the plain loop";
  expectRefused(inLanes().withFast("ACC_4F(a[i_0 * 8 + j_0])", "a[i_0 * 8 + j_0]"), taken);
  expectRefused(inLanes().withFast("ACC_4F(c[i_0 * 8 + j_0]) += s * ACC_4F(a[i_0 * 8 + j_0])",
                                   "c[i_0 * 8 + j_0] += s * a[i_0 * 8 + j_0]"),
                taken);
  RewriteCase odd = inLanes();
  for (std::string *text : {&odd.nest, &odd.fast})
    text->replace(text->find("8", text->find("j_0, ") == std::string::npos ? text->find("j < ")
                                                                           : text->find("j_0, ")),
                  1, "6");
  expectRefused(odd, "not a multiple of the vector length");
}

TEST(Lanes, VectorsOfOtherStridesAndTypes) {
  const char *const taken = "does not access the same elements as the plain loop";
  auto with = [](const std::string &from, const std::string &to, RewriteCase c) {
    for (std::string *text : {&c.before, &c.nest, &c.fast})
      for (size_t at = text->find(from); at != std::string::npos;
           at = text->find(from, at + to.size()))
        text->replace(at, from.size(), to);
    return c;
  };
  RewriteCase strided = inLanes();
  strided.nest.replace(strided.nest.find("a[i*8 + j]"), 10, "a[i*8 + 7 - j]");
  expectRefused(strided.withFast("ACC_4F(a[i_0 * 8 + j_0])", "ACC_4F(a[i_0 * 8 + 7 - j_0])"),
                taken);
  expectRefused(with("float", "double", inLanes()), taken);
  RewriteCase counted = inLanes();
  counted.nest.replace(counted.nest.find("s * "), 4, "(float)j * ");
  expectRefused(counted.withFast("s * ", "(float)j_0 * "), taken);
  RewriteCase chosen = inLanes();
  chosen.nest.replace(chosen.nest.find("s * a[i*8 + j]"), 14, "fabsf(a[i*8 + j])");
  chosen.before = "float fabsf(float);\n" + chosen.before;
  expectRefused(chosen.withFast("s * ACC_4F(a[i_0 * 8 + j_0])", "fabsf(ACC_4F(a[i_0 * 8 + j_0]))"),
                taken);
}

/// What a compiler takes some iterations at a time must be independent, whatever the plain loop
/// computes.
TEST(Lanes, LanesOfALoopThatCarriesADependence) {
  RewriteCase c = inLanes();
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < 8; j++)\n            c[i*16 + j + 1] "
           "+= s * c[i*16 + j];";
  c.sizes = {{"c", {"16"}}};
  c.guard = "n > 0";
  c.fast = "{\n        long i_0, j_0;\n        for (i_0 = 0; i_0 < n; i_0++)\n"
           "            ACC_LANES_4F(j_0, 8)\n"
           "                ACC_INSTANCE(0, i_0, j_0) ACC_4F(c[i_0 * 16 + j_0 + 1]) += s * "
           "ACC_4F(c[i_0 * 16 + j_0]);\n    }";
  expectProved(c.withFast("ACC_LANES_4F(j_0, 8)\n                ACC_INSTANCE(0, i_0, j_0) "
                          "ACC_4F(c[i_0 * 16 + j_0 + 1]) += s * ACC_4F(c[i_0 * 16 + j_0])",
                          "for (j_0 = 0; j_0 < 8; j_0++)\n                ACC_INSTANCE(0, i_0, "
                          "j_0) c[i_0 * 16 + j_0 + 1] += s * c[i_0 * 16 + j_0]"));
  expectRefused(c, "lanes of a vector");
}

} // namespace
} // namespace acc::test
