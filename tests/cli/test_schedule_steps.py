"""Every step of a script on a nest where it is legal, where it is illegal (with the two iterations,
the element and the lines as witness) and where nobody knows; and schedules that are legal for some
sizes only, both sides of whose check run."""
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from support import ROOT, CommandTest  # noqa: E402

LINE = "for (i = 1; i < n; i++)\n        A[i] = A[i%s] + 1;"
PLANE = (
    "for (i = 1; i < n; i++)\n        for (j = 0; j < m - 1; j++)\n"
    "            A[i*m + j] = A[(i - 1)*m + j%s];"
)
SWEEPS = (
    "for (i = 0; i < p; i++)\n        for (j = 1; j < n - 1; j++)\n"
    "            A[j] = A[j - 1] + A[j] + A[j + 1];"
)
TWO = "for (i = 1; i < n; i++) {\n        A[i] = 2;\n        B[i] = A[i%s];\n    }"
SUMS = (
    "for (i = 0; i < n; i++) {\n        A[i] = 0;\n        for (j = 0; j < m; j++)\n"
    "            A[i] += B[i*m + j];\n    }"
)
TURNED = (
    "for (i = 0; i < n; i++)\n        for (j = 0; j < n; j++)\n"
    "            A[i*n + j] = %s[j*n + i] * 0.5;"
)
LOOPS = (
    "for (i = 0; i < n; i++) {\n        for (j = 0; j < m; j++)\n            A[i*m + j] = 1;\n"
    "        for (k = 0; k < m; k++)\n            B[i*m + k] = A[%s];\n    }"
)
NESTS = (
    "for (i = 0; i < n; i++)\n        for (j = 0; j < n; j++)\n"
    "            A[i*n + j] += B[i*n + j];\n"
    "    for (i = 0; i < n; i++)\n        for (j = 0; j < n; j++)\n"
    "            A[i*n + j] *= C[i*n + j];"
)
ROWS = (
    "double T[64];\n    for (i = 0; i < n; i++) {\n        for (j = 0; j < 64; j++)\n"
    "            T[j] = B[i*64 + j] * 2;\n        for (k = 0; k < 64; k++)\n"
    "            A[i*64 + k] = T[k] + 1;\n    }%s"
)
SQUARES = (
    "double t = 1;\n    for (i = 0; i < n; i++) {\n        t = %s;\n"
    "        A[i] = t * t;\n    }%s"
)
PRODUCT = (
    "for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
    "            for (k = 0; k < p; k++)\n"
    "                C[i*m + j] += A[i*p + k] * B[k*m + j];"
)
SCALED = (
    "for (i = 0; i < n; i++) {\n        float t = 0.5 * %s;\n"
    "        for (j = 0; j < m; j++)\n            A[i*m + j] += t;\n    }"
)
INSIDE_OUT = "%s\n- split: {index: i, size: 2, inner: r}\n- reorder: [i, ii, r]"

# step: (legal nest, its steps), (illegal nest, its steps)
STEPS = {
    "split": (
        (LINE % "", INSIDE_OUT % "- split: {index: i, size: 2}"),
        (LINE % " - 1", INSIDE_OUT % "- split: {index: i, size: 2}"),
    ),
    "pad": (
        (LINE % "", INSIDE_OUT % "- pad: {index: i, size: 1}\n- split: {index: i, size: 2}"),
        (LINE % " - 1", INSIDE_OUT % "- pad: {index: i, size: 1}\n- split: {index: i, size: 2}"),
    ),
    "tile": (
        (PLANE % "", "- tile: {i: 4, j: 4}\n- reorder: [i, j, ii, jj]"),
        (PLANE % " + 1", "- tile: {i: 4, j: 4}\n- reorder: [i, j, ii, jj]"),
    ),
    "reorder": ((PLANE % "", "- reorder: [j, i]"), (PLANE % " + 1", "- reorder: [j, i]")),
    "skew": (
        (SWEEPS, "- skew: {index: j, by: i}\n- reorder: [j, i]"),
        (SWEEPS, "- skew: {index: j, by: i, factor: -1}\n- reorder: [j, i]"),
    ),
    "shift": (
        (TWO % "", "- shift: {index: i, by: 1, statements: [S1]}"),
        (TWO % "", "- shift: {index: i, by: -1, statements: [S1]}"),
    ),
    "fuse": (
        (LOOPS % "i*m + k", "- fuse: {indices: [j, k]}"),
        (LOOPS % "i*m + m - 1 - k", "- fuse: {indices: [j, k]}"),
    ),
    "distribute": (
        (TWO % " - 1", "- distribute: {index: i, parts: [[S0], [S1]]}"),
        (TWO % " + 1", "- distribute: {index: i, parts: [[S0], [S1]]}"),
    ),
    "hoist": (
        (TWO % " + 1", "- hoist: {statements: [S1], index: i}"),
        (TWO % "", "- hoist: {statements: [S1], index: i}"),
    ),
    "sink": (
        (SUMS, "- sink: {statements: [S0], index: j, at: 0}\n- reorder: [j, i, f0]"),
        (SUMS, "- sink: {statements: [S0], index: j, at: m - 1}\n- reorder: [i, j, f0]"),
    ),
    "index_set_split": (
        (TURNED % "B", "- index_set_split: {index: j, at: i, name: f}\n" "- reorder: [f, i, j]"),
        (TURNED % "A", "- index_set_split: {index: j, at: i, name: f}\n" "- reorder: [f, i, j]"),
    ),
    "peel": (
        (PLANE % "", "- peel: {index: j, front: 1, name: f}\n- reorder: [f, i, j]"),
        (PLANE % " + 1", "- peel: {index: j, front: 1, name: f}\n- reorder: [f, i, j]"),
    ),
    "unroll_and_jam": (
        (PLANE % "", "- unroll_and_jam: {index: i, size: 2}"),
        (PLANE % " + 1", "- unroll_and_jam: {index: i, size: 2}"),
    ),
    "substitute": (
        (SCALED % "B[i]", "- substitute: [t]\n- reorder: [j, i]"),
        (SCALED % "A[i*m]", "- substitute: [t]\n- reorder: [j, i]"),
    ),
}

# step of a plan: legal (nest, schedule, plan), refused (nest, schedule, plan, why)
PLANS = {
    "parallelize": (
        (PRODUCT, "", "- parallelize: [i]"),
        (
            LINE % " - 1",
            "- split: {index: i, size: 2}",
            "- parallelize: [i]",
            "'i' carries a dependence",
        ),
    ),
    "unroll": (
        (PLANE % "", "- split: {index: j, size: 4}", "- unroll: [jj]"),
        (PLANE % "", "", "- unroll: [j]", "no fixed number"),
    ),
    "vectorize": (
        (PLANE % "", "- split: {index: j, size: 8}", "- vectorize: [jj]"),
        (
            LINE % " - 1",
            "- split: {index: i, size: 8}",
            "- vectorize: [ii]",
            "acc-illegal-schedule",
        ),
    ),
    "kernelize": (
        (
            PLANE % "",
            "- tile: {i: 2, j: 8}\n- reorder: [i, j, ii, jj]",
            "- kernelize: {unroll: [ii], vectorize: [jj]}",
        ),
        (
            LINE % " - 1",
            "- split: {index: i, size: 8}",
            "- kernelize: {vectorize: [ii]}",
            "acc-illegal-schedule",
        ),
    ),
    "promote": (
        (SUMS, "", "- promote: {array: A, index: j}"),
        (SUMS, "", "- promote: {array: A, index: i}", "a fixed number"),
    ),
    "cache": (
        (
            PRODUCT,
            "- tile: {j: 8, k: 16}\n- reorder: [j, k, i, kk, jj]",
            "- cache: {array: B, max_elements: 128, layout: last_major}\n- cache: {array: C, level: 2}",
        ),
        (
            PRODUCT,
            "- tile: {j: 8, k: 16}\n- reorder: [j, k, i, kk, jj]",
            "- cache: {array: B, max_elements: 7}",
            "cache: B has no buffer of at most 7 elements: the smallest has 8",
        ),
    ),
    "tensorize": (
        (
            PRODUCT,
            "- split: {index: k, size: 32}\n- tile: {i: 2, j: 8}\n- reorder: [k, j, i, kk, ii, jj]",
            "- cache: {array: B, index: i}\n- tensorize: [ii, jj, kk]",
        ),
        (
            PRODUCT,
            "- tile: {i: 2, j: 8, k: 4}\n- reorder: [k, j, i, ii, jj, kk]",
            "- tensorize: [ii, jj, kk]",
            "must be the innermost dimensions, and 'kk' around the others",
        ),
    ),
    "contract": (
        (ROWS % "", "- fuse: {indices: [j, k]}", "- contract: {array: T, index: f0}"),
        (ROWS % "", "", "- contract: {array: T, index: j}", "acc-illegal-schedule"),
    ),
    "expand": (
        (
            SQUARES % ("B[i] + 1", ""),
            "- split: {index: i, size: 4}",
            "- expand: {scalar: t, index: ii}",
        ),
        (
            SQUARES % ("0.5 * t + B[i]", ""),
            "- split: {index: i, size: 4}",
            "- expand: {scalar: t, index: ii}",
            "acc-illegal-schedule",
        ),
    ),
}
# What is refused for other reasons than an order: nest, schedule, plan, why.
REFUSED_PLANS = [
    (ROWS % "\n    C[0] = T[0];", "", "- contract: {array: T, index: f0}", "after the nest"),
    (ROWS % "", "", "- contract: {array: B, index: j}", "after the nest"),
    (ROWS % "", "", "- contract: {array: X, index: f0}", "contract: there is no array 'X'"),
    (
        SQUARES % ("B[i] + 1", "\n    C[0] = t;"),
        "- split: {index: i, size: 4}",
        "- expand: {scalar: t, index: ii}",
        "after the nest",
    ),
    (SQUARES % ("B[i] + 1", ""), "", "- expand: {scalar: t, index: i}", "no fixed number"),
    (SQUARES % ("B[i] + 1", ""), "", "- expand: {scalar: A, index: i}", "no scalar 'A'"),
    # Each of them has a place, both together have not.
    (
        PRODUCT,
        "- tile: {i: 64, j: 64}\n- split: {index: k, size: 16}\n"
        "- reorder: [i, j, k, ii, jj, kk]",
        "- promote: {array: A, index: k}\n- promote: {array: C, index: k}",
        "a fixed number",
    ),
    (
        PRODUCT,
        "- tile: {i: 96, j: 64}\n- split: {index: k, size: 16}\n"
        "- reorder: [i, j, k, kk, ii, jj]",
        "- promote: {array: C, index: k}\n- promote: {array: B, index: kk}",
        "B gets no buffer at 'kk': together with the enclosing buffers it would take more than 49152 bytes",
    ),
    (PLANE % "", "", "- parallelize: [j, i]", "'i' is not directly inside 'j'"),
    (
        PLANE % "",
        "",
        "- parallelize: {indices: [i], policy: guided}",
        "the policy is static, not guided",
    ),
    (PRODUCT, "", "- vectorize: [j]\n- parallelize: [i, j]", "'j' is vectorized"),
]


def source(body):
    return (
        "void f(int n, int m, int p, double *A, double *B, double *C, const int *at)\n"
        "{\n    int i, j, k;\n    %s\n}\n" % body
    )


def entry(steps, plan="", head="- nest: f#1"):
    def indent(text):
        return "".join("    %s\n" % line for line in text.splitlines())

    return (
        "%s\n" % head
        + ("  schedule:\n" + indent(steps) if steps else "")
        + ("  plan:\n" + indent(plan) if plan else "")
    )


class StepsTest(CommandTest):
    def test_every_step_is_here(self):
        for folder, cases in (("schedule", STEPS), ("plan", PLANS)):
            pages = {page.stem for page in (ROOT / "docs" / folder).glob("*.md")}
            self.assertEqual(pages - {"README", "facts"}, set(cases))

    def rewrite(self, body, script):
        """What the command says of the nest, and the C it wrote."""
        result = self.run_tool(
            "rewrite",
            "--in-file",
            self.write("f.c", source(body)),
            "--schedule=%s" % self.write("f.yaml", script),
            "--output-dir=out",
            "--",
            "-Wno-unused",
            status=None,
        )
        refused = re.search(r"\[acc-(invalid-schedule|illegal-schedule|emission)\]", result.stderr)
        self.assertEqual(result.returncode, 1 if refused else 0, result.stderr)
        written = self.dir / "out" / "f.c"
        text = written.read_text() if written.exists() else ""
        if text:
            written.unlink()
        return result.stderr, text

    def assert_witness(self, message):
        self.assertIn("acc-illegal-schedule", message)
        self.assertRegex(
            message,
            r"S\d at \([^)]*\), line \d+, must run before S\d at \([^)]*\), "
            r"line \d+, because both touch [AB]\[-?\d+\]",
        )

    def test_legal(self):
        for step, ((body, steps), _) in STEPS.items():
            with self.subTest(step=step):
                message, text = self.rewrite(body, entry(steps))
                self.assertNotIn("not rewritten", message)
                self.assertIn("fast", text)

    def test_illegal(self):
        for step, (_, (body, steps)) in STEPS.items():
            with self.subTest(step=step):
                message, text = self.rewrite(body, entry(steps))
                self.assert_witness(message)
                self.assertEqual(text, "")

    def test_unknown(self):
        """The element is read from memory: no step may rely on it."""
        for step, (_, (body, steps)) in STEPS.items():
            with self.subTest(step=step):
                unknown = re.sub(r"\b([AB])\[((?:[^]]|\](?=\w))*)\](?=[^=]*;)", r"\1[at[\2]]", body)
                self.assertNotEqual(unknown, body)
                message, text = self.rewrite(unknown, entry(steps))
                self.assertEqual(text, "", message)
                self.assertRegex(message, r"f#1: not (lifted|rewritten): .* \[acc-[a-z-]+\]")

    def test_plans(self):
        for step, (legal, refused) in PLANS.items():
            with self.subTest(step=step):
                message, text = self.rewrite(legal[0], entry(*legal[1:]))
                self.assertNotIn("not rewritten", message)
                self.assertIn("fast", text)
                message, text = self.rewrite(refused[0], entry(*refused[1:3]))
                self.assertRegex(message, r"error: f#1 \(.*\): the schedule (is invalid|violates)")
                self.assertIn(refused[3], message)
                self.assertEqual(text, "")

    def test_places_name_what_the_nest_uses(self):
        for body, step in (
            (TWO % "", "shift: {index: i, by: m, statements: [S1]}"),
            (SUMS, "sink: {statements: [S0], index: j, at: p}"),
            (LINE % "", "index_set_split: {index: i, at: q}"),
        ):
            message, text = self.rewrite(body, entry("- " + step))
            self.assertRegex(message, r"'[mpq]' is not a value that the nest uses")
            self.assertEqual(text, "")

    @unittest.skipUnless(shutil.which("gcc"), "counts what gcc writes")
    def test_unrolled_iterations_are_copies(self):
        """F95: of the fast version's multiplication; the original has one more."""
        body = (
            "for (i = 0; i < 3; i++)\n        for (j = 0; j < 5; j++)\n"
            "            A[i*5 + j] = B[i*5 + j] * 3;"
        )
        for index, copies in (("j", 5), ("i", 3)):
            text = self.rewrite(body, entry("", "- unroll: [%s]" % index))[1]
            compiled = subprocess.run(
                [
                    "gcc",
                    "-O1",
                    "-fno-tree-vectorize",
                    "-S",
                    "-o",
                    "-",
                    str(self.write("copies.c", text)),
                ],
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
            ).stdout
            self.assertEqual(len(re.findall(r"\bv?f?mul(?:sd)?\b", compiled)), copies + 1)

    def test_refused_plans(self):
        for body, steps, plan, why in REFUSED_PLANS:
            with self.subTest(plan=plan, why=why):
                message, text = self.rewrite(body, entry(steps, plan))
                self.assertRegex(
                    message,
                    r"f#1( \(.*\))?: (not rewritten: )?the schedule (is invalid|violates|cannot be written)",
                )
                self.assertIn(why, message)
                self.assertEqual(text, "")

    def test_contracted_arrays_have_no_memory(self):
        (body, steps, plan), _ = PLANS["contract"]
        text = self.rewrite(body, entry(steps, plan))[1].split("void f(")[0]
        fast = text[text.index("static ACC_FAST void f_1_fast") :]
        self.assertNotRegex(fast, r"\bT(_1)?\[")
        self.assertRegex(fast, r"T_tile = ")

    def test_expanded_scalars_have_cells(self):
        (body, steps, plan), _ = PLANS["expand"]
        self.assertRegex(self.rewrite(body, entry(steps, plan))[1], r"double t_tile\[4\];")

    def test_fuse_entries(self):
        fuse = entry("", head="- fuse: [f#1, f#2]")
        self.assertNotIn("not rewritten", self.rewrite(NESTS, fuse)[0])
        unsafe = entry("- reorder: [j, i]", head="- nest: f#2") + fuse
        message, text = self.rewrite(NESTS, unsafe)
        self.assert_witness(message)
        self.assertRegex(message, r"line 6, must run before .*line 9,")
        self.assertEqual(text, "")

    def test_later_operations(self):
        for plan in ("bind: {i: block_x}", "deferred_layout: {array: A}"):
            message, text = self.rewrite(PLANE % "", entry("", "- " + plan))
            self.assertIn("'%s' is not supported yet" % plan.split(":")[0], message)
            self.assertEqual(text, "")

    def test_legal_for_some_sizes(self):
        """A[i] reads A[i + n - m]: the loops may be interchanged where n >= 2*m."""
        body = (
            "for (j = 0; j < p; j++)\n        for (i = 0; i < m; i++)\n"
            "            A[i] = 0.5 * A[i] + A[i + n - m];"
        )
        message, text = self.rewrite(body, entry("- reorder: [i, j]"))
        self.assertNotIn("not rewritten", message)
        text = re.sub(
            r"(static ACC_FAST void f_1_fast\([^)]*\)\n\{\n(?:    (?:const )?long [^;]*;\n)*)",
            r"\1taken++;\n",
            text,
        )
        program = """#include <stdio.h>
#include <string.h>
static int taken;
%s
#define f original
%s
#undef f
int main(void)
{
    static double A[4096], B[4096];
    static const int sizes[][2] = {{200, 100}, {199, 100}, {150, 100}, {400, 100}, {128, 64},
                                   {127, 64}};
    int k, at, before;
    for (k = 0; k < 6; k++) {
        for (at = 0; at < 4096; at++)
            A[at] = B[at] = at %% 97 / 97.0;
        before = taken;
        f(sizes[k][0], sizes[k][1], 20, A, 0, 0, 0);
        original(sizes[k][0], sizes[k][1], 20, B, 0, 0, 0);
        printf("%%d%%d ", taken - before, memcmp(A, B, sizeof A) == 0);
    }
    return 0;
}
""" % (
            text,
            source(body),
        )
        binary = self.dir / "both"
        subprocess.run(
            [
                "cc",
                "-O1",
                "-ffp-contract=off",
                "-w",
                "-o",
                str(binary),
                str(self.write("both.c", program)),
            ],
            check=True,
            timeout=60,
        )
        output = subprocess.run(
            [str(binary)], capture_output=True, text=True, check=True, timeout=60
        ).stdout
        self.assertEqual(output.split(), ["11", "01", "01", "11", "11", "01"])


if __name__ == "__main__":
    unittest.main()
