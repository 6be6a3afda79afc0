"""--machine: numbers of the machine from a file; --write-machine: numbers that tune fits."""
import unittest

from support import GEMM, CommandTest

ROW_SUMS = """\
void sums(int n, int m, float *y, const float *A, const float *x)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            y[i] += A[i*m + j] * x[j];
}
"""


class Machine(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("gemm.c", GEMM)
        self.write("sums.c", ROW_SUMS)

    def schedule(self, source, *words):
        return self.run_tool(
            "rewrite", source, "-q", "--print-schedule", "--run-check=off", *words, "--", "-O3"
        ).stdout

    def test_numbers_decide(self):
        own = self.schedule("sums.c")
        self.assertIn("last_major", own)
        self.assertEqual(
            own, self.schedule("sums.c", "--machine=" + str(self.write("none.yaml", "# its own\n")))
        )
        dear = self.write("dear.yaml", "turned: 100\n")
        self.assertNotIn("last_major", self.schedule("sums.c", "--machine=%s" % dear))
        self.write("half.yaml", "vector-bytes: 32\n")
        self.assertIn("tile: {i: 8, j: 32}", self.schedule("gemm.c"))
        self.assertIn("tile: {i: 8, j: 16}", self.schedule("gemm.c", "--machine=half.yaml"))

    def test_analyze_expects_by_them(self):
        def share(*words):
            return self.analyze("gemm.c", *words, "--", "-O3")["files"][0]["nests"][0]["expected"][
                "share"
            ]

        self.write("slow.yaml", "latency: 100\n")
        self.assertLess(share("--machine=slow.yaml"), share())

    def test_errors_have_a_place(self):
        for text, says in (
            ("latency: 3\nlatecy: 4\n", "m.yaml:2:1: error: unknown key 'latecy'"),
            ("latency: fast\n", "m.yaml:1:10: error: expected a number, found 'fast'"),
            ("latency: -1\n", "m.yaml:1:10: error: expected a number from 0 to 1000"),
            ("vector-bytes: 48\n", "m.yaml:1:15: error: expected 0, 16, 32 or 64"),
            ("latency: 3\nlatency: 4\n", "m.yaml:2:1: error: "),
            ("[1, 2", "m.yaml:1:"),
            ("- latency: 3\n", "m.yaml:1:1: error: "),
        ):
            self.write("m.yaml", text)
            for command in (
                ["analyze"],
                ["rewrite"],
                ["verify"],
                ["tune", "-o", "best.yaml"],
                ["looptree", "export"],
            ):
                told = self.run_tool(*command, "gemm.c", "--machine=m.yaml", "--", "-O3", status=2)
                self.assertIn(says, told.stderr)
                self.assertEqual(told.stdout, "")
        told = self.run_tool("rewrite", "gemm.c", "--machine=missing.yaml", "--", "-O3", status=2)
        self.assertIn("cannot read the machine's numbers in missing.yaml", told.stderr)

    def test_a_file_of_options_names_it(self):
        self.write("top/gemm.c", GEMM)
        self.write("top/.acc-delin.yaml", "machine: numbers/half.yaml\n")
        told = self.run_tool("rewrite", "top/gemm.c", "--", "-O3", status=2)
        self.assertIn("top/numbers/half.yaml", told.stderr)
        self.write("top/numbers/half.yaml", "vector-bytes: 32\n")
        self.assertIn("tile: {i: 8, j: 16}", self.schedule("top/gemm.c"))
        self.write("all.yaml", "vector-bytes: 64\n")
        self.assertIn("tile: {i: 8, j: 32}", self.schedule("top/gemm.c", "--machine=all.yaml"))
        self.assertIn("machine:", self.run_tool("analyze", "--dump-config", "top/gemm.c").stdout)

    def test_a_second_run_changes_nothing(self):
        self.write("m.yaml", "vector-bytes: 32\nthread-start: 20000\nlatency: 5\n")
        options = ["--openmp", "--machine=m.yaml", "-q"]
        self.run_tool("rewrite", "gemm.c", "-i", *options, "--", "-O3")
        text = self.whole("gemm.c")
        self.assertIn(
            "Schedule (--target=portable --machine=vector-bytes:32,thread-start:20000 --openmp): ",
            text,
        )
        self.run_tool("rewrite", "gemm.c", "--check", *options, "--", "-O3")
        self.run_tool("rewrite", "gemm.c", "-i", *options, "--", "-O3")
        self.assertEqual(self.whole("gemm.c"), text)
        self.run_tool("rewrite", "gemm.c", "--check", "--openmp", "-q", "--", "-O3", status=1)
        # The comment holds what its text needs: verify has no need of the file.
        self.assertIn(
            "the text is what its schedule produces",
            self.run_tool("verify", "gemm.c", "--compiler=gcc", "--", "-O3").stdout,
        )
        self.run_tool("rewrite", "gemm.c", "--revert", "-i", "-q", "--", "-O3")
        self.assertEqual(self.read("gemm.c"), GEMM.encode())

    def test_numbers_of_the_choice_alone_are_not_told(self):
        self.write("m.yaml", "latency: 5\n")
        self.run_tool("rewrite", "gemm.c", "-i", "--machine=m.yaml", "-q", "--", "-O3")
        self.assertIn("Schedule (--target=portable): ", self.whole("gemm.c"))

    def test_too_little_to_fit(self):
        told = self.run_tool(
            "tune",
            "gemm.c",
            "-o",
            "best.yaml",
            "--write-machine=m.yaml",
            "--compiler=gcc",
            "--size=n=40,m=40,p=40",
            "--",
            "-O2",
            status=1,
        )
        self.assertIn(
            "--write-machine: too few measurements to fit the machine parameters: ", told.stderr
        )
        self.assertIn("# gemm#1: ", (self.dir / "best.yaml").read_text())
        self.assertFalse((self.dir / "m.yaml").exists())
        self.assertIn(
            "the file is missing",
            self.run_tool(
                "tune", "gemm.c", "-o", "best.yaml", "--write-machine=", "--", "-O2", status=2
            ).stderr,
        )


if __name__ == "__main__":
    unittest.main()
