""".acc-delin.yaml and --config: options from a file."""
import unittest

from support import GEMM, REFUSED, CommandTest


class ConfigurationFile(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("top/src/walk.c", REFUSED)

    def analyze_text(self, *words, status=0, **options):
        return self.run_tool("analyze", *words, "--", status=status, **options)

    def test_it_is_found_above_each_path(self):
        self.write("top/.acc-delin.yaml", "fail-on: refused\nformat: markdown\n")
        for path in ("top/src/walk.c", "top/src", "top/../top/src/walk.c"):
            self.assertTrue(self.analyze_text(path, status=1).stdout.startswith("**acc-delin**"))
        self.write("top/src/.acc-delin.yaml", "format: markdown\n")
        self.analyze_text("top/src/walk.c", status=0)

    def test_the_command_line_beats_it(self):
        self.write("top/.acc-delin.yaml", "fail-on: refused\nformat: markdown\nquiet: true\n")
        text = self.analyze_text("top/src/walk.c", "--fail-on=none", "--format=text").stdout
        self.assertIn("acc-jump", text)
        self.analyze_text("top/src/walk.c", "--config=none")
        self.write("other.yaml", "fail-on: none\n")
        self.analyze_text("top/src/walk.c", "--config=other.yaml")

    def test_each_file_has_its_own(self):
        self.write("top/.acc-delin.yaml", "fail-on: refused\n")
        self.write("walk.c", REFUSED)
        self.analyze_text("walk.c", status=0)
        self.analyze_text("top/src/walk.c", "walk.c", status=1)
        self.write("top/src/walk.c", GEMM)
        self.analyze_text("top/src/walk.c", "walk.c", status=0)
        self.analyze_text("top/src/walk.c", "walk.c", "--config=top/.acc-delin.yaml", status=1)

    def test_errors_have_a_place(self):
        self.write("top/.acc-delin.yaml", "# options\nfail-on: refused\nformt: text\n")
        result = self.analyze_text("top/src/walk.c", status=2)
        self.assertIn("top/.acc-delin.yaml:3:1: error: unknown key 'formt'", result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertIn(
            "missing.yaml",
            self.analyze_text("top/src/walk.c", "--config=missing.yaml", status=2).stderr,
        )
        self.analyze_text("top/src/walk.c", "--config=top", status=2)

    def test_values_are_judged_as_options_are(self):
        self.write("top/.acc-delin.yaml", "file-filter: (\n")
        self.assertIn("--file-filter", self.analyze_text("top/src/walk.c", status=2).stderr)
        self.write("top/.acc-delin.yaml", "schedule: missing.yaml\n")
        self.assertIn("missing.yaml", self.analyze_text("top/src/walk.c", status=2).stderr)

    def test_paths_in_it_are_relative_to_it(self):
        self.database([self.entry("gemm.c", "-DN=3")], "top/out/compile_commands.json")
        self.write("gemm.c", GEMM)
        self.write("top/.acc-delin.yaml", "build: out\nbaseline: known.json\nfail-on: recovered\n")
        self.write("top/known.json", '{"schemaVersion": 1, "files": []}')
        self.run_tool("analyze", "gemm.c", "--config=top/.acc-delin.yaml", status=1)
        self.run_tool(
            "analyze",
            "gemm.c",
            "--config=top/.acc-delin.yaml",
            "--format=json",
            "-o",
            "top/known.json",
            status=1,
        )
        self.run_tool("analyze", "gemm.c", "--config=top/.acc-delin.yaml", status=0)

    def test_rewrite_and_verify_take_it(self):
        self.write("top/src/walk.c", GEMM)
        self.write("top/.acc-delin.yaml", "schedule: none\nquiet: true\nformat: sarif\n")
        self.run_tool("rewrite", "-i", "top/src/walk.c", "--")
        self.assertIn(b"_fast(", self.read("top/src/walk.c"))
        self.assertIn("compared under gcc", self.run_tool("verify", "top/src/walk.c", "--").stdout)


if __name__ == "__main__":
    unittest.main()
