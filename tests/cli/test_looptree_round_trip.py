"""What `looptree export` writes of the corpus and of fused pairs is read back by `rewrite --schedule=` to the C that the
schedule gives. A machine runs one part of N by `ACC_DELIN_PART=K/N`."""
import os
import re
import subprocess
import unittest

from support import ROOT, TOOL, CommandTest

FLAGS = ["--", "-std=gnu11", "-O3"]
# Of these the tree says less than the schedule; each says so on standard error when it is exported.
NOT_EXPORTED = {
    "doitgen#1": "also runs statements that it does not index",
    "jacobi2d#1": "does more than tile, fuse and order loops",
}
# Of these the C by the mapping is another one: the guard's tests in another order; a buffer that has no box of fixed size.
ANOTHER = {"syrk#1", "corners#1", "complex_products#1", "complex_update#1"}
PAIRS = [
    ("mvt", "- fuse: [mvt#1, mvt#2]\n"),
    ("atax", "- fuse: [atax#1, atax#2]\n  partial: 0\n"),
    (
        "matvecs",
        "- nest: matvecs#1\n  schedule:\n    - reorder: [j, i]\n- fuse: [matvecs#1, matvecs#2]\n  partial: 1\n",
    ),
]


def code_in(diff):
    """The diff without what says which schedule gave it: the comment before a function, hashes of markers, counts of lines."""
    diff = re.sub(r"^\+/\* acc-delin fast version of .*?\*/\n", "", diff, flags=re.M | re.S)
    return re.sub(r"^@@.*?@@|(?<=acc-delin )\S+ (\S+) \w+ \w+(?= begin)", r"\1", diff, flags=re.M)


class RoundTrip(CommandTest):
    def tool(self, *words):
        words = ["rewrite", "--in-file", *words[1:]] if words[0] == "rewrite" else words
        return subprocess.run(
            [str((ROOT / TOOL).resolve()), *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def compare(self, source, document, script):
        """The C by the mapping is the C by the script."""
        mapping = self.write("mapping.yaml", document)
        by_script = self.tool(
            "rewrite", source, "--schedule=%s" % self.write("script.yaml", script), *FLAGS
        )
        by_mapping = self.tool("rewrite", source, "--schedule=%s" % mapping, *FLAGS)
        self.assertEqual(code_in(by_mapping.stdout), code_in(by_script.stdout), by_mapping.stderr)
        return bool(by_mapping.stdout)

    def test_corpus(self):
        part, of = map(int, os.environ.get("ACC_DELIN_PART", "0/1").split("/"))
        count = 0
        for path in sorted((ROOT / "corpus").glob("*.c"))[part::of]:
            source = "corpus/" + path.name
            exported = self.tool("looptree", "export", source, *FLAGS)
            scripts = dict(
                re.findall(
                    r"^- nest: (\S+)\n((?:[ ].*\n)*)",
                    self.tool("rewrite", source, "--print-schedule", *FLAGS).stdout,
                    re.M,
                )
            )
            for document in filter(str.strip, re.split(r"^---\n", exported.stdout, flags=re.M)):
                nest = re.search(r"title: '(.*)'", document).group(1)
                if nest in ANOTHER or any(nest.startswith(whole + ".") for whole in scripts):
                    continue  # `rewrite` took what encloses it, and has no schedule for it alone
                with self.subTest(nest=nest):
                    count += self.compare(
                        source, document, "- nest: %s\n%s" % (nest, scripts.get(nest, ""))
                    )
            for nest, why in NOT_EXPORTED.items():
                if nest.startswith(path.stem + "#"):
                    self.assertIn(why, exported.stderr)
        self.assertGreater(count, 50 // of)

    def test_fused_pairs(self):
        for kernel, script in PAIRS:
            with self.subTest(kernel=kernel):
                source = "corpus/%s.c" % kernel
                exported = self.tool(
                    "looptree",
                    "export",
                    source,
                    "--schedule=%s" % self.write("fused.yaml", script),
                    *FLAGS,
                )
                document = [
                    one for one in re.split(r"^---\n", exported.stdout, flags=re.M) if "#1+" in one
                ]
                self.assertEqual(len(document), 1, exported.stderr)
                self.assertTrue(self.compare(source, document[0], script))
                figures = self.tool("looptree", "check", str(self.write("pair.yaml", document[0])))
                self.assertEqual(figures.returncode, 0, figures.stderr)

    def test_the_mapping_of_the_specification(self):
        for more in ([], ["--einsum", "EinsumA=S0", "--einsum", "EinsumB=S1"]):
            done = self.tool(
                "rewrite",
                "corpus/matvecs.c",
                "--schedule=corpus/looptree/matvecs.yaml",
                *more,
                *FLAGS,
            )
            self.assertIn("+", done.stdout, done.stderr)
            self.assertRegex(done.stdout, r"matvecs#1\+matvecs#2")
        wrong = self.tool(
            "rewrite",
            "corpus/matvecs.c",
            "--schedule=corpus/looptree/matvecs.yaml",
            "--einsum",
            "EinsumA=S7",
            *FLAGS,
        )
        self.assertIn("no statement 'S7'", wrong.stderr)
        turned = self.tool(
            "rewrite",
            "corpus/matvecs.c",
            "--schedule=corpus/looptree/matvecs.yaml",
            "--einsum",
            "EinsumA=S1",
            *FLAGS,
        )
        self.assertEqual(turned.stdout, "")


if __name__ == "__main__":
    unittest.main()
