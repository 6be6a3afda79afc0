"""What a report claims of a nest's loops and dependences, judged by enumeration of the addresses that the source touches."""
import itertools
import random

from cexpr import compile_expression
from report import Nest

INTEGERS = {"int", "long", "short", "char", "unsigned", "signed", "size_t", "ptrdiff_t"}


class Event:
    """One access of one iteration: `at` has the values of the loops around it, outer to inner."""

    def __init__(self, loops, at, is_write):
        self.loops, self.at, self.is_write = loops, at, is_write


class Claims:
    """The claims of one nest, which holds its report; raises what Nest raises."""

    LIMIT = 3000  # accesses per point
    MATES = 60  # accesses of one element that are paired with each other

    def __init__(self, nest):
        self.nest = Nest(nest)
        self.loops = {loop["name"]: loop for loop in nest["loops"]}
        self.parallel = {
            name: compile_expression(loop.get("parallelWhen", "1"))
            for name, loop in self.loops.items()
            if loop["parallel"]
        }
        self.step = {name: compile_expression(loop["step"]) for name, loop in self.loops.items()}
        self.told = {(d["kind"], d["array"], d["carriedBy"]) for d in nest["dependences"]}
        self.complete = compile_expression(nest.get("dependencesWhen", "1"))
        self.accesses = [
            (
                array["base"],
                access["statement"],
                compile_expression(access["index"]),
                access["kind"] == "write",
            )
            for array in nest["arrays"]
            if array["role"] != "temporary"
            for access in array["accesses"]
        ]
        self.names = [p for p in nest["parameters"] if p["value"] is None]
        self.wrong = {}
        if nest["orderInvariant"] and any(loop for _, _, loop in self.told):
            self.wrong["order-invariant with a carried dependence"] = {}
        for loop in {loop for _, _, loop in self.told if loop in self.parallel}:
            self.wrong["loop %s is parallel and carries a dependence" % loop] = {}

    def points(self, count=150, low=-1, high=4):
        """Small values of the parameters, in a fixed random order; None where one is no integer."""
        if any(not set(p["type"].replace("const", "").split()) <= INTEGERS for p in self.names):
            return None
        ranges = [
            range(
                max(low, 0) if "unsigned" in p["type"] or "size_t" in p["type"] else low, high + 1
            )
            for p in self.names
        ]
        size = 1
        for values in ranges:
            size *= len(values)
        choose = random.Random(5)
        if size <= 20 * count:
            grid = list(itertools.product(*ranges))
            choose.shuffle(grid)
        else:
            grid = [tuple(choose.choice(values) for values in ranges) for _ in range(2 * count)]
        return [dict(zip((p["name"] for p in self.names), point)) for point in grid[:count]]

    def events(self, values):
        """The accesses by element; OverflowError beyond LIMIT."""
        cache, found, count = {}, {}, 0
        for base, statement, index, is_write in self.accesses:
            names = self.nest.statements[statement][0]
            if statement not in cache:
                cache[statement] = self.nest.instances(statement, values)
            for at in cache[statement]:
                count += 1
                if count > self.LIMIT:
                    raise OverflowError
                found.setdefault((base, index(at)), []).append(
                    Event(names, [at[name] for name in names], is_write)
                )
        return found

    def carrier(self, first, second):
        """(loop, forward): the outermost common loop in whose iterations they differ, and whether `first` is the earlier one;
        None within one iteration of all common loops."""
        for name, other, a, b in zip(first.loops, second.loops, first.at, second.at):
            if name != other:
                return None
            if a != b:
                return name, (a < b)
        return None

    def judge(self, values):
        """Notes what is wrong at these values of the parameters; True when something ran."""
        values = self.nest.complete(values)
        elements = self.events(values)
        parallel = {name for name, when in self.parallel.items() if when(values)}
        is_complete = bool(self.complete(values))
        up = {name: step(values) > 0 for name, step in self.step.items()}
        for (base, _), events in elements.items():
            if not any(event.is_write for event in events):
                continue
            for first, second in itertools.combinations(events[: self.MATES], 2):
                carrier = self.carrier(first, second) if first.is_write or second.is_write else None
                if carrier is None:
                    continue
                loop, forward = carrier
                source, sink = (first, second) if forward == up[loop] else (second, first)
                kind = (
                    "WAW"
                    if source.is_write and sink.is_write
                    else "RAW"
                    if source.is_write
                    else "WAR"
                )
                if loop in parallel:
                    self.wrong.setdefault(
                        "%s is called parallel, and two of its iterations touch one element of %s"
                        % (loop, base),
                        values,
                    )
                if is_complete and (kind, base, loop) not in self.told:
                    self.wrong.setdefault(
                        "no %s on %s carried by %s is told" % (kind, base, loop), values
                    )
        return bool(elements)

    def views(self, values):
        """Notes where views do not hold although the validity does."""
        values = self.nest.complete(values)
        if self.nest.validity(values) and not self.nest.trace(values)[1]:
            self.wrong.setdefault("a view does not hold where it is valid", values)
