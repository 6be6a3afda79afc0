"""What real code does beside plain nests: accessors, walking pointers and counters, flat loops, tiles written by hand."""
from .program import Access, Bump, Choice, If, Leave, Loop, Statement


def grouped(text):
    return text if text.replace("_", "").isalnum() else "(%s)" % text


class Idioms:
    """Mixed into Generator."""

    def spell(self, array, subscripts, may_write):
        """An access as a program would write it; accessors are put before the function."""
        r, index = self.random, array.index(subscripts)
        pick = r.random()
        if pick < 0.72:
            return Access(array.name, index)
        if pick < 0.78:
            text = r.choice(("*(%s + (%s))", "(%s)[%s]", "*(&%s[%s])")) % (array.name, index)
            return Access(array.name, index, spelled="(%s)" % text if text[0] == "*" else text)
        if pick < 0.82 and array.sizes:
            row = "(%s)*(%s)" % (subscripts[0], "*".join(grouped(s) for s in array.sizes))
            rest = array.index(["0"] + subscripts[1:])
            return Access(array.name, index, spelled="(%s + %s)[%s]" % (array.name, row, rest))
        if pick < 0.86 and self.is_signed:
            cast = r.choice(("(long)", "(size_t)", "(int)", "(ptrdiff_t)"))
            index = array.index([cast + grouped(subscripts[0])] + subscripts[1:])
            return Access(array.name, index)
        return self.accessor(array, subscripts, may_write)

    def accessor(self, array, subscripts, may_write):
        kinds = ["index", "element"] + (
            [] if may_write or len(subscripts) > 2 else ["function", "checked"]
        )
        name, kind = "at%d_%s" % (len(self.prelude), self.name), self.random.choice(kinds)
        formal = ["x%d" % k for k in range(len(subscripts))]
        index = array.index(subscripts)
        if kind in ("index", "element"):
            flat = array.index(["(%s)" % x for x in formal])
            flat = "(%s)" % flat if kind == "index" else "%s[%s]" % (array.name, flat)
            self.prelude.append("#define %s(%s) %s" % (name, ", ".join(formal), flat))
            call = "%s(%s)" % (name, ", ".join(subscripts))
            return (
                Access(array.name, call)
                if kind == "index"
                else Access(array.name, index, spelled=call)
            )
        width = array.sizes[0] if array.sizes else "1"
        row = subscripts[0] if array.sizes else subscripts[0]
        column = subscripts[1] if array.sizes else "0"
        inside = "x >= 0 && y >= 0 && y < w" if kind == "checked" else ""
        check = "    if (!(%s))\n        return 0;\n" % inside if inside else ""
        self.prelude.append(
            "static %s %s(const %s *a, %s x, %s y, %s w)\n{\n%s    return a[x*w + y];\n}"
            % (
                array.element,
                name,
                array.element,
                self.index_type,
                self.index_type,
                self.size_type,
                check,
            )
        )
        # The recorder computes in the accessor's types too.
        x, y, w = (
            "((%s)(%s))" % (t, v)
            for t, v in ((self.index_type, row), (self.index_type, column), (self.size_type, width))
        )
        return Access(
            array.name,
            "%s*%s + %s" % (x, w, y),
            spelled="%s(%s, %s, %s, %s)" % (name, array.name, row, column, width),
            inside=inside and "%s >= 0 && %s >= 0 && %s < %s" % (x, y, y, w),
        )

    def walk(self, iterators):
        """A pointer or a counter that moves along with a loop: (nodes before the loop, nodes at the end of its body)."""
        r, array = self.random, self.random.choice(self.arrays)
        start = (
            array.index(self.subscripts(iterators, array))
            if iterators and self.chance(0.6)
            else r.choice(("0", "0", "1"))
        )
        step = (
            r.choice(["1", "1", "2"] + array.sizes + self.sizes)
            if self.chance(0.8) or not self.is_signed
            else "-1"
        )
        name = self.row_name()
        if self.chance(0.5):
            self.rows.append((name, array))
            first = self.pointer(
                name, ("const " if array.is_const else "") + array.element + " *", array.name, start
            )
        else:
            self.counters.append((name, array))
            self.declare(name, self.index_type)
            first = Statement(["%s = %s" % (name, start)])
        last = Statement(
            [r.choice((name + "++", "++" + name)) if step == "1" else "%s += %s" % (name, step)]
        )
        return [first], [last]

    def streamed(self, iterators, statements):
        """`*p++` in the innermost loop: nodes before the loop and the statement."""
        r, array = self.random, self.random.choice(self.arrays)
        name = self.row_name()
        start = array.index(self.subscripts(iterators, array)) if iterators else "0"
        first = self.pointer(
            name, ("const " if array.is_const else "") + array.element + " *", array.name, start
        )
        bump = Bump(
            array.name,
            name,
            *r.choice((("", "++"), ("", "++"), ("", "++"), ("", "--"), ("++", ""))),
        )
        if not array.is_const and self.chance(0.6):
            statements.append(
                Statement(
                    [bump, r.choice((" = ", " += ", " = 1 + "))]
                    + self.expression(iterators or ["1"], 1)
                )
            )
        else:
            target = self.target(iterators or ["0"])
            statements.append(Statement(target + [r.choice((" = ", " += ")), bump]))
        return [first]

    def flat(self):
        """One loop over a product of sizes, taken apart with / and %."""
        r = self.random
        a, b = r.choice(self.sizes), r.choice(self.sizes)
        self.flat_used = True
        body = [Statement(["i = e / %s" % b]), Statement(["j = e %% %s" % b])]
        for _ in range(r.choice((1, 1, 2))):
            body += self.statement(["i", "j"])
        return [Loop("e", "0", "e < %s*%s" % (a, b), "e++", body)]

    def tiled(self, inside, level, body_of):
        """Tiles written by hand: `for (ii = 0; ii < n; ii += 8) for (i = ii; i < min(ii + 8, n); i++)`."""
        r, size = self.random, self.random.choice(self.sizes)
        v, block = "ijkl"[level], r.choice((4, 8, 16))
        self.tiles.append(v * 2)
        ends = r.choice(
            (
                "%s < %s + %d && %s < %s" % (v, v * 2, block, v, size),
                "%s < (%s + %d < %s ? %s + %d : %s)" % (v, v * 2, block, size, v * 2, block, size),
            )
        )
        inner = Loop(v, v * 2, ends, v + "++", body_of(inside + [v]))
        return [Loop(v * 2, "0", "%s < %s" % (v * 2, size), "%s += %d" % (v * 2, block), [inner])]

    def clamped(self, v):
        """A neighbour that stops at the border."""
        size = self.random.choice(self.sizes)
        return self.random.choice(
            (["(%s > 0 ? %s - 1 : %s)" % (v, v, v)] if self.is_signed else [])
            + [
                "(%s + 1 < %s ? %s + 1 : %s)" % (v, size, v, v),
                "(%s == 0 ? %s : %s - 1)" % (v, v, v),
            ]
        )

    def left_early(self, iterators):
        return [Leave(self.affine(iterators), "continue" if self.chance(0.85) else "break")]

    def extreme_of(self, iterators, inner):
        """`if (A[x] > best) best = A[x];`"""
        self.declare(
            "best", self.random.choice(("double", "float") if self.is_floating else ("int", "long"))
        )
        read = self.read(iterators + [inner.variable])
        inner.body = [
            If(
                "",
                read + [self.random.choice((" > ", " < ")) + "best"],
                [Statement(["best = "] + read)],
            )
        ]
        return [Statement(["best = -1000"]), inner, Statement(self.target(iterators) + [" = best"])]

    def decided_by(self, iterators):
        """A variable in a condition on data or below it: `v = e; if (v > A[x]) A[x] = v;`, also with stores to what v is made of."""
        r = self.decided
        self.declare(
            "v",
            r.choice(
                ("double", "float")
                if self.is_floating
                else ("int", "short", "unsigned", "long", "unsigned char")
            ),
        )
        of = self.read(iterators)
        value = r.choice(
            (
                of,
                of + [r.choice((" + ", " - ", " * "))] + self.read(iterators),
                self.expression(iterators, 2),
            )
        )
        stored = [
            x
            for x in of
            if isinstance(x, Access)
            and not x.spelled
            and x.array in {a.name for a in self.arrays if not a.is_const}
        ]
        target = stored[:1] if stored and r.random() < 0.4 else self.target(iterators)
        sign, other = r.choice((" > ", " < ", " != ")), self.read(iterators)
        compared = r.choice(
            (["v", sign] + target, ["v", sign] + other, other + [sign, "1"], ["v" + sign + "2"])
        )
        stores = [
            Statement(
                target + [r.choice((" = ", " = ", " += ")), r.choice(("v", "v", "v + 1", "2*v"))]
            )
        ]
        first = [Statement(["v = "] + value)]
        pick = r.random()
        if pick < 0.2:
            return first + [Statement(target + [" = ", Choice(compared, ["v"], other)])]
        if pick < 0.3:
            first.append(If("", other + [sign, "3"], self.simple(iterators)))
        if pick > 0.8:
            self.declare(
                "u", r.choice(("double", "float") if self.is_floating else ("int", "short"))
            )
            first.append(Statement(["u = v + "] + self.read(iterators)))
            stores.append(Statement(self.target(iterators) + [" = u"]))
        if pick > 0.5:
            stores[r.randint(0, 1) * len(stores) : 0] = self.simple(iterators)
        affine = self.affine(iterators) if r.random() < 0.15 else ""
        return first + [
            If(
                affine,
                compared,
                stores,
                self.simple(iterators) if r.random() < 0.15 and not affine else [],
            )
        ]

    def chained(self, iterators):
        """`A[x] = B[y] = e`, `A[x]++`, and operators on bits."""
        if not self.is_floating and self.chance(0.5):
            operator = self.random.choice((" |= ", " ^= ", " &= "))
            return [Statement(self.target(iterators) + [operator] + self.expression(iterators, 1))]
        if self.chance(0.4):
            return [Statement(self.target(iterators) + [self.random.choice(("++", "--"))])]
        return [
            Statement(
                self.target(iterators)
                + [" = "]
                + self.target(iterators)
                + [" = "]
                + self.expression(iterators, 2)
            )
        ]

    def mathematical(self, operand):
        return (
            [
                self.random.choice(
                    ("fabs(", "sqrt(", "fabs(" if self.is_c89 else "fmax(0.5, ", "(float)(")
                )
            ]
            + operand
            + [")"]
        )
