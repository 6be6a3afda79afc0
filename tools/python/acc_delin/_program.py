"""The program acc-delin: where it is, how it is run, and what it refuses."""
import atexit
import json
import os
import shutil
import subprocess


class AccDelinError(Exception):
    """What acc-delin reports as wrong. `id` has a page in `acc-delin explain`."""

    def __init__(self, message, id="internal"):
        super().__init__(message)
        self.id = id
        self.message = message


class Refused(AccDelinError, ValueError):
    """A step, an order or an array that the library refuses; the message says why."""


class NotSupported(AccDelinError, NotImplementedError):
    """Something that Accera has and this library does not."""

    def __init__(self, message):
        super().__init__(message, "not-supported")


class UsageError(AccDelinError):
    """Wrong options, files that cannot be read, nothing to read."""


def program():
    """The path of the program: $ACC_DELIN, else the one beside this package, else that of $PATH."""
    named = os.environ.get("ACC_DELIN")
    if named:
        return os.path.abspath(named)
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "acc-delin")
    found = beside if os.access(beside, os.X_OK) else shutil.which("acc-delin")
    if not found:
        raise UsageError("acc-delin is not on the PATH; set ACC_DELIN to its path", "usage")
    return found


def run(*words, directory=None):
    """One run of the program: (exit status, standard output, standard error)."""
    done = subprocess.run(
        [program(), *map(str, words)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=directory,
    )
    return done.returncode, done.stdout, done.stderr


class Server:
    """A process that answers calls of the library, one line of JSON each."""

    def __init__(self):
        self.process = subprocess.Popen(
            [program(), "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.owner = os.getpid()
        self.dropped = []  # handles that nothing here has; filled at any time, also during a call

    def call(self, call, /, **request):
        while self.dropped:
            self._answer("drop", {"handle": self.dropped.pop()})
        return self._answer(call, request)

    def _answer(self, call, request):
        line = json.dumps(dict(request, call=call), allow_nan=False)
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except (BrokenPipeError, OSError):
            answer = ""
        if not answer:
            raise AccDelinError(
                "internal error: acc-delin ended with status %s in the call '%s'; "
                "please report it" % (self.process.wait(), call)
            )
        answer = json.loads(answer)
        if "refusal" in answer:
            raise Refused(answer["refusal"]["message"], answer["refusal"]["id"])
        if "error" in answer:
            raise AccDelinError("internal error: " + answer["error"])
        return answer["value"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


_server = None


def server():
    """The process of this Python process; a new one where the last has ended."""
    global _server
    if _server is None or _server.process.poll() is not None or _server.owner != os.getpid():
        _server = Server()
    return _server


def call(name, /, **request):
    return server().call(name, **request)


@atexit.register
def _close():
    if _server is not None and _server.owner == os.getpid() and _server.process.poll() is None:
        _server.close()
