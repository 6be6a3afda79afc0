// Accera's facts on fusing. [Accera manual, chapter 4; its safety analysis.]
#include "scheduling/FusedSchedule.h"
#include "tests/unit/scheduling/Sequence.h"

using namespace acc;
using namespace acc::test;

namespace {

using Names = std::vector<std::string>;
using Shape = std::vector<int64_t>;

/// One perfect nest with one statement: `loops` are {name, end} from 0.
struct Part {
  std::vector<std::pair<std::string, std::string>> loops;
  AccessSpec target;
  std::string op;
  std::vector<AccessSpec> reads;
};

/// Parts on their own and one after the other in one nest, as the source has them.
struct Parts {
  Parts(const std::vector<Part> &parts, const ViewSizes &sizes,
        Condition validity = Condition::always()) {
    std::vector<LoopSpec> loops;
    std::vector<StatementSpec> statements;
    for (size_t q = 0; q < parts.size(); ++q) {
      single.push_back(alone(parts[q], sizes));
      StatementSpec statement = statementOf(parts[q], "_" + std::to_string(q));
      statement.positions = {static_cast<int>(q)};
      for (size_t k = 0; k < parts[q].loops.size(); ++k)
        loops.push_back({parts[q].loops[k].first + "_" + std::to_string(q), "0",
                         parts[q].loops[k].second, k == 0 ? "-" : ""});
      statements.push_back(statement);
    }
    joint = std::make_shared<Lifted>(makeScop(loops, statements), sizes, validity);
  }

  std::vector<Schedule> schedules() const {
    std::vector<Schedule> all;
    for (const auto &part : single)
      all.push_back(part->schedule());
    return all;
  }

  Outcome<FusedSchedule> fused(std::optional<int64_t> partial = std::nullopt,
                               const Names &names = {}) const {
    return fuse(*joint->nest, schedules(), partial, names);
  }

  std::vector<std::shared_ptr<Lifted>> single;
  std::shared_ptr<Lifted> joint;

private:
  /// "i*m + j" -> "i_0*m + j_0": loop names are one letter.
  static std::string withSuffix(const Part &part, const std::string &text,
                                const std::string &suffix) {
    std::string result;
    for (size_t k = 0; k < text.size(); ++k) {
      result += text[k];
      bool isWord = (k > 0 && std::isalnum(static_cast<unsigned char>(text[k - 1]))) ||
                    (k + 1 < text.size() && std::isalnum(static_cast<unsigned char>(text[k + 1])));
      for (const auto &[name, end] : part.loops)
        if (!isWord && name == std::string(1, text[k]))
          result += suffix;
    }
    return result;
  }

  static StatementSpec statementOf(const Part &part, const std::string &suffix) {
    StatementSpec statement{{}, {}, part.target, part.op, part.reads};
    for (const auto &[name, end] : part.loops)
      statement.loops.push_back(name + suffix);
    statement.target.index = withSuffix(part, part.target.index, suffix);
    for (AccessSpec &read : statement.reads)
      read.index = withSuffix(part, read.index, suffix);
    return statement;
  }

  static std::shared_ptr<Lifted> alone(const Part &part, const ViewSizes &sizes) {
    std::vector<LoopSpec> loops;
    for (const auto &[name, end] : part.loops)
      loops.push_back({name, "0", end});
    return std::make_shared<Lifted>(makeScop(loops, {statementOf(part, "")}), sizes);
  }
};

FusedSchedule must(const Outcome<FusedSchedule> &outcome) {
  EXPECT_TRUE(outcome) << outcome.rejection().message();
  return *outcome;
}

void expectInvalidFuse(const Outcome<FusedSchedule> &outcome, const std::string &part) {
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.rejection().kind, RejectionKind::InvalidSchedule);
  EXPECT_NE(outcome.rejection().detail.find(part), std::string::npos) << outcome.rejection().detail;
}

/// C += A (n0 x m0), C *= B (n1 x m1), all of pitch w
Parts addThenScale(const std::string &n0, const std::string &m0, const std::string &n1,
                   const std::string &m1) {
  return Parts({{{{"i", n0}, {"j", m0}}, {"C", "i*w + j"}, "+=", {{"A", "i*w + j"}}},
                {{{"i", n1}, {"j", m1}}, {"C", "i*w + j"}, "*=", {{"B", "i*w + j"}}}},
               {{"A", {"w"}}, {"B", {"w"}}, {"C", {"w"}}});
}

/// C += A*B (n, m, p), then C *= D (n, m)
Parts productThenScale(const std::string &n, const std::string &m, const std::string &p) {
  return Parts({{{{"i", n}, {"j", m}, {"k", p}},
                 {"C", "i*w + j"},
                 "+=",
                 {{"A", "i*w + k"}, {"B", "k*w + j"}}},
                {{{"i", n}, {"j", m}}, {"C", "i*w + j"}, "*=", {{"D", "i*w + j"}}}},
               {{"A", {"w"}}, {"B", {"w"}}, {"C", {"w"}}, {"D", {"w"}}});
}

/// Lines of the given lengths, each on its own array.
Parts lines(const std::vector<Names> &shapes) {
  std::vector<Part> parts;
  ViewSizes sizes;
  const char *letters = "ij";
  for (size_t q = 0; q < shapes.size(); ++q) {
    Part part;
    std::string index;
    for (size_t k = 0; k < shapes[q].size(); ++k) {
      part.loops.emplace_back(std::string(1, letters[k]), shapes[q][k]);
      index += (k ? "*w + " : "") + std::string(1, letters[k]);
    }
    std::string array = "A" + std::to_string(q);
    part.target = {array, index};
    part.op = "=";
    if (shapes[q].size() > 1)
      sizes[array] = {"w"};
    parts.push_back(part);
  }
  return Parts(parts, sizes);
}

} // namespace

TEST(Fuse, FullOfEqualShapes) { // F52
  Parts parts = addThenScale("16", "16", "16", "16");
  FusedSchedule fused = must(parts.fused(std::nullopt, {"i", "j", "f"}));
  EXPECT_EQ(namesOf(fused.schedule), (Names{"i", "j", "f"}));
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{16, 16, 2}));
  EXPECT_EQ(fused.fused, (Names{"i", "j"}));
  EXPECT_EQ(fused.fusing, "f");
  EXPECT_EQ(fused.unfused, (std::vector<Names>{{}, {}}));
  EXPECT_EQ(refusalOf(fused.schedule), std::nullopt);
  expectSpace(fused.schedule, 512, 512);
  // The initial equivalence: for each (i, j) part 0, then part 1.
  std::vector<Instance> order = definedOrder(fused.schedule, {});
  EXPECT_EQ(order[0], (Instance{0, 0, 0}));
  EXPECT_EQ(order[1], (Instance{1, 0, 0}));
  EXPECT_EQ(order[2], (Instance{0, 0, 1}));
  expectLowered(fused.schedule);
  Schedule tiled =
      must(must(fused.schedule.tile({{"i", 4}, {"j", 4}})).reorder({"i", "j", "f", "ii", "jj"}));
  EXPECT_EQ(refusalOf(tiled), std::nullopt);
  expectLowered(tiled);
}

TEST(Fuse, InputsAreNotChanged) { // erratum E7
  Parts parts = addThenScale("16", "16", "16", "10");
  std::vector<Schedule> inputs = parts.schedules();
  must(fuse(*parts.joint->nest, inputs));
  EXPECT_EQ(shapeOf(inputs[0]), (Shape{16, 16}));
  EXPECT_EQ(shapeOf(inputs[1]), (Shape{16, 10}));
  EXPECT_TRUE(inputs[1].steps().empty());
}

TEST(Fuse, UnequalExtents) { // F53, F55, F75
  FusedSchedule fused = must(addThenScale("16", "16", "16", "10").fused(2, {"i", "j", "f"}));
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{16, 16, 2}));
  expectSpace(fused.schedule, 512, 416);
  EXPECT_EQ(refusalOf(fused.schedule), std::nullopt);
  expectLowered(fused.schedule);
  Schedule tiled =
      must(must(fused.schedule.tile({{"i", 4}, {"j", 4}})).reorder({"i", "j", "f", "ii", "jj"}));
  expectLowered(tiled);
  // Per block of j: iterations of each part.
  for (auto [block, both] : {std::pair(0, 64), {1, 64}, {2, 32}, {3, 0}}) {
    int64_t second = 0;
    sliceOf(tiled, {{"j", block}, {"f", 1}}).foreach_map([&](isl::map part) {
      second += *countPoints(part.domain().project_out_all_params(), 1000);
    });
    EXPECT_EQ(second, both);
  }
  // Run-time extents, either part the longer.
  Parts parts = addThenScale("n", "m", "p", "q");
  for (std::optional<int64_t> partial : {std::optional<int64_t>(2), std::optional<int64_t>(1)})
    expectLowered(must(parts.fused(partial)).schedule, {{{"n", 3}, {"m", 5}, {"p", 3}, {"q", 2}},
                                                        {{"n", 2}, {"m", 0}, {"p", 4}, {"q", 3}},
                                                        {{"n", 0}, {"m", 5}, {"p", 2}, {"q", 2}}});
}

TEST(Fuse, ShorterPartsAreEmptyAtTheirEnd) { // F33, F75
  FusedSchedule ends = must(lines({{"10"}, {"17"}}).fused(1, {"i", "f"}));
  Schedule s = ::must(ends.schedule.split("i", 3));
  EXPECT_EQ(shapeOf(s), (Shape{6, 3, 2}));
  expectSpace(s, 36, 27);
  expectLowered(s);
  for (const std::vector<Names> &shapes :
       std::vector<std::vector<Names>>{{{"21", "10"}, {"21", "8"}}, {{"21", "8"}, {"21", "10"}}}) {
    s = must(lines(shapes).fused(2, {"i", "j", "f"})).schedule;
    EXPECT_EQ(shapeOf(s)[1], 10);
    s = ::must(s.split("j", 3));
    EXPECT_EQ(s.order()[1].size, 4);
    EXPECT_EQ(s.order()[2].size, 3);
  }
  expectLowered(s);
}

TEST(Fuse, FourLinesOneAfterTheOther) { // F59: nested, each split by its own size
  const std::vector<std::pair<std::string, int64_t>> lengths{
      {"1037", 11}, {"1035", 5}, {"1031", 13}, {"1027", 7}};
  std::vector<Names> shapes;
  Outcome<Schedule> all = Rejection{};
  for (const auto &[length, size] : lengths) {
    shapes.push_back({length});
    Schedule next = ::must(lines({{length}}).single[0]->schedule().split("i", size));
    all = shapes.size() == 1 ? Outcome<Schedule>(next)
                             : must(fuse(*lines(shapes).joint->nest, {*all, next}, 0)).schedule;
  }
  // The first three are one fusing index, whether they were fused at once or in turn.
  EXPECT_EQ(shapeOf(*all), (Shape{2, 3, 95, 11, 207, 5, 80, 13, 147, 7}));
  EXPECT_EQ(refusalOf(*all), std::nullopt);
  EXPECT_EQ(countSpace(*all)->real, 1037 + 1035 + 1031 + 1027);
  expectLowered(*all);
}

TEST(Fuse, FourAndThreeDimensions) { // F70
  Parts parts(
      {{{{"i", "3"}, {"j", "4"}, {"k", "5"}, {"l", "2"}}, {"A", "i*w + j*q + 2*k + l"}, "=", {}},
       {{{"i", "3"}, {"j", "4"}, {"k", "6"}}, {"B", "i*w + j*q + k"}, "=", {}}},
      {{"A", {"w"}}, {"B", {"w"}}});
  FusedSchedule fused = must(parts.fused(2, {"i", "j", "f", "k", "l", "m"}));
  EXPECT_EQ(namesOf(fused.schedule), (Names{"i", "j", "f", "k", "l", "m"}));
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{3, 4, 2, 5, 2, 6}));
  EXPECT_EQ(fused.unfused, (std::vector<Names>{{"k", "l"}, {"m"}}));
  expectLowered(fused.schedule);
}

TEST(Fuse, PartialKeepsTheRestBehindTheFusingIndex) { // F56, F69
  FusedSchedule fused = must(productThenScale("16", "10", "11").fused(2, {"i", "j", "f"}));
  const Schedule &s = fused.schedule;
  Names order = namesOf(s);
  ASSERT_EQ(order.size(), 4u);
  std::string k = order[3];
  EXPECT_EQ(fused.unfused, (std::vector<Names>{{k}, {}}));
  EXPECT_EQ(shapeOf(s), (Shape{16, 10, 2, 11}));
  expectSpace(s, 3520, 1920);
  EXPECT_EQ(refusalOf(s), std::nullopt);
  expectLowered(s);
  expectInvalid(s.reorder({"i", "j", k, "f"}), "after the fusing dimension 'f'");
  EXPECT_EQ(namesOf(s), order);
  // Derived dimensions inherit it.
  Schedule split = ::must(s.split(k, 4, "kk"));
  expectInvalid(split.reorder({"i", "j", k, "f", "kk"}), "after the fusing dimension 'f'");
  expectInvalid(split.reorder({"i", "kk", "f", k, "j"}), "must come after");
  // Split fusing dimensions constrain as whole ones do.
  Schedule groups = ::must(s.split("f", 1, "ff"));
  expectInvalid(groups.reorder({"i", "j", "f", k, "ff"}), "after the fusing dimension 'ff'");
  expectSpace(must(productThenScale("8", "8", "4").fused(2)).schedule, 512, 320);
}

TEST(Fuse, ShorterPartsOfAFullFuseStandAtZero) { // erratum E6
  FusedSchedule fused = must(productThenScale("6", "5", "4").fused());
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{6, 5, 4, 2}));
  expectSpace(fused.schedule, 240, 150);
  // C *= D would run before the last products.
  EXPECT_EQ(refusalOf(fused.schedule), RejectionKind::IllegalSchedule);
  expectLowered(fused.schedule);
}

TEST(Fuse, ConcatenationRunsOneAfterTheOther) { // F58
  Parts parts = lines({{"3"}, {"7"}});
  FusedSchedule fused = must(parts.fused(0));
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{2, 3, 7}));
  EXPECT_EQ(namesOf(fused.schedule)[0], fused.fusing);
  expectSpace(fused.schedule, 42, 10);
  expectLowered(fused.schedule);
  std::vector<Instance> order = definedOrder(fused.schedule, {});
  for (size_t k = 0; k < order.size(); ++k)
    EXPECT_EQ(order[k][0], k < 3 ? 0 : 1);
  EXPECT_EQ(shapeOf(must(lines({{"11"}, {"7"}, {"5"}}).fused(0)).schedule), (Shape{3, 11, 7, 5}));
  EXPECT_EQ(shapeOf(must(lines({{"3", "16"}, {"7", "16"}}).fused(0)).schedule),
            (Shape{2, 3, 16, 7, 16}));
  FusedSchedule three = must(lines({{"11", "6"}, {"7", "6"}, {"5", "6"}}).fused(0));
  EXPECT_EQ(shapeOf(three.schedule), (Shape{3, 11, 6, 7, 6, 5, 6}));
  expectLowered(three.schedule);
}

TEST(Fuse, ThreePartsWithOneCommonDimension) { // F60, F65
  FusedSchedule fused = must(lines({{"3", "11"}, {"3", "7"}, {"3", "5"}}).fused(1));
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{3, 3, 11, 7, 5}));
  expectLowered(fused.schedule);
  fused = must(lines({{"4"}, {"4", "8"}, {"4"}}).fused(1));
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{4, 3, 8}));
  expectLowered(fused.schedule);
}

TEST(Fuse, AnUnfusedIndexSplits) { // F57
  Parts parts({{{{"i", "16"}}, {"A", "i"}, "*=", {{"A", "i"}}},
               {{{"i", "16"}, {"j", "4"}}, {"B", "j"}, "+=", {{"A", "i"}}}},
              {});
  FusedSchedule fused = must(parts.fused(1, {"i", "f", "j"}));
  EXPECT_EQ(refusalOf(fused.schedule), std::nullopt);
  Schedule split = ::must(fused.schedule.split("j", 2));
  EXPECT_EQ(namesOf(split), (Names{"i", "f", "j", "jj"}));
  expectLowered(split);
}

TEST(Fuse, EqualOuterStepsOnly) { // F66
  Parts parts = productThenScale("64", "10", "11");
  std::vector<Schedule> inputs = parts.schedules();
  inputs[0] = ::must(::must(inputs[0].split("i", 16)).split("ii", 8));
  inputs[0] = ::must(inputs[0].reorder({"i", "j", "ii", "k", "iii"}));
  std::vector<Schedule> eight = inputs;
  inputs[1] = ::must(::must(inputs[1].split("i", 16)).reorder({"i", "j", "ii"}));
  eight[1] = ::must(::must(eight[1].split("i", 8)).reorder({"i", "j", "ii"}));
  FusedSchedule fused = must(fuse(*parts.joint->nest, inputs, 2));
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{4, 10, 2, 2, 11, 8, 16}));
  EXPECT_EQ(refusalOf(fused.schedule), std::nullopt);
  expectLowered(fused.schedule);
  expectInvalidFuse(fuse(*parts.joint->nest, eight, 2), "steps");
}

TEST(Fuse, ReorderedInputsFuseOtherDimensions) { // F67, F68
  Parts parts({{{{"i", "4"}, {"j", "6"}, {"k", "5"}},
                {"C", "i*w + j"},
                "+=",
                {{"A", "i*w + k"}, {"B", "k*w + j"}}},
               {{{"i", "4"}, {"j", "10"}, {"k", "6"}},
                {"E", "i*w + j"},
                "+=",
                {{"C", "i*w + k"}, {"D", "k*w + j"}}}},
              {{"A", {"w"}}, {"B", {"w"}}, {"C", {"w"}}, {"D", {"w"}}, {"E", {"w"}}});
  std::vector<Schedule> inputs = parts.schedules();
  inputs[1] = ::must(inputs[1].reorder({"i", "k", "j"}));
  FusedSchedule fused = must(fuse(*parts.joint->nest, inputs, 2, {"i", "j", "f", "k", "l"}));
  EXPECT_EQ(shapeOf(fused.schedule), (Shape{4, 6, 2, 5, 10}));
  expectSpace(fused.schedule, 2400, 360);
  EXPECT_EQ(refusalOf(fused.schedule), std::nullopt);
  Schedule tiled = ::must(::must(fused.schedule.tile({{"i", 4}, {"j", 4}}))
                              .reorder({"i", "j", "f", "ii", "jj", "k", "l"}));
  EXPECT_EQ(refusalOf(tiled), std::nullopt);
  expectLowered(tiled);
}

TEST(Fuse, TheUnsafeFuseIsRefusedWithItsWitness) { // the manual's counter-example
  Parts parts = addThenScale("n", "n", "n", "n");
  std::vector<Schedule> inputs = parts.schedules();
  inputs[1] = ::must(inputs[1].reorder({"j", "i"}));
  FusedSchedule fused = must(fuse(*parts.joint->nest, inputs)); // a legal form
  Outcome<Ok> legal = fused.schedule.checkLegality();
  ASSERT_FALSE(legal);
  EXPECT_EQ(legal.rejection().kind, RejectionKind::IllegalSchedule);
  const std::string &detail = legal.rejection().detail;
  for (const char *part : {"S0 at (i_0 = ", "must run before S1 at (i_1 = ", "touch C["})
    EXPECT_NE(detail.find(part), std::string::npos) << detail;
}

TEST(Fuse, OnlyEqualFusedCoordinatesMayDepend) { // the theorem and its limit
  // A[i] = 1; B[i] = A[i - d]: legal for d >= 0, illegal for d < 0.
  for (auto [shift, legal] : {std::pair("i", true), {"i - 1", true}, {"i + 1", false}}) {
    Parts parts(
        {{{{"i", "n"}}, {"A", "i"}, "=", {}}, {{{"i", "n"}}, {"B", "i"}, "=", {{"A", shift}}}}, {});
    FusedSchedule fused = must(parts.fused(1, {"i", "f"}));
    EXPECT_EQ(refusalOf(fused.schedule) == std::nullopt, legal) << shift;
    if (legal)
      continue;
    // Shifted by one the parts fuse: software pipelining.
    Schedule later = ::must(fused.schedule.shift("i", Polynomial(1), {"S1"}));
    EXPECT_EQ(refusalOf(later), std::nullopt);
    expectLowered(later, {{{"n", 0}}, {{"n", 1}}, {{"n", 7}}});
  }
}

TEST(Fuse, UnknownWhereADependenceIs) {
  // B[i] = A[i + r*s]: illegal for r = s = 1, say; where r is 0, only the value of
  // the product decides, which isl knows by name.
  std::vector<Part> parts{{{{"i", "n"}}, {"A", "i"}, "=", {}},
                          {{{"i", "n"}}, {"B", "i"}, "=", {{"A", "i + r*s"}}}};
  EXPECT_EQ(refusalOf(must(Parts(parts, {}).fused(1)).schedule), RejectionKind::IllegalSchedule);
  Condition named = Condition::conjunction(
      {Condition::zero(poly("r")), Condition::less(Polynomial(0), poly("r*s"))});
  EXPECT_EQ(refusalOf(must(Parts(parts, {}, named).fused(1)).schedule),
            RejectionKind::DependenceUnknown);
}

TEST(Fuse, TheFusingIndexMayStandOutside) { // F72: distribution again
  FusedSchedule fused = must(lines({{"8", "6"}, {"8"}}).fused(1, {"i", "f", "j"}));
  Schedule s = ::must(fused.schedule.split("i", 4));
  s = ::must(s.reorder({"f", "i", "j", "ii"}));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  expectLowered(s);
}

TEST(Fuse, DerivedFusedDimensions) { // F74
  Parts parts = lines({{"8", "8"}, {"8", "8"}});
  FusedSchedule fused = must(parts.fused(2, {"i", "j", "f"}));
  Schedule s = ::must(fused.schedule.tile({{"j", 4}}));
  s = ::must(s.reorder({"j", "i", "f", "jj"}));
  expectLowered(s);
  for (const auto &[time, instance] : timesOf(s))
    EXPECT_EQ(time[2], instance[0]);
}

TEST(Fuse, AFusedScheduleFusesAgain) { // F59, F62, F63
  ViewSizes sizes{{"A", {"w"}}, {"B", {"w"}}, {"C", {"w"}}};
  Part add{{{"i", "6"}, {"j", "5"}}, {"C", "i*w + j"}, "+=", {{"A", "i*w + j"}}};
  Part scale{{{"i", "6"}, {"j", "5"}}, {"C", "i*w + j"}, "*=", {{"B", "i*w + j"}}};
  Parts pair({add, scale}, sizes), all({add, scale, add}, sizes), last({add}, sizes);
  Schedule inner = must(pair.fused(std::nullopt, {"i", "j", "f"})).schedule;
  Outcome<FusedSchedule> outcome =
      fuse(*all.joint->nest, {inner, all.single[2]->schedule()}, 2, {"i", "j", "g"});
  FusedSchedule outer = must(outcome);
  EXPECT_EQ(shapeOf(outer.schedule), (Shape{6, 5, 2, 2}));
  EXPECT_EQ(refusalOf(outer.schedule), std::nullopt);
  expectLowered(outer.schedule);
  std::vector<Instance> order = definedOrder(outer.schedule, {});
  for (size_t k = 0; k < 3; ++k)
    EXPECT_EQ(order[k][0], static_cast<int64_t>(k));

  // Two pairs of tiled schedules: 7 dimensions each, 14 together.
  Parts four = lines({{"8", "8"}, {"8", "8"}, {"8", "8"}, {"8", "8"}});
  Parts two = lines({{"8", "8"}, {"8", "8"}});
  std::vector<Schedule> tiled;
  for (Schedule s : two.schedules())
    tiled.push_back(::must(::must(s.tile({{"i", 4}, {"j", 2}})).reorder({"i", "j", "ii", "jj"})));
  FusedSchedule half = must(fuse(*two.joint->nest, tiled, 2));
  EXPECT_EQ(half.schedule.order().size(), 7u);
  FusedSchedule whole = must(fuse(*four.joint->nest, {half.schedule, half.schedule}, 1));
  EXPECT_EQ(whole.schedule.order().size(), 14u);
  EXPECT_EQ(refusalOf(whole.schedule), std::nullopt);
  expectLowered(whole.schedule);
}

TEST(Fuse, RefusesWhatIsNoFuse) { // F76
  Parts parts = productThenScale("16", "10", "11");
  expectInvalidFuse(parts.fused(3), "partial");
  expectInvalidFuse(parts.fused(-1), "partial");
  expectInvalidFuse(parts.fused(2, {"a", "b", "c", "d", "e"}), "dimensions");
  expectInvalidFuse(parts.fused(2, {"a", "a"}), "in use");
  expectInvalidFuse(fuse(*parts.joint->nest, {parts.schedules()[0]}), "two schedules");
  expectInvalidFuse(fuse(*parts.single[0]->nest, parts.schedules()),
                    "does not consist of these parts");
}

TEST(Fuse, InsideOneNest) {
  // for i { for j B[i][j] = 1; for k C[i][k] = B[i][k]; }
  Lifted lifted(makeScop({{"i", "0", "n"}, {"j", "0", "m"}, {"k", "0", "p", "i"}},
                         {{{"i", "j"}, {0, 0, 0}, {"B", "i*w + j"}, "=", {}},
                          {{"i", "k"}, {0, 1, 0}, {"C", "i*w + k"}, "=", {{"B", "i*w + k"}}}}),
                {{"B", {"w"}}, {"C", {"w"}}});
  Schedule s = ::must(lifted.schedule().fuse({"j", "k"}, "jk"));
  EXPECT_EQ(namesOf(s), (Names{"i", "jk", "f0"}));
  EXPECT_EQ(refusalOf(s), std::nullopt);
  expectLowered(s, {{{"n", 2}, {"m", 3}, {"p", 5}}, {{"n", 2}, {"m", 4}, {"p", 0}}});
  expectInvalid(lifted.schedule().fuse({"j"}), "two indices");
  expectInvalid(lifted.schedule().fuse({"j", "x"}), "no index 'x'");
  expectInvalid(lifted.schedule().fuse({"i", "j"}), "both");
  expectInvalid(lifted.schedule().fuse({"j", "f0"}), "fusing dimension");
  expectInvalid(::must(lifted.schedule().split("j", 2)).fuse({"j", "k"}), "steps");
}
