// Where a function is put before another: @ stands before the other one, ^ where the new one goes.
#include "rewriter/edit/FunctionPlace.h"

#include <gtest/gtest.h>

#include <string>

namespace acc {
namespace {

void expectPlace(const std::string &marked) {
  std::string text;
  std::optional<size_t> wanted;
  size_t function = 0;
  for (char c : marked)
    if (c == '^')
      wanted = text.size();
    else if (c == '@')
      function = text.size();
    else
      text += c;
  EXPECT_EQ(functionPlace(text, function), wanted) << marked;
}

TEST(FunctionPlace, BehindOtherCode) {
  expectPlace("int x;\n^@void f(void) {}\n");
  expectPlace("int x;\n\n^/* of f */\n@void f(void) {}\n");
  expectPlace("#ifdef A\n^@void f(void) {}\n#endif\n");
  expectPlace("int g(void) { return 1; @void f(void) {}\n");
}

TEST(FunctionPlace, BehindAByteOrderMark) {
  expectPlace("\xEF\xBB\xBF^@void f(void) {}\n");
  expectPlace("\xEF\xBB\xBF^/* of f */ @void f(void) {}\n");
}

TEST(FunctionPlace, BracesOfOtherLanguagesAreNone) {
  expectPlace("^#ifdef __cplusplus\nextern \"C\" {\n#endif\n@void f(void) {}\n");
  expectPlace("#ifdef __cplusplus\nextern \"C\" {\n#endif\nint x;\n^@void f(void) {}\n");
  expectPlace("#if X\nnamespace n {\n#endif\nvoid g(void) { x; }\n^@void f(void) {}\n"
              "#if X\n}\n#endif\n");
  expectPlace("#if X\nnamespace n {\n#endif\nint y;\n#if X\n}\n#endif\n^@void f(void) {}\n");
}

TEST(FunctionPlace, BranchesCountOnce) {
  expectPlace("void g(int n) {\n#if X\nif (n) {\n#else\nif (!n) {\n#endif\n}\n}\n"
              "^@void f(void) {}\n");
  expectPlace("#if X\nvoid g(int n) {\n#else\nvoid g(long n) {\n#endif\n}\n^@void f(void) {}\n");
}

TEST(FunctionPlace, PragmasInsideOfFunctionsAreTheirs) {
  expectPlace("void g(int n) {\nx;\n#if X\n#pragma omp simd\nfor (;n;)\n#endif\ny;\n}\n"
              "^@void f(void) {}\n");
}

TEST(FunctionPlace, BeforeHeadsInBranches) {
  for (const char *body : {"\n#endif\n{ x; }\n", " {\n#endif\nx; }\n"}) {
    const std::string end = body, brace = end.starts_with(" {") ? " {" : "";
    expectPlace("int x;\n^#ifdef X\n@void f(int n)" + brace + "\n#else\nvoid f(long n)" + end);
    expectPlace("int x;\n^#ifdef X\nvoid f(int n)" + brace + "\n#else\n@void f(long n)" + end);
  }
  expectPlace("^#ifdef TEST\nstatic\n#endif\n@void f(void) {}\n");
  expectPlace("#if A\nint x;\n^#if B\n@void f(int n)\n#elif C\nvoid f(long n)\n#else\n"
              "void f(short n)\n#endif\n{}\n#endif\n");
}

} // namespace
} // namespace acc
