#!/usr/bin/env python3
"""Holds the folders to the dependencies of docs/architecture.md by looking at #include lines, and files to their size; asks for
the header of what a file names of the standard library, since files are often compiled in groups.

usage: check_layers.py [ROOT]        exit 0 when all hold, 1 otherwise
"""
import re
import statistics
import sys
from pathlib import Path

# Folder -> folders and headers that it may include besides its own. The longest prefix of a file's path decides.
LAYERS = {
    "include/acc-delin": [],
    "analysis": [
        "analysis/support",
        "analysis/tree",
        "analysis/normalize",
        "analysis/model",
        "analysis/solve",
        "analysis/delinearize",
        "analysis/dependence",
    ],
    "analysis/support": [],
    "analysis/tree": ["analysis/support"],
    "analysis/normalize": ["analysis/support", "analysis/tree"],
    "analysis/model": ["analysis/support", "analysis/tree", "analysis/normalize"],
    "analysis/frontend": ["analysis/support", "analysis/tree"],
    "analysis/solve": ["analysis/support", "analysis/tree", "analysis/model"],
    "analysis/delinearize": [
        "analysis/support",
        "analysis/tree",
        "analysis/model",
        "analysis/solve",
    ],
    "analysis/dependence": [
        "analysis/support",
        "analysis/tree",
        "analysis/model",
        "analysis/solve",
        "analysis/delinearize",
    ],
    "scheduling": [
        "include/acc-delin",
        "analysis/Analysis.h",
        "analysis/support",
        "analysis/tree",
        "analysis/model",
        "analysis/delinearize",
        "analysis/dependence",
    ],
    "rewriter": [
        "include/acc-delin",
        "analysis/support",
        "analysis/tree",
        "analysis/model",
        "analysis/delinearize",
        "analysis/dependence",
        "scheduling",
        "rewriter/helpers",
    ],
    "rewriter/helpers": [],
    "rewriter/edit": ["include/acc-delin", "analysis/support", "analysis/tree", "rewriter/helpers"],
    "rewriter/validate": [
        "include/acc-delin",
        "analysis/support",
        "analysis/tree",
        "analysis/normalize",
        "analysis/model",
        "analysis/frontend",
        "analysis/delinearize",
        "analysis/dependence",
        "scheduling",
        "rewriter/emit",
        "rewriter/edit",
        "rewriter/helpers",
    ],
    "rewriter/judge": [
        "include/acc-delin",
        "analysis/support",
        "analysis/tree",
        "analysis/frontend",
        "rewriter/run",
    ],
    "rewriter/run": ["include/acc-delin", "analysis/support", "analysis/tree", "analysis/frontend"],
    "tools/report": ["include/acc-delin"],
    "tools/verify": [
        "include/acc-delin",
        "analysis/support",
        "analysis/tree",
        "analysis/frontend",
        "rewriter/edit",
    ],
    "tools/tune": ["scheduling", "rewriter/edit", "tools/verify"],
    "tools/lib": [
        "include/acc-delin",
        "analysis",
        "scheduling",
        "rewriter",
        "tools/report",
        "tools/verify",
    ],
    "tools": [
        "include/acc-delin",
        "analysis/support",
        "analysis/frontend",
        "scheduling/MachineNumbers.h",
        "rewriter/edit",
        "rewriter/helpers",
        "rewriter/run",
        "tools/lib",
        "tools/report",
        "tools/verify",
        "tools/tune",
    ],
}

# Headers of a library -> the files that may include them, as patterns of whole paths.
LIBRARIES = [
    (r"clang/Tooling/DiagnosticsYaml\.h", [r"rewriter/edit/ExportFixes\.cpp"]),
    (
        r"clang/(?!Tooling/DiagnosticsYaml\.h)",
        [r"analysis/frontend/[^/]+", r"rewriter/run/[^/]+", r"rewriter/judge/[^/]+"],
    ),
    (r"clang-c/", []),
    (
        r"llvm/",
        [
            r"analysis/frontend/[^/]+",
            r"rewriter/run/[^/]+",
            r"rewriter/judge/[^/]+",
            r"scheduling/.*Script[^/]*",
            r"scheduling/looptree/Yaml\.cpp",
            r"rewriter/edit/[^/]+",
            r"tools/.+",
        ],
    ),
    (r"ginac/", [r"analysis/support/Polynomial\.cpp"]),
    (
        r"isl/cpp\.h",
        [r"analysis/(?!frontend/).+", r"scheduling/.+", r"rewriter/(?!edit/).+", r"tools/lib/.+"],
    ),
    (
        r"isl/(?!cpp\.h)",
        [r"analysis/support/IslInterop\.cpp", r"analysis/support/IslContext\.(h|cpp)"],
    ),
]

# Header of the standard library -> names that want it, in the file or in a header of ours that it includes.
STANDARD = {
    "algorithm": "adjacent_find all_of any_of binary_search clamp copy_if count_if equal fill find find_if includes lower_bound max "
    "max_element min min_element mismatch move_backward none_of partition remove_if replace reverse rotate set_difference "
    "set_intersection sort stable_sort transform unique upper_bound",
    "array": "array",
    "atomic": "atomic",
    "bit": "bit_cast bit_ceil bit_floor bit_width countr_zero",
    "charconv": "from_chars to_chars",
    "cmath": "ceil floor isnan log2 pow sqrt",
    "cstdlib": "getenv strtol",
    "cstring": "memcmp memcpy",
    "deque": "deque",
    "fstream": "ifstream ofstream",
    "functional": "function",
    "iomanip": "setprecision setw",
    "iostream": "cerr cout",
    "iterator": "back_inserter inserter make_move_iterator next ostream_iterator prev",
    "limits": "numeric_limits",
    "map": "map",
    "memory": "make_shared make_unique shared_ptr unique_ptr",
    "mutex": "mutex",
    "numeric": "accumulate gcd iota lcm",
    "optional": "nullopt optional",
    "set": "set",
    "span": "span",
    "sstream": "istringstream ostringstream stringstream",
    "string_view": "string_view",
    "thread": "thread",
    "tuple": "tie tuple",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "as_const cmp_less exchange forward in_range index_sequence move pair swap",
    "variant": "holds_alternative monostate variant visit",
    "vector": "vector",
}
HEADER_OF = {name: header for header, names in STANDARD.items() for name in names.split()}

LONGEST, MEDIAN = 800, 250
_INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def layer(path):
    """The longest folder of LAYERS that holds the path, or None."""
    folders = [f for f in LAYERS if path.startswith(f + "/")]
    return max(folders, key=len) if folders else None


def violations(files):
    """Sentences about {path: text}; paths are relative to the root, with slashes."""
    out = []
    for path, text in sorted(files.items()):
        own = layer(path)
        if not own:
            out.append("%s: no layer of tests/layering/check_layers.py holds it" % path)
            continue
        for included in _INCLUDE.findall(text):
            target = "include/" + included if included.startswith("acc-delin/") else included
            if layer(target):
                if layer(target) != own and not any(
                    target == a or target.startswith(a + "/") for a in LAYERS[own]
                ):
                    out.append("%s: %s may not include %s" % (path, own, included))
                continue
            for library, places in LIBRARIES:
                if re.match(library, included) and not any(re.fullmatch(p, path) for p in places):
                    out.append("%s: <%s> is not for this file" % (path, included))
        lines = text.count("\n")
        if lines > LONGEST:
            out.append("%s: %d lines, the limit is %d" % (path, lines, LONGEST))
    lengths = [text.count("\n") for text in files.values()]
    if lengths and statistics.median(lengths) >= MEDIAN:
        out.append(
            "the median file has %d lines, the limit is %d" % (statistics.median(lengths), MEDIAN)
        )
    return out


def reached(path, files, seen):
    """All that the file includes, itself or through files of ours."""
    out = set()
    for included in _INCLUDE.findall(files[path]):
        out.add(included)
        target = next(
            (
                t
                for t in (included, "include/" + included, path.rsplit("/", 1)[0] + "/" + included)
                if t in files
            ),
            None,
        )
        if target and target not in seen:
            out |= reached(target, files, seen | {target})
    return out


def missing_headers(files):
    """Sentences about names of the standard library without their header. Files that include Clang or LLVM have nearly all."""
    out = []
    for path, text in sorted(files.items()):
        have = reached(path, files, {path})
        if any(h.startswith(("clang/", "llvm/")) for h in have):
            continue
        named = set(re.findall(r"std::(\w+)", re.sub(r"//.*", "", text))) & set(HEADER_OF)
        out += [
            "%s: std::%s without <%s>" % (path, n, HEADER_OF[n])
            for n in sorted(named)
            if HEADER_OF[n] not in have
        ]
    return out


def read(root, tops=("include", "analysis", "scheduling", "rewriter", "tools")):
    out = {}
    for top in tops:
        for path in (root / top).rglob("*"):
            if path.suffix in (".h", ".cpp", ".def"):
                out[path.relative_to(root).as_posix()] = path.read_text()
    return out


def self_test():
    def one(path, include, lines=1):
        return violations({path: "#include %s\n" % include + "\n" * lines})

    assert one("analysis/model/Scop.cpp", '"analysis/support/Polynomial.h"') == []
    assert one("analysis/model/Scop.cpp", '"analysis/delinearize/Delinearization.h"')
    assert one("analysis/model/BuildScop.cpp", '"analysis/normalize/normalize.h"') == []
    assert one("analysis/normalize/Steps.cpp", '"analysis/model/Scop.h"')
    assert one("analysis/tree/StoreFacts.cpp", '"analysis/normalize/Pass.h"')
    assert one("analysis/frontend/TreeBuilder.cpp", '"analysis/model/Scop.h"')
    assert one("analysis/support/Condition.cpp", '"scheduling/Nest.h"')
    assert one("rewriter/emit/Emit.cpp", '"analysis/frontend/Frontend.h"')
    assert one("rewriter/run/NestCode.cpp", "<clang/AST/Expr.h>") == []
    assert one("rewriter/run/Run.cpp", '"analysis/delinearize/Delinearization.h"')
    assert one("rewriter/validate/Validate.cpp", '"analysis/frontend/Frontend.h"') == []
    assert one("analysis/model/Scop.cpp", "<clang/AST/Expr.h>")
    assert one("analysis/Analysis.cpp", '"analysis/dependence/Claims.h"') == []
    assert one("analysis/Analysis.cpp", '"analysis/frontend/Frontend.h"')
    assert one("scheduling/LiftAnalysis.h", '"analysis/Analysis.h"') == []
    assert one("analysis/dependence/Claims.cpp", '"analysis/Analysis.h"')
    assert one("analysis/support/Condition.cpp", "<ginac/ginac.h>")
    assert one("analysis/support/Polynomial.cpp", "<ginac/ginac.h>") == []
    assert one("include/acc-delin/Report.h", "<isl/cpp.h>")
    assert one("analysis/dependence/Dependence.h", "<isl/cpp.h>") == []
    assert one("analysis/dependence/Dependence.cpp", "<isl/flow.h>")
    assert one("include/acc-delin/Report.h", '"analysis/support/Rejection.h"')
    assert one("elsewhere/x.cpp", "<vector>")
    assert one("analysis/model/Scop.cpp", "<vector>", 900)
    assert one("tools/acc-delin/main.cpp", "<vector>", 300)
    assert missing_headers({"tools/a.cpp": "x = std::exchange(a, b);\n"})
    assert (
        missing_headers(
            {
                "tools/a.cpp": '#include "tools/a.h"\nstd::exchange(a, b);',
                "tools/a.h": "#include <utility>\n",
            }
        )
        == []
    )


def conflict_markers(root):
    """Lines that a merge left, in all files of the project."""
    found = []
    for path in root.rglob("*"):
        name = path.relative_to(root)
        if name.parts[0] in ("build", ".git") or path.is_symlink() or not path.is_file():
            continue
        for number, line in enumerate(path.read_bytes().splitlines(), 1):
            if line.startswith((b"<" * 7 + b" ", b">" * 7 + b" ")):
                found.append("%s:%d: a merge was left half done" % (name, number))
    return found


def main():
    self_test()
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    files = read(root)
    wrong = violations(files) + missing_headers(
        read(root, ("include", "analysis", "scheduling", "rewriter", "tools", "tests"))
    )
    wrong += conflict_markers(root)
    for sentence in wrong:
        print(sentence)
    print("layering: %d files, %d violations" % (len(files), len(wrong)))
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
