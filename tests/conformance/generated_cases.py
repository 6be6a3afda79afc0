"""Random linearized nests with what is true of them: the text of a C function, and the loops, accesses and shapes that it means.

Case K of a seed is always the same. Expressions are C text that `cexpr` reads; `+ - *`, `<<`, `/` of parameters only.
"""
import random
from dataclasses import dataclass, field

INDEX_TYPES = ["long", "int", "unsigned", "size_t", "short"]
UNSIGNED = {"unsigned": 32, "size_t": 64}
BITS = {"long": 63, "int": 31, "short": 15, "unsigned": 32, "size_t": 64}
ELEMENTS = [("unsigned char", 1), ("float", 4), ("double", 8)]


@dataclass
class Loop:
    """for (name = first; step > 0 ? name < end : name >= end; name += step), a reversed one from end - 1 down to first."""

    name: str
    first: str
    end: str
    reversed: bool = False


@dataclass
class Access:
    base: str
    subscripts: list  # outermost first
    index: str  # C text, linearized
    is_write: bool = False


@dataclass
class Case:
    name: str
    index_type: str
    parameters: list
    locals: list = field(default_factory=list)  # (name, C text)
    bases: dict = field(default_factory=dict)  # base -> (element, size in bytes, sizes as C text)
    loops: list = field(default_factory=list)
    statements: list = field(default_factory=list)  # (number of loops around it, [Access])
    exact: bool = True  # no window but one that starts at a polynomial is needed: validity must be as weak as can be
    rank_is_shown: bool = (
        True  # no constant row is walked over an unknown part of it, which may as well be a stride
    )
    forms: set = field(default_factory=set)

    def source(self):
        head = ["%s %s" % (self.index_type, p) for p in self.parameters]
        head += ["%s *%s" % (element, base) for base, (element, _, _) in self.bases.items()]
        lines = ["void %s(%s)" % (self.name, ", ".join(head)), "{"]
        lines += ["    %s %s;" % (self.index_type, loop.name) for loop in self.loops]
        lines += [
            "    const %s %s = %s;" % (self.index_type, name, text) for name, text in self.locals
        ]
        pad = "    "
        for depth, loop in enumerate(self.loops):
            if loop.reversed:
                lines.append(
                    "%sfor (%s = %s - 1; %s >= %s; %s--) {"
                    % (pad, loop.name, loop.end, loop.name, loop.first, loop.name)
                )
            else:
                lines.append(
                    "%sfor (%s = %s; %s < %s; %s++) {"
                    % (pad, loop.name, loop.first, loop.name, loop.end, loop.name)
                )
            pad += "    "
            for around, accesses in self.statements:
                if around == depth + 1:
                    lines.append(pad + _statement(accesses))
        for depth in range(len(self.loops)):
            pad = pad[4:]
            lines.append(pad + "}")
        return "\n".join(lines + ["}", ""])


def _statement(accesses):
    target = accesses[0]
    read = " + ".join("%s[%s]" % (a.base, a.index) for a in accesses[1:]) or "1"
    return "%s[%s] = %s;" % (target.base, target.index, read)


class _Sizes:
    """Draws the sizes of one shape: C text, and how far a full loop over it goes."""

    def __init__(self, rng, case):
        self.rng, self.case, self.drawn = rng, case, []

    def parameter(self):
        names = [p for p in self.case.parameters if p[0] in "mpqw"]
        if names and self.rng.random() < 0.25:
            return self.rng.choice(names)
        name = "%s%d" % (self.rng.choice("mpq"), len(self.case.parameters))
        self.case.parameters.append(name)
        return name

    def draw(self):
        rng, form = (
            self.rng,
            self.rng.choices(
                ["P", "b*P", "P+a", "b*P+a", "P+Q", "P*Q", "constant", "repeated", "1<<s", "w/2"],
                [6, 3, 4, 2, 2, 1.5, 2, 3, 0.7, 0.7],
            )[0],
        )
        if form == "repeated" and not self.drawn:
            form = "P"
        if form in ("1<<s", "w/2") and self.case.index_type == "short":
            form = "P"
        self.case.forms.add(form)
        if form == "P":
            size = self.parameter()
        elif form == "b*P":
            size = "%d*%s" % (rng.choice([2, 3, 4]), self.parameter())
        elif form == "P+a":
            size = "%s + %d" % (self.parameter(), rng.choice([1, 1, 2, 2, 3, 4]))
            if rng.random() < 0.15:
                size = "%s - 1" % self.parameter()
        elif form == "b*P+a":
            size = "%d*%s + %d" % (rng.choice([2, 3]), self.parameter(), rng.choice([1, 2, 3]))
        elif form == "P+Q":
            size = "%s + %s" % (self.parameter(), self.parameter())
        elif form == "P*Q":
            size = "%s*%s" % (self.parameter(), self.parameter())
        elif form == "constant":
            size = str(rng.choice([2, 3, 4, 5, 8]))
        elif form == "repeated":
            size = rng.choice(self.drawn)
        elif form == "1<<s":
            name = "s%d" % len(self.case.parameters)
            self.case.parameters.append(name)
            size = "1 << %s" % name
        else:
            name = "w%d" % len(self.case.parameters)
            self.case.parameters.append(name)
            size = "%s / 2" % name
        if form not in ("constant", "repeated") and (form in ("1<<s", "w/2") or rng.random() < 0.3):
            name = "ld%d" % len(self.case.locals)
            self.case.locals.append(
                (
                    name,
                    size
                    if form not in ("1<<s",)
                    else "(%s)1 << %s" % (self.case.index_type, size[5:]),
                )
            )
            size = name
        self.drawn.append(size)
        return size


def _in_brackets(text):
    return text if text.replace("_", "").isalnum() else "(%s)" % text


def linear_index(rng, subscripts, sizes):
    """One of the ways in which people write the index."""
    terms = [_in_brackets(s) for s in subscripts]
    factors = [_in_brackets(s) for s in sizes]
    style = rng.random()
    if style < 0.5:  # Horner
        text = terms[0]
        for term, factor in zip(terms[1:], factors):
            text = "%s*%s + %s" % (_in_brackets(text), factor, term)
        return text
    parts = []
    for k, term in enumerate(terms):
        parts.append("*".join([term] + factors[k:]))
    if style > 0.8:
        rng.shuffle(parts)
    return " + ".join(parts)


def generate(seed, number):
    rng = random.Random("%d/%d" % (seed, number))
    case = Case("f%d" % number, rng.choice(INDEX_TYPES), [])
    rank = rng.choices([2, 3, 4, 5], [6, 5, 2, 1])[0]
    signed = case.index_type not in UNSIGNED
    sizes = _Sizes(rng, case)
    shape = [sizes.draw() for _ in range(rank - 1)]
    case.parameters.append("n")
    # Per dimension: the loop and the subscripts (of k accesses) that stay inside the size, or are only inside under a condition.
    subscripts, order = [], list(range(rank))
    margins = []
    for k in range(rank):
        name, size = "ijklt"[k], shape[k - 1] if k else "n"
        kind = rng.choices(
            ["full", "inner", "window", "part", "strided", "flipped"], [8, 3, 3, 2, 1.5, 1.5]
        )[0]
        if k == 0 and kind in ("flipped", "strided"):
            kind = "full"
        if size in ("2", "3", "4") and kind == "inner":
            kind = "full"  # it would be empty
        if size.isdigit() and kind not in ("full", "inner", "flipped"):
            case.rank_is_shown = False
        low, margin, first, end = name, (0, 0), "0", size
        if kind == "inner":
            before, after = rng.choice([(1, 1), (1, 0), (0, 1), (2, 2)])
            first, end = str(before), "%s - %d" % (_in_brackets(size), after) if after else size
            margin = (before, after)
        elif kind == "window":
            extent = "e%d" % len(case.parameters)
            case.parameters.append(extent)
            end = extent
            if rng.random() < 0.6:
                offset = "o%d" % len(case.parameters)
                case.parameters.append(offset)
                low = "%s + %s" % (name, offset)
            case.forms.add("window")
        elif kind == "part":
            extent = "e%d" % len(case.parameters)
            case.parameters.append(extent)
            end = extent
            if signed and rng.random() < 0.3:
                first = "-1" if rng.random() < 0.5 else "1"
                margin = (0, 1)
        elif kind == "strided":
            half = "e%d" % len(case.parameters)
            case.parameters.append(half)
            end, low = half, "2*%s%s" % (name, rng.choice(["", " + 1"]))
            margin = (0, 1)
            case.forms.add("strided")
        elif kind == "flipped":
            low = "%s - 1 - %s" % (_in_brackets(size), name)
            case.forms.add("flipped")
        loop = Loop(name, first, end, signed and rng.random() < 0.15)
        if loop.reversed:
            case.forms.add("reversed")
        case.loops.append(loop)
        subscripts.append(low)
        margins.append(margin)
    rng.shuffle(order) if rng.random() < 0.25 else None
    case.loops = [case.loops[k] for k in order]
    element = rng.choice(ELEMENTS)
    case.bases["A"] = (*element, shape)

    def access(base, shape_, around):
        seen = {loop.name for loop in case.loops[:around]}
        subs = []
        for k in range(rank):
            text, (before, after) = subscripts[k], margins[k]
            if "ijklt"[k] not in seen:
                text = str(rng.choice([0, 0, 1]))
                case.exact = False
            elif rng.random() < 0.35:
                shift = rng.randint(-before, after)
                if shift:
                    text = "%s %s %d" % (text, "+-"[shift < 0], abs(shift))
                    case.forms.add("several")
            subs.append(text)
        return Access(base, subs, linear_index(rng, subs, shape_))

    others = []
    if rng.random() < 0.5:
        other = list(shape)
        if rng.random() < 0.4:
            k = rng.randrange(rank - 1)
            pitch = "ld%d" % len(case.parameters)
            case.parameters.append(pitch)
            other[k] = pitch
            case.forms.add("pitch")
        case.bases["B"] = (*rng.choice(ELEMENTS), other)
        others.append(("B", other))
    depth = len(case.loops)
    accesses = [access("A", shape, depth)]
    for _ in range(rng.choice([0, 1, 1, 2, 4])):
        base, shape_ = rng.choice(others + [("A", shape)])
        accesses.append(access(base, shape_, depth))
    if others and all(a.base != "B" for a in accesses):
        accesses.append(access("B", others[0][1], depth))
    case.statements.append((depth, accesses))
    if depth > 1 and rng.random() < 0.25:
        around = rng.randint(1, depth - 1)
        case.statements.insert(0, (around, [access("A", shape, around)]))
        case.forms.add("imperfect")
    for _, accesses in case.statements:
        accesses[0].is_write = True
    return case
