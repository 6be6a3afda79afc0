// substitute: scalars between loops, legal, illegal, and of a form that is refused. What other
// stages refuse before (volatile scalars, uses behind the nest) is a scalar that is not private.
#include "scheduling/OtherRegisters.h"
#include "scheduling/autoschedule/AutoSchedule.h"
#include "tests/support/Source.h"
#include "tests/unit/scheduling/Kernels.h"
#include "tests/unit/scheduling/Sequence.h"

#include <algorithm>
#include <map>

using namespace acc;
using namespace acc::test;

namespace {

Lifted lifted(const Scop &scop) {
  return Lifted(scop, {{"A", {"lda"}}, {"B", {"ldb"}}, {"C", {"ldc"}}});
}

Outcome<Schedule> substituted(const Scop &scop) {
  // The nest keeps what it was made from.
  return lifted(scop).schedule().substitute({"t"});
}

void expectRefused(const Outcome<Schedule> &schedule, RejectionKind kind, const std::string &text) {
  ASSERT_FALSE(schedule) << text;
  EXPECT_EQ(schedule.rejection().kind, kind) << schedule.rejection().message();
  EXPECT_NE(schedule.rejection().message().find(text), std::string::npos)
      << schedule.rejection().message();
}
void expectRefused(const Scop &scop, RejectionKind kind, const std::string &text) {
  expectRefused(substituted(scop), kind, text);
}

using Names = std::vector<std::string>;

/// `body` in two loops, without t or another scalar.
Outcome<Schedule> substitutedIn(const std::string &body, const std::string &scalar = "t") {
  Scop scop = liftedOf("void f(int n, double *restrict A, double *restrict B, const double *C, "
                       "const unsigned char *W)\n{\n"
                       "    double t, u;\n    unsigned char w;\n"
                       "    for (int i = 0; i < n; i++)\n        for (int j = 0; j < n; j++) { " +
                       body + " }\n}\n");
  return Lifted(scop, {{"A", {"n"}}}).schedule().substitute({scalar});
}

/// for i for k { if (first) t = A[i][k]; if (second) t = D[k]; for j C[i][j] += t*B[k][j]; }
Scop withTwoValues(const Condition &first, const Condition &second) {
  Scop scop = betweenLoops({{{"i", "k"}, {0, 0, 1}, {"t", "0"}, "=", {{"D", "k"}}}});
  scop.statements[0].condition = first;
  scop.statements[2].condition = second;
  return scop;
}

} // namespace

TEST(Substitute, MakesTheNestPerfect) {
  Schedule schedule = must(substituted(betweenLoops()));
  EXPECT_EQ(namesOf(schedule), (Names{"i", "k", "j"}));
  const Scop &scop = schedule.nest().source->scop;
  ASSERT_EQ(scop.statements.size(), 1u);
  Names read;
  for (const ScopAccess &access : scop.statements[0].accesses)
    if (!access.isWrite)
      read.push_back(scop.arrays[access.array].name);
  std::sort(read.begin(), read.end());
  EXPECT_EQ(read, (Names{"A", "B", "C"}));
  for (const ScopArray &array : scop.arrays)
    EXPECT_NE(array.name, "t");
  // k carries the sum, i and j nothing: any order with k in its own.
  EXPECT_TRUE(must(schedule.reorder({"k", "j", "i"})).checkLegality());
}

TEST(Substitute, ConvertsToTheScalarsTypeWhatIsNoElementOfIt) {
  auto isConverted = [](const Scop &scop) {
    Schedule schedule = must(substituted(scop));
    bool is = false;
    forEachExprIn(schedule.nest().source->scop.statements[0].body, [&](const ExprRef &part) {
      is |= part->kind == Expr::Kind::Cast && !part->isImplicit;
    });
    return is;
  };
  Scop scop = betweenLoops();
  EXPECT_FALSE(isConverted(scop));
  for (ScopArray &array : scop.arrays)
    if (array.name == "t")
      array.element.spelling = "double";
  EXPECT_TRUE(isConverted(scop));
}

TEST(Substitute, IsTheFirstStep) {
  Lifted nest = lifted(betweenLoops());
  Outcome<Schedule> late = must(nest.schedule().split("i", 4)).substitute({"t"});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.rejection().kind, RejectionKind::InvalidSchedule);
  for (const Names &names : {Names{}, Names{"u"}, Names{"A"}, Names{"t", "t"}})
    EXPECT_FALSE(nest.schedule().substitute(names));
}

TEST(Substitute, NotWhereTheValueChangesBefore) {
  // The rows of C are what the scalar is made of: j stores to it, and the next j would read that.
  expectRefused(betweenLoops({}, "C", "i*ldc + k"), RejectionKind::IllegalSchedule, "C[");
  // Written between the definition and the use; behind the use it does no harm.
  StatementSpec store{{"i", "k"}, {0, 0, 1}, {"A", "i*lda + k"}, "=", {{"D", "k"}}};
  expectRefused(betweenLoops({store}), RejectionKind::IllegalSchedule, "A[");
  store.positions = {0, 0, 3};
  EXPECT_TRUE(substituted(betweenLoops({store})));
  // Another element in between.
  store = {{"i", "k"}, {0, 0, 1}, {"A", "i*lda + k - 1"}, "=", {{"D", "k"}}};
  EXPECT_TRUE(substituted(betweenLoops({store})));
}

TEST(Substitute, NotWhereOtherValuesMayReachTheUse) {
  expectRefused(withTwoValues(Condition::always(), Condition::always()),
                RejectionKind::InvalidSchedule, "more than one value");
  Scop scop = betweenLoops();
  scop.statements[0].condition = Condition::less(poly("k"), poly("q"));
  expectRefused(scop, RejectionKind::InvalidSchedule, "before it is assigned");
  scop.statements[1].condition = scop.statements[0].condition;
  EXPECT_TRUE(substituted(scop));
  scop = betweenLoops();
  std::swap(scop.statements[0].positions[2], scop.statements[1].positions[2]);
  expectRefused(scop, RejectionKind::InvalidSchedule, "before it is assigned");
}

TEST(Substitute, AValueBelowAConditionOnDataIsReadWhereItHolds) {
  Schedule schedule = must(substitutedIn("t = A[i*n + j]; if (B[j] > t) B[j] = t + C[j];"));
  EXPECT_EQ(namesOf(schedule), (Names{"i", "j"}));
  const Scop &scop = schedule.nest().source->scop;
  ASSERT_EQ(scop.statements.size(), 1u);
  std::vector<std::pair<std::string, bool>> reads; // and whether they may not happen
  for (const ScopAccess &access : scop.statements[0].accesses)
    if (!access.isWrite)
      reads.emplace_back(scop.arrays[access.array].name, access.may);
  EXPECT_EQ(reads, (std::vector<std::pair<std::string, bool>>{
                       {"B", false}, {"A", false}, {"A", true}, {"C", true}}));
  EXPECT_TRUE(must(schedule.reorder({"j", "i"})).checkLegality());
  schedule = must(substitutedIn("t = A[i*n + j]; B[j] = C[j] > 0 ? t : 0;"));
  for (const ScopAccess &access : schedule.nest().source->scop.statements[0].accesses)
    EXPECT_EQ(access.may, schedule.nest().source->scop.arrays[access.array].name == "A");
}

TEST(Substitute, NotWhereTheStatementItselfChangesTheValueBefore) {
  for (const char *body : {"t = A[i*n + j]; if (C[j] > 0) { A[i*n + j] = 1; B[j] = t; }",
                           "t = A[i*n + j]; if (C[j] > t) { A[i*n + j] = 1; if (t > 0) B[j] = 0; }",
                           "t = A[i*n + j]; if (C[j] > 0) A[i*n + j] = 1; B[j] = t;",
                           "u = A[i*n + j]; t = u + 1; if (C[j] > 0) { u = 3; B[j] = t + u; }"})
    EXPECT_FALSE(substitutedIn(body)) << body;
  for (const char *body : {"t = A[i*n + j]; if (C[j] > 0) { B[j] = t; A[i*n + j] = 1; }",
                           "t = A[i*n + j]; if (C[j] > t) A[i*n + j] = t + 1;",
                           "t = A[i*n + j]; if (C[j] > 0) { A[i*n + j + 1] = 1; B[j] = t; }",
                           "t = A[i*n + j]; B[j] = t; if (C[j] > 0) A[i*n + j] = 1;"})
    EXPECT_TRUE(substitutedIn(body)) << body;
}

TEST(Substitute, NotWhereAConditionOnDataDecidesTheValue) {
  expectRefused(substitutedIn("t = A[i*n + j]; if (C[j] > 0) t = 0; B[j] = t;"),
                RejectionKind::InvalidSchedule, "arithmetic");
  expectRefused(substitutedIn("t = 0; if (C[j] > 0) { t = A[i*n + j]; B[j] = t; }"),
                RejectionKind::InvalidSchedule, "is not used");
}

TEST(Substitute, NotInSubscripts) {
  expectRefused(substitutedIn("w = W[j]; if (C[j] > w) B[j] = C[w];", "w"),
                RejectionKind::InvalidSchedule, "subscript");
}

TEST(Substitute, AUseOfSeveralValuesIsAStatementForEach) {
  const Condition isDiagonal = Condition::zero(poly("i - k"));
  Schedule schedule = must(substituted(withTwoValues(isDiagonal.negated(), isDiagonal)));
  const Scop &scop = schedule.nest().source->scop;
  ASSERT_EQ(scop.statements.size(), 2u);
  EXPECT_NE(scop.statements[0].id, scop.statements[1].id);
  std::map<std::string, Condition> conditions; // by the array that is read in the scalar's place
  for (const ScopStatement &statement : scop.statements)
    for (const ScopAccess &access : statement.accesses)
      conditions.emplace(scop.arrays[access.array].name, statement.condition);
  EXPECT_EQ(conditions.at("A"), isDiagonal.negated());
  EXPECT_EQ(conditions.at("D"), isDiagonal);
  EXPECT_EQ(namesOf(schedule), (Names{"i", "k", "j", "f0"}));
}

TEST(Substitute, NotWhereNoneOrTwoOfSeveralValuesReachTheUse) {
  const Condition below = Condition::less(poly("k"), poly("i")),
                  upTo = Condition::lessEqual(poly("k"), poly("i"));
  expectRefused(withTwoValues(below, upTo), RejectionKind::InvalidSchedule, "more than one value");
  expectRefused(withTwoValues(below, upTo.negated()), RejectionKind::InvalidSchedule,
                "before it is assigned");
  EXPECT_TRUE(substituted(withTwoValues(below, below.negated())));
  Scop behind = withTwoValues(below, below.negated());
  behind.statements[2].positions = {0, 0, 3};
  expectRefused(behind, RejectionKind::InvalidSchedule, "before it is assigned");
}

TEST(Substitute, NotWhatIsMoreThanTheNestsOwnNumber) {
  auto change = [](const std::function<void(Scop &, ScopArray &)> &how) {
    Scop scop = betweenLoops();
    for (ScopArray &array : scop.arrays)
      if (array.name == "t")
        how(scop, array);
    return scop;
  };
  expectRefused(change([](Scop &, ScopArray &t) { t.element.isVolatile = true; }),
                RejectionKind::InvalidSchedule, "private to each iteration");
  // As for one that is used behind the nest.
  expectRefused(change([](Scop &, ScopArray &t) { t.isPrivate = false; }),
                RejectionKind::InvalidSchedule, "private to each iteration");
  expectRefused(change([](Scop &scop, ScopArray &) { scop.statements[0].opaque = true; }),
                RejectionKind::InvalidSchedule, "arithmetic");
  for (CallEffect effect : {CallEffect::Pure, CallEffect::Errno, CallEffect::Ordered}) {
    Scop scop = change([&](Scop &all, ScopArray &) {
      auto body = std::make_shared<Stmt>(*all.statements[0].body);
      auto call = std::make_shared<Expr>();
      call->kind = Expr::Kind::Call;
      call->text = "f";
      call->effect = effect;
      call->type = body->value->type;
      call->operands = {body->value};
      body->value = call;
      all.statements[0].body = body;
    });
    EXPECT_EQ(bool(substituted(scop)), effect == CallEffect::Pure);
  }
}

TEST(Substitute, GivesTheRegisterTile) {
  const Target target = withVectors();
  Lifted nest = lifted(betweenLoops());
  Outcome<Plan> plan = chooseSchedule(*nest.nest, target);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->schedule().steps().front().kind, Step::Kind::Substitute);
  bool keepsTile = false;
  for (const Promotion &promotion : plan->promotions())
    keepsTile |= promotion.array == "C";
  EXPECT_TRUE(keepsTile);
  // What is printed is what it is.
  auto script = Script::parse(printScript(*plan, "f#1"));
  ASSERT_TRUE(std::holds_alternative<Script>(script));
  Outcome<Plan> again = std::get<Script>(script).apply("f#1", *nest.nest, target);
  ASSERT_TRUE(again) << again.rejection().message();
  EXPECT_EQ(printScript(*again, "f#1"), printScript(*plan, "f#1"));
  // Other registers have the tile, too.
  Outcome<Plan> narrow = forRegisters(*plan, *namedTarget("sse2"));
  ASSERT_TRUE(narrow) << narrow.rejection().message();
  EXPECT_EQ(narrow->promotions().size(), plan->promotions().size());
}

TEST(Substitute, IsProposedInWhicheverLoops) {
  EXPECT_EQ(cheapScalars(*lifted(betweenLoops()).nest), Names{"t"});
  Scop scop = makeScop({{"i", "0", "n"}}, {{{"i"}, {0, 0}, {"t", "0"}, "=", {{"A", "i"}}},
                                           {{"i"}, {0, 1}, {"C", "i"}, "=", {{"t", "0"}}}});
  makePrivateScalar(scop, "t", {"i"});
  EXPECT_EQ(cheapScalars(*Lifted(scop, {}).nest), Names{"t"});
}

/// for i { t = A[i]; C[i] = t; for j D[i][j] = A[j]; }
Scop besideALoop() {
  Scop scop = makeScop({{"i", "0", "n"}, {"j", "0", "n"}},
                       {{{"i"}, {0, 0}, {"t", "0"}, "=", {{"A", "i"}}},
                        {{"i"}, {0, 1}, {"C", "i"}, "=", {{"t", "0"}}},
                        {{"i", "j"}, {0, 2, 0}, {"D", "i*n + j"}, "=", {{"A", "j"}}}});
  makePrivateScalar(scop, "t", {"i"});
  return scop;
}

TEST(Substitute, IsProposedWhereUsedBesideALoop) {
  EXPECT_EQ(cheapScalars(*Lifted(besideALoop(), {{"D", {"n"}}}).nest), Names{"t"});
}

/// The first statement's value divided by itself.
Scop withQuotient(Scop scop) {
  Stmt body = onlyChild(*scop.statements[0].body);
  auto quotient = std::make_shared<Expr>(*body.value);
  quotient->kind = Expr::Kind::Binary;
  quotient->text = "/";
  quotient->operands = {body.value, body.value};
  body.value = quotient;
  scop.statements[0].body = std::make_shared<Stmt>(body);
  return scop;
}

// What takes long is not computed again in the loops that take the time.
TEST(Substitute, QuotientsAreProposedWhereShallowLoopsUseThem) {
  EXPECT_EQ(cheapScalars(*Lifted(withQuotient(besideALoop()), {{"D", {"n"}}}).nest), Names{"t"});
  EXPECT_EQ(cheapScalars(*lifted(withQuotient(betweenLoops())).nest), Names{});
}
