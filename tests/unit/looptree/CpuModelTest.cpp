#include "tests/unit/looptree/Fixture.h"

#include "scheduling/looptree/CpuModel.h"

using namespace acc::looptree;
using namespace acc::looptree::test;

namespace {

/// Two arrays of bytes, one line per element along the last rank's 64.
std::map<std::string, double> lines(const std::string &loops, uint64_t bytes) {
  std::string workload = R"(workload:
  iteration_space_shape: {i: 0 <= i < 64, j: 0 <= j < 64, k: 0 <= k < 64}
  bits_per_value: {All: 512}
  einsums:
  - C[i,j] = A[i,k]*B[k,j]
)";
  std::string mapping =
      "mapping:\n  nodes:\n" + loops + "  - !Compute {einsum: C, component: Mac}\n";
  Diagnostics diagnostics;
  std::optional<Spec> spec = readSpec({{"a", kArch}, {"w", workload}, {"m", mapping}}, diagnostics);
  EXPECT_TRUE(spec && !diagnostics.hasErrors());
  for (Einsum &einsum : spec->workload.einsums)
    for (TensorAccess &access : einsum.accesses)
      access.array = access.tensor;
  return linesInto({bytes, 64}, spec->workload, spec->mapping);
}

std::string loop(const char *variable, int tile) {
  return std::string("  - !Temporal {rank_variable: ") + variable +
         ", tile_shape: " + std::to_string(tile) + "}\n";
}

} // namespace

TEST(CpuModel, EverythingFits) {
  auto fetched = lines(loop("i", 1) + loop("j", 1) + loop("k", 1), 1 << 20);
  EXPECT_EQ(fetched["A"], 4096);
  EXPECT_EQ(fetched["B"], 4096);
  EXPECT_EQ(fetched["C"], 4096);
}

TEST(CpuModel, ARowStaysAColumnDoesNot) {
  // One row of A and of C fits, and one element of B's row: B is read again per i.
  auto fetched = lines(loop("i", 1) + loop("j", 1) + loop("k", 1), 130 * 64);
  EXPECT_EQ(fetched["A"], 4096);
  EXPECT_EQ(fetched["B"], 64 * 4096);
  EXPECT_EQ(fetched["C"], 4096);
}

TEST(CpuModel, Tiles) {
  std::string tiled =
      loop("i", 16) + loop("j", 16) + loop("k", 16) + loop("i", 1) + loop("j", 1) + loop("k", 1);
  auto fetched = lines(tiled, 3 * 256 * 64);
  EXPECT_EQ(fetched["C"], 4096); // stays over the loop of k
  EXPECT_EQ(fetched["A"], 4 * 4096);
  EXPECT_EQ(fetched["B"], 4 * 4096);
}
