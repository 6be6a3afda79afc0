// Which calls of memcpy and memset are loops.
#include "analysis/normalize/MemoryLoops.h"
#include "tests/support/Source.h"
#include "tests/unit/normalize/Canonical.h"

namespace acc::test {
namespace {

/// The nest around the statement, behind the pass.
std::string behindPass(const std::string &statement, const std::string &head = "") {
  SourceNest nest = nestOf("typedef unsigned long size; void *memcpy(void *, const void *, size); "
                           "void *memset(void *, int, size);"
                           "void *memmove(void *, const void *, size);" +
                           head +
                           "void f(float *x, const float *y, double *u, unsigned char *c, int *z, "
                           "float **p, const int *d, long n)"
                           " { for (int i = 0; i < n; i++) { " +
                           statement + " } }");
  return canonical(withMemoryLoops(nest), Detail::Text);
}

std::string loop(const std::string &count, const std::string &body) {
  return "for(i=0;(i<n);i+=1;){declare k;for(k=0;(k<" + count + ");k+=1;){" + body + ";}}";
}

TEST(MemoryLoops, CountsAreToldByTheText) {
  EXPECT_EQ(behindPass("memcpy(&x[i * n], y, n * sizeof(float));"),
            loop("(unsigned long)n", "&(x[(i*n)])[k]=y[k]"));
  EXPECT_EQ(behindPass("memset(u, 0, 2 * n * sizeof *u);"),
            loop("(unsigned long)(2*n)", "u[k]=(double)0"));
  EXPECT_EQ(behindPass("memset(z, 0, n * sizeof *z);"), loop("(unsigned long)n", "z[k]=0"));
  EXPECT_EQ(behindPass("memset(c + i, 255, n);"),
            loop("(unsigned long)n", "(c+i)[k]=(unsigned char)255"));
  EXPECT_EQ(behindPass("memcpy(&x[i * d[1]], y, d[2] * sizeof(float));"),
            loop("(unsigned long)d[2]", "&(x[(i*d[1])])[k]=y[k]"));
}

TEST(MemoryLoops, OtherCallsStay) {
  // Other types, sizes that are no multiple, overlapping memory, pointers out of memory, a function
  // of one's own.
  for (const char *text : {"memcpy(x, z, n);", "memcpy(x, y, n);", "memset(x, 1, n * sizeof *x);",
                           "memmove(x, y, n * sizeof *x);", "memcpy(p[i], y, n * sizeof *x);",
                           "memset(z, 1, n * sizeof *z);"})
    EXPECT_EQ(behindPass(text).find("for(k"), std::string::npos) << text;
  EXPECT_EQ(behindPass("memset(c, 0, n);",
                       "__attribute__((noinline)) void *memset(void *a, int b, size m) {"
                       " ((char *)a)[m] = b; return a; }")
                .find("for(k"),
            std::string::npos);
}

} // namespace
} // namespace acc::test
