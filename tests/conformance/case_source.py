"""Conformance cases and their C: from Python integer expressions, or as somebody wrote it."""
import ast
import json
import re

_OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def expression(text, type_):
    """C text of a Python integer expression. `//` becomes `/`: the cases use it where both agree on what runs."""
    return _c(ast.parse(text, mode="eval").body, type_)


def _c(node, type_):
    if (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Pow)
        and getattr(node.left, "value", None) == 2
    ):
        return "((%s)1 << %s)" % (type_, _c(node.right, type_))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return "(%s %s %s)" % (
            _c(node.left, type_),
            _OPERATORS[type(node.op)],
            _c(node.right, type_),
        )
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return "(-%s)" % _c(node.operand, type_)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return "(%s %s %s)" % (
            _c(node.left, type_),
            _OPERATORS[type(node.ops[0])],
            _c(node.comparators[0], type_),
        )
    if isinstance(node, ast.IfExp):
        return "(%s ? %s : %s)" % tuple(_c(n, type_) for n in (node.test, node.body, node.orelse))
    if isinstance(node, ast.Call) and node.func.id in ("min", "max") and len(node.args) == 2:
        a, b = (_c(n, type_) for n in node.args)
        return "(%s %s %s ? %s : %s)" % (a, "<" if node.func.id == "min" else ">", b, a, b)
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return str(node.value)
    raise ValueError("no C form: %s" % ast.dump(node))


def read_cases(path):
    """The cases of a JSON file, or of a C file in which each starts with a line "// case {...}"; its C is the "text"."""
    if path.suffix == ".json":
        return json.loads(path.read_text())
    return [
        dict(json.loads(head), text=text)
        for head, text in re.findall(
            r"^// case (.*)\n((?:(?!// case ).*\n)*)", path.read_text(), re.M
        )
    ]


def c_source(case, type_, element="double", name="f"):
    """The case as `void NAME(...)` whose parameters and loop variables have the type; every access is `+= 1`. In a case's own text
    T, E and F stand for the type, the element and the name."""
    if "text" in case:
        words = {"T": type_, "E": element, "F": name}
        return re.sub(r"\b(?:[TE]\b|F(?=_|\b))", lambda word: words[word.group()], case["text"])
    bases = list(dict.fromkeys(base for base, *_ in case["accesses"]))
    head = ["%s %s" % (type_, p) for p in case["params"]] + [
        "%s *%s" % (element, base) for base in bases
    ]
    lines = ["void %s(%s)" % (name, ", ".join(head)), "{"]
    indent = "    "
    for variable, low, high in case["iters"]:
        lines.append(
            "%sfor (%s %s = %s; %s < %s; %s++)"
            % (
                indent,
                type_,
                variable,
                expression(low, type_),
                variable,
                expression(high, type_),
                variable,
            )
        )
        indent += "    "
    lines.append(indent + "{")
    lines += [
        "%s    %s[%s] += 1;" % (indent, base, expression(index, type_))
        for base, index, *_ in case["accesses"]
    ]
    return "\n".join(lines + [indent + "}", "}", ""])
