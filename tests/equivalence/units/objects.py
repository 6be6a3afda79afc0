"""Which object is meant: two names of one, by attribute, label, pragma and assembly, in both directions."""
from pathlib import Path
import importlib.util

_spec = importlib.util.spec_from_file_location(
    "functions", Path(__file__).with_name("functions.py")
)
functions = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(functions)
CLANG = functions.CLANG

MAIN = (
    functions.SHOW
    + r"""
void kernel(int n, int m);
extern double X[6000], Z[6000];
extern int COUNT[4];
int main(void)
{
    fill(X, 6000); fill(Z, 6000);
    COUNT[0] = 40; COUNT[1] = 30;
    kernel(40, 30); tell(X, 6000); tell(Z, 6000); COUNT[0] = 40;
    kernel(30, 40); tell(X, 6000); tell(Z, 6000); COUNT[0] = 40;
    kernel(5, 3); tell(X, 6000); tell(Z, 6000);
    return 0;
}
"""
)
BODY = "void kernel(int n, int m)\n{\n    int i, j;\n    for (i = 0; i < n; i++)\n        for (j = 0; j < m; j++)\n            %s;\n}\n"
OWN = "double X[6000], Z[6000];\nint COUNT[4];\n"
OTHER = "extern double X[6000], Z[6000];\nextern int COUNT[4];\n"
SHIFT, READ, BACK = (
    "Y[i*m + j + 7] = X[j*n + i] + 1",
    "X[i*m + j + 7] = Y[j*n + i] + 1",
    "Y[(n - 1 - i)*m + j] = X[i*m + j + 1]",
)


def case(declarations, statement, rewritten=0, owner=True, **more):
    files = dict(
        functions.COMMON,
        **{
            "main.c": MAIN,
            "a.c": (OWN if owner else OTHER) + declarations + "\n" + BODY % statement,
        },
    )
    if not owner:
        files["b.c"] = OWN
    return dict(files=files, rewritten=rewritten, **more)


CASES = {
    "no_alias": case("double Y[6000];", SHIFT, 1),
    "unrelated_alias": case(
        'extern double W[6000] __attribute__((alias("X")));\ndouble Y[6000];', SHIFT, 1
    ),
}
for _name, _statement in {"write": SHIFT, "read": READ, "back": BACK}.items():
    CASES["attribute_" + _name] = case(
        'extern double Y[6000] __attribute__((alias("X")));', _statement
    )
    CASES["label_" + _name] = case('extern double Y[6000] __asm__("X");', _statement, only=CLANG)
    CASES["extname_" + _name] = case(
        "#pragma redefine_extname Y X\nextern double Y[6000];", _statement, only=CLANG
    )
    CASES["label_of_another_unit_" + _name] = case(
        'extern double Y[6000] __asm__("X");', _statement, owner=False, only=CLANG
    )
    CASES["label_on_first_" + _name] = case(
        'extern double Y[6000] __asm__("Q");\nextern double P[6000] __asm__("Q");\n'
        'double Q0[6000] __asm__("Q");',
        _statement.replace("X[", "P["),
        only=CLANG,
    )
    CASES["weakref_" + _name] = case(
        'static double Y[6000] __attribute__((weakref("X")));',
        _statement,
        only=CLANG + [("gcc", "-O0")],
    )
    CASES["pragma_" + _name] = case("#pragma weak Y = X\nextern double Y[6000];", _statement)
    CASES["assembly_" + _name] = case(
        'extern double Y[6000];\n__asm__(".globl Y\\n.set Y, X");',
        _statement,
        only=[("gcc", "-O0"), ("clang-19", "-O0")],
    )
CASES.update(
    {
        "two_steps": case(
            'extern double W[6000] __attribute__((alias("X")));\nextern double Y[6000] __asm__("W");',
            SHIFT,
            only=CLANG,
        ),
        "two_dimensions": case(
            'extern double Y[60][100] __attribute__((alias("X")));', "X[j*n + i] = Y[i][j] + 1"
        ),
        "other_type": case(
            'extern long Y[6000] __attribute__((alias("X")));', "Y[i*m + j] = Z[j*n + i] > 1", 0
        ),
        "alias_of_a_static": case(
            'static double S[6000];\nextern double Y[6000] __attribute__((alias("S")));',
            "S[i*m + j] = Y[j*n + i + 3] + X[i*m + j]",
        ),
        "declared_in_the_block": case(
            "",
            '{ extern double Y[6000] __asm__("X"); Y[i*m + j + 7] = X[j*n + i] + 1; }',
            only=CLANG,
        ),
    }
)
BOUND = r"""
void kernel(int n, int m)
{
    int i, j;
    for (i = 0; i < COUNT[0]; i++)
        for (j = 0; j < m; j++) {
            X[i*m + j] = Z[j*40 + i] + 1;
            %s
        }
}
"""
for _name, _declaration in {
    "attribute": 'extern int LIMIT[4] __attribute__((alias("COUNT")));',
    "label": 'extern int LIMIT[4] __asm__("COUNT");',
}.items():
    for _what, _store in {
        "constant": "if (i == 2) LIMIT[0] = 7;",
        "running": "LIMIT[0] = 9 + (i < 3);",
    }.items():
        _case = case("", "")
        _case["files"]["a.c"] = OWN + _declaration + BOUND % _store
        _case["only"] = CLANG + ([("gcc", "-O0"), ("gcc", "-O2")] if _name == "attribute" else [])
        CASES["bound_%s_%s" % (_name, _what)] = _case
SCALAR = r"""
double K = 2;
%s
void kernel(int n, int m)
{
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            X[i*m + j] = Z[j*n + i] * %s;
            %s = Z[i*m + j];
        }
}
"""
for _name, _declaration in {
    "attribute": 'extern double L __attribute__((alias("K")));',
    "label": 'extern double L __asm__("K");',
}.items():
    for _read, _written in (("K", "L"), ("L", "K")):
        _case = case("", "")
        _case["files"]["a.c"] = OWN + SCALAR % (_declaration, _read, _written)
        _case["only"] = CLANG + ([("gcc", "-O0"), ("gcc", "-O2")] if _name == "attribute" else [])
        CASES["scalar_%s_%s" % (_name, _read)] = _case
_case = case("", "")
_case["files"]["a.c"] = OWN + (
    "__attribute__((weak)) const int N = 8;\nvoid kernel(int n, int m)\n{\n    int i, j;\n    double row[N];\n"
    "    for (i = 0; i < n; i++) {\n        for (j = 0; j < N; j++) row[j] = Z[i*m + j];\n"
    "        for (j = 0; j < N; j++) X[j*n + i] = row[N - 1 - j];\n    }\n}\n"
)
_case["files"]["b.c"] = "const int N = 16;\n"
CASES["weak_constant"] = _case
