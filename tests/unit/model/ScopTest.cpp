// What the scop says: loops, parameters, wrap requirements, scalars.
#include "analysis/model/ScopIsl.h"
#include "analysis/tree/ExprPrinter.h"
#include "tests/support/ScopFixture.h"
#include "tests/support/Source.h"

using namespace acc;
using namespace acc::test;

namespace {

const ScopArray *arrayNamed(const Scop &scop, const std::string &name) {
  for (const ScopArray &array : scop.arrays)
    if (array.name == name)
      return &array;
  return nullptr;
}

std::vector<WrapRequirement> accessWraps(const Scop &scop) {
  std::vector<WrapRequirement> all;
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      all.insert(all.end(), access.wraps.begin(), access.wraps.end());
  return all;
}

TEST(ContextOfSizes, KeepsTheRangesOfTypesWhereNumbersAreLarge) {
  auto contextsOf = [](const std::string &type, const std::string &end) {
    Scop scop = makeScop({{"i", "0", end}}, {{{"i"}, {}, {"A", "i + n"}, "=", {}}}, type);
    IslContext context;
    isl::set sizes = contextOfSizes(context, scop), all = contextSet(context, scop);
    EXPECT_TRUE(all.is_subset(sizes));
    isl::set negative(context.get(), "[n] -> { : n < 0 }");
    return std::pair(sizes.is_equal(all), sizes.is_disjoint(negative));
  };
  EXPECT_EQ(contextsOf("int", "n"), std::pair(false, false));
  EXPECT_EQ(contextsOf("unsigned int", "n"), std::pair(false, true));
  EXPECT_EQ(contextsOf("int", "n + 2000000000"), std::pair(true, false));
}

TEST(ScopOf, NamesAreNoProducts) {
  // "n*m" is a product of two parameters wherever conditions become sets.
  const std::string text = "struct plan { int n, m; }; struct other { int m, n; };"
                           "void f(void *s, char *t, struct plan **u, float *A) { int i;"
                           " for (i = 0; i < %; i++) A[i] = 0; }";
  for (const std::string bound :
       {"((struct plan *)s)->n", "*(int *)t", "((int *)t)[2]", "((struct plan **)s)[1]->m",
        "(*u)->n", "((struct plan *)*u)->n + ((struct other *)s)->n", "((int **)s)[1][2]"}) {
    std::string source = text;
    Scop scop = liftedOf(source.replace(source.find('%'), 1, bound));
    ASSERT_FALSE(scop.parameters.empty()) << bound;
    for (const Parameter &parameter : scop.parameters)
      EXPECT_EQ(parameter.name.find('*'), std::string::npos) << parameter.name;
  }
}

TEST(ScopOf, PointersInRecordsAreElements) {
  Scop scop = liftedOf("struct packet { float *data; int n; };"
                       "void f(int n, struct packet *p) { int i; for (i = 0; i < n; i++) "
                       "p[i].data = 0; }");
  ASSERT_EQ(scop.arrays.size(), 1u);
  EXPECT_EQ(scop.arrays[0].name, "p.data");
}

TEST(ScopOf, GemmIsTheFixture) {
  Scop scop = liftedOf(R"(
void gemm(int n, int m, int p, float *C, int ldc, const float *A, int lda,
          const float *B, int ldb) {
  int i, j, k;
  for (i = 0; i < n; i++) for (j = 0; j < m; j++) for (k = 0; k < p; k++)
    C[i*ldc + j] += A[i*lda + k] * B[k*ldb + j];
})");
  Scop expected = gemmScop();
  ASSERT_EQ(scop.statements.size(), 1u);
  ASSERT_EQ(scop.statements[0].accesses.size(), 4u);
  for (size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(scop.statements[0].accesses[k].subscripts,
              expected.statements[0].accesses[k].subscripts);
    EXPECT_EQ(scop.statements[0].accesses[k].isWrite, k == 3);
  }
  EXPECT_EQ(scop.statements[0].accesses[0].node, scop.statements[0].accesses[3].node);
  EXPECT_TRUE(scop.entryWraps.empty());
  EXPECT_TRUE(accessWraps(scop).empty());
  EXPECT_EQ(scop.parameters.size(), 6u);
}

TEST(ScopOf, UnsignedIndexMustStayInRange) {
  Scop scop = liftedOf("void f(unsigned n, unsigned m, float *A) { for (unsigned i = 0; i < n; i++)"
                       " for (unsigned j = 0; j < m; j++) A[i*m + j] = 0; }");
  auto wraps = accessWraps(scop);
  ASSERT_EQ(wraps.size(), 1u);
  EXPECT_EQ(wraps[0].value, poly("i*m + j"));
  EXPECT_EQ(*wraps[0].high.constant(), 4294967295);
  EXPECT_EQ(*wraps[0].low.constant(), 0);
}

TEST(ScopOf, SizeTIndexIsTheRingOfAddresses) {
  Scop scop = liftedOf("void f(unsigned long n, int m, float *A) { for (unsigned long i = 0; i < n;"
                       " i++) A[(i - 5)*m - 1] = 0; }");
  EXPECT_TRUE(accessWraps(scop).empty());
  EXPECT_TRUE(scop.entryWraps.empty());
}

TEST(ScopOf, SizeTBoundMustNotBeBelowZero) {
  Scop scop = liftedOf("void f(unsigned long n, float *A) { for (unsigned long i = 0; i < n - 1;"
                       " i++) A[i] = 0; }");
  ASSERT_EQ(scop.entryWraps.size(), 1u);
  EXPECT_EQ(scop.entryWraps[0].value, poly("n - 1"));
  EXPECT_EQ(*scop.entryWraps[0].low.constant(), 0);
}

TEST(ScopOf, NegativeIntBoundAgainstSizeT) {
  Scop scop =
      liftedOf("void f(int n, float *A) { for (unsigned long i = 0; i < n; i++) A[i] = 0; }");
  ASSERT_EQ(scop.entryWraps.size(), 1u);
  EXPECT_EQ(scop.entryWraps[0].value, poly("n"));
}

TEST(ScopOf, SignedArithmeticWrapsOnlyUnderItsFlag) {
  const char *text = "void f(int n, int m, float *A) { for (int i = 0; i < n; i++) A[i*m] = 0; }";
  EXPECT_TRUE(accessWraps(liftedOf(text)).empty());
  auto wraps = accessWraps(liftedOf(text, {"-fwrapv"}));
  ASSERT_EQ(wraps.size(), 1u);
  EXPECT_EQ(wraps[0].value, poly("i*m"));
  EXPECT_EQ(*wraps[0].low.constant(), INT32_MIN);
}

TEST(ScopOf, NarrowCounterMustHoldTheBound) {
  Scop scop = liftedOf("void f(int n, float *A) { for (short i = 0; i < n; i++) A[i] = 0; }");
  ASSERT_EQ(scop.entryWraps.size(), 1u);
  EXPECT_EQ(scop.entryWraps[0].value, poly("n"));
  EXPECT_EQ(*scop.entryWraps[0].high.constant(), 32767);
  EXPECT_TRUE(liftedOf("void f(short n, float *A) { for (short i = 0; i < n; i++) A[i] = 0; }")
                  .entryWraps.empty());
}

TEST(ScopOf, MeetingTheEndNeedsTheStartBelow) {
  Scop scop = liftedOf("void f(int a, int n, float *A) { for (int i = a; i != n; i++) A[i] = 0; }");
  ASSERT_EQ(scop.entryWraps.size(), 1u);
  EXPECT_EQ(scop.entryWraps[0].value, poly("n - a"));
  EXPECT_EQ(*scop.entryWraps[0].low.constant(), 0);
}

TEST(ScopOf, SameOpaqueExpressionIsOneParameter) {
  Scop scop = liftedOf("void f(int n, int c, int h, float *A) { for (int i = 0; i < n; i++)"
                       " for (int j = 0; j < c / h; j++) { int hs = c / h; A[i*hs + j] = 0; } }");
  ASSERT_EQ(scop.loops.size(), 2u);
  const Polynomial &q = scop.loops[1].end[0];
  EXPECT_EQ(scop.statements[0].accesses[0].subscripts[0], poly("i") * q + poly("j"));
  const Parameter *parameter = scop.parameter(q.str());
  ASSERT_TRUE(parameter);
  EXPECT_EQ(parameter->valueText, "c / h");
  ASSERT_TRUE(parameter->definition);
  EXPECT_EQ(printExpr(scop.nest, *parameter->definition), "c / h");
}

TEST(ScopOf, RemainderIsTheRestOfAQuotient) {
  Scop scop = liftedOf("void f(int n, float *A) { for (int i = 0; i < n - n % 8; i++) A[i] = 0; }");
  const Polynomial &end = scop.loops[0].end[0];
  ASSERT_EQ(end.terms().size(), 1u);
  EXPECT_EQ(end.content(), 8);
  std::string q = *end.symbols().begin();
  EXPECT_EQ(scop.context.evaluate({{"n", 21}, {q, 2}}), true);
  EXPECT_EQ(scop.context.evaluate({{"n", 21}, {q, 3}}), false);
  EXPECT_EQ(scop.context.evaluate({{"n", -21}, {q, -2}}), true);
  EXPECT_EQ(scop.context.evaluate({{"n", -21}, {q, -3}}), false);
}

TEST(ScopOf, ConstantElementsOfUnchangedMemoryAreParameters) {
  Scop scop = liftedOf("void f(const int *dims, float *A) { for (int i = 0; i < dims[0]; i++)"
                       " for (int j = 0; j < dims[1]; j++) A[i*dims[2] + j] = 0; }");
  EXPECT_TRUE(scop.parameter("dims[2]"));
  EXPECT_EQ(scop.loops[0].end[0], Polynomial::symbol("dims[0]"));
}

TEST(ScopOf, TemporariesArePrivateToTheirIteration) {
  Scop scop = liftedOf("void f(int n, int m, float *A, float *B) { int i, j; float t, s;"
                       " for (i = 0; i < n; i++) { s = 0; for (j = 0; j < m; j++) {"
                       " t = A[i*m + j]; s += t * t; } B[i] = s; } }");
  const ScopArray *t = arrayNamed(scop, "t"), *s = arrayNamed(scop, "s");
  ASSERT_TRUE(t && s);
  EXPECT_TRUE(t->isPrivate && s->isPrivate && t->isScalar);
  EXPECT_EQ(t->privateLoops, (std::vector<int>{0, 1}));
  EXPECT_EQ(s->privateLoops, (std::vector<int>{0}));
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses) {
      if (&scop.arrays[access.array] != s)
        continue;
      EXPECT_EQ(access.subscripts, (std::vector<Polynomial>{poly("i")}));
    }
}

TEST(ScopOf, CarriedAndLiveScalarsAreOneLocation) {
  Scop scop = liftedOf("float f(int n, float *A) { float s = 0, last = 0; for (int i = 0; i < n;"
                       " i++) { s += A[i]; last = A[i]; } return s + last; }");
  EXPECT_FALSE(arrayNamed(scop, "s")->isPrivate);
  EXPECT_FALSE(arrayNamed(scop, "last")->isPrivate);
  Scop carried = liftedOf("void f(int n, float *A) { float t = 0; for (int i = 0; i < n; i++) {"
                          " A[i] = t; t = A[i] + 1; } }");
  EXPECT_FALSE(arrayNamed(carried, "t")->isPrivate);
}

TEST(ScopOf, ConditionalWritesDoNotPrivatise) {
  const char *text = "void f(int n, float *A, float *B) { float t = 0; for (int i = 0; i < n; i++)"
                     " { if (%s) t = A[i]; %s B[i] = t; } }";
  auto with = [&](std::string condition, std::string otherwise) {
    char all[500];
    snprintf(all, sizeof all, text, condition.c_str(), otherwise.c_str());
    Scop scop = liftedOf(all);
    return arrayNamed(scop, "t")->isPrivate;
  };
  EXPECT_FALSE(with("i > 2", ""));
  EXPECT_FALSE(with("A[i] > 2", ""));
  EXPECT_TRUE(with("i > 2", "else t = 1;"));
  EXPECT_TRUE(with("A[i] > 2", "else t = 1;"));
}

TEST(ScopOf, AScalarReusedInSeparateLoopsIsTwo) {
  Scop scop = liftedOf("void f(int n, float *A) { float t; int j; for (int i = 0; i < n; i++) {"
                       " for (j = 0; j < n; j++) { t = A[j]; A[i] = t; }"
                       " for (j = 0; j < n; j++) { t = A[i]; A[j] = t; } } }");
  int scalars = 0;
  std::set<std::string> names;
  for (const ScopArray &array : scop.arrays) {
    names.insert(array.name);
    if (array.isScalar) {
      ++scalars;
      EXPECT_TRUE(array.isPrivate);
      EXPECT_EQ(array.privateLoops.size(), 2u);
    }
  }
  EXPECT_EQ(scalars, 2);
  EXPECT_EQ(names.size(), scop.arrays.size());
}

TEST(ScopOf, LocalArraysArePrivate) {
  Scop scop = liftedOf("void f(int n, float *A) { for (int i = 0; i < n; i++) { float t[4];"
                       " for (int j = 0; j < 4; j++) t[j] = A[i*4 + j];"
                       " for (int j = 0; j < 4; j++) A[i*4 + j] = t[3 - j]; } }");
  const ScopArray *t = arrayNamed(scop, "t");
  ASSERT_TRUE(t);
  EXPECT_TRUE(t->isPrivate && t->isDistinctObject && !t->isScalar);
  EXPECT_EQ(scop.statements[0].accesses[1].subscripts,
            (std::vector<Polynomial>{poly("i"), poly("j")}));
  EXPECT_EQ(scop.loops[2].name.rfind("j_", 0), 0u) << "names are unique";
}

TEST(ScopOf, ReplacedVariablesAreSpelledOutInBodies) {
  Scop scop = liftedOf("void f(int n, int m, float *A) { for (int i = 0; i < n; i++) {"
                       " int row = i*m; A[row] = row + 1; } }");
  ASSERT_EQ(scop.statements.size(), 1u);
  EXPECT_EQ(printExpr(scop.nest, *scop.statements[0].body->value), "i * m + 1");
  EXPECT_EQ(scop.statements[0].accesses[0].subscripts[0], poly("i*m"));
}

TEST(ScopOf, LiveIndexVariableIsStillWritten) {
  Scop scop = liftedOf("int f(int n, int m, float *A) { int row = 0; for (int i = 0; i < n; i++) {"
                       " row = i*m; A[row] = 0; } return row; }");
  ASSERT_EQ(scop.statements.size(), 2u);
  EXPECT_FALSE(arrayNamed(scop, "row")->isPrivate);
}

TEST(ScopOf, FinalValuesOfLoopVariables) {
  Scop scop = liftedOf("int f(int n, float *A) { int i; for (i = 0; i < n; i++) A[i] = 0;"
                       " return i; }");
  ASSERT_EQ(scop.finalValues.size(), 1u);
  EXPECT_EQ(scop.finalValues[0].loop, 0);
  EXPECT_TRUE(liftedOf("void f(int n, float *A) { int i; for (i = 0; i < n; i++) A[i] = 0; }")
                  .finalValues.empty());
}

TEST(ScopOf, OpaqueStatementsMayDoLess) {
  Scop scop = liftedOf("void f(int n, float *A, float *B) { for (int i = 0; i < n; i++)"
                       " if (A[i] > 0 && B[i] > 0) B[i] = A[2*i] > 1 ? A[3*i] : 0; }");
  ASSERT_EQ(scop.statements.size(), 1u);
  EXPECT_TRUE(scop.statements[0].opaque);
  std::vector<bool> may;
  for (const ScopAccess &access : scop.statements[0].accesses)
    may.push_back(access.may);
  EXPECT_EQ(may, (std::vector<bool>{false, true, true, true, true}));
}

TEST(ScopOf, StructMembersAreSeparateArrays) {
  Scop scop = liftedOf("struct c { double re, im; }; void f(int n, int m, struct c *A) {"
                       " for (int i = 0; i < n; i++) for (int j = 0; j < m; j++)"
                       " A[i*m + j].re = A[i*m + j].im; }");
  ASSERT_EQ(scop.arrays.size(), 2u);
  EXPECT_EQ(scop.arrays[0].base, scop.arrays[1].base);
  EXPECT_EQ(scop.arrays[0].elementSize, 16u);
  EXPECT_EQ(scop.arrays[0].element.size, 8u);
}

TEST(ScopOf, DistinctObjects) {
  Scop scop = liftedOf("float G[10][10]; void f(int n, float *restrict A, float *restrict B) {"
                       " for (int i = 0; i < n; i++) A[i] = B[i] + G[0][i]; }");
  for (const ScopArray &array : scop.arrays)
    EXPECT_TRUE(array.isDistinctObject) << array.name;
  Scop plain = liftedOf("float G[10]; void f(int n, float *restrict A, float *B) {"
                        " for (int i = 0; i < n; i++) A[i] = B[i] + G[i]; }");
  for (const ScopArray &array : plain.arrays)
    EXPECT_FALSE(array.isDistinctObject) << array.name;
}

TEST(ScopOf, APointerThroughADeclaredArrayMakesItLinear) {
  Scop scop = liftedOf("float G[10][10]; void f(int n) { for (int i = 0; i < n; i++) {"
                       " float *p = &G[i][0]; for (int j = 0; j < n; j++) p[j] = G[j][i]; } }");
  ASSERT_EQ(scop.arrays.size(), 1u);
  EXPECT_TRUE(scop.arrays[0].declaredSizes.empty());
  EXPECT_EQ(scop.statements[0].accesses[0].subscripts, (std::vector<Polynomial>{poly("10*j + i")}));
}

TEST(ScopOf, CharacterStoresLeaveLocalVariablesAlone) {
  Scop scop = liftedOf("void f(int n, unsigned char *A, unsigned char *B) {"
                       " for (int i = 0; i < n; i++) A[i*n] = B[i] + n; }");
  EXPECT_EQ(scop.arrays.size(), 2u);
}

TEST(ScopOf, KnowsWhatParametersWereMadeOf) {
  Scop scop =
      liftedOf("void f(int n, int w, int pad, float *A) { int ld = w + 2*pad; unsigned u = n;"
               " for (int i = 0; i < n; i++) for (int j = 0; j < w; j++)"
               " A[i*ld + j + pad] = u; }");
  EXPECT_EQ(scop.context, Condition::zero(poly("ld - w - 2*pad"))) << scop.context.str();
  // Changed in between, or not of numbers that the nest names.
  scop = liftedOf("void f(int n, int w, int pad, float *A) { int ld = w + 2*pad; w = w/2;"
                  " for (int i = 0; i < n; i++) for (int j = 0; j < w; j++) A[i*ld + j] = 0; }");
  EXPECT_TRUE(scop.context.isTrue()) << scop.context.str();
}

TEST(ScopOf, AnAssignedDereferenceIsAnElement) {
  Scop scop = liftedOf("void f(int n, float *out, const float *A) { for (int i = 0; i < n; i++)"
                       " *out += A[i]; }");
  const ScopArray *out = arrayNamed(scop, "out");
  ASSERT_TRUE(out);
  EXPECT_FALSE(out->isScalar);
  EXPECT_EQ(scop.statements[0].accesses.back().subscripts,
            (std::vector<Polynomial>{Polynomial(0)}));
}

TEST(InnerNests, AreTheLoopsDirectlyInside) {
  SourceNest nest =
      nestOf("void f(int n, float *A) { while (n--) { for (int i = 0; i < n; i++)"
             " A[i] = 0; if (n > 2) for (int j = 0; j < n; j++) for (int k = 0; k < n;"
             " k++) A[j] = 0; } }");
  auto inner = innerNests(nest);
  ASSERT_EQ(inner.size(), 2u);
  EXPECT_EQ(inner[0].id, "f#1.1");
  EXPECT_EQ(inner[1].parent, "f#1");
}

/// The values of the loop at n = 7, m = 9, as text.
std::string valuesOf(const std::string &head) {
  Scop scop = liftedOf("void f(int n, int m, int *A) { int i; for (" + head + ") A[i] = 0; }");
  IslContext context;
  isl::set domain =
      iterationDomain(context, scop, scop.statements[0])
          .intersect_params(isl::set(context.get(), "[n, m] -> { : n = 7 and m = 9 }"));
  std::string values;
  for (int value = -20; value <= 20; ++value) {
    isl::set point(context.get(),
                   "{ " + scop.statements[0].id + "[" + std::to_string(value) + "] }");
    if (!domain.intersect(point).is_empty())
      values += std::to_string(value) + " ";
  }
  return values;
}

TEST(ScopOf, TheStepsOfALoopCountFromItsStart) {
  EXPECT_EQ(valuesOf("i = 1; i < n; i += 2"), "1 3 5 ");
  EXPECT_EQ(valuesOf("i = (m < n ? m : n) - 1; i >= 0; i -= 3"), "0 3 6 ");
  EXPECT_EQ(valuesOf("i = (n < m ? n : m) - 1; i >= 0; i -= 4"), "2 6 ");
  EXPECT_EQ(valuesOf("i = n < m ? m : n; i < n + m; i += 5"), "9 14 ");
}

TEST(Accesses, ABaseThatIsOnlyReadHasAnArrayForEachElementType) {
  Scop scop = liftedOf("void f(int n, int w, int bits, const unsigned *A, long *B) { int i, j;"
                       " for (i = 0; i < n; i++) for (j = 0; j < w; j++)"
                       " if (bits == 8) B[i*w + j] = ((const unsigned char *)(A + i*w))[j];"
                       " else B[i*w + j] = A[i*w + j] + ((const unsigned char *)A)[i]; }");
  EXPECT_FALSE(scop.unknown);
  ASSERT_EQ(scop.arrays.size(), 3u);
  std::set<std::string> names;
  std::set<unsigned> sizes;
  for (const ScopArray &array : scop.arrays)
    if (array.name != "B") {
      EXPECT_EQ(array.base, scop.arrays[scop.statements[0].accesses[0].array].base);
      names.insert(array.name);
      sizes.insert(array.elementSize);
    }
  EXPECT_EQ(names.size(), 2u);
  EXPECT_EQ(sizes, (std::set<unsigned>{1, 4}));
}

} // namespace
