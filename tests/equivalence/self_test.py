#!/usr/bin/env python3
"""Tests of the comparison itself: wrong rewrites of two kernels must be told, right ones must pass."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parents[1] / "corpus"


def verdict(name, pattern=None, replacement="", text=None):
    """Output of `run` for the kernel with its text changed; the change must hit."""
    source = text if text is not None else (CORPUS / (name + ".c")).read_text()
    if pattern:
        source, hits = re.subn(pattern, replacement, source, count=1)
        assert hits == 1, pattern
    with tempfile.TemporaryDirectory() as directory:
        (Path(directory) / (name + ".c")).write_text(source)
        result = subprocess.run([sys.executable, str(HERE / "run"), "--rewritten", directory, name],
                                capture_output=True, text=True)
    return result.returncode, result.stdout


class Comparison(unittest.TestCase):
    def fails(self, words, *change, **more):
        status, output = verdict(*change, **more)
        self.assertEqual(status, 1, output)
        self.assertRegex(output, words)

    def test_same_text_is_equal(self):
        status, output = verdict("gemm")
        self.assertEqual(status, 0, output)

    def test_reassociation(self):
        self.fails(r"C\[\d+\] differs", "gemm", r"for \(k = 0; k < p; k\+\+\)", "for (k = p - 1; k >= 0; k--)")

    def test_element_missed(self):
        self.fails(r"differs", "gemm", r"j < m", "j < m - 1")

    def test_read_beyond_the_end(self):
        self.fails(r"SIG(SEGV|BUS) in rewritten code", "gemm", r"A\[i\*p \+ k\]", "A[i*p + k + 1]")

    def test_read_before_the_start(self):
        self.fails(r"SIG(SEGV|BUS) in rewritten code|differs", "gemm", r"B\[k\*m \+ j\]", "B[k*m + j - 1]")

    def test_missing_overlap_check(self):
        self.fails(r"A = C \+ \d", "gemm", r"float \*C, const float \*A, const float \*B\)\n\{",
                   "float *restrict C, const float *restrict A, const float *restrict B)\n{", text=_TILED)

    def test_warning(self):
        self.fails(r"unused", "gemm", r"int i, j, k;", "int i, j, k, spare;")

    def test_undefined_behaviour(self):
        self.fails(r"SIG(ILL|TRAP|SEGV)|differs", "gemm", r"for \(i = 0", "n += 2147483647; n -= 2147483647;\n    for (i = 0")


_TILED = """
void gemm(int n, int m, int p, float *C, const float *A, const float *B)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            float sum = C[i*m + j];
            for (k = 0; k < p; k++)
                sum += A[i*p + k] * B[k*m + j];
            C[i*m + j] = sum;
        }
}
"""

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
