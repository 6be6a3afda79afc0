"""A nest of a JSON report, ready to be evaluated: names, loops, statements, accesses and views as functions of values."""
from cexpr import compile_expression


class Unreadable(Exception):
    """The report breaks its own contract; the message says where."""


class View:
    def __init__(self, array):
        self.base, self.kind = array["base"], array["view"]
        self.sizes = [compile_expression(s) for s in array["sizes"]]
        self.origin = [
            compile_expression(o) for o in array.get("origin") or ["0"] * len(self.sizes)
        ]
        if len(self.origin) != len(self.sizes):
            raise Unreadable(
                "%s: %d origins for %d sizes" % (self.base, len(self.origin), len(self.sizes))
            )
        if self.kind == "strided":
            self.strides = [compile_expression(s) for s in array["strides"]]
            self.offset = compile_expression(array.get("offset") or "0")
        elif self.kind == "jagged":
            self.row_start = compile_expression(array["rowStart"])
            self.row_length = compile_expression(array["rowLength"])
        elif self.kind != "array":
            raise Unreadable("%s: view %r" % (self.base, self.kind))

    def holds(self, values, subscripts, index):
        """Whether the identity and the window of the view's kind hold for one access."""
        if self.kind == "strided":
            strides = [s(values) for s in self.strides]
            return (
                len(strides) == len(subscripts)
                and self.offset(values) + sum(s * t for s, t in zip(subscripts, strides)) == index
            )
        if self.kind == "jagged":
            row = dict(values, r=subscripts[0])
            return self.row_start(row) + subscripts[1] == index and 0 <= subscripts[
                1
            ] < self.row_length(row)
        linear = 0
        for subscript, size in zip(subscripts, [1] + [s(values) for s in self.sizes]):
            linear = linear * size + subscript
        return linear == index and all(
            o(values) <= s < o(values) + z(values)
            for s, z, o in zip(subscripts[1:], self.sizes, self.origin)
        )


class Nest:
    """Raises Unreadable or ValueError where the report cannot be read."""

    LIMIT = 4000

    def __init__(self, nest):
        self.id = nest["id"]
        self.parameters = [
            (p["name"], compile_expression(p["value"]))
            for p in nest["parameters"]
            if p.get("value")
        ]
        names = [loop["name"] for loop in nest["loops"]]
        if len(set(names)) != len(names):
            raise Unreadable("loop names are not unique: %s" % ", ".join(names))
        self.loops = {
            l["name"]: [compile_expression(l[k]) for k in ("lower", "upper", "step")]
            for l in nest["loops"]
        }
        self.statements = {
            s["id"]: (s["loops"], compile_expression(s.get("condition", "1")))
            for s in nest["statements"]
        }
        self.accesses = self._accesses(nest["arrays"])
        # What excludes the others, and the accesses in the views that hold then.
        self.versions = [
            (compile_expression(version["when"]), self._accesses(version["arrays"]))
            for version in nest.get("versions") or []
        ]
        self.validity = compile_expression(nest["validity"])

    @staticmethod
    def _accesses(arrays):
        accesses = []
        for array in arrays:
            view = View(array)
            for access in array["accesses"]:
                rank = 2 if view.kind == "jagged" else len(array["sizes"]) + 1
                if len(access["subscripts"]) != rank:
                    raise Unreadable(
                        "%s: %d subscripts for rank %d"
                        % (view.base, len(access["subscripts"]), rank)
                    )
                accesses.append(
                    (
                        view,
                        access["statement"],
                        compile_expression(access["index"]),
                        [compile_expression(s) for s in access["subscripts"]],
                    )
                )
        return accesses

    def complete(self, values):
        """`values` and the parameters that the report gives a value."""
        values = dict(values)
        for name, value in self.parameters:
            values.setdefault(name, value(values))
        return values

    def instances(self, statement, values):
        """The iterations of one statement; OverflowError beyond LIMIT."""
        names, condition = self.statements[statement]
        out = []

        def descend(depth, at):
            if depth == len(names):
                if condition(at):
                    out.append(at)
                    if len(out) > self.LIMIT:
                        raise OverflowError
                return
            lower, upper, step = (part(at) for part in self.loops[names[depth]])
            for value in range(lower, upper, step):
                descend(depth + 1, dict(at, **{names[depth]: value}))

        descend(0, values)
        return out

    def version_at(self, values):
        """The accesses of the version that holds here, or None."""
        return next((accesses for when, accesses in self.versions if when(values)), None)

    def trace(self, values, accesses=None):
        """(addresses, sound): the set of (base, index) touched, and whether all views hold and are injective; those of
        `accesses` when given."""
        addresses, sound, seen, cache = set(), True, {}, {}
        for view, statement, index, subscripts in accesses or self.accesses:
            if statement not in cache:
                cache[statement] = self.instances(statement, values)
            for at in cache[statement]:
                linear = index(at)
                addresses.add((view.base, linear))
                where = tuple(s(at) for s in subscripts)
                sound = (
                    sound
                    and view.holds(at, where, linear)
                    and seen.setdefault((view.base, linear), where) == where
                )
        return addresses, sound
