// Divisions that the emitted loops do without.
#include "analysis/model/ScopIsl.h"
#include "rewriter/emit/lower/KnownRests.h"
#include "rewriter/emit/lower/PlainBounds.h"
#include "tests/unit/scheduling/Fixture.h"

#include <gtest/gtest.h>

using namespace acc;
using namespace acc::test;

namespace {

using Kind = IntExpr::Kind;

Polynomial loopAt(unsigned depth) { return Polynomial::symbol(loopSymbol(depth)); }

IntExpr compare(IntExpr a, const char *op, IntExpr b) {
  IntExpr result;
  result.kind = Kind::Compare;
  result.op = opNamed(op);
  result.operands = {std::move(a), std::move(b)};
  return result;
}

IntExpr rest(Polynomial value, int64_t divisor, Kind kind = Kind::Rest) {
  IntExpr result;
  result.kind = kind;
  result.divisor = divisor;
  result.operands = {linear(std::move(value))};
  return result;
}

/// for (c = first; c < n; c += step) body
CodeNode loop(int depth, Polynomial first, int64_t step, CodeNode body) {
  CodeNode node;
  node.kind = CodeNode::Kind::Loop;
  node.depth = depth;
  node.first = linear(std::move(first));
  node.condition = compare(linear(loopAt(depth)), "<", linear(Polynomial::symbol("n")));
  node.step = step;
  node.children = {std::move(body)};
  return node;
}

CodeNode when(IntExpr condition) {
  CodeNode statement, node;
  statement.kind = CodeNode::Kind::Statement;
  statement.statement = 0;
  node.kind = CodeNode::Kind::If;
  node.condition = std::move(condition);
  node.children = {std::move(statement)};
  return node;
}

/// The pass in a nest whose loops have no negative values.
CodeNode applied(CodeNode (*pass)(CodeNode, const Lowering &), CodeNode code) {
  const Lifted lifted = matmul("n", "m", "p");
  const Plan plan((lifted.schedule()));
  const LoopOrder loops = loopOrderOf(plan);
  const std::vector<PrivatePlace> privates;
  const RunFacts facts(*lifted.context, makeParameterSet(lifted.context->get(), {}));
  return pass(std::move(code), {plan, loops, privates, facts, {true, true, true}});
}

/// What stands in the inner loop of for (j = start; ; j += 32) for (k = j + add; ; k += 8).
CodeNode innermost(int64_t start, int64_t add, IntExpr condition) {
  CodeNode code = applied(
      withKnownRests,
      loop(0, start, 32, loop(1, loopAt(0) + Polynomial(add), 8, when(std::move(condition)))));
  return code.children[0].children[0];
}

} // namespace

TEST(KnownRests, TestsThatHoldGoAway) {
  Polynomial j = loopAt(0), k = loopAt(1);
  EXPECT_EQ(innermost(0, 0, compare(rest(j, 32), "==", linear(0))).kind, CodeNode::Kind::Statement);
  EXPECT_EQ(innermost(-32, 0, compare(rest(j + Polynomial(64), 32), "==", linear(0))).kind,
            CodeNode::Kind::Statement);
  EXPECT_EQ(innermost(0, 3, compare(rest(k, 8), "==", linear(3))).kind, CodeNode::Kind::Statement);
  EXPECT_EQ(innermost(0, 0, compare(rest(k + Polynomial(4) * j, 8), "==", linear(0))).kind,
            CodeNode::Kind::Statement);
}

TEST(KnownRests, WhatTheLoopsLeaveOpenStays) {
  Polynomial j = loopAt(0), k = loopAt(1), n = Polynomial::symbol("n");
  for (const IntExpr &open : {rest(j, 64), rest(k, 16), rest(j + n, 32), rest(k * k, 8)})
    EXPECT_EQ(innermost(0, 0, compare(open, "==", linear(0))).kind, CodeNode::Kind::If);
  // It never holds: not ours to drop.
  EXPECT_EQ(innermost(1, 0, compare(rest(j, 32), "==", linear(0))).kind, CodeNode::Kind::If);
}

TEST(KnownRests, OtherOperandsOfAConjunctionStay) {
  IntExpr both;
  both.kind = Kind::And;
  both.operands = {compare(rest(loopAt(0), 32), "==", linear(0)),
                   compare(linear(loopAt(0)), "<", linear(Polynomial::symbol("m")))};
  CodeNode branch = innermost(0, 0, both);
  ASSERT_EQ(branch.kind, CodeNode::Kind::If);
  ASSERT_EQ(branch.condition.kind, Kind::Compare);
  EXPECT_EQ(branch.condition.op, Op::Less);
}

TEST(PlainBounds, BlocksMayStartWhereAShareOfTheirStepDivides) {
  // for (s = 2*t - 2*(t % 8); s < n; s += 16) and, the same, from 16*floor(t/8)
  Polynomial t = loopAt(0);
  IntExpr share, whole;
  share.kind = Kind::Product;
  share.operands = {linear(Polynomial(-2)), rest(t, 8, Kind::Mod)};
  IntExpr rounded;
  rounded.kind = Kind::Sum;
  rounded.operands = {linear(Polynomial(2) * t), share};
  whole.kind = Kind::Product;
  whole.operands = {linear(Polynomial(16)), rest(t, 8, Kind::Div)};
  for (const IntExpr &first : {rounded, whole}) {
    CodeNode statement;
    statement.kind = CodeNode::Kind::Statement;
    CodeNode blocks = loop(1, 0, 16, statement);
    blocks.first = first;
    CodeNode plain = applied(withPlainBounds, blocks);
    EXPECT_EQ(plain.first.kind, Kind::Linear);
    EXPECT_TRUE(plain.first.polynomial.isZero());
    const CodeNode &behind = plain.children[0]; // 2*t <= s + 15
    ASSERT_EQ(behind.kind, CodeNode::Kind::If);
    EXPECT_EQ(behind.condition.operands[0].polynomial, Polynomial(2) * t);
    EXPECT_EQ(behind.condition.operands[1].polynomial, loopAt(1) + Polynomial(15));
  }
  // A rest that is no share of the step stays.
  share.operands = {linear(Polynomial(-3)), rest(t, 8, Kind::Mod)};
  rounded.operands = {linear(Polynomial(3) * t), share};
  CodeNode blocks = loop(1, 0, 16, CodeNode());
  blocks.first = rounded;
  EXPECT_EQ(applied(withPlainBounds, blocks).first.kind, Kind::Sum);
}

TEST(PlainBounds, LoopsWithOneQuotientCountInItsSteps) {
  // for (s = 0; s <= (n - i)/8; s++) body at i + 8*s, and the same with 4*s.
  Polynomial i = loopAt(0), s = loopAt(1), n = Polynomial::symbol("n");
  for (int64_t factor : {8, 4}) {
    CodeNode statement;
    statement.kind = CodeNode::Kind::Statement;
    statement.iterators = {linear(i + Polynomial(factor) * s)};
    CodeNode strided = loop(1, 0, 1, statement);
    strided.condition = compare(linear(s), "<=", rest(n - i, 8, Kind::FloorDiv));
    CodeNode plain = applied(withPlainBounds, strided);
    if (factor == 4) {
      EXPECT_EQ(plain.step, 1);
      EXPECT_EQ(plain.condition.operands[1].kind, Kind::FloorDiv);
      continue;
    }
    EXPECT_EQ(plain.step, 8);
    EXPECT_EQ(plain.condition.operands[1].polynomial, n - i);
    EXPECT_EQ(plain.children[0].iterators[0].polynomial, i + s);
  }
}
