// Options from a file: .acc-delin.yaml, found upwards from what is named, or --config=FILE.
#pragma once

#include "tools/acc-delin/CommandLine.h"

namespace acc {

/// What the file sets. Each key is the name of an option ("build" is that of -p).
struct Configuration {
  std::optional<std::string> build, baseline, fileFilter, schedule;
  std::optional<unsigned> jobs, timeLimit;
  std::optional<uint64_t> quota;
  std::optional<bool> wholeProgram, quiet, openmp, noHeap;
  std::optional<Format> format;
  std::optional<FailOn> failOn;
  std::optional<FloatingPoint> fp;
  std::vector<std::string> compilers;
};

struct ConfigurationError {
  std::string message;
  unsigned line = 0, column = 0;
};

/// Reads one YAML document that is a map, or empty. An unknown key, one that is there twice, and
/// a value of another kind are errors.
std::variant<Configuration, ConfigurationError> readConfiguration(const std::string &text);

/// Names in the file are relative to its folder.
void resolvePaths(Configuration &configuration, const std::string &file);

/// The file ".acc-delin.yaml" in the folder of each path or the nearest above it; "" when there is
/// none. A run has one configuration: a message when the paths have different ones.
std::variant<std::string, std::string> findConfiguration(const std::vector<std::string> &paths);

} // namespace acc
