#include "tools/acc-delin/Configuration.h"

#include "tools/acc-delin/Choices.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"

namespace acc {
namespace {

namespace yaml = llvm::yaml;
namespace path = llvm::sys::path;

constexpr const char *kFileName = ".acc-delin.yaml";
/// Levels of lists and maps that are read; a configuration has two.
constexpr unsigned kDeepest = 8;

/// The first error of a YAML reader.
class Faults {
public:
  static void note(const llvm::SMDiagnostic &diagnostic, void *self) {
    auto &first = static_cast<Faults *>(self)->first;
    if (!first)
      first = {diagnostic.getMessage().str(),
               static_cast<unsigned>(std::max(diagnostic.getLineNo(), 0)),
               static_cast<unsigned>(diagnostic.getColumnNo() + 1)};
  }

  std::optional<ConfigurationError> first;
};

/// YAMLTraits goes down as deep as the text does: what is deeper than `levels` is not for it.
bool isFlat(yaml::Node *node, unsigned levels) {
  if (levels == 0)
    return false;
  if (auto *list = llvm::dyn_cast_or_null<yaml::SequenceNode>(node))
    for (yaml::Node &item : *list)
      if (!isFlat(&item, levels - 1))
        return false;
  if (auto *map = llvm::dyn_cast_or_null<yaml::MappingNode>(node))
    for (yaml::KeyValueNode &entry : *map)
      if (!isFlat(entry.getKey(), levels - 1) || !isFlat(entry.getValue(), levels - 1))
        return false;
  return true;
}

std::optional<ConfigurationError> faultOf(const std::string &text) {
  Faults faults;
  llvm::SourceMgr sources;
  sources.setDiagHandler(Faults::note, &faults);
  yaml::Stream stream(text, sources, /*ShowColors=*/false);
  auto document = stream.begin();
  bool flat = document == stream.end() || isFlat(document->getRoot(), kDeepest);
  if (!faults.first && !flat)
    faults.first = {"the file nests too deeply", 1, 1};
  if (!faults.first && document != stream.end() && ++document != stream.end())
    faults.first = {"the file holds more than one document", 1, 1};
  if (!faults.first && stream.failed())
    faults.first = {"the file is not YAML", 1, 1};
  return faults.first;
}

/// The absolute path without "." and "..".
std::string absoluteName(const std::string &name) {
  llvm::SmallString<256> absolute(name);
  if (llvm::sys::fs::make_absolute(absolute)) // there is no working directory
    return name;
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

std::string configurationOf(const std::string &named) {
  llvm::SmallString<256> folder(absoluteName(named));
  if (!llvm::sys::fs::is_directory(folder))
    path::remove_filename(folder);
  while (true) {
    llvm::SmallString<256> file(folder);
    path::append(file, kFileName);
    if (llvm::sys::fs::is_regular_file(file))
      return file.str().str();
    llvm::StringRef parent = path::parent_path(folder);
    if (parent.empty() || parent == folder.str())
      return "";
    folder.resize(parent.size());
  }
}

} // namespace
} // namespace acc

namespace llvm::yaml {

#define ACC_CHOICE_TRAITS(Type, Choices)                                                           \
  template <> struct ScalarEnumerationTraits<acc::Type> {                                          \
    static void enumeration(IO &io, acc::Type &value) {                                            \
      for (const auto &choice : acc::Choices)                                                      \
        io.enumCase(value, choice.word, choice.value);                                             \
    }                                                                                              \
  };
ACC_CHOICE_TRAITS(Format, kFormats)
ACC_CHOICE_TRAITS(FailOn, kFailOns)
ACC_CHOICE_TRAITS(FloatingPoint, kFloatingPoints)
#undef ACC_CHOICE_TRAITS

template <> struct MappingTraits<acc::Configuration> {
  static void mapping(IO &io, acc::Configuration &configuration) {
    io.mapOptional("build", configuration.build);
    io.mapOptional("baseline", configuration.baseline);
    io.mapOptional("file-filter", configuration.fileFilter);
    io.mapOptional("schedule", configuration.schedule);
    io.mapOptional("jobs", configuration.jobs);
    io.mapOptional("time-limit", configuration.timeLimit);
    io.mapOptional("quota", configuration.quota);
    io.mapOptional("whole-program", configuration.wholeProgram);
    io.mapOptional("quiet", configuration.quiet);
    io.mapOptional("openmp", configuration.openmp);
    io.mapOptional("no-heap", configuration.noHeap);
    io.mapOptional("format", configuration.format);
    io.mapOptional("fail-on", configuration.failOn);
    io.mapOptional("fp", configuration.fp);
    io.mapOptional("compiler", configuration.compilers);
  }
};

} // namespace llvm::yaml

namespace acc {

std::variant<Configuration, ConfigurationError> readConfiguration(const std::string &text) {
  if (auto fault = faultOf(text))
    return *fault;
  Configuration configuration;
  Faults faults;
  yaml::Input input(text, nullptr, Faults::note, &faults);
  input >> configuration;
  if (faults.first)
    return *faults.first;
  if (input.error())
    return ConfigurationError{"the file is not YAML", 1, 1};
  return configuration;
}

void resolvePaths(Configuration &configuration, const std::string &file) {
  auto resolve = [&](std::optional<std::string> &name) {
    if (!name || name->empty() || path::is_absolute(*name))
      return;
    llvm::SmallString<256> whole(path::parent_path(file));
    path::append(whole, *name);
    name = whole.str().str();
  };
  resolve(configuration.build);
  resolve(configuration.baseline);
  if (configuration.schedule != "auto" && configuration.schedule != "none")
    resolve(configuration.schedule);
}

std::variant<std::string, std::string> findConfiguration(const std::vector<std::string> &paths) {
  std::string found;
  for (size_t k = 0; k < paths.size(); ++k) {
    std::string one = configurationOf(paths[k]);
    if (k > 0 && one != found)
      return std::variant<std::string, std::string>(
          std::in_place_index<1>,
          paths.front() + " and " + paths[k] + " have different configurations (" +
              (found.empty() ? "none" : found) + ", " + (one.empty() ? "none" : one) +
              "); name one with --config=FILE, or --config=none");
    found = one;
  }
  return std::variant<std::string, std::string>(std::in_place_index<0>, found);
}

} // namespace acc
