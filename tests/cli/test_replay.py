"""The automatic schedules of the whole corpus: printed as scripts they replay to the same bytes, and what
they make of a file stays of a size that people read. What is scheduled is proved, but for one in twenty, and what is
written is what analysis promised: not a lesser plan behind one that cannot be proved."""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from support import CommandTest  # noqa: E402

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "corpus"
MOST_BYTES = (
    28 * 1024
)  # that a nest may add to its file beside the helpers: a tiled solve has two statements with the edges of each


def steps_of(script, nest):
    """The names of a nest's schedule steps in a script."""
    entry = re.search(r"- nest: %s\n((?:  .*\n)*)" % re.escape(nest), script)
    return re.findall(r"^    - (\w+):", entry.group(1).split("plan:")[0], re.M) if entry else None


class Replay(CommandTest):
    def test_corpus(self):
        sources = sorted(CORPUS.glob("*.c"))
        self.assertGreater(len(sources), 20)
        written = refused = 0
        first, second, script = (self.dir / name for name in ("first", "second", "script.yaml"))
        for source in sources:
            with self.subTest(kernel=source.stem):
                run = self.run_tool(
                    "rewrite",
                    "--in-file",
                    source,
                    "--print-schedule",
                    "--output-dir=%s" % first,
                    "--",
                    "-std=gnu11",
                )
                self.assertEqual(run.returncode, 0, run.stderr)
                refused += run.stderr.count("[acc-not-proved]")
                automatic = first / source.name
                if not automatic.exists():
                    self.assertNotIn("- nest", run.stdout)
                    continue
                script.write_text(run.stdout)
                for nest in self.analyze(source, "--", "-std=gnu11")["files"][0]["nests"]:
                    promised = [name for step in nest["schedule"] for name in step]
                    if promised:
                        self.assertEqual(steps_of(run.stdout, nest["id"]), promised)
                run = self.run_tool(
                    "rewrite",
                    "--in-file",
                    source,
                    "--schedule=%s" % script,
                    "--output-dir=%s" % second,
                    "-q",
                    "--",
                    "-std=gnu11",
                )
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual((second / source.name).read_text(), automatic.read_text())
                nests = script.read_text().count("- nest")
                written += nests
                own = re.sub(
                    r"/\* acc-delin helpers \*/\n.*?\n\n", "", automatic.read_text(), flags=re.S
                )  # once in a file
                added = len(own.encode()) - source.stat().st_size
                self.assertLess(added, nests * MOST_BYTES)
        self.assertGreaterEqual(written, 19 * refused)


if __name__ == "__main__":
    unittest.main()
