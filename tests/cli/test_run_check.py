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
# The table is no constant: its elements are computed.
TABLE = """\
void repeat(int n, unsigned char *to, int b)
{
    const unsigned char row[4] = {b, b + 1, b + 2, b + 3};
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++)
            to[i*32 + j] = row[j];
}
"""
# Two nests over parts of one block, which pointers to its parts name.
PARTS = """\
struct state { int channels; float memory[1]; };
void update(struct state *s, int bands, int loss)
{
    float *block, *old, *older;
    const int channels = s->channels;
    block = s->memory + 2048*channels;
    old = block + 24*channels;
    older = old + 2*bands;
    if (loss)
        for (int i = 0; i < 2*bands; i++)
            old[i] = old[i] > 1.f ? old[i] : 1.f;
    for (int i = 0; i < 2*bands; i++)
        older[i] = older[i] < old[i] ? older[i] : old[i];
}
"""
TURNED = """\
struct ring { int kept[8], other[8]; };
void turn(struct ring *r, const int *old, int m)
{
    int k;
    for (k = 0; k < 8; k++, m++)
        r->kept[k] = old[m & 7];
}
"""
FAULT = "without: * 0.75"


class RunCheck(CommandTest):
    def rewrite(self, *options, **more):
        self.write("scale.c", KERNEL)
        return self.run_tool(
            "rewrite", "scale.c", "--no-work-threshold", "--schedule=none", *options, "--", **more
        )

    def test_the_report_says_how_often_the_fast_version_ran(self):
        nest = json.loads(self.rewrite("--run-check=on", "--format=json").stdout)["files"][0][
            "nests"
        ][0]
        self.assertGreater(nest["run"]["fast"], 0)
        self.assertGreater(nest["run"]["inputs"], nest["run"]["fast"])

    def test_without_it_the_wrong_rewrite_is_written(self):
        diff = self.rewrite("--run-check=off", fault=FAULT).stdout
        added = [line for line in diff.splitlines() if line.startswith("+")]
        self.assertTrue(added)
        self.assertFalse([line for line in added if "0.75" in line], diff)

    def test_it_is_dropped_as_an_internal_error_that_names_the_input(self):
        result = self.rewrite(
            "--run-check=on", "--format=json", "--fail-on=internal", fault=FAULT, status=4
        )
        nest = json.loads(result.stdout)["files"][0]["nests"][0]
        (internal,) = [found for found in nest["rejections"] if found["id"] == "internal"]
        self.assertIn("give different results", internal["message"])
        for name in ("A[", "n = ", "m = ", "ld = "):
            self.assertIn(name, internal["message"])
        self.assertIsNone(nest["run"])
        result = self.rewrite("--run-check=on", fault=FAULT, status=4)
        self.assertEqual(result.stdout, "", "nothing is written")
        self.assertIn(
            "internal error: the rewritten code and the source give different results",
            result.stderr,
        )

    def test_half_precision_is_run_and_rounded_as_in_the_source(self):
        self.write("half.c", HALF)
        result = self.run_tool(
            "rewrite", "half.c", "--no-work-threshold", "--schedule=none", "--format=json", "--"
        )
        nest = json.loads(result.stdout)["files"][0]["nests"][0]
        self.assertEqual(nest["rejections"], [])
        self.assertGreater(nest["run"]["fast"], 0, nest["run"])

    def test_const_arrays_that_are_computed_get_inputs(self):
        self.write("repeat.c", TABLE)
        done = self.run_tool(
            "rewrite",
            "--schedule=none",
            "--no-work-threshold",
            "--judge=off",
            "repeat.c",
            "--",
            "-O2",
        )
        self.assertIn("1 nest rewritten", done.stderr)

    def test_pointers_keep_their_places_behind_a_nest_before(self):
        self.write("parts.c", PARTS)
        done = self.run_tool(
            "rewrite",
            "--schedule=none",
            "--no-work-threshold",
            "--judge=off",
            "parts.c",
            "--",
            "-O2",
        )
        self.assertIn("2 nests rewritten", done.stderr)

    def test_no_element_beside_an_array_is_named(self):
        # old[m & 7] is read as rows of 8, of which the first and last are not full.
        self.write("turn.c", TURNED)
        done = self.run_tool(
            "rewrite",
            "turn.c",
            "--no-work-threshold",
            "--schedule=none",
            "--format=json",
            "--",
            status=None,
        )
        (nest,) = json.loads(done.stdout)["files"][0]["nests"]
        self.assertEqual([one["message"] for one in nest["rejections"]], [])
        self.assertTrue(nest["written"])

    def test_fast_versions_are_not_compiled_where_registers_are_wider(self):
        if platform.machine() != "x86_64":
            self.skipTest("x87")
        self.write("scale.c", KERNEL)
        self.run_tool("rewrite", "-i", "scale.c", "--no-work-threshold", "--schedule=none", "--")
        for flag, isThere in (
            ("-O2", True),
            ("-mfpmath=387", False),
            ("-mno-sse2", False),
            ("-mfpmath=sse+387", False),
        ):
            text = subprocess.run(
                ["gcc", flag, "-E", "-P", "scale.c"],
                cwd=self.dir,
                check=True,
                capture_output=True,
                text=True,
            ).stdout
            self.assertEqual("scale_1_fast" in text, isThere, flag)
        self.write("scale.c", KERNEL)
        result = self.run_tool(
            "rewrite", "scale.c", "--no-work-threshold", "--schedule=none", "--", "-mfpmath=387"
        )
        self.assertEqual(result.stdout, "")
        self.assertIn("-mfpmath=387 computes floating point in a wider format", result.stderr)


if __name__ == "__main__":
    unittest.main()
