#include "rewriter/emit/ScanText.h"

#include "analysis/model/ScopIsl.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/Lowering.h"

namespace acc {
namespace {

/// The tests as a nest of their own, which clears the flag, in the order and with the indices of the
/// source.
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

} // namespace

Outcome<std::string> scanText(const LiftedScop &source, const std::string &parameter,
                              const std::string &flag, const WideType &wide) {
  auto tests = std::make_shared<const LiftedScop>(testsAsNest(source, parameter, flag));
  Outcome<Nest> nest = lift(tests);
  if (!nest)
    return nest.rejection();
  Plan plan((Schedule(*nest)));
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
