"""--openmp: what threads share out has the bytes of the source whatever their number, and one text is right with OpenMP
and without."""
import os
import subprocess
import unittest

from support import GEMM, CommandTest

FORMS = {
    # name: (function, arguments behind n and m, arrays)
    "product": (
        "void f(int n, int m, float *c, const float *a, const float *b)\n{\n    int i, j, k;\n"
        "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            for (k = 0; k < n; k++)\n"
        "                c[i*m + j] += a[i*n + k] * b[k*m + j];\n}\n"
    ),
    "row sums": (
        "void f(int n, int m, float *c, const float *a, const float *b)\n{\n    int i, j;\n"
        "    for (i = 0; i < n; i++) {\n        float sum = 0;\n        for (j = 0; j < m; j++)\n"
        "            sum += a[i*m + j] * b[j];\n        c[i] = sum;\n    }\n}\n"
    ),
    "sweeps in time": (
        "void f(int n, int m, float *c, float *a, const float *b)\n{\n    int t, i, j;\n    for (t = 0; t < 5; t++) {\n"
        "        for (i = 1; i < n - 1; i++)\n            for (j = 1; j < m - 1; j++)\n"
        "                c[i*m + j] = a[(i-1)*m + j] + a[i*m + j-1] + a[i*m + j+1] + a[(i+1)*m + j] + b[j];\n"
        "        for (i = 1; i < n - 1; i++)\n            for (j = 1; j < m - 1; j++)\n"
        "                a[i*m + j] = 0.25f * c[i*m + j];\n    }\n}\n"
    ),
    "triangle": (
        "void f(int n, int m, float *c, const float *a, const float *b)\n{\n    int i, j;\n"
        "    for (i = 0; i < n; i++)\n        for (j = i; j < m; j++)\n            c[i*m + j] = a[i*m + j] * b[i] + c[i*m + j];\n}\n"
    ),
    "columns in order": (
        "void f(int n, int m, float *c, const float *a, const float *b)\n{\n    int i, j;\n"
        "    for (j = 1; j < m; j++)\n        for (i = 0; i < n; i++)\n"
        "            c[i*m + j] = c[i*m + j - 1] * b[i] + a[i*m + j];\n}\n"
    ),
}

# Of loops whose order in the source is expected to be the fastest.
SCHEDULES = {
    "columns in order": "- nest: f#1\n  schedule:\n    - reorder: [i, j]\n  plan:\n    - parallelize: {indices: [i]}\n"
}

MAIN = """
#include <stdio.h>
float c[400 * 400], a[400 * 400], b[400 * 400];
int main(void)
{
    int sizes[][2] = {{1, 1}, {2, 3}, {17, 40}, {61, 67}, {300, 256}}, s, k;
    for (s = 0; s < 5; s++) {
        for (k = 0; k < 400 * 400; k++) { a[k] = (float)(k % 17) / 3; b[k] = (float)(k % 13) / 7; c[k] = (float)(k % 5) / 9; }
        f(sizes[s][0], sizes[s][1], c, a, b);
        fwrite(c, sizeof c, 1, stdout);
        fwrite(a, sizeof a, 1, stdout);
    }
    return 0;
}
"""

FLAGS = ["-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror"]


def has_openmp(compiler):
    """Its library is there, too."""
    done = subprocess.run(
        [compiler, "-fopenmp", "-x", "c", "-", "-o", "/dev/null"],
        capture_output=True,
        text=True,
        input="#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n",
    )
    return done.returncode == 0


BLUR = """void blur(int n, int m, double *b, const double *a)
{
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 0; j < m; j++)
            b[i*m + j] = a[(i - 1)*m + j] + a[i*m + j] + a[(i + 1)*m + j];
}
"""


class ThreadTest(CommandTest):
    def build(self, name, *flags):
        subprocess.run(["gcc", *FLAGS, *flags, name, "-o", "program"], cwd=self.dir, check=True)

    def output(self, threads=1):
        environment = dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_DYNAMIC="false")
        return subprocess.run(
            [str(self.dir / "program")], check=True, capture_output=True, env=environment
        ).stdout

    def rewritten(self, text, *options, flags=()):
        self.write("k.c", text)
        (self.dir / "out" / "k.c").unlink(missing_ok=True)
        self.run_tool(
            "rewrite", "--openmp", "--output-dir=out", "k.c", *options, "--", "-O3", *flags
        )
        return self.whole("out/k.c")


class OpenMp(ThreadTest):
    def test_bytes_of_the_source(self):
        for name, text in FORMS.items():
            with self.subTest(form=name):
                self.write("k.c", text + MAIN)
                self.build("k.c")
                wanted = self.output()
                # With so little work as this threads run for no other reason than that they are asked to.
                for options in [["--no-work-threshold"]] + [[]] * (name == "product"):
                    if name in SCHEDULES:
                        self.write("schedule.yaml", SCHEDULES[name])
                        options = options + ["--schedule=schedule.yaml"]
                    written = self.rewritten(text + MAIN, *options)
                    self.assertTrue("    ACC_PARALLEL(" in written, written[-3000:])
                    self.assertIn("parallelize: {indices: [", " ".join(written.split()))
                    self.build("out/k.c")
                    self.assertEqual(self.output(), wanted)
                    if not has_openmp("gcc"):
                        continue
                    self.build("out/k.c", "-fopenmp")
                    for threads in (1, 2, 3):
                        self.assertEqual(self.output(threads), wanted, threads)

    @unittest.skipUnless(has_openmp("gcc"), "gcc has no OpenMP library")
    def test_threads_run(self):
        self.rewritten(FORMS["product"] + MAIN, "--no-work-threshold")
        subprocess.run(
            ["gcc", "-O2", "-fopenmp", "-c", "out/k.c", "-o", "k.o"], cwd=self.dir, check=True
        )
        symbols = subprocess.run(
            ["nm", "k.o"], cwd=self.dir, check=True, capture_output=True, text=True
        ).stdout
        self.assertIn("GOMP_parallel", symbols)

    def test_the_text_is_stable(self):
        self.write("gemm.c", GEMM)
        self.run_tool("rewrite", "-i", "--openmp", "gemm.c", "--", "-O3")
        self.assertIn("ACC_PARALLEL(1.0 * ", self.whole("gemm.c"))
        for flags in (["-O3"], ["-O3", "-fopenmp"]):
            self.run_tool("rewrite", "--check", "--openmp", "gemm.c", "--", *flags)
            self.run_tool("verify", "gemm.c", "--compiler=gcc", "--", *flags)
        self.run_tool("rewrite", "-i", "--revert", "gemm.c")
        self.assertEqual(self.read("gemm.c").decode(), GEMM)

    def test_nests_with_pragmas_of_their_own(self):
        text = FORMS["product"].replace(
            "    for (i", "#pragma omp parallel for private(j, k)\n    for (i"
        )
        written = self.rewritten(text)
        self.assertIn("&& !defined(_OPENMP)", written)
        self.assertNotIn("ACC_PARALLEL", written)

    def test_a_sum_is_nobodys_share(self):
        """Every loop of it carries the sum; the script that asks for threads is told so."""
        text = (
            "float f(int n, int m, const float *a)\n{\n    int i, j;\n    float sum = 0;\n    for (i = 0; i < n; i++)\n"
            "        for (j = 0; j < m; j++)\n            sum += a[i*m + j];\n    return sum;\n}\n"
        )
        self.write("k.c", text)
        (self.dir / "out" / "k.c").unlink(missing_ok=True)
        self.run_tool("rewrite", "--openmp", "--output-dir=out", "k.c", "--", "-O3")
        if (self.dir / "out" / "k.c").exists():
            self.assertNotIn("ACC_PARALLEL", self.whole("out/k.c"))
        self.write("s.yaml", "- nest: f#1\n  plan:\n    - parallelize: [i]\n")
        asked = self.run_tool("rewrite", "--schedule=s.yaml", "k.c", "--", "-O3", status=1)
        self.assertIn("'i' carries a dependence", asked.stderr)

    def test_errno_is_of_one_thread(self):
        text = (
            "float sqrtf(float);\nvoid f(int n, int m, float *c, const float *a)\n{\n    int i, j;\n    for (i = 0; i < n; i++)\n"
            "        for (j = 0; j < m; j++)\n            c[i*m + j] = sqrtf(a[i*m + j]);\n}\n"
        )
        self.write("k.c", text)
        self.write("s.yaml", "- nest: f#1\n  plan:\n    - parallelize: [i]\n")
        asked = self.run_tool("rewrite", "--schedule=s.yaml", "k.c", "--", "-O3", status=1)
        self.assertIn("parallelize: a call sets errno", asked.stderr)
        asked = self.run_tool("rewrite", "--schedule=s.yaml", "k.c", "--", "-O3", "-fno-math-errno")
        self.assertIn("ACC_PARALLEL(", asked.stdout)

    def test_too_little_work_for_good(self):
        text = (
            "void f(float *c, const float *a)\n{\n    int i, j;\n    for (i = 0; i < 8; i++)\n        for (j = 0; j < 64; j++)\n"
            "            c[i*64 + j] = 2 * a[i*64 + j];\n}\n"
        )
        self.write("k.c", text)
        (self.dir / "out" / "k.c").unlink(missing_ok=True)
        self.run_tool("rewrite", "--openmp", "--levels=off", "--output-dir=out", "k.c", "--", "-O3")
        self.assertFalse((self.dir / "out" / "k.c").exists())
        self.write("s.yaml", "- nest: f#1\n  plan:\n    - parallelize: [i]\n")
        asked = self.run_tool("rewrite", "--schedule=s.yaml", "k.c", "--", "-O3", status=1)
        self.assertIn("parallelize: 'i' runs on one thread", asked.stderr)

    def test_configuration(self):
        self.write("gemm.c", GEMM)
        self.write(".acc-delin.yaml", "openmp: true\n")
        self.assertIn(
            "parallelize: {indices: [j]}",
            self.run_tool("rewrite", "--print-schedule", "gemm.c", "--", "-O3").stdout,
        )
        self.write(".acc-delin.yaml", "openmp: false\n")
        self.assertNotIn(
            "parallelize",
            self.run_tool("rewrite", "--print-schedule", "gemm.c", "--", "-O3").stdout,
        )


# Functions that have threads of their own. Each fills c, and a where it changes it.
THREADED = {
    "parallel for": """
void f(int n, int m, float *c, float *a, const float *b)
{
    int i, j, k;
#pragma omp parallel for private(j, k) schedule(dynamic, 3)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < n; k++)
                c[i*m + j] += a[i*n + k] * b[k*m + j];
}
""",
    "number of threads": """
void f(int n, int m, float *c, float *a, const float *b)
{
#pragma omp parallel for num_threads(2)
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            c[i*m + j] = a[j*n + i] + b[i*m + j];
}
""",
    "two loops at once": """
void f(int n, int m, float *c, float *a, const float *b)
{
    int i, j;
#pragma omp parallel for collapse(2) default(none) shared(n, m, a, b, c)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (int k = 0; k < n; k++)
                c[i*m + j] += a[i*n + k] * b[k*m + j];
}
""",
    "region": """
void f(int n, int m, float *c, float *a, const float *b)
{
    int t, j;
#pragma omp parallel private(j, t)
    for (t = 0; t < 3; t++) {
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            for (j = 0; j < m; j++)
                for (int k = 0; k < n; k++)
                    c[i*m + j] += a[i*n + k] * b[k*m + j];
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            for (j = 0; j < m; j++)
                for (int k = 0; k < n; k++)
                    a[i*m + j] += c[i*n + k] * b[k*m + j];
    }
}
""",
    "tasks": """
void f(int n, int m, float *c, float *a, const float *b)
{
    (void)a;
#pragma omp parallel
#pragma omp single
    for (int p = 0; p < 4; p++) {
        float *to = c + p * 40000;
#pragma omp task
        for (int i = 0; i < n / 3; i++)
            for (int j = 0; j < m / 3; j++)
                for (int k = 0; k < n; k++)
                    to[i*m + j] += b[i*n + k] * b[k*m + j];
    }
}
""",
    "sections": """
void f(int n, int m, float *c, float *a, const float *b)
{
    int s = 5, i, j;
#pragma omp parallel sections private(i, j) firstprivate(s)
    {
#pragma omp section
        {
            s = 7;
            for (j = 0; j < m; j++)
                for (i = 0; i < n; i++)
                    c[i*m + j] = b[j*n + i] + (float)s;
        }
#pragma omp section
        for (j = 0; j < m; j++)
            for (i = 0; i < n; i++)
                a[i*m + j] = b[j*n + i];
    }
}
""",
    "critical": """
void f(int n, int m, float *c, float *a, const float *b)
{
    int x = 1;
    (void)a;
#pragma omp parallel num_threads(3)
#pragma omp critical
    {
        for (int j = 0; j < m; j++)
            for (int i = 0; i < n; i++)
                c[i*m + j] += (float)x * b[j*n + i];
        x = 1;
    }
}
""",
    "own copy behind the loop": """
void f(int n, int m, float *c, float *a, const float *b)
{
    int j = 11;
    (void)a;
#pragma omp parallel for private(j)
    for (int i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (int k = 0; k < n; k++)
                c[i*m + j] += b[i*n + k] * b[k*m + j];
    c[0] += (float)j;
}
""",
    "promises": """
void f(int n, int m, float *c, float *a, const float *b)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#pragma GCC ivdep
        for (int j = 0; j < m; j++) {
            float s = 0;
#pragma omp simd
            for (int k = 0; k < n; k++)
                c[j*n + i] += a[i*n + k] * b[j*n + k];
            (void)s;
        }
}
""",
}


@unittest.skipUnless(has_openmp("gcc"), "gcc has no OpenMP library")
class ThreadsOfTheSource(ThreadTest):
    """Loops in the reach of the source's own directives, with one thread and several."""

    SEARCHED = ("parallel for", "region", "tasks")

    def test_bytes_of_the_source(self):
        for name, text in THREADED.items():
            for options in [["--schedule=none"]] + [[]] * (name in self.SEARCHED):
                with self.subTest(form=name, options=options):
                    options = options + ["--no-work-threshold"]
                    self.write("k.c", text + MAIN)
                    self.build("k.c", "-fopenmp")
                    wanted = {threads: self.output(threads) for threads in (1, 2, 3)}
                    (self.dir / "out" / "k.c").unlink(missing_ok=True)
                    self.run_tool(
                        "rewrite", "--output-dir=out", "k.c", *options, "--", "-O3", "-fopenmp"
                    )
                    if not (self.dir / "out" / "k.c").exists():
                        continue
                    self.build("out/k.c", "-fopenmp")
                    for threads in (1, 2, 3):
                        self.assertTrue(self.output(threads) == wanted[threads], threads)
                    self.build("out/k.c", "-Wno-unknown-pragmas")
                    self.output()

    def written(self, text, *options):
        self.write("k.c", text + MAIN)
        (self.dir / "out" / "k.c").unlink(missing_ok=True)
        done = self.run_tool(
            "rewrite",
            "--output-dir=out",
            "k.c",
            "--no-work-threshold",
            *options,
            "--",
            "-O3",
            "-fopenmp",
        )
        there = (self.dir / "out" / "k.c").exists()
        return self.whole("out/k.c") if there else "", done.stderr

    def test_the_fast_version_has_threads_where_the_source_has(self):
        for name in ("parallel for", "two loops at once"):
            text, _ = self.written(THREADED[name])
            self.assertIn("    ACC_PARALLEL(", text, name)
            self.assertNotIn("!defined(_OPENMP)", text)
            check = text.index("f_1_fast(", text.index("void f("))
            self.assertLess(check, text.index("#pragma omp parallel for"), name)
        text, _ = self.written(THREADED["number of threads"], "--schedule=none")
        self.assertRegex(text, r"ACC_PARALLEL_OF\(.*, 2\)")

    def test_loops_inside_are_tried(self):
        for name in ("region", "tasks", "own copy behind the loop"):
            text, errors = self.written(THREADED[name])
            self.assertIn("_fast(", text, name + errors)
            self.assertNotIn("    ACC_PARALLEL(", text)

    def test_loops_inside_are_proved_again(self):
        """On disk, too, where nothing is written of the whole."""
        self.write("k.c", THREADED["region"])
        flags = ["--", "-O3", "-fopenmp"]
        self.run_tool("rewrite", "-i", "-q", "--judge=off", "k.c", *flags)
        self.assertIn("proved", self.run_tool("verify", "k.c", "--compiler=gcc", *flags).stdout)
        self.run_tool("rewrite", "--check", "-q", "k.c", *flags)

    def test_a_race_of_the_original_is_no_difference(self):
        """Where the buffers overlap, the original's own threads race: one thread runs it."""
        self.write("blur.c", BLUR)
        self.run_tool("verify", "blur.c", "--schedule=none", "--", "-O2", "-fopenmp")

    def test_shared_variables_are_named(self):
        _, errors = self.written(THREADED["region"].replace("private(j, t)", "private(t)"))
        self.assertIn("all threads share 'j' (line ", errors)


if __name__ == "__main__":
    unittest.main()
