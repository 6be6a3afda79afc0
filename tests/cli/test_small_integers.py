"""Loops over integers of 8 and 16 bits: rewritten for several levels of the processor, and the same bytes at each."""
import shutil
import subprocess
import unittest

from support import CommandTest, ROOT

# The kernels of the corpus, with the arguments behind the sizes (r, c: rows and columns; p: a row's length).
KERNELS = {
    "byte_taps": (
        "void",
        "int, int, long, long, const unsigned char *, unsigned char *, const short *",
        "r, c, p + 7, p, in, out, words",
    ),
    "byte_differences": (
        "unsigned",
        "int, int, long, long, const unsigned char *, const unsigned char *",
        "r, c, p, p + 1, in, more",
    ),
    "loudest_sample": ("int", "int, int, int, const short *", "r, c, p, words"),
    "gain_rows": (
        "void",
        "int, int, int, int, const short *, short *",
        "r, c, p, 5000, words, (short *)out",
    ),
    "byte_dots": (
        "void",
        "int, int, int, const signed char *, const signed char *, int *",
        "r, r, c, (signed char *)in, (signed char *)more, (int *)out",
    ),
    "blend_planes": (
        "void",
        "int, int, int, const unsigned char *, const unsigned char *, const unsigned char *, "
        "unsigned char *",
        "r, c, p, in, more, share, out",
    ),
    "column_totals": (
        "void",
        "int, int, const unsigned char *, unsigned short *, unsigned char *",
        "r, c, in, (unsigned short *)out, out + 4*r*p",
    ),
    "eight_by_eight": (
        "void",
        "int, const short *, short *, const short *",
        "r, words, (short *)out, (short *)more",
    ),
}
DRIVER = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
%s
static unsigned long hash = 14695981039346656037ul;
static void note(const void *p, size_t n)
{
    const unsigned char *byte = p;
    while (n-- > 0)
        hash = (hash ^ *byte++) * 1099511628211ul;
}
int main(void)
{
    static const int sizes[][2] = {{1, 1}, {3, 7}, {9, 31}, {17, 64}, {40, 97}, {33, 300}};
    unsigned state = 1;
    size_t s, k;
    for (s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int r = sizes[s][0], c = sizes[s][1], p = c + 5;
        size_t n = 8*(size_t)(r + 16)*(p + 16);
        unsigned char *in = malloc(n), *more = malloc(n), *share = malloc(n), *out = malloc(n);
        short *words = malloc(n);
        for (k = 0; k < n; k++) {
            state = state * 1664525u + 1013904223u;
            in[k] = state >> 24, more[k] = state >> 16, share[k] = state >> 21, ((char *)words)[k] = state >> 19;
        }
        memset(out, 3, n);
        %s
        free(in), free(more), free(share), free(out), free(words);
    }
    printf("%%lx\\n", hash);
    return 0;
}
"""
PROCESSORS = ("Nehalem", "Haswell")  # without AVX, with AVX2


class SmallIntegers(CommandTest):
    def driver(self):
        heads, calls = "", ""
        for name, (result, parameters, arguments) in KERNELS.items():
            call = "%s(%s)" % (name, arguments)
            heads += "%s %s(%s);\n" % (result, name, parameters)
            calls += (
                "%s; note(out, n);" % call
                if result == "void"
                else "{ int x = %s; note(&x, sizeof x); }" % call
            ) + "\n"
        return DRIVER % (heads, calls)

    def output(self, *command):
        return subprocess.run(
            command, cwd=self.dir, check=True, capture_output=True, text=True
        ).stdout

    def test_every_level_gives_the_bytes_of_the_original(self):
        self.write("driver.c", self.driver())
        text = "".join((ROOT / "corpus" / (name + ".c")).read_text() for name in KERNELS)
        self.write("original.c", text)
        self.write("kernels.c", text)
        self.run_tool("rewrite", "--fast-file", "--judge=off", "-i", "-q", "kernels.c", "--", "-O2")
        fast = (self.dir / "kernels_fast.h").read_text()
        for name in KERNELS:
            self.assertIn(name + "_1_work", fast)
        for compiler in filter(shutil.which, ("gcc", "clang-19")):

            def built(source, *words):
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
                        "program",
                    ],
                    cwd=self.dir,
                    check=True,
                )
                return self.output("./program")

            expected = built("original.c")
            for words in ((), ("-DACC_LEVELS=0",), ("-DACC_LEVELS=1",), ("-mavx2",), ("-O3",)):
                with self.subTest(compiler=compiler, words=words):
                    self.assertEqual(built("kernels.c", *words), expected)
            built("kernels.c")
            for processor in PROCESSORS if shutil.which("qemu-x86_64") else ():
                with self.subTest(compiler=compiler, processor=processor):
                    self.assertEqual(
                        self.output("qemu-x86_64", "-cpu", processor, "./program"), expected
                    )


if __name__ == "__main__":
    unittest.main()
