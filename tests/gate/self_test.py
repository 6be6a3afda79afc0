"""The gate tells what differs: between invented programs whose answers are known, and not between a program and itself."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE))
import differences  # noqa: E402

# A program that answers as acc-delin does: one nest a file; its environment says what is otherwise than usual.
PROGRAM = """#!/usr/bin/env python3
import json, sys, time
from pathlib import Path
said = %r
arguments = sys.argv[1:sys.argv.index("--")] if "--" in sys.argv else sys.argv[1:]
files = [Path(a) for a in arguments[1:] if not a.startswith("-")]
files = [f for path in files for f in (sorted(path.glob("*.c")) if path.is_dir() else [path])]
if said.get("none"):
    files = []
if "--format=json" in arguments:
    print(json.dumps({"schemaVersion": 1, "files": [
        {"path": str(f), "status": "ok", "nests": [
            {"id": f.stem + "#1", "sizes": said.get("sizes", ["m"]), "order": True, "milliseconds": time.time()}]}
        for f in files]}))
else:
    print(said.get("text", "recovered"))
for a in arguments:
    if a.startswith("--output-dir=") and not said.get("leaves"):
        for f in files:
            (Path(a[13:]) / f.name).write_text("int head;\\n/* acc-delin 0.1 %%s#1 00000000 00000000 begin */\\n%%s\\n"
                "/* acc-delin end %%s#1 */\\n%%s\\n" %% (f.stem, said.get("loop", "fast"), f.stem, said.get("rest", "int tail;")))
sys.exit(said.get("status", 0))
"""


class Gate(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.dir = Path(self.temporary.name)
        (self.dir / "a b").mkdir()
        for name in ("one", "two"):
            (self.dir / "a b" / (name + ".c")).write_text("void %s(void);\n" % name)

    def tearDown(self):
        self.temporary.cleanup()

    def program(self, **said):
        path = self.dir / ("program%d" % len(list(self.dir.iterdir())))
        path.write_text(PROGRAM % said)
        path.chmod(0o755)
        return str(path)

    def gate(self, *arguments):
        done = subprocess.run(
            [sys.executable, str(HERE / "run"), *map(str, arguments)],
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr

    def told(self, *sentences, **said):
        """What the gate says of a program that differs in `said`; it must say these sentences."""
        status, output = self.gate(
            "compare",
            "--old",
            self.program(),
            "--tool",
            self.program(**said),
            self.dir / "a b",
            "--",
            "-O3",
        )
        self.assertEqual(status, 1, output)
        for sentence in sentences:
            self.assertIn(sentence, output)
        return output

    def test_nothing_differs(self):
        status, output = self.gate(
            "compare", "--old", self.program(), "--tool", self.program(), self.dir / "a b"
        )
        self.assertEqual(
            (status, "2 nests in 2 files, 2 written files, 0 differences" in output),
            (0, True),
            output,
        )

    def test_report(self):
        self.told(
            "two#1: analyze: sizes[0]: 'm' -> 'k'",
            "one#1: rewrite: sizes[1]: absent -> 'n'",
            sizes=["k", "n"],
        )

    def test_rewrite(self):
        output = self.told("one.c: one#1: the rewrite differs", "-fast", "+faster", loop="faster")
        self.assertNotIn("outside", output)
        self.told("two.c: outside the nests: the rewrite differs", rest="int other;")
        self.told("one.c: written no more", leaves=True)

    def test_text_and_status(self):
        self.told("the text report differs", "+affine", text="affine")
        self.told("exit status of rewrite", status=1)

    def test_store(self):
        store = self.dir / "store"
        self.assertEqual(
            self.gate(
                "keep", "--tool", self.program(), "--store", store, self.dir / "a b", "--", "-O3"
            )[0],
            0,
        )
        self.assertEqual(self.gate("compare", "--tool", self.program(), "--store", store)[0], 0)
        self.assertEqual(
            self.gate("compare", "--tool", self.program(sizes=[]), "--store", store)[0], 1
        )
        (self.dir / "a b" / "one.c").write_text("void changed(void);\n")
        status, output = self.gate("compare", "--tool", self.program(), "--store", store)
        self.assertEqual((status, "one.c: the source changed" in output), (1, True), output)

    def test_nothing_ran(self):
        """An empty comparison is no success."""
        none = self.program(none=True)
        self.assertEqual(
            self.gate("compare", "--old", none, "--tool", none, self.dir / "a b")[0], 2
        )
        self.assertEqual(
            self.gate("keep", "--tool", none, "--store", self.dir / "s", self.dir / "a b")[0], 2
        )
        self.assertEqual(
            self.gate("compare", "--tool", self.program(), "--store", self.dir / "nothing")[0], 2
        )
        self.assertEqual(
            self.gate("compare", "--tool", "/bin/false", "--old", none, self.dir / "a b")[0], 2
        )
        # What it did not make it does not take away.
        self.assertEqual(
            self.gate(
                "keep", "--tool", self.program(), "--store", self.dir / "a b", self.dir / "a b"
            )[0],
            2,
        )
        self.assertTrue((self.dir / "a b" / "one.c").exists())

    def test_values(self):
        self.assertEqual(differences.values({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}), [])
        self.assertEqual(differences.values({"a": 1}, {"a": True}), ["a: 1 -> True"])
        self.assertEqual(differences.values({"a": None}, {}), ["a: None -> absent"])

    @unittest.skipUnless("ACC_DELIN" in os.environ, "no program")
    def test_program(self):
        """The program itself, twice, and with an option that changes what it writes."""
        tool, corpus = os.environ["ACC_DELIN"], HERE.parents[1] / "corpus"
        kernels = [corpus / "gemm_ld.c"]
        store = self.dir / "store"
        status, output = self.gate(
            "keep",
            "--tool",
            tool,
            "--store",
            store,
            *kernels,
            "--option=--schedule=none",
            "--",
            "-O3",
        )
        self.assertEqual(status, 0, output)
        self.assertEqual(self.gate("compare", "--tool", tool, "--store", store)[0], 0)
        wrapped = self.dir / "wrapped"
        wrapped.write_text(
            '#!/bin/sh\nset -- $(echo "$@" | sed "s/--schedule=none//")\nexec "%s" "$@"\n' % tool
        )
        wrapped.chmod(0o755)
        status, output = self.gate("compare", "--tool", wrapped, "--store", store)
        self.assertEqual(status, 1, output)
        self.assertIn("gemm_ld#1: the rewrite differs", output)


if __name__ == "__main__":
    unittest.main()
