// Tiles of sums of integers along their innermost loop.
#include "scheduling/autoschedule/AutoSchedule.h"
#include "tests/unit/scheduling/Kernels.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

using NameSet = std::set<std::string>;

/// for i for j { sum = 0; for k sum += A[i][k]*B[j][k]; C[i][j] = sum; }   of elements of so many
/// bytes in A and B
Lifted products(unsigned bytes, const std::string &length = "p",
                const std::string &second = "j*p + k") {
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", length}},
      {{{"i", "j"}, {0, 0, 0}, {"sum", "0"}, "=", {}},
       {{"i", "j", "k"}, {0, 0, 1, 0}, {"sum", "0"}, "+=", {{"A", "i*p + k"}, {"B", second}}},
       {{"i", "j"}, {0, 0, 2}, {"C", "i*m + j"}, "=", {{"sum", "0"}}}},
      "int", "int");
  makePrivateScalar(scop, "sum", {"i", "j"});
  for (ScopArray &array : scop.arrays) {
    array.element.kind = CType::Kind::Integer;
    if (array.name == "A" || array.name == "B")
      array.elementSize = array.element.size = bytes;
  }
  return Lifted(scop, {{"A", {"p"}}, {"B", {"p"}}, {"C", {"m"}}});
}

/// What the plan keeps in buffers and what it writes out; nothing without a plan.
std::pair<NameSet, NameSet> tileOf(const Lifted &lifted, bool pairsBytes) {
  LoopCompiler compiler;
  compiler.pairsBytes = pairsBytes;
  Outcome<Plan> plan = chooseSchedule(*lifted.nest, withVectors(32), compiler);
  NameSet buffers;
  if (!plan)
    return {};
  for (const Promotion &promotion : plan->promotions())
    buffers.insert(promotion.array);
  return {buffers, plan->unrolled()};
}

TEST(SumTiles, WordsAreReadWhereTheyAre) {
  EXPECT_EQ(tileOf(products(2), false), (std::pair(NameSet{"sum"}, NameSet{"ii", "jj"})));
}

TEST(SumTiles, BytesAreCopied) {
  EXPECT_EQ(tileOf(products(1), false), (std::pair(NameSet{"A", "B", "sum"}, NameSet{"ii", "jj"})));
}

TEST(SumTiles, NotWhereTheCompilerPairsBytesOrSumsAreShortOrOneOperandIsRead) {
  const NameSet tile{"ii", "jj"};
  EXPECT_NE(tileOf(products(1), true).second, tile);
  EXPECT_NE(tileOf(products(1, "8"), false).second, tile);
  EXPECT_NE(tileOf(products(1, "p", "i*p + k"), false).second, tile);
}

/// for i for j G[i][j] = R[i][j][0] + R[i][j][2]   of integers of so many bytes, where the compiler
/// makes vectors of the written version only
bool hasPixelsInVectors(unsigned bytes) {
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}},
      {{{"i", "j"}, {}, {"G", "i*m + j"}, "=", {{"R", "i*m*3 + j*3"}, {"R", "i*m*3 + j*3 + 2"}}}},
      "int", "int");
  for (ScopArray &array : scop.arrays) {
    array.element.kind = CType::Kind::Integer;
    array.elementSize = array.element.size = bytes;
  }
  Lifted lifted(scop, {{"G", {"m"}}, {"R", {"m", "3"}}});
  Builds builds;
  builds.source.vectors = LoopCompiler::Vectors::None;
  Outcome<Plan> plan = chooseSchedule(*lifted.nest, withVectors(32), builds);
  return plan && plan->vectorized().count("j");
}

TEST(SmallIntegers, AreTakenApartInVectors) {
  EXPECT_TRUE(hasPixelsInVectors(1));
  EXPECT_TRUE(hasPixelsInVectors(2));
  EXPECT_FALSE(hasPixelsInVectors(4));
}

} // namespace
