#!/usr/bin/env python3
"""Checks recovered views against the cases of delinearization.json, variants.json and written.c, by meaning.

usage: check_views.py TOOL [--cases FILE,...] [--types long,int,unsigned,size_t] [--elements 1,4,8] [--only ID,...] [--update] [-v]

Each case becomes a C function per type of its parameters (of those that it names, if any) and size of its elements. From its report the loops are enumerated:
they must touch the case's own addresses, with no fewer dimensions than the case has; wherever the reported validity holds, each
view's identity and window must hold and no two subscripts may share an address; wherever the case's condition holds, the reported
one must hold too, or a version of its own whose views are judged likewise. Points where a case's `//` or `%` floors and C's truncates are left out; no others are.
Prints passes per type; a case passes for a type when it does with every element size. Exit status 1 when a line of passing.txt
("D01 long") does not pass; --update rewrites that file.
"""
import argparse
import ast
import itertools
import json
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from case_source import c_source, read_cases
from report import Nest, Unreadable

HERE = Path(__file__).resolve().parent
CASES = ["delinearization.json", "variants.json", "written.c"]
TYPES = ["long", "int", "unsigned", "size_t"]
ELEMENTS = {"1": "unsigned char", "4": "float", "8": "double"}
POINTS, ACCESSES = 600, 4000
BY_VERSION = "only by a version"  # no fault: another of the nest's versions holds there


class NotTheDivisionOfC(Exception):
    """A case's `//` or `%` floors where C truncates: its text means something else at this point."""


def _exact_in_both(a, b):
    if a % b and (a < 0) != (b < 0):
        raise NotTheDivisionOfC
    return divmod(a, b)


_BUILTINS = {
    "__builtins__": {},
    "min": min,
    "max": max,
    "_quotient": lambda a, b: _exact_in_both(a, b)[0],
    "_remainder": lambda a, b: _exact_in_both(a, b)[1],
}


class _Divisions(ast.NodeTransformer):
    def visit_BinOp(self, node):
        self.generic_visit(node)
        name = {ast.FloorDiv: "_quotient", ast.Mod: "_remainder"}.get(type(node.op))
        return ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], []) if name else node


def _compile(text):
    """Code of a bound or an index, which tells where its divisions are not those of C."""
    tree = _Divisions().visit(ast.parse(text, mode="eval"))
    return compile(ast.fix_missing_locations(tree), text, "eval")


class Case:
    def __init__(self, data):
        self.data, self.id, self.parameters = data, data["id"], data["params"]
        self.loops = [(v, _compile(low), _compile(high)) for v, low, high in data["iters"]]
        self.accesses = [(base, _compile(index)) for base, index, *_ in data["accesses"]]
        self.bases = data.get("bases", {})  # what the C has for them, where that is no parameter
        self.types = data.get("types", TYPES)
        self.condition = (
            compile(data["cond"], self.id, "eval") if data["cond"] is not None else None
        )
        self.ranks = data.get("ranks") or {
            base: len(subscripts) or 1 for base, _, subscripts in reversed(data["accesses"])
        }
        self.ranks.update({base: len(sizes) + 1 for base, sizes in data.get("sizes", {}).items()})
        self.ranks = {self.bases.get(base, base): rank for base, rank in self.ranks.items()}

    def trace(self, values):
        """(addresses, smallest number met in bounds and indices); addresses None when there are too many."""
        addresses, smallest, count = set(), 0, 0

        def descend(depth, at):
            nonlocal smallest, count
            if count > ACCESSES:
                return
            if depth == len(self.loops):
                for base, index in self.accesses:
                    linear = eval(index, _BUILTINS, at)
                    addresses.add((self.bases.get(base, base), linear))
                    smallest, count = min(smallest, linear), count + 1
                return
            variable, low, high = self.loops[depth]
            low, high = eval(low, _BUILTINS, at), eval(high, _BUILTINS, at)
            smallest = min(smallest, low, high)
            for value in range(low, high):
                descend(depth + 1, dict(at, **{variable: value}))

        descend(0, dict(values))
        return (addresses if count <= ACCESSES else None), smallest

    def named(self, values):
        """`values`, also under the names that the C has for them: {"n": "m->rows"}."""
        return dict(
            values,
            **{name: values[parameter] for parameter, name in self.data.get("names", {}).items()},
        )

    def points(self):
        low, high = self.data.get("box") or (-2, 5)
        grid = list(itertools.product(range(low, high + 1), repeat=len(self.parameters)))
        random.Random(7).shuffle(grid)
        return [dict(zip(self.parameters, point)) for point in grid[:POINTS]]


def judge(case, nest, type_):
    """What is wrong, as sentences."""
    wrong, judged, valid_somewhere = {}, 0, False
    for values in case.points():
        try:
            wanted, smallest = case.trace(values)
            if not wanted or (
                type_ in ("unsigned", "size_t")
                and (smallest < 0 or min(values.values(), default=0) < 0)
            ):
                continue
            condition = bool(eval(case.condition, _BUILTINS, values)) if case.condition else False
        except (ZeroDivisionError, NotTheDivisionOfC):
            continue
        judged += 1
        try:
            full = nest.complete(case.named(values))
            valid = bool(nest.validity(full))
            addresses, sound = nest.trace(full)
            version = nest.version_at(full)
            sound_version = version is None or nest.trace(full, version)[1]
        except (ZeroDivisionError, OverflowError, KeyError) as error:
            wrong.setdefault("undefined (%s %s)" % (type(error).__name__, error), values)
            continue
        valid_somewhere = valid_somewhere or valid
        if addresses != wanted:
            wrong.setdefault("other addresses", values)
        if valid and not sound or not sound_version:
            wrong.setdefault("UNSOUND", values)
        if condition and not valid:
            wrong.setdefault("condition too strong" if version is None else BY_VERSION, values)
    if not judged and type_ == "long":
        wrong["nothing enumerated"] = {}
    if judged and not valid_somewhere and case.data["cond"] != "False":
        wrong["never valid"] = {}
    return ["%s at %s" % (what, where) if where else what for what, where in wrong.items()]


def nests_of(tool, cases, type_, element):
    """The nests of all cases in one unit, by the name of the case; {} when there is no report."""
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "cases.c"
        path.write_text(
            "#include <stddef.h>\n"
            + "".join(c_source(c.data, type_, element, "f_" + c.id) for c in cases)
        )
        try:
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
                timeout=600,
            )
            report = json.loads(result.stdout)
        except (ValueError, subprocess.TimeoutExpired, OSError):
            return {}
    return {n["function"][2:]: n for f in report["files"] for n in f["nests"] if not n["parent"]}


def same_views(nest):
    """What the judge looks at, as text: equal for nests that differ in their elements alone."""

    def views(arrays):
        return [{k: v for k, v in a.items() if not k.startswith("element")} for a in arrays]

    return json.dumps(
        [
            nest["status"],
            nest["rejections"],
            nest["parameters"],
            nest["loops"],
            nest["statements"],
            views(nest["arrays"]),
            nest["validity"],
            [(v["when"], views(v["arrays"])) for v in nest.get("versions") or []],
        ]
    )


def verdict(case, type_, nest):
    """What is wrong with the report of one nest, as sentences."""
    if nest["status"] == "rejected":
        return ["rejected: " + "; ".join(r["message"] for r in nest["rejections"])[:160]]
    ranks = {
        a["base"]: min((len(x["subscripts"]) for x in a["accesses"]), default=0)
        for a in nest["arrays"]
    }
    flat = sorted(base for base, rank in case.ranks.items() if ranks.get(base, 0) < rank)
    try:
        wrong = judge(case, Nest(nest), type_)
    except (Unreadable, ValueError, KeyError) as error:
        return ["report unreadable: %s: %s" % (type(error).__name__, error)]
    return (["fewer dimensions than there are for " + ", ".join(flat)] if flat else []) + wrong


def check_type(tool, cases, type_, sizes):
    """Per case what is wrong for one type of parameters, over all element sizes, and the milliseconds of all nests."""
    wrong, times = {case.id: [] for case in cases}, []
    seen = {}
    for size in sizes:
        nests = nests_of(tool, cases, type_, ELEMENTS[size])
        if len(nests) < len(cases):  # one nest must not hide the others
            nests = {
                c.id: n for c in cases for n in nests_of(tool, [c], type_, ELEMENTS[size]).values()
            }
        for case in cases:
            nest = nests.get(case.id)
            if nest is None:
                wrong[case.id].append("no report for elements of %s bytes" % size)
                continue
            times.append(nest["milliseconds"])
            if {a["elementSize"] for a in nest["arrays"]} - {int(size)}:
                wrong[case.id].append("elements are not of %s bytes" % size)
            key = case.id, same_views(nest)
            if key not in seen:
                seen[key] = verdict(case, type_, nest)
            wrong[case.id] += [w for w in seen[key] if w not in wrong[case.id]]
    return wrong, times


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("--cases", default=",".join(str(HERE / name) for name in CASES))
    parser.add_argument("--types", default="", help="also those that a case does not name")
    parser.add_argument("--elements", default=",".join(ELEMENTS))
    parser.add_argument("--only", default="")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    types = options.types.split(",") if options.types else TYPES
    cases = [Case(c) for name in options.cases.split(",") for c in read_cases(Path(name))]
    if options.only:
        cases = [c for c in cases if c.id in options.only.split(",")]
    with ThreadPoolExecutor(2) as pool:
        of_type = {t: [c for c in cases if options.types or t in c.types] for t in types}
        checked = list(
            pool.map(
                lambda t: check_type(options.tool, of_type[t], t, options.elements.split(",")),
                types,
            )
        )
    work = [(case, type_) for type_ in types for case in of_type[type_]]
    outcomes = [checked[types.index(type_)][0][case.id] for case, type_ in work]
    times = sorted(t for _, of_type in checked for t in of_type)
    passing_file = HERE / "passing.txt"
    listed = set(passing_file.read_text().split("\n")) - {""} if passing_file.exists() else set()
    by_version = sum(any(w.startswith(BY_VERSION) for w in wrong) for wrong in outcomes)
    outcomes = [[w for w in wrong if not w.startswith(BY_VERSION)] for wrong in outcomes]
    passed = {"%s %s" % (c.id, t) for (c, t), wrong in zip(work, outcomes) if not wrong}
    regressions = 0
    for (case, type_), wrong in zip(work, outcomes):
        regressed = bool(wrong) and "%s %s" % (case.id, type_) in listed
        regressions += regressed
        if regressed or options.verbose:
            print(
                "%-5s %-8s %s %s"
                % (
                    case.id,
                    type_,
                    "REGRESSED" if regressed else "ok" if not wrong else "fails",
                    "; ".join(wrong),
                )
            )
    print(
        "; ".join(
            "%s: %d of %d cases"
            % (t, sum((c.id + " " + t) in passed for c in of_type[t]), len(of_type[t]))
            for t in types
        )
    )
    if options.update:
        ran = {"%s %s" % (c.id, t) for c, t in work}
        passing_file.write_text("".join(line + "\n" for line in sorted((listed - ran) | passed)))
    print(
        "%d reports, milliseconds per nest: median %.1f, worst %.1f"
        % (len(times), times[len(times) // 2], times[-1])
    )
    print(
        "conformance: %d passed, %d regressed; %d need a version besides the first"
        % (len(passed), regressions, by_version)
    )
    return 1 if regressions else 0


if __name__ == "__main__":
    sys.exit(main())
