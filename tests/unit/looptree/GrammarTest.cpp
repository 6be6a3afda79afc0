#include "tests/unit/looptree/Fixture.h"

using namespace acc::looptree;
using namespace acc::looptree::test;

namespace {

/// Fine without a word, and with the figures of the plain description.
void expectSame(const std::string &mapping, const std::string &workload = kMatmul,
                const std::string &arch = kArch) {
  Checked plain = check(kMapping), other = check(mapping, workload, arch);
  EXPECT_EQ(other.said(), "");
  EXPECT_EQ(other.figures.energy, plain.figures.energy);
  EXPECT_EQ(other.figures.latency, plain.figures.latency);
  EXPECT_EQ(other.figures.peak, plain.figures.peak);
}

double valueOfText(const std::string &text) {
  ExprScope scope;
  scope["x"] = 3.0;
  scope["All"] = NameSet{"A", "B", "C"};
  scope["A"] = NameSet{"A"};
  ExprResult result = evaluateText(text, scope);
  auto *value = std::get_if<ExprValue>(&result);
  EXPECT_TRUE(value && value->number()) << text;
  return value && value->number() ? *value->number() : -1e99;
}

} // namespace

TEST(LoopTreeGrammar, OneFileOrSeveral) {
  Checked together = check({{"all", kArch + kMatmul + kMapping}});
  EXPECT_EQ(together.said(), "");
  EXPECT_EQ(together.figures.energy, 1136);
  Checked repeated = check({{"all", kArch + kMatmul + kMapping}, {"more", "arch: {}\n"}});
  EXPECT_EQ(repeated.said(), "more:1:1: warning: 'arch' was given before; that one counts\n");
  EXPECT_EQ(repeated.figures.energy, 1136);
  EXPECT_EQ(check({{"a", kArch}, {"w", kMatmul}}).said(), "w:0:0: error: no file has 'mapping:'\n");
}

TEST(LoopTreeGrammar, Spellings) {
  expectSame(with(kMapping, "mapping:", "mapping: !Mapping"));
  expectSame(with(kMapping, "tile_shape: 1}", "tile_shape: 1.0}"));
  expectSame(with(kMapping, "!Temporal {rank_variable: m, tile_shape: 1}",
                  "!Temporal\n    rank_variable: m\n    tile_shape: 1\n    text: null"));
  expectSame(with(kMapping, "rank_variable: m", "rank_variable: [m]"));
  expectSame(
      with(kMapping, "  - !Temporal {rank_variable: m",
           "  - !Reservation {purposes: [A], resource: On}\n  - !Temporal {rank_variable: m"));
  expectSame(with(kMapping, "  - !Storage {component: On, tensors: [A, B, C]}\n",
                  "  - !Storage {component: On, tensors: [A]}\n"
                  "  - !Storage {component: On, tensors: [B, C], persistent: false}\n"));
  std::string nested = R"(mapping:
  nodes:
  - !Storage {component: Off, tensors: [A, B, C]}
  - !Nested
    nodes:
    - !Storage {component: On, tensors: [A, B, C]}
    - !Split
      nodes:
      - !Nested
        nodes:
        - !Temporal {rank_variable: m, tile_shape: 1}
        - !Temporal {rank_variable: k, tile_shape: 1}
        - !Temporal {rank_variable: n, tile_shape: 1}
        - !Compute {einsum: C, component: Mac}
)";
  expectSame(nested);
  expectSame(with(with(nested, "!Split\n      nodes:\n      - !Nested",
                       "!Pipeline\n      nodes:\n      - !Nested"),
                  "{einsum: C", "{text: label, einsum: C"));
}

TEST(LoopTreeGrammar, DumpsWithoutTags) {
  std::string dump = R"(mapping:
  text: null
  nodes:
  - {text: null, tensors: [A, B, C], component: Off, component_object: null, persistent: false, binding: []}
  - {text: null, tensors: [A, B, C], component: On, component_object: null, persistent: false, binding: []}
  - {text: null, rank_variable: m, tile_shape: 1, initial_tile_shape: null}
  - text: null
    nodes:
    - text: null
      nodes:
      - {text: null, rank_variable: k, tile_shape: 1, initial_tile_shape: null}
      - {text: null, rank_variable: n, tile_shape: 1, initial_tile_shape: null}
      - {text: null, einsum: C, component: Mac}
)";
  expectSame(dump);
}

TEST(LoopTreeGrammar, PrintedMappingsReadBack) {
  Diagnostics diagnostics;
  YamlRef yaml = readYaml("m", kMapping, diagnostics);
  MappingNode mapping = readMapping(*yaml->find("mapping"), diagnostics);
  expectSame(printMapping(mapping));
}

TEST(LoopTreeGrammar, Workloads) {
  expectSame(kMapping, with(kMatmul,
                            "iteration_space_shape: {m: 0 <= m < 8, k: 0 <= k < 6, n: 0 "
                            "<= n < 4}",
                            "rank_sizes: {M: 2*4, K: 6, N: 4}"));
  expectSame(kMapping, with(kMatmul, "m: 0 <= m < 8", "m: 2 <= m < 10"));
  expectSame(kMapping, with(kMatmul, "C[m,n] = A[m,k]*B[k,n]",
                            "{einsum: 'C[m,n] = A[M:m,k] * whatever * B[k,n]'}"));
  expectSame(kMapping, with(kMatmul, "  - C[m,n] = A[m,k]*B[k,n]\n", R"(  - - name: C
      tensor_accesses:
      - {name: A, projection: [m, k]}
      - {name: B, projection: {K: k, N: n}, bits_per_value: 1}
      - {name: C, projection: {M: m, N: n}, output: true}
)"));
  expectSame(kMapping, with(kMatmul, "{All: 1}", "{Inputs: 1, Other: 1}"));
  expectSame(kMapping, with(kMatmul, "{All: 1}", "{A | B: 1, ~(A | B): 2 - 1}"));
  expectSame(kMapping, with(kMatmul, "{All: 1}", "{input: 1, Outputs: one}") +
                           "renames:\n  einsums:\n  - {name: default, tensor_accesses: [{name: "
                           "input, source: Inputs, expected_count: 2}]}\nvariables: {one: 1}\n");
}

TEST(LoopTreeGrammar, ScalarsAndHalos) {
  std::string workload = R"(workload:
  iteration_space_shape: {p: 0 <= p < 6, r: 0 <= r < 3}
  bits_per_value: {All: 1}
  einsums:
  - name: O
    tensor_accesses:
    - {name: I, projection: {H: 2*p + r}}
    - {name: W, projection: {R: r}}
    - {name: O, projection: {}, output: true}
)";
  Checked checked = check(R"(mapping:
  nodes:
  - !Storage {component: Off, tensors: [I, W, O]}
  - !Temporal {rank_variable: p, tile_shape: 2}
  - !Storage {component: On, tensors: [I]}
  - !Temporal {rank_variable: r, tile_shape: 1}
  - !Temporal {rank_variable: p, tile_shape: 1}
  - !Compute {einsum: O, component: Mac}
)",
                          workload);
  EXPECT_EQ(checked.said(), "");
  EXPECT_EQ(checked.row("O", "Off", "I")->occupancy, 13); // 2*5 + 2 + 1
  EXPECT_EQ(checked.row("O", "On", "I")->tile, 5);        // 2*1 + 2 + 1
  EXPECT_EQ(checked.row("O", "On", "I")->fills, 3);
  EXPECT_EQ(checked.row("O", "Off", "O")->occupancy, 1);
}

TEST(LoopTreeGrammar, MergeKeysAndAnchors) {
  std::string arch = R"(arch:
  variables: {KB: 8 * 1024}
  nodes:
  - !Memory
    <<: &free {leak_power: 0, area: 0}
    name: Off
    size: inf
    actions: &once [{name: read, energy: 1, throughput: inf}, {name: write, energy: 1, throughput: inf}]
  - !Toll {<<: *free, name: Bus, direction: up_and_down, actions: [{name: read, energy: 100, throughput: inf}]}
  - !Memory {<<<: *free, name: On, size: ceil(KB / 8) * 8, actions: *once}
  - !Container {name: Rows}
  - !Compute {<<: [*free, {name: Mac}], spatial: [{name: X, fanout: 4}], actions: [{name: compute, energy: 1 if KB > 1 else 0, throughput: 1}]}
)";
  expectSame(kMapping, kMatmul, arch);
}

TEST(LoopTreeGrammar, ForksAndDummies) {
  std::string arch = R"(arch:
  nodes:
  - !Memory {name: Off, size: inf, component_class: Dummy}
  - !Fork
    nodes:
    - !Memory {name: Side, size: 1, component_class: Dummy}
    - !Compute {name: Vector, component_class: Dummy}
  - !Hierarchical
    nodes:
    - !Memory {name: On, size: 8192, component_class: Dummy}
    - !Compute {name: Mac, component_class: Dummy}
)";
  Checked checked = check(kMapping, kMatmul, arch);
  EXPECT_EQ(checked.said(), "");
  EXPECT_EQ(checked.figures.energy, 0);
  EXPECT_EQ(checked.figures.latency, 0);
  EXPECT_EQ(checked.row("C", "On", "A")->read, 192);
  Checked outside = check(with(kMapping, "component: On", "component: Side"), kMatmul, arch);
  EXPECT_NE(outside.said().find("'Side' is not on the way to the Compute of C"), std::string::npos);
}

TEST(LoopTreeGrammar, Expressions) {
  EXPECT_EQ(valueOfText("2 + 3 * 4 ** 2 // 5 % 4"), 2 + 1);
  EXPECT_EQ(valueOfText("-x ** 2"), -9);
  EXPECT_EQ(valueOfText("1e-3 * 1_000"), 1);
  EXPECT_EQ(valueOfText("x if x > 2 and not x == 4 else 0"), 3);
  EXPECT_EQ(valueOfText("sum(a * a for a in [1, 2, x] if a != 2)"), 10);
  EXPECT_EQ(valueOfText("max(1, 2) + min([4, 5]) + len(All) + log2(8)"), 2 + 4 + 3 + 3);
  EXPECT_EQ(valueOfText("len(All & ~A) + len(A() | All)"), 2 + 3);
  EXPECT_EQ(valueOfText("sum(range(4)) + ceil(0.5)"), 7);
  EXPECT_EQ(valueOfText("float('inf') > 1"), 1);
  for (const char *wrong :
       {"", "1 +", "(1", "1)", "unknown", "1 / 0", "x.y", "A + 1", "~x", "f(1)", "'open", "1 if 2",
        "[1, 2", "$", "sum(a for a in range(1000000000))", "1..2",
        "sum(sum(sum(1 for a in range(9999)) for b in range(9999)) for c in range(9999))"})
    EXPECT_TRUE(std::holds_alternative<std::string>(evaluateText(wrong, {}))) << wrong;
  EXPECT_TRUE(std::holds_alternative<std::string>(evaluateText(std::string(9999, '('), {})));
  EXPECT_TRUE(std::holds_alternative<std::string>(evaluateText(std::string(9999, '-'), {})));
}

TEST(LoopTreeGrammar, WidthsAndActions) {
  std::string arch = with(kArch, "size: 8192", "size: 8192, bits_per_action: 4");
  EXPECT_EQ(check(kMapping, kMatmul, arch).row("C", "On", "A")->read, 48);
  arch = with(kArch, "size: 8192", "size: 8192, values_per_action: {A: 2, Other: 1}");
  EXPECT_EQ(check(kMapping, kMatmul, arch).row("C", "On", "A")->read, 96);
  EXPECT_EQ(check(kMapping, kMatmul, arch).row("C", "On", "B")->read, 192);
  arch = with(kArch, "size: 8192", "size: 8192, bits_per_value: {A: 4}");
  EXPECT_EQ(check(kMapping, kMatmul, arch).row("C", "On", "A")->read, 768);
  EXPECT_EQ(check(kMapping, kMatmul, arch).row("C", "On", "A")->occupancy, 192);
  arch = with(kArch, "leak_power: 0, area: 0, spatial", "leak_power: 2, area: 0, spatial");
  EXPECT_EQ(check(kMapping, kMatmul, arch).figures.energy, 1136 + 192 * 2 * 4);
  arch = with(kArch, "energy: 1, throughput: 1}", "energy: 1, throughput: 4, energy_scale: 3}");
  EXPECT_EQ(check(kMapping, kMatmul, arch).figures.latency, 48);
  EXPECT_EQ(check(kMapping, kMatmul, arch).figures.energy, 1136 + 2 * 192);
  arch = with(kArch, "spatial: [{name: X",
              "total_latency: max(a.n_calls / a.throughput for a in actions) * 2, spatial: "
              "[{name: X");
  EXPECT_EQ(check(kMapping, kMatmul, arch).figures.latency, 384);
}
