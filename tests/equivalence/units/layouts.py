"""Sizes, offsets and signs that flags and pragmas change; values that the file's name and lines make; dialects."""
from pathlib import Path
import importlib.util

_spec = importlib.util.spec_from_file_location(
    "functions", Path(__file__).with_name("functions.py")
)
functions = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(functions)
case, GCC = functions.case, functions.GCC
POINT = "struct P { char tag; double x; };\n"


CASES = {
    "size": case(POINT, "B[j*n + i] + sizeof(struct P)", 1),
    "size_packed": case(POINT, "B[j*n + i] + sizeof(struct P)", 1, flags=["-fpack-struct"]),
    "size_packed_by_two": case(
        POINT, "B[j*n + i] + sizeof(struct P)", 1, flags=["-fpack-struct=2"]
    ),
    "packed_later": case(POINT, "B[j*n + i] + sizeof(struct P)", 1, build=["-fpack-struct"]),
    "index_packed_later": case(
        POINT, "B[(j*n + i)%(int)sizeof(struct P)]", 0, build=["-fpack-struct"]
    ),
    "offset_packed_later": case(
        "#include <stddef.h>\n" + POINT,
        "B[j*n + i] + offsetof(struct P, x)",
        1,
        build=["-fpack-struct"],
    ),
    "typedef_packed_later": case(
        "typedef struct { char c; int k; } pair;",
        "B[j*n + i] + sizeof(pair)",
        1,
        build=["-fpack-struct"],
    ),
    "union_packed_later": case(
        "union U { char c[9]; double x; };",
        "B[j*n + i] + sizeof(union U)",
        1,
        build=["-fpack-struct"],
    ),
    "nested_packed_later": case(
        POINT + "struct Q { struct P p[3]; char c; };",
        "B[j*n + i] + sizeof(struct Q)",
        1,
        build=["-fpack-struct"],
    ),
    "alignment_packed_later": case(
        POINT, "B[j*n + i] + _Alignof(struct P)", 0, build=["-fpack-struct"]
    ),
    "array_packed_later": case(
        POINT + "static struct P table[4];", "B[j*n + i] + sizeof table", 0, build=["-fpack-struct"]
    ),
    "constant_packed_later": case(
        POINT + "enum { SIZE = sizeof(struct P) };", "B[j*n + i] + SIZE", 0, build=["-fpack-struct"]
    ),
    "static_constant_packed_later": case(
        POINT + "static const int size = sizeof(struct P);",
        "B[j*n + i] + size",
        0,
        build=["-fpack-struct"],
    ),
    "macro_packed_later": case(
        POINT + "#define SIZE ((int)sizeof(struct P))",
        "B[j*n + i] + SIZE",
        0,
        build=["-fpack-struct"],
    ),
    "enum": case("enum E { A1, B1 };", "B[j*n + i] + sizeof(enum E)", 1),
    "enum_short": case(
        "enum E { A1, B1 };", "B[j*n + i] + sizeof(enum E)", 1, flags=["-fshort-enums"]
    ),
    "enum_short_later": case(
        "enum E { A1, B1 };", "B[j*n + i] + sizeof(enum E)", 1, build=["-fshort-enums"]
    ),
    "enum_narrows_later": case(
        "enum E { A1, B1 };\nstatic double f(double x) { enum E e = (enum E)(300 + (x > 0)); return (int)e; }",
        "f(B[j*n + i])",
        0,
        build=["-fshort-enums"],
    ),
    "enum_compares_later": case(
        "enum E { A1, B1 };\nstatic enum E mode = B1;",
        "B[j*n + i] + (mode - 2 < 0)",
        0,
        build=["-fshort-enums"],
    ),
    "enum_without_name_later": case(
        "static enum { A1, B1 } mode = B1;",
        "B[j*n + i] + (mode - 2 < 0)",
        0,
        build=["-fshort-enums"],
    ),
    "char_unsigned_later": case(
        "static char low = (char)200;", "B[j*n + i] + low", 0, build=["-funsigned-char"]
    ),
    "char_literal_later": case("", "B[j*n + i] + '\\377'", 0, build=["-funsigned-char"]),
    "char_signed_later": case(
        "static double f(double x) { return (char)(200 + (x > 0)); }",
        "f(B[j*n + i])",
        0,
        flags=["-funsigned-char"],
        build=["-fsigned-char"],
    ),
    "wide_later": case(
        "#include <wchar.h>",
        "B[j*n + i] + sizeof(wchar_t) + sizeof(L'a')",
        0,
        build=["-fshort-wchar"],
    ),
    "wide_string_later": case("", 'B[j*n + i] + sizeof(L"abc")', 0, build=["-fshort-wchar"]),
    "long_double_later": case(
        "", "B[j*n + i] + sizeof(long double)", 0, build=["-mlong-double-64"]
    ),
    "bit_fields_later": case(
        "struct S { int k : 3; };\nstatic struct S s = {7};",
        "B[j*n + i] + s.k",
        0,
        only=GCC,
        build=["-funsigned-bitfields"],
    ),
    "bit_fields_here": case(
        "struct S { int k : 3; };\nstatic struct S s = {7};",
        "B[j*n + i] + s.k",
        0,
        only=GCC,
        flags=["-funsigned-bitfields"],
    ),
    "file": case("", "B[j*n + i] + sizeof(__FILE__)"),
    "base_file": case("", "B[j*n + i] + sizeof(__BASE_FILE__)", only=GCC),
    "file_in_an_enumerator": case("enum { SIZE = sizeof(__FILE__) };", "B[j*n + i] + SIZE"),
    "file_in_a_macro": case('#define SIZE (sizeof(__FILE__ "x"))', "B[j*n + i] + SIZE"),
    "file_in_a_constant": case("static const int size = sizeof(__FILE__);", "B[j*n + i] + size"),
    "file_in_an_array": case("static double t[40][sizeof(__FILE__)];", "B[j*n + i] + sizeof t[0]"),
    "file_in_a_function": case(
        "static int size(void) { return sizeof(__FILE__); }", "B[j*n + i] + size()"
    ),
    "file_as_an_argument": case("#define TEXT(x) sizeof(x)", "B[j*n + i] + TEXT(__FILE__)"),
    "line": case("", "B[j*n + i] + __LINE__"),
    "line_in_a_macro": case("#define HERE (__LINE__ + 1)", "B[j*n + i] + HERE"),
    "line_as_an_argument": case("#define TWICE(x) ((x) + (x))", "B[j*n + i] + TWICE(__LINE__)"),
    "line_below_a_nest": case(
        "void other(int n, double *A) { int i; for (i = 0; i < n; i++) A[i] = 1; }",
        "B[j*n + i] + (__LINE__ > 0)",
    ),
    "counter": case("", "B[j*n + i] + __COUNTER__"),
    "time": case("", "B[j*n + i] + sizeof(__TIME__)"),
    "level": case("", "B[j*n + i] + __INCLUDE_LEVEL__"),
    "assert": case(
        "#include <assert.h>\nstatic double f(double x) { assert(x < 1e9); return x; }",
        "f(B[j*n + i])",
    ),
    "comment_in_c89": case("", "B[j*n + i] + 8 //* */ 2\n", 0, flags=["-std=c89"]),
    "comment_c89_then_c99": case(
        "", "B[j*n + i] + 8 //* */ 2\n + 1", 0, flags=["-std=gnu99"], build=["-std=c89"]
    ),
    "comment_c99_then_c89": case(
        "", "B[j*n + i] + 8 //* */ 2\n + 1", 0, flags=["-std=c89"], build=["-std=gnu99"]
    ),
    "comment_in_a_macro": case(
        "#define HALF 8 //* */ 2",
        "B[j*n + i] + HALF\n",
        0,
        flags=["-std=gnu99"],
        build=["-std=c89"],
    ),
    "trigraph_then_gnu": case(
        "", 'B[j*n + i] + (sizeof "??!")', 0, flags=["-std=c99"], build=["-std=gnu99"]
    ),
    "trigraph_later": case(
        "static int bits = 6;", "B[j*n + i] + (bits ??! 1)", 0, flags=["-std=c99"]
    ),
}
# One tag in two units.
PACKED = "#pragma pack(1)\n%s#pragma pack()\n"


def two(here, there, declarations, value, definition, **more):
    made = case(here + declarations, value, others={"f_c": there + definition}, **more)
    return made


CASES.update(
    {
        "record_same": two(
            POINT,
            POINT,
            "int size(const struct P *);",
            "B[j*n + i] + size(0)",
            "int size(const struct P *p) { return sizeof *p; }\n",
            rewritten=1,
        ),
        "record_packed_there": two(
            POINT,
            PACKED % POINT,
            "int size(const struct P *);",
            "B[j*n + i] + size(0)",
            "int size(const struct P *p) { return sizeof *p; }\n",
        ),
        "record_packed_here": two(
            PACKED % POINT,
            POINT,
            "int size(const struct P *);",
            "B[j*n + i] + size(0)",
            "int size(const struct P *p) { return sizeof *p; }\n",
        ),
        "record_attribute_there": two(
            POINT,
            "struct __attribute__((packed)) P { char tag; double x; };\n",
            "int size(const struct P *);",
            "B[j*n + i] + size(0)",
            "int size(const struct P *p) { return sizeof *p; }\n",
        ),
        "record_aligned_there": two(
            POINT,
            "struct P { char tag; double x; } __attribute__((aligned(64)));\n",
            "int size(const struct P *);",
            "B[j*n + i] + size(0)",
            "int size(const struct P *p) { return sizeof *p; }\n",
        ),
        "offset_there": two(
            POINT,
            "#include <stddef.h>\n" + PACKED % POINT,
            "int place(const struct P *);",
            "B[j*n + i] + place(0)",
            "int place(const struct P *p) { return offsetof(struct P, x); }\n",
        ),
        "member_there": two(
            POINT + "static struct P p[9];\n",
            PACKED % POINT,
            "double get(const struct P *, int);",
            "B[j*n + i] + get(p, 0)",
            "double get(const struct P *p, int k) { return p[k].x; }\n",
        ),
        "inner_record_there": two(
            POINT + "struct Q { struct P *p; };\n",
            PACKED % POINT + "struct Q { struct P *p; };\n",
            "int size(const struct Q *);",
            "B[j*n + i] + size(0)",
            "int size(const struct Q *q) { return sizeof *q->p; }\n",
        ),
        "enum_packed_there": two(
            "enum E { A1, B1, C1 };\n",
            "enum __attribute__((packed)) E { A1, B1, C1 };\n",
            "double get(double);\nextern enum E mode;\n",
            "get(B[j*n + i])",
            "enum E mode;\ndouble get(double x) { return (int)(enum E)(256 + (x > 0)); }\n",
            only=[("gcc", "-O0"), ("clang-19", "-O0")],
        ),
        "enum_size_there": two(
            "enum E { A1, B1, C1 };\n",
            "enum __attribute__((packed)) E { A1, B1, C1 };\n",
            "int size(void);",
            "B[j*n + i] + size()",
            "int size(void) { return sizeof(enum E); }\n",
        ),
        "enum_values_there": two(
            "enum E { A1, B1, C1 };\n",
            "enum E { B1, A1, C1 };\n",
            "double get(double);\nextern enum E mode;\n",
            "get(B[j*n + i])",
            "double get(double x) { return x + A1; }\n",
        ),
        "flag_packs_there": two(
            POINT,
            POINT,
            "int size(const struct P *);",
            "B[j*n + i] + size(0)",
            "int size(const struct P *p) { return sizeof *p; }\n",
            unit_flags={"f.c": ["-fpack-struct"]},
        ),
        "flag_shortens_there": two(
            "enum E { A1 };\n",
            "enum E { A1 };\n",
            "int size(enum E);",
            "B[j*n + i] + size(A1)",
            "int size(enum E e) { return sizeof e; }\n",
            unit_flags={"f.c": ["-fshort-enums"]},
        ),
        "global_of_another_type": two(
            "extern float K;\n",
            "extern int K;\n",
            "double get(double);",
            "get(B[j*n + i])",
            "int K = 3;\ndouble get(double x) { return x*K; }\n",
        ),
        "global_volatile_there": two(
            "extern double K;\n",
            "volatile double K = 2;\n",
            "double get(double);",
            "get(B[j*n + i]) + K",
            "double get(double x) { return x*K; }\n",
        ),
        "file_there": two(
            "",
            "",
            "int size(void);",
            "B[j*n + i] + size()",
            "int size(void) { return sizeof(__FILE__); }\n",
        ),
        "union_there": two(
            "union U { int i; double x; };\n",
            PACKED % "union U { int i; double x; char c[9]; };\n",
            "int size(union U *);",
            "B[j*n + i] + size(0)",
            "int size(union U *u) { return sizeof *u; }\n",
        ),
        "bit_fields_there": two(
            "struct S { int a : 7; int b : 7; int c : 7; };\n",
            PACKED % "struct S { int a : 7; int b : 7; int c : 7; };\n",
            "int size(struct S *);",
            "B[j*n + i] + size(0)",
            "int size(struct S *s) { return sizeof *s; }\n",
        ),
    }
)
