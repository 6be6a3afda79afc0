"""Reports, rewrites and measurements of C sources, as values."""
import html
import json
import os
import re
import tempfile

from ._program import AccDelinError, UsageError, run


def _words(paths, build, flags):
    paths = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    flags = flags.split() if isinstance(flags, str) else list(flags or [])
    return [*paths, *(["-p", build] if build else [])], ["--", *flags] if flags or not build else []


def _run(command, paths, build, flags, *options):
    """Standard output; 1 (findings) and 3 (a unit that is no C) give reports, too."""
    before, after = _words(paths, build, flags)
    status, out, err = run(command, *before, "-q", *options, *after)
    if status == 2:
        raise UsageError(re.sub(r"^acc-delin: error: ", "", err.strip()), "usage")
    if status == 4:
        raise AccDelinError(err.strip())
    return out


class _Values:
    """What JSON says, by attribute; `to_dict()` gives the JSON."""

    def __init__(self, values):
        self._values = values

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._values:
            raise AttributeError("%s has no %r" % (type(self).__name__, name))
        return self._values[name]

    def __dir__(self):
        return [*super().__dir__(), *self._values]

    def to_dict(self):
        return self._values


class Array(_Values):
    """A recovered array: base, element, sizes, affineMap, accesses, ..."""

    def __repr__(self):
        shape = "".join("[%s]" % size for size in ["*", *self.sizes])
        return "%s %s%s" % (self.element, self.base, shape)


class Condition(_Values):
    """Of a nest: `validity`, what the views need; `guard`, that and all else that the fast version
    needs; `disjoint`, pairs of arrays that must not overlap; `text`, as the C says it."""

    def __repr__(self):
        return self.guard


class Nest(_Values):
    """A loop nest of a report: id, function, line, status, loops, statements, dependences, ..."""

    def __init__(self, values, file, report):
        super().__init__(values)
        self.path, self._report = file, report
        self.arrays = [Array(one) for one in values["arrays"]]
        self.condition = Condition(
            {
                "validity": values["validity"],
                "guard": values["guard"],
                "disjoint": values["disjoint"],
                "text": values["guardText"],
            }
        )

    @property
    def reasons(self):
        """Why it is not lifted, or not rewritten: (id, sentence)."""
        return [(one["id"], one["message"]) for one in self.rejections]

    def row(self):
        """What a table shows of it."""
        expected = self.expected or {}
        return {
            "file": self.path,
            "line": self.line,
            "nest": self.id,
            "status": self.status,
            "arrays": ", ".join(map(repr, self.arrays)),
            "condition": self.validity,
            "parallel": ", ".join(loop["name"] for loop in self.loops if loop["parallel"]),
            "expected_share": expected.get("share"),
            "reason": "; ".join(id for id, _ in self.reasons),
        }

    def _repr_html_(self):
        return self._report._frame(self)

    def __repr__(self):
        return "<%s, %s:%d, %s>" % (self.id, self.path, self.line, self.status)


class Report:
    """What `analyze` says of files: `nests`, `files`, `errors`."""

    def __init__(self, values, again=None):
        self._values, self._again, self._page = values, again, None
        self.nests = [
            Nest(nest, file["path"], self) for file in values["files"] for nest in file["nests"]
        ]

    @property
    def files(self):
        return [file["path"] for file in self._values["files"]]

    @property
    def totals(self):
        """Counts over all files: nests, recovered, affine, rejected, faster, written, lint, ..."""
        return self._values["totals"]

    @property
    def errors(self):
        """(file, line, id, sentence) of what went wrong with files as a whole."""
        return [
            (file["path"], one["line"], one["id"], one["message"])
            for file in self._values["files"]
            for one in file.get("errors", [])
        ]

    def __getitem__(self, id):
        for nest in self.nests:
            if nest.id == id:
                return nest
        raise KeyError(id)

    def __len__(self):
        return len(self.nests)

    def __iter__(self):
        return iter(self.nests)

    def to_dict(self):
        return self._values

    def table(self):
        """One dictionary per nest: `pandas.DataFrame(report.table())`."""
        return [nest.row() for nest in self.nests]

    def html(self):
        """The page of `--format=html`."""
        if self._page is None:
            self._page = self._again("--format=html")
        return self._page

    def _frame(self, nest=None):
        page = self.html()
        if nest is not None:
            page = page.replace("<html", '<html data-open="%s"' % html.escape(nest.id), 1)
        return '<iframe srcdoc="%s" width="100%%" height="%d" frameborder="0"></iframe>' % (
            html.escape(page),
            600 if nest is None else 900,
        )

    def _repr_html_(self):
        return self._frame()

    def __repr__(self):
        return "<report: %d nests in %d files>" % (len(self.nests), len(self.files))


class Rewriting(Report):
    """What `rewrite` would change: a report, and `diff`."""

    def __init__(self, values, again, diff):
        super().__init__(values, again)
        self.diff = diff

    @property
    def written(self):
        """The nests that have a fast version in the diff."""
        return [nest for nest in self.nests if nest.written]


def analyze(paths, build=None, flags=None, options=()):
    """The report of files and folders. `build`: the folder of compile_commands.json; `flags`: those
    of the compiler, where there is no database."""

    def again(*more):
        return _run("analyze", paths, build, flags, *options, *more)

    return Report(json.loads(again("--format=json")), again)


def rewrite(paths, build=None, flags=None, schedule=None, in_place=False, options=()):
    """Fast versions. `schedule`: a script, as text or a file, in place of the automatic choice.
    Nothing is written without `in_place`."""
    with tempfile.TemporaryDirectory() as folder:
        options = list(options)
        if schedule is not None:
            if "\n" in schedule:
                with open(os.path.join(folder, "schedule.yaml"), "w") as file:
                    file.write(schedule)
                schedule = file.name
            options.append("--schedule=" + schedule)

        def again(*more):
            return _run("rewrite", paths, build, flags, *options, *more)

        values = json.loads(again("--format=json"))
        diff = again("--diff")
        page = again("--format=html")
        if in_place:
            again("-i")
    rewriting = Rewriting(values, None, diff)
    rewriting._page = page
    return rewriting


class Verification(_Values):
    """`configurations`, `nests`; `wrong`: what differed."""

    @property
    def wrong(self):
        return [nest for nest in self.nests if nest["wrong"] or not nest["proved"]]

    def __bool__(self):
        return not self.wrong

    def __repr__(self):
        return "<verification: %d nests, %d wrong>" % (len(self.nests), len(self.wrong))


def verify(paths, build=None, flags=None, compilers=(), options=()):
    """Fast versions proved again, compiled, run and compared."""
    words = ["--compiler=" + one for one in compilers]
    return Verification(
        json.loads(_run("verify", paths, build, flags, "--format=json", *words, *options))
    )


class Tuning:
    """What `tune` measured: `script`, for rewrite(schedule=...); `speedups` by nest."""

    def __init__(self, script):
        self.script = script
        self.speedups = {
            nest: float(times)
            for nest, times in re.findall(r"^# (\S+#\S+): ([\d.]+) times as fast", script, re.M)
        }

    def to_dict(self):
        return {"script": self.script, "speedups": self.speedups}

    def __repr__(self):
        return "<tuning: %s>" % self.speedups


def tune(paths, build=None, flags=None, sizes=(), options=()):
    """Schedules measured on this machine. `sizes`: dictionaries of parameters and numbers."""
    words = ["--size=" + ",".join("%s=%d" % one for one in size.items()) for size in sizes]
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "best.yaml")
        _run("tune", paths, build, flags, "-o", script, *words, *options)
        with open(script) as file:
            return Tuning(file.read())


def looptree(paths, build=None, flags=None, params=None, schedule=None, options=()):
    """The nests as LoopTrees with workload and architecture: a list of mappings.Spec."""
    from .mappings import Spec

    before, after = _words(paths, build, flags)
    words = ["--param=%s=%d" % one for one in (params or {}).items()]
    words += ["--schedule=" + schedule] if schedule else []
    status, out, err = run("looptree", "export", *before, "-q", *words, *options, *after)
    if status in (2, 4):
        raise UsageError(err.strip(), "usage")
    return [Spec(text) for text in out.split("---\n") if text.strip()]
