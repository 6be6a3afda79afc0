#include "tests/unit/looptree/Fixture.h"

using namespace acc::looptree;
using namespace acc::looptree::test;

namespace {

/// One change to a description that is right, and what must be said of it.
struct Row {
  const char *name;
  const char *part; // "mapping", "workload", "arch"
  const char *from, *to;
  const char *severity, *message;
  unsigned line, column; // 0: any
  /// Whether figures are given all the same.
  bool hasFigures;
};

const Row kRows[] = {
    // The form of nodes.
    {"no node of that name", "mapping", "!Temporal {rank_variable: m", "!For {rank_variable: m",
     "error", "there is no node !For", 5, 5, true},
    {"Fill is none", "mapping", "!Storage {component: On", "!Fill {component: On", "error",
     "there is no node !Fill", 4, 5, true},
    {"unknown field", "mapping", "tile_shape: 1}\n  - !Temporal {rank_variable: k",
     "tile_shape: 1, tile_pattern: 2}\n  - !Temporal {rank_variable: k", "error",
     "field 'tile_pattern' is not supported for Temporal", 5, 49, true},
    {"compute is an old name", "mapping", "component: Mac", "compute: Mac", "error",
     "field 'compute' is not supported for Compute", 8, 26, false},
    {"no tag and no telling field", "mapping", "!Temporal {rank_variable: m, tile_shape: 1}",
     "{tile_shape: 1}", "error", "has no tag", 5, 5, true},
    {"type instead of a tag", "mapping", "!Compute {einsum", "{type: Compute, einsum", "error",
     "field 'type' is not supported for Compute", 8, 6, true},
    {"binding is Storage's", "arch", "!Toll {name: Bus", "!Toll {binding: [], name: Bus", "error",
     "field 'binding' is not supported for Toll", 4, 12, true},
    // Loops.
    {"tile is an expression", "mapping", "k, tile_shape: 1", "k, tile_shape: 2*1-1", "error",
     "must be a literal whole number", 6, 46, false},
    {"tile is a text", "mapping", "k, tile_shape: 1", "k, tile_shape: '1'", "error",
     "must be a literal whole number", 6, 46, false},
    {"tile is missing", "mapping", "k, tile_shape: 1", "k", "error", "needs 'tile_shape'", 6, 5,
     false},
    {"tile is zero", "mapping", "k, tile_shape: 1", "k, tile_shape: 0", "error",
     "must be at least 1", 6, 46, false},
    {"tile is negative", "mapping", "k, tile_shape: 1", "k, tile_shape: -2", "error",
     "must be at least 1", 6, 46, false},
    {"several rank variables", "mapping", "rank_variable: k", "rank_variable: [k, n]", "error",
     "several rank variables", 6, 31, false},
    {"no loop of tile 1", "mapping", "k, tile_shape: 1", "k, tile_shape: 2", "error",
     "no loop of tile_shape 1 over 'k' above C", 8, 5, true},
    {"loop left out", "mapping", "  - !Temporal {rank_variable: k, tile_shape: 1}\n", "", "error",
     "no loop of tile_shape 1 over 'k' above C", 7, 5, true},
    {"tile larger than the space", "mapping", "  - !Temporal {rank_variable: m",
     "  - !Temporal {rank_variable: m, tile_shape: 16}\n  - !Temporal {rank_variable: m", "error",
     "a tile of 16 along 'm' is larger than the 8", 5, 5, true},
    {"growing tiles", "mapping", "  - !Temporal {rank_variable: m",
     "  - !Temporal {rank_variable: m, tile_shape: 2}\n"
     "  - !Temporal {rank_variable: m, tile_shape: 4}\n  - !Temporal {rank_variable: m",
     "error", "a tile of 4 along 'm' is larger than the 2", 6, 5, true},
    {"tiles that do not divide", "mapping", "  - !Temporal {rank_variable: m",
     "  - !Temporal {rank_variable: m, tile_shape: 3}\n  - !Temporal {rank_variable: m", "warning",
     "do not divide 8", 5, 5, true},
    {"unknown rank variable", "mapping", "rank_variable: k", "rank_variable: zz", "error",
     "has no rank variable 'zz'", 6, 5, false},
    {"initial tile", "mapping", "k, tile_shape: 1", "k, tile_shape: 1, initial_tile_shape: 1",
     "warning", "ignores 'initial_tile_shape'", 6, 69, true},
    // Space.
    {"unknown spatial dimension", "mapping", "!Temporal {rank_variable: n, tile_shape: 1}",
     "!Spatial {rank_variable: n, tile_shape: 1, name: Y, component: Mac}", "error",
     "no spatial dimension 'Y'", 7, 5, false},
    {"fanout exceeded", "mapping", "!Temporal {rank_variable: m, tile_shape: 1}",
     "!Spatial {rank_variable: m, tile_shape: 1, name: X, component: Mac}", "error",
     "uses 8 instances of 'Mac' along 'X', which has 4", 8, 5, true},
    {"spatial needs its component", "mapping", "!Temporal {rank_variable: n, tile_shape: 1}",
     "!Spatial {rank_variable: n, tile_shape: 1, name: X}", "error", "needs 'component'", 7, 5,
     false},
    // Structure.
    {"a list as mapping", "mapping", "mapping:\n  nodes:\n", "mapping:\n", "error",
     "a mapping is a map with 'nodes'", 2, 3, false},
    {"children above", "mapping", "  - !Temporal {rank_variable: m, tile_shape: 1}\n",
     "  - !Nested {nodes: []}\n  - !Temporal {rank_variable: m, tile_shape: 1}\n", "error",
     "only the last node of a chain may have children", 5, 5, false},
    {"leaf below a split", "mapping", "  - !Compute {einsum: C, component: Mac}",
     "  - !Sequential\n    nodes:\n    - !Compute {einsum: C, component: Mac}", "error",
     "must be !Nested, not !Compute", 10, 7, false},
    {"no Compute at the end", "mapping", "  - !Compute {einsum: C, component: Mac}\n", "", "error",
     "ends here without a Compute", 7, 5, false},
    {"unknown Einsum", "mapping", "einsum: C", "einsum: Z", "error", "no Einsum 'Z'", 8, 5, false},
    {"unknown component", "mapping", "component: On", "component: L1", "error", "no component 'L1'",
     4, 5, false},
    {"unknown compute", "mapping", "component: Mac", "component: ALU", "error",
     "no component 'ALU'", 8, 5, false},
    {"a memory as compute", "mapping", "component: Mac", "component: On", "error",
     "'On' is no Compute", 8, 5, false},
    {"tensor without storage", "mapping",
     "Off, tensors: [A, B, C]}\n  - !Storage {component: On, "
     "tensors: [A, B, C]}",
     "Off, tensors: [A, B]}\n  - !Storage {component: On, tensors: [A, B]}", "error",
     "no Storage on the way to C holds 'C'", 8, 5, false},
    {"held twice", "mapping", "  - !Temporal {rank_variable: k",
     "  - !Storage {component: On, tensors: [A]}\n  - !Temporal {rank_variable: k", "error",
     "'A' is held by 'On' twice", 6, 5, false},
    {"toll on a memory", "mapping", "!Storage {component: On", "!Toll {component: On", "error",
     "'On' is no Toll", 4, 5, false},
    {"storage on a toll", "mapping", "!Storage {component: On", "!Storage {component: Bus", "error",
     "'Bus' is no Memory", 4, 5, false},
    {"too little space", "arch", "size: 8192", "size: 50", "error", "keeps 76 bits in 'On'", 4, 5,
     true},
    {"levels exchanged", "mapping", "Off, tensors: [A, B, C]}\n  - !Storage {component: On",
     "On, tensors: [A, B, C]}\n  - !Storage {component: Off", "error",
     "'A' is held by 'Off' below 'On'", 4, 5, true},
    {"tensor of no Einsum", "mapping", "On, tensors: [A, B, C]", "On, tensors: [A, B, C, D]",
     "error", "no tensor 'D'", 4, 5, true},
    {"text box", "mapping", "  - !Temporal {rank_variable: m",
     "  - !TextBox {text: hello}\n  - !Temporal {rank_variable: m", "error",
     "a TextBox cannot be evaluated", 5, 5, false},
    {"second Compute", "mapping", "  - !Temporal {rank_variable: m",
     "  - !Compute {einsum: C, component: Mac}\n  - !Temporal {rank_variable: m", "error",
     "only the last node of a chain may be a Compute", 5, 5, false},
    // The workload.
    {"two equals signs", "workload", "C[m,n] = A", "C[m,n] == A", "error",
     "2 equals signs, one was expected", 5, 5, false},
    {"plus-equals with spaces", "workload", "C[m,n] = A[m,k]*B[k,n]", "C[m,n] A[m,k]", "error",
     "0 equals signs", 5, 5, false},
    {"empty projection in a text", "workload", "A[m,k]", "A[]", "error", "a rank has no index", 5,
     5, false},
    {"rank variable in upper case", "workload", "A[m,k]", "A[M,k]", "error",
     "start with a lowercase letter", 5, 5, false},
    {"rank in lower case", "workload", "A[m,k]", "A[q:m,k]", "error",
     "must start with an uppercase letter", 5, 5, false},
    {"expression without rank", "workload", "A[m,k]", "A[m+k]", "error",
     "needs its rank, as 'Rank:index'", 5, 5, false},
    {"accessed twice", "workload", "A[m,k]*B[k,n]", "A[m,k]*A[k,n]*B[k,n]", "error",
     "accesses 'A' twice", 5, 5, true},
    {"reserved name", "workload", "C[m,n] = A[m,k]*B[k,n]",
     "C[m,n] = A[m,k]*B[k,n]\n  - Total[m,n] = C[m,n]", "error", "'Total' is reserved", 6, 5, true},
    {"two of a name", "workload", "C[m,n] = A[m,k]*B[k,n]",
     "C[m,n] = A[m,k]*B[k,n]\n  - C[m,n] = A[m,k]", "error", "two Einsums 'C'", 6, 5, true},
    {"inconsistent ranks", "workload", "C[m,n] = A[m,k]*B[k,n]",
     "C[m,n] = A[m,k]*B[k,n]\n  - D[m] = A[m]", "error", "has other ranks here", 6, 5, true},
    {"unbounded", "workload", "k: 0 <= k < 6", "k: 0 <= k", "error", "'k' of C is not bounded", 5,
     5, false},
    {"no bound at all", "workload", ", k: 0 <= k < 6", "", "error", "'k' of C is not bounded", 5, 5,
     false},
    {"no constraint", "workload", "0 <= k < 6", "0 <= k <", "error", "cannot be read", 2, 30,
     false},
    {"no bits", "workload", "{All: 1}", "{A: 1}", "error", "'B' of C has no bits per value", 5, 5,
     true},
    {"bits given twice", "workload", "{All: 1}", "{All: 1, A: 2}", "error", "both name A", 3, 28,
     true},
    {"missing Einsum", "workload", "C[m,n] = A[m,k]*B[k,n]",
     "C[m,n] = A[m,k]*B[k,n]\n  - D[m,n] = C[m,n]", "error", "does not compute D", 0, 0, true},
    {"triangle", "workload", "n: 0 <= n < 4", "n: 0 <= n < 4 and n <= m", "warning", "is not a box",
     5, 5, true},
    {"offset", "workload", "A[m,k]", "A[M:m+1,k]", "warning", "an index with a constant", 5, 5,
     true},
    {"negative factor", "workload", "A[m,k]", "A[M:8-m,k]", "warning",
     "an index with a negative factor", 5, 5, true},
    {"name with another meaning", "workload", "  - C[m,n] = A[m,k]*B[k,n]",
     "  - C[m,n] = A[m,k]*B[k,n]\n  - {name: D, iteration_space_shape: [0 <= beta < 2], "
     "tensor_accesses: [{name: E, projection: [beta]}, {name: D, projection: [beta], output: "
     "true}]}",
     "error", "AccelForge cannot read the rank variable 'beta'", 6, 5, true},
    {"capital variable in the shape", "workload", "m: 0 <= m < 8", "M: 0 <= m < 8", "error",
     "'M' must start with a lowercase letter", 2, 27, false},
    // The architecture.
    {"no tag in arch", "arch", "!Compute {name: Mac", "{name: Mac", "error", "has no tag", 6, 5,
     false},
    {"no such component", "arch", "!Compute {name: Mac", "!Alu {name: Mac", "error",
     "no component !Alu", 6, 5, false},
    {"two components of a name", "arch", "name: On", "name: Off", "error", "two components 'Off'",
     5, 20, false},
    {"memory without size", "arch", "size: 8192, ", "", "error", "needs 'size'", 5, 5, true},
    {"cost of a component model", "arch", "leak_power: 0, area: 0, spatial", "area: 0, spatial",
     "error", "has no 'leak_power'", 6, 5, true},
    {"cost of an action", "arch", "energy: 100, ", "", "error", "'read' of 'Bus' has no energy", 4,
     81, true},
    {"wrong direction", "arch", "up_and_down", "sideways", "error",
     "must be up, down or up_and_down", 4, 34, true},
    {"unknown name in an expression", "arch", "size: 8192", "size: KB * 8", "error",
     "the name 'KB' is not defined", 5, 30, true},
};

std::string applied(const Row &row, const std::string &part, const std::string &text) {
  return part == row.part ? with(text, row.from, row.to) : text;
}

} // namespace

TEST(LoopTree, ARightDescriptionSaysNothing) {
  Checked checked = check(kMapping);
  EXPECT_EQ(checked.said(), "");
  EXPECT_EQ(checked.figures.energy, 1136);
  EXPECT_EQ(checked.figures.latency, 192);
}

TEST(LoopTree, EachFaultIsSaidAtItsPlace) {
  for (const Row &row : kRows) {
    SCOPED_TRACE(row.name);
    Checked checked = check(applied(row, "mapping", kMapping), applied(row, "workload", kMatmul),
                            applied(row, "arch", kArch));
    bool found = false;
    for (const Diagnostic &one : checked.diagnostics.all())
      found |= one.message.find(row.message) != std::string::npos &&
               (one.severity == Diagnostic::Severity::Error) == (row.severity[0] == 'e') &&
               (row.line == 0 || (one.where.line == row.line && one.where.column == row.column));
    EXPECT_TRUE(found) << checked.said();
    EXPECT_EQ(checked.isReadable, row.hasFigures) << checked.said();
  }
}

TEST(LoopTree, BranchesAgainstTheData) {
  std::string workload = "workload:\n  iteration_space_shape: {i: 0 <= i < 8}\n"
                         "  bits_per_value: {All: 1}\n  einsums:\n  - T[i] = X[i]\n"
                         "  - Y[i] = T[i]\n";
  auto mapping = [](const std::string &first, const std::string &second) {
    auto branch = [](const std::string &einsum) {
      return "    - !Nested\n      nodes:\n      - !Temporal {rank_variable: i, tile_shape: 1}\n"
             "      - !Compute {einsum: " +
             einsum + ", component: Mac}\n";
    };
    return "mapping:\n  nodes:\n  - !Storage {component: Off, tensors: [X, T, Y]}\n"
           "  - !Sequential\n    nodes:\n" +
           branch(first) + branch(second);
  };
  EXPECT_EQ(check(mapping("T", "Y"), workload).said(), "");
  Checked wrong = check(mapping("Y", "T"), workload);
  EXPECT_NE(wrong.said().find("mapping:9:9: error: Y reads 'T' before T computes it"),
            std::string::npos)
      << wrong.said();
  Checked twice = check(mapping("T", "T"), workload);
  EXPECT_NE(twice.said().find("computes T twice"), std::string::npos);
  EXPECT_NE(twice.said().find("does not compute Y"), std::string::npos);
}

TEST(LoopTree, ATollBehindNothing) {
  std::string workload = "workload:\n  iteration_space_shape: {i: 0 <= i < 8}\n"
                         "  bits_per_value: {All: 1}\n  einsums:\n  - T[i] = X[i]\n"
                         "  - Y[i] = T[i]\n";
  std::string mapping =
      "mapping:\n  nodes:\n  - !Storage {component: Off, tensors: [X, Y]}\n"
      "  - !Toll {component: Bus, tensors: [T]}\n  - !Storage {component: On, tensors: [T]}\n"
      "  - !Sequential\n    nodes:\n";
  for (const char *einsum : {"T", "Y"})
    mapping += std::string("    - !Nested\n      nodes:\n      - !Temporal {rank_variable: i, "
                           "tile_shape: 1}\n      - !Compute {einsum: ") +
               einsum + ", component: Mac}\n";
  EXPECT_NE(check(mapping, workload)
                .said()
                .find("mapping:4:5: error: the Toll 'Bus' is the "
                      "outermost holder of 'T'"),
            std::string::npos);
}

TEST(LoopTree, SpatialAboveTemporalAboveAnOuterStorage) {
  std::string mapping = R"(mapping:
  nodes:
  - !Storage {component: Off, tensors: [A, B, C]}
  - !Spatial {rank_variable: m, tile_shape: 2, name: X, component: Mac}
  - !Temporal {rank_variable: m, tile_shape: 1}
  - !Storage {component: On, tensors: [A, C]}
  - !Temporal {rank_variable: k, tile_shape: 1}
  - !Temporal {rank_variable: n, tile_shape: 1}
  - !Compute {einsum: C, component: Mac}
)";
  EXPECT_NE(check(mapping).said().find("a spatial loop over 'm' stands above a temporal loop"),
            std::string::npos);
}
