"""Every row of Rejection.def has a page, and `explain` prints it."""
import re
import unittest

from support import ROOT, CommandTest

ROWS = re.findall(
    r'^REJECTION\(\w+, "([^"]+)", "([^"]*)"\)',
    (ROOT / "analysis/support/Rejection.def").read_text(),
    re.M,
)


class Explain(CommandTest):
    def test_every_refusal_has_a_page(self):
        self.assertGreater(len(ROWS), 30)
        for name, sentence in ROWS:
            with self.subTest(name):
                page = (ROOT / "docs/rejections" / (name + ".md")).read_text()
                self.assertTrue(page.startswith("# acc-%s\n" % name))
                self.assertIn(sentence.replace("{0}", "..."), page)
                self.assertIn("**What to do.**", page)

    def test_every_page_belongs_to_a_refusal(self):
        pages = {p.stem for p in (ROOT / "docs/rejections").glob("*.md")}
        self.assertEqual(pages, {name for name, _ in ROWS})

    def test_explain_prints_the_page(self):
        for name in ("loop-bound", "acc-not-proved"):
            page = (ROOT / "docs/rejections" / (name.removeprefix("acc-") + ".md")).read_text()
            self.assertEqual(self.run_tool("explain", name).stdout, page)

    def test_explain_prints_the_part_of_a_lint(self):
        text = (ROOT / "docs/lint.md").read_text()
        parts = re.split(r"\n(?=## lint-)", text)[1:]
        self.assertGreater(len(parts), 2)
        for part in parts:
            name = part.split("\n")[0].removeprefix("## ")
            for asked in (name, "acc-" + name):
                self.assertEqual(self.run_tool("explain", asked).stdout, part.rstrip("\n") + "\n")

    def test_unknown_id(self):
        self.assertIn(
            "did you mean 'loop-bound'", self.run_tool("explain", "loop-bond", status=2).stderr
        )
        self.run_tool("explain", status=2)


if __name__ == "__main__":
    unittest.main()
