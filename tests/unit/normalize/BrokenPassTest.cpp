// Passes that go wrong, by each small change of what they make: running the nest before and after
// the pass must tell.
#include "tests/unit/normalize/Examples.h"

#include "analysis/tree/LiveOut.h"
#include "analysis/tree/TreePrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <gtest/gtest.h>

#include <iostream>

namespace acc::test {
namespace {

/// The node changed a little; null where it is of no kind that is changed.
ExprRef broken(const ExprRef &expr) {
  static const std::map<std::string, std::string> kOther = {
      {"+", "-"},  {"-", "+"},   {"*", "+"},   {"<", "<="},  {"<=", "<"},
      {">", ">="}, {"==", "!="}, {"!=", "=="}, {"&&", "||"}, {"/", "*"}};
  auto copy = std::make_shared<Expr>(*expr);
  if (expr->kind == Expr::Kind::Integer) {
    copy->value += 1;
    return copy;
  }
  auto other = expr->kind == Expr::Kind::Binary ? kOther.find(expr->text) : kOther.end();
  if (other == kOther.end())
    return nullptr;
  copy->text = other->second;
  return copy;
}

/// The tree with its node number `which` changed; null when there are not so many.
StmtRef withBrokenExpr(const StmtRef &root, size_t which) {
  size_t seen = 0;
  bool isDone = false;
  StmtRef result = mapExprs(root, [&](const ExprRef &expr) -> ExprRef {
    ExprRef other = broken(expr);
    if (!other || seen++ != which)
      return nullptr;
    isDone = true;
    return other;
  });
  return isDone ? result : nullptr;
}

/// The tree without its assignment number `which`; `left` counts down to it.
StmtRef withoutAssignment(const StmtRef &stmt, size_t &left, bool &isDone) {
  if (!stmt || isDone)
    return stmt;
  if (stmt->kind == Stmt::Kind::Assign && left-- == 0) {
    isDone = true;
    return makeBlock({}, stmt->range);
  }
  auto copy = std::make_shared<Stmt>(*stmt);
  for (StmtRef &child : copy->children)
    child = withoutAssignment(child, left, isDone);
  return copy;
}

std::vector<StmtRef> mutantsOf(const StmtRef &root) {
  std::vector<StmtRef> all;
  while (StmtRef mutant = withBrokenExpr(root, all.size()))
    all.push_back(mutant);
  for (size_t which = 0;; ++which) {
    size_t left = which;
    bool isDone = false;
    StmtRef mutant = withoutAssignment(root, left, isDone);
    if (!isDone)
      return all;
    all.push_back(mutant);
  }
}

bool isSeen(const SourceNest &before, const SourceNest &mutant) {
  for (const RunPoint &point : pointsFor(before))
    if (!compareRuns(before, mutant, liveOutOf(before), point).difference.empty())
      return true;
  return false;
}

TEST(BrokenPass, IsSeenByRunningBothTrees) {
  size_t all = 0, seen = 0;
  for (const Pass &pass : passes()) {
    if (pass.name == std::string("row-tables"))
      continue; // in a run all tests of rows hold, so that a wrong one is not seen
    for (const Example &example : examplesOf(pass.name)) {
      SourceNest before = readOf(example.given, example.before);
      SourceNest mutant = applied(pass, before);
      for (const StmtRef &root : mutantsOf(mutant.root)) {
        mutant.root = root;
        ++all;
        if (isSeen(before, mutant))
          ++seen;
        else
          std::cout << pass.name << ", not seen:\n" << printTree(mutant);
      }
    }
  }
  std::cout << seen << " of " << all << " mutants are seen\n";
  EXPECT_GE(all, 150u);
  EXPECT_GE(double(seen), 0.95 * double(all));
}

} // namespace
} // namespace acc::test
