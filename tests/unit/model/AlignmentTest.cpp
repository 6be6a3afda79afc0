// Which objects may lie where others of their type may not.
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

const std::string kTypes =
    "typedef float any __attribute__((aligned(1)));\n"
    "struct plain { char tag; float a[64]; float x; };\n"
    "struct __attribute__((packed)) packed { char tag; float a[64]; float x; };\n"
    "struct inner { float a[64]; };\n"
    "struct __attribute__((packed)) outer { char tag; struct inner in; };\n"
    "typedef struct inner anywhere __attribute__((aligned(1)));\n"
    "any rows[64]; float bytes[64] __attribute__((aligned(1))); float cache[64] "
    "__attribute__((aligned(64)));\n";

bool isReadAsUnaligned(const std::string &parameter, const std::string &statement) {
  auto scop =
      scopOf(kTypes + "void f(int n, float *A, " + parameter +
             ")\n{ for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) " + statement + " }\n");
  const Rejection *why = !scop ? &scop.rejection() : scop->unknown ? &*scop->unknown : nullptr;
  return why && why->message().find("natural alignment") != std::string::npos;
}

TEST(Alignment, TypesMembersAndVariablesMayHaveLess) {
  for (const char *statement :
       {"A[i*n + j] = u[i*n + j];", "u[0] += A[i*n + j];", "A[i*n + j] = *(u + j);",
        "rows[i*n + j] = 0;", "bytes[i*n + j] = 0;", "A[i*n + j] = rows[2];"})
    EXPECT_TRUE(isReadAsUnaligned("any *u", statement)) << statement;
  for (const char *statement : {"r->a[i*n + j] = 0;", "r->x += A[i*n + j];",
                                "A[i*n + j] += r[j].x;", "A[i*n + j] = (*r).a[2];"})
    EXPECT_TRUE(isReadAsUnaligned("struct packed *r", statement)) << statement;
  EXPECT_TRUE(isReadAsUnaligned("struct outer *o", "o->in.a[i*n + j] = 0;"));
  EXPECT_TRUE(isReadAsUnaligned("anywhere *s", "s->a[i*n + j] = 0;"));
  EXPECT_TRUE(isReadAsUnaligned("anywhere *s", "A[i*n + j] = s[j].a[1];"));
}

TEST(Alignment, OthersHaveAllOrMore) {
  for (const char *statement : {"r->a[i*n + j] = 0;", "r->x += A[i*n + j];",
                                "A[i*n + j] += r[j].x;", "cache[i*n + j] = 0;"})
    EXPECT_FALSE(isReadAsUnaligned("struct plain *r", statement)) << statement;
  EXPECT_FALSE(isReadAsUnaligned("struct packed *r", "A[i*n + j] = r->tag;"));
  EXPECT_FALSE(isReadAsUnaligned("struct inner *s", "s->a[i*n + j] = 0;"));
}

} // namespace
