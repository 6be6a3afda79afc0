// What is one object and what is one function, and what values that are folded owe to flags.
#include "analysis/frontend/CompileFlags.h"
#include "analysis/frontend/WideFloats.h"
#include "tests/support/ReadText.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

using Words = std::vector<std::string>;

CallEffect effectOfCall(const std::string &before, const std::string &call, Words flags = {}) {
  SourceNest nest =
      nestOf(before + "void f(double *a) { for (int i = 0; i < 9; i++) a[i] = " + call + "; }",
             std::move(flags));
  ExprRef value = nest.root->children[0]->value;
  while (value->kind == Expr::Kind::Cast)
    value = value->operands[0];
  return value->kind == Expr::Kind::Call ? value->effect : CallEffect::Unknown;
}

TEST(Identity, FunctionsOfTheLibraryAreKnownByTheirSymbol) {
  const std::string fabs = "double fabs(double)";
  EXPECT_EQ(effectOfCall(fabs + ";", "fabs(a[i])"), CallEffect::Pure);
  EXPECT_EQ(effectOfCall(fabs + " __asm__(\"fabs\");", "fabs(a[i])"), CallEffect::Pure);
  for (const std::string &before :
       {fabs + " __asm__(\"fb\");", fabs + ";" + fabs + " __asm__(\"fb\");",
        "#pragma redefine_extname fabs fb\n" + fabs + ";",
        fabs + ";" + fabs + " __attribute__((alias(\"fb\"))); double fb(double x) { return x; }",
        fabs + "; __asm__(\".set fabs, fb\");"})
    EXPECT_EQ(effectOfCall(before, "fabs(a[i])"), CallEffect::Unknown) << before;
  EXPECT_EQ(effectOfCall(fabs + ";", "fabs(a[i])", {"-fno-builtin-fabs"}), CallEffect::Unknown);
  EXPECT_EQ(effectOfCall("int rand(void);", "rand()"), CallEffect::Ordered);
  EXPECT_EQ(effectOfCall("int rand(void) __asm__(\"r\");", "rand()"), CallEffect::Unknown);
  EXPECT_EQ(effectOfCall("#include <stdlib.h>\n", "rand()", {"-D_FORTIFY_SOURCE=2", "-O2"}),
            CallEffect::Ordered);
}

std::string refusalOf(const std::string &declarations, const std::string &body) {
  SourceNest nest =
      nestOf(declarations + "void f(void) { for (int i = 0; i < 9; i++) " + body + " }");
  return nest.functionRejection ? nest.functionRejection->detail : "";
}

TEST(Identity, TwoNamesOfOneObject) {
  const std::string body = "Y[i] = X[i];", told = "Y and X may name the same object";
  EXPECT_EQ(refusalOf("double X[9], Y[9];", body), "");
  EXPECT_EQ(refusalOf("double X[9], Y[9]; extern double Z[9] __attribute__((alias(\"X\")));", body),
            "");
  for (const char *declarations :
       {"double X[9]; extern double Y[9] __attribute__((alias(\"X\")));",
        "double Y[9]; extern double X[9] __asm__(\"Y\");",
        "double X[9];\n#pragma redefine_extname Y X\nextern double Y[9];",
        "double X[9]; static double Y[9] __attribute__((weakref(\"X\")));",
        "double X[9];\n#pragma weak Y = X\nextern double Y[9];",
        "extern double X[9] __asm__(\"Q\"), Y[9] __asm__(\"Q\");",
        "double X[9]; extern double W[9] __attribute__((alias(\"X\"))); extern double Y[9] "
        "__asm__(\"W\");",
        "double X[9]; extern double Y[9]; __asm__(\".set Y, X\");"})
    EXPECT_EQ(refusalOf(declarations, body), told) << declarations;
  EXPECT_EQ(refusalOf("double X[9];", "{ extern double Y[9] __asm__(\"X\"); Y[i] = X[i]; }"), told);
}

TEST(Flags, ThatMeanSomethingArePartOfTheLanguage) {
  auto areOne = [](Words a, Words b) {
    return sameLanguage(readFlags(a, "cc"), readFlags(b, "cc"));
  };
  EXPECT_TRUE(areOne({"-O2", "-Wall", "-DX=1", "-g", "-ftree-vectorize", "-o", "a.o"},
                     {"-O0", "-Ielsewhere", "-fno-inline", "-MD", "-MF", "x"}));
  for (const char *flag :
       {"-Ofast", "-fsingle-precision-constant", "-fpack-struct", "-fshort-enums",
        "-funsigned-char", "-ffast-math", "-std=c89", "-mavx2", "-fwrapv", "-fno-such-flag",
        "-funsigned-bitfields", "-ffp-contract=off"})
    EXPECT_FALSE(areOne({"-O2"}, {"-O2", flag})) << flag;
}

TEST(Flags, ThatNobodyKnowsAreNamedAndReadConservatively) {
  FlagFacts facts = readFlags({"-O3", "-foo", "-march=foo", "-Wfoo", "-fgcse-las", "x.o"}, "gcc");
  EXPECT_EQ(facts.unknown, (Words{"-foo", "-march=foo"}));
  EXPECT_TRUE(facts.wrapsSigned);
  EXPECT_FALSE(facts.strictAliasing);
  EXPECT_EQ(
      readFlags({"-march=native", "-march=x86-64-v3", "-mtune=generic", "-mno-avx"}, "gcc").unknown,
      Words{});
}

TEST(Flags, WideRegistersOfX87) {
  EXPECT_EQ(flagOfWideFloats({"-O2", "-msse4.2", "-mfpmath=sse", "-mavx2"}), "");
  for (const char *flag : {"-mno-sse2", "-mno-sse", "-mfpmath=387", "-mfpmath=sse+387",
                           "-mfpmath=sse,387", "-mfpmath=both"})
    EXPECT_EQ(flagOfWideFloats({flag, "-O2"}), flag);
  EXPECT_EQ(flagOfWideFloats({"-mfpmath=387", "-mfpmath=sse"}), "");
  EXPECT_EQ(flagOfWideFloats({"-mno-sse2", "-msse2"}), "");
}

TEST(Flags, GivingCAnotherMeaningRefuseEachNest) {
  SourceNest nest = nestOf("void f(double *a) { for (int i = 0; i < 9; i++) a[i] = 0.1; }",
                           {"-fsingle-precision-constant"});
  ASSERT_TRUE(nest.functionRejection);
  EXPECT_EQ(nest.functionRejection->kind, RejectionKind::Configuration);
}

TEST(Flags, OtherTargetsAreRefused) {
  for (const char *flag : {"-m32", "--target=arm-none-eabi", "--target=x86_64-w64-mingw32"}) {
    SourceUnit unit = readUnit(unitOf("int x;", {flag}));
    ASSERT_EQ(unit.errors.size(), 1u) << flag;
    EXPECT_NE(unit.errors[0].message.find("only targets with 64-bit pointers"), std::string::npos);
  }
}

TEST(Flags, PackedRecordsAreRead) {
  auto size = [&](Words flags) {
    return bodyOf("int *a", "a[i] = sizeof(struct { char c; double x; });", std::move(flags));
  };
  EXPECT_EQ(size({}), "{ a[i] = {int}16UL; }");
  EXPECT_EQ(size({"-fpack-struct"}), "{ a[i] = {int}9UL; }");
  EXPECT_EQ(size({"-fpack-struct", "-fno-pack-struct"}), "{ a[i] = {int}16UL; }");
}

struct Folded {
  const char *declarations, *value;
  Words pins, typePins;
  Words flags = {};
};

LoopFacts factsOf(const Folded &one) {
  return nestOf(std::string(one.declarations) +
                    "\nvoid f(int *a) { int i; for (i = 0; i < 9; i++) a[i] = " + one.value +
                    "\n; }",
                one.flags)
      .root->loop;
}

TEST(Folded, ValuesArePinned) {
  const char *record = "struct P { char c; double x; };", *list = "enum E { A, B };";
  const std::string newComment = "!defined(__STRICT_ANSI__) || (defined(__STDC_VERSION__) && "
                                 "__STDC_VERSION__ >= 199901L)";
  for (const Folded &one : std::vector<Folded>{
           {"", "sizeof(double)", {}, {}},
           {record, "sizeof(struct P)", {}, {"16 == sizeof(struct P)"}},
           {record, "__builtin_offsetof(struct P, x)", {}, {"16 == sizeof(struct P)"}},
           {"typedef struct { char c; int x; } P;", "sizeof(P)", {}, {"8 == sizeof(P)"}},
           {list, "sizeof(enum E)", {}, {"4 == sizeof(enum E)"}},
           {"enum E { A, B }; enum E e;", "e", {}, {"4 == sizeof(enum E)"}},
           {list, "B", {}, {}},
           {"char c;", "c", {"!defined(__CHAR_UNSIGNED__)"}, {}},
           {"char c;", "c", {"defined(__CHAR_UNSIGNED__)"}, {}, {"-funsigned-char"}},
           {"signed char c;", "c", {}, {}},
           {"", "'a'", {}, {}},
           {"", "'\\377'", {"!defined(__CHAR_UNSIGNED__)"}, {}},
           {"", "L'a'", {"__SIZEOF_WCHAR_T__ == 4"}, {}},
           {"long double x;", "x", {"__SIZEOF_LONG_DOUBLE__ == 16"}, {}},
           {"", "sizeof(long double)", {"__SIZEOF_LONG_DOUBLE__ == 16"}, {}},
           {"", "8 //* */ 2", {newComment}, {}, {"-std=gnu89"}},
           {"",
            "8 //* */ 2",
            {"defined(__STRICT_ANSI__) && (!defined(__STDC_VERSION__) || "
             "__STDC_VERSION__ < 199901L)"},
            {},
            {"-std=c89"}},
           {"", "8 // plain", {}, {}}}) {
    LoopFacts facts = factsOf(one);
    EXPECT_FALSE(facts.notEditable) << one.value;
    EXPECT_EQ(facts.pins, one.pins) << one.declarations << one.value;
    EXPECT_EQ(facts.typePins, one.typePins) << one.declarations << one.value;
  }
}

TEST(Folded, WhatDependsOnPlacesIsNotRewritten) {
  for (const Folded &one :
       std::vector<Folded>{{"", "__LINE__", {}, {}},
                           {"", "sizeof(__FILE__)", {}, {}},
                           {"", "sizeof(\"a\" __FILE__)", {}, {}},
                           {"", "__COUNTER__", {}, {}},
                           {"", "__INCLUDE_LEVEL__", {}, {}},
                           {"", "sizeof(__TIME__)", {}, {}},
                           {"#define HERE (1 + __LINE__)", "HERE", {}, {}},
                           {"#define TWICE(x) ((x) + (x))", "TWICE(__LINE__)", {}, {}},
                           {"enum { N = sizeof(__FILE__) };", "N", {}, {}},
                           {"static int g(void) { return __LINE__; }", "g()", {}, {}},
                           {"char t[sizeof(__FILE__)];", "sizeof t", {}, {}},
                           {"", "sizeof(\"?\?!\")", {}, {}, {"-std=c99"}},
                           {"static enum { A, B } e;", "e", {}, {}}}) {
    LoopFacts facts = factsOf(one);
    ASSERT_TRUE(facts.notEditable) << one.declarations << one.value;
    EXPECT_EQ(facts.notEditable->kind, RejectionKind::Configuration) << one.value;
  }
  EXPECT_FALSE(factsOf({"void fail(const char *, int) __attribute__((noreturn));",
                        "a[i] < 5 ? 1 : (fail(__FILE__, __LINE__), 0)",
                        {},
                        {}})
                   .notEditable);
}

} // namespace
