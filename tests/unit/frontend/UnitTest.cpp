#include "analysis/frontend/Processor.h"
#include "tests/support/ReadText.h"

#include "clang/Basic/Version.h"

#include <dlfcn.h>
#include <isl/ctx.h>
#include <isl/version.h>

using namespace acc;
using namespace acc::test;

namespace {

const char *const kLoop = "void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = 0; }\n";
const char *const kOldLoop =
    "void f(int n, double *a) { int i; for (i = 0; i < n; i++) a[i] = 0; }\n";

UnitFacts factsOf(const std::string &text, std::vector<std::string> flags = {}) {
  return *read(text, std::move(flags)).facts;
}

TEST(UnitFacts, OfTheFlags) {
  EXPECT_FALSE(factsOf(kLoop).wrapsSigned);
  EXPECT_TRUE(factsOf(kLoop, {"-fwrapv"}).wrapsSigned);
  EXPECT_FALSE(factsOf(kLoop, {"-fwrapv", "-fno-wrapv"}).wrapsSigned);
  EXPECT_TRUE(factsOf(kLoop).strictAliasing);
  EXPECT_FALSE(factsOf(kLoop, {"-O2", "-fno-strict-aliasing"}).strictAliasing);
  EXPECT_TRUE(factsOf(kLoop, {"-fno-strict-aliasing", "-fstrict-aliasing"}).strictAliasing);
  EXPECT_FALSE(
      factsOf(std::string("typedef int __attribute__((may_alias)) any;\n") + kLoop).strictAliasing);
  EXPECT_FALSE(factsOf(kLoop, {"-O3"}).allowsReassociation);
  EXPECT_TRUE(factsOf(kLoop, {"-ffast-math"}).allowsReassociation);
  EXPECT_TRUE(factsOf(kLoop, {"-Ofast"}).allowsReassociation);
  EXPECT_FALSE(factsOf(kLoop, {"-ffast-math", "-fno-fast-math"}).allowsReassociation);
}

TEST(UnitFacts, OfTheLanguage) {
  UnitFacts old = factsOf(kOldLoop, {"-std=c89"});
  EXPECT_FALSE(old.isC99);
  EXPECT_FALSE(old.allowsLongLong);
  EXPECT_TRUE(factsOf(kOldLoop, {"-std=gnu89"}).allowsLongLong);
  EXPECT_FALSE(factsOf(kOldLoop, {"-std=gnu89", "-pedantic"}).allowsLongLong);
  UnitFacts current = factsOf(kLoop, {"-std=c11"});
  EXPECT_TRUE(current.isC99 && current.allowsLongLong);
  EXPECT_EQ(current.longBits, 64u);
  EXPECT_EQ(*current.text, kLoop);
}

TEST(Flags, NameAProcessor) {
  auto vectors = [](std::vector<std::string> flags) {
    flags.insert(flags.begin(), "--target=x86_64-linux-gnu");
    return vectorsOf(unitOf("", flags));
  };
  EXPECT_EQ(vectors({"-O3", "-mtune=haswell"}), "");
  EXPECT_EQ(vectors({"-march=no-such-processor"}), "");
  EXPECT_EQ(vectors({"-march=x86-64"}), "sse2");
  EXPECT_EQ(vectors({"-msse4.2"}), "sse2");
  EXPECT_EQ(vectors({"-march=haswell"}), "avx2");
  EXPECT_EQ(vectors({"-mavx"}), "avx2");
  EXPECT_EQ(vectors({"-march=x86-64-v4"}), "avx512");
  EXPECT_EQ(vectors({"-march=x86-64-v4", "-mno-avx512f"}), "avx2");
  EXPECT_EQ(vectors({"-march=x86-64-v4", "-march=x86-64"}), "sse2");
  EXPECT_EQ(vectorsOf(unitOf("", {"--target=aarch64-linux-gnu"})), "neon");
}

TEST(Flags, WithoutAProcessorTheCompilerHasWhatAllHave) {
  EXPECT_EQ(compiledVectorsOf(unitOf("", {"--target=x86_64-linux-gnu", "-O3"})), "sse2");
  EXPECT_EQ(compiledVectorsOf(unitOf("", {"--target=x86_64-linux-gnu", "-mavx2"})), "avx2");
  EXPECT_EQ(compiledVectorsOf(unitOf("", {"--target=riscv64-linux-gnu", "-O3"})), "");
}

TEST(UnitFacts, Identifiers) {
  UnitFacts facts = factsOf(std::string("#define MACRO 1\nstruct tag { int field; };\n#if 0\n"
                                        "inactive\n#endif\n") +
                            kLoop);
  for (const char *name : {"MACRO", "tag", "field", "f", "n", "inactive", "for", "__LINE__"})
    EXPECT_TRUE(facts.identifiers.mayContain(name)) << name;
  EXPECT_FALSE(facts.identifiers.mayContain("a_1"));
}

TEST(UnitFacts, Errno) {
  EXPECT_FALSE(factsOf(kLoop).readsErrno);
  EXPECT_FALSE(factsOf(std::string("#include <errno.h>\n/* errno */\n") + kLoop).readsErrno);
  EXPECT_TRUE(factsOf(std::string("#include <errno.h>\nint e(void) { return errno; }\n") + kLoop)
                  .readsErrno);
}

TEST(Flags, OfGccThatClangDoesNotKnowAreNoErrors) {
  for (const std::vector<std::string> &flags : std::vector<std::vector<std::string>>{
           {"-fno-tree-vectorize", "-floop-nest-optimize", "-fira-region=all"},
           {"-Wall", "-Werror", "-Wlogical-op", "-Wno-such-warning"},
           {"-march=native", "-mno-such-flag", "-mtune=generic"},
           {"-march=no-such-processor", "-O3"},
           {"-c", "-o", "x.o", "-MD", "-MF", "x.d", "-MT", "x.o", "-g3", "-pipe", "-lm"},
           {"-fsanitize=address", "-fprofile-use=x", "-fplugin=y", "--param", "max-unroll=3"},
           {"-fopenmp", "-flto=auto", "-fno-fat-lto-objects", "-specs=z", "other.o"},
           {"-Wp,-D_FORTIFY_SOURCE=2", "-DX=\"a b\"", "-D", "Y", "-O4"}}) {
    SourceUnit unit = readUnit(unitOf(kLoop, flags));
    EXPECT_TRUE(unit.errors.empty()) << flags[0] << ": " << unit.errors[0].message;
    EXPECT_EQ(unit.nests.size(), 1u);
  }
}

TEST(Flags, OpenMpDefinesItsMacro) {
  std::string text = std::string("#include <omp.h>\n#ifndef _OPENMP\n#error none\n#endif\n"
                                 "int t(void) { return omp_get_max_threads(); }\n") +
                     kLoop;
  EXPECT_TRUE(readUnit(unitOf(text, {"-fopenmp"})).errors.empty());
}

TEST(Language, OldAndGnuCIsRead) {
  EXPECT_EQ(nestOf("f(n, a) int n; double *a; { int i; for (i = 0; i < n; i++) "
                   "{ a[i] = 0; undeclared(a, i); } }\n",
                   {"-std=gnu89"})
                .id,
            "f#1");
  EXPECT_EQ(nestOf("void f(int n, double *a) { for (int i = 0; i < n; i++) undeclared(a); }\n",
                   {"-std=gnu17"})
                .id,
            "f#1");
  EXPECT_EQ(nestOf("void f(long n, char *a) { int *p = a; for (int i = 0; i < n; i++) p[i] = n; "
                   "p = 5; }\n")
                .id,
            "f#1");
}

TEST(Errors, AreReportedWithTheirPlace) {
  SourceUnit unit = readUnit(unitOf("void f(void) {\n  int i = ;\n}\n"));
  ASSERT_EQ(unit.errors.size(), 1u);
  EXPECT_EQ(unit.errors[0].message, "expected expression");
  EXPECT_EQ(unit.errors[0].where.line, 2u);
  EXPECT_EQ(unit.errors[0].where.column, 11u);
  EXPECT_TRUE(unit.nests.empty());
  ASSERT_TRUE(unit.facts);
}

TEST(Errors, MissingHeaderFileAndDirectory) {
  EXPECT_EQ(readUnit(unitOf("#include \"no-such.h\"\n")).errors.size(), 1u);
  UnitInput input = unitOf(kLoop);
  input.text.reset();
  EXPECT_FALSE(readUnit(input).errors.empty());
  input = unitOf(kLoop);
  input.directory = "/no/such/directory";
  EXPECT_EQ(readUnit(input).errors.size(), 1u);
}

TEST(Errors, OtherLanguagesAreRefused) {
  std::string text = "template <class T> void f(T *a) { for (int i = 0; i < 3; i++) a[i] = 0; }";
  for (const SourceUnit &unit :
       {readUnit(unitOf(text, {}, "/virtual/unit.cpp")), readUnit(unitOf(text, {"-x", "c++"})),
        readUnit(unitOf("@class X;", {}, "/virtual/unit.m"))}) {
    ASSERT_EQ(unit.errors.size(), 1u);
    EXPECT_EQ(unit.errors[0].message.find("the file is not C: "), 0u);
    EXPECT_EQ(unit.errors[0].kind, RejectionKind::Language);
    EXPECT_TRUE(unit.nests.empty());
  }
}

TEST(Errors, SurviveDeepNesting) {
  std::string text = "int f(int n) { while (n) n = ";
  for (int i = 0; i < 200; ++i)
    text += "(n + ";
  text += "1" + std::string(200, ')') + "; return n; }";
  EXPECT_EQ(read(text).nests.size(), 1u);
}

struct FunctionCase {
  const char *text;
  std::vector<std::string> flags;
  RejectionKind kind;
};

TEST(FunctionRejection, NamesItsReason) {
  std::string body = "{ for (int i = 0; i < n; i++) a[i] = 0; }\n";
  std::string plain = "void f(int n, double *a) " + body;
  std::vector<FunctionCase> cases = {
      {"#include <setjmp.h>\njmp_buf b; void f(int n, double *a) { setjmp(b); "
       "while (n) a[n--] = 0; }",
       {},
       RejectionKind::SetJump},
      {"void f(int n, double *a) { void *l = &&x; x: while (n) a[n--] = 0; goto *l; }",
       {},
       RejectionKind::SetJump},
      {"__attribute__((optimize(\"O0\"))) void f(int n, double *a) { while (n) a[n--] = 0; }",
       {},
       RejectionKind::FunctionAttribute},
      {"#define SLOW __attribute__((optimize(\"O0\")))\nint x;\nSLOW static void f(int n, double "
       "*a)"
       "{ while (n) a[n--] = 0; }",
       {},
       RejectionKind::FunctionAttribute},
      {"void f(int n, double *a) __attribute__((optimize(\"O0\")));"
       "void f(int n, double *a) { while (n) a[n--] = 0; }",
       {},
       RejectionKind::FunctionAttribute},
      {"__attribute__((weak)) void f(int n, double *a) { while (n) a[n--] = 0; }",
       {},
       RejectionKind::FunctionAttribute},
      {"#pragma GCC optimize (\"O1\")\nvoid f(int n, double *a) { while (n) a[n--] = 0; }",
       {},
       RejectionKind::FunctionAttribute},
      {"#pragma STDC FENV_ACCESS ON\nvoid f(int n, double *a) { while (n) a[n--] = 0; }",
       {},
       RejectionKind::FloatEnvironment},
      {"#pragma float_control(except, on)\nvoid f(int n, double *a) { while (n) a[n--] *= 2; }",
       {},
       RejectionKind::FloatEnvironment},
      {"struct __attribute__((scalar_storage_order(\"big-endian\"))) s { int n; };\nvoid f(int n, "
       "double *a) { while (n) a[n--] = 0; }",
       {},
       RejectionKind::Configuration},
      {"#pragma scalar_storage_order big-endian\nvoid f(int n, double *a) { while (n) a[n--] = 0; "
       "}",
       {},
       RejectionKind::Configuration},
      {"#include <fenv.h>\nvoid f(int n, double *a) { fesetround(0); while (n) a[n--] = 0; }",
       {},
       RejectionKind::FloatEnvironment},
      {"void f(int n, double *a) { while (n) a[n--] = 0; }",
       {"-frounding-math"},
       RejectionKind::FloatEnvironment},
      {"void f(int n, double *a) { while (n) a[n--] = 0; }",
       {"-ftrapv"},
       RejectionKind::Expression}};
  for (const FunctionCase &test : cases) {
    SourceNest nest = nestOf(test.text, test.flags);
    ASSERT_TRUE(nest.functionRejection) << test.text;
    EXPECT_STREQ(rejectionId(nest.functionRejection->kind), rejectionId(test.kind)) << test.text;
  }
  EXPECT_FALSE(nestOf(plain).functionRejection);
  // The same for all of the unit.
  EXPECT_FALSE(nestOf(std::string("#pragma STDC FP_CONTRACT OFF\n") + plain).functionRejection);
}

/// A fast version stands before its function: what pragmas say of floating-point numbers is to be
/// the same there, in the nest and in what it calls.
TEST(FloatingModes, AreThoseBeforeTheFunction) {
  const std::string f =
      "void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = a[i] * 2 + 1; }\n";
  const std::string square = "static double g(double x) { return x * x + 1; }\n";
  const std::string callsIt =
      "void f(int n, double *a) { for (int i = 0; i < n; i++) a[i] = g(i); }\n";
  const std::string on = "#pragma STDC FP_CONTRACT ON\n",
                    push = "#pragma float_control(precise, on, push)\n",
                    pop = "#pragma float_control(pop)\n";
  for (const std::string &text : {f, on + f, square + on + f, push + square + pop + f,
                                  push + f + pop, square + push + pop + callsIt}) {
    SourceNest nest = nestOf(text, {"-ffp-contract=off"});
    EXPECT_FALSE(nest.functionRejection || nest.root->loop.notEditable) << text;
  }
  const std::string inside =
      "void f(int n, double *a) {\n" + on + "for (int i = 0; i < n; i++) a[i] = a[i] * 2 + 1; }\n";
  const std::string less = "static int g(double x) { return x < 1; }\n";
  const std::string observed = "#pragma clang fp exceptions(strict)\n";
  EXPECT_TRUE(nestOf(inside).root->loop.notEditable);
  for (const std::string &text :
       {square + on + callsIt, push + square + pop + callsIt, less + on + callsIt, observed + f}) {
    SourceNest nest = nestOf(text, {"-ffp-contract=off"});
    ASSERT_TRUE(nest.root->loop.notEditable) << text;
    EXPECT_STREQ(rejectionId(nest.root->loop.notEditable->kind),
                 rejectionId(RejectionKind::FloatEnvironment))
        << text;
  }
}

TEST(FunctionRejection, OfOneFunctionDoesNotTouchItsNeighbours) {
  SourceUnit unit = read(std::string("__attribute__((optimize(\"O0\"))) void g(int n, double *a)"
                                     "{ while (n) a[n--] = 0; }\n") +
                         kLoop);
  EXPECT_TRUE(unit.nests[0].functionRejection);
  EXPECT_FALSE(unit.nests[1].functionRejection);
}

TEST(Headers, OnlyTheMainFileIsRead) {
  EXPECT_TRUE(read("#include <stdlib.h>\n#include <math.h>\n#include <string.h>\n").nests.empty());
}

SourceRange regionOf(const std::string &text, const std::string &part) {
  size_t at = text.find(part);
  return {static_cast<uint32_t>(at), static_cast<uint32_t>(at + part.size()), 1, 1};
}

TEST(Region, ABlockAndItsInside) {
  std::string block =
      "{ const long m = n; float *__restrict B = A; "
      "for (int i = 0; i < m; i++) B[i] = 0; for (int i = 0; i < m; i++) B[i] += 1; }";
  std::string text = "void f(int n, float *A) { if (n > 0) " + block + " else A[0] = 1; }";
  std::string shown = "{ long m = {long}n; float * B = A; "
                      "for (int i = 0; ({long}i < m); i += 1;) B[i] = {float}0; "
                      "for (int i_2 = 0; ({long}i_2 < m); i_2 += 1;) B[i_2] += {float}1; }";
  for (const std::string &part : {block, block.substr(1, block.size() - 2)}) {
    Outcome<SourceNest> nest = readRegion(unitOf(text), regionOf(text, part));
    ASSERT_TRUE(nest);
    EXPECT_EQ(nest->id, "region");
    EXPECT_EQ(nest->function, "f");
    EXPECT_EQ(show(*nest, *nest->root), shown);
  }
}

TEST(Region, AnIfWithItsGuard) {
  std::string part = "if (n > 0 && n < 9) { A[0] = 1; } else { A[0] = 2; }";
  std::string text = "void f(int n, float *A) { " + part + " n = 1; }";
  Outcome<SourceNest> nest = readRegion(unitOf(text), regionOf(text, part));
  ASSERT_TRUE(nest);
  EXPECT_EQ(show(*nest, *nest->root),
            "{ if (((n > 0) && (n < 9))) { A[0] = {float}1; } else { A[0] = {float}2; } }");
}

TEST(Region, WithoutAStatementOrWithErrorsIsRejected) {
  std::string text = "int x; void f(int n) { n = 1; }";
  Outcome<SourceNest> none = readRegion(unitOf(text), regionOf(text, "int x;"));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.rejection().kind, RejectionKind::Statement);
  std::string broken = "void f(int n) { n = ; }";
  Outcome<SourceNest> error = readRegion(unitOf(broken), regionOf(broken, "n = ;"));
  ASSERT_FALSE(error);
  EXPECT_EQ(error.rejection().kind, RejectionKind::ParseError);
}

// libclang-cpp brings libLLVM, which exports Polly's isl under the same names.
TEST(IslIdentity, OurIslWinsWhenClangIsLinked) {
  EXPECT_FALSE(clang::getClangFullVersion().empty());
  Dl_info info;
  ASSERT_TRUE(dladdr(reinterpret_cast<void *>(&isl_ctx_alloc), &info));
  EXPECT_EQ(std::string(info.dli_fname).find("libLLVM"), std::string::npos) << info.dli_fname;
  ASSERT_TRUE(dladdr(reinterpret_cast<void *>(&isl_version), &info));
  EXPECT_EQ(std::string(info.dli_fname).find("libLLVM"), std::string::npos) << info.dli_fname;
}

} // namespace
