"""Random functions with loop nests over hand-flattened arrays."""
import random
import re

from .idioms import Idioms, grouped
from .loops import Loops
from .program import Access, Argument, Choice, Gather, If, Loop, Program, Statement

SIZES = ("n", "m", "p", "q")
ITERATORS = ("i", "j", "k", "l")
FLOATING = ("double", "float")
INTEGERS = ("int", "int", "unsigned", "short", "unsigned char")
VALUES = (0, 1, 2, 3, 5, 7, 8, 9, 13, 16, 17, 23, 31, 32, 33, 37, 41, 63, 64, 65, 67)


class Array:
    def __init__(self, name, element, sizes, form, is_const):
        self.name, self.element, self.sizes, self.form, self.is_const = (
            name,
            element,
            sizes,
            form,
            is_const,
        )

    def index(self, subscripts):
        """The flat index of `subscripts`, written in this array's form."""
        if self.form == "horner":
            text = subscripts[0]
            for size, subscript in zip(self.sizes, subscripts[1:]):
                text = "%s*%s + %s" % (grouped(text), grouped(size), subscript)
            return text
        terms = []
        for at, subscript in enumerate(subscripts):
            factors = [grouped(s) for s in self.sizes[at:]]
            terms.append("*".join([grouped(subscript) if factors else subscript] + factors))
        if self.form == "reversed":
            terms.reverse()
        return " + ".join(terms)


class Generator(Idioms, Loops):
    def __init__(self, seed, name, small, is_c89):
        self.random = random.Random(seed)
        self.seed, self.name, self.is_small, self.is_c89 = seed, name, self.chance(small), is_c89
        self.is_hoisted = self.chance(0.25) or is_c89
        self.gathers = random.Random(
            "gathers %d" % seed
        )  # of their own: the other programs stay as they were
        self.has_gathers = self.gathers.random() < 0.15
        self.divided = random.Random("divided %d" % seed)  # likewise
        self.has_divided = self.divided.random() < 0.2
        self.tested = random.Random("tested %d" % seed)  # likewise
        self.has_tested = self.tested.random() < 0.15
        self.valued = random.Random("valued %d" % seed)  # likewise
        self.decided = random.Random("decided %d" % seed)  # likewise
        self.has_decided = self.decided.random() < 0.15
        self.pointers = []  # declared at the head of the function

    def chance(self, p):
        return self.random.random() < p

    def pick_depth(self):
        return self.random.choice((1, 2, 2, 2, 3) if self.is_small else (2, 2, 3, 3, 3, 4))

    def program(self):
        r = self.random
        self.size_type = r.choice(
            ("int",) * 5 + ("long", "unsigned", "size_t", "unsigned", "short")
        )
        self.index_type = self.size_type
        if self.chance(0.2):
            self.index_type = r.choice(("int", "long", "unsigned", "size_t", "short"))
        self.types = {}  # of single loop variables
        if self.chance(0.12):
            self.types[r.choice(ITERATORS)] = r.choice(
                ("int", "long", "unsigned", "short", "unsigned char", "size_t")
            )
        self.is_signed = self.index_type in ("int", "long", "short") and self.size_type in (
            "int",
            "long",
            "short",
        )
        self.depth = self.pick_depth()
        self.sizes = list(SIZES[: max(2, min(self.depth, r.randint(1, 4)))])
        self.used_sizes = list(self.sizes)
        self.extra_sizes, self.statics = [], []
        self.aliases = []  # names for products of sizes
        if self.chance(0.12):
            a, b = r.choice(self.sizes), r.choice(self.sizes)
            self.aliases.append(("ab", "%s*%s" % (a, b)))
        self.arrays = self.make_arrays()
        self.rows, self.counters, self.scalars, self.prelude, self.tiles = [], [], [], [], []
        self.row_count, self.flat_used = 0, False
        body = []
        for _ in range(1 if self.is_small or self.chance(0.8) else 2):
            body += self.flat() if self.chance(0.05) else self.nest([], 0)
        if self.chance(0.06):
            body = [If(self.switch(), [], body, self.nest([], 0) if self.chance(0.3) else [])]
        return self.finish(body)

    def make_arrays(self):
        r, out = self.random, []
        self.is_floating = self.chance(0.65)
        elements = FLOATING if self.is_floating else INTEGERS
        same = r.choice(elements) if self.chance(0.7) else None
        for name in "ABCD"[: r.choice((1, 2, 2, 2, 3) if self.is_small else (1, 2, 2, 3, 3, 4))]:
            rank = r.choice((1, 2, 2, 2, 3, 3)) if self.depth > 1 else r.choice((1, 1, 2))
            sizes = [self.row_size() for _ in range(rank - 1)]
            if out and self.chance(0.4):
                sizes = list(r.choice(out).sizes)
            form = r.choice(("horner", "horner", "expanded", "reversed"))
            is_const = bool(out) and self.chance(0.5)
            element = same or r.choice(elements + (INTEGERS if is_const else ()))
            out.append(Array(name, element, sizes, form, is_const))
        return out

    def row_size(self):
        r = self.random
        pick = r.random()
        if pick < 0.42:
            return r.choice(self.sizes)
        if self.aliases and self.chance(0.5):
            return self.aliases[0][0]
        if pick < 0.45 and self.is_signed:
            return "%s*%s" % (r.choice(self.sizes), r.choice(self.sizes))
        if pick < 0.75:
            if not self.extra_sizes or self.chance(0.5):
                self.extra_sizes.append("ld%d" % len(self.extra_sizes))
            return r.choice(self.extra_sizes)
        if pick < 0.85:
            return "%s + %d" % (r.choice(self.sizes), r.randint(1, 3))
        if pick < 0.92:
            return "%d*%s" % (r.randint(2, 4), r.choice(self.sizes))
        if pick < 0.96:
            return "%s + %s" % (r.choice(self.sizes), r.choice(self.sizes))
        return str(r.choice((4, 16, 24, 30)))

    def loop(self, iterators, level):
        r, v, size = self.random, ITERATORS[level], r_choice(self.random, self.sizes, level)
        low, high, step, direction = "0", size, 1, 1
        pick = r.random()
        if iterators and pick < 0.2:
            other = r.choice(iterators)
            low, high = r.choice(
                (("0", other), ("0", other + " + 1"), (other, size), (other + " + 1", size))
            )
        elif pick < 0.35:
            low = str(r.randint(1, 3))
        elif pick < 0.42:
            high = str(r.choice((3, 4, 8, 29)))
        elif pick < 0.5 and self.is_signed:
            high = "%s - %d" % (size, r.randint(1, 2))
        elif pick < 0.54:
            high = "(%s < %s ? %s : %s)" % (size, self.sizes[0], size, self.sizes[0])
        elif pick < 0.56:
            high = "%s*%s" % (size, self.sizes[0])
        form = (
            r.choice(("while", "do", "do"))
            if self.chance(0.08)
            else "infor"
            if self.chance(0.15)
            else "for"
        )
        if self.is_c89 and form == "infor":
            form = "for"
        if self.chance(0.14):
            return self.unusual(v, size, iterators)
        if self.chance(0.15):
            step = r.choice((2, 3, 8))
        if self.chance(0.06):
            if "st" not in self.extra_sizes:
                self.extra_sizes.append("st")
            return Loop(v, low, "%s < %s" % (v, high), "%s += st" % v, [], "for")
        if self.chance(0.15) and self.is_signed:
            direction = -1
        if step == 1 and self.chance(0.04):
            return Loop(v, high, "%s-- > %s" % (v, low), "", [], "for")
        if direction > 0:
            compare = "<"
            if step == 1 and self.chance(0.15) and self.is_signed:
                compare, high = "<=", high + " - 1"
            elif step == 1 and self.chance(0.05) and low == "0" and not iterators:
                compare = "!="
            increment = (
                r.choice((v + "++", "++" + v, v + " += 1")) if step == 1 else "%s += %d" % (v, step)
            )
            return Loop(
                v, low, "%s %s %s" % (v, compare, high), increment, [], form, self.type_of(v)
            )
        decrement = v + "--" if step == 1 else "%s -= %d" % (v, step)
        return Loop(v, high + " - 1", "%s >= %s" % (v, low), decrement, [], form, self.type_of(v))

    def type_of(self, v):
        return self.types.get(v, self.index_type)

    def nest(self, iterators, level):
        """The nodes at one level: a loop, maybe with statements around it."""
        r = self.random
        if level == self.depth:
            return self.innermost(iterators)
        if self.chance(0.03) and level + 1 >= self.depth:
            return self.tiled(iterators, level, self.innermost)
        if level + 1 == self.depth and self.chance(0.05):
            return self.pointer_loop(iterators)
        loop = self.loop(iterators, level)
        inside = iterators + [loop.variable]
        body, marks = [], (len(self.rows), len(self.counters))
        before, after = [], []
        is_last = level + 1 == self.depth
        if self.chance(0.12):
            before, after = self.walk(iterators)
        elif is_last and self.chance(0.1):
            before = self.streamed(iterators, body)
        if self.chance(0.04):
            body += self.left_early(inside)
        if not is_last and self.chance(0.2):
            body += self.row(inside)
        reduction = level + 2 == self.depth and self.chance(0.3)
        if reduction:
            self.declare(
                "sum",
                r.choice(
                    ("double", "double", "float")
                    if self.is_floating
                    else ("int", "unsigned", "long")
                ),
            )
            body.append(Statement(["sum = 0"]))
            inner = self.loop(inside, level + 1)
            if self.chance(0.12):
                body[-1:] = self.extreme_of(inside, inner)
            else:
                inner.body = [
                    Statement(["sum += "] + self.expression(inside + [inner.variable], 2))
                ]
                body += [
                    inner,
                    Statement(self.target(inside) + [r.choice((" = ", " = ", " += ")) + "sum"]),
                ]
        else:
            if not is_last and self.chance(0.25):
                body += self.statement(inside)
            body += self.nest(inside, level + 1)
            if not is_last and self.chance(0.15):
                body += self.nest(inside, level + 1)
            if not is_last and self.chance(0.15):
                body += self.statement(inside)
        del self.rows[marks[0] :], self.counters[marks[1] :]
        loop.body = body + after
        if self.chance(0.04):
            loop.body = [If(self.switch(), [], loop.body)] if not after else loop.body
        if is_last is False and level > 0 and self.chance(0.08):
            return before + [If(self.affine(iterators), [], [loop])]
        if (
            self.has_tested
            and iterators
            and not before
            and not after
            and self.tested.random() < 0.6
        ):
            return self.below_data(iterators, loop)
        return before + [loop]

    def below_data(self, iterators, loop):
        """`if (A[k] != 0) { A[k] = ..; for (..) .. }`, where the loop may change what is tested."""
        r = self.tested
        data = self.read(iterators) + [r.choice((" != 0", " > 1", " < 2"))]
        first = self.simple(iterators) if r.random() < 0.4 else []
        return [If("", data, first + [loop], self.simple(iterators) if r.random() < 0.1 else [])]

    def innermost(self, iterators):
        out = []
        for _ in range(
            self.random.choice((1, 1, 1, 1, 1, 2) if self.is_small else (1, 1, 1, 2, 3))
        ):
            out += self.statement(iterators)
        return out

    def declare(self, name, element):
        if (name, element) not in self.scalars:
            self.scalars = [s for s in self.scalars if s[0] != name] + [(name, element)]

    def row(self, iterators):
        r = self.random
        arrays = [a for a in self.arrays if len(a.sizes) == 1]
        if not arrays:
            return []
        array, name = r.choice(arrays), self.row_name()
        offset = "(%s)*%s" % (self.subscript(iterators), grouped(array.sizes[0]))
        self.rows.append((name, array))
        return [
            self.pointer(
                name,
                ("const " if array.is_const else "") + array.element + " *",
                array.name,
                offset,
            )
        ]

    def statement(self, iterators):
        r = self.random
        if self.has_decided and self.decided.random() < 0.6:
            return self.decided_by(iterators)
        pick = r.random()
        if pick < 0.1:
            return [
                If(
                    self.affine(iterators),
                    [],
                    self.simple(iterators),
                    self.simple(iterators) if self.chance(0.3) else [],
                )
            ]
        if pick < 0.18:
            data = self.read(iterators) + [r.choice((" > ", " < ", " != ")) + "1"]
            affine = self.affine(iterators) if self.chance(0.4) else ""
            return [
                If(
                    affine,
                    data,
                    self.simple(iterators),
                    self.simple(iterators) if self.chance(0.2) and not affine else [],
                )
            ]
        if pick < 0.28:
            element = r.choice(FLOATING if self.is_floating else INTEGERS)
            self.declare("t", element)
            value = Statement(["t = "] + self.expression(iterators, 2))
            use = Statement(
                self.target(iterators)
                + [" = t "]
                + [r.choice("+-*") + " "]
                + self.expression(iterators, 1)
            )
            if (
                iterators and self.valued.random() < 0.3
            ):  # one of two values, which the loops' variables tell apart
                other = self.valued.choice((["0"], ["1"], self.read(iterators)))
                return [If(self.affine(iterators), [], [value], [Statement(["t = "] + other)]), use]
            return [value, use]
        if pick < 0.3:
            return self.chained(iterators)
        if pick < 0.36:
            target = self.writable()
            array = r.choice([a for a in self.arrays if a.element == target.element])
            index = array.index(self.subscripts(iterators, array))
            self.declare("at", self.index_type)
            return [
                Statement(["at = " + index]),
                Statement(
                    [Access(target.name, "at")] + [" = "] + [Access(array.name, "at"), " + 1"]
                ),
            ]
        return self.simple(iterators)

    def simple(self, iterators):
        operator = self.random.choice(("=", "=", "=", "+=", "+=", "-=", "*="))
        target = self.target(iterators)
        if self.chance(0.15):
            return [Statement(target + [" = "] + target + [" + "] + self.expression(iterators, 2))]
        return [
            Statement(
                target
                + [" %s " % operator]
                + self.expression(iterators, self.random.choice((1, 2, 2, 3)))
            )
        ]

    def writable(self):
        return self.random.choice([a for a in self.arrays if not a.is_const])

    def target(self, iterators):
        rows = [x for x in self.rows if not x[1].is_const]
        if rows and self.chance(0.4):
            name, array = self.random.choice(rows)
            return [Access(array.name, self.subscript(iterators), name)]
        counters = [x for x in self.counters if not x[1].is_const]
        if counters and self.chance(0.4):
            return [self.counted(iterators, self.random.choice(counters))]
        array = self.writable()
        return [self.spell(array, self.subscripts(iterators, array), True)]

    def read(self, iterators):
        piece = self.read_place(iterators)
        return self.gathered(piece) if self.has_gathers and self.gathers.random() < 0.3 else piece

    def gathered(self, piece):
        """What is read, as the index of a table: B[A[i*n + j] & 7]."""
        r = self.gathers
        element = next(a.element for a in self.arrays if a.name == piece[0].array)
        if element in FLOATING:
            index, first, last = r.choice(((" > 1", 0, 1), (" != 2 ? 0 : 5", 0, 5)))
        else:
            index, first, last = r.choice(
                ((" & 7", 0, 7), (" > 2", 0, 1), (" % 4u", 0, 3), (" & 3 ? 9 : 2", 2, 9))
            )
        return [Gather(r.choice(self.arrays).name, piece + [index], first, last)]

    def read_place(self, iterators):
        if self.rows and self.chance(0.4):
            name, array = self.random.choice(self.rows)
            return [
                Access(array.name, self.subscript(iterators) if self.chance(0.7) else "0", name)
            ]
        if self.counters and self.chance(0.4):
            return [self.counted(iterators, self.random.choice(self.counters))]
        array = self.random.choice(self.arrays)
        return [self.spell(array, self.subscripts(iterators, array), False)]

    def counted(self, iterators, counter):
        name, array = counter
        return Access(
            array.name, name if self.chance(0.6) else "%s + %s" % (name, self.subscript(iterators))
        )

    def expression(self, iterators, count):
        r, out = self.random, self.read(iterators)
        for _ in range(count - 1):
            operand = self.read(iterators)
            if self.chance(0.1):
                operand = [
                    r.choice(
                        (("alpha", "0.5f") if self.is_floating else ("3",))
                        + ("2", r.choice(iterators))
                    )
                ]
            elif self.chance(0.05):
                operand = ["(", self.affine(iterators), " ? "] + operand + [" : 3)"]
            elif self.is_floating and self.chance(0.05):
                operand = self.mathematical(operand)
            elif self.chance(0.05):
                operand = [Choice(self.read(iterators) + [" > 1"], self.read(iterators), operand)]
            out = ["("] + out + [r.choice((" + ", " + ", " - ", " * ", " * "))] + operand + [")"]
        return out

    def affine(self, iterators):
        r = self.random
        v = r.choice(iterators)
        others = [x for x in iterators if x != v] + self.sizes
        return "%s %s %s" % (
            v + r.choice(("", "", " + 1", " + 5")),
            r.choice(("<", "<=", ">", "==", "!=")),
            r.choice(others + ["0", "4"]),
        )

    def subscripts(self, iterators, array):
        """Mostly distinct iterators in the order of the loops or permuted."""
        count = len(array.sizes) + 1
        names = list(iterators)
        if self.chance(0.25):
            self.random.shuffle(names)
        while len(names) < count:
            names.insert(self.random.randint(0, len(names)), "")
        while len(names) > count:
            names.pop(self.random.randrange(len(names)))
        return [self.subscript([n]) if n else str(self.random.choice((0, 0, 1, 2))) for n in names]

    def subscript(self, iterators):
        text = self.plain_subscript(iterators)
        if not self.has_divided or self.divided.random() > 0.4:
            return text
        r, text = self.divided, grouped(text)
        return (
            r.choice(("%s / 2", "(%s >> 2)", "%s %% 4", "(%s & 3)", "(%s >> 1)")) % text
            if r.random() < 0.6
            else r.choice(("%s + 3 - 2*(%s & 3)", "%s + 1 - 2*(%s & 1)", "4*(%s >> 2) + (%s & 3)"))
            % (text, text)
        )

    def plain_subscript(self, iterators):
        r, v = self.random, self.random.choice(iterators)
        pick = r.random()
        if pick < 0.7:
            return v
        if pick < 0.82:
            return "%s + %d" % (v, r.randint(1, 3))
        if pick < 0.88:
            return "%s - %d" % (v, r.randint(1, 2)) if self.is_signed else v
        if pick < 0.93:
            return "%d*%s" % (r.randint(2, 3), v)
        if pick < 0.97 and self.is_signed:
            return "%s - 1 - %s" % (r.choice(self.sizes), v)
        if pick < 0.98:
            return self.clamped(v)
        return "%s + %s" % (v, r.choice(iterators))

    def finish(self, body):
        r = self.random
        text = "\n".join(line for node in body for line in node.lines(False))
        arguments = [Argument(s, self.size_type, False) for s in self.sizes + self.extra_sizes]
        restrict = self.chance(0.15)
        arguments += [Argument(a.name, a.element, True, a.is_const, restrict) for a in self.arrays]
        arguments.append(Argument("alpha", r.choice(("float", "double")), False))
        arguments.append(Argument("out", "long", True))
        used = [
            v
            for v in ITERATORS
            if re.search(r"(?<!%s )\b%s = " % (re.escape(self.type_of(v)), v), text)
        ]
        declarations = ["%s %s;" % (self.type_of(v), v) for v in used]
        declarations += [
            "%s %s;" % (self.index_type, v)
            for v in sorted(set(self.tiles)) + ["e"] * self.flat_used
        ]
        declarations += [
            "%s %s = %s;" % (self.size_type, name, text) for name, text in self.aliases
        ]
        declarations += ["%s %s;" % (element, name) for name, element in self.scalars]
        body = list(body)
        if self.chance(0.05):
            body.insert(0, If("%s <= 0" % r.choice(self.sizes), [], [Statement(["return"])]))
        r.shuffle(arguments)
        live = self.chance(0.3)
        if live:
            for at, v in enumerate(used):
                body.insert(0, Statement(["%s = 77" % v]))
                body.append(Statement(["out[%d] = (long)%s" % (at, v)]))
        if self.scalars and self.chance(0.15):
            name = self.scalars[0][0]
            body.insert(0, Statement(["%s = 5" % name]))
            body.append(
                Statement(
                    [
                        "out[7] = (long)%s" % name
                        if self.scalars[0][1] not in ("double", "float")
                        else "out[7] = %s > 3" % name
                    ]
                )
            )
        integers = {"int", "short", "unsigned char", "unsigned"} & {a.element for a in self.arrays}
        home = (
            r.choice(("struct", "struct", "struct", "value", "pointer", "pointer", "global"))
            if self.chance(0.25)
            else ""
        )
        return Program(
            self.name,
            arguments,
            declarations,
            body,
            self.cases(),
            self.seed,
            bool(integers),
            "".join(line + "\n" for line in self.prelude),
            home,
            self.chance(0.7),
            self.pointers,
            self.is_c89,
        )

    def cases(self):
        r, out = self.random, []
        names = self.sizes + self.extra_sizes
        large = r.choice((37, 41, 64, 65, 67, 70)) if self.depth < 3 else r.choice((17, 23, 32, 33))
        wide = {s: large + r.choice((0, 0, 1, 5)) for s in names}
        for s in self.extra_sizes:
            wide[s] = {"st": 2, "flag": 1}.get(s, 3 * large + r.randint(0, 9))
        out.append(wide)
        out.append(dict(wide, **{s: r.choice(VALUES[8:]) for s in self.sizes}))
        out.append({s: r.choice(VALUES[6:]) for s in names})
        out.append({s: r.choice(VALUES) for s in names})
        out.append(dict(wide, **{r.choice(names): r.choice((0, 0, 1, 2))}))
        out.append({s: r.choice((0, 1, 2, 3)) for s in names})
        if self.is_signed:
            # Not the limit itself: m - 1 would overflow, which compilers fold away before the recorder could trap.
            low = {"short": -32768, "int": -(2**31), "long": -(2**63)}[self.size_type] + 200
            out.append(dict(wide, **{r.choice(names): r.choice((-1, -5, -32, low, low + 1))}))
        return out


def r_choice(rng, sizes, level):
    return sizes[level] if level < len(sizes) and rng.random() < 0.8 else rng.choice(sizes)


def generate(seed, name, small=0.65, is_c89=False):
    """Program number `seed`. `small`: the share of programs of one short nest, which are soon analysed and mostly rewritten."""
    return Generator(seed, name, small, is_c89).program()
