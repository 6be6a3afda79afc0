"""Where a fast version stands in files that nobody wrote for it."""
import subprocess
import unittest

from support import CommandTest

BODY = """\
{
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            d[j*n + i] = s[i*m + j];
}
"""
HEAD = "void turned(int n, int m, float *d, const float *s)\n"
OPTIONS = ("-i", "--schedule=none", "--no-work-threshold")
BUILDS = [
    (compiler, level) for compiler in ("gcc", "clang-19") for level in ("-O0", "-O1", "-O2", "-O3")
]


class Places(CommandTest):
    def check(self, text, *definitions):
        """Rewritten, it compiles without warnings, and --revert restores its bytes."""
        self.write("a.c", text)
        self.run_tool("rewrite", *OPTIONS, "a.c", "--")
        self.assertIn(b"_fast(", self.read("a.c"))
        for compiler, level in BUILDS:
            for flags in ([], *[[d] for d in definitions]):
                built = subprocess.run(
                    [
                        compiler,
                        level,
                        "-std=gnu11",
                        "-Wall",
                        "-Wextra",
                        "-Werror",
                        "-Wuninitialized",
                        *flags,
                        "-c",
                        "a.c",
                        "-o",
                        "a.o",
                    ],
                    cwd=self.dir,
                    capture_output=True,
                    text=True,
                )
                self.assertEqual(built.returncode, 0, "%s %s\n%s" % (compiler, level, built.stderr))
        self.run_tool("rewrite", "-i", "--revert", "a.c", "--")
        self.assertEqual(self.read("a.c"), text if isinstance(text, bytes) else text.encode())

    def test_byte_order_mark(self):
        self.check(b"\xef\xbb\xbf" + (HEAD + BODY).encode())
        self.check(b"\xef\xbb\xbf/* of this file */\n\n" + (HEAD + BODY).encode())

    def test_braces_of_a_branch_that_is_not_taken(self):
        self.check(
            '#ifdef __cplusplus\nextern "C" {\n#endif\n'
            + HEAD
            + BODY
            + "#ifdef __cplusplus\n}\n#endif\n"
        )
        self.check(
            '#if defined(__cplusplus)\nextern "C" {\n#endif\nint x;\n'
            + HEAD
            + BODY
            + "#ifdef __cplusplus\n}\n#endif\n"
        )

    def test_heads_in_branches(self):
        other = "void turned(int n, int m, int *d, const int *s)\n"
        self.check("#ifdef FIXED\n" + other + "#else\n" + HEAD + "#endif\n" + BODY, "-DFIXED")
        self.check("#ifndef FIXED\n" + HEAD + "#else\n" + other + "#endif\n" + BODY, "-DFIXED")

    def test_variables_without_a_value(self):
        self.check(
            "unsigned spread(const short *d)\n{\n    unsigned m, m2;\n    int k;\n"
            "    for (m = 0, m2 = 0, k = 0; k < 16; ++k) {\n        m += d[k];\n        m2 += d[k] * d[k];\n    }\n"
            "    return m2 - m * m / 16;\n}\n"
        )
        self.check(
            "float last(int n, const float *a, float *b)\n{\n    float t;\n    int i;\n"
            "    for (t = 0, i = 0; i < n; i++) {\n        t = t * a[i];\n        b[i] = t;\n    }\n    return t;\n}\n"
        )


if __name__ == "__main__":
    unittest.main()
