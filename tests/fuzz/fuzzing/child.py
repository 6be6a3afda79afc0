"""Runs the programs of one batch, original and rewritten on the same memory, in a process of its own.

usage: child.py REQUEST.pickle      prints one JSON object per line
"""
import collections
import ctypes
import json
import pickle
import random
import re
import sys
from pathlib import Path

FUZZ = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(FUZZ), str(FUZZ.parent / "bench"), str(FUZZ.parent / "conformance")]
from cexpr import compile_expression  # noqa: E402
from harness import runner  # noqa: E402
from harness.kernels import Case  # noqa: E402
from report import Nest, Unreadable  # noqa: E402

TICKS = 60000
LARGEST = 1 << 20


class Runnable:
    """A program with the face of a corpus kernel."""

    def __init__(self, program):
        self.name, self.arguments, self.run = program.entry(), program.arguments, {}


def say(**fields):
    print(json.dumps(fields), flush=True)


def recorded(record, program, sizes):
    """Lets the recorder run; whether the program came to its end."""
    record.acc_begin(ctypes.c_long(TICKS))
    out = (ctypes.c_long * 16)()
    arguments = []
    for a in program.arguments:
        if a.is_pointer:
            arguments.append(out if a.name == "out" else ctypes.c_void_p(0))
        else:
            arguments.append(runner._TYPES[a.element](sizes.get(a.name, 1)))
    return bool(getattr(record, "record_" + program.name)(*arguments))


def ranges(record, program, sizes):
    """name -> (lowest, highest) index touched; None when the program does not end, or touches too much."""
    if not recorded(record, program, sizes):
        return None
    low = (ctypes.c_long * 16).in_dll(record, "acc_low")
    high = (ctypes.c_long * 16).in_dll(record, "acc_high")
    names = [a.name for a in program.pointers() if a.name != "out"]
    found = {
        name: (low[i], high[i]) if low[i] <= high[i] else (0, -1) for i, name in enumerate(names)
    }
    if any(high - low >= LARGEST for low, high in found.values()):
        return None
    return found


def kept_places(nests):
    """The places, as (name, index), that the report calls values which the nests do not change: it lists no access for them."""
    said = (
        re.fullmatch(r"(\w+)\[(\d+)\] does not change in the nest", a["condition"])
        for nest in nests
        for a in nest["assumptions"]
        if a["kind"] == "invariant"
    )
    return {(found[1], int(found[2])) for found in said if found}


def table_places(nests):
    """The places, as (name, index), of reads that the report gives by their first and last element: two accesses at one column that
    need not happen, of constant indices."""
    result = set()
    for nest in nests:
        ends = collections.defaultdict(list)
        for array in nest["arrays"]:
            for a in array["accesses"]:
                if a["may"] and a["kind"] == "read" and re.fullmatch(r"-?\d+", a["index"]):
                    ends[array["base"], a["line"], a["column"]].append(int(a["index"]))
        result |= {
            (key[0], k)
            for key, indices in ends.items()
            for k in range(min(indices), max(indices) + 1)
        }
    return result


def read_otherwise(record, program, nests):
    """The report's loops, conditions and indices, run as they stand, must touch what the program touches. Value: cases that were
    compared, and a sentence or None. Nothing is compared where a nest is refused or the report speaks of other pointers.
    """
    names, compared = [a.name for a in program.pointers() if a.name != "out"], 0
    for wanted in program.small_cases():
        if not recorded(record, program, wanted):
            continue
        count = ctypes.c_long.in_dll(record, "acc_logged").value
        log = (ctypes.c_long * 2 * 20000).in_dll(record, "acc_log")
        if count > 4000:
            continue
        touched = {(names[log[k][0]], log[k][1]) for k in range(count)}
        values = {program.reported(name): value for name, value in wanted.items()}
        try:
            meant, more = set(), False
            for nest in nests:
                read = Nest(nest)
                at = read.complete(values)
                if not compile_expression(nest["guard"])(at):
                    raise KeyError("guard")
                meant |= read.trace(at)[0]
                more = (
                    more
                    or any(s.get("opaque") for s in nest["statements"])
                    or any(
                        access["may"] for array in nest["arrays"] for access in array["accesses"]
                    )
                )
        except (
            KeyError,
            NameError,
            OverflowError,
            Unreadable,
            ValueError,
            ZeroDivisionError,
            AttributeError,
        ):
            continue
        if any(base not in names for base, _ in meant):
            return compared, None
        compared += 1
        touched -= (kept_places(nests) | table_places(nests)) - meant
        if not touched <= meant or (meant != touched and not more):
            missing, added = sorted(touched - meant)[:3], sorted(meant - touched)[:3]
            return (
                compared,
                "the report does not say what the program touches for %s: missing %s, added %s"
                % (wanted, missing, added),
            )
    return compared, None


def fitting(record, program, sizes):
    """The sizes, halved until the run is short, with what they touch."""
    while True:
        found = ranges(record, program, sizes)
        if found is not None or program.home == "number" or max(sizes.values()) < 8:
            return sizes, found
        sizes = {k: v // 2 + 1 if v > 6 else v for k, v in sizes.items()}


def separate(sizes, found, label):
    extents = {name: high - low + 1 for name, (low, high) in found.items()}
    extents["out"] = 8
    return Case(label, sizes, extents, {name: -low for name, (low, _) in found.items()})


def overlapping(program, sizes, found, rng):
    """Every pair of pointers that may be the same memory: equal, shifted, just after one another."""
    pointers = [
        a for a in program.pointers() if a.name != "out" and found[a.name][1] >= found[a.name][0]
    ]
    for a in pointers:
        for b in pointers:
            if (
                a.name >= b.name
                or a.element != b.element
                or (a.is_const and b.is_const)
                or a.is_restrict
            ):
                continue
            length = found[a.name][1] - found[a.name][0] + 1
            adjacent = found[a.name][1] + 1 - found[b.name][0]  # b's first element follows a's last
            for shift in {
                0,
                rng.choice((1, -1)),
                rng.randint(-length, length),
                adjacent,
                adjacent - 1,
                found[a.name][0] - 1 - found[b.name][1],
                found[a.name][0] - found[b.name][1],
            }:
                low = min(found[a.name][0], found[b.name][0] + shift)
                high = max(found[a.name][1], found[b.name][1] + shift)
                case = separate(sizes, found, "%s: %s = %s + %d" % (sizes, b.name, a.name, shift))
                del case.extents[b.name]
                case.extents[a.name] = high - low + 1
                case.offsets[a.name] = -low
                case.shared[b.name] = (a.name, shift - low)
                yield case


def cases(record, program, thorough):
    rng, done = random.Random(program.seed), []
    for index, wanted in enumerate(program.cases):
        sizes, found = fitting(record, program, dict(wanted))
        if found is None or sizes in done:
            continue
        done.append(sizes)
        yield separate(sizes, found, str(sizes)), (1, 0)
        if index in ((0, 1, 2, 3) if thorough else (0, 2)):
            for case in overlapping(program, sizes, found, rng):
                yield case, (1,)


def run(request):
    memory_library = runner._load_memory(request["memory"])
    for name in ("int", "unsigned", "short"):
        setattr(memory_library, "acc_fill_" + name, lambda *_: None)
    record = ctypes.CDLL(request["record"])
    for program in request["programs"]:
        kernel = Runnable(program)
        nests = request["nests"].get(program.name)
        if nests:
            compared, sentence = read_otherwise(record, program, nests)
            say(program=program.name, label="report", read=compared, difference=sentence)
        sides = [
            (side, runner._function(request[side], kernel)) for side in ("original", "rewritten")
        ]
        taken = (
            (ctypes.c_long * 1).in_dll(
                ctypes.CDLL(request["rewritten"]), "acc_taken_" + program.name
            )
            if request["counted"]
            else [0]
        )
        for case, ends in cases(record, program, request.get("thorough")):
            for at_end in ends:
                memory = runner.Memory(memory_library, kernel, case, at_end)
                say(program=program.name, label=case.label, side="original")
                sides[0][1](*memory.arguments)
                wanted = memory.contents()
                memory.restore()
                say(program=program.name, label=case.label, side="rewritten")
                before = taken[0]
                sides[1][1](*memory.arguments)
                say(
                    program=program.name,
                    label=case.label,
                    compared=True,
                    difference=memory.difference(wanted),
                    taken=taken[0] - before,
                )
                memory.release()


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as f:
        run(pickle.load(f))
