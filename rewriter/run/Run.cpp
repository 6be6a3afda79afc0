#include "rewriter/run/Run.h"

#include "analysis/frontend/Parse.h"
#include "rewriter/run/Child.h"
#include "rewriter/run/Engine.h"
#include "rewriter/run/Jit.h"
#include "rewriter/run/NestCode.h"
#include "rewriter/run/Verdict.h"

#include <sys/resource.h>

namespace acc {
namespace {

/// The limit of processor time for the runs of one nest, and again for its compilation. The search
/// for inputs ends long before.
constexpr unsigned kMilliseconds = 4000;

/// Where C leaves arithmetic undefined the code traps; floating-point operations are rounded one by
/// one. The optimizer's flags stay, since headers ask for them.
const std::vector<std::string> kArguments = {
    "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero,bounds,float-cast-overflow",
    "-fsanitize-trap=undefined",
    "-fno-fast-math",
    "-ffp-contract=off",
    "-U_FORTIFY_SOURCE",
    "-DACC_CACHE(guess)=0"}; // small inputs, too

/// The first term of the guard that held in no run, of which those before it held in some.
std::string whyNeverTaken(const NestCode &code, const CompiledCode &compiled) {
  for (const GuardTerm &term : code.terms)
    if (auto *held = static_cast<const long *>(compiled.addressOf(term.held)); held && *held == 0)
      return ": " + term.text + " never held";
  return code.terms.empty() ? "" : ": its tests on data never succeeded";
}

/// Compiles a nest and looks for inputs; the latter in a process of its own.
RunVerdict runNest(UnitCode &unit, Compiler &compiler, const RewrittenNest &nest) {
  auto refused = [](const std::string &why) {
    RunVerdict verdict;
    verdict.why = why;
    return verdict;
  };
  NestCode code = unit.codeOf(nest);
  if (!code.obstacle.empty())
    return refused(code.obstacle);
  EngineRequest request;
  CodeToCompile pieces{{code.original, code.rewritten}, code.definitions, {}};
  std::vector<InterfaceVariable> variables;
  for (const CodeVariable &variable : code.variables) {
    variables.push_back(variable.interface);
    request.isLocal.push_back(variable.isLocal);
    request.isDead.push_back(variable.isDead);
    request.isSet.push_back(variable.isSet);
    if (variable.isLocal)
      pieces.unwatched.push_back(variable.declaration);
  }
  request.layout = layOutInputs(variables, code.elements, code.members);
  if (!request.layout.obstacle.empty())
    return refused(request.layout.obstacle);
  pieces.definitions.push_back(code.taken);
  for (const GuardTerm &term : code.terms)
    pieces.definitions.push_back(term.held);
  CompiledCode compiled = compiler.compile(pieces);
  if (!compiled.obstacle.empty())
    return refused(compiled.obstacle);
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
  auto search = [&](std::FILE *out) {
    searchInputs(request, out);
    if (*request.taken == 0)
      std::fprintf(out, "never\t%s\n", whyNeverTaken(code, compiled).c_str());
  };
  return verdictOf(runInChild(search, kMilliseconds), nest.reassociates);
}

double processorMilliseconds() {
  rusage used = {};
  getrusage(RUSAGE_SELF, &used);
  double sum = 0;
  for (const timeval &time : {used.ru_utime, used.ru_stime})
    sum += 1e3 * time.tv_sec + 1e-3 * time.tv_usec;
  return sum;
}

/// The nests from `first` on, in a child: before each its number, then its verdict.
void runNests(const ParsedUnit &unit, const std::vector<RewrittenNest> &nests, size_t first,
              std::FILE *out) {
  UnitCode code(unit);
  Compiler compiler(unit);
  for (size_t k = first; k < nests.size(); ++k) {
    std::fprintf(out, "nest\t%zu\n", k);
    std::fflush(out);
    double before = processorMilliseconds();
    RunVerdict verdict = runNest(code, compiler, nests[k]);
    code.restore();
    verdict.milliseconds += processorMilliseconds() - before;
    writeVerdict(out, verdict);
  }
}

} // namespace

RunVerdicts runRewrites(const UnitInput &rewritten, const std::vector<RewrittenNest> &nests) {
  RunVerdicts result;
  auto run = [&](const ParsedUnit &unit) {
    prepareCompiler();
    result.verdicts.resize(nests.size());
    for (size_t first = 0; first < nests.size();) {
      unsigned limit = kMilliseconds * static_cast<unsigned>(nests.size() - first);
      ChildResult child =
          runInChild([&](std::FILE *out) { runNests(unit, nests, first, out); }, limit);
      size_t next = readVerdicts(child, result.verdicts);
      if (next < nests.size()) // its compilation ended the child
        (child.timedOut ? result.verdicts[next].why : result.verdicts[next].death) =
            "it cannot be compiled: " + child.death;
      first = next < nests.size() ? next + 1 : next;
    }
  };
  std::vector<std::string> arguments = kArguments;
  if (readFlags(rewritten.flags, rewritten.compiler).wrapsSigned)
    arguments.insert(arguments.end(), {"-fwrapv", "-fno-sanitize=signed-integer-overflow"});
  result.errors = parseUnit(rewritten, run, nullptr, arguments);
  return result;
}

} // namespace acc
