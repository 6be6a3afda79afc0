// What compilers take in any order, and what waits.
#include "scheduling/autoschedule/Latencies.h"
#include "scheduling/autoschedule/Candidate.h"
#include "tests/unit/scheduling/Kernels.h"

using namespace acc;
using namespace acc::test;

namespace {

ExprRef floating(Expr::Kind kind, const std::string &text, std::vector<ExprRef> operands) {
  auto expr = std::make_shared<Expr>();
  expr->kind = kind;
  expr->text = text;
  expr->type.kind = CType::Kind::Floating;
  expr->operands = std::move(operands);
  return expr;
}

StmtRef assign(const std::string &operation, ExprRef value) {
  auto stmt = std::make_shared<Stmt>();
  stmt->kind = Stmt::Kind::Assign;
  stmt->text = operation;
  stmt->target = floating(Expr::Kind::Symbol, "", {});
  stmt->value = std::move(value);
  return stmt;
}

StmtRef below(ExprRef condition, StmtRef body) {
  auto stmt = std::make_shared<Stmt>();
  stmt->kind = Stmt::Kind::If;
  stmt->condition = std::move(condition);
  stmt->children = {std::move(body)};
  return stmt;
}

} // namespace

TEST(Latencies, ASumBelowAConditionIsASum) {
  const ExprRef one = floating(Expr::Kind::Literal, "1", {});
  ScopStatement statement;
  ScopArray count;
  count.element.kind = CType::Kind::Integer;
  statement.body = below(one, assign("+=", one));
  EXPECT_TRUE(isReorderedSum({}, statement, count, {}));
  statement.body = below(one, assign("=", one));
  EXPECT_FALSE(isReorderedSum({}, statement, count, {}));
  count.element.kind = CType::Kind::Floating;
  statement.body = below(one, assign("+=", one));
  EXPECT_FALSE(isReorderedSum({}, statement, count, {}));
}

TEST(Latencies, TheGreatestOfIntegersIsASum) {
  const ExprRef most = floating(Expr::Kind::Literal, "most", {}),
                value = floating(Expr::Kind::Literal, "value", {}),
                less = floating(Expr::Kind::Binary, "<", {most, value});
  ScopStatement statement;
  ScopArray kept;
  kept.element.kind = CType::Kind::Integer;
  auto assigned = [&](const ExprRef &to) {
    auto stmt = std::make_shared<Stmt>(*assign("=", to));
    stmt->target = most;
    return stmt;
  };
  statement.body = below(less, assigned(value));
  EXPECT_TRUE(isReorderedSum({}, statement, kept, {}));
  statement.body =
      assigned(floating(Expr::Kind::Conditional, "", {less, value, most})); // or the least
  EXPECT_TRUE(isReorderedSum({}, statement, kept, {}));
  statement.body = below(less, assigned(less));
  EXPECT_FALSE(isReorderedSum({}, statement, kept, {}));
  statement.body = assigned(floating(Expr::Kind::Conditional, "", {value, value, most}));
  EXPECT_FALSE(isReorderedSum({}, statement, kept, {}));
  kept.element.kind = CType::Kind::Floating;
  statement.body = below(less, assigned(value));
  EXPECT_FALSE(isReorderedSum({}, statement, kept, {}));
}

TEST(Latencies, DivisionsAndCalls) {
  const ExprRef x = floating(Expr::Kind::Literal, "2", {});
  ScopStatement statement;
  statement.body =
      assign("/=", floating(Expr::Kind::Call, "sqrt", {floating(Expr::Kind::Binary, "/", {x, x})}));
  EXPECT_EQ(divisionsIn(statement), 3);
  EXPECT_EQ(callsIn(statement), 0);
  statement.body = assign("=", floating(Expr::Kind::Binary, "+",
                                        {floating(Expr::Kind::Call, "exp", {x}),
                                         floating(Expr::Kind::Call, "pow", {x, x})}));
  EXPECT_EQ(callsIn(statement), 1); // pow(x, 2) is x*x
}

/// d[j] = c + fmin(d[j - 1], e): the call and the sum; d[j] = d[j - 1] + e: the sum.
TEST(Latencies, AChainIsTheLongestWay) {
  auto lengthOf = [](bool calls) {
    Scop scop = makeScop({{"j", "1", "n"}}, {{{"j"}, {}, {"d", "j"}, "=", {{"d", "j - 1"}}}});
    ScopAccess *read = nullptr;
    for (ScopAccess &access : scop.statements[0].accesses)
      if (!access.isWrite)
        read = &access;
    for (ScopArray &array : scop.arrays)
      array.element.kind = CType::Kind::Floating;
    const ExprRef before = floating(Expr::Kind::Access, "", {}),
                  other = floating(Expr::Kind::Literal, "1", {});
    read->node = before;
    const ExprRef least = calls ? floating(Expr::Kind::Call, "fmin", {before, other}) : before;
    scop.statements[0].body = assign("=", floating(Expr::Kind::Binary, "+", {other, least}));
    Lifted lifted(scop, {});
    return chainLength(*lifted.nest->source, 0, 0, 0);
  };
  EXPECT_EQ(lengthOf(false), 1);
  EXPECT_EQ(lengthOf(true), 3);
}
