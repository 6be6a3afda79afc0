#include "tools/tune/Tune.h"

#include "tools/verify/SideBuilder.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>

namespace acc {
namespace {

constexpr unsigned kRunSeconds = 600;

std::string numbered(const char *name, size_t k) {
  return std::string("acc_verify_") + name + "[" + std::to_string(k) + "]";
}

/// The tab-separated fields of the lines that start with `word`.
std::vector<llvm::SmallVector<llvm::StringRef, 4>> linesOf(const std::string &output,
                                                           llvm::StringRef word) {
  std::vector<llvm::SmallVector<llvm::StringRef, 4>> found;
  llvm::SmallVector<llvm::StringRef, 64> lines;
  llvm::StringRef(output).split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef, 4> fields;
    line.split(fields, '\t');
    if (fields[0] == word)
      found.push_back(fields);
  }
  return found;
}

class Measurement {
public:
  explicit Measurement(const TuneRequest &request)
      : request(request), folder(request.folder), builder(request.input, request.folder) {
    for (const MarkedRegion &region : request.rounds.front().regions) {
      TunedNest &nest = result[region.nest];
      nest.notMeasured = "found no input that makes its guard true";
      nest.isAsked = !request.sizes.empty();
    }
  }

  std::map<std::string, TunedNest> measure() {
    for (const DriverText &driver : request.drivers)
      if (driver.obstacle.empty())
        ready.push_back(driver);
      else
        refuse(driver.function, driver.obstacle);
    if (ready.empty())
      return result;
    std::string problem = builder.prepare();
    if (problem.empty())
      problem = grow();
    for (size_t round = 0; problem.empty() && round < request.rounds.size(); ++round)
      problem = measure(round);
    if (!problem.empty())
      for (const DriverText &driver : ready)
        refuse(driver.function, problem);
    return result;
  }

private:
  static std::string functionOf(const std::string &nest) { return nest.substr(0, nest.find('#')); }

  void refuse(const std::string &function, const std::string &why) {
    for (auto &[nest, row] : result)
      if (functionOf(nest) == function && row.times.empty())
        row.notMeasured = why;
  }

  std::string library(bool isFast) const { return folder + (isFast ? "/fast.so" : "/original.so"); }
  std::string caseOf(const std::string &nest, size_t input) const {
    return folder + "/" + nest + "." + std::to_string(input) + ".case";
  }

  /// Both sides as shared objects; a message when they do not compile, else "".
  std::string build(const Configuration &configuration, const std::string (&texts)[2]) {
    for (bool isFast : {false, true}) {
      const std::string source = isFast ? "fast.c" : "original.c";
      if (std::string problem =
              builder.writeSide(source, texts[isFast], request.hasLevels, request.hasFma);
          !problem.empty())
        return problem;
      ProgramResult built = builder.buildSide(configuration, folder + "/" + source, library(isFast),
                                              replacedBy(ready), false);
      if (!built.succeeded())
        return "the unit does not compile with a test driver: " + firstError(built.errors);
    }
    return "";
  }

  static std::string arrays(size_t count) {
    std::string size = "[" + std::to_string(count + 1) + "];\n";
    return "long acc_verify_taken" + size + "long acc_verify_spent" + size;
  }

  /// Inputs for each nest of the first round.
  std::string grow() {
    const TuneRound &round = request.rounds.front();
    std::string name = llvm::sys::path::filename(request.compiler).str();
    std::string texts[2] = {
        builder.unitText("", request.original, ready),
        builder.unitText(arrays(round.regions.size()), counted(round, false), ready)};
    if (std::string problem = build(watchedConfiguration(name, request.compiler), texts);
        !problem.empty())
      return problem;
    if (!builder.buildRunner(request.compiler, {}, folder + "/runner"))
      return "the program that runs both versions does not compile";
    RunRequest asked{request.input, request.original, round.rewritten, round.regions, ready};
    std::set<std::string> functions;
    for (const DriverText &driver : ready)
      functions.insert(driver.function);
    for (const std::string &function : functions) {
      auto [first, count] = nestsOf(round.regions, function);
      std::string cases = folder + "/" + function + ".cases";
      Words words = {"grow",   library(false),        library(true),
                     function, std::to_string(first), std::to_string(count),
                     cases};
      words.insert(words.end(), request.sizes.begin(), request.sizes.end());
      ProgramResult done = runProgram(folder + "/runner", words + constantsOf(asked, first, count),
                                      folder, kRunSeconds);
      for (const auto &fields : linesOf(done.output, "grown")) {
        unsigned nest = 0;
        if (fields.size() < 4 || fields[1].getAsInteger(10, nest) || nest >= count)
          continue;
        const std::string &id = round.regions[first + nest].nest;
        std::vector<std::string> &inputs = result[id].inputs;
        llvm::sys::fs::rename(cases + "." + std::to_string(nest) + "." + fields[2].str(),
                              caseOf(id, inputs.size()));
        inputs.push_back(fields[3].str());
      }
      if (!request.sizes.empty())
        for (size_t k = first; k < first + count; ++k)
          if (TunedNest &row = result[round.regions[k].nest]; row.inputs.empty())
            row.notMeasured = "found no input of these sizes that makes its guard true";
    }
    return "";
  }

  /// The rewritten text with the runs of each fast version counted, and with the time of each
  /// nest added up.
  std::string counted(const TuneRound &round, bool isTimed) const {
    std::vector<Edit> edits;
    for (size_t k = 0; k < round.regions.size(); ++k) {
      const MarkedRegion &region = round.regions[k];
      if (isTimed)
        edits.push_back({region.whole.begin, region.whole.begin, begin(k)});
      edits.push_back(
          {region.fast.end - 1, region.fast.end - 1, "++" + numbered("taken", k) + ";"});
      if (isTimed)
        edits.push_back({region.whole.end, region.whole.end, end(k)});
    }
    return applyEdits(round.rewritten, edits).value_or(round.rewritten);
  }

  /// The text with the original loops in place of each guarded block, timed as well.
  static std::string untouched(const TuneRound &round) {
    std::vector<Edit> edits;
    for (size_t k = 0; k < round.regions.size(); ++k) {
      const MarkedRegion &region = round.regions[k];
      edits.push_back({region.whole.begin, region.whole.end,
                       begin(k) +
                           round.rewritten.substr(region.original.begin,
                                                  region.original.end - region.original.begin) +
                           end(k)});
    }
    return applyEdits(round.rewritten, edits).value_or(round.rewritten);
  }

  static std::string begin(size_t k) {
    return "{ " + numbered("spent", k) + " -= acc_verify_now();\n";
  }
  static std::string end(size_t k) {
    return "\n" + numbered("spent", k) + " += acc_verify_now(); }";
  }

  std::string measure(size_t number) {
    const TuneRound &round = request.rounds[number];
    Configuration own{request.compiler, "", {}, false, false};
    bool isOptimized =
        std::any_of(request.input.flags.begin(), request.input.flags.end(),
                    [](const std::string &flag) { return flag.compare(0, 2, "-O") == 0; });
    if (!isOptimized)
      own.flags = {"-O3"};
    std::string declarations = arrays(round.regions.size());
    std::string texts[2] = {builder.unitText(declarations, untouched(round), ready),
                            builder.unitText(declarations, counted(round, true), ready)};
    if (std::string problem = build(own, texts); !problem.empty())
      return problem;
    for (size_t k = 0; k < round.regions.size(); ++k) {
      const std::string &id = round.regions[k].nest;
      auto row = result.find(id);
      if (row == result.end())
        continue;
      for (size_t input = 0; input < row->second.inputs.size(); ++input)
        if (auto time = timeOf(id, k, input)) {
          time->round = static_cast<unsigned>(number);
          row->second.times.push_back(*time);
          row->second.notMeasured.clear();
        }
    }
    return "";
  }

  /// The time of the k-th nest of the round; none where the fast version is not taken.
  std::optional<TuneTime> timeOf(const std::string &id, size_t k, size_t input) const {
    ProgramResult done = runProgram(folder + "/runner",
                                    {"measure", library(false), library(true), functionOf(id),
                                     std::to_string(k), "1", caseOf(id, input), "0"},
                                    folder, kRunSeconds);
    TuneTime time;
    time.input = static_cast<unsigned>(input);
    for (const auto &fields : linesOf(done.output, "time"))
      if (fields.size() >= 4 && !fields[1].getAsDouble(time.original) &&
          !fields[2].getAsDouble(time.fast) && fields[3] == "1" && time.original > 0 &&
          time.fast > 0)
        return time;
    return std::nullopt;
  }

  const TuneRequest &request;
  std::string folder;
  SideBuilder builder;
  std::vector<DriverText> ready;
  std::map<std::string, TunedNest> result;
};

} // namespace

std::map<std::string, TunedNest> measureRounds(const TuneRequest &request) {
  // Relative -I of the command mean its directory.
  llvm::SmallString<256> before;
  llvm::sys::fs::current_path(before);
  llvm::sys::fs::set_current_path(request.input.directory);
  std::map<std::string, TunedNest> result = Measurement(request).measure();
  llvm::sys::fs::set_current_path(before);
  return result;
}

} // namespace acc
