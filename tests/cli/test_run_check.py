"""A rewrite that the proof passes and that is wrong: only the run of both versions sees it."""
import json
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
        result = self.rewrite("--run-check=on", "--format=json", "--fail-on=internal", fault=FAULT, status=1)
        nest = json.loads(result.stdout)["files"][0]["nests"][0]
        internal, = [found for found in nest["rejections"] if found["id"] == "internal"]
        self.assertIn("differs from the source when both are run", internal["message"])
        for name in ("A[", "n = ", "m = ", "ld = "):
            self.assertIn(name, internal["message"])
        self.assertIsNone(nest["run"])
        result = self.rewrite("--run-check=on", fault=FAULT)
        self.assertEqual(result.stdout, "", "nothing is written")
        self.assertIn("internal error: the rewritten code differs", result.stderr)


if __name__ == "__main__":
    unittest.main()
