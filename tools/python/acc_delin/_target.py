"""What of a processor a plan uses. Models are a few well-known ones: any other is given by its
fields."""
import enum
import os

from ._program import NotSupported, Refused, call


class Category(enum.Enum):
    CPU = "CPU"
    GPU = "GPU"


class Architecture(enum.Enum):
    HOST = "HOST"
    ARM = "ARM"
    AARCH64 = "AARCH64"
    X86 = "X86"
    X86_64 = "X86_64"


class Runtime(enum.Enum):
    NONE = "none"
    CUDA = "cuda"
    ROCM = "rocm"
    VULKAN = "vulkan"
    OPENMP = "openmp"


class MemorySpace(enum.Enum):
    NONE = ""
    GLOBAL = "global"
    SHARED = "shared"
    PRIVATE = "private"
    MMA_FRAGMENT = "mma_fragment"


class GridUnit(enum.Enum):
    BLOCK_X = "blockIdx.x"
    BLOCK_Y = "blockIdx.y"
    BLOCK_Z = "blockIdx.z"
    THREAD_X = "threadIdx.x"
    THREAD_Y = "threadIdx.y"
    THREAD_Z = "threadIdx.z"
    WARP_X = "warp.x"
    WARP_Y = "warp.y"


_AVX2, _AVX512 = ["SSE4.2", "AVX", "AVX2", "FMA3"], ["SSE4.2", "AVX", "AVX2", "FMA3", "AVX512"]
# name: extensions (None: a GPU), cores, threads, frequency in GHz, caches in KiB
_KNOWN = {
    "Intel 7700T": (_AVX2, 4, 8, 2.9, [32, 256, 8192]),
    "Intel 7700K": (_AVX2, 4, 8, 4.2, [32, 256, 8192]),
    "Intel 7900X": (_AVX512, 10, 20, 3.3, [32, 1024, 14080]),
    "Intel 7940X": (_AVX512, 14, 28, 3.1, [32, 1024, 19712]),
    "Intel 7960X": (_AVX512, 16, 32, 2.8, [32, 1024, 22528]),
    "Intel 8280": (_AVX512, 28, 56, 2.7, [32, 1024, 39424]),
    "Intel 9221": (_AVX512, 32, 64, 2.3, [32, 1024, 73216]),
    "Intel E5-2650": (["SSE4.2", "AVX"], 8, 16, 2.0, [32, 256, 20480]),
    "AMD 2950X": (_AVX2, 16, 32, 3.5, [32, 512, 32768]),
    "AMD 3900X": (_AVX2, 12, 24, 3.8, [32, 512, 65536]),
    "AMD 5950X": (_AVX2, 16, 32, 3.4, [32, 512, 65536]),
    "AMD 7551": (_AVX2, 32, 64, 2.0, [32, 512, 65536]),
    "AMD 7742": (_AVX2, 64, 128, 2.25, [32, 512, 262144]),
    "Raspberry Pi 3B": (["NEON"], 4, 4, 1.2, [32, 512]),
    "Raspberry Pi 4B": (["NEON"], 4, 4, 1.5, [32, 1024]),
    "NVIDIA P100": (None, 56, 0, 1.33, []),
    "NVIDIA V100": (None, 80, 0, 1.38, []),
    "NVIDIA Tesla V100": (None, 80, 0, 1.38, []),
    "NVIDIA RTX A6000": (None, 84, 0, 1.41, []),
    "Tesla V100": (None, 80, 0, 1.38, []),
    "NVIDIA A100": (None, 108, 0, 1.41, []),
    "AMD MI100": (None, 120, 0, 1.5, []),
}


def _constant(name):
    return name.upper().replace(" ", "_").replace("-", "_")


def _width(extensions):
    """Bytes of a vector, and registers."""
    names = {one.upper().replace(".", "").replace("_", "") for one in extensions}
    if any(one.startswith("AVX512") for one in names):
        return 64, 32
    if any(one.startswith("AVX") for one in names):
        return 32, 16
    if any(one.startswith("SSE") for one in names):
        return 16, 16
    if any(one.startswith("NEON") for one in names):
        return 16, 32
    return 0, 0


class Target:
    """`Target()` is the host; `Target("Intel 7700T")` and `Target(Target.Model.INTEL_7700T)` a
    known model, whose fields others replace; a name that is not known takes all of its fields from
    the call."""

    Category, Architecture, Runtime = Category, Architecture, Runtime
    MemorySpace, GridUnit = MemorySpace, GridUnit

    class Model:
        """Names of the known models."""

    def __init__(
        self,
        known_name=None,
        name=None,
        category=None,
        architecture=None,
        runtime=None,
        family="",
        extensions=None,
        num_cores=0,
        num_threads=0,
        frequency_GHz=0.0,
        turbo_frequency_GHz=0.0,
        cache_sizes=None,
        cache_lines=None,
        vector_bytes=None,
        vector_registers=None,
        type=None,
        default_block_size=None,
        model=None,
        **others,
    ):
        known_name = known_name if known_name is not None else model
        known = _KNOWN.get(getattr(known_name, "known_name", known_name))
        if known_name is not None and known is None:
            if category is None and extensions is None and vector_bytes is None:
                raise Refused(
                    "the target %r is not known: give its vector_bytes, extensions, cache_sizes"
                    % (known_name,),
                    "invalid-schedule",
                )
        self.is_host = (
            known_name is None and name is None and extensions is None and vector_bytes is None
        )
        self.name = name or getattr(known_name, "known_name", known_name) or "HOST"
        self.category = (
            category or type or (Category.GPU if known and known[0] is None else Category.CPU)
        )
        self.architecture = architecture or (
            Architecture.HOST if self.is_host else Architecture.X86_64
        )
        self.runtime, self.family = runtime or Runtime.NONE, family
        self.extensions = list(extensions if extensions is not None else (known and known[0]) or [])
        self.num_cores = num_cores or (known[1] if known else os.cpu_count() or 1)
        self.num_threads = num_threads or (known[2] if known else os.cpu_count() or 1)
        self.frequency_GHz = frequency_GHz or (known[3] if known else 0.0)
        self.turbo_frequency_GHz = turbo_frequency_GHz
        self.cache_sizes = list(
            cache_sizes if cache_sizes is not None else known[4] if known else []
        )
        self.cache_lines = list(cache_lines or [64] * len(self.cache_sizes))
        self.default_block_size = default_block_size or (
            256 if self.category is Category.GPU else 0
        )
        self.vector_bytes, self.vector_registers = _width(self.extensions)
        if self.is_host:
            host = call("target", target="host")
            self.vector_bytes, self.vector_registers = (
                host["vector_bytes"],
                host["vector_registers"],
            )
            self.cache_sizes = [host["l1_bytes"] // 1024, host["l2_bytes"] // 1024]
        if vector_bytes is not None:
            self.vector_bytes = vector_bytes
        if vector_registers is not None:
            self.vector_registers = vector_registers
        for field, value in others.items():
            setattr(self, field, value)

    def _description(self):
        if self.category is Category.GPU:
            raise NotSupported(
                "the target %s is a GPU: C for processors is what is written" % self.name
            )
        if self.is_host:
            return "host"
        sizes = [int(size) * 1024 for size in self.cache_sizes] + [0, 0]
        return {
            "name": self.name,
            "vector_bytes": int(self.vector_bytes),
            "vector_registers": int(self.vector_registers),
            "l1_bytes": sizes[0],
            "l2_bytes": sizes[1],
        }


for _name in _KNOWN:
    setattr(Target.Model, _constant(_name), _name)


class _Host:
    """`Target.HOST`, found out when it is asked for."""

    host = None

    def __get__(self, instance, owner):
        if _Host.host is None:
            _Host.host = Target()
        return _Host.host


Target.HOST = _Host()
