"""What a run in CI relies on: nothing read is no success, failure by id, changed lines, folders, equal reports."""
import json
import re
import subprocess
import unittest

from support import GEMM, REFUSED, CommandTest
from test_findings import LINT


class NothingRead(CommandTest):
    def refuses(self, *words, says):
        result = self.run_tool("analyze", *words, status=2)
        self.assertIn(says, result.stderr)
        self.assertEqual(result.stdout, "")
        at = words.index("--") if "--" in words else len(words)
        return words[:at] + ("--allow-empty",) + words[at:]

    def test_empty_folders(self):
        (self.dir / "empty").mkdir()
        for words in (("empty",), ("empty", "--", "-O3")):
            allowed = self.refuses(*words, says="it contains no .c file")
            self.run_tool("analyze", *allowed)

    def test_filters_that_match_nothing(self):
        self.write("src/a.c", GEMM)
        self.run_tool(
            "analyze",
            *self.refuses("src", "--file-filter=zzz", "--", says="matches none of 1 file\n"),
        )
        self.database([self.entry("src/a.c")])
        self.run_tool(
            "analyze", *self.refuses("src", "--file-filter=zzz", says="matches none of 1 file\n")
        )

    def test_files_of_the_database_that_are_not_there(self):
        (self.dir / "src").mkdir()
        self.database([self.entry("src/gone.c")])
        self.run_tool("analyze", *self.refuses("src", says="do not exist"))
        self.write("src/a.c", GEMM)
        self.database([self.entry("src/gone.c"), self.entry("src/a.c")])
        report = self.analyze("src", status=3)
        self.assertEqual(
            [(f["path"], f["status"]) for f in report["files"]],
            [("src/a.c", "ok"), ("src/gone.c", "parse-error")],
        )

    def test_other_languages(self):
        self.write("src/a.cpp", "int x;\n")
        self.database([self.entry("src/a.cpp")])
        self.refuses("src", says="C++ is not supported")
        self.write("src/a.c", GEMM)
        self.database([self.entry("src/a.cpp"), self.entry("src/a.c")])
        self.assertIn(
            "1 file of the compile database skipped", self.run_tool("analyze", "src").stderr
        )

    def test_what_is_no_c_file(self):
        self.write("note.txt", "hello\n")
        self.refuses("note.txt", "--", says="note.txt: not a C file")
        self.run_tool("analyze", "note.txt", "--", "-x", "c", status=3)

    def test_unknown_flags(self):
        self.write("a.c", GEMM)
        for flag in ("-foo", "-march=foo", "--nonsense"):
            self.refuses("a.c", "--", "-O3", flag, says="unknown compiler flag '%s'" % flag)
            self.database([self.entry("a.c", flag)])
            self.assertIn(
                "unknown compiler flag '%s'" % flag, self.run_tool("analyze", "a.c").stderr
            )
        self.run_tool(
            "analyze",
            "a.c",
            "--",
            "-O3",
            "-march=native",
            "-fno-tree-vectorize",
            "-Wall",
            "-Wno-such-thing",
            "-ffast-math",
            "-I",
            "inc",
            "-DX=1",
            "-std=gnu11",
            "-fPIC",
            "-pthread",
            "-mavx2",
            "-march=x86-64-v3",
        )

    def test_database_that_is_not_there(self):
        self.write("a.c", GEMM)
        self.refuses("a.c", "-p", "nowhere", says="nowhere: no such directory")


class FailureById(CommandTest):
    def test_kinds_and_ids(self):
        for name, text in (("gemm.c", GEMM), ("walk.c", REFUSED), ("lint.c", LINT)):
            self.write(name, text)
        for file, words, status in (
            ("walk.c", "jump", 1),
            ("walk.c", "acc-jump", 1),
            ("walk.c", "lint-*", 0),
            ("lint.c", "lint-*", 1),
            ("lint.c", "lint-never-valid,jump", 1),
            ("lint.c", "jump", 0),
            ("gemm.c", "lint-*,recovered", 1),
            ("gemm.c", "lint-*,jump", 0),
        ):
            with self.subTest(file=file, words=words):
                self.run_tool("analyze", file, "--fail-on=" + words, "--", status=status)

    def test_words_that_are_none(self):
        self.write("gemm.c", GEMM)
        error = self.run_tool(
            "analyze", "gemm.c", "--fail-on=lint-nevervalid", "--", status=2
        ).stderr
        self.assertIn("did you mean 'lint-never-valid'?", error)


class Changed(CommandTest):
    def git(self, *words):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words],
            cwd=self.dir,
            check=True,
            capture_output=True,
        )

    def changed(self, revision="HEAD", **options):
        report = self.analyze(".", "--changed=" + revision, "--", **options)
        return [n["id"] for f in report["files"] for n in f["nests"]]

    def test_only_nests_that_differ(self):
        two = GEMM + GEMM.replace("gemm", "other")
        self.write("a b.c", two)
        self.write("c.c", GEMM.replace("gemm", "third"))
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-qm", "one")
        self.assertEqual(self.changed(), [])
        # A line inside, a line in front (which moves all), and one behind.
        self.write(
            "a b.c",
            "int before;\n"
            + two.replace("/* dot product */", "/* product */", 1)
            + "int behind;\n",
        )
        self.assertEqual(self.changed(), ["gemm#1"])
        self.write("new.c", GEMM.replace("gemm", "fresh"))
        self.assertEqual(self.changed(), ["gemm#1", "fresh#1"])
        # A line that is gone.
        self.write("a b.c", two.replace("        for (j = 0; j < m; j++)\n", "", 1))
        self.assertEqual(self.changed(), ["gemm#1", "fresh#1"])
        self.write("a b.c", two.replace("    int i, j, k;\n", "int i, j, k;\n", 1))
        self.assertEqual(self.changed(), ["fresh#1"])

    def test_what_git_refuses(self):
        self.write("a.c", GEMM)
        self.run_tool("analyze", "a.c", "--changed=HEAD", "--", status=2)
        self.git("init", "-q")
        for revision in ("nosuch", "--output=x"):
            self.assertIn(
                "--changed",
                self.run_tool("analyze", "a.c", "--changed=" + revision, "--", status=2).stderr,
            )
        self.assertFalse((self.dir / "x").exists())


class Folders(CommandTest):
    def test_the_nearest_file_wins(self):
        self.write("top/.acc-delin.yaml", "fail-on: refused\n")
        self.write("top/walk.c", REFUSED)
        self.write("top/old/.acc-delin.yaml", "schedule: none\n")
        self.write("top/old/walk.c", REFUSED)
        self.run_tool("analyze", "top/old", "--", status=0)
        self.run_tool("analyze", "top", "--", status=1)
        self.write("top/walk.c", GEMM)
        self.run_tool("analyze", "top", "--", status=0)
        self.write("top/old/.acc-delin.yaml", "InheritParentConfig: true\nschedule: none\n")
        self.run_tool("analyze", "top", "--", status=1)

    def test_each_folder_has_its_schedule(self):
        self.write("a/gemm.c", GEMM)
        self.write("b/gemm.c", GEMM)
        self.write("b/.acc-delin.yaml", "schedule: none\n")
        text = self.run_tool("rewrite", "a", "b", "--print-schedule", "--").stdout
        alone = self.run_tool("rewrite", "a", "--print-schedule", "--").stdout
        self.assertIn("tile", alone)
        self.assertEqual(text.count("tile"), alone.count("tile"))

    def test_dump_and_verify(self):
        self.write("top/.acc-delin.yaml", "fail-on: lint-*,jump\njobs: 2\nbuild: out\n")
        self.write("top/sub/.acc-delin.yaml", "InheritParentConfig: true\njobs: 3\nformat: json\n")
        text = self.run_tool("analyze", "--dump-config", "top/sub", "--quota=5").stdout
        for line in ("jobs: 3", "quota: 5", "format: json", "build: "):
            self.assertIn(line, re.sub(" +", " ", text))
        self.write("again.yaml", text)
        self.assertEqual(
            self.run_tool("analyze", "--dump-config", "--config=again.yaml").stdout, text
        )
        self.run_tool("analyze", "--verify-config", "top", "top/sub")
        self.write("top/sub/.acc-delin.yaml", "formt: json\n")
        error = self.run_tool("analyze", "--verify-config", "top", "top/sub", status=2).stderr
        self.assertIn(".acc-delin.yaml:1:1: error: unknown key 'formt'", error)

    def test_messages_say_what_is_expected(self):
        self.write("a.c", GEMM)
        for text, says in (
            ("format: xml\n", "1:9: error: expected text, json, sarif, markdown or html"),
            ("compiler: [gcc\n", "has no matching"),
            (
                "compiler: [./evil]\n",
                "1:12: error: for safety, a program to run can only be named on the command line",
            ),
            ("fail-on: all\n", "1:10: error: expected none, recovered"),
            ("quiet: perhaps\n", "expected true or false"),
        ):
            self.write(".acc-delin.yaml", text)
            self.assertIn(says, self.run_tool("analyze", "a.c", "--", status=2).stderr)


class Words(CommandTest):
    def test_did_you_mean(self):
        self.write("a.c", GEMM)
        for words, says in (
            (("analyse", "a.c"), "did you mean 'analyze'?"),
            (("analyze", "a.c", "--fomat=json"), "did you mean 'format'?"),
            (("explain", "loop-bond"), "did you mean 'loop-bound'?"),
        ):
            self.assertIn(says, self.run_tool(*words, status=2).stderr)
        for words in (("analyze", "a.c", "--bogus"), ("explain", "nonsense"), ("frobnicate",)):
            self.assertNotIn("did you mean", self.run_tool(*words, status=2).stderr)

    def test_numbers(self):
        self.write("a.c", GEMM)
        for words in (
            ("-j", "-1"),
            ("-j=x",),
            ("--time-limit=1.5",),
            ("--quota=99999999999999999999",),
        ):
            self.assertIn(
                "expected a whole number that is not negative",
                self.run_tool("analyze", "a.c", *words, "--", status=2).stderr,
            )

    def test_every_id_is_explained(self):
        lines = self.run_tool("--list-checks").stdout.splitlines()
        self.assertEqual(lines, self.run_tool("analyze", "--list-checks").stdout.splitlines())
        self.assertGreater(len(lines), 50)
        ids = [line.split(":")[0] for line in lines]
        self.assertEqual(ids, sorted(ids))
        for name in ("acc-recovered", "acc-affine", "acc-suppression", "acc-parse-error"):
            self.assertIn(name, ids)
        for name in ids:
            self.assertGreater(len(self.run_tool("explain", name).stdout), 80, name)

    def test_revert_says_what_it_did(self):
        self.write("a.c", GEMM)
        self.run_tool("rewrite", "-i", "--schedule=none", "a.c", "--")
        self.assertIn("1 file restored", self.run_tool("rewrite", "--revert", "-i", "a.c").stderr)
        self.assertEqual(self.read("a.c"), GEMM.encode())

    def test_what_was_not_written_is_not_counted(self):
        self.write("a.c", GEMM)
        self.write("file", "")
        error = self.run_tool(
            "rewrite", "--output-dir=file/x", "--schedule=none", "a.c", "--", status=3
        ).stderr
        self.assertIn("0 nests rewritten", error)

    def test_folders_of_outputs_are_made(self):
        self.write("a.c", GEMM)
        self.run_tool("analyze", "a.c", "-o", "new/deep/report.txt", "--")
        self.run_tool("rewrite", "a.c", "--schedule=none", "--export-fixes=fixes/all.yaml", "--")
        self.assertTrue(self.read("new/deep/report.txt") and self.read("fixes/all.yaml"))


class EqualReports(CommandTest):
    def test_two_runs_are_equal(self):
        self.write("a.c", GEMM)
        one, two = (self.run_tool("analyze", "a.c", "--format=json", "--").stdout for _ in range(2))
        self.assertEqual(one, two)
        self.assertIsNone(json.loads(one)["files"][0]["nests"][0]["milliseconds"])
        self.assertGreater(
            self.analyze("a.c", "--times", "--")["files"][0]["nests"][0]["milliseconds"], 0
        )

    def test_shards_with_headers(self):
        self.write("m.h", "static " + REFUSED.replace("walk", "in_m"))
        self.write("z.h", "static " + GEMM.replace("gemm", "in_z"))
        self.write("b.c", '#include "m.h"\n#include "z.h"\n' + GEMM)
        self.write("n.c", '#include "z.h"\n' + REFUSED)
        self.write("a.c", '#include "m.h"\n')
        names = ["n.c", "b.c", "a.c"]
        whole = self.run_tool("analyze", *names, "--format=json", "--").stdout
        for k in (1, 2):
            self.run_tool(
                "analyze", *names, "--shard=%d/2" % k, "--format=json", "-o", "r%d.json" % k, "--"
            )
        for order in (("r1.json", "r2.json"), ("r2.json", "r1.json")):
            self.assertEqual(self.run_tool("merge", *order).stdout, whole)

    def test_header_filter(self):
        self.write("m.h", "static " + REFUSED.replace("walk", "in_m"))
        self.write("z.h", "static " + GEMM.replace("gemm", "in_z"))
        self.write("b.c", '#include "m.h"\n#include "z.h"\n' + GEMM)
        paths = [f["path"] for f in self.analyze("b.c", "--header-filter=z[.]h", "--")["files"]]
        self.assertEqual(paths, ["b.c", "z.h"])

    def test_the_end_of_a_nest(self):
        self.write("a.c", GEMM)
        nest = self.analyze("a.c", "--")["files"][0]["nests"][0]
        last = GEMM.split("\n")[6]
        self.assertEqual((nest["endLine"], nest["endColumn"]), (7, len(last)))


class Comments(CommandTest):
    def lines(self, text):
        self.write("a.c", text)
        return self.run_tool("analyze", "a.c", "--").stdout

    def test_on_the_for_of_a_nest(self):
        marked = REFUSED.replace("i++)\n", "i++) // NOLINT(acc-jump)\n", 1)
        self.assertNotIn("acc-jump", self.lines(marked))

    def test_one_without_effect_is_told(self):
        text = self.lines(
            "int x; // NOLINT(acc-jump)\nint y; // NOLINT\nint z; // NOLINT(other-*)\n" + GEMM
        )
        self.assertIn("a.c:1:11: warning: this NOLINT silences nothing [acc-suppression]", text)
        self.assertEqual(text.count("silences nothing"), 1)


if __name__ == "__main__":
    unittest.main()
