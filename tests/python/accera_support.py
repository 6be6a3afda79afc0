"""What the tests of Accera's interface share: each kind of program in its manual, written anew,
run, and compared with NumPy, is a row of the table in docs/python.md."""
import os
import sys
import tempfile
import unittest
import warnings

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "python"))

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is missing (apt-get install python3-numpy)")
    sys.exit(77)

import acc_delin.accera as acc

F32 = acc.ScalarType.float32
IN, OUT, INOUT, CONST, TEMP = (
    acc.Role.INPUT,
    acc.Role.OUTPUT,
    acc.Role.INPUT_OUTPUT,
    acc.Role.CONST,
    acc.Role.TEMP,
)
ROWS = []  # chapter, what, "works" or why not


def snippet(chapter, what, state="works"):
    def add(test):
        ROWS.append((chapter, what, state))
        return test

    return add


def numbers(*shape, dtype=np.float32, seed=1):
    """Small whole numbers: sums of products are exact."""
    return np.random.RandomState(seed + len(shape)).randint(-4, 5, shape).astype(dtype)


class AcceraTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        warnings.simplefilter("ignore", acc.NotApplied)

    def tearDown(self):
        self.folder.cleanup()

    def build(self, source, args, **more):
        package = acc.Package()
        package.add(source, args=args, base_name="f", **more)
        return package.build(
            "package", format=acc.Package.Format.HAT_DYNAMIC, output_dir=self.folder.name
        ).f

    def product(self, M=16, N=10, S=11):
        """The nest of chapter 2, its indices and arrays."""
        A = acc.Array(role=IN, element_type=F32, shape=(M, S))
        B = acc.Array(role=IN, element_type=F32, shape=(S, N))
        C = acc.Array(role=INOUT, element_type=F32, shape=(M, N))
        nest = acc.Nest(shape=(M, N, S))
        i, j, k = nest.get_indices()

        @nest.iteration_logic
        def _():
            C[i, j] += A[i, k] * B[k, j]

        return nest, (i, j, k), (A, B, C)

    def check_product(self, source, args, M=16, N=10, S=11, **more):
        a, b, c = numbers(M, S), numbers(S, N, seed=2), numbers(M, N, seed=3)
        wanted = c + a @ b
        self.build(source, args, **more)(a, b, c)
        np.testing.assert_array_equal(c, wanted)

    def order(self, schedule, *indices):
        self.assertEqual(schedule.indices, indices)


def table():
    lines = ["| chapter | programs | |", "|---|---|---|"]
    last = ""
    for chapter, what, state in ROWS:
        lines.append("| %s | %s | %s |" % (chapter if chapter != last else "", what, state))
        last = chapter
    return "\n".join(lines) + "\n"
