// Calls of the rewriter's own functions, which are read as their bodies whatever these are.
#include "analysis/normalize/normalize.h"
#include "analysis/tree/TreeUtil.h"
#include "tests/support/ReadText.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

SourceRange regionOf(const std::string &text, const std::string &part) {
  size_t at = text.find(part);
  return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + part.size()), 1, 1};
}

/// What the body of `fast` is read as, for the call of it in a function with variables of all
/// kinds; "" when the call stays one.
std::string opened(const std::string &parameters, const std::string &body,
                   const std::string &arguments) {
  std::string text = "struct R { int n, v[8]; }; struct T { struct R *rows; float **a; }; static "
                     "int g; static void fast(" +
                     parameters + ") { " + body +
                     " }\n"
                     "void f(int n, int m, float *a, float (*b)[n], float (*c)[4], struct R r, "
                     "struct T *t) { fast(" +
                     arguments + "); }";
  Outcome<SourceNest> nest =
      readRegion(unitOf(text), regionOf(text, "fast(" + arguments + ");"), {"fast"});
  EXPECT_TRUE(nest) << text;
  if (nest)
    nest = asWhole(*nest);
  std::string shown = nest ? show(*nest, *nest->root) : "";
  return shown.find("fast(") == std::string::npos ? shown : "";
}

/// The rows that the function declares are those that it uses, whatever the call gives.
TEST(WholeCalls, RowsOfAnOpenedFunctionAreThoseOfTheCall) {
  EXPECT_NE(opened("long k, float (*B)[k]", "B[1][2] = 0;", "n, (float (*)[n])a"), "");
  EXPECT_NE(opened("long k, float (*B)[k + 1]", "B[1][2] = 0;", "n, (float (*)[(long)n + 1])a"),
            "");
  EXPECT_NE(opened("int k, float (*B)[k]", "B[1][2] = 0;", "n, b"), "");
  EXPECT_NE(opened("float (*B)[4]", "B[1][2] = 0;", "c"), "");
  EXPECT_EQ(opened("long k, float (*B)[k]", "B[1][2] = 0;", "n, (float (*)[m])a"), "");
  EXPECT_EQ(opened("long k, float (*B)[k + 1]", "B[1][2] = 0;", "n, (float (*)[(long)n + 2])a"),
            "");
  EXPECT_EQ(opened("int k, float (*B)[k]", "B[1][2] = 0;", "m, b"), "");
  EXPECT_EQ(opened("float (*B)[5]", "B[1][2] = 0;", "c"), "");
  EXPECT_EQ(opened("double (*B)[4]", "B[1][2] = 0;", "(void *)c"), "");
}

TEST(WholeCalls, NoPromiseOrValueOfAnOpenedFunctionIsLost) {
  EXPECT_NE(opened("int k, float *B", "B[k] = 0;", "g, a"), "");
  EXPECT_EQ(opened("int k, float *B", "g = 1; B[k] = 0;", "g, a"), "") << "k is what g was";
  EXPECT_NE(opened("float (*restrict B)[4]", "B[1][2] = 0;", "c").find("B' = c"), std::string::npos)
      << "a name cannot promise";
}

/// The pointer is that of the call's moment, whatever the body stores where it was read.
TEST(WholeCalls, APointerThatIsReadFromMemoryIsAVariable) {
  const std::string shown =
      opened("struct R *s, float *A, long k", "s[k].n = 1; s[k].v[1] = 2;", "t[m].rows, a, n");
  EXPECT_NE(shown.find("s' = t[m].rows"), std::string::npos) << shown;
  EXPECT_NE(opened("float **s, long k", "s[k][1] = 1;", "t[m].a, n").find("s' = t[m].a"),
            std::string::npos);
  EXPECT_NE(opened("struct R *s, struct T *p", "p->rows = 0; s->n = 1;", "t[1].rows, t + 1")
                .find("s' = t[1].rows"),
            std::string::npos);
}

// What is set in a copy of a record is not set in the argument.
TEST(WholeCalls, NoRecordThatAnOpenedFunctionChangesIsItsArgument) {
  EXPECT_NE(opened("struct R s, float *A", "A[s.n] = s.v[2];", "r, a"), "");
  for (const char *body :
       {"s.v[2] = 1; A[0] = 0;", "s.n += 1; A[0] = 0;", "int *v = s.v; v[2] = 1; A[0] = 0;",
        "struct R *p = &s; p->n = 1; A[0] = 0;", "*(s.v + 2) = 1; A[0] = 0;"})
    EXPECT_EQ(opened("struct R s, float *A", body, "r, a"), "") << body;
}

TEST(WholeCalls, ACallOfAnOpenedFunctionIsItsBody) {
  std::string text =
      "struct net { float scale; };\n"
      "static void fast(long n, const float *restrict A, float *B, struct net *s, float (*C)[4], "
      "double *t, const float *q) {"
      " long i; for (i = 0; i < n; i++) { B[i] = A[i] * s->scale; C[i][1] = q[0]; *t += 1; } }\n"
      "void f(int m, float *a, float *b, struct net *s, float (*c)[4], const float *q) {"
      " double u = 0; fast(m, a, b + 1, s, c, &u, q); }";
  std::string part = "fast(m, a, b + 1, s, c, &u, q);";
  Outcome<SourceNest> nest = readRegion(unitOf(text), regionOf(text, part), {"fast"});
  ASSERT_TRUE(nest) << nest.rejection().message();
  nest = asWhole(*nest);
  EXPECT_EQ(show(*nest, *nest->root),
            "{ { long n' = (long)m; const float * A' = a; float * B' = (b + 1); long i'; "
            "for (i' = {long}0; (i' < n'); i' += 1;) { B'[i'] = (A'[i'] * s->scale); c[i'][1] = "
            "q[0]; u += {double}1; } } }");
  EXPECT_TRUE(std::any_of(nest->symbols->begin(), nest->symbols->end(), [](const Symbol &symbol) {
    return symbol.kind == Symbol::Kind::Path && symbol.name == "q[0]";
  })) << "a scalar of its own, as in the function around";
  Outcome<SourceNest> closed = readRegion(unitOf(text), regionOf(text, part));
  ASSERT_TRUE(closed);
  EXPECT_NE(show(*closed, *closed->root), show(*nest, *nest->root))
      << "other calls stay what they are";
}

/// Functions tell of their own variables alone, in every loop and whatever calls them.
TEST(WholeCalls, VariablesOfTheCallerLiveOnBehindTheLoopsOfOpenedFunctions) {
  const std::string fast = "static void fast(long n, const float *B, int *e) { long i, j;"
                           " for (i = 0; i < n; i++) if (B[i] > 1) *e = 1;"
                           " for (i = 0; i < n; i++) for (j = 0; j < n; j++) {"
                           " if (B[j] > i) continue; *e = 2; } }\n";
  const std::string outer = "static void entry(long n, const float *B, int *e) {"
                            " if (n > 0) { int now = *e; fast(n, B, &now); *e = now; } }\n";
  for (const std::string call : {"fast(n, a, &e);", "entry(n, a, &e);"}) {
    const std::string text =
        fast + outer + "int f(int n, float *a) { int e = 0; " + call + " return e; }";
    Outcome<SourceNest> nest = readRegion(unitOf(text), regionOf(text, call), {"fast", "entry"});
    ASSERT_TRUE(nest) << nest.rejection().message();
    nest = asWhole(*nest);
    int loops = 0;
    forEachStmt(nest->root, [&](const StmtRef &stmt) {
      if (!isLoop(*stmt))
        return;
      ++loops;
      const std::string set = call[0] == 'f' ? "e" : "now'";
      EXPECT_TRUE(std::any_of(stmt->loop.liveOut.begin(), stmt->loop.liveOut.end(),
                              [&](SymbolId id) { return nest->symbol(id).name == set; }))
          << call;
    });
    EXPECT_EQ(loops, 3);
  }
}

// A local array is no other memory for being called by its parameter's name; one of other elements
// is.
TEST(WholeCalls, AnArrayStandsForAPointerToItsElements) {
  auto shown = [](const std::string &parameter) {
    std::string text =
        "static void fast(" + parameter +
        ", float *B) { B[0] = t[2]; } void f(float *b) { int u[4] = {0}; fast(u, b); }";
    Outcome<SourceNest> nest = readRegion(unitOf(text), regionOf(text, "fast(u, b);"), {"fast"});
    return nest ? show(asWhole(*nest), *asWhole(*nest).root) : nest.rejection().message();
  };
  EXPECT_NE(shown("const int *t").find("= {float}u[2]"), std::string::npos)
      << shown("const int *t");
  EXPECT_NE(shown("int *restrict t").find("t' = u"), std::string::npos) << "a name cannot promise";
  EXPECT_EQ(shown("unsigned *t").find("u[2]"), std::string::npos);
}

} // namespace
