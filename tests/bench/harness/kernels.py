"""A corpus kernel as data: its prototype, its buffers, the sizes to run it with."""
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

CORPUS = Path(__file__).resolve().parents[3] / "corpus"
_SCALARS = ("float", "double", "unsigned char", "unsigned", "int", "long", "short", "size_t")


@dataclass
class Argument:
    name: str
    element: str  # the scalar type, of what it points to for a pointer
    is_pointer: bool
    is_const: bool


@dataclass
class Case:
    """One call: `extents` in elements, `offsets` of the pointers into their buffers, `shared` pointer -> (buffer, offset)."""

    label: str
    sizes: dict
    extents: dict
    offsets: dict = field(default_factory=dict)
    shared: dict = field(default_factory=dict)


class Kernel:
    def __init__(self, name):
        self.name = name
        self.source = CORPUS / (name + ".c")
        self.run = json.loads((CORPUS / (name + ".bench.json")).read_text())
        self.expected = json.loads((CORPUS / (name + ".expect.json")).read_text())
        self.arguments = _prototype(self.source.read_text(), name)
        pointers = {a.name for a in self.arguments if a.is_pointer}
        if pointers != set(self.run["buffers"]):
            raise ValueError(
                "%s: buffers %s, pointers %s"
                % (name, sorted(self.run["buffers"]), sorted(pointers))
            )

    def bench_case(self):
        return self._case("bench", self.run["bench"]["sizes"])

    def cases(self):
        """The listed cases, a zero for each size, and all overlapping pairs of pointers of one type."""
        listed = self.run["cases"]
        out = [self._case(_label(c), c) for c in listed]
        for zero in self.run.get("zero", []):
            out.append(self._case("%s = 0" % zero, dict(listed[0], **{zero: 0})))
        pointers = [a for a in self.arguments if a.is_pointer]
        for a in pointers:
            for b in pointers:
                if a is b or a.element != b.element or (a.is_const and b.is_const):
                    continue
                for offset in (0, 1, 7):
                    case = self._case("%s = %s + %d" % (b.name, a.name, offset), listed[0])
                    case.shared[b.name] = (a.name, offset)
                    case.extents[a.name] = max(
                        case.extents[a.name], offset + case.extents.pop(b.name)
                    )
                    out.append(case)
        return out

    def _case(self, label, description):
        scalars = [
            a.name
            for a in self.arguments
            if not a.is_pointer and a.element not in ("float", "double")
        ]
        sizes = {s: description[s] for s in scalars}
        extents = dict(self.run["buffers"], **description.get("elements", {}))
        return Case(
            label,
            sizes,
            {name: max(0, evaluate(text, sizes)) for name, text in extents.items()},
            {name: evaluate(text, sizes) for name, text in description.get("offsets", {}).items()},
        )


def evaluate(text, sizes):
    return eval(text, {"__builtins__": {}, "max": max, "min": min, "abs": abs}, dict(sizes))


def kernel_names():
    """All corpus kernels that can be run."""
    return sorted(p.name[: -len(".bench.json")] for p in CORPUS.glob("*.bench.json"))


def _label(case):
    sizes = ", ".join(
        "%s=%s" % (k, v) for k, v in case.items() if k not in ("why", "offsets", "elements")
    )
    return sizes + (": " + case["why"] if "why" in case else "")


def _prototype(text, function):
    match = re.search(r"^void %s\(([^)]*)\)\s*\{" % function, text, re.M)
    if not match:
        raise ValueError("no function %s" % function)
    out = []
    for parameter in match.group(1).split(","):
        name = re.search(r"(\w+)\s*$", parameter).group(1)
        words = parameter[: parameter.rindex(name)].replace("*", " ").split()
        element = " ".join(w for w in words if w != "const")
        if element not in _SCALARS:
            raise ValueError("%s: parameter type %r" % (function, element))
        out.append(Argument(name, element, "*" in parameter, "const" in words))
    return out
