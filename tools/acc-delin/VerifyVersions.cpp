#include "tools/acc-delin/VerifyVersions.h"

#include "analysis/frontend/FunctionNames.h"
#include "tools/acc-delin/RewrittenFile.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/acc-delin/VerifyText.h"
#include "tools/report/Summary.h"
#include "tools/verify/Verify.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <algorithm>

namespace acc {
namespace {

/// A file as it is read, and what it defines.
struct Version {
  UnitInput input;
  std::string text;
  std::vector<std::string> functions;
};

/// Or why it is none.
std::variant<Version, std::string> readVersion(const Unit &unit) {
  std::optional<std::string> text = readTextFile(unit.path);
  if (!text)
    return unit.name + " cannot be read";
  UnitInput input = unit.inputs.front();
  input.text = *text;
  auto functions = definedFunctions(input);
  if (auto *names = std::get_if<std::vector<std::string>>(&functions))
    return Version{std::move(input), std::move(*text), std::move(*names)};
  const ParseError &error = std::get<std::vector<ParseError>>(functions).front();
  return unit.name + (error.where.known() ? ":" + std::to_string(error.where.line) : "") +
         " does not parse: " + error.message;
}

bool defines(const Version &version, const std::string &name) {
  return std::find(version.functions.begin(), version.functions.end(), name) !=
         version.functions.end();
}

/// The functions of one version that the other does not define.
std::vector<std::string> onlyIn(const Version &version, const Version &other) {
  std::vector<std::string> names;
  std::copy_if(version.functions.begin(), version.functions.end(), std::back_inserter(names),
               [&](const std::string &name) { return !defines(other, name); });
  return names;
}

bool haveOneInterface(const FunctionInterface &a, const FunctionInterface &b) {
  auto isSame = [](const InterfaceVariable &x, const InterfaceVariable &y) {
    return x.type.spelling == y.type.spelling;
  };
  return a.result.spelling == b.result.spelling &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(), isSame);
}

/// What the two say of the functions that both define, in the order of the first.
std::vector<DriverText> driversOf(const Version &before, const Version &after,
                                  const std::set<std::string> &names) {
  std::vector<FunctionInterface> later = readInterfaces(after.input, names);
  std::vector<DriverText> drivers;
  for (const FunctionInterface &interface : readInterfaces(before.input, names)) {
    DriverText driver = driverText(interface, interface.elements);
    auto other = std::find_if(later.begin(), later.end(), [&](const FunctionInterface &one) {
      return one.name == interface.name;
    });
    if (other == later.end() || !haveOneInterface(interface, *other))
      driver.obstacle = "its parameters or result have different types in the second file";
    drivers.push_back(std::move(driver));
  }
  return drivers;
}

/// What `verify` tells of two versions.
struct Comparison {
  /// The paths of the two files, as the user named them.
  std::string paths[2];
  std::vector<DriverText> drivers;
  RunResult result;
  /// Functions that only the first, or only the second, defines.
  std::vector<std::string> onlyIn[2];
};

std::string textOf(const Comparison &comparison) {
  const auto &[paths, drivers, result, onlyIn] = comparison;
  const std::string &path = paths[0];
  std::string text;
  unsigned wrong = 0, run = 0;
  for (const DriverText &driver : drivers) {
    const NestRuns &runs = result.nests.at(driver.function);
    text += path + ": " + (runs.wrong.empty() ? "remark: " : "error: ") + driver.function + ": ";
    if (!runs.wrong.empty())
      text += "differs\n";
    else if (!runs.notRun.empty())
      text += "not run: " + runs.notRun + "\n";
    else
      text += std::to_string(runs.comparisons) + " identical runs on " +
              report::plural(runs.inputs, "input") + "\n";
    for (const std::string &sentence : runs.wrong)
      text += path + ": note: " + sentence + "\n";
    wrong += !runs.wrong.empty();
    run += runs.notRun.empty();
  }
  for (int k : {0, 1})
    for (const std::string &name : onlyIn[k])
      text += paths[k] + ": remark: " + name + ": not compared: " + paths[1 - k] +
              " does not define it\n";
  return text + comparedUnder(result.configurations) +
         report::plural(static_cast<unsigned>(drivers.size()), "function") +
         " in both: " + std::to_string(run) + " run, " + std::to_string(wrong) + " wrong\n";
}

std::string jsonOf(const Comparison &comparison) {
  const auto &[paths, drivers, result, onlyIn] = comparison;
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream out(stream, 2);
  out.object([&] {
    out.attribute("schemaVersion", 1);
    writeTexts(out, "configurations", result.configurations);
    out.attributeArray("functions", [&] {
      for (const DriverText &driver : drivers)
        out.object([&] {
          const NestRuns &runs = result.nests.at(driver.function);
          out.attribute("path", llvm::json::fixUTF8(paths[0]));
          out.attribute("name", llvm::json::fixUTF8(driver.function));
          out.attribute("notRun", llvm::json::fixUTF8(runs.notRun));
          out.attribute("inputs", runs.inputs);
          out.attribute("comparisons", runs.comparisons);
          writeTexts(out, "wrong", runs.wrong);
        });
    });
    writeTexts(out, "onlyInFirst", onlyIn[0]);
    writeTexts(out, "onlyInSecond", onlyIn[1]);
  });
  return text + "\n";
}

} // namespace

std::optional<int> verifyVersions(const CommandLine &line, const std::vector<Unit> &units) {
  if (units.size() != 2)
    return std::nullopt;
  auto compareNone = [&](const std::string &why) {
    if (!line.quiet)
      llvm::WithColor::note(llvm::errs(), "acc-delin")
          << why << "; each file is compared with its own rewrite\n";
    return std::nullopt;
  };
  std::variant<Version, std::string> first = readVersion(units[0]), second = readVersion(units[1]);
  for (const auto *version : {&first, &second})
    if (const auto *why = std::get_if<std::string>(version))
      return compareNone(*why);
  const Version &before = std::get<Version>(first), &after = std::get<Version>(second);
  std::set<std::string> names;
  for (const std::string &name : before.functions)
    if (defines(after, name))
      names.insert(name);
  if (names.empty())
    return compareNone(units[0].name + " and " + units[1].name +
                       " share no externally visible function");
  Scratch scratch;
  if (!scratch.isThere) {
    complain("cannot create a folder for temporary files");
    return kInternalError;
  }
  RunRequest request{before.input, before.text, after.text, {}, driversOf(before, after, names)};
  request.input.flags.push_back("-iquote");
  request.input.flags.push_back(llvm::sys::path::parent_path(units[1].path).str());
  for (const DriverText &driver : request.drivers) {
    MarkedRegion region; // without a fast part: all of the function is another one
    region.nest = driver.function;
    region.whole.end = static_cast<uint32_t>(after.text.size());
    request.regions.push_back(std::move(region));
  }
  RunOptions options;
  if (!line.compilers.empty())
    options.compilers = line.compilers;
  options.folder = scratch.path.str().str();
  RunResult result = runBothVersions(request, options);
  bool wrong = false, notRun = false;
  for (const auto &[name, runs] : result.nests) {
    wrong |= !runs.wrong.empty();
    notRun |= !runs.notRun.empty();
  }
  Comparison comparison{{units[0].name, units[1].name},
                        std::move(request.drivers),
                        std::move(result),
                        {onlyIn(before, after), onlyIn(after, before)}};
  if (!writeOutput(line.output,
                   line.format == Format::Json ? jsonOf(comparison) : textOf(comparison)))
    return kUsage;
  bool asks = line.base.failOn.least && *line.base.failOn.least < report::Level::Lint;
  return wrong || (notRun && asks) ? kFindings : kFine;
}

} // namespace acc
