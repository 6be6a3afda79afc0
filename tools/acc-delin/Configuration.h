// Options as values that may be absent: those of the command line, of .acc-delin.yaml in the
// folders of what is named, and of --config=FILE.
#pragma once

#include "acc-delin/Options.h"
#include "tools/acc-delin/ConfigurationError.h"

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace acc {

enum class Format { Text, Json, Sarif, Markdown, Html };
enum class Switch { Off, On };
enum class Color { Auto, Always, Never };

/// Each key is the name of an option ("build" is that of -p).
struct OptionValues {
  std::optional<std::string> build, baseline, fileFilter, headerFilter, schedule, target, machine,
      homepage;
  /// As --fail-on takes it.
  std::optional<std::string> failOn;
  std::optional<unsigned> jobs, timeLimit;
  std::optional<uint64_t> quota;
  std::optional<bool> wholeProgram, noInterposition, quiet, openmp, noHeap, allowEmpty, times;
  std::optional<Format> format;
  std::optional<Color> color;
  std::optional<FloatingPoint> fp;
  std::optional<Switch> runCheck;
  std::optional<Switch> judge;
  /// What the file leaves open is that of the nearest file above its folder.
  bool inheritsParent = false;
};

/// Reads one YAML document that is a map, or empty. An unknown key, one that is there twice, and
/// a value of another kind are errors.
std::variant<OptionValues, ConfigurationError> readConfiguration(const std::string &text);

/// The keys that are set, as a file that readConfiguration reads back.
std::string configurationText(const OptionValues &configuration);

/// Names in the file are relative to its folder.
void resolvePaths(OptionValues &configuration, const std::string &file);

/// `upper`, and what it leaves open from `lower`.
OptionValues overlay(OptionValues upper, const OptionValues &lower);

/// The files ".acc-delin.yaml" of folders, each read once.
class FolderConfigurations {
public:
  /// Of a directory, or of the directory of a file: the nearest file in it or above it. With
  /// InheritParentConfig, the next one above supplies missing values, and so on. Empty if there is
  /// none.
  std::variant<OptionValues, ConfigurationError> of(const std::string &path);

private:
  std::variant<OptionValues, ConfigurationError> ofFolder(const std::string &folder);
  std::map<std::string, std::variant<OptionValues, ConfigurationError>> known;
};

/// One file, with its paths resolved.
std::variant<OptionValues, ConfigurationError> readConfigurationFile(const std::string &file);

} // namespace acc
