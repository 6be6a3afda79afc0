#include "rewriter/emit/Emit.h"

#include "analysis/model/KnownSizes.h"
#include "analysis/model/ScopIsl.h"
#include "analysis/support/Append.h"
#include "analysis/tree/TreeUtil.h"
#include "rewriter/emit/Bases.h"
#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/BlockText.h"
#include "rewriter/emit/CodeText.h"
#include "rewriter/emit/EntryFunction.h"
#include "rewriter/emit/FinalValues.h"
#include "rewriter/emit/Guard.h"
#include "rewriter/emit/OneText.h"
#include "rewriter/emit/ScanText.h"
#include "rewriter/emit/WhenItRuns.h"
#include "rewriter/emit/WorkEstimate.h"
#include "rewriter/emit/lower/Lowering.h"
#include "rewriter/helpers/Helpers.h"
#include "rewriter/helpers/Instances.h"
#include "rewriter/helpers/Widths.h"
#include "scheduling/BlockedTimes.h"
#include "scheduling/OtherRegisters.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace acc {
namespace {

std::string joined(const std::vector<std::string> &parts, const std::string &separator) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : separator) + part;
  return text;
}

/// One condition.
std::string allOf(const std::vector<std::string> &conjuncts) {
  return conjuncts.empty() ? "1" : joined(conjuncts, " && ");
}

/// "C[*][ldc], A[*][lda]; runs for n >= 4"
std::string summaryOf(const LiftedScop &source, const Condition &check, const WorkEstimate &work) {
  std::string text;
  for (size_t a = 0; a < source.views.arrays.size(); ++a) {
    const RecoveredArray &array = source.views.arrays[a];
    if (!array.recovered)
      continue;
    text += (text.empty() ? "" : ", ") + source.scop.arrays[a].name + "[*]";
    for (const Polynomial &size : array.view.sizes)
      text += "[" + size.str() + "]";
  }
  const std::string when = whenItRuns(source.scop, check, work);
  return text + (text.empty() || when.empty() ? "" : "; ") + when;
}

/// What the views, and where the plan's buffers must pay these, ask of the fast version, as far as
/// it is affine. Not that its loops run: the schedule means something where they are empty, too.
isl::set factsOf(const Plan &plan, bool asksForWork) {
  const LiftedScop &source = *plan.schedule().nest().source;
  isl::set facts = contextOfSizes(*source.context, source.scop);
  std::vector<Condition> conditions = source.views.guard;
  if (asksForWork)
    append(conditions, payingConditions(plan));
  for (const Condition &condition : conditions)
    for (const Condition &part : condition.conjuncts())
      if (part.kind() == Condition::Kind::NonNegative || part.kind() == Condition::Kind::Zero)
        if (auto set = conditionSet(*source.context, "", {}, part))
          facts = facts.intersect(parameterSetOf(*set));
  return facts;
}

/// Some blocks inside of blocks do not divide these: their ends need the numbers of both. Other
/// loops are written without, because isl then tells the one partial block by a remainder, which
/// the proof reads.
bool hasUnevenBlocks(const Schedule &schedule) {
  std::map<int, std::set<int64_t>> strides; // by dimension
  for (const Index &index : schedule.order())
    strides[index.dimension].insert(index.stride);
  for (const auto &[dimension, ascending] : strides)
    for (auto next = ascending.begin(), stride = next++; next != ascending.end(); stride = next++)
      if (*next % *stride != 0)
        return true;
  return false;
}

/// Tiles and buffers: "Blocks of k by 256, i by 8, j by 32; a copy of C inside kk". `variables`: of
/// the loops, by depth.
std::string scheduleInWords(const Plan &plan, const LoopOrder &loops,
                            const std::vector<std::string> &variables) {
  auto shown = [&](const std::string &index) {
    const int depth = loops.find(index);
    return depth < 0 ? index : variables[depth];
  };
  std::vector<std::string> blocks, copies;
  for (const Index &index : plan.schedule().order())
    if (index.stride > 1)
      blocks.push_back(shown(index.name) + " by " + std::to_string(index.stride));
  for (const Promotion &promotion : plan.promotions())
    copies.push_back(promotion.array + " at " + shown(promotion.index));
  std::string text;
  if (!blocks.empty())
    text = "Blocks of " + joined(blocks, ", ");
  if (!copies.empty())
    text += (text.empty() ? "Copies of " : "; copies of ") + joined(copies, ", ");
  return text;
}

/// f(n, A), ACC_RUN(f, (n, A)) or ACC_RUN_AT(1, 1, 0, f, (n, A)).
std::string callText(const std::string &name, const std::string &arguments,
                     const EmitOptions &options) {
  const std::string list = "(" + arguments + ")";
  if (!options.withEntry || !options.atLevels)
    return name + list;
  const std::string macro = options.levels.empty() ? kRunMacro + std::string("(")
                                                   : kRunAtMacro + ("(" + options.levels + ", ");
  return macro + name + ", " + list + ")";
}

/// The call with what goes before and behind it, as one statement.
std::string callStatement(const std::string &name, const FunctionParameters &parameters,
                          const std::vector<std::string> &finals, const EmitOptions &options) {
  const std::string call = callText(name, parameters.arguments(), options) + ";";
  if (parameters.before().empty() && finals.empty())
    return call;
  BlockText block;
  for (const std::string &line : parameters.before())
    block.declare(line);
  block.statement(call);
  for (const auto *lines : {&parameters.behind(), &finals})
    for (const std::string &line : *lines)
      block.statement(line);
  return block.str();
}

std::string functionText(const std::string &name, const FunctionParameters &parameters,
                         const std::string &block) {
  std::string text = "static ACC_FAST void " + name + "(" + parameters.declarations() + ")\n{\n";
  for (const std::string &line : parameters.first())
    text += "    " + line + "\n";
  text += block.substr(2, block.size() - 3); // between "{\n" and "}"
  for (const std::string &line : parameters.last())
    text += "    " + line + "\n";
  return text + "}";
}

/// static int f_1_ok(int n, const float *A) { return guard; }, and f_1_ok(n, A). None where a
/// variable of the guard can be no parameter of its own name.
std::optional<std::pair<std::string, std::string>>
checkFunction(const Scop &scop, const std::string &guard, const std::string &name, Names &outside) {
  Names names = Names::ofFunction(*scop.nest.unit);
  FunctionParameters parameters(scop, names, outside);
  for (size_t id = 0; id < scop.nest.symbols->size(); ++id) {
    const Symbol &symbol = scop.nest.symbol(static_cast<SymbolId>(id));
    if (symbol.kind != Symbol::Kind::Path && !symbol.isInvented &&
        mentions(guard, symbol.spelling) &&
        parameters.value(static_cast<SymbolId>(id)) != symbol.spelling)
      return std::nullopt;
  }
  if (!parameters.problem().empty())
    return std::nullopt;
  return std::pair("static int " + name + "(" + parameters.declarations() + ")\n{\n    return " +
                       guard + ";\n}",
                   name + "(" + parameters.arguments() + ")");
}

/// if (fast) { scan }  if (fast) { fast = what is only safe behind it; }
Outcome<std::string> testsText(const LiftedScop &source, const GuardText &guard,
                               const std::string &flag, const WideType &wide) {
  std::string text;
  auto add = [&](const std::string &block) {
    text += (text.empty() ? "if (" : "\nif (") + flag + ") " + block;
  };
  for (const GuardTest &test : guard.tests) {
    auto scan = scanText(source, test.parameter, flag, wide);
    if (!scan)
      return scan;
    add(*scan);
    if (!test.conjuncts.empty()) {
      BlockText block;
      std::istringstream lines(flag + " = " + allOf(test.conjuncts) + ";");
      for (std::string line; std::getline(lines, line);)
        block.raw(line);
      add(block.str());
    }
  }
  return text;
}

} // namespace

/// Why a version with this check can never run in its unit; none where it may.
static std::optional<std::string> whyNeverRuns(const LiftedScop &source, const Condition &check,
                                               const EmitOptions &options) {
  if (!options.workThreshold || mayHoldInUnit(*source.context, source.scop, options.sizes, check))
    return std::nullopt;
  Condition never = check;
  for (const Condition &one : check.conjuncts())
    if (!mayHoldInUnit(*source.context, source.scop, options.sizes, one)) {
      never = one;
      break;
    }
  const std::string sizes = knownSizesText(source.scop, options.sizes, never);
  return (sizes.empty() ? "its arrays are too short" : "it only uses " + sizes) +
         ", but the check requires " + never.str();
}

/// Where the plan's blocks pay, and where it was measured to.
static std::vector<Condition> wherePays(const Plan &plan, const EmitOptions &options) {
  std::vector<Condition> pays = payingConditions(plan);
  const std::vector<Polynomial> lengths = workEstimate(plan.schedule().nest().source->scop).lengths;
  for (size_t k = 0; k < std::min(lengths.size(), options.leastTrips.size()); ++k)
    if (options.leastTrips[k] > 1)
      pays.push_back(Condition::nonNegative(lengths[k] - Polynomial(options.leastTrips[k])));
  return pays;
}

Outcome<EmittedGuard> emitGuard(const Plan &plan, const EmitOptions &options) {
  const LiftedScop &source = *plan.schedule().nest().source;
  SourceRange where = placeOf(plan.schedule().nest());
  return runIsl(*source.context, where, "writing the guard as C", [&]() -> Outcome<EmittedGuard> {
    auto wide = wideTypeOf(*source.scop.nest.unit);
    if (!wide)
      return Rejection{RejectionKind::Emission, where,
                       "the unit's language has no 64-bit integer type"};
    auto guard = options.workThreshold
                     ? guardText(source, *wide, wherePays(plan, options),
                                 /*asksForWork=*/true, sweptData(plan), options.work)
                     : guardText(source, *wide, {}, /*asksForWork=*/false);
    if (!guard)
      return guard.rejection();
    if (auto why = whyNeverRuns(source, guard->integers, options))
      return Rejection{RejectionKind::NeverRuns, where, *why};
    const std::vector<std::string> &pins = source.scop.nest.root->loop.typePins;
    std::vector<std::string> conjuncts = pins;
    append(conjuncts, guard->conjuncts);
    const std::string flag = Names(*source.scop.nest.unit).fresh("fast");
    auto tests = testsText(source, *guard, flag, *wide);
    if (!tests)
      return tests.rejection();
    return EmittedGuard{allOf(conjuncts),
                        pins.empty() ? "" : allOf(pins),
                        allOf(guard->conjuncts),
                        withoutInstances(*tests),
                        *tests,
                        flag,
                        guard->integers};
  });
}

namespace {

/// For the plan's own target, without EmittedNest::function. `inParts`: vectors may take parts of
/// rows of buffers; where they cannot, tiles that are full are written apart. `inLocals`: scalars
/// live in variables of the function, unless parts of it are functions.
Outcome<EmittedNest> emitOne(const Plan &plan, const EmitOptions &options, bool inParts = true,
                             bool inLocals = true) {
  const LiftedScop &source = *plan.schedule().nest().source;
  SourceRange where = placeOf(plan.schedule().nest());
  Outcome<EmittedGuard> guard = emitGuard(plan, options);
  if (!guard)
    return guard.rejection();
  return runIsl(*source.context, where, "writing the schedule as C", [&]() -> Outcome<EmittedNest> {
    WideType wide = *wideTypeOf(*source.scop.nest.unit);
    auto finals = finalValueStatements(source.scop, wide);
    if (!finals)
      return finals.rejection();
    LoopOrder loops = loopOrderOf(plan, inParts && !options.asArrays);
    isl::union_map time = plan.schedule().timeMap();
    isl::set context = factsOf(plan, options.workThreshold);
    auto privates = placePrivates(plan, loops, time);
    if (!privates)
      return privates.rejection();
    source.context->resetQuota();
    Outcome<CodeNode> code = loweredLoops(
        plan, loops, hasUnevenBlocks(plan.schedule()) ? blockedTimeMap(plan.schedule()) : time,
        context, *privates, [&](const LoweringPass &pass, const CodeNode &lowered) {
          if (options.afterPass)
            options.afterPass(pass.name, [&] { return codeText(lowered, loops); });
        });
    if (!code)
      return code.rejection();
    source.context->resetQuota();
    const UnitFacts &unit = *source.scop.nest.unit;
    Names names = Names::ofFunction(unit), outside(unit);
    outside.reserve(guard->flag);
    std::string stem = source.scop.nest.id;
    std::replace_if(
        stem.begin(), stem.end(), [](char c) { return c == '#' || c == '.' || c == '+'; }, '_');
    const std::string entryName = options.withEntry ? outside.fresh(stem + "_fast") : "";
    const std::string name = outside.fresh(stem + (options.withEntry ? "_work" : "_fast"));
    FunctionParameters parameters(source.scop, names, outside, inLocals,
                                  options.withEntry ? options.entryPlace : UINT32_MAX);
    if (options.asArrays && !unit.isC99)
      return Rejection{RejectionKind::Emission, where, "arrays with run-time row lengths need C99"};
    bool anyRows = false;
    for (size_t array = 0; array < source.scop.arrays.size(); ++array)
      anyRows |= hasRows(source, static_cast<int>(array));
    if (options.asArrays && !anyRows)
      return Rejection{RejectionKind::NotProfitable, where,
                       "none of its arrays has more than one dimension"};
    auto block = printBlock({plan, loops, *code, *privates, context, wide, "", &parameters,
                             !options.workThreshold, stem, &outside, options.asArrays},
                            names);
    if (!block)
      return block.rejection();
    if (inParts && !block->arePartsInVectors)
      return emitOne(plan, options, /*inParts=*/false, inLocals);
    if (inLocals && !block->functions.empty() && !parameters.first().empty())
      return emitOne(plan, options, inParts, /*inLocals=*/false);
    if (!parameters.problem().empty())
      return Rejection{RejectionKind::Emission, where, parameters.problem()};
    std::string function;
    for (const std::string &part : block->functions)
      function += part + "\n\n";
    function += functionText(name, parameters, block->text);
    if (auto taken = helperNameIn(unit, guard->text + guard->tests + function))
      return Rejection{RejectionKind::Emission, where,
                       "the file already uses the name " + *taken + ", which the helpers define"};
    const std::string call = callStatement(name, parameters, *finals, options);
    std::optional<EntryFunction> entry;
    if (options.withEntry) {
      EmittedGuard asked = *guard;
      if (!options.levels.empty())
        asked.text = kLevelMacro + ("(" + options.levels + ") && ") + asked.text;
      auto written =
          entryFunction(source.scop, asked, call, entryName, options.entryPlace, outside);
      if (!written)
        return written.rejection();
      entry = std::move(*written);
    }
    auto check = checkFunction(source.scop, guard->others, outside.fresh(stem + "_ok"), outside)
                     .value_or(std::pair<std::string, std::string>());
    if (!check.second.empty() && !guard->pins.empty())
      check.second = guard->pins + " && " + check.second;
    return EmittedNest{*guard,
                       "",
                       name,
                       std::move(function),
                       call,
                       check.first,
                       check.second,
                       std::move(entry),
                       scheduleInWords(plan, loops, block->variables),
                       block->withoutEffect,
                       summaryOf(source, guard->integers,
                                 options.workThreshold
                                     ? workEstimate(source.scop).within(options.work)
                                     : WorkEstimate())};
  });
}

/// All arrays of floating point are of 8 bytes: a number that fits both kinds is one of doubles.
bool isInDoubles(const Plan &plan) {
  bool any = false;
  for (const ScopArray &array : plan.schedule().nest().source->scop.arrays)
    if (array.element.kind == CType::Kind::Floating) {
      if (array.elementSize != 8)
        return false;
      any = true;
    }
  return any;
}

/// `widest` with what the compiler's macros choose in place of what the other targets have for
/// themselves, where that can be.
void takeOtherWidths(EmittedNest &widest, const Plan &plan, const EmitOptions &options) {
  std::vector<std::string> functions, words;
  for (const Width &width : widths()) {
    Target target = *namedTarget(width.target);
    target.machine = plan.target().machine;
    Outcome<Plan> other = forRegisters(plan, target);
    Outcome<EmittedNest> written =
        other ? emitOne(*other, options) : Outcome<EmittedNest>(other.rejection());
    if (!written || written->withoutEffect != widest.withoutEffect || written->call != widest.call)
      return;
    functions.push_back(written->functionToProve);
    words.push_back(written->words);
  }
  auto function = oneText(functions, isInDoubles(plan)), word = oneText(words, isInDoubles(plan));
  if (!function || !word || helperNameIn(*plan.schedule().nest().source->scop.nest.unit, *function))
    return;
  widest.functionToProve = *function;
  widest.words = *word;
}

} // namespace

namespace {

/// Marks functions with types that C89 lacks as extensions: the source, which has them, is warned
/// of already.
///   static void f(long long *A) {..}   ->   __extension__
///                                           static void f(long long *A) {..}
std::string asExtensions(const std::string &functions) {
  constexpr const char *kHead = "static ";
  std::string result;
  for (size_t at = 0, end = 0; at < functions.size(); at = end) {
    end = functions.find(std::string("\n") + kHead, at + 1);
    end = end == functions.npos ? functions.size() : end + 1;
    const std::string function = functions.substr(at, end - at);
    const bool isNew =
        function.find("long long") != function.npos || function.find("_Complex") != function.npos;
    result += (isNew && function.starts_with(kHead) ? "__extension__\n" : "") + function;
  }
  return result;
}

} // namespace

Outcome<EmittedNest> emit(const Plan &plan, const EmitOptions &options) {
  Outcome<EmittedNest> written = emitOne(plan, options);
  if (written && plan.target().name == kPortable && !plan.schedule().steps().empty())
    takeOtherWidths(*written, plan, options);
  if (written && options.withEntry && options.atLevels)
    written->functionToProve = withLevelNames(written->functionToProve);
  if (!written)
    return written;
  written->functionToProve = asExtensions(written->functionToProve);
  written->function = withoutInstances(written->functionToProve);
  written->check = asExtensions(written->check);
  if (written->entry) {
    written->entry->function = asExtensions(written->entry->function);
    written->entry->functionToProve = asExtensions(written->entry->functionToProve);
  }
  return written;
}

} // namespace acc
