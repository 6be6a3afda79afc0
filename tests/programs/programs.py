"""Public programs: which of their files count, how they are built and run, and inputs made for them in the folder where they run.

Nothing of the programs is here; `run` is told the folder that holds their folders.
"""
import array
import random
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Row:
    name: str
    command: list  # after the program's own name
    drops: str = ""  # regular expression for lines of the output that tell times
    result: str = ""  # file that it writes


@dataclass
class Program:
    name: str
    folder: str  # below the folder of all programs
    sources: list  # that are rewritten
    rows: list
    helpers: list = field(default_factory=list)  # further files, compiled as they are
    flags: list = field(default_factory=list)
    made: object = None  # function of the folder that makes inputs and further files


def llama_checkpoint(folder):
    """Random weights of the shape of stories15M (dim 288, 6 layers, 32000 tokens) and a tokenizer of as many words."""
    dim, hidden, layers, heads, words, length = 288, 768, 6, 6, 32000, 256
    chance = random.Random(1)
    block = [
        chance.gauss(0, 1) / 17 for _ in range(9973)
    ]  # prime: rows are no copies of one another
    counts = (
        [words * dim, layers * dim]
        + [layers * dim * dim] * 4
        + [layers * dim]
        + [layers * dim * hidden] * 3
        + [dim, length * dim // heads]
    )
    with open(folder / "model.bin", "wb") as out:
        array.array("i", [dim, hidden, layers, heads, heads, words, length]).tofile(out)
        for k, count in enumerate(counts):
            isNorm = k in (1, 6, 10)
            values = [1.0] * count if isNorm else (block * (count // len(block) + 1))[:count]
            array.array("f", values).tofile(out)
    with open(folder / "words.bin", "wb") as out:
        array.array("i", [8]).tofile(out)
        for word in range(words):
            text = b"%d " % word
            out.write(
                array.array("f", [0.0]).tobytes() + array.array("i", [len(text)]).tobytes() + text
            )


BLAS = {
    "dgemv N": 'dgemv_("N", &n, &n, &alpha, a, &n, x, &one, &beta, y, &one);',
    "dgemv T": 'dgemv_("T", &n, &n, &alpha, a, &n, x, &one, &beta, y, &one);',
    "dger": "dger_(&n, &n, &alpha, x, &one, y, &one, c, &n);",
    "dgemm NN": 'dgemm_("N", "N", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n);',
    "dgemm NT": 'dgemm_("N", "T", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n);',
    "dgemm TN": 'dgemm_("T", "N", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n);',
    "dgemm TT": 'dgemm_("T", "T", &n, &n, &n, &alpha, a, &n, b, &n, &beta, c, &n);',
    "dsyrk UN": 'dsyrk_("U", "N", &n, &n, &alpha, a, &n, &beta, c, &n);',
    "dsyrk LN": 'dsyrk_("L", "N", &n, &n, &alpha, a, &n, &beta, c, &n);',
    "dsyrk LT": 'dsyrk_("L", "T", &n, &n, &alpha, a, &n, &beta, c, &n);',
    "dtrsm LLN": 'dtrsm_("L", "L", "N", "N", &n, &n, &alpha, a, &n, c, &n);',
    "dtrsm RUN": 'dtrsm_("R", "U", "N", "N", &n, &n, &alpha, a, &n, c, &n);',
    "dtrmm LUT": 'dtrmm_("L", "U", "T", "N", &n, &n, &alpha, a, &n, c, &n);',
}


def blas_driver(folder):
    """A program that makes one call again and again and prints what memory holds then."""
    cases = "".join(
        'if (!strcmp(name, "%s")) for (k = 0; k < calls; k++) { %s }\n' % one
        for one in BLAS.items()
    )
    (folder / "driver.c").write_text(
        """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "f2c.h"
#include "blaswrap.h"
int xerbla_(char *name, integer *info) { printf("%%s %%ld\\n", name, (long)*info); return 0; }
int dgemv_(), dger_(), dgemm_(), dsyrk_(), dtrsm_(), dtrmm_();
static unsigned long state = 7;
static double *numbers(long count, double scale)
{
    double *all = malloc(count*sizeof *all);
    while (count-- > 0) {
        state = state*6364136223846793005ul + 1442695040888963407ul;
        all[count] = scale*((state >> 11)/9007199254740992.0 - 0.5);
    }
    return all;
}
int main(int argc, char **argv)
{
    const char *name = argv[1];
    integer n = atol(argv[2]), calls = atol(argv[3]), k, one = 1;
    double alpha = 1.25, beta = 0.5, *a = numbers(n*n, 1.0/n), *b = numbers(n*n, 1), *c = numbers(n*n, 1), *x = numbers(n, 1), *y = numbers(n, 1);
    unsigned long hash = 14695981039346656037ul, bits;
    for (k = 0; k < n; k++)
        a[k*n + k] += 1.5;
    %s
    for (k = 0; k < n*n + n; k++) {
        memcpy(&bits, k < n*n ? c + k : y + (k - n*n), sizeof bits);
        hash = (hash ^ bits)*1099511628211ul;
    }
    printf("%%s %%lx\\n", name, hash);
    return argc != 4;
}
"""
        % cases
    )


FACTORIZATIONS = {
    "dgetrf": "dgetrf_(&n, &n, c, &n, pivots, &info);",
    "dpotrf": 'dpotrf_("L", &n, c, &n, &info);',
    "dgeqrf": "dgeqrf_(&n, &n, c, &n, tau, work, &size, &info);",
}
LAPACK_SOURCES = {
    "BLAS/SRC": "daxpy dcopy ddot dgemm dgemv dger dnrm2 dscal dswap dsyrk dtrmm dtrmv dtrsm idamax",
    "SRC": "dgeqr2 dgeqrf dgetf2 dgetrf dlapy2 dlarf dlarfb dlarfg dlarfp dlarft dlaswp dpotf2 dpotrf iladlc iladlr",
}
LAPACK_HELPERS = {
    "BLAS/SRC": "lsame",
    "SRC": "disnan dlaisnan",
    "INSTALL": "dlamch",
    "F2CLIBS/libf2c": "d_lg10 d_sign i_nint pow_di pow_ii s_cat s_cmp s_copy",
}


def files_of(lists):
    return ["%s/%s.c" % (folder, name) for folder, names in lists.items() for name in names.split()]


def lapack_driver(folder):
    """The same for factorizations: of the same matrix each time, symmetric and far from singular."""
    cases = "".join(
        '        if (!strcmp(name, "%s")) { %s }\n' % one for one in FACTORIZATIONS.items()
    )
    (folder / "driver.c").write_text(
        """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "f2c.h"
#include "blaswrap.h"
int xerbla_(char *name, integer *info) { printf("%%s %%ld\\n", name, (long)*info); return 0; }
int s_wsfe() { return 0; } /* messages of dlamch, which it does not write */
int do_fio() { return 0; }
int e_wsfe() { return 0; }
char *F77_aloc(integer size) { return malloc(size); }
/* What LAPACK's own says of these three; that of CLAPACK 3.2 sees one letter of the name and says 1, without blocks. */
integer ilaenv_(integer *what, char *name) { return *what == 1 ? (strstr(name, "QRF") ? 32 : 64) : *what == 2 ? 2 : 128; }
int dgetrf_(), dpotrf_(), dgeqrf_();
int main(int argc, char **argv)
{
    const char *name = argv[1];
    integer n = atol(argv[2]), calls = atol(argv[3]), i, j, k, info = 0, size = 64*n, *pivots = malloc(n*sizeof *pivots);
    double *a = malloc(n*n*sizeof *a), *c = malloc(n*n*sizeof *c), *tau = malloc(n*sizeof *tau), *work = malloc(size*sizeof *work);
    unsigned long hash = 14695981039346656037ul, bits, state = 7;
    for (j = 0; j < n; j++)
        for (i = 0; i <= j; i++) {
            state = state*6364136223846793005ul + 1442695040888963407ul;
            a[i + j*n] = a[j + i*n] = (state >> 11)/9007199254740992.0 - 0.5 + (i == j)*n;
        }
    for (k = 0; k < calls; k++) {
        memcpy(c, a, n*n*sizeof *c);
%s    }
    for (k = 0; k < n*n; k++) {
        memcpy(&bits, c + k, sizeof bits);
        hash = (hash ^ bits)*1099511628211ul;
    }
    printf("%%s %%ld %%lx\\n", name, (long)info, hash);
    return argc != 4;
}
"""
        % cases
    )


CBLAS = {
    "dgemm NN": "cblas_dgemm(R, N, N, n, n, n, 1.25, a, n, b, n, 0.5, c, n);",
    "dgemm NT": "cblas_dgemm(R, N, T, n, n, n, 1.25, a, n, b, n, 0.5, c, n);",
    "dsyrk LN": "cblas_dsyrk(R, CblasLower, N, n, n, 1.25, a, n, 0.5, c, n);",
    "dsymm LU": "cblas_dsymm(R, CblasLeft, CblasUpper, n, n, 1.25, a, n, b, n, 0.5, c, n);",
    "dtrsm LLN": "cblas_dtrsm(R, CblasLeft, CblasLower, N, CblasNonUnit, n, n, 1.25, a, n, c, n);",
    "dtrsm RUN": "cblas_dtrsm(R, CblasRight, CblasUpper, N, CblasNonUnit, n, n, 1.25, a, n, c, n);",
    "dtrmm LUN": "cblas_dtrmm(R, CblasLeft, CblasUpper, N, CblasNonUnit, n, n, 1.25, a, n, c, n);",
    "dgemv N": "cblas_dgemv(R, N, n, n, 1.25, a, n, x, 1, 0.5, y, 1);",
}


def cblas_driver(folder):
    """The same for GSL's own BLAS. Its headers are found below a folder of their own; the bodies of its functions, which are
    included files that nobody writes to, are pasted in."""
    for header in list(folder.rglob("gsl_*.h")):
        if header.parent.name != "gsl":
            shutil.copy(header, folder / "gsl")
    for file in (folder / "cblas").glob("*.c"):
        file.write_text(
            re.sub(
                '#include "(source_.*)"',
                lambda found: (folder / "cblas" / found.group(1)).read_text(),
                file.read_text(),
            )
        )
    cases = "".join(
        '    if (!strcmp(name, "%s")) for (k = 0; k < calls; k++) { %s }\n' % one
        for one in CBLAS.items()
    )
    (folder / "driver.c").write_text(
        """#include <gsl/gsl_cblas.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { R = CblasRowMajor, N = CblasNoTrans, T = CblasTrans };
void cblas_xerbla(int p, const char *rout, const char *form, ...) { printf("%%d %%s\\n", p, rout); }
static unsigned long state = 7;
static double *numbers(long count, double scale)
{
    double *all = malloc(count*sizeof *all);
    while (count-- > 0) {
        state = state*6364136223846793005ul + 1442695040888963407ul;
        all[count] = scale*((state >> 11)/9007199254740992.0 - 0.5);
    }
    return all;
}
int main(int argc, char **argv)
{
    const char *name = argv[1];
    int n = atoi(argv[2]), calls = atoi(argv[3]), k;
    double *a = numbers((long)n*n, 1.0/n), *b = numbers((long)n*n, 1), *c = numbers((long)n*n, 1), *x = numbers(n, 1), *y = numbers(n, 1);
    unsigned long hash = 14695981039346656037ul, bits;
    for (k = 0; k < n; k++)
        a[k*n + k] += 1.5;
%s    for (k = 0; k < n*n + n; k++) {
        memcpy(&bits, k < n*n ? c + k : y + (k - n*n), sizeof bits);
        hash = (hash ^ bits)*1099511628211ul;
    }
    printf("%%s %%lx\\n", name, hash);
    return argc != 4;
}
"""
        % cases
    )


def networks_driver(folder):
    """One image through a network with random weights, what comes out printed."""
    (folder / "driver.c").write_text(
        """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "darknet.h"
int main(int argc, char **argv)
{
    network *net;
    float *in, *out;
    unsigned long hash = 14695981039346656037ul;
    unsigned bits;
    int k, times = atoi(argv[2]), count;
    srand(3);
    net = load_network(argv[1], 0, 0);
    set_batch_network(net, 1);
    in = malloc(net->inputs*sizeof *in);
    for (k = 0; k < net->inputs; k++)
        in[k] = (k*7919 %% 1009)/1009.f;
    while (times-- > 0)
        network_predict(net, in);
    out = net->layers[net->n - 1].output;
    count = net->layers[net->n - 1].outputs;
    for (k = 0; k < count; k++) {
        memcpy(&bits, out + k, sizeof bits);
        hash = (hash ^ bits)*1099511628211ul;
    }
    printf("%%d %%lx\\n", count, hash);
    return argc != 3;
}
""".replace(
            "%%", "%"
        )
    )


def training_driver(folder):
    """Some images with random values and classes, learned by a network with random weights; what it is then printed."""
    (folder / "driver.c").write_text(
        """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "darknet.h"
int main(int argc, char **argv)
{
    network *net;
    data all = {0};
    unsigned long hash = 14695981039346656037ul;
    unsigned bits;
    int i, k, batch = atoi(argv[2]), batches = atoi(argv[3]);
    float loss;
    srand(3);
    net = load_network(argv[1], 0, 0);
    set_batch_network(net, batch);
    net->subdivisions = 1;
    all.X = make_matrix(batch*batches, net->inputs);
    all.y = make_matrix(batch*batches, net->truths);
    for (i = 0; i < batch*batches; i++) {
        for (k = 0; k < net->inputs; k++)
            all.X.vals[i][k] = (i*net->inputs + k)*7919u % 1009/1009.f;
        all.y.vals[i][i*7 % net->truths] = 1;
    }
    loss = train_network(net, all);
    for (i = 0; i < net->n; i++)
        for (k = 0; k < net->layers[i].nweights; k++) {
            memcpy(&bits, net->layers[i].weights + k, sizeof bits);
            hash = (hash ^ bits)*1099511628211ul;
        }
    printf("%g %lx\\n", loss, hash);
    return argc != 4;
}
"""
    )


def columns_driver(folder):
    """One image as columns, again and again: channels, size, filter, stride, border, and how often."""
    (folder / "driver.c").write_text(
        """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "im2col.h"
int main(int argc, char **argv)
{
    int channels = atoi(argv[1]), size = atoi(argv[2]), filter = atoi(argv[3]), stride = atoi(argv[4]), pad = atoi(argv[5]);
    int times = atoi(argv[6]), k, out = (size + 2*pad - filter)/stride + 1, count = channels*filter*filter*out*out;
    float *image = malloc(channels*size*size*sizeof *image), *columns = malloc(count*sizeof *columns);
    unsigned long hash = 14695981039346656037ul;
    unsigned bits;
    for (k = 0; k < channels*size*size; k++)
        image[k] = (k*7919u % 1009)/1009.f;
    while (times-- > 0)
        im2col_cpu(image, channels, size, size, filter, stride, pad, columns);
    for (k = 0; k < count; k++) {
        memcpy(&bits, columns + k, sizeof bits);
        hash = (hash ^ bits)*1099511628211ul;
    }
    printf("%d %lx\\n", count, hash);
    return argc != 7;
}
"""
    )


def small_language_model(folder):
    """A checkpoint of a small model with random weights, and random words to learn from."""
    chance = random.Random(5)
    length, words, layers, heads, width = 64, 256, 1, 4, 128
    sizes = (
        [words * width, length * width]
        + [
            layers * each
            for each in (
                width,
                width,
                3 * width * width,
                3 * width,
                width * width,
                width,
                width,
                width,
                4 * width * width,
                4 * width,
                4 * width * width,
                width,
            )
        ]
        + [width, width]
    )
    norms = {2, 8, 14}
    with open(folder / "gpt2_124M.bin", "wb") as out:
        array.array(
            "i", [20240326, 3, length, words, layers, heads, width, words] + [0] * 248
        ).tofile(out)
        for k, size in enumerate(sizes):
            array.array(
                "f", [1.0 if k in norms else chance.gauss(0, 0.05) for _ in range(size)]
            ).tofile(out)
    tokens = folder / "dev/data/tinyshakespeare"
    tokens.mkdir(parents=True, exist_ok=True)
    for name in ("train", "val"):
        with open(tokens / ("tiny_shakespeare_%s.bin" % name), "wb") as out:
            count = 20000
            array.array("i", [20240520, 1, count] + [0] * 253).tofile(out)
            array.array(
                "H", [min(int(chance.expovariate(0.05)), words - 1) for _ in range(count)]
            ).tofile(out)


def fixed_sweeps(folder):
    """As many sweeps on every machine, where the program would take as many as fill a time."""
    file = folder / "himenoBMTxpa.c"
    text = file.read_text()
    assert "(int)(target/(cpu/3.0))" in text
    file.write_text(text.replace("(int)(target/(cpu/3.0))", "20"))


def heat_inputs(folder):
    (folder / "threads.c").write_text(
        "int omp_get_num_threads(void) { return 1; }\n"
    )  # built without OpenMP
    chance = random.Random(2)
    for name, low, high in (("power", 0, 1), ("temp", 320, 340)):
        (folder / name).write_text(
            "".join("%.6f\n" % chance.uniform(low, high) for _ in range(512 * 512 * 8))
        )


def square_matrix(folder):
    chance, size = random.Random(4), 1024
    rows = (
        " ".join("%.3f" % (chance.random() + size * (i == j)) for j in range(size))
        for i in range(size)
    )
    (folder / "matrix").write_text("%d\n%s\n" % (size, "\n".join(rows)))


def lud_driver(folder):
    """The decomposition without the verification, which takes as long."""
    square_matrix(folder)
    (folder / "driver.c").write_text(
        """#include <stdio.h>
#include <string.h>
#include "common.h"
void lud_base(float *m, int size);
int main(int argc, char **argv)
{
    float *m;
    int size, k;
    unsigned long hash = 14695981039346656037ul;
    unsigned bits;
    if (create_matrix_from_file(&m, argv[1], &size) != RET_SUCCESS)
        return 1;
    lud_base(m, size);
    for (k = 0; k < size*size; k++) {
        memcpy(&bits, m + k, sizeof bits);
        hash = (hash ^ bits)*1099511628211ul;
    }
    printf("%d %lx\\n", size, hash);
    return argc != 2;
}
"""
    )


PRK = [
    "-DRADIUS=2",
    "-DSTAR=1",
    "-DRESTRICT_KEYWORD=0",
    "-DDOUBLE=1",
    "-DDEFAULTBLOCK=32",
    "-DERRORPERCENT=1",
    "-DHPCC_ERROR=1",
    "-DBOFFSET=12",
    "-Iinclude",
]
KERNELS_TIMES = "Rate|Avg time|time"


def kernel(name, file, *rows):
    return Program(
        "PRK " + name,
        "Kernels",
        [file],
        [Row(title, command, KERNELS_TIMES) for title, command in rows],
        helpers=["common/wtime.c"],
        flags=PRK,
    )


def darknet_sources(folder):
    objects = re.search(r"^OBJ=(.*)$", (folder / "Makefile").read_text(), re.M).group(1)
    names = [name.replace(".o", ".c") for name in objects.split()]
    return ["src/" + name for name in names if (folder / "src" / name).exists()]


COLUMNS = (
    "3 416 3 1 1 40",
    "16 208 3 1 1 30",
    "256 13 3 1 1 400",
    "128 28 1 1 0 2000",
    "3 224 7 2 3 100",
    "96 27 5 1 2 80",
    "64 56 3 2 1 200",
)

PROGRAMS = [
    Program(
        "llama2.c",
        "llama2.c",
        ["run.c"],
        [Row("200 tokens, dim 288", ["model.bin", "-z", "words.bin", "-t", "0", "-n", "200"])],
        made=llama_checkpoint,
    ),
    Program(
        "CLAPACK",
        "clapack",
        ["BLAS/SRC/%s.c" % name for name in ("dgemv", "dger", "dgemm", "dsyrk", "dtrsm", "dtrmm")],
        [
            Row(
                name,
                [
                    name,
                    "1000" if name in ("dgemv N", "dgemv T", "dger") else "500",
                    "400" if name in ("dgemv N", "dgemv T", "dger") else "12",
                ],
            )
            for name in BLAS
        ],
        helpers=["driver.c", "INSTALL/lsame.c"],
        flags=["-IINCLUDE"],
        made=blas_driver,
    ),
    Program(
        "CLAPACK factorizations",
        "clapack",
        files_of(LAPACK_SOURCES),
        [Row(name, [name, "1000", "6" if name == "dgeqrf" else "20"]) for name in FACTORIZATIONS],
        helpers=["driver.c"] + files_of(LAPACK_HELPERS),
        flags=["-IINCLUDE"],
        made=lapack_driver,
    ),
    Program(
        "GSL cblas pasted",
        "gsl",
        ["cblas/%s.c" % name for name in ("dgemm", "dsyrk", "dsymm", "dtrsm", "dtrmm", "dgemv")],
        [
            Row(
                name,
                [name, "1000" if name == "dgemv N" else "500", "400" if name == "dgemv N" else "6"],
            )
            for name in CBLAS
        ],
        helpers=["driver.c"],
        flags=["-I.", "-Icblas"],
        made=cblas_driver,
    ),
    kernel(
        "DGEMM",
        "SERIAL/DGEMM/dgemm.c",
        ("800", ["4", "800", "0"]),
        ("800, blocks of 32", ["4", "800", "32"]),
    ),
    kernel(
        "Transpose",
        "SERIAL/Transpose/transpose.c",
        ("2000", ["20", "2000"]),
        ("2000, tiles of 32", ["20", "2000", "32"]),
    ),
    kernel("Stencil", "SERIAL/Stencil/stencil.c", ("2000", ["20", "2000"])),
    kernel("Synch_p2p", "SERIAL/Synch_p2p/p2p.c", ("2000", ["20", "2000", "2000"])),
    Program(
        "darknet",
        "darknet",
        darknet_sources,
        [
            Row("yolov3-tiny", ["cfg/yolov3-tiny.cfg", "4"], "seconds|BFLOPs"),
            Row("tiny", ["cfg/tiny.cfg", "10"], "seconds|BFLOPs"),
        ],
        helpers=["driver.c"],
        flags=["-Iinclude", "-Isrc", "-w"],
        made=networks_driver,
    ),
    Program(
        "darknet training",
        "darknet",
        darknet_sources,
        [Row("cifar", ["cfg/cifar.cfg", "4", "2"], "seconds|BFLOPs|images")],
        helpers=["driver.c"],
        flags=["-Iinclude", "-Isrc", "-w"],
        made=training_driver,
    ),
    Program(
        "darknet im2col",
        "darknet",
        ["src/im2col.c"],
        [
            Row("%s channels of %s, filter %s, stride %s, border %s" % tuple(row[:5]), row)
            for row in (each.split() for each in COLUMNS)
        ],
        helpers=["driver.c"],
        flags=["-Isrc", "-Iinclude"],
        made=columns_driver,
    ),
    Program(
        "llm.c",
        "llm.c",
        ["train_gpt2.c"],
        [Row("40 steps, dim 128", [], "took")],
        flags=["-Illmc"],
        made=small_language_model,
    ),
    Program(
        "Himeno",
        "himeno",
        ["himenoBMTxpa.c"],
        [Row("M", ["M"], "MFLOPS|Score")],
        flags=["-std=gnu89"],
        made=fixed_sweeps,
    ),
    Program(
        "Rodinia lud",
        "gpu-rodinia/openmp/lud",
        ["base/lud_base.c", "base/lud.c", "common/common.c"],
        [Row("1024 with its verification", ["-v", "-i", "matrix"], "Time|time")],
        flags=["-Icommon"],
        made=square_matrix,
    ),
    Program(
        "Rodinia lud alone",
        "gpu-rodinia/openmp/lud",
        ["base/lud_base.c"],
        [Row("1024", ["matrix"])],
        helpers=["common/common.c", "driver.c"],
        flags=["-Icommon"],
        made=lud_driver,
    ),
    Program(
        "Rodinia hotspot3D",
        "gpu-rodinia/openmp/hotspot3D",
        ["3D.c"],
        [Row("512, 8 layers", ["512", "8", "100", "power", "temp", "out"], "Time|time", "out")],
        helpers=["threads.c"],
        flags=["-std=gnu89"],
        made=heat_inputs,
    ),
]
