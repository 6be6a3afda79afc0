"""Completions, the manual page, the hook and the action: made from the option table, and run by what reads them."""
import os
import re
import shutil
import subprocess
import unittest

from support import GEMM, REFUSED, ROOT, TOOL, CommandTest
from test_findings import LINT


class Completion(CommandTest):
    def generate(self, what):
        self.write(what, self.run_tool("--generate=" + what).stdout)
        return self.dir / what

    def bash(self, *words):
        """What bash offers for the last of the words."""
        script = (
            "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _acc_delin; printf '%%s\\n' \"${COMPREPLY[@]}\""
            % ("./bash", " ".join("'%s'" % word for word in words), len(words) - 1)
        )
        return subprocess.run(
            ["bash", "-c", script], cwd=self.dir, capture_output=True, text=True, check=True
        ).stdout.split()

    def test_bash(self):
        self.generate("bash")
        self.assertEqual(self.bash("acc-delin", "an"), ["analyze"])
        self.assertEqual(self.bash("acc-delin", "analyze", "--form"), ["--format"])
        self.assertEqual(self.bash("acc-delin", "analyze", "--format", "=", "s"), ["sarif"])
        self.assertEqual(self.bash("acc-delin", "analyze", "--revert"), [])
        self.assertEqual(self.bash("acc-delin", "rewrite", "--revert"), ["--revert"])
        self.assertEqual(self.bash("acc-delin", "explain", "loop-b"), ["loop-bound"])

    def test_others_are_read(self):
        for shell in ("zsh", "fish"):
            path = self.generate(shell)
            if shutil.which(shell):
                result = subprocess.run([shell, "-n", str(path)], capture_output=True, text=True)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn("header-filter", path.read_text())

    def test_manual(self):
        path = self.generate("man")
        text = path.read_text()
        shown = re.sub(r"\\-", "-", text)
        for word in ("--changed", "--fail-on", "--export-fixes", "looptree", "EXIT STATUS"):
            self.assertIn(word, shown)
        if shutil.which("groff"):
            result = subprocess.run(
                ["groff", "-man", "-Tutf8", "-ww", str(path)], capture_output=True, text=True
            )
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_another_word(self):
        self.assertIn(
            "expected bash, zsh, fish or man", self.run_tool("--generate=tcsh", status=2).stderr
        )


class Hook(CommandTest):
    def test_the_hook_runs(self):
        text = (ROOT / ".pre-commit-hooks.yaml").read_text()
        entry = re.search(r"^  entry: (.*)$", text, re.M).group(1).split()
        self.assertEqual(entry[0], "tools/hook")
        self.write("gemm.c", GEMM)
        self.write("lint.c", LINT)
        git = lambda *words: subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words],
            cwd=self.dir,
            check=True,
            capture_output=True,
        )
        git("init", "-q")
        git("add", ".")
        git("commit", "-qm", "one")
        self.database([self.entry("gemm.c"), self.entry("lint.c")])
        self.run_tool(*entry[1:], "gemm.c", "lint.c", status=0)
        self.write("lint.c", LINT.replace("+ j] = 0;", "+ j] = 1;"))
        self.run_tool(*entry[1:], "gemm.c", "lint.c", status=1)


class Release(CommandTest):
    def test_the_hook_fetches_a_release(self):
        """A folder as tools/release makes it, with a program that says its words."""
        version = re.search(
            r"^project\(AccDelin VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M
        ).group(1)
        name = "acc-delin-%s-linux-%s" % (version, os.uname().machine)
        self.write("dist/%s/bin/acc-delin" % name, '#!/bin/sh\necho "ran: $@"\n').chmod(0o755)
        make = lambda: subprocess.run(
            "tar cJf %s.tar.xz %s && sha256sum *.tar.xz > SHA256SUMS" % (name, name),
            shell=True,
            cwd=self.dir / "dist",
            check=True,
        )
        make()
        environment = dict(
            os.environ,
            PATH="/usr/bin:/bin",
            XDG_CACHE_HOME=str(self.dir / "cache"),
            ACC_DELIN_RELEASE=(self.dir / "dist").as_uri(),
        )
        run = lambda: subprocess.run(
            [ROOT / "tools/hook", "analyze", "a b"], env=environment, capture_output=True, text=True
        )
        if not shutil.which("curl", path="/usr/bin:/bin") or shutil.which(
            "acc-delin", path="/usr/bin:/bin"
        ):
            self.skipTest("no curl, or acc-delin is installed")
        self.write("dist/SHA256SUMS", "%064d  %s.tar.xz\n" % (0, name))
        self.assertNotEqual(run().returncode, 0)
        make()
        self.assertEqual(run().stdout, "ran: analyze a b\n")
        shutil.rmtree(self.dir / "dist")
        self.assertEqual(run().stdout, "ran: analyze a b\n")  # it is kept
        environment["ACC_DELIN_RELEASE"] = ""
        shutil.rmtree(self.dir / "cache")
        self.assertIn("names no release", run().stderr)


class Action(CommandTest):
    def test_the_script_of_the_action_runs(self):
        text = (ROOT / "action.yml").read_text()
        self.assertIn("using: composite", text)
        script = (
            re.search(r"      run: \|\n((?:        .*\n|\n)+)", text)
            .group(1)
            .replace("\n        ", "\n")
            .strip()
        )
        self.write("walk.c", REFUSED)
        (self.dir / "bin").mkdir()
        (self.dir / "bin/acc-delin").symlink_to(os.path.abspath(TOOL))
        self.database([self.entry("walk.c")])
        environment = dict(
            os.environ,
            PATH="%s:%s" % (self.dir / "bin", os.environ["PATH"]),
            INPUT_PATHS="walk.c",
            INPUT_BUILD=".",
            ACTION_PATH=str(ROOT),
            INPUT_FAIL_ON="none",
            INPUT_CHANGED="",
            INPUT_SARIF="out dir/r.sarif",
        )
        run = lambda: subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=self.dir,
            env=environment,
            capture_output=True,
            text=True,
        )
        result = run()
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(b'"2.1.0"', self.read("out dir/r.sarif"))
        environment["INPUT_FAIL_ON"] = "jump"
        self.assertEqual(run().returncode, 1)


if __name__ == "__main__":
    unittest.main()
