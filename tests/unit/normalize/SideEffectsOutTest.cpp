// Which side effects may leave their expression, and what becomes of those that may not.
#include "analysis/normalize/SideEffectsOut.h"
#include "analysis/tree/PlainTree.h"
#include "tests/support/Source.h"
#include "tests/unit/normalize/Canonical.h"

namespace acc::test {
namespace {

/// The statements behind the pass.
std::string behindPass(const std::string &parameters, const std::string &statements) {
  SourceNest nest =
      regionOf("int g; int use(int *, int); void f(" + parameters +
               ") { int i; for (i = 0; i < 9; i++) { /*<*/" + statements + "/*>*/ } }");
  nest = withSideEffectsOut(nest);
  EXPECT_TRUE(isPlain(nest.root)) << statements;
  return canonical(nest, Detail::Text);
}

const std::string kStep = "a side effect inside an expression",
                  kAssignment = "an assignment inside an expression",
                  kComma = "a comma inside an expression",
                  kTest = "a side effect in the condition of a loop";

TEST(SideEffectsOut, StepsStandBeforeAndAfter) {
  EXPECT_EQ(behindPass("double *p", "*p++ = 0;"), "p[0]=0;p+=1;");
  EXPECT_EQ(behindPass("double *p, double *q", "*p++ = *q++;"), "p[0]=q[0];p+=1;q+=1;");
  EXPECT_EQ(behindPass("double *a, int k", "a[k++] = 1;"), "a[k]=1;k+=1;");
  EXPECT_EQ(behindPass("double *a, int k", "a[--k] = 1;"), "k-=1;a[k]=1;");
  EXPECT_EQ(behindPass("double *a, int k", "if (i) a[k++] = 1;"), "if(i){a[k]=1;k+=1;}else");
}

TEST(SideEffectsOut, AssignmentsAreToldAgainByTheirValueOrTheirPlace) {
  EXPECT_EQ(behindPass("double *a, double *b", "a[i] = b[i] = 0;"), "b[i]=0;a[i]=(double)0;");
  EXPECT_EQ(behindPass("double *a, int *b", "a[i] = b[i] = 2.5;"), "b[i]=2.5;a[i]=(int)2.5;");
  EXPECT_EQ(behindPass("double *a, double *b", "a[i] = b[i] = a[i] + 1;"),
            "b[i]=(a[i]+1);a[i]=b[i];");
  EXPECT_EQ(behindPass("double *a, int k, int *b", "a[i] = b[b[0]] = k;"), "b[b[0]]=k;a[i]=k;");
  EXPECT_EQ(behindPass("double x, double y, double *a", "x = y = a[i];"), "y=a[i];x=y;");
  EXPECT_EQ(behindPass("double *a, double t", "if ((t = a[i]) > 0) a[i] = 1;"),
            "t=a[i];if((t>0)){a[i]=1;}else");
  EXPECT_EQ(behindPass("int *a, int t", "a[i] = (t = a[0]) > 0 ? t : -t;"),
            "t=a[0];a[i]=((t>0)?t:-(t));");
  EXPECT_EQ(behindPass("int *a, int t", "a[i] = 2 + ((t = a[0]) && t < i);"),
            "t=a[0];a[i]=(2+(t&&(t<i)));");
  EXPECT_EQ(behindPass("int *a, int t", "if (i > 2 && (t = a[i]) > 0 && t < 9) a[i] = t;"),
            "if((i>2)){t=a[i];if((t>0)){if((t<9)){a[i]=t;}else}else}else");
  EXPECT_EQ(behindPass("double *a, int k", "a[k = 1, i + k] = 2;"), "k=1;a[(i+k)]=2;");
  EXPECT_EQ(behindPass("double *a, int k, int m", "a[(k = m++, k)] = 2;"), "k=m;m+=1;a[k]=2;");
}

TEST(SideEffectsOut, WhatMayNotBeMovedIsNotRead) {
  EXPECT_EQ(behindPass("double *a, int k", "a[k++] = k;"), "a[" + kStep + "]=k;");
  EXPECT_EQ(behindPass("double *a", "a[g++] = 1;"), "a[" + kStep + "]=1;");
  EXPECT_EQ(behindPass("double *a, int k", "use(&k, 1); a[k++] = 1;"),
            "use(&(k),1,);a[" + kStep + "]=1;");
  EXPECT_EQ(behindPass("double *a, int k", "a[i] = k ? k++ : 0;"), "a[i]=(k?" + kStep + ":0);");
  EXPECT_EQ(behindPass("double *a, int k", "a[i] = i && k++;"), "a[i]=(i&&" + kStep + ");");
  EXPECT_EQ(behindPass("double *p, double *q", "*q = i ? *p++ : 0;"), "q[0]=(i?" + kStep + ":0);");
  EXPECT_EQ(behindPass("int *a, int *b", "a[i] = b[b[0]] = b[i];"), "a[i]=" + kAssignment + ";");
  EXPECT_EQ(behindPass("int *a, int *b", "a[i] = b[b[0]] = a[i];"), "a[i]=" + kAssignment + ";");
  EXPECT_EQ(behindPass("int *a", "a[i] = g = 3;"), "a[i]=" + kAssignment + ";");
  EXPECT_EQ(behindPass("int *a, int t", "a[i] = (t = a[0]) * t;"), "a[i]=(" + kAssignment + "*t);");
  EXPECT_EQ(behindPass("int *a, int t", "a[t] = (t = a[0]) ? t : 1;"),
            "a[t]=(" + kAssignment + "?t:1);");
  EXPECT_EQ(behindPass("int *a, int t", "a[i] = t > 0 ? (t = a[0]) : t;"),
            "a[i]=((t>0)?" + kAssignment + ":t);");
  EXPECT_EQ(behindPass("int *a, int t", "a[i] = (t > 0 ? 1 : 2) + ((t = a[0]) ? t : 1);"),
            "a[i]=(((t>0)?1:2)+(" + kAssignment + "?t:1));");
  EXPECT_EQ(behindPass("int *a, int t", "if (i && (t = a[0])) a[i] = 1; else a[i] = 2;"),
            "if((i&&" + kAssignment + ")){a[i]=1;}else{a[i]=2;}");
  EXPECT_EQ(behindPass("double *a, int k", "a[k = 1, i] = k;"), "a[" + kComma + "]=k;");
  EXPECT_EQ(behindPass("double *a, int k", "a[a[1] = 1, i] = 2;"), "a[" + kComma + "]=2;");
  EXPECT_EQ(behindPass("double *a, int k", "if (a[k++] > 0) a[i] = 1;"),
            "if((a[" + kStep + "]>0)){a[i]=1;}else");
}

TEST(SideEffectsOut, TestsOfLoopsKeepTheirPlainStep) {
  EXPECT_EQ(behindPass("int *a", "int k; for (k = 9; --k >= 0;) a[k] = 0;"),
            "declare k;for(k=(9-1);(k>=0);k-=1;){a[k]=0;}");
  EXPECT_EQ(behindPass("int *a", "int k = i; while (k > 0 && k--) a[k] = 0;"),
            "k=i;while((k>0)){k-=1;a[k]=0;}");
  EXPECT_EQ(behindPass("int *a", "int k = i; while (--k >= 0) a[k] = 0;"),
            "k=i;while(((k-1)>=0)){k-=1;a[k]=0;}");
  EXPECT_EQ(behindPass("int *a", "int k = i; do a[k] = 0; while (k-- > 0);"),
            "k=i;do{a[k]=0;k-=1;}(((k+1)>0))");
}

TEST(SideEffectsOut, OtherEffectsInTestsAreNotRead) {
  EXPECT_EQ(behindPass("int *a", "int k = i; while (k-- > 0) a[k] = 0; a[0] = k;"),
            "k=i;while(" + kTest + "){a[k]=0;}a[0]=k;");
  EXPECT_EQ(behindPass("int *a, int t", "while ((t = *a) != 0) a[i] = t;"),
            "while(" + kTest + "){a[i]=t;}");
  EXPECT_EQ(behindPass("int *a", "int k = i; signed char c = i; while (--c >= 0) a[k] = 0;"),
            "k=i;c=i;while(" + kTest + "){a[k]=0;}");
  EXPECT_EQ(behindPass("int *a", "int k; for (k = 0; k++ < 9; k++) a[k] = 0;"),
            "declare k;for(k=0;(" + kStep + "<9);k+=1;){a[k]=0;}");
}

} // namespace
} // namespace acc::test
