#!/usr/bin/env python3
"""Tests of the checkers themselves: a right report passes, and each kind of wrong report is told."""
import copy
import json
import sys
import unittest
from pathlib import Path

import cexpr
from case_source import expression
from check_corpus import CORPUS, compare
from check_generated import outcome
from check_views import Case, NotTheDivisionOfC, judge
from generated_cases import Access, Case as Generated, Loop, generate
from report import Nest, Unreadable

HERE = Path(__file__).resolve().parent


def gemm_ld():
    """A right report of corpus/gemm_ld.c, as far as the checkers read it."""

    def array(base, size, index, subscripts):
        return {
            "base": base,
            "view": "array",
            "sizes": [size],
            "origin": ["0"],
            "accesses": [{"statement": "S0", "index": index, "subscripts": subscripts}],
        }

    loops = [("i", None, "n"), ("j", "i", "m"), ("k", "j", "p")]
    return {
        "id": "gemm_ld#1",
        "status": "recovered",
        "rejections": [],
        "parameters": [{"name": p, "value": None} for p in ("n", "m", "p", "ldc", "lda", "ldb")],
        "loops": [
            {"name": v, "parent": up, "lower": "0", "upper": u, "step": "1"} for v, up, u in loops
        ],
        "statements": [{"id": "S0", "loops": ["i", "j", "k"], "condition": "1"}],
        "arrays": [
            array("C", "ldc", "i*ldc + j", ["i", "j"]),
            array("A", "lda", "i*lda + k", ["i", "k"]),
            array("B", "ldb", "k*ldb + j", ["k", "j"]),
        ],
        "validity": "m <= ldc && p <= lda && m <= ldb",
    }


def packed(rank_one=False):
    """A right report of A[i*m + j] (case D01)."""
    return {
        "id": "f#1",
        "status": "recovered",
        "rejections": [],
        "parameters": [],
        "loops": [
            {"name": "i", "lower": "0", "upper": "n", "step": "1"},
            {"name": "j", "lower": "0", "upper": "m", "step": "1"},
        ],
        "statements": [{"id": "S0", "loops": ["i", "j"], "condition": "1"}],
        "arrays": [
            {
                "base": "A",
                "view": "array",
                "sizes": [] if rank_one else ["m"],
                "origin": [] if rank_one else ["0"],
                "accesses": [
                    {
                        "statement": "S0",
                        "index": "i*m + j",
                        "subscripts": ["i*m + j"] if rank_one else ["i", "j"],
                    }
                ],
            }
        ],
        "validity": "1",
    }


class CorpusChecker(unittest.TestCase):
    def setUp(self):
        self.expected = json.loads((CORPUS / "gemm_ld.expect.json").read_text())["nests"][
            "gemm_ld#1"
        ]
        self.report = gemm_ld()

    def wrong(self):
        return " ".join(compare(self.expected, self.report))

    def test_right(self):
        self.assertEqual(self.wrong(), "")

    def test_other_text_same_meaning(self):
        self.report["validity"] = "!(ldc < m) && lda - p >= 0 && (ldb >= m ? 1 : 0)"
        self.report["arrays"][0]["sizes"] = ["2*ldc - ldc"]
        self.assertEqual(self.wrong(), "")

    def test_too_weak(self):
        self.report["validity"] = "m <= ldc && p <= lda"
        self.assertIn("too weak", self.wrong())

    def test_too_strong(self):
        self.report["validity"] += " && n <= m"
        self.assertIn("too strong", self.wrong())

    def test_wrong_size(self):
        self.report["arrays"][0]["sizes"] = ["ldc + 1"]
        self.assertIn("sizes of C", self.wrong())

    def test_missing_base(self):
        del self.report["arrays"][1]
        self.assertIn("base A is missing", self.wrong())

    def test_status(self):
        self.report["status"] = "rejected"
        self.assertIn("status is rejected", self.wrong())


class ViewChecker(unittest.TestCase):
    def setUp(self):
        cases = {c["id"]: c for c in json.loads((HERE / "delinearization.json").read_text())}
        self.case = Case(cases["D01"])
        self.report = packed()

    def wrong(self, type_="long"):
        return " ".join(judge(self.case, Nest(self.report), type_))

    def test_right_for_each_type(self):
        for type_ in ("long", "int", "unsigned", "size_t"):
            self.assertEqual(self.wrong(type_), "")

    def test_other_addresses(self):
        self.report["loops"][0]["upper"] = "n + 1"
        self.assertIn("other addresses", self.wrong())

    def test_identity(self):
        self.report["arrays"][0]["accesses"][0]["subscripts"] = ["i + 1", "j"]
        self.assertIn("UNSOUND", self.wrong())

    def test_window(self):
        self.report["arrays"][0]["origin"] = ["1"]
        self.assertIn("UNSOUND", self.wrong())

    def test_too_strong(self):
        self.report["validity"] = "m > 2"
        self.assertIn("too strong", self.wrong())

    def test_never(self):
        self.report["validity"] = "0"
        self.assertIn("never valid", self.wrong())

    def test_unknown_name(self):
        self.report["validity"] = "q > 0"
        self.assertIn("undefined", self.wrong())

    def test_rank_of_subscripts(self):
        self.report["arrays"][0]["accesses"][0]["subscripts"] = ["i"]
        with self.assertRaises(Unreadable):
            self.wrong()

    def test_strided(self):
        array = self.report["arrays"][0]
        array.update(view="strided", strides=["m", "1"], offset="0")
        self.assertEqual(self.wrong(), "")
        array["strides"] = ["m", "2"]
        self.assertIn("UNSOUND", self.wrong())

    def test_points_without_division_are_all_judged(self):
        cases = {c["id"]: c for c in json.loads((HERE / "delinearization.json").read_text())}
        case = Case(cases["D32"])
        self.assertTrue(case.trace({"n": 2, "m": 2, "s0": 3, "s1": 2})[0])

    def test_division_that_is_not_that_of_c(self):
        cases = {c["id"]: c for c in json.loads((HERE / "delinearization.json").read_text())}
        case = Case(cases["D41"])
        self.assertEqual(case.trace({"n": 1, "m": 2})[0], {("B", 0), ("B", 1)})
        with self.assertRaises(NotTheDivisionOfC):
            case.trace({"n": -2, "m": -2})

    def test_ranks(self):
        self.assertEqual(self.case.ranks, {"A": 2})


class GeneratedChecker(unittest.TestCase):
    """A[i*m + j] with unsigned int indices, whose guard must keep the index below 2**32."""

    def setUp(self):
        self.case = Generated(
            "f",
            "unsigned",
            ["m0", "n", "e1"],
            bases={"A": ("float", 4, ["m0"])},
            loops=[Loop("i", "0", "n"), Loop("j", "0", "e1")],
            statements=[(2, [Access("A", ["i", "j"], "i*m0 + j", True)])],
        )
        self.report = packed()
        self.report["loops"][1]["upper"] = "e1"
        array = self.report["arrays"][0]
        array["sizes"], array["accesses"][0]["index"] = ["m0"], "i*m0 + j"
        self.report["validity"] = "e1 <= m0"
        self.report[
            "guard"
        ] = "n > 0 && e1 > 0 && e1 <= m0 && (n - 1)*m0 + e1 <= 4294967296 && 256 <= n*e1"

    def kinds(self):
        return sorted(outcome(self.case, self.report, 1)[0])

    def test_right(self):
        self.assertEqual(self.kinds(), [])

    def test_wrap(self):
        self.report["guard"] = "n > 0 && e1 > 0 && e1 <= m0"
        self.assertEqual(self.kinds(), ["unsound"])

    def test_guard_without_validity(self):
        self.report["guard"] = "n > 0 && (n - 1)*m0 + e1 <= 4294967296"
        self.assertEqual(self.kinds(), ["unsound"])

    def test_too_weak(self):
        self.report["validity"] = "e1 <= m0 + 1"
        self.assertEqual(self.kinds(), ["unsound"])

    def test_too_strict(self):
        self.report["validity"], self.report["guard"] = "e1 < m0", "0"
        self.assertEqual(self.kinds(), ["strict"])

    def test_never(self):
        self.report["validity"], self.report["guard"] = "0", "0"
        self.assertEqual(self.kinds(), ["never", "strict"])

    def test_flat(self):
        array = self.report["arrays"][0]
        array["sizes"], array["origin"], array["accesses"][0]["subscripts"] = [], [], ["i*m0 + j"]
        self.report["validity"] = "1"
        self.assertEqual(self.kinds(), ["flat"])

    def test_undefined(self):
        self.report["validity"] = "q > 0"
        self.assertEqual(self.kinds(), ["undefined"])

    def test_cases_are_always_the_same(self):
        self.assertEqual(generate(3, 17).source(), generate(3, 17).source())
        self.assertNotEqual(generate(3, 17).source(), generate(4, 17).source())


class Expressions(unittest.TestCase):
    def test_evaluator(self):
        cexpr._self_test()

    def test_to_c(self):
        self.assertEqual(expression("2**s if s>=0 else 0", "int"), "((s >= 0) ? ((int)1 << s) : 0)")
        with self.assertRaises(ValueError):
            expression("x**2", "int")


class Data(unittest.TestCase):
    def test_expectations_are_complete(self):
        for path in CORPUS.glob("*.c"):
            nests = json.loads(path.with_suffix("").with_suffix(".expect.json").read_text())[
                "nests"
            ]
            for nest in nests.values():
                needed = (
                    {"status", "rejections"}
                    if nest["status"] == "rejected"
                    else {"status", "parameters", "runs", "views", "validity"}
                )
                self.assertLessEqual(needed, set(nest), path.name)

    def test_checkers_leave_their_input_alone(self):
        report = gemm_ld()
        before = copy.deepcopy(report)
        compare(
            json.loads((CORPUS / "gemm_ld.expect.json").read_text())["nests"]["gemm_ld#1"], report
        )
        self.assertEqual(report, before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
