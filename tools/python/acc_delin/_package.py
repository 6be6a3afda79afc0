"""Packages: functions in C, compiled, and called with NumPy arrays."""
import ctypes
import enum
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

from ._program import AccDelinError, NotSupported, Refused, call
from ._names import c_name
from ._target import Target
from ._values import Context, Dimension, Role, Scalar, Unbound, type_name

_CTYPES = {
    "int8": ctypes.c_int8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "bool": ctypes.c_bool,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
}
# Memory of output arrays; the caller frees it.
_ALLOCATE = """#include <stdlib.h>
void __accera_allocate(void **memory, unsigned long bytes)
{
    *memory = malloc(bytes);
}
"""
Nest = Schedule = Plan = _read = None


def connect(*parts):
    """What accera.py defines and this file needs."""
    global Nest, Schedule, Plan, _read
    Nest, Schedule, Plan, _read = parts


class Format(enum.Enum):
    HAT_DYNAMIC = "dynamic"
    HAT_STATIC = "static"
    HAT_SOURCE = "source"
    SOURCE = "source only"
    DEFAULT = "both"
    MLIR = "mlir"
    MLIR_DYNAMIC = "mlir dynamic"
    MLIR_STATIC = "mlir static"


class Mode(enum.Enum):
    RELEASE = "release"
    DEBUG = "debug"


class Platform(enum.Enum):
    HOST = "host"
    LINUX = "linux"
    MACOS = "macos"
    WINDOWS = "windows"
    ANDROID = "android"
    IOS = "ios"
    RASPBIAN = "raspbian"


_SUFFIX = {Platform.WINDOWS: ".dll", Platform.MACOS: ".dylib"}


def _evaluate(affine, sizes):
    return sum(factor * (sizes[name] if name else 1) for name, factor in affine.items())


class Function:
    """A function of a package: callable with NumPy arrays once the package is built.

    Arguments are those of Package.add in their order, without what the function allocates: output
    dimensions, and output arrays whose shape names one, are returned.
    """

    def __init__(self, name, base_name, arguments, reader, parameters):
        self.name, self.base_name, self.arguments = name, base_name, arguments
        self.arrays = {key: reader.arrays[key] for key in reader.arrays}
        self.objects, self.parameters = dict(reader.objects), parameters
        self.declaration, self._entry, self.reference, self.tolerance = "", None, None, None

    @property
    def kinds(self):
        """Of each argument how C has it: "long", "long *", "float", "const float *", "float **"."""
        inner = self.declaration[self.declaration.index("(") + 1 : self.declaration.rindex(")")]
        return [re.sub(r"\w+$", "", part.strip()).strip() for part in inner.split(",")]

    def load(self, library):
        self._entry = getattr(library, self.name)
        self._entry.restype = ctypes.c_int if self.declaration.startswith("int ") else None
        self._entry.argtypes = None

    def __call__(self, *given):
        if self._entry is None:
            raise AccDelinError(
                "%s: Package.build makes a function callable, for this machine" % self.name, "usage"
            )
        if self.reference is None:
            return self._run(given)
        import numpy

        copies = [one.copy(order="K") if isinstance(one, numpy.ndarray) else one for one in given]
        wanted = self.reference._run(copies)
        found = self._run(given)
        for one, other in zip((*given, *_tupled(found)), (*copies, *_tupled(wanted))):
            if isinstance(one, numpy.ndarray) and not numpy.allclose(
                one, other, 0, self.tolerance, equal_nan=True
            ):
                print(
                    "acc-delin: %s: the scheduled and the default implementation differ by up to %g"
                    % (self.name, numpy.nanmax(numpy.abs(one - other))),
                    file=sys.stderr,
                )
        return found

    def _run(self, given):
        import numpy

        kinds = self.kinds
        wanted = [
            argument
            for argument, kind in zip(self.arguments, kinds)
            if "value" not in argument and not kind.endswith("**")
        ]
        if len(given) != len(wanted):
            raise TypeError(
                "%s takes %d arguments (%s), not %d"
                % (
                    self.base_name,
                    len(wanted),
                    ", ".join(_named(one) for one in wanted),
                    len(given),
                )
            )
        values = dict(zip(map(_named, wanted), given))
        sizes = {
            argument["dimension"]: int(values[argument["dimension"]])
            for argument in wanted
            if "dimension" in argument
        }
        passed, outputs = [], []
        for argument, kind in zip(self.arguments, kinds):
            name = _named(argument)
            if "value" in argument:
                place = ctypes.c_long()
                outputs.append((name, place, None))
                passed.append(ctypes.byref(place))
            elif kind.endswith("**"):
                place = ctypes.c_void_p()
                outputs.append((name, place, self.arrays[name]))
                passed.append(ctypes.byref(place))
            elif "dimension" in argument:
                passed.append(ctypes.c_long(sizes[name]))
            elif "scalar" in argument:
                passed.append(_CTYPES[argument["type"]](values[name]))
            else:
                passed.append(ctypes.c_void_p(self._memory(name, values[name], sizes, numpy)))
        if self._entry(*passed):
            raise MemoryError("%s: memory could not be had" % self.name)
        sizes.update((name, place.value) for name, place, array in outputs if array is None)
        made = []
        for name, place, array in outputs:
            if array is None:
                made.append(place.value)
                continue
            shape = [max(0, _evaluate(size, sizes)) for size in array["shape"]]
            result = numpy.empty(
                shape, array["type"], order="F" if array.get("layout") == "last_major" else "C"
            )
            if place.value:
                ctypes.memmove(result.ctypes.data, place.value, result.nbytes)
                _free(place)
            made.append(result)
        return made[0] if len(made) == 1 else tuple(made) if made else None

    def _memory(self, name, value, sizes, numpy):
        """The address of an argument; what is wrong with it as an exception."""
        array = self.arrays[name]
        if not isinstance(value, numpy.ndarray) or value.dtype != numpy.dtype(array["type"]):
            raise TypeError(
                "%s: expected a NumPy array of %s, found %s"
                % (name, array["type"], getattr(value, "dtype", type(value).__name__))
            )
        if array["role"] != "input" and not value.flags.writeable:
            raise ValueError("%s: the array cannot be written" % name)
        if not array["shape"]:
            if value.size != 1:
                raise ValueError("%s: expected one element" % name)
            return value.ctypes.data
        shape = [
            value.shape[k] if size is None and k < value.ndim else size and _evaluate(size, sizes)
            for k, size in enumerate(array["shape"])
        ]
        if list(value.shape) != shape:
            raise ValueError(
                "%s: expected the shape %s, found %s" % (name, tuple(shape), value.shape)
            )
        map_, offset = self._map(array, shape, sizes), 0
        if "map" in array:
            offset = _evaluate(array["offset"], sizes)
        strides = [stride // value.itemsize for stride in value.strides]
        if value.size and any(
            size > 1 and stride != want for size, stride, want in zip(shape, strides, map_)
        ):
            raise ValueError(
                "%s: expected the strides %s of elements, found %s"
                % (name, tuple(map_), tuple(strides))
            )
        return value.ctypes.data - offset * value.itemsize

    @staticmethod
    def _map(array, shape, sizes):
        if "map" in array:
            return [_evaluate(one, sizes) for one in array["map"]]
        map_, step = [], 1
        order = shape if array.get("layout") == "last_major" else shape[::-1]
        for size in order:
            map_.append(step)
            step *= size
        return map_ if array.get("layout") == "last_major" else map_[::-1]


def _tupled(value):
    return () if value is None else value if isinstance(value, tuple) else (value,)


def _named(argument):
    return argument.get("array") or argument.get("scalar") or argument["dimension"]


def _free(place):
    libc = ctypes.CDLL(None)
    libc.free.argtypes = [ctypes.c_void_p]
    libc.free(place)


class Built:
    """What Package.build made: its files, and its functions by full and by base name."""

    def __init__(self, files, functions):
        self.files, self.functions = files, {}
        for function in functions:
            self.functions[function.name] = function
            self.functions.setdefault(function.base_name, function)

    def __getattr__(self, name):
        if name.startswith("_") or name not in self.functions:
            raise AttributeError("the package has no function %r" % name)
        return self.functions[name]

    def __getitem__(self, name):
        return self.functions[name]

    def __iter__(self):
        return iter(self.functions)


class Package:
    """Functions in C. Each is proved equal to its nest in the default order before it is added."""

    Format, Mode, Platform = Format, Mode, Platform

    def __init__(self):
        self.functions, self._description, self._parallel = [], {}, False
        self._handle = call("package")["handle"]
        self._references = call("package")["handle"]

    def add(
        self, source, args=(), base_name="", parameters=None, function_opts=None, auxiliary=None
    ):
        """Adds a function of a nest, a schedule or a plan, and gives it; one per dictionary of
        `parameters`."""
        if isinstance(parameters, (list, tuple)):
            return [self.add(source, args, base_name, one) for one in parameters]
        if not isinstance(source, (Nest, Schedule, Plan)):
            raise NotSupported(
                "Package.add takes a nest, a schedule or a plan, not %s" % type(source).__name__
            )
        args = tuple(args) if isinstance(args, (list, tuple)) else (args,)
        plan = source if isinstance(source, Plan) else source.create_plan()
        parameters = dict(parameters or {})
        try:
            function = self._added(plan, args, base_name, parameters)
        except Unbound as unbound:
            raise Refused("the parameter %s has no value" % unbound, "invalid-schedule") from None
        self.functions.append(function)
        return function

    def _reader(self, nests, args, parameters):
        reader = Context(parameters)
        reader.arguments = {id(one) for one in args}
        traced = _read(reader, nests)
        return reader, traced

    def _added(self, plan, args, base_name, parameters):
        nests = plan.schedule._nests()
        reader, traced = self._reader(nests, args, parameters)
        for one in args:  # arguments keep their names
            reader.name(one)
        live = plan._build(reader, traced)
        arguments = [self._argument(one, reader) for one in args]
        name = self._full_name(base_name, reader, arguments, parameters)
        call(
            "add",
            package=self._handle,
            plan=live.plan,
            arrays=reader.arrays,
            arguments=arguments,
            name=name,
        )
        function = Function(name, base_name or name, arguments, reader, parameters)
        function.declaration = self._declaration(self._handle, name)
        function._remade = (plan, args, parameters)
        self._parallel |= any(arguments[0] == "parallelize" for method, arguments in plan._steps)
        function.threads, function.target = plan.threads, plan.target
        return function

    @staticmethod
    def _declaration(package, name):
        header = call("header", package=package, guard="G")
        return re.search(r"^[^\n]*\b%s\([^\n]*;$" % re.escape(name), header, re.M).group(0)

    @staticmethod
    def _argument(one, reader):
        if isinstance(one, Dimension):
            made = {"dimension": reader.name(one)}
            if one.role is Role.OUTPUT:
                if one._value is None:
                    raise Refused(
                        "the output dimension %s has no value" % one.name, "invalid-schedule"
                    )
                made["value"] = reader.expression(one._value)
            return made
        if isinstance(one, Scalar):
            if id(one) in reader.written:
                return {"array": reader.scalar_array(one)}
            return {"scalar": reader.name(one), "type": type_name(one.element_type)}
        if getattr(one, "role", None) in (Role.TEMP, Role.CONST):
            raise Refused(
                "array %s is local to the function and cannot be an argument" % one.name,
                "invalid-schedule",
            )
        if not hasattr(one, "_description"):
            raise Refused(
                "an argument is an array, a scalar or a dimension, not %r" % (one,),
                "invalid-schedule",
            )
        return {"array": reader.array(one)}

    def _full_name(self, base_name, reader, arguments, parameters):
        """The base name and eight digits of what the function is made for."""
        values = sorted((one.name, repr(value)) for one, value in parameters.items())
        shown = repr([base_name, values, arguments, sorted(reader.arrays.items())])
        taken = {function.name for function in self.functions}
        for number in range(len(taken) + 1):
            digits = hashlib.sha256((shown + str(number)).encode()).hexdigest()[:8]
            plain = c_name(base_name or "f", set())
            if plain + "_" + digits not in taken:
                return plain + "_" + digits
        raise AssertionError

    def add_description(self, author=..., license=..., other=None, version=...):
        """Texts for the header. None takes one away."""
        for key, value in dict(
            other or {}, author=author, license_url=license, version=version
        ).items():
            if value is None:
                self._description.pop(key, None)
            elif value is not ...:
                self._description[key] = value

    def source(self):
        """The C of all functions. Beyond Accera."""
        return call("source", package=self._handle)

    def build(
        self,
        name,
        format=Format.DEFAULT,
        mode=Mode.RELEASE,
        platform=Platform.HOST,
        tolerance=1e-5,
        output_dir=None,
        fail_on_error=False,
        _opts=None,
        _quiet=True,
    ):
        """Writes NAME.c and NAME.hat, a header, and compiles them with $CC (cc) into NAME.so,
        NAME.a or both. Gives the functions, which are callable where there is a shared object for
        this machine."""
        if format.name.startswith("MLIR"):
            raise NotSupported("%s: what is written is C" % format.name)
        if not self.functions:
            raise Refused("the package %s has no functions" % name, "invalid-schedule")
        folder = os.path.abspath(output_dir or ".")
        os.makedirs(folder, exist_ok=True)
        base = os.path.join(folder, name)
        source = self.source()
        if mode is Mode.DEBUG:
            source += "\n" + self._with_references(tolerance)
        files = [base + ".c", base + ".hat"]
        with open(base + ".c", "w") as file:
            file.write(source)
        with open(base + ".hat", "w") as file:
            file.write(self._hat(name, platform))
        is_here = platform in (Platform.HOST, Platform.LINUX) and sys.platform.startswith("linux")
        if not is_here and format is not Format.HAT_SOURCE:
            warnings.warn(
                "platform %s: the C and its header are written; compile them there" % platform.name,
                stacklevel=2,
            )
        elif format not in (Format.HAT_SOURCE, Format.SOURCE):
            files += self._compile(base, format)
        return Built(files, self.functions)

    def _with_references(self, tolerance):
        """Debug mode: the default order of each function, which its calls run too and compare."""
        for function in self.functions:
            if function.reference is not None:
                function.tolerance = tolerance
                continue
            plan, args, parameters = function._remade
            nests = plan.schedule._nests()
            reader, traced = self._reader(nests, args, parameters)
            for one in args:
                reader.name(one)
            schedules = [nest.create_schedule() for nest in nests]
            plain = schedules[0]
            if len(schedules) > 1:
                from .accera import fuse

                plain = fuse(tuple(schedules), partial=0)
            live = plain.create_plan()._build(reader, traced)
            name = function.name + "_default"
            call(
                "add",
                package=self._references,
                plan=live.plan,
                arrays=reader.arrays,
                arguments=[self._argument(one, reader) for one in args],
                name=name,
            )
            reference = Function(name, name, function.arguments, reader, parameters)
            reference.declaration = self._declaration(self._references, name)
            function.reference, function.tolerance = reference, tolerance
        return call("source", package=self._references)

    def _compile(self, base, format):
        compiler = os.environ.get("CC", "cc").split()
        flags = ["-std=gnu11", "-O3", "-ffp-contract=off"]
        if any(function.target is Target.HOST for function in self.functions):
            flags.append("-march=native")
        if self._parallel:
            flags.append("-fopenmp")
        made = []
        with tempfile.TemporaryDirectory() as work:
            allocate = os.path.join(work, "allocate.c")
            with open(allocate, "w") as file:
                file.write(_ALLOCATE)
            if format in (Format.HAT_STATIC, Format.DEFAULT):
                object_ = os.path.join(work, os.path.basename(base) + ".o")
                self._do(compiler + flags + ["-c", base + ".c", "-o", object_])
                if os.path.exists(base + ".a"):
                    os.remove(base + ".a")
                self._do(["ar", "rcs", base + ".a", object_])
                made.append(base + ".a")
            # Loaded from a file of its own: a name that was loaded before would give what was there
            # then.
            shared = os.path.join(work, "%s.so" % os.path.basename(base))
            self._do(
                compiler + flags + ["-shared", "-fPIC", base + ".c", allocate, "-o", shared, "-lm"]
            )
            library = ctypes.CDLL(shared)
            for function in self.functions:
                function.load(library)
                if function.reference is not None:
                    function.reference.load(library)
            if format in (Format.HAT_DYNAMIC, Format.DEFAULT):
                shutil.copyfile(shared, base + ".so.new")
                os.replace(base + ".so.new", base + ".so")
                made.append(base + ".so")
        return made

    @staticmethod
    def _do(words):
        try:
            done = subprocess.run(words, capture_output=True, text=True)
        except FileNotFoundError:
            raise AccDelinError(
                "the compiler %s is not there; set CC" % words[0], "usage"
            ) from None
        if done.returncode:
            raise AccDelinError("internal error: %s\n%s" % (" ".join(words), done.stderr))

    def _hat(self, name, platform):
        """A header that is read as TOML, too: what is C is a comment or a text there."""
        lines = ["#ifdef TOML", "[description]"]
        lines += ["%s = %s" % (key, _toml(value)) for key, value in self._description.items()]
        lines += ["[functions]"]
        for function in self.functions:
            lines += ["[functions.%s]" % function.name, "name = %s" % _toml(function.name)]
            for argument, kind in zip(function.arguments, function.kinds):
                lines += [
                    "[[functions.%s.arguments]]" % function.name,
                    "name = %s" % _toml(_named(argument)),
                    "declared_type = %s" % _toml(kind),
                ]
                if "array" not in argument:
                    lines += [
                        'logical_type = "element"',
                        'usage = "%s"' % ("output" if "value" in argument else "input"),
                    ]
                    continue
                array = function.arrays[argument["array"]]
                lines += [
                    'logical_type = "affine_array"',
                    "element_type = %s" % _toml(array["type"]),
                    "usage = %s" % _toml(array["role"]),
                    "shape = %s" % _toml(_shown(array["shape"])),
                    "affine_offset = %s" % _toml(_shown([array.get("offset", {"": 0})])[0]),
                ]
                lines.append(
                    "layout = %s"
                    % _toml(_shown(array["map"]) if "map" in array else array["layout"])
                    if array["shape"]
                    else "layout = []"
                )
        lines += [
            "[target]",
            "platform = %s" % _toml(platform.value),
            "[dependencies]",
            "link_target = %s" % _toml(name + _SUFFIX.get(platform, ".so")),
            "[declaration]",
            "code = ''' '",
            "#endif // TOML",
            "",
        ]
        header = call("header", package=self._handle, guard=c_name(name.upper(), set()) + "_HAT")
        aliases, seen = "", set()
        for function in self.functions:
            if function.base_name not in seen and function.base_name != function.name:
                aliases += "#define %s %s\n" % (c_name(function.base_name, set()), function.name)
            seen.add(function.base_name)
        at = header.rindex("#endif")
        return (
            "\n".join(lines)
            + header[:at]
            + aliases
            + "\n"
            + header[at:]
            + "#ifdef TOML\n' '''\n#endif // TOML\n"
        )


def _shown(affines):
    """Numbers where they are, else texts: "N", "2*M + 1"."""
    shown = []
    for affine in affines:
        if affine is None:
            shown.append("inf")
        elif set(affine) <= {""}:
            shown.append(affine.get("", 0))
        else:
            shown.append(
                " + ".join(
                    ("%d*%s" % (factor, key) if factor != 1 else key) if key else str(factor)
                    for key, factor in affine.items()
                    if factor or key
                )
            )
    return shown


def _toml(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[%s]" % ", ".join(_toml(one) for one in value)
    if isinstance(value, dict):
        return "{%s}" % ", ".join("%s = %s" % (key, _toml(one)) for key, one in value.items())
    text = str(value)
    for a, b in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n")):
        text = text.replace(a, b)
    return '"%s"' % text
