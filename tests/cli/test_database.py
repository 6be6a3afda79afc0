"""Compile databases and directories."""
import os
import unittest

from support import GEMM, REFUSED, CommandTest

NEEDS_FLAG = "#ifndef WANTED\n#error flags are missing\n#endif\n"


class Database(CommandTest):
    def paths(self, *arguments, **options):
        return [f["path"] for f in self.analyze(*arguments, **options)["files"]]

    def test_missing_database_is_an_error_that_says_what_to_do(self):
        self.write("gemm.c", GEMM)
        for path in ("gemm.c", "."):
            result = self.run_tool("analyze", path, status=2)
            self.assertIn("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", result.stderr)
            self.assertIn("bear", result.stderr)
        self.run_tool("analyze", "-p", "nowhere", "gemm.c", status=2)

    def test_flags_of_the_database_are_used(self):
        self.write("src/gemm.c", NEEDS_FLAG + GEMM)
        self.database([self.entry("src/gemm.c", "-DWANTED")])
        self.assertEqual(self.paths("src/gemm.c"), ["src/gemm.c"])
        self.assertEqual(self.paths("gemm.c", cwd=self.dir / "src"), ["gemm.c"])
        self.assertEqual(self.paths(self.dir / "src/gemm.c"), [str(self.dir / "src/gemm.c")])

    def test_build_directory(self):
        self.write("gemm.c", NEEDS_FLAG + GEMM)
        self.database([self.entry("gemm.c", "-DWANTED")], "build/compile_commands.json")
        self.paths("-p", "build", "gemm.c")
        self.paths("-p", "build/compile_commands.json", "gemm.c")
        self.run_tool("analyze", "gemm.c", status=2)

    def test_command_as_one_string_with_launcher_and_output_options(self):
        self.write("a b/gemm.c", NEEDS_FLAG + '#include "x.h"\n' + GEMM)
        self.write("inc/x.h", "")
        self.database(
            [
                {
                    "directory": str(self.dir),
                    "file": "a b/gemm.c",
                    "command": "ccache /usr/bin/gcc -DWANTED -Iinc -O2 -MD -MF x.d -MT x.o -o 'a b/gemm.o' "
                    "-c 'a b/gemm.c'",
                }
            ]
        )
        self.paths("a b/gemm.c")
        self.assertFalse((self.dir / "x.d").exists())

    def test_response_file(self):
        self.write("gemm.c", NEEDS_FLAG + GEMM)
        self.write("flags.rsp", "-DWANTED -std=c99\n")
        self.database([self.entry("gemm.c", "@flags.rsp")])
        self.paths(self.dir / "gemm.c", cwd="/")

    def test_response_files_that_do_not_end(self):
        self.write("gemm.c", GEMM)
        self.write("own.rsp", "-DX @own.rsp\n")
        os.mkfifo(self.dir / "pipe.rsp")
        for name in ("own.rsp", "pipe.rsp", "/dev/zero"):
            self.database([self.entry("gemm.c", "@" + name)])
            self.assertIn(name, self.run_tool("analyze", "gemm.c", status=2).stderr)

    def test_file_that_is_not_listed(self):
        self.write("gemm.c", GEMM)
        self.write("other.c", GEMM)
        self.database([self.entry("other.c")])
        self.assertIn("not in", self.run_tool("analyze", "gemm.c", status=2).stderr)

    def test_directory_takes_what_the_database_lists(self):
        for name in ("src/b.c", "src/a.c", "src/deep/c.c", "src/unlisted.c", "elsewhere.c"):
            self.write(name, GEMM)
        self.database(
            [self.entry(n) for n in ("src/b.c", "src/a.c", "src/deep/c.c", "elsewhere.c")]
        )
        self.assertEqual(self.paths("src"), ["src/a.c", "src/b.c", "src/deep/c.c"])
        self.assertEqual(self.paths("src", "src/a.c"), ["src/a.c", "src/b.c", "src/deep/c.c"])
        self.assertEqual(self.paths("src", "--file-filter=deep|a[.]c"), ["src/a.c", "src/deep/c.c"])
        self.assertEqual(self.paths("src", "--shard=1/2"), ["src/a.c", "src/deep/c.c"])
        self.assertEqual(self.paths("src", "--shard=2/2"), ["src/b.c"])
        (self.dir / "empty").mkdir()
        self.write("empty/x.c", GEMM)
        self.run_tool("analyze", "empty", status=2)

    def test_directory_with_flags(self):
        self.write("src/a.c", NEEDS_FLAG + GEMM)
        self.write("src/b.c", NEEDS_FLAG + REFUSED)
        self.assertEqual(self.paths("src", "--", "-DWANTED"), ["src/a.c", "src/b.c"])

    def test_database_through_a_symbolic_link(self):
        self.write("real/gemm.c", NEEDS_FLAG + GEMM)
        (self.dir / "link").symlink_to(self.dir / "real")
        self.database([self.entry("real/gemm.c", "-DWANTED")])
        self.assertEqual(self.paths("link/gemm.c"), ["link/gemm.c"])

    def test_broken_database(self):
        self.write("gemm.c", GEMM)
        for text in ("[", "{}", "[{}]"):
            self.write("compile_commands.json", text)
            self.assertIn(
                "compile_commands.json", self.run_tool("analyze", "gemm.c", status=2).stderr
            )

    def test_configurations_that_disagree_are_not_rewritten(self):
        source = GEMM.replace("float", "REAL").replace("C[i*ldc + j]", "C[SHIFT*i*ldc + j]")
        self.write("gemm.c", source)
        same = self.entry("gemm.c", "-DREAL=float", "-DSHIFT=1")
        self.database([same, same])
        self.assertIn("acc-delin", self.run_tool("rewrite", "--schedule=none", "gemm.c").stdout)
        # Pins tell commands apart that differ in macros alone.
        self.database([same, self.entry("gemm.c", "-DREAL=float", "-DSHIFT=2")])
        self.assertIn(
            "#if (SHIFT) == (1)", self.run_tool("rewrite", "--schedule=none", "gemm.c").stdout
        )
        self.database([same, self.entry("gemm.c", "-DREAL=float", "-DSHIFT=2", "-fwrapv")])
        result = self.run_tool("rewrite", "--schedule=none", "gemm.c")
        self.assertEqual(result.stdout, "")
        self.assertIn("[acc-configuration]", result.stderr)
        self.database([same, self.entry("gemm.c", "-DREAL=nonsense", "-DSHIFT=1")])
        self.run_tool("rewrite", "--schedule=none", "gemm.c", status=3)


if __name__ == "__main__":
    unittest.main()
