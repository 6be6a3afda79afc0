"""Functions written to be misread, made from tables: K&R definitions, steps among assignments, conversions, copies of bytes.

Every function has the parameters of HEAD; n and m are at most 24 and 17, s is 1 or 2.
"""
import itertools

HEAD = "double *A, double *B, float *F, float *G, int *I, short *H, unsigned char *U, long *L, int n, int m, int s"
TYPES = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
]
NARROW = TYPES[:5]


class Unit:
    """Functions that are compiled as one file. `overlaps`: names of those that may be given F in the memory of I."""

    def __init__(self, standard):
        self.standard, self.names, self.begin, self.texts, self.overlaps = (
            standard,
            [],
            [],
            {},
            set(),
        )

    def add(self, name, body, before="", overlaps=False):
        self.names.append(name)
        if overlaps:
            self.overlaps.add(name)
        self.texts[
            name
        ] = "%slong %s(%s)\n{\n  int i, j, k;\n  (void)i; (void)j; (void)k;\n%s\n}\n" % (
            before,
            name,
            HEAD,
            body,
        )

    def choose(self, is_wanted):
        """Keeps those for which is_wanted(number, name) holds."""
        self.names = [name for k, name in enumerate(self.names) if is_wanted(k, name)]

    @property
    def text(self):
        return "\n".join(self.begin + [self.texts[name] for name in self.names])


def old_style(unit):
    """Definitions without prototypes: the call promotes, the function converts."""
    numbers = {
        "float": "B[j * n + i]",
        "double": "B[j * n + i]",
        "_Bool": "I[i * m + j] > 3",
        "enum colour": "I[i * m + j]",
        "long": "L[i * m + j] * 70001L",
        **{t: "I[i * m + j] * 371" for t in NARROW + ["int", "unsigned"]},
    }
    nest = "  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      %s\n  return 0;"
    for t, value in numbers.items():
        word = t.replace(" ", "_")
        unit.add(
            "value_" + word,
            nest % ("A[i * m + j] += mul_%s(%s, B[i * m + j]);" % (word, value)),
            "static double mul_%s(a, b) %s a; double b; { return a * b; }\n" % (word, t),
        )
        unit.add(
            "stored_" + word,
            nest % ("put_%s(A, i * m + j, %s);" % (word, value)),
            "static void put_%s(p, k, x) double *p; int k; %s x; { p[k] = x; }\n" % (word, t),
        )
        unit.add(
            "twice_" + word,
            nest % ("A[i * m + j] -= dbl_%s(%s);" % (word, value)),
            "static double dbl_%s(x) %s x; { x = x + x; return x; }\n" % (word, t),
        )
        unit.add(
            "both_" + word,
            nest % ("A[i * m + j] = in_%s(out_%s(%s));" % (word, word, value)),
            "static %s out_%s(x) %s x; { return x; }\nstatic double in_%s(x) %s x; { return x; }\n"
            % (t, word, t, word, t),
        )
        unit.add(
            "local_" + word,
            nest % ("acc_%s(A, i * m + j, %s);" % (word, value)),
            "static void acc_%s(p, k, x) double *p; int k; %s x; { %s y = x; y += 1; p[k] += y * 0.3; }\n"
            % (word, t, t),
        )
        if t in NARROW + ["int", "unsigned", "enum colour"]:
            unit.add(
                "index_" + word,
                nest % ("A[i * m + low_%s(j)] += B[j * n + i];" % word),
                "static int low_%s(x) %s x; { return x; }\n" % (word, t),
            )
            unit.add(
                "far_" + word,
                nest % ("A[cut_%s(i * m + j + 250)] += B[j * n + i];" % word),
                "static int cut_%s(x) %s x; { return x; }\n" % (word, t),
            )
            unit.add(
                "at_" + word,
                nest % ("A[at_%s_of(i, j, m)] += B[j * n + i];" % word),
                "static int at_%s_of(i, j, ld) %s i, j; int ld; { return i * ld + j; }\n"
                % (word, t),
            )


def steps(unit):
    """A step in each place among the statements of a body, its amount assigned before or behind it."""
    parts = {"w": "for (j = 0; j < m; j++) A[%s * m + j] += B[j];", "r": "B[%s] += 0.5;"}
    changes = {"c": "d = 1;", "t": "d = 3 - d;", "g": "*q = 1;", "u": "d += i > 3;"}
    loops = {
        "while": "i = 0;\n  while (i < n) {\n%s  }",
        "do": "i = 0;\n  if (n > 0) do {\n%s  } while (i < n);",
        "for": "for (i = 0; i < n;) {\n%s  }",
        "ever": "for (i = 0;;) {\n    if (i >= n) break;\n%s  }",
        "down": "i = n;\n  while (i > 0) {\n%s  }",
    }
    for loop, frame in loops.items():
        step = "i -= d;" if loop == "down" else "i += d;"
        at = "(i + 5)" if loop == "down" else "i"
        for change, order in itertools.product(changes, itertools.permutations("wsx")):
            for with_read in (False, True):
                body = list(order)
                if with_read:
                    body.insert(body.index("s") + 1, "r")
                lines = {
                    "w": parts["w"] % at,
                    "r": parts["r"] % at,
                    "s": step,
                    "x": changes[change],
                }
                text = "".join("    %s\n" % lines[p] for p in body)
                name = "step_%s_%s_%s" % (loop, change, "".join(body))
                start = "  int d = s, *q = &d;\n  (void)q;\n" if change == "g" else "  int d = s;\n"
                unit.add(name, start + "  " + frame % text + "\n  return i + 100 * d;")
    heads = [
        "i = 0, k = 0; i < n; i++, k += i",
        "i = 0, k = 0; i < n; k += i, i++",
        "i = 1, k = i; i < n; i++, k = i * 2",
        "k = 2, i = k; i < n; i += d, d = 1",
        "i = 0, k = 0; i < n; d = 1, i += d",
        "i = 0, k = n; i < k; i++, k--",
    ]
    for number, head in enumerate(heads):
        unit.add(
            "head_%d" % number,
            "  int d = s;\n  for (%s)\n    for (j = 0; j < m; j++)\n      A[k * m + j] += B[i * m + j];\n"
            "  return i + 100 * k;" % head,
        )
    starts = [
        "k = n; n = n / 2; (void)n;",
        "k = s; s = 0;",
        "k = I[0] & 3; I[0] = 9;",
        "k = 1; B[0] += k;",
        "k = 2; I[1] = k;",
    ]
    for number, start in enumerate(starts):
        unit.add(
            "start_%d" % number,
            "  int low = s;\n  %s\n  for (i = 0; i < low + 3; i++) {\n    for (; k < 20; k++)\n"
            "      A[i * m + k] += B[k];\n    k = low; low = 1;\n    while (k < m) { A[i * 20 + k] += 1; k++; }\n  }\n  return k;"
            % start,
        )


def literals(unit):
    """Constants behind narrowing conversions, in each place that reads a constant."""
    constants = [
        "(unsigned char)257",
        "(unsigned char)258",
        "(signed char)130",
        "(char)258",
        "(short)65537",
        "(unsigned short)65539",
        "(int)4294967298L",
        "(_Bool)2",
        "(unsigned char)(255 + 3)",
        "(char)(1 << 8 | 2)",
        "-(signed char)254",
        "(unsigned char)-254",
    ]
    places = {
        "step": "for (i = 0; i < n; i += {c})\n    for (j = 0; j < m; j++)\n      A[i * m + j] += 1;",
        "inner": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j += {c})\n      A[i * m + j] += 1;",
        "amount": "k = 0;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++, k += {c})\n      A[k] += B[i * m + j];",
        "start": "for (i = {c}; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[i * m + j] += 1;",
        "end": "for (i = 0; i < n; i++)\n    for (j = 0; j < {c} + 2; j++)\n      A[i * m + j] += 1;",
        "index": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[i * m + j + {c}] += 1;",
        "factor": "for (i = 0; i < n; i++)\n    for (j = 0; j < {f}; j++)\n      A[i * {f} + j] += B[j];",
        "shift": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[(i << {p}) * m + (j >> {p})] += 1;",
        "mask": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[i * m + (j & ({c} + 1))] += 1;",
        "rest": "for (i = 0; i + {c} < n; i += {c} + 1) A[i] += 1;\n  for (; i < n; i++)\n    A[i] += 2;",
        "while": "i = 0;\n  while ({c}) {{\n    if (i >= n) break;\n    for (j = 0; j < m; j++) A[i * m + j] += 1;\n    i++;\n  }}",
        "moved": "i = 0;\n  while (i < n) {{\n    i += {c};\n    for (j = 0; j < m; j++) A[i * m + j] += 1;\n  }}",
    }
    for number, constant in enumerate(constants):
        is_negative = number == 2
        for place, text in places.items():
            if is_negative and place in (
                "step",
                "inner",
                "rest",
                "moved",
                "shift",
                "factor",
                "mask",
                "end",
                "amount",
                "start",
            ):
                continue
            unit.add(
                "literal_%d_%s" % (number, place),
                "  "
                + text.format(c=constant, p="(%s & 3)" % constant, f="(%s + 3)" % constant)
                + "\n  return i;",
            )


def conversions(unit):
    """Values converted to each integer type, where an index, a bound, a condition or a running index uses them."""
    places = {
        "index": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[({t})(i * m + j)] += B[j * n + i];",
        "far": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[(int)({t})(i * m + j + 120) & 2047] += B[j * n + i];",
        "row": "for (i = 0; i < n; i++) {{\n    {t} at = i * m;\n    for (j = 0; j < m; j++)\n      A[at + j] += B[j * n + i];\n  }}",
        "size": "{t} w = m * s;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < (int)w; j++)\n      A[i * (long)w + j] += B[j * n + i];",
        "half": "int h = ({t})(m / 2 + s * 126);\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m / 2; j++)\n      A[i * (m / 2) + j] += B[h & 63];",
        "bound": "for (i = 0; i < n; i++)\n    for (j = 0; j < ({t})m; j++)\n      A[i * m + j] += B[j * n + i];",
        "test": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      if (({t})(i - 3) < j)\n        A[i * m + j] += B[j * n + i];",
        "equal": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      if (({t})(i + 254) == ({t})(j - 2))\n        A[i * m + j] += B[j * n + i];",
        "running": "long r = 0;\n  for (i = 0; i < n; i++) {{\n    for (j = 0; j < m; j++)\n      A[(int)r + j] += B[i];\n    r += ({t})(i + 1);\n  }}",
        "below": "long r = 0;\n  for (i = 3; i < n; i++) {{\n    for (j = 0; j < m; j++)\n      A[r + j] += B[i];\n    r += ({t})(i - 3);\n  }}",
        "counter": "{t} v;\n  i = j = 0;\n  for (v = 0; v < m; v++)\n    for (j = 0; j < n; j++)\n      A[v * n + j] += B[j * m + v];",
        "stepped": "{t} v = 0;\n  i = 0;\n  while (v < m) {{\n    v += s;\n    for (j = 0; j < n; j++)\n      A[v * n + j] += B[j];\n  }}\n  i = (int)v;",
        "sum": "{t} v = 0;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++) {{\n      v = v + 3;\n      A[i * m + j] += v;\n    }}",
        "walked": "{t} v = 250;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[i * m + j] += B[(int)v++ & 1023];",
        "minus": "{t} v = 40;\n  for (i = 0; i < n; i++) {{\n    v -= 1;\n    for (j = 0; j < m; j++)\n      A[(int)v * m + j] += 1;\n  }}",
        "quotient": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[({t})(i * m + j) / 4 * 4 + j % 4] += 1;",
        "shift": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[(({t})i << 5 | j) & 4095] += 1;",
        "stored": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[i * m + j] = ({t})(I[j * n + i] * 77);",
    }
    for t in TYPES + ["_Bool"]:
        for place, text in places.items():
            if t == "_Bool" and place in ("counter", "stepped", "minus"):
                continue
            unit.add(
                "convert_%s_%s" % (place, t.replace(" ", "_")),
                "  " + text.format(t=t) + "\n  return i;",
            )


def remainders(unit):
    """Quotients and remainders of what the loops do not change and what they do, negative for small n, in types that change it."""
    dividends = {
        "d": "d",
        "walked": "(d + i)",
        "product": "(d * 3)",
        "short": "(short)(d * 5000)",
        "byte": "(unsigned char)d",
    }
    forms = {
        "rest": "B[{x} % 4u]",
        "rest_m": "B[{x} % (unsigned)(m + 1)]",
        "rest_of_unsigned": "B[(unsigned){x} % 8]",
        "cut": "B[({x} / 4u * 4u - {x}) + 20u]",
        "signed": "B[{x} % 4 + 8]",
        "halves": "B[({x} >> 2) * 4 + ({x} & 3) - {x} + 8]",
        "whole": "B[({x} / 3 * 3 + {x} % 3) - {x} + 8]",
        "least": "B[({x} < m ? (unsigned){x} : (unsigned)m) & 63u]",
        "long": "B[(unsigned long){x} % 5u]",
        "row": "B[(int)({x} % 4u) * m + j]",
    }
    for (name, x), (form, text) in itertools.product(dividends.items(), forms.items()):
        unit.add(
            "remainder_%s_%s" % (form, name),
            "  d = n - 12;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[i * m + j] += %s;\n"
            "  return i;" % text.format(x=x),
        )
        unit.texts["remainder_%s_%s" % (form, name)] = unit.texts[
            "remainder_%s_%s" % (form, name)
        ].replace("  int i,", "  int d, i,", 1)


def copies(unit):
    """memcpy and memset: bytes of any object."""
    kinds = {
        "float": ("F", "G", "float"),
        "double": ("A", "B", "double"),
        "char": ("U", "U + 9000", "unsigned char"),
    }
    for word, (to, source, t) in kinds.items():
        rows = {
            "one": "for (j = 0; j < m; j++) {{\n      I[i * m + j] += 3;\n      memcpy(&{to}[i * m + j], &({source})[j * n + i], sizeof({t}));\n      I[i * m + j + 1] ^= 5;\n    }}",
            "row": "memcpy({to} + i * m, ({source}) + i * m, m * sizeof({t}));\n    for (j = 0; j < m; j++)\n      I[i * m + j] += j;",
            "wide": "unsigned w = m;\n    memcpy({to} + i * m, ({source}) + i * m, w * {size}u);\n    for (j = 0; j < m; j++)\n      I[i * m + j] += j;",
            "signed": "int w = m;\n    memcpy({to} + i * m, ({source}) + i * m, w * {size});\n    for (j = 0; j < m; j++)\n      I[i * m + j] += j;",
            "zero": "for (j = 0; j < m; j++)\n      I[i * m + j] += j;\n    memset({to} + i * m, 0, m * sizeof({t}));",
            "read": "for (j = 0; j < m; j++) {{\n      I[i * m + j] = j;\n      memcpy(&L[0], &L[0], sizeof(long));\n      memcpy(({source}) + i * m + j, &{to}[i * m + j], sizeof({t}));\n    }}",
        }
        for row, text in rows.items():
            size = {"float": 4, "double": 8, "unsigned char": 1}[t]
            unit.add(
                "copy_%s_%s" % (word, row),
                "  for (i = 0; i < n; i++) {\n    %s\n  }\n  return 0;"
                % text.format(to=to, source=source, t=t, size=size),
                overlaps=word == "float",
            )


def others(unit):
    """What was found suspicious when the reading was looked at from outside."""
    bodies = {
        "last_byte": "unsigned char v;\n  for (v = 200; v < 255; v++)\n    for (j = 0; j < m; j++)\n      A[v * m + j] += B[j];\n  i = v;",
        "last_byte_down": "unsigned char v;\n  for (v = 255; v > 230; v--)\n    for (j = 0; j < m; j++)\n      A[v * m + j] += B[j];\n  i = v;",
        "byte_end": "unsigned char v, e = (unsigned char)(m + 238);\n  for (v = 230; v < e; v++)\n    for (j = 0; j < m; j++)\n      A[v * m + j] += B[j];\n  i = v;",
        "over_positive": "int p = s;\n  for (i = 0; i < n; i++)\n    if (p > 0)\n      for (j = 0; j < m / p; j++)\n        A[i * m + j] += B[j];",
        "meeting": "for (i = 0, j = n - 1; i < j; i++, j--)\n    for (k = 0; k < m; k++)\n      A[i * m + k] += B[j * m + k];",
        "packed": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[(((long)i << 32 | j) >> 32) * m + j] += 1;",
        "unsigned_less": "long k2 = 0;\n  for (i = 0; i < n; i++) {\n    A[k2 & 1023] += 1;\n    k2 += (unsigned)(i - 3);\n  }",
        "minus_unsigned": "unsigned d = s;\n  k = 900;\n  for (i = 0; i < n; i++) {\n    for (j = 0; j < m; j++)\n      A[k + j] += 1;\n    k -= d;\n  }",
        "minus_literal": "k = 900;\n  for (i = 0; i < n; i++) {\n    for (j = 0; j < m; j++)\n      A[k + j] += 1;\n    k -= 3u;\n  }",
        "mixed_test": "unsigned e = m;\n  for (i = 0; i < n; i++)\n    for (j = -1; j < e; j++)\n      A[i * m + j] += 1;",
        "shifted_test": "for (i = 0; i < n; i++)\n    for (j = 0; j << 1 < m; j++)\n      A[i * m + j] += 1;",
        "counted_shift": "for (i = 0; i < n; i++) {\n    for (j = 0; (unsigned char)(j + 250) < 255; j++)\n      A[i * m + j] += 1;\n  }",
        "kept_global": "counter = 2;\n  while (counter < n) {\n    I[0] = 3;\n    A[counter * m] += 1;\n    counter++;\n  }\n  i = counter;",
        "address": "int v = 0, *q = s > 1 ? &v : I;\n  while (v < n) {\n    v += 2;\n    *q = 1 + v;\n    for (j = 0; j < m; j++)\n      A[v * m + j] += 1;\n  }\n  i = v;",
        "rest_cut": "int w = n + 200;\n  for (i = 0; i + 3 < (signed char)w; i += 4) A[i] += 1;\n  for (; i < n; i++)\n    A[i] += 2;",
        "skip": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++) {\n      if (I[i * m + j] < 400) goto next;\n      A[i * m + j] += 1;\n    next:;\n    }",
        "once": "for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      do {\n        if (I[i * m + j] < 400) break;\n        A[i * m + j] += 1;\n      } while (0);",
        "chained": "int l = 0;\n  k = 0;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++) {\n      A[k] += B[l];\n      k = l = k + 1;\n    }",
        "comma": "double d;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      A[i * m + j] = (d = B[j * n + i], d > 0 ? d : -d);",
        "bytes": "char *p = (char *)A;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n      *(double *)(p + (i * m + j) * 8) += B[j * n + i];",
        "ahead": "i = 0;\n  while (i < n) {\n    unsigned char c = 255;\n    i += c - 254;\n    for (j = 0; j < m; j++)\n      A[i * m + j] += 1;\n    c = 0;\n    B[0] += c;\n  }",
        "long_step": "long d = s;\n  i = 0;\n  while (i < n) {\n    i += d;\n    for (j = 0; j < m; j++)\n      A[i * m + j] += 1;\n  }",
        "unsigned_step": "unsigned d = s;\n  i = 0;\n  while (i < n) {\n    i += d;\n    for (j = 0; j < m; j++)\n      A[i * m + j] += 1;\n  }",
        "leaves": "i = 0;\n  while (i < n) {\n    i++;\n    if (I[i] > 990) break;\n    for (j = 0; j < m; j++)\n      A[i * m + j] += 1;\n  }",
    }
    unit.begin.append("static int counter;\n")
    for name, body in bodies.items():
        unit.add("other_" + name, "  " + body + "\n  return i;")


def units():
    old = Unit("gnu89")
    old.begin.append("enum colour { RED, GREEN, BLUE = 300 };\n")
    old_style(old)
    new = Unit("gnu11")
    new.begin.append("#include <string.h>\n")
    for family in (steps, literals, conversions, remainders, copies, others):
        family(new)
    return [old, new]
