// Properties of the automatic choice, not its text.
#include "scheduling/autoschedule/AutoSchedule.h"
#include "tests/unit/scheduling/Kernels.h"

#include <algorithm>

using namespace acc;
using namespace acc::test;

namespace {

Plan chosen(const Lifted &lifted, const Target &target = withVectors()) {
  Outcome<Plan> plan = chooseSchedule(*lifted.nest, target);
  if (!plan) {
    ADD_FAILURE() << plan.rejection().message();
    return Plan(lifted.schedule(), target);
  }
  EXPECT_TRUE(plan->schedule().checkLegality());
  return *plan;
}

std::vector<Plan> plansToMeasure(const Nest &nest, const Target &target) {
  std::vector<Plan> plans;
  for (const RankedPlan &one : schedulesToMeasure(nest, target))
    plans.push_back(one.plan);
  return plans;
}

/// What would be written first if nothing had to be gained.
Plan measured(const Lifted &lifted) {
  return schedulesToMeasure(*lifted.nest, withVectors()).at(0).plan;
}

void expectNotProfitable(const Lifted &lifted) {
  Outcome<Plan> plan = chooseSchedule(*lifted.nest, withVectors());
  ASSERT_FALSE(plan) << printScript(*plan, "f#1");
  EXPECT_EQ(plan.rejection().kind, RejectionKind::NotProfitable);
}

std::string innermost(const Plan &plan) { return plan.schedule().order().back().name; }

/// Extents of the buffer of `array`.
std::vector<int64_t> tileOf(const Plan &plan, const std::string &array) {
  for (const Promotion &promotion : plan.promotions())
    if (promotion.array == array)
      return promotedTile(plan.schedule(), array, promotion.index)->sizes;
  return {};
}

using Names = std::vector<std::string>;
using Sizes = std::vector<int64_t>;

} // namespace

TEST(AutoSchedule, GemmIsTheWorkedExample) {
  Plan plan = chosen(matmul("n", "m", "p"));
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"k", "i", "j", "i_1", "k_1", "ii", "jj"}));
  EXPECT_EQ(tileOf(plan, "C"), (Sizes{8, 32}));
  EXPECT_EQ(tileOf(plan, "B"), (Sizes{240, 32}));
  // Two blocks of rows or fewer are none.
  EXPECT_EQ(namesOf(chosen(matmul("512", "m", "p")).schedule()),
            (Names{"k", "j", "i", "k_1", "ii", "jj"}));
  EXPECT_EQ(namesOf(chosen(matmul("513", "m", "p")).schedule()),
            (Names{"k", "i", "j", "i_1", "k_1", "ii", "jj"}));
  EXPECT_EQ(plan.unrolled(), std::set<std::string>{"ii"});
  EXPECT_EQ(plan.vectorized(), std::set<std::string>{"jj"});
}

TEST(AutoSchedule, TilesFollowElementAndTarget) {
  EXPECT_EQ(tileOf(chosen(gemmWith("i*lda + k", "k*ldb + j", "double")), "C"), (Sizes{8, 16}));
  EXPECT_EQ(tileOf(chosen(matmul("n", "m", "p"), Target()), "C"), (Sizes{6, 16}));
  EXPECT_EQ(tileOf(chosen(matmul("n", "m", "64")), "C"), (Sizes{8, 32}));
  EXPECT_EQ(tileOf(chosen(matmul("3", "m", "p")), "C"), (Sizes{3, 32}));
}

/// for j { for k { for i from j on C[j][i] += A[k][i]*B[k][j] } }: half as wide, and blocks of i
/// begin where those of j do.
TEST(AutoSchedule, TrianglesHaveSmallTilesFromTheDiagonalOn) {
  auto triangle = [](const std::string &first) {
    return Lifted(makeScop({{"j", first, "n"}, {"k", "0", "p"}, {"i", "j", "n"}},
                           {{{"j", "k", "i"},
                             {},
                             {"C", "j*ldc + i"},
                             "+=",
                             {{"A", "k*lda + i"}, {"B", "k*ldb + j"}}}}),
                  {{"C", {"ldc"}}, {"A", {"lda"}}, {"B", {"ldb"}}});
  };
  auto shifted = [](const Plan &plan) {
    std::vector<std::string> by;
    for (const Step &step : plan.schedule().steps())
      if (step.kind == Step::Kind::Shift)
        by.push_back(step.indices.front() + " by " + step.places.front().str());
    return by;
  };
  EXPECT_EQ(tileOf(chosen(triangle("1")), "C"), (Sizes{8, 16}));
  EXPECT_EQ(shifted(chosen(triangle("1"))), (Names{"i by -1"}));
  EXPECT_EQ(shifted(chosen(triangle("0"))), Names{});
  EXPECT_EQ(tileOf(chosen(triangle("1"), Target()), "C"), (Sizes{6, 16})); // few registers
}

/// A loop that its compiler unrolls whole leaves no loop around what is run at once.
TEST(AutoSchedule, ShortLoopsOfKnownLengthAreJudged) {
  for (const char *index : {"i", "2*i", "0"})
    for (const char *assign : {"=", "+="})
      for (int length = 1; length <= 130; ++length) {
        Lifted lifted(makeScop({{"i", "0", std::to_string(length)}},
                               {{{"i"}, {}, {"b", index}, assign, {{"a", "i"}}}}),
                      {});
        for (const Target &target : {Target(), withVectors(16, 16), withVectors()}) {
          static_cast<void>(chooseSchedule(*lifted.nest, target));
          for (const RankedPlan &one : schedulesToMeasure(*lifted.nest, target))
            EXPECT_TRUE(one.plan.schedule().checkLegality()) << length << " " << index;
        }
      }
}

TEST(AutoSchedule, ShortReductionsAreNotBlocked) {
  EXPECT_EQ(namesOf(chosen(matmul("n", "m", "64")).schedule()), (Names{"j", "i", "k", "ii", "jj"}));
}

/// A tile's inner index of a longer name is "row_1", as that of a block would be.
TEST(AutoSchedule, NamesOfLoopsDoNotMatter) {
  Lifted product(makeScop({{"row", "0", "n"}, {"column", "0", "m"}, {"depth", "0", "p"}},
                          {{{"row", "column", "depth"},
                            {},
                            {"C", "row*m + column"},
                            "+=",
                            {{"A", "row*p + depth"}, {"B", "depth*m + column"}}}}),
                 {{"C", {"m"}}, {"A", {"p"}}, {"B", {"m"}}});
  Plan plan = chosen(product);
  EXPECT_EQ(tileOf(plan, "C"), (Sizes{8, 32}));
  EXPECT_EQ(namesOf(plan.schedule()),
            (Names{"depth", "row", "column", "row_2", "depth_1", "row_1", "column_1"}));
}

/// for i { for j C = 1; for k { t = A; for c C += t*B; } }, or with `isAlone` without the first of
/// the inner loops.
Lifted scaledRows(bool isAlone, const std::string &depth = "p") {
  std::vector<StatementSpec> statements{
      {{"i", "j"}, {0, 0, 0}, {"C", "i*m + j"}, "=", {}},
      {{"i", "k"}, {0, 1, 0}, {"t", "0"}, "=", {{"A", "i*p + k"}}},
      {{"i", "k", "c"}, {0, 1, 1, 0}, {"C", "i*m + c"}, "+=", {{"t", "0"}, {"B", "k*m + c"}}}};
  if (isAlone)
    statements.erase(statements.begin());
  std::vector<LoopSpec> loops{
      {"i", "0", "n"}, {"j", "0", "m", "i"}, {"k", "0", depth, "i"}, {"c", "0", "m", "k"}};
  if (isAlone)
    loops.erase(loops.begin() + 1);
  Scop scop = makeScop(loops, statements);
  makePrivateScalar(scop, "t", {"i", "k"});
  return Lifted(scop, {{"C", {"m"}}, {"A", {"p"}}, {"B", {"m"}}});
}

TEST(AutoSchedule, ScalarsBetweenLoopsHaveCellsBeforeTheTiles) {
  Plan plan = chosen(scaledRows(false));
  EXPECT_EQ(tileOf(plan, "C"), (Sizes{8, 32}));
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"f0", "k", "i", "j", "f1", "c", "k_1", "ii", "cc"}));
  auto isAround = [&](const char *array, const char *index) {
    return std::any_of(plan.promotions().begin(), plan.promotions().end(),
                       [&](const Promotion &promotion) {
                         return promotion.array == array && promotion.index == index;
                       });
  };
  EXPECT_TRUE(isAround("t", "f1"));
  EXPECT_TRUE(isAround("C", "k_1"));
  // A perfect product is had by substitution, and a short one has no panels.
  for (const Lifted &other : {scaledRows(true), scaledRows(false, "100")})
    for (const Plan &one : plansToMeasure(*other.nest, withVectors()))
      for (const Promotion &promotion : one.promotions())
        EXPECT_NE(promotion.index, "k_1");
}

/// for i { for j C = 0;  for k for j C += A*B; }: the zeros first, then the product as if it stood
/// alone.
TEST(AutoSchedule, ProductsBesideOthersAreTiledAsAlone) {
  Lifted lifted(
      makeScop({{"i", "0", "n"}, {"j", "0", "m", "i"}, {"k", "0", "p", "i"}, {"j2", "0", "m", "k"}},
               {{{"i", "j"}, {0, 0, 0}, {"C", "i*m + j"}, "=", {}},
                {{"i", "k", "j2"},
                 {0, 1, 0, 0},
                 {"C", "i*m + j2"},
                 "+=",
                 {{"A", "i*p + k"}, {"B", "k*m + j2"}}}}),
      {{"A", {"p"}}, {"B", {"m"}}, {"C", {"m"}}});
  Plan plan = chosen(lifted);
  EXPECT_EQ(namesOf(plan.schedule()),
            (Names{"f0", "k", "i", "j2", "i_1", "k_1", "j", "ii", "j2_1"}));
  EXPECT_EQ(tileOf(plan, "C"), (Sizes{8, 32}));
}

/// A copy of what all rows share is used too seldom by few of them.
TEST(AutoSchedule, FewRowsHaveNoPanel) {
  EXPECT_EQ(tileOf(chosen(matmul("63", "m", "p")), "B"), Sizes{});
  EXPECT_EQ(tileOf(chosen(matmul("64", "m", "p")), "B"), (Sizes{240, 32}));
}

TEST(AutoSchedule, OtherGemmsAreTiledToo) {
  for (const char *a : {"i*lda + k", "k*lda + i"})
    for (const char *b : {"k*ldb + j", "j*ldb + k"})
      EXPECT_EQ(tileOf(chosen(gemmWith(a, b)), "C"), (Sizes{8, 32})) << a << ", " << b;
}

TEST(AutoSchedule, OperandsReadByColumnsArePacked) {
  Plan plan = chosen(gemmWith("i*lda + k", "j*ldb + k"));
  ASSERT_EQ(plan.promotions().size(), 2u);
  EXPECT_EQ(plan.promotions()[0].array, "B");
  EXPECT_EQ(plan.promotions()[0].layout, Promotion::Layout::LastMajor);
  EXPECT_EQ(tileOf(plan, "B"), (Sizes{32, 128}));
  const Plan inRows = chosen(gemmWith("i*lda + k", "k*ldb + j"));
  ASSERT_EQ(inRows.promotions().size(), 2u);
  EXPECT_EQ(inRows.promotions()[0].layout, Promotion::Layout::FirstMajor);
}

TEST(AutoSchedule, InitialisedAccumulatorsStayInOneTile) {
  Plan plan = chosen(gemmWithInit());
  EXPECT_EQ(tileOf(plan, "C"), (Sizes{8, 32}));
  plan = chosen(gemmWithScalar());
  EXPECT_EQ(tileOf(plan, "sum"), (Sizes{8, 32}));
  EXPECT_EQ(innermost(plan), "jj");
}

TEST(AutoSchedule, ConvolutionTilesPixelsAndChannels) {
  Plan plan = chosen(conv2d());
  EXPECT_EQ(tileOf(plan, "out"), (Sizes{1, 8, 32}));
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"k", "y", "x", "r", "s", "c", "xx", "kk"}));
}

/// Of several reductions a block of the one along which the operand is contiguous has a copy.
TEST(AutoSchedule, OperandsReadByColumnsArePackedUnderSeveralReductions) {
  Plan plan = chosen(conv2d(/*isFilterFirst=*/true));
  EXPECT_EQ(tileOf(plan, "out"), (Sizes{1, 8, 32}));
  EXPECT_EQ(tileOf(plan, "w"), (Sizes{32, 1, 1, 64}));
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"k", "y", "x", "r", "s", "c", "c_1", "xx", "kk"}));
}

/// A reduction that is no longer than a block is copied as a whole.
TEST(AutoSchedule, ShortReductionsArePackedAsAWhole) {
  auto product = [](const char *b) {
    return Lifted(
        makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "64"}},
                 {{{"i", "j", "k"}, {}, {"C", "i*m + j"}, "+=", {{"A", "i*64 + k"}, {"B", b}}}}),
        {{"C", {"m"}}, {"A", {"64"}}, {"B", {std::string(b) == "k*m + j" ? "m" : "64"}}});
  };
  EXPECT_EQ(tileOf(chosen(product("k*m + j")), "B"), (Sizes{64, 32}));
  EXPECT_EQ(tileOf(chosen(product("j*64 + k")), "B"), (Sizes{32, 64}));
}

TEST(AutoSchedule, StridedCopiesAreInterchanged) {
  Plan plan = chosen(pair("2*j*w + i", "=", {{"A", "(2*j + 1)*w + i"}}, {{"A", {"w"}}}));
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"j", "i"}));
  EXPECT_EQ(plan.vectorized(), std::set<std::string>{"i"});
  plan = chosen(pair("i", "+=", {{"B", "j*n + i"}, {"x", "j"}}, {{"B", {"n"}}}));
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"j", "i"}));
}

TEST(AutoSchedule, AllStridesAreSorted) {
  Lifted subset(makeScop({{"k", "0", "o3"}, {"j", "0", "o2"}, {"i", "0", "o1"}},
                         {{{"k", "j", "i"}, {}, {"A", "i*n1*n2 + j*n2 + k"}, "=", {}}}),
                {{"A", {"n1", "n2"}}});
  EXPECT_EQ(namesOf(chosen(subset).schedule()), (Names{"i", "j", "k"}));
  Lifted im2col(
      makeScop(
          {{"y", "0", "OH"}, {"x", "0", "OW"}, {"c", "0", "C"}, {"r", "0", "R"}, {"s", "0", "S"}},
          {{{"y", "x", "c", "r", "s"},
            {},
            {"col", "c*R*S*OH*OW + r*S*OH*OW + s*OH*OW + y*OW + x"},
            "=",
            {{"im", "c*H*W + y*W + r*W + x + s"}}}}),
      {{"col", {"R", "S", "OH", "OW"}}, {"im", {"H", "W"}}});
  EXPECT_EQ(namesOf(chosen(im2col).schedule()), (Names{"c", "r", "s", "y", "x"}));
}

TEST(AutoSchedule, TransposesAreTiledWithContiguousStores) {
  Plan plan = chosen(pair("j*n + i", "=", {{"B", "i*m + j"}}, {{"A", {"n"}}, {"B", {"m"}}}));
  const std::vector<Index> &order = plan.schedule().order();
  ASSERT_EQ(order.size(), 4u);
  EXPECT_EQ(order[3].name, "ii");
  EXPECT_EQ(order[2].name, "jj");
  EXPECT_EQ(order[3].size, 16);
}

/// What is read across the vectors is turned in registers, and the tiles follow one another along
/// the stores; not of elements that are turned nowhere.
TEST(AutoSchedule, TilesReadAcrossAreTurnedCopies) {
  const ViewSizes sizes = {{"A", {"n"}}, {"B", {"m"}}};
  for (const char *op : {"=", "+="}) {
    Plan plan = chosen(pair("j*n + i", op, {{"B", "i*m + j"}}, sizes));
    EXPECT_EQ(namesOf(plan.schedule()), (Names{"j", "i", "jj", "ii"}));
    EXPECT_EQ(tileOf(plan, "B"), (Sizes{16, 16}));
    ASSERT_EQ(plan.promotions().size(), 1u);
    EXPECT_EQ(plan.promotions()[0].layout, Promotion::Layout::LastMajor);
  }
  Scop bytes = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                        {{{"i", "j"}, {}, {"A", "j*n + i"}, "=", {{"B", "i*m + j"}}}});
  for (ScopArray &array : bytes.arrays)
    array.elementSize = 1;
  EXPECT_TRUE(chosen(Lifted(bytes, sizes)).promotions().empty());
}

/// for i for j { A[j][i] += B[i][j]; B[i][j] += 1; }: one copy serves both, around both; not where
/// another statement meets B elsewhere.
TEST(AutoSchedule, WhatIsReadAcrossAndWrittenHasOneCopy) {
  auto with = [](const char *written) {
    return Lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                           {{{"i", "j"}, {0, 0, 0}, {"A", "j*n + i"}, "+=", {{"B", "i*m + j"}}},
                            {{"i", "j"}, {0, 0, 1}, {"B", written}, "=", {{"D", "i"}}}}),
                  {{"A", {"n"}}, {"B", {"m"}}});
  };
  Plan plan = chosen(with("i*m + j"));
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"j", "i", "f0", "jj", "ii"}));
  EXPECT_EQ(tileOf(plan, "B"), (Sizes{16, 16}));
  ASSERT_EQ(plan.promotions().size(), 1u);
  EXPECT_EQ(plan.promotions()[0].index, "f0");
  for (const Plan &other : plansToMeasure(*with("j*m + i").nest, withVectors()))
    EXPECT_TRUE(other.promotions().empty()) << printScript(other, "f#1");
}

/// Two ends that are sizes are no block that the source cut by hand.
TEST(AutoSchedule, TransposesWithTwoEndsAreTiled) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "j*n + i"}, "=", {{"B", "i*m + j"}}}});
  scop.loops[0].end.push_back(poly("n - 1"));
  scop.loops[1].end.push_back(poly("m - 1"));
  Plan plan = chosen(Lifted(scop, {{"A", {"n"}}, {"B", {"m"}}}));
  EXPECT_EQ(plan.schedule().order().size(), 4u);
}

/// Floyd's column k, which the others read, is cut out of the row: what is left of it runs in
/// vectors. Not where a second read meets the writes elsewhere, or all along the row.
TEST(AutoSchedule, RowsAreCutWhereTheyMeetThemselves) {
  auto with = [](const std::vector<AccessSpec> &reads) {
    return Lifted(makeScop({{"k", "0", "n"}, {"i", "0", "n"}, {"j", "0", "n"}},
                           {{{"k", "i", "j"}, {}, {"A", "i*n + j"}, "+=", reads}}),
                  {{"A", {"n"}}});
  };
  Plan plan = chosen(with({{"A", "i*n + k"}, {"A", "k*n + j"}}));
  EXPECT_EQ(plan.vectorized(), std::set<std::string>{"j"});
  ASSERT_EQ(plan.schedule().steps().size(), 1u);
  EXPECT_EQ(plan.schedule().steps()[0].kind, Step::Kind::IndexSetSplit);
  EXPECT_EQ(plan.schedule().steps()[0].places, (std::vector<Polynomial>{poly("k"), poly("k + 1")}));
  ASSERT_EQ(plan.promotions().size(), 1u);
  EXPECT_EQ(plan.promotions()[0].index, "j");
  for (const char *second : {"i*n + k + 1", "i*n + j - 1"})
    for (const Plan &other :
         plansToMeasure(*with({{"A", "i*n + k"}, {"A", second}}).nest, withVectors()))
      EXPECT_TRUE(other.vectorized().empty()) << second << printScript(other, "f#1");
}

TEST(AutoSchedule, StencilsKeepTheirOrder) {
  Lifted stencil = pair("i*m + j", "=", {{"B", "i*m + j - 1"}, {"B", "(i + 1)*m + j"}},
                        {{"A", {"m"}}, {"B", {"m"}}});
  std::vector<Plan> plans = plansToMeasure(*stencil.nest, withVectors());
  ASSERT_EQ(plans.size(), 1u);
  EXPECT_TRUE(plans[0].schedule().steps().empty());
  EXPECT_EQ(plans[0].vectorized(), std::set<std::string>{"j"});
}

TEST(AutoSchedule, LoopsThatCompilersVectorizeThemselvesAreLeft) {
  // A[i][j] = B[i][j - 1] + B[i + 1][j], and the row i of C times a number.
  Lifted stencil = pair("i*m + j", "=", {{"B", "i*m + j - 1"}, {"B", "(i + 1)*m + j"}},
                        {{"A", {"m"}}, {"B", {"m"}}});
  expectNotProfitable(stencil);
  Outcome<Plan> plan = chooseSchedule(*stencil.nest, withVectors());
  ASSERT_FALSE(plan);
  EXPECT_NE(plan.rejection().message().find("no gain"), std::string::npos);
  expectNotProfitable(pair("i*m + j", "+=", {{"B", "i"}}, {{"A", {"m"}}}));
}

TEST(AutoSchedule, LoopsThatCompilersCannotVectorizeAreWritten) {
  // Elements of one array at a distance that is not known: compilers compare where the loop's
  // accesses begin and end.
  expectNotProfitable(pair("i*m + j", "+=", {{"A", "i*m + j + 3*m*n"}}, {{"A", {"m"}}}));
  // A conditional access.
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"B", "i*m + j"}}}});
  for (ScopAccess &access : scop.statements[0].accesses)
    access.may = !access.isWrite;
  EXPECT_EQ(chosen(Lifted(scop, {{"A", {"m"}}, {"B", {"m"}}})).vectorized(),
            std::set<std::string>{"j"});
}

/// pixel = inside(x*stride) ? im[y][x*stride] : 0: no compiler gains from gathering under a mask.
TEST(AutoSchedule, NothingIsGatheredBelowConditions) {
  for (const char *read : {"i*w + j*stride", "i*w + j"}) {
    Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                         {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"B", read}}}});
    for (ScopAccess &access : scop.statements[0].accesses)
      access.may = !access.isWrite;
    Lifted lifted(scop, {{"A", {"m"}}, {"B", {"w"}}});
    EXPECT_EQ(bool(chooseSchedule(*lifted.nest, withVectors())), read == std::string("i*w + j"))
        << read;
  }
}

/// The registers are those that the compiler has, the text is that of the target: a quarter of the
/// lanes, more to do for each product.
TEST(AutoSchedule, PlansAreCostedWithTheRegistersOfTheCompiler) {
  Lifted products = matmul("n", "m", "p");
  Target all = *namedTarget(kPortable);
  LoopCompiler sse2;
  sse2.vectorBytes = 16;
  sse2.vectorRegisters = 16;
  const auto wide = rankedSchedules(*products.nest, all, {}, 1),
             narrow = rankedSchedules(*products.nest, all, sse2, 1);
  ASSERT_TRUE(wide && narrow);
  EXPECT_EQ(narrow->front().plan.target().vectorBytes, all.vectorBytes);
  EXPECT_GT(narrow->front().cost, 2 * wide->front().cost);
}

/// gcc -O2: the source in scalars, the fast version with 16 and 32 bytes.
Builds scalarSourceInLevels() {
  LoopCompiler source;
  source.vectors = LoopCompiler::Vectors::FixedLengths;
  source.vectorBytes = source.vectorRegisters = 16;
  Builds builds(source);
  builds.levels.clear();
  for (unsigned bytes : {16, 32}) {
    LoopCompiler compiler;
    compiler.vectorBytes = bytes;
    compiler.vectorRegisters = 16;
    builds.levels.push_back({bytes == 16 ? "plain" : "avx2", compiler});
  }
  return builds;
}

/// A copy of rows gains what vectors gain, wherever the fast version has them and the source not.
TEST(AutoSchedule, ANestIsWrittenWhereItPaysAtSomeLevel) {
  Lifted copy(makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"B", "i*m + j"}}}}),
              {{"A", {"m"}}, {"B", {"m"}}});
  const Target all = *namedTarget(kPortable);
  const Builds levels = scalarSourceInLevels();
  EXPECT_FALSE(rankedSchedules(*copy.nest, all, levels.source));
  const auto ranked = rankedSchedules(*copy.nest, all, levels);
  ASSERT_TRUE(ranked);
  EXPECT_EQ(ranked->front().paysAt, (Names{"plain", "avx2"}));
  // Where the source has vectors as well, the wider ones pay alone.
  Builds vectors = levels;
  vectors.source = levels.levels.front().compiler;
  const auto wider = rankedSchedules(*copy.nest, all, vectors);
  ASSERT_TRUE(wider);
  EXPECT_EQ(wider->front().paysAt, Names{"avx2"});
}

/// So does one loop alone: what a filter leaves, from the samples before each.
TEST(AutoSchedule, OneLoopIsWrittenWhereTheSourceHasNoVectors) {
  Lifted filter(makeScop({{"i", "0", "n"}},
                         {{{"i"}, {}, {"A", "i"}, "=", {{"B", "i"}, {"B", "i + 1"}, {"W", "0"}}}}),
                {});
  const Target all = *namedTarget(kPortable);
  const Builds levels = scalarSourceInLevels();
  const auto ranked = rankedSchedules(*filter.nest, all, levels);
  ASSERT_TRUE(ranked);
  EXPECT_EQ(ranked->front().paysAt, (Names{"plain", "avx2"}));
  EXPECT_TRUE(ranked->front().plan.schedule().steps().empty());
  // Compiled alike, both are one loop.
  EXPECT_FALSE(rankedSchedules(*filter.nest, all, levels.levels.back().compiler));
}

TEST(AutoSchedule, NothingPaysInAUnitThatIsNotForSpeed) {
  Builds builds;
  builds.notForSpeed = "-Os";
  const auto ranked = rankedSchedules(*matmul("n", "m", "p").nest, Target(), builds);
  ASSERT_FALSE(ranked);
  EXPECT_EQ(ranked.rejection().kind, RejectionKind::NotOptimized);
  EXPECT_NE(ranked.rejection().detail.find("-Os"), std::string::npos);
}

/// Where stores below conditions need masks that the machine has not, a compiler makes no vectors
/// of them.
TEST(AutoSchedule, StoresBelowConditionsWantMasks) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"B", "i*m + j"}}}});
  for (ScopAccess &access : scop.statements[0].accesses)
    access.may = access.isWrite;
  Lifted lifted(scop, {{"A", {"m"}}, {"B", {"m"}}});
  LoopCompiler compiler;
  EXPECT_TRUE(chooseSchedule(*lifted.nest, withVectors(), compiler));
  compiler.storesBelowConditions = false;
  EXPECT_FALSE(chooseSchedule(*lifted.nest, withVectors(), compiler));
}

TEST(AutoSchedule, WithoutVectorsTheSourceIsJudgedWithout) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                       {{{"i", "j"}, {}, {"A", "i*m + j"}, "=", {{"B", "i*m + j"}}}});
  for (ScopAccess &access : scop.statements[0].accesses)
    access.may = !access.isWrite;
  Lifted lifted(scop, {{"A", {"m"}}, {"B", {"m"}}});
  LoopCompiler compiler;
  compiler.vectors = LoopCompiler::Vectors::FixedLengths;
  EXPECT_FALSE(chooseSchedule(*lifted.nest, withVectors(), compiler));
  compiler.vectors = LoopCompiler::Vectors::All;
  EXPECT_TRUE(chooseSchedule(*lifted.nest, withVectors(), compiler));
}

TEST(AutoSchedule, TheStepOfAConvolutionIsNoRow) {
  // c, r, s, y, x as im2col has them: x runs along a row, two elements at a time at most.
  Lifted im2col(
      makeScop(
          {{"c", "0", "C"}, {"r", "0", "R"}, {"s", "0", "S"}, {"y", "0", "OH"}, {"x", "0", "OW"}},
          {{{"c", "r", "s", "y", "x"},
            {},
            {"col", "c*R*S*OH*OW + r*S*OH*OW + s*OH*OW + y*OW + x"},
            "=",
            {{"im", "c*H*W + y*step*W + r*W + x*step + s"}}}}),
      {{"col", {"R", "S", "OH", "OW"}}, {"im", {"H", "W"}}});
  for (const RankedPlan &one : schedulesToMeasure(*im2col.nest, withVectors()))
    EXPECT_TRUE(one.plan.schedule().steps().empty()) << printScript(one.plan, "f#1");
}

TEST(AutoSchedule, NothingIsGainedFromRecurrences) {
  expectNotProfitable(
      pair("i*m + j", "=", {{"A", "i*m + j - 1"}, {"A", "(i - 1)*m + j + 9"}}, {{"A", {"m"}}}));
  // One loop, nothing recovered.
  expectNotProfitable(
      Lifted(makeScop({{"i", "0", "n"}}, {{{"i"}, {}, {"A", "i"}, "=", {{"B", "i"}}}}), {}));
}

TEST(AutoSchedule, SumsOfIntegersAreInLocalVariables) {
  Plan plan = chosen(Lifted(
      makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}},
               {{{"i", "j", "k"}, {}, {"A", "i"}, "+=", {{"B", "(i*m + j)*p + k"}}}}, "int", "int"),
      {{"B", {"m", "p"}}}));
  EXPECT_TRUE(plan.schedule().steps().empty());
  ASSERT_EQ(plan.promotions().size(), 1u);
  EXPECT_EQ(plan.promotions()[0].array, "A");
  EXPECT_EQ(plan.promotions()[0].index, "j");
}

TEST(AutoSchedule, TimeStepsStayOutside) {
  // for t { for i for j B = A; for i for j A = B }
  Lifted jacobi(
      makeScop(
          {{"t", "0", "T"},
           {"i", "1", "n", "t"},
           {"j", "1", "m"},
           {"i2", "1", "n", "t"},
           {"j2", "1", "m"}},
          {{{"t", "i", "j"}, {0, 0, 0, 0}, {"B", "j*n + i"}, "=", {{"A", "(j - 1)*n + i"}}},
           {{"t", "i2", "j2"}, {0, 1, 0, 0}, {"A", "j2*n + i2"}, "=", {{"B", "j2*n + i2 - 1"}}}}),
      {{"A", {"n"}}, {"B", {"n"}}});
  Plan plan = chosen(jacobi);
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"t", "f0", "j", "i", "j2", "i2"}));
  EXPECT_EQ(plan.vectorized(), (std::set<std::string>{"i", "i2"}));
}

/// B[i] needs A[i + 1] of before, A[i] needs `second`.
Lifted sweeps(const std::string &second, const std::string &times = "T",
              const std::string &rows = "n", const std::string &columns = "m") {
  return Lifted(
      makeScop({{"t", "0", times},
                {"i", "1", rows, "t"},
                {"j", "1", columns},
                {"i2", "1", rows, "t"},
                {"j2", "1", columns}},
               {{{"t", "i", "j"},
                 {0, 0, 0, 0},
                 {"B", "i*m + j"},
                 "=",
                 {{"A", "(i - 1)*m + j"}, {"A", "(i + 1)*m + j"}}},
                {{"t", "i2", "j2"}, {0, 1, 0, 0}, {"A", "i2*m + j2"}, "=", {{"B", second}}}}),
      {{"A", {"m"}}, {"B", {"m"}}});
}

const char *const kNextRow = "(i2 + 1)*m + j2";

/// The second sweep is one row behind, and each step of time two more.
TEST(AutoSchedule, RepeatedSweepsAreSkewed) {
  Plan plan = chosen(sweeps(kNextRow));
  EXPECT_EQ(namesOf(plan.schedule()), (Names{"t", "i", "tt", "ii", "f0", "j", "j2"}));
  const std::vector<Step> &steps = plan.schedule().steps();
  ASSERT_EQ(steps.size(), 5u);
  EXPECT_EQ(steps[2].kind, Step::Kind::Skew);
  EXPECT_EQ(steps[2].sizes[0], 2);
  EXPECT_EQ(plan.vectorized(), (std::set<std::string>{"j", "j2"}));
}

/// What is read again is still in the caches, or hardly ever read again.
TEST(AutoSchedule, SweepsOverLittleDataAreNotSkewed) {
  auto isSkewed = [](const Lifted &lifted) {
    const std::vector<Step> &steps = measured(lifted).schedule().steps();
    return std::any_of(steps.begin(), steps.end(),
                       [](const Step &step) { return step.kind == Step::Kind::Skew; });
  };
  EXPECT_FALSE(isSkewed(sweeps(kNextRow, "4")));
  EXPECT_FALSE(isSkewed(sweeps(kNextRow, "T", "1000", "1000"))); // 8 MB
  EXPECT_TRUE(isSkewed(sweeps(kNextRow, "T", "2000", "2000")));
  // for t { for i for j A[i][j] *= 2; for i for j A[i][j] += 1; }: no row needs another
  EXPECT_FALSE(
      isSkewed(Lifted(makeScop({{"t", "0", "T"},
                                {"i", "0", "n", "t"},
                                {"j", "0", "m"},
                                {"i2", "0", "n", "t"},
                                {"j2", "0", "m"}},
                               {{{"t", "i", "j"}, {0, 0, 0, 0}, {"A", "i*m + j"}, "*=", {}},
                                {{"t", "i2", "j2"}, {0, 1, 0, 0}, {"A", "i2*m + j2"}, "+=", {}}}),
                      {{"A", {"m"}}})));
}

TEST(AutoSchedule, SweepsOverTheSameArraysAreFused) {
  Plan plan = chosen(sweeps(kNextRow, "4"));
  ASSERT_EQ(plan.schedule().steps().size(), 2u);
  EXPECT_EQ(plan.schedule().steps()[0].kind, Step::Kind::Shift);
  EXPECT_EQ(plan.schedule().steps()[0].places[0], Polynomial(1));
  EXPECT_EQ(plan.schedule().steps()[1].kind, Step::Kind::Fuse);
  EXPECT_EQ(plan.vectorized(), (std::set<std::string>{"j", "j2"}));
  // One that needs the far end of the first stays where it is.
  Plan apart = measured(sweeps("(n - i2)*m + j2"));
  for (const Step &step : apart.schedule().steps())
    EXPECT_NE(step.kind, Step::Kind::Fuse);
}

TEST(AutoSchedule, PartsOfImperfectNestsAreInterchanged) {
  std::vector<Plan> plans = plansToMeasure(*lu().nest, withVectors()); // behind the tile
  EXPECT_TRUE(std::any_of(plans.begin(), plans.end(), [](const Plan &plan) {
    return plan.schedule().positionOf("k2") < plan.schedule().positionOf("j2") &&
           plan.vectorized() == std::set<std::string>{"j2"};
  }));
  Plan plan = chosen(doitgen());
  EXPECT_LT(plan.schedule().positionOf("s"), plan.schedule().order().size() - 1);
  EXPECT_TRUE(plan.schedule().find(innermost(plan))->name.starts_with("p"));
}

TEST(AutoSchedule, PrivateScalarsAreSeparatedFromTheirUseOnlyWithACellEach) {
  Lifted lifted = atax();
  Plan plan = measured(lifted);
  const std::vector<ScopArray> &arrays = lifted.nest->source->scop.arrays;
  for (size_t a = 0; a < arrays.size(); ++a) {
    if (!arrays[a].isPrivate)
      continue;
    Outcome<bool> needs = needsExpansion(plan.schedule(), a);
    ASSERT_TRUE(needs);
    EXPECT_EQ(*needs, std::any_of(plan.promotions().begin(), plan.promotions().end(),
                                  [&](const Promotion &p) { return p.array == arrays[a].name; }));
  }
}

TEST(AutoSchedule, AlternativesAreOfDifferentKinds) {
  std::vector<Plan> plans = plansToMeasure(*gemmWith("i*lda + k", "k*ldb + j").nest, withVectors());
  ASSERT_GE(plans.size(), 2u);
  EXPECT_FALSE(plans[0].promotions().empty());
  EXPECT_TRUE(std::any_of(plans.begin(), plans.end(),
                          [](const Plan &plan) { return plan.promotions().empty(); }));
  std::set<std::string> scripts;
  for (const Plan &plan : plans) {
    EXPECT_TRUE(scripts.insert(printScript(plan, "f#1")).second);
    EXPECT_TRUE(plan.schedule().checkLegality());
  }
}

TEST(AutoSchedule, ElementsThatTheInnermostLoopLeavesAreInLocalVariables) {
  // for k for j for i C[j][i] += A[k][i]*B[k][j], too narrow for a tile of registers
  std::vector<Plan> plans =
      plansToMeasure(*Lifted(makeScop({{"k", "0", "p"}, {"j", "0", "3"}, {"i", "0", "n"}},
                                      {{{"k", "j", "i"},
                                        {},
                                        {"C", "j*n + i"},
                                        "=",
                                        {{"A", "k*n + i"}, {"B", "k*m + j"}}}}),
                             {{"C", {"n"}}, {"A", {"n"}}, {"B", {"m"}}})
                          .nest,
                     withVectors());
  ASSERT_GE(plans.size(), 2u);
  ASSERT_EQ(plans[0].promotions().size(), 1u);
  EXPECT_EQ(plans[0].promotions()[0].array, "B");
  EXPECT_EQ(plans[0].promotions()[0].index, "i");
  EXPECT_TRUE(plans[1].promotions().empty()); // where that cannot be written
}

TEST(AutoSchedule, ScalarAccumulatorsOfRowProductsAreTiled) {
  // for i for j { sum = 1; for k sum += A[i][k]*B[j][k]; C[i][j] = sum; }
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}},
      {{{"i", "j"}, {0, 0, 0}, {"sum", "0"}, "=", {}},
       {{"i", "j", "k"}, {0, 0, 1, 0}, {"sum", "0"}, "+=", {{"A", "i*p + k"}, {"B", "j*p + k"}}},
       {{"i", "j"}, {0, 0, 2}, {"C", "i*m + j"}, "=", {{"sum", "0"}}}});
  makePrivateScalar(scop, "sum", {"i", "j"});
  Plan plan = chosen(Lifted(scop, {{"C", {"m"}}, {"A", {"p"}}, {"B", {"p"}}}));
  EXPECT_EQ(tileOf(plan, "sum"), (Sizes{8, 32}));
}

/// The reduction is around the part that holds the accumulator: no register tile of the product's
/// kind, but one of updates that another statement finishes at the diagonal.
TEST(AutoSchedule, UpdatesWithTheirDiagonalAreTiled) {
  // for k for i { a[i][k] /= a[k][k]; for j a[i][j] -= a[i][k]*a[k][j]; }
  Lifted lifted(makeScop({{"k", "0", "n"}, {"i", "k + 1", "n"}, {"j", "k + 1", "n"}},
                         {{{"k", "i"}, {0, 0, 0}, {"a", "i*lda + k"}, "/=", {{"a", "k*lda + k"}}},
                          {{"k", "i", "j"},
                           {0, 0, 1, 0},
                           {"a", "i*lda + j"},
                           "-=",
                           {{"a", "i*lda + k"}, {"a", "k*lda + j"}}}}),
                {{"a", {"lda"}}});
  Plan plan = chosen(lifted);
  EXPECT_EQ(plan.vectorized(), std::set<std::string>{"jj"});
  EXPECT_FALSE(tileOf(plan, "a").empty());
}

TEST(AutoSchedule, ShortSumsStayWithTheirPoint) {
  // A star: for j for i { for k<5 B[j][i] += w[k]*A[j + k][i]; for l<5 B[j][i] += v[l]*A[j][i + l]
  // }
  auto star = [](const std::string &points) {
    return Lifted(
        makeScop({{"j", "0", "n"}, {"i", "0", "n"}, {"k", "0", points}, {"l", "0", points}},
                 {{{"j", "i", "k"},
                   {0, 0, 0, 0},
                   {"B", "j*n + i"},
                   "+=",
                   {{"w", "k"}, {"A", "(j + k)*m + i"}}},
                  {{"j", "i", "l"},
                   {0, 0, 1, 0},
                   {"B", "j*n + i"},
                   "+=",
                   {{"v", "l"}, {"A", "j*m + i + l"}}}}),
        {{"B", {"n"}}, {"A", {"m"}}});
  };
  Plan plan = measured(star("5"));
  EXPECT_TRUE(plan.schedule().steps().empty());
  EXPECT_EQ(plan.vectorized(), std::set<std::string>{"i"});
  // Long ones are worth a sweep each.
  EXPECT_FALSE(chosen(star("64")).schedule().steps().empty());
}

TEST(AutoSchedule, InterleavedChannelsAreTakenTogether) {
  // for c for y for x out[y][3x + c] = a[y][3x + c] * w[c] + b[y][3x + c] * w[c]
  Lifted lifted(
      makeScop({{"c", "0", "3"}, {"y", "0", "n"}, {"x", "0", "m"}},
               {{{"c", "y", "x"},
                 {},
                 {"out", "y*p + 3*x + c"},
                 "=",
                 {{"a", "y*p + 3*x + c"}, {"w", "c"}, {"b", "y*p + 3*x + c"}, {"w", "c"}}}}),
      {{"out", {"p"}}, {"a", {"p"}}, {"b", {"p"}}});
  EXPECT_EQ(namesOf(chosen(lifted).schedule()), (Names{"y", "x", "c"}));
}

TEST(AutoSchedule, VeryShortLoopsAreNotVectorized) {
  Lifted lifted(
      makeScop({{"c", "0", "3"}, {"y", "0", "n"}, {"x", "0", "m"}},
               {{{"c", "y", "x"}, {}, {"A", "y*w + 3*x + c"}, "=", {{"B", "y*w + 3*x + c"}}}}),
      {{"A", {"w"}}, {"B", {"w"}}});
  Outcome<Plan> plan = chooseSchedule(*lifted.nest, withVectors());
  if (plan) {
    EXPECT_FALSE(plan->vectorized().count("c"));
  }
}

TEST(AutoSchedule, BlocksAreNoLongerThanRows) {
  Lifted lifted(
      makeScop(
          {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}},
          {{{"i", "j", "k"}, {}, {"C", "i*15 + j"}, "+=", {{"A", "i*w + k"}, {"B", "k*15 + j"}}}}),
      {{"C", {"15"}}, {"A", {"w"}}, {"B", {"15"}}});
  for (const Plan &plan : plansToMeasure(*lifted.nest, withVectors()))
    for (const Index &index : plan.schedule().order())
      if (plan.schedule().nest().dimensions[index.dimension].name == "j" && index.size) {
        EXPECT_LE(*index.size, 15) << index.name;
      }
}
