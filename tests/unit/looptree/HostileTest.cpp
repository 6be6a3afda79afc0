#include "tests/unit/looptree/Fixture.h"

#include <random>

using namespace acc::looptree;
using namespace acc::looptree::test;

TEST(LoopTreeHostile, DeepAndLarge) {
  std::string bomb = "a: &a0 [x, x]\n";
  for (int k = 1; k < 60; ++k)
    bomb += "b" + std::to_string(k) + ": &a" + std::to_string(k) + " [*a" + std::to_string(k - 1) +
            ", *a" + std::to_string(k - 1) + "]\n";
  std::string chain = "a: &a0 [x]\n";
  for (int k = 1; k < 5000; ++k)
    chain += "b" + std::to_string(k) + ": &a" + std::to_string(k) + " [*a" + std::to_string(k - 1) +
             "]\n";
  std::string blocks;
  for (int k = 0; k < 3000; ++k)
    blocks += std::string(k, ' ') + "a:\n";
  for (const std::string &text : {std::string(200000, '['),
                                  std::string(200000, '{'),
                                  std::string(5000, '-'),
                                  "mapping: " + std::string(50000, '['),
                                  bomb,
                                  chain,
                                  blocks,
                                  std::string("a: *a\n"),
                                  std::string("a: &a [*a]\n"),
                                  std::string("? [a]\n: b\n"),
                                  std::string("\x00\xff\xfe", 3),
                                  std::string("%YAML 9.9\n---\n"),
                                  std::string("mapping: {nodes: {{x}}}"),
                                  std::string("{% for i in x %}"),
                                  std::string("a: \"\\x\""),
                                  std::string("a: |2\n x"),
                                  std::string("!!map {a: b}"),
                                  std::string("mapping: !Mapping"),
                                  std::string("[a, b]"),
                                  std::string("a: b\na: c\n"),
                                  std::string("<<: 3\n"),
                                  std::string("<<: [{a: 1}, 2]\n"),
                                  std::string("\t- a\n"),
                                  std::string("--- \n...\n---\n"),
                                  std::string("'"),
                                  std::string("a: b: c"),
                                  std::string("mapping:\nworkload:\narch:\n"),
                                  std::string("mapping: []\nworkload: 3\narch: x\n")}) {
    Checked checked = check({{"hostile", text}});
    EXPECT_TRUE(checked.diagnostics.hasErrors()) << text.substr(0, 60);
    EXPECT_FALSE(checked.isReadable) << text.substr(0, 60);
  }
}

TEST(LoopTreeHostile, SpacesAndSizes) {
  auto shape = [](const std::string &text) {
    return check(kMapping, with(kMatmul, "0 <= m < 8", "'" + text + "'"));
  };
  for (const char *text :
       {"0 <= m < 8 } ; { [x] : 1 = 1", "m", "", "0 <= m < 1000000000000000000000000000000",
        "exists (e : m = 2e and 0 <= e)", "0 <= m < 8 and false", "(((((((((0 <= m", "0 <= m*m < 9",
        "m mod 0 = 1", "0 <= unknown < 3", "[n] -> { [m] }"})
    EXPECT_TRUE(shape(text).diagnostics.hasErrors()) << text;
  EXPECT_FALSE(shape("exists (e : m = 2e and 0 <= e < 4)").diagnostics.hasErrors());
  Checked large = check(with(kMapping, "m, tile_shape: 1}", "m, tile_shape: 9000000000000000}"));
  EXPECT_TRUE(large.diagnostics.hasErrors());
  std::string many = kMatmul;
  for (int k = 0; k < 300; ++k)
    many += "  - D" + std::to_string(k) + "[m,n] = C[m,n]\n";
  EXPECT_TRUE(check(kMapping, many).diagnostics.hasErrors());
}

TEST(LoopTreeHostile, DamagedFiles) {
  std::string whole = kArch + kMatmul + kMapping;
  for (size_t cut = 0; cut < whole.size(); cut += 7)
    check({{"cut", whole.substr(0, cut)}});
  std::mt19937 random(7);
  const std::string signs = "[]{}:,-!&*#'\"|>% \n\t?0ax";
  for (int round = 0; round < 400; ++round) {
    std::string text = whole;
    for (unsigned k = 0; k < 1 + random() % 4; ++k) {
      size_t at = random() % text.size();
      if (random() % 3 == 0)
        text.erase(at, random() % 20);
      else
        text.insert(at, 1, signs[random() % signs.size()]);
    }
    check({{"damaged", text}});
  }
}
