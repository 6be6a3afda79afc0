#include "tools/verify/Verify.h"

#include "tools/verify/SideBuilder.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr unsigned kRunSeconds = 600;
constexpr unsigned kMostWrong = 5;

/// Compiles and runs the functions of one file together, or one alone.
class Session {
public:
  Session(const RunRequest &request, const RunOptions &options)
      : request(request), folder(options.folder), builder(request.input, options.folder) {
    for (const std::string &name : options.compilers)
      if (std::string path = findCompiler(name); !path.empty())
        compilers.push_back({llvm::sys::path::filename(name).str(), path});
  }

  RunResult verify() {
    for (const MarkedRegion &region : request.regions)
      result.nests[region.nest];
    for (const DriverText &driver : request.drivers)
      if (!driver.obstacle.empty())
        refuse(driver.function, driver.obstacle);
    if (compilers.empty())
      return refuseAll("found no C compiler");
    if (std::string problem = builder.prepare(); !problem.empty())
      return refuseAll(problem);
    std::vector<DriverText> ready;
    for (const DriverText &driver : request.drivers)
      if (driver.obstacle.empty())
        ready.push_back(driver);
    if (!ready.empty() && !runTogether(ready) && ready.size() > 1)
      for (const DriverText &driver : ready)
        runTogether({driver});
    for (auto &[nest, runs] : result.nests)
      if (runs.notRun.empty() && runs.comparisons == 0 && runs.wrong.empty())
        runs.notRun = "found no input on which the original runs";
      else if (runs.notRun.empty() && runs.guardTrue == 0 && runs.wrong.empty() && hasGuards())
        runs.notRun = "found no input that makes its guard true";
    return result;
  }

private:
  static bool hasFastVersion(const MarkedRegion &region) { return region.fast.end > 0; }

  bool hasGuards() const {
    return std::any_of(request.regions.begin(), request.regions.end(), hasFastVersion);
  }

  static std::string functionOf(const std::string &nest) { return nest.substr(0, nest.find('#')); }

  void refuse(const std::string &function, const std::string &why) {
    for (auto &[nest, runs] : result.nests)
      if (functionOf(nest) == function)
        runs.notRun = why;
  }

  RunResult refuseAll(const std::string &why) {
    for (auto &[nest, runs] : result.nests)
      runs.notRun = why;
    return result;
  }

  std::string textOf(bool isRewritten, const std::vector<DriverText> &drivers) const {
    if (!isRewritten)
      return builder.unitText("", request.original, drivers);
    std::vector<Edit> counters;
    for (size_t k = 0; k < request.regions.size(); ++k)
      if (hasFastVersion(request.regions[k]))
        counters.push_back({request.regions[k].fast.end - 1, request.regions[k].fast.end - 1,
                            "++acc_verify_taken[" + std::to_string(k) + "];"});
    return builder.unitText(
        "long acc_verify_taken[" + std::to_string(request.regions.size() + 1) + "];\n",
        applyEdits(request.rewritten, counters).value_or(request.rewritten), drivers);
  }

  /// False when the drivers do not compile behind the original.
  bool runTogether(const std::vector<DriverText> &drivers) {
    std::string sources[2] = {folder + "/original.c", folder + "/rewritten.c"};
    for (bool isRewritten : {false, true})
      if (std::string problem =
              builder.writeSide(llvm::sys::path::filename(sources[isRewritten]).str(),
                                textOf(isRewritten, drivers), request.hasLevels, request.hasFma);
          !problem.empty()) {
        refuseAll(problem);
        return true;
      }
    const auto &[name, compiler] = compilers.front();
    Configuration watched = watchedConfiguration(name, compiler);
    std::set<std::string> replaced = replacedBy(drivers);
    ProgramResult built =
        builder.buildSide(watched, sources[0], folder + "/original.so", replaced, true);
    if (!built.succeeded()) {
      for (const DriverText &driver : drivers)
        refuse(driver.function,
               "the original does not compile with a test driver: " + firstError(built.errors));
      return false;
    }
    for (const DriverText &driver : drivers)
      refuse(driver.function, "");
    std::set<std::string> functions;
    for (const DriverText &driver : drivers)
      functions.insert(driver.function);
    runConfiguration(watched, sources, functions, replaced, true);
    for (const Configuration &configuration : configurations())
      runConfiguration(configuration, sources, functions, replaced, false);
    return true;
  }

  std::vector<Configuration> configurations() {
    std::vector<Configuration> list;
    for (const auto &[name, path] : compilers) {
      Words plain = {"-O0"}, fast = {"-O3", "-march=native"};
      Words checked = {"-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"};
      list.push_back({path, name + " -O0", plain});
      // gcc 12's unroll-and-jam breaks originals whose arrays overlap (it moves a read over a
      // store): they would be no measure.
      if (name == "gcc")
        fast.push_back("-fno-loop-unroll-and-jam");
      list.push_back({path, name + " -O3 -march=native", fast});
      if (builder.buildRunner(path, checked, folder + "/" + name + ".checked"))
        list.push_back({path, name + " with address and undefined-behaviour sanitizers", checked});
      else
        list.push_back({path,
                        name + " with the undefined-behaviour sanitizer",
                        {"-O1", "-fsanitize=undefined",
                         name == "clang" ? "-fsanitize-trap=undefined"
                                         : "-fsanitize-undefined-trap-on-error"}});
    }
    return list;
  }

  void addWrong(const std::string &nest, const std::string &sentence) {
    std::vector<std::string> &wrong = result.nests[nest].wrong;
    if (wrong.size() < kMostWrong)
      wrong.push_back(sentence);
  }

  void runConfiguration(const Configuration &configuration, const std::string (&sources)[2],
                        const std::set<std::string> &functions,
                        const std::set<std::string> &replaced, bool isWatched) {
    std::string libraries[2] = {folder + "/original.so", folder + "/rewritten.so"};
    if (!isWatched &&
        !builder.buildSide(configuration, sources[0], libraries[0], replaced, true).succeeded())
      return; // not a compiler for this unit
    ProgramResult built =
        builder.buildSide(configuration, sources[1], libraries[1], replaced, true);
    if (!built.succeeded()) {
      for (const MarkedRegion &region : request.regions)
        if (functions.count(functionOf(region.nest)))
          addWrong(region.nest, configuration.name + ": the rewritten file does not compile: " +
                                    firstError(built.errors));
      return;
    }
    bool isChecked = configuration.flags.size() > 2 && configuration.flags[1] == "-g";
    std::string runner = folder + "/runner";
    if (isChecked)
      runner =
          folder + "/" + configuration.name.substr(0, configuration.name.find(' ')) + ".checked";
    else if (!llvm::sys::fs::exists(runner) &&
             !builder.buildRunner(configuration.compiler, {}, runner)) {
      refuseAll("the program that runs both versions does not compile");
      return;
    }
    result.configurations.push_back(configuration.name);
    for (const std::string &function : functions)
      runFunction(configuration, runner, libraries, function, isWatched);
  }

  void runFunction(const Configuration &configuration, const std::string &runner,
                   const std::string (&libraries)[2], const std::string &function, bool isWatched) {
    auto [first, count] = nestsOf(request.regions, function);
    std::string cases = folder + "/" + function + ".cases";
    if (!isWatched && !llvm::sys::fs::exists(cases))
      return;
    Words words = {isWatched ? "search" : "compare",
                   libraries[0],
                   libraries[1],
                   function,
                   std::to_string(first),
                   std::to_string(hasGuards() ? count : 0),
                   cases};
    if (isWatched)
      words = words + constantsOf(request, first, count);
    for (int start = 0, restarts = 0; restarts < 20; ++restarts) {
      Words arguments = words;
      if (!isWatched)
        arguments.push_back(std::to_string(start));
      ProgramResult done = runProgram(runner, arguments, folder, kRunSeconds);
      Answer answer = readAnswer(done.output, configuration, first, count);
      if (answer.isDone || isWatched || answer.last < 0 || done.timedOut) {
        if (!answer.isDone)
          deathOf(answer, done, configuration, first, count);
        return;
      }
      deathOf(answer, done, configuration, first, count);
      start = answer.last + 1;
    }
  }

  struct Answer {
    int last = -1; // number of the last call begun
    bool inRewritten = false;
    bool isDone = false;
  };

  /// Adds up the runner's lines.
  Answer readAnswer(const std::string &output, const Configuration &configuration, size_t first,
                    size_t count) {
    Answer answer;
    llvm::SmallVector<llvm::StringRef, 64> lines;
    llvm::StringRef(output).split(lines, '\n', -1, false);
    for (llvm::StringRef line : lines) {
      llvm::SmallVector<llvm::StringRef, 4> fields;
      line.split(fields, '\t', 3);
      auto number = [&](size_t k) {
        unsigned value = 0;
        return k < fields.size() && !fields[k].getAsInteger(10, value) ? value : 0u;
      };
      auto eachNest = [&](auto &&apply) {
        for (size_t k = first; k < first + count; ++k)
          apply(result.nests[request.regions[k].nest]);
      };
      if (fields[0] == "begin" && fields.size() > 2) {
        answer.last = static_cast<int>(number(1));
        answer.inRewritten = fields[2] == "rewritten";
      } else if (fields[0] == "ran") {
        eachNest([](NestRuns &runs) { ++runs.comparisons; });
      } else if (fields[0] == "wrong" && fields.size() > 2) {
        for (size_t k = first; k < first + count; ++k)
          addWrong(request.regions[k].nest, configuration.name + ": " + fields[2].str());
      } else if (fields[0] == "taken" && fields.size() > 2) {
        unsigned long nest = number(1);
        auto [hits, misses] = std::pair(number(2), 0u);
        fields.back().getAsInteger(10, misses);
        if (nest < count) {
          NestRuns &runs = result.nests[request.regions[first + nest].nest];
          runs.guardTrue += hits;
          runs.guardFalse += misses;
        }
      } else if (fields[0] == "done") {
        answer.isDone = true;
        unsigned inputs = number(1);
        eachNest([&](NestRuns &runs) { runs.inputs = std::max(runs.inputs, inputs); });
      }
    }
    return answer;
  }

  void deathOf(const Answer &answer, const ProgramResult &done, const Configuration &configuration,
               size_t first, size_t count) {
    std::string why = firstError(done.errors);
    if (done.timedOut) {
      // A call that does not end is stopped by the runner itself: this is all of them together.
      for (size_t k = first; k < first + count; ++k)
        if (NestRuns &runs = result.nests[request.regions[k].nest]; runs.comparisons == 0)
          runs.notRun = "its runs exceed " + std::to_string(kRunSeconds) + " s";
    } else if (answer.last >= 0 && answer.inRewritten) {
      for (size_t k = first; k < first + count; ++k)
        addWrong(request.regions[k].nest,
                 configuration.name + ": the rewritten version terminates the program: " + why);
    } else if (answer.last < 0) {
      for (size_t k = first; k < first + count; ++k)
        result.nests[request.regions[k].nest].notRun = "the runner fails: " + why;
    }
  }

  const RunRequest &request;
  std::string folder;
  SideBuilder builder;
  std::vector<std::pair<std::string, std::string>> compilers; // name, path
  RunResult result;
};

} // namespace

RunResult runBothVersions(const RunRequest &request, const RunOptions &options) {
  // Relative -I of the command mean its directory.
  llvm::SmallString<256> before;
  llvm::sys::fs::current_path(before);
  llvm::sys::fs::set_current_path(request.input.directory);
  RunResult result = Session(request, options).verify();
  llvm::sys::fs::set_current_path(before);
  return result;
}

} // namespace acc
