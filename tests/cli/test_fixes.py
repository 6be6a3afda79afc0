"""rewrite --export-fixes: edits that clang-apply-replacements applies."""
import json
import re
import shutil
import subprocess
import unittest

from support import BROKEN, GEMM, CommandTest


def scalar(text):
    """The value of a YAML scalar as LLVM writes it; double quotes are read as JSON's."""
    if text.startswith('"'):
        return json.loads(re.sub(r"\\x(..)", r"\\u00\1", text))
    return text.strip("'").replace("''", "'")


class Fixes(CommandTest):
    def export(self, *names, status=0):
        (self.dir / "fixes").mkdir(exist_ok=True)
        return self.run_tool(
            "rewrite",
            "-q",
            "--schedule=none",
            *names,
            "--export-fixes=fixes/all.yaml",
            "--",
            status=status,
        )

    def in_place(self, name):
        """What -i would make of the file."""
        before = self.read(name)
        self.run_tool("rewrite", "-q", "-i", "--in-file", "--force", "--schedule=none", name, "--")
        after = self.read(name)
        self.write(name, before)
        self.assertNotEqual(before, after)
        return after

    def edits(self):
        """(path, offset, length, text) of each replacement."""
        found, current = [], {}
        for line in self.read("fixes/all.yaml").decode().splitlines():
            name, _, value = line.strip().removeprefix("- ").partition(":")
            value = value.strip()
            if name == "FilePath":
                current["path"] = scalar(value)
            elif name in ("Offset", "Length"):
                current[name] = int(value)
            elif name == "ReplacementText":
                found.append((current["path"], current["Offset"], current["Length"], scalar(value)))
        return found

    def applied(self):
        """Files with the fixes in them, applied here."""
        texts = {}
        for path, offset, length, text in sorted(self.edits(), key=lambda e: -e[1]):
            old = texts.get(path) or self.read(path)
            texts[path] = old[:offset] + text.encode() + old[offset + length :]
        return texts

    def test_they_make_what_i_makes(self):
        self.write("gemm.c", GEMM + GEMM.replace("gemm", "second"))
        self.write("crlf.c", GEMM.replace("\n", "\r\n"))
        self.write("none.c", "int x;\n")
        self.export("gemm.c", "crlf.c", "none.c")
        self.assertEqual(
            self.applied(), {str(self.dir / n): self.in_place(n) for n in ("gemm.c", "crlf.c")}
        )
        self.assertEqual(
            self.read("gemm.c"),
            (GEMM + GEMM.replace("gemm", "second")).encode(),
            "nothing is edited",
        )

    def test_of_a_file_that_was_rewritten(self):
        self.write("gemm.c", GEMM)
        self.run_tool("rewrite", "-q", "-i", "--schedule=none", "gemm.c", "--")
        self.assertIn("a file beside it", self.export("gemm.c", status=3).stderr)
        self.assertEqual(self.edits(), [])
        self.run_tool("rewrite", "-q", "-i", "--in-file", "--schedule=none", "gemm.c", "--")
        self.export("gemm.c")
        self.assertEqual(self.edits(), [])
        self.write("gemm.c", self.read("gemm.c").replace(b"k = 0", b"k = 1", 1))
        self.export("gemm.c", status=1)
        self.assertEqual(self.edits(), [], "an edit by hand is kept")
        self.export("--force", "gemm.c")
        self.assertEqual(self.applied(), {str(self.dir / "gemm.c"): self.in_place("gemm.c")})

    def test_a_broken_file_has_none(self):
        self.write("broken.c", BROKEN + GEMM)
        self.export("broken.c", status=3)
        self.assertEqual(self.edits(), [])

    def test_usage(self):
        self.write("gemm.c", GEMM)
        for words in (
            ("--export-fixes=",),
            ("--export-fixes=f.yaml", "-i"),
            ("--export-fixes=gemm.c/f.yaml",),
        ):
            self.run_tool("rewrite", "gemm.c", *words, "--", status=2)
        self.assertEqual(self.read("gemm.c"), GEMM.encode())

    def test_clang_applies_them(self):
        program = shutil.which("clang-apply-replacements-19") or shutil.which(
            "clang-apply-replacements"
        )
        if not program:
            self.skipTest("clang-apply-replacements is not there")
        for name in ("a b.c", "ü.c"):
            self.write(name, GEMM + GEMM.replace("gemm", "second"))
        self.export("a b.c", "ü.c")
        expected = {name: self.in_place(name) for name in ("a b.c", "ü.c")}
        subprocess.run([program, str(self.dir / "fixes")], check=True, capture_output=True)
        self.assertEqual({name: self.read(name) for name in expected}, expected)


if __name__ == "__main__":
    unittest.main()
