"""Debian's source packages: fetched, built and rewritten in trees of their own.

Sources come by `apt-get source` into a cache; none of them is a part of this project.
"""
import glob
import json
import os
import re
import resource
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
LACKS = 77  # automake's exit status of what cannot be tried


class Failure(Exception):
    """What went wrong with a package, in a sentence."""


class Missing(Failure):
    """What is to be installed before a package can be built, in a sentence."""


def table(path):
    """The rows of a table of cells parted by "|", without comments and empty lines."""
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield [cell.strip() for cell in re.split(r" \|(?: |$)", line)]


def sources_of_apt(apt):
    """apt's options for the system's archives of sources, with lists in the folder `apt`."""
    options = [
        "-oDir::Etc::sourcelist=/dev/null",
        "-oDir::Etc::sourceparts=%s" % (apt / "parts"),
        "-oDir::State::Lists=%s" % (apt / "lists"),
        "-oAPT::Sandbox::User=root",
    ]
    if not (apt / "parts").is_dir():
        for part in ("parts", "lists/partial"):
            (apt / part).mkdir(parents=True)
        for path in [*Path("/etc/apt/sources.list.d").glob("*.sources")]:
            text = re.sub(r"(?m)^Types:.*$", "Types: deb-src", path.read_text())
            (apt / "parts" / path.name).write_text(text)
        for path in [
            Path("/etc/apt/sources.list"),
            *Path("/etc/apt/sources.list.d").glob("*.list"),
        ]:
            if path.is_file():
                (apt / "parts" / (path.stem + ".list")).write_text(
                    re.sub(r"(?m)^deb\b", "deb-src", path.read_text())
                )
        subprocess.run(["apt-get", "-qq", *options, "update"], check=False, capture_output=True)
    return options


def fetch(name, cache):
    """The unpacked tree of the upstream sources; None where they cannot be had."""
    folder = cache / "sources" / name
    if not folder.is_dir():
        new = folder.with_suffix(".new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        done = subprocess.run(
            [
                "apt-get",
                "-qq",
                *sources_of_apt(cache / "apt"),
                "source",
                "--download-only",
                "--tar-only",
                name,
            ],
            cwd=new,
            capture_output=True,
        )
        archives = glob.glob(str(new / "*.orig.tar.*[a-z2]"))
        archives = [one for one in archives if not one.endswith(".asc")]
        if done.returncode or not archives:
            return None
        (new / "tree").mkdir()
        subprocess.run(
            ["tar", "xf", archives[0], "--strip-components=1", "-C", new / "tree"], check=True
        )
        new.rename(folder)
    return folder / "tree"


def spent():
    """Seconds of processor time of all programs that were run."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Tree:
    """A copy of a package's sources in `folder`/tree, in which the commands of a table are run.

    They find $CC, which records its calls, $FLAGS, $HERE (this folder) and $OUT, a folder for what
    they write.
    """

    def __init__(self, pristine, folder, flags, seconds, compiler="gcc"):
        self.folder, self.flags, self.seconds, self.compiler = folder, flags, seconds, compiler
        shutil.rmtree(folder, ignore_errors=True)
        self.tree, self.calls = folder / "tree", folder / "calls"
        shutil.copytree(pristine, self.tree, symlinks=True)
        self.calls.mkdir()

    def environment(self, out, **more):
        (self.folder / out).mkdir(exist_ok=True)
        return dict(
            os.environ,
            CC=str(HERE / "cc"),
            ACC_CC=self.compiler,
            FLAGS=self.flags,
            HERE=str(HERE),
            OUT=str(self.folder / out),
            LC_ALL="C",
            **more
        )

    def shell(self, command, out="out", **more):
        """The finished command; it ends at the limit of processor time, or four times that by the
        clock."""
        return subprocess.run(
            ["bash", "-c", "ulimit -t %s -c 0; %s" % (self.seconds, command)],
            cwd=self.tree,
            env=self.environment(out, **more),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=4 * int(self.seconds),
        )

    def must(self, what, done):
        if done.returncode:
            raise Failure(
                "%s: exit %d: %s"
                % (
                    what,
                    done.returncode,
                    " / ".join((done.stderr or done.stdout).strip().splitlines()[-3:]),
                )
            )

    def build(self, configure, make, **more):
        """Configures and makes; what was compiled becomes the database. Where the configuration ends
        with LACKS, the first line that it told is what is Missing."""
        done = self.shell(configure, **more)
        if done.returncode == LACKS:
            raise Missing((done.stderr.strip().splitlines() or ["something is not installed"])[0])
        self.must("configure", done)
        self.must("make", self.shell(make, ACC_CALLS=str(self.calls), **more))
        entries = {}
        for call in self.calls.iterdir():
            directory, *words = call.read_text(errors="replace").rstrip("\0").split("\0")
            for word in words:
                path = Path(directory, word).resolve()
                if (
                    "-c" in words
                    and word.endswith(".c")
                    and path.is_file()
                    and self.tree.resolve() in path.parents
                ):
                    entries.setdefault(
                        str(path),
                        {
                            "directory": directory,
                            "file": str(path),
                            "arguments": [self.compiler, *words],
                        },
                    )
        if not entries:
            raise Failure("no file was compiled")
        self.entries = list(entries.values())
        (self.folder / "compile_commands.json").write_text(json.dumps(self.entries))

    def written(self, out):
        """The bytes of each file in the folder of that name, by path."""
        return {
            path.relative_to(self.folder / out): path.read_bytes()
            for path in sorted((self.folder / out).rglob("*"))
            if path.is_file()
        }

    def run(self, tool, command, paths, *options, allowed=(0,)):
        """The tool's finished command over these paths of the tree."""
        done = subprocess.run(
            [tool, command, *paths.split(), "-q", "-p", str(self.folder), *options],
            cwd=self.tree,
            capture_output=True,
            text=True,
            errors="replace",
        )
        if done.returncode not in allowed:
            raise Failure(
                "%s %s: exit %d: %s"
                % (
                    command,
                    " ".join(options),
                    done.returncode,
                    " / ".join((done.stderr or done.stdout).strip().splitlines()[:3]),
                )
            )
        return done

    def report(self, tool, command, paths, *options):
        """The tool's report. Its own faults are failures."""
        # 4 is a fault of the tool, which the report names.
        done = self.run(tool, command, paths, *options, "--format=json", allowed=(0, 4))
        report = json.loads(done.stdout)
        for file in report["files"]:
            for finding in [
                *file.get("errors", []),
                *(one for nest in file["nests"] for one in nest["rejections"]),
            ]:
                if finding["id"] == "internal":
                    raise Failure(
                        "%s:%d: %s: %s"
                        % (file["path"], finding["line"], finding["id"], finding["message"])
                    )
        if done.returncode:
            raise Failure("%s: exit %d" % (command, done.returncode))
        return report
