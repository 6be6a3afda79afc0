// Which functions C text may define, told from its words alone.
#include "analysis/frontend/Program.h"

#include <gtest/gtest.h>

namespace acc::test {
namespace {

using Names = std::set<std::string>;

TEST(Program, NamesBeforeBodies) {
  EXPECT_EQ(
      namesWithBodies("int f(int a, int (*b)(int)) { return g(a); } static void\nh (void)\n{}"),
      (Names{"f", "h"}));
  EXPECT_EQ(namesWithBodies("int f(void); /* int g(void) { */ // h() {\nchar *s = \"k() {\";"),
            Names{});
  EXPECT_EQ(namesWithBodies("#if 0\nint f(void) {}\n#else\nint f(int x) {}\n#endif\nint g() { {"),
            (Names{"f", "g"}));
  EXPECT_EQ(namesWithBodies("int f(x) ) ( {} ((g(h(1), 2)) {"), Names{});
  EXPECT_EQ(namesWithBodies(""), Names{});
  EXPECT_EQ(namesWithBodies("f() {"), Names{"f"});
}

TEST(Program, UnitsThatCannotBeReadDefineNothing) {
  UnitInput input;
  input.path = "/nowhere/at/all.c";
  EXPECT_EQ(Program({input}).definerOf("f"), nullptr);
}

} // namespace
} // namespace acc::test
