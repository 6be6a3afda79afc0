"""Nests in files that units include: analysed, reported under their own file, and rewritten there."""
import json
import subprocess
import unittest

from support import GEMM, CommandTest

BODY = (
    "static void NAME(int n, int m, T *a, T *b)\n{\n    int i, j;\n"
    "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
    "            a[i*m + j] += b[j*n + i];\n}\n"
)


def using(type_name, name):
    return '#define T %s\n#define NAME %s\n#include "inc/body.h"\n#undef T\n#undef NAME\n' % (
        type_name,
        name,
    )


class Included(CommandTest):
    def files(self, *arguments, **options):
        return {f["path"]: f for f in self.analyze(*arguments, **options)["files"]}

    def test_each_instance_is_a_nest_of_the_file(self):
        self.write("inc/body.h", BODY)
        self.write("k.c", using("float", "f") + using("double", "g"))
        files = self.files("k.c", "-q", "--")
        self.assertEqual(files["k.c"]["nests"], [])
        nests = files["inc/body.h"]["nests"]
        self.assertEqual(
            [(n["id"], n["line"], n["status"]) for n in nests],
            [("f#1", 4, "recovered"), ("g#1", 4, "recovered")],
        )
        self.assertEqual(
            [a["element"] for n in nests for a in n["arrays"] if a["base"] == "a"],
            ["float", "double"],
        )

    def test_each_unit_adds_its_instances_once(self):
        self.write("inc/body.h", BODY)
        self.write("k.c", using("float", "f") + using("int", "shared"))
        self.write("l.c", using("double", "g") + using("int", "shared"))
        files = self.files("k.c", "l.c", "-q", "--")
        self.assertEqual(
            sorted(n["id"] for n in files["inc/body.h"]["nests"]), ["f#1", "g#1", "shared#1"]
        )

    def test_several_files_of_one_unit(self):
        for name in ("a", "b", "c"):
            self.write("inc/%s.h" % name, BODY.replace("NAME", name).replace("T ", "float "))
        self.write("k.c", "".join('#include "inc/%s.h"\n' % name for name in ("b", "c", "a")))
        files = self.files("k.c", "-q", "--")
        self.assertEqual(
            {path: [n["id"] for n in f["nests"]] for path, f in files.items()},
            {"k.c": [], "inc/a.h": ["a#1"], "inc/b.h": ["b#1"], "inc/c.h": ["c#1"]},
        )
        # What was done before a crash is kept.
        result = self.run_tool(
            "analyze", "k.c", "-q", "--format=json", "--", status=4, fault="crash-after:b.h"
        )
        files = {f["path"]: f["status"] for f in json.loads(result.stdout)["files"]}
        self.assertEqual(
            files, {"k.c": "ok", "inc/a.h": "ok", "inc/b.h": "ok", "inc/c.h": "crashed"}
        )

    def test_a_loop_without_its_function(self):
        self.write(
            "inc/loop.h",
            "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n        a[i*m + j] = 0;\n",
        )
        self.write(
            "k.c",
            'void f(int n, int m, float *a)\n{\n    int i, j;\n#include "inc/loop.h"\n'
            "    for (i = 0; i < n; i++)\n        a[i] = 1;\n}\n",
        )
        files = self.files("k.c", "-q", "--")
        self.assertEqual([(n["id"], n["line"]) for n in files["inc/loop.h"]["nests"]], [("f#1", 1)])
        self.assertEqual([(n["id"], n["line"]) for n in files["k.c"]["nests"]], [("f#1", 5)])

    def test_a_loop_in_a_statement_expression(self):
        self.write(
            "inc/sum.h",
            "static int f(int n, int m, float *a)\n{\n    return ({ int i, j;\n"
            "        for (i = 0; i < n; i++)\n            for (j = 0; j < m; j++)\n"
            "                a[i*m + j] += 1;\n        n; });\n}\n",
        )
        self.write("k.c", '#include "inc/sum.h"\n')
        nests = self.files("k.c", "-q", "--")["inc/sum.h"]["nests"]
        self.assertEqual(
            [(n["id"], n["line"], n["status"]) for n in nests], [("f#1", 4, "recovered")]
        )

    def test_what_is_left_out(self):
        self.write("sys/body.h", "#pragma GCC system_header\n" + BODY)
        self.write("inc/body.h", BODY)
        self.write("other.c", using("float", "f"))
        self.write(
            "k.c",
            '#define T float\n#define NAME f\n#include "sys/body.h"\n#include "other.c"\n'.replace(
                '#include "other.c"\n', ""
            ),
        )
        self.assertEqual(list(self.files("k.c", "-q", "--")), ["k.c"])
        # A unit of its own is not read a second time, and the filter holds for all files.
        self.write("both.c", '#include "other.c"\n')
        self.assertEqual(
            sorted(self.files("both.c", "other.c", "-q", "--")), ["both.c", "inc/body.h", "other.c"]
        )
        self.assertEqual(sorted(self.files("both.c", "--file-filter=both", "-q", "--")), ["both.c"])

    def test_places_errors_and_refusals(self):
        self.write(
            "inc/body.h",
            "\n\n" + BODY.replace("a[i*m + j]", "a[(int)a[i]]").replace("b[j*n + i]", "b[j]"),
        )
        self.write("k.c", using("float", "f"))
        nest = self.files("k.c", "-q", "--")["inc/body.h"]["nests"][0]
        self.assertEqual(
            (nest["status"], nest["line"], nest["rejections"][0]["line"]), ("rejected", 6, 8)
        )

    def test_a_file_that_includes_itself(self):
        self.write(
            "k.c",
            "#ifndef T\n"
            + using("float", "f").replace("inc/body.h", "k.c")
            + using("double", "g").replace("inc/body.h", "k.c")
            + "#else\n"
            + BODY
            + "#endif\n",
        )
        files = self.files("k.c", "-q", "--")
        self.assertEqual([n["id"] for n in files.pop("k.c")["nests"]], ["f#1", "g#1"])
        self.assertEqual(files, {})


FREE = ("--schedule=none", "--no-work-threshold", "-q")

TURN = """\
#ifndef TURN_H
#define TURN_H
static inline void turn(int n, int m, float *d, const float *s)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            d[j*n + i] = s[i*m + j];
}
#endif
"""

USE = """\
#include <stdio.h>
#include "turn.h"
%s
int main(void)
{
    static float a[12], b[12];
    for (int i = 0; i < 12; i++)
        a[i] = i;
    turn(3, 4, b, a);
    for (int i = 0; i < 12; i++)
        printf("%%g ", b[i]);
    return 0;
}
"""

TEMPLATE = """\
#ifndef REAL
#define REAL float
#define NAME(x) x##_f
#include "k.c"
#undef REAL
#undef NAME
#define REAL double
#define NAME(x) x##_d
#include "k.c"
int printf(const char *, ...);
int main(void)
{
    float a[6] = {1, 2, 3, 4, 5, 6}, b[6];
    double c[6] = {1, 2, 3, 4, 5, 6}, d[6];
    turn_f(2, 3, b, a);
    turn_d(2, 3, d, c);
    for (int i = 0; i < 6; i++)
        printf("%g %g ", b[i], d[i]);
    return 0;
}
#else
void NAME(turn)(int n, int m, REAL *d, const REAL *s)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            d[j*n + i] = s[i*m + j];
}
#endif
"""

DEPTHS = """\
#if DEPTH == 8
typedef unsigned char pixel;
#define NAME(x) x##_8
#else
typedef unsigned short pixel;
#define NAME(x) x##_10
#endif
void NAME(turn)(int w, int h, pixel *d, const pixel *s)
{
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++)
            d[x*h + y] = s[y*w + x];
}
int printf(const char *, ...);
int main(void)
{
    pixel a[6] = {1, 2, 3, 4, 5, 6}, b[6];
    NAME(turn)(2, 3, b, a);
    for (int i = 0; i < 6; i++)
        printf("%d ", b[i]);
    return 0;
}
"""


class Rewritten(CommandTest):
    """Included files are rewritten where they stand: one text for all that include them."""

    def rewrite(self, *arguments, **options):
        return self.run_tool("rewrite", "-i", *FREE, *arguments, **options)

    def nests(self, *arguments):
        """The refusals of each nest, by file and nest."""
        files = json.loads(self.run_tool("rewrite", *FREE, "--format=json", *arguments).stdout)[
            "files"
        ]
        return {
            (f["path"], n["id"]): [r["message"] for r in n["rejections"]]
            for f in files
            for n in f["nests"]
        }

    def output(self, *words):
        """What the program writes, built with all warnings as errors; its fast versions run."""
        for flags in (("-O0",), ("-O2", "-DCHECKED")):
            built = subprocess.run(
                ["gcc", "-Wall", "-Wextra", "-Werror", *flags, *words, "-o", "program"],
                cwd=self.dir,
                capture_output=True,
                text=True,
            )
            self.assertEqual(built.stderr, "")
        return subprocess.run(["./program"], cwd=self.dir, capture_output=True, text=True).stdout

    def unchanged(self, *names):
        return {name: self.read(name) for name in names}

    def test_a_function_of_a_header(self):
        for name in ("a.c", "b.c"):
            self.write(name, USE % "")
        self.write("turn.h", TURN)
        before, wanted = self.unchanged("a.c", "b.c", "turn.h"), self.output("a.c")
        self.database([self.entry("a.c"), self.entry("b.c")])
        self.assertEqual(self.nests(".")["turn.h", "turn#1"], [])
        self.rewrite(".")
        self.assertIn("if (!turn_1_fast(", self.read("turn.h").decode())
        self.assertEqual(self.read("turn.h").count(b"if (!turn_1_fast("), 1)
        self.assertIn("defined(ACC_LEVEL)", self.read("turn_h_fast.h").decode())
        self.assertEqual(self.output("a.c"), wanted)
        self.assertEqual(self.output("b.c"), wanted)
        # Once more changes nothing, and a report has the nest as it was written.
        once = self.unchanged("a.c", "b.c", "turn.h")
        self.rewrite(".")
        self.assertEqual(self.unchanged("a.c", "b.c", "turn.h"), once)
        self.run_tool("rewrite", "--check", *FREE, ".")
        files = {f["path"]: f["nests"] for f in self.analyze(".", "-q")["files"]}
        (nest,) = files["turn.h"]
        self.assertEqual((nest["id"], nest["status"]), ("turn#1", "recovered"))
        line = self.read("turn.h").decode().split("\n")[nest["line"] - 1]
        self.assertIn("for (int j = 0", line)
        self.run_tool("rewrite", "--revert", "-i", "-q", ".")
        self.assertEqual(self.unchanged("a.c", "b.c", "turn.h"), before)

    def verified(self, *arguments, status=0):
        """Of each rewritten nest, whether it is proved and how often its fast version ran."""
        words = ("verify", *arguments, "--compiler=gcc", "--format=json", "--", "-O2")
        found = json.loads(self.run_tool(*words, status=status).stdout)["nests"]
        return {(n["path"], n["id"]): (n["proved"], n["guardTrue"] > 0) for n in found}

    def test_included_nests_are_verified(self):
        self.write("a.c", USE % "")
        self.write("turn.h", TURN)
        self.write("k.c", TEMPLATE)
        self.rewrite("a.c", "--")
        self.rewrite("k.c", "--")
        turned = {("turn.h", "turn#1"): (True, True)}
        self.assertLessEqual(turned.items(), self.verified("a.c").items())
        both = {("k.c", "turn_%s#1" % kind): (True, True) for kind in "fd"}
        self.assertLessEqual(both.items(), self.verified("k.c").items())
        fast = self.read("turn_h_fast.h")
        self.write("turn_h_fast.h", fast.replace(b"+= ", b"-= ").replace(b"] = ", b"] = 1 + "))
        self.assertNotEqual(self.read("turn_h_fast.h"), fast)
        self.assertEqual(self.verified("a.c", status=1)["turn.h", "turn#1"][0], False)

    def test_a_header_by_itself_is_reverted(self):
        self.write("a.c", USE % "")
        self.write("turn.h", TURN)
        self.rewrite("a.c", "--")
        self.assertNotEqual(self.read("turn.h").decode(), TURN)
        self.run_tool("rewrite", "--revert", "-i", "-q", "turn.h")
        self.assertEqual(self.read("turn.h").decode(), TURN)

    def test_another_unit_reads_it_otherwise(self):
        self.write("a.c", USE % "")
        self.write(
            "b.c",
            "#define float int\n"
            + (USE % "").replace("#define float int\n", "").replace("%g", "%d"),
        )
        self.write(
            "turn.h",
            TURN.replace("float", "value").replace("static", "typedef float value;\nstatic", 1),
        )
        self.database([self.entry("a.c"), self.entry("b.c")])
        (why,) = self.nests(".")["turn.h", "turn#1"]
        self.assertIn("b.c", why)
        before = self.read("turn.h")
        self.rewrite(".")
        self.assertEqual(self.read("turn.h"), before)

    def test_units_that_were_not_named_may_include_it(self):
        for name in ("a.c", "b.c"):
            self.write(name, USE % "")
        self.write("turn.h", TURN)
        self.database([self.entry("a.c"), self.entry("b.c")])
        (why,) = self.nests("a.c")["turn.h", "turn#1"]
        self.assertIn("1 unit of the compile database that was not named may include it, too", why)

    def test_a_report_estimates_what_may_be_rewritten(self):
        for name in ("a.c", "b.c"):
            self.write(name, '#include "gemm.h"\n')
        self.write("gemm.h", GEMM.replace("void", "static void", 1))
        self.database([self.entry("a.c", "-O2"), self.entry("b.c", "-O2")])
        for path, is_estimated in ((".", True), ("a.c", False)):
            with self.subTest(path):
                (nest,) = {f["path"]: f["nests"] for f in self.analyze(path, "-q")["files"]}[
                    "gemm.h"
                ]
                self.assertEqual(nest["expected"] is not None, is_estimated)

    def test_a_header_of_others_stays(self):
        self.write("src/a.c", USE % "")
        self.write("other/turn.h", TURN)
        (why,) = self.nests("src/a.c", "--", "-Iother")["other/turn.h", "turn#1"]
        self.assertIn("it is not below src", why)

    def test_a_template_that_includes_itself(self):
        self.write("k.c", TEMPLATE)
        wanted = self.output("k.c")
        nests = self.nests("k.c", "--")
        self.assertEqual([nests["k.c", "turn_%s#1" % kind] for kind in "fd"], [[], []])
        self.rewrite("k.c", "--")
        text = self.read("k.c").decode()
        self.assertEqual([text.count("if (!turn_%s_1_fast(" % kind) for kind in "fd"], [1, 1])
        self.assertEqual(self.output("k.c"), wanted)
        self.rewrite("k.c", "--")
        self.assertEqual(self.read("k.c").decode(), text)
        self.run_tool("rewrite", "--revert", "-i", "-q", "k.c")
        self.assertEqual(self.read("k.c").decode(), TEMPLATE)

    def test_a_template_of_several_units(self):
        body = TEMPLATE[TEMPLATE.index("void NAME") : TEMPLATE.index("#endif")]
        self.write("turn.inc", body)
        for unit, kind in (("f", "float"), ("d", "double")):
            self.write(
                unit + ".c",
                '#define REAL %s\n#define NAME(x) x##_%s\n#include "turn.inc"\n'
                "int main(void)\n{\n    REAL a[4] = {1, 2, 3, 4}, b[4];\n"
                "    NAME(turn)(2, 2, b, a);\n    return b[1] != 3;\n}\n" % (kind, unit),
            )
        self.database([self.entry("f.c"), self.entry("d.c")])
        self.rewrite(".")
        text = self.read("turn.inc").decode()
        self.assertEqual([text.count("if (!turn_%s_1_fast(" % kind) for kind in "fd"], [1, 1])
        for unit in ("f.c", "d.c"):
            self.output(unit)

    def test_one_file_compiled_twice(self):
        self.write("k.c", DEPTHS)
        self.database([self.entry("k.c", "-DDEPTH=8"), self.entry("k.c", "-DDEPTH=10")])
        wanted = [self.output("k.c", "-DDEPTH=%d" % depth) for depth in (8, 10)]
        self.rewrite("--fast-file", "k.c")
        text = self.read("k.c").decode()
        self.assertEqual([text.count("if (!turn_%d_1_fast(" % depth) for depth in (8, 10)], [1, 1])
        self.assertEqual([self.output("k.c", "-DDEPTH=%d" % depth) for depth in (8, 10)], wanted)
        self.run_tool("rewrite", "--revert", "-i", "-q", "k.c")
        self.assertEqual(self.read("k.c").decode(), DEPTHS)

    def test_types_that_a_command_may_give(self):
        """One line before the nest passes its arguments with casts to the pinned types."""
        self.write(
            "k.c",
            "#ifndef REAL\n#define REAL float\n#endif\n"
            + TURN[TURN.index("static") : TURN.index("#endif")]
            .replace("float", "REAL")
            .replace("static inline ", ""),
        )
        self.rewrite("--fast-file", "k.c", "--")
        self.assertIn("if (!turn_1_fast(", self.read("k.c").decode())

    def test_a_unit_that_does_not_use_it(self):
        self.write("a.c", '#include "turn.h"\nint main(void)\n{\n    return 0;\n}\n')
        self.write("turn.h", TURN)
        self.rewrite("a.c", "--")
        self.output("a.c")
        self.write("b.cpp", '#include "turn.h"\n')
        built = subprocess.run(
            ["g++", "-Wall", "-Wextra", "-Werror", "-c", "b.cpp", "-o", "b.o"],
            cwd=self.dir,
            capture_output=True,
            text=True,
        )
        self.assertEqual(built.stderr, "")

    def test_its_speed_is_measured_in_its_unit(self):
        self.write("a.c", USE % "")
        self.write("turn.h", TURN)
        report = json.loads(
            self.run_tool(
                "rewrite",
                "--judge=on",
                "--judge-time=0.1",
                "--format=json",
                *FREE,
                "a.c",
                "--",
                "-O2",
            ).stdout
        )
        (nest,) = [n for f in report["files"] if f["path"] == "turn.h" for n in f["nests"]]
        self.assertEqual(nest["measured"].get("why", ""), "")


if __name__ == "__main__":
    unittest.main()
