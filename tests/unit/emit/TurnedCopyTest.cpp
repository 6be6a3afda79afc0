// The macros in vectors against the same macros as plain loops, which is what the proof reads.
#include "rewriter/emit/TurnedCopy.h"
#include "rewriter/helpers/Helpers.h"

#include "tests/unit/emit/EmitHarness.h"
#include "tests/unit/emit/HelperHarness.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

/// A function per size that turns a part of `from`, and of which each element has another value.
std::string copies(const std::string &prefix) {
  std::string text;
  for (const std::string &block : helperBlocks(allHelpers(), 64, 64))
    text += block;
  struct Element {
    const char *type, *bytes;
  };
  for (Element element : {Element{"float", "4"}, {"double", "8"}})
    for (const char *sizes : {"4][4", "16][16", "16][32", "4][20", "24][8"}) {
      std::string n = std::string(sizes).substr(0, std::string(sizes).find(']'));
      std::string m = std::string(sizes).substr(std::string(sizes).find('[') + 1);
      std::string type = element.type;
      const std::string &name = type;
      text += "void " + prefix + "_" + name + "_" + n + "_" + m + "(" + type + " (*to)[" + n +
              "], const " + type + " *from, long pitch) {\n  long p, q;\n  ACC_TURN_" +
              element.bytes + "(" + n + ", " + m + ", " + (n == "16" ? "16" : "0") +
              ", p, q, to[q][p], from[p*pitch + q + 1])\n}\n";
    }
  return text;
}

/// A program that calls both of each and returns how many differ.
std::string comparison() {
  std::string declarations, calls, text = copies("plain");
  for (size_t at = text.find("void plain_"); at != std::string::npos;
       at = text.find("void plain_", at + 1)) {
    std::string head = text.substr(at, text.find('{', at) - at);
    std::string name = head.substr(11, head.find('(') - 11);
    std::string type = head.substr(head.find('(') + 1);
    type.resize(type.find(" (*"));
    declarations += head + ";\nvoid turned_" + head.substr(11) + ";\n";
    calls += "  { static " + type +
             " from[4096], a[2048], b[2048]; int k;\n"
             "    for (k = 0; k < 4096; k++) from[k] = (" +
             type +
             ")(k*7 + 1);\n"
             "    plain_" +
             name + "((void *)a, from, 47); turned_" + name +
             "((void *)b, from, 47);\n"
             "    if (memcmp(a, b, sizeof a)) { puts(\"" +
             name + "\"); wrong++; } }\n";
  }
  return "#include <stdio.h>\n#include <string.h>\n" + declarations +
         "int main(void) {\n  int wrong = 0;\n" + calls + "  return wrong != 0;\n}\n";
}

TEST(TurnedCopy, VectorsDoWhatThePlainLoopsDo) {
  test::expectSameAsPlain(copies("turned"), copies("plain"), comparison());
}

struct Part {
  const char *type, *bytes;
  int row;
};
constexpr Part kParts[] = {
    {"float", "4", 8}, {"float", "4", 32}, {"double", "8", 4}, {"double", "8", 16}};

/// A function per length of rows, of which a part is turned.
std::string partCopies(const std::string &prefix) {
  std::string text;
  for (const std::string &block : helperBlocks(allHelpers(), 64, 64))
    text += block;
  for (const Part &part : kParts) {
    const std::string type = part.type, n = std::to_string(part.row);
    text += "void " + prefix + "_" + type + "_" + n + "(" + type + " (*to)[" + n + "], const " +
            type + " *from, long p_end, long q_end) {\n  long p, q;\n  ACC_TURN_PART_" +
            part.bytes + "(" + n + ", p_end, q_end, 0, p, q, to[q][p], from[p*24 + q + 1])\n}\n";
  }
  return text;
}

/// The parts are the same, and behind them, where nobody looks, there is a zero or what was there;
/// nothing behind the rows is touched.
std::string partComparison() {
  std::string declarations, calls;
  for (const Part &part : kParts) {
    const std::string type = part.type, n = std::to_string(part.row), name = type + "_" + n;
    for (const char *prefix : {"plain_", "turned_"})
      declarations += "void " + (prefix + name) + "(" + type + " (*)[" + n + "], const " + type +
                      " *, long, long);\n";
    calls += "  for (p = 0; p <= " + n + "; p++) for (q = 0; q <= 20; q++) { static " + type +
             " a[22][" + n + "], b[22][" + n + "]; " + type + " *from = malloc(sizeof(" + type +
             ")*(" + n +
             "*24 + 1)); int k, j;\n"
             "    for (k = 0; k < " +
             n + "*24 + 1; k++) from[k] = (" + type +
             ")(k + 1);\n"
             "    for (k = 0; k < 22; k++) for (j = 0; j < " +
             n +
             "; j++) a[k][j] = b[k][j] = 7;\n"
             "    plain_" +
             name + "(a, from, p, q); turned_" + name +
             "(b, from, p, q);\n"
             "    for (k = 0; k < 22; k++) for (j = 0; j < " +
             n +
             "; j++) {\n"
             "      int isPart = k < q && j < p, isRest = k < q && j >= p;\n"
             "      if (isPart ? a[k][j] != b[k][j] || a[k][j] != from[j*24 + k + 1] : isRest ? "
             "b[k][j] != 0 && b[k][j] != 7 : b[k][j] != 7) {\n"
             "        puts(\"" +
             name + "\"); wrong++; } }\n    free(from); }\n";
  }
  return "#include <stdio.h>\n#include <stdlib.h>\n" + declarations +
         "int main(void) {\n  int wrong = 0;\n  long p, q;\n" + calls + "  return wrong != 0;\n}\n";
}

TEST(TurnedCopy, PartsAreWhatThePlainLoopsCopy) {
  test::expectSameAsPlain(partCopies("turned"), partCopies("plain"), partComparison());
}

/// The plan of row sums for vectors of 64 bytes, written for a unit that begins with `head`.
bool turns(const std::string &head, const std::string &array) {
  auto lifted = test::liftText(
      head +
      "void kernel(int n, int m, float *y, const float *x, const float *w)\n{\n    int i, j;\n"
      "    (void)w;\n    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            "
      "y[i] += " +
      array + " * x[j];\n}\n");
  auto emitted = lifted ? test::emitText(*lifted,
                                         [](const Nest &nest) {
                                           Target target;
                                           target.vectorBytes = 64;
                                           target.vectorRegisters = 32;
                                           return chooseSchedule(nest, target);
                                         })
                        : std::nullopt;
  EXPECT_TRUE(emitted);
  return emitted && emitted->function.find("ACC_TURN_") != std::string::npos;
}

// A macro of the unit with one of these names would mean something else behind the fast version.
TEST(TurnedCopy, NamesOfTheUnitAreLeftAlone) {
  EXPECT_TRUE(turns("", "w[i*m + j]"));
  EXPECT_FALSE(turns("#define ACC_LOW_1 5\n", "w[i*m + j]"));
  EXPECT_TRUE(turns("#define aligned(x)\n", "w[i*m + j]"))
      << "attributes have names that are the compiler's";
  EXPECT_FALSE(turns("static float acc_r[512][512];\n", "acc_r[i][j]"));
}

} // namespace
