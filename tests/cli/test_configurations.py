"""A rewrite is made in one configuration of a file and must be right in all: rewritten files are compiled with other
flags than those of the rewrite, and print what the original prints."""
import subprocess
import unittest

from support import CommandTest

MAIN = """
#include <stdio.h>
int main(void)
{
    static T a[40 * 50], b[40 * 50], c[40 * 50];
    double sum = 0;
    int k;
    for (k = 0; k < 40 * 50; k++) { a[k] = (T)(k % 17); b[k] = (T)(k % 13); c[k] = 0; }
    f(30, 45, a, b, c);
    for (k = 0; k < 40 * 50; k++) sum += (double)c[k] * (k % 29 + 1);
    printf("%.17g\\n", sum);
    return 0;
}
"""


class Configurations(CommandTest):
    def output(self, name, flags):
        subprocess.run(
            [
                "gcc",
                "-O1",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-Wno-unknown-pragmas",
                *flags,
                name,
                "-o",
                "program",
            ],
            cwd=self.dir,
            check=True,
        )
        return subprocess.run(
            [str(self.dir / "program")], check=True, capture_output=True, text=True
        ).stdout

    def check(self, text, made_with, others, expect=()):
        """Rewritten under each of `others`' flags, the file must mean what it meant."""
        path = self.write("k.c", text + MAIN)
        original = path.read_bytes()
        wanted = [self.output("k.c", flags) for flags in others]
        for form in ("--in-file",), ():
            self.run_tool("rewrite", "-i", "--schedule=none", *form, "k.c", "--", *made_with)
            rewritten = self.read("k.c").decode()
            self.assertIn("/* acc-delin end " if form else "_fast(", rewritten)
            beside = self.dir / "k_fast.h"
            for part in expect:
                self.assertIn(part, rewritten + (beside.read_text() if beside.exists() else ""))
            self.assertEqual([self.output("k.c", flags) for flags in others], wanted)
            self.run_tool("rewrite", "--check", "--schedule=none", *form, "k.c", "--", *made_with)
            self.run_tool("rewrite", "-i", "--revert", "k.c")
            self.assertEqual(path.read_bytes(), original)
            self.assertFalse(beside.exists())
        return rewritten

    def test_values_and_index_forms_of_macros(self):
        text = (
            "#define T double\n#ifndef N\n#define N 40\n#endif\n#ifdef COLUMNS\n#define AT(i, j) (i) + (j) * N\n"
            "#else\n#define AT(i, j) (i) * N + (j)\n#endif\n"
            "static void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n    (void)m;\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < N; j++)\n"
            "            c[AT(i, j)] += 2 * a[AT(i, j)] + b[j*n + i];\n}\n"
        )
        self.check(
            text, [], [[], ["-DN=33"], ["-DCOLUMNS"], ["-DCOLUMNS", "-DN=31"]], ["#if (N) == (40)"]
        )
        self.check(text, ["-DCOLUMNS"], [[], ["-DCOLUMNS"], ["-DN=33"]])

    def test_element_and_index_types(self):
        text = (
            "#ifdef WIDE\ntypedef long index;\n#else\ntypedef unsigned index;\n#endif\n"
            "#ifndef T\n#define T float\n#endif\n"
            "static void f(index n, index m, T *a, T *b, T *c)\n{\n    index i, j;\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
            "            c[i*m + j] = (T)(c[i*m + j] + a[i*m + j] / 3 + b[j*n + i]);\n}\n"
        )
        for made_with in ([], ["-DT=double"], ["-DT=int", "-DWIDE"]):
            self.check(
                text,
                made_with,
                [[], ["-DT=double"], ["-DT=int"], ["-DT=char"], ["-DWIDE", "-DT=long"]],
            )

    def test_what_chooses_an_included_file(self):
        body = (
            "static void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n    (void)b;\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            c[i*m + j] += a[i*m + j] * K;\n}\n"
        )
        self.write("three.h", "enum { K = 3 };\n")
        self.write("five.h", "enum { K = 5 };\n")
        self.write("choice.h", '#ifdef X\n#include "three.h"\n#else\n#include "five.h"\n#endif\n')
        self.write(
            "named.h",
            '#ifdef X\n#define CHOSEN "three.h"\n#else\n#define CHOSEN "five.h"\n#endif\n#include CHOSEN\n',
        )
        for header in ("choice", "named"):
            text = '#define T double\n#include "%s.h"\n' % header + body
            for made_with in ([], ["-DX"]):
                self.check(text, made_with, [[], ["-DX"]])
        # Which file a flag names no condition tells.
        self.write("k.c", "#define T double\n#include CHOSEN\n" + body + MAIN)
        done = self.run_tool("rewrite", "--schedule=none", "k.c", "--", '-DCHOSEN="three.h"')
        self.assertRegex(done.stderr, r"f#1: not .*: the macro CHOSEN may have another definition")
        self.write("k.c", "#define T double\n" + body + MAIN)
        done = self.run_tool("rewrite", "--schedule=none", "k.c", "--", "-include", "three.h")
        self.assertRegex(done.stderr, r"f#1: not .*: a compiler flag includes the file .*three.h")

    def test_guards_around_the_include_of_a_file(self):
        """lcms2 and others test the name of a header before they include it."""
        self.write(
            "types.h",
            "#ifndef TYPES_H\n#ifndef LONG\ntypedef float T;\n#else\ntypedef double T;\n#endif\n"
            "#define TYPES_H\n#endif\n",
        )
        self.write(
            "more.h",
            '#ifndef MORE_H\n#ifndef TYPES_H\n#include "types.h"\n#endif\n#define MORE_H\n#endif\n',
        )
        text = (
            '#ifndef MORE_H\n#include "more.h"\n#endif\n'
            "static void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n    for (i = 0; i < n; i++)\n"
            "        for (j = 0; j < m; j++)\n            c[i*m + j] += a[i*m + j] / 3 + b[j*n + i];\n}\n"
        )
        self.check(text, [], [[], ["-DLONG"]])
        self.check(text, ["-DLONG"], [[], ["-DLONG"]])

    def test_commands_that_differ_in_macros(self):
        """Each has its own nests; where two share their lines, both have a line before the nest."""
        body = (
            "void NAME(%s)(int n, int m, %s *a, %s *b)\n{\n    int i, j;\n    for (j = 0; j < m; j++)\n"
            "        for (i = 0; i < n; i++)\n            a[i*m + j] += b[j*n + i];\n}\n"
        )
        self.write(
            "k.c",
            "#if DEPTH == 8\ntypedef unsigned char pixel;\n#define NAME(x) x##_8\n#else\n"
            "typedef float pixel;\n#define NAME(x) x##_10\n#endif\n"
            + body % ("f", "pixel", "pixel")
            + "#if DEPTH == 10\n"
            + body % ("g", "float", "float")
            + "#endif\n"
            + (body % ("h", "float", "float")).replace("NAME(h)", "h"),
        )
        self.database(
            [self.entry("k.c", "-O3", "-DDEPTH=8"), self.entry("k.c", "-O3", "-DDEPTH=10")]
        )
        self.run_tool("rewrite", "--schedule=none", "--no-work-threshold", "-i", "k.c")
        text = self.read("k.c").decode()
        for name in ("f_8_1_fast(", "f_10_1_fast(", "g_10_1_fast(", "h_1_fast("):
            self.assertIn(name, text)
        for depth in (8, 10, 12):
            subprocess.run(
                [
                    "gcc",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "-DDEPTH=%d" % depth,
                    "-c",
                    "k.c",
                    "-o",
                    "k.o",
                ],
                cwd=self.dir,
                check=True,
            )
        self.run_tool("rewrite", "--check", "--schedule=none", "--no-work-threshold", "k.c")
        # Flags that no pin asks for.
        self.run_tool("rewrite", "-i", "--revert", "k.c")
        self.database(
            [
                self.entry("k.c", "-O3", "-DDEPTH=8"),
                self.entry("k.c", "-O3", "-fwrapv", "-DDEPTH=10"),
            ]
        )
        done = self.run_tool("rewrite", "--schedule=none", "--no-work-threshold", "k.c")
        self.assertRegex(
            done.stderr, r"f_8#1: not .* 2 compile commands of the file need different rewrites"
        )

    def test_pragmas_of_included_files(self):
        """A function from before the pragma would be computed as the nest behind it is."""
        self.write("contract.h", "#pragma STDC FP_CONTRACT ON\n")
        helper = "static double g(double a, double b, double c)\n{\n    return a * b + c;\n}\n"
        nest = (
            "static void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n    for (i = 0; i < n; i++)\n"
            "        for (j = 0; j < m; j++)\n            c[i*m + j] = g(a[i*m + j], b[j*n + i], c[i*m + j]);\n}\n"
        )
        self.write("k.c", "#define T double\n" + helper + '#include "contract.h"\n' + nest + MAIN)
        done = self.run_tool("rewrite", "--schedule=none", "k.c", "--", "-ffp-contract=off")
        self.assertRegex(done.stderr, r"f#1: not .*: a pragma applies to only part of the code")
        self.check(
            '#define T double\n#include "contract.h"\n' + helper + nest,
            ["-ffp-contract=off"],
            [["-ffp-contract=off"]],
        )

    def test_declarations_that_end_or_begin_in_a_branch(self):
        body = (
            "static void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n    (void)b;\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            c[i*m + j] += a[i*m + j] * (V)(K + 260);\n}\n"
        )
        for declared in (
            "typedef int V;\nstatic const int K =\n#ifdef X\n    3\n#else\n    5\n#endif\n    ;\n",
            "enum { K = 1 };\n#ifdef X\ntypedef unsigned char\n#else\ntypedef int\n#endif\n    V;\n",
        ):
            for made_with in ([], ["-DX"]):
                self.check("#define T double\n" + declared + body, made_with, [[], ["-DX"]])

    def test_what_stands_before_the_name_of_a_function(self):
        body = (
            "void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n    for (i = 0; i < n; i++)\n"
            "        for (j = 0; j < m; j++)\n            c[i*m + j] += a[i*m + j] * b[i*m + j];\n}\n"
        )
        for before in (
            "#ifdef X\nstatic\n#endif\n",
            "#ifdef X\nstatic\n#else\nextern\n#endif\n",
            "#ifndef API\n#define API\n#endif\nAPI\n\n",
        ):
            text = "#define T double\n" + before + body
            self.check(text, [], [[], ["-DX"], ["-DAPI=static"]])
        text = "#define T double\n#pragma omp declare simd uniform(a, b, c, n, m)\n" + body
        rewritten = self.check(text, [], [[]])
        self.assertRegex(rewritten, r"#pragma omp declare simd .*\nvoid f\(")

    def test_branches_inside_the_nest(self):
        text = (
            "#define T float\nstatic void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n    (void)a, (void)b;\n"
            "    for (i = 0; i < n; i++) { /* rows */\n        for (j = 0; j < m; j++) {\n#if MODE > 1\n"
            "            c[i*m + j] += a[i*m + j];\n#elif defined(SWAP)\n            c[i*m + j] += b[j*n + i];\n"
            "#else\n#pragma GCC ivdep\n            for (int k = 0; k < 2; k++)\n"
            "                c[i*m + j] -= b[i*m + j];\n#endif\n        }\n    }\n}\n"
        )
        configurations = [[], ["-DMODE=2"], ["-DSWAP"], ["-DMODE=1", "-DSWAP"]]
        for made_with in configurations:
            self.check(text, made_with, configurations)

    def test_what_is_skipped_behind_and_around_the_nest(self):
        text = (
            "#define T float\nstatic void f(int n, int m, T *a, T *b, T *c)\n{\n    int i = 0, j = 0;\n    (void)b;\n"
            "#ifdef AGAIN\nagain:\n#endif\n    c[1] += (T)(i + 2 * j);\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            c[i*m + j] += a[i*m + j];\n"
            "#ifdef LAST\n    c[0] += (T)(i + 3 * j);\n#elif defined(AGAIN)\n    if (c[1] < 100) goto again;\n#endif\n}\n"
        )
        configurations = [[], ["-DLAST"], ["-DAGAIN"], ["-DAGAIN", "-DLAST", "-Wno-unused-label"]]
        for made_with in configurations[:3]:
            self.check(text, made_with, configurations)

    def test_what_an_included_file_skips_behind_the_nest(self):
        self.write("tail.inc", "#ifdef LAST\n    c[0] += (T)(i + 3 * j);\n#endif\n")
        text = (
            "#define T float\nstatic void f(int n, int m, T *a, T *b, T *c)\n{\n    int i = 0, j = 0;\n    (void)b;\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            c[i*m + j] += a[i*m + j];\n"
            '#include "tail.inc"\n}\n'
        )
        self.check(text, [], [[], ["-DLAST"]])

    def test_macros_that_a_header_may_define_first(self):
        text = (
            "#define T float\n#ifndef MIN\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#endif\n"
            "static void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n    for (i = 0; i < n; i++)\n"
            "        for (j = 0; j < m; j++)\n            c[i*m + j] += MIN(a[i*m + j], b[j*n + i]);\n}\n"
        )
        self.check(
            text,
            [],
            [
                [],
                ["-DMIN(x,y)=((y)>(x)?(x):(y))"],
                ["-DMIN(x,y)=((x)>(y)?(x):(y))"],
                ["-DMIN(x,y)=((x)+0*(y))"],
            ],
            ["MIN(2, 3) == "],
        )

    def test_openmp_stays_with_the_original(self):
        text = (
            "#define T float\nstatic void f(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n"
            "#pragma omp parallel for private(j)\n    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
            "            c[i*m + j] += a[i*m + j] * b[j*n + i];\n}\n"
        )
        self.check(text, [], [[], ["-fopenmp"]], ["&& !defined(_OPENMP)"])
        self.check(text, ["-fopenmp"], [[], ["-fopenmp"]], ["    ACC_PARALLEL("])
        self.write("k.c", text.replace("parallel for", "for") + MAIN)
        result = self.run_tool("rewrite", "--schedule=none", "k.c", "--", "-fopenmp")
        self.assertIn("[acc-loop-pragma]", result.stderr)

    def test_an_included_template_needs_its_unit(self):
        # What it is rewritten to with one: test_included.py.
        body = (
            "static void NAME(int n, int m, T *a, T *b, T *c)\n{\n    int i, j;\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
            "            c[i*m + j] += a[i*m + j] * b[j*n + i];\n}\n"
        )
        header = self.write("body.h", body)
        # Alone it is no program: reported, not edited.
        result = self.run_tool("rewrite", "-i", "--schedule=none", "body.h", "--", status=3)
        self.assertIn("[acc-parse-error]", result.stderr)
        self.assertEqual(header.read_text(), body)

    def test_pins_follow_line_ends_and_tabs(self):
        text = (
            "#define T float\n#define N 40\nstatic void f(int n, int m, T *a, T *b, T *c)\n{\n\tint i, j;\n\t(void)m;\n"
            "\tfor (i = 0; i < n; i++) // \u00e9\n\t\tfor (j = 0; j < N; j++)\n"
            "\t\t\tc[i*N + j] += a[j*n + i] * b[i*N + j];\n}\n"
        )
        rewritten = self.check(text.replace("\n", "\r\n"), [], [[]])
        self.assertNotIn("\n", rewritten.split("\n#include")[0].replace("\r\n", ""))

    def test_a_file_listed_twice(self):
        text = (
            "#define T float\n#ifndef N\n#define N 40\n#endif\nstatic void f(int n, int m, T *a, T *b, T *c)\n{\n"
            "    int i, j;\n    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
            "            c[i*m + j] += a[i*m + j] * b[j*n + i];\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < N; j++)\n"
            "            c[i*N + j] += a[i*N + j] * b[j*n + i];\n}\n"
        )
        path = self.write("k.c", text + MAIN)
        self.database([self.entry("k.c"), self.entry("k.c", "-DN=33")])
        self.run_tool("rewrite", "-i", "--schedule=none", "k.c", status=None)
        rewritten = path.read_text() + self.read("k_fast.h").decode()
        # The first loop reads the same in both, the second is that of the first command.
        self.assertIn("f#1", rewritten)
        self.assertIn("\n#if (N) == (40)\n", rewritten)
        self.assertEqual(rewritten.count("int f_2_fast("), 1)
        self.output("k.c", ["-DN=33"])

    def test_a_function_that_a_loaded_library_replaces(self):
        """gcc -fPIC keeps exported functions replaceable: the caller in the library must call the other one."""
        library = (
            "int place(int i, int n) { return i*n; }\n"
            "void f(int n, int m, double *a, double *b)\n{\n    int i, j;\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
            "            a[place(i, m) + j] += b[place(i, m) + j];\n}\n"
        )
        program = (
            "#include <stdio.h>\nvoid f(int, int, double *, double *);\n"
            "int place(int i, int n) { return (39 - i)*n; }\n"
            "int main(void)\n{\n    static double a[1600], b[1600];\n    int k;\n"
            "    for (k = 0; k < 1600; k++) b[k] = k;\n    f(20, 40, a, b);\n"
            '    for (k = 0; k < 1600; k++) printf("%g\\n", a[k]);\n    return 0;\n}\n'
        )
        self.write("main.c", program)
        self.write("k.c", library)

        def output():
            for command in (
                ["gcc", "-O2", "-fPIC", "-shared", "k.c", "-o", "libk.so"],
                ["gcc", "-O1", "-rdynamic", "main.c", "./libk.so", "-o", "program"],
            ):
                subprocess.run(command, cwd=self.dir, check=True)
            return subprocess.run(
                ["./program"], cwd=self.dir, check=True, capture_output=True, text=True
            ).stdout

        wanted = output()
        told = self.run_tool("rewrite", "-i", "--schedule=none", "k.c", "--", "-fPIC").stderr
        self.assertIn("'place' may be replaced at load time: make it static", told)
        self.assertNotIn("_fast(", self.read("k.c").decode())
        # Rewritten for an executable, compiled for a library.
        self.run_tool("rewrite", "-i", "--schedule=none", "k.c", "--", "-O2")
        self.assertIn("_fast(", self.read("k.c").decode())
        self.assertTrue(output() == wanted, "the library calls its own function")


if __name__ == "__main__":
    unittest.main()
