#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

TEST(ValidateMutants, GuardReadsEarly) {
  RewriteCase c;
  c.before =
      "struct image { int w, stride; };\n"
      "void f(int n, int flag, int ld, const struct image *p, float *out)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        if (flag > 3)\n"
           "            for (j = 0; j < p->w; j++)\n                out[i*ld + j] = 1;";
  c.sizes = {{"out", {"ld"}}};
  c.guard = "n > 0 && flag > 3 && p->w > 0 && p->w <= ld";
  c.fast = "{\n        const long n_1 = n, w_1 = p->w, ld_1 = ld;\n"
           "        long i_0, j_0;\n        for (i_0 = 0; i_0 < n_1; i_0++)\n"
           "            for (j_0 = 0; j_0 < w_1; j_0++)\n"
           "                ACC_INSTANCE(0, i_0, j_0) out[i_0 * ld_1 + j_0] = 1;\n    }";
  expectProved(c);
  const char *const kEarly = "the guard reads p->w where the source may not";
  expectRefused(c.withGuard("n > 0 && flag > 3 && p->w > 0", "p->w > 0 && n > 0 && flag > 3"),
                kEarly);
  expectRefused(c.withGuard("flag > 3 && p->w > 0", "p->w > 0 && flag > 3"), kEarly);
}

/// A row pointer that is read once: its own place is not reached beside it, its row is.
TEST(Validate, RestrictPointerToARow) {
  RewriteCase c;
  c.before = "void f(int n, int g, double **rows, const double *b)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < n; j++)\n"
           "            rows[g][i*n + j] = b[j*n + i];";
  c.sizes = {{"rows[g]", {"n"}}, {"b", {"n"}}};
  c.guard = "n > 0\n"
            "        && ((unsigned long)(rows[g] + (n - 1) * (long)n + n) <= (unsigned long)b\n"
            "            || (unsigned long)(b + (n - 1) * (long)n + n) <= (unsigned long)rows[g])";
  c.fast =
      "{\n        double *__restrict row = rows[g];\n        const long n_1 = n;\n"
      "        long i_0, j_0;\n"
      "        for (j_0 = 0; j_0 < n_1; j_0++)\n"
      "            for (i_0 = 0; i_0 < n_1; i_0++)\n"
      "                ACC_INSTANCE(0, i_0, j_0) row[i_0 * n_1 + j_0] = b[j_0 * n_1 + i_0];\n    }";
  expectProved(c);
  expectRefused(
      c.withFast(
          "ACC_INSTANCE(0, i_0, j_0) row[i_0 * n_1 + j_0] = b[j_0 * n_1 + i_0];",
          "if (i_0 < 2) ACC_INSTANCE(0, i_0, j_0) row[i_0 * n_1 + j_0] = b[j_0 * n_1 + i_0];\n"
          "                else rows[g][i_0 * n_1 + j_0] = b[j_0 * n_1 + i_0];"),
      "restrict");
}

/// Two members of an element whose index is no number: two arrays, which the guard keeps apart.
TEST(Validate, RestrictPointersToMembersOfAnElement) {
  RewriteCase c;
  c.before = "struct pair { double *x, *y; };\n"
             "void f(int n, int g, struct pair *p)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < n; j++)\n"
           "            p[g].x[i*n + j] = p[g].y[j*n + i];";
  c.sizes = {{"p[g].x", {"n"}}, {"p[g].y", {"n"}}};
  c.guard =
      "n > 0\n"
      "        && ((unsigned long)(p[g].x + (n - 1) * (long)n + n) <= (unsigned long)p[g].y\n"
      "            || (unsigned long)(p[g].y + (n - 1) * (long)n + n) <= (unsigned long)p[g].x)";
  const std::string body = "ACC_INSTANCE(0, i_0, j_0) to[i_0 * n_1 + j_0] = from[j_0 * n_1 + i_0];";
  c.fast = "{\n        double *__restrict to = p[g].x;\n        const double *__restrict from = "
           "p[g].y;\n"
           "        const long n_1 = n;\n        long i_0, j_0;\n"
           "        for (j_0 = 0; j_0 < n_1; j_0++)\n"
           "            for (i_0 = 0; i_0 < n_1; i_0++)\n                " +
           body + "\n    }";
  expectProved(c);
  auto storing = [&](const std::string &base) {
    return c.withFast(body, "ACC_INSTANCE(0, i_0, j_0) " + base +
                                "[i_0 * n_1 + j_0] = from[j_0 * n_1 + i_0];");
  };
  expectRefused(storing("p[g].x"), "restrict");
  expectRefused(storing("p[(long)g].x"), "restrict");
  expectRefused(storing("p[g + 0].x"), "an access has a different address");
}

/// Both sums y + dy and x + dx stand in the address: which iterator is which, only the
/// place of the loops says.
TEST(Validate, WindowsWithoutACentre) {
  RewriteCase c;
  c.before =
      "void f(int h, int w, int s, const unsigned char *restrict a, unsigned char *restrict b)\n"
      "{\n    int y, x, dy, dx;\n    ";
  c.nest =
      "for (y = 1; y + 1 < h; y++)\n        for (x = 1; x + 1 < w; x++) {\n"
      "            unsigned char most = 0;\n"
      "            for (dy = -1; dy <= 1; dy++)\n                for (dx = -1; dx <= 1; dx++) {\n"
      "                    unsigned char v = a[(y + dy)*s + x + dx];\n"
      "                    if (v > most)\n                        most = v;\n"
      "                }\n            b[y*s + x] = most;\n        }";
  c.sizes = {{"a", {"s"}}, {"b", {"s"}}};
  c.guard = "h >= 3 && w >= 3 && w <= s";
  c.fast = "{\n        const long h_1 = h, w_1 = w, s_1 = s;\n        long y_0, x_0, dy_0, dx_0;\n"
           "        for (y_0 = 0; y_0 < h_1 - 2; y_0++)\n"
           "            for (x_0 = 0; x_0 < w_1 - 2; x_0++) {\n"
           "                unsigned char most_1;\n                ACC_INSTANCE(0, y_0 + 1, x_0 + "
           "1) most_1 = 0;\n"
           "                for (dy_0 = 0; dy_0 < 3; dy_0++)\n"
           "                    for (dx_0 = 0; dx_0 < 3; dx_0++) {\n"
           "                        unsigned char v_1;\n"
           "                        ACC_INSTANCE(1, y_0 + 1, x_0 + 1, dy_0 - 1, dx_0 - 1) v_1 = "
           "a[(y_0 + dy_0)*s_1 + x_0 + dx_0];\n"
           "                        ACC_INSTANCE(2, y_0 + 1, x_0 + 1, dy_0 - 1, dx_0 - 1) if (v_1 "
           "> most_1)\n                            most_1 = v_1;\n"
           "                    }\n                ACC_INSTANCE(3, y_0 + 1, x_0 + 1) b[(y_0 + "
           "1)*s_1 + x_0 + 1] = most_1;\n"
           "            }\n    }";
  expectProved(c);
  expectRefused(c.withFast("dx_0 < 3", "dx_0 < 2"), "some iterations of statement S1 are missing");
  expectRefused(c.withFast("a[(y_0 + dy_0)*s_1", "a[(y_0 + 1)*s_1"), "a different address");
}

/// A location that the nest's values are computed with is read wherever the nest runs; that it
/// runs, a product in the guard may say.
TEST(Validate, ReadsOfTheGuard) {
  RewriteCase c;
  c.before = "struct s { double by; };\n"
             "void f(int m, int k, const struct s *p, double *x)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < m; i++)\n        for (j = 0; j < k; j++)\n"
           "            x[i*k + j] = x[i*k + j] + p->by;";
  c.sizes = {{"x", {"k"}}};
  c.guard = "k > 0 && m > 0 && ((unsigned long)(x + (long)m * k) <= (unsigned long)&p->by\n"
            "                 || (unsigned long)(&p->by + 1) <= (unsigned long)x)";
  c.fast = "{\n        long i_0, j_0;\n        for (i_0 = 0; i_0 < m; i_0++)\n"
           "            for (j_0 = 0; j_0 < k; j_0++)\n"
           "                ACC_INSTANCE(0, i_0, j_0) x[i_0 * k + j_0] = x[i_0 * k + j_0] + "
           "p->by;\n    }";
  expectProved(c);
  expectRefused(c.withGuard("m > 0 && ", ""), "the guard reads");
  expectProved(c.withGuard("m > 0", "(long)k * m >= 16"));
  expectRefused(c.withGuard("k > 0 && m > 0", "(long)k * m >= 16"), "the guard reads");
}

/// Where the guard makes two sizes one, products of either are the same.
TEST(Validate, SizesThatTheGuardMakesEqual) {
  RewriteCase c;
  c.before = "void f(int n, int m, int r, double *x, const double *y)\n{\n    int b, i, j;\n    ";
  c.nest = "for (b = 0; b < r; b++)\n        for (i = 0; i < n; i++)\n"
           "            for (j = 0; j < m; j++)\n"
           "                x[b*n*m + i*m + j] = y[b*m*n + j*n + i];";
  c.sizes = {{"x", {"n", "m"}}, {"y", {"m", "n"}}};
  c.guard = "n > 0 && n == m && r > 0 && (double)r * n * n < 1e17\n"
            "        && ((unsigned long)(x + (long)r * n * n) <= (unsigned long)y\n"
            "            || (unsigned long)(y + (long)r * n * n) <= (unsigned long)x)";
  c.fast =
      "{\n        const long n_1 = n, m_1 = m;\n        long b_0, i_0, j_0;\n"
      "        for (b_0 = 0; b_0 < r; b_0++)\n"
      "            for (j_0 = 0; j_0 < m_1; j_0++)\n"
      "                for (i_0 = 0; i_0 < n_1; i_0++)\n"
      "                    ACC_INSTANCE(0, b_0, i_0, j_0) x[b_0 * n_1 * m_1 + i_0 * m_1 + j_0] =\n"
      "                        y[b_0 * m_1 * n_1 + j_0 * n_1 + i_0];\n    }";
  expectProved(c);
  expectRefused(c.withGuard("n == m", "n <= m"),
                "the guard does not ensure that x and y are disjoint");
}

/// What the guard computes, the source computes on that path and the fast version again.
TEST(Validate, ArithmeticInsideAParameter) {
  RewriteCase c;
  c.before = "void f(int n, int w, double *x)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n/2; i++)\n        for (j = 0; j < (n - 1)/2; j++)\n"
           "            x[i*w + j] = 1;";
  c.sizes = {{"x", {"w"}}};
  c.guard = "(n / 2) > 0 && ((n - 1) / 2) > 0 && ((n - 1) / 2) <= w";
  c.fast = "{\n        const long q_1 = (n / 2), q_2 = ((n - 1) / 2), w_1 = w;\n"
           "        long i_0, j_0;\n"
           "        for (i_0 = 0; i_0 < q_1; i_0++)\n"
           "            for (j_0 = 0; j_0 < q_2; j_0++)\n"
           "                ACC_INSTANCE(0, i_0, j_0) x[i_0 * w_1 + j_0] = 1;\n    }";
  expectProved(c);
  // With n at its lowest the source does not come to n - 1.
  expectRefused(c.withGuard("(n / 2) > 0 && ((n - 1) / 2) > 0", "((n - 1) / 2) > 0 && (n / 2) > 0"),
                "the guard reads");
}

/// An array of the function stays the source's, whatever its size.
TEST(Validate, ArraysOfTheFunction) {
  RewriteCase c;
  c.before = "void f(int n, int m, float *x)\n{\n    float s[3] = {1, 2, 3};\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            x[i*m + j] *= s[i];";
  c.sizes = {{"x", {"m"}}};
  c.guard = "m > 0";
  c.fast = "{\n        const long n_1 = n, m_1 = m;\n        long i_0, j_0;\n"
           "        for (j_0 = 0; j_0 < m_1; j_0++)\n"
           "            for (i_0 = 0; i_0 < n_1; i_0++)\n"
           "                ACC_INSTANCE(0, i_0, j_0) x[i_0 * m_1 + j_0] *= s[i_0];\n    }";
  expectProved(c);
  expectRefused(c.withFast("*= s[i_0]", "*= s[i_0 + 1]"), "a different address");
}

RewriteCase transpose() {
  RewriteCase c;
  c.before = "void f(int n, int m, double *B, const double *A)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            B[j*n + i] = A[i*m + j];";
  c.sizes = {{"B", {"n"}}, {"A", {"m"}}};
  c.guard = "n > 0 && m > 0\n"
            "        && ((unsigned long)(B + (m - 1) * (long)n + n) <= (unsigned long)A\n"
            "            || (unsigned long)(A + (n - 1) * (long)m + m) <= (unsigned long)B)";
  c.fast =
      "{\n"
      "        const long n_1 = n, m_1 = m;\n"
      "        long i_0, j_0, i_1, j_1;\n"
      "        for (i_0 = 0; i_0 < n_1; i_0 += 16)\n"
      "            for (j_0 = 0; j_0 < m_1; j_0 += 16)\n"
      "                for (j_1 = j_0; j_1 < (j_0 + 16 < m_1 ? j_0 + 16 : m_1); j_1++)\n"
      "                    for (i_1 = i_0; i_1 < (i_0 + 16 < n_1 ? i_0 + 16 : n_1); i_1++)\n"
      "                        ACC_INSTANCE(0, i_1, j_1) B[j_1 * n_1 + i_1] = A[i_1 * m_1 + j_1];\n"
      "    }";
  return c;
}

TEST(Validate, TiledTranspose) { expectProved(transpose()); }

TEST(ValidateMutants, TransposeTileWrong) {
  expectRefused(transpose().withFast("j_0 + 16 < m_1", "j_0 + 15 < m_1"),
                "the loop bound is not affine in outer loop variables and invariant values");
  expectRefused(transpose().withFast("j_0 + 16 : m_1", "j_0 + 15 : m_1"),
                "the loop bound is not affine in outer loop variables and invariant values");
  expectRefused(transpose().withFast("B[j_1 * n_1 + i_1]", "B[j_1 * n_1 + i_0]"),
                "a different address");
}

/// Rows depend on the row before: j may go first only where i keeps its order.
RewriteCase recurrence(const std::string &index, const std::string &fast) {
  RewriteCase c;
  c.before = "void f(int n, int m, float *A)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 1; i < n; i++)\n        for (j = 1; j < m - 1; j++)\n            "
           "A[i*m + j] = A[" +
           index + "] * 0.5f;";
  c.sizes = {{"A", {"m"}}};
  c.guard = "n > 1 && m > 2";
  c.fast = fast;
  return c;
}

std::string columnsFirst(const std::string &index) {
  return "{\n        const long m_1 = m;\n        long i_0, j_0;\n"
         "        for (j_0 = 1; j_0 < m_1 - 1; j_0++)\n            for (i_0 = 1; i_0 < n; i_0++)\n"
         "                ACC_INSTANCE(0, i_0, j_0) A[i_0 * m_1 + j_0] = A[" +
         index + "] * 0.5f;\n    }";
}

TEST(Validate, LegalInterchangeOfARecurrence) {
  expectProved(recurrence("(i-1)*m + j", columnsFirst("(i_0 - 1) * m_1 + j_0")));
  expectProved(recurrence("(i-1)*m + j - 1", columnsFirst("(i_0 - 1) * m_1 + j_0 - 1")));
}

TEST(ValidateMutants, LoopsSwappedAgainstADependence) {
  expectRefused(recurrence("(i-1)*m + j + 1", columnsFirst("(i_0 - 1) * m_1 + j_0 + 1")),
                "a different value");
}

TEST(Validate, PrivateScalar) {
  RewriteCase c;
  c.before = "void f(int n, int m, double *B, const double *A)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++) {\n"
           "            double t = A[i*m + j] * 2.0;\n            B[i*m + j] = t * t;\n        }";
  c.sizes = {{"B", {"m"}}, {"A", {"m"}}};
  c.guard = "n > 0 && m > 0\n"
            "        && ((unsigned long)(B + (n - 1) * (long)m + m) <= (unsigned long)A\n"
            "            || (unsigned long)(A + (n - 1) * (long)m + m) <= (unsigned long)B)";
  c.fast = "{\n        long i_0, j_0;\n        for (j_0 = 0; j_0 < m; j_0++)\n"
           "            for (i_0 = 0; i_0 < n; i_0++) {\n                double t_1;\n"
           "                ACC_INSTANCE(0, i_0, j_0) t_1 = A[i_0 * m + j_0] * 2.0;\n"
           "                ACC_INSTANCE(1, i_0, j_0) B[i_0 * m + j_0] = t_1 * t_1;\n            "
           "}\n    }";
  expectProved(c);
  expectRefused(
      c.withFast("                ACC_INSTANCE(0, i_0, j_0) t_1 = A[i_0 * m + j_0] * 2.0;\n", ""),
      "some iterations of statement S0 are missing");
  RewriteCase swapped = c.withFast(
      "t_1 * t_1;\n", "t_1 * t_1;\n                ACC_INSTANCE(0, i_0, j_0) t_1 = A[i_0 * m + "
                      "j_0] * 2.0;\n");
  expectRefused(
      swapped.withFast("                ACC_INSTANCE(0, i_0, j_0) t_1 = A[i_0 * m + j_0] * 2.0;\n",
                       ""),
      "a read sees a value that no store of the source wrote");
}

TEST(Validate, FinalValuesOfLoopVariables) {
  RewriteCase c;
  c.before = "int f(int n, int m, double *A)\n{\n    int i, j;\n    ";
  c.nest =
      "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            A[i*m + j] = 1.0;";
  c.after = "\n    return i + j;\n}\n";
  c.sizes = {{"A", {"m"}}};
  c.guard = "n > 0 && m > 0";
  c.fast = "{\n        long i_0, j_0;\n        for (j_0 = 0; j_0 < m; j_0++)\n"
           "            for (i_0 = 0; i_0 < n; i_0++)\n                ACC_INSTANCE(0, i_0, j_0) "
           "A[i_0 * m + j_0] = 1.0;\n"
           "        i = n;\n        j = m;\n    }";
  expectProved(c);
  expectRefused(c.withFast("        i = n;\n", ""), "is not assigned");
  expectRefused(c.withFast("j = m;", "j = n;"), "differs from that of the source");
  expectRefused(c.withGuard("n > 0 && ", ""),
                "the final value of i differs from that of the source");
}

/// The inner loop may run no iteration, and steps by more than one.
TEST(Validate, FinalValuesOfLoopsThatMayNotRun) {
  RewriteCase c;
  c.before = "int f(int n, int m, int k, double *A)\n{\n    int i, j, l;\n    ";
  c.nest = "for (i = 0; i < n; i += 3) {\n        for (j = k; j < m; j++)\n"
           "            A[i*m + j] = 1.0;\n        for (l = 0; l < 29; l += 8)\n"
           "            A[i*m + l] = 2.0;\n    }";
  c.after = "\n    return j + l;\n}\n";
  c.sizes = {{"A", {"m"}}};
  c.guard = "n > 0 && k >= 0 && m > 24";
  c.fast =
      "{\n        long i_0, j_0, l_0;\n        for (i_0 = 0; i_0 < n; i_0 += 3) {\n"
      "            for (j_0 = k; j_0 < m; j_0++)\n                ACC_INSTANCE(0, i_0, j_0) A[i_0 "
      "* m + j_0] = 1.0;\n"
      "            for (l_0 = 0; l_0 < 29; l_0 += 8)\n                ACC_INSTANCE(1, i_0, l_0) "
      "A[i_0 * m + l_0] = 2.0;\n"
      "        }\n        j = (int)(m <= k ? k : m);\n        l = 0 + (29 + 7) / 8 * 8;\n    }";
  expectProved(c);
  expectRefused(c.withFast("? k : m", "? m : k"), "differs from that of the source");
  expectRefused(c.withFast("m <= k ? k : m", "m"), "differs from that of the source");
  expectRefused(c.withFast("        j = (int)(m <= k ? k : m);", "        if (m <= k) j = k;"),
                "is not assigned");
  expectRefused(c.withFast("/ 8 * 8", "/ 8 * 7"), "differs from that of the source");
  expectRefused(c.withGuard("n > 0 && ", ""), "the final value of j cannot be compared");
}

/// Element 0 of A and row 0 of B are never read: the inner loop gives i >= 1.
TEST(Validate, TriangleWhoseFirstRowIsEmpty) {
  RewriteCase c;
  c.before = "void f(int n, int m, double *B, const double *A)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < i; j++)\n"
           "            B[i*m + j] = A[i*m + j];";
  c.sizes = {{"B", {"m"}}, {"A", {"m"}}};
  c.guard =
      "n > 1 && n <= m\n"
      "        && ((unsigned long)(B + (n - 1) * (long)m + n - 1) <= (unsigned long)(A + m)\n"
      "            || (unsigned long)(A + (n - 1) * (long)m + n - 1) <= (unsigned long)(B + m))";
  c.fast =
      "{\n        const long m_1 = m;\n        long i_0, j_0;\n"
      "        for (j_0 = 0; j_0 < n - 1; j_0++)\n"
      "            for (i_0 = j_0 + 1; i_0 < n; i_0++)\n"
      "                ACC_INSTANCE(0, i_0, j_0) B[i_0 * m_1 + j_0] = A[i_0 * m_1 + j_0];\n    }";
  expectProved(c);
  expectRefused(c.withFast("i_0 = j_0 + 1", "i_0 = j_0"),
                "some iterations do not run in the source");
  expectRefused(c.withFast("n - 1", "n - 2"), "missing");
  expectRefused(c.withGuard("(A + m)", "(A + m + 1)"), "and A are disjoint");
}

/// Products of 64-bit sizes are read only where a test in floating point bounds them.
RewriteCase longSizes() {
  RewriteCase c;
  c.before = "void f(long n, long m, double *A, double *B)\n{\n    long i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
           "            A[i*m + j] = B[i*m + j];";
  c.sizes = {{"A", {"m"}}, {"B", {"m"}}};
  c.guard = "n > 0 && m > 0 && (double)n * m < 4e18\n"
            "        && ((unsigned long)(A + n * m) <= (unsigned long)B\n"
            "            || (unsigned long)(B + n * m) <= (unsigned long)A)";
  c.fast = "{\n        long i_0, j_0;\n        for (j_0 = 0; j_0 < m; j_0++)\n"
           "            for (i_0 = 0; i_0 < n; i_0++)\n"
           "                ACC_INSTANCE(0, i_0, j_0) A[i_0 * m + j_0] = B[i_0 * m + j_0];\n    }";
  return c;
}

TEST(Validate, MagnitudeInFloatingPoint) {
  expectProved(longSizes());
  expectProved(longSizes().withGuard("(double)n * m < 4e18", "(double)m * n <= 1e15"));
}

TEST(ValidateMutants, MagnitudeTestMissingOrTooWide) {
  expectRefused(longSizes().withGuard(" && (double)n * m < 4e18", ""), "may overflow");
  expectRefused(longSizes().withGuard("4e18", "4e19"), "may overflow");
  expectRefused(longSizes().withGuard("(double)n * m <", "(double)n * m >"), "may overflow");
  expectRefused(longSizes().withGuard("(double)n * m", "(double)n"), "may overflow");
}

/// A lower limit keeps an upper one from being taken for it.
TEST(ValidateMutants, MagnitudeOfAProductThatMayBeNegative) {
  RewriteCase c = longSizes().withGuard("n > 0 && m > 0 && (double)n * m < 4e18",
                                        "(double)n * m < 4e18 && (n * m > 0) && n > 0 && m > 0");
  expectRefused(c, "may overflow");
  expectProved(c.withGuard("&& (n * m > 0)", "&& (double)n * m > -4e18 && n > 0 && m > 0 "
                                             "&& (n * m > 0)"));
}

TEST(Validate, AddressesJoinedByAnd) {
  const std::string order = "(unsigned long)(A + n * m) <= (unsigned long)B";
  expectProved(
      longSizes().withGuard(order, "((unsigned long)A <= (unsigned long)B && " + order + ")"));
  expectProved(longSizes().withGuard(
      order, "((unsigned long)(A + n * m) <= (unsigned long)(B + 1) && " + order + ")"));
}

TEST(ValidateMutants, AddressesJoinedByAndProveNothing) {
  const std::string order = "(unsigned long)(A + n * m) <= (unsigned long)B";
  expectRefused(longSizes().withGuard(order, "((unsigned long)A <= (unsigned long)B && "
                                             "(unsigned long)(A + n * m) <= "
                                             "(unsigned long)(B + n * m))"),
                "are disjoint");
  // One alternative that says nothing is enough.
  expectRefused(longSizes().withGuard(order, order + " || (unsigned long)A <= (unsigned long)B"),
                "are disjoint");
}

/// The tile is copied in, then an element is changed behind its back.
TEST(ValidateMutants, BufferBypassed) {
  RewriteCase c;
  c.before = "void f(int n, float *A)\n{\n    int i, t;\n    ";
  c.nest = "for (t = 0; t < 3; t++)\n        for (i = 0; i < n; i++) {\n"
           "            A[i] = A[i] * 2.0f;\n            A[i] = A[i] + 1.0f;\n        }";
  c.guard = "n > 0";
  c.fast = "{\n        long t_0, i_0;\n        for (t_0 = 0; t_0 < 3; t_0++)\n"
           "            for (i_0 = 0; i_0 < n; i_0++) {\n                float a[1];\n"
           "                a[0] = A[i_0];\n                ACC_INSTANCE(0, t_0, i_0) a[0] = a[0] "
           "* 2.0f;\n"
           "                ACC_INSTANCE(1, t_0, i_0) a[0] = a[0] + 1.0f;\n                A[i_0] "
           "= a[0];\n"
           "            }\n    }";
  expectProved(c);
  expectRefused(c.withFast("ACC_INSTANCE(1, t_0, i_0) a[0] = a[0] + 1.0f;",
                           "ACC_INSTANCE(1, t_0, i_0) A[i_0] = A[i_0] + 1.0f;"),
                "a read sees a different value than in the source");
  expectRefused(c.withFast("                A[i_0] = a[0];\n", ""),
                "the nest does not store to any array");
  expectRefused(c.withFast("ACC_INSTANCE(0, t_0, i_0) a[0] = a[0] * 2.0f;\n                "
                           "ACC_INSTANCE(1, t_0, i_0) a[0] = a[0] + 1.0f;",
                           "ACC_INSTANCE(1, t_0, i_0) a[0] = a[0] + 1.0f;\n                "
                           "ACC_INSTANCE(0, t_0, i_0) a[0] = a[0] * 2.0f;"),
                "a read sees a different value than in the source");
}

/// A 32 x 64 array, the row length a constant: many (i, j) have the same 64*i + j.
RewriteCase constantRows(const std::string &target, const std::string &value) {
  RewriteCase c;
  c.before = "void f(float *restrict A, const float *restrict B)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < 32; i++)\n        for (j = 2; j < 62; j++)\n"
           "            A[64*i + j] = B[64*i + j - 1] + B[64*i + j + 65];";
  c.sizes = {{"A", {"64"}}, {"B", {"64"}}};
  c.guard = "1";
  c.fast = "{\n        long j0, i0, i1;\n"
           "        for (i0 = 0; i0 < 32; i0 += 8)\n"
           "            for (j0 = 0; j0 < 60; j0++)\n"
           "                for (i1 = 0; i1 < 8; i1++)\n"
           "                    ACC_INSTANCE(0, i0 + i1, j0 + 2) A[" +
           target + "] = " + value + ";\n    }";
  return c;
}

TEST(Validate, ConstantSizes) {
  const std::string place = "(i0 + i1) * 64 + j0 + 2";
  expectProved(constantRows(place, "B[(i0 + i1) * 64 + j0 + 1] + B[(i0 + i1 + 1) * 64 + j0 + 3]"));
  expectRefused(constantRows(place, "B[(i0 + i1) * 64 + j0 + 1] + B[(i0 + i1 + 1) * 64 + j0 + 2]"),
                "address");
  expectRefused(constantRows("(i0 + i1) * 64 + j0 + 3",
                             "B[(i0 + i1) * 64 + j0 + 2] + B[(i0 + i1 + 1) * 64 + j0 + 4]"),
                "a different address");
}

/// A buffer between two loops over the same row: it need not hold before or behind its life.
RewriteCase buffered() {
  return {"void f(int n, int p, int lda, float *A, float *C)\n{\n    int i, k;\n    ",
          "for (i = 0; i < n; i++) {\n"
          "        C[i] = 1.0f;\n"
          "        for (k = 0; k < p; k++)\n            C[i] += A[i * lda + k];\n"
          "        C[i] /= 3.0f;\n    }",
          "\n}\n",
          {{"A", {"lda"}}},
          "n > 0 && lda > 0 && p <= lda"
          " && ((unsigned long)(A + (long)lda * n) <= (unsigned long)C"
          " || (unsigned long)(C + n) <= (unsigned long)A)",
          "{\n    long i_1, k_1;\n"
          "    for (i_1 = 0; i_1 < n; i_1++) {\n"
          "        ACC_INSTANCE(0, i_1) C[i_1] = 1.0f;\n"
          "        if (0 < p) {\n"
          "            float C_tile;\n"
          "            C_tile = C[i_1];\n"
          "            for (k_1 = 0; k_1 < p; k_1++)\n"
          "                ACC_INSTANCE(1, i_1, k_1) C_tile += A[i_1 * lda + k_1];\n"
          "            C[i_1] = C_tile;\n"
          "        }\n"
          "        ACC_INSTANCE(2, i_1) C[i_1] /= 3.0f;\n"
          "    }\n}"};
}

TEST(Validate, BufferBetweenOtherAccesses) { expectProved(buffered()); }

TEST(ValidateMutants, BufferBetweenOtherAccesses) {
  // The fill before the store that it should see; the division on the old element.
  expectRefused(
      buffered()
          .withFast("            C_tile = C[i_1];\n", "")
          .withFast("            float C_tile;\n", "")
          .withFast(
              "        ACC_INSTANCE(0, i_1) C[i_1] = 1.0f;\n",
              "        float C_tile = C[i_1];\n        ACC_INSTANCE(0, i_1) C[i_1] = 1.0f;\n"),
      "a different value");
  expectRefused(
      buffered().withFast(
          "            C[i_1] = C_tile;\n        }\n        ACC_INSTANCE(2, i_1) C[i_1] /= 3.0f;\n",
          "            ACC_INSTANCE(2, i_1) C[i_1] /= 3.0f;\n            C[i_1] = C_tile;\n"
          "        } else\n            ACC_INSTANCE(2, i_1) C[i_1] /= 3.0f;\n"),
      "a different value");
}

/// A tile of private sums: nothing in "sum = 0" says which (i, j) it is, only the place
/// of the tile's element in the other statements.
TEST(Validate, TilesOfPrivateScalars) {
  RewriteCase c;
  c.before = "void f(int p, float *restrict C, const float *restrict A, const float *restrict B)\n"
             "{\n    int i, j, k;\n    ";
  c.nest = "for (i = 0; i < 16; i++)\n        for (j = 0; j < 32; j++) {\n"
           "            float sum = 0;\n            for (k = 0; k < p; k++)\n"
           "                sum += A[i*p + k] * B[j*p + k];\n            C[i*32 + j] = sum;\n"
           "        }";
  c.sizes = {{"C", {"32"}}, {"A", {"p"}}, {"B", {"p"}}};
  c.guard = "p > 0";
  c.fast = "{\n        long i0, j0, k0, i1, j1;\n"
           "        for (j0 = 0; j0 < 32; j0 += 8)\n"
           "            for (i0 = 0; i0 < 16; i0 += 4) {\n"
           "                float sum_1[4][8];\n"
           "                for (i1 = 0; i1 < 4; i1++)\n"
           "                    for (j1 = 0; j1 < 8; j1++)\n"
           "                        ACC_INSTANCE(0, i0 + i1, j0 + j1) sum_1[i1][j1] = 0;\n"
           "                for (k0 = 0; k0 < p; k0++)\n"
           "                    for (i1 = 0; i1 < 4; i1++)\n"
           "                        for (j1 = 0; j1 < 8; j1++)\n"
           "                            ACC_INSTANCE(1, i0 + i1, j0 + j1, k0) sum_1[i1][j1] += "
           "A[(i0 + i1)*p + k0] * B[(j0 + j1)*p + k0];\n"
           "                for (i1 = 0; i1 < 4; i1++)\n"
           "                    for (j1 = 0; j1 < 8; j1++)\n"
           "                        ACC_INSTANCE(2, i0 + i1, j0 + j1) C[(i0 + i1)*32 + j0 + j1] = "
           "sum_1[i1][j1];\n"
           "            }\n    }";
  expectProved(c);
  expectRefused(
      c.withFast("ACC_INSTANCE(0, i0 + i1, j0 + j1) sum_1[i1][j1] = 0;", "sum_1[i1][0] = 0;"),
      "an operation does not match any operation of the source");
  expectRefused(c.withFast("+ j1] = sum_1[i1][j1]", "+ j1] = sum_1[i1][7 - j1]"),
                "a read sees a different value than in the source");
}

} // namespace
} // namespace acc::test
