"""What one program says of files and writes for them, kept in a folder and read back.

A folder holds `run.json` (the arguments, a digest of each source, exit statuses, processor seconds), `analyze.json` and
`rewrite.json` (reports without times), `analyze.txt`, and `out/`, the rewritten files.
"""
import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path


class Unusable(Exception):
    """The program did not run, or the folder holds nothing; the message says which."""


def without_times(value):
    """A report without the members that differ from run to run."""
    if isinstance(value, dict):
        return {key: without_times(v) for key, v in value.items() if key != "milliseconds"}
    if isinstance(value, list):
        return [without_times(v) for v in value]
    return value


def digest(path):
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


def _run(command):
    """(exit status, standard output, standard error, processor seconds of it and its children)"""
    before = os.times()
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise Unusable("%s: %s" % (command[0], error.strerror)) from error
    after = os.times()
    seconds = (
        after.children_user + after.children_system - before.children_user - before.children_system
    )
    return done.returncode, done.stdout, done.stderr, seconds


def _report(name, status, output, errors):
    """The report that a command printed; without one nothing can be compared."""
    try:
        return without_times(json.loads(output))
    except ValueError:
        raise Unusable(
            "%s: exit %d and no report: %s" % (name, status, errors.strip()[-400:])
        ) from None


def keep(folder, tool, paths, options, flags):
    """Runs `tool` over `paths` and keeps what it says in `folder`, in place of what was there. `options` stand before `--`,
    `flags`, when there are any, behind it."""
    folder = Path(folder)
    paths = [str(Path(path).resolve()) for path in paths]
    tail = [*paths, *options] + (["--", *flags] if flags is not None else [])
    if (folder / "run.json").exists():
        shutil.rmtree(folder)
    elif folder.exists() and any(folder.iterdir()):
        raise Unusable("%s: holds something else; name a new folder" % folder)
    out = folder / "out"
    out.mkdir(parents=True)
    statuses, seconds, reports = {}, {}, {}
    for name, command in (
        ("analyze", ["analyze", "--format=json"]),
        (
            "rewrite",
            ["rewrite", "--in-file", "--judge=off", "--format=json", "--output-dir=%s" % out],
        ),
    ):
        statuses[name], output, errors, seconds[name] = _run([tool, *command, *tail])
        reports[name] = _report(name, statuses[name], output, errors)
        (folder / (name + ".json")).write_text(
            json.dumps(reports[name], indent=1, ensure_ascii=False) + "\n"
        )
    statuses["text"], output, _, _ = _run([tool, "analyze", *tail])
    (folder / "analyze.txt").write_text(output)
    files = {file["path"] for report in reports.values() for file in report["files"]}
    (folder / "run.json").write_text(
        json.dumps(
            {
                "paths": paths,
                "options": options,
                "flags": flags,
                "statuses": statuses,
                "seconds": seconds,
                "sources": {path: digest(path) for path in sorted(files)},
            },
            indent=1,
        )
        + "\n"
    )


class Kept:
    """What a folder holds."""

    def __init__(self, folder):
        folder = Path(folder)
        try:
            run = json.loads((folder / "run.json").read_text())
            self.reports = {
                name: json.loads((folder / (name + ".json")).read_text())
                for name in ("analyze", "rewrite")
            }
            self.text = (folder / "analyze.txt").read_text()
        except (OSError, ValueError) as error:
            raise Unusable("%s: nothing is kept there (%s)" % (folder, error)) from error
        self.paths, self.options, self.flags = run["paths"], run["options"], run["flags"]
        self.statuses, self.seconds, self.sources = run["statuses"], run["seconds"], run["sources"]
        out = folder / "out"
        self.written = {
            path.relative_to(out).as_posix(): path.read_text(errors="surrogateescape")
            for path in sorted(out.rglob("*"))
            if path.is_file()
        }
