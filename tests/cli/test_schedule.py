"""Every step of the schedule language through `rewrite --schedule=FILE`: the rewritten C is
compiled and leaves the same bytes as the source."""
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from support import CommandTest  # noqa: E402

# name, parameters' sizes and arrays, body, the script's entries
KERNELS = [
    (
        "conv",
        "double *A, const double *B, const double *C",
        """
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < 3; j++)
            A[i] += B[i + j] * C[j];
""",
        """
- nest: conv#1
  schedule:
    - skew: {index: i, by: j, unroll_loops_smaller_than: 3}
""",
    ),
    (
        "padded",
        "double *A, const double *B, const double *C",
        """
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)
                A[i*m + j] += B[i*p + k] * C[k*m + j];
""",
        """
- nest: padded#1
  schedule:
    - pad: {index: i, size: 2}
    - split: {index: i, size: 3}
    - pad: {index: ii, size: 1}
    - split: {index: k, size: 4}
    - pad: {index: k, size: 1}
    - reorder: [i, k, j, ii, kk]
""",
    ),
    (
        "sweep",
        "double *A, const double *B, const double *C",
        """
    int s, i;
    for (s = 0; s < p; s++)
        for (i = 1; i < n - 1; i++)
            A[i] = 0.25 * (A[i - 1] + A[i] + A[i + 1]);
""",
        """
- nest: sweep#1
  schedule:
    - skew: {index: i, by: s}
    - tile: {s: 4, i: 8}
    - reorder: [s, i, ss, ii]
""",
    ),
    (
        "jacobi",
        "double *A, double *B, const double *C",
        """
    int s, i;
    for (s = 0; s < p; s++) {
        for (i = 1; i < n - 1; i++)
            B[i] = 0.25 * (A[i - 1] + A[i] + A[i + 1]);
        for (i = 1; i < n - 1; i++)
            A[i] = 0.25 * (B[i - 1] + B[i] + B[i + 1]);
    }
""",
        """
- nest: jacobi#1
  schedule:
    - fuse: {indices: [i, i_1]}
    - shift: {index: i, by: 1, statements: [S1]}
    - skew: {index: i, by: s, factor: 2}
    - tile: {s: 4, i: 8}
    - reorder: [s, i, ss, ii, f0]
""",
    ),
    (
        "both",
        "double *A, const double *B, const double *C",
        """
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] += B[i*m + j];
    /* and then */
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] *= C[i*m + j];
""",
        """
- fuse: [both#1, both#2]
  partial: 2
  names: [i, j, f]
  schedule:
    - tile: {i: 4, j: 4}
    - reorder: [i, j, f, ii, jj]
""",
    ),
    (
        "unequal",
        "double *A, const double *B, const double *C",
        """
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] += B[i*m + j];
    for (i = 0; i < p; i++)
        A[i*m] *= C[i];
""",
        """
- fuse: [unequal#1, unequal#2]
  partial: 1
""",
    ),
    (
        "sunk",
        "double *A, const double *B, const double *C",
        """
    int i, j;
    for (i = 0; i < n; i++) {
        A[i] = 0;
        for (j = 0; j < m; j++)
            A[i] += B[i*m + j] * C[j];
    }
""",
        """
- nest: sunk#1
  schedule:
    - sink: {statements: [S0], index: j, at: 0}
    - reorder: [j, i, f0]
""",
    ),
    (
        "apart",
        "double *A, const double *B, const double *C",
        """
    int i, j;
    for (i = 0; i < n; i++) {
        A[i] = 0;
        for (j = 0; j < m; j++)
            A[i] += B[i*m + j] * C[j];
    }
""",
        """
- nest: apart#1
  schedule:
    - distribute: {index: i, parts: [[S0], [S1]], name: g}
    - reorder: [g, f0, j, i]
""",
    ),
    (
        "hoisted",
        "double *A, double *B, const double *C",
        """
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            if (j == 0)
                B[i] = 1.0;
            A[i*m + j] += B[i];
        }
""",
        """
- nest: hoisted#1
  schedule:
    - hoist: {statements: [S0], index: j}
""",
    ),
    (
        "peeled",
        "double *A, const double *B, const double *C",
        """
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] = B[i*m + j] * 0.5;
""",
        """
- nest: peeled#1
  schedule:
    - peel: {index: i, front: 1, back: 1}
    - index_set_split: {index: j, at: [i, i + 1], names: [a, b, c]}
""",
    ),
    (
        "floyd",
        "double *A, const double *B, const double *C",
        """
    int i, j, k;
    for (k = 0; k < n; k++)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j++)
                A[i*n + j] = A[i*n + k] + A[k*n + j] < A[i*n + j] ? A[i*n + k] + A[k*n + j]
                                                                  : A[i*n + j];
""",
        """
- nest: floyd#1
  schedule:
    - index_set_split: {index: i, at: [k, k + 1]}
    - index_set_split: {index: j, at: [k, k + 1]}
""",
    ),
    (
        "conditional",
        "double *A, const double *B, const double *C",
        """
    int i, j;
    for (j = 0; j < p; j++)
        for (i = 0; i < n; i++)
            A[i] += A[i + m];
""",
        """
- nest: conditional#1
  schedule:
    - reorder: [i, j]
""",
    ),
    (
        "jammed",
        "double *A, const double *B, const double *C",
        """
    int i, j;
    for (i = 0; i < n; i++) {
        A[i] = 0;
        for (j = 0; j < m; j++)
            A[i] += B[i*m + j] * C[j];
    }
""",
        """
- nest: jammed#1
  schedule:
    - unroll_and_jam: {index: i, size: 4}
""",
    ),
]

SOURCE = "".join("void %s(int n, int m, int p, %s)\n{%s}\n\n" % kernel[:3] for kernel in KERNELS)
SCRIPT = "".join(kernel[3].lstrip("\n") for kernel in KERNELS)
DRIVER = """
#include <stdio.h>
%s
static double A[12000], B[12000], C[12000];
int main(void)
{
    static const int sizes[][3] = {{0, 3, 2}, {1, 1, 1}, {2, 9, 5}, {19, 21, 17}, {24, 23, 12},
                                   {40, 12, 9}, {33, 40, 31}, {101, 33, 14},
                                   {40, 60, 9}};
    unsigned k, at, seed = 7, sum = 0;
    for (k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], m = sizes[k][1], p = sizes[k][2];
%s    }
    return 0;
}
""" % (
    "".join("void %s(int n, int m, int p, %s);\n" % kernel[:2] for kernel in KERNELS),
    "".join(
        """
        for (at = 0; at < 12000; at++) {
            seed = seed * 1103515245u + 12345u;
            A[at] = seed / 4294967296.0; B[at] = seed %% 977 / 977.0; C[at] = seed %% 31 / 31.0;
        }
        %s(n, m, p, A, B, C);
        for (at = 0; at < sizeof A; at++)
            sum = sum * 31 + ((unsigned char *)A)[at] + 7 * ((unsigned char *)B)[at];
        printf("%s %%u %%u\\n", k, sum);
"""
        % (kernel[0], kernel[0])
        for kernel in KERNELS
    ),
)


class ScheduleTest(CommandTest):
    def output_of(self, source):
        program = self.dir / "program"
        subprocess.run(
            [
                "cc",
                "-O1",
                "-ffp-contract=off",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-Wno-unused-parameter",
                "-o",
                str(program),
                str(source),
                str(self.write("driver.c", DRIVER)),
            ],
            check=True,
            timeout=120,
        )
        return subprocess.run(
            [str(program)], capture_output=True, text=True, check=True, timeout=60
        ).stdout

    def test_every_step_keeps_the_bytes(self):
        before = self.write("kernels.c", SOURCE)
        script = self.write("steps.yaml", SCRIPT)
        result = self.run_tool(
            "rewrite",
            "--in-file",
            before,
            "--schedule=%s" % script,
            "--output-dir=out",
            "--",
            "-Wno-unused-parameter",
        )
        self.assertNotIn("not rewritten", result.stderr)
        after = next((self.dir / "out").rglob("kernels.c"))
        rewritten = after.read_text()
        for name in [kernel[0] for kernel in KERNELS]:
            self.assertIn(" %s#1" % name, rewritten)
        self.assertEqual(self.output_of(before), self.output_of(after))

    def test_a_printed_script_replays(self):
        before = self.write("kernels.c", SOURCE)
        script = self.write("steps.yaml", SCRIPT)
        first = self.run_tool(
            "rewrite",
            "--in-file",
            before,
            "--schedule=%s" % script,
            "--print-schedule",
            "--",
            "-Wno-unused-parameter",
        ).stdout
        again = self.write("printed.yaml", first)
        second = self.run_tool(
            "rewrite",
            "--in-file",
            before,
            "--schedule=%s" % again,
            "--print-schedule",
            "--",
            "-Wno-unused-parameter",
        ).stdout
        self.assertEqual(first, second)

    def refusal(self, source, script):
        result = self.run_tool(
            "rewrite",
            "--in-file",
            self.write("one.c", source),
            "--schedule=%s" % self.write("one.yaml", script),
            "--diff",
            "--",
            status=None,
        )
        return result.stderr

    def test_unsafe_fuse_is_refused_with_its_witness(self):
        text = """void f(int n, double *A, const double *B, const double *C)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[i*n + j] += B[i*n + j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[i*n + j] *= C[i*n + j];
}
"""
        message = self.refusal(
            text, "- nest: f#2\n  schedule:\n    - reorder: [j, i]\n" "- fuse: [f#1, f#2]\n"
        )
        self.assertIn("must run before", message)
        self.assertIn("A[", message)

    def test_nests_that_are_no_neighbours(self):
        text = """void f(int n, double *A)
{
    int i;
    for (i = 0; i < n; i++)
        A[i] = 1;
    n = n / 2;
    for (i = 0; i < n; i++)
        A[i] += 1;
}
"""
        self.assertIn("other code between", self.refusal(text, "- fuse: [f#1, f#2]\n"))
        body = text.replace("    n = n / 2;\n", "").replace(
            "    for (i = 0; i < n; i++)\n" "        A[i] = 1;",
            "    if (n > 2)\n" "    for (i = 0; i < n; i++)\n" "        A[i] = 1;",
        )
        self.assertIn("not a statement of a block", self.refusal(body, "- fuse: [f#1, f#2]\n"))


if __name__ == "__main__":
    unittest.main()
