"""Exit statuses and messages on standard error."""
import unittest

from support import BROKEN, GEMM, REFUSED, CommandTest


class Usage(CommandTest):
    def refuses(self, *arguments, says):
        result = self.run_tool(*arguments, status=2)
        self.assertIn(says, result.stderr)
        self.assertEqual(result.stdout, "")

    def test_command(self):
        self.refuses(says="no command")
        self.refuses("frobnicate", says="unknown command 'frobnicate'")

    def test_options(self):
        self.write("a.c", GEMM)
        self.refuses("analyze", says="no PATH")
        self.refuses("analyze", "--nonsense", "a.c", says="nonsense")
        self.refuses(
            "analyze",
            "a.c",
            "--format=xml",
            "--",
            says="expected text, json, sarif, markdown or html",
        )
        self.refuses("verify", "a.c", "--format=html", "--", says="verify supports text and json")
        self.refuses("tune", "a.c", "--", says="-o FILE is missing")
        self.refuses("tune", "-o", "best.yaml", says="no PATH")
        self.refuses(
            "tune", "a.c", "-o", "best.yaml", "--schedule=none", "--", says="its own candidates"
        )
        self.refuses("analyze", "a.c", "--fail-on=all", "--", says="--fail-on")
        self.refuses("analyze", "a.c", "--shard=3/2", "--", says="--shard")
        self.refuses("analyze", "a.c", "--shard=0/2", "--", says="--shard")
        self.refuses("analyze", "a.c", "--file-filter=(", "--", says="--file-filter")
        self.refuses("analyze", "a.c", "--dump-after=nothing", "--", says="delinearize")
        self.refuses(
            "analyze",
            "a.c",
            "--dump-after=normalize/nothing",
            "--",
            says="normalize/steps, normalize/certain-reads",
        )
        self.refuses("rewrite", "a.c", "--fp=fast", "--", says="--fp")
        self.refuses("rewrite", "a.c", "-i", "--check", "--", says="exclude each other")
        self.refuses("rewrite", "a.c", "--diff", "--output-dir=x", "--", says="exclude each other")

    def test_paths(self):
        self.refuses("analyze", "missing.c", "--", says="missing.c: No such file")
        self.refuses("analyze", "missing.c", says="missing.c: No such file")
        (self.dir / "empty").mkdir()
        self.refuses("analyze", "empty", says="no .c file")

    def test_schedule_script(self):
        self.write("a.c", GEMM)
        self.refuses("rewrite", "a.c", "--schedule=none.yaml", "--", says="cannot read")
        self.write("bad.yaml", "- nest: [\n")
        self.refuses("rewrite", "a.c", "--schedule=bad.yaml", "--", says="bad.yaml:")
        self.write("unknown.yaml", "- nest: nosuch#1\n  schedule: []\n")
        before = self.read("a.c")
        self.refuses("rewrite", "-i", "a.c", "--schedule=unknown.yaml", "--", says="nosuch#1")
        self.assertEqual(self.read("a.c"), before)


class Statuses(CommandTest):
    def test_help_and_version(self):
        self.assertIn("rewrite", self.run_tool("--help").stdout)
        self.assertIn("--format", self.run_tool("analyze", "--help").stdout)
        # The isl of the system, not the one that libLLVM exports under the same names: that one does not count with GMP.
        self.assertRegex(
            self.run_tool("--version").stdout,
            r"^acc-delin \d+\.\d+\.\d+\nLLVM \d+\.\S+, isl-\S+-GMP\n$",
        )

    def test_fail_on_takes_what_is_at_or_above(self):
        self.write("gemm.c", GEMM)
        self.write("walk.c", REFUSED)
        for file, kind, status in (
            ("gemm.c", "none", 0),
            ("gemm.c", "recovered", 1),
            ("gemm.c", "refused", 0),
            ("walk.c", "none", 0),
            ("walk.c", "recovered", 1),
            ("walk.c", "refused", 1),
            ("walk.c", "lint", 0),
        ):
            with self.subTest(file=file, kind=kind):
                self.run_tool("analyze", file, "--fail-on=" + kind, "--", status=status)

    def test_broken_file_is_reported_and_never_edited(self):
        self.write("broken.c", BROKEN + GEMM)
        self.write("gemm.c", GEMM)
        report = self.analyze("broken.c", "gemm.c", "--", status=3)
        self.assertEqual([f["status"] for f in report["files"]], ["parse-error", "ok"])
        error = report["files"][0]["errors"][0]
        self.assertEqual((error["id"], error["line"]), ("parse-error", 1))
        before = self.read("broken.c")
        self.run_tool("rewrite", "-i", "broken.c", "gemm.c", "--schedule=none", "--", status=3)
        self.assertEqual(self.read("broken.c"), before)
        self.assertNotEqual(self.read("gemm.c"), GEMM.encode())

    def test_quiet_rewrite_still_says_which_file_is_broken(self):
        self.write("broken.c", BROKEN)
        self.write("gemm.c", GEMM)
        result = self.run_tool(
            "rewrite", "-q", "broken.c", "gemm.c", "--schedule=none", "--", status=3
        )
        self.assertIn("broken.c:1:", result.stderr)
        self.assertNotIn("gemm.c", result.stderr)

    def test_failed_unit_outweighs_findings(self):
        self.write("broken.c", BROKEN)
        self.write("gemm.c", GEMM)
        self.run_tool("analyze", "broken.c", "gemm.c", "--fail-on=recovered", "--", status=3)

    def test_cxx_is_refused(self):
        self.write(
            "a.cpp", "template <class T> void f(T *a) { for (int i = 0; i < 4; i++) a[i] = 0; }\n"
        )
        report = self.analyze("a.cpp", "--", status=3)
        self.assertEqual(report["files"][0]["nests"], [])

    def test_unwritable_output(self):
        self.write("gemm.c", GEMM)
        self.run_tool("analyze", "gemm.c", "-o", "gemm.c/out.txt", "--", status=2)


if __name__ == "__main__":
    unittest.main()
