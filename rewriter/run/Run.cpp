#include "rewriter/run/Run.h"

#include "analysis/frontend/Parse.h"
#include "rewriter/run/Child.h"
#include "rewriter/run/Engine.h"
#include "rewriter/run/Jit.h"
#include "rewriter/run/NestCode.h"

#include "llvm/ADT/StringRef.h"

namespace acc {
namespace {

/// Of processor time for one nest, compilation included. The search ends long before.
constexpr unsigned kMilliseconds = 4000;

/// Where C leaves arithmetic undefined the code traps; floating-point operations are rounded one by
/// one. The optimizer's flags stay, since headers ask for them.
const std::vector<std::string> kArguments = {
    "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,bounds,float-cast-overflow",
    "-fsanitize-trap=undefined", "-fno-fast-math", "-ffp-contract=off", "-U_FORTIFY_SOURCE"};

/// The first term of the guard that held in no run, of which those before it held in some.
std::string whyNeverTaken(const NestCode &code, const CompiledCode &compiled) {
  for (const GuardTerm &term : code.terms)
    if (auto *held = static_cast<const long *>(compiled.addressOf(term.held)); held && *held == 0)
      return ": " + term.text + " never held";
  return code.terms.empty() ? "" : ": the data that it tests are never as it wants them";
}

/// In the child.
void runNest(const ParsedUnit &unit, const RewrittenNest &nest, std::FILE *out) {
  auto refuse = [out](const std::string &why) { std::fprintf(out, "why\t%s\n", why.c_str()); };
  NestCode code = nestCode(unit, nest);
  if (!code.obstacle.empty())
    return refuse(code.obstacle);
  EngineRequest request;
  std::vector<InterfaceVariable> variables;
  for (const CodeVariable &variable : code.variables) {
    variables.push_back(variable.interface);
    request.isLocal.push_back(variable.isLocal);
    request.isDead.push_back(variable.isDead);
    request.isSet.push_back(variable.isSet);
  }
  request.layout = layOutInputs(variables, code.elements, code.members);
  if (!request.layout.obstacle.empty())
    return refuse(request.layout.obstacle);
  code.definitions.push_back(code.taken);
  for (const GuardTerm &term : code.terms)
    code.definitions.push_back(term.held);
  CompiledCode compiled =
      CompiledCode::compile({unit, {code.original, code.rewritten}, code.definitions});
  if (!compiled.obstacle.empty())
    return refuse(compiled.obstacle);
  for (const CodeVariable &variable : code.variables)
    request.variables.push_back(compiled.addressOf(variable.declaration));
  request.original = reinterpret_cast<void (*)()>(compiled.addressOf(code.original));
  request.rewritten = reinterpret_cast<void (*)()>(compiled.addressOf(code.rewritten));
  request.taken = static_cast<long *>(compiled.addressOf(code.taken));
  request.shortestTable = code.shortestTable;
  request.constants.assign(code.constants.begin(), code.constants.end());
  request.narrow.assign(code.narrow.begin(), code.narrow.end());
  request.hints = nest.hints;
  request.isExact = nest.reassociates;
  searchInputs(request, out);
  if (*request.taken == 0)
    std::fprintf(out, "never\t%s\n", whyNeverTaken(code, compiled).c_str());
}

/// Reads the lines of a child.
RunVerdict verdictOf(const ChildResult &child, const RewrittenNest &nest) {
  RunVerdict verdict;
  verdict.milliseconds = child.milliseconds;
  bool isDone = false, inRewritten = false, hasBegun = false;
  std::string term;
  llvm::SmallVector<llvm::StringRef, 64> rows;
  llvm::StringRef(child.output).split(rows, '\n', -1, false);
  for (llvm::StringRef row : rows) {
    llvm::SmallVector<llvm::StringRef, 4> fields;
    row.split(fields, '\t', 3);
    llvm::StringRef kind = fields[0];
    fields.resize(4);
    if (kind == "why") {
      verdict.why = fields[1].str();
      return verdict;
    }
    if (kind == "begin") {
      hasBegun = true;
      inRewritten = fields[2] == "rewritten";
    } else if (kind == "wrong" && verdict.difference.empty()) {
      verdict.difference = fields[2].str();
    } else if (kind == "taken") {
      fields[2].getAsInteger(10, verdict.fast);
    } else if (kind == "never") {
      term = fields[1].str();
    } else if (kind == "done") {
      isDone = true;
      fields[1].getAsInteger(10, verdict.inputs);
    }
  }
  if (!verdict.difference.empty() && nest.reassociates) {
    verdict.why = "its sums are taken in another order, which may show";
    verdict.difference = "";
  }
  if (!verdict.difference.empty())
    return verdict;
  if (!isDone && inRewritten && !child.timedOut)
    verdict.difference = "the fast version ends the program: " + child.death;
  else if (!isDone && child.timedOut)
    verdict.why = "its runs take too long";
  else if (!isDone)
    verdict.why = (hasBegun ? "the original ends the program: " : "it cannot be compiled: ") +
                  child.death;
  else if (verdict.inputs == 0)
    verdict.why = "no input was found that the original runs on";
  else if (verdict.fast == 0 && verdict.why.empty())
    verdict.why = "no input was found that makes its guard true" + term;
  return verdict;
}

} // namespace

RunVerdicts runRewrites(const UnitInput &rewritten, const std::vector<RewrittenNest> &nests) {
  RunVerdicts result;
  result.errors = parseUnit(
      rewritten,
      [&](const ParsedUnit &unit) {
        prepareCompiler();
        for (const RewrittenNest &nest : nests)
          result.verdicts.push_back(verdictOf(
              runInChild([&](std::FILE *out) { runNest(unit, nest, out); }, kMilliseconds), nest));
      },
      nullptr, kArguments);
  return result;
}

} // namespace acc
