"""Random schedule scripts for the nests of one file; the tool refuses the illegal ones nest by nest."""
import json
import random
import subprocess


def random_script(tool, source, options, flags, seed):
    """A YAML script, or None when no nest can be scheduled. `options`: of both analyze and rewrite."""
    result = subprocess.run(
        [tool, "analyze", str(source), "--format=json", "-q", *options, "--", *flags],
        capture_output=True,
        text=True,
    )
    try:
        files = json.loads(result.stdout)["files"]
    except ValueError:
        return None
    rng, entries, taken, last = random.Random(seed), [], [], None
    for nest in (n for f in files for n in f["nests"]):
        # A whole that is described for its conditions on data may be scheduled with them at its statements: no part is left then.
        is_part = any(nest["id"].startswith(whole + ".") for whole in taken)
        if nest["status"] == "rejected" or not nest["loops"] or is_part:
            last = None
        elif last and last["function"] == nest["function"] and rng.random() < 0.5:
            entries[-1] = "- fuse: [%s, %s]" % (last["id"], nest["id"])
            taken.append(nest["id"])
            last = None
        else:
            entries.append(entry(rng, nest))
            taken.append(nest["id"])
            last = nest
    return "\n".join(entries) + "\n" if entries else None


def entry(rng, nest):
    out = ["- nest: " + nest["id"]]
    steps, plan = Choices(rng, nest).script()
    for key, items in (("schedule", steps), ("plan", plan)):
        if items:
            out.append("  %s:" % key)
            out += ["    - " + item for item in items]
    return "\n".join(out)


class Choices:
    """Draws steps for one nest. Many are refused, which costs nothing but that nest."""

    def __init__(self, rng, nest):
        self.rng = rng
        self.order = [loop["name"] for loop in nest["loops"]]
        self.is_chain = all(
            loop["parent"] == (self.order[at - 1] if at else None)
            for at, loop in enumerate(nest["loops"])
        )
        self.statements = [s["id"] for s in nest["statements"]]
        self.parameters = [p["name"] for p in nest["parameters"]]
        named = {a["base"] for a in nest["arrays"]}
        self.scalars = sorted({d["array"] for d in nest["dependences"]} - named)
        self.substituted = random.Random(
            "substituted %s %d" % (nest["id"], len(self.scalars))
        )  # of its own, as in generate.py
        self.written = [
            a["base"] for a in nest["arrays"] if a["role"] in ("output", "input_output")
        ]
        self.loops, self.inner = list(self.order), []

    def script(self):
        steps = []
        if self.scalars and self.substituted.random() < 0.5:
            steps.append("substitute: [%s]" % self.substituted.choice(self.scalars))
        if self.rng.random() < 0.85:
            for _ in range(self.rng.choice((1, 1, 1, 1, 2, 2))):
                steps += self.rng.choice(self.forms())()
        return steps, self.plan()

    def forms(self):
        out = [
            self.split,
            self.split,
            self.split,
            self.skew,
            self.pad,
            self.peel,
            self.index_set_split,
        ]
        if self.is_chain and len(self.statements) == 1:
            out += [self.blocks, self.blocks, self.blocks, self.reorder, self.reorder]
        if len(self.order) > 1:
            out += [self.unroll_and_jam, self.unroll_and_jam]
        if len(self.statements) > 1:
            out += [self.shift, self.distribute, self.distribute, self.sink, self.hoist]
        if not self.is_chain:
            out += [self.fuse, self.fuse]
        return out

    def size(self):
        return self.rng.choice((2, 3, 4, 8, 16, 32))

    def index(self):
        return self.rng.choice(self.order)

    def place(self, names):
        r, name = self.rng, self.rng.choice(names or ["0"])
        return '"%s"' % r.choice(
            ("0", "1", "2", "5", name, name + " + 1", name + " - 1", "2*" + name)
        )

    def split(self):
        name = self.index()
        new = "%s_in%d" % (name, len(self.inner))
        self.inner.append(new)
        self.order.insert(self.order.index(name) + 1, new)
        return ["split: {index: %s, size: %d, inner: %s}" % (name, self.size(), new)]

    def blocks(self):
        names = [
            n
            for n in self.order
            if len(n) == 1 and n * 2 not in self.order and self.rng.random() < 0.6
        ]
        if not names:
            return self.split()
        inner = [n * 2 for n in names]
        self.order += inner
        self.inner += inner
        return [
            "tile: {%s}" % ", ".join("%s: %d" % (n, self.size()) for n in names),
            "reorder: [%s]" % ", ".join(self.order),
        ]

    def reorder(self):
        self.rng.shuffle(self.order)
        return ["reorder: [%s]" % ", ".join(self.order)]

    def skew(self):
        a, b = self.index(), self.index()
        return (
            ["skew: {index: %s, by: %s%s}" % (a, b, self.rng.choice(("", "", ", factor: 2")))]
            if a != b
            else []
        )

    def pad(self):
        return ["pad: {index: %s, size: %d}" % (self.index(), self.size())]

    def peel(self):
        return [
            "peel: {index: %s, %s}"
            % (
                self.rng.choice(self.loops),
                self.rng.choice(("front: 1", "back: 1", "front: 2, back: 1")),
            )
        ]

    def index_set_split(self):
        return [
            "index_set_split: {index: %s, at: [%s]}"
            % (self.rng.choice(self.loops), self.place(self.loops[:1] + self.parameters))
        ]

    def unroll_and_jam(self):
        return [
            "unroll_and_jam: {index: %s, size: %d}" % (self.index(), self.rng.choice((2, 3, 4, 8)))
        ]

    def some(self):
        return [s for s in self.statements if self.rng.random() < 0.5] or [
            self.rng.choice(self.statements)
        ]

    def shift(self):
        return [
            "shift: {index: %s, by: %s, statements: [%s]}"
            % (self.index(), self.place(self.parameters), ", ".join(self.some()))
        ]

    def distribute(self):
        at = self.rng.randint(1, len(self.statements) - 1)
        return [
            "distribute: {index: %s, parts: [[%s], [%s]]}"
            % (self.loops[0], ", ".join(self.statements[:at]), ", ".join(self.statements[at:]))
        ]

    def sink(self):
        return [
            "sink: {statements: [%s], index: %s, at: %s}"
            % (", ".join(self.some()), self.index(), self.place(self.loops[:1] + self.parameters))
        ]

    def hoist(self):
        return ["hoist: {statements: [%s], index: %s}" % (", ".join(self.some()), self.index())]

    def fuse(self):
        a, b = self.index(), self.index()
        return ["fuse: {indices: [%s, %s], name: %s}" % (a, b, a)] if a != b else []

    def plan(self):
        r, out = self.rng, []
        if self.inner and r.random() < 0.3:
            out.append("unroll: [%s]" % r.choice(self.inner))
        if r.random() < 0.15:
            out.append("vectorize: [%s]" % self.order[-1])
        if self.inner and r.random() < 0.1:
            out.append(
                "kernelize: {unroll: [%s], vectorize: [%s]}"
                % (r.choice(self.inner), self.order[-1])
            )
        if self.written and r.random() < 0.12:
            out.append("promote: {array: %s, index: %s}" % (r.choice(self.written), self.index()))
        if self.written and r.random() < 0.12:
            place = r.choice(
                (
                    "level: %d" % r.randint(1, len(self.order)),
                    "max_elements: %d" % r.choice((1, 8, 64, 512)),
                )
            )
            out.append(
                "cache: {array: %s, %s, layout: %s}"
                % (r.choice(self.written), place, r.choice(("first_major", "last_major")))
            )
        if len(self.order) > 2 and r.random() < 0.1:
            depth, rows, columns = self.order[-3:]
            out.append("tensorize: [%s, %s, %s]" % (rows, columns, depth))
        return out
