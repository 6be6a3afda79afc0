#include "tests/unit/scheduling/Kernels.h"

using namespace acc;
using namespace acc::test;

namespace {

Plan tiledGemm() {
  Outcome<Schedule> s = matmul("n", "m", "p").schedule().split("k", 256, "k_1");
  s = s->tile({{"i", 8}, {"j", 32}});
  s = s->reorder({"k", "j", "i", "k_1", "ii", "jj"});
  EXPECT_TRUE(s);
  return Plan(*s, Target());
}

void expectInvalid(const Outcome<Plan> &outcome, const std::string &part) {
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.rejection().kind, RejectionKind::InvalidSchedule);
  EXPECT_NE(outcome.rejection().detail.find(part), std::string::npos) << outcome.rejection().detail;
}

/// The promotion of `array` at `index` of the identity schedule.
Outcome<Plan> promoted(const Scop &scop, const ViewSizes &sizes, const std::string &array,
                       const std::string &index) {
  return Plan(Lifted(scop, sizes).schedule(), Target()).promote(array, index);
}

} // namespace

TEST(Plan, RegisterTileOfGemm) {
  Plan plan = tiledGemm();
  Outcome<PromotedTile> tile = promotedTile(plan.schedule(), "C", "k_1");
  ASSERT_TRUE(tile) << tile.rejection().message();
  EXPECT_EQ(tile->sizes, (std::vector<int64_t>{8, 32}));
  EXPECT_EQ(tile->elements, 256);
  Outcome<Plan> full = plan.promote("C", "k_1");
  ASSERT_TRUE(full);
  full = full->unroll("ii");
  ASSERT_TRUE(full);
  full = full->vectorize("jj");
  ASSERT_TRUE(full);
  expectInvalid(full->promote("C", "ii"), "already");
  expectInvalid(full->unroll("jj"), "vectorized");
  expectInvalid(full->vectorize("ii"), "unrolled");
}

TEST(Plan, UnrollNeedsAFixedLength) {
  Plan plan = tiledGemm();
  expectInvalid(plan.unroll("i"), "no fixed number");
  expectInvalid(plan.unroll("x"), "no loop index");
  EXPECT_TRUE(plan.unroll("k_1"));
}

TEST(Plan, VectorizeNeedsIndependentIterations) {
  Plan plan = tiledGemm();
  Outcome<Plan> reduction = plan.vectorize("k_1");
  ASSERT_FALSE(reduction);
  EXPECT_EQ(reduction.rejection().kind, RejectionKind::IllegalSchedule);
  // Two iterations that differ in k and nothing else, and the element.
  std::string witness = reduction.rejection().message();
  for (const char *part : {"'k_1' carries a dependence: S0 at (i = ", "must run before S0 at (i = ",
                           "because both touch C["})
    EXPECT_NE(witness.find(part), std::string::npos) << witness;
  expectInvalid(plan.vectorize("x"), "no loop index");
  EXPECT_TRUE(plan.vectorize("jj"));
}

/// Accera's fact F88: names in the order of the schedule, one right inside of the other.
TEST(Plan, ParallelIndicesAreNeighbours) {
  Outcome<Schedule> s = matmul("n", "m", "p").schedule().split("i", 4, "ii");
  s = s->reorder({"i", "ii", "j", "k"});
  ASSERT_TRUE(s);
  Plan plan(*s, Target());
  for (const std::vector<std::string> &names :
       std::vector<std::vector<std::string>>{{"i"}, {"ii"}, {"i", "ii", "j"}, {"ii", "j"}})
    EXPECT_TRUE(plan.parallelize(names)) << names.front();
  expectInvalid(plan.parallelize({"j", "ii"}), "not directly inside");
  expectInvalid(plan.parallelize({"i", "j"}), "not directly inside");
  expectInvalid(plan.parallelize({}), "no index");
  expectInvalid(plan.parallelize({"x"}), "no loop index");
}

TEST(Plan, ParallelIndicesCarryNothing) {
  Plan plan = tiledGemm();
  Outcome<Plan> reduction = plan.parallelize({"k"});
  ASSERT_FALSE(reduction);
  EXPECT_EQ(reduction.rejection().kind, RejectionKind::IllegalSchedule);
  std::string witness = reduction.rejection().message();
  for (const char *part : {"'k' carries a dependence: S0 at (i = ", "must run before S0 at (i = ",
                           "because both touch C["})
    EXPECT_NE(witness.find(part), std::string::npos) << witness;
  EXPECT_FALSE(plan.parallelize({"j", "i", "k_1"}));
  EXPECT_TRUE(plan.parallelize({"j", "i"}));
}

TEST(Plan, OneLoopIsSharedOutAtATime) {
  Outcome<Plan> plan = tiledGemm().vectorize("jj");
  ASSERT_TRUE(plan);
  expectInvalid(plan->parallelize({"jj"}), "vectorized");
  plan = plan->parallelize({"j"});
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->isSharedOut("j"));
  EXPECT_FALSE(plan->isSharedOut("i"));
  expectInvalid(plan->parallelize({"i"}), "share statements");
  expectInvalid(plan->vectorize("j"), "parallel");
  // Loops that follow each other may both be.
  plan = Plan(doitgen().schedule(), Target()).parallelize({"s"});
  EXPECT_FALSE(plan);
}

TEST(Promote, SpansOfUnknownSizeAreInvalid) {
  Plan plan(matmul("n", "m", "p").schedule(), Target());
  expectInvalid(plan.promote("C", "j"), "a fixed number");
  expectInvalid(plan.promote("X", "k"), "no array");
  expectInvalid(plan.promote("C", "x"), "no index");
  EXPECT_TRUE(plan.promote("C", "k")); // one element
}

TEST(Plan, AVariableIsNoArrayThatCouldBeCopied) {
  Scop sum = makeScop({{"i", "0", "n"}, {"j", "0", "m"}},
                      {{{"i", "j"}, {}, {"s", "0"}, "+=", {{"A", "i*m + j"}}}});
  for (ScopStatement &statement : sum.statements)
    for (ScopAccess &access : statement.accesses)
      if (sum.arrays[access.array].name == "s")
        access.subscripts.clear();
  for (ScopArray &array : sum.arrays)
    array.isScalar = array.name == "s";
  expectInvalid(promoted(sum, {{"A", {"m"}}}, "s", "j"), "it is one variable");
}

TEST(Promote, LargeBuffersAreInvalid) {
  Outcome<Schedule> s = matmul("n", "m", "p").schedule().tile({{"i", 120}, {"j", 120}});
  s = s->reorder({"i", "j", "k", "ii", "jj"});
  ASSERT_TRUE(s);
  expectInvalid(Plan(*s, Target()).promote("C", "k"), "bytes");
}

TEST(Promote, GapsAreInvalid) {
  std::vector<LoopSpec> loops{{"i", "0", "8"}, {"k", "0", "p"}};
  expectInvalid(
      promoted(makeScop(loops, {{{"i", "k"}, {}, {"A", "2*i"}, "+=", {{"B", "k"}}}}), {}, "A", "i"),
      "gaps along 'i'");
  expectInvalid(promoted(makeScop(loops, {{{"i", "k"}, {}, {"A", "i*w + i"}, "+=", {{"B", "k"}}}}),
                         {{"A", {"w"}}}, "A", "i"),
                "two of its subscripts");
  // The corners of a five-point stencil are touched by none.
  expectInvalid(
      promoted(makeScop({{"i", "0", "8"}, {"j", "0", "8"}},
                        {{{"i", "j"},
                          {},
                          {"B", "i*w + j"},
                          "=",
                          {{"A", "(i + 1)*w + j"}, {"A", "(i - 1)*w + j"}, {"A", "i*w + j + 1"}}}}),
               {{"A", {"w"}}, {"B", {"w"}}}, "A", "i"),
      "unused elements");
}

TEST(Promote, AWrittenGroupNeedsEqualSubscripts) {
  std::vector<LoopSpec> loops{{"i", "0", "8"}, {"k", "0", "p"}};
  expectInvalid(promoted(makeScop(loops, {{{"i", "k"}, {}, {"A", "i"}, "=", {{"A", "i + 1"}}}}), {},
                         "A", "i"),
                "different elements");
}

TEST(Promote, AccessesWithOtherSubscriptsStayInMemory) {
  std::vector<LoopSpec> loops{{"i", "0", "8"}, {"k", "0", "p"}};
  Lifted written(makeScop(loops, {{{"i", "k"}, {}, {"A", "i"}, "=", {{"A", "k"}}}}), {});
  Outcome<PromotedTile> tile = promotedTile(written.schedule(), "A", "i");
  ASSERT_TRUE(tile) << tile.rejection().message();
  EXPECT_EQ(tile->sizes, std::vector<int64_t>{8});
  EXPECT_EQ(tile->accesses.size(), 1u);
  // At k, inside i, A[i] is one element; the written A[k] has no fixed number of them.
  Lifted read(makeScop(loops, {{{"i", "k"}, {}, {"A", "k"}, "=", {{"A", "i"}}}}), {});
  tile = promotedTile(read.schedule(), "A", "k");
  ASSERT_TRUE(tile) << tile.rejection().message();
  EXPECT_EQ(tile->sizes, std::vector<int64_t>{1});
}

TEST(Promote, ShiftedReadsWidenTheBox) {
  Lifted lifted(makeScop({{"i", "0", "8"}, {"k", "0", "p"}},
                         {{{"i", "k"}, {}, {"B", "i"}, "+=", {{"A", "i"}, {"A", "i + 1"}}}}),
                {});
  Outcome<PromotedTile> tile = promotedTile(lifted.schedule(), "A", "i");
  ASSERT_TRUE(tile) << tile.rejection().message();
  EXPECT_EQ(tile->sizes, std::vector<int64_t>{9});
}

/// for i { for a < first s[a] = x; for k for b < second s[b] += A[b]; }, s local to each i
Lifted localArray(const std::string &first, const std::string &second) {
  Scop scop = makeScop(
      {{"i", "0", "n"}, {"a", "0", first, "i"}, {"k", "0", "p", "i"}, {"b", "0", second, "k"}},
      {{{"i", "a"}, {0, 0, 0}, {"s", "a"}, "=", {}},
       {{"i", "k", "b"}, {0, 1, 0, 0}, {"s", "b"}, "+=", {{"A", "b"}}}});
  for (ScopStatement &statement : scop.statements)
    for (ScopAccess &access : statement.accesses)
      if (scop.arrays[access.array].name == "s")
        access.subscripts.insert(access.subscripts.begin(), poly("i"));
  for (ScopArray &array : scop.arrays)
    if (array.name == "s") {
      array.isPrivate = true;
      array.privateLoops = {0};
    }
  return Lifted(scop, {});
}

// C[i][j] += A[i][k]*A[j][k]: a vector of columns wants A[j][k] turned; A[i][k] is one number for
// all of them.
TEST(Promote, OfTwoReadsTheOneThatTheInnermostLoopWalks) {
  Lifted lifted(makeScop({{"i", "0", "n"}, {"j", "0", "n"}, {"k", "0", "p"}},
                         {{{"i", "j", "k"},
                           {},
                           {"C", "i*n + j"},
                           "+=",
                           {{"A", "i*lda + k"}, {"A", "j*lda + k"}}}}),
                {{"C", {"n"}}, {"A", {"lda"}}});
  Outcome<Schedule> s = lifted.schedule().split("k", 64, "k_1");
  ASSERT_TRUE(s);
  s = s->tile({{"i", 8}, {"j", 16}});
  ASSERT_TRUE(s);
  for (const char *innermost : {"jj", "ii"}) {
    bool isColumn = innermost == std::string("jj");
    s = s->reorder({"j", "i", "k", "k_1", isColumn ? "ii" : "jj", innermost});
    ASSERT_TRUE(s) << s.rejection().message();
    Outcome<PromotedTile> tile = promotedTile(*s, "A", "k_1");
    ASSERT_TRUE(tile) << tile.rejection().message();
    EXPECT_EQ(tile->sizes, (std::vector<int64_t>{isColumn ? 16 : 8, 64}));
  }
}

/// for i { for ii < 16 for j x[i][ii] += B; for ii for j2 y[j2] += x[i][ii]; } with ii innermost in
/// the first: what the second sums up over ii is in order, as j2 is inside. Where ii is the
/// innermost loop of both, the first statement's alone is in vectors.
TEST(Plan, VectorsOfOneStatementLeaveTheOrderOfOthers) {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"j2", "0", "m", "i"}},
                       {{{"i", "j"}, {0, 0, 0}, {"x", "i"}, "+=", {{"B", "j"}}},
                        {{"i", "j2"}, {0, 1, 0}, {"y", "j2"}, "+=", {{"x", "i"}}}});
  Outcome<Schedule> s = Lifted(scop, {}).schedule().split("i", 16, "ii");
  ASSERT_TRUE(s);
  Outcome<Schedule> apart = s->reorder({"i", "f0", "j", "ii", "j2"}),
                    both = s->reorder({"i", "f0", "j", "j2", "ii"});
  ASSERT_TRUE(apart && both);
  EXPECT_TRUE(Plan(*apart, Target()).vectorize("ii"));
  Outcome<Plan> ofOne = Plan(*both, Target()).vectorize("ii");
  ASSERT_TRUE(ofOne);
  EXPECT_TRUE(ofOne->vectorizes("ii", 0));
  EXPECT_FALSE(ofOne->vectorizes("ii", 1));
  EXPECT_FALSE(Plan(*apart, Target()).vectorize("j"));
}

/// C[i][j] += A*B with C of float and the sum of double: gcc 12 forgets to round what it keeps in a
/// register.
TEST(Promote, NotWhatIsNarrowerThanItsSum) {
  for (unsigned size : {4u, 8u}) {
    Scop scop = makeScop(
        {{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p"}},
        {{{"i", "j", "k"}, {}, {"C", "i*m + j"}, "+=", {{"A", "i*p + k"}, {"B", "k*m + j"}}}},
        "int", "float");
    Stmt body = onlyChild(*scop.statements[0].body);
    auto value = std::make_shared<Expr>(*body.value);
    value->type.kind = CType::Kind::Floating;
    value->type.size = size;
    body.value = value;
    scop.statements[0].body = std::make_shared<Stmt>(body);
    for (ScopArray &array : scop.arrays)
      array.element.size = 4;
    Lifted lifted(scop, {{"C", {"m"}}, {"A", {"p"}}, {"B", {"m"}}});
    Outcome<Schedule> tiled = lifted.schedule().tile({{"i", 8}, {"j", 16}});
    ASSERT_TRUE(tiled);
    tiled = tiled->reorder({"i", "j", "k", "ii", "jj"});
    ASSERT_TRUE(tiled);
    EXPECT_EQ(bool(Plan(*tiled, Target()).promote("C", "k")), size == 4);
  }
}

TEST(Promote, LocalArraysOfSeveralLoops) {
  Outcome<PromotedTile> tile = promotedTile(localArray("8", "8").schedule(), "s", "f0");
  ASSERT_TRUE(tile) << tile.rejection().message();
  EXPECT_EQ(tile->sizes, (std::vector<int64_t>{1, 8}));
  EXPECT_EQ(tile->accesses.size(), 3u);
  EXPECT_FALSE(promotedTile(localArray("8", "4").schedule(), "s", "f0")); // other elements
  EXPECT_FALSE(promotedTile(localArray("n", "n").schedule(), "s", "f0")); // of no fixed number
}

TEST(Promote, OnlyAccessesInsideTheIndexCount) {
  // sum[p] inside, sum[p2] in another loop.
  Outcome<Schedule> s = doitgen().schedule().split("p", 32, "pp");
  ASSERT_TRUE(s);
  s = s->reorder({"r", "q", "f0", "p", "f1", "s", "pp", "p2"});
  ASSERT_TRUE(s) << s.rejection().message();
  Outcome<PromotedTile> tile = promotedTile(*s, "sum", "s");
  ASSERT_TRUE(tile) << tile.rejection().message();
  EXPECT_EQ(tile->sizes, std::vector<int64_t>{32});
  expectInvalid(Plan(*s, Target()).promote("sum", "q"), "a fixed number");
}

TEST(Promote, ConditionalAccessesAreInvalid) {
  Scop scop = gemmScop();
  for (ScopAccess &access : scop.statements[0].accesses)
    access.may = true;
  expectInvalid(promoted(scop, {{"C", {"ldc"}}, {"A", {"lda"}}, {"B", {"ldb"}}}, "C", "k"),
                "conditional");
}

TEST(Target, HostIsPlausible) {
  Target host = hostTarget();
  EXPECT_TRUE(host.vectorBytes == 16 || host.vectorBytes == 32 || host.vectorBytes == 64);
  EXPECT_EQ(namedTarget(host.name)->vectorBytes, host.vectorBytes); // so that others can ask for it
  EXPECT_GE(host.l1Bytes, 8u * 1024);
  EXPECT_GE(host.l2Bytes, host.l1Bytes);
}

TEST(Target, NamedOnesHaveTheirInstructionSet) {
  for (const std::string &name : targetNames()) {
    Outcome<Target> target = namedTarget(name);
    ASSERT_TRUE(target) << name;
    EXPECT_EQ(target->name, name == "host" ? hostTarget().name : name);
  }
  EXPECT_EQ(namedTarget("avx512")->vectorBytes, 64u);
  EXPECT_EQ(namedTarget("portable")->name, "portable");
  EXPECT_EQ(namedTarget("neon")->vectorRegisters, 32u);
  Outcome<Target> unknown = namedTarget("abacus");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.rejection().detail.find("avx2"), std::string::npos);
}

TEST(Plan, KernelizeUnrollsThenVectorizes) {
  Plan plan = tiledGemm();
  Outcome<Plan> kernel = plan.kernelize({"ii"}, {"jj"});
  ASSERT_TRUE(kernel) << kernel.rejection().message();
  EXPECT_EQ(kernel->unrolled(), std::set<std::string>{"ii"});
  EXPECT_EQ(kernel->vectorized(), std::set<std::string>{"jj"});
  expectInvalid(plan.kernelize({"ii", "jj"}, {"jj"}), "'jj' is unrolled");
  expectInvalid(plan.kernelize({"x"}, {"jj"}), "no loop index 'x'");
  Plan scalar(plan.schedule(), *namedTarget("scalar"));
  expectInvalid(scalar.kernelize({"ii"}, {"jj"}), "no vectors");
}

TEST(Plan, PlansAreIndependentOfEachOther) {
  Plan plan = tiledGemm();
  Outcome<Plan> one = plan.unroll("ii"), other = plan.vectorize("jj");
  ASSERT_TRUE(one && other);
  EXPECT_TRUE(plan.unrolled().empty() && plan.vectorized().empty());
  EXPECT_TRUE(one->vectorized().empty() && other->unrolled().empty());
}

TEST(Plan, CacheStandsAtALevel) {
  Lifted gemm = matmul("4", "6", "8");
  Plan plan(gemm.schedule(), Target());
  Outcome<Plan> cached = plan.cache("C", {"", 2}, Promotion::Layout::LastMajor);
  ASSERT_TRUE(cached) << cached.rejection().message();
  ASSERT_EQ(cached->promotions().size(), 1u);
  EXPECT_EQ(cached->promotions()[0].index, "j");
  EXPECT_EQ(cached->promotions()[0].layout, Promotion::Layout::LastMajor);
  EXPECT_FALSE(cached->promotions()[0].isContraction);
  Outcome<Plan> byIndex = plan.cache("C", {"j"});
  ASSERT_TRUE(byIndex);
  EXPECT_EQ(byIndex->promotions()[0].index, "j");
  expectInvalid(plan.cache("C", {"j", 2}), "cache: give exactly one of");
  expectInvalid(plan.cache("C", {}), "cache: give exactly one of");
  expectInvalid(plan.cache("C", {"", 0}),
                "cache: there is no level 0; the schedule has 3 dimensions");
  expectInvalid(plan.cache("C", {"", 4}),
                "cache: there is no level 4; the schedule has 3 dimensions");
  expectInvalid(plan.cache("C", {"x"}), "cache: there is no index 'x'");
  expectInvalid(plan.cache("D", {"j"}), "cache: there is no array 'D'");
  expectInvalid(cached->cache("C", {"k"}), "cache: C is already promoted");
}

/// The blocks of F17: 6 rows of A inside of 4, 256 and all steps.
TEST(Plan, CacheStandsWithinABudget) {
  for (const char *rows : {"1020", "1024", "n"}) {
    Outcome<Schedule> s = matmul(rows, "1024", "1024").schedule().split("j", 128, "jj");
    s = s->split("k", 256, "kk");
    s = s->split("kk", 4, "kkk");
    s = s->split("jj", 16, "jjj");
    s = s->split("jjj", 8, "jjjj");
    s = s->split("i", 6, "ii");
    s = s->reorder({"j", "k", "i", "jj", "kk", "kkk", "ii", "jjj", "jjjj"});
    ASSERT_TRUE(s);
    Plan plan(*s, Target());
    auto at = [&](int64_t elements) {
      Outcome<Plan> cached = plan.cache("A", {"", std::nullopt, elements});
      EXPECT_TRUE(cached) << cached.rejection().message();
      return cached ? cached->promotions()[0].index : "";
    };
    EXPECT_EQ(at(24), "kkk");
    EXPECT_EQ(at(128), "kkk");
    EXPECT_EQ(at(1535), "kkk");
    // One element further in.
    EXPECT_EQ(at(23), "ii");
    // The same elements for all columns, so that it may stand around them.
    EXPECT_EQ(at(1536), "jj");
    EXPECT_EQ(promotedTile(*s, "A", "kkk")->elements, 24);
    EXPECT_EQ(promotedTile(*s, "A", "kk")->elements, 6 * 256);
    expectInvalid(plan.cache("A", {"", std::nullopt, 0}),
                  "cache: A has no buffer of at most 0 elements");
  }
}

TEST(Plan, TensorizeIsTheKernelOfAProduct) {
  Plan plan = tiledGemm();
  Outcome<Plan> kernel = plan.tensorize({"ii", "jj", "k_1"});
  ASSERT_TRUE(kernel) << kernel.rejection().message();
  EXPECT_EQ(kernel->unrolled(), std::set<std::string>{"ii"});
  EXPECT_EQ(kernel->vectorized(), std::set<std::string>{"jj"});
  ASSERT_EQ(kernel->promotions().size(), 1u);
  EXPECT_EQ(kernel->promotions()[0].array, "C");
  EXPECT_EQ(kernel->promotions()[0].index, "k_1");
  // What is kept already stays as it is.
  Outcome<Plan> after = plan.promote("C", "k_1")->tensorize({"ii", "jj", "k_1"});
  ASSERT_TRUE(after) << after.rejection().message();
  EXPECT_EQ(after->promotions().size(), 1u);
  expectInvalid(plan.tensorize({"ii", "jj"}),
                "tensorize: give three indices, for the rows, the columns and the depth");
  expectInvalid(plan.tensorize({"ii", "jj", "x"}), "tensorize: there is no index 'x'");
  expectInvalid(plan.tensorize({"i", "jj", "k_1"}), "must be the innermost dimensions");
  expectInvalid(plan.tensorize({"ii", "ii", "k_1"}), "must be the innermost dimensions");
  expectInvalid(plan.tensorize({"k_1", "jj", "ii"}), "must be the innermost dimensions");
}

/// for kk for ii for jj  D[k][i][j] = .. : each iteration of the depth writes other elements.
TEST(Plan, TensorizeNeedsWhatStays) {
  Lifted copies(
      makeScop({{"k", "0", "p"}, {"i", "0", "8"}, {"j", "0", "16"}},
               {{{"k", "i", "j"}, {}, {"D", "k*128 + i*16 + j"}, "=", {{"A", "i*16 + j"}}}}),
      {{"D", {"8", "16"}}, {"A", {"16"}}});
  expectInvalid(Plan(copies.schedule(), Target()).tensorize({"i", "j", "k"}),
                "tensorize: nothing can be kept in registers along 'k'");
}
