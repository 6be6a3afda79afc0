"""Tables of row pointers in memory that the runner of `rewrite` does not make: rows that overlap, that are one and the same,
that hold the table, and tables of which the first or the next element cannot be read."""
import subprocess
import unittest

from support import ROOT, CommandTest

MAIN = """\
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

void rows_product(int, double **, double **, double **);
void rows_decomposed(int, double **);
void rows_below(int, int, int, float **, const float *);
void rows_turned(int, int, int **, int **);
void rows_of_triangle(int, double **, double *);

enum { PAGE = 4096, MOST = 40000 };

/* Room for n pointers, with pages around it that nobody may touch: behind the last one, or before the first one. */
static void *table(int n, int is_low)
{
    char *all = mmap(0, 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all + PAGE, 2 * PAGE, PROT_READ | PROT_WRITE);
    return is_low ? all + PAGE : all + 3 * PAGE - n * sizeof(void *);
}

static double block[3][MOST];

/* The rows of a table: how many elements of 8 bytes behind its first one each begins. */
static void place(double **rows, int which, int n, int m, int how)
{
    int i;
    for (i = 0; i < n; i++) {
        long at = (long)i * (m + 3);
        switch (how) {
        case 1: at += i % 3; break;                   /* not equally far apart */
        case 2: at = 0; break;                        /* one row */
        case 3: at = (long)i * (m / 2); break;        /* rows overlap */
        case 4: at = (long)(n - 1 - i) * (m + 3); break; /* the last one first */
        case 5: at = i == n - 1 ? 5 : at; break;      /* all but one */
        }
        rows[i] = block[which] + at;
    }
}

static unsigned long long sum;
static void mix(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t k = 0; k < size; k++)
        sum = (sum ^ bytes[k]) * 0x100000001b3u;
}

static void start(void)
{
    for (int which = 0; which < 3; which++)
        for (int k = 0; k < MOST; k++)
            block[which][k] = 1 + (k * 37 + which * 11) % 19 * .25;
    for (int k = 0; k < MOST; k += 31)
        block[0][k] = 40;
}

static void tell(const char *what, int how, int n)
{
    mix(block, sizeof block);
    printf("%s %d %d: %llx\\n", what, how, n, sum);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 9, 33, 80};
    for (int how = 0; how < 6; how++)
        for (int s = 0; s < 7; s++) {
            int n = sizes[s];
            double **a = n ? table(n, 0) : 0, **b = n ? table(n, 0) : 0, **c = n ? table(n, 0) : 0;
            start();
            place(a, 0, n, n, how), place(b, 1, n, n, how == 5 ? 0 : how), place(c, 2, n, n, how);
            rows_product(n, a, b, c);
            tell("product", how, n);
            rows_product(n, a, c, c);
            tell("square", how, n);
            start();
            rows_decomposed(n, a);
            tell("decomposed", how, n);
            start();
            rows_turned(n, n, (int **)a, (int **)b);
            tell("turned", how, n);
            rows_turned(n, 0, 0, 0);
            rows_turned(0, n, 0, 0);
            start();
            rows_below(n, n, 0, (float **)a, (const float *)block[1]);
            tell("below", how, n);
            start();
            if (n > 1) {
                double **l = table(n - 1, 1); /* l[-1], which is row 0, cannot be read */
                place(a, 0, n, n, how);
                memcpy(l, a + 1, (n - 1) * sizeof *l);
                rows_of_triangle(n, l - 1, block[1]);
            } else {
                rows_of_triangle(n, 0, 0);
            }
            tell("triangle", how, n);
        }
    /* The table stands behind the rows, and between them. */
    for (int n = 20; n < 60; n += 20) {
        start();
        double **in = (double **)(block[0] + n);
        for (int i = 0; i < n; i++)
            in[i] = block[0] + (long)i * 2 * n;
        rows_decomposed(n, in);
        for (int i = 0; i < n; i++)
            in[i] = 0;
        tell("inside", 0, n);
    }
    return 0;
}
"""


class RowTables(CommandTest):
    def test_results_are_those_of_the_original_wherever_the_rows_are(self):
        self.write("rows.c", (ROOT / "tests" / "equivalence" / "forms" / "rows.c").read_text())
        self.write("main.c", MAIN)

        def output(name):
            subprocess.run(
                ["gcc", "-O2", "-ffp-contract=off", "-w", "rows.c", "main.c", "-o", name],
                cwd=self.dir,
                check=True,
            )
            return subprocess.run([self.dir / name], stdout=subprocess.PIPE, check=True).stdout

        expected = output("original")
        for schedule in ("none", "auto"):
            self.write("rows.c", (ROOT / "tests" / "equivalence" / "forms" / "rows.c").read_text())
            done = self.run_tool(
                "rewrite",
                "-i",
                "--in-file",
                "--schedule=" + schedule,
                "--no-work-threshold",
                "rows.c",
                "--",
                "-O2",
                "-ffp-contract=off",
            )
            self.assertIn("fast version taken", done.stdout + done.stderr)
            self.assertEqual(output(schedule), expected, schedule)

    def test_rows_are_vectorized_as_those_of_one_array_are(self):
        """The distance of the rows is a quotient; no iteration of a loop divides by it."""
        self.write(
            "rows.c",
            """void add_rows(int n, int m, double **a, double **b)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += 2.0*b[i][j];
}
""",
        )
        nest = self.analyze("rows.c", "--", "-O2")["files"][0]["nests"][0]
        self.assertEqual(nest["rejections"], [])
        self.assertLess(nest["expected"]["share"], 0.6)


if __name__ == "__main__":
    unittest.main()
