#include "rewriter/emit/ScanText.h"

#include "analysis/model/ScopIsl.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/lower/Lowering.h"

#include <algorithm>

namespace acc {
namespace {

/// The tests as a nest of their own, which clears the flag, in the order and with the indices of
/// the source.
LiftedScop testsAsNest(const LiftedScop &source, const std::string &parameter,
                       const std::string &flag) {
  LiftedScop result{source.context, source.scop, source.views, {}};
  Scop &scop = result.scop;
  auto symbols = std::make_shared<SymbolTable>(*scop.nest.symbols);
  Symbol variable;
  variable.name = variable.spelling = flag;
  variable.type = truthType();
  variable.isInvented = true;
  symbols->push_back(variable);
  scop.nest.symbols = symbols;
  scop.statements.clear();
  for (ScopStatement &test : scop.tests) {
    if (test.tests != parameter)
      continue;
    const ExprRef &condition = test.body->condition;
    auto clear = std::make_shared<Stmt>();
    clear->kind = Stmt::Kind::Assign;
    clear->range = test.where;
    clear->text = "&=";
    clear->target = makeSymbol(SymbolId(symbols->size()) - 1, variable.type, test.where);
    clear->value = condition;
    test.body = clear;
    test.opaque = false;
    // Tests before it hold here.
    std::map<std::string, Polynomial> hold;
    for (const ScopStatement &other : source.scop.tests)
      hold[other.tests] = Polynomial(1);
    test.condition = test.condition.substitute(hold);
    scop.statements.push_back(test);
  }
  scop.tests.clear();
  for (RecoveredArray &array : result.views.arrays) {
    array.recovered = false;
    array.accesses.clear();
  }
  return result;
}

/// The innermost of the loops of which each iteration reads the next element; "" for none.
std::string contiguousLoop(const Scop &scop) {
  if (scop.statements.size() != 1)
    return "";
  std::string found;
  for (int loop : scop.statements[0].loops) {
    const std::string &name = scop.loops[loop].name;
    const bool isContiguous =
        std::any_of(scop.statements[0].accesses.begin(), scop.statements[0].accesses.end(),
                    [&](const ScopAccess &read) {
                      return !read.subscripts.empty() &&
                             read.subscripts.back().coefficient(name, 1) == Polynomial(1);
                    });
    found = isContiguous ? name : found;
  }
  return found;
}

/// The tests in any order, as each is for itself: along memory in the innermost loop.
///   for j for l  test(b[j + l * ldb])   ->   for l for j  ..
Schedule alongMemory(const Nest &nest, const Scop &scop) {
  Schedule schedule(nest);
  const std::string last = contiguousLoop(scop);
  if (last.empty())
    return schedule;
  std::vector<std::string> order;
  for (const Index &index : schedule.order())
    if (index.name != last)
      order.push_back(index.name);
  order.push_back(last);
  Outcome<Schedule> turned = schedule.reorder(order);
  return turned ? *turned : schedule;
}

} // namespace

Outcome<std::string> scanText(const LiftedScop &source, const std::string &parameter,
                              const std::string &flag, const WideType &wide) {
  auto tests = std::make_shared<const LiftedScop>(testsAsNest(source, parameter, flag));
  Outcome<Nest> nest = lift(tests);
  if (!nest)
    return nest.rejection();
  Plan plan(alongMemory(*nest, tests->scop));
  LoopOrder loops = loopOrderOf(plan);
  isl::set context = contextOfSizes(*source.context, tests->scop);
  Outcome<CodeNode> code = loweredLoops(plan, loops, plan.schedule().timeMap(), context, {});
  if (!code)
    return code.rejection();
  Names names(*source.scop.nest.unit);
  names.reserve(flag);
  auto block = printBlock({plan, loops, *code, {}, context, wide, flag}, names);
  if (!block)
    return block.rejection();
  return std::move(block->text);
}

} // namespace acc
