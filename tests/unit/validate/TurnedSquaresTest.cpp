// Copies that are turned in registers, of which the proof reads plain loops.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

const char *const kRefused = "cannot prove that the transposed copy";

std::string plainTurn(const std::string &name) {
  return "#define " + name +
         "(n, m, ahead, p, q, to, from) for (p = 0; p < n; p++) for (q = 0; q < m; q++) to = "
         "from;\n";
}

/// Squares of 8 by 8 elements change places with themselves.
RewriteCase turned() {
  RewriteCase c;
  c.before = plainTurn("ACC_TURN_4") + plainTurn("ACC_TURN_8") +
             "void f(int n, float *restrict c, const float *restrict a)\n{\n    int i, j, k;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < 8; j++)\n            for (k = 0; k < "
           "8; k++)\n"
           "                c[(i*8 + j)*8 + k] = a[(i*8 + k)*8 + j];";
  c.sizes = {{"c", {"8", "8"}}, {"a", {"8", "8"}}};
  c.guard = "n > 0";
  c.fast = R"({
        const long n_1 = n;
        long i_0, jj, kk, pp, qq;
        for (i_0 = 0; i_0 < n_1; i_0++) {
            float t[8][8];
            ACC_TURN_4(8, 8, 0, pp, qq, t[qq][pp], a[(i_0 * 8 + pp) * 8 + qq])
            for (jj = 0; jj < 8; jj++)
                for (kk = 0; kk < 8; kk++)
                    ACC_INSTANCE(0, i_0, jj, kk) c[(i_0 * 8 + jj) * 8 + kk] = t[jj][kk];
        }
    })";
  return c;
}

RewriteCase replaced(RewriteCase c, std::string RewriteCase::*text, const std::string &from,
                     const std::string &to) {
  for (size_t at = (c.*text).find(from); at != std::string::npos;
       at = (c.*text).find(from, at + to.size()))
    (c.*text).replace(at, from.size(), to);
  return c;
}

/// Right as plain loops by another name, and refused as a helper's.
void expectOnlyPlain(const RewriteCase &c) {
  RewriteCase plain = replaced(replaced(c, &RewriteCase::fast, "ACC_TURN_4(", "PLAIN("),
                               &RewriteCase::fast, "ACC_TURN_8(", "PLAIN(");
  plain.before = plainTurn("PLAIN") + plain.before;
  expectProved(plain);
  expectRefused(c, kRefused);
}

TEST(TurnedSquares, AreTheLoops) { expectProved(turned()); }

TEST(TurnedSquares, ReadNeighboursAlongTheSecondLoop) {
  RewriteCase c =
      replaced(turned(), &RewriteCase::nest, "a[(i*8 + k)*8 + j]", "a[(i*8 + k)*16 + 2*j]");
  c.sizes = {{"c", {"8", "8"}}, {"a", {"8", "16"}}};
  expectOnlyPlain(c.withFast("a[(i_0 * 8 + pp) * 8 + qq]", "a[(i_0 * 8 + pp) * 16 + 2 * qq]"));
}

TEST(TurnedSquares, WriteNeighboursAlongTheFirst) {
  expectOnlyPlain(turned()
                      .withFast("t[8][8]", "t[8][16]")
                      .withFast("t[qq][pp]", "t[qq][2 * pp]")
                      .withFast("= t[jj][kk]", "= t[jj][2 * kk]"));
  expectOnlyPlain(turned().withFast("(8, 8, 0, pp, qq, t[qq][pp], a[(i_0 * 8 + pp) * 8 + qq])",
                                    "(8, 8, 0, qq, pp, t[qq][pp], a[(i_0 * 8 + pp) * 8 + qq])"));
}

/// Pieces of 16 bytes would go beyond six rows or columns.
TEST(TurnedSquares, AreWholePieces) {
  RewriteCase rows = replaced(turned(), &RewriteCase::nest, "k < 8", "k < 6");
  expectOnlyPlain(rows.withFast("(8, 8, 0", "(6, 8, 0").withFast("kk < 8", "kk < 6"));
  RewriteCase columns = replaced(turned(), &RewriteCase::nest, "j < 8", "j < 6");
  expectOnlyPlain(columns.withFast("(8, 8, 0", "(8, 6, 0").withFast("jj < 8", "jj < 6"));
}

TEST(TurnedSquares, HaveElementsOfTheSizeInTheirName) {
  expectOnlyPlain(turned().withFast("ACC_TURN_4", "ACC_TURN_8"));
}

TEST(TurnedSquares, OfIntegers) {
  RewriteCase c = turned();
  for (auto text : {&RewriteCase::before, &RewriteCase::fast})
    c = replaced(c, text, "float ", "int ");
  expectProved(c);
}

} // namespace
} // namespace acc::test
