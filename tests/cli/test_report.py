"""Formats of the report."""
import json
import re
import unittest

from support import GEMM, REFUSED, ROOT, CommandTest


class Report(CommandTest):
    def test_text_of_the_example(self):
        self.write("gemm.c", GEMM)
        lines = self.run_tool("analyze", "gemm.c", "--").stdout.split("\n")
        self.assertEqual(
            lines[0],
            "gemm.c:4:5: remark: gemm#1: 3 arrays recovered: C[*][ldc], A[*][lda], B[*][ldb] "
            "[acc-recovered]",
        )
        self.assertIn(
            "gemm.c:4:5: note: valid when m <= ldc && p <= lda && m <= ldb (checked at run time)",
            lines,
        )
        self.assertIn(
            "gemm.c:7:17: note: loop k carries a dependence on C[i][j]; i and j are parallel when valid and "
            "C is disjoint from A and B",
            lines,
        )
        self.assertRegex(
            lines[-2], "^1 nest: 1 recovered, 0 affine, 0 refused; 1 with a faster schedule$"
        )
        self.assertTrue(
            any(
                re.match(
                    r"gemm.c:4:5: note: estimated time of the rewritten nest: \d+% of the original",
                    line,
                )
                for line in lines
            )
        )

    def test_dependences_have_the_lines_of_both_ends(self):
        two = (
            "void f(int n, float *a, float *b)\n{\n    int i, j;\n    for (i = 1; i < n; i++)\n        for (j = 0; j < n; j++) {\n"
            "            a[i*n + j] = b[i*n + j];\n            b[i*n + j] = a[(i - 1)*n + j];\n        }\n}\n"
        )
        self.write("two.c", two)
        [nest] = self.analyze("two.c", "--")["files"][0]["nests"]
        lines = {(d["kind"], d["array"]): d["lines"] for d in nest["dependences"]}
        self.assertEqual(lines, {("RAW", "a"): [[6, 7]], ("WAR", "b"): [[6, 7]]})

    def test_places_are_those_of_the_file_as_it_is(self):
        self.write("gemm.c", GEMM)
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", "gemm.c", "--")
        text = self.read("gemm.c").decode().split("\n")
        [nest] = self.analyze("gemm.c", "--")["files"][0]["nests"]
        for dependence in nest["dependences"]:
            [[first, last]] = dependence["lines"]
            self.assertEqual((first, last), (dependence["line"], dependence["line"]))
            self.assertIn("/* dot product */", text[first - 2])
            self.assertTrue(text[first - 1][dependence["column"] - 1 :].startswith("C[i*ldc + j]"))

    def test_every_format_has_the_same_nests(self):
        # Part by part, because the whole has no faster schedule.
        self.write("skip.c", (ROOT / "corpus/skip_zeros.c").read_text())
        nests = [
            nest["id"]
            for nest in self.analyze("skip.c", "--levels=off", "--", "-O3")["files"][0]["nests"]
        ]
        text = self.run_tool("analyze", "skip.c", "--levels=off", "--", "-O3").stdout
        self.assertEqual(re.findall(r"remark: (skip_zeros#[\d.]+): (?!not)", text), nests)
        self.assertGreater(len(nests), 1)

    def test_json_tells_what_was_written_and_totals(self):
        self.write("two.c", GEMM + GEMM.replace("gemm", "other") + REFUSED)
        words = ("rewrite", "two.c", "--only=other", "--schedule=none", "--format=json", "--")
        report = json.loads(self.run_tool(*words).stdout)
        self.assertEqual(
            {nest["id"]: nest["written"] for nest in report["files"][0]["nests"]}, {"other#1": True}
        )
        words = ("rewrite", "two.c", "--schedule=none", "--format=json", "--")
        report = json.loads(self.run_tool(*words).stdout)
        self.assertEqual(
            {nest["id"]: nest["written"] for nest in report["files"][0]["nests"]},
            {"gemm#1": True, "other#1": True, "walk#1": False},
        )
        totals = {
            "files": 1,
            "failedFiles": 0,
            "nests": 3,
            "recovered": 2,
            "affine": 0,
            "rejected": 1,
            "written": 2,
            "lint": 0,
            "internalErrors": 0,
        }
        self.assertEqual({key: report["totals"][key] for key in totals}, totals)
        report = self.analyze("two.c", "--")
        self.assertEqual({nest["written"] for nest in report["files"][0]["nests"]}, {None})
        self.assertEqual((report["totals"]["written"], report["totals"]["faster"]), (0, 2))
        # merge adds up again
        self.write("one.json", json.dumps(report))
        self.write("more.json", json.dumps(report).replace("two.c", "three.c"))
        self.run_tool("merge", "one.json", "more.json", "-o", "all.json")
        self.assertEqual(json.loads(self.read("all.json"))["totals"]["recovered"], 4)

    def test_json_of_the_example(self):
        self.write("gemm.c", GEMM)
        report = self.analyze("gemm.c", "--")
        self.assertEqual(report["schemaVersion"], 1)
        nest = report["files"][0]["nests"][0]
        self.assertEqual(
            nest["loops"][2],
            {
                "name": "k",
                "source": "k",
                "parent": "j",
                "lower": "0",
                "upper": "p",
                "step": "1",
                "line": 6,
                "parallel": False,
                "parallelWhen": "0",
            },
        )
        self.assertEqual([loop["parallelWhen"] for loop in nest["loops"]], ["m <= ldc", "1", "0"])
        self.assertEqual(nest["dependencesWhen"], "m <= ldc")
        self.assertEqual(
            nest["statements"],
            [{"id": "S0", "line": 7, "loops": ["i", "j", "k"], "condition": "1", "opaque": False}],
        )
        c = nest["arrays"][0]
        self.assertEqual(
            (c["base"], c["element"], c["elementSize"], c["role"], c["sizes"], c["affineMap"]),
            ("C", "float", 4, "input_output", ["ldc"], ["ldc", "1"]),
        )
        self.assertEqual([a["kind"] for a in c["accesses"]], ["read", "write"])
        self.assertEqual(nest["disjoint"], [["C", "A"], ["C", "B"]])
        self.assertEqual(
            [(d["kind"], d["carriedBy"], d["distance"]) for d in nest["dependences"]],
            [(kind, "k", ["0", "0", "1"]) for kind in ("RAW", "WAR", "WAW")],
        )

    def test_a_refusal_has_a_sentence_and_a_place(self):
        self.write("walk.c", REFUSED)
        nest = self.analyze("walk.c", "--")["files"][0]["nests"][0]
        self.assertEqual(nest["status"], "rejected")
        rejection = nest["rejections"][0]
        self.assertEqual((rejection["id"], rejection["line"]), ("jump", 7))
        self.assertIn(
            "walk.c:7:17: remark: walk#1: not lifted: a jump leaves",
            self.run_tool("analyze", "walk.c", "--").stdout,
        )

    def test_only_liftable_parts_of_a_refused_nest_are_reported(self):
        self.write(
            "part.c",
            "void step(int t);\nvoid part(int n, int m, int T, float *A)\n{\n    int t, i, j;\n"
            "    for (t = 0; t < T; t++) {\n        for (i = 0; i < n; i++)\n"
            "            for (j = 0; j < m; j++)\n                A[i*m + j] *= 2;\n"
            "        for (i = 0; i < n; i++)\n            step(i);\n    }\n}\n",
        )
        nests = self.analyze("part.c", "--")["files"][0]["nests"]
        self.assertEqual(
            [(n["status"], n["line"], n["parent"]) for n in nests],
            [("rejected", 5, None), ("recovered", 6, "part#1")],
        )

    def test_a_local_array_has_its_own_subscripts(self):
        # Not the iterators that tell the objects of different iterations apart.
        self.write(
            "local.c",
            """void f(int n, int m, float *A, const float *B)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float r[8][4];
            for (int k = 0; k < 8; k++)
                r[k][3] = B[(i*m + j)*8 + k];
            for (int k = 0; k < 8; k++)
                A[i*m + j] += r[k][3];
        }
}
""",
        )
        [file] = self.analyze("local.c", "--")["files"]
        [local] = [array for array in file["nests"][0]["arrays"] if array["base"] == "r"]
        self.assertEqual(
            (local["role"], local["sizes"], local["origin"], local["affineMap"]),
            ("temporary", ["4"], ["0"], ["4", "1"]),
        )
        self.assertEqual(
            [access["subscripts"] for access in local["accesses"]], [["k", "3"], ["k_2", "3"]]
        )

    def test_markdown(self):
        self.write("gemm.c", GEMM)
        self.write("walk.c", REFUSED)
        text = self.run_tool("analyze", "gemm.c", "walk.c", "--format=markdown", "--").stdout
        self.assertIn("| `gemm#1` | 4 | recovered |", text)
        self.assertIn("`acc-jump`", text)

    def test_files_have_their_plain_names(self):
        self.write("src/gemm.c", GEMM)
        self.database([self.entry("src/gemm.c")])
        for folder in ".", "./", "./src", "src/":
            self.assertEqual(
                [f["path"] for f in self.analyze(folder, "--file-filter=^src/")["files"]],
                ["src/gemm.c"],
            )

    def test_what_a_call_touches_is_told_by_its_line(self):
        # Whatever the name "memory" is taken for.
        self.write(
            "call.c",
            "void log_it(int);\nint memory;\nvoid f(int n, int m, float *A)\n{\n    int i, j;\n    memory++;\n"
            "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++) {\n            A[i*m + j] = 0;\n"
            "            log_it(j);\n        }\n}\n",
        )
        self.assertIn(
            "memory that line 10 may touch", self.run_tool("analyze", "call.c", "--").stdout
        )
        unknown = [
            d
            for d in self.analyze("call.c", "--")["files"][0]["nests"][0]["dependences"]
            if d.get("unknown")
        ]
        self.assertIn(10, [d["line"] for d in unknown])

    def test_output_file(self):
        self.write("gemm.c", GEMM)
        result = self.run_tool("analyze", "gemm.c", "--format=json", "-o", "out.json", "--")
        self.assertEqual(result.stdout, "")
        json.loads(self.read("out.json"))

    def test_files_without_nests(self):
        self.write("empty.c", "")
        self.write("none.c", "int x;\n")
        report = self.analyze("empty.c", "none.c", "--")
        self.assertEqual(
            [(f["status"], f["nests"]) for f in report["files"]], [("ok", []), ("ok", [])]
        )
        self.assertEqual(
            self.run_tool("analyze", "empty.c", "--").stdout,
            "0 nests: 0 recovered, 0 affine, 0 refused\n",
        )


class Merge(CommandTest):
    def test_shards_make_the_whole(self):
        for name in ("c.c", "a.c", "b.c"):
            self.write(name, GEMM)
        whole = self.analyze("a.c", "b.c", "c.c", "--")
        for k in (1, 2):
            self.run_tool(
                "analyze",
                "a.c",
                "b.c",
                "c.c",
                "--shard=%d/2" % k,
                "--format=json",
                "-o",
                "r%d.json" % k,
                "--",
            )
        merged = json.loads(self.run_tool("merge", "r2.json", "r1.json").stdout)
        self.assertEqual([f["path"] for f in merged["files"]], [f["path"] for f in whole["files"]])
        for report in (merged, whole):
            for file in report["files"]:
                for nest in file["nests"]:
                    nest.pop("milliseconds")
        self.assertEqual(merged, whole)
        self.run_tool("merge", "r1.json", "r1.json", "-o", "m.json")
        self.assertEqual(len(json.loads(self.read("m.json"))["files"]), 2)

    def test_what_is_no_report(self):
        self.write("bad.json", "{}")
        self.assertIn("bad.json", self.run_tool("merge", "bad.json", status=2).stderr)
        self.run_tool("merge", "missing.json", status=2)
        self.run_tool("merge", status=2)


if __name__ == "__main__":
    unittest.main()
