"""Evaluates the C integer expressions of a report over exact integers.

    compiled = compile_expression("i*ldc + (j < m ? 0 : 1)")
    compiled({"i": 2, "ldc": 5, "j": 0, "m": 3})            # 10

Names may be paths ("p->rows", "dims[2]", "n[0]"). `/` and `%` truncate as in C; casts between integer types are
read and ignored, since values are exact. A ValueError tells where an expression cannot be read.
"""
import re

_TOKEN = re.compile(
    r"\s*(?:(?P<number>0[xX][0-9a-fA-F]+|\d+)[uUlL]*"
    r"|(?P<name>[A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[\d+\])*)"
    r"|(?P<op><<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>!?:(),~&|^]))"
)
_TYPE_WORDS = {
    "int",
    "long",
    "short",
    "char",
    "unsigned",
    "signed",
    "const",
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "int32_t",
    "int64_t",
    "uint32_t",
    "uint64_t",
    "__int128",
    "__int128_t",
}
_LEVELS = [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!="],
    ["<", ">", "<=", ">="],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
]


def _quotient(a, b):
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def _remainder(a, b):
    return a - b * _quotient(a, b)


_FUNCTIONS = {
    "min": min,
    "max": max,
    "floord": lambda a, b: a // b,
    "mod": lambda a, b: a % abs(b),
    "abs": abs,
}
_ENVIRONMENT = {
    "__builtins__": {},
    "_q": _quotient,
    "_r": _remainder,
    "bool": bool,
    "int": int,
    **{"_f_" + name: f for name, f in _FUNCTIONS.items()},
}


class _Parser:
    """Recursive descent; each method returns the text of a Python expression over the dictionary `e`."""

    def __init__(self, text):
        self.text, self.tokens, self.at = text, [], 0
        position = 0
        while position < len(text.rstrip()):
            match = _TOKEN.match(text, position)
            if not match:
                raise ValueError("cannot read %r at %d" % (text, position))
            self.tokens.append((match.lastgroup, match.group(match.lastgroup)))
            position = match.end()

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self, op):
        if self.peek() == ("op", op):
            self.at += 1
            return True
        return False

    def expect(self, op):
        if not self.take(op):
            raise ValueError("%r expected in %r before %r" % (op, self.text, self.peek()[1]))

    def conditional(self):
        condition = self.binary(0)
        if not self.take("?"):
            return condition
        then = self.conditional()
        self.expect(":")
        return "(%s if %s else %s)" % (then, condition, self.conditional())

    def binary(self, level):
        if level == len(_LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        if self.peek() in (("op", "&&"), ("op", "||")) and self.peek()[1] in _LEVELS[level]:
            op, operands = self.peek()[1], [
                left
            ]  # a long chain side by side: Python nests no deeper than 200
            while self.take(op):
                operands.append(self.binary(level + 1))
            joined = (" and " if op == "&&" else " or ").join(
                "bool(%s)" % operand for operand in operands
            )
            return "int(%s)" % joined
        while self.peek()[0] == "op" and self.peek()[1] in _LEVELS[level]:
            op = self.peek()[1]
            self.at += 1
            right = self.binary(level + 1)
            if op in ("/", "%"):
                left = "_%s(%s, %s)" % ("q" if op == "/" else "r", left, right)
            elif op in ("==", "!=", "<", ">", "<=", ">="):
                left = "int(%s %s %s)" % (left, op, right)
            else:
                left = "(%s %s %s)" % (left, op, right)
        return left

    def unary(self):
        kind, value = self.peek()
        self.at += 1
        if kind == "op" and value in "+-~":
            return "(%s%s)" % (value, self.unary())
        if kind == "op" and value == "!":
            return "int(not %s)" % self.unary()
        if kind == "op" and value == "(":
            end = self.at
            while (
                end < len(self.tokens)
                and self.tokens[end][0] == "name"
                and self.tokens[end][1] in _TYPE_WORDS
            ):
                end += 1
            if end > self.at and end < len(self.tokens) and self.tokens[end] == ("op", ")"):
                self.at = end + 1
                return self.unary()
            inner = self.conditional()
            self.expect(")")
            return inner
        if kind == "number":
            return str(int(value, 0) if value.lower().startswith("0x") else int(value))
        if kind == "name" and self.take("("):
            arguments = []
            while not self.take(")"):
                arguments.append(self.conditional())
                if self.peek() != ("op", ")"):
                    self.expect(",")
            if value not in _FUNCTIONS:
                raise ValueError("unknown function %s in %r" % (value, self.text))
            if len(arguments) != (1 if value == "abs" else 2) and value not in ("min", "max"):
                raise ValueError("wrong number of arguments of %s in %r" % (value, self.text))
            return "_f_%s(%s)" % (value, ", ".join(arguments))
        if kind == "name":
            return "e[%r]" % value
        raise ValueError("unexpected %r in %r" % (value or "end", self.text))


def compile_expression(text):
    """A function from a dictionary of values to the expression's value."""
    parser = _Parser(text)
    body = parser.conditional()
    if parser.at != len(parser.tokens):
        raise ValueError("%r is left over in %r" % (parser.peek()[1], text))
    return eval("lambda e: " + body, dict(_ENVIRONMENT))


def _self_test():
    def value(text, **names):
        return compile_expression(text)(names)

    assert value("a*(b+1) - -2", a=3, b=4) == 17
    assert value("n >= 1 && (m <= p || !q)", n=1, m=5, p=4, q=0) == 1
    assert value("(long)i*n + j", i=2, n=5, j=1) == 11
    assert (
        value("-7/2") == -3
        and value("-7%2") == -1
        and value("floord(-7, 2)") == -4
        and value("mod(-7, 2)") == 1
    )
    assert (
        compile_expression("a->cols*i + (x<y?x:y) + d[2]")(
            {"a->cols": 7, "i": 2, "x": 4, "y": 3, "d[2]": 1}
        )
        == 18
    )
    assert (
        value("1 << 3 >> 1") == 4
        and value("min(3, 1, 2)") == 1
        and value("a < b == 1", a=1, b=2) == 1
    )
    for broken in ("a +", "f(1)", "a b", "(a", "floord(1)", "a $ b"):
        try:
            compile_expression(broken)
        except ValueError:
            continue
        raise AssertionError(broken)


if __name__ == "__main__":
    _self_test()
    print("1 passed, 0 failed")
