"""`rewrite --judge`: the unit's own compiler has the last word. The cases are clear-cut: a fast version whose schedule is
far worse than the source's order, and compilers that change what one of the versions does."""
import json
import os
import re
import shutil
import unittest

from support import GEMM, CommandTest

COPY = """\
void twice(int n, int m, double *restrict A, const double *restrict B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] = 2*B[i*m + j];
}
"""
LONG_ROWS = """\
void widened(int n, int m, int row, double *restrict A, const double *restrict B, int k)
{
    int i, j, p;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            double s = 0;
            for (p = 0; p < k; p++)
                s += B[i*row + j + p]*B[p];
            A[i*row + j] = s;
        }
}
"""
KNOWN = """\
static void lags(int n, int most, const float *restrict x, float *restrict r)
{
    for (int k = 0; k <= most; k++) {
        float s = 0;
        for (int i = 0; i < n - k; i++)
            s += x[i] * x[i + k];
        r[k] = s;
    }
}
void predict(const float *x, float *r) { lags(%s, x, r); }
"""
TAIL = """\
#include <xmmintrin.h>
void add(int n, float a, const float *x, float *y)
{
    int i, n8 = n >> 3 << 3;
    __m128 all = _mm_set1_ps(a);
    for (i = 0; i < n8; i += 8) {
        _mm_storeu_ps(&y[i], _mm_add_ps(_mm_loadu_ps(&y[i]), _mm_mul_ps(all, _mm_loadu_ps(&x[i]))));
        _mm_storeu_ps(&y[i + 4], _mm_add_ps(_mm_loadu_ps(&y[i + 4]), _mm_mul_ps(all, _mm_loadu_ps(&x[i + 4]))));
    }
    for (; i < n; i++)
        y[i] += a * x[i];
}
"""
NEW_GCC = "#if defined(__GNUC__) && __GNUC__ > 4\n#define SKIP\n#endif\n"
COLUMNS_FIRST = "- nest: twice#1\n  schedule:\n    - reorder: [j, i]\n"

# Runs the compiler on a text that `change`, a sed command, has changed.
WRAPPER = """\
#!/bin/sh
for word; do case $word in */unit.c) sed -i '%s' "$word";; esac; done
exec %s "$@"
"""


@unittest.skipUnless(shutil.which("gcc"), "needs gcc")
class Judge(CommandTest):
    def rewrite(self, *words, **more):
        return self.rewrite_all(*words, **more)[0]

    def rewrite_all(self, *words, compiler="gcc", level="-O2", text=GEMM):
        self.write("a.c", text)
        self.write(
            "compile_commands.json",
            json.dumps(
                [
                    {
                        "directory": str(self.dir),
                        "file": "a.c",
                        "arguments": [compiler, *level.split(), "-c", "a.c"],
                    }
                ]
            ),
        )
        result = self.run_tool(
            "rewrite", "a.c", "--format=json", "--judge=on", "--judge-time=1", *words, status=None
        )
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return json.loads(result.stdout)["files"][0]["nests"]

    def wrapper(self, change, name="wrapped"):
        path = self.write(name, WRAPPER % (change, shutil.which("gcc")))
        path.chmod(0o755)
        return path

    def reasons(self, nest):
        return [reason["id"] for reason in nest["rejections"]]

    def test_what_is_faster_stays_with_its_measurements(self):
        nest = self.rewrite()
        self.assertEqual(self.reasons(nest), [])
        measured = nest["measured"]
        self.assertEqual(os.path.basename(measured["compiler"]), "gcc")
        self.assertEqual(measured["why"], "")
        self.assertTrue(measured["sizes"])
        self.assertGreater(max(size["ratio"] for size in measured["sizes"]), 1.5)
        self.assertEqual(set(measured["sizes"][0]["values"]), {"n", "m", "p", "ldc", "lda", "ldb"})

    def test_rows_that_must_be_longer_than_loops_are_measured_with_long_loops(self):
        measured = self.rewrite(text=LONG_ROWS)["measured"]
        self.assertGreaterEqual(max(size["values"]["m"] for size in measured["sizes"]), 4)

    def test_a_script_that_loses_is_written_and_its_figures_are_reported(self):
        self.write("s.yaml", COLUMNS_FIRST)
        nest = self.rewrite("--schedule=s.yaml", text=COPY)
        self.assertEqual(self.reasons(nest), [])
        self.assertLess(min(size["ratio"] for size in nest["measured"]["sizes"]), 0.9)

    def test_what_loses_at_all_sizes_is_not_written(self):
        wrapped = self.wrapper(
            "/_rewritten_body(.*)$/{n;s/{/{ for (volatile long t = 0; t < 20L*n*m*p; t++);/}"
        )
        nest = self.rewrite("--compiler=%s" % wrapped)
        self.assertEqual(self.reasons(nest), ["slower"])
        self.assertLess(max(size["ratio"] for size in nest["measured"]["sizes"]), 0.98)
        self.assertIn("speed relative to the original", nest["rejections"][0]["message"])

    def test_what_loses_at_large_sizes_runs_below_them(self):
        wrapped = self.wrapper(
            "/ACC_FAST void gemm_1_fast/,/^{/s/^{/{ if ((double)n*m*p > 2e6) "
            "for (volatile long t = 0; t < 20L*n*m*p; t++);/"
        )
        nest = self.rewrite("-i", "--in-file", "--compiler=%s" % wrapped, level="-O2 -march=x86-64")
        self.assertEqual(self.reasons(nest), [])
        text = self.read("a.c").decode()
        most = int(re.search(r"--most-work=(\d+)", text).group(1))
        self.assertTrue(65536 <= most <= 2000000, most)
        self.assertIn("<= %d" % most, text.split("Schedule")[0].split("fast version of")[1])
        self.assertRegex(text, r"n \* m \* p <= %d" % most)
        self.assertTrue(all(size["ratio"] >= 0.98 for size in nest["measured"]["sizes"]))
        self.run_tool("rewrite", "a.c", "--check", "--in-file", "--judge=on")

    def test_what_would_never_run_in_its_unit_is_not_written(self):
        nest = self.rewrite(level="-O3", text=KNOWN % "240, 4")
        self.assertEqual(self.reasons(nest), ["never-runs"])
        self.assertIn(
            "no fast version would run in this unit: it only uses most = 4",
            nest["rejections"][0]["message"],
        )

    def test_the_rest_behind_a_loop_over_vectors_is_not_written(self):
        tail = self.rewrite_all(text=TAIL)[-1]
        self.assertEqual(self.reasons(tail), ["never-runs"])
        self.assertIn(
            "no fast version would run in this unit: it only uses n - i <= 7",
            tail["rejections"][0]["message"],
        )

    def test_what_the_unit_s_compiler_leaves_out_is_not_written(self):
        for text in (
            NEW_GCC + "#ifndef SKIP\n" + GEMM + "#endif\n",
            NEW_GCC
            + COPY.replace(
                "    for (i", "#ifdef SKIP\n    A[0] = B[n*m];\n#else\n    for (i"
            ).replace("2*B[i*m + j];", "2*B[j*n + i];\n#endif"),
            NEW_GCC
            + "#ifdef SKIP\n#define K 3\n#else\n#define K 2\n#endif\n"
            + COPY.replace("2*B[i*m + j]", "K*B[j*n + i]"),
        ):
            nest = self.rewrite(text=text)
            self.assertEqual(self.reasons(nest), ["never-runs"], text)
            self.assertIn(
                "an #if around it or its fast version is false for the unit's compiler, gcc",
                nest["rejections"][0]["message"],
            )

    def test_a_call_of_an_exported_function_runs_in_an_executable(self):
        called = "double doubled(double x) { return 2*x; }\n" + COPY.replace(
            "2*B[i*m + j]", "doubled(B[i*m + j])"
        )
        for level in ("-O2", "-O2 -fPIE", "-O2 -fno-pie"):
            self.assertNotIn(
                "never-runs", self.reasons(self.rewrite(level=level, text=called)), level
            )

    def test_known_sizes_alone_are_measured(self):
        measured = self.rewrite(level="-O3", text=KNOWN % "4096, 63")["measured"]
        self.assertEqual([size["values"] for size in measured["sizes"]], [{"n": 4096, "most": 63}])

    def test_local_arrays_have_their_declared_length(self):
        """The check asks for 32 elements; 64 would be too many."""
        text = """void use(double *);
void copy(int n, const double *restrict A)
{
    double t[37];
    for (int i = 0; i < n; i++)
        t[i] = A[i] + A[i + 1];
    use(t);
}
"""
        measured = self.rewrite(text=text)["measured"]
        self.assertEqual(measured["why"], "")
        self.assertTrue(measured["sizes"])
        for size in measured["sizes"]:
            self.assertLessEqual(size["values"]["n"], 37)

    def test_off_writes_it_all_the_same(self):
        self.write("s.yaml", COLUMNS_FIRST)
        nest = self.rewrite("--schedule=s.yaml", "--judge=off", text=COPY)
        self.assertEqual(self.reasons(nest), [])
        self.assertIsNone(nest["measured"])

    def test_other_results_of_the_compiler_drop_the_nest(self):
        wrapped = self.wrapper("/_original_body(/,/_original(void)/s/k = 0/k = 1/")
        nest = self.rewrite("--compiler=%s" % wrapped)
        self.assertEqual(self.reasons(nest), ["miscompiled"])
        self.assertIn("differs", nest["rejections"][0]["message"])

    def test_a_version_that_dies_drops_the_nest(self):
        wrapped = self.wrapper("s/_rewritten(void) {/& __builtin_trap();/")
        nest = self.rewrite("--compiler=%s" % wrapped)
        self.assertEqual(self.reasons(nest), ["miscompiled"])
        self.assertIn("terminates the program", nest["rejections"][0]["message"])

    def test_a_program_that_the_tree_names_is_not_run(self):
        path = self.write("mycc", "#!/bin/sh\ntouch '%s/was-run'\n" % self.dir)
        path.chmod(0o755)
        for name in ("./mycc", str(path), "mycc"):
            with self.subTest(name):
                nest = self.rewrite(compiler=name)
                self.assertEqual(self.reasons(nest), [])
                self.assertIn("mycc", nest["measured"]["why"])
                self.assertEqual(nest["measured"]["compiler"], "")
        self.assertFalse((self.dir / "was-run").exists())

    def test_a_compiler_that_fails_measures_nothing(self):
        path = self.write("broken", "#!/bin/sh\necho 'unit.c:1:1: error: no licence'; exit 1\n")
        path.chmod(0o755)
        nest = self.rewrite("--compiler=%s" % path)
        self.assertEqual(self.reasons(nest), [])
        self.assertIn("no licence", nest["measured"]["why"])

    HAS_FAST = (
        "for word; do case $word in */unit.c) unit=$word;; esac; done; "
        'cat "${unit%/*}"/unit*[ch] | grep -q gemm_1_fast'
    )

    def refusing(self, condition):
        """A compiler that takes nothing for which this command holds."""
        path = self.write(
            "refusing",
            "#!/bin/sh\nif %s; then echo 'unit.c:1:1: error: too wide'; exit 1; fi\n"
            'exec %s "$@"\n' % (condition, shutil.which("gcc")),
        )
        path.chmod(0o755)
        return "--compiler=%s" % path

    def test_what_the_compiler_rejects_is_not_written(self):
        two = GEMM + GEMM.replace("gemm", "second")
        for words in ([], ["--in-file"]):
            with self.subTest(words):
                nests = self.rewrite_all(self.refusing(self.HAS_FAST), *words, text=two)
                self.assertEqual([self.reasons(nest) for nest in nests], [["compiler-error"], []])
                self.assertIn("too wide", nests[0]["rejections"][0]["message"])
                self.assertEqual([nest["written"] for nest in nests], [False, True])

    def test_a_byte_order_mark_is_at_the_beginning_or_nowhere(self):
        nest = self.rewrite(text="\ufeff" + GEMM)
        self.assertEqual(nest["measured"]["why"], "")
        self.assertTrue(nest["measured"]["sizes"])

    def test_a_warning_that_the_command_makes_an_error_is_one(self):
        refusing = self.refusing('%s && case " $* " in *" -w "*) false;; esac' % self.HAS_FAST)
        self.assertEqual(self.reasons(self.rewrite(refusing)), [])
        self.assertEqual(
            self.reasons(self.rewrite(refusing, level="-O2 -Werror")), ["compiler-error"]
        )

    def test_what_each_call_passes_is_known_where_it_is_measured(self):
        """A compiler inlines the source there: what is written must be faster than that."""
        text = (
            "#include <string.h>\n"
            "static void rows(unsigned char *d, long s, int m, const unsigned char *a)\n{\n"
            "    for (int r = 0; r < m; r++) {\n        memcpy(d, a, m);\n        d += s;\n"
            "    }\n}\n"
            "void rows16(unsigned char *d, const unsigned char *a) { rows(d, 99, 16, a); }\n"
            "void rows64(unsigned char *d, const unsigned char *a) { rows(d, 99, 64, a); }\n"
        )
        for size, is_known in ((16, True), (64, True), (32, False)):
            with self.subTest(size):
                known = "'^ *int m = %d;'" % size
                refusing = self.refusing(self.HAS_FAST.replace("gemm_1_fast", known))
                nest = self.rewrite(refusing, level="-O3", text=text)
                self.assertEqual("too wide" in nest["measured"]["why"], is_known)

    def test_units_for_debugging_or_for_size_are_left_alone(self):
        for level in ("-O0", "-Os"):
            with self.subTest(level):
                self.assertEqual(self.reasons(self.rewrite(level=level)), ["not-optimized"])
                # Whether it is faster there is not asked.
                named = self.rewrite("--only=gemm", "--judge=off", level=level)
                self.assertEqual(self.reasons(named), [])

    def test_a_check_asks_for_nothing_that_measuring_left_out(self):
        self.write("two.c", GEMM + GEMM.replace("gemm", "second"))
        self.run_tool("rewrite", "two.c", "-i", "-q", "--judge=off", "--only=gemm", "--", "-O2")
        self.run_tool("rewrite", "two.c", "--check", "--judge=off", "--", "-O2", status=1)
        self.run_tool("rewrite", "two.c", "--check", "--judge=on", "--", "-O2")

    def test_check_measures_nothing(self):
        self.write("a.c", GEMM)
        broken = self.write("broken", "#!/bin/sh\ntouch '%s/was-run'\nexit 1\n" % self.dir)
        broken.chmod(0o755)
        self.run_tool(
            "rewrite",
            "a.c",
            "--check",
            "--judge=on",
            "--compiler=%s" % broken,
            "--",
            "-O2",
            status=1,
        )
        self.assertFalse((self.dir / "was-run").exists())

    def test_check_accepts_files_that_measuring_left_alone(self):
        self.rewrite("-i")
        self.write("b.c", COPY)
        self.run_tool("rewrite", "a.c", "b.c", "--check", "--judge=on", "--", "-O2")
        self.run_tool("rewrite", "b.c", "--check", "--judge=on", "--", "-O2", status=1)

    def test_options(self):
        self.write("a.c", GEMM)
        for words in (["--judge=maybe"], ["--judge-time=0"], ["--compiler=/is/not/there"]):
            self.run_tool("rewrite", "a.c", "--judge=off", *words, "--", "-O2", status=2)


if __name__ == "__main__":
    unittest.main()
