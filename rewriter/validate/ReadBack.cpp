#include "rewriter/validate/ReadBack.h"

#include "analysis/model/BuildScop.h"
#include "analysis/model/DataTests.h"
#include "analysis/model/ObjectBounds.h"
#include "analysis/normalize/ZeroedArrays.h"
#include "analysis/tree/Conversions.h"
#include "analysis/tree/PlainTree.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/helpers/Helpers.h"
#include "rewriter/helpers/Instances.h"
#include "rewriter/validate/Arithmetic.h"
#include "rewriter/validate/EntryCall.h"
#include "rewriter/validate/Instances.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/ScanForm.h"
#include "rewriter/validate/ScopValues.h"
#include "rewriter/validate/TreeMatch.h"

#include <algorithm>

namespace acc {
namespace {

/// The two-way `if` of the rewrite and what its condition is made of.
struct GuardedCode {
  const Stmt *branch = nullptr;
  std::vector<GuardStep> guard;
  SymbolId flag = -1; // that holds the condition
};

/// flag = __builtin_expect(flag, 1), which the frontend may see through to flag = flag.
bool isHint(const Stmt &stmt, SymbolId flag) {
  if (stmt.kind != Stmt::Kind::Assign || stmt.op() != Op::Equal || !isWidened(*stmt.target, flag))
    return false;
  // What was widened to the type of the hint's operand comes back unchanged.
  const Expr *value = stmt.value.get();
  if (value->kind == Expr::Kind::Cast && value->type.spelling == stmt.target->type.spelling)
    value = value->operands[0].get();
  return isWidened(*value, flag) ||
         (value->kind == Expr::Kind::Call && value->text == "__builtin_expect" &&
          value->operands.size() == 2 && isWidened(*value->operands[0], flag));
}

/// if (flag) { flag = terms; }   or   if (flag) { a scan }
std::optional<GuardStep> furtherStep(const Stmt &stmt, SymbolId flag) {
  bool isTest = stmt.kind == Stmt::Kind::If && stmt.condition && isWidened(*stmt.condition, flag) &&
                (stmt.children.size() == 1 || !stmt.children[1]);
  if (!isTest)
    return std::nullopt;
  const Stmt &body = onlyChild(*stmt.children[0]);
  if (body.kind == Stmt::Kind::Assign && body.op() == Op::Equal && isWidened(*body.target, flag))
    return GuardStep{body.value, nullptr, ""};
  return GuardStep{nullptr, stmt.children[0], ""};
}

/// What is left when blocks around it are opened: `if (guard) ... else ...`, or the same
/// through a flag: `int flag = guard; flag = __builtin_expect(flag, 1); if (flag) ...`, with
/// further steps behind the first.
std::optional<GuardedCode> guardedCode(const Stmt &stmt) {
  const Stmt *at = &onlyChild(stmt);
  const Stmt *branch =
      at->kind == Stmt::Kind::Block && !at->children.empty() ? at->children.back().get() : at;
  if (branch->kind != Stmt::Kind::If || branch->children.size() != 2 || !branch->condition)
    return std::nullopt;
  if (branch == at)
    return GuardedCode{branch, {{branch->condition, nullptr, ""}}, -1};
  const Stmt &first = *at->children[0];
  bool isFlag = first.kind == Stmt::Kind::Declare && first.value &&
                isWidened(*branch->condition, first.symbol);
  if (!isFlag)
    return std::nullopt;
  GuardedCode code{branch, {{first.value, nullptr, ""}}, first.symbol};
  for (size_t k = 1; k + 1 < at->children.size(); ++k) {
    const Stmt &next = *at->children[k];
    if (isHint(next, first.symbol))
      continue;
    auto step = furtherStep(next, first.symbol);
    if (!step)
      return std::nullopt;
    code.guard.push_back(*step);
  }
  return code;
}

/// The scans claim to be the source's tests, one after the other; none when there are more.
bool claimTests(const Scop &source, std::vector<GuardStep> &guard) {
  std::vector<std::string> tests = testNames(source);
  auto next = tests.begin();
  for (GuardStep &step : guard)
    if (step.scan) {
      if (next == tests.end())
        return false;
      step.parameter = *next++;
    }
  return true;
}

/// New declarations whose name the unit knew before would hide what the code around
/// them means; those of the `original` are the source's own.
std::optional<Rejection> checkFreshNames(const Scop &source, const SourceNest &region,
                                         SourceRange rewrite, const Stmt &original) {
  for (const Symbol &symbol : *region.symbols)
    if (symbol.kind == Symbol::Kind::Local && symbol.declaration.known() &&
        rewrite.contains(symbol.declaration) && !original.range.contains(symbol.declaration) &&
        source.nest.unit->identifiers.mayContain(symbol.spelling))
      return notProved("the name " + symbol.spelling + " is already used in the file",
                       symbol.declaration);
  return std::nullopt;
}

/// Makes the names of the emitted scop speak the source's language: statements,
/// iterators and derived parameters of its own get names that the source lacks. A variable that
/// holds what the source's scop has a derived parameter for, as the nest changes it there, is that
/// parameter.
void separateNames(Scop &emitted, const Scop &source) {
  std::map<std::string, Polynomial> values;
  for (Parameter &parameter : emitted.parameters) {
    const bool isVariable = parameter.symbol >= 0;
    const ExprRef definition = definitionOf(emitted, parameter);
    if (isVariable && (!definition || source.parameter(parameter.name)))
      continue;
    std::string name = isVariable ? parameter.name : "emitted." + parameter.name;
    for (const Parameter &theirs : source.parameters)
      if (theirs.definition && definition &&
          sameDefinition(source.nest, *theirs.definition, emitted.nest, *definition))
        name = theirs.name;
    values[parameter.name] = Polynomial::symbol(name);
    parameter.name = name;
  }
  for (ScopLoop &loop : emitted.loops) {
    std::string name = "emitted." + loop.name;
    values[loop.name] = Polynomial::symbol(name);
    loop.name = name;
  }
  emitted = substituted(emitted, values);
  for (size_t k = 0; k < emitted.statements.size(); ++k)
    emitted.statements[k].id = "E" + std::to_string(k);
}

/// Code of the rewrite as a scop of which all that it needs is known.
Outcome<Scop> modelOf(const Scop &source, const SourceNest &region, const StmtRef &code,
                      const Condition &known, const std::vector<GuardRead> &reads,
                      std::vector<GuardRead> &computed, const IslContext &context) {
  if (auto aliased = checkPointers(region, code))
    return *aliased;
  // What looks at the code beside the scop knows no others.
  if (!isPlain(code))
    return notProved("the rewritten code has a side effect inside an expression", code->range);
  SourceNest nest = region;
  nest.root = code;
  auto scop = buildScop(nest, context, DataConditions::Sunk);
  if (!scop)
    return notProved("the rewritten code cannot be analysed: " + scop.rejection().message(),
                     scop.rejection().where);
  if (scop->unknown)
    return notProved("the rewritten code cannot be analysed: " + scop->unknown->message(),
                     scop->unknown->where);
  std::vector<Condition> sizes{known};
  for (const KeptTerm &kept : keptByObjects(context, source, known, wideTerms(source)))
    sizes.push_back(kept.condition());
  if (auto overflow = checkIndexArithmetic(region, *code, *scop, source,
                                           Condition::conjunction(sizes), reads, computed))
    return *overflow;
  if (!scop->needs.empty())
    return notProved("the rewritten code requires that " + scop->needs.front().describe(),
                     scop->needs.front().where);
  for (const KeptLocation &location : scop->kept)
    if (std::none_of(source.kept.begin(), source.kept.end(),
                     [&](const KeptLocation &known) { return known.text == location.text; }))
      return notProved("the rewritten code relies on the value of " + location.text, code->range);
  return scop;
}

} // namespace

Outcome<ReadBackCode> readBack(const Scop &source, const UnitInput &input, SourceRange rewrite,
                               const std::set<std::string> &functions, const IslContext &context) {
  for (const std::string &function : functions)
    if (source.nest.unit->identifiers.mayContain(function))
      return notProved("the name " + function + " is already used in the file", rewrite);
  UnitInput plain = input;
  plain.flags.push_back(std::string("-D") + kPlainMacros);
  for (const std::string &flag : instanceFlags())
    plain.flags.push_back(flag);
  auto region = readRegion(plain, rewrite, functions);
  if (!region)
    return notProved("the rewritten code cannot be read: " + region.rejection().message(),
                     region.rejection().where);
  region = withEntryOpened(*region); // with the functions in place of their calls
  // At its declaration no element has a value yet that zero takes the place of.
  region->root = withoutZeroes(region->root);
  region->root = withClaims(region->root);
  auto guarded = region->root ? guardedCode(*region->root) : std::nullopt;
  if (!guarded || !claimTests(source, guarded->guard))
    return notProved(
        "the rewritten code does not parse as a guard with a fast and an original version",
        rewrite);
  if (auto known = checkFreshNames(source, *region, rewrite, *guarded->branch->children[1]))
    return *known;
  auto facts =
      readGuard(*region, guarded->guard, [&](const Expr &expr) -> std::optional<std::string> {
        for (const Parameter &parameter : source.parameters)
          if (parameter.definition &&
              sameDefinition(source.nest, *parameter.definition, *region, expr))
            return parameter.name;
        return std::nullopt;
      });
  if (!facts)
    return facts.rejection();
  std::vector<ReadBackScan> scans;
  std::vector<GuardRead> computed;
  for (const GuardScan &scan : facts->scans) {
    StmtRef loops = withoutFlagTests(scan.code, guarded->flag);
    auto scop = modelOf(source, *region, loops, scan.before, facts->reads, computed, context);
    if (scop)
      scop = testsOfScan(std::move(*scop), guarded->flag);
    if (!scop)
      return scop.rejection();
    separateNames(*scop, source);
    scans.push_back({std::move(*scop), scan.parameter, scan.before});
  }
  auto scop = modelOf(source, *region, guarded->branch->children[0], facts->integers, facts->reads,
                      computed, context);
  if (!scop)
    return scop.rejection();
  ReadBackCode result{*scop, *facts, std::move(scans), std::move(computed)};
  separateNames(result.emitted, source);
  return result;
}

} // namespace acc
