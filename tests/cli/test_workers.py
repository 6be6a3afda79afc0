"""One unit's crash or hang is one unit's error."""
import json
import time
import unittest

from support import GEMM, CommandTest


class Workers(CommandTest):
    beginning = ""

    def setUp(self):
        super().setUp()
        self.names = ["unit%d.c" % k for k in range(6)]
        self.text = self.beginning + GEMM
        for name in self.names:
            self.write(name, self.text)

    def analyze(self, *arguments, **options):
        """Without schedules, which would be proved: each crash and hang would come twice."""
        return super().analyze("--schedule=none", *arguments, **options)

    def test_crash_of_one_unit(self):
        report = self.analyze("-j", "3", *self.names, "--", status=4, fault="crash:unit2")
        self.assertEqual([f["path"] for f in report["files"]], self.names)
        self.assertEqual(
            [f["status"] for f in report["files"]],
            ["crashed" if n == "unit2.c" else "ok" for n in self.names],
        )
        self.assertEqual(report["files"][2]["errors"][0]["id"], "internal")
        self.assertEqual(len(report["files"][3]["nests"]), 1)

    def test_crash_in_a_nest_loses_that_nest(self):
        self.write("two.c", self.text + GEMM.replace("gemm", "other"))
        report = self.analyze("two.c", self.names[0], "--", status=4, fault="crash-in:gemm")
        self.assertEqual([f["status"] for f in report["files"]], ["ok", "ok"])
        first, second = report["files"][0]["nests"]
        self.assertEqual((first["id"], first["rejections"][0]["id"]), ("gemm#1", "internal"))
        self.assertIn("crashed", first["rejections"][0]["message"])
        self.assertEqual((second["id"], second["status"]), ("other#1", "recovered"))

    def test_each_crash_loses_its_nest_alone(self):
        names = ["bad%d" % k for k in range(12)]
        self.write("many.c", "".join(GEMM.replace("gemm", name) for name in [*names, "good"]))
        for jobs in ("-j1", "-j2"):
            [file] = self.analyze("many.c", jobs, "--", status=4, fault="crash-in:bad")["files"]
            self.assertEqual(
                (file["status"], [n["status"] for n in file["nests"]]),
                ("ok", ["rejected"] * 12 + ["recovered"]),
            )

    def test_a_crash_is_no_alert_on_the_source(self):
        self.write("two.c", self.text + GEMM.replace("gemm", "other"))
        result = self.run_tool(
            "analyze",
            "two.c",
            "--format=sarif",
            "--informational",
            "--schedule=none",
            "--",
            status=4,
            fault="crash-in:gemm",
        )
        (run,) = json.loads(result.stdout)["runs"]
        self.assertNotIn("acc-internal", [found["ruleId"] for found in run["results"]])
        (invocation,) = run["invocations"]
        self.assertFalse(invocation["executionSuccessful"])
        (told,) = invocation["toolExecutionNotifications"]
        self.assertEqual((told["level"], told["descriptor"]["id"]), ("error", "acc-internal"))
        self.assertIn("gemm#1", told["message"]["text"])
        text = self.run_tool(
            "analyze", "two.c", "--schedule=none", "--", status=4, fault="crash-in:gemm"
        )
        self.assertEqual((text.stdout + text.stderr).count("[acc-internal]"), 1)

    def test_a_slow_nest_loses_that_nest(self):
        self.write(
            "three.c", "".join(GEMM.replace("gemm", name) for name in ("first", "slow", "last"))
        )
        for fault in ("spin-in:slow", "hang-in:slow"):
            [file] = self.analyze("three.c", "-j2", "--time-limit=1", "--", fault=fault)["files"]
            self.assertEqual(
                (file["status"], [n["status"] for n in file["nests"]]),
                ("ok", ["recovered", "rejected", "recovered"]),
            )
            [refusal] = file["nests"][1]["rejections"]
            self.assertEqual(refusal["id"], "too-complex")
            self.assertIn("--time-limit", refusal["message"])

    def test_one_file_in_two_processes(self):
        names = ["f%d" % k for k in range(5)]
        self.write("five.c", "".join(GEMM.replace("gemm", name) for name in names))

        def nests(*arguments, **options):
            [file] = self.analyze("five.c", *arguments, "--", **options)["files"]
            self.assertEqual(file["status"], "ok")
            return [
                {key: nest[key] for key in nest if key != "milliseconds"} for nest in file["nests"]
            ]

        alone = nests("-j1")
        self.assertEqual([nest["function"] for nest in alone], names)
        self.assertEqual(nests("-j4"), alone)
        rewrites = [
            self.run_tool("rewrite", "--in-file", "--schedule=none", "five.c", jobs, "--").stdout
            for jobs in ("-j1", "-j4")
        ]
        self.assertEqual(rewrites[0].count("/* acc-delin end "), 5)
        self.assertEqual(*rewrites)
        for crashed in ("f2#1", "f3#1"):  # one of the worker itself, one of its helper
            rows = nests("-j4", status=4, fault="crash-in:" + crashed)
            self.assertEqual(
                [row for row in rows if row["id"] != crashed],
                [row for row in alone if row["id"] != crashed],
            )
            [refused] = [row for row in rows if row["id"] == crashed]
            self.assertEqual(refused["rejections"][0]["id"], "internal")

    def test_crash_after_the_result(self):
        report = self.analyze(*self.names[:2], "--", status=4, fault="crash-after:unit1")
        self.assertEqual([f["status"] for f in report["files"]], ["ok", "crashed"])
        self.assertEqual(report["files"][1]["nests"], [])

    def test_hang_of_one_unit(self):
        start = time.time()
        report = self.analyze(
            "-j2", "--time-limit=2", *self.names, "--", status=3, fault="hang:unit1"
        )
        self.assertLess(time.time() - start, 120)
        self.assertEqual(
            [f["status"] for f in report["files"]],
            ["timeout" if n == "unit1.c" else "ok" for n in self.names],
        )

    def test_a_hang_does_not_take_those_along_that_wait_for_it(self):
        # Which included files a unit reads is decided in the order of the units.
        self.write("own.h", GEMM.replace("gemm", "included"))
        for name in self.names[:4]:
            self.write(name, '#include "own.h"\n' + GEMM)
        report = self.analyze(
            "-j3", "--time-limit=1", *self.names[:4], "--", status=3, fault="hang:unit0"
        )
        self.assertEqual(
            [f["status"] for f in report["files"] if f["path"] != "own.h"],
            ["timeout", "ok", "ok", "ok"],
        )

    def test_what_a_unit_includes_is_read_when_it_is_told_whole(self):
        # Others end while half of the line is there.
        self.write("own.h", GEMM.replace("gemm", "included"))
        self.write(self.names[0], '#include "own.h"\n' + GEMM)
        report = self.analyze(
            "-j2", "--time-limit=2", *self.names, "--", fault="slow-telling:unit0"
        )
        self.assertEqual({f["status"] for f in report["files"]}, {"ok"})
        self.assertIn("own.h", [f["path"] for f in report["files"]])

    def test_the_time_of_a_helper_counts(self):
        # Each half of the nests takes less than the limit, both take more.
        self.write("many.c", "".join(GEMM.replace("gemm", "f%d" % k) for k in range(8)))
        for jobs in ("-j1", "-j2"):
            report = self.analyze(
                jobs, "--time-limit=2", "many.c", "--", status=3, fault="burn-in:f"
            )
            self.assertEqual([f["status"] for f in report["files"]], ["timeout"], jobs)

    def test_a_crash_in_an_included_file_leaves_the_unit(self):
        self.write("own.h", GEMM.replace("gemm", "included"))
        self.write("includes.c", '#include "own.h"\n' + GEMM)
        report = self.analyze("includes.c", "--", status=4, fault="crash-reading:own.h")
        self.assertEqual(
            {f["path"]: (f["status"], [n["id"] for n in f["nests"]]) for f in report["files"]},
            {"includes.c": ("ok", ["gemm#1"]), "own.h": ("crashed", [])},
        )

    def test_a_crashed_unit_is_not_edited(self):
        self.run_tool(
            "rewrite", "-i", "--schedule=none", *self.names, "--", status=4, fault="crash:unit4"
        )
        for name in self.names:
            self.assertEqual(self.read(name) == self.text.encode(), name == "unit4.c", name)

    def test_the_number_of_workers_does_not_change_the_report(self):
        def without_times(report):
            for file in report["files"]:
                for nest in file["nests"]:
                    nest.pop("milliseconds")
            return report

        one = without_times(self.analyze("-j1", *self.names, "--"))
        for jobs in ("-j4", "-j0", "-j100"):
            self.assertEqual(without_times(self.analyze(jobs, *self.names, "--")), one)

    def test_dump_and_times_go_to_standard_error(self):
        result = self.run_tool(
            "analyze", "unit0.c", "--dump-after=delinearize", "--time-stages", "--"
        )
        self.assertIn("gemm#1 after delinearize", result.stderr)
        self.assertIn("sizes (ldc)", result.stderr)
        self.assertIn("milliseconds per stage", result.stderr)
        self.assertNotIn("delinearize", result.stdout)

    def test_the_tree_behind_a_pass_is_c(self):
        self.write(
            "walk.c",
            "void walk(int n, float *A) { int i = 0; while (i < n) { A[i] = 1; i = i + 2; } }\n",
        )

        def tree(behind):
            stderr = self.run_tool(
                "analyze", "walk.c", "--dump-after=normalize/" + behind, "--"
            ).stderr
            self.assertIn("walk#1 after normalize/" + behind, stderr)
            return "".join(stderr.split("\n", 1)[1].split())

        self.assertEqual(tree("element-stores"), "while(i<n){A[i]=1;i=i+2;}")
        self.assertEqual(tree("steps"), "while(i<n){A[i]=1;i+=2;}")
        self.assertEqual(tree("entry-starts"), "for(i=0;i<n;i+=2){A[i]=1;}")


class WorkersThatBeginAlike(Workers):
    """The same, where the units are copies of a process that has read what all of them begin with."""

    beginning = "/* all */\n#include <stddef.h>\n#ifdef WITH_MATH\n#include <math.h>\n#endif\n"

    def nests(self, *names, **options):
        report = self.analyze(*names, "-j2", "--", **options)
        return {
            f["path"]: [{k: n[k] for k in n if k != "milliseconds"} for n in f["nests"]]
            for f in report["files"]
        }

    def test_each_unit_is_read_as_if_alone(self):
        self.write("own.h", "#define ROWS 4\nstatic int rows(int n) { return n + ROWS; }\n")
        for k, name in enumerate(self.names):
            self.write(
                name,
                "/* %s */\n" % name * (k + 1)
                + '#include "own.h" // rows\n#if 1\n#include <stddef.h>\n#endif\n'
                + "#define COLUMNS %d\n" % (k + 5)
                + '#include <math.h>\n#include "own.h"\n' * (k % 2)
                + GEMM.replace("lda +", "COLUMNS +"),
            )
        for name in self.names[1::2]:
            self.write(name, self.read(name).decode().replace('#include "own.h"\n', ""))
        together = self.nests(*self.names)
        self.assertEqual(together, {name: self.nests(name)[name] for name in self.names})
        self.assertEqual(
            {tuple(n["status"] for n in nests) for nests in together.values()}, {("recovered",)}
        )
        self.assertEqual(len({str(nests) for nests in together.values()}), len(self.names))

    def test_a_text_that_asks_how_it_is_read(self):
        for name, body in (
            ("unit1.c", "const char *here = __BASE_FILE__;\n"),
            ("unit2.c", "int level[1 - __INCLUDE_LEVEL__];\n"),
            ("unit3.c", "#pragma GCC system_header\n"),
            ("unit4.c", "const char *file = __FILE__;\n"),
        ):
            self.write(name, self.beginning + body + GEMM)
        together = self.nests(*self.names)
        self.assertEqual(together, {name: self.nests(name)[name] for name in self.names})
        self.assertEqual({len(nests) for nests in together.values()}, {1})

    def test_errors_are_those_of_the_unit_alone(self):
        self.write("unit2.c", self.text + "int x = unknown;\n")
        [alone] = self.analyze("unit2.c", "--", status=3)["files"]
        together = self.analyze(*self.names, "--", status=3)["files"]
        self.assertEqual(
            [f["status"] for f in together],
            ["parse-error" if n == "unit2.c" else "ok" for n in self.names],
        )
        self.assertEqual(together[2], alone)
        for name in self.names:
            self.write(name, '#include <stddef.h>\n#include "nowhere.h"\n' + GEMM)
        [alone] = self.analyze("unit1.c", "--", status=3)["files"]
        together = self.analyze(*self.names, "--", status=3)["files"]
        self.assertEqual([f["status"] for f in together], ["parse-error"] * len(self.names))
        self.assertEqual(together[1], alone)

    def test_a_crash_in_the_beginning(self):
        report = self.analyze("-j2", *self.names, "--", fault="crash-beginning:unit")
        self.assertEqual([f["status"] for f in report["files"]], ["ok"] * len(self.names))


if __name__ == "__main__":
    unittest.main()
