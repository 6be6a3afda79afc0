"""The pages of docs/schedule and docs/plan are true: each example is a script, the C before and the C after; what
the command makes of the C before runs the same accesses in the same order as the C after."""
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from iteration_space import instrumented  # noqa: E402
from support import ROOT, CommandTest  # noqa: E402

EXAMPLE = re.compile(r"```yaml\n(.*?)```(?:(?!```).)*```c\n(.*?)```\s*```c\n(.*?)```", re.S)
SIZES = [(1, 1, 1), (2, 3, 4), (7, 5, 6), (9, 12, 3), (16, 8, 5)]


class PagesTest(CommandTest):
    def sequence(self, text, name):
        """What the function `f` in `text` touches at each of the sizes."""
        types = re.search(r"void f\((.*?)\)", text).group(1).split(", ")
        calls = ""
        for size in SIZES:
            values = iter(size)
            arguments = ", ".join(
                str(next(values)) if one.startswith("int") else "S + (1 << 16) * %d" % k
                for k, one in enumerate(types)
            )
            calls += '    f(%s); puts("");\n' % arguments
        program = (
            "#include <stdio.h>\nstatic double S[1 << 20];\nstatic long heads;\n"
            "static void note(char array, long index)\n"
            '{\n    printf("%%c%%ld ", array, index);\n}\n%s\n'
            "int main(void)\n{\n%s    return 0;\n}\n" % (instrumented(text), calls)
        )
        binary = self.dir / name
        # The pages tell of registers of 64 bytes, element by element.
        subprocess.run(
            [
                "cc",
                "-O0",
                "-w",
                "-DACC_BYTES=64",
                "-DACC_ROWS=8",
                "-DACC_DELIN_PLAIN",
                "-o",
                str(binary),
                str(self.write(name + ".c", program)),
            ],
            check=True,
            timeout=60,
        )
        return subprocess.run(
            [str(binary)], capture_output=True, text=True, check=True, timeout=60
        ).stdout.splitlines()

    def test_examples(self):
        for page in sorted(
            page
            for folder in ("schedule", "plan")
            for page in (ROOT / "docs" / folder).glob("*.md")
        ):
            if page.stem in ("README", "facts"):
                continue
            examples = EXAMPLE.findall(page.read_text())
            self.assertTrue(examples, page.name)
            for script, before, after in examples:
                with self.subTest(page=page.name, script=script):
                    result = self.run_tool(
                        "rewrite",
                        "--in-file",
                        self.write("f.c", before),
                        "--schedule=%s" % self.write("f.yaml", script),
                        "--output-dir=out",
                        "--",
                        "-Wno-unused",
                    )
                    self.assertNotIn("not rewritten", result.stderr)
                    written = (self.dir / "out" / "f.c").read_text()
                    self.assertIn("_fast(", written)
                    for size, got, told in zip(
                        SIZES, self.sequence(written, "written"), self.sequence(after, "told")
                    ):
                        self.assertEqual(got.split(), told.split(), size)

    def test_the_order_matters(self):
        """The comparison would see a page that is not true."""
        text = (ROOT / "docs" / "schedule" / "reorder.md").read_text()
        _, before, after = EXAMPLE.search(text).groups()
        self.assertNotEqual(self.sequence(before, "before"), self.sequence(after, "after"))


if __name__ == "__main__":
    unittest.main()
