"""Killed, hindered, or given hostile input: files stay whole, nothing is written elsewhere, every run ends."""
import contextlib
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import time
import unittest

from support import GEMM, REFUSED, TOOL, CommandTest


def processor_time():
    """Seconds that finished children have used: a loaded machine does not change them."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Files(CommandTest):
    def start(self, *arguments, fault=None):
        environment = dict(os.environ, **({"ACC_DELIN_TEST_FAULT": fault} if fault else {}))
        return subprocess.Popen(
            [os.path.abspath(TOOL), *map(str, arguments)],
            cwd=self.dir,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
        )

    def test_killed_at_any_moment_a_file_has_its_old_or_its_new_bytes(self):
        names = ["unit%d.c" % k for k in range(6)]
        command = ("rewrite", "-i", "-q", "--schedule=none", "-j2", *names, "--")

        def reset():
            for name in names:
                self.write(name, GEMM.replace("gemm", "gemm_" + name[:-2]))

        reset()
        old = {name: self.read(name) for name in names}
        start = time.monotonic()
        self.run_tool(*command)
        whole = time.monotonic() - start
        new = {name: self.read(name) for name in names}
        self.assertNotEqual(old, new)
        draw = random.Random(1)
        for _ in range(8):
            reset()
            running = self.start(*command)
            time.sleep(draw.uniform(0.3, 1.1) * whole)
            running.send_signal(signal.SIGKILL)
            running.wait()
            for name in names:
                self.assertIn(self.read(name), (old[name], new[name]), name)
        for (
            path
        ) in self.dir.iterdir():  # a temporary file may be left beside, never under a name of ours
            ours = [*names, *(n[:-2] + "_fast.h" for n in names), "acc_delin.h"]
            self.assertTrue(
                any(path.name == n or path.name.startswith(n + ".") for n in ours), path.name
            )

    def test_two_runs_at_once_do_not_mix(self):
        self.write("gemm.c", GEMM)
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", "gemm.c", "--")
        new = self.read("gemm.c")
        self.write("gemm.c", GEMM)
        running = [
            self.start("rewrite", "-i", "-q", "--schedule=none", "gemm.c", "--") for _ in range(3)
        ]
        for process in running:
            self.assertIn(
                process.wait(timeout=120), (0, 3)
            )  # 3: changed while it was being rewritten
        self.assertEqual(self.read("gemm.c"), new)

    def test_a_file_that_changes_after_it_was_read(self):
        # The worker of b.c hangs until its time is up; nothing is written before that.
        self.write("a.c", GEMM)
        self.write("b.c", GEMM)
        running = self.start(
            "rewrite",
            "-i",
            "-j1",
            "--time-limit=1",
            "--schedule=none",
            "a.c",
            "b.c",
            "--",
            fault="hang:b.c",
        )
        time.sleep(1.5)
        changed = GEMM.replace("\n", "\n/* by hand */\n", 1).encode()
        self.write("a.c", changed)
        self.assertEqual(running.wait(timeout=120), 3)
        self.assertEqual(self.read("a.c"), changed)
        self.assertEqual(self.read("b.c"), GEMM.encode())
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), ["a.c", "b.c"])

    def test_a_file_that_cannot_be_written(self):
        path = self.write("gemm.c", GEMM)
        os.chmod(path, 0o444)
        os.chmod(self.dir, 0o777)
        user = {"user": 65534} if os.geteuid() == 0 else {}  # root may write everywhere
        command = [os.path.abspath(TOOL), "rewrite", "-i", "-q", "--schedule=none", "gemm.c", "--"]
        try:
            result = subprocess.run(
                command, cwd=self.dir, capture_output=True, text=True, timeout=60, **user
            )
        except PermissionError:
            self.skipTest("the tool cannot be run by another user here")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("cannot write", result.stderr)
        self.assertEqual(self.read("gemm.c"), GEMM.encode())
        self.assertEqual([p.name for p in self.dir.iterdir()], ["gemm.c"])

    def test_a_folder_that_cannot_be_written(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        path = self.write("sub/gemm.c", GEMM)
        os.chmod(path.parent, 0o555)
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", path, "--", status=3)
        os.chmod(path.parent, 0o755)
        self.assertEqual(path.read_bytes(), GEMM.encode())

    def test_a_full_disk_loses_nothing(self):
        # A limit on the size of files stands for the disk: a write fails in the same way, half done.
        self.write("gemm.c", GEMM)
        limit = len(GEMM) + 100

        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        # The workers' answers are files too: the limit applies to a revert, which needs none.
        self.run_tool("rewrite", "-i", "-q", "--in-file", "--schedule=none", "gemm.c", "--")
        rewritten = self.read("gemm.c")
        large = rewritten + b"/* " + b"x" * limit + b" */\n"
        self.write("gemm.c", large)
        result = subprocess.run(
            [os.path.abspath(TOOL), "rewrite", "--revert", "-i", "gemm.c"],
            cwd=self.dir,
            capture_output=True,
            text=True,
            preexec_fn=limited,
            timeout=60,
        )
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("cannot write", result.stderr)
        self.assertEqual(self.read("gemm.c"), large)
        self.assertEqual(
            [p.name for p in self.dir.iterdir()], ["gemm.c"], "no temporary file is left"
        )

    def test_closed_streams_are_no_files(self):
        # A file that is opened would get the number of the closed stream, and messages would go into it.
        self.write("gemm.c", GEMM)
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", "gemm.c", "--")
        new = self.read("gemm.c")
        for closed in ((0,), (1,), (2,), (0, 1, 2)):
            with self.subTest(closed=closed):
                self.write("gemm.c", GEMM)
                streams = [subprocess.DEVNULL if k in closed else subprocess.PIPE for k in range(3)]
                done = subprocess.run(
                    [os.path.abspath(TOOL), "rewrite", "-i", "--schedule=none", "gemm.c", "--"],
                    cwd=self.dir,
                    stdin=streams[0],
                    stdout=streams[1],
                    stderr=streams[2],
                    timeout=60,
                    preexec_fn=lambda: [os.close(k) for k in closed],
                )
                self.assertEqual(done.returncode, 0)
                self.assertEqual(self.read("gemm.c"), new)
                done = subprocess.run(
                    [
                        os.path.abspath(TOOL),
                        "analyze",
                        "-q",
                        "--format=json",
                        "--schedule=none",
                        "gemm.c",
                        "--",
                    ],
                    cwd=self.dir,
                    stdin=streams[0],
                    stdout=streams[1],
                    stderr=streams[2],
                    timeout=60,
                    preexec_fn=lambda: [os.close(k) for k in closed],
                )
                self.assertEqual(done.returncode, 2 if 1 in closed else 0)
                if closed == (1,):
                    self.assertEqual(
                        done.stderr, b"acc-delin: error: cannot write to standard output\n"
                    )

    def test_a_limit_on_the_size_of_files_is_an_error(self):
        self.write("gemm.c", GEMM)
        for limit in (0, 600):
            with self.subTest(limit=limit):
                done = subprocess.run(
                    [
                        os.path.abspath(TOOL),
                        "rewrite",
                        "-i",
                        "-q",
                        "--schedule=none",
                        "gemm.c",
                        "--",
                    ],
                    cwd=self.dir,
                    capture_output=True,
                    text=True,
                    timeout=60,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
                )
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertEqual(self.read("gemm.c"), GEMM.encode())
                self.assertEqual([p.name for p in self.dir.iterdir()], ["gemm.c"])

    def test_what_is_no_file_is_not_waited_for(self):
        self.write("gemm.c", GEMM)
        for name in ("pipe.c", "compile_commands.json", ".acc-delin.yaml"):
            os.mkfifo(self.dir / name)
        self.run_tool("analyze", "-q", "--schedule=none", ".", "--")
        self.run_tool("analyze", "-q", "--schedule=none", "gemm.c", "--")
        self.assertIn(
            "neither a file nor a folder",
            self.run_tool("analyze", "-q", "pipe.c", "--", status=2).stderr,
        )
        self.run_tool("analyze", "-q", "gemm.c", status=2)  # there is no database
        for words in (
            ("merge", "/dev/zero"),
            ("analyze", "gemm.c", "--baseline=/dev/zero", "--"),
            ("rewrite", "gemm.c", "--schedule=/dev/zero", "--"),
            ("looptree", "check", "/dev/zero"),
        ):
            self.assertIn("cannot read", self.run_tool(*words, status=2).stderr)


class SmallDisk(CommandTest):
    """A file system of 64 KiB of its own, where the tests may make one."""

    def setUp(self):
        super().setUp()
        self.disk = self.dir / "disk"
        self.disk.mkdir()
        if (
            not shutil.which("mount")
            or subprocess.run(
                ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", self.disk], capture_output=True
            ).returncode
        ):
            self.temporary.cleanup()
            self.skipTest("no file system can be mounted here")

    def tearDown(self):
        subprocess.run(["umount", self.disk], check=True)
        super().tearDown()

    def test_a_full_disk_leaves_the_file_and_nothing_else(self):
        path = self.write("disk/gemm.c", GEMM)
        with open(self.disk / "ballast", "wb", buffering=0) as ballast, contextlib.suppress(
            OSError
        ):
            while ballast.write(b"x" * 512):
                pass
        result = self.run_tool("rewrite", "-i", "-q", "--schedule=none", path, "--", status=3)
        self.assertIn("cannot", result.stderr)
        self.assertEqual(path.read_bytes(), GEMM.encode())
        self.assertEqual(sorted(p.name for p in self.disk.iterdir()), ["ballast", "gemm.c"])
        (self.disk / "ballast").unlink()
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", path, "--")
        self.assertIn(b"_fast(", path.read_bytes())

    def test_a_read_only_disk(self):
        path = self.write("disk/gemm.c", GEMM)
        subprocess.run(["mount", "-o", "remount,ro", self.disk], check=True)
        result = self.run_tool("rewrite", "-i", "-q", "--schedule=none", path, "--", status=3)
        self.assertIn("cannot", result.stderr)
        self.run_tool(
            "rewrite",
            "-q",
            "--schedule=none",
            path,
            "--output-dir=%s/out" % self.disk,
            "--",
            status=None,
        )
        self.assertEqual(path.read_bytes(), GEMM.encode())


class Stale(CommandTest):
    """Of fast versions in the source; test_fast_file.py has those beside it."""

    def setUp(self):
        super().setUp()
        self.write("gemm.c", "/* head */\n" + GEMM)
        self.rewrite("-i", "-q")
        self.text = self.read("gemm.c")

    def rewrite(self, *words, **options):
        return self.run_tool(
            "rewrite", "--in-file", "--schedule=none", *words, "gemm.c", "--", **options
        )

    def test_an_edited_fast_version_is_made_again(self):
        self.write("gemm.c", self.text.replace(b"k = 0", b"k = 1", 1))
        self.rewrite("--check", "-q", status=1)
        self.rewrite("--force", "-i", "-q")
        self.assertEqual(self.read("gemm.c"), self.text)

    def test_a_marker_of_another_version_is_made_again(self):
        self.write("gemm.c", self.text.replace(b"/* acc-delin 0.", b"/* acc-delin 7.", 1))
        self.rewrite("--check", "-q", status=1)
        self.rewrite("-i", "-q")
        self.assertEqual(self.read("gemm.c"), self.text)

    def test_an_original_that_is_refused_now_loses_its_fast_version(self):
        fast, original = self.text.split(b"else\n#endif\n")
        self.write(
            "gemm.c",
            fast + b"else\n#endif\n" + original.replace(b"+=", b"= *(volatile float *)&C[0] +"),
        )
        self.rewrite("--check", "-q", status=1)
        self.rewrite("-i", "-q")
        self.assertNotIn(b"acc-delin", self.read("gemm.c"))
        self.assertIn(b"volatile", self.read("gemm.c"))

    def test_damage_is_an_error_that_names_the_line(self):
        damages = [
            (rb" begin \*/", b" */", 0),
            (rb"/\* acc-delin end .*?\*/", b"", 1),
            (rb"gemm#1 \w+ \w+ begin", b"gemm#1 zzz begin", 1),
            (rb"end gemm#1", b"end other#1", None),
            (rb"    else\n#endif", b"    if (0)\n#endif", 1),
        ]
        for pattern, replacement, is_begin in damages:
            damaged, hits = re.subn(pattern, replacement, self.text, count=1)
            self.assertEqual(hits, 1, pattern)
            begin = (
                damaged[: re.search(rb"acc-delin \d|acc-delin end|\Z", damaged).start()].count(
                    b"\n"
                )
                + 1
            )
            end = damaged[: damaged.rindex(b"acc-delin ")].count(b"\n") + 1
            self.write("gemm.c", damaged)
            for words in (("-i",), ("--check",), ("--diff",), ("--revert", "-i")):
                result = self.rewrite(*words, status=3)
                self.assertRegex(
                    result.stderr, r"gemm\.c:%d\b.*marker" % (begin if is_begin else end)
                )
                self.assertEqual(self.read("gemm.c"), damaged)


class Hostile(CommandTest):
    def test_sources_that_are_no_programs(self):
        texts = {
            "empty.c": "",
            "zeros.c": b"\0" * 4096,
            "binary.c": bytes(range(256)) * 64,
            "open.c": "void f(void) { /* no end",
            "string.c": 'char *s = "no end\n',
            "braces.c": "{" * 3000,
            "include.c": '#include "include.c"\n',
            "deep.c": "int x = " + "(" * 3000 + "1" + ")" * 3000 + ";\n",
            "cplusplus.c": "template <class T> struct S { T t; };\n",
            "marker.c": "/* acc-delin 0.1 f#1 00000000 begin: */\n",
            "lines.c": '#line 7 "elsewhere.c"\n' + GEMM,
        }
        for name, text in texts.items():
            self.write(name, text)
        for name in texts:
            with self.subTest(name):
                before = self.read(name)
                result = self.run_tool(
                    "rewrite",
                    "-i",
                    "-q",
                    "--schedule=none",
                    "--time-limit=30",
                    name,
                    "--",
                    status=None,
                )
                self.assertIn(result.returncode, (0, 3), result.stderr)
                self.assertNotIn("crashed", result.stderr)
                if result.returncode:
                    self.assertEqual(self.read(name), before)
        self.run_tool("rewrite", "-i", "-q", "--revert", "lines.c")
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), sorted(texts))

    def test_deep_nests_many_accesses_and_giant_functions_come_to_an_end(self):
        depth = 60
        names = ["i%d" % k for k in range(depth)]
        deep = "void f(int n, float *A)\n{\n    int %s;\n" % ", ".join(names)
        deep += "".join("for (%s = 0; %s < n; %s++)\n" % (v, v, v) for v in names)
        deep += "A[%s] = 1;\n}\n" % " + ".join(names)
        many = "void f(int n, int m, float *A)\n{\n    int i, j;\n    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
        many += "            A[i*m + j] = %s;\n}\n" % " + ".join(
            "A[i*m + j + %d]" % k for k in range(1000)
        )
        giant = "void f(int n, int m, float *A)\n{\n    int i, j;\n"
        giant += (
            "    for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = i;\n" * 60 + "}\n"
        )
        for name, text in (("deep.c", deep), ("many.c", many), ("giant.c", giant)):
            with self.subTest(name):
                self.write(name, text)
                start = processor_time()
                result = self.run_tool(
                    "analyze", "--format=json", "--time-limit=20", name, "--", status=None
                )
                self.assertIn(result.returncode, (0, 3), result.stderr)
                self.assertLess(processor_time() - start, 60)
                self.assertIn('"schemaVersion"', result.stdout)

    def test_scripts_and_reports_that_are_none(self):
        self.write("gemm.c", GEMM)
        bad = [
            "- nest: gemm#1\n  schedule: [",
            "- nest: 'gemm",
            "&a [*a, *a]",
            "[" * 2000,
            "- nest: gemm#1\n  schedule:\n"
            "    - split: {index: i, size: 99999999999999999999, inner: x}\n",
            "\xff\xfe",
            "- {nest: [gemm#1]}",
            "? :",
            "- nest: gemm#1\n  schedule:\n    - tile: {i: -4, j: 0}\n",
            "!!binary x",
            "- nest: gemm#1\n  schedule: 7\n",
        ]
        for number, text in enumerate(bad):
            with self.subTest(text[:40]):
                self.write("s.yaml", text)
                result = self.run_tool("rewrite", "gemm.c", "--schedule=s.yaml", "--", status=None)
                # 1: a script that can be read and whose schedule is refused.
                self.assertIn(result.returncode, (1, 2, 3))
                self.assertEqual(result.stdout, "")
                self.assertIn("acc-" if result.returncode == 1 else "error", result.stderr)
        for text in (
            "",
            "{",
            "[]",
            '{"schemaVersion": 2, "files": []}',
            '{"files": 3}',
            "[" * 5000,
            '{"schemaVersion": 1}',
        ):
            self.write("r.json", text)
            self.run_tool("merge", "r.json", "-o", "out.json", status=2)

    def test_json_that_nests_without_end(self):
        self.write("gemm.c", GEMM)
        for text in ("[" * 1000000, '{"a":' * 1000000, '[{"file": ' * 1000000):
            self.write("deep.json", text)
            self.write("build/compile_commands.json", text)
            for words in (
                ("merge", "deep.json"),
                ("analyze", "gemm.c", "--baseline=deep.json", "--"),
                ("analyze", "-p", "build", "gemm.c"),
            ):
                self.assertIn("nests too deeply", self.run_tool(*words, status=2).stderr)

    def test_names_that_look_like_options_or_commands(self):
        marks = [
            "-o.c",
            "$(touch hit).c",
            "a;touch hit;.c",
            "`touch hit`.c",
            "new\nline.c",
            "quo'te\".c",
        ]
        for name in marks:
            path = self.write(name, GEMM)
            self.run_tool("rewrite", "-i", "-q", "--schedule=none", path, "--")
            self.assertIn(b"_fast(", path.read_bytes())
            # No #include can name a file with a quote or a line end in its name.
            self.assertEqual(
                (self.dir / (name[:-2] + "_fast.h")).exists(), not set(name) & set('"\n')
            )
            subprocess.run(
                ["gcc", "-O1", "-Werror", "-x", "c", "-c", path, "-o", os.devnull], check=True
            )
            self.run_tool("rewrite", "--revert", "-i", path)
            self.assertEqual(path.read_bytes(), GEMM.encode())
        self.assertFalse((self.dir / "hit").exists())

    def test_nothing_is_written_outside_of_the_output_directory(self):
        self.write("src/in.c", GEMM)
        self.write("outside.c", GEMM)
        (self.dir / "src/link.c").symlink_to(self.dir / "outside.c")
        (self.dir / "src/up").symlink_to(self.dir)
        self.run_tool(
            "rewrite",
            "-q",
            "--schedule=none",
            "src/in.c",
            "src/link.c",
            "src/../outside.c",
            "src/up/outside.c",
            "--output-dir=out",
            "--",
        )
        self.assertEqual(self.read("outside.c"), GEMM.encode())
        self.assertEqual(self.read("src/in.c"), GEMM.encode())
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), ["out", "outside.c", "src"])

    def test_a_folder_does_not_reach_out_of_itself(self):
        self.write("src/in.c", GEMM)
        self.write("outside.c", GEMM)
        (self.dir / "src/link.c").symlink_to("../outside.c")
        (self.dir / "src/inner.c").symlink_to("in.c")
        (self.dir / "src/nowhere.c").symlink_to("missing.c")
        (self.dir / "src/up").symlink_to("..")
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", "src", "--")
        self.assertEqual(self.read("outside.c"), GEMM.encode())
        self.assertIn(b"_fast(", self.read("src/in.c"))
        self.run_tool("rewrite", "-i", "-q", "--schedule=none", "src/link.c", "--")
        self.assertIn(b"acc-delin", self.read("outside.c"), "a link that is named is followed")

    def test_databases_with_odd_entries(self):
        self.write("gemm.c", GEMM)
        self.write("walk.c", REFUSED)
        entries = [
            self.entry("gemm.c"),
            self.entry("gemm.c"),
            self.entry("missing.c"),
            self.entry("gemm.c", "-DX=1"),
            {"directory": "/nonexistent", "file": "walk.c", "arguments": ["cc", "-c", "walk.c"]},
            {"directory": str(self.dir), "file": "walk.c", "command": "cc -c 'unterminated walk.c"},
            {
                "directory": str(self.dir),
                "file": "gemm.c",
                "arguments": ["cc", "@missing.rsp", "-c", "gemm.c"],
            },
        ]
        self.database(entries)
        result = self.run_tool("rewrite", "-q", "--schedule=none", ".", status=None)
        self.assertIn(result.returncode, (0, 3), result.stderr)
        for text in ("", "[", "{}", "[3]", '[{"file": 1}]', '[{"directory": "/", "file": "x.c"}]'):
            self.write("compile_commands.json", text)
            result = self.run_tool("analyze", "gemm.c", status=None)
            self.assertIn(result.returncode, (0, 2), text)


if __name__ == "__main__":
    unittest.main()
