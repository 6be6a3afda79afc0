"""Rewrites corpus files with acc-delin and compiles shared objects that the runner loads."""
import json
import subprocess
from pathlib import Path

HARNESS = Path(__file__).resolve().parent
ROOT = HARNESS.parents[2]
# The order of floating-point operations is compared, so the compilers must not contract or reassociate.
BASE_FLAGS = ["-std=gnu11", "-ffp-contract=off", "-fPIC", "-shared"]
FAST = ["-O3", "-march=native"]
CHECKED = [
    "-O1",
    "-fsanitize=undefined",
    "-fno-sanitize-recover=all",
    "-fsanitize-undefined-trap-on-error",
]


class ToolError(Exception):
    """acc-delin or a compiler failed; the message is for the user."""


def default_tool():
    for preset in ("release", "ci"):
        path = ROOT / "build" / preset / "bin" / "acc-delin"
        if path.exists():
            return str(path)
    return str(ROOT / "build" / "release" / "bin" / "acc-delin")


def _run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    return result


def analyze(tool, source):
    """The report's nests of one file."""
    result = _run(
        [
            tool,
            "analyze",
            str(source),
            "--format=json",
            "-q",
            "--",
            "-std=gnu11",
            "-O3",
            "-ffp-contract=off",
        ]
    )
    try:
        report = json.loads(result.stdout)
    except ValueError:
        raise ToolError(
            "analyze %s: exit %d, no report: %s"
            % (source, result.returncode, result.stderr.strip()[:400])
        )
    return [nest for f in report["files"] for nest in f["nests"]]


def script_of(name):
    """The schedule written by hand for a corpus kernel."""
    return ROOT / "corpus" / "scripts" / (name + ".yaml")


def hand_written(name):
    """C written by hand for a corpus kernel, in a file that need not exist."""
    return HARNESS.parent / "hand" / (name + ".c")


def rewrite(tool, source, directory, script=None, options=(), flags=None):
    """The path of the rewritten file, or None when acc-delin changes nothing. `script`: the schedule to use. `flags`: those that
    it will be compiled with; without them, a text for any target at -O3, which has one processor level.
    """
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    target = directory / Path(source).name
    target.unlink(missing_ok=True)
    schedule = ["--schedule=" + str(script)] if script else []
    result = _run(
        [
            tool,
            "rewrite",
            "--judge=off",
            str(source),
            "--output-dir=" + str(directory),
            *schedule,
            *options,
            "-q",
            *([] if flags else ["--levels=off"]),
            "--",
            "-std=gnu11",
            *(flags or ["-O3"]),
            "-ffp-contract=off",
        ]
    )
    if result.returncode != 0:
        raise ToolError(
            "rewrite %s: exit %d: %s" % (source, result.returncode, result.stderr.strip()[:400])
        )
    return target if target.exists() else None


def compile_shared(compiler, source, output, flags, warnings=False):
    """Compiles one C file, or several; with `warnings`, any diagnostic of -Wall -Wextra is an error."""
    extra = ["-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"] if warnings else []
    output.parent.mkdir(parents=True, exist_ok=True)
    sources = [str(s) for s in source] if isinstance(source, (list, tuple)) else [str(source)]
    result = _run([compiler, *BASE_FLAGS, *flags, *extra, "-o", str(output), *sources, "-lm"])
    if result.returncode != 0:
        raise ToolError("%s %s: %s" % (compiler, source, result.stderr.strip()[:800]))
    return output


def memory_library(directory):
    return compile_shared("gcc", HARNESS / "memory.c", Path(directory) / "memory.so", ["-O2"])
