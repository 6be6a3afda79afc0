"""acc-delin from Python: reports of C sources, and Accera's interface (acc_delin.accera)."""
from ._program import AccDelinError, NotSupported, Refused, UsageError

__version__ = "0.1.0"
__all__ = ["AccDelinError", "NotSupported", "Refused", "UsageError"]
