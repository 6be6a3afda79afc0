#include "rewriter/judge/Judge.h"

#include "rewriter/judge/Bench.h"
#include "rewriter/judge/Probes.h"
#include "rewriter/judge/UnitAround.h"
#include "rewriter/judge/UnitCompiler.h"
#include "rewriter/run/Child.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <dlfcn.h>

namespace acc {
namespace {

/// Processor time of all runs for a unit, which its nests share, and of those of one nest at least.
constexpr double kUnitSeconds = 60, kLeastSeconds = 0.25;

/// Further processes in which a nest is measured that would be given up for losses within the
/// noise.
constexpr int kConfirmations = 2;

/// A folder that goes with its value.
class ScratchFolder {
public:
  ScratchFolder() {
    llvm::SmallString<128> name;
    if (!llvm::sys::fs::createUniqueDirectory("acc-delin-judge", name))
      path = name.str().str();
  }
  ScratchFolder(const ScratchFolder &) = delete;
  ScratchFolder &operator=(const ScratchFolder &) = delete;
  ~ScratchFolder() {
    if (!path.empty())
      llvm::sys::fs::remove_directories(path);
  }

  std::string path;
};

/// What the library has for the nest. What it lacks is in `missing`.
BenchRequest requestFor(void *library, const Probe &probe, size_t number, std::string &missing) {
  const std::string stem = "acc_judge_" + std::to_string(number);
  auto symbol = [&](const std::string &name) {
    void *address = dlsym(library, (stem + name).c_str());
    if (!address)
      missing = stem + name;
    return address;
  };
  BenchRequest request;
  request.layout = probe.layout;
  request.isSet = probe.isSet;
  request.variables.isLocal = probe.isLocal;
  request.variables.isDead = probe.isDead;
  request.shortestTable = probe.shortestTable;
  request.mostValue = probe.leastDimension;
  request.known = probe.known;
  request.declared = probe.declared;
  request.original = reinterpret_cast<void (*)()>(symbol("_original"));
  request.rewritten = reinterpret_cast<void (*)()>(symbol("_rewritten"));
  request.missed = static_cast<const long *>(symbol("_missed"));
  auto *globals = static_cast<void **>(symbol("_globals"));
  for (size_t k = 0; k < probe.isLocal.size() && globals; ++k)
    request.variables.addresses.push_back(probe.isLocal[k] ? symbol("_v" + std::to_string(k))
                                                           : *globals++);
  return request;
}

/// Of "size BYTES NS NS [NAME VALUE]...", the fields behind the first word.
MeasuredSize readSize(llvm::ArrayRef<llvm::StringRef> fields) {
  MeasuredSize size;
  if (fields.size() < 3)
    return size;
  fields[0].getAsInteger(10, size.bytes);
  fields[1].getAsDouble(size.original);
  fields[2].getAsDouble(size.rewritten);
  for (size_t k = 3; k + 1 < fields.size(); k += 2) {
    int64_t value = 0;
    fields[k + 1].getAsInteger(10, value);
    size.values.emplace_back(fields[k].str(), value);
  }
  return size;
}

Measurement measurementOf(const ChildResult &child) {
  Measurement measured;
  measured.milliseconds = child.milliseconds;
  std::string running;
  bool isDone = false;
  llvm::SmallVector<llvm::StringRef, 64> rows;
  llvm::StringRef(child.output).split(rows, '\n', -1, false);
  for (llvm::StringRef row : rows) {
    llvm::SmallVector<llvm::StringRef, 16> fields;
    row.split(fields, '\t');
    fields.resize(std::max<size_t>(2, fields.size()));
    if (fields[0] == "begin")
      running = fields[1].str();
    else if (fields[0] == "size")
      measured.sizes.push_back(readSize(llvm::ArrayRef(fields).drop_front()));
    else if (fields[0] == "thin")
      measured.thin.push_back({readSize(llvm::ArrayRef(fields).drop_front(2)), fields[1].str()});
    else if (fields[0] == "missed")
      measured.missed.push_back(readSize(llvm::ArrayRef(fields).drop_front()));
    else if (fields[0] == "differs")
      measured.difference = fields[1].str();
    else if (fields[0] == "why")
      measured.notMeasured = fields[1].str();
    else if (fields[0] == "left out")
      measured.isLeftOut = true;
    isDone |= fields[0] == "done" || fields[0] == "differs" || fields[0] == "why" ||
              fields[0] == "left out";
  }
  if (isDone)
    return measured;
  measured.sizes.clear();
  measured.thin.clear();
  measured.missed.clear();
  if (running == "rewritten" && !child.timedOut)
    measured.difference = "the fast version terminates the program: " + child.death;
  else
    measured.notMeasured = child.timedOut ? "its runs exceed the time limit"
                           : running.empty()
                               ? "the compiled unit cannot be loaded: " + child.death
                               : "the original terminates the program: " + child.death;
  return measured;
}

/// Threads sleep where they wait for each other: their time is that of their work.
void letThreadsSleep() {
  for (auto [name, value] : {std::pair("OMP_DYNAMIC", "false"),
                             {"OMP_WAIT_POLICY", "passive"},
                             {"GOMP_SPINCOUNT", "0"},
                             {"KMP_BLOCKTIME", "0"}})
    setenv(name, value, 1);
}

Measurement measure(const std::string &library, const Probe &probe, size_t number,
                    const JudgedNest &nest, const JudgeOptions &options, double seconds,
                    bool isLoose) {
  auto work = [&](std::FILE *lines) {
    letThreadsSleep();
    void *unit = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
    std::string missing = unit ? "" : dlerror();
    if (unit && !dlsym(unit, ("acc_judge_" + std::to_string(number) + "_here").c_str())) {
      std::fprintf(lines, "left out\n");
      return;
    }
    BenchRequest request;
    if (unit)
      request = requestFor(unit, probe, number, missing);
    if (!missing.empty()) {
      std::fprintf(lines, "why\tthe compiled unit cannot be loaded: %s\n", missing.c_str());
      return;
    }
    request.setThreads = reinterpret_cast<void (*)(int)>(dlsym(unit, "omp_set_num_threads"));
    request.starts = nest.nest.hints;
    request.sizes = nest.sizes;
    request.rows = nest.rows;
    request.begins = nest.begins;
    request.pitches = nest.pitches;
    request.isLoose = isLoose || nest.nest.reassociates;
    request.comparesOnly = options.comparesOnly;
    request.seconds = seconds;
    bench(request, lines);
  };
  return measurementOf(runInChild(work, static_cast<unsigned>(seconds * 2000) + 2000));
}

CompilerName compilerOf(const UnitInput &unit, const JudgeOptions &options) {
  return options.compiler.empty() ? findKnownCompiler(unit.compiler)
                                  : CompilerName{options.compiler, ""};
}

/// Puts the text of the unit that includes it around that of an included file, and adds the flags
/// that this needs. Why it cannot be done, as a sentence.
std::string putAround(const ParsedUnit &unit, std::string &text, UnitInput &compiled) {
  auto spliced = unitAround(unit, std::move(text));
  if (!spliced)
    return "a flag of its command includes it";
  text = std::move(spliced->text);
  for (const std::string &folder : spliced->folders)
    compiled.flags.insert(compiled.flags.end(), {"-iquote", folder});
  return "";
}

/// The same answer for every nest.
Judgement notMeasured(size_t nests, const std::string &why) {
  Judgement judgement;
  judgement.nests.resize(nests);
  for (Measurement &one : judgement.nests)
    one.notMeasured = why;
  return judgement;
}

} // namespace

Judgement judge(const UnitInput &rewritten, const std::vector<JudgedNest> &nests,
                const JudgeOptions &options) {
  const CompilerName compiler = compilerOf(rewritten, options);
  if (compiler.path.empty())
    return notMeasured(nests.size(), compiler.why);
  ScratchFolder folder;
  if (folder.path.empty() || !rewritten.text)
    return notMeasured(nests.size(), "cannot create a folder for temporary files");
  ProbedUnit probed;
  BuiltUnit built;
  std::set<size_t> without;
  for (size_t round = 0; round < 2 && built.library.empty(); ++round) {
    UnitInput compiled = rewritten;
    auto write = [&](const ParsedUnit &unit) {
      probed = probedUnit(unit, *rewritten.text, nests, without);
      if (std::string why = putAround(unit, probed.text, compiled); probed.obstacle.empty())
        probed.obstacle = why;
    };
    std::vector<ParseError> errors = parseUnit(rewritten, write);
    if (!errors.empty() || !probed.obstacle.empty())
      return notMeasured(nests.size(), errors.empty() ? probed.obstacle : errors.front().message);
    built = buildUnit(compiled, options.filesOf(probed.text), compiler.path, folder.path);
    if (built.faulty.empty())
      break;
    without.merge(built.faulty);
  }
  if (built.library.empty()) {
    Judgement judgement = notMeasured(nests.size(), "its compiler rejects it: " + built.error);
    judgement.isRejected = true;
    return judgement;
  }
  Judgement judgement;
  judgement.compiler = compiler.path;
  const bool isLoose = mayRound(rewritten, compiler.path);
  double left = kUnitSeconds;
  for (size_t k = 0; k < nests.size(); ++k) {
    const Probe &probe = probed.probes[k];
    Measurement &measured = judgement.nests.emplace_back();
    if (!probe.obstacle.empty())
      measured.notMeasured = probe.obstacle;
    else if (without.count(k))
      measured.notMeasured = "the nest cannot be compiled as a separate function";
    else {
      auto inProcess = [&] {
        return measure(built.library, probe, k, nests[k], options,
                       std::clamp(left / static_cast<double>(nests.size() - k), kLeastSeconds,
                                  std::max(kLeastSeconds, options.seconds)),
                       isLoose);
      };
      measured = inProcess();
      for (int more = 0; more < kConfirmations && isDoubtful(measured); ++more)
        measured = agreed(std::move(measured), inProcess());
    }
    left -= measured.milliseconds / 1000;
  }
  return judgement;
}

std::set<std::string> noLongerInlined(const UnitInput &source, const std::string &rewritten,
                                      const std::set<std::string> &functions,
                                      const JudgeOptions &options) {
  const CompilerName compiler = compilerOf(source, options);
  ScratchFolder folder;
  if (compiler.path.empty() || folder.path.empty() || !source.text || source.inclusion)
    return {};
  auto callsOf = [&](const std::string &text) {
    return callsIn(assemblyOf(source, options.filesOf(text), compiler.path, folder.path));
  };
  std::map<std::string, unsigned> before = callsOf(*source.text), after = callsOf(rewritten);
  std::set<std::string> lost;
  for (const std::string &function : functions)
    if (after[function] > before[function])
      lost.insert(function);
  return lost;
}

std::string compileError(const UnitInput &unit, const JudgeOptions &options) {
  const CompilerName compiler = compilerOf(unit, options);
  ScratchFolder folder;
  if (compiler.path.empty() || folder.path.empty() || !unit.text)
    return "";
  UnitInput compiled = unit;
  std::string text = *unit.text, obstacle;
  if (unit.inclusion)
    parseUnit(unit,
              [&](const ParsedUnit &parsed) { obstacle = putAround(parsed, text, compiled); });
  if (!obstacle.empty())
    return "";
  const BuiltUnit built =
      buildUnit(compiled, options.filesOf(text), compiler.path, folder.path, Warnings::AsInCommand);
  return built.library.empty() ? built.error : "";
}

} // namespace acc
