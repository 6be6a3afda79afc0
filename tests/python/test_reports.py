"""Reports, rewrites, measurements and LoopTrees as Python values."""
import os
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "python"))

import acc_delin
from acc_delin.mappings import (
    Compute,
    Mapping,
    Nested,
    Sequential,
    Spatial,
    Spec,
    Storage,
    Temporal,
    Toll,
)

GEMM = os.path.join(ROOT, "corpus", "gemm_ld.c")
TREES = os.path.join(ROOT, "corpus", "looptree")


class Reports(unittest.TestCase):
    def test_a_nest(self):
        report = acc_delin.analyze(GEMM, flags="-O3")
        nest = report["gemm_ld#1"]
        self.assertEqual(
            [repr(array) for array in nest.arrays],
            ["float C[*][ldc]", "float A[*][lda]", "float B[*][ldb]"],
        )
        self.assertEqual(nest.condition.validity, nest.to_dict()["validity"])
        self.assertIn("m <= ldc", nest.condition.validity)
        self.assertEqual([loop["name"] for loop in nest.loops], ["i", "j", "k"])
        self.assertTrue(nest.schedule)
        [row] = report.table()
        self.assertEqual((row["nest"], row["status"]), ("gemm_ld#1", "recovered"))
        self.assertEqual(report.to_dict()["schemaVersion"], 1)
        self.assertEqual((len(report), list(report)[0].function), (1, "gemm_ld"))

    def test_pictures_in_a_notebook(self):
        report = acc_delin.analyze(GEMM, flags="-O3")
        self.assertIn("<iframe", report._repr_html_())
        self.assertIn("gemm_ld#1", report["gemm_ld#1"]._repr_html_())
        self.assertIn("svg xmlns", report.html())

    def test_faults_are_exceptions(self):
        with self.assertRaisesRegex(acc_delin.UsageError, "no/such") as caught:
            acc_delin.analyze("no/such.c", flags="-O3")
        self.assertEqual(caught.exception.id, "usage")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "broken.c")
            with open(path, "w") as file:
                file.write("void f(int n {\n")
            (name, line, id, _), *_ = acc_delin.analyze(path, flags="-O3").errors
            self.assertEqual((name, line, id), (path, 1, "parse-error"))

    def test_rewrite_and_verify(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "gemm.c")
            with open(GEMM) as file, open(path, "w") as copy:
                copy.write(file.read())
            change = acc_delin.rewrite(path, flags="-O3")
            self.assertEqual([nest.id for nest in change.written], ["gemm_ld#1"])
            self.assertIn("+++", change.diff)
            schedule = "- nest: gemm_ld#1\n  schedule:\n    - reorder: [i, k, j]\n"
            own = acc_delin.rewrite(path, flags="-O3", schedule=schedule, in_place=True)
            self.assertEqual(own["gemm_ld#1"].schedule, [{"reorder": ["i", "k", "j"]}])
            with open(path) as file:
                self.assertIn("_fast", file.read())
            result = acc_delin.verify(path, flags="-O3", compilers=["gcc"])
            self.assertTrue(result)
            self.assertEqual(result.nests[0]["id"], "gemm_ld#1")

    def test_tune(self):
        found = acc_delin.tune(GEMM, flags="-O2", sizes=[{"n": 24, "m": 24, "p": 24}])
        self.assertIn("gemm_ld#1", found.script)


class LoopTrees(unittest.TestCase):
    def fused(self):
        """The example of the specification, as objects."""
        return Mapping(
            [
                Storage(["I", "WA", "WB", "B"], "OffChipBuffer"),
                Storage(["WA"], "OnChipBuffer"),
                Temporal("nA", 1),
                Storage(["A"], "OnChipBuffer"),
                Sequential(
                    [
                        Nested(
                            [
                                Temporal("nI", 1),
                                Storage(["I"], "OnChipBuffer"),
                                Compute("EinsumA", "ComputeUnit"),
                            ]
                        ),
                        Nested(
                            [
                                Temporal("nB", 1),
                                Storage(["B", "WB"], "OnChipBuffer"),
                                Compute("EinsumB", "ComputeUnit"),
                            ]
                        ),
                    ]
                ),
            ]
        )

    def workload(self):
        with open(os.path.join(TREES, "matvecs.workload.yaml")) as file:
            return file.read()

    def test_built(self):
        spec = Spec(self.fused(), self.workload())
        self.assertEqual(spec.check(), [])
        figures = spec.evaluate()
        self.assertEqual((figures["energy"], figures["latency"]), (255, 27))
        self.assertIn("<svg", spec._repr_svg_())

    def test_read(self):
        try:
            import yaml  # noqa
        except ImportError:
            self.skipTest("PyYAML is missing (apt-get install python3-yaml)")
        path = os.path.join(TREES, "matvecs.yaml")
        mapping = Mapping.from_yaml(path)
        self.assertEqual(mapping, self.fused())
        self.assertEqual(Mapping.from_yaml(mapping.to_yaml()), mapping)
        self.assertEqual(len([one for one in mapping.walk() if isinstance(one, Temporal)]), 3)
        with self.assertRaises(acc_delin.Refused):
            Mapping.from_yaml("mapping:\n  nodes:\n  - !Temporal {rank: m}\n")

    def test_faults(self):
        mapping = self.fused()
        mapping.nodes[2].tile_shape = 2
        with self.assertRaisesRegex(acc_delin.Refused, "nA"):
            Spec(mapping, self.workload()).evaluate()
        with self.assertRaisesRegex(TypeError, "has no field 'tile'"):
            Temporal("m", tile=3)

    MATMUL = """\
workload:
  iteration_space_shape: {m: 0 <= m < 8, k: 0 <= k < 6, n: 0 <= n < 4}
  bits_per_value: {All: 1}
  einsums:
  - {name: C, tensor_accesses: [{name: A, projection: [m, k]}, {name: B, projection: [k, n]}, {name: C, projection: [m, n], output: true}]}
arch:
  nodes:
  - !Memory {name: Off, size: inf, leak_power: 0, area: 0, actions: [{name: read, energy: 1, throughput: inf}, {name: write, energy: 1, throughput: inf}]}
  - !Toll {name: Bus, direction: up_and_down, leak_power: 0, area: 0, actions: [{name: read, energy: 100, throughput: inf}]}
  - !Memory {name: On, size: inf, leak_power: 0, area: 0, actions: [{name: read, energy: 1, throughput: inf}, {name: write, energy: 1, throughput: inf}]}
  - !Compute {name: Mac, leak_power: 0, area: 0, spatial: [{name: X, fanout: 4}], actions: [{name: compute, energy: 1, throughput: 1}]}
"""

    def matmul(self, *between, binding=None):
        held = [Storage(["A", "B", "C"], "On")]
        if binding:
            held = [
                Storage(["A"], "On"),
                Storage(["B"], "On", binding=binding),
                Storage(["C"], "On"),
            ]
        loops = [Temporal("m", 1), Temporal("k", 1), Spatial("n", 1, "X", "Mac")]
        return Mapping(
            [Storage(["A", "B", "C"], "Off"), *between, *held, *loops, Compute("C", "Mac")]
        )

    def test_tolls_are_paid_for_each_way(self):
        free = Spec(self.matmul(), self.MATMUL).evaluate()
        paid = Spec(self.matmul(Toll(["A", "B"], "Bus")), self.MATMUL).evaluate()
        # Whole arrays pass once: 8*6 and 6*4 elements, 100 each.
        self.assertEqual(paid["energy"] - free["energy"], 100 * (48 + 24))
        self.assertEqual(paid["peak"], free["peak"])  # nothing stays there
        # Behind a loop that a tensor does not follow it passes in every iteration.
        mapping = self.matmul(Toll(["B"], "Bus"))
        mapping.nodes[1:4] = [
            Temporal("m", 2),
            mapping.nodes[1],
            mapping.nodes[2],
            Temporal("m", 1),
        ]
        loose = Mapping([one for one in mapping.nodes if not isinstance(one, Toll)])
        more = (
            Spec(mapping, self.MATMUL).evaluate()["energy"]
            - Spec(loose, self.MATMUL).evaluate()["energy"]
        )
        self.assertEqual(more, 100 * 4 * 24)
        [message] = [
            one
            for one in Spec(self.matmul(Toll(["A"], "On")), self.MATMUL).check()
            if "error" in one
        ][:1]
        self.assertIn("'On' is no Toll", message)

    def test_distributed_buffers_are_kept(self):
        spatial = Spatial("n", 1, "X", "Mac")
        bound, plain = self.matmul(binding={"C": spatial}), self.matmul()
        plain.nodes[1:2] = [Storage([one], "On") for one in "ABC"]
        figures = [Spec(one, self.MATMUL).evaluate() for one in (bound, plain)]
        self.assertEqual(figures[0], figures[1])
        self.assertIn(
            'binding: {C: !Spatial {rank_variable: "n", tile_shape: 1, name: X, component: Mac}}',
            bound.to_yaml(),
        )
        self.assertEqual(bound.to_dict()["nodes"][2]["binding"]["C"]["type"], "Spatial")
        for wrong in (
            lambda: Storage(["A", "B"], "On", binding={"C": spatial}),
            lambda: Storage(["A"], "On", binding={"C": 3}),
        ):
            with self.assertRaises(TypeError):
                wrong()
        try:
            import yaml  # noqa
        except ImportError:
            self.skipTest("PyYAML is missing (apt-get install python3-yaml)")
        self.assertEqual(Mapping.from_yaml(bound.to_yaml()), bound)

    def test_exported(self):
        [spec] = acc_delin.looptree(GEMM, flags="-O3", params={"n": 64, "m": 64, "p": 64})
        self.assertEqual([line for line in spec.check() if "error" in line], [])
        self.assertGreater(spec.evaluate()["energy"], 0)


class Notebook(unittest.TestCase):
    def test_it_runs_as_a_script(self):
        import json

        with open(os.path.join(ROOT, "examples", "from_c_to_a_schedule.ipynb")) as file:
            cells = json.load(file)["cells"]
        code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
        try:
            import numpy  # noqa
        except ImportError:
            self.skipTest("NumPy is missing (apt-get install python3-numpy)")
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, PYTHONPATH=os.path.join(ROOT, "tools", "python"))
            done = subprocess.run(
                [sys.executable, "-c", code],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the same bytes: True", done.stdout)


if __name__ == "__main__":
    unittest.main()
