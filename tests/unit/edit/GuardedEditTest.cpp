#include "rewriter/edit/Edit.h"

#include <gtest/gtest.h>

namespace acc {
namespace {

const char *const kBlock = "{\n        work();\n#pragma omp simd\n            more();\n\n    }";

NestRewrite rewriteOf(const std::string &text, const std::string &nest,
                      const std::string &id = "f#1") {
  NestRewrite rewrite;
  rewrite.nest = id;
  rewrite.summary = "A[*][n]";
  size_t begin = text.find(nest);
  rewrite.range.begin = begin;
  rewrite.range.end = begin + nest.size();
  rewrite.guard = "n > 0\n        && m <= n";
  rewrite.fastBlock = kBlock;
  return rewrite;
}

std::string rewritten(const std::string &text, const std::string &nest) {
  return *applyEdits(text, {guardedEdit(text, rewriteOf(text, nest))});
}

std::string reverted(const std::string &text) {
  auto result = revert(text);
  if (auto *error = std::get_if<MarkerError>(&result))
    return "line " + std::to_string(error->line) + ": " + error->message;
  return std::get<std::string>(result);
}

TEST(GuardedEdit, Layout) {
  std::string nest = "for (;;)\n        a();";
  std::string before = "\n"
                       "    {\n"
                       "    if (n > 0\n"
                       "        && m <= n) {\n"
                       "        work();\n"
                       "#pragma omp simd\n"
                       "            more();\n"
                       "\n"
                       "    } else {\n"
                       "    ";
  std::string after = "\n    }\n    }\n    ";
  EXPECT_EQ(rewritten("void f(void)\n{\n    " + nest + "\n}\n", nest),
            "void f(void)\n{\n    /* acc-delin 0.1 f#1 " + contentHash(nest) + " " +
                contentHash(before + after) + " begin: A[*][n] */" + before + nest + after +
                "/* acc-delin end f#1 */\n}\n");
}

TEST(GuardedEdit, IndentationFollowsTheFile) {
  std::string text = "void f(void)\n{\n\t\tfor (;;)\n\t\t\ta();\n}\n";
  std::string result = rewritten(text, "for (;;)\n\t\t\ta();");
  EXPECT_NE(result.find("\n\t\t\twork();\n#pragma omp simd\n\t\t\t\tmore();\n\n\t\t} else {"),
            std::string::npos)
      << result;
  EXPECT_EQ(reverted(result), text);
}

TEST(GuardedEdit, LineEndsFollowTheFile) {
  std::string text = "void f(void)\r\n{\r\n  for (;;)\r\n    a();\r\n}\r\n";
  std::string result = rewritten(text, "for (;;)\r\n    a();");
  for (size_t at = result.find('\n'); at != std::string::npos; at = result.find('\n', at + 1))
    EXPECT_EQ(result[at - 1], '\r') << result.substr(0, at);
  EXPECT_EQ(reverted(result), text);
}

TEST(GuardedEdit, RevertIsByteIdentical) {
  const std::pair<const char *, const char *> cases[] = {
      {"void f(void) { if (x) for (;;) a(); else b(); }", "for (;;) a();"},
      {"f(){for(;;)\n\n  a(); \t}", "for(;;)\n\n  a();"},
      {"f()\n{\nfor (;;) { s = \"}\"; } // tail\n}", "for (;;) { s = \"}\"; }"},
      {"f()\n{\r\n  for (;;) { c = '{'; /* } */\n }\r\n}", "for (;;) { c = '{'; /* } */\n }"},
      {"for (;;) ;", "for (;;) ;"},
  };
  for (auto [text, nest] : cases) {
    std::string result = rewritten(text, nest);
    EXPECT_NE(result, text);
    EXPECT_EQ(reverted(result), text) << result;
  }
}

TEST(GuardedEdit, SummaryCannotEndTheComment) {
  std::string text = "for (;;) ;";
  NestRewrite rewrite = rewriteOf(text, text);
  rewrite.summary = "A[*/2]\n/*";
  std::string result = *applyEdits(text, {guardedEdit(text, rewrite)});
  EXPECT_NE(result.find("A[* /2] / * */"), std::string::npos) << result;
  EXPECT_EQ(reverted(result), text);
}

TEST(Markers, RegionsNameTheirParts) {
  std::string nest = "for (;;) a();";
  std::string text = rewritten("f()\n{\n  " + nest + "\n}\n", nest);
  auto found = findMarkers(text);
  ASSERT_TRUE(std::holds_alternative<std::vector<MarkedRegion>>(found));
  const auto &regions = std::get<0>(found);
  ASSERT_EQ(regions.size(), 1u);
  const MarkedRegion &region = regions[0];
  auto part = [&](const SourceRange &range) {
    return text.substr(range.begin, range.end - range.begin);
  };
  EXPECT_EQ(region.nest, "f#1");
  EXPECT_EQ(region.version, "0.1");
  EXPECT_EQ(region.hash, contentHash(nest));
  EXPECT_EQ(part(region.original), nest);
  EXPECT_EQ(part(region.guard), "n > 0\n      && m <= n");
  EXPECT_EQ(part(region.fast).front(), '{');
  EXPECT_EQ(part(region.fast).back(), '}');
  EXPECT_EQ(region.whole.line, 3u);
  EXPECT_EQ(region.whole.column, 3u);
}

class FlaggedGuard : public testing::TestWithParam<std::string> {};

TEST_P(FlaggedGuard, IsReadBack) {
  std::string text = "void f(int n)\n{\n    for (int i = 0; i < n; i++) ;\n}\n";
  NestRewrite rewrite;
  rewrite.nest = "f#1";
  rewrite.summary = "A[*]";
  rewrite.range.begin = text.find("for");
  rewrite.range.end = text.find(";\n}") + 1;
  rewrite.guard = GetParam();
  rewrite.fastBlock = "{\n    n = 0;\n}";
  rewrite.flag = "fast";
  std::string after = *applyEdits(text, {guardedEdit(text, rewrite)});
  auto regions = std::get<0>(findMarkers(after));
  ASSERT_EQ(regions.size(), 1u);
  auto part = [&](SourceRange range) {
    return after.substr(range.begin, range.end - range.begin);
  };
  std::string guard = part(regions[0].guard);
  EXPECT_EQ(guard.substr(0, 5), rewrite.guard.substr(0, 5));
  EXPECT_TRUE(guard.ends_with("n < 9"));
  EXPECT_EQ(part(regions[0].original), "for (int i = 0; i < n; i++) ;");
  EXPECT_EQ(std::get<0>(revert(after)), text);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, FlaggedGuard,
    testing::Values("n > 0\n        && n < 9",
                    "MAX(2, 3) == (({ int a = 2; a > 3 ? a : 3; })) && n < 9"));

TEST(Markers, EditedOriginalIsFoundWithItsNewText) {
  std::string nest = "for (;;) a();";
  std::string text = rewritten("f()\n{\n" + nest + "\n}\n", nest);
  text.replace(text.find(nest), nest.size(), "for (;;) { if (c) { b(); } else { } }");
  auto found = findMarkers(text);
  ASSERT_EQ(found.index(), 0u);
  const MarkedRegion &region = std::get<0>(found)[0];
  std::string original =
      text.substr(region.original.begin, region.original.end - region.original.begin);
  EXPECT_EQ(original, "for (;;) { if (c) { b(); } else { } }");
  EXPECT_NE(contentHash(original), region.hash);
}

TEST(Markers, AnEditOfTheFastVersionIsSeen) {
  std::string nest = "for (;;) a();";
  std::string text = rewritten("f()\n{\n" + nest + "\n}\n", nest);
  auto isEdited = [](const std::string &file) {
    auto found = findMarkers(file);
    return std::get<0>(found).at(0).isFastEdited;
  };
  auto with = [&](const std::string &from, const std::string &to) {
    std::string edited = text;
    edited.replace(edited.find(from), from.size(), to);
    return edited;
  };
  EXPECT_FALSE(isEdited(text));
  EXPECT_TRUE(isEdited(with("work();", "work(); /* by hand */")));
  EXPECT_TRUE(isEdited(with("m <= n", "m < n")));
  EXPECT_FALSE(isEdited(with(nest, "for (;;) b();"))) << "the original is another matter";

  std::string windows;
  for (char c : text)
    windows += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_FALSE(isEdited(windows));

  size_t hash = text.find(contentHash(nest)) + 8;
  std::string old = text.substr(0, hash) + text.substr(hash + 9);
  EXPECT_FALSE(isEdited(old)) << "markers before 0.2 have no hash of the fast version";
}

TEST(Markers, TextInStringsAndOtherCommentsIsNoMarker) {
  std::string text = "char *s = \"/* acc-delin end f#1 */\"; // /* acc-delin end f#1 */\n"
                     "/* acc-delin is a tool */ char c = '\"'; /* acc-delin: off */";
  auto found = findMarkers(text);
  ASSERT_EQ(found.index(), 0u);
  EXPECT_TRUE(std::get<0>(found).empty());
}

TEST(Markers, DamageIsAnErrorWithItsLine) {
  std::string nest = "for (;;) a();";
  std::string good = rewritten("f()\n{\n" + nest + "\n}\n", nest);
  auto expectError = [](const std::string &text, unsigned line, const std::string &part) {
    auto found = revert(text);
    ASSERT_EQ(found.index(), 1u) << text;
    EXPECT_EQ(std::get<1>(found).line, line) << std::get<1>(found).message;
    EXPECT_NE(std::get<1>(found).message.find(part), std::string::npos)
        << std::get<1>(found).message;
  };
  auto with = [&](const std::string &from, const std::string &to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  expectError(with("/* acc-delin end f#1 */", ""), 3, "no end");
  expectError("\n/* acc-delin end f#1 */", 2, "no begin");
  expectError(with("end f#1", "end g#1"), 15, "g#1");
  expectError(with("end f#1", "end"), 15, "does not name");
  expectError(with(contentHash(nest), "1234567"), 3, "hash");
  expectError(with(contentHash(nest), "1234567G"), 3, "hash");
  size_t hashes = good.find(contentHash(nest));
  expectError(with(good.substr(hashes, good.find("begin:") - hashes), ""), 3, "lacks");
  expectError(with("delin 0.1", "delin x"), 3, "version");
  expectError(with("} else {", "} {"), 3, "guarded version");
  expectError(with(nest, ""), 3, "guarded version");
  expectError(with(nest, good), 14, "before the end");
}

TEST(Markers, HashIgnoresLineEndsOnly) {
  EXPECT_EQ(contentHash("a\r\nb"), contentHash("a\nb"));
  EXPECT_NE(contentHash("a\rb"), contentHash("ab"));
  EXPECT_NE(contentHash("a b"), contentHash("ab"));
  EXPECT_EQ(contentHash("").size(), 8u);
}

TEST(ApplyEdits, AnyOrderNoOverlap) {
  EXPECT_EQ(applyEdits("abcdef", {{4, 5, "E"}, {0, 2, ""}, {3, 3, "+"}}), "c+dEf");
  EXPECT_EQ(applyEdits("ab", {{1, 1, "x"}, {1, 1, "y"}}), "axyb");
  EXPECT_EQ(applyEdits("abcdef", {{0, 3, ""}, {2, 4, ""}}), std::nullopt);
  EXPECT_EQ(applyEdits("abc", {{2, 4, ""}}), std::nullopt);
  EXPECT_EQ(applyEdits("abc", {{2, 1, ""}}), std::nullopt);
}

} // namespace
} // namespace acc
