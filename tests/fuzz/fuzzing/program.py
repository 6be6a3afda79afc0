"""A generated function as a tree, and its two C texts: the one that acc-delin reads, and one that records its addresses."""
import copy
from dataclasses import dataclass, field


@dataclass
class Access:
    """`array[index]`, or `row[index]` for a row pointer of that array."""
    array: str
    index: str
    row: str = ""

    def text(self, record):
        if record:
            return "(*touch_%s(%s))" % (self.array, "%s + (long)(%s)" % (self.row, self.index) if self.row else
                                        "(long)(%s)" % self.index)
        return "%s[%s]" % (self.row or self.array, self.index)


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

    def lines(self, record):
        return ["long %s = (long)(%s);" % (self.name, self.offset) if record else
                "%s%s = %s + %s;" % (self.declared, self.name, self.array, self.offset)]


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
            return ["if (%s) {" % (self.affine or "1")] + indent(inner) + ["}", "{"] + indent(otherwise) + ["}"]
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
    is_while: bool = False

    def lines(self, record):
        body = (["tick();"] if record else []) + block(self.body, record)
        if self.is_while:
            return ["%s = %s;" % (self.variable, self.first), "while (%s) {" % self.condition] + \
                indent(body + [self.step + ";"]) + ["}"]
        return ["for (%s = %s; %s; %s) {" % (self.variable, self.first, self.condition, self.step)] + indent(body) + ["}"]


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


@dataclass
class Program:
    name: str
    arguments: list
    declarations: list
    body: list
    cases: list            # each a dict size -> value
    seed: int
    wraps: bool            # element arithmetic may overflow int: compiled with -fwrapv

    def pointers(self):
        return [a for a in self.arguments if a.is_pointer]

    def text(self, record=False):
        parameters = []
        for a in self.arguments:
            if record and a.is_pointer and a.name != "out":
                parameters.append("void *unused_%s" % a.name)
                continue
            parameters.append(("const " if a.is_const else "") + a.element +
                              (" *" + ("__restrict " if a.is_restrict else "") if a.is_pointer else " ") + a.name)
        lines = ["void %s(%s)" % (self.name, ", ".join(parameters)), "{"]
        lines += indent(self.declarations + block(self.body, record)) + ["}"]
        if not record:
            return "\n".join(lines) + "\n"
        names = [a.name for a in self.pointers() if a.name != "out"]
        head = []
        for index, name in enumerate(names):
            element = next(a.element for a in self.arguments if a.name == name)
            head += ["#define touch_%s(x) ((%s *)touch(%d, x))" % (name, element, index)]
        return "\n".join(head + lines + ["#undef touch_" + name for name in names]) + "\n"


def smaller(program):
    """Programs with one node less, or one branch or loop replaced by what is in it."""
    def variants(nodes):
        for index, node in enumerate(nodes):
            yield nodes[:index] + nodes[index + 1:]
            for field_name in ("body", "then", "otherwise"):
                inner = getattr(node, field_name, None)
                if not inner:
                    continue
                if isinstance(node, If):
                    yield nodes[:index] + inner + nodes[index + 1:]
                for changed in variants(inner):
                    other = copy.copy(node)
                    setattr(other, field_name, changed)
                    if changed or field_name == "otherwise":
                        yield nodes[:index] + [other] + nodes[index + 1:]
            if isinstance(node, If) and node.data and node.affine:
                for affine, data in (("", node.data), (node.affine, [])):
                    yield nodes[:index] + [If(affine, data, node.then, node.otherwise)] + nodes[index + 1:]
    for body in variants(program.body):
        other = copy.copy(program)
        other.body = body
        yield other
