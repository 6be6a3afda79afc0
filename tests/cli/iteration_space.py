"""Iteration spaces by definition: a list of points with coordinates, and what each step does to
it. [Accera manual, chapters 3 and 4.] Nothing here is shared with the program."""
import math
import re


class Space:
    """`names` and `counts` of the dimensions, outer to inner; `points` maps coordinates to what
    runs there. Empty elements of the box have no point."""

    def __init__(self, names, counts, points):
        self.names, self.counts, self.points = list(names), list(counts), points

    @classmethod
    def of(cls, loops, body, values):
        """The nest of `loops` (name, lower, upper) at these values of its sizes; `body` maps the
        loop variables to what runs. A loop of a fixed number of iterations counts from its own
        start, any other from the constant part of it, so that triangles stay triangles."""
        names = [name for name, _, _ in loops]
        points = {}

        def start_of(lower, upper, env):
            numbers = [
                {**dict.fromkeys(values, k), **dict.fromkeys(names, k * k)} for k in (2, 3, 5)
            ]
            lengths = {eval(upper, {}, at) - eval(lower, {}, at) for at in numbers}
            return eval(
                lower, {}, env if len(lengths) == 1 else {**values, **dict.fromkeys(names, 0)}
            )

        def run(depth, env, at):
            if depth == len(loops):
                points[at] = body({**values, **env})
                return
            name, lower, upper = loops[depth]
            around = {**values, **env}
            start = start_of(lower, upper, around)
            for value in range(eval(lower, {}, around), eval(upper, {}, around)):
                run(depth + 1, {**env, name: value}, at + (value - start,))

        run(0, {}, ())
        counts = [max([at[k] for at in points], default=-1) + 1 for k in range(len(names))]
        return cls(names, counts, points)

    def slots(self):
        return math.prod(self.counts)

    def order(self):
        return [self.points[at] for at in sorted(self.points)]

    def move(self, change):
        self.points = {tuple(change(list(at))): what for at, what in self.points.items()}

    def split(self, index, size, inner=None):
        k = self.names.index(index)
        if inner is None:
            inner = index
            while inner in self.names:
                inner += index[0]
        self.names.insert(k + 1, inner)
        self.counts[k : k + 1] = [-(-self.counts[k] // size), size]
        self.move(lambda at: at[:k] + [at[k] // size, at[k] % size] + at[k + 1 :])

    def tile(self, sizes):
        for index, size in sizes.items():
            self.split(index, size)

    def reorder(self, *names):
        assert sorted(names) == sorted(self.names), (names, self.names)
        old = [self.names.index(name) for name in names]
        self.names, self.counts = list(names), [self.counts[k] for k in old]
        self.move(lambda at: [at[k] for k in old])

    def pad(self, index, size):
        k = self.names.index(index)
        self.counts[k] += size
        self.move(lambda at: at[:k] + [at[k] + size] + at[k + 1 :])

    def skew(self, index, by, factor=1, **hints):
        k, ref = self.names.index(index), self.names.index(by)
        self.counts[k] += abs(factor) * (self.counts[ref] - 1)
        self.move(lambda at: at[:k] + [at[k] + factor * at[ref]] + at[k + 1 :])

    @classmethod
    def fuse(cls, parts, partial=None, names=()):
        """The first `partial` dimensions joined by position, the fusing one, and the rest of each
        part; the work of the others stands at 0 there."""
        ranks = [len(part.names) for part in parts]
        partial = max(ranks) if partial is None else partial
        rest = [max(0, rank - partial) for rank in ranks]
        counts = [
            max(part.counts[k] if k < len(part.counts) else 1 for part in parts)
            for k in range(partial)
        ] + [len(parts)]
        points = {}
        for q, part in enumerate(parts):
            for at, what in part.points.items():
                joined = (at + (0,) * partial)[:partial]
                before, after = sum(rest[:q]), sum(rest[q + 1 :])
                points[joined + (q,) + (0,) * before + at[partial:] + (0,) * after] = what
            counts += part.counts[partial:]
        names = list(names) + ["_%d" % k for k in range(len(names), len(counts))]
        return cls(names, counts, points)

    def apply(self, step):
        ((kind, value),) = step.items()
        if kind == "tile":
            self.tile(value)
        elif kind == "reorder":
            self.reorder(*value)
        else:
            getattr(self, kind)(**value)


ACCESS = re.compile(r"\b([A-Z])(?:_1)?\[([^\]]*)\]")  # not local buffers


def touched(statement, env):
    """What one run of the statement's text touches: (array, index) in the order of the text."""
    return tuple((name, eval(index, {}, env)) for name, index in ACCESS.findall(statement))


def instrumented(text):
    """The C with every statement that accesses arrays telling which elements, every test of a
    loop's end counted in `heads`, and each `fast` version taken whatever its check says. Vectors are told
    element by element (compile with ACC_DELIN_PLAIN)."""

    def note(match):
        calls = ", ".join("note(#%s, %s)" % access for access in ACCESS.findall(match[2]))
        return (
            match[0]
            if not calls
            else ("%s%s, %s" % (match[1], re.sub(r"#(\w+)", r"'\1'", calls), match[2]))
        )

    text = re.sub(r"\bACC_[FD]\((\w+(?:\[[^;()]*(?:\([^;()]*\)[^;()]*)*\])+)\)", r"\1", text)
    text = re.sub(r"\bfor \(([^;]*); ([^;]*);", r"for (\1; heads++, \2;", text)
    text = re.sub(r"^( *)(\w+(?:\[[^;]*\])?\s+[-+*/]?= [^;]*;)$", note, text, flags=re.M)
    return re.sub(
        r"(/\* acc-delin [^*]* begin[^*]*\*/\s*(?:\{\s*)?(?:#if [^\n]*\s*)*)if \((.*?)\)(\s*\{?\s*)(?=\w+_fast\()",
        r"\1if ((\2) || 1)\3",
        text,
        flags=re.S,
    )
