"""Runs the command in a directory of its own; what the tests of the command line share."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

TOOL = os.environ.get("ACC_DELIN", "build/release/bin/acc-delin")
ROOT = pathlib.Path(__file__).resolve().parents[2]

GEMM = """\
void gemm(int n, int m, int p, float *C, int ldc, const float *A, int lda, const float *B, int ldb)
{
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < p; k++)     /* dot product */
                C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];
}
"""

REFUSED = """\
void walk(int n, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            if (A[i + j] == 0)
                return;
}
"""

# Lifted, but in a function that no driver can call.
NOT_RUN = """\
char *getenv(const char *);
int tell(int n, int m, float *A)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] = 1;
    return getenv("HOME") != 0;
}
"""

BROKEN = "void broken(int n {\n"


class CommandTest(unittest.TestCase):
    """Each test works in `self.dir`, which is gone afterwards."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="acc delin ü ")
        self.dir = pathlib.Path(self.temporary.name).resolve()

    def tearDown(self):
        self.temporary.cleanup()

    def write(self, name, text):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def read(self, name):
        return (self.dir / name).read_bytes()

    def whole(self, name):
        """A rewritten source with the fast versions beside it in place of the line that includes them."""
        path = self.dir / name
        beside = path.with_name(path.name[:-2] + "_fast.h")
        text = path.read_text()
        return (
            text.replace('#include "%s"\n' % beside.name, beside.read_text())
            if beside.exists()
            else text
        )

    def run_tool(self, *arguments, status=0, cwd=None, fault=None):
        """The finished process; fails unless it exits with `status` (None: any). What is written
        does not depend on measurements, unless the test asks for them."""
        if arguments[:1] == ("rewrite",) and not any(
            str(a).startswith("--judge") for a in arguments
        ):
            arguments = ("rewrite", "--judge=off", *arguments[1:])
        environment = dict(os.environ)
        environment.pop("ACC_DELIN_TEST_FAULT", None)
        if fault:
            environment["ACC_DELIN_TEST_FAULT"] = fault
        result = subprocess.run(
            [os.path.abspath(TOOL), *map(str, arguments)],
            cwd=cwd or self.dir,
            capture_output=True,
            text=True,
            timeout=120,
            env=environment,
        )
        if status is not None:
            self.assertEqual(
                result.returncode, status, "%s\n%s\n%s" % (arguments, result.stdout, result.stderr)
            )
        return result

    def analyze(self, *arguments, **options):
        """The JSON report of `analyze`."""
        at = arguments.index("--") if "--" in arguments else len(arguments)
        words = arguments[:at] + ("--format=json",) + arguments[at:]
        return json.loads(self.run_tool("analyze", *words, **options).stdout)

    def database(self, entries, where="compile_commands.json"):
        self.write(where, json.dumps(entries))

    def entry(self, name, *flags):
        return {
            "directory": str(self.dir),
            "file": name,
            "arguments": ["cc", *flags, "-c", name, "-o", name + ".o"],
        }
