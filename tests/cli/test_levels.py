"""One text for several levels of the processor: the same bytes at each, chosen at run time, and no warning."""
import shutil
import subprocess
import unittest
from pathlib import Path

from support import CommandTest, ROOT

DRIVER = """
#include <stdio.h>
#include <stdlib.h>
void gemm_ld(int n, int m, int p, float *C, int ldc, const float *A, int lda, const float *B, int ldb);
static unsigned state = 1;
static float next(void) { state = state * 1664525u + 1013904223u; return (float)(int)state / 1e9f; }
int main(void)
{
    static const int sizes[] = {1, 7, 31, 64, 97};
    unsigned long hash = 14695981039346656037ul;
    unsigned s;
    for (s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], k, ld = n + 3;
        float *A = malloc(3 * sizeof(float) * n * ld), *B = A + n * ld, *C = B + n * ld;
        for (k = 0; k < 3 * n * ld; k++)
            A[k] = next();
        gemm_ld(n, n, n, C, ld, A, ld, B, ld);
        for (k = 0; k < (int)(3 * sizeof(float) * n * ld); k++)
            hash = (hash ^ ((unsigned char *)A)[k]) * 1099511628211ul;
        free(A);
    }
    printf("%lx\\n", hash);
    return 0;
}
"""
# Processors without AVX, with AVX2, and whatever is emulated best.
PROCESSORS = ("Nehalem", "Haswell", "max")


class Levels(CommandTest):
    def build(self, compiler, source, name, *words):
        subprocess.run(
            [
                compiler,
                "-O2",
                "-Wall",
                "-Wextra",
                "-Werror",
                *words,
                "driver.c",
                source,
                "-o",
                name,
            ],
            cwd=self.dir,
            check=True,
        )

    def output(self, *command):
        return subprocess.run(
            command, cwd=self.dir, check=True, capture_output=True, text=True
        ).stdout

    def test_every_level_gives_the_bytes_of_the_original(self):
        text = (ROOT / "corpus/gemm_ld.c").read_text()
        self.write("driver.c", DRIVER)
        self.write("original.c", text)
        self.write("gemm_ld.c", text)
        self.run_tool("rewrite", "--fast-file", "-i", "-q", "gemm_ld.c", "--", "-O2")
        for compiler in filter(shutil.which, ("gcc", "clang-19")):
            self.build(compiler, "original.c", "original")
            expected = self.output("./original")
            for words in (
                (),
                ("-DACC_LEVELS=0",),
                ("-DACC_LEVELS=1",),
                ("-O0",),
                ("-std=c89", "-pedantic"),
                ("-std=c99", "-pedantic"),
                ("-mavx2",),
            ):
                with self.subTest(compiler=compiler, words=words):
                    self.build(compiler, "gemm_ld.c", "fast", *words)
                    self.assertEqual(self.output("./fast"), expected)
            self.build(compiler, "gemm_ld.c", "fast")
            symbols = self.output("nm", "fast")
            for level in ("avx2", "avx512"):
                self.assertIn("gemm_ld_1_work_" + level, symbols)
            for processor in PROCESSORS if shutil.which("qemu-x86_64") else ():
                with self.subTest(compiler=compiler, processor=processor):
                    self.assertEqual(
                        self.output("qemu-x86_64", "-cpu", processor, "./fast"), expected
                    )

    def test_pins_are_those_of_the_units_own_flags(self):
        """gcc defines __AVX2__ where it compiles the level for AVX2; the original is compiled without."""
        text = """void turn(int n, int m, double *restrict A, const double *restrict B)
{
    int w = m;
#if defined(__AVX2__)
    w = n;
#endif
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i*w + j] = B[j*n + i];
}
"""
        self.write("turn.c", text)
        self.run_tool("rewrite", "-i", "-q", "--judge=off", "turn.c", "--", "-O2")
        for compiler in filter(shutil.which, ("gcc", "clang-19")):
            for words, count in ((), 1), (("-mavx2",), 0), (("-DACC_LEVELS=0", "-Wundef"), 1):
                with self.subTest(compiler=compiler, words=words):
                    subprocess.run(
                        [compiler, "-O2", "-Wall", "-Wextra", "-Werror", *words, "-c", "turn.c"],
                        cwd=self.dir,
                        check=True,
                    )
                    self.assertEqual(
                        self.output("nm", "turn.o").count("turn_1_work") > 0, count > 0
                    )

    def test_the_best_of_the_levels_that_are_left_runs(self):
        """gcc 12 fuses pairs of products for AVX-512: there the version for AVX2 runs."""
        self.write(
            "turn.c",
            """void turn(int n, float *x, const float *w)
{
    for (int i = 0; i < n; i++) {
        float a = x[2*i], b = x[2*i + 1], c = w[2*i], d = w[2*i + 1];
        x[2*i] = a*c - b*d;
        x[2*i + 1] = a*d + b*c;
    }
}
""",
        )
        self.run_tool(
            "rewrite", "-i", "-q", "--judge=off", "--schedule=none", "turn.c", "--", "-O2"
        )
        # The calls are told to the program; what the processor has is given instead of asked for.
        header = self.dir / "acc_delin.h"
        header.write_text(header.read_text().replace("__builtin_cpu_supports(", "has("))
        self.write(
            "driver.c",
            """#include <stdio.h>
#include <string.h>
static const char *levels;
static int has(const char *level) { return strstr(levels, level) != 0; }
#include "turn.c"
static const char *taken = "original";
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *function, void *caller)
{
    if (function == (void *)turn_1_work_plain)
        taken = "plain";
    if (function == (void *)turn_1_work_avx2)
        taken = "avx2";
    if (function == (void *)turn_1_work_avx512)
        taken = "avx512";
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *function, void *caller) {}
int main(int count, char **words)
{
    static float x[2000], w[2000];
    levels = words[1];
    turn(1000, x, w);
    puts(taken);
    return 0;
}
""",
        )
        subprocess.run(
            ["gcc", "-O2", "-finstrument-functions", "driver.c", "-o", "driver"],
            cwd=self.dir,
            check=True,
        )
        for levels, taken in (
            ("", "plain"),
            ("avx2", "avx2"),
            ("avx2 avx512f avx512bw avx512dq avx512vl", "avx2"),
        ):
            with self.subTest(levels=levels):
                if "avx2" not in levels or "avx2" in Path("/proc/cpuinfo").read_text():
                    self.assertEqual(self.output("./driver", levels).strip(), taken)


if __name__ == "__main__":
    unittest.main()
