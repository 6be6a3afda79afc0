"""--whole-program: functions that other files of the compile database define are seen through."""
import subprocess
import unittest

from support import CommandTest

HEADER = """\
typedef struct { int w, h; float *data; } image;
extern int level;
int complain(const char *what);
#define FAIL(what) (level > 2 ? complain(what) : -1)
float get(const image *from, int x, int y);
int put(image *to, int x, int y, float value);
"""
LIBRARY = """\
#include "image.h"
int level;
float get(const image *from, int x, int y) { return from->data[y*from->w + x]; }
int put(image *to, int x, int y, float value)
{
    if (!to || x >= to->w || y < 0)
        return FAIL("no place");
    to->data[y*to->w + x] = value;
    return 0;
}
"""
USER = """\
#include "image.h"
void turn(int n, int m, const image *from, image *to)
{
    int x, y;
    for (y = 0; y < n; y++)
        for (x = 0; x < m; x++)
            put(to, y, x, get(from, x, y) + 1);
}
"""
MAIN = """\
#include "image.h"
#include <stdio.h>
int complain(const char *what) { return puts(what); }
void turn(int n, int m, const image *from, image *to);
int main(void)
{
    static float a[90*70], b[90*70];
    image from = {70, 90, a}, to = {90, 70, b};
    double sum = 0;
    int k;
    for (k = 0; k < 90*70; k++)
        a[k] = (float)(k % 31);
    turn(90, 70, &from, &to);
    for (k = 0; k < 90*70; k++)
        sum += b[k] * (k % 37);
    printf("%.17g\\n", sum);
    level = 3;
    turn(20, 20, &from, 0);
    to.w = 7;
    turn(20, 20, &from, &to);
    return 0;
}
"""


class WholeProgram(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("image.h", HEADER)
        self.write("library.c", LIBRARY)
        self.write("user.c", USER)
        self.database([self.entry("library.c", "-O2"), self.entry("user.c", "-O1", "-DX=1")])

    def nest(self, *options):
        report = self.analyze("-q", *options, "user.c")
        return report["files"][0]["nests"][0]

    def reasons(self, nest):
        """Why the nest is not read; that nothing is gained by a schedule is no reason."""
        return [r for r in nest["rejections"] if r["id"] != "not-profitable"]

    def assert_lifted(self, *options):
        nest = self.nest("--whole-program", *options)
        self.assertEqual((nest["status"], self.reasons(nest)), ("recovered", []))
        return nest

    def assert_told(self, *options):
        self.assertIn(self.nest(*options)["rejections"][0]["id"], ("call", "invariant-memory"))

    def test_calls_of_other_files_are_seen_through_on_request(self):
        self.assert_told()
        nest = self.assert_lifted()
        self.assertEqual(
            sorted((a["base"], a["sizes"]) for a in nest["arrays"]),
            [("from->data", ["from->w"]), ("to->data", ["to->w"])],
        )

    def included(self, **files):
        """The rows of all files, by path, when a.c alone is analysed in the program."""
        for name, text in files.items():
            self.write(name.replace("_", "."), text)
        self.database(
            [self.entry(name.replace("_", "."), "-O2") for name in files if name.endswith("_c")]
        )
        report = self.analyze("-q", "--whole-program", "a.c")
        return {f["path"]: {n["id"]: n["status"] for n in f["nests"]} for f in report["files"]}

    def test_what_another_file_declares_is_not_known_in_an_included_one(self):
        # The first import brings `counter` in: for the second it is not of the unit's own text either.
        loop = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) %s(&A[i*lda + j]);"
        head = "(int n, int m, double *A, int lda) { %s }\n"
        rows = self.included(
            h_h="void g2(double *p);\nstatic void hh" + head % (loop % "g2"),
            a_c='#include "h.h"\nvoid g1(double *p);\nvoid f'
            + head % (loop % "g1" + " hh(n, m, A, lda);"),
            b_c="double counter; void g1(double *p) { *p = counter; } void g2(double *p) { *p = counter + 1; }\n",
        )
        self.assertEqual(rows, {"a.c": {"f#1": "rejected"}, "h.h": {"hh#1": "rejected"}})

    def test_the_file_of_a_called_function_is_not_included(self):
        loop = "for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) "
        rows = self.included(
            a_c="void h(int n, int m, double *A);\nvoid f(int n, int m, double *A) { for (int k = 0; k < n; k++) "
            "h(n, m, A + k); }\n",
            b_c="void h(int n, int m, double *A) { " + loop + "A[i*m + j] = 0; }\n",
        )
        self.assertEqual(list(rows), ["a.c"])

    def test_what_it_rests_on_is_listed(self):
        assumed = [
            a["condition"] for a in self.assert_lifted()["assumptions"] if a["kind"] == "definition"
        ]
        self.assertEqual(
            assumed, ["%s is the function that library.c defines" % name for name in ("get", "put")]
        )
        self.assertFalse([a for a in self.nest()["assumptions"] if a["kind"] == "definition"])

    def test_configuration_file(self):
        self.write(".acc-delin.yaml", "whole-program: true\n")
        self.assertEqual(self.reasons(self.nest()), [])

    def test_files_named_with_flags_are_one_program(self):
        report = self.analyze("-q", "--whole-program", "user.c", "library.c", "--", "-O2")
        nests = {file["path"]: file["nests"] for file in report["files"]}
        self.assertEqual(self.reasons(nests["user.c"][0]), [])

    def test_rewritten_program_prints_what_it_printed(self):
        self.write("main.c", MAIN)

        def output():
            subprocess.run(
                [
                    "gcc",
                    "-O2",
                    "-Wall",
                    "-Wextra",
                    "-Werror",
                    "user.c",
                    "library.c",
                    "main.c",
                    "-o",
                    "program",
                ],
                cwd=self.dir,
                check=True,
            )
            return subprocess.run(
                [str(self.dir / "program")], check=True, capture_output=True
            ).stdout

        wanted, original = output(), self.read("user.c")
        self.run_tool("rewrite", "-i", "-q", "--whole-program", "--schedule=none", "user.c")
        self.assertIn("_fast(", self.read("user.c").decode())
        self.assertNotIn("put(", self.read("user_fast.h").decode())
        self.assertEqual(output(), wanted)
        self.run_tool("rewrite", "--check", "-q", "--whole-program", "--schedule=none", "user.c")
        self.write("library.c", LIBRARY.replace("= value", "= value + level"))
        self.run_tool(
            "rewrite", "--check", "-q", "--whole-program", "--schedule=none", "user.c", status=1
        )
        self.run_tool("rewrite", "-i", "--revert", "user.c")
        self.assertEqual(self.read("user.c"), original)

    def test_two_definitions_are_none(self):
        self.write(
            "mock.c",
            '#include "image.h"\nfloat get(const image *from, int x, int y)\n{ return 0; }\n',
        )
        self.database([self.entry("library.c"), self.entry("user.c"), self.entry("mock.c")])
        self.assert_told("--whole-program")

    def test_a_file_with_two_commands_defines_nothing(self):
        self.database(
            [self.entry("library.c"), self.entry("library.c", "-DY"), self.entry("user.c")]
        )
        self.assert_told("--whole-program")

    def test_definitions_under_other_rules(self):
        def told_with(text):
            with self.subTest(text):
                self.write("library.c", text)
                self.assert_told("--whole-program")

        body = "float get(const image *from, int x, int y) { return from->data[y*from->w + x]; }\n"
        self.assertIn(body, LIBRARY)
        for prefix in (
            "static ",
            "__attribute__((weak)) ",
            '__attribute__((optimize("fast-math"))) ',
            "__attribute__((noinline)) ",
        ):
            told_with(LIBRARY.replace(body, prefix + body))
        told_with(LIBRARY.replace('.h"\n', '.h"\n#pragma STDC FENV_ACCESS ON\n'))
        told_with(
            LIBRARY.replace(body, body.replace("const image *from", "image *from"))
        )  # another type
        told_with(LIBRARY.replace(body, "#if 0\n" + body + "#endif\n"))
        told_with(LIBRARY + "int broken(\n")
        for flag in ("-fwrapv", "-ffast-math", "-m32", "-funsigned-char", "-fno-strict-aliasing"):
            with self.subTest(flag):
                self.write("library.c", LIBRARY)
                self.database([self.entry("library.c", flag), self.entry("user.c")])
                self.assert_told("--whole-program")

    def test_names_that_mean_something_else_or_nothing(self):
        def told_with(library, user=USER):
            with self.subTest(library + user):
                self.write("library.c", library)
                self.write("user.c", user)
                self.assert_told("--whole-program")

        body = "return from->data[y*from->w + x];"
        before = '.h"\n'
        told_with(
            LIBRARY.replace(before, before + "static int shift;\n").replace(
                body, "return from->data[y*from->w + x + shift];"
            )
        )
        told_with(
            LIBRARY.replace(before, before + "static const float half = 0.5f;\n").replace(
                body, "return from->data[y*from->w + x] * half;"
            ),
            USER.replace(before, before + "static const float half = 0.25f;\n"),
        )
        told_with(
            LIBRARY.replace(before, before + "double fma(double, double, double);\n").replace(
                body, "return (float)fma(from->data[y*from->w + x], 2, 1);"
            )
        )
        told_with(
            LIBRARY.replace(before, before + "struct pair { float a, b; };\n").replace(
                body, "return ((const struct pair *)from->data)[y*from->w + x].b;"
            )
        )
        told_with(
            LIBRARY.replace(before, before + "extern int level2;\n").replace(
                body, "return from->data[y*from->w + x + level2];"
            ),
            USER.replace("int x, y;", "int x, y, level2 = n; (void)level2;"),
        )

    def test_constants_are_those_of_the_other_file(self):
        body = "return from->data[y*from->w + x];"
        self.write(
            "library.c",
            LIBRARY.replace(
                '.h"\n', '.h"\n#define ROWS 3\nenum { K = 2 };\nstatic const int base = 5;\n'
            ).replace(body, "return from->data[(y + K + base)*from->w + x] * ROWS;"),
        )
        self.write(
            "user.c", USER.replace('.h"\n', '.h"\nenum { K = 7 };\nstatic const int base = 70;\n')
        )
        self.assert_told(
            "--whole-program"
        )  # of ROWS the text here cannot say whether it is still 3
        self.write("library.c", self.read("library.c").decode().replace("* ROWS", "* 3"))
        self.write("user.c", USER)
        nest = self.assert_lifted()
        self.assertIn(
            "7",
            next(a for a in nest["arrays"] if a["base"] == "from->data")["accesses"][0]["index"],
        )

    def test_branches_of_if_are_pinned(self):
        self.write(
            "library.c",
            LIBRARY.replace("return from", "\n#ifdef COLUMNS\nreturn 0;\n#endif\nreturn from"),
        )
        self.run_tool("rewrite", "-i", "-q", "--whole-program", "--schedule=none", "user.c")
        self.assertIn("!defined(COLUMNS)", self.whole("user.c"))

    def test_macros_are_pinned_where_both_files_know_them(self):
        scale = "#ifndef SCALE\n#define SCALE 2\n#endif\n"
        self.write("image.h", HEADER + scale)
        self.write("library.c", LIBRARY.replace("= value", "= value * SCALE"))
        self.run_tool("rewrite", "-i", "-q", "--whole-program", "--schedule=none", "user.c")
        self.assertIn("(SCALE) == (2)", self.whole("user.c"))


if __name__ == "__main__":
    unittest.main()
