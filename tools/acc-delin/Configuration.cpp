#include "tools/acc-delin/Configuration.h"

#include "tools/acc-delin/Choices.h"
#include "tools/acc-delin/FailOn.h"
#include "tools/acc-delin/TextFile.h"
#include "tools/acc-delin/YamlText.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace acc {
namespace {

namespace yaml = llvm::yaml;
namespace path = llvm::sys::path;

constexpr const char *kFileName = ".acc-delin.yaml";
/// The absolute path without "." and "..".
std::string absoluteName(const std::string &name) {
  llvm::SmallString<256> absolute(name);
  if (llvm::sys::fs::make_absolute(absolute)) // there is no working directory
    return name;
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

} // namespace

/// A text of --fail-on that is good.
struct FailOnWords {
  std::string text;
};

/// A program to run that a file names.
struct ProgramOfFile {};
} // namespace acc

namespace llvm::yaml {

#define ACC_CHOICE_TRAITS(Type, Choices)                                                           \
  template <> struct ScalarTraits<acc::Type> {                                                     \
    static void output(const acc::Type &value, void *, llvm::raw_ostream &out) {                   \
      for (const auto &choice : acc::Choices)                                                      \
        if (choice.value == value)                                                                 \
          out << choice.word;                                                                      \
    }                                                                                              \
    static StringRef input(StringRef word, void *, acc::Type &value) {                             \
      static const std::string expected = "expected " + acc::wordsOf(acc::Choices);                \
      auto found = acc::choiceOf(word, acc::Choices);                                              \
      value = found.value_or(value);                                                               \
      return found ? StringRef() : StringRef(expected);                                            \
    }                                                                                              \
    static QuotingType mustQuote(StringRef) { return QuotingType::None; }                          \
  };
ACC_CHOICE_TRAITS(Format, kFormats)
ACC_CHOICE_TRAITS(Color, kColors)
ACC_CHOICE_TRAITS(FloatingPoint, kFloatingPoints)
ACC_CHOICE_TRAITS(Switch, kSwitches)
#undef ACC_CHOICE_TRAITS

/// The words of --fail-on: one text, or a list of words.
template <> struct ScalarTraits<acc::FailOnWords> {
  static void output(const acc::FailOnWords &value, void *, llvm::raw_ostream &out) {
    out << value.text;
  }
  static StringRef input(StringRef text, void *, acc::FailOnWords &value) {
    static std::string message;
    value.text = text.str();
    auto read = acc::readFailOn(value.text);
    if (!std::holds_alternative<std::string>(read))
      return {};
    message = std::get<std::string>(read);
    return message;
  }
  static QuotingType mustQuote(StringRef text) { return needsQuotes(text); }
};

/// No value is right, a list neither.
template <> struct MappingTraits<acc::ProgramOfFile> {
  static void mapping(IO &io, acc::ProgramOfFile &) {
    io.setError(
        "for safety, a program to run can only be named on the command line: --compiler=NAME");
  }
};

template <> struct MappingTraits<acc::OptionValues> {
  static void mapping(IO &io, acc::OptionValues &configuration) {
    io.mapOptional("build", configuration.build);
    io.mapOptional("baseline", configuration.baseline);
    io.mapOptional("file-filter", configuration.fileFilter);
    io.mapOptional("header-filter", configuration.headerFilter);
    io.mapOptional("schedule", configuration.schedule);
    io.mapOptional("target", configuration.target);
    io.mapOptional("machine", configuration.machine);
    io.mapOptional("homepage", configuration.homepage);
    io.mapOptional("jobs", configuration.jobs);
    io.mapOptional("time-limit", configuration.timeLimit);
    io.mapOptional("quota", configuration.quota);
    io.mapOptional("whole-program", configuration.wholeProgram);
    io.mapOptional("no-interposition", configuration.noInterposition);
    io.mapOptional("quiet", configuration.quiet);
    io.mapOptional("openmp", configuration.openmp);
    io.mapOptional("no-heap", configuration.noHeap);
    io.mapOptional("run-check", configuration.runCheck);
    io.mapOptional("judge", configuration.judge);
    io.mapOptional("format", configuration.format);
    std::optional<acc::FailOnWords> failOn;
    if (configuration.failOn)
      failOn = acc::FailOnWords{*configuration.failOn};
    io.mapOptional("fail-on", failOn);
    if (failOn)
      configuration.failOn = failOn->text;
    io.mapOptional("fp", configuration.fp);
    io.mapOptional("color", configuration.color);
    io.mapOptional("allow-empty", configuration.allowEmpty);
    io.mapOptional("times", configuration.times);
    std::optional<acc::ProgramOfFile> program;
    io.mapOptional("compiler", program);
    io.mapOptional("InheritParentConfig", configuration.inheritsParent, false);
  }
};

} // namespace llvm::yaml

namespace acc {

std::variant<OptionValues, ConfigurationError> readConfiguration(const std::string &text) {
  return readYaml<OptionValues>(text);
}

void resolvePaths(OptionValues &configuration, const std::string &file) {
  auto resolve = [&](std::optional<std::string> &name) {
    if (!name || name->empty() || path::is_absolute(*name))
      return;
    llvm::SmallString<256> whole(path::parent_path(file));
    path::append(whole, *name);
    name = whole.str().str();
  };
  resolve(configuration.build);
  resolve(configuration.baseline);
  resolve(configuration.machine);
  if (configuration.schedule != "auto" && configuration.schedule != "none")
    resolve(configuration.schedule);
}

std::string configurationText(const OptionValues &configuration) {
  OptionValues copy = configuration; // YAMLTraits reads and writes by one function
  std::string text;
  llvm::raw_string_ostream stream(text);
  yaml::Output out(stream);
  out << copy;
  return text;
}

OptionValues overlay(OptionValues upper, const OptionValues &lower) {
  auto fill = [](auto &value, const auto &other) {
    if (!value)
      value = other;
  };
  fill(upper.build, lower.build);
  fill(upper.baseline, lower.baseline);
  fill(upper.fileFilter, lower.fileFilter);
  fill(upper.headerFilter, lower.headerFilter);
  fill(upper.schedule, lower.schedule);
  fill(upper.target, lower.target);
  fill(upper.machine, lower.machine);
  fill(upper.homepage, lower.homepage);
  fill(upper.failOn, lower.failOn);
  fill(upper.jobs, lower.jobs);
  fill(upper.timeLimit, lower.timeLimit);
  fill(upper.quota, lower.quota);
  fill(upper.wholeProgram, lower.wholeProgram);
  fill(upper.noInterposition, lower.noInterposition);
  fill(upper.quiet, lower.quiet);
  fill(upper.openmp, lower.openmp);
  fill(upper.noHeap, lower.noHeap);
  fill(upper.allowEmpty, lower.allowEmpty);
  fill(upper.times, lower.times);
  fill(upper.format, lower.format);
  fill(upper.color, lower.color);
  fill(upper.fp, lower.fp);
  fill(upper.runCheck, lower.runCheck);
  fill(upper.judge, lower.judge);
  return upper;
}

std::variant<OptionValues, ConfigurationError> readConfigurationFile(const std::string &file) {
  std::optional<std::string> text = readTextFile(file);
  if (!text)
    return ConfigurationError{"cannot read the configuration", 0, 0, file};
  auto read = readConfiguration(*text);
  if (auto *error = std::get_if<ConfigurationError>(&read))
    error->file = file;
  else
    resolvePaths(std::get<OptionValues>(read), file);
  return read;
}

std::variant<OptionValues, ConfigurationError>
FolderConfigurations::ofFolder(const std::string &folder) {
  if (auto found = known.find(folder); found != known.end())
    return found->second;
  std::variant<OptionValues, ConfigurationError> result;
  llvm::SmallString<256> file(folder);
  path::append(file, kFileName);
  bool isThere = llvm::sys::fs::is_regular_file(file);
  if (isThere)
    result = readConfigurationFile(file.str().str());
  auto *own = std::get_if<OptionValues>(&result);
  std::string parent = path::parent_path(folder).str();
  if (own && (!isThere || own->inheritsParent) && !parent.empty() && parent != folder) {
    auto above = ofFolder(parent);
    if (auto *lower = std::get_if<OptionValues>(&above))
      result = overlay(std::move(*own), *lower);
    else
      result = std::move(above);
  }
  return known.emplace(folder, std::move(result)).first->second;
}

std::variant<OptionValues, ConfigurationError> FolderConfigurations::of(const std::string &named) {
  llvm::SmallString<256> folder(absoluteName(named));
  if (!llvm::sys::fs::is_directory(folder))
    path::remove_filename(folder);
  return ofFolder(folder.str().str());
}

} // namespace acc
