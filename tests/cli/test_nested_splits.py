"""Splits of splits, of inner and of outer indices, that divide or do not: each iteration once and in
the order of the definition, and no more tests of a loop's end than a constant times the
iterations. A fixed sample; the whole scan with ACC_WHOLE_SCAN=1 (hours)."""
import itertools
import os
import pathlib
import random
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import test_iteration_order as order  # noqa: E402

EXTENTS, SIZES = range(1, 41), range(1, 17)
# Which index each split is of, by its place among those that are there: the outermost is 0.
TARGETS = [(0, 1), (0, 0)] + [(0, one, two) for one in (0, 1) for two in (0, 1, 2)]
CHUNK = 80


def case(targets, sizes, extent=None):
    """Splits of one loop of `extent` iterations, or of a number that is known at run time."""
    names, steps = ["i"], []
    for target, size in zip(targets, sizes):
        steps.append(order.split(names[target], size))
        names.insert(target + 1, "i" * (len(names) + 1))
    upper = "n" if extent is None else str(extent)
    points = order.sizes(*EXTENTS) if extent is None else ({},)
    return order.Case(
        "%s by %s of %s" % (upper, sizes, targets), order.line(upper, steps), points=points
    )


def every_case():
    for targets in TARGETS:
        for sizes in itertools.product(SIZES, repeat=len(targets)):
            for extent in (None, *EXTENTS):
                yield targets, sizes, extent


def sample():
    choose = random.Random(5)
    known = [((0, 1), (5, 2), 12), ((0, 0), (5, 2), 12), ((0, 1), (8, 3), None)]
    for number in range(120):
        targets = choose.choice(TARGETS)
        known.append(
            (
                targets,
                tuple(choose.choice(SIZES) for _ in targets),
                None if number % 3 == 0 else choose.choice(EXTENTS),
            )
        )
    return known


class NestedSplitsTest(order.CaseTest):
    def check(self, chosen):
        cases = [case(*one) for one in chosen]
        self.run_cases(cases)
        for number, (targets, _, extent) in enumerate(chosen):
            for at, count in enumerate(EXTENTS if extent is None else (extent,)):
                levels = len(targets) + 1
                # A loop that is entered has an iteration, and tests once more than it has.
                self.assertLessEqual(
                    self.heads["case%d" % number, at],
                    2 * levels * count,
                    (cases[number].fact, count),
                )

    def test_splits(self):
        whole = os.environ.get("ACC_WHOLE_SCAN")
        chosen = list(every_case()) if whole else sample()
        for first in range(0, len(chosen), CHUNK):
            self.check(chosen[first : first + CHUNK])
            if whole and first % (100 * CHUNK) == 0:
                print("%d of %d" % (first, len(chosen)), flush=True)


if __name__ == "__main__":
    unittest.main()
