// What units begin with, and reading that once.
#include "analysis/frontend/Beginning.h"

#include "tests/support/ReadText.h"

namespace acc::test {
namespace {

std::string linesOf(const std::string &text) { return beginningOf(unitOf(text)).lines; }

/// What follows the beginning.
std::string restOf(const std::string &text) { return text.substr(beginningOf(unitOf(text)).end); }

TEST(Beginning, IsTheIncludesAtTheStart) {
  std::string text =
      "/* a.c */\n\n#include <math.h>\n  # include \"a.h\"  // A\n// B\nint x;\n#include <c.h>\n";
  EXPECT_EQ(linesOf(text), "#include <math.h>\n# include \"a.h\"\n");
  EXPECT_EQ(restOf(text), "  // A\n// B\nint x;\n#include <c.h>\n");
  EXPECT_EQ(linesOf("#include <a.h>"), "#include <a.h>\n");
  EXPECT_EQ(linesOf("#include NAME\n"), "#include NAME\n");
  EXPECT_EQ(linesOf("\r\n#include <a.h>\r\n#include <b.h>\r\nint x;"),
            "#include <a.h>\n#include <b.h>\n");
}

TEST(Beginning, HasWholeGroupsOnly) {
  std::string group =
      "#ifdef HAVE\n#include <a.h>\n#elif defined(X) && 1\n#else\n#include <b.h>\n#endif\n";
  EXPECT_EQ(linesOf(group + "int x;"), group);
  EXPECT_EQ(
      linesOf("#include <c.h>\n" + group.substr(0, group.find("#endif")) + "int x;\n#endif\n"),
      "#include <c.h>\n");
  EXPECT_EQ(linesOf("#ifdef A\n#define B\n#endif\n#include <a.h>\n"), "");
  EXPECT_EQ(linesOf("#include <c.h>\n#endif\n#include <d.h>\n"), "#include <c.h>\n");
  EXPECT_EQ(linesOf("#if 0\n#endif\nint x;\n"), ""); // nothing to read
}

TEST(Beginning, EndsBeforeWhatIsNotOneLine) {
  for (const char *second :
       {"#include /* a */ <b.h>", "#include <b.h> /* a\n */ int x;", "#include <b//c.h>",
        "#inc\\\nlude <b.h>", "#include <b.h> \\\nx", "#include_next <b.h>", "#define A 1",
        "#pragma once", "# 1 \"a.c\"", "#import <b.h>", "#", "int x;"})
    EXPECT_EQ(linesOf("#include <a.h>\n" + std::string(second) + "\n#include <c.h>\n"),
              "#include <a.h>\n")
        << second;
  EXPECT_EQ(linesOf("int x;\n#include <a.h>\n"), "");
  EXPECT_EQ(linesOf(""), "");
}

TEST(Beginning, IsAlikeForTheSameLinesFlagsAndFolders) {
  std::string text = "#include <a.h>\n";
  std::string key = keyOfBeginning(unitOf(text, {"-DA"}, "/x/a.c"));
  EXPECT_EQ(keyOfBeginning(unitOf("/* other */" + text + "int y;", {"-DA"}, "/x/b.c")), key);
  EXPECT_NE(keyOfBeginning(unitOf(text, {"-DB"}, "/x/a.c")), key);
  EXPECT_NE(keyOfBeginning(unitOf(text, {"-DA"}, "/y/a.c")), key);
  EXPECT_NE(keyOfBeginning(unitOf(text + text, {"-DA"}, "/x/a.c")), key);
  EXPECT_EQ(keyOfBeginning(unitOf("int x;", {"-DA"}, "/x/a.c")), "");
}

TEST(Beginning, IsReadOnceForAUnitThatComesLater) {
  std::string like = "#include <stddef.h>\nint unused;\n";
  UnitInput own = unitOf(
      "/* own */\n#include <stddef.h>\n#define N 4\n#if N == 4\nvoid f(double *A, size_t n) {\n"
      "  for (size_t i = 0; i < n; i++)\n    A[N*i] = N;\n}\n#endif\n");
  SourceUnit alone = readUnit(own);
  int asked = 0;
  auto start = [&]() -> const UnitInput & {
    ++asked;
    return own;
  };
  SourceUnit unit = readUnit(unitOf(like, {}, "/virtual/like.c"), {}, start);
  EXPECT_EQ(asked, 1);
  ASSERT_TRUE(unit.errors.empty());
  ASSERT_EQ(unit.nests.size(), 1u);
  EXPECT_EQ(unit.facts->path, own.path);
  EXPECT_EQ(*unit.facts->text, *own.text);
  EXPECT_EQ(unit.nests[0].root->range.line, 6u);
  EXPECT_EQ(unit.nests[0].root->range.begin, alone.nests[0].root->range.begin);
  EXPECT_EQ(show(unit.nests[0], *unit.nests[0].root), show(alone.nests[0], *alone.nests[0].root));
}

TEST(Beginning, ThatCannotBeReadIsReadWithTheUnit) {
  int asked = 0;
  UnitInput own = unitOf("#include \"nowhere.h\"\nint x;\n");
  auto start = [&]() -> const UnitInput & {
    ++asked;
    return own;
  };
  SourceUnit unit = readUnit(unitOf("#include \"nowhere.h\"\n"), {}, start);
  EXPECT_EQ(asked, 1);
  ASSERT_FALSE(unit.errors.empty());
  EXPECT_EQ(unit.errors[0].where.line, 1u);
  EXPECT_EQ(unit.facts->path, own.path);
}

} // namespace
} // namespace acc::test
