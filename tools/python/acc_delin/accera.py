"""Accera's own interface, over the library of acc-delin: `import acc_delin.accera as acc`.

Programs as in Accera's manual run as they are printed. What Accera asks its user to promise is
proved here: an order that changes the result is refused, with two iterations and the element that
both touch. docs/python.md says what Accera has and this does not.
"""
import builtins
import enum
import itertools
import math
import random
import warnings

from . import _package
from ._arrays import Array, Cache, Layout
from ._names import assigned_names
from ._program import AccDelinError, NotSupported, Refused, call, server
from ._target import Target
from ._values import (
    Context,
    DelayedParameter,
    Dimension,
    Element,
    Index,
    Operation,
    Role,
    Scalar,
    ScalarType,
    Trace,
    Unbound,
    Value,
    type_name,
)
from ._package import Package

__all__ = """AccDelinError Array Cache CacheStrategy DelayedParameter Dimension Index
MMAFragmentOp MMASchedulingPolicy MMAShape Nest NotApplied NotSupported Package Plan Refused Role
Scalar ScalarType Schedule FusedSchedule Target Targets abs cast ceil cos cosh create_dimensions
create_parameter_grid create_parameters exp floor fuse inf log log10 log2 logical_and logical_not
logical_or max min round sin sinh sqrt tan tanh""".split()

inf = math.inf
Targets = Target


class NotApplied(UserWarning):
    """A request that would change speed only, and that this library does not follow."""


def _not_applied(what):
    warnings.warn(what + ": not applied; the results are the same", NotApplied, stacklevel=3)


def _names_for(count, found, default):
    names = (found,) if isinstance(found, str) else found or ()
    return names if len(names) == count else tuple(default % k for k in range(count))


def create_dimensions(role=Role.INPUT):
    """As many dimensions as there are names on the left."""
    names = assigned_names()
    if names is None:
        raise RuntimeError(
            "create_dimensions() must be assigned to names: M, N = acc.create_dimensions()"
        )
    if isinstance(names, str):
        return Dimension(role, names)
    return tuple(Dimension(role, name) for name in names)


def create_parameters(count=None):
    """As many parameters as there are names on the left, or as `count` says."""
    names = assigned_names()
    if count is not None:
        return tuple(DelayedParameter(name) for name in _names_for(count, names, "P%d"))
    if names is None:
        raise RuntimeError(
            "create_parameters() must be assigned to names: P0, P1 = acc.create_parameters()"
        )
    if isinstance(names, str):
        return DelayedParameter(names)
    return tuple(DelayedParameter(name) for name in names)


def create_parameter_grid(parameter_choices, filter_func=None, sample=0, seed=None):
    """All combinations of the choices, as dictionaries. Choices that are indices stand for all of
    their orders. The filter takes one tuple of values, or as many arguments as there are
    parameters."""
    parameters = list(parameter_choices)
    choices = []
    for choice in parameter_choices.values():
        choice = list(choice)
        are_indices = len(choice) > 0 and all(isinstance(one, Index) for one in choice)
        choices.append(list(itertools.permutations(choice)) if are_indices else choice)
    kept = []
    for values in itertools.product(*choices):
        if filter_func is None or _keeps(filter_func, values):
            kept.append(dict(zip(parameters, values)))
    if sample and sample < len(kept):
        kept = random.Random(seed).sample(kept, sample)
    return kept


def _keeps(filter_func, values):
    code = getattr(filter_func, "__code__", None)
    takes_all = code is not None and not code.co_flags & 4 and code.co_argcount == len(values) > 1
    return filter_func(*values) if takes_all else filter_func(values)


# Functions of the logic. Of numbers alone they are Python's own.


def _function(name, plain):
    def function(*operands):
        if any(isinstance(one, Value) for one in operands):
            return Operation(name, operands)
        return plain(*operands)

    function.__name__ = name
    return function


exp, log, log2, log10 = (
    _function(name, getattr(math, name)) for name in ("exp", "log", "log2", "log10")
)
sin, cos, tan, sinh, cosh, tanh, sqrt, floor, ceil = (
    _function(name, getattr(math, name))
    for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "sqrt", "floor", "ceil")
)
abs, max, min, round = (
    _function(one.__name__, one)
    for one in (builtins.abs, builtins.max, builtins.min, builtins.round)
)
logical_and = _function("logical_and", lambda a, b: bool(a and b))
logical_or = _function("logical_or", lambda a, b: bool(a or b))
logical_not = _function("logical_not", lambda a: not a)


def cast(value, type):
    return Operation("cast", (type, value))


# Nests and schedules.


class _Live:
    """A schedule of the library: its handle, and the names of its indices there."""

    def __init__(self, reader, answer, names):
        self.reader, self.handle, self.names = reader, answer["handle"], names
        self.server = server()
        self.take(answer)

    def __del__(self):
        self.server.dropped.append(self.handle)

    def take(self, answer):
        self.order, self.shape = answer["indices"], answer["shape"]

    def name(self, index):
        found = self.names.get(index)
        if found is None or found not in self.order:
            raise Refused("%s is no index of this schedule" % index.name, "invalid-schedule")
        return found


class Nest:
    """Loops from 0 to each size, and what runs in each iteration."""

    def __init__(self, shape, name=None):
        self.shape = tuple(shape) if isinstance(shape, (list, tuple)) else (shape,)
        self.logic, self.name = [], name
        letters = "ijklpqrstuvwxyz"
        self.indices = [
            Index(letters[k] if k < len(letters) else "i%d" % k) for k in range(len(self.shape))
        ]

    def get_indices(self):
        return _handed_out(self.indices, assigned_names())

    def get_shape(self):
        return self.shape

    def iteration_logic(self, logic=None, predicate=None, placement=None):
        if predicate is not None or placement is not None:
            raise NotSupported("predicates and placements of logic: fuse nests of different rank")
        if logic is None:
            return self.iteration_logic
        self.logic.append(logic)
        return logic

    def create_schedule(self):
        return Schedule(self)

    def create_plan(self, target=None):
        return self.create_schedule().create_plan(target)

    def _traced(self):
        return [assignment for logic in self.logic for assignment in Trace().of(logic).assignments]

    def _description(self, reader, traced):
        names = [reader.name(index) for index in self.indices]
        loops = [
            {"index": name, "end": reader.affine(size)} for name, size in zip(names, self.shape)
        ]
        return {"loops": loops, "logic": [reader.assignment(one) for one in traced]}

    def _nests(self):
        return [self]


def _handed_out(indices, names):
    """All of them, with the names that they are assigned to; the only one where it is assigned to
    one name."""
    if names is not None:
        for index, name in zip(indices, (names,) if isinstance(names, str) else names):
            index.name = name
    return indices[0] if len(indices) == 1 and not isinstance(names, tuple) else tuple(indices)


def _read(reader, nests):
    """The assignments of each nest; the reader learns which scalars they change."""
    traced = {nest: nest._traced() for nest in nests}
    for assignments in traced.values():
        reader.written.update(
            id(target) for _, target, _ in assignments if isinstance(target, Scalar)
        )
    return traced


class Schedule:
    """An order of the iterations of a nest. A step that is refused leaves it as it was."""

    def __init__(self, nest):
        self._nest = nest
        self._steps = []  # (method, arguments)
        self._order = list(nest.indices)
        self._live = None
        self._try()

    # A schedule is described by its steps, and made anew for each set of parameters.

    def _nests(self):
        return self._nest._nests()

    def _snapshot(self):
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, _steps=list(self._steps), _order=list(self._order))
        return copy

    def _start(self, reader, traced):
        nest = self._nest._description(reader, traced[self._nest])
        answer = call("schedule", nest=nest, arrays=reader.arrays)
        return _Live(reader, answer, {index: reader.name(index) for index in self._nest.indices})

    def _build(self, reader, traced=None):
        live = self._start(reader, traced if traced is not None else _read(reader, self._nests()))
        for method, arguments in self._steps:
            getattr(self, "_do_" + method)(live, *arguments)
        return live

    def _try(self):
        """The schedule without parameters, if it needs none."""
        try:
            if all(nest.logic for nest in self._nests()):
                self._live = self._build(Context())
        except Unbound:
            self._live = None

    def _step(self, method, *arguments):
        if self._live is None and not self._steps:
            self._try()
        if self._live is not None:
            try:
                getattr(self, "_do_" + method)(self._live, *arguments)
                self._take_order()
            except Unbound:
                self._live = None
        self._steps.append((method, arguments))
        return self._live is not None

    def _take_order(self):
        by_name = {name: index for index, name in self._live.names.items()}
        self._order = [by_name[name] for name in self._live.order]

    @staticmethod
    def _call(live, name, **request):
        answer = call(name, schedule=live.handle, **request)
        live.take(answer)
        return answer["made"]

    def _do_split(self, live, index, size, inner):
        size = live.reader.integer(size, "Split sizes", 1)
        live.names[inner] = self._call(live, "split", index=live.name(index), size=size)

    def _do_pad(self, live, index, size):
        self._call(
            live, "pad", index=live.name(index), size=live.reader.integer(size, "Pad sizes", 0)
        )

    def _do_skew(self, live, index, reference, unroll):
        unroll = live.reader.integer(unroll or 0, "Sizes of unrolled loops", 0)
        self._call(live, "skew", index=live.name(index), by=live.name(reference), unroll=unroll)

    def _do_reorder(self, live, order):
        self._call(
            live, "reorder", order=[live.name(index) for index in live.reader.indices(order)]
        )

    # The steps.

    def split(self, index, size):
        inner = Index(index.name + index.name[-1:], parent=index)
        if not self._step("split", index, size, inner):
            self._order.insert(self._order.index(index) + 1, inner)
        return inner

    def tile(self, sizes, *old):
        if old:
            raise NotSupported("tile(indices, sizes): since Accera 1.2 tile takes a dictionary")
        before = self._snapshot()
        try:
            return tuple(self.split(index, size) for index, size in dict(sizes).items())
        except Refused:
            self.__dict__.update(before.__dict__)
            self._try()
            raise

    def skew(self, index, reference_index, unroll_loops_smaller_than=None):
        self._step("skew", index, reference_index, unroll_loops_smaller_than)

    def pad(self, index, size, _front=True):
        if not _front:
            raise NotSupported("pad at the end: fuse does it where it is needed")
        self._step("pad", index, size)

    def reorder(self, *indices, order=None):
        if order is None:
            order = (
                indices[0] if len(indices) == 1 and not isinstance(indices[0], Index) else indices
            )
        if not self._step("reorder", order) and not isinstance(order, DelayedParameter):
            self._order = list(order)

    def get_indices(self):
        return _handed_out(self._order, assigned_names())

    @property
    def indices(self):
        return tuple(self._order)

    @property
    def shape(self):
        """Iterations of each dimension, empty ones included; None for a size of run time. Beyond
        Accera."""
        if self._live is None:
            raise Refused("the shape depends on parameters", "invalid-schedule")
        return tuple(self._live.shape)

    def size(self, **dimensions):
        """(elements that run something, all elements), at these values of the dimensions. Beyond
        Accera."""
        answer = call("size", schedule=self._live.handle, dimensions=dimensions)
        return answer["real"], answer["slots"]

    def check(self):
        """Raises Refused, with a witness, where the order changes the result. Beyond Accera."""
        if self._live is not None:
            call("check", schedule=self._live.handle)

    def is_valid_loop_order(self, *order):
        order = list(order[0] if len(order) == 1 and not isinstance(order[0], Index) else order)
        if self._live is not None:
            return call(
                "valid_order",
                schedule=self._live.handle,
                order=[self._live.name(one) for one in order],
            )
        return all(one.parent not in order[k:] for k, one in enumerate(order))

    def create_plan(self, target=None):
        return Plan(self, target)


class FusedSchedule(Schedule):
    def __init__(self, parts, partial):
        self._parts, self._partial, self._steps = [part._snapshot() for part in parts], partial, []
        ranks = [len(part._order) for part in self._parts]
        count = builtins.max(ranks) if partial is None else partial
        if (
            not isinstance(count, DelayedParameter)
            and count > builtins.min(ranks)
            and partial is not None
        ):
            raise Refused(
                "fuse: partial must be between 0 and %d, the rank of the shortest part, not %d"
                % (builtins.min(ranks), count),
                "invalid-schedule",
            )
        longest = builtins.max(self._parts, key=lambda part: len(part._order))
        self._fused = [Index(index.name) for index in longest._order[:count]]
        self._fusing = Index("f")
        self._unfused, used = [], set()
        for part in self._parts:
            for index in part._order[count:]:
                self._unfused.append(Index(index.name) if index in used else index)
                used.add(index)
        self._order = [*self._fused, self._fusing, *self._unfused]
        self._live = None
        self._try()

    def _nests(self):
        nests = []
        for part in self._parts:
            nests += [nest for nest in part._nests() if nest not in nests]
        return nests

    def _start(self, reader, traced):
        parts = [part._build(reader, traced) for part in self._parts]
        own = [*self._fused, self._fusing, *self._unfused]
        request = {
            "parts": [part.handle for part in parts],
            "names": [reader.name(index) for index in [*self._fused, self._fusing]],
        }
        if self._partial is not None:
            request["partial"] = reader.integer(self._partial, "partial", 0)
        answer = call("fuse", **request)
        return _Live(
            reader, answer, dict(zip(own, [*answer["fused"], answer["fusing"], *answer["unfused"]]))
        )

    def get_fused_indices(self):
        return tuple(self._fused)

    def get_fusing_index(self):
        return self._fusing

    def get_unfused_indices(self):
        return tuple(self._unfused)


def fuse(schedules, *others, partial=None):
    """One schedule of several: the first `partial` dimensions fused by position, without it all;
    the fusing dimension; the other dimensions of each. The parts stay as they are."""
    parts = tuple(schedules) if isinstance(schedules, (list, tuple)) else (schedules, *others)
    if any(isinstance(part, Plan) for part in parts):
        raise Refused("fuse takes schedules, not plans", "invalid-schedule")
    return FusedSchedule(parts, partial)


# Plans.


class CacheStrategy(enum.Enum):
    BLOCKED = "blocked"
    STRIPED = "striped"


class MMAShape(enum.Enum):
    M16xN16xK4_B1 = 0
    M16xN16xK8_B1 = 1
    M16xN16xK16_B1 = 2
    M32xN32xK2_B1 = 3
    M32xN32xK8_B1 = 4
    M32xN8xK16_B1 = 5
    M8xN32xK16_B1 = 6


class MMASchedulingPolicy(enum.Enum):
    PASS_ORDER = 0
    BLOCK_ORDER = 1


class MMAFragmentOp(enum.Enum):
    NONE = 0
    ReLU = 1
    ReLU_NoConditional = 2
    SET = 3
    SCALE = 4


def _listed(indices):
    return (indices,) if isinstance(indices, (Index, DelayedParameter)) else tuple(indices)


class Plan:
    """A schedule with decisions for one target. Making it refuses an order that changes the
    result."""

    def __init__(self, schedule, target=None):
        self.schedule = schedule._snapshot()
        self.target = target if target is not None else Target.HOST
        self._description = self.target._description()
        self._steps, self._live = [], None
        self.threads = None
        try:
            if all(nest.logic for nest in self.schedule._nests()):
                self._live = self._build(Context())
        except Unbound:
            pass

    def _build(self, reader, traced=None):
        live = self.schedule._build(reader, traced)
        live.plan = call("plan", schedule=live.handle, target=self._description)["handle"]
        for method, arguments in self._steps:
            getattr(self, "_do_" + method)(live, *arguments)
        return live

    def _step(self, method, *arguments):
        if self._live is not None:
            try:
                getattr(self, "_do_" + method)(self._live, *arguments)
            except Unbound:
                self._live = None
        self._steps.append((method, arguments))

    def _do_one(self, live, name, index):
        [index] = live.reader.indices(index)
        call(name, plan=live.plan, index=live.name(index))

    def _do_several(self, live, name, indices, vectorized=()):
        indices = [live.name(one) for each in indices for one in live.reader.indices(each)]
        more = {
            "vectorized": [
                live.name(one) for each in vectorized for one in live.reader.indices(each)
            ]
        }
        call(name, plan=live.plan, indices=indices, **(more if name == "kernelize" else {}))

    def _do_cache(self, live, array, where, value, layout):
        reader = live.reader
        layout = (
            reader.parameters.get(layout, layout)
            if isinstance(layout, DelayedParameter)
            else layout
        )
        if isinstance(layout, DelayedParameter):
            raise Unbound(layout.name)
        if where == "index":
            [value] = reader.indices(value)
            given = {"index": live.name(value)}
        else:
            given = {where: reader.integer(value, "Levels and budgets of caches", 1)}
        name = reader.array(array)
        call(
            "cache",
            plan=live.plan,
            array=name,
            arrays={name: reader.arrays[name]},
            layout=layout.value,
            **given,
        )

    def unroll(self, index):
        self._step("one", "unroll", index)

    def vectorize(self, index):
        self._step("one", "vectorize", index)

    def kernelize(self, unroll_indices, vectorize_indices=None):
        unrolled = _listed(unroll_indices)
        vectorized = _listed(vectorize_indices if vectorize_indices is not None else ())
        if any(one is other for one in unrolled for other in vectorized):
            raise Refused("an index is unrolled or vectorized, not both", "invalid-schedule")
        self._step("several", "kernelize", unrolled, vectorized)

    def parallelize(self, indices, pin=None, policy="static", max_threads=None):
        if policy not in ("static", "dynamic"):
            raise Refused(
                "policy: expected static or dynamic, found %r" % (policy,), "invalid-schedule"
            )
        if max_threads is not None and max_threads <= 0:
            raise Refused("max_threads must be positive", "invalid-schedule")
        if pin is not None:
            _not_applied("parallelize: pin")
        if policy == "dynamic":
            _not_applied("parallelize: the policy dynamic")
        self._step("several", "parallelize", _listed(indices))
        self.threads = max_threads or 0

    def tensorize(
        self,
        indices,
        mma_shape=None,
        use_static_offsets=False,
        num_total_passes=1,
        num_fused_passes=None,
        scheduling_policy=None,
        prologue_op=MMAFragmentOp.NONE,
        epilogue_op=MMAFragmentOp.NONE,
        **others,
    ):
        if prologue_op is not MMAFragmentOp.NONE or epilogue_op is not MMAFragmentOp.NONE:
            raise NotSupported(
                "tensorize: operations before and after a kernel; fuse a nest that does them"
            )
        if mma_shape is not None:
            _not_applied("tensorize: mma_shape, which is of GPUs")
        self._step("several", "tensorize", _listed(indices))

    def bind(self, mapping):
        raise NotSupported("bind: GPUs are no target")

    def cache(
        self,
        source,
        index=None,
        trigger_index=None,
        layout=None,
        level=None,
        trigger_level=None,
        max_elements=None,
        thrifty=None,
        location=None,
        double_buffer=False,
        double_buffer_location=None,
        strategy=None,
        element_type=None,
        vectorize=None,
    ):
        given = [
            (key, value)
            for key, value in (("index", index), ("level", level), ("max_elements", max_elements))
            if value is not None
        ]
        if len(given) != 1:
            raise Refused(
                "cache: exactly one of index, level and max_elements is given", "invalid-schedule"
            )
        array = source.array if isinstance(source, Cache) else source
        if trigger_index is not None or trigger_level is not None or double_buffer:
            if array.role not in (Role.INPUT, Role.CONST):
                raise Refused(
                    "cache: only arrays that are read may have several blocks in a cache at once",
                    "invalid-schedule",
                )
            _not_applied("cache: several blocks at once")
        if element_type is not None and element_type is not array.element_type:
            raise NotSupported("cache: elements of another type")
        if location not in (None, Target.MemorySpace.NONE):
            raise NotSupported("cache: memory spaces of GPUs")
        if strategy is not None:
            _not_applied("cache: strategy, which says how a GPU's threads share a copy")
        layout = layout or (
            array.layout if array.layout is Layout.LAST_MAJOR else Layout.FIRST_MAJOR
        )
        if isinstance(layout, (list, tuple)):
            raise NotSupported("cache: an explicit layout")
        if isinstance(source, Cache):
            _not_applied("cache of a cache")
        else:
            self._step("cache", array, *given[0], layout)
        return Cache(array, layout)


_package.connect(Nest, Schedule, Plan, _read)
