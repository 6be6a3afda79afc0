#!/usr/bin/env python3
"""The fuzzer and the traps must notice a wrong rewrite: a tool that lets the first iteration of each fast loop out has to fail.

usage: tests/fuzz/self_test.py --tool TOOL       exit 0 when both noticed
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WRONG = """#!%s
import re, subprocess, sys
from pathlib import Path
status = subprocess.run([%r] + sys.argv[1:]).returncode
for argument in sys.argv:
    if argument.startswith("--output-dir="):
        for path in Path(argument.split("=", 1)[1]).glob("*.c"):
            late = lambda found: re.sub(r"\\b(\\w+) = 0; \\1 <", r"\\1 = 1; \\1 <", found[0])
            path.write_text(re.sub(r"static ACC_FAST void \\w+_fast\\(.*?\\n\\}\\n", late, path.read_text(), flags=re.S))
sys.exit(status)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    tool = parser.parse_args().tool
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        wrong = Path(scratch) / "wrong"
        wrong.write_text(WRONG % (sys.executable, tool))
        wrong.chmod(0o755)
        for name, command in (
            (
                "run",
                [
                    "--count",
                    "8",
                    "--small",
                    "1",
                    "--seed",
                    "1",
                    "--configurations",
                    "gcc",
                    "--",
                    "--schedule=none",
                ],
            ),
            ("traps/run", ["syntax"]),
        ):
            done = subprocess.run(
                [sys.executable, str(HERE / name), "--tool", str(wrong), *command],
                capture_output=True,
                text=True,
            )
            if done.returncode != 1 or (
                "differs" not in done.stdout and "instead of" not in done.stdout
            ):
                failed.append(
                    "%s: exit %d\n%s%s"
                    % (name, done.returncode, done.stdout[-600:], done.stderr[-600:])
                )
    for sentence in failed:
        print("not noticed: " + sentence)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
