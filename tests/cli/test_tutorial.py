"""docs/tutorial.md, command by command: its blocks run one after the other, and what it shows is what they print."""
import json
import os
import subprocess
import unittest

from page_commands import shell_of
from support import ROOT, TOOL, CommandTest


class Tutorial(CommandTest):
    def shown(self, text, output):
        """The lines that a page shows are lines of the output."""
        lines = {line.strip() for line in output.splitlines()}
        for line in text:
            self.assertIn(line.strip(), lines)

    def test_the_tutorial(self):
        (self.dir / "corpus").symlink_to(ROOT / "corpus")
        (self.dir / "bin").mkdir()
        (self.dir / "bin/acc-delin").symlink_to(os.path.abspath(TOOL))
        environment = dict(os.environ, PATH="%s:%s" % (self.dir / "bin", os.environ["PATH"]))
        environment.pop("ACC_DELIN_TEST_FAULT", None)
        blocks, shown = shell_of((ROOT / "docs/tutorial.md").read_text())
        self.assertGreater(len(blocks), 8)
        output = ""
        for block in blocks:
            # The status that is expected is said by "!", which -e does not look at.
            script = "".join(
                "if %s; then echo 'it does not fail'; exit 9; fi\n" % line[2:]
                if line.startswith("! ")
                else line + "\n"
                for line in block.splitlines()
            )
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", script],
                cwd=self.dir,
                env=environment,
                capture_output=True,
                text=True,
                timeout=250,
            )
            self.assertEqual(done.returncode, 0, block + done.stdout + done.stderr)
            output += done.stdout + done.stderr
        self.shown(shown, output)
        self.assertIn("+++ b/work/gemm.c", self.read("work/mine.diff").decode())
        self.assertEqual(json.loads(self.read("work/report.sarif"))["version"], "2.1.0")


if __name__ == "__main__":
    unittest.main()
