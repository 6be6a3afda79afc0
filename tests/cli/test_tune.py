"""What `tune` writes: a script that `rewrite` replays, and a line for what it leaves or cannot measure."""
import json
import re
import unittest

from support import GEMM, NOT_RUN, REFUSED, CommandTest


class Tune(CommandTest):
    def tune(self, *arguments, **options):
        at = arguments.index("--")
        return self.run_tool(
            "tune", *arguments[:at], "-o", "best.yaml", "--compiler=gcc", *arguments[at:], **options
        )

    def script(self):
        return (self.dir / "best.yaml").read_text()

    def test_the_script_is_one_that_rewrite_takes(self):
        self.write("gemm.c", GEMM)
        self.tune("gemm.c", "--", "-O2", status=0)
        script = self.script()
        found = re.search(
            r"# gemm#1: (.*)\b\d+\.\d\d times as fast.* \(\d+ schedules? tried, .*n = \d+", script
        )
        self.assertTrue(found, script)
        # Who wins is this machine's affair; tests/unit/tune has both outcomes.
        self.assertEqual("- nest: gemm#1\n" in script, not found.group(1), script)
        replayed = self.run_tool(
            "rewrite",
            "gemm.c",
            "--print-schedule",
            "-q",
            "--schedule=best.yaml",
            "--",
            "-O2",
            status=0,
        )
        self.assertEqual(
            [line for line in script.splitlines() if not line.startswith("#")],
            replayed.stdout.splitlines(),
        )

    def test_one_nest_of_a_file(self):
        self.write("two.c", GEMM + GEMM.replace("gemm", "other"))
        self.tune("two.c", "--only=other", "--", "-O2", status=0)
        self.assertIn("# other#1: ", self.script())
        self.assertNotIn("gemm#1", self.script())
        told = self.tune("two.c", "--only=third", "--", "-O2", status=2)
        self.assertIn("--only: no such nest: third", told.stderr)

    def test_combinations_of_parameters_are_measured(self):
        self.write("gemm.c", GEMM)
        self.write(
            "grid.yaml",
            "- nest: gemm#1\n  parameters: {rows: [2, 4], order: [[i, j, k, ii, jj], [i, k, jj, j, ii]]}\n"
            "  schedule:\n    - tile: {i: rows, j: 8}\n    - reorder: order\n  plan:\n    - unroll: [ii]\n",
        )
        self.tune("gemm.c", "--schedule=grid.yaml", "--", "-O2", status=0)
        script = self.script()
        for rows in ("2", "4"):
            self.assertRegex(
                script,
                r"#   \d, rows = %s, order = \[i, j, k, ii, jj\]: took \d+%% of the original's time\n"
                % rows,
            )
            self.assertRegex(
                script,
                r"#   not measured with rows = %s, order = \[i, k, jj, j, ii\]: .*'jj'" % rows,
            )
        self.assertIn("(2 schedules tried", script)
        told = self.run_tool("rewrite", "gemm.c", "--schedule=grid.yaml", "--", "-O2", status=2)
        self.assertRegex(
            told.stderr, r"grid.yaml:1:3: error: the parameters have 4 combinations; .*point: 0"
        )

    def test_faults_of_a_given_script(self):
        self.write("gemm.c", GEMM)
        self.write("grid.yaml", "- nest: gemm#1\n  parameters: {rows: []}\n")
        told = self.tune("gemm.c", "--schedule=grid.yaml", "--", "-O2", status=2)
        self.assertRegex(told.stderr, r"grid.yaml:2:\d+: error: the parameter 'rows' has no value")
        told = self.tune("gemm.c", "--schedule=missing.yaml", "--", "-O2", status=2)
        self.assertIn("cannot read the schedule missing.yaml", told.stderr)
        self.write(
            "other.yaml",
            "- nest: gem#1\n  parameters: {rows: [2, 4]}\n  schedule:\n    - tile: {i: rows}\n",
        )
        told = self.tune("gemm.c", "--schedule=other.yaml", "--", "-O2", status=2)
        self.assertIn("gem#1", told.stderr)

    def test_sizes_from_small_to_a_working_set(self):
        self.write("gemm.c", GEMM)
        self.tune("gemm.c", "--", "-O2", status=0)
        line = next(line for line in self.script().splitlines() if line.startswith("# gemm#1: "))
        inputs = [dict(re.findall(r"\b([nmp]) = (\d+)", one)) for one in line.split("; ")]
        self.assertGreater(len(inputs), 1)  # small ones, too
        work = [int(numbers["n"]) * int(numbers["m"]) * int(numbers["p"]) for numbers in inputs]
        self.assertEqual(work, sorted(work))
        self.assertLess(work[0], 100000)
        self.assertGreater(work[-1], 1000000)

    def test_sizes_that_are_asked_for(self):
        self.write("gemm.c", GEMM)
        self.tune(
            "--size=n=40,m=50,p=60", "--size", "n=96,m=64,p=33", "gemm.c", "--", "-O2", status=0
        )
        line = next(line for line in self.script().splitlines() if line.startswith("# gemm#1: "))
        for numbers in ("n = 40, m = 50, p = 60, ", "n = 96, m = 64, p = 33, "):
            self.assertIn(numbers, line)
        self.assertEqual(line.count("ldc = "), 2)

    def test_one_size_takes_the_others_with_it(self):
        self.write("gemm.c", GEMM)
        self.tune("--size=n=200", "gemm.c", "--", "-O2", status=0)
        numbers = {
            name: int(value) for name, value in re.findall(r"\b(\w+) = (\d+)", self.script())
        }
        self.assertEqual(numbers["n"], 200)
        self.assertGreaterEqual(numbers["ldc"], numbers["m"])

    def test_sizes_of_nothing(self):
        self.write("gemm.c", GEMM)
        self.tune("--size=q=40", "gemm.c", "--", "-O2", status=0)
        self.assertIn(
            "# gemm#1: not measured: found no input of these sizes that makes its guard true",
            self.script(),
        )
        for text in ("n", "n=", "n=-3", "=4", "n=4,,m=5"):
            told = self.tune("--size=" + text, "gemm.c", "--", "-O2", status=2)
            self.assertIn("--size: expected NAME=VALUE", told.stderr)

    def test_what_cannot_be_driven_is_told(self):
        self.write("prints.c", NOT_RUN)
        done = self.tune("prints.c", "--", "-O2", status=0)
        self.assertIn("# tell#1: not measured: ", self.script())
        self.assertIn("getenv", self.script())
        self.assertIn("prints.c: remark: tell#1: not measured: ", done.stderr)

    def test_what_is_not_lifted_has_no_line(self):
        self.write("walk.c", REFUSED)
        self.tune("walk.c", "--", "-O2", status=0)
        self.assertNotIn("walk#1", self.script())

    def test_no_program_that_the_database_names_is_run(self):
        self.write("gemm.c", GEMM)
        program = self.write("mycc", '#!/bin/sh\ntouch %s/was-run\nexec gcc "$@"\n' % self.dir)
        (self.dir / "mycc").chmod(0o755)
        for compiler in (str(self.dir / "mycc"), "./mycc"):
            self.write(
                "compile_commands.json",
                json.dumps(
                    [
                        {
                            "directory": str(self.dir),
                            "file": "gemm.c",
                            "arguments": [compiler, "-O2", "-c", "gemm.c"],
                        }
                    ]
                ),
            )
            self.run_tool("tune", "gemm.c", "-o", "best.yaml", "-p", ".", status=0)
            self.assertFalse((self.dir / "was-run").exists())
            self.assertIn("not measured: ", self.script())

    def test_statuses(self):
        self.write("gemm.c", GEMM)
        self.write("broken.c", "void broken(int n {\n")
        self.tune("broken.c", "--", "-O2", status=3)
        done = self.run_tool(
            "tune",
            "gemm.c",
            "-o",
            "best.yaml",
            "--compiler=no-such-compiler",
            "--",
            "-O2",
            status=0,
        )
        self.assertIn("found no C compiler", done.stderr)


if __name__ == "__main__":
    unittest.main()
