"""The loops that are written run the iterations in the order that the schedule's definition gives:
the emitted C is compiled with each statement telling what it touches, and compared with
iteration_space.py. The numbers F.. are those of docs/schedule/facts.md."""
import itertools
import pathlib
import random
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from iteration_space import Space, instrumented, touched  # noqa: E402
from support import ROOT, CommandTest  # noqa: E402


def split(index, size, **more):
    return {"split": dict(index=index, size=size, **more)}


def pad(index, size):
    return {"pad": {"index": index, "size": size}}


def skew(index, by, **more):
    return {"skew": dict(index=index, by=by, **more)}


def tile(**sizes):
    return {"tile": sizes}


def reorder(names):
    return {"reorder": names.split()}


class Part:
    """One nest: loops as (name, upper) or (name, lower, upper), a statement, its own steps."""

    def __init__(self, loops, statement, steps=()):
        self.loops = [loop if len(loop) == 3 else (loop[0], "0", loop[1]) for loop in loops]
        self.statement, self.steps = statement, list(steps)

    def text(self):
        lines = [
            "    " * (depth + 1) + "for (%s = %s; %s < %s; %s++)" % (name, lower, name, upper, name)
            for depth, (name, lower, upper) in enumerate(self.loops)
        ]
        return "\n".join(lines + ["    " * (len(self.loops) + 1) + self.statement])

    def space(self, values):
        space = Space.of(self.loops, lambda env: touched(self.statement, env), values)
        for step in self.steps:
            space.apply(step)
        return space


class Case:
    """A function of one or more parts, fused when there are several; a part may be a fused case. `slots` and `real`: what the
    space must count at the first of `points` (values of n, m, p)."""

    def __init__(
        self, fact, parts, steps=(), fuse=None, points=({},), slots=None, real=None, unroll=()
    ):
        self.fact, self.parts, self.steps = fact, parts, list(steps)
        self.fuse, self.points, self.slots, self.real = fuse, points, slots, real
        self.unroll = list(unroll)

    def text(self, name):
        return (
            "void %s(int n, int m, int p, double *A, double *B, double *C)\n{\n"
            "    int i, j, k, l;\n%s\n}\n"
            % (name, "\n".join(part.text() for part in self.leaves()))
        )

    def script(self, name):
        plan = "  plan:\n    - unroll: %s\n" % flow(self.unroll) if self.unroll else ""
        entry = "".join(
            "- nest: %s#%d\n%s" % (name, q + 1, steps_text(part.steps) + plan)
            for q, part in enumerate(self.leaves())
            if part.steps or plan
        )
        return entry + self.fusion(name, itertools.count(1))[0]

    def leaves(self):
        return [
            leaf
            for part in self.parts
            for leaf in (part.leaves() if isinstance(part, Case) else [part])
        ]

    def fusion(self, name, numbers):
        """The `fuse` entries, the inner ones first, and how a further one names the parts."""
        entry, parts = "", []
        for part in self.parts:
            if isinstance(part, Case):
                inner, nests = part.fusion(name, numbers)
                entry += inner
                parts.append("[%s]" % nests)
            else:
                parts.append("%s#%d" % (name, next(numbers)))
        if self.fuse is None:
            return "", ""
        entry += "- fuse: [%s]\n" % ", ".join(parts)
        if "partial" in self.fuse:
            entry += "  partial: %d\n" % self.fuse["partial"]
        if "names" in self.fuse:
            entry += "  names: [%s]\n" % ", ".join(self.fuse["names"])
        return entry + steps_text(self.steps), ", ".join(parts).replace("[", "").replace("]", "")

    def space(self, point):
        values = {"n": 0, "m": 0, "p": 0, **point}
        spaces = [part.space(values) for part in self.parts]
        if self.fuse is None:
            return spaces[0]
        space = Space.fuse(spaces, **self.fuse)
        for step in self.steps:
            space.apply(step)
        return space


def flow(value):
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s: %s" % (key, flow(one)) for key, one in value.items())
    return "[%s]" % ", ".join(value) if isinstance(value, list) else str(value)


def steps_text(steps):
    lines = [
        "    - %s: %s\n" % (kind, flow(value)) for step in steps for kind, value in step.items()
    ]
    return "  schedule:\n" + "".join(lines) if lines else ""


def matmul(n, m, p, steps):
    return [
        Part(
            [("i", n), ("j", m), ("k", p)],
            "C[i*%s + j] += A[i*%s + k] * B[k*%s + j];" % (m, p, m),
            steps,
        )
    ]


def cube(n, m, p, steps):
    return [Part([("i", n), ("j", m), ("k", p)], "A[(i*%s + j)*%s + k] = 1;" % (m, p), steps)]


def line(n, steps, array="A"):
    return [Part([("i", n)], "%s[i] = 1;" % array, steps)]


def plane(n, m, steps, pitch=None, array="A", op="="):
    return [Part([("i", n), ("j", m)], "%s[i*%s + j] %s 2;" % (array, pitch or m, op), steps)]


def conv(n, k, steps):
    return [Part([("i", n), ("j", k)], "C[i] += A[i + j] * B[j];", steps)]


def sizes(*all_n, m=0, p=0):
    return [{"n": n, "m": m, "p": p} for n in all_n]


# What the loops of one case may take: every split that does not divide could double them.
MOST_LINES = 100
LINES = sizes(1, 7, 8, 9, 31, 67)
PLANES = [{"n": n, "m": m, "p": p} for n, m, p in ((1, 1, 1), (5, 7, 4), (13, 9, 6), (8, 12, 9))]
FACTS = [
    Case("F2", cube("3", "12", "15", [split("j", 3)]), slots=540, real=540),
    Case(
        "F3",
        cube("3", "12", "15", [split("j", 3), split("j", 2), reorder("j i jjj jj k")]),
        slots=540,
        real=540,
    ),
    Case("F6", cube("3", "12", "15", [split("j", 13), reorder("j jj i k")]), slots=585, real=540),
    Case("F7", cube("3", "12", "15", [split("j", 1), reorder("j jj i k")]), slots=540),
    Case(
        "F8",
        cube(
            "16",
            "10",
            "11",
            [split("i", 4), split("ii", 2), split("iii", 2), reorder("i j ii iii k iiii")],
        ),
        slots=1760,
        real=1760,
    ),
    Case("F9", cube("16", "10", "11", [split("k", 4), reorder("k i j kk")]), slots=1920, real=1760),
    Case("F10", cube("16", "10", "11", [split("k", 11), reorder("k kk i j")]), slots=1760),
    Case(
        "F11", cube("16", "10", "11", [split("k", 13), reorder("k kk i j")]), slots=2080, real=1760
    ),
    Case(
        "F13",
        plane("n", "m", [split("i", 5), split("ii", 3), reorder("i ii j iii")]),
        points=PLANES,
    ),
    Case("F14", line("n", [split("i", 128), split("ii", 8)]), points=LINES + sizes(131, 300)),
    Case("F14", line("n", [split("i", 60), split("ii", 8)]), points=LINES + sizes(131)),
    Case(
        "F15",
        matmul(
            "n",
            "m",
            "p",
            [
                split("i", 32),
                split("ii", 3),
                split("j", 64),
                split("jj", 7),
                split("k", 128),
                split("kk", 15),
                reorder("i j k ii jj kk iii jjj kkk"),
            ],
        ),
        points=[{"n": 37, "m": 70, "p": 5}, {"n": 5, "m": 9, "p": 140}],
    ),
    Case(
        "F15",
        matmul(
            "n",
            "m",
            "p",
            [
                split("i", 32),
                split("ii", 4),
                split("j", 64),
                split("jj", 8),
                reorder("i j k ii jj iii jjj"),
            ],
        ),
        points=[{"n": 37, "m": 70, "p": 3}],
    ),
    Case("F16", line("n", [split("i", 32), split("ii", 32)]), points=sizes(67)),
    Case("F16", line("n", [split("i", 1), split("ii", 1)]), points=sizes(1, 5)),
    Case("F16", line("n", [split("i", 16), split("ii", 1), split("iii", 1)]), points=sizes(37)),
    Case(
        "F17",
        matmul(
            "13",
            "40",
            "37",
            [
                split("j", 32),
                split("k", 16),
                split("kk", 4),
                split("jj", 12),
                split("jjj", 4),
                split("i", 6),
                reorder("j k i jj kk kkk ii jjj jjjj"),
            ],
        ),
    ),
    Case("F21", cube("16", "10", "11", [reorder("k i j"), reorder("j i k")]), real=1760),
    Case(
        "F25",
        cube(
            "16",
            "10",
            "11",
            [split("i", 2), split("ii", 2), split("j", 5), reorder("i j ii jj iii k")],
        ),
        slots=1760,
    ),
    Case(
        "F28",
        cube("16", "10", "11", [tile(i=8, j=2, k=3), reorder("k j i ii jj kk")]),
        slots=1920,
        real=1760,
    ),
    Case("F30", cube("3", "12", "15", [tile(j=2, k=3), reorder("k i j kk jj")]), slots=540),
    Case(
        "F31",
        matmul(
            "16",
            "10",
            "11",
            [
                pad("i", 2),
                split("i", 3),
                pad("j", 3),
                split("j", 3),
                pad("k", 11),
                split("k", 4),
                reorder("i ii k j jj kk"),
            ],
        ),
        slots=6480,
        real=1760,
    ),
    # Padded by a whole row: the place in a row could be taken for one of the row before.
    Case("pad by a row", cube("16", "10", "11", [pad("k", 11), split("k", 4)])),
    Case("F32", line("21", [pad("i", 7), split("i", 3)]), slots=30, real=21),
    Case(
        "F34", plane("12", "3", [pad("i", 8), split("i", 5), reorder("i j ii")]), slots=60, real=36
    ),
    Case("F35", line("16", [split("i", 4), pad("ii", 2)]), slots=24, real=16),
    Case(
        "F36",
        plane("16", "8", [split("i", 4), pad("ii", 2), reorder("i j ii")]),
        slots=192,
        real=128,
    ),
    # Where Accera fails: a remainder, the outer index, blocks of padded blocks.
    Case(
        "pad of an inner index",
        plane("18", "3", [split("i", 4), pad("ii", 2), split("ii", 3), reorder("i j ii iii")]),
    ),
    Case(
        "pad of an inner index",
        plane("n", "m", [split("i", 5), pad("ii", 2), split("ii", 3), reorder("i ii j iii")]),
        points=PLANES,
    ),
    Case(
        "pad of an outer index",
        plane("10", "3", [split("i", 4), pad("i", 2), split("i", 3), reorder("i j iii ii")]),
    ),
    Case(
        "pad of an outer index",
        plane("n", "m", [split("i", 2), pad("i", 1), split("i", 3), reorder("i j ii iii")]),
        points=PLANES,
    ),
    Case("F40", conv("8", "3", [skew("i", "j")]), slots=30, real=24),
    Case("F41", conv("8", "3", [skew("j", "i")]), slots=80, real=24),
    Case("F42", conv("24", "5", [skew("i", "j")]), real=120),
    Case("F42", conv("10", "1", [skew("i", "j")]), slots=10, real=10),
    Case(
        "F43",
        conv("n", "3", [skew("i", "j", unroll_loops_smaller_than=3)]),
        points=sizes(1, 2, 3, 11),
    ),
    Case("F45", plane("5", "5", [skew("i", "j")]), slots=45, real=25),
    Case("F45", plane("5", "5", [skew("i", "j"), reorder("j i")])),
    Case(
        "F46",
        plane("20", "10", [split("i", 10), split("ii", 5), skew("iii", "j")]),
        slots=2 * 2 * 14 * 10,
        real=200,
    ),
    Case(
        "skew by runtime extents",
        plane("n", "m", [skew("i", "j", factor=-2), tile(i=4), reorder("i j ii")]),
        points=PLANES,
    ),
    Case(
        "F52",
        plane("16", "16", [], op="+=") + plane("16", "16", [], op="*="),
        fuse={"names": ["i", "j", "f"]},
        steps=[tile(i=4, j=4), reorder("i j f ii jj")],
        slots=512,
        real=512,
    ),
    Case(
        "F53",
        plane("16", "16", [], op="+=") + plane("16", "10", [], pitch="16", op="*="),
        fuse={"partial": 2, "names": ["i", "j", "f"]},
        slots=512,
        real=416,
    ),
    Case(
        "F55",
        plane("16", "16", [], op="+=") + plane("16", "10", [], pitch="16", op="*="),
        fuse={"partial": 2, "names": ["i", "j", "f"]},
        steps=[tile(i=4, j=4), reorder("i j f ii jj")],
        slots=512,
        real=416,
    ),
    Case(
        "F56",
        matmul("16", "10", "11", []) + plane("16", "10", [], array="C", op="*="),
        fuse={"partial": 2, "names": ["i", "j", "f", "k"]},
        slots=3520,
        real=1920,
    ),
    Case(
        "F57",
        [Part([("i", "16")], "A[i] *= 2;"), Part([("i", "16"), ("j", "4")], "B[j] += A[i];")],
        fuse={"partial": 1, "names": ["i", "f", "j"]},
        steps=[split("j", 2)],
    ),
    Case("F58", line("3", []) + line("7", [], "B"), fuse={"partial": 0}, slots=42, real=10),
    Case(
        "F58",
        plane("11", "6", []) + plane("7", "6", [], array="B") + plane("5", "6", [], array="C"),
        fuse={"partial": 0},
        real=23 * 6,
    ),
    Case(
        "F59",
        [
            Case(
                "",
                [
                    Case(
                        "",
                        line("1037", [split("i", 11)]) + line("1035", [split("i", 5)], "B"),
                        fuse={"partial": 0},
                    )
                ]
                + line("1031", [split("i", 13)], "C"),
                fuse={"partial": 0},
            )
        ]
        + line("1027", [split("i", 7)]),
        fuse={"partial": 0},
        real=1037 + 1035 + 1031 + 1027,
    ),
    Case(
        "F62",
        [
            Case(
                "",
                [
                    part
                    for array in "AB"
                    for part in plane("9", "7", [tile(i=4, j=2), reorder("i j ii jj")], array=array)
                ],
                fuse={"partial": 2},
            ),
            Case(
                "",
                [
                    part
                    for array in "CA"
                    for part in plane("9", "7", [tile(i=4, j=2), reorder("i j ii jj")], array=array)
                ],
                fuse={"partial": 2},
            ),
        ],
        fuse={"partial": 1},
        real=4 * 63,
    ),
    Case(
        "F63",
        [
            Case(
                "",
                plane("16", "16", [], op="+=") + plane("16", "16", [], op="*="),
                fuse={"names": ["i", "j", "f"]},
                steps=[reorder("j i f")],
            )
        ]
        + plane("16", "16", [reorder("j i")], op="-="),
        fuse={"partial": 2, "names": ["j", "i", "g", "f"]},
        steps=[tile(i=3), reorder("j i ii g f")],
        real=3 * 256,
    ),
    Case(
        "F63",
        plane("16", "16", [], op="-=")
        + [
            Case(
                "",
                plane("16", "16", [], op="+=") + plane("16", "16", [], op="*="),
                fuse={"names": ["i", "j", "f"]},
                steps=[split("j", 5)],
            )
        ],
        fuse={"partial": 1, "names": ["i", "g"]},
        real=3 * 256,
    ),
    Case(
        "F60",
        plane("3", "11", []) + plane("3", "7", [], array="B") + plane("3", "5", [], array="C"),
        fuse={"partial": 1, "names": ["i", "f"]},
        slots=3 * 3 * 11 * 7 * 5,
        real=69,
    ),
    Case(
        "F65",
        line("4", []) + plane("4", "8", [], array="B") + line("4", [], "C"),
        fuse={"partial": 1},
        real=40,
    ),
    Case(
        "F66",
        matmul("64", "10", "11", [split("i", 16), split("ii", 8), reorder("i j ii k iii")])
        + plane("64", "10", [split("i", 16), reorder("i j ii")], array="C", op="*="),
        fuse={"partial": 2},
        real=64 * 10 * 12,
    ),
    Case(
        "F68",
        [
            Part([("i", "4"), ("j", "6"), ("k", "5")], "C[i*6 + j] += A[i*5 + k];"),
            Part(
                [("i", "4"), ("j", "10"), ("k", "6")],
                "B[i*10 + j] += C[i*6 + k];",
                [reorder("i k j")],
            ),
        ],
        fuse={"partial": 2, "names": ["i", "j", "f", "k", "l"]},
        slots=2400,
        real=360,
    ),
    Case(
        "F67",
        [
            Part([("i", "4"), ("j", "6"), ("k", "5")], "C[i*6 + j] += A[i*5 + k];"),
            Part(
                [("i", "4"), ("j", "10"), ("k", "6")],
                "B[i*10 + j] += C[i*6 + k];",
                [reorder("i k j")],
            ),
        ],
        fuse={"partial": 2, "names": ["i", "j", "f", "k", "l"]},
        steps=[tile(i=4, j=4), reorder("i j f ii jj k l")],
    ),
    Case(
        "F69",
        cube("8", "8", "4", []) + plane("8", "8", [], array="B"),
        fuse={"partial": 2},
        slots=512,
        real=320,
    ),
    Case(
        "F72",
        plane("32", "32", [split("j", 16)]) + line("32", [], "B"),
        fuse={"partial": 1, "names": ["i", "f", "j", "jj"]},
        steps=[split("i", 8), reorder("f i j ii jj")],
    ),
    Case(
        "F74",
        cube("6", "7", "5", [])
        + [Part([("i", "6"), ("j", "7"), ("k", "5")], "B[(i*7 + j)*5 + k] = 1;")],
        fuse={"partial": 2, "names": ["i", "j", "f", "k0", "k1"]},
        steps=[tile(j=4), split("k0", 4, inner="kk0"), reorder("j i f k0 k1 kk0 jj")],
    ),
    Case(
        "F75",
        plane("21", "10", []) + plane("21", "8", [], array="B"),
        fuse={"partial": 2, "names": ["i", "j", "f"]},
        steps=[split("j", 3), reorder("j i f jj")],
        real=21 * 18,
    ),
    Case("F95", plane("3", "5", []), unroll=["j"], slots=15, real=15),
    Case("F95", plane("3", "5", []), unroll=["i"]),
    Case(
        "fuse of run-time extents",
        plane("n", "m", []) + plane("m", "p", [], array="B"),
        fuse={"partial": 2, "names": ["i", "j", "f"]},
        points=PLANES,
    ),
    Case(
        "fuse of run-time extents in blocks",
        plane("n", "m", []) + plane("m", "p", [], array="B"),
        fuse={"partial": 2, "names": ["i", "j", "f"]},
        steps=[tile(i=4, j=3), reorder("i j f ii jj")],
        points=PLANES,
    ),
]

SHAPES = [
    ([("i", "n"), ("j", "m")], "A[i*64 + j] = 1;"),
    ([("i", "n"), ("j", "i + 1", "m")], "A[i*64 + j] = 1;"),
    ([("i", "n"), ("j", "i + 1")], "A[i*64 + j] = 1;"),
    ([("i", "n"), ("j", "i - 2", "i + 3")], "A[i*64 + j + 2] = 1;"),
    ([("i", "n"), ("j", "m"), ("k", "3")], "A[(i*32 + j)*8 + k] = 1;"),
]


def random_case(seed):
    """Steps of any kind on a rectangle, two triangles, a band, a box."""
    choose = random.Random(seed)
    loops, statement = SHAPES[seed % len(SHAPES)]
    names, steps = [loop[0] for loop in loops], []
    while len(steps) < 4 and len(names) < 5:
        index, other = choose.choice(names), choose.choice(names)
        kind = choose.choice(["split", "split", "pad", "skew", "reorder"])
        if kind == "split":
            inner = "r%d" % len(steps)
            steps.append(split(index, choose.randint(1, 4), inner=inner))
            names.insert(names.index(index) + 1, inner)
        elif kind == "pad":
            steps.append(pad(index, choose.randint(0, 3)))
        elif kind == "skew" and index != other:
            steps.append(skew(index, other, factor=choose.choice([1, 1, 2, -1])))
        elif kind == "reorder":
            inner_of = {
                step["split"]["inner"]: step["split"]["index"] for step in steps if "split" in step
            }
            order = names[:]
            choose.shuffle(order)
            if all(order.index(outer) < order.index(inner) for inner, outer in inner_of.items()):
                steps.append({"reorder": order})
                names = order[:]
    return Case(
        "seed %d" % seed,
        [Part(loops, statement, steps)],
        points=[{"n": 7, "m": 9, "p": 1}, {"n": 4, "m": 5, "p": 1}],
    )


FUSED_SHAPES = SHAPES[:1] + [
    ([("i", "n")], "A[i] = 1;"),
    ([("i", "m"), ("j", "n")], "A[i*64 + j] = 1;"),
    ([("i", "n"), ("j", "i + 1")], "A[i*64 + j] = 1;"),
    ([("i", "p"), ("j", "i", "m")], "A[i*64 + j] = 1;"),
    ([("i", "n"), ("j", "m"), ("k", "3")], "A[(i*32 + j)*8 + k] = 1;"),
]


def random_fuse(seed):
    """Two or three nests of any rank and extent fused, and steps behind it."""
    choose = random.Random(seed)
    parts = []
    for array in "ABC"[: choose.choice([2, 2, 3])]:
        loops, statement = choose.choice(FUSED_SHAPES)
        parts.append(Part(loops, statement.replace("A", array)))
    ranks = [len(part.loops) for part in parts]
    partial = choose.randint(0, min(ranks))
    names = ["a%d" % k for k in range(partial + 1 + sum(rank - partial for rank in ranks))]
    fusing, unfused = names[partial], set(names[partial + 1 :])
    fuse, steps, outer_of = {"partial": partial, "names": list(names)}, [], {}
    while len(steps) < 3:
        index = choose.choice([name for name in names if name != fusing])
        kind = choose.choice(["split", "pad", "reorder", "reorder"])
        if kind == "split":
            inner = "r%d" % len(steps)
            steps.append(split(index, choose.randint(2, 4), inner=inner))
            names.insert(names.index(index) + 1, inner)
            outer_of[inner] = index
            unfused |= {inner} if index in unfused else set()
        elif kind == "pad":
            steps.append(pad(index, choose.randint(0, 3)))
        else:
            order = names[:]
            choose.shuffle(order)
            at = order.index
            if all(at(outer) < at(inner) for inner, outer in outer_of.items()) and all(
                at(fusing) < at(name) for name in unfused
            ):
                steps.append({"reorder": order})
                names = order[:]
    return Case(
        "fused seed %d" % seed,
        parts,
        steps,
        fuse,
        points=[{"n": 7, "m": 9, "p": 5}, {"n": 4, "m": 3, "p": 6}],
    )


class CaseTest(CommandTest):
    """Compares cases with their definition; `heads` holds how often loops tested for their end,
    by function and number of the point."""

    def run_cases(self, cases, may_refuse=()):
        """Each case's sequence as executed against the one defined; the refused ones."""
        names = ["case%d" % k for k in range(len(cases))]
        source = self.write("cases.c", "".join(case.text(name) for case, name in zip(cases, names)))
        script = self.write(
            "cases.yaml", "".join(case.script(name) for case, name in zip(cases, names))
        )
        result = self.run_tool(
            "rewrite",
            "--in-file",
            source,
            "--schedule=%s" % script,
            "--output-dir=out",
            "--",
            "-Wno-unused",
        )
        refused = {
            line.split(": ")[2].split("#")[0]: line
            for line in result.stderr.splitlines()
            if "not rewritten" in line
        }
        refused = {cases[names.index(name)].fact: line for name, line in refused.items()}
        self.assertFalse(
            {
                fact: line
                for fact, line in refused.items()
                if not any(kind in line for kind in may_refuse)
            }
        )
        text = next((self.dir / "out").rglob("cases.c")).read_text()
        for fast in re.findall(r"\nstatic ACC_FAST void \w+_fast\(.*?\n\}\n", text, re.S):
            self.assertLess(fast.count("\n"), MOST_LINES, fast)
        executed = self.executed(instrumented(text), cases, names)
        for case, name in zip(cases, names):
            if case.fact in refused:
                continue
            for at, point in enumerate(case.points):
                space = case.space(point)
                if at == 0 and case.slots:
                    self.assertEqual(space.slots(), case.slots, case.fact)
                if at == 0 and case.real:
                    self.assertEqual(len(space.points), case.real, case.fact)
                defined = [access for instance in space.order() for access in instance]
                got = executed[name, at]
                self.assertEqual(len(got), len(defined), (case.fact, point))
                self.assertTrue(
                    got == defined, "%s at %s:\n%s" % (case.fact, point, case.script(name))
                )
        return refused

    def executed(self, text, cases, names):
        calls = "".join(
            '    at = heads = 0; %s(%d, %d, %d, A, B, C); tell("%s", %d);\n'
            % (name, point.get("n", 0), point.get("m", 0), point.get("p", 0), name, number)
            for case, name in zip(cases, names)
            for number, point in enumerate(case.points)
        )
        program = """#include <stdio.h>
static double space[3 << 20];
static long at, heads, log_[1 << 20];
static void note(char array, long index)
{
    log_[at++] = index * 128 + array;
}
static void tell(const char *name, int point)
{
    long k;
    printf("%%s %%d %%ld", name, point, heads);
    for (k = 0; k < at; k++)
        printf(" %%ld", log_[k]);
    printf("\\n");
}
%s
int main(void)
{
    double *A = space, *B = A + (1 << 20), *C = B + (1 << 20);
%s    return 0;
}
""" % (
            text,
            calls,
        )
        binary = self.dir / "told"
        subprocess.run(
            ["cc", "-O0", "-w", "-o", str(binary), str(self.write("told.c", program))],
            check=True,
            timeout=120,
        )
        output = subprocess.run(
            [str(binary)], capture_output=True, text=True, check=True, timeout=60
        ).stdout
        told, self.heads = {}, {}
        for row in output.splitlines():
            name, point, heads, *values = row.split()
            self.heads[name, int(point)] = int(heads)
            told[name, int(point)] = [
                (chr(int(value) % 128), int(value) // 128) for value in values
            ]
        return told


class IterationOrderTest(CaseTest):
    def test_facts(self):
        self.run_cases(FACTS)

    def test_every_fact_that_is_run_is_here(self):
        page = (ROOT / "docs" / "schedule" / "facts.md").read_text()
        listed = re.findall(r"^\| (F\d+) \|.*\brun \|$", page, re.M)
        self.assertGreater(len(listed), 40)
        self.assertEqual(set(listed) - {case.fact for case in FACTS}, set())

    def test_random_steps(self):
        cases = [random_case(seed) for seed in range(32)] + [random_fuse(k) for k in range(16)]
        refused = self.run_cases(cases, may_refuse=("acc-too-complex", "acc-not-proved"))
        self.assertLess(len(refused), len(cases) // 2, refused)


if __name__ == "__main__":
    unittest.main()
