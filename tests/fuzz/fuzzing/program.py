"""A generated function as a tree, and its two C texts: the one that acc-delin reads, and one that records its addresses."""
import copy
import random
import re
from dataclasses import dataclass, field


@dataclass
class Access:
    """`array[index]`, or `row[index]` for a row pointer of that array."""

    array: str
    index: str
    row: str = ""
    spelled: str = (
        ""  # what the program says instead: a macro, a call of an accessor, pointer arithmetic
    )
    inside: str = ""  # the accessor's own condition; 0 where it does not hold

    def text(self, record):
        if not record:
            return self.spelled or "%s[%s]" % (self.row or self.array, self.index)
        touched = "(*touch_%s(%s))" % (
            self.array,
            "%s + (long)(%s)" % (self.row, self.index) if self.row else "(long)(%s)" % self.index,
        )
        return "((%s) ? %s : 0)" % (self.inside, touched) if self.inside else touched


@dataclass
class Bump:
    """`*p++` and its kin: the element at a row pointer that moves."""

    array: str
    row: str
    before: str = ""
    after: str = "++"

    def text(self, record):
        moved = self.before + self.row + self.after
        return "(*touch_%s(%s))" % (self.array, moved) if record else "*" + moved


@dataclass
class Gather:
    """`array[index]` where data make the index, from `first` to `last`; the recorder looks at both ends."""

    array: str
    index: list
    first: int
    last: int

    def text(self, record):
        index = text_of(self.index, record)
        if not record:
            return "%s[%s]" % (self.array, index)
        return "((void)(%s), *touch_%s(%d) + *touch_%s(%d))" % (
            index,
            self.array,
            self.first,
            self.array,
            self.last,
        )


@dataclass
class Choice:
    """`condition ? a : b` over data; the recorder looks at both sides."""

    condition: list
    a: list
    b: list

    def text(self, record):
        parts = [text_of(p, record) for p in (self.condition, self.a, self.b)]
        return ("((%s) + (%s) + (%s))" if record else "(%s ? %s : %s)") % tuple(parts)


def text_of(pieces, record):
    return "".join(p if isinstance(p, str) else p.text(record) for p in pieces)


@dataclass
class Statement:
    pieces: list

    def lines(self, record):
        return [text_of(self.pieces, record) + ";"]


@dataclass
class Row:
    """A pointer into an array: `const float *r0 = A + offset;` at the head of a body."""

    name: str
    declared: str
    array: str
    offset: str
    is_hoisted: bool = False  # declared at the head of the function

    def lines(self, record):
        return [
            "long %s = place((long)(%s));" % (self.name, self.offset)
            if record
            else "%s%s = %s + %s;"
            % ("" if self.is_hoisted else self.declared, self.name, self.array, self.offset)
        ]


@dataclass
class If:
    """`affine && data`; either may be empty. The recorder takes both sides of a condition over data."""

    affine: str
    data: list
    then: list
    otherwise: list = field(default_factory=list)

    def lines(self, record):
        then, otherwise = block(self.then, record), block(self.otherwise, record)
        if record and self.data:
            inner = ["(void)(%s);" % text_of(self.data, record)] + then
            return (
                ["if (%s) {" % (self.affine or "1")]
                + indent(inner)
                + ["}", "{"]
                + indent(otherwise)
                + ["}"]
            )
        conditions = [c for c in (self.affine, text_of(self.data, record)) if c]
        out = ["if (%s) {" % " && ".join(conditions)] + indent(then) + ["}"]
        return out + (["else {"] + indent(otherwise) + ["}"] if otherwise else [])


@dataclass
class Loop:
    variable: str
    first: str
    condition: str
    step: str
    body: list
    form: str = "for"  # "while", "do" (behind a check of the first iteration), "infor" (declares its variable)
    # a "while" without variable starts where it is
    type: str = "int"  # of the variable, for "infor"

    def lines(self, record):
        body = (["tick();"] if record else []) + block(self.body, record)
        start = "%s = %s" % (self.variable, self.first)
        if self.form == "while":
            step = [self.step + ";"] if self.step else []
            return (
                ([start + ";"] if self.variable else [])
                + ["while (%s) {" % self.condition]
                + indent(body + step)
                + ["}"]
            )
        if self.form == "do":
            return (
                [start + ";", "if (%s)" % self.condition, "    do {"]
                + indent(indent(body + [self.step + ";"]))
                + ["    } while (%s);" % self.condition]
            )
        declared = self.type + " " if self.form == "infor" else ""
        return (
            ["for (%s%s; %s; %s) {" % (declared, start, self.condition, self.step)]
            + indent(body)
            + ["}"]
        )


@dataclass
class Leave:
    """`if (affine) continue;`"""

    condition: str
    how: str = "continue"

    def lines(self, record):
        return ["if (%s) {" % self.condition, "    %s;" % self.how, "}"]


def block(nodes, record):
    return [line for node in nodes for line in node.lines(record)]


def indent(lines):
    return ["    " + line for line in lines]


@dataclass
class Argument:
    """What the runner of tests/bench needs to know of a parameter."""

    name: str
    element: str
    is_pointer: bool
    is_const: bool = False
    is_restrict: bool = False

    def declared(self):
        return (
            ("const " if self.is_const else "")
            + self.element
            + (" *" + ("__restrict " if self.is_restrict else "") if self.is_pointer else " ")
            + self.name
        )


@dataclass
class Program:
    name: str
    arguments: list
    declarations: list
    body: list
    cases: list  # each a dict size -> value
    seed: int
    wraps: bool  # element arithmetic may overflow int: compiled with -fwrapv
    prelude: str = ""  # macros and accessors before the function
    home: str = ""  # where its sizes live; "": parameters, "number": each is the number that its only case says
    const_home: bool = True
    pointers_declared: list = field(default_factory=list)
    is_c89: bool = False

    def small_cases(self):
        """Sizes for which every access can be listed; none where a nest runs under a condition, which its report leaves out."""
        if any(isinstance(node, If) for node in self.body):
            return []
        if self.home == "number":
            return self.cases
        names = [
            a.name
            for a in self.arguments
            if not a.is_pointer and a.element not in ("float", "double")
        ]
        rng = random.Random(self.seed)
        out = [{name: 4 + 9 * name.startswith("ld") for name in names}]
        out += [
            {name: rng.randint(2, 7) + rng.choice((0, 9)) * name.startswith("ld") for name in names}
            for _ in range(11)
        ]
        for at, case in enumerate(out):
            case.update({name: 1 + at % 2 for name in names if name in ("st", "flag")})
        return out

    def entry(self):
        """The name of what is called: with sizes elsewhere a wrapper puts them there."""
        return "run_" + self.name if self.home else self.name

    def pointers(self):
        return [a for a in self.arguments if a.is_pointer]

    def text(self, record=False):
        numbers = [
            a for a in self.arguments if not a.is_pointer and a.element not in ("float", "double")
        ]
        parameters = [] if record or not self.home else self.home_parameters(numbers)
        for a in self.arguments:
            if record and a.is_pointer and a.name != "out":
                parameters.append("void *unused_%s" % a.name)
            elif record or not self.home or a not in numbers:
                parameters.append(a.declared())
        lines = ["void %s(%s)" % (self.name, ", ".join(parameters)), "{"]
        body = indent(
            self.declarations
            + ([] if record else self.pointers_declared)
            + block(self.body, record)
        )
        if not record and self.home:
            inside = [self.at_home(line, numbers) for line in body]
            return (
                self.at_home(self.prelude, numbers)
                + self.home_declared(numbers)
                + "\n".join(lines + inside + ["}"])
                + "\n"
                + self.wrapper(numbers)
            )
        if not record:
            return self.prelude + "\n".join(lines + body + ["}"]) + "\n"
        names = [a.name for a in self.pointers() if a.name != "out"]
        head = [self.prelude]
        for index, name in enumerate(names):
            element = next(a.element for a in self.arguments if a.name == name)
            head += ["#define touch_%s(x) ((%s *)touch(%d, x))" % (name, element, index)]
        return (
            "\n".join(head + lines + body + ["}"] + ["#undef touch_" + name for name in names])
            + "\n"
        )

    # ---- sizes that are no parameters: in a struct, behind a pointer, in an array, in globals ----

    def held(self, name):
        if self.home == "number":
            element = next(a.element for a in self.arguments if a.name == name)
            return "%d%s" % (
                self.cases[0][name],
                {"unsigned": "u", "long": "L", "size_t": "ul"}.get(element, ""),
            )
        forms = {
            "struct": "s->%s",
            "value": "s.%s",
            "pointer": "(*%s)",
            "global": "%%s_%s" % self.name,
        }
        return forms[self.home] % name

    def reported(self, name):
        """How a report names it."""
        return (
            name
            if self.home in ("", "number")
            else name + "[0]"
            if self.home == "pointer"
            else self.held(name)
        )

    def at_home(self, line, numbers):
        return re.sub(
            r"(?<![\w.>])(%s)\b" % "|".join(n.name for n in numbers),
            lambda m: self.held(m.group(1)),
            line,
        )

    def home_parameters(self, numbers):
        const = "const " if self.const_home else ""
        if self.home == "pointer":
            return ["%s%s *%s" % (const, n.element, n.name) for n in numbers]
        return {
            "struct": ["%sstruct sizes_%s *s" % (const, self.name)],
            "value": ["struct sizes_%s s" % self.name],
        }.get(self.home, [])

    def home_declared(self, numbers):
        if self.home in ("struct", "value"):
            return "struct sizes_%s { %s };\n" % (
                self.name,
                " ".join("%s %s;" % (n.element, n.name) for n in numbers),
            )
        return (
            "".join("%s %s;\n" % (n.element, self.held(n.name)) for n in numbers)
            if self.home == "global"
            else ""
        )

    def wrapper(self, numbers):
        names, setting = [n.name for n in numbers], ""
        first = {"struct": ["&s"], "value": ["s"], "pointer": ["&" + n for n in names]}.get(
            self.home, []
        )
        if self.home in ("struct", "value"):
            setting = "    struct sizes_%s s = {%s};\n" % (self.name, ", ".join(names))
        elif self.home == "global":
            setting = "".join("    %s = %s;\n" % (self.held(n), n) for n in names)
        return "void %s(%s)\n{\n%s    %s(%s);\n}\n" % (
            self.entry(),
            ", ".join(a.declared() for a in self.arguments),
            setting,
            self.name,
            ", ".join(first + [a.name for a in self.arguments if a not in numbers]),
        )


def smaller(program):
    """Programs with one node less, or one branch or loop replaced by what is in it."""

    def variants(nodes):
        for index, node in enumerate(nodes):
            yield nodes[:index] + nodes[index + 1 :]
            for field_name in ("body", "then", "otherwise"):
                inner = getattr(node, field_name, None)
                if not inner:
                    continue
                if isinstance(node, If):
                    yield nodes[:index] + inner + nodes[index + 1 :]
                for changed in variants(inner):
                    other = copy.copy(node)
                    setattr(other, field_name, changed)
                    if changed or field_name == "otherwise":
                        yield nodes[:index] + [other] + nodes[index + 1 :]
            if isinstance(node, If) and node.data and node.affine:
                for affine, data in (("", node.data), (node.affine, [])):
                    yield nodes[:index] + [If(affine, data, node.then, node.otherwise)] + nodes[
                        index + 1 :
                    ]

    for body in variants(program.body):
        other = copy.copy(program)
        other.body = body
        yield other
