"""A rewrite that the proof passes and that is wrong: only the run of both versions sees it."""
import json
import platform
import subprocess
import unittest

from support import CommandTest

KERNEL = """\
void scale(int n, int m, int ld, double *A, const double *B)
{
    int i, j;
    for (j = 0; j < m; j++)
        for (i = 0; i < n; i++)
            A[i*ld + j] = B[i*ld + j] * 0.75 + 1.0;
}
"""
HALF = """\
void sums(int n, int m, const _Float16 *x, _Float16 *y)
{
    for (int j = 0; j < n; j++) {
        _Float16 s = 0;
        int i;
        for (i = 0; i < m - 1; i += 2)
            s = s + x[j*m + i] + x[j*m + i + 1];
        for (; i < m; i++)
            s = s + x[j*m + i];
        y[j] = s;
    }
}
"""
FAULT = "without: * 0.75"


class RunCheck(CommandTest):
    def rewrite(self, *options, **more):
        self.write("scale.c", KERNEL)
        return self.run_tool("rewrite", "scale.c", "--no-work-threshold", "--schedule=none", *options, "--", **more)

    def test_the_report_says_how_often_the_fast_version_ran(self):
        nest = json.loads(self.rewrite("--run-check=on", "--format=json").stdout)["files"][0]["nests"][0]
        self.assertGreater(nest["run"]["fast"], 0)
        self.assertGreater(nest["run"]["inputs"], nest["run"]["fast"])

    def test_without_it_the_wrong_rewrite_is_written(self):
        diff = self.rewrite("--run-check=off", fault=FAULT).stdout
        added = [line for line in diff.splitlines() if line.startswith("+")]
        self.assertTrue(added)
        self.assertFalse([line for line in added if "0.75" in line], diff)

    def test_it_is_dropped_as_an_internal_error_that_names_the_input(self):
        result = self.rewrite("--run-check=on", "--format=json", "--fail-on=internal", fault=FAULT, status=4)
        nest = json.loads(result.stdout)["files"][0]["nests"][0]
        internal, = [found for found in nest["rejections"] if found["id"] == "internal"]
        self.assertIn("differs from the source when both are run", internal["message"])
        for name in ("A[", "n = ", "m = ", "ld = "):
            self.assertIn(name, internal["message"])
        self.assertIsNone(nest["run"])
        result = self.rewrite("--run-check=on", fault=FAULT, status=4)
        self.assertEqual(result.stdout, "", "nothing is written")
        self.assertIn("internal error: the rewritten code differs", result.stderr)

    def test_half_precision_is_run_and_rounded_as_in_the_source(self):
        self.write("half.c", HALF)
        result = self.run_tool("rewrite", "half.c", "--no-work-threshold", "--schedule=none", "--format=json", "--")
        nest = json.loads(result.stdout)["files"][0]["nests"][0]
        self.assertEqual(nest["rejections"], [])
        self.assertGreater(nest["run"]["fast"], 0, nest["run"])

    def test_fast_versions_are_not_compiled_where_registers_are_wider(self):
        if platform.machine() != "x86_64":
            self.skipTest("x87")
        self.write("scale.c", KERNEL)
        self.run_tool("rewrite", "-i", "scale.c", "--no-work-threshold", "--schedule=none", "--")
        for flag, isThere in (("-O2", True), ("-mfpmath=387", False), ("-mno-sse2", False), ("-mfpmath=sse+387", False)):
            text = subprocess.run(["gcc", flag, "-E", "-P", "scale.c"], cwd=self.dir, check=True, capture_output=True, text=True).stdout
            self.assertEqual("scale_1_fast" in text, isThere, flag)
        self.write("scale.c", KERNEL)
        result = self.run_tool("rewrite", "scale.c", "--no-work-threshold", "--schedule=none", "--", "-mfpmath=387")
        self.assertEqual(result.stdout, "")
        self.assertIn("-mfpmath=387 computes floating point in a wider format", result.stderr)


if __name__ == "__main__":
    unittest.main()
