"""Nests that stand in files which units include: analysed, reported under their own file, never edited."""
import json
import unittest

from support import CommandTest

BODY = ("static void NAME(int n, int m, T *a, T *b)\n{\n    int i, j;\n"
        "    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n"
        "            a[i*m + j] += b[j*n + i];\n}\n")


def using(type_name, name):
    return "#define T %s\n#define NAME %s\n#include \"inc/body.h\"\n#undef T\n#undef NAME\n" % (type_name, name)


class Included(CommandTest):
    def files(self, *arguments, **options):
        return {f["path"]: f for f in self.analyze(*arguments, **options)["files"]}

    def test_each_instance_is_a_nest_of_the_file(self):
        self.write("inc/body.h", BODY)
        self.write("k.c", using("float", "f") + using("double", "g"))
        files = self.files("k.c", "-q", "--")
        self.assertEqual(files["k.c"]["nests"], [])
        nests = files["inc/body.h"]["nests"]
        self.assertEqual([(n["id"], n["line"], n["status"]) for n in nests],
                         [("f#1", 4, "recovered"), ("g#1", 4, "recovered")])
        self.assertEqual([a["element"] for n in nests for a in n["arrays"] if a["base"] == "a"], ["float", "double"])

    def test_each_unit_adds_its_instances_once(self):
        self.write("inc/body.h", BODY)
        self.write("k.c", using("float", "f") + using("int", "shared"))
        self.write("l.c", using("double", "g") + using("int", "shared"))
        files = self.files("k.c", "l.c", "-q", "--")
        self.assertEqual(sorted(n["id"] for n in files["inc/body.h"]["nests"]), ["f#1", "g#1", "shared#1"])

    def test_several_files_of_one_unit(self):
        for name in ("a", "b", "c"):
            self.write("inc/%s.h" % name, BODY.replace("NAME", name).replace("T ", "float "))
        self.write("k.c", "".join('#include "inc/%s.h"\n' % name for name in ("b", "c", "a")))
        files = self.files("k.c", "-q", "--")
        self.assertEqual({path: [n["id"] for n in f["nests"]] for path, f in files.items()},
                         {"k.c": [], "inc/a.h": ["a#1"], "inc/b.h": ["b#1"], "inc/c.h": ["c#1"]})
        # What was done before a crash is kept.
        result = self.run_tool("analyze", "k.c", "-q", "--format=json", "--", status=4, fault="crash-after:b.h")
        files = {f["path"]: f["status"] for f in json.loads(result.stdout)["files"]}
        self.assertEqual(files, {"k.c": "ok", "inc/a.h": "ok", "inc/b.h": "ok", "inc/c.h": "crashed"})

    def test_a_loop_without_its_function(self):
        self.write("inc/loop.h", "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n        a[i*m + j] = 0;\n")
        self.write("k.c", "void f(int n, int m, float *a)\n{\n    int i, j;\n#include \"inc/loop.h\"\n"
                          "    for (i = 0; i < n; i++)\n        a[i] = 1;\n}\n")
        files = self.files("k.c", "-q", "--")
        self.assertEqual([(n["id"], n["line"]) for n in files["inc/loop.h"]["nests"]], [("f#1", 1)])
        self.assertEqual([(n["id"], n["line"]) for n in files["k.c"]["nests"]], [("f#1", 5)])

    def test_a_loop_in_a_statement_expression(self):
        self.write("inc/sum.h", "static int f(int n, int m, float *a)\n{\n    return ({ int i, j;\n"
                   "        for (i = 0; i < n; i++)\n            for (j = 0; j < m; j++)\n"
                   "                a[i*m + j] += 1;\n        n; });\n}\n")
        self.write("k.c", "#include \"inc/sum.h\"\n")
        nests = self.files("k.c", "-q", "--")["inc/sum.h"]["nests"]
        self.assertEqual([(n["id"], n["line"], n["status"]) for n in nests], [("f#1", 4, "recovered")])

    def test_what_is_left_out(self):
        self.write("sys/body.h", "#pragma GCC system_header\n" + BODY)
        self.write("inc/body.h", BODY)
        self.write("other.c", using("float", "f"))
        self.write("k.c", "#define T float\n#define NAME f\n#include \"sys/body.h\"\n#include \"other.c\"\n"
                          .replace("#include \"other.c\"\n", ""))
        self.assertEqual(list(self.files("k.c", "-q", "--")), ["k.c"])
        # A unit of its own is not read a second time, and the filter holds for all files.
        self.write("both.c", "#include \"other.c\"\n")
        self.assertEqual(sorted(self.files("both.c", "other.c", "-q", "--")), ["both.c", "inc/body.h", "other.c"])
        self.assertEqual(sorted(self.files("both.c", "--file-filter=both", "-q", "--")), ["both.c"])

    def test_places_errors_and_refusals(self):
        self.write("inc/body.h", "\n\n" + BODY.replace("a[i*m + j]", "a[(int)a[i]]").replace("b[j*n + i]", "b[j]"))
        self.write("k.c", using("float", "f"))
        nest = self.files("k.c", "-q", "--")["inc/body.h"]["nests"][0]
        self.assertEqual((nest["status"], nest["line"], nest["rejections"][0]["line"]), ("rejected", 6, 8))

    def test_a_file_that_includes_itself(self):
        self.write("k.c", "#ifndef T\n" + using("float", "f").replace("inc/body.h", "k.c")
                   + using("double", "g").replace("inc/body.h", "k.c") + "#else\n" + BODY + "#endif\n")
        files = self.files("k.c", "-q", "--")
        self.assertEqual([n["id"] for n in files.pop("k.c")["nests"]], ["f#1", "g#1"])
        self.assertEqual(files, {})
        result = self.run_tool("rewrite", "k.c", "--")
        self.assertEqual(result.stderr.count("[acc-included-file]"), 2)

    def test_never_edited_and_told(self):
        self.write("inc/body.h", BODY)
        self.write("k.c", using("float", "f"))
        result = self.run_tool("rewrite", "-i", "k.c", "--")
        self.assertEqual(self.read("inc/body.h").decode(), BODY)
        self.assertIn("[acc-included-file]", result.stderr)
        self.assertEqual(json.loads(self.run_tool("verify", "--format=json", "k.c", "--", status=None).stdout or "{}")
                         .get("files", [{}])[0].get("path", "k.c"), "k.c")


if __name__ == "__main__":
    unittest.main()
