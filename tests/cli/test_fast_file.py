"""Fast versions beside the source: one line per nest, a second run, --check, verify, formatting, hand edits, --revert."""
import shutil
import subprocess
import unittest

from support import GEMM, CommandTest

MORE = (
    """struct plane { int rows, pitch; float *data; };

"""
    + GEMM
    + """
void lift(struct plane *p, float by)
{
    int i, j;
    for (i = 0; i < p->rows; i++)
        for (j = 0; j < p->rows; j++)
            p->data[i*p->pitch + j] += by;
}

void clear(int n, int m, int *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] = 0;
}
"""
)
# What the second function's fast version needs is declared behind the place of the first one's.
LATE = (
    GEMM
    + """
struct scales { double by; };

void scaled(int n, int m, double *A, const struct scales *scale)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] *= scale->by;
}
"""
)

# Two of the functions are compiled on a condition, as their fast versions in the file of all are.
BRANCHES = "#ifndef FIXED\n%s#endif\n%s#ifndef FIXED\n%s#endif\n" % tuple(
    """void %s(int n, int m, float *A, const float *B)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*m + j] %s B[i*m + j];
}
"""
    % both
    for both in (("add", "+="), ("subtract", "-="), ("multiply", "*="))
)

BRANCHES_INSIDE = """void clear(int n, float *A)
{
    for (int i = 0; i < n; i++)
        A[i] = 0;
}
#include %s
void spread(int n, int m, float *A, const float *B)
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
#ifdef %s
            A[i*m + j] += B[i*m + j];
#else
            A[i*m + j] -= B[i*m + j];
#endif
        }
}
"""


class FastFile(CommandTest):
    def rewrite(self, *words, status=0):
        return self.run_tool(
            "rewrite", "--fast-file", "--schedule=none", *words, "src", "--", status=status
        )

    def setUp(self):
        super().setUp()
        self.write("src/gemm.c", MORE)

    def compiles(self, folder="src", words=(), compiler="gcc"):
        subprocess.run(
            [compiler, "-c", "-Wall", "-Wextra", "-Werror", *words, "gemm.c", "-o", "gemm.o"],
            cwd=self.dir / folder,
            check=True,
        )
        (self.dir / folder / "gemm.o").unlink()

    def names(self, folder="src"):
        return sorted(p.name for p in (self.dir / folder).iterdir())

    def test_two_variables_have_one_name_in_blocks_of_their_own(self):
        block = (
            "            double *row = a + x * %s;\n            for (int i = 0; i < n; i++)\n"
            "                for (int j = 0; j < m; j++)\n"
            "                    row[i*m + j] = b[j*n + i] * 2;\n"
        )
        self.write(
            "src/gemm.c",
            "extern int next(void);\n"
            "void both(int n, int m, double *a, const double *b)\n{\n"
            "    for (int x = 0; x < 3; x++)\n        if (next() > m) {\n"
            + block % "m"
            + "        } else {\n"
            + block % "n"
            + "        }\n}\n",
        )
        self.rewrite("-i", "-q")
        source = self.read("src/gemm.c").decode()
        for entry in ("both_1_1_fast(", "both_1_2_fast("):
            self.assertIn("if (!" + entry, source)
        self.compiles()

    def test_the_source_gets_one_include_and_one_line_per_nest(self):
        self.rewrite("-i", "-q")
        source, fast = self.read("src/gemm.c").decode(), self.read("src/gemm_fast.h").decode()
        added = [l for l in source.splitlines() if l not in MORE.splitlines()]
        self.assertEqual(added[0], '#include "gemm_fast.h"')
        self.assertEqual(
            [l.split("(")[1] for l in added[1:]],
            ["!gemm_1_fast", "!lift_1_fast", "!clear_1_fast"],
            added,
        )
        self.assertEqual(fast.count("static ACC_ENTRY int "), 3)
        self.assertNotIn("#define ACC_DELIN", fast)
        self.assertIn("#define ACC_DELIN", self.read("src/acc_delin.h").decode())
        # The lines of the source are as they were.
        self.assertEqual([l for l in MORE.splitlines() if l not in source.splitlines()], [])
        for words in (
            (),
            ("-std=c89", "-pedantic", "-O2"),
            ("-O2", "-DACC_LEVELS=0"),
            ("-O2", "-mavx2", "-mfma"),
        ):
            self.compiles(words=words)

    def test_a_compiler_that_it_is_not_for_runs_the_original(self):
        self.rewrite("-i", "-q")
        for words in ((), ("-std=c89", "-pedantic")):
            self.compiles(words=(*words, "-U__GNUC__", "-w"))
            text = subprocess.run(
                ["gcc", "-E", "-P", "-U__GNUC__", "gemm.c"],
                cwd=self.dir / "src",
                check=True,
                capture_output=True,
                text=True,
            ).stdout
            self.assertIn("if (!0)", text)

    def test_files_that_do_not_compile_together_are_not_written(self):
        # A macro of the helpers, which only the file of helpers uses.
        self.write("src/gemm.c", "#define ACC_GIVEN @\n" + MORE)
        words = ["rewrite", "-i", "--judge=off", "src/gemm.c"]
        self.assertIn(
            "the rewritten file does not compile",
            self.run_tool(*words, "--fast-file", "--", "-O2").stderr,
        )
        self.assertNotIn(b"gemm_1_fast(", self.read("src/gemm.c"))
        self.compiles(words=["-O2"])
        self.run_tool(*words, "--in-file", "-q", "--", "-O2")
        self.assertIn(b"gemm_1_fast(", self.read("src/gemm.c"))
        self.compiles(words=["-O2"])

    def test_what_it_needs_is_declared(self):
        self.write("src/gemm.c", LATE)
        self.rewrite("-i", "-q")
        source, fast = self.read("src/gemm.c").decode(), self.read("src/gemm_fast.h").decode()
        self.assertIn("gemm_1_fast(", fast)
        self.assertNotIn("scaled_1_fast(", fast)
        self.assertIn("static ACC_ENTRY int scaled_1_fast(", source)
        self.assertIn('#include "acc_delin.h"', source)
        self.compiles()
        self.run_tool("rewrite", "-i", "--revert", "-q", "src")
        self.assertEqual(self.read("src/gemm.c"), LATE.encode())

    def test_the_address_of_a_restrict_pointer_is_passed_as_such(self):
        self.write(
            "rows.c",
            """\
struct rows { float *row; int n; };
void spread(struct rows *w, int n, int m, const float *a)
{
    float *restrict b = w->row;
    for (int k = 0; k < m; k++) {
        if (k == w->n)
            b = w->row + 1;
        for (int i = 0; i < n; i++) {
            b[2*i] = a[i];
            if (k < 3)
                b[2*i + 1] = a[i + m];
        }
    }
}
""",
        )
        self.run_tool(
            "rewrite",
            "-i",
            "-q",
            "--schedule=none",
            "--no-work-threshold",
            "--judge=off",
            "rows.c",
            "--",
            "-O2",
        )
        self.assertIn("spread_1_1_fast", (self.dir / "rows.c").read_text())
        subprocess.run(
            ["gcc", "-c", "-O2", "-Wall", "-Wextra", "-Werror", "rows.c"], cwd=self.dir, check=True
        )

    def test_formatting_breaks_nothing(self):
        self.rewrite("-i", "-q")
        self.write(
            "src/gemm.c",
            self.read("src/gemm.c")
            .decode()
            .replace("\n    for", "\n            for")
            .replace("        for (j", "  for (\n  j"),
        )
        before = self.read("src/gemm.c")
        self.rewrite("--check")
        self.rewrite("-i", "-q")
        self.assertEqual(self.read("src/gemm.c"), before)
        self.run_tool("rewrite", "-i", "--revert", "-q", "src")
        self.assertEqual(
            self.read("src/gemm.c").split(), MORE.replace("for (j", "for ( j").encode().split()
        )
        self.assertEqual(self.names(), ["gemm.c"])

    def test_an_edited_nest_is_told(self):
        self.rewrite("-i", "-q")
        self.write(
            "src/gemm.c",
            self.read("src/gemm.c").decode().replace("A[i*m + j] = 0", "A[i*m + j] = 1"),
        )
        self.rewrite("--check", status=1)
        self.rewrite("-i", "-q")
        self.rewrite("--check")

    def test_functions_below_conditions_have_levels(self):
        self.write("src/gemm.c", BRANCHES)
        self.rewrite("-i", "-q")
        source, fast = (self.read("src/" + name).decode() for name in ("gemm.c", "gemm_fast.h"))
        self.assertLess(source.index('#include "gemm_fast.h"'), source.index("#ifndef FIXED"))
        self.assertNotIn("_1_work", source)
        self.assertEqual(fast.count("static ACC_ENTRY int "), 3)
        self.assertEqual(fast.count(" && !defined(FIXED)\n"), 2)
        for compiler in ("gcc", "clang-19"):
            if shutil.which(compiler):
                for words in (
                    (),
                    ("-O2",),
                    ("-O2", "-DFIXED"),
                    ("-O2", "-DACC_LEVELS=0"),
                    ("-O3", "-mavx2"),
                ):
                    self.compiles(words=words, compiler=compiler)
        self.run_tool("rewrite", "--revert", "-i", "-q", "src", "--")
        self.assertEqual(self.read("src/gemm.c").decode(), BRANCHES)

    def test_no_header_changes_what_the_compiler_decides(self):
        self.write("src/own.h", "#ifdef MINE\n#undef __SSE2__\n#endif\n")
        for name, header, moved in (
            ("__SSE2__", "<stddef.h>", True),
            ("__SSE2__", "<emmintrin.h>", True),
            ("__SSE2__", '"own.h"', False),
            ("__SSE2_OF_MINE", "<stddef.h>", False),
            ("MINE", "<stddef.h>", False),
        ):
            self.write("src/gemm.c", BRANCHES_INSIDE % (header, name))
            self.rewrite("-i", "-q")
            self.assertEqual(b"spread_1_work" not in self.read("src/gemm.c"), moved, name)
            for words in ((), ("-O2",), ("-O2", "-DMINE"), ("-O3", "-mavx2")):
                self.compiles(words=words)
            self.run_tool("rewrite", "--revert", "-i", "-q", "src", "--")

    def test_conditions_around_functions_are_repeated(self):
        whole = (
            "#if defined(ONE) && \\\n    defined(TWO) /* both */\nint ab;\n#elif 1 // neither\n%s#else\nint none;\n#endif\n"
            % BRANCHES
        )
        self.write("src/gemm.c", whole)
        self.rewrite("-i", "-q")
        fast = self.read("src/gemm_fast.h").decode()
        self.assertEqual(fast.count("static ACC_ENTRY int "), 3)
        self.assertRegex(fast, r"#if [^\n]*!\(defined\(ONE\) && +defined\(TWO\)\)")
        for words in ((), ("-DONE",), ("-DONE", "-DTWO"), ("-DFIXED",)):
            self.compiles(words=("-O2", *words))
        self.run_tool("rewrite", "--revert", "-i", "-q", "src", "--")
        self.assertEqual(self.read("src/gemm.c").decode(), whole)

    def test_versions_in_the_source_have_no_levels(self):
        self.write("src/gemm.c", LATE)
        self.rewrite("-i", "-q")
        source = self.read("src/gemm.c").decode()
        self.assertEqual(
            [source.count("int %s_1_fast(" % name) for name in ("gemm_strided", "scaled")], [0, 1]
        )

    def test_levels(self):
        for words, flags, has in (
            (("--levels=auto",), (), True),
            (("--levels=off",), (), False),
            ((), ("-march=x86-64-v3",), False),
        ):
            self.run_tool(
                "rewrite", "--fast-file", "--schedule=none", "-i", "-q", *words, "src", "--", *flags
            )
            self.assertEqual(b"ACC_FILE" in self.read("src/gemm_fast.h"), has, words)
            self.compiles(words=("-O2",))
        self.run_tool("rewrite", "--levels=2", "src", "--", status=2)

    def test_helpers_that_are_used_stay(self):
        self.write("src/more.c", MORE.replace("gemm", "other"))
        self.rewrite("-i", "-q")
        self.assertEqual(
            self.names(), ["acc_delin.h", "gemm.c", "gemm_fast.h", "more.c", "more_fast.h"]
        )
        self.run_tool("rewrite", "-i", "--revert", "-q", "src/gemm.c")
        self.assertEqual(self.names(), ["acc_delin.h", "gemm.c", "more.c", "more_fast.h"])
        self.run_tool("rewrite", "-i", "--revert", "-q", "src/more.c")
        self.assertEqual(self.names(), ["gemm.c", "more.c"])

    def test_each_folder_has_its_own_helpers(self):
        self.write("src/deep/more.c", MORE)
        self.rewrite("-i", "-q")
        self.run_tool("rewrite", "-i", "--revert", "-q", "src/gemm.c")
        self.assertEqual(self.names(), ["deep", "gemm.c"])
        self.rewrite("-i", "-q")
        self.run_tool("rewrite", "-i", "--revert", "-q", "src")
        self.assertEqual(self.names() + self.names("src/deep"), ["deep", "gemm.c", "more.c"])

    def test_one_file_of_helpers_for_a_tree(self):
        self.write("src/deep/more.c", MORE)
        self.rewrite("-i", "-q", "--helpers=src/helpers.h")
        self.assertEqual(self.names("src/deep"), ["more.c", "more_fast.h"])
        self.assertIn(
            b'#define ACC_FILE "deep/more_fast.h"\n#include "../helpers.h"\n',
            self.read("src/deep/more_fast.h"),
        )
        subprocess.run(
            ["gcc", "-c", "-O2", "-Wall", "-Wextra", "-Werror", "more.c"],
            cwd=self.dir / "src/deep",
            check=True,
        )
        self.rewrite("--check", "--helpers=src/helpers.h")
        self.run_tool("rewrite", "-i", "--revert", "-q", "src/gemm.c")  # more.c includes them
        self.assertEqual(self.names(), ["deep", "gemm.c", "helpers.h"])
        self.run_tool("rewrite", "-i", "--revert", "-q", "src")
        self.assertEqual(self.names(), ["deep", "gemm.c"])

    def test_edited_helpers_are_kept(self):
        self.rewrite("-i", "-q")
        edited = self.read("src/acc_delin.h").replace(
            b"ACC_MIN(a, b) ((a) <", b"ACC_MIN(a, b) ((a) >"
        )
        self.write("src/acc_delin.h", edited)
        self.assertIn("edited manually", self.rewrite("-i", status=2).stderr)
        self.assertEqual(self.read("src/acc_delin.h"), edited)
        self.rewrite("-i", "-q", "--force")
        self.assertNotEqual(self.read("src/acc_delin.h"), edited)

    def test_a_second_run_changes_nothing(self):
        self.rewrite("-i", "-q")
        before = self.read("src/gemm.c"), self.read("src/gemm_fast.h")
        self.assertEqual(self.rewrite().stdout, "")
        self.rewrite("--check")
        self.rewrite("-i", "-q")
        self.assertEqual((self.read("src/gemm.c"), self.read("src/gemm_fast.h")), before)
        self.assertEqual(self.names(), ["acc_delin.h", "gemm.c", "gemm_fast.h"])

    def test_revert_restores_the_bytes_and_removes_the_file(self):
        for text in (MORE, MORE.replace("\n", "\r\n")):
            self.write("src/gemm.c", text)
            self.rewrite("-i", "-q")
            self.assertTrue((self.dir / "src/gemm_fast.h").exists())
            self.run_tool("rewrite", "-i", "--revert", "-q", "src")
            self.assertEqual(self.read("src/gemm.c"), text.encode())
            self.assertEqual(self.names(), ["gemm.c"])

    def test_in_the_source_again_the_file_goes(self):
        self.run_tool("rewrite", "--in-file", "-i", "-q", "--schedule=none", "src", "--")
        inPlace = self.read("src/gemm.c")
        self.rewrite("-i", "-q")
        self.rewrite("--check")
        self.run_tool("rewrite", "--in-file", "--check", "--schedule=none", "src", "--", status=1)
        self.run_tool("rewrite", "--in-file", "-i", "-q", "--schedule=none", "src", "--")
        self.assertEqual(self.read("src/gemm.c"), inPlace)
        self.assertEqual(self.names(), ["gemm.c"])

    def test_hand_edits_in_it_are_kept(self):
        self.rewrite("-i", "-q")
        written = self.read("src/gemm_fast.h")
        for edited in (written.replace(b"+=", b"-=", 1), written + b"static int mine;\n"):
            self.assertNotEqual(edited, written)
            self.write("src/gemm_fast.h", edited)
            self.rewrite("--check", status=1)
            self.assertIn("edited manually", self.rewrite("-i", status=1).stderr)
            self.run_tool("rewrite", "-i", "--revert", "src", status=1)
            self.assertEqual(self.read("src/gemm_fast.h"), edited)
        self.rewrite("-i", "--force", "-q")
        self.assertEqual(self.read("src/gemm_fast.h"), written)

    def test_verify_reads_it(self):
        self.rewrite("-i", "-q")
        words = ("verify", "--compiler=gcc", "src/gemm.c", "--")
        told = self.run_tool(*words).stdout
        self.assertEqual(told.count("the text is what its schedule produces"), 3, told)
        before, _, _ = self.read("src/gemm.c").decode().rpartition("for (i = 0; i < n; i++)")
        self.assertIn("src/gemm.c:%d: remark: clear#1" % (1 + before.count("\n")), told)
        fast = self.read("src/gemm_fast.h")
        self.write("src/gemm_fast.h", fast.replace(b" += A[", b" -= A[", 1))
        told = self.run_tool(*words, status=1).stdout
        self.assertIn("gemm#1: not proved", told)
        self.assertIn("edited manually", told)

    def test_other_ways_to_write(self):
        self.rewrite("--output-dir=out", "-q")
        self.compiles("out")
        self.assertEqual(self.read("src/gemm.c"), MORE.encode())
        self.assertFalse((self.dir / "src/gemm_fast.h").exists())
        diff = self.rewrite("-q").stdout
        self.assertIn("--- /dev/null\n+++ b/src/gemm_fast.h\n", diff)
        subprocess.run(["patch", "-p1", "-s"], cwd=self.dir, input=diff, text=True, check=True)
        for name in ("gemm.c", "gemm_fast.h", "acc_delin.h"):
            self.assertEqual(self.read("src/" + name), self.read("out/" + name))
        back = self.run_tool("rewrite", "--revert", "src").stdout
        subprocess.run(["patch", "-p1", "-s"], cwd=self.dir, input=back, text=True, check=True)
        self.assertEqual(self.read("src/gemm.c"), MORE.encode())
        self.assertFalse((self.dir / "src/gemm_fast.h").exists())
        self.rewrite("--export-fixes=fixes.yaml", status=2)

    def test_a_file_of_somebody_else_stays(self):
        self.write("src/gemm_fast.h", "int mine;\n")
        self.assertIn("is not changed", self.rewrite("-i", status=3).stderr)
        self.assertEqual(self.read("src/gemm_fast.h"), b"int mine;\n")
        self.assertEqual(self.read("src/gemm.c"), MORE.encode())

    def test_a_missing_file_is_an_error(self):
        self.rewrite("-i", "-q")
        (self.dir / "src/gemm_fast.h").unlink()
        before = self.read("src/gemm.c")
        self.assertIn("gemm_fast.h", self.rewrite("-i", status=3).stderr)
        self.assertEqual(self.read("src/gemm.c"), before)


if __name__ == "__main__":
    unittest.main()
