// Which switches become ifs.
#include "analysis/normalize/SwitchToIf.h"
#include "analysis/normalize/OnceBlocks.h"
#include "analysis/normalize/StatementExpressions.h"
#include "analysis/tree/PlainTree.h"
#include "tests/support/Source.h"
#include "tests/unit/normalize/Canonical.h"

namespace acc::test {
namespace {

/// The statement behind the pass.
std::string behindPass(const std::string &statement) {
  SourceNest nest = regionOf("int look(int); __attribute__((const)) int level(int);"
                             "void f(int n, int k, float *A, const volatile int *v) { int i; for "
                             "(i = 0; i < n; i++) { /*<*/" +
                             statement + "/*>*/ } }");
  nest = withSwitchesAsIfs(withoutStatementExpressions(nest));
  EXPECT_TRUE(isPlain(nest.root)) << statement;
  return canonical(nest, Detail::Text);
}

TEST(SwitchToIf, LabelsOfOneSection) {
  EXPECT_EQ(behindPass("switch (k) { case 1: {} case 4: { A[0] = 1; break; } }"),
            "if(((k==1)||(k==4))){A[0]=1;}else");
  EXPECT_EQ(behindPass("switch (k) { case 1: default: k = 3; break; case 2: k = 4; }"),
            "if((k==2)){k=4;}else{k=3;}");
  EXPECT_EQ(behindPass("switch (k) { }"), ";");
  EXPECT_EQ(behindPass("switch (k) { case 1: return; case 2: k = 1; break; break; }"),
            "if((k==1)){return;}else{if((k==2)){k=1;}else}");
  EXPECT_EQ(behindPass("switch (level(k)) { case 1: k = 2; }"), "if((level(k,)==1)){k=2;}else");
}

TEST(SwitchToIf, SectionsRunOn) {
  EXPECT_EQ(behindPass("switch (k) { case 1: k = 2; case 2: k += 3; default: k *= 4; }"),
            "if((k==1)){k=2;k+=3;k*=4;}else{if((k==2)){k+=3;k*=4;}else{k*=4;}}");
  EXPECT_EQ(behindPass("switch (k) { default: k = 2; case 2: for (;;) ; }").rfind("switch;", 0),
            0u);
  EXPECT_EQ(behindPass("switch (k) { case 3: for (;;) ; case 2: k = 1; continue; case 5: k = 4; }"),
            "if((k==3)){for(;;;){;}k=1;continue;}else{if((k==2)){k=1;continue;}else{if((k==5)){k=4;"
            "}else}}");
}

TEST(SwitchToIf, ABreakOfALoopInsideStays) {
  EXPECT_EQ(
      behindPass("switch (k) { case 1: for (;;) { if (n) break; } continue; case 2: k = 1; }"),
      "if((k==1)){for(;;;){if(n){break;}else}continue;}else{if((k==2)){k=1;}else}");
}

TEST(SwitchToIf, OthersAreNotRead) {
  for (const char *text : {"switch (k) { case 1: k = 2; default: for (; k < n; k++) A[k] = 3; }",
                           "switch (k) { case 1: if (n) break; k = 2; }",
                           "switch (k) { case 1: k = 2; break; k = 3; case 2: k = 1; }",
                           "switch (look(k)) { case 1: k = 2; }"})
    EXPECT_EQ(behindPass(text).rfind("switch;", 0), 0u) << text;
}

TEST(SwitchToIf, WhatCannotBeReadSaysSoItself) {
  EXPECT_EQ(behindPass("switch (({ int t; t = k; t; })) { case 1: k = 2; }").find("switch;"),
            std::string::npos);
}

TEST(OnceBlocks, JumpsInASwitchGoToTheEnd) {
  SourceNest nest = regionOf("void f(int n, float *A) { /*<*/do { switch (n) { case 1: if (n) "
                             "continue; A[0] = 1; break; } A[1] = 2; }"
                             " while (0);/*>*/ }");
  EXPECT_EQ(canonical(withoutOnceBlocks(withSwitchesAsIfs(nest)), Detail::Text),
            "if((n==1)){if(n){;}else{A[0]=1;A[1]=2;}}else{A[1]=2;}");
}

} // namespace
} // namespace acc::test
