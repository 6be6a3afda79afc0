"""What `verify` says and does; that it tells wrong code is shown by tests/mutants."""
import json
import unittest

from support import GEMM, NOT_RUN, REFUSED, CommandTest

# One function for each kind of value that a driver makes.
SHAPES = """\
struct image { int w, h, stride; float *data; };
static double *plane;
static int rows;

static float brighten(int n, struct image image, const struct image *p, float *out, float by)
{
    int i, j;
    for (i = 0; i < n; i++)
        if (image.h > 3)
            for (j = 0; j < p->w; j++)
                out[i*p->stride + j] = image.data[i*image.stride + j] + by;
    return by;
}

void globals(int m)
{
    int i, j;
    for (i = 0; i < rows; i++)
        for (j = 0; j < m; j++)
            plane[i*m + j] += 1;
}

void by_address(const int *n, const int *lda, short *A)
{
    int i, j;
    for (i = 0; i < *n; i++)
        for (j = 0; j < *n; j++)
            A[i * *lda + j] = A[j * *lda + i] * 3 > 40;
}

void by_copies(const int *from, const int *to, const int *pitch, int *A)
{
    int i, j, low = *from, high = to[0], row = *pitch;
    for (i = low; i <= high; i++)
        for (j = low; j <= high; j++)
            A[(i - low)*row + j] += 3;
}

float brightest(struct image *p, float *out) { return brighten(p->h, *p, p, out, 1); }
"""

# What the unit calls and does not define: for its effect, for a number, never to return; and for what it leaves in a local variable.
OUTSIDE = """\
#include <stdio.h>
#include <stdlib.h>
int columns(const char *name);
double scale(void);

void told(int n, int m, float *A)
{
    int i, j;
    if (n > 1000 || !A) {
        fprintf(stderr, "no\\n");
        exit(1);
    }
    printf("begins\\n");
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] += 1;
}

float given(int n, float *A)
{
    int i, j, m = columns("m");
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] *= 2;
    return scale();
}

void filled(int n, float *A)
{
    int i, j, m;
    scanf("%d", &m);
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] *= 2;
}
"""

# Memory that may be missing is not looked for, and what is handed out nobody gives back.
ALLOCATING = """\
#include <stdlib.h>
void sharpen(double by, double *v, int n)
{
    double *s = malloc(sizeof(double) * n * n);
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            s[i*n + j] = 2 * v[j*n + i];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            v[i*n + j] += by * s[i*n + j];
    free(s);
}

double *doubled(int n, int m, const double *v)
{
    double *a = malloc(sizeof(double) * n * m);
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            a[i*m + j] = 2 * v[i*m + j];
    return a;
}
"""

# Bytes beyond a table would leave it, in the source as well.
TABLES = """\
int weights[16];
static const short squares[10] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};

void weighed(int h, int w, int *out, const unsigned char *at)
{
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            out[i*w + j] = weights[at[i*w + j]];
}

void squared(int h, int w, int *out, const char *digits)
{
    int digit;
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            digit = digits[i*w + j];
            out[i*w + j] = squares[digit];
        }
}
"""


# Where n is above 64 the source itself leaves t, and what it then writes is anybody's.
LOCAL = """
void late(const float *x, float *y, int n, int lag)
{
    float t[64];
    int i, k;
    for (i = 0; i < n; i++)
        t[i] = x[i];
    for (k = 0; k < lag; k++)
        y[k] = t[n - lag + k];
}
"""


TWO = """
void two(int n, int m, float *A, float *B)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            A[i*m + j] = 1;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            B[i*m + j] += A[i*m + j];
}
"""

# Where A overlaps dims the original makes its own bounds: it may go far out of every buffer.
BOUNDS = """\
void own_bounds(const int *dims, int *A, const int *B)
{
    for (int i = 0; i < dims[0]; i++)
        for (int j = 0; j < dims[1]; j++)
            A[i*dims[1] + j] += B[j];
}
"""


class Verify(CommandTest):
    def verify(self, *arguments, **options):
        at = arguments.index("--")
        words = arguments[:at] + ("--compiler=gcc", "--schedule=none") + arguments[at:]
        return self.run_tool("verify", *words, **options)

    def nests(self, *arguments, **options):
        at = arguments.index("--")
        words = arguments[:at] + ("--format=json",) + arguments[at:]
        return {n["id"]: n for n in json.loads(self.verify(*words, **options).stdout)["nests"]}

    def test_a_file_as_it_would_be_rewritten(self):
        self.write("shapes.c", SHAPES)
        self.write("walk.c", REFUSED)
        found = self.nests("shapes.c", "walk.c", "--")
        self.assertLessEqual({"brighten#1", "globals#1", "by_copies#1"}, set(found))
        for name, nest in found.items():
            self.assertTrue(nest["proved"], nest)
            self.assertEqual((nest["wrong"], nest["notRun"]), ([], ""), name)
            self.assertGreater(nest["guardTrue"], 0, name)
            self.assertGreater(nest["guardFalse"], 0, name)
        self.assertEqual(self.read("shapes.c"), SHAPES.encode(), "nothing is written")
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), ["shapes.c", "walk.c"])

    def test_a_file_with_markers_is_judged_as_it_stands(self):
        self.write("gemm.c", GEMM)
        for name, form in ("gemm.c", ["--in-file"]), ("gemm_fast.h", []):
            self.run_tool(
                "rewrite", "-i", "-q", "--force", "--schedule=none", *form, "gemm.c", "--"
            )
            self.write(name, self.read(name).replace(b" * B[", b" + B[", 1))
            result = self.verify("gemm.c", "--", status=1)
            self.assertIn("not proved", result.stdout)
            self.assertIn("differs", result.stdout)
            self.run_tool("rewrite", "-i", "-q", "--force", "--revert", "gemm.c")

    def test_a_file_with_other_helpers_is_not_proved(self):
        """What the proof reads would not be what is compiled."""
        self.write("gemm.c", GEMM)
        least = b"#define ACC_MIN(a, b) ((a) < (b) ? (a) : (b))"
        for name, form in ("gemm.c", ["--in-file"]), ("acc_delin.h", []):
            self.run_tool("rewrite", "-i", "-q", "--schedule=none", *form, "gemm.c", "--")
            text = self.read(name)
            self.assertIn(least, text)
            self.write(name, text.replace(least, b"#define ACC_MIN(a, b) ((a) <= (b) ? (a) : (b))"))
            self.assertRegex(
                self.verify("gemm.c", "--", status=1).stdout,
                "not proved: .*(the file defines its own ACC_|was edited manually)",
            )
            self.write(name, text)
            self.run_tool("rewrite", "-i", "-q", "--revert", "gemm.c")

    def replayed(self, text):
        """What verify says of the schedule of gemm#1 in a file with this text."""
        self.write("gemm.c", text)
        line = [
            l
            for l in self.verify("gemm.c", "--compiler=gcc", "--", status=None).stdout.splitlines()
            if "gemm#1" in l or "note: the text is not" in l
        ]
        return (
            "as its schedule"
            if "what its schedule produces" in line[0]
            else line[1].partition("note: ")[2]
        )

    def test_the_schedule_in_a_marker_is_replayed(self):
        for words in (
            ["--target=avx2"],
            ["--target=avx512"],
            ["--schedule=none", "--no-work-threshold"],
            ["--style=arrays"],
        ):
            self.write("gemm.c", GEMM)
            self.run_tool("rewrite", "-i", "-q", "--in-file", *words, "gemm.c", "--")
            text = self.read("gemm.c").decode()
            self.assertIn("Schedule (--target=", text)
            self.assertEqual(self.replayed(text), "as its schedule", words)

    def test_hand_edits_and_changed_originals_are_told_apart(self):
        self.write("gemm.c", GEMM)
        self.run_tool("rewrite", "-i", "-q", "--in-file", "--target=avx2", "gemm.c", "--")
        text = self.read("gemm.c").decode()
        fast = text.replace("static ACC_FAST void", "static ACC_FAST /* mine */ void")
        original = text.replace("/* dot product */", "/* sum */")
        unroll = text.replace("size: 256", "size: 128")
        self.assertEqual(len({text, fast, original, unroll}), 4)
        self.assertEqual(
            self.replayed(fast),
            "the text is not what its schedule produces: the fast version was edited manually",
        )
        # It is proved as it stands, by what the schedule's text says of the same lines.
        nest = json.loads(self.verify("gemm.c", "--format=json", "--").stdout)["nests"][0]
        self.assertEqual((nest["asScheduled"], nest["proved"]), (False, True))
        self.assertEqual(
            self.replayed(unroll),
            "the text is not what its schedule produces: the fast version was edited manually",
        )
        # Of a comment nothing is read.
        self.assertEqual(self.replayed(original), "as its schedule")
        changed = text.replace(
            "C[i*ldc + j] += A[i*lda + k] * B", "C[i*ldc + j] -= A[i*lda + k] * B"
        )
        self.assertIn("the original was changed", self.replayed(changed))
        self.assertIn(
            "edited manually, and the original was changed",
            self.replayed(
                changed.replace("static ACC_FAST void", "static ACC_FAST /* mine */ void")
            ),
        )
        self.assertIn(
            "unknown options", self.replayed(text.replace("--target=avx2", "--target=abacus"))
        )
        # Hashes that are right prove nothing of the schedule, which tells what statements are.
        nest = json.loads(
            self.verify("gemm.c", "--format=json", "--compiler=gcc", "--", status=None).stdout
        )["nests"][0]
        self.assertEqual((nest["asScheduled"], nest["proved"]), (False, False))

    def test_a_fused_nest_is_replayed(self):
        self.write("two.c", TWO)
        self.write("fused.yaml", "- fuse: [two#1, two#2]\n  names: [i, j, f]\n")
        self.run_tool("rewrite", "-i", "-q", "--schedule=fused.yaml", "two.c", "--")
        self.assertIn("two#1+two#2", self.whole("two.c"))
        self.assertIn("what its schedule produces", self.verify("two.c", "--").stdout)

    def test_a_nest_whose_function_cannot_be_called_runs_alone(self):
        self.write("tell.c", NOT_RUN)
        nest = self.nests("tell.c", "--")["tell#1"]
        self.assertEqual((nest["notRun"], nest["wrong"]), ("", []))
        self.assertGreater(nest["guardTrue"], 0)

    def test_what_cannot_be_run_says_why(self):
        text = NOT_RUN.replace("] = 1", "] = by").replace(
            "int tell", "static __thread float by = 2;\nint tell"
        )
        self.write("tell.c", text)
        nest = self.nests("tell.c", "--")["tell#1"]
        self.assertTrue(nest["proved"])
        self.assertIn("thread-local", nest["notRun"])
        self.verify("tell.c", "--fail-on=refused", "--", status=1)

    def test_functions_that_the_file_does_not_define_have_stand_ins(self):
        self.write("outside.c", OUTSIDE)
        found = self.nests("outside.c", "--")
        for name in ("told#1", "given#1", "filled#1"):  # the last one alone: scanf has none
            self.assertEqual((found[name]["notRun"], found[name]["wrong"]), ("", []), name)
            self.assertGreater(found[name]["guardTrue"], 0, name)

    def test_memory_that_the_function_allocates_itself(self):
        self.write("made.c", ALLOCATING)
        found = self.nests("made.c", "--")
        self.assertEqual(len(found), 3)
        for name, nest in found.items():
            self.assertEqual((nest["wrong"], nest["notRun"]), ([], ""), name)
            self.assertGreater(nest["guardTrue"], 0, name)

    def test_indices_of_named_tables_stay_inside(self):
        self.write("tables.c", TABLES)
        found = self.nests("tables.c", "--")
        self.assertEqual(len(found), 2)
        for name, nest in found.items():
            self.assertEqual((nest["wrong"], nest["notRun"]), ([], ""), name)
            self.assertGreater(nest["guardTrue"], 0, name)

    def test_local_arrays_are_not_left(self):
        self.write("local.c", LOCAL)
        for name, nest in self.nests("local.c", "--schedule=none", "--").items():
            self.assertEqual(nest["wrong"], [], name)

    def test_originals_that_change_their_own_bounds_do_no_harm(self):
        self.write("bounds.c", BOUNDS)
        nest = self.nests("bounds.c", "--")["own_bounds#1"]
        self.assertEqual(nest["wrong"], [])
        self.assertGreater(nest["guardTrue"], 0)

    def test_a_crash_is_a_fault_of_the_tool(self):
        self.write("gemm.c", GEMM)
        for fault in ("crash:gemm", "crash-in:gemm#1"):
            self.run_tool("verify", "gemm.c", "--", "-O2", fault=fault, status=4)

    def test_statuses(self):
        self.write("walk.c", REFUSED)
        self.assertIn("0 rewritten nests", self.verify("walk.c", "--").stdout)
        self.write("broken.c", "void f(int n {\n")
        self.verify("broken.c", "--", status=3)
        self.verify("missing.c", "--", status=2)


if __name__ == "__main__":
    unittest.main()
