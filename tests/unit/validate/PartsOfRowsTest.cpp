// Vectors that take a row of a buffer to its end, of which the plain loop takes a part.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

const char *const kRefused = "cannot prove that the vector loop reads the same part of a row";

/// c += s * a by columns of four, the last of them a part, by the helpers as the proof reads them.
RewriteCase inParts() {
  RewriteCase c;
  c.before =
      "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#define ACC_4F(x) x\n"
      "#define ACC_PART_4F(v, n, end) for (v = 0; v < MIN(end, (n) * 4); v++)\n"
      "#define ACC_FILL_4F(v, n, end, to, from) for (v = 0; v < MIN(end, (n) * 4); v++) to = from\n"
      "#define ACC_STORE_4F ACC_FILL_4F\n"
      "void f(int n, int m, float s, float *restrict c, const float *restrict a)\n{\n    int i, "
      "j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            c[i*m + j] += s "
           "* a[i*m + j];";
  c.sizes = {{"c", {"m"}}, {"a", {"m"}}};
  c.guard = "n > 0 && m > 0";
  c.fast = R"({
        const long n_1 = n, m_1 = m;
        long i_0, j_0, jj;
        for (i_0 = 0; i_0 < n_1; i_0++)
            for (j_0 = 0; j_0 < m_1; j_0 += 4) {
                float c_tile[2][4], a_tile[4];
                const long jj_end = MIN(4, m_1 - j_0);
                ACC_FILL_4F(jj, 1, jj_end, c_tile[0][jj], c[i_0 * m_1 + j_0 + jj]);
                ACC_FILL_4F(jj, 1, jj_end, a_tile[jj], a[i_0 * m_1 + j_0 + jj]);
                ACC_PART_4F(jj, 1, jj_end)
                    ACC_INSTANCE(0, i_0, j_0 + jj) ACC_4F(c_tile[0][jj]) += s * ACC_4F(a_tile[jj]);
                ACC_STORE_4F(jj, 1, jj_end, c[i_0 * m_1 + j_0 + jj], c_tile[0][jj]);
            }
    })";
  return c;
}

/// The same as plain loops: what is wrong with the vectors alone is right here.
RewriteCase plain(RewriteCase c) {
  const std::pair<const char *, const char *> forms[] = {{"ACC_PART_4F(", "PLAIN_PART("},
                                                         {"ACC_FILL_4F(", "PLAIN_FILL("},
                                                         {"ACC_STORE_4F(", "PLAIN_FILL("},
                                                         {"ACC_4F(", "PLAIN_PLACE("}};
  for (const auto &[from, to] : forms)
    for (size_t at; (at = c.fast.find(from)) != std::string::npos;)
      c.fast.replace(at, std::string(from).size(), to);
  c.before = "#define PLAIN_PLACE(x) x\n#define PLAIN_PART(v, n, end) for (v = 0; v < MIN(end, (n) "
             "* 4); v++)\n"
             "#define PLAIN_FILL(v, n, end, to, from) for (v = 0; v < MIN(end, (n) * 4); v++) to = "
             "from\n" +
             c.before;
  return c;
}

/// Right as plain loops, and refused in vectors.
void expectOnlyPlain(const RewriteCase &c) {
  expectProved(plain(c));
  expectRefused(c, kRefused);
}

TEST(PartsOfRows, InVectors) {
  expectProved(inParts());
  expectProved(plain(inParts()));
}

TEST(PartsOfRows, RowsShorterThanTheVectors) {
  expectOnlyPlain(inParts()
                      .withFast("a_tile[4]", "a_tile[5]")
                      .withFast("(jj, 1, jj_end, a_tile", "(jj, 2, jj_end, a_tile"));
  expectProved(inParts().withFast("a_tile[4]", "a_tile[8]"));
}

/// What is in memory ends where the array does.
TEST(PartsOfRows, VectorsOfMemory) {
  expectOnlyPlain(inParts().withFast("ACC_4F(a_tile[jj])", "ACC_4F(a[i_0 * m_1 + j_0 + jj])"));
}

/// Elements behind the end that something uses.
TEST(PartsOfRows, UsesBehindTheEnd) {
  // The copy to c_tile fills the row that a_tile's fill, with fewer elements, goes over again.
  expectOnlyPlain(inParts().withFast(
      "ACC_FILL_4F(jj, 1, jj_end, a_tile[jj], a[i_0 * m_1 + j_0 + jj]);",
      "ACC_FILL_4F(jj, 1, jj_end, a_tile[jj], a[i_0 * m_1 + j_0 + jj]);\n"
      "                ACC_FILL_4F(jj, 1, 1, a_tile[jj], a[i_0 * m_1 + j_0 + jj]);"));
  expectOnlyPlain(inParts().withFast(
      "ACC_STORE_4F(jj, 1, jj_end, c[i_0 * m_1 + j_0 + jj], c_tile[0][jj]);",
      "for (jj = 0; jj < 4; jj++) if (jj < m_1 - j_0) c[i_0 * m_1 + j_0 + jj] = c_tile[0][jj];"));
}

/// A buffer that lives longer than its end.
TEST(PartsOfRows, BuffersOfSeveralEnds) {
  RewriteCase outside =
      inParts()
          .withFast("float c_tile[2][4], a_tile[4];\n", "\n")
          .withFast("for (j_0 = 0; j_0 < m_1; j_0 += 4) {",
                    "{ float c_tile[2][4], a_tile[4]; for (j_0 = 0; j_0 < m_1; j_0 += 4) {");
  outside.fast.replace(outside.fast.rfind("}"), 1, "}}");
  ProofResult result = prove(outside);
  EXPECT_NE(result.verdict, "");
}

/// Elements of another type.
TEST(PartsOfRows, OtherTypes) {
  RewriteCase c = inParts();
  for (std::string *text : {&c.before, &c.fast})
    for (size_t at; (at = text->find("_4F")) != std::string::npos;)
      text->replace(at, 3, "_2D");
  expectRefused(c, kRefused);
}

/// Vectors whose number is not written, a variable that cannot count to their end, and places or
/// heads where no loop in vectors is seen.
TEST(PartsOfRows, OtherForms) {
  RewriteCase number = inParts();
  for (size_t at; (at = number.fast.find("(jj, 1, ")) != std::string::npos;)
    number.fast.replace(at, 8, "(jj, n_1, ");
  EXPECT_NE(prove(number).verdict, "");
  expectOnlyPlain(inParts().withFast("long i_0, j_0, jj;", "long i_0, j_0; signed char jj;"));
  expectRefused(inParts().withFast("ACC_PART_4F(jj, 1, jj_end)", "for (jj = 0; jj < jj_end; jj++)"),
                "outside a vector loop");
  RewriteCase hidden =
      inParts().withFast("ACC_FILL_4F(jj, 1, jj_end, a_tile[jj], a[i_0 * m_1 + j_0 + jj]);",
                         "SAME(ACC_FILL_4F(jj, 1, jj_end, a_tile[jj], a[i_0 * m_1 + j_0 + jj]));");
  hidden.before = "#define SAME(...) __VA_ARGS__\n" + hidden.before;
  EXPECT_NE(prove(hidden).verdict, "") << "hidden";
}

/// The vectors' kind is that of the elements.
TEST(PartsOfRows, OtherKinds) {
  RewriteCase c = inParts();
  c.before.replace(c.before.find("ACC_PART_4F"), 11, "ACC_PART_2D");
  expectRefused(c.withFast("ACC_PART_4F(jj, 1, jj_end)", "ACC_PART_2D(jj, 1, jj_end)"), kRefused);
}

/// A row of a buffer for several vectors, which begin inside of it.
RewriteCase inPanels() {
  RewriteCase c = inParts();
  c.fast = R"({
        const long n_1 = n, m_1 = m;
        long i_0, j_0, jt, jj;
        for (i_0 = 0; i_0 < n_1; i_0++)
            for (j_0 = 0; j_0 < m_1; j_0 += 8) {
                float a_tile[8];
                const long jt_end = MIN(8, m_1 - j_0);
                ACC_FILL_4F(jj, 2, jt_end, a_tile[jj], a[i_0 * m_1 + j_0 + jj]);
                for (jt = 0; jt < jt_end; jt += 4) {
                    float c_tile[4];
                    const long jj_end = MIN(4, m_1 - j_0 - jt);
                    ACC_FILL_4F(jj, 1, jj_end, c_tile[jj], c[i_0 * m_1 + j_0 + jt + jj]);
                    ACC_PART_4F(jj, 1, jj_end)
                        ACC_INSTANCE(0, i_0, j_0 + jt + jj) ACC_4F(c_tile[jj]) += s * ACC_4F(a_tile[jt + jj]);
                    ACC_STORE_4F(jj, 1, jj_end, c[i_0 * m_1 + j_0 + jt + jj], c_tile[jj]);
                }
            }
    })";
  return c;
}

TEST(PartsOfRows, VectorsThatBeginInsideOfARow) {
  expectProved(inPanels());
  expectProved(plain(inPanels()));
}

/// The last one goes on behind the row, which plain loops fill.
TEST(PartsOfRows, VectorsThatBeginInsideOfARowAndEndBehindIt) {
  expectOnlyPlain(
      inPanels()
          .withFast("a_tile[8]", "a_tile[6]")
          .withFast("MIN(8, m_1 - j_0)", "MIN(6, m_1 - j_0)")
          .withFast("j_0 += 8", "j_0 += 6")
          .withFast("ACC_FILL_4F(jj, 2, jt_end, a_tile[jj], a[i_0 * m_1 + j_0 + jj]);",
                    "for (jj = 0; jj < jt_end; jj++) a_tile[jj] = a[i_0 * m_1 + j_0 + jj];")
          .withFast("MIN(4, m_1 - j_0 - jt)", "MIN(4, MIN(6 - jt, m_1 - j_0 - jt))"));
}

/// Each vector sets an element of the next one's.
TEST(PartsOfRows, VectorsThatSetWhatTheNextBeginsWith) {
  RewriteCase c = inPanels();
  c.fast = R"({
        const long n_1 = n, m_1 = m;
        long i_0, j_0, jt, jj;
        for (i_0 = 0; i_0 < n_1; i_0++)
            for (j_0 = 0; j_0 < m_1; j_0 += 9) {
                float a_tile[12], c_tile[12];
                const long jt_end = MIN(9, m_1 - j_0);
                ACC_FILL_4F(jj, 3, jt_end, a_tile[jj], a[i_0 * m_1 + j_0 + jj]);
                ACC_FILL_4F(jj, 3, jt_end, c_tile[jj], c[i_0 * m_1 + j_0 + jj]);
                for (jt = 0; jt < jt_end; jt += 3) {
                    const long jj_end = MIN(3, m_1 - j_0 - jt);
                    ACC_PART_4F(jj, 1, jj_end)
                        ACC_INSTANCE(0, i_0, j_0 + jt + jj) ACC_4F(c_tile[jt + jj]) += s * ACC_4F(a_tile[jt + jj]);
                }
                ACC_STORE_4F(jj, 3, jt_end, c[i_0 * m_1 + j_0 + jj], c_tile[jj]);
            }
    })";
  expectOnlyPlain(c);
}

const char *const kTurnRefused = "cannot prove that the transposed copy";

/// c += s * a, where a lies across: a square of it is turned, of which rows of 4 are used in part.
RewriteCase turnedParts() {
  RewriteCase c = inParts();
  c.before = "#define ACC_TURN_PART_4(n, p_end, q_end, ahead, p, q, to, from) \\\n"
             "    for (p = 0; p < MIN(p_end, n); p++) for (q = 0; q < (q_end); q++) to = from;\n" +
             c.before;
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            c[i*m + j] += s "
           "* a[j*n + i];";
  c.sizes = {{"c", {"m"}}, {"a", {"n"}}};
  c.fast = R"({
        const long n_1 = n, m_1 = m;
        long i_0, j_0, ii, jj;
        for (i_0 = 0; i_0 < n_1; i_0 += 8)
            for (j_0 = 0; j_0 < m_1; j_0 += 4) {
                float a_tile[8][4], c_tile[4];
                const long ii_end = MIN(8, n_1 - i_0), jj_end = MIN(4, m_1 - j_0);
                ACC_TURN_PART_4(4, jj_end, ii_end, 0, jj, ii, a_tile[ii][jj], a[(j_0 + jj) * n_1 + i_0 + ii])
                for (ii = 0; ii < ii_end; ii++) {
                    ACC_FILL_4F(jj, 1, jj_end, c_tile[jj], c[(i_0 + ii) * m_1 + j_0 + jj]);
                    ACC_PART_4F(jj, 1, jj_end)
                        ACC_INSTANCE(0, i_0 + ii, j_0 + jj) ACC_4F(c_tile[jj]) += s * ACC_4F(a_tile[ii][jj]);
                    ACC_STORE_4F(jj, 1, jj_end, c[(i_0 + ii) * m_1 + j_0 + jj], c_tile[jj]);
                }
            }
    })";
  return c;
}

RewriteCase plainTurned(RewriteCase c) {
  c = plain(c);
  const std::string head = "ACC_TURN_PART_4(";
  for (size_t at; (at = c.fast.find(head)) != std::string::npos;)
    c.fast.replace(at, head.size(), "PLAIN_TURN(");
  c.before = "#define PLAIN_TURN(n, p_end, q_end, ahead, p, q, to, from) \\\n"
             "    for (p = 0; p < MIN(p_end, n); p++) for (q = 0; q < (q_end); q++) to = from;\n" +
             c.before;
  return c;
}

void expectOnlyPlainTurned(const RewriteCase &c) {
  expectProved(plainTurned(c));
  expectRefused(c, kTurnRefused);
}

TEST(PartsOfRows, TurnedSquares) {
  expectProved(turnedParts());
  expectProved(plainTurned(turnedParts()));
}

/// Rows shorter than what is set; a length that is not written; its elements across the rows;
/// another number of bytes.
TEST(PartsOfRows, TurnedSquaresThatSetMore) {
  expectOnlyPlainTurned(
      turnedParts().withFast("ACC_TURN_PART_4(4, jj_end", "ACC_TURN_PART_4(5, jj_end"));
  expectOnlyPlainTurned(
      turnedParts().withFast("ACC_TURN_PART_4(4, jj_end", "ACC_TURN_PART_4((int)m_1, jj_end"));
  // Squares have four columns at least, and would read a fourth one of three.
  expectOnlyPlainTurned(turnedParts()
                            .withFast("ACC_TURN_PART_4(4, jj_end", "ACC_TURN_PART_4(6, jj_end")
                            .withFast("a_tile[8][4]", "a_tile[8][8]"));
  expectOnlyPlainTurned(
      turnedParts().withFast("(4, jj_end, ii_end, 0, jj, ii,", "(8, ii_end, jj_end, 0, ii, jj,"));
}

/// What is behind the part is used: by a plain loop, or as another end.
TEST(PartsOfRows, UsesBehindATurnedPart) {
  expectOnlyPlainTurned(turnedParts().withFast(
      "a[(j_0 + jj) * n_1 + i_0 + ii])\n", "a[(j_0 + jj) * n_1 + i_0 + ii])\n                "
                                           "ACC_TURN_PART_4(4, MIN(jj_end, 2), ii_end, 0, jj, ii, "
                                           "a_tile[ii][jj], a[(j_0 + jj) * n_1 + i_0 + ii])\n"));
}

} // namespace
} // namespace acc::test
