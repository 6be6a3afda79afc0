#!/usr/bin/env python3
"""Checks recovered views of random linearized nests against brute force, by meaning.

usage: check_generated.py TOOL [--seed S] [--first K] [--count N] [--only K,...] [--text] [-v]

For each case of `generated_cases` and for points in a small box: the report's loops touch the source's addresses; where its
validity holds, so do identity and window of each view, and distinct subscripts are distinct addresses; where every width is below
its size, the validity holds. Where the guard holds, also near the limits of the index type, the source's arithmetic does not wrap
and the addresses fit the address space.

unsound, undefined  a mistake
refused, flat       no view at all, or one with fewer dimensions than the loops show
strict, never       the validity is false where the widths fit, or everywhere
merged, cautious    flat and strict where the case leaves room: constant rows that a loop of unknown length walks, windows that
                    start at no polynomial
Exit status 1 for each of the first six that generated_open.txt ("f12 strict", of seed 1) does not list.
"""
import argparse
import ast
import collections
import json
import operator
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cexpr import compile_expression
from generated_cases import BITS, UNSIGNED, generate
from report import Nest, Unreadable

HERE = Path(__file__).resolve().parent
POINTS, EXTREMES, INSTANCES, BATCH = 24, 8, 300, 20
LEAST_WORK = re.compile(
    r"\b(?:32|64|128|256|512|1024) <= "
)  # a guard's minimum of work: small nests are judged too


class TooMany(Exception):
    """More instances than are worth enumerating."""


class Source:
    """What a generated case means, over exact integers, and where its C would mean something else."""

    def __init__(self, case):
        self.case = case
        self.locals = [(name, compile_expression(text)) for name, text in case.locals]
        self.loops = [
            (l.name, compile_expression(l.first), compile_expression(l.end), l.reversed)
            for l in case.loops
        ]
        self.statements = [
            (
                around,
                [
                    (
                        a.base,
                        [compile_expression(s) for s in a.subscripts],
                        compile_expression(a.index),
                        a.index,
                    )
                    for a in accesses
                ],
            )
            for around, accesses in case.statements
        ]
        self.sizes = {
            base: [compile_expression(s) for s in sizes]
            for base, (_, _, sizes) in case.bases.items()
        }

    def complete(self, values):
        """`values` and those of the local variables, converted to their type."""
        values, type_ = dict(values), self.case.index_type
        for name, value in self.locals:
            values[name] = value(values)
            if type_ in UNSIGNED:
                values[name] %= 1 << BITS[type_]
            elif type_ == "short":
                values[name] = (values[name] + (1 << 15)) % (1 << 16) - (1 << 15)
        return values

    def instances(self, values, limit=INSTANCES):
        """(statement's accesses, values of the names) in any order."""
        count = 0

        def descend(depth, at):
            nonlocal count
            for around, accesses in self.statements:
                if around == depth:
                    count += 1
                    if count > limit:
                        raise TooMany
                    yield accesses, at
            if depth < len(self.loops):
                name, first, end, _ = self.loops[depth]
                first, end = first(at), end(at)
                if end - first > limit:
                    raise TooMany
                for value in range(first, end):
                    yield from descend(depth + 1, dict(at, **{name: value}))

        yield from descend(0, values)

    def trace(self, values):
        """(addresses, the widths fit): the set of (base, index), and whether each subscript's width is below its size."""
        addresses, low, high = set(), {}, {}
        for accesses, at in self.instances(values):
            for base, subscripts, index, _ in accesses:
                addresses.add((base, index(at)))
                for k, subscript in enumerate(subscripts):
                    value = subscript(at)
                    low[base, k] = min(value, low.get((base, k), value))
                    high[base, k] = max(value, high.get((base, k), value))
        fits = all(
            high[base, k] - low[base, k] < self.sizes[base][k - 1](values) for base, k in low if k
        )
        return addresses, fits

    def differs(self, values):
        """Why the C text would not mean the exact integers at this point: "wraps", "undefined" or ""."""
        type_ = self.case.index_type
        limit = 1 << BITS[type_]
        if type_ in UNSIGNED:
            exact = self.complete(values)
            for _, first, end, _ in self.loops:
                bounds = [first(exact), end(exact)]
                if min(bounds) < 0 or max(bounds) >= limit:
                    return "wraps"
            for accesses, at in self.instances(exact):
                for base, _, index, _ in accesses:
                    if type_ == "unsigned" and not 0 <= index(at) < limit:
                        return "wraps"
            return ""
        wide = 1 << max(31, BITS[type_])
        exact, overflow = self.complete(values), False

        def tracked(text, at):
            nonlocal overflow
            value, most = _tracked(
                ast.parse(text.replace("(%s)" % type_, ""), mode="eval").body, at
            )
            overflow = overflow or most >= wide
            return value

        for _, text in self.case.locals:
            tracked(text, exact)
        for loop in self.case.loops:
            tracked(loop.first, exact), tracked(loop.end, exact)
        for accesses, at in self.instances(exact):
            for _, _, _, text in accesses:
                tracked(text, at)
        return "undefined" if overflow else ""


_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
    ast.Div: operator.floordiv,
}


def _tracked(node, at):
    """(value, greatest magnitude of any subexpression)"""
    if isinstance(node, ast.BinOp):
        (a, x), (b, y) = _tracked(node.left, at), _tracked(node.right, at)
        value = _OPERATORS[type(node.op)](a, b)
        return value, max(abs(value), x, y)
    if isinstance(node, ast.UnaryOp):
        value, most = _tracked(node.operand, at)
        return -value, most
    value = at[node.id] if isinstance(node, ast.Name) else node.value
    return value, abs(value)


def points(source, rng):
    """Values of the parameters at which something runs."""
    names, unsigned = source.case.parameters, source.case.index_type in UNSIGNED
    found = tries = 0
    while found < POINTS and tries < 12 * POINTS:
        tries += 1
        small = rng.choice([2, 3, 4, 6])
        low = 0 if unsigned or rng.random() < 0.8 else -2
        values = {p: rng.randint(max(low, 0) if p[0] in "sw" else low, small) for p in names}
        for p in names:
            if p[0] == "w":
                values[p] *= 2
        if rng.random() < 0.6:  # sizes above the extents: what a caller means
            values.update({p: values[p] + small for p in names if p[0] in "mpql"})
        exact = source.complete(values)
        try:
            if next(source.instances(exact), None) is not None:
                source.trace(exact)
                found += 1
                yield values
        except TooMany:
            continue


def extreme_points(source, rng):
    """The same near the limits of the index type: sizes are large, extents are not."""
    type_ = source.case.index_type
    limit = (1 << BITS[type_]) - 1
    large = sorted(
        {
            min(limit, 1 << b) + d
            for b in (7, 11, 15, 16, 22, 31, 32, 42, 61, 62, 63)
            for d in (-1, 0)
        }
    )
    for _ in range(EXTREMES):
        values = {p: rng.choice([1, 2, 3]) for p in source.case.parameters}
        for p in source.case.parameters:
            if rng.random() < 0.7 and p[0] in "mpqlo":
                values[p] = min(limit, rng.choice(large))
        try:
            if any(True for _ in source.instances(source.complete(values))):
                source.trace(source.complete(values))
                yield values
        except TooMany:
            continue


def judge(source, nest, report, rng):
    """Sentences about what is wrong, by kind."""
    wrong, case = {}, source.case
    guard = compile_expression(LEAST_WORK.sub("1 <= ", report["guard"]))
    judged = valid_points = fitting = 0
    for values in points(source, rng):
        wanted, fits = source.trace(source.complete(values))
        try:
            differs = source.differs(values)
            full = nest.complete(source.complete(values))
            valid, guarded = bool(nest.validity(full)), bool(guard(full))
            addresses, sound = nest.trace(full)
        except (ZeroDivisionError, OverflowError, KeyError, ValueError) as error:
            wrong.setdefault("undefined", "%s %s at %s" % (type(error).__name__, error, values))
            continue
        if guarded and (differs == "wraps" or not valid):
            wrong.setdefault("unsound", "the guard holds where the source wraps, at %s" % values)
        if differs:
            continue
        judged, valid_points, fitting = judged + 1, valid_points + valid, fitting + fits
        if addresses != wanted:
            wrong.setdefault("unsound", "other addresses at %s" % values)
        if valid and not sound:
            wrong.setdefault("unsound", "the view does not hold at %s" % values)
        if fits and not valid:
            wrong.setdefault(
                "strict" if case.exact else "cautious",
                "%s, not valid at %s" % (report["validity"], values),
            )
    extremes = 0
    for values in extreme_points(source, rng):
        try:
            full = nest.complete(source.complete(values))
            if not guard(full) or source.differs(values) == "undefined":
                continue
            extremes += 1
            if source.differs(values):
                wrong.setdefault(
                    "unsound", "the guard holds where the source wraps, at %s" % values
                )
            wanted, _ = source.trace(source.complete(values))
            addresses, sound = nest.trace(full)
            if not sound or not nest.validity(full) or addresses != wanted:
                wrong.setdefault("unsound", "the view does not hold at %s" % values)
            if any(abs(index) * case.bases[base][1] >= 1 << 63 for base, index in addresses):
                wrong.setdefault("unsound", "addresses wrap at %s" % values)
        except (ZeroDivisionError, OverflowError, KeyError, ValueError) as error:
            wrong.setdefault("undefined", "%s %s at %s" % (type(error).__name__, error, values))
    if fitting and not valid_points:
        wrong["never"] = "valid at none of %d points" % judged
    return wrong, collections.Counter(
        {"points": judged, "valid": valid_points, "extreme": extremes}
    )


def outcome(case, report, seed):
    """(kinds of trouble with a sentence each, counts of points)"""
    if report is None:
        return {"refused": "no nest"}, {}
    if report["status"] == "rejected":
        return {
            "refused": "; ".join(r["id"] + ": " + r["message"] for r in report["rejections"])[:200]
        }, {}
    rng = random.Random("%d/%s" % (seed, case.name))
    try:
        wrong, counts = judge(Source(case), Nest(report), report, rng)
    except (Unreadable, ValueError, KeyError) as error:
        return {
            "undefined": "the report is not readable: %s %s" % (type(error).__name__, error)
        }, {}
    ranks = {a["base"]: len(a["sizes"]) + 1 for a in report["arrays"]}
    for base, (_, _, sizes) in case.bases.items():
        if ranks.get(base, 0) < len(sizes) + 1:
            wrong[
                "flat" if case.rank_is_shown else "merged"
            ] = "%s has %d dimensions, not %d (%s)" % (
                base,
                ranks.get(base, 0),
                len(sizes) + 1,
                report["validity"],
            )
    return wrong, counts


def run_batch(tool, cases, seed):
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "cases.c"
        path.write_text("#include <stddef.h>\n" + "\n".join(c.source() for c in cases))
        result = subprocess.run(
            [
                tool,
                "analyze",
                str(path),
                "--format=json",
                "--schedule=none",
                "--times",
                "-q",
                "--",
                "-std=c11",
            ],
            capture_output=True,
            text=True,
            timeout=900,
        )
        try:
            files = json.loads(result.stdout)["files"]
        except ValueError:
            return [
                (
                    c,
                    {
                        "undefined": "no report: exit %d %s"
                        % (result.returncode, result.stderr[-200:])
                    },
                    {},
                    0,
                )
                for c in cases
            ]
        nests = {n["function"]: n for f in files for n in f["nests"] if not n.get("parent")}
        errors = [str(f.get("errors")) for f in files if f["status"] != "ok"]
        if errors:
            return [(c, {"undefined": errors[0][:300]}, {}, 0) for c in cases]
    return [
        (c, *outcome(c, nests.get(c.name), seed), nests.get(c.name, {}).get("milliseconds", 0))
        for c in cases
    ]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--only", default="")
    parser.add_argument("--text", action="store_true", help="print the cases as C")
    parser.add_argument("-v", "--verbose", action="store_true")
    o = parser.parse_args()
    numbers = [int(k) for k in o.only.split(",")] if o.only else range(o.first, o.first + o.count)
    cases = [generate(o.seed, k) for k in numbers]
    if o.text:
        print("\n".join(c.source() for c in cases))
    start = time.monotonic()
    batches = [cases[k : k + BATCH] for k in range(0, len(cases), BATCH)]
    with ThreadPoolExecutor(2) as pool:
        results = [
            r for batch in pool.map(lambda b: run_batch(o.tool, b, o.seed), batches) for r in batch
        ]
    listed = (HERE / "generated_open.txt").read_text().split("\n") if o.seed == 1 else []
    kinds, seen, bad = collections.Counter(), collections.Counter(), 0
    for case, wrong, counts, _ in results:
        kinds.update(wrong.keys())
        seen.update(counts)
        kinds["shown rank"] += not {"refused", "flat", "merged", "undefined"} & set(wrong)
        fatal = [
            k
            for k in wrong
            if k not in ("merged", "cautious") and "%s %s" % (case.name, k) not in listed
        ]
        bad += bool(fatal)
        if fatal or (o.verbose and wrong):
            print(
                "%s %s: %s"
                % (case.name, case.index_type, "; ".join("%s: %s" % item for item in wrong.items()))
            )
    times = sorted(t for *_, t in results)
    print(
        "generated: %d cases, %d with all dimensions; %s"
        % (
            len(cases),
            kinds["shown rank"],
            ", ".join(
                "%d %s" % (kinds[k], k)
                for k in (
                    "unsound",
                    "undefined",
                    "refused",
                    "flat",
                    "merged",
                    "strict",
                    "cautious",
                    "never",
                )
            ),
        )
    )
    print(
        "%d points, valid at %d, %d guards taken near the limits; ms per nest: median %.1f, worst %.1f; %.0f s"
        % (
            seen["points"],
            seen["valid"],
            seen["extreme"],
            times[len(times) // 2],
            times[-1],
            time.monotonic() - start,
        )
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
