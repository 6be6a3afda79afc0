#include "rewriter/judge/Judge.h"

#include "rewriter/judge/Bench.h"
#include "rewriter/judge/Probes.h"
#include "rewriter/judge/UnitCompiler.h"
#include "rewriter/run/Child.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

#include <chrono>
#include <dlfcn.h>

namespace acc {
namespace {

using Clock = std::chrono::steady_clock;

/// For all nests of a unit: workers have a time limit.
constexpr std::chrono::seconds kLongestUnit(60);

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
  request.calls = probe.calls;
  request.original = reinterpret_cast<void (*)()>(symbol("_original"));
  request.rewritten = reinterpret_cast<void (*)()>(symbol("_rewritten"));
  request.missed = static_cast<const long *>(symbol("_missed"));
  auto *globals = static_cast<void **>(symbol("_globals"));
  for (size_t k = 0; k < probe.isLocal.size() && globals; ++k)
    request.variables.addresses.push_back(probe.isLocal[k] ? symbol("_v" + std::to_string(k))
                                                           : *globals++);
  return request;
}

void readSize(llvm::ArrayRef<llvm::StringRef> fields, Measurement &measured) {
  MeasuredSize size;
  if (fields.size() < 4)
    return;
  fields[1].getAsInteger(10, size.bytes);
  fields[2].getAsDouble(size.original);
  fields[3].getAsDouble(size.rewritten);
  for (size_t k = 4; k + 1 < fields.size(); k += 2) {
    int64_t value = 0;
    fields[k + 1].getAsInteger(10, value);
    size.values.emplace_back(fields[k].str(), value);
  }
  measured.sizes.push_back(std::move(size));
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
      readSize(fields, measured);
    else if (fields[0] == "differs")
      measured.difference = fields[1].str();
    else if (fields[0] == "why")
      measured.notMeasured = fields[1].str();
    isDone |= fields[0] == "done" || fields[0] == "differs" || fields[0] == "why";
  }
  if (isDone)
    return measured;
  measured.sizes.clear();
  if (running == "rewritten" && !child.timedOut)
    measured.difference = "the fast version ends the program: " + child.death;
  else
    measured.notMeasured = child.timedOut    ? "its runs take too long"
                           : running.empty() ? "the compiled unit cannot be loaded: " + child.death
                                             : "the original ends the program: " + child.death;
  return measured;
}

Measurement measure(const std::string &library, const Probe &probe, size_t number,
                    const JudgedNest &nest, const JudgeOptions &options, bool isLoose) {
  auto work = [&](std::FILE *lines) {
    void *unit = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
    std::string missing = unit ? "" : dlerror();
    BenchRequest request;
    if (unit)
      request = requestFor(unit, probe, number, missing);
    if (!missing.empty()) {
      std::fprintf(lines, "why\tthe compiled unit cannot be loaded: %s\n", missing.c_str());
      return;
    }
    request.starts = nest.nest.hints;
    request.sizes = nest.sizes;
    request.isLoose = isLoose || nest.nest.reassociates;
    request.comparesOnly = options.comparesOnly;
    request.seconds = options.seconds;
    bench(request, lines);
  };
  return measurementOf(runInChild(work, static_cast<unsigned>(options.seconds * 1000) + 1000));
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
  CompilerName compiler = options.compiler.empty() ? findKnownCompiler(rewritten.compiler)
                                                   : CompilerName{options.compiler, ""};
  if (compiler.path.empty())
    return notMeasured(nests.size(), compiler.why);
  ScratchFolder folder;
  if (folder.path.empty() || !rewritten.text)
    return notMeasured(nests.size(), "there is no folder for temporary files");
  ProbedUnit probed;
  BuiltUnit built;
  std::set<size_t> without;
  for (size_t round = 0; round < 2 && built.library.empty(); ++round) {
    auto write = [&](const ParsedUnit &unit) {
      probed = probedUnit(unit, *rewritten.text, nests, without);
    };
    std::vector<ParseError> errors = parseUnit(rewritten, write);
    if (!errors.empty() || !probed.obstacle.empty())
      return notMeasured(nests.size(), errors.empty() ? probed.obstacle : errors.front().message);
    built = buildUnit(rewritten,
                      options.filesOf ? options.filesOf(probed.text)
                                      : std::vector<NamedText>{{"unit.c", probed.text}},
                      compiler.path, folder.path);
    if (built.faulty.empty())
      break;
    without.merge(built.faulty);
  }
  if (built.library.empty())
    return notMeasured(nests.size(), "its compiler does not build it: " + built.error);
  Judgement judgement;
  judgement.compiler = compiler.path;
  const bool isLoose = mayRound(rewritten, compiler.path);
  const Clock::time_point start = Clock::now();
  for (size_t k = 0; k < nests.size(); ++k) {
    const Probe &probe = probed.probes[k];
    Measurement &measured = judgement.nests.emplace_back();
    if (!probe.obstacle.empty())
      measured.notMeasured = probe.obstacle;
    else if (Clock::now() - start > kLongestUnit)
      measured.notMeasured = "measuring the nests before it took all the time for the file";
    else if (without.count(k))
      measured.notMeasured = "the nest cannot be built as a function of its own";
    else
      measured = measure(built.library, probe, k, nests[k], options, isLoose);
  }
  return judgement;
}

} // namespace acc
