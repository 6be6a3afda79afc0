// What the proof makes of scalars that are gone, whoever took them away.
#include "rewriter/validate/SubstitutedReads.h"

#include "rewriter/validate/StatementCheck.h"
#include "tests/support/Source.h"
#include "tests/unit/scheduling/Kernels.h"

#include <functional>

namespace acc::test {
namespace {

const ViewSizes kSizes{{"A", {"lda"}}, {"B", {"ldb"}}, {"C", {"ldc"}}};

/// The scop without t, whether or not that is right, and its views.
struct Substituted {
  explicit Substituted(const Scop &read, const ViewSizes &sizes = kSizes) {
    Lifted lifted(read, sizes);
    auto careless = std::make_shared<LiftedScop>(*lifted.nest->source);
    careless->dependences.all.clear();
    Nest nest = *lifted.nest;
    nest.source = careless;
    Outcome<Schedule> schedule = Schedule(nest).substitute({"t"});
    if (!schedule)
      abort();
    scop = schedule->nest().source->scop;
    views = schedule->nest().source->views;
  }

  /// What the two checks say where the guard holds; "" when nothing is wrong.
  std::string verdict() const {
    IslContext context;
    GuardContext guard(context, scop, *scop.asRead, Condition::always(), {});
    if (auto wrong = checkStatements(scop, guard))
      return wrong->message();
    auto before = sourceProgram(scop, views, guard);
    if (!before)
      return before.rejection().message();
    auto wrong = checkUnchanged(scop, *before, guard);
    return wrong ? wrong->message() : "";
  }

  Scop scop;
  Delinearization views;
};

/// The verdict when the value in the place of t is another one.
std::string verdictOfValue(const std::function<ExprRef(const Expr &cast)> &other) {
  Substituted substituted(betweenLoops());
  ScopStatement &statement = substituted.scop.statements.at(0);
  bool isChanged = false;
  statement.body = mapExprs(statement.body, [&](const ExprRef &part) -> ExprRef {
    if (part->kind != Expr::Kind::Cast)
      return nullptr;
    isChanged = true;
    return other(*part);
  });
  EXPECT_TRUE(isChanged);
  return substituted.verdict();
}

TEST(SubstitutedReads, TheValueInTheScalarsPlace) {
  EXPECT_EQ(Substituted(betweenLoops()).verdict(), "");
  EXPECT_EQ(verdictOfValue([](const Expr &cast) { return std::make_shared<Expr>(cast); }), "");
}

TEST(SubstitutedReads, NoOtherValueAndNoOtherConversion) {
  EXPECT_NE(verdictOfValue([](const Expr &cast) { return cast.operands[0]; }), "");
  EXPECT_NE(verdictOfValue([](const Expr &cast) {
              auto wider = std::make_shared<Expr>(cast);
              wider->type.spelling = "double";
              wider->type.size = 8;
              return wider;
            }),
            "");
  EXPECT_NE(verdictOfValue([](const Expr &cast) {
              auto twice = std::make_shared<Expr>(cast);
              twice->operands = {
                  makeBinary("+", cast.operands[0], cast.operands[0], cast.operands[0]->type, {})};
              return twice;
            }),
            "");
  Substituted other(betweenLoops());
  for (ScopAccess &access : other.scop.statements[0].accesses)
    if (other.scop.arrays[access.array].name == "A")
      access.subscripts[0] += Polynomial(1);
  EXPECT_NE(other.verdict(), "");
}

TEST(SubstitutedReads, TheDefinitionRunsWhereverTheUseDoes) {
  Scop read = betweenLoops();
  read.statements[0].condition = read.statements[1].condition =
      Condition::less(poly("k"), poly("q"));
  Substituted substituted(read);
  EXPECT_EQ(substituted.verdict(), "");
  read.statements[1].condition = Condition::always();
  substituted.scop.statements[0].condition = Condition::always();
  substituted.scop.asRead = std::make_shared<const Scop>(read);
  EXPECT_NE(substituted.verdict(), "");
  for (const std::function<void(Scop &)> &change : std::vector<std::function<void(Scop &)>>{
           [](Scop &scop) { scop.statements[0].positions.back() = 3; },
           [](Scop &scop) { scop.statements[0].opaque = true; },
           [](Scop &scop) { scop.statements.push_back(scop.statements[0]); },
           [](Scop &scop) {
             for (ScopArray &array : scop.arrays)
               array.isPrivate = false;
           }}) {
    Substituted good(betweenLoops());
    Scop changed = *good.scop.asRead;
    change(changed);
    good.scop.asRead = std::make_shared<const Scop>(changed);
    EXPECT_NE(good.verdict(), "");
  }
}

/// for i for k { if (k < i) t = A[i][k]; if (i <= k) t = D[k]; for j C[i][j] += t*B[k][j]; }
Scop ofTwoValues() {
  Scop scop = betweenLoops({{{"i", "k"}, {0, 0, 1}, {"t", "0"}, "=", {{"D", "k"}}}});
  scop.statements[0].condition = Condition::less(poly("k"), poly("i"));
  scop.statements[2].condition = scop.statements[0].condition.negated();
  return scop;
}

TEST(SubstitutedReads, EachPartHasTheOnlyValueThatItsIterationsHave) {
  EXPECT_EQ(Substituted(ofTwoValues()).verdict(), "");
  auto verdictOf = [](const std::function<void(Scop & scop, Scop & read)> &change) {
    Substituted substituted(ofTwoValues());
    Scop read = *substituted.scop.asRead;
    change(substituted.scop, read);
    substituted.scop.asRead = std::make_shared<const Scop>(read);
    return substituted.verdict();
  };
  EXPECT_EQ(verdictOf([](Scop &, Scop &) {}), "");
  // A part has the other's value; parts overlap, or leave instances out.
  EXPECT_NE(verdictOf([](Scop &scop, Scop &) {
              std::swap(scop.statements[0].condition, scop.statements[1].condition);
            }),
            "");
  EXPECT_NE(
      verdictOf([](Scop &scop, Scop &) { scop.statements[0].condition = Condition::always(); }),
      "");
  EXPECT_NE(verdictOf([](Scop &scop, Scop &) { scop.statements.pop_back(); }), "");
  // The source gives another value in the same iterations, before or behind that of the part.
  for (size_t first : {0, 2})
    EXPECT_NE(verdictOf([&](Scop &, Scop &read) {
                read.statements[first].condition = Condition::always();
              }),
              "");
  // It gives none in some, or another one of which nothing is said.
  EXPECT_NE(verdictOf([](Scop &, Scop &read) {
              read.statements[2].condition = Condition::less(poly("i"), poly("k"));
            }),
            "");
  EXPECT_NE(verdictOf([](Scop &, Scop &read) {
              ScopStatement third = read.statements[2];
              third.opaque = true;
              third.accesses[0].may = true;
              read.statements.push_back(third);
            }),
            "");
}

TEST(SubstitutedReads, TheDefinitionIsNotMissedElsewhere) {
  // Another statement still reads t, but nothing assigns it.
  StatementSpec use{{"i", "k"}, {0, 0, 3}, {"D", "k"}, "=", {{"t", "0"}}};
  Substituted substituted(betweenLoops({use}));
  EXPECT_EQ(substituted.verdict(), "");
  substituted.scop.statements[1] = substituted.scop.asRead->statements[2];
  substituted.scop.arrays = substituted.scop.asRead->arrays;
  substituted.scop.statements[0].accesses.clear();
  EXPECT_NE(substituted.verdict(), "");
}

TEST(SubstitutedReads, NothingIsWrittenBeforeTheUse) {
  EXPECT_NE(Substituted(betweenLoops({}, "C", "i*ldc + k")).verdict(), "");
  StatementSpec store{{"i", "k"}, {0, 0, 1}, {"A", "i*lda + k"}, "=", {{"D", "k"}}};
  EXPECT_NE(Substituted(betweenLoops({store})).verdict(), "");
  store.positions = {0, 0, 3};
  EXPECT_EQ(Substituted(betweenLoops({store})).verdict(), "");
  store = {{"i", "k"}, {0, 0, 1}, {"A", "i*lda + k - 1"}, "=", {{"D", "k"}}};
  EXPECT_EQ(Substituted(betweenLoops({store})).verdict(), "");
}

/// `body`, which may name t and u, in two loops.
Substituted substitutedIn(const std::string &body) {
  return Substituted(
      liftedOf("void f(int n, double *restrict A, double *restrict B, const double *C)\n{\n    "
               "double t, u;\n"
               "    for (int i = 0; i < n; i++)\n        for (int j = 0; j < n; j++) { " +
               body + " }\n}\n"),
      {{"A", {"n"}}});
}

TEST(SubstitutedReads, BelowAConditionOnDataTheReadsHappenWhereItHolds) {
  const std::string body = "t = A[i*n + j]; if (B[j] > t && (j*n - i > 3 || C[j] > 0)) B[j] = t;";
  EXPECT_EQ(substitutedIn(body).verdict(), "");
  EXPECT_EQ(substitutedIn("t = A[i*n + j]; B[j] = C[j] > 0 ? t : 0;").verdict(), "");
  EXPECT_EQ(substitutedIn("u = A[i*n + j]; t = u + 1; if (u > C[j]) B[j] = t;").verdict(), "");
  size_t changed = 0;
  for (size_t a = 0; a < substitutedIn(body).scop.statements[0].accesses.size(); ++a)
    for (const std::function<void(ScopAccess &)> &change :
         std::vector<std::function<void(ScopAccess &)>>{
             [](ScopAccess &access) { access.may = !access.may; },
             [](ScopAccess &access) { access.when = Condition::less(poly("i"), poly("n - 3")); },
             [](ScopAccess &access) { access.subscripts[0] += Polynomial(1); }}) {
      Substituted wrong = substitutedIn(body);
      change(wrong.scop.statements[0].accesses[a]);
      EXPECT_NE(wrong.verdict(), "") << a;
      ++changed;
    }
  EXPECT_EQ(changed, 15u);
}

TEST(SubstitutedReads, NothingIsLeftOfTheScalarInAnyPlace) {
  Substituted substituted = substitutedIn("t = A[i*n + j]; if (B[j] > t) B[j] = t;");
  ExprRef scalar;
  for (const ScopStatement &statement : substituted.scop.asRead->statements)
    forEachExprIn(statement.body, [&](const ExprRef &part) {
      if (part->kind == Expr::Kind::Symbol && part->type.spelling == "double")
        scalar = part;
    });
  ASSERT_TRUE(scalar);
  size_t places = 0;
  for (size_t kept = 0; kept < 2; ++kept) {
    Substituted wrong = substituted;
    size_t place = 0;
    ScopStatement &statement = wrong.scop.statements[0];
    statement.body = mapExprs(statement.body, [&](const ExprRef &part) -> ExprRef {
      if (part->kind != Expr::Kind::Cast || skipCasts(*part).kind != Expr::Kind::Access)
        return nullptr;
      return place++ == kept ? scalar : part;
    });
    EXPECT_NE(wrong.verdict(), "") << kept;
    places = place;
  }
  EXPECT_EQ(places, 2u);
}

TEST(SubstitutedReads, NothingIsWrittenInTheStatementBeforeTheValue) {
  for (const char *body :
       {"t = A[i*n + j]; if (C[j] > 0) { A[i*n + j] = 1; B[j] = t; }",
        "t = A[i*n + j]; if (C[j] > 0) { B[j] = t; A[i*n + j] = 1; B[j + 1] = t; }",
        "t = A[i*n + j]; if (C[j] > t) { A[i*n + j] = 1; if (t > 0) B[j] = 0; }",
        "t = A[i*n + j]; if (C[j] > 0) A[i*n + j] = 1; B[j] = t;",
        "u = A[i*n + j]; t = u + 1; if (C[j] > 0) { u = 3; B[j] = t + u; }"})
    EXPECT_NE(substitutedIn(body).verdict(), "") << body;
  for (const char *body : {"t = A[i*n + j]; if (C[j] > 0) { B[j] = t; A[i*n + j] = 1; }",
                           "t = A[i*n + j]; if (C[j] > t) A[i*n + j] = t + 1;",
                           "t = A[i*n + j]; if (C[j] > 0) { A[i*n + j + 1] = 1; B[j] = t; }",
                           "t = A[i*n + j]; if (C[j] > 0) { A[i*n + j - 1] = 1; B[j] = t; }"})
    EXPECT_EQ(substitutedIn(body).verdict(), "") << body;
}

} // namespace
} // namespace acc::test
