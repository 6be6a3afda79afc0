"""Every command of docs/sources.md does what its row says, run from the root of the project."""
import re
import subprocess
import unittest

from page_commands import commands_of
from support import ROOT, TOOL, CommandTest


class PagesTest(CommandTest):
    def test_commands(self):
        commands = commands_of((ROOT / "docs" / "sources.md").read_text())
        self.assertGreater(len(commands), 20)
        for words, quoted, row in commands:
            with self.subTest(row=row):
                done = subprocess.run([str((ROOT / TOOL).resolve()), *words[1:]], cwd=ROOT, capture_output=True, text=True,
                                      timeout=120)
                self.assertEqual(done.returncode, 0, done.stderr)
                output = re.sub(r"\s+", " ", done.stdout + done.stderr)
                for text in quoted:
                    self.assertIn(re.sub(r"\s+", " ", text), output)

    def test_placeholders_are_no_commands(self):
        text = ("```\nacc-delin a.c\nacc-delin PATH... [-o FILE]\nacc-delin analyze f.c -- -O3  # says so\n```\n"
                "| x | `acc-delin explain jump` | `a \\| b` |\n| y | `acc-delin check FILE...` | |\n")
        self.assertEqual([(words, quoted) for words, quoted, _ in commands_of(text)],
                         [(["acc-delin", "a.c"], []), (["acc-delin", "analyze", "f.c", "--", "-O3"], []),
                          (["acc-delin", "explain", "jump"], ["a | b"])])


if __name__ == "__main__":
    unittest.main()
