"""The automatic schedules of the whole corpus: printed as scripts they replay to the same bytes, and what
they make of a file stays of a size that people read. What is scheduled is proved, but for one in twenty."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from support import CommandTest  # noqa: E402

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "corpus"
MOST_BYTES = 24 * 1024  # that a nest may add to its file


class Replay(CommandTest):
    def test_corpus(self):
        sources = sorted(CORPUS.glob("*.c"))
        self.assertGreater(len(sources), 20)
        written = refused = 0
        first, second, script = (self.dir / name for name in ("first", "second", "script.yaml"))
        for source in sources:
            with self.subTest(kernel=source.stem):
                run = self.run_tool("rewrite", source, "--print-schedule", "--output-dir=%s" % first,
                                    "--", "-std=gnu11")
                self.assertEqual(run.returncode, 0, run.stderr)
                refused += run.stderr.count("[acc-not-proved]")
                automatic = first / source.name
                if not automatic.exists():
                    self.assertNotIn("- nest", run.stdout)
                    continue
                script.write_text(run.stdout)
                run = self.run_tool("rewrite", source, "--schedule=%s" % script,
                                    "--output-dir=%s" % second, "-q", "--", "-std=gnu11")
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual((second / source.name).read_text(), automatic.read_text())
                nests = script.read_text().count("- nest")
                written += nests
                added = automatic.stat().st_size - source.stat().st_size
                self.assertLess(added, nests * MOST_BYTES)
        self.assertGreaterEqual(written, 19 * refused)


if __name__ == "__main__":
    unittest.main()
