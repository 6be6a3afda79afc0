#!/usr/bin/env python3
"""Holds the figures of `looptree check` against those that AccelForge's own model gave for the same architecture, workload and
mapping (looptree.json).

usage: check_looptree.py TOOL [NAME ...]        exit 0 when all agree, 1 otherwise
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = Path(__file__).resolve().parent / "looptree.json"
TOLERANCE = 1e-6


def close(got, expected):
    return got is not None and abs(got - expected) <= TOLERANCE * max(1.0, abs(expected))


def differences(expected, got):
    """The figures that differ, as sentences."""
    out = []
    for key in ("energy", "latency"):
        if not close(got.get(key), expected[key]):
            out.append("%s is %s, not %s" % (key, got.get(key), expected[key]))
    for row, figures in expected["stats"].items():
        for name, value in figures.items():
            given = got["stats"].get(row, {}).get(name, 0 if value == 0 else None)
            if not close(given, value):
                out.append("%s %s is %s, not %s" % (row, name, given, value))
    for row in got["stats"]:
        if row not in expected["stats"]:
            out.append("%s is not expected" % row)
    for component, value in expected["peak"].items():
        if not close(got["peak"].get(component), value):
            out.append("peak of %s is %s, not %s" % (component, got["peak"].get(component), value))
    return out


def figures_of(tool, case):
    with tempfile.TemporaryDirectory() as directory:
        files = []
        for part in ("arch", "workload", "mapping"):
            path = Path(directory, part + ".yaml")
            path.write_text(case[part])
            files.append(str(path))
        result = subprocess.run(
            [tool, "looptree", "check", "--format=json", *files],
            capture_output=True,
            text=True,
            timeout=60,
        )
    if result.returncode not in (0, 1):
        return None, result.stderr.strip()
    return json.loads(result.stdout), ""


def main():
    tool, names = sys.argv[1], sys.argv[2:]
    wrong = total = 0
    for name, case in json.loads(CASES.read_text()).items():
        if names and name not in names:
            continue
        total += 1
        got, error = figures_of(tool, case)
        problems = differences(case, got) if got else [error or "no figures"]
        wrong += bool(problems)
        for problem in problems:
            print("%s: %s" % (name, problem))
    print("looptree: %d of %d cases agree" % (total - wrong, total))
    return 1 if wrong or not total else 0


if __name__ == "__main__":
    sys.exit(main())
