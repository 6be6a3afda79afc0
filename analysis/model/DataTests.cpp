#include "analysis/model/DataTests.h"

#include "analysis/model/Conditions.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"

#include <algorithm>
#include <iterator>

namespace acc {
namespace {

bool isEmpty(const StmtRef &stmt) {
  return !stmt || stmt->kind == Stmt::Kind::Empty ||
         (stmt->kind == Stmt::Kind::Block &&
          std::all_of(stmt->children.begin(), stmt->children.end(), isEmpty));
}

} // namespace

Outcome<DataTest> dataTestOf(const SourceNest &nest, const Stmt &branch) {
  auto refused = [&](const std::string &why) {
    return Rejection{RejectionKind::Condition, branch.condition->range,
                     printExpr(nest, *branch.condition) + " (" + why + ")"};
  };
  bool hasElse = branch.children.size() > 1 && !isEmpty(branch.children[1]);
  bool isNegated = hasElse && isEmpty(branch.children[0]);
  if (hasElse && !isNegated)
    return refused("both branches have effects, so the fast version cannot assume either");
  if (!isPure(*branch.condition))
    return refused("it calls a function and cannot be tested before the loops run");
  auto test = std::make_shared<Stmt>(branch);
  if (isNegated)
    test->condition = makeNot(branch.condition);
  else if (!isTruthValue(*branch.condition))
    test->condition = makeNot(makeNot(branch.condition));
  test->children = {makeBlock({}, branch.range)};
  return DataTest{test, branch.children[isNegated ? 1 : 0]};
}

Condition addTest(ModelContext &model, std::span<ScopStatement> pieces,
                  std::vector<Assumption> &needs) {
  const Expr &tested = *pieces.front().body->condition;
  const std::string name = model.fresh("holds"), text = printExpr(model.nest, tested);
  model.parameters.push_back({name, truthType(), -1, {}, text, nullptr, false});
  model.ranges[name] = {0, 1};
  Polynomial holds = Polynomial::symbol(name);
  model.facts.push_back(Condition::nonNegative(holds));
  model.facts.push_back(Condition::nonNegative(Polynomial(1) - holds));
  for (ScopStatement &piece : pieces)
    piece.tests = name;
  Condition all = Condition::less(Polynomial(0), holds);
  needs.push_back({AssumptionKind::Data, all, text, Verdict::RunTime, tested.range});
  return all;
}

std::optional<Rejection> whyNotTested(const Scop &scop) {
  for (const ScopStatement &test : scop.statements)
    for (const ScopAccess &access : test.accesses)
      if (!test.tests.empty() && isWrittenIn(scop, access.array))
        return Rejection{RejectionKind::Condition, access.where,
                         printExpr(scop.nest, *test.body->condition) + " (the loops write " +
                             scop.arrays[access.array].name +
                             ", so it cannot be tested before they run)"};
  return std::nullopt;
}

std::vector<std::string> testNames(const Scop &scop) {
  std::vector<std::string> names;
  for (const ScopStatement &test : scop.tests)
    if (std::find(names.begin(), names.end(), test.tests) == names.end())
      names.push_back(test.tests);
  return names;
}

void separateTests(Scop &scop) {
  auto first =
      std::stable_partition(scop.statements.begin(), scop.statements.end(),
                            [](const ScopStatement &statement) { return statement.tests.empty(); });
  std::move(first, scop.statements.end(), std::back_inserter(scop.tests));
  scop.statements.erase(first, scop.statements.end());
}

} // namespace acc
