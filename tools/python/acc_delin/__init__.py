"""acc-delin from Python.

    report = acc_delin.analyze("src", build="build")      # nests, arrays, conditions, pictures
    change = acc_delin.rewrite("gemm.c", flags="-O3")     # a diff; nothing is written
    acc_delin.verify(...), acc_delin.tune(...), acc_delin.looptree(...)

`acc_delin.accera` is Accera's interface, `acc_delin.mappings` has LoopTree mappings.
"""
from ._program import AccDelinError, NotSupported, Refused, UsageError
from ._report import analyze, looptree, rewrite, tune, verify

__version__ = "0.1.0"
__all__ = [
    "AccDelinError",
    "NotSupported",
    "Refused",
    "UsageError",
    "analyze",
    "looptree",
    "rewrite",
    "tune",
    "verify",
]
