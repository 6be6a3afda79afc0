"""For which machine schedules are: the text does not depend on the one that the tool runs on."""
import os
import shutil
import subprocess
import tempfile
import unittest

from support import GEMM, CommandTest

# Loaded before the C library: files that tell of the processor are others, as on another machine.
HOST = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *there(const char *path)
{
    static char other[4096];
    if (strcmp(path, "/proc/cpuinfo") && strncmp(path, "/sys/devices/system/cpu/cpu0/cache/", 35))
        return path;
    snprintf(other, sizeof other, "%s%s", getenv("OTHER_HOST"), path);
    return other;
}

#define OPEN(name) FILE *name(const char *path, const char *mode) \
    { return ((FILE *(*)(const char *, const char *))dlsym(RTLD_NEXT, #name))(there(path), mode); }
OPEN(fopen)
OPEN(fopen64)
#define DESCRIPTOR(name) int name(const char *path, int flags, ...) { \
    va_list more; int mode; va_start(more, flags); mode = va_arg(more, int); va_end(more); \
    return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, #name))(there(path), flags, mode); }
DESCRIPTOR(open)
DESCRIPTOR(open64)
"""


@unittest.skipUnless(shutil.which("gcc"), "needs gcc")
class Targets(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("gemm.c", GEMM)
        self.plain = tempfile.TemporaryDirectory(
            prefix="acc-delin-"
        )  # blanks would part the names of libraries
        self.shim = self.plain.name + "/host.so"
        subprocess.run(
            ["gcc", "-shared", "-fPIC", "-o", self.shim, str(self.write("host.c", HOST)), "-ldl"],
            check=True,
        )
        for name, flags, kilobytes in (
            ("old", "fpu sse sse2", 16),
            ("new", "fpu sse sse2 avx avx2 avx512f", 64),
        ):
            self.write(name + "/proc/cpuinfo", "processor : 0\nflags\t\t: %s\n" % flags)
            for level in (1, 2):
                cache = name + "/sys/devices/system/cpu/cpu0/cache/index%d/" % level
                self.write(cache + "type", "Data\n")
                self.write(cache + "level", "%d\n" % level)
                self.write(cache + "size", "%dK\n" % (kilobytes * (1 if level == 1 else 8)))

    def tearDown(self):
        self.plain.cleanup()
        super().tearDown()

    def on(self, host, *words):
        """What `rewrite` prints of gemm.c on a machine of this kind."""
        os.environ.update(
            OTHER_HOST=str(self.dir / host),
            LD_PRELOAD=self.shim,
            ASAN_OPTIONS="verify_asan_link_order=0",
        )
        try:
            return (
                self.run_tool("rewrite", "-q", "gemm.c", *words).stdout
                + self.run_tool("rewrite", "-q", "--print-schedule", "gemm.c", *words).stdout
            )
        finally:
            for name in ("LD_PRELOAD", "OTHER_HOST", "ASAN_OPTIONS"):
                os.environ.pop(name)

    def test_two_hosts_write_one_text(self):
        for words in (
            ["--"],
            ["--", "-O3", "-march=haswell"],
            ["--", "-march=x86-64-v4"],
            ["--target=avx2", "--"],
            ["--target=portable", "--", "-march=haswell"],
        ):
            old, new = self.on("old", *words), self.on("new", *words)
            self.assertIn("_fast(", old)
            self.assertEqual(old, new, words)
        # So that this can fail: the tool does ask where it is told to.
        self.assertNotEqual(
            self.on("old", "--target=host", "--"), self.on("new", "--target=host", "--")
        )

    def test_the_flags_of_the_unit_name_the_machine(self):
        def writtenWith(*flags):
            return (
                self.run_tool("rewrite", "-q", "gemm.c", "--", *flags)
                .stdout.partition("Schedule (--target=")[2]
                .partition(")")[0]
            )

        self.assertEqual(writtenWith("-O3"), "portable")
        self.assertEqual(writtenWith("-O3", "-march=haswell"), "avx2")
        self.assertEqual(writtenWith("-march=x86-64-v4"), "avx512")
        self.assertEqual(writtenWith("-march=x86-64"), "sse2")

    def test_a_unit_for_several_machines_has_a_text_for_all(self):
        self.database(
            [self.entry("gemm.c", "-march=haswell"), self.entry("gemm.c", "-march=x86-64-v4")]
        )
        self.assertIn("--target=portable", self.run_tool("rewrite", "-q", "gemm.c").stdout)
        self.database(
            [
                self.entry("gemm.c", "-march=haswell", "-DONE"),
                self.entry("gemm.c", "-march=haswell", "-DTWO"),
            ]
        )
        self.assertIn("--target=avx2", self.run_tool("rewrite", "-q", "gemm.c").stdout)


if __name__ == "__main__":
    unittest.main()
