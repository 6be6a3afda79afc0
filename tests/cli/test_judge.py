"""`rewrite --judge`: the unit's own compiler has the last word. The cases are clear-cut: a fast version whose schedule is
far worse than the source's order, and compilers that change what one of the versions does."""
import json
import os
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
COLUMNS_FIRST = "- nest: twice#1\n  schedule:\n    - reorder: [j, i]\n"

# Runs the compiler on a text that `change`, a sed command, has changed.
WRAPPER = """\
#!/bin/sh
for word; do case $word in */unit.c) sed -i '%s' "$word";; esac; done
exec %s "$@"
"""


@unittest.skipUnless(shutil.which("gcc"), "needs gcc")
class Judge(CommandTest):
    def rewrite(self, *words, compiler="gcc", level="-O2", text=GEMM):
        self.write("a.c", text)
        self.write("compile_commands.json", json.dumps(
            [{"directory": str(self.dir), "file": "a.c", "arguments": [compiler, level, "-c", "a.c"]}]))
        result = self.run_tool("rewrite", "a.c", "--format=json", "--judge=on", "--judge-time=1", *words, status=None)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return json.loads(result.stdout)["files"][0]["nests"][0]

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

    def test_a_script_that_loses_is_written_and_its_figures_are_reported(self):
        self.write("s.yaml", COLUMNS_FIRST)
        nest = self.rewrite("--schedule=s.yaml", text=COPY)
        self.assertEqual(self.reasons(nest), [])
        self.assertLess(min(size["ratio"] for size in nest["measured"]["sizes"]), 0.9)

    def test_what_loses_at_all_sizes_is_not_written(self):
        wrapped = self.wrapper("/_rewritten_body(.*)$/{n;s/{/{ for (volatile long t = 0; t < 20L*n*m*p; t++);/}")
        nest = self.rewrite("--compiler=%s" % wrapped)
        self.assertEqual(self.reasons(nest), ["slower"])
        self.assertLess(max(size["ratio"] for size in nest["measured"]["sizes"]), 0.98)
        self.assertIn("of the original's speed", nest["rejections"][0]["message"])

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
        self.assertIn("ends the program", nest["rejections"][0]["message"])

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

    def test_units_for_debugging_or_for_size_are_left_alone(self):
        for level in ("-O0", "-Os"):
            with self.subTest(level):
                self.assertEqual(self.reasons(self.rewrite(level=level)), ["not-optimized"])
                self.assertEqual(self.reasons(self.rewrite("--only=gemm", level=level)), [])

    def test_check_measures_nothing(self):
        self.write("a.c", GEMM)
        broken = self.write("broken", "#!/bin/sh\ntouch '%s/was-run'\nexit 1\n" % self.dir)
        broken.chmod(0o755)
        self.run_tool("rewrite", "a.c", "--check", "--judge=on", "--compiler=%s" % broken, "--", "-O2", status=1)
        self.assertFalse((self.dir / "was-run").exists())

    def test_options(self):
        self.write("a.c", GEMM)
        for words in (["--judge=maybe"], ["--judge-time=0"], ["--compiler=/is/not/there"]):
            self.run_tool("rewrite", "a.c", "--judge=off", *words, "--", "-O2", status=2)


if __name__ == "__main__":
    unittest.main()
