"""`verify OLD.c NEW.c`: two versions of functions by anybody."""
import json
import unittest

from support import GEMM, CommandTest


class TwoVersions(CommandTest):
    OLD = """\
static int helper(int i) { return i; }
void scale(int n, float *A) { int i; for (i = 0; i < n; i++) A[i] = A[i] * 2; }
int total(int n, const int *A) { int i, t = 0; for (i = 0; i < n; i++) t += A[i] & 7; return t + helper(0); }
"""

    def verify(self, new, *options, **more):
        self.write("old.c", self.OLD)
        self.write("new.c", new)
        return self.run_tool(
            "verify", "old.c", "new.c", "--format=json", "--compiler=gcc", *options, "--", **more
        )

    def functions(self, result):
        return {row["name"]: row for row in json.loads(result.stdout)["functions"]}

    def test_alike(self):
        new = self.OLD.replace("A[i] * 2", "A[i] + A[i]").replace(
            "t += A[i] & 7", "t = (A[i] & 7) + t"
        )
        rows = self.functions(self.verify(new))
        self.assertEqual(list(rows), ["scale", "total"])
        for row in rows.values():
            self.assertEqual((row["notRun"], row["wrong"]), ("", []))
            self.assertGreater(row["comparisons"], row["inputs"])

    def test_what_differs_is_named_with_an_input(self):
        rows = self.functions(self.verify(self.OLD.replace("t += A", "t ^= A"), status=1))
        self.assertEqual(rows["scale"]["wrong"], [])
        self.assertIn("the result differs for n = ", rows["total"]["wrong"][0])

    def test_what_is_not_run_is_named(self):
        new = self.OLD.replace("int n, float *A", "int n, double *A").replace(
            "int total", "int sum"
        )
        result = self.verify(new)
        self.assertIn("different types", self.functions(result)["scale"]["notRun"])
        report = json.loads(result.stdout)
        self.assertEqual((report["onlyInFirst"], report["onlyInSecond"]), (["total"], ["sum"]))
        self.verify(new, "--fail-on=refused", status=1)
        text = self.run_tool("verify", "old.c", "new.c", "--compiler=gcc", "--").stdout
        self.assertIn("old.c: remark: total: not compared: new.c does not define it", text)

    def test_files_of_one_program_are_no_versions(self):
        self.write("old.c", self.OLD)
        self.write("other.c", GEMM)
        result = self.run_tool(
            "verify", "old.c", "other.c", "--format=json", "--compiler=gcc", "--"
        )
        self.assertIn("nests", json.loads(result.stdout))
        self.assertIn("old.c and other.c share no externally visible function", result.stderr)

    def test_what_does_not_parse_is_no_version(self):
        new = self.OLD.replace("float *A", "floot *A")
        note = "note: new.c:2 does not parse: unknown type name 'floot'"
        self.assertIn(note, self.verify(new, status=3).stderr)
        self.assertNotIn(note, self.verify(new, "-q", status=3).stderr)


if __name__ == "__main__":
    unittest.main()
