"""Fast versions in a file of their own (--fast-file): a second run, --check, verify, hand edits and --revert know it."""
import subprocess
import unittest

from support import GEMM, CommandTest

# What the second function's fast version needs is declared behind the place of the first one's.
MORE = GEMM + """
struct plane { int rows, pitch; float *data; };

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
LATE = GEMM + """
typedef double number;
static number scale = 2;

void scaled(int n, int m, number *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] *= scale;
}
"""


class FastFile(CommandTest):
    def rewrite(self, *words, status=0):
        return self.run_tool("rewrite", "--fast-file", "--schedule=none", *words, "src", "--", status=status)

    def setUp(self):
        super().setUp()
        self.write("src/gemm.c", MORE)

    def compiles(self, folder="src"):
        subprocess.run(["gcc", "-c", "-Wall", "-Wextra", "-Werror", "gemm.c", "-o", "gemm.o"], cwd=self.dir / folder, check=True)
        (self.dir / folder / "gemm.o").unlink()

    def test_fast_versions_stand_beside_the_source(self):
        self.rewrite("-i", "-q")
        source, fast = self.read("src/gemm.c").decode(), self.read("src/gemm_fast.h").decode()
        self.assertEqual(source.count("#include"), 1)
        self.assertNotIn("static", source)
        self.assertEqual(fast.count("static ACC_FAST"), 3)
        self.assertIn("#define ACC_DELIN", fast)
        # The lines of the source but for the checks are as they were.
        self.assertEqual([l for l in MORE.splitlines() if l not in source.splitlines()], [])
        self.compiles()

    def test_what_it_needs_is_declared(self):
        self.write("src/gemm.c", LATE)
        self.rewrite("-i", "-q")
        source, fast = self.read("src/gemm.c").decode(), self.read("src/gemm_fast.h").decode()
        self.assertIn("gemm_1_fast(", fast)
        self.assertNotIn("scaled_1_fast(", fast)
        self.assertIn("static ACC_FAST void scaled_1_fast(", source)
        self.compiles()
        self.run_tool("rewrite", "-i", "--revert", "-q", "src")
        self.assertEqual(self.read("src/gemm.c"), LATE.encode())

    def test_a_second_run_changes_nothing(self):
        self.rewrite("-i", "-q")
        before = self.read("src/gemm.c"), self.read("src/gemm_fast.h")
        self.assertEqual(self.rewrite().stdout, "")
        self.rewrite("--check")
        self.rewrite("-i", "-q")
        self.assertEqual((self.read("src/gemm.c"), self.read("src/gemm_fast.h")), before)
        self.assertEqual(sorted(p.name for p in (self.dir / "src").iterdir()), ["gemm.c", "gemm_fast.h"])

    def test_revert_restores_the_bytes_and_removes_the_file(self):
        for text in (MORE, MORE.replace("\n", "\r\n")):
            self.write("src/gemm.c", text)
            self.rewrite("-i", "-q")
            self.assertTrue((self.dir / "src/gemm_fast.h").exists())
            self.run_tool("rewrite", "-i", "--revert", "-q", "src")
            self.assertEqual(self.read("src/gemm.c"), text.encode())
            self.assertEqual([p.name for p in (self.dir / "src").iterdir()], ["gemm.c"])

    def test_without_the_option_the_file_goes(self):
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", "src", "--")
        inPlace = self.read("src/gemm.c")
        self.rewrite("-i", "-q")
        self.rewrite("--check")
        self.run_tool("rewrite", "--check", "--schedule=none", "src", "--", status=1)
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", "src", "--")
        self.assertEqual(self.read("src/gemm.c"), inPlace)
        self.assertEqual([p.name for p in (self.dir / "src").iterdir()], ["gemm.c"])

    def test_hand_edits_in_it_are_kept(self):
        self.rewrite("-i", "-q")
        written = self.read("src/gemm_fast.h")
        for edited in (written.replace(b"+=", b"-=", 1), written + b"static int mine;\n"):
            self.assertNotEqual(edited, written)
            self.write("src/gemm_fast.h", edited)
            self.rewrite("--check", status=1)
            self.assertIn("edited by hand", self.rewrite("-i", status=1).stderr)
            self.run_tool("rewrite", "-i", "--revert", "src", status=1)
            self.assertEqual(self.read("src/gemm_fast.h"), edited)
        self.rewrite("-i", "--force", "-q")
        self.assertEqual(self.read("src/gemm_fast.h"), written)

    def test_verify_reads_it(self):
        self.rewrite("-i", "-q")
        words = ("verify", "--compiler=gcc", "src/gemm.c", "--")
        told = self.run_tool(*words).stdout
        self.assertEqual(told.count("as its schedule gives it"), 3, told)
        before, _, _ = self.read("src/gemm.c").decode().rpartition("for (i = 0; i < n; i++)")
        self.assertIn("src/gemm.c:%d: remark: clear#1" % (1 + before.count("\n")), told)
        fast = self.read("src/gemm_fast.h")
        self.write("src/gemm_fast.h", fast.replace(b" += A[", b" -= A[", 1))
        told = self.run_tool(*words, status=1).stdout
        self.assertIn("gemm#1: not proved", told)
        self.assertIn("edited by hand", told)

    def test_other_ways_to_write(self):
        self.rewrite("--output-dir=out", "-q")
        self.compiles("out")
        self.assertEqual(self.read("src/gemm.c"), MORE.encode())
        self.assertFalse((self.dir / "src/gemm_fast.h").exists())
        diff = self.rewrite("-q").stdout
        self.assertIn("--- /dev/null\n+++ b/src/gemm_fast.h\n", diff)
        subprocess.run(["patch", "-p1", "-s"], cwd=self.dir, input=diff, text=True, check=True)
        for name in ("gemm.c", "gemm_fast.h"):
            self.assertEqual(self.read("src/" + name), self.read("out/" + name))
        back = self.run_tool("rewrite", "--revert", "src").stdout
        subprocess.run(["patch", "-p1", "-s"], cwd=self.dir, input=back, text=True, check=True)
        self.assertEqual(self.read("src/gemm.c"), MORE.encode())
        self.assertFalse((self.dir / "src/gemm_fast.h").exists())
        self.rewrite("--export-fixes=fixes.yaml", status=2)

    def test_a_file_of_somebody_else_stays(self):
        self.write("src/gemm_fast.h", "int mine;\n")
        self.assertIn("is left as it is", self.rewrite("-i", status=3).stderr)
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
