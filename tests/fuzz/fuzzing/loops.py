"""Loops beside plain counting ones: two starts or ends, steps from moving places, counters compared by !=, tests that step, pointers."""
from .program import Access, Bump, Loop, Row, Statement


class Loops:
    """Mixed into Generator."""

    def least(self, a, b):
        return self.extreme("<", a, b)

    def greatest(self, a, b):
        return self.extreme(">", a, b)

    def extreme(self, relation, a, b):
        """The less or the greater of two values, written out or by a macro."""
        if self.chance(0.5):
            return "(%s %s %s ? %s : %s)" % (a, relation, b, a, b)
        name = "%s_%s" % ("LEAST" if relation == "<" else "GREATEST", self.name)
        macro = "#define %s(a, b) ((a) %s (b) ? (a) : (b))" % (name, relation)
        if macro not in self.prelude:
            self.prelude.append(macro)
        return "%s(%s, %s)" % (name, a, b)

    def place(self, iterators, size):
        """Where a loop may start or end: a constant, a size, an outer counter, or near one of them."""
        r = self.random
        base = (
            r.choice(iterators)
            if iterators and self.chance(0.6)
            else r.choice((size, r.choice(self.sizes), str(r.randint(0, 9))))
        )
        near = (" + 1", " + %d" % r.randint(2, 9)) + (
            (" - %d" % r.randint(1, 5),) if self.is_signed else ()
        )
        return base + (r.choice(near) if self.chance(0.35) else "")

    def unusual(self, v, size, iterators):
        return self.random.choice(
            (self.between, self.between, self.unequal, self.stepping_test, self.downward)
        )(v, size, iterators)

    def between(self, v, size, iterators):
        """From the greater (or the less) of two places to the less of two others, in steps."""
        r = self.random
        pick = r.choice((self.greatest, self.greatest, self.least))
        low = (
            pick(self.place(iterators, size), self.place(iterators, size))
            if self.chance(0.7)
            else self.place(iterators, size)
        )
        step = r.choice((1, 1, 2, 3, 5))
        increment = v + "++" if step == 1 else "%s += %d" % (v, step)
        if self.chance(0.5):
            return Loop(
                v,
                low,
                "%s < %s" % (v, self.least(self.place(iterators, size), size)),
                increment,
                [],
                "for",
            )
        if self.chance(0.4):
            return Loop(
                v,
                low,
                "%s < %s && %s < %s" % (v, self.place(iterators, size), v, size),
                increment,
                [],
                "for",
            )
        return Loop(v, low, "%s < %s" % (v, size), increment, [], "for")

    def unequal(self, v, size, iterators):
        """Ends where the counter equals a value; where it never does, the program has no end and is not run."""
        r = self.random
        low, step = self.place(iterators, size) if self.chance(0.3) else "0", r.choice(
            (1, 1, 1, 2, 4)
        )
        if step > 1:
            return Loop(
                v,
                "0",
                "%s != %d*%s" % (v, step, size),
                "%s += %d" % (v, step),
                [],
                r.choice(("for", "while")),
            )
        if self.chance(0.35):
            return Loop(v, size, "%s != %s" % (v, low), r.choice((v + "--", "--" + v)), [], "for")
        return Loop(
            v,
            low,
            "%s != %s" % (v, size),
            r.choice((v + "++", "++" + v)),
            [],
            r.choice(("for", "while")),
        )

    def stepping_test(self, v, size, iterators):
        """The test takes the step: `v-- > 0`, `--v >= 0`, `while (v--)`."""
        tests = ["%s-- > 0" % v, v + "--", "%s-- != 0" % v] + (
            ["--%s >= 0" % v, "%s-- >= 2" % v] if self.is_signed else []
        )
        first = self.least(size, self.place(iterators, size)) if self.chance(0.3) else size
        return Loop(
            v, first, self.random.choice(tests), "", [], self.random.choice(("for", "while"))
        )

    def downward(self, v, size, iterators):
        if not self.is_signed:
            return self.stepping_test(v, size, iterators)
        r, step = self.random, self.random.choice((1, 2, 3, 4))
        first = self.least(size, self.place(iterators, size)) if self.chance(0.5) else size
        low = (
            self.greatest("0", self.place(iterators, size))
            if self.chance(0.4)
            else r.choice(("0", "1"))
        )
        relation = r.choice((">=", ">=", ">"))
        return Loop(
            v,
            first + " - 1",
            "%s %s %s" % (v, relation, low),
            v + "--" if step == 1 else "%s -= %d" % (v, step),
            [],
            "for",
        )

    def pointer_loop(self, iterators):
        """`while (p < end)`, maybe with a second pointer that keeps pace."""
        r, array = self.random, self.random.choice(self.arrays)
        inside = iterators or ["0"]
        start = (
            array.index(self.subscripts(iterators, array)) if iterators else r.choice(("0", "1"))
        )
        count = r.choice(self.sizes + array.sizes)
        declared = ("const " if array.is_const else "") + array.element + " *"
        p, end = self.row_name(), self.row_name()
        before = [
            self.pointer(p, declared, array.name, start),
            self.pointer(end, declared, array.name, "%s + %s" % (start, count)),
        ]
        at = lambda name, of: Access(of.name, "0", name, spelled=r.choice(("*%s", "%s[0]")) % name)
        stride = r.choice(("1", "1", "1", "2") + tuple(array.sizes))
        bumped, other = stride == "1" and self.chance(0.3), None
        if self.chance(0.4):
            other, of = self.row_name(), r.choice(self.arrays)
            before.append(
                self.pointer(
                    other,
                    ("const " if of.is_const else "") + of.element + " *",
                    of.name,
                    of.index(self.subscripts(iterators, of)) if iterators else "0",
                )
            )
        values = [" + ", at(other, of)] if other else [" * "] + self.expression(inside, 1)
        if array.is_const:
            pieces = (
                self.target(inside)
                + [r.choice((" = ", " += ")), Bump(array.name, p) if bumped else at(p, array)]
                + values
            )
        else:
            pieces = (
                [Bump(array.name, p) if bumped else at(p, array), r.choice((" = ", " += "))]
                + self.expression(inside, 1)
                + values
            )
        body = [Statement(pieces)]
        if other:
            body.append(Statement([other + "++"]))
        if not bumped:
            body.append(Statement([p + "++" if stride == "1" else "%s += %s" % (p, stride)]))
        relation = r.choice(("<", "<", "<", "!=" if stride == "1" else "<"))
        return before + [Loop("", "", "%s %s %s" % (p, relation, end), "", body, "while")]

    def row_name(self):
        self.row_count += 1
        return "w%d" % (self.row_count - 1)

    def pointer(self, name, declared, array, offset):
        """A pointer into an array, declared where it is set or at the head of the function."""
        if self.is_hoisted:
            self.pointers.append("%s%s;" % (declared, name))
        return Row(name, declared, array, offset, self.is_hoisted)

    def switch(self):
        """An invariant condition on a parameter that is no size."""
        if "flag" not in self.extra_sizes:
            self.extra_sizes.append("flag")
        return self.random.choice(
            ("flag", "!flag", "flag & 1", "flag == 2", "flag > 0", "flag != 1")
        )
