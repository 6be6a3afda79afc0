#!/usr/bin/env python3
"""Holds the report of corpus kernels against NAME.expect.json, by meaning: sizes and validity are compared as values over a
box of parameters, never as text; views must hold (identity, window, injectivity) wherever the report says they are valid.

usage: check_corpus.py TOOL [NAME ...]        exit 0 when all agree, 1 otherwise
"""
import itertools
import json
import random
import subprocess
import sys
from pathlib import Path

from cexpr import compile_expression
from report import Nest, Unreadable

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
POINTS, TRACES = 1500, 300


def nests_of(tool, paths):
    """Name -> the nests of NAME.c and NAME.h by id, from one run: of all of them `analyze` proves only the first of its ranking."""
    command = [
        tool,
        "analyze",
        *map(str, paths),
        "--format=json",
        "-q",
        "--",
        "-std=gnu11",
        "-O3",
        "-ffp-contract=off",
    ]
    result = subprocess.run(command, cwd=CORPUS, capture_output=True, text=True, timeout=800)
    try:
        report = json.loads(result.stdout)
    except ValueError:
        raise Unreadable(
            "exit %d and no report: %s" % (result.returncode, result.stderr.strip()[:300])
        )
    found = {}
    for file in report["files"]:
        found.setdefault(Path(file["path"]).stem, {}).update((n["id"], n) for n in file["nests"])
    return found


def points(expected):
    """Values of the parameters, in a fixed random order, with the names that the report may use."""
    names = expected["parameters"]
    low, high = expected.get("box", [-2, 5])
    extra = [(n, compile_expression(t)) for n, t in expected.get("names", {}).items()]
    rng = random.Random(11)
    if (high - low + 1) ** len(names) <= 20000:
        grid = list(itertools.product(range(low, high + 1), repeat=len(names)))
        rng.shuffle(grid)
    else:
        grid = (tuple(rng.randint(low, high) for _ in names) for _ in range(20000))
    runs, found = compile_expression(expected["runs"]), 0
    for point in grid:
        values = dict(zip(names, point))
        for name, value in extra:
            values[name] = value(values)
        if runs(values):
            found += 1
            yield values
            if found == POINTS:
                return


def compare(expected, reported):
    """The ways in which a nest of the report is not as expected, as sentences."""
    if reported["status"] != expected["status"]:
        said = "; ".join(r["message"] for r in reported["rejections"])
        return [
            "status is %s, not %s%s"
            % (reported["status"], expected["status"], ": " + said if said else "")
        ]
    if expected["status"] == "rejected":
        got = [r["id"] for r in reported["rejections"]]
        return (
            []
            if set(got) & set(expected["rejections"])
            else ["rejected for %s, not %s" % (got, expected["rejections"])]
        )
    nest, wrong = Nest(reported), []
    told = [r["id"] for r in reported["rejections"]]
    if "rejections" in expected and told != expected["rejections"]:
        wrong.append(
            "described, and not written anew for %s, not %s" % (told, expected["rejections"])
        )
    arrays = {a["base"]: a for a in reported["arrays"]}
    for base in sorted(set(expected["views"]) ^ set(arrays)):
        wrong.append("base %s is %s" % (base, "unexpected" if base in arrays else "missing"))
    candidates = {}
    for base, accepted in expected["views"].items():
        if base in arrays:
            got = [compile_expression(s) for s in arrays[base]["sizes"]]
            candidates[base] = (
                got,
                [[compile_expression(s) for s in a] for a in accepted if len(a) == len(got)],
            )
    validity, judged, traced, unsound, strong = (
        compile_expression(expected["validity"]),
        0,
        0,
        None,
        None,
    )
    for values in points(expected):
        values = nest.complete(values)
        judged += 1
        wanted, valid = bool(validity(values)), bool(nest.validity(values))
        for base, (got, accepted) in candidates.items():
            sizes = [s(values) for s in got]
            accepted[:] = [a for a in accepted if [s(values) for s in a] == sizes]
        if wanted and not valid:
            strong = strong or values
        if valid and not unsound and traced < TRACES:
            try:
                unsound = None if nest.trace(values)[1] else values
                traced += 1
            except OverflowError:  # too many iterations to enumerate
                pass
        if valid and not wanted:
            unsound = unsound or values
    if not judged or not traced:
        wrong.append(
            "no point of the box runs the nest"
            if not judged
            else "the views hold at no point of the box"
        )
    for base, (_, accepted) in candidates.items():
        if not accepted:
            wrong.append(
                "sizes of %s are %s, not %s"
                % (base, arrays[base]["sizes"], expected["views"][base])
            )
    if unsound:
        wrong.append("validity %r is too weak at %s" % (reported["validity"], unsound))
    if strong:
        wrong.append("validity %r is too strong at %s" % (reported["validity"], strong))
    return wrong


def check(name, reported):
    expected = json.loads((CORPUS / (name + ".expect.json")).read_text())["nests"]
    wrong = ["%s is missing from the report" % id for id in expected if id not in reported]
    for id, nest in reported.items():
        if id in expected:
            try:
                wrong += ["%s: %s" % (id, w) for w in compare(expected[id], nest)]
            except (Unreadable, ValueError, KeyError, ZeroDivisionError) as error:
                wrong.append(
                    "%s: the report cannot be read: %s: %s" % (id, type(error).__name__, error)
                )
        elif not (nest.get("parent") and nest["status"] == "rejected"):
            wrong.append("%s is not expected (%s)" % (id, nest["status"]))
    return wrong


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    names = sys.argv[2:] or sorted(
        p.name[: -len(".expect.json")] for p in CORPUS.glob("*.expect.json")
    )
    try:
        nests = nests_of(sys.argv[1], [CORPUS / (name + ".c") for name in names])
    except (Unreadable, subprocess.TimeoutExpired) as error:
        print(error)
        return 1
    failed = 0
    for name in names:
        wrong = check(name, nests.get(name, {}))
        failed += bool(wrong)
        for sentence in wrong:
            print("%s: %s" % (name, sentence))
    print("corpus: %d passed, %d failed" % (len(names) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
