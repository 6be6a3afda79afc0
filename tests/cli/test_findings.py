"""What of a report is new, silenced or known, and the formats that say so."""
import html.parser
import json
import unittest

from sarif_rules import faults_of
from support import BROKEN, GEMM, REFUSED, ROOT, CommandTest

LINT = """\
void lint(int m, float *A)
{
    int i, j;
    for (i = 0; i < 5; i++)
        for (j = 0; j <= m; j++)
            A[i*m + j] = 0;
}
"""


class Baseline(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("walk.c", REFUSED)
        self.run_tool("analyze", "walk.c", "--format=json", "-o", "known.json", "--")

    def analyze_again(self, *words, status):
        return self.run_tool(
            "analyze", "walk.c", "--baseline=known.json", *words, "--", status=status
        ).stdout

    def test_known_findings_are_neither_told_nor_counted(self):
        self.run_tool("analyze", "walk.c", "--fail-on=refused", "--", status=1)
        self.assertEqual(
            self.analyze_again("--fail-on=refused", status=0),
            "1 nest: 0 recovered, 0 affine, 1 refused; 1 known to the baseline\n",
        )

    def test_lines_may_move(self):
        self.write("walk.c", "int above;\n\n" + REFUSED)
        self.analyze_again("--fail-on=refused", status=0)

    def test_one_more_of_a_kind_is_new(self):
        self.write(
            "walk.c",
            REFUSED.replace(
                "int n, int m, float *A)\n{",
                "int n, int m, float *A)\n{\n    int a, b;\n"
                "    for (a = 0; a < n; a++)\n        for (b = 0; b < m; b++)\n            if (A[a + b] == 1)\n"
                "                return;",
            ),
        )
        text = self.analyze_again("--fail-on=refused", status=1)
        self.assertEqual(text.count("not lifted"), 1)
        self.write("gemm.c", GEMM)
        self.run_tool(
            "analyze",
            "walk.c",
            "gemm.c",
            "--baseline=known.json",
            "--fail-on=recovered",
            "--",
            status=1,
        )

    def test_rewrite_takes_it_too(self):
        result = self.run_tool(
            "rewrite", "--check", "walk.c", "--baseline=known.json", "--fail-on=refused", "--"
        )
        self.assertNotIn("acc-jump", result.stderr)

    def test_what_is_no_baseline(self):
        for name, text in (
            ("none.json", None),
            ("bad.json", "{"),
            ("old.json", '{"schemaVersion": 7, "files": []}'),
        ):
            if text is not None:
                self.write(name, text)
            self.assertIn(
                name,
                self.run_tool("analyze", "walk.c", "--baseline=" + name, "--", status=2).stderr,
            )


class Suppression(CommandTest):
    def check(self, text, *words, status):
        self.write("a.c", text)
        return self.run_tool("analyze", "a.c", *words, "--", status=status).stdout

    def test_a_comment_silences_what_it_names(self):
        marked = LINT.replace("= 0;\n}", "= 0;     /* NOLINT(acc-lint-*) */\n}")
        self.check(LINT, "--fail-on=lint", status=1)
        text = self.check(marked, "--fail-on=lint", status=0)
        self.assertNotIn("[acc-lint", text)
        self.assertIn("silenced in the source", text)
        self.check(marked.replace("acc-lint-*", "acc-jump"), "--fail-on=lint", status=1)

    def test_regions_and_next_lines(self):
        self.check("// NOLINTBEGIN\n" + REFUSED + "// NOLINTEND\n", "--fail-on=refused", status=0)
        self.check(
            REFUSED.replace(
                "                return", "// NOLINTNEXTLINE(acc-jump)\n                return"
            ),
            "--fail-on=refused",
            status=0,
        )

    def test_a_silenced_nest_is_still_rewritten(self):
        self.write("gemm.c", "/* NOLINTBEGIN */\n" + GEMM + "/* NOLINTEND */\n")
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", "gemm.c", "--")
        self.assertIn(b"_fast(", self.read("gemm.c"))
        self.run_tool(
            "rewrite", "--check", "--schedule=none", "--fail-on=recovered", "gemm.c", "--"
        )

    def test_what_does_not_match_is_told(self):
        text = self.check("// NOLINTBEGIN(acc-jump)\n" + REFUSED, "--fail-on=refused", status=1)
        self.assertIn("a.c:1:4: warning: NOLINTBEGIN without a following NOLINTEND", text)

    def test_included_files_have_comments_too(self):
        self.write(
            "loop.h", "static " + REFUSED.replace("                return", "return /* NOLINT */ ")
        )
        self.check(
            '#include "loop.h"\nvoid g(float *A) { walk(3, 4, A); }\n',
            "--fail-on=refused",
            status=0,
        )


class Sarif(CommandTest):
    def log(self, *words, status=0):
        text = self.run_tool(
            "analyze", *words, "--format=sarif", "--informational", "--", status=status
        ).stdout
        log = json.loads(text)
        self.assertEqual(faults_of(log), [])
        self.assertEqual((log["version"], len(log["runs"])), ("2.1.0", 1))
        return log["runs"][0]

    def test_results_have_rules_places_and_levels(self):
        for name, text in (("gemm.c", GEMM), ("lint.c", LINT), ("sub dir/walk.c", REFUSED)):
            self.write(name, text)
        run = self.log("gemm.c", "lint.c", "sub dir/walk.c")
        rules = run["tool"]["driver"]["rules"]
        found = {}
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            place = result["locations"][0]["physicalLocation"]
            found[result["ruleId"], place["artifactLocation"]["uri"]] = (
                result["level"],
                place["region"]["startLine"],
            )
        self.assertEqual(found["acc-recovered", "gemm.c"], ("none", 4))
        self.assertEqual(found["acc-lint-never-valid", "lint.c"][0], "warning")
        self.assertEqual(found["acc-jump", "sub%20dir/walk.c"], ("none", 7))
        self.assertTrue(all(rule["shortDescription"]["text"] for rule in rules))

    def test_dependences_and_nests_are_related_places(self):
        self.write("gemm.c", GEMM)
        [result] = [r for r in self.log("gemm.c")["results"] if r["ruleId"] == "acc-recovered"]
        [place] = result["relatedLocations"]
        self.assertIn("loop k carries a dependence on C[i][j]", place["message"]["text"])
        region = place["physicalLocation"]["region"]
        line = GEMM.split("\n")[region["startLine"] - 1]
        self.assertEqual(line[region["startColumn"] - 1 : region["endColumn"] - 1], "C[i*ldc + j]")

    def test_the_rules_are_no_empty_words(self):
        self.write("gemm.c", GEMM)
        self.write("walk.c", REFUSED)
        text = self.run_tool(
            "rewrite",
            "gemm.c",
            "walk.c",
            "--format=sarif",
            "--informational",
            "--schedule=none",
            "--",
        ).stdout
        self.assertEqual(faults_of(json.loads(text)), [])

        def spoilt(change):
            log = json.loads(text)
            change(log["runs"][0], log["runs"][0]["results"])
            return faults_of(log)

        for change in (
            lambda run, results: results[0].update(level="fatal"),
            lambda run, results: results[0].update(colour="red"),
            lambda run, results: results[0].pop("message"),
            lambda run, results: results[0]["locations"][0]["physicalLocation"]["region"].update(
                endLine=1
            ),
            lambda run, results: results[0]["locations"][0]["physicalLocation"]["region"].update(
                startLine=0
            ),
            lambda run, results: results[0]["locations"][0]["physicalLocation"][
                "artifactLocation"
            ].update(uri="/a b"),
            lambda run, results: results[0].update(ruleIndex=results[0]["ruleIndex"] + 1),
            lambda run, results: results[1].update(
                partialFingerprints=results[0]["partialFingerprints"]
            ),
            lambda run, results: results[-1].update(kind="informational", level="note"),
            lambda run, results: run["automationDetails"].update(id="acc-delin"),
            lambda run, results: run["tool"]["driver"]["rules"][0].pop("help"),
            lambda run, results: run["originalUriBaseIds"].clear(),
        ):
            self.assertNotEqual(spoilt(change), [])

    def test_states(self):
        self.write("walk.c", REFUSED)
        self.run_tool("analyze", "walk.c", "--format=json", "-o", "known.json", "--")
        self.write("gemm.c", GEMM.replace("for (i", "/* NOLINTNEXTLINE */\n    for (i", 1))
        states = {
            r["ruleId"]: (r["baselineState"], len(r["suppressions"]))
            for r in self.log("walk.c", "gemm.c", "--baseline=known.json")["results"]
        }
        self.assertEqual(states, {"acc-jump": ("unchanged", 0), "acc-recovered": ("new", 1)})

    def test_only_what_asks_for_action_unless_asked(self):
        for name, text in (("gemm.c", GEMM), ("lint.c", LINT), ("walk.c", REFUSED)):
            self.write(name, text)

        def rules(command, *words, status=0):
            text = self.run_tool(
                command, "gemm.c", "lint.c", "walk.c", "--format=sarif", *words, "--", status=status
            ).stdout
            return json.loads(text)["runs"][0]["results"]

        self.assertEqual(
            [(r["ruleId"], r["kind"]) for r in rules("analyze")], [("acc-lint-never-valid", "fail")]
        )
        self.assertEqual(
            [r["ruleId"] for r in rules("analyze", "--fail-on=jump", status=1)],
            ["acc-lint-never-valid", "acc-jump"],
        )
        fixed = [r for r in rules("rewrite", "--schedule=none") if "fixes" in r]
        self.assertIn(
            "gemm.c",
            [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in fixed],
        )

    def test_rules_link_their_pages(self):
        self.write("lint.c", LINT)
        self.assertNotIn("helpUri", self.log("lint.c")["tool"]["driver"]["rules"][0])
        driver = self.log("lint.c", "--homepage=https://example.org/acc/")["tool"]["driver"]
        self.assertEqual(driver["informationUri"], "https://example.org/acc")
        for rule in driver["rules"]:
            self.assertTrue(rule["helpUri"].startswith("https://example.org/acc/docs/"))
            page = ROOT / rule["helpUri"].removeprefix("https://example.org/acc/").split("#")[0]
            self.assertTrue(page.exists(), page)
        self.assertIn(
            "not a URL",
            self.run_tool("analyze", "lint.c", "--homepage=here", "--", status=2).stderr,
        )

    def test_regions_end_and_absolute_paths_are_relative(self):
        path = self.write("walk.c", REFUSED)
        result = self.log(str(path))["results"][0]
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "walk.c")
        region = place["region"]
        line = REFUSED.split("\n")[region["startLine"] - 1]
        self.assertEqual(line[region["startColumn"] - 1 : region["endColumn"] - 1], "return")

    def test_a_broken_file_is_a_notification(self):
        self.write("broken.c", BROKEN)
        invocation = self.log("broken.c", status=3)["invocations"][0]
        self.assertFalse(invocation["executionSuccessful"])
        self.assertEqual(invocation["toolExecutionNotifications"][0]["level"], "error")


class Html(CommandTest):
    def test_it_is_whole_and_needs_no_other_file(self):
        self.write("gemm.c", GEMM.replace("/* dot product */", "/* <script>&amp; */"))
        self.write("walk.c", REFUSED)
        text = self.run_tool("analyze", "gemm.c", "walk.c", "--format=html", "--").stdout
        open_tags, words = [], []
        empty = {"meta"}

        class Reader(html.parser.HTMLParser):
            def handle_starttag(self, tag, attributes):
                names = dict(attributes)
                assert not {"src", "onclick"} & set(names) and names.get("href", "#").startswith(
                    "#"
                ), attributes
                if tag not in empty:
                    open_tags.append(tag)

            def handle_endtag(self, tag):
                assert open_tags and open_tags.pop() == tag, tag

            def handle_data(self, data):
                words.append(data)

        Reader().feed(text)
        self.assertEqual(open_tags, [])
        self.assertIn("2 nests: 1 recovered, 0 affine, 1 refused", "".join(words))
        data = json.loads(next(word for word in words if word.startswith("{")))
        self.assertEqual([f["path"] for f in data["files"]], ["gemm.c", "walk.c"])
        self.assertIn(
            "/* <script>&amp; */",
            data["excerpts"]["n0-0"]["lines"][-1] + data["excerpts"]["n0-0"]["lines"][-2],
        )
        self.assertTrue(
            any(
                "a jump leaves or enters the nest" in remark["message"]
                for remark in data["remarks"]
            )
        )

    def test_a_rewrite_has_its_diff(self):
        self.write("gemm.c", GEMM)
        text = self.run_tool(
            "rewrite", "gemm.c", "--check", "--format=html", "--schedule=none", "--", status=1
        ).stdout
        data = json.loads(text.split('id="data">')[1].split("</script>")[0])
        self.assertIn("+++ b/gemm.c", data["diffs"]["gemm.c"])


if __name__ == "__main__":
    unittest.main()
