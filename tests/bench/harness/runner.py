"""Runs original and rewritten of one kernel on the same memory, in a process of its own: a crash is a result.

usage: runner.py REQUEST.json     prints one JSON object per line; the parent reads them (`run_isolated`)
"""
import ctypes
import json
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from harness.kernels import Kernel, evaluate  # noqa: E402

_TYPES = {
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "unsigned char": ctypes.c_ubyte,
    "unsigned": ctypes.c_uint,
    "int": ctypes.c_int,
    "long": ctypes.c_long,
    "short": ctypes.c_short,
    "size_t": ctypes.c_size_t,
}


class Memory:
    """The buffers of one case, their first contents, and the arguments that go with them."""

    def __init__(self, library, kernel, case, at_end):
        self.library, self.regions = library, {}
        elements = {a.name: a.element for a in kernel.arguments}
        for index, (name, extent) in enumerate(sorted(case.extents.items())):
            kind = elements[name]
            size = extent * ctypes.sizeof(_TYPES[kind])
            mapping, length = ctypes.c_void_p(), ctypes.c_size_t()
            address = library.acc_reserve(
                ctypes.c_size_t(size), at_end, ctypes.byref(mapping), ctypes.byref(length)
            )
            if address is None:
                raise MemoryError(name)
            self._fill(kernel, case, name, kind, address, extent, index + 1)
            self.regions[name] = (
                address,
                size,
                extent,
                kind,
                mapping,
                length,
                ctypes.string_at(address, size),
            )
        self.arguments = []
        for index, a in enumerate(kernel.arguments):
            if a.is_pointer:
                buffer, offset = case.shared.get(a.name, (a.name, case.offsets.get(a.name, 0)))
                width = ctypes.sizeof(_TYPES[a.element])
                self.arguments.append(ctypes.c_void_p(self.regions[buffer][0] + offset * width))
            elif a.name in case.sizes:
                self.arguments.append(_TYPES[a.element](case.sizes[a.name]))
            else:
                value = _TYPES[a.element]()
                getattr(library, "acc_fill_" + a.element)(
                    ctypes.byref(value), ctypes.c_size_t(1), ctypes.c_uint64(900 + index)
                )
                self.arguments.append(value)

    def _fill(self, kernel, case, name, kind, address, extent, seed):
        suffix = kind if kind in ("float", "double") else "bytes"
        count = extent if suffix != "bytes" else extent * ctypes.sizeof(_TYPES[kind])
        getattr(self.library, "acc_fill_" + suffix)(
            ctypes.c_void_p(address), ctypes.c_size_t(count), ctypes.c_uint64(seed)
        )
        add = kernel.run.get("add", {}).get(name)
        if add:
            stride, wanted = evaluate(add["stride"], case.sizes), evaluate(add["count"], case.sizes)
            fits = (extent + stride - 1) // stride if stride > 0 else 0
            getattr(self.library, "acc_add_" + kind)(
                ctypes.c_void_p(address),
                ctypes.c_size_t(max(0, min(fits, wanted))),
                ctypes.c_size_t(stride),
                ctypes.c_double(evaluate(add["value"], case.sizes)),
            )

    def restore(self):
        for address, size, _, _, _, _, first in self.regions.values():
            ctypes.memmove(address, first, size)

    def contents(self):
        return {name: ctypes.string_at(r[0], r[1]) for name, r in self.regions.items()}

    def difference(self, wanted):
        """None, or a sentence about the first element that is not as `wanted`."""
        for name, (address, size, extent, kind, _, _, _) in self.regions.items():
            differ = self.library.acc_differ_bytes
            at = differ(ctypes.c_void_p(address), wanted[name], ctypes.c_size_t(size))
            if at >= 0 and kind in ("float", "double"):
                at = getattr(self.library, "acc_differ_" + kind)(
                    ctypes.c_void_p(address), wanted[name], ctypes.c_size_t(extent)
                )
            elif at >= 0:
                at //= ctypes.sizeof(_TYPES[kind])
            if at >= 0:
                return "%s[%d] differs" % (name, at)
        return None

    def release(self):
        for r in self.regions.values():
            self.library.acc_release(r[4], r[5])


def _load_memory(path):
    library = ctypes.CDLL(path)
    library.acc_reserve.restype = ctypes.c_void_p
    for name in ("bytes", "float", "double"):
        getattr(library, "acc_differ_" + name).restype = ctypes.c_int64
    return library


def _function(path, kernel):
    function = getattr(ctypes.CDLL(path), kernel.name)
    function.restype = None
    return function


def _say(**fields):
    print(json.dumps(fields), flush=True)


def _compare(request, kernel, library):
    original, rewritten = _function(request["original"], kernel), _function(
        request["rewritten"], kernel
    )
    for index, case in enumerate(kernel.cases()):
        for at_end in (1, 0):
            memory = Memory(library, kernel, case, at_end)
            _say(at=index, label=case.label, side="original")
            original(*memory.arguments)
            wanted = memory.contents()
            memory.restore()
            _say(at=index, label=case.label, side="rewritten")
            rewritten(*memory.arguments)
            _say(case=index, label=case.label, difference=memory.difference(wanted))
            memory.release()


def _bench(request, kernel, library):
    sides = [side for side in ("original", "rewritten", "hand") if side in request]
    functions = {side: _function(request[side], kernel) for side in sides}
    calls = kernel.run["bench"].get("calls", 1)
    memory = Memory(library, kernel, kernel.bench_case(), 0)
    seconds, wanted, difference = {side: [] for side in sides}, None, None
    for turn in range(request["rounds"]):
        for side in sides if turn % 2 == 0 else reversed(sides):
            memory.restore()
            # Of the process, not of the wall: other work on the machine disturbs it less. The kernels use one thread.
            start = time.process_time()
            for _ in range(calls):
                functions[side](*memory.arguments)
            seconds[side].append(time.process_time() - start)
            if wanted is None:
                wanted = memory.contents()
            elif difference is None and side != "hand":  # it may reassociate
                difference = memory.difference(wanted)
    _say(**{side: statistics.median(seconds[side]) for side in sides}, difference=difference)


def run_isolated(request, work):
    """Runs a request in a child. Returns (answers, error): the child's lines, and None or a sentence."""
    path = Path(work) / (request["kernel"] + ".request.json")
    path.write_text(json.dumps(request))
    try:
        child = subprocess.run(
            [sys.executable, str(Path(__file__).resolve()), str(path)],
            capture_output=True,
            text=True,
            timeout=request.get("timeout", 900),
        )
    except subprocess.TimeoutExpired:
        return [], "ran longer than its time limit"
    answers = [json.loads(line) for line in child.stdout.splitlines()]
    if child.returncode == 0:
        return answers, None
    where = next((" in %(side)s code, %(label)s" % a for a in reversed(answers) if "side" in a), "")
    if child.returncode < 0:
        return answers, "%s%s" % (signal.Signals(-child.returncode).name, where)
    return answers, "exit %d%s: %s" % (child.returncode, where, child.stderr.strip()[-400:])


if __name__ == "__main__":
    with open(sys.argv[1]) as f:
        given = json.load(f)
    {"compare": _compare, "bench": _bench}[given["mode"]](
        given, Kernel(given["kernel"]), _load_memory(given["memory"])
    )
