"""Every command that the documentation shows runs, and says what its page says it does."""
import re
import unittest
import xml.etree.ElementTree

from page_commands import commands_of
from support import GEMM, ROOT, CommandTest

PAGES = [ROOT / "README.md"] + sorted(page for page in (ROOT / "docs").rglob("*.md"))
# Run by tests of their own.
APART = {"docs/sources.md", "docs/tutorial.md"}
# Pages whose commands show a failure.
STATUS = {"docs/rejections/language.md": 3, "docs/rejections/parse-error.md": 3}


def name_of(page):
    return page.relative_to(ROOT).as_posix()


class PagesTest(CommandTest):
    def test_sources(self):
        commands = commands_of((ROOT / "docs" / "sources.md").read_text())
        self.assertGreater(len(commands), 20)
        for words, quoted, row in commands:
            with self.subTest(row=row):
                done = self.run_tool(*words[1:], cwd=ROOT)
                output = re.sub(r"\s+", " ", done.stdout + done.stderr)
                for text in quoted:
                    self.assertIn(re.sub(r"\s+", " ", text), output)

    def sandbox(self):
        """Files by the names that pages use."""
        (self.dir / "corpus").symlink_to(ROOT / "corpus")
        for name in "one.c", "old.c", "new.c", "gemm_ld.c", "src/gemm.c":
            self.write(name, GEMM)
        self.write("src/im2col.c", (ROOT / "corpus/im2col.c").read_bytes())
        self.database(
            [self.entry("src/gemm.c", "-O3"), self.entry("src/im2col.c", "-O3")],
            "build/compile_commands.json",
        )
        self.write("time.txt", "gemm 45%\n")
        self.write("gemm.c", GEMM)
        self.write(
            "grid.yaml",
            "- nest: gemm#1\n  parameters: {m: [4, 8]}\n  schedule:\n    - tile: {i: m}\n    - reorder: [i, j, k, ii]\n",
        )
        self.write("kernel.c", '#include "not_there.h"\n' + GEMM)  # shown to fail
        self.write("kernel.cpp", "int main() { return nullptr == nullptr; }\n")

    def test_every_other_page(self):
        self.sandbox()
        count = 0
        for page in PAGES:
            if name_of(page) in APART:
                continue
            for words, _, row in commands_of(page.read_text()):
                count += 1
                with self.subTest(page=name_of(page), command=row):
                    self.run_tool(*words[1:], status=STATUS.get(name_of(page), 0))
        self.assertGreater(count, 25)

    def test_the_report_in_the_readme(self):
        text = (ROOT / "README.md").read_text()
        command, block = re.search(
            r"`acc-delin (analyze corpus/gemm_ld.c -- -O3)` says\n\n```\n(.*?)```", text, re.S
        ).groups()
        self.assertEqual(self.run_tool(*command.split(), cwd=ROOT).stdout, block)

    def test_the_readme_is_short(self):
        self.assertLessEqual(len((ROOT / "README.md").read_text().splitlines()), 150)

    def test_the_change_in_the_readme(self):
        text = (ROOT / "README.md").read_text()
        command, block = re.search(
            r"`acc-delin (rewrite corpus/gemm_ld.c -- -O2)` adds.*?```c\n(.*?)```", text, re.S
        ).groups()
        diff = self.run_tool(*command.split(), cwd=ROOT).stdout
        written = {line[1:] for line in diff.splitlines() if line[:1] in "+ "}
        for line in block.replace("...\n", "").splitlines():
            self.assertIn(line, written)

    def test_pictures_are_drawings(self):
        for page in PAGES:
            for link in re.findall(r"!\[.*?\]\((\S+\.svg)\)", page.read_text()):
                root = xml.etree.ElementTree.parse(page.parent / link).getroot()
                self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")

    def test_pages_that_are_linked_are_there(self):
        for page in PAGES:
            for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text()):
                with self.subTest(page=name_of(page), link=link):
                    self.assertTrue((page.parent / link).exists())

    def test_placeholders_are_no_commands(self):
        text = (
            "```\nacc-delin a.c\nacc-delin PATH... [-o FILE]\n$ acc-delin analyze f.c -- -O3  # says so\n```\n"
            "| x | `acc-delin explain jump` | `a \\| b` |\n| y | `acc-delin check FILE...` | |\n"
        )
        self.assertEqual(
            [(words, quoted) for words, quoted, _ in commands_of(text)],
            [
                (["acc-delin", "a.c"], []),
                (["acc-delin", "analyze", "f.c", "--", "-O3"], []),
                (["acc-delin", "explain", "jump"], ["a | b"]),
            ],
        )


if __name__ == "__main__":
    unittest.main()
