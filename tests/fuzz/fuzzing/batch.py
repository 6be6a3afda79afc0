"""Writes, rewrites, compiles and runs the programs of one batch."""
import json
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
from harness import build  # noqa: E402

from .schedules import random_script  # noqa: E402

CHILD = Path(__file__).resolve().parent / "child.py"
TOOL_FLAGS = ["-ffp-contract=off"]  # and an optimization level
C89 = ["-std=c89", "-pedantic-errors", "-Wdeclaration-after-statement"]
TRAPPING = ["-fsanitize=signed-integer-overflow", "-fsanitize-undefined-trap-on-error"]
ACCESSOR = re.compile(r"^static (\w[\w ]*?) (at\d+_\w+)(\([^)]*\))\n(\{.*?^\})\n", re.S | re.M)
HEADER = "#include <math.h>\n#include <stddef.h>\n\n"


@dataclass
class Configuration:
    name: str
    compiler: str
    flags: list
    is_checked: bool = False  # needs the address sanitizer's run-time library
    counts: bool = False  # runs of the fast versions are counted


# gcc 12's unroll-and-jam moves a read over a store where arrays overlap: originals would be no measure.
FAST_GCC = build.FAST + ["-fno-loop-unroll-and-jam"]
CONFIGURATIONS = {
    "gcc": Configuration("gcc", "gcc", FAST_GCC, counts=True),
    "clang": Configuration("clang", "clang-19", build.FAST),
    # For any processor: fast versions beside the source are compiled for several levels, the best of which runs.
    "levels": Configuration("levels", "gcc", ["-O2"], counts=True),
    "levels3": Configuration("levels3", "gcc", ["-O3", "-fno-loop-unroll-and-jam"], counts=True),
    "clang-levels": Configuration("clang-levels", "clang-19", ["-O2"], counts=True),
    "plain": Configuration("plain", "gcc", ["-O2", "-DACC_LEVELS=0"], counts=True),
    # With --openmp, as many threads as OMP_NUM_THREADS says.
    "threads": Configuration("threads", "gcc", FAST_GCC + ["-fopenmp"], counts=True),
    "checked": Configuration(
        "checked",
        "gcc",
        ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
        True,
        True,
    ),
}


@dataclass
class Result:
    rewritten: str = ""
    fast: str = ""  # what stands in the file that it includes
    failures: dict = field(default_factory=dict)  # program name -> sentence
    taken: dict = field(default_factory=dict)  # program name -> runs on the fast branch, all runs
    remarks: dict = field(default_factory=dict)  # nest -> refusal id
    nests: dict = field(default_factory=dict)  # program name -> nests rewritten
    read: dict = field(
        default_factory=dict
    )  # program name -> cases in which report and program agree on what is touched
    error: str = ""  # of the whole batch
    timing: float = 0


def source_text(programs):
    return HEADER + "\n".join(p.text() for p in programs)


def apart(text):
    """The accessors in a file of their own, as --whole-program reads them.

    before: static float at0_f3(...) {...}     after: float at0_f3(...);     and in the other file: float at0_f3(...) {...}
    """
    other = "".join("%s %s%s\n%s\n" % found for found in ACCESSOR.findall(text))
    return ACCESSOR.sub(r"\1 \2\3;\n", text), other


def record_text(programs):
    out = [HEADER, '#include "%s"\n' % (CHILD.parent / "record.h")]
    for p in programs:
        out.append(p.text(record=True))
        head = "(%s)" % ", ".join(
            "void *unused_" + a.name if a.is_pointer and a.name != "out" else a.declared()
            for a in p.arguments
        )
        names = [
            ("" if not a.is_pointer or a.name == "out" else "unused_") + a.name for a in p.arguments
        ]
        out.append(
            "int record_%s%s { return ACC_RECORD(%s(%s)); }\n"
            % (p.name, head, p.name, ", ".join(names))
        )
    return "\n".join(out)


# if (!f_1_fast(n, m, A)), and its program
CALL = re.compile(r"\bif \(!((\w+?)_\d\w*_fast)\(")


def rewritten_nests(text):
    """The program of each rewritten nest."""
    return re.findall(r"/\* acc-delin \S+ (\w+)#[\d.]+ (?:\w+ )+begin", text) + [
        call[1] for call in CALL.findall(text)
    ]


def mark_calls(text):
    """before: if (!f_1_fast(n, m, A))        after: if (!(f_1_fast(n, m, A) && ++acc_taken_f))"""
    out, at = [], 0
    for match in CALL.finditer(text):
        end, depth = match.end(), 1
        while depth:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        out += [
            text[at : match.start()],
            "if (!(",
            match.group(1),
            text[match.end() - 1 : end],
            " && ++acc_taken_%s)" % match.group(2),
        ]
        at = end
    return "".join(out) + text[at:]


def mark_fast_branches(text):
    """Counts each run of a fast version.

    before: if (n > 0 && m > 0)           after: if (n > 0 && m > 0 && ++acc_taken_f)
                f_1_fast(n, m, A);                   f_1_fast(n, m, A);
    """
    text = mark_calls(text)
    out, at = [], 0
    for match in re.finditer(
        r"/\* acc-delin \S+ (\w+)#[\d.]+ (?:\w+ )+begin(?: in braces)? \*/", text
    ):
        flag = re.compile(r"\s*(?:\{\s*)?(?:#if [^\n]*\s*)*int \w+ = ").match(text, match.end())
        end = flag.end() if flag else re.compile(r"(?<!#)\bif \(").search(text, match.end()).end()
        depth = 1
        while depth and not (flag and depth == 1 and text[end] == ";"):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        if not flag:
            end -= 1
        guard = text[match.end() : end]
        call = re.compile(r"\s*(if \(\w+\))?\s*").match(text, end)
        out += [text[at : match.end()], guard]
        at = end
        if flag:  # counted where the flag is tested last, before the call or its block
            test = text.index("#endif", end) if "#endif" in text[end:] else len(text)
            last = text.rindex("if (", end, test)
            close = text.index(")", last)
            out += [text[end:close], " && ++acc_taken_%s" % match.group(1)]
            at = close
        else:
            out.append(" && ++acc_taken_%s" % match.group(1))
    return "".join(out) + text[at:]


def run_tool(tool, sources, directory, options, flags):
    result = subprocess.run(
        [
            tool,
            "rewrite",
            "--judge=off",
            *map(str, sources),
            "--no-work-threshold",
            "--output-dir=" + str(directory),
            "--format=json",
            "-o",
            str(directory.parent / "report.json"),
            *options,
            "--",
            *flags,
        ],
        capture_output=True,
        text=True,
    )
    refused = {}
    for nest, text in re.findall(
        r"(?:remark|warning): (\S+?): not (?:lifted|rewritten): (.*\])", result.stderr
    ):
        refused[nest] = text
    return result, refused


def reported(path):
    """program name -> its nests, for programs of whose nests every one was read."""
    try:
        nests = [n for f in json.loads(path.read_text())["files"] for n in f["nests"]]
    except (OSError, ValueError):
        return {}
    unread = {
        n["function"] for n in nests if n["status"] == "rejected" and not n["loops"] or n["parent"]
    }
    for nest in nests:  # conjuncts one by one, without the one that asks for a minimum of work
        parts = nest["guard"].split(" && ")
        if all(part.count("(") == part.count(")") for part in parts):
            nest["guard"] = (
                " && ".join(part for part in parts if not re.search(r"\b256\b", part)) or "1"
            )
    return {
        name: [n for n in nests if n["function"] == name]
        for name in {n["function"] for n in nests} - unread
    }


def execute(programs, configurations, tool, work, memory, options=(), thorough=False, level="-O3"):
    """`level`: the optimization that acc-delin is told; what is run is built as the configurations say."""
    work = Path(work)
    work.mkdir(parents=True, exist_ok=True)
    result, source = Result(), work / "source.c"
    text, beside = source_text(programs), []
    if "--whole-program" in options:
        text, accessors = apart(text)
        beside = [work / "accessors.c"]
        beside[0].write_text(HEADER + accessors)
    source.write_text(text)
    (work / "record.c").write_text(record_text(programs))
    is_c89 = all(p.is_c89 for p in programs)
    standard, strict = ("-std=c89", C89) if is_c89 else ("-std=gnu11", [])
    flags = [standard, level] + TOOL_FLAGS
    wraps = ["-fwrapv"] if any(p.wraps for p in programs) else []
    try:
        record = build.compile_shared(
            "gcc", work / "record.c", work / "record.so", ["-O1", "-w"] + TRAPPING
        )
        build.compile_shared("gcc", [source, *beside], work / "probe.so", ["-O0", "-w"])
    except build.ToolError as error:
        result.error = "generator: %s" % error
        return result
    target = work / "out" / "source.c"
    target.unlink(missing_ok=True)
    target.with_name("source_fast.h").unlink(missing_ok=True)
    options = list(options)
    (work / "script.yaml").unlink(missing_ok=True)
    if "--schedule=random" in options:
        options.remove("--schedule=random")
        script = random_script(tool, source, options, flags, programs[0].seed)
        if script:
            (work / "script.yaml").write_text(script)
            options.append("--schedule=%s" % (work / "script.yaml"))
    answer, result.remarks = run_tool(tool, [source, *beside], work / "out", options, flags)
    if answer.returncode == 3 and "[acc-too-complex]" in answer.stderr:
        result.remarks[
            "time"
        ] = "the limit of time [acc-too-complex]"  # of the machine too: no failure, but it is counted
        return result
    is_refused_script = (
        answer.returncode == 1 and (work / "script.yaml").exists()
    )  # exit 1: a step of it was refused, and told
    if answer.returncode == 4 and "[acc-internal]" in answer.stderr:  # told of each nest below
        pass
    elif answer.returncode and not is_refused_script:
        result.error = "acc-delin: exit %d: %s" % (answer.returncode, answer.stderr.strip()[-800:])
        return result
    for nest, sentence in result.remarks.items():
        if "[acc-internal]" in sentence:
            result.failures[nest.split("#")[0]] = sentence
    result.rewritten = target.read_text() if target.exists() else source.read_text()
    for fast in (work / "out").glob("*.h"):  # fast versions and helpers
        shutil.copy(fast, work)
    beside_it = work / "out" / "source_fast.h"
    result.fast = beside_it.read_text() if beside_it.exists() else ""
    for name in rewritten_nests(result.rewritten):
        result.nests[name] = result.nests.get(name, 0) + 1
    changed = [p for p in programs if p.name in result.nests]
    if not changed:
        return result
    for compiler in ("gcc", "clang-19"):
        try:
            build.compile_shared(
                compiler, source, work / "strict.so", ["-O0"] + strict, warnings=True
            )
        except build.ToolError:
            continue
        try:
            (work / "strict.c").write_text(result.rewritten)
            build.compile_shared(
                compiler, work / "strict.c", work / "strict.so", ["-O0"] + strict, warnings=True
            )
        except build.ToolError as error:
            for p in changed:
                result.failures[p.name] = "warnings: %s" % error
    nests = reported(work / "report.json")
    for number, configuration in enumerate(configurations):
        run_configuration(
            configuration,
            changed,
            source,
            beside,
            wraps,
            record,
            work,
            memory,
            thorough,
            result,
            {} if number else nests,
        )
    return result


def run_configuration(
    configuration, programs, source, beside, wraps, record, work, memory, thorough, result, nests
):
    text, counted = result.rewritten, configuration.counts
    if counted:
        names = "".join("long acc_taken_%s;\n" % p.name for p in programs)
        text = names + mark_fast_branches(text)
    other = work / ("%s.c" % configuration.name)
    other.write_text(text)
    request = {
        "programs": programs,
        "memory": str(memory),
        "record": str(record),
        "counted": counted,
        "thorough": thorough,
        "nests": nests,
    }
    flags = configuration.flags + wraps
    try:
        for side, path in (("original", source), ("rewritten", other)):
            request[side] = str(
                build.compile_shared(
                    configuration.compiler,
                    [path, *beside],
                    work / ("%s.%s.so" % (configuration.name, side)),
                    flags,
                )
            )
    except build.ToolError as error:
        result.error = "compile: %s" % error
        return
    pending = list(programs)
    while pending:
        answers, error = run_child(dict(request, programs=pending), work, configuration.is_checked)
        for a in answers:
            if "read" in a:
                result.read[a["program"]] = a["read"]
                if a["difference"]:
                    result.failures.setdefault(a["program"], a["difference"])
            if a.get("compared"):
                hit, runs = result.taken.get(a["program"], (0, 0))
                result.taken[a["program"]] = (hit + bool(a["taken"]), runs + counted)
                if a["difference"]:
                    result.failures.setdefault(
                        a["program"],
                        "%s: %s: %s" % (configuration.name, a["label"], a["difference"]),
                    )
        if not error:
            return
        last = answers[-1] if answers else {"program": pending[0].name, "label": "start"}
        if last.get("side") == "rewritten" or not last.get("side"):
            result.failures.setdefault(
                last["program"], "%s: %s: %s" % (configuration.name, last["label"], error)
            )
        else:
            result.failures.setdefault(
                last["program"], "ORIGINAL %s: %s: %s" % (configuration.name, last["label"], error)
            )
        names = [p.name for p in pending]
        pending = pending[names.index(last["program"]) + 1 :]


def run_child(request, work, is_checked):
    path = work / "request.pickle"
    path.write_bytes(pickle.dumps(request))
    environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
    if is_checked:
        libraries = [
            subprocess.run(
                ["gcc", "-print-file-name=lib%s.so" % n], capture_output=True, text=True
            ).stdout.strip()
            for n in ("asan", "ubsan")
        ]
        environment.update(
            LD_PRELOAD=":".join(libraries),
            ASAN_OPTIONS="detect_leaks=0:allow_user_segv_handler=1:handle_segv=0",
        )
    try:
        child = subprocess.run(
            [sys.executable, str(CHILD), str(path)],
            capture_output=True,
            text=True,
            timeout=300,
            env=environment,
        )
    except subprocess.TimeoutExpired as expired:
        text = (expired.stdout or b"").decode()
        return [
            json.loads(line) for line in text.splitlines()[:-1]
        ], "ran longer than its time limit"
    answers = [json.loads(line) for line in child.stdout.splitlines() if line.startswith("{")]
    if child.returncode == 0:
        return answers, None
    if child.returncode < 0:
        return answers, signal.Signals(-child.returncode).name
    wanted = [
        x for x in child.stderr.splitlines() if "error" in x.lower()
    ] or child.stderr.splitlines()[-3:]
    return answers, "exit %d: %s" % (child.returncode, "; ".join(wanted)[:400])
