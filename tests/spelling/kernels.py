"""Twenty kernels as loops and accesses, and twelve ways to write each of them in C."""
import re

# name: parameters, loops (variable and end, outer to inner), statement, accesses (name: array, offset by variable).
# "" is the offset that does not depend on the loops.
KERNELS = {
    "scale": ("int n, int m, float *A", "i:n j:m", "{a} *= 2;", {"a": ("A", {"i": "m", "j": "1"})}),
    "clear": (
        "int n, int m, float *A, int lda",
        "i:n j:m",
        "{a} = 0;",
        {"a": ("A", {"i": "lda", "j": "1"})},
    ),
    "copy": (
        "int n, int m, float *B, int ldb, const float *A, int lda",
        "i:n j:m",
        "{b} = {a};",
        {"b": ("B", {"i": "ldb", "j": "1"}), "a": ("A", {"i": "lda", "j": "1"})},
    ),
    "transpose": (
        "int n, int m, float *B, const float *A",
        "i:n j:m",
        "{b} = {a};",
        {"b": ("B", {"i": "1", "j": "n"}), "a": ("A", {"i": "m", "j": "1"})},
    ),
    "transpose_ld": (
        "int n, int m, double *B, int ldb, const double *A, int lda",
        "j:m i:n",
        "{b} = {a};",
        {"b": ("B", {"i": "1", "j": "ldb"}), "a": ("A", {"i": "lda", "j": "1"})},
    ),
    "add": (
        "int n, int m, float *C, const float *A, const float *B",
        "i:n j:m",
        "{c} = {a} + {b};",
        {
            "c": ("C", {"i": "m", "j": "1"}),
            "a": ("A", {"i": "m", "j": "1"}),
            "b": ("B", {"i": "m", "j": "1"}),
        },
    ),
    "gemm": (
        "int n, int m, int p, float *C, const float *A, const float *B",
        "i:n j:m k:p",
        "{c} += {a}*{b};",
        {
            "c": ("C", {"i": "m", "j": "1"}),
            "a": ("A", {"i": "p", "k": "1"}),
            "b": ("B", {"k": "m", "j": "1"}),
        },
    ),
    "gemm_ld": (
        "int n, int m, int p, double *C, int ldc, const double *A, int lda, const double *B, int ldb",
        "i:n j:m k:p",
        "{c} += {a}*{b};",
        {
            "c": ("C", {"i": "ldc", "j": "1"}),
            "a": ("A", {"i": "lda", "k": "1"}),
            "b": ("B", {"k": "ldb", "j": "1"}),
        },
    ),
    "batch": (
        "int q, int n, int m, int p, float *C, const float *A, const float *B",
        "b:q i:n j:m k:p",
        "{c} += {a}*{b};",
        {
            "c": ("C", {"b": "n*m", "i": "m", "j": "1"}),
            "a": ("A", {"b": "n*p", "i": "p", "k": "1"}),
            "b": ("B", {"b": "p*m", "k": "m", "j": "1"}),
        },
    ),
    "rows": (
        "int n, int m, double *y, const double *A, const double *x",
        "i:n j:m",
        "{y} += {a}*{x};",
        {"y": ("y", {"i": "1"}), "a": ("A", {"i": "m", "j": "1"}), "x": ("x", {"j": "1"})},
    ),
    "columns": (
        "int n, int m, double *y, const double *A, const double *x",
        "i:n j:m",
        "{y} += {a}*{x};",
        {"y": ("y", {"j": "1"}), "a": ("A", {"i": "m", "j": "1"}), "x": ("x", {"i": "1"})},
    ),
    "column_sums": (
        "int n, int m, double *y, const double *A",
        "j:m i:n",
        "{y} += {a};",
        {"y": ("y", {"j": "1"}), "a": ("A", {"i": "m", "j": "1"})},
    ),
    "outer": (
        "int n, int m, float *A, int lda, const float *x, const float *y",
        "i:n j:m",
        "{a} += {x}*{y};",
        {"a": ("A", {"i": "lda", "j": "1"}), "x": ("x", {"i": "1"}), "y": ("y", {"j": "1"})},
    ),
    "row_scale": (
        "int n, int m, float *A, const float *d",
        "i:n j:m",
        "{a} *= {d};",
        {"a": ("A", {"i": "m", "j": "1"}), "d": ("d", {"i": "1"})},
    ),
    "copy3": (
        "int n, int m, int p, float *B, const float *A",
        "i:n j:m k:p",
        "{b} = {a};",
        {
            "b": ("B", {"i": "m*p", "j": "p", "k": "1"}),
            "a": ("A", {"i": "m*p", "j": "p", "k": "1"}),
        },
    ),
    "permute3": (
        "int n, int m, int p, float *B, const float *A",
        "i:n j:m k:p",
        "{b} = {a};",
        {
            "b": ("B", {"k": "n*m", "i": "m", "j": "1"}),
            "a": ("A", {"i": "m*p", "j": "p", "k": "1"}),
        },
    ),
    "pixels": (
        "int h, int w, int n, int stride, float *s",
        "y:h x:w k:n",
        "{s} *= 3;",
        {"s": ("s", {"y": "stride", "x": "n", "k": "1"})},
    ),
    "turned_pixels": (
        "int h, int w, int n, int stride, float *d, const float *s",
        "y:h x:w k:n",
        "{d} = {s};",
        {
            "d": ("d", {"x": "h*n", "y": "n", "k": "1"}),
            "s": ("s", {"y": "stride", "x": "n", "k": "1"}),
        },
    ),
    "last_channel": (
        "int h, int w, int n, int stride, float *s",
        "y:h x:w k:n - 1",
        "{s} += {t};",
        {
            "s": ("s", {"y": "stride", "x": "n", "k": "1"}),
            "t": ("s", {"y": "stride", "x": "n", "": "n - 1"}),
        },
    ),
    "neighbour": (
        "int n, int m, float *B, const float *A",
        "i:n j:m - 1",
        "{b} = {a} + {c};",
        {
            "b": ("B", {"i": "m", "j": "1"}),
            "a": ("A", {"i": "m", "j": "1"}),
            "c": ("A", {"i": "m", "j": "1", "": "1"}),
        },
    ),
}


class Kernel:
    def __init__(self, name):
        self.name = name
        self.parameters, loops, self.statement, self.accesses = KERNELS[name]
        self.loops = [tuple(part.split(":")) for part in re.split(r" (?=\w+:)", loops)]
        self.inner = self.loops[-1][0]

    def element(self, array):
        """The type of its elements as a pointer to it is declared."""
        return re.search(r"((?:const )?\w+) \*%s\b" % array, self.parameters).group(1)

    @staticmethod
    def term(variable, stride):
        if variable == "":
            return stride
        return variable if stride == "1" else "%s*%s" % (variable, stride)

    def index(self, access, without=()):
        terms = [self.term(v, s) for v, s in self.accesses[access][1].items() if v not in without]
        return " + ".join(terms) or "0"

    def body(self, place, statement=None):
        return (statement or self.statement).format(**{name: place(name) for name in self.accesses})

    def plain(self, name):
        return "%s[%s]" % (self.accesses[name][0], self.index(name))

    def function(self, spelling, declarations, text):
        return "void %s_%s(%s)\n{\n%s%s}\n" % (
            self.name,
            spelling,
            self.parameters,
            declarations,
            text,
        )

    def nest(
        self,
        innermost,
        head="for ({v} = 0; {v} < {e}; {v}++)",
        before=None,
        after=None,
        opens="",
        closes="",
    ):
        """Loops around `innermost`; `before` and `after`: text in the body of a loop, by its variable."""
        text = innermost
        for variable, end in reversed(self.loops):
            text = "%s%s%s" % (
                (before or {}).get(variable, ""),
                text,
                (after or {}).get(variable, ""),
            )
            text = "%s%s {\n%s%s}\n" % (
                opens.format(v=variable, e=end),
                head.format(v=variable, e=end),
                text,
                closes.format(v=variable),
            )
        return text

    def counters(self):
        return "int %s;\n" % ", ".join(v for v, _ in self.loops)

    def walk(self, kind):
        """Each access as a pointer, or as a counter of its own, that starts in each row and steps with the inner loop."""
        declarations, starts, steps, places = self.counters(), "", "", {}
        for name, (array, strides) in self.accesses.items():
            start = self.index(name, without=(self.inner,))
            stride = strides.get(self.inner)
            if kind == "pointer":
                declarations += "%s *%s_;\n" % (self.element(array), name)
                starts += "%s_ = %s + %s;\n" % (name, array, start)
                places[name] = "*%s_" % name
            else:
                declarations += "int %s_;\n" % name
                starts += "%s_ = %s;\n" % (name, start)
                places[name] = "%s[%s_]" % (array, name)
            if stride:
                steps += "%s_ += %s;\n" % (name, stride)
        before, inner = {}, self.body(places.get) + "\n" + steps
        if len(self.loops) > 1:
            outer = self.loops[-2][0]
            before[outer] = starts
            starts = ""
        text = inner
        for variable, end in reversed(self.loops):
            text = "for (%s = 0; %s < %s; %s++) {\n%s}\n" % (
                variable,
                variable,
                end,
                variable,
                text,
            )
            position = [v for v, _ in self.loops].index(variable)
            if position and self.loops[position - 1][0] in before:
                text = before[self.loops[position - 1][0]] + text
        return declarations, starts + text

    def through(self, kind, head="for ({v} = 0; {v} < {e}; {v}++)", opens="", closes="", counts=""):
        """Each access as a pointer, or a counter, that walks through all rows: what is left of a row is added at its end."""
        declarations, starts, places = self.counters(), "", {}
        after = {v: "" for v, _ in self.loops}
        for name, (array, strides) in self.accesses.items():
            if kind == "pointer":
                declarations += "%s *%s_ = %s + %s;\n" % (
                    self.element(array),
                    name,
                    array,
                    strides.get("", "0"),
                )
                places[name] = "*%s_" % name
            else:
                declarations += "int %s_ = %s;\n" % (name, strides.get("", "0"))
                places[name] = "%s[%s_]" % (array, name)
            for position, (variable, _) in enumerate(self.loops):
                rest = strides.get(variable, "0")
                if position + 1 < len(self.loops):
                    inner, end = self.loops[position + 1]
                    if inner in strides:
                        rest += " - (%s)*(%s)" % (end, strides[inner])
                if rest != "0":
                    after[variable] += "%s_ += %s;\n" % (name, rest)
        return declarations + counts, self.nest(
            self.body(places.get) + "\n", head, after=after, opens=opens, closes=closes
        )


def spellings(name):
    """The kernel as C functions, by the spelling: the first is the one that the others are compared with."""
    k = Kernel(name)
    result = {}
    plain = k.body(k.plain) + "\n"
    result["index"] = k.function("index", k.counters(), k.nest(plain))
    result["while"] = k.function(
        "while",
        k.counters(),
        k.nest(plain, "while ({v} < {e})", opens="{v} = 0;\n", closes="{v}++;\n"),
    )
    rows, declarations = {}, k.counters()
    places = {}
    for access, (array, strides) in k.accesses.items():
        declarations += "%s *%s_;\n" % (k.element(array), access)
        rows[access] = "%s_ = %s + %s;\n" % (access, array, k.index(access, without=(k.inner,)))
        stride = strides.get(k.inner)
        places[access] = "%s_[%s]" % (access, k.term(k.inner, stride) if stride else "0")
    result["rows"] = k.function(
        "rows",
        declarations,
        k.nest(k.body(places.get) + "\n", before={}).replace(
            "for (%s = 0;" % k.inner, "".join(rows.values()) + "for (%s = 0;" % k.inner
        ),
    )
    result["pointer"] = k.function("pointer", *k.walk("pointer"))
    result["counters"] = k.function("counters", *k.walk("counter"))
    macros, at = "", {}
    for access, (array, strides) in k.accesses.items():
        variables = [v for v in strides if v]
        text = " + ".join(
            "(%s)" % (v or s) if not v or s == "1" else "(%s)*(%s)" % (v, s)
            for v, s in strides.items()
        )
        macros += "#define AT_%s(%s) %s[%s]\n" % (access, ", ".join(variables), array, text)
        at[access] = "AT_%s(%s)" % (access, ", ".join(variables))
    macros += "#define EACH(v, end) for ((v) = 0; (v) < (end); (v)++)\n"
    undo = re.sub(r"#define (\w+).*", r"#undef \1", macros)
    result["macros"] = (
        macros
        + k.function("macros", k.counters(), k.nest(k.body(at.get) + "\n", "EACH({v}, {e})"))
        + undo
    )
    inner, end = k.loops[-1]
    text = k.nest("@\n")
    head = "for (%s = 0; %s < %s; %s++) {\n@\n}" % (inner, inner, end, inner)
    four = ""
    for step in range(4):

        def place(access, step=step):
            array, strides = k.accesses[access]
            shifted = {v: s for v, s in strides.items()}
            terms = [
                ("(%s + %d)" % (v, step) if v == inner and step else v)
                if s == "1" and v
                else "(%s + %d)*%s" % (v, step, s)
                if v == inner and step
                else k.term(v, s)
                for v, s in shifted.items()
            ]
            return "%s[%s]" % (array, " + ".join(terms) or "0")

        four += k.body(place) + "\n"
    unrolled = "for (%s = 0; %s + 3 < %s; %s += 4) {\n%s}\nfor (; %s < %s; %s++) {\n%s}" % (
        inner,
        inner,
        end,
        inner,
        four,
        inner,
        end,
        inner,
        plain,
    )
    result["unrolled"] = k.function("unrolled", k.counters(), text.replace(head, unrolled))
    at = "".join("int %s_ = %s;\n" % (a, k.index(a)) for a in k.accesses)
    result["named"] = k.function(
        "named",
        k.counters(),
        k.nest(
            at + k.body(lambda a: "%s[%s_]" % (k.accesses[a][0], a)) + "\n",
            "for ({v} = 0; {v} <= {e} - 1; ++{v})",
        ),
    )
    result["through"] = k.function("through", *k.through("pointer"))
    result["through_counters"] = k.function("through_counters", *k.through("counter"))
    result["countdown"] = k.function(
        "countdown", *k.through("pointer", "for ({v} = {e}; {v} > 0; {v}--)")
    )
    result["countdown_while"] = k.function(
        "countdown_while",
        *k.through("pointer", "while ({v} > 0)", opens="{v} = {e};\n", closes="{v}--;\n"),
    )
    return result
