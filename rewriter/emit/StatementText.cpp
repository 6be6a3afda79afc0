#include "rewriter/emit/StatementText.h"

#include "analysis/model/NotedTests.h"
#include "analysis/tree/ExprPrinter.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/AssignedBody.h"
#include "rewriter/emit/Parameters.h"
#include "rewriter/emit/lower/HoistedTests.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace acc {

/// A statement as it is printed: what its iterators are worth, the variables of its loops, and its
/// accesses and the arrays of its tables by their nodes; null is of neither.
struct StatementPrinter::Printed {
  int statement = -1;
  StmtRef body;
  std::map<std::string, Polynomial> iterators;
  std::map<SymbolId, const ScopLoop *> loopVariables;
  std::map<const Expr *, int> accessOf, tableOf;
  /// The writes of scalars.
  std::map<SymbolId, int> assignedBy;
  PrintHooks hooks;
};

/// Its hooks hold as long as `what`.
void StatementPrinter::prepare(const CodeNode &node, Printed &what) {
  const ScopStatement &statement = scop.statements[node.statement];
  what.statement = node.statement;
  for (size_t k = 0; k < statement.loops.size(); ++k) {
    const ScopLoop &loop = scop.loops[statement.loops[k]];
    what.iterators[loop.name] = integers.iteratorValue(node.iterators[k], loop.name);
    what.loopVariables[loop.variable] = &loop;
  }
  for (size_t a = 0; a < statement.accesses.size(); ++a) {
    what.accessOf[statement.accesses[a].node.get()] = static_cast<int>(a);
    what.tableOf[statement.accesses[a].table.get()] = statement.accesses[a].array;
    const ScopArray &array = scop.arrays[statement.accesses[a].array];
    if (array.isScalar && statement.accesses[a].isWrite)
      what.assignedBy[array.base] = static_cast<int>(a);
  }
  what.body =
      node.isTestedOutside ? writtenBody(scop, node) : assignedBody(scop, statement, what.accessOf);
  what.hooks.showsNarrowing = true;
  if (what.body)
    forEachStmt(what.body, [&](const StmtRef &part) {
      if (part->kind == Stmt::Kind::Declare)
        what.hooks.names[part->symbol] = localName(part->symbol);
    });
  what.hooks.replace = [this, &what](const Expr &expr) { return replaced(what, expr); };
}

/// The model reads it as its value at the entry, also where a value is assigned behind the loops.
bool StatementPrinter::isParameter(SymbolId symbol) const {
  return std::any_of(scop.parameters.begin(), scop.parameters.end(),
                     [&](const Parameter &parameter) { return parameter.symbol == symbol; });
}

std::optional<std::string> StatementPrinter::replaced(const Printed &what, const Expr &expr) {
  if (auto found = what.accessOf.find(&expr); found != what.accessOf.end())
    return access(what.statement, found->second, what.iterators);
  if (auto table = what.tableOf.find(&expr); table != what.tableOf.end())
    return bases.text(table->second) + "[" + printExpr(scop.nest, *expr.operands[1], what.hooks) +
           "]";
  if (expr.kind == Expr::Kind::Access) {
    fail(expr.range, "an access that the analysis did not model");
    return std::nullopt;
  }
  if (auto variable = what.loopVariables.find(expr.symbol); variable != what.loopVariables.end()) {
    const CType &type = scop.nest.symbol(expr.symbol).type;
    Polynomial value = what.iterators.at(variable->second->name);
    const std::string text = integers.text(value).at(TextLevel::Primary);
    const bool hasType = type.spelling == integers.wideType().name && !value.constant();
    return hasType ? text : "((" + type.spelling + ")" + text + ")";
  }
  // A read behind an assignment of the same statement.
  if (auto set = what.assignedBy.find(expr.symbol); set != what.assignedBy.end())
    return access(what.statement, set->second, what.iterators);
  const bool isOwn = what.hooks.names.count(expr.symbol) != 0;
  if (assigned.count(expr.symbol) && !isOwn && !isParameter(expr.symbol))
    fail(expr.range, "scalar '" + scop.nest.symbol(expr.symbol).spelling +
                         "' cannot be kept across the new loop order");
  if (expr.kind == Expr::Kind::Symbol && input.parameters && !isOwn)
    return input.parameters->value(expr.symbol);
  return std::nullopt;
}

StatementPrinter::StatementPrinter(const BlockInput &input, Names &names, Bases &bases,
                                   IntText &integers, AccessText access, Failure fail)
    : input(input), scop(input.plan.schedule().nest().source->scop), names(names), bases(bases),
      integers(integers), access(std::move(access)), fail(std::move(fail)) {
  if (scop.nest.root)
    assigned = assignedIn(scop.nest.root);
}

StatementText StatementPrinter::text(const CodeNode &node) {
  Printed what;
  prepare(node, what);
  StatementText result{what.iterators, {}, {}};
  if (node.kind == CodeNode::Kind::Test) {
    const Expr &condition = *notedTest(scop, scop.statements[node.statement]);
    const bool isOperand =
        condition.kind != Expr::Kind::Binary && condition.kind != Expr::Kind::Conditional;
    const std::string text = printExpr(scop.nest, condition, what.hooks);
    result.test = {text, isOperand ? text : "(" + text + ")"};
  } else if (what.body) {
    std::istringstream lines(printStmt(scop.nest, *what.body, "", what.hooks));
    for (std::string line; std::getline(lines, line);)
      result.lines.push_back(line);
  }
  return result;
}

/// The name of a variable that a statement declares for itself, below its condition.
const std::string &StatementPrinter::localName(SymbolId symbol) {
  auto [known, isNew] = localNames.try_emplace(symbol);
  if (isNew)
    known->second = names.fresh(scop.nest.symbol(symbol).spelling);
  return known->second;
}

} // namespace acc
