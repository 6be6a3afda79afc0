#include "rewriter/edit/ExportFixes.h"

#include "clang/Tooling/DiagnosticsYaml.h"

#include <gtest/gtest.h>

using namespace acc;

namespace {

TEST(ExportFixes, TheEditBetweenTwoTextsMakesTheSecond) {
  const std::string texts[] = {"", "a", "ab", "aab", "aba", "xaby", "aabb\r\n", "b"};
  for (const std::string &before : texts)
    for (const std::string &after : texts) {
      auto edit = editBetween(before, after);
      EXPECT_EQ(edit.has_value(), before != after);
      if (edit) {
        EXPECT_EQ(applyEdits(before, {*edit}), after) << before << " -> " << after;
      }
    }
}

TEST(ExportFixes, ClangReadsWhatIsWritten) {
  const std::string text = "if (a) {\r\n\t'b' \"c\" \\n # d\n\n}\xc3\xbc\n";
  std::string yaml =
      fixesAsYaml({{"/a b/\xc3\xbc'.c", "/build", "f#1", {{3, 7, text}, {8, 8, "y"}}, "it's f#1"},
                   {"/a b/\xc3\xbc'.c", "/build", "f#2", {{9, 9, "x"}}, "f#2"}});
  clang::tooling::TranslationUnitDiagnostics unit;
  llvm::yaml::Input input(yaml);
  input >> unit;
  ASSERT_FALSE(input.error()) << yaml;
  ASSERT_EQ(unit.Diagnostics.size(), 2u);
  const clang::tooling::DiagnosticMessage &message = unit.Diagnostics[0].Message;
  EXPECT_EQ(message.Message, "it's f#1");
  ASSERT_EQ(message.Fix.count("/a b/\xc3\xbc'.c"), 1u);
  EXPECT_EQ(message.Fix.begin()->second.size(), 2u);
  const clang::tooling::Replacement &edit = *message.Fix.begin()->second.begin();
  EXPECT_EQ(edit.getOffset(), 3u);
  EXPECT_EQ(edit.getLength(), 4u);
  EXPECT_EQ(edit.getReplacementText(), text);
}

} // namespace
