"""What the logic of a nest computes: expressions, recorded as trees and turned into the library's
own later, when parameters have values and names are known."""
import enum
import numbers
import operator

from ._names import c_name
from ._program import NotSupported, Refused


class ScalarType(enum.Enum):
    bool = "bool"
    int8 = "int8"
    int16 = "int16"
    int32 = "int32"
    int64 = "int64"
    uint8 = "uint8"
    uint16 = "uint16"
    uint32 = "uint32"
    uint64 = "uint64"
    float16 = "float16"
    float32 = "float32"
    float64 = "float64"
    bfloat16 = "bfloat16"
    index = "index"

    @property
    def is_floating(self):
        return self.value.startswith(("float", "bfloat"))


def type_name(type):
    """As the library names it."""
    if type is ScalarType.bfloat16:
        raise NotSupported("bfloat16: C compilers have no arithmetic of it")
    return "int64" if type is ScalarType.index else type.value


class Role(enum.Enum):
    INPUT = "input"
    INPUT_OUTPUT = "input_output"
    OUTPUT = "output"
    CONST = "const"
    TEMP = "temp"


class Unbound(Exception):
    """A parameter that has no value yet."""


class Value:
    """A part of an expression. Operators record an Operation."""

    __hash__ = object.__hash__

    def _of(op, swapped=False):
        def record(self, other):
            return Operation(op, (other, self) if swapped else (self, other))

        return record

    __add__, __radd__ = _of("+"), _of("+", True)
    __sub__, __rsub__ = _of("-"), _of("-", True)
    __mul__, __rmul__ = _of("*"), _of("*", True)
    __truediv__, __rtruediv__ = _of("/"), _of("/", True)
    __floordiv__, __rfloordiv__ = _of("//"), _of("//", True)
    __mod__, __rmod__ = _of("%"), _of("%", True)
    __pow__, __rpow__ = _of("**"), _of("**", True)
    __and__, __rand__ = _of("&"), _of("&", True)
    __or__, __ror__ = _of("|"), _of("|", True)
    __xor__, __rxor__ = _of("^"), _of("^", True)
    __lshift__, __rlshift__ = _of("<<"), _of("<<", True)
    __rshift__, __rrshift__ = _of(">>"), _of(">>", True)
    __lt__, __le__, __gt__, __ge__ = _of("<"), _of("<="), _of(">"), _of(">=")
    __eq__, __ne__ = _of("=="), _of("!=")
    del _of

    def __neg__(self):
        return Operation("neg", (self,))

    def __invert__(self):
        return Operation("~", (self,))

    def __abs__(self):
        return Operation("abs", (self,))


class Operation(Value):
    def __init__(self, op, operands):
        self.op, self.operands = op, operands

    def __bool__(self):
        if self.op in ("==", "!="):  # what dictionaries and `in` ask
            return (self.operands[0] is self.operands[1]) == (self.op == "==")
        raise TypeError(
            "a condition on values of the nest is not known while the nest is being described"
        )


class Index(Value):
    """A loop of a nest, or a dimension of a schedule. Equal only to itself."""

    __hash__ = object.__hash__

    def __init__(self, name="i", parent=None):
        self.name, self.parent = name, parent

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __repr__(self):
        return "Index(%s)" % self.name


class DelayedParameter(Value):
    """A placeholder for a value that Package.add gives."""

    def __init__(self, name="P"):
        self.name = name

    def __repr__(self):
        return "Parameter(%s)" % self.name


class Scalar(Value):
    """One number: an argument that the logic reads, or assigns by `.value =`; with a value, a
    constant."""

    def __init__(self, element_type=ScalarType.float32, value=None, name=None, role=None):
        from ._names import assigned_names

        found = name or assigned_names()
        self.name = found if isinstance(found, str) else "scalar"
        self.element_type, self._value, self.role = element_type, value, role

    @property
    def value(self):
        return self

    @value.setter
    def value(self, value):
        Trace.record("=", self, value)

    def set(self, value):
        self.value = value


class Dimension(Value):
    """A size that is known when the code runs. One with the role OUTPUT is computed by the
    function, from scalars and other dimensions, and given back: `N.value = ...`."""

    def __init__(self, role=Role.INPUT, name="n", value=None):
        self.role, self.name, self._value = role, name, value

    @property
    def value(self):
        return self if self._value is None else self._value

    @value.setter
    def value(self, value):
        if self.role is not Role.OUTPUT:
            raise Refused(
                "dimension %s is an input: only those with the role OUTPUT have a value"
                % self.name,
                "invalid-schedule",
            )
        self._value = value

    def set(self, value):
        self.value = value

    def __repr__(self):
        return "Dimension(%s)" % self.name


class Element(Value):
    """An element of an array: a value, and what an assignment changes."""

    def __init__(self, view, subscripts):
        self.view, self.subscripts = view, subscripts

    def _updated(op):
        def record(self, other):
            return Update(op, self, other)

        return record

    __iadd__, __isub__, __imul__, __itruediv__ = map(_updated, ("+=", "-=", "*=", "/="))
    del _updated


class Update(Operation):
    """`element op= value`, on its way to be assigned to the same element."""

    def __init__(self, op, element, value):
        super().__init__(op[:-1], (element, value))
        self.update = op


class Trace:
    """What a logic function does when it is called once: assignments, in order."""

    current = None

    def __init__(self):
        self.assignments = []

    @staticmethod
    def record(op, target, value):
        if Trace.current is None:
            raise Refused(
                "%s is assigned outside of the logic of a nest"
                % getattr(target, "name", "an element"),
                "invalid-schedule",
            )
        if isinstance(value, Update) and op == "=":
            element, other = value.operands
            if isinstance(element, Scalar) and element is target:
                op, value = value.update, other
            elif (
                isinstance(element, Element)
                and isinstance(target, Element)
                and element.view is target.view
            ):
                op, value = value.update, other
        Trace.current.assignments.append((op, target, value))

    def of(self, logic):
        before, Trace.current = Trace.current, self
        try:
            logic()
        finally:
            Trace.current = before
        return self


_FOLDED = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "neg": operator.neg,
    "~": operator.invert,
    "abs": abs,
    "max": max,
    "min": min,
}
_COMPARISONS = {"<", "<=", ">", ">=", "==", "!=", "logical_and", "logical_or", "logical_not"}
_INTEGERS_ONLY = {"&", "|", "^", "<<", ">>", "%"}
_FLOATING = (ScalarType.float16, ScalarType.float32, ScalarType.float64)


class Context:
    """One reading of a nest: values of its parameters, and names of everything in its C."""

    def __init__(self, parameters=None):
        self.parameters = parameters or {}
        self.used = set()
        self.named = {}  # by identity: (object, name)
        self.arrays = {}  # name: as the library reads it
        self.objects = {}  # name: the Array or Scalar
        self.written = set()  # identities of the scalars that the logic assigns
        self.arguments = set()  # identities of the function's arguments

    def name(self, thing):
        if id(thing) not in self.named:
            self.named[id(thing)] = (thing, c_name(thing.name, self.used))
        return self.named[id(thing)][1]

    def constant(self, value):
        """The number that the value is, whatever runs; None where it is none. Raises Unbound."""
        if isinstance(value, DelayedParameter):
            if value not in self.parameters:
                raise Unbound(value.name)
            return self.constant(self.parameters[value])
        if isinstance(value, Operation):
            operands = [self.constant(one) for one in value.operands]
            if value.op in _FOLDED and None not in operands:
                return _FOLDED[value.op](*operands)
            return None
        if isinstance(value, Value):
            return None
        if hasattr(value, "item") and not isinstance(value, numbers.Number):
            value = value.item()
        if isinstance(value, (bool, int, float)) or isinstance(value, numbers.Real):
            return int(value) if isinstance(value, numbers.Integral) else float(value)
        return None

    def integer(self, value, what, least):
        number = self.constant(value)
        if number is None or number != int(number) or number < least:
            raise Refused("%s must be integers >= %d" % (what, least), "invalid-schedule")
        return int(number)

    def indices(self, value):
        """Of one index, several, or a parameter that stands for them."""
        if isinstance(value, DelayedParameter):
            if value not in self.parameters:
                raise Unbound(value.name)
            value = self.parameters[value]
        if isinstance(value, Index):
            return [value]
        found = [
            self.indices(one)[0] if isinstance(one, (DelayedParameter, Index)) else one
            for one in value
        ]
        if not all(isinstance(one, Index) for one in found):
            raise Refused("an order is made of indices", "invalid-schedule")
        return found

    def affine(self, value):
        """As the library reads sums of multiples of indices and dimensions."""
        number = self.constant(value)
        if number is not None:
            if number != int(number):
                raise Refused(
                    "%r is no integer, as subscripts and sizes are" % number, "invalid-schedule"
                )
            return {"": int(number)}
        if isinstance(value, Index) or isinstance(value, Dimension):
            return {self.name(value): 1}
        if isinstance(value, Operation):
            if value.op == "neg":
                return {name: -factor for name, factor in self.affine(value.operands[0]).items()}
            if value.op in ("+", "-"):
                sum_ = dict(self.affine(value.operands[0]))
                for name, factor in self.affine(value.operands[1]).items():
                    sum_[name] = sum_.get(name, 0) + (factor if value.op == "+" else -factor)
                return {name: factor for name, factor in sum_.items() if factor or not name}
            if value.op == "*":
                for one, other in (value.operands, value.operands[::-1]):
                    factor = self.constant(one)
                    if factor is not None and factor == int(factor):
                        return {name: int(factor) * old for name, old in self.affine(other).items()}
        raise Refused(
            "a subscript or a size is no sum of multiples of indices and dimensions",
            "invalid-schedule",
        )

    def is_affine(self, value):
        try:
            self.affine(value)
            return True
        except Refused:
            return False

    def array(self, array):
        """The name of an array, which is described where it was not before."""
        name = self.name(array)
        if name not in self.arrays:
            self.arrays[name] = array._description(self)
            self.objects[name] = array
        return name

    def scalar_array(self, scalar):
        """A scalar that the logic assigns: memory of one element."""
        name = self.name(scalar)
        role = "input_output" if id(scalar) in self.arguments else "temp"
        self.arrays[name] = {"role": role, "type": type_name(scalar.element_type), "shape": []}
        self.objects[name] = scalar
        return name

    def view(self, view):
        array, steps = view._view(self)
        name = self.array(array)
        return [name, *steps] if steps else name

    def read(self, value):
        if isinstance(value, Scalar):
            return ["read", self.scalar_array(value), []]
        return ["read", self.view(value.view), [self.affine(one) for one in value.subscripts]]

    def floating(self, value):
        """The widest floating-point type in which the value is computed; None of an integer."""
        if isinstance(value, (Element, Scalar)):
            type = value.view.element_type if isinstance(value, Element) else value.element_type
            return type if type in _FLOATING else None
        if (
            not isinstance(value, Operation)
            or value.op in _COMPARISONS
            or value.op in ("floor", "ceil")
        ):
            return None
        if value.op == "cast":
            return value.operands[0] if value.operands[0] in _FLOATING else None
        found = [self.floating(one) for one in value.operands]
        return max((one for one in found if one), key=_FLOATING.index, default=None)

    def expression(self, value, partner=None):
        """As the library reads it. A Python number is of the floating-point type of what it is
        combined with."""
        number = self.constant(value)
        if number is not None:
            return (
                ["number", number] if partner is None else ["number", float(number), partner.value]
            )
        if isinstance(value, Scalar):
            if id(value) in self.written:
                return self.read(value)
            given = self.constant(value._value) if value._value is not None else None
            if given is not None:
                return ["number", given, type_name(value.element_type)]
            return ["scalar", self.name(value), type_name(value.element_type)]
        if isinstance(value, Element):
            return self.read(value)
        if isinstance(value, (Index, Dimension)):
            return ["affine", self.affine(value)]
        if not isinstance(value, Operation):
            raise Refused("%r is no value that a nest can compute" % (value,), "invalid-schedule")
        return self.operation(value)

    def operation(self, value):
        op, operands = value.op, value.operands
        if op == "cast":
            return ["cast", type_name(operands[0]), self.expression(operands[1])]
        if op in ("floor", "ceil"):  # Accera's are int64
            return ["cast", "int64", ["call", op, self.expression(operands[0])]]
        if op == "**" and self.floating(value) is None:
            power = self.constant(operands[1])
            if power is None or power != int(power) or not 1 <= power <= 16:
                raise NotSupported("** of integers: the exponent must be a number from 1 to 16")
            base = product = self.expression(operands[0])
            for _ in range(int(power) - 1):
                product = ["binary", "*", product, base]
            return product
        type = None
        if op not in _INTEGERS_ONLY:
            type = max(
                (t for t in map(self.floating, operands) if t), key=_FLOATING.index, default=None
            )
        parts = [self.expression(one, type) for one in operands]
        if op == "neg":
            return ["unary", "-", *parts]
        if op == "~":
            return ["unary", "~", *parts]
        if op == "**":
            return (
                ["binary", "*", parts[0], parts[0]]
                if self.constant(operands[1]) == 2
                else ["call", "pow", *parts]
            )
        if op == "//":
            return ["call", "floor_divide", *parts]
        if op in _FOLDED and op not in ("abs", "max", "min"):
            return ["binary", op, *parts]
        return ["call", op, *parts]

    def assignment(self, assignment):
        op, target, value = assignment
        if isinstance(value, Update):
            value = Operation(value.op, value.operands)
        partner = self.floating(target) if op != "=" else None
        return [op, self.read(target), self.expression(value, partner)]
