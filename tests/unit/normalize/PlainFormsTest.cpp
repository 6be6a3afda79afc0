// What the passes over forms of C do not take for such a form.
#include "analysis/normalize/ArrayCasts.h"
#include "analysis/normalize/Assertions.h"
#include "analysis/normalize/Calls.h"
#include "analysis/normalize/HintsOut.h"
#include "analysis/normalize/SideEffectsOut.h"
#include "analysis/normalize/StatementExpressions.h"
#include "analysis/normalize/SwappedBytes.h"
#include "analysis/normalize/UnusedValues.h"
#include "tests/support/Source.h"
#include "tests/unit/normalize/Canonical.h"

namespace acc::test {
namespace {

SourceNest nestAround(const std::string &statement, const std::string &parameters) {
  return nestOf("long use(void); _Noreturn void fail(void); void f(" + parameters +
                ") { for (int i = 0; i < 9; i++) { " + statement + " } }");
}

/// The statement behind the pass.
std::string behind(SourceNest (*pass)(SourceNest), const std::string &statement,
                   const std::string &parameters) {
  SourceNest nest = pass(nestAround(statement, parameters));
  nest.root = nest.root->children.at(0);
  return canonical(nest, Detail::Text);
}

TEST(HintsOut, WhatElseTheCallComputesMustDoNothing) {
  EXPECT_EQ(behind(withoutHints, "a[i] = __builtin_expect(k, 1);", "long *a, long k"), "a[i]=k;");
  EXPECT_EQ(behind(withoutHints, "a[i] = __builtin_expect(__builtin_expect(k, 1), k);",
                   "long *a, long k"),
            "a[i]=k;");
  EXPECT_EQ(behind(withoutHints, "a[i] = __builtin_expect(k, use());", "long *a, long k"),
            "a[i]=__builtin_expect(k,use(),);");
  EXPECT_EQ(behind(withoutHints, "a[i] = __builtin_expect(k++, 1);", "long *a, long k"),
            "a[i]=k++;");
  EXPECT_EQ(behind(withoutHints, "__builtin_assume(k > 0); __builtin_expect(k, 1); a[i] = 0;",
                   "long *a, long k"),
            "a[i]=0;");
  EXPECT_EQ(behind(withoutHints, "__builtin_prefetch(a++);", "long *a"),
            "__builtin_prefetch(a++,);");
  EXPECT_EQ(behind(withoutHints, "__builtin_prefetch(a + use());", "long *a"),
            "__builtin_prefetch((a+use()),);");
}

TEST(UnusedValues, WhatReadsMemoryIsSeen) {
  EXPECT_EQ(behind(withoutUnusedValues, "(void)k; k + 1; a[i] = 0;", "long *a, long k"), "a[i]=0;");
  EXPECT_EQ(behind(withoutUnusedValues, "(void)a[k]; *a; a[i] = 0;", "long *a, long k"),
            "a[k];a[0];a[i]=0;");
}

TEST(SwappedBytes, OnlyAllBitsBelowTheSizeOfAWord) {
  auto isSwapped = [](const std::string &address, const std::string &words) {
    return behind(withSwappedBytes, "*(unsigned char *)(" + address + ") = 1;",
                  words + " *w, int k")
               .find("(2*") != std::string::npos;
  };
  const std::string plain = "(unsigned long)((unsigned char *)w + i)";
  EXPECT_TRUE(isSwapped(plain + " ^ 1", "unsigned"));
  EXPECT_TRUE(isSwapped(plain + " ^ 7", "unsigned long"));
  for (const std::string &address :
       {plain + " ^ 2", plain + " ^ 7", plain + " | 3", "(unsigned)" + plain + " ^ 3",
        std::string("(unsigned long)((unsigned char *)w + k++) ^ 3"),
        std::string("(unsigned long)(w + i) ^ 3")})
    EXPECT_FALSE(isSwapped(address, "unsigned")) << address;
}

TEST(ArrayCasts, ACastAloneIsOneToElements) {
  EXPECT_EQ(behind(withoutArrayCasts, "float (*rows)[k] = (float (*)[k])a; rows[i][1] = 0;",
                   "float *a, int k"),
            "rows=(float *)a;rows[i][1]=0;");
  EXPECT_EQ(behind(withoutArrayCasts, "float *row = ((float (*)[k])a)[i]; row[1] = 0;",
                   "float *a, int k"),
            "row=&((float *)a[(((long)i*(long)k)+(long)0)]);row[1]=0;");
}

TEST(Assertions, ABranchThatDoesMoreThanFailIsNone) {
  const std::string parameters = "int *a, int k";
  EXPECT_EQ(behind(withDemands, "if (k) ; else fail();", parameters),
            "if(k){;}else{a call of fail;}");
  EXPECT_EQ(behind(withDemands, "if (k) { { ; fail(); } } else { }", parameters),
            "if(!(k)){;}else{a call of fail;}");
  EXPECT_EQ(behind(withDemands, "if (k) { use(); fail(); }", parameters),
            "if(k){use();fail();}else");
  EXPECT_EQ(behind(withDemands, "if (k) fail(); else a[i] = 0;", parameters),
            "if(k){fail();}else{a[i]=0;}");
  EXPECT_EQ(behind(withDemands, "fail(); a[i] = 0;", parameters), "fail();a[i]=0;");
}

TEST(Assertions, MayStandBeforeTheValueOfACall) {
  SourceNest nest = nestOf(
      "_Noreturn void fail(void); static float at(const float *a, int n, int i) {"
      " if (i < n) ; else fail(); return a[i]; }"
      "void f(float *a, float *b, int n) { for (int i = 0; i < 9; i++) b[i] = at(a, n, i); }");
  nest = withDemands(withCallsOpened(std::move(nest)));
  nest.root = nest.root->children.at(0);
  EXPECT_EQ(canonical(nest, Detail::Text), "b[i]=({if((i<n)){;}else{a call of fail;}a[i];});");
}

TEST(StatementExpressions, OnlyVariablesThatAreReadAndValuesThatTellAll) {
  const std::string parameters = "int *a, int k, int *b", refused = "a[i]=a statement expression;";
  auto behindPass = [&](const std::string &value) {
    return behind(withoutStatementExpressions, "a[i] = " + value + ";", parameters);
  };
  EXPECT_EQ(behindPass("({ int t = k; t + 1; })"), "a[i]=(k+1);");
  EXPECT_EQ(behindPass("({ short t = k; int s = t; s + 1; })"), "a[i]=((int)(short)k+1);");
  EXPECT_EQ(behindPass("({ int *p = b; p[1] + *p; })"), "a[i]=(b[1]+b[0]);");
  EXPECT_EQ(behindPass("({ int t = ({ int s = k; s; }); t; })"), "a[i]=k;");
  EXPECT_EQ(behindPass("({ k; })"), "a[i]=k;");
  EXPECT_EQ(behindPass("({ int t = k++; t * t; })"), "a[i]=({t=k++;(t*t);});");
  EXPECT_EQ(behindPass("({ int t = use(); t; })"), "a[i]=(int)use();");
  EXPECT_EQ(behindPass("({ int t = use(); k; })"), refused);
  EXPECT_EQ(behindPass("({ int t = k; t = 2; t; })"), refused);
  EXPECT_EQ(behindPass("({ int t; t; })"), refused);
  EXPECT_EQ(behindPass("({ int t = k; t += 1; })"), refused);
  EXPECT_EQ(behindPass("({ int t = k; int *p = &t; *p; })"), refused);
  EXPECT_EQ(behindPass("({ if (k) fail(); k; })"), "a[i]=({if(k){a call of fail;}elsek;});");
  EXPECT_EQ(behindPass("({ k = 3; k; })"), refused);
}

/// Where nothing else of the statement names what is changed, and it is changed in any case.
TEST(StatementExpressions, ThatChangeSomethingAreTakenApart) {
  const std::string parameters = "int *a, int k, int *b";
  auto behindBoth = [&](const std::string &statement) {
    auto both = +[](SourceNest nest) {
      return withSideEffectsOut(withoutStatementExpressions(std::move(nest)));
    };
    return behind(both, statement, parameters);
  };
  EXPECT_EQ(behindBoth("a[i] = ({ int t = *b++; t * t; });"), "t=b[0];b+=1;a[i]=(t*t);");
  for (const char *statement :
       {"a[k] = ({ int t = k++; t * t; });", "a[i] = k + ({ int t = k++; t * t; });",
        "a[i] = i > 3 ? ({ int t = *b++; t * t; }) : 0;"})
    EXPECT_NE(behindBoth(statement).find("a statement expression"), std::string::npos)
        << behindBoth(statement);
}

} // namespace
} // namespace acc::test
