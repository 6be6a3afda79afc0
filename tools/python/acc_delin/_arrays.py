"""Arrays of Accera's interface, and views of them."""
import enum
import math

from ._names import assigned_names
from ._program import NotSupported, Refused
from ._values import Element, Role, ScalarType, Trace, type_name


class Layout(enum.Enum):
    FIRST_MAJOR = "first_major"
    LAST_MAJOR = "last_major"
    DEFERRED = "deferred"


class _View:
    """Memory behind an affine map: an array, or a part of one."""

    def __getitem__(self, subscripts):
        subscripts = subscripts if isinstance(subscripts, tuple) else (subscripts,)
        return Element(self, subscripts)

    def __setitem__(self, subscripts, value):
        Trace.record("=", self[subscripts], value)

    def sub_array(self, offsets, shape, strides=None):
        """A view of the same memory: element s of it is the element offsets + strides*s of this."""
        return _Part(
            self,
            lambda reader: [
                "sub",
                [reader.affine(one) for one in offsets],
                _sizes(reader, shape),
                list(strides or []),
            ],
        )

    def slice(self, sliced_dims, sliced_offsets):
        """A view with these dimensions fixed."""
        dims = sliced_dims if isinstance(sliced_dims, (list, tuple)) else [sliced_dims]
        offsets = sliced_offsets if isinstance(sliced_offsets, (list, tuple)) else [sliced_offsets]
        return _Part(
            self, lambda reader: ["slice", list(dims), [reader.affine(one) for one in offsets]]
        )

    def _split_dimension(self, dim, size):
        return _Part(self, lambda reader: ["split", dim, reader.affine(size)])

    def _merge_dimensions(self, first, second):
        return _Part(self, lambda reader: ["merge", first, second])


class _Part(_View):
    def __init__(self, base, step):
        self.base, self.step = base, step
        self.element_type = base.element_type

    def _view(self, reader):
        array, steps = self.base._view(reader)
        return array, [*steps, self.step(reader)]


def _sizes(reader, shape):
    return [
        None if isinstance(size, float) and math.isinf(size) else reader.affine(size)
        for size in shape
    ]


class Array(_View):
    """A block of elements. See docs/library.md for what roles and layouts mean."""

    Layout = Layout

    def __init__(
        self,
        role,
        data=None,
        element_type=None,
        layout=Layout.FIRST_MAJOR,
        offset=0,
        shape=None,
        name=None,
    ):
        found = name or assigned_names()
        self.name = found if isinstance(found, str) else "array"
        self.role, self.layout, self.offset, self.data = role, layout, offset, None
        if (role is Role.CONST) != (data is not None) or (role is not Role.CONST and shape is None):
            raise Refused(
                "array %s: constant arrays are made from data, all others from a shape" % self.name,
                "invalid-schedule",
            )
        if layout is Layout.DEFERRED and role is not Role.CONST:
            raise Refused(
                "array %s: only constant arrays have a deferred layout" % self.name,
                "invalid-schedule",
            )
        if data is not None:
            import numpy

            self.data = numpy.asarray(data)
            if element_type is None and self.data.dtype.name not in ScalarType.__members__:
                raise NotSupported(
                    "array %s: no elements are of the type %s" % (self.name, self.data.dtype)
                )
            element_type = element_type or ScalarType[self.data.dtype.name]
            shape = self.data.shape
        else:
            shape = shape if isinstance(shape, (list, tuple)) else (shape,)
            if sum(isinstance(size, float) and math.isinf(size) for size in shape) > 1:
                raise Refused(
                    "array %s: one dimension at most may be infinite" % self.name,
                    "invalid-schedule",
                )
        self.shape, self.element_type = tuple(shape), element_type or ScalarType.float32

    def _view(self, reader):
        if self.data is not None and self.layout is Layout.LAST_MAJOR:
            return self, [["permute", list(range(len(self.shape)))[::-1]]]
        return self, []

    def _description(self, reader):
        made = {"role": self.role.value, "type": type_name(self.element_type)}
        if self.data is not None:
            data = self.data.T if self.layout is Layout.LAST_MAJOR else self.data
            if self.element_type.is_floating:
                data = data.astype(self.element_type.value)
            elif (data.astype(type_name(self.element_type)) != data).any():
                raise Refused(
                    "array %s: its type cannot hold its data" % self.name, "invalid-schedule"
                )
            return dict(made, shape=list(data.shape), data=data.ravel().tolist())
        made["shape"] = _sizes(reader, self.shape)
        if isinstance(self.layout, (list, tuple)):
            made["map"] = [reader.affine(one) for one in self.layout]
            made["offset"] = reader.affine(self.offset)
        elif self.offset:
            raise NotSupported("array %s: an offset needs an explicit layout" % self.name)
        else:
            made["layout"] = self.layout.value
        return made

    def deferred_layout(self, cache):
        """The order of a constant array's elements in memory becomes that of a cache of it."""
        if self.role is not Role.CONST or self.layout is not Layout.DEFERRED:
            raise Refused(
                "array %s has no deferred layout, or has been given it" % self.name,
                "invalid-schedule",
            )
        if not isinstance(cache, Cache) or cache.array is not self:
            raise Refused("the cache is of another array", "invalid-schedule")
        self.layout = cache.layout


class Cache:
    """A local copy of a block of an array."""

    def __init__(self, array, layout):
        self.array, self.layout = array, layout
