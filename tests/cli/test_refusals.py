"""Every row of Rejection.def is given for some loop here, or is one that no loop can bring about
alone; then a unit test gives it."""
import json
import re
import unittest

from support import ROOT, CommandTest

ROWS = dict(
    re.findall(
        r'^REJECTION\((\w+), "([^"]+)"', (ROOT / "analysis/support/Rejection.def").read_text(), re.M
    )
)
BY_ID = {name: row for row, name in ROWS.items()}

HEAD = """\
struct row { float *at; int n; };
extern int bound; extern void log_value(float); int setjmp(int *);
"""
LOOP = (
    "void f(int n, int m, int *idx, float *A, float *B, volatile int *port)\n{\n"
    "    int i, j, k = 0;\n    (void)j; (void)k;\n    %s\n}\n"
)

# Bodies of a function; a tuple adds flags.
LOOPS = {
    "loop-form": "while (n > 0) { A[n] = 0; n--; if (A[n] > 1) n--; }",
    "loop-bound": "for (i = 0; i < n; i++) for (j = 0; j < i*i; j++) A[j] = 0;",
    "loop-step": "for (i = 0; i < n; i += idx[i]) A[i] = 0;",
    "loop-variable": "for (i = 0; i < n; i++) { A[i] = 0; if (A[i + 1] > 0) i++; }",
    "condition": "for (i = 0; i < n; i++) if (A[i] > 0) for (j = 0; j < m; j++) A[j] = 0;",
    "statement": "for (i = 0; i < n; i++) switch (idx[i]) { case 0: if (n > 5) break; A[i] = 1; }",
    "expression": "for (i = 0; i < n; i++) A[i] = ((struct row){A, n}).n;",
    "jump": "for (i = 0; i < n; i++) { if (A[i] > 0) break; A[i] = 1; }",
    "call": "for (i = 0; i < n; i++) log_value(A[i]);",
    "call-order": "for (i = 0; i < n; i++) putchar(i);",
    "volatile": "for (i = 0; i < n; i++) idx[i] = *port;",
    "inline-assembly": 'for (i = 0; i < n; i++) { __asm__(""); A[i] = 0; }',
    "static-local": "for (i = 0; i < n; i++) { static float t; t = A[i]; B[i] = t; }",
    "setjmp": "int b[64]; if (__builtin_setjmp((void **)b)) return;"
    " for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = 0;",
    "non-polynomial-index": "for (i = 0; i < n; i++) A[(i * i) % 5] = 0;",
    "indirect-index": "for (i = 0; i < n; i++) A[idx[i]] = 0;",
    "indirect-base": "for (i = 0; i < n; i++) { float *q = B[i] > 0 ? A : B; q[i] = 0; }",
    "scalar-state": "for (i = 0; i < n; i++) if (B[i] > 0) A[k++] = 0;",
    "invariant-memory": "for (i = 0; i < *idx; i++) { port[0] = 1; idx[i + 1] = 0; *idx = i; }",
    "element-type": "for (i = 0; i < n; i++) ((int *)A)[i] = A[i];",
    "no-store": "for (i = 0; i < n; i++) { float t = A[i]; t = t + 1; }",
    "no-access": "for (i = 0; i < n; i++) k = i;",
    "not-profitable": "for (i = 0; i < 2; i++) A[i] = 0;",
    "loop-pragma": "for (i = 0; i < n; i++) {\n#pragma once_more\n    A[i] = 0; }",
    "never-valid": "unsigned p, q; for (p = 0; p < 70000; p++) for (q = 0; q < 70000; q++)"
    " A[p*70000u + q] = 0;",
    "macro": "\n#define LOOP for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = 0;\n"
    "    LOOP",
    "preprocessor-line": "for (i = 0; i < n; i++)\n#pragma once_upon\n"
    "        for (j = 0; j < m; j++)\n#line 77\n A[i*m + j] = 0;",
    "float-environment": ("for (i = 0; i < n; i++) A[i] *= B[i];", "-frounding-math"),
    "configuration": (
        "for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = REAL B[j];",
        "-DREAL=2 *",
    ),
}
# Whole files.
FILES = {
    "function-attribute": (
        "a.c",
        '__attribute__((optimize("O1"))) ' + LOOP % "for (i = 0; i < n; i++) A[i] = 0;",
    ),
}
# What a loop alone does not bring about, and the folder of tests that do.
ELSEWHERE = {
    "index-type": "unit/delinearize",
    "no-view": "unit/delinearize",
    "guard": "unit/emit",
    "dependence-unknown": "unit/scheduling",
    "illegal-schedule": "unit/scheduling",
    "invalid-schedule": "unit/scheduling",
    "too-complex": "unit/delinearize",
    "not-proved": "mutants",
    "emission": "unit/emit",
    "looptree": "unit/looptree",
    "internal": "cli",
    "parse-error": "unit/frontend",
    "slower": "cli",
    "miscompiled": "cli",
    "never-runs": "cli",
    "compiler-error": "cli",
    "not-optimized": "cli",
}


class Refusals(CommandTest):
    def reasons(self, name, text, *flags):
        self.write(name, text)
        report = self.analyze(name, "-q", "--", *flags, status=None)
        nests = report["files"][0]["nests"]
        return {reason["id"]: reason["message"] for nest in nests for reason in nest["rejections"]}

    def test_every_row_is_given_somewhere(self):
        self.assertEqual(
            set(LOOPS) | set(FILES) | set(ELSEWHERE) | {"language", "included-file"}, set(BY_ID)
        )

    def test_language(self):
        self.write("a.cpp", "void f(int n, float *A) { for (int i = 0; i < n; i++) A[i] = 0; }")
        errors = self.analyze("a.cpp", "-q", "--", status=3)["files"][0]["errors"]
        self.assertEqual(errors[0]["id"], "language")
        self.assertIn("the file is not C: it is C++", errors[0]["message"])

    def test_included_file(self):
        self.write(
            "inc/loop.h",
            LOOP % "for (i = 0; i < n; i++) for (j = 0; j < m; j++) A[i*m + j] = B[j*n + i];",
        )
        self.write("src/a.c", '#include "loop.h"\n')
        result = self.run_tool("rewrite", "--format=json", "src/a.c", "--", "-Iinc")
        files = {f["path"]: f["nests"] for f in json.loads(result.stdout)["files"]}
        self.assertEqual([r["id"] for r in files["inc/loop.h"][0]["rejections"]], ["included-file"])

    def test_loops(self):
        for name, loop in LOOPS.items():
            with self.subTest(name):
                body, *flags = (loop,) if isinstance(loop, str) else loop
                found = self.reasons("a.c", HEAD + LOOP % body, *flags)
                self.assertIn(name, found)
                self.assertGreater(len(found[name]), 20)

    def test_a_description_that_costs_too_much_leaves_its_reason(self):
        self.write("a.c", (ROOT / "corpus" / "token_rows.c").read_text())
        for quota, status in (("2000", "rejected"), ("2000000", "recovered")):
            nest = self.analyze("a.c", "-q", "--quota=" + quota, "--", status=None)["files"][0][
                "nests"
            ][0]
            self.assertEqual(
                (nest["status"], [r["id"] for r in nest["rejections"]]),
                (status, ["indirect-index"]),
            )

    def test_files(self):
        for name, (path, text) in FILES.items():
            with self.subTest(name):
                self.assertIn(name, self.reasons(path, HEAD + text))

    def test_the_others_have_tests_of_their_own(self):
        for name, folder in ELSEWHERE.items():
            with self.subTest(name):
                texts = [
                    path.read_text()
                    for path in (ROOT / "tests" / folder).glob("*")
                    if path.suffix in (".cpp", ".h", ".py", "")
                    and path.is_file()
                    and path.name != "test_refusals.py"
                ]
                wanted = re.compile(r"%s\b|\"%s\"" % (BY_ID[name], name), re.I)
                self.assertTrue(any(wanted.search(text) for text in texts), folder)

    def test_what_the_source_reads_in_each_iteration_may_be_read_before_it(self):
        source = (
            "struct grain { int kind, at[64]; };\n"
            "void f(struct grain *g, const int *k, int *w)\n{\n"
            "    for (int j = 0; j < 64; j++)\n"
            "        if (%s)\n            w[j] = %s;\n}\n"
        )
        for test, value, isWritten in (
            ("g->at[j]", "1", True),
            ("g->at[j] && k[j]", "1", True),
            ("k[j] && g->at[j]", "1", False),
            ("k[j]", "g->at[j]", False),
        ):
            self.write("f.c", source % (test, value))
            done = self.run_tool(
                "rewrite", "f.c", "--schedule=none", "--no-work-threshold", "--format=json", "--"
            )
            (nest,) = json.loads(done.stdout)["files"][0]["nests"]
            self.assertEqual(nest["written"], isWritten, (test, value, nest["rejections"]))


if __name__ == "__main__":
    unittest.main()
