"""Which function is called: labels, redefined names, aliases, weak and inline definitions, other units."""

SHOW = r"""
#include <stdio.h>
void fill(double *a, int n);
void tell(const double *a, int n);
"""
COMMON = {
    "show.c": SHOW
    + r"""
void fill(double *a, int n) { int k; for (k = 0; k < n; k++) a[k] = (k * 37 % 101) * 0.125 - 3; }
void tell(const double *a, int n)
{
    double sum = 0; int k;
    for (k = 0; k < n; k++) sum += a[k] * (k % 29 + 1);
    printf("%.17g\n", sum);
}
"""
}
MAIN = (
    SHOW
    + r"""
void kernel(int n, int m, double *A, const double *B);
int main(void)
{
    static double a[1200], b[1200];
    fill(a, 1200); fill(b, 1200);
    kernel(30, 40, a, b); tell(a, 1200);
    kernel(40, 30, a, b); tell(a, 1200);
    kernel(3, 7, a, b); tell(a, 1200);
    return 0;
}
"""
)
LOOP = (
    "void kernel(int n, int m, double *A, const double *B)\n{\n    int i, j;\n    for (i = 0; i < n; i++)\n"
    "        for (j = 0; j < m; j++)\n            A[i*m + j] = %s;\n}\n"
)


def case(declarations, value, rewritten=0, **more):
    files = dict(COMMON, **{"main.c": MAIN, "a.c": declarations + "\n" + LOOP % value})
    files.update({name.replace("_c", ".c"): text for name, text in more.pop("others", {}).items()})
    return dict(files=files, rewritten=rewritten, **more)


F_AND_GG = {
    "f_c": "double f(double x) { return x*3; }\n",
    "g_c": "double gg(double x) { return x*4; }\n",
}
GCC = [("gcc", "-O0"), ("gcc", "-O2")]
CLANG = [("clang-19", "-O0"), ("clang-19", "-O2")]

CASES = {
    "plain": case(
        "double f(double);",
        "f(B[i*m + j])",
        1,
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "label": case('double f(double) __asm__("gg");', "f(B[i*m + j])", others=F_AND_GG),
    "label_behind": case(
        'double f(double);\ndouble f(double) __asm__("gg");', "f(B[i*m + j])", others=F_AND_GG
    ),
    "extname": case(
        "#pragma redefine_extname f gg\ndouble f(double);", "f(B[i*m + j])", others=F_AND_GG
    ),
    "label_to_itself": case(
        'double f(double) __asm__("f");', "f(B[i*m + j])", 1, others={"f_c": F_AND_GG["f_c"]}
    ),
    "label_there": case(
        "double f(double);",
        "f(B[i*m + j])",
        others={
            "f_c": 'double f(double) __asm__("hh");\ndouble f(double x) { return x*3; }\n',
            "g_c": 'double gg(double) __asm__("f");\ndouble gg(double x) { return x*5; }\n',
        },
    ),
    "label_on_both": case(
        'double f(double) __asm__("hh");',
        "f(B[i*m + j])",
        others={
            "f_c": 'double f(double) __asm__("hh");\ndouble f(double x) { return x*3; }\n',
            "g_c": "double g(double x) { return x*5; }\n",
        },
    ),
    "extname_there": case(
        "double f(double);",
        "f(B[i*m + j])",
        others={
            "f_c": "#pragma redefine_extname f hh\ndouble f(double);\ndouble f(double x) { return x*3; }\n",
            "g_c": 'double g(double x) __asm__("f");\ndouble g(double x) { return x*5; }\n',
        },
    ),
    "label_below": case(
        "double f(double);",
        "f(B[i*m + j])",
        others={
            "f_c": 'double h(double) __asm__("hh");\ndouble f(double x) { return h(x) + 1; }\n',
            "h_c": "double h(double x) { return x*7; }\n",
            "i_c": "double hh(double x) { return x*9; }\n",
        },
    ),
    "variable_label": case(
        'extern double K __asm__("K2");\ndouble f(double);',
        "f(B[i*m + j]) + K",
        others={
            "f_c": "extern double K;\ndouble f(double x) { return x*K; }\n",
            "k_c": "double K = 3, K2 = 5;\n",
        },
    ),
    "variable_label_there": case(
        "extern double K;\ndouble f(double);",
        "f(B[i*m + j]) + K",
        others={
            "f_c": 'extern double K __asm__("K2");\ndouble f(double x) { return x*K; }\n',
            "k_c": "double K = 3, K2 = 5;\n",
        },
    ),
    "variable_extname": case(
        "#pragma redefine_extname K K2\nextern double K;\ndouble f(double);",
        "f(B[i*m + j]) + K",
        others={
            "f_c": "extern double K;\ndouble f(double x) { return x*K; }\n",
            "k_c": "double K = 3, K2 = 5;\n",
        },
    ),
    "fabs_with_a_state": case(
        'double fabs(double) __asm__("fb2");',
        "fabs(B[j*n + i])",
        only=CLANG,
        others={"g_c": "double fb2(double x) { static double s; s = s*0.5 + 1; return x*s; }\n"},
    ),
    "sqrt_extname": case(
        "#pragma redefine_extname sqrt root\ndouble sqrt(double);",
        "sqrt(B[j*n + i])",
        only=CLANG,
        others={"g_c": "double root(double x) { static double s; s += 1; return x + s; }\n"},
    ),
    "memcpy_label": case(
        'void *memcpy(void *, const void *, unsigned long) __asm__("copy2");\nstatic double get(const double *p) '
        "{ double x; memcpy(&x, p, sizeof x); return x; }",
        "get(&B[j*n + i])",
        only=CLANG,
        others={
            "g_c": "void *copy2(void *a, const void *b, unsigned long n) { static double s; s += 1; *(double *)a = s; return a; }\n"
        },
    ),
    "malloc_of_ones_own": case(
        "static void *malloc(unsigned long n) { static double all[64]; return all + (n > 0); }",
        "B[j*n + i] + (malloc(8) != 0)",
        build=["-fno-builtin"],
        flags=["-fno-builtin"],
    ),
    "fabs_is_static": case(
        "static double fabs(double x) { static double s; s += 1; return x + s; }",
        "fabs(B[j*n + i])",
        flags=["-fno-builtin"],
    ),
    "alias_of_a_function": case(
        'double g(double x) { return x*2; }\ndouble f(double) __attribute__((alias("g")));',
        "f(B[j*n + i])",
    ),
    "weakref": case(
        'static double f(double) __attribute__((weakref("gg")));', "f(B[i*m + j])", others=F_AND_GG
    ),
    "pragma_weak_alias": case(
        "double g(double x) { return x*2; }\n#pragma weak f = g\ndouble f(double);",
        "f(B[j*n + i])",
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "pragma_weak_alias_there": case(
        "double f(double);",
        "f(B[j*n + i])",
        others={
            "f_c": "double g(double x) { return x*2; }\n#pragma weak f = g\n",
            "h_c": "double f(double x) { return x*3; }\n",
        },
    ),
    "weak_overruled": case(
        "__attribute__((weak)) double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "weak_said_before": case(
        "double f(double) __attribute__((weak));\ndouble f(double x) { return x*2; }",
        "f(B[i*m + j])",
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "weak_said_by_pragma": case(
        "double f(double x) { return x*2; }\n#pragma weak f",
        "f(B[i*m + j])",
        only=GCC,
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "weak_in_another": case(
        "double f(double);",
        "f(B[i*m + j])",
        others={
            "f_c": "__attribute__((weak)) double f(double x) { return x*2; }\n",
            "g_c": "double g(double x) { return x; }\n",
        },
    ),
    "gnu_extern_inline": case(
        "extern inline double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        flags=["-std=gnu89"],
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "gnu_inline_attribute": case(
        "extern inline __attribute__((gnu_inline)) double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        flags=["-std=gnu11"],
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "gnu89_inline_flag": case(
        "extern inline double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        flags=["-std=gnu99", "-fgnu89-inline"],
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "c99_inline": case(
        "inline double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        flags=["-std=c99"],
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "c99_extern_inline": case(
        "inline double f(double x) { return x*2; }\nextern double f(double);",
        "f(B[i*m + j])",
        1,
        flags=["-std=c99"],
    ),
    "gnu_always_inline": case(
        "extern inline __attribute__((gnu_inline, always_inline)) double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        1,
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "static_inline": case(
        "static inline double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        1,
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "ifunc": case(
        "static double one(double x) { return x*2; }\nstatic double (*pick(void))(double) { return one; }\n"
        'double f(double) __attribute__((ifunc("pick")));',
        "f(B[i*m + j])",
    ),
    "set_by_assembly": case(
        'double g(double x) { return x*5; }\ndouble f(double);\n__asm__(".globl f\\n.set f, g");',
        "f(B[i*m + j])",
        flags=["-fno-lto"],
        others={"h_c": "double h(double x) { return x; }\n"},
    ),
    "math_label_in_place": case(
        'double root(double) __asm__("sqrt");', "root(B[j*n + i]*B[j*n + i])"
    ),
    "two_prototypes": case(
        "double f();", "f(B[i*m + j])", others={"f_c": "double f(double x) { return x*3; }\n"}
    ),
    "pic_exported": case(
        "double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        flags=["-fPIC"],
        refused="'f' may be replaced at load time: make it static, build with -fno-semantic-interposition, or pass --no-interposition",
    ),
    "pic_hidden": case(
        '__attribute__((visibility("hidden"))) double f(double x) { return x*2; }',
        "f(B[i*m + j])",
        1,
        flags=["-fPIC"],
    ),
    "pic_visibility": case(
        "double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        1,
        flags=["-fPIC", "-fvisibility=hidden"],
    ),
    "pic_promised": case(
        "double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        1,
        flags=["-fPIC", "-fno-semantic-interposition"],
    ),
    "pic_ofast": case(
        "double f(double x) { return x*2; }", "f(B[i*m + j])", 1, flags=["-fPIC", "-Ofast"]
    ),
    "pic_clang": case(
        "double f(double x) { return x*2; }",
        "f(B[i*m + j])",
        1,
        flags=["-fPIC"],
        compiler="clang-19",
        only=CLANG,
    ),
    "pie_exported": case("double f(double x) { return x*2; }", "f(B[i*m + j])", 1, flags=["-fPIE"]),
    "pic_static": case(
        "static double f(double x) { return x*2; }", "f(B[i*m + j])", 1, flags=["-fPIC"]
    ),
    "pic_in_another": case(
        "double f(double);",
        "f(B[i*m + j])",
        flags=["-fPIC"],
        others={"f_c": "double f(double x) { return x*3; }\n"},
    ),
    "single_precision_constants": case(
        "double f(double);",
        "f(B[i*m + j])",
        only=GCC,
        unit_flags={"f.c": ["-fsingle-precision-constant"]},
        others={"f_c": "double f(double x) { return x*0.1; }\n"},
    ),
    "single_precision_here": case(
        "static double f(double x) { return x*0.1; }",
        "f(B[i*m + j])",
        only=GCC,
        flags=["-fsingle-precision-constant"],
        refused="-fsingle-precision-constant changes the meaning of C",
    ),
    "one_with_fast_math": case(
        "double f(double, double);",
        "f(B[i*m + j], A[i*m + j])",
        unit_flags={"f.c": ["-Ofast"]},
        only=[("gcc", "-O2")],
        others={"f_c": "double f(double x, double y) { return (x + y) - x; }\n"},
    ),
    "one_with_unsigned_char": case(
        "double f(double);",
        "f(B[i*m + j])",
        unit_flags={"f.c": ["-funsigned-char"]},
        others={"f_c": "double f(double x) { return (char)(200 + (x > 0)); }\n"},
    ),
    "one_contracts": case(
        "double f(double, double);",
        "f(B[i*m + j], A[i*m + j])",
        others={
            "f_c": "#pragma STDC FP_CONTRACT ON\ndouble f(double x, double y) { return x*y + x; }\n"
        },
    ),
}
