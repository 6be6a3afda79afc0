"""What `rewrite` does with files. --schedule=none keeps the tests apart from what the search finds."""
import json
import os
import re
import shlex
import subprocess
import unittest

from support import GEMM, REFUSED, ROOT, CommandTest

TWO = GEMM + "\n" + GEMM.replace("gemm", "gemm2")


class Rewrite(CommandTest):
    def rewrite(self, *arguments, **options):
        at = arguments.index("--") if "--" in arguments else len(arguments)
        words = arguments[:at] + ("--schedule=none",) + arguments[at:]
        return self.run_tool("rewrite", *words, **options)

    def compiles(self, name):
        subprocess.run(
            [
                "gcc",
                "-std=c89",
                "-pedantic",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-c",
                name,
                "-o",
                os.devnull,
            ],
            cwd=self.dir,
            check=True,
        )

    def test_diff_is_the_default_and_applies(self):
        self.write("src/two.c", TWO)
        diff = self.rewrite("src/two.c", "--").stdout
        self.assertTrue(diff.startswith("--- a/src/two.c\n+++ b/src/two.c\n"))
        self.assertEqual(self.read("src/two.c"), TWO.encode())
        self.assertEqual(self.rewrite("src/two.c", "--diff", "--").stdout, diff)
        patch = self.write("a.patch", diff)
        subprocess.run(["git", "apply", patch], cwd=self.dir, check=True)
        applied = self.read("src/two.c")
        self.write("src/two.c", TWO)
        self.rewrite("-i", "src/two.c", "--")
        self.assertEqual(self.read("src/two.c"), applied)
        self.compiles("src/two.c")

    def test_diff_of_an_absolute_path_and_from_elsewhere(self):
        path = self.write("src/gemm.c", GEMM)
        diff = self.rewrite(path, "--").stdout
        self.assertTrue(diff.startswith("--- a/src/gemm.c\n"), diff[:80])
        diff = self.rewrite(path, "--", cwd="/").stdout
        self.assertTrue(diff.startswith("--- a" + str(path)), diff[:80])

    def test_a_report_gives_the_guard_without_a_least_work(self):
        self.write("gemm.c", GEMM)

        def guard(*options):
            text = self.run_tool("analyze", "--format=json", *options, "gemm.c", "--").stdout
            return json.loads(text)["files"][0]["nests"][0]["guard"]

        usual, without = guard(), guard("--no-work-threshold")
        for n, m, p, is_large in (3, 3, 3, False), (64, 64, 64, True):
            sizes = {"n": n, "m": m, "p": p, "ldc": m, "lda": p, "ldb": m}

            def value(text):
                return bool(eval(text.replace("&&", " and ").replace("||", " or "), {}, sizes))

            self.assertEqual(value(usual), is_large, usual)
            self.assertTrue(value(without), without)

    def test_only_where_the_profile_says_that_time_goes(self):
        self.write("two.c", TWO)
        self.write(
            "time.txt",
            "    80.00%  prog  prog  [.] gemm2.constprop.0\n     0.30%  prog  prog  [.] gemm\n",
        )
        ranked = json.loads(
            self.run_tool(
                "analyze", "--profile=time.txt", "--format=json", "two.c", "--", "-O3"
            ).stdout
        )
        saved = {
            nest["id"]: nest["expected"]["saved"]
            for file in ranked["files"]
            for nest in file["nests"]
        }
        self.assertGreater(saved["gemm2#1"], 0.1)
        self.assertLess(saved["gemm2#1"], 0.8)
        self.assertLess(saved["gemm#1"], 0.003)
        text = self.rewrite("-i", "--profile=time.txt", "two.c", "--").stderr
        self.assertIn("1 nest rewritten", text)
        self.assertIn("skipped: below 1% of the profile", text)
        self.assertNotIn(b"gemm_1_fast", self.read("two.c"))
        self.assertIn(b"gemm2_1_fast", self.read("two.c"))
        self.rewrite(
            "-i", "--profile=time.txt", "--only=gemm", "two.c", "--"
        )  # what is asked for by name is written
        self.assertIn(b"gemm_1_fast", self.read("two.c"))
        self.rewrite("--check", "--profile=time.txt", "two.c", "--")  # what is written stays
        self.write("time.txt", "gemm 0.4%\n")
        self.rewrite("--profile=time.txt", "two.c", "--", status=2)
        self.write("time.txt", "int main(void);\n")
        self.assertIn(
            "contains no function",
            self.rewrite("--profile=time.txt", "two.c", "--", status=2).stderr,
        )
        self.rewrite("--profile=none.txt", "two.c", "--", status=2)

    def test_only_the_named_nests_and_those_that_are_written_already(self):
        def written():
            return re.findall(
                r"acc-delin 0\S* fast version of (\S+#\S+) ", self.read("two_fast.h").decode()
            )

        self.write("two.c", TWO)
        result = self.rewrite("-i", "--only=gemm2#1", "two.c", "--")
        self.assertIn("1 nest rewritten", result.stderr)
        self.assertNotIn("gemm#1", result.stderr)
        self.assertEqual(written(), ["gemm2#1"])
        once = self.read("two.c")
        self.rewrite("-i", "--only=gemm2", "two.c", "--")
        self.assertEqual(self.read("two.c"), once)
        told = self.rewrite("--check", "--only=gemm2", "two.c", "--").stderr
        self.assertIn("up to date: 1 nest in 1 file", told)
        self.assertIn(
            "2 files would change", self.rewrite("--check", "two.c", "--", status=1).stderr
        )
        self.rewrite("-i", "--only=gemm", "two.c", "--")  # its name is no beginning of another
        self.assertEqual(written(), ["gemm#1", "gemm2#1"])
        for name in "gem", "gemm#2", "gemm#1.1":
            self.assertIn(
                name, self.rewrite("--only=gemm#1," + name, "two.c", "--", status=2).stderr
            )
        self.rewrite("--only=,", "two.c", "--", status=2)

    def test_the_next_command_can_be_typed(self):
        self.write("two files/two.c", TWO)
        text = self.rewrite("two files/two.c", "--only=gemm", "--", "-O3").stderr
        following = re.search(r"^next: (.*?)    ", text, re.M).group(1)
        words = shlex.split(following)
        self.assertEqual(words[0], "acc-delin")
        text = self.run_tool(*words[1:]).stderr
        self.assertIn(b"if (!gemm_1_fast(", self.read("two files/two.c"))
        following = re.search(r"^next: (.*?)    ", text, re.M).group(1)
        self.assertEqual(
            shlex.split(following), ["acc-delin", "verify", "two files/two.c", "--", "-O3"]
        )

    def test_a_target_has_its_own_schedules_whatever_the_machine(self):
        self.write("gemm.c", GEMM)

        def script(target):
            return self.run_tool(
                "rewrite", "gemm.c", "--print-schedule", "-q", "--target=" + target, "--", "-O3"
            ).stdout

        self.assertIn("j: 32", script("avx512"))
        self.assertIn("j: 16", script("avx2"))
        self.assertNotIn("vectorize", script("scalar"))
        self.run_tool("rewrite", "gemm.c", "-i", "-q", "--target=sse2", "--", "-O3")
        self.run_tool("rewrite", "gemm.c", "--check", "--target=avx512", "--", "-O3", status=1)
        self.run_tool("rewrite", "gemm.c", "--check", "--target=sse2", "--", "-O3")
        self.write(".acc-delin.yaml", "target: sse2\n")
        self.run_tool("rewrite", "gemm.c", "--check", "--", "-O3")
        self.assertIn(
            "known are host, portable, sse2",
            self.run_tool("rewrite", "gemm.c", "--target=pdp11", "--", status=2).stderr,
        )
        self.write(".acc-delin.yaml", "target: pdp11\n")
        self.assertIn("pdp11", self.run_tool("rewrite", "gemm.c", "--", status=2).stderr)

    def test_flags_that_reassociate_are_told(self):
        self.write("gemm.c", GEMM)
        for flags, told in (
            (["-O3"], False),
            (["-Ofast"], True),
            (["-ffast-math", "-fno-fast-math"], False),
        ):
            text = self.rewrite("gemm.c", "--", *flags).stderr
            self.assertEqual("[acc-fast-math]" in text, told, flags)

    def test_output_file(self):
        self.write("gemm.c", GEMM)
        self.assertEqual(self.rewrite("gemm.c", "-o", "out.diff", "--").stdout, "")
        self.assertIn(b"+++ b/gemm.c", self.read("out.diff"))

    def test_in_place_and_revert_restore_every_byte(self):
        variants = {
            "unix": TWO,
            "windows": TWO.replace("\n", "\r\n"),
            "no line end": GEMM[:-1],
            "tabs": GEMM.replace("    ", "\t"),
            "latin1": TWO.encode().replace(b"dot product", b"caf\xe9"),
            "one line": GEMM.replace("/* dot product */", "").replace("\n", " ") + "\n",
        }
        for name, text in variants.items():
            with self.subTest(name):
                path = self.write("a file.c", text)
                before = path.read_bytes()
                self.rewrite("-i", path, "--")
                rewritten = path.read_bytes()
                self.assertNotEqual(rewritten, before)
                self.rewrite("-i", path, "--")
                self.assertEqual(path.read_bytes(), rewritten, "a second run changes nothing")
                self.assertEqual(self.rewrite(path, "--").stdout, "")
                self.rewrite("--check", path, "--")
                self.rewrite("--revert", "-i", path)
                self.assertEqual(path.read_bytes(), before)

    def test_check(self):
        self.write("gemm.c", GEMM)
        self.write("walk.c", REFUSED)
        result = self.rewrite("--check", "gemm.c", "walk.c", "--", status=1)
        self.assertIn("gemm.c: would change", result.stderr)
        self.assertNotIn("walk.c: would change", result.stderr)
        self.assertEqual(self.read("gemm.c"), GEMM.encode())
        self.rewrite("--check", "walk.c", "--", status=0)

    def test_an_edited_original_is_rewritten_again(self):
        self.write("gemm.c", GEMM)
        self.rewrite("-i", "gemm.c", "--")
        edited = self.read("gemm.c").replace(b"+=", b"-=")
        self.write("gemm.c", edited)
        self.rewrite("--check", "gemm.c", "--", status=1)
        self.rewrite("-i", "gemm.c", "--")
        self.assertEqual(self.read("gemm.c"), edited)
        self.assertIn(b"-=", self.read("gemm_fast.h"))
        self.rewrite("--revert", "-i", "gemm.c")
        self.assertEqual(self.read("gemm.c"), GEMM.replace("+=", "-=").encode())

    def test_a_hand_edited_fast_version_is_kept(self):
        for form, name in ((), "gemm_fast.h"), (("--in-file",), "gemm.c"):
            self.write("gemm.c", GEMM)
            self.rewrite("-i", *form, "gemm.c", "--")
            edited = self.read(name).replace(b"for (", b"/* tuned */ for (", 1)
            self.assertNotEqual(edited, self.read(name))
            self.write(name, edited)
            for words in (
                ("-i", "gemm.c", "--"),
                ("-q", "-i", "gemm.c", "--"),
                ("--check", "gemm.c", "--"),
                ("gemm.c", "--"),
                ("--output-dir=out", "gemm.c", "--"),
                ("--revert", "-i", "gemm.c"),
            ):
                with self.subTest(form + words):
                    result = self.rewrite(*form, *words, status=1)
                    self.assertRegex(
                        result.stderr,
                        r"gemm\.c:\d+: the fast version of gemm#1 was edited manually",
                    )
                    self.assertEqual(self.read(name), edited)
            self.rewrite("--force", "-i", *form, "gemm.c", "--")
            self.assertNotIn(b"tuned", self.read(name))
            self.rewrite("--check", *form, "gemm.c", "--")
            self.write(name, edited)
            self.rewrite("--force", "--revert", "-i", "gemm.c")
            self.assertEqual(self.read("gemm.c"), GEMM.encode())

    def test_damaged_marker_is_an_error(self):
        self.write("gemm.c", GEMM)
        for form, pattern in ((), rb"if \(!gemm_1_fast[^\n]*"), (
            ("--in-file",),
            rb"/\* acc-delin end.*?\*/",
        ):
            self.write("gemm.c", GEMM)
            self.rewrite("-i", *form, "gemm.c", "--")
            damaged = re.sub(pattern, b"", self.read("gemm.c"))
            self.write("gemm.c", damaged)
            for arguments in ((*form, "-i", "gemm.c", "--"), ("--revert", "-i", "gemm.c")):
                result = self.rewrite(*arguments, status=3)
                self.assertIn("marker", result.stderr)
                self.assertEqual(self.read("gemm.c"), damaged)
            if not form:
                (self.dir / "gemm_fast.h").unlink()

    def test_revert_without_i_shows_a_diff(self):
        self.write("gemm.c", GEMM)
        self.rewrite("-i", "gemm.c", "--")
        rewritten = self.read("gemm.c")
        patch = self.write("p", self.rewrite("--revert", "gemm.c").stdout)
        self.assertEqual(self.read("gemm.c"), rewritten)
        subprocess.run(["git", "apply", patch], cwd=self.dir, check=True)
        self.assertEqual(self.read("gemm.c"), GEMM.encode())

    def test_output_directory_mirrors_changed_files(self):
        self.write("src/a/gemm.c", GEMM)
        self.write("src/b/gemm.c", GEMM)
        self.write("src/b/walk.c", REFUSED)
        self.rewrite("src/a/gemm.c", "src/b/gemm.c", "src/b/walk.c", "--output-dir=out", "--")
        written = sorted(
            str(p.relative_to(self.dir / "out")) for p in (self.dir / "out").rglob("*.c")
        )
        self.assertEqual(written, ["a/gemm.c", "b/gemm.c"])
        self.assertEqual(self.read("src/a/gemm.c"), GEMM.encode())
        self.rewrite("src", "--output-dir=out2", "--")
        self.assertTrue((self.dir / "out2/a/gemm.c").exists())
        self.rewrite("src/a/gemm.c", "--output-dir=out3", "--")
        self.assertTrue((self.dir / "out3/gemm.c").exists())

    def test_symbolic_link_and_permissions_are_kept(self):
        target = self.write("real/gemm.c", GEMM)
        os.chmod(target, 0o640)
        link = self.dir / "link.c"
        link.symlink_to(target)
        self.rewrite("-i", "link.c", "--")
        self.assertTrue(link.is_symlink())
        self.assertIn(b"_fast(", target.read_bytes())
        self.assertEqual(target.stat().st_mode & 0o777, 0o640)
        # The same file under two names is one unit.
        self.rewrite("--revert", "-i", "link.c", "real/gemm.c")
        self.assertEqual(target.read_bytes(), GEMM.encode())

    def test_schedule_round_trip(self):
        self.write("gemm.c", GEMM)
        script = self.run_tool("rewrite", "gemm.c", "--print-schedule", "--").stdout
        self.assertTrue(script.startswith("- nest: gemm#1\n"), script)
        self.write("s.yaml", script)
        again = self.run_tool(
            "rewrite", "gemm.c", "--schedule=s.yaml", "--print-schedule", "--"
        ).stdout
        self.assertEqual(again, script)
        self.assertEqual(
            self.run_tool("rewrite", "gemm.c", "--schedule=s.yaml", "--").stdout,
            self.run_tool("rewrite", "gemm.c", "--").stdout,
        )

    def test_a_script_rewrites_only_what_it_names(self):
        self.write("two.c", TWO)
        self.write("s.yaml", "- nest: gemm2#1\n  schedule: []\n")
        diff = self.run_tool("rewrite", "two.c", "--schedule=s.yaml", "--").stdout
        self.assertIn("gemm2#1", diff)
        self.assertNotIn(" gemm#1 ", diff)

    def test_an_illegal_script_changes_nothing(self):
        self.write(
            "seidel.c",
            "void seidel(int n, int m, double *A)\n{\n    int i, j;\n"
            "    for (i = 1; i < n; i++)\n        for (j = 0; j < m - 1; j++)\n"
            "            A[i*m + j] += A[(i-1)*m + j + 1];\n}\n",
        )
        self.write("s.yaml", "- nest: seidel#1\n  schedule:\n    - reorder: [j, i]\n")
        result = self.run_tool("rewrite", "seidel.c", "--schedule=s.yaml", "--", status=1)
        self.assertEqual(result.stdout, "")
        self.assertIn("[acc-illegal-schedule]", result.stderr)
        self.assertRegex(
            result.stderr,
            r"(?m)^s\.yaml:3:7: error: seidel#1 \(seidel\.c:4:5\): the schedule violates a dependence: ",
        )
        quiet = self.run_tool("rewrite", "-q", "seidel.c", "--schedule=s.yaml", "--", status=1)
        self.assertIn("[acc-illegal-schedule]", quiet.stderr)

    def test_a_step_is_refused_in_its_own_words(self):
        self.write("gemm.c", GEMM)
        for step, words in (
            ("tile: {q: 3}", "tile: there is no index 'q'"),
            ("unroll_and_jam: {index: q, size: 3}", "unroll_and_jam: there is no index 'q'"),
            ("peel: {index: q, front: 1}", "peel: there is no index 'q'"),
        ):
            self.write(
                "s.yaml",
                "- nest: gemm#1\n  schedule:\n    - split: {index: k, size: 8}\n"
                "    - %s\n" % step,
            )
            result = self.run_tool("rewrite", "-q", "gemm.c", "--schedule=s.yaml", "--", status=1)
            self.assertRegex(
                result.stderr, r"(?m)^s\.yaml:4:7: error: gemm#1 .*: " + re.escape(words)
            )

    def test_report_places_are_those_of_the_file_on_disk(self):
        self.write("two.c", TWO)
        self.rewrite("-i", "two.c", "--")
        lines = self.read("two.c").decode().split("\n")
        nests = self.analyze("two.c", "--")["files"][0]["nests"]
        self.assertEqual([n["id"] for n in nests], ["gemm#1", "gemm2#1"])
        for nest in nests:
            self.assertIn("for (i = 0", lines[nest["line"] - 1][nest["column"] - 1 :])
            for array in nest["arrays"]:
                for access in array["accesses"]:
                    at = lines[access["line"] - 1][access["column"] - 1 :]
                    self.assertTrue(at.startswith(array["base"] + "["), at)

    def test_no_mode_of_floating_point_changes_what_is_written_yet(self):
        # Fast-math allows sums in another order; no step makes use of it, and the report says so.
        self.write("gemm.c", GEMM)
        reports, texts = [], []
        for mode in ("strict", "source", "reassociate"):
            self.run_tool(
                "rewrite",
                "gemm.c",
                "-q",
                "--fp=" + mode,
                "--output-dir=" + mode,
                "--",
                "-O3",
                "-ffast-math",
            )
            texts.append(self.read(mode + "/gemm.c"))
            reports += [
                n["fp"]
                for f in self.analyze("gemm.c", "--fp=" + mode, "--", "-O3", "-ffast-math")["files"]
                for n in f["nests"]
            ]
        self.assertEqual(set(texts), {texts[0]})
        self.assertEqual(
            reports, [{"mode": m, "reassociated": []} for m in ("strict", "source", "reassociate")]
        )

    def test_a_bound_behind_a_cast_to_a_pointer(self):
        # The '*' in the name of the bound is no product.
        self.write(
            "fft.c",
            "struct table { int n; };\nvoid fft(void *t, float *in, float *out)\n{\n    int i;\n"
            "    for (i = 0; i < ((struct table *)t)->n; i++)\n        out[i] = in[i];\n}\n",
        )
        written = self.rewrite("fft.c", "--no-work-threshold", "--format=json", "--")
        self.assertEqual(
            [nest["written"] for nest in json.loads(written.stdout)["files"][0]["nests"]], [True]
        )

    def test_no_heap(self):
        # Of all that is written for the corpus: no compiler finds a call of an allocator in it.
        self.run_tool(
            "rewrite",
            "-q",
            "--no-heap",
            "--no-work-threshold",
            "--run-check=off",
            "--output-dir=out",
            ROOT / "corpus/gemm_ld.c",
            ROOT / "corpus/im2col.c",
            ROOT / "corpus/floyd.c",
            "--",
            "-O3",
        )
        written = list((self.dir / "out").rglob("*.c"))
        self.assertTrue(written)
        for path in written:
            before = self.needs(ROOT / "corpus" / path.name)
            self.assertLessEqual(
                self.needs(path) - before,
                {"memset", "memcpy", "memmove", "__cpu_model", "_GLOBAL_OFFSET_TABLE_"},
                path.name,
            )

    def needs(self, path):
        """The symbols that an object of it takes from elsewhere."""
        subprocess.run(
            ["gcc", "-std=gnu11", "-O2", "-c", str(path), "-o", "needs.o"], cwd=self.dir, check=True
        )
        listed = subprocess.run(
            ["nm", "-u", "needs.o"], cwd=self.dir, capture_output=True, text=True, check=True
        ).stdout
        return set(re.findall(r"U (\S+)", listed))

    NUMBERED = (
        """\
#include <stdio.h>
int before(void) { return __LINE__; }
"""
        + GEMM
        + """\
int after(void) { return __LINE__; }
"""
        + GEMM.replace("gemm", "other").replace(
            "{\n    int i, j, k;\n", '{ int i, j, k; printf("%d\\n", __LINE__);\n'
        )
        + """\
int main(void) { printf("%d %d ", before(), after()); other(0, 0, 0, 0, 0, 0, 0, 0, 0); return __LINE__; }
"""
    )

    def numbers(self, name):
        subprocess.run(["gcc", "-w", name, "-o", "numbers"], cwd=self.dir, check=True)
        done = subprocess.run([self.dir / "numbers"], capture_output=True, text=True)
        return done.stdout, done.returncode

    def test_line_directives_keep_the_numbers_of_lines(self):
        for form in ("--in-file", "--fast-file"):
            self.write("n.c", self.NUMBERED)
            before = self.numbers("n.c")
            self.run_tool("rewrite", "-i", form, "n.c", "--", "-O2")
            self.assertNotEqual(self.numbers("n.c"), before)
            self.run_tool("rewrite", "-i", "--revert", "n.c")
            self.run_tool("rewrite", "-i", form, "--line-directives", "n.c", "--", "-O2")
            self.assertEqual(self.numbers("n.c"), before, form)
            # What has them keeps them, and reports name lines as they are on disk.
            written = self.read("n.c")
            self.run_tool("rewrite", "-i", form, "n.c", "--", "-O2")
            self.assertEqual(self.read("n.c"), written)
            self.run_tool("rewrite", "--check", form, "n.c", "--", "-O2")
            lines = written.decode().split("\n")
            for nest in self.analyze("n.c", "--", "-O2")["files"][0]["nests"]:
                self.assertIn("for (i = 0", lines[nest["line"] - 1])
            self.run_tool("rewrite", "-i", "--revert", "n.c")
            self.assertEqual(self.read("n.c").decode(), self.NUMBERED)
        told = self.run_tool(
            "rewrite", "--line-directives", "--export-fixes=f.yaml", "n.c", "--", status=2
        )
        self.assertIn("--line-directives", told.stderr)

    def test_quiet(self):
        self.write("gemm.c", GEMM)
        self.assertEqual(self.rewrite("-i", "-q", "gemm.c", "--").stderr, "")


ASSERTED = """\
#include <stdlib.h>
typedef struct { int w; float *data; } image;
static void fail(void) { exit(7); }
void turn(int n, int m, const float *from, image *to)
{
    int x, y;
    for (y = 0; y < n; y++)
        for (x = 0; x < m; x++) {
            if (to == 0)
                LEAVE;
            if (y >= to->w)
                LEAVE;
            to->data[x*to->w + y] = from[y*m + x] + 1;
        }
}
int main(void)
{
    static float a[400];
    turn(20, 20, a, 0);
    return 3;
}
"""


class Forms(CommandTest):
    def compiles(self, *names):
        for name in names:
            subprocess.run(
                ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-c", name, "-o", "out.o"],
                cwd=self.dir,
                check=True,
            )

    def test_helpers_in_a_file_of_their_own(self):
        (self.dir / "src").mkdir()
        self.write("src/one.c", GEMM)
        self.write("src/two.c", GEMM.replace("gemm", "second").replace("\n", "\r\n"))
        words = ("--in-file", "--helpers=inc/acc.h", "--schedule=none", "src", "--")
        shown = self.run_tool("rewrite", *words)
        self.assertIn("+++ b/inc/acc.h", shown.stdout)
        (self.dir / "inc").mkdir()
        self.run_tool("rewrite", "-i", "-q", *words)
        for name, end in (("src/one.c", b"\n"), ("src/two.c", b"\r\n")):
            self.assertIn(
                b"/* acc-delin helpers */" + end + b'#include "../inc/acc.h"' + end, self.read(name)
            )
            self.assertNotIn(b"#define ACC_DELIN", self.read(name))
        self.assertEqual(self.read("inc/acc.h").count(b"#define ACC_DELIN"), 1)
        self.compiles("src/one.c", "src/two.c")
        self.run_tool("rewrite", "--check", "-q", *words)
        self.run_tool("verify", "src/one.c", "--")
        self.run_tool("rewrite", "--revert", "-i", "-q", "src")
        self.assertEqual(self.read("src/one.c"), GEMM.encode())
        self.run_tool("rewrite", "--helpers=", "src", "--", status=2)

    def test_a_helpers_file_that_holds_something_else(self):
        self.write("one.c", GEMM)
        words = (
            "rewrite",
            "-i",
            "-q",
            "--in-file",
            "--helpers=acc.h",
            "--schedule=none",
            "one.c",
            "--",
        )
        self.run_tool(*words)
        written = self.read("acc.h")
        self.run_tool("rewrite", "--revert", "-i", "-q", "one.c")
        for other in (
            b"int mine;\n",
            written.replace(b"#define ACC_APART", b"#define ACC_APART(p, q) 1\n#define ACC_WAS"),
            b"#define ACC_DELIN\n" + written,
        ):
            self.write("acc.h", other.decode())
            shown = self.run_tool(*words, status=2)
            self.assertIn("acc.h contains something other", shown.stderr)
            self.assertEqual(self.read("acc.h"), other)
            self.assertEqual(self.read("one.c"), GEMM.encode())
        self.run_tool(*words[:1], "--force", *words[1:])
        for line in written.splitlines():
            self.assertIn(line, self.read("acc.h").splitlines())
        self.assertNotIn(b"mine", self.read("acc.h"))
        self.compiles("one.c")
        self.run_tool("rewrite", "--revert", "-i", "-q", "one.c")
        self.write("acc.h", written.decode().replace("\n", "\r\n"))
        self.run_tool(*words)

    def test_arrays_as_they_were_recovered(self):
        self.write("gemm.c", GEMM)
        self.run_tool("rewrite", "-i", "-q", "--style=arrays", "gemm.c", "--")
        text = self.read("gemm.c").decode()
        self.assertRegex(text, r"float \(\*C\)\[ldc\]")
        self.assertIn("C[i][j] += A[i][k] * B[k][j];", text)
        self.compiles("gemm.c")
        self.run_tool("verify", "gemm.c", "--")
        self.run_tool("rewrite", "-q", "--revert", "-i", "gemm.c")
        old = self.run_tool("rewrite", "--style=arrays", "gemm.c", "--", "-std=c89")
        self.assertIn("need C99", old.stderr)
        self.run_tool("rewrite", "--style=rows", "gemm.c", "--", status=2)


class GuardsOfAsserts(CommandTest):
    def test_what_an_assert_protects_is_read_behind_it(self):
        for leave, status in (("fail()", 7), ("return", 3)):
            with self.subTest(leave):
                text = ASSERTED.replace("static void fail", "_Noreturn static void fail").replace(
                    "LEAVE", leave
                )
                self.write("k.c", text)
                self.run_tool("rewrite", "-i", "-q", "--schedule=none", "k.c", "--")
                self.assertIn(b"if (!turn_1_fast(", self.read("k.c"))
                subprocess.run(["gcc", "-O1", "-w", "k.c", "-o", "k"], cwd=self.dir, check=True)
                self.assertEqual(subprocess.run([str(self.dir / "k")]).returncode, status)


if __name__ == "__main__":
    unittest.main()
