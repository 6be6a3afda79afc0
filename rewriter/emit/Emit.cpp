#include "rewriter/emit/Emit.h"

#include "analysis/model/ScopIsl.h"
#include "rewriter/emit/BlockPrinter.h"
#include "rewriter/emit/BlockText.h"
#include "rewriter/emit/FinalValues.h"
#include "rewriter/emit/Guard.h"
#include "rewriter/emit/Lowering.h"
#include "rewriter/emit/ScanText.h"
#include "rewriter/emit/WorkEstimate.h"
#include "scheduling/BlockedTimes.h"

#include <map>
#include <set>
#include <sstream>

namespace acc {
namespace {

constexpr unsigned kLineLength = 96;

/// One condition, its conjuncts on lines of moderate length.
std::string joined(const std::vector<std::string> &conjuncts) {
  if (conjuncts.empty())
    return "1";
  std::string text, line;
  for (const std::string &conjunct : conjuncts) {
    std::string part = (text.empty() && line.empty() ? "" : "&& ") + conjunct;
    bool isLong = part.find('\n') != std::string::npos;
    if (!line.empty() && (isLong || line.size() + part.size() + 1 > kLineLength)) {
      text += line + "\n    ";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + part;
    if (isLong) {
      text += line + "\n    ";
      line.clear();
    }
  }
  text += line;
  return text.substr(0, text.find_last_not_of(" \n") + 1);
}

/// What tells the platform that was read from others on which the text may be compiled: long
/// has 32 bits there, or pointers have.
std::vector<std::string> sizesOfPlatform(const UnitFacts &unit) {
  std::vector<std::string> sizes{"sizeof(long) == " + std::to_string(unit.longBits / 8)};
  if (unit.longBits != unit.pointerBits)
    sizes.push_back("sizeof(void *) == " + std::to_string(unit.pointerBits / 8));
  return sizes;
}

std::string summaryOf(const LiftedScop &source) {
  std::string text;
  for (size_t a = 0; a < source.views.arrays.size(); ++a) {
    const RecoveredArray &array = source.views.arrays[a];
    if (!array.recovered)
      continue;
    text += (text.empty() ? "" : ", ") + source.scop.arrays[a].name + "[*]";
    for (const Polynomial &size : array.view.sizes)
      text += "[" + size.str() + "]";
  }
  return text;
}

/// What the views ask of the fast version, as far as it is affine. Not that its loops run: the
/// schedule means something where they are empty, too.
isl::set factsOf(const LiftedScop &source) {
  isl::set facts = contextOfSizes(*source.context, source.scop);
  for (const Condition &condition : source.views.guard)
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

/// The fast version's block with the final values as its last statements.
std::string withFinalValues(std::string block, const std::vector<std::string> &lines) {
  if (lines.empty())
    return block;
  block.pop_back();
  for (const std::string &line : lines)
    block += "    " + line + "\n";
  return block + "}";
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
      std::istringstream lines(flag + " = " + joined(test.conjuncts) + ";");
      for (std::string line; std::getline(lines, line);)
        block.raw(line);
      add(block.str());
    }
  }
  return text;
}

} // namespace

Outcome<EmittedGuard> emitGuard(const Plan &plan, const EmitOptions &options) {
  const LiftedScop &source = *plan.schedule().nest().source;
  SourceRange where = placeOf(plan.schedule().nest());
  return runIsl(*source.context, where, "writing the guard as C", [&]() -> Outcome<EmittedGuard> {
    auto wide = wideTypeOf(*source.scop.nest.unit);
    if (!wide)
      return Rejection{RejectionKind::Emission, where,
                       "the unit's language has no 64-bit integer type"};
    auto guard = options.workThreshold ? guardText(source, *wide, bufferConditions(plan))
                                       : guardText(source, *wide, {}, /*asksForWork=*/false);
    if (!guard)
      return guard.rejection();
    std::vector<std::string> conjuncts = sizesOfPlatform(*source.scop.nest.unit);
    const std::vector<std::string> &pins = source.scop.nest.root->loop.typePins;
    conjuncts.insert(conjuncts.end(), pins.begin(), pins.end());
    conjuncts.insert(conjuncts.end(), guard->conjuncts.begin(), guard->conjuncts.end());
    const std::string flag = Names(*source.scop.nest.unit).fresh("fast");
    auto tests = testsText(source, *guard, flag, *wide);
    if (!tests)
      return tests.rejection();
    return EmittedGuard{joined(conjuncts), *tests, flag, guard->integers};
  });
}

Outcome<EmittedNest> emit(const Plan &plan, const EmitOptions &options) {
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
    LoopOrder loops = loopOrderOf(plan);
    isl::union_map time = plan.schedule().timeMap();
    isl::set context = factsOf(source);
    auto privates = placePrivates(plan, loops, time);
    if (!privates)
      return privates.rejection();
    source.context->resetQuota();
    Outcome<CodeNode> code =
        loweredLoops(plan, loops,
                     hasUnevenBlocks(plan.schedule()) ? blockedTimeMap(plan.schedule()) : time,
                     context);
    if (!code)
      return code.rejection();
    source.context->resetQuota();
    Names names(*source.scop.nest.unit);
    names.reserve(guard->flag);
    auto block = printBlock({plan, loops, *code, *privates, context, wide}, names);
    if (!block)
      return block.rejection();
    return EmittedNest{*guard, withFinalValues(block->text, *finals), block->withoutBuffer,
                       summaryOf(source)};
  });
}

} // namespace acc
