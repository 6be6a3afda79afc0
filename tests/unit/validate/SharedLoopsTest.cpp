// Loops that threads share out: what makes iterations depend on each other, or OpenMP refuse or
// change the loop.
#include "tests/unit/validate/ProofFixture.h"

namespace acc::test {
namespace {

/// c[i][j] = s * a[i][j] + t, by rows.
RewriteCase inThreads() {
  RewriteCase c;
  c.before = "#define ACC_PRAGMA(text) _Pragma(#text)\n"
             "#define ACC_PARALLEL(work, least) ACC_PRAGMA(omp parallel for if(work >= least))\n"
             "#define ACC_VECTOR ACC_PRAGMA(clang loop vectorize(assume_safety))\n"
             "static int counter(void);\n__thread float own[8];\n"
             "void f(int n, float s, float *c, const float *a)\n{\n    int i, j;\n    ";
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < 8; j++)\n            c[i*8 + j] = s * "
           "a[i*8 + j];";
  c.sizes = {{"c", {"8"}}, {"a", {"8"}}};
  c.guard = "n > 0\n"
            "        && ((unsigned long)(c + (n - 1) * 8L + 8) <= (unsigned long)a\n"
            "            || (unsigned long)(a + (n - 1) * 8L + 8) <= (unsigned long)c)";
  c.fast = "{\n        long i_0;\n        ACC_PARALLEL(1.0 * n, 100)\n"
           "        for (i_0 = 0; i_0 < n; i_0++) {\n            long j_0;\n"
           "            for (j_0 = 0; j_0 < 8; j_0++)\n"
           "                ACC_INSTANCE(0, i_0, j_0) c[i_0 * 8 + j_0] = s * a[i_0 * 8 + j_0];\n   "
           "     }\n    }";
  return c;
}

TEST(SharedLoops, RowsOfTheirOwn) {
  expectProved(inThreads());
  expectProved(inThreads().withFast("(1.0 * n, 100)", "(1.0 * (n + 2) * n - 8, 1)"));
}

/// Two of its iterations touch one element.
TEST(SharedLoops, IterationsThatMeet) {
  const char *const pragma = "cannot prove a pragma";
  RewriteCase c = inThreads();
  c.nest = "for (i = 0; i < n; i++)\n        for (j = 0; j < 8; j++)\n            c[i*8 + j + 8] = "
           "s * c[i*8 + j];";
  c.sizes = {{"c", {"8"}}};
  c.guard = "n > 0";
  c.fast = "{\n        long i_0;\n        ACC_PARALLEL(1.0 * n, 100)\n        for (i_0 = 0; i_0 < "
           "n; i_0++) {\n"
           "            long j_0;\n            for (j_0 = 0; j_0 < 8; j_0++)\n"
           "                ACC_INSTANCE(0, i_0, j_0) c[i_0 * 8 + j_0 + 8] = s * c[i_0 * 8 + "
           "j_0];\n        }\n    }";
  expectProved(c.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
  expectRefused(c, pragma);
  // Anti-dependences too: row i reads what row i + 1 sets.
  for (std::string *text : {&c.nest, &c.fast})
    for (const char *name : {"c[i*8 + j + 8]", "c[i_0 * 8 + j_0 + 8]"})
      if (size_t at = text->find(name); at != std::string::npos) {
        std::string element = name;
        element.replace(element.find(" + 8]"), 5, "]");
        text->replace(at, std::string(name).size(), element);
        at = text->find("s * ") + 4;
        text->replace(at, text->find(';', at) - at, name);
      }
  expectProved(c.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
  expectRefused(c, pragma);
}

TEST(SharedLoops, VariablesOfAllIterations) {
  RewriteCase counter =
      inThreads().withFast("            long j_0;\n", "").withFast("long i_0;", "long i_0, j_0;");
  expectRefused(counter, "sets j_0, which is declared outside");
  expectProved(counter.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
  RewriteCase scalar = inThreads().withFast(
      "ACC_INSTANCE(0, i_0, j_0) c[i_0 * 8 + j_0] = s * a[i_0 * 8 + j_0];",
      "{ t = a[i_0 * 8 + j_0]; ACC_INSTANCE(0, i_0, j_0) c[i_0 * 8 + j_0] = s * t; }");
  RewriteCase shared = scalar.withFast("long i_0;", "long i_0;\n        float t;");
  expectRefused(shared, "sets t, which is declared outside");
  expectProved(shared.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
  expectProved(scalar.withFast("long j_0;", "long j_0;\n            float t;"));
}

TEST(SharedLoops, BuffersOfAllIterations) {
  RewriteCase c = inThreads().withFast(
      "            for (j_0 = 0; j_0 < 8; j_0++)\n                ACC_INSTANCE(0, i_0, j_0) c[i_0 "
      "* 8 + j_0] = s * a[i_0 * 8 + j_0];\n",
      "            for (j_0 = 0; j_0 < 8; j_0++)\n                t[j_0] = a[i_0 * 8 + j_0];\n"
      "            for (j_0 = 0; j_0 < 8; j_0++)\n                ACC_INSTANCE(0, i_0, j_0) c[i_0 "
      "* 8 + j_0] = s * t[j_0];\n");
  RewriteCase shared = c.withFast("long i_0;", "long i_0;\n        float t[8];");
  expectRefused(shared, "sets elements of t");
  expectProved(shared.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
  expectProved(c.withFast("long j_0;", "long j_0;\n            float t[8];"));
  expectRefused(c.withFast("long j_0;", "long j_0;\n            static float t[8];"),
                "the nest uses a static local variable or alloca: t");
  // Through a pointer to it, as tiles are given to functions.
  RewriteCase pointed = shared.withFast("long j_0;", "long j_0;\n            float *u = t;")
                            .withFast("                t[j_0] = a", "                u[j_0] = a");
  expectProved(pointed.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
  expectRefused(pointed,
                "cannot prove a pragma of the rewritten code correct: ACC_PARALLEL(1.0 * n, 100)");
  // And through a function that is given it.
  RewriteCase given = shared.withFast("                t[j_0] = a[i_0 * 8 + j_0];\n",
                                      "                keep(j_0, t, a[i_0 * 8 + j_0]);\n");
  given.before.insert(
      given.before.find("void f("),
      "static void keep(long at, float *to, float value)\n{\n    to[at] = value;\n}\n");
  expectProved(given.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
  expectRefused(given, "declared outside it");
}

/// What OpenMP does not take, or takes for something else.
/// What a call leaves in errno is in the errno of its thread; -fno-math-errno says that nobody
/// looks.
TEST(SharedLoops, ErrnoOfOtherThreads) {
  RewriteCase c = inThreads();
  c.before = "float sqrtf(float);\n" + c.before;
  c.nest.replace(c.nest.find("s * a[i*8 + j]"), 14, "sqrtf(a[i*8 + j])");
  c = c.withFast("s * a[i_0 * 8 + j_0]", "sqrtf(a[i_0 * 8 + j_0])");
  expectRefused(c, "sets errno");
  expectProved(c.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
}

TEST(SharedLoops, OtherForms) {
  const char *const form = "cannot distribute a loop of this form";
  expectRefused(inThreads().withFast("i_0 < n; i_0++", "i_0 + 1 <= n; i_0++"),
                "arithmetic of the rewritten code may overflow: i_0 + 1");
  expectRefused(
      inThreads().withFast("for (i_0 = 0; i_0 < n; i_0++) {", "for (i_0 = 0; n > i_0; i_0++) {"),
      form);
  expectRefused(inThreads().withFast("            long j_0;\n",
                                     "            long j_0;\n            if (i_0 == n) break;\n"),
                "a jump leaves or enters the nest: break");
  expectRefused(inThreads().withFast("        }\n    }",
                                     "        }\n        if (i_0 > n) c[0] = c[0];\n    }"),
                "the counter of a parallel loop is used after the loop");
  RewriteCase behind =
      inThreads().withFast("        }\n    }", "        }\n        i = (int)i_0;\n    }");
  behind.after = "\n    c[0] = (float)i;\n}\n";
  expectRefused(behind, "used after the loop");
  expectProved(behind.withFast("ACC_PARALLEL(1.0 * n, 100)\n", ""));
}

/// A thread leaves the counter as it was, so nothing may begin with what the loop leaves in it.
TEST(SharedLoops, CountersThatGoOn) {
  expectRefused(inThreads()
                    .withFast("for (i_0 = 0; i_0 < n; i_0++) {",
                              "i_0 = 0;\n        ACC_PARALLEL(1.0 * n, 100)\n        for (i_0 = "
                              "i_0; i_0 < n; i_0++) {")
                    .withFast("ACC_PARALLEL(1.0 * n, 100)\n        i_0", "i_0"),
                "used after the loop");
  expectRefused(inThreads().withFast("        }\n    }",
                                     "        }\n        for (i_0 = i_0 - n; i_0 < 0; "
                                     "i_0++)\n            c[0] = c[0];\n    }"),
                "a scalar carries a value between iterations in an unsupported way");
}

/// The hint is a promise by itself, whatever stands between it and the loop.
TEST(SharedLoops, OtherHints) {
  RewriteCase two =
      inThreads().withFast("100)\n        for", "100)\n        ACC_VECTOR\n        for");
  expectProved(two);
  expectRefused(two.withFast("            long j_0;\n", "").withFast("long i_0;", "long i_0, j_0;"),
                "sets j_0");
  expectRefused(inThreads().withFast("ACC_PARALLEL(1.0 * n, 100)", "_Pragma(\"omp parallel for\")"),
                "cannot prove a pragma");
  expectRefused(inThreads().withFast("ACC_PARALLEL(1.0 * n, 100)", "_Pragma(\"omp taskloop\")"),
                "cannot prove a pragma");
}

/// What it asks of the work is run where OpenMP is on, and read by nobody else.
TEST(SharedLoops, EffectsInTheHelper) {
  const char *const number = "not a plain number";
  for (const char *work :
       {"(1.0 * n++, 100)", "(1.0 * --n, 100)", "(n = 1, 100)", "(1.0 * counter(), 100)",
        "(c[0], 100)", "(1.0 * elsewhere, 100)", "(1.0 / n, 100)", "(1.0 * (counter)(), 100)"})
    expectRefused(inThreads().withFast("(1.0 * n, 100)", work), number);
}

} // namespace
} // namespace acc::test
