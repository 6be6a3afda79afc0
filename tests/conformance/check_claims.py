#!/usr/bin/env python3
"""Holds what reports claim against the addresses that the source touches, for all sizes of a small box, also where conditions do not
hold: which loops are parallel, which dependences there are, and that views hold where they are said to.

usage: check_claims.py TOOL [FILE.c ...] [-v]      claims.c, the conformance cases and the corpus when no file is named

A line "/* NAME: recovered */" (or affine, rejected) of a file says what the nest of the function NAME must be.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from case_source import c_source, read_cases
from check_views import CASES
from claims import Claims
from report import Unreadable

HERE = Path(__file__).resolve().parent
CORPUS = HERE.parents[1] / "corpus"


def nests_of(tool, path):
    command = [
        tool,
        "analyze",
        str(path),
        "--format=json",
        "--schedule=none",
        "-q",
        "--",
        "-std=gnu11",
        "-O3",
    ]
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    report = json.loads(result.stdout)
    return [nest for file in report["files"] for nest in file["nests"]]


def judged(nest):
    """(what is wrong, whether anything was enumerated)."""
    claims, ran = Claims(nest), False
    for values in claims.points() or []:
        try:
            ran = claims.judge(values) or ran
            claims.views(values)
        except (OverflowError, ZeroDivisionError, KeyError, ValueError):
            continue  # too many iterations, a value that the report does not give, a shift by less than nothing
    return ["%s at %s" % (what, values) for what, values in claims.wrong.items()], ran


def check(tool, path):
    """(wrong sentences, nests, nests enumerated) of one file."""
    wanted = dict(
        re.findall(r"^/\* (\w+): (recovered|affine|rejected) \*/", path.read_text(), re.M)
    )
    wrong, count, enumerated = [], 0, 0
    for nest in nests_of(tool, path):
        function = nest["function"]
        if function in wanted and nest["status"] != wanted[function]:
            wrong.append(
                "%s: %s is %s, not %s" % (path.name, nest["id"], nest["status"], wanted[function])
            )
        if nest["status"] == "rejected":
            continue
        count += 1
        try:
            sentences, ran = judged(nest)
        except (Unreadable, ValueError) as error:
            sentences, ran = ["the report cannot be read: %s" % error], False
        enumerated += ran
        wrong += ["%s: %s: %s" % (path.name, nest["id"], sentence) for sentence in sentences]
    return wrong, count, enumerated


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("files", nargs="*")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    total = [0, 0, 0]
    with tempfile.TemporaryDirectory() as directory:
        paths = [Path(name) for name in options.files]
        if not paths:
            for name in CASES:
                cases = Path(directory) / (Path(name).stem + ".c")
                cases.write_text(
                    "#include <stddef.h>\n"
                    + "".join(
                        c_source(case, case.get("types", ["long"])[0], "double", "f_" + case["id"])
                        for case in read_cases(HERE / name)
                    )
                )
                paths.append(cases)
            paths = [HERE / "claims.c"] + paths + sorted(CORPUS.glob("*.c"))
        for path in paths:
            wrong, count, enumerated = check(options.tool, path)
            total = [a + b for a, b in zip(total, (len(wrong), count, enumerated))]
            for sentence in wrong:
                print(sentence)
            if options.verbose:
                print(
                    "%s: %d nests, %d enumerated, %d wrong"
                    % (path.name, count, enumerated, len(wrong))
                )
    print("claims: %d nests, %d enumerated, %d wrong" % (total[1], total[2], total[0]))
    return 1 if total[0] or not total[2] else 0


if __name__ == "__main__":
    sys.exit(main())
