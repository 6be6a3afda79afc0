// Reads files of options and numbers through LLVM's YAML I/O, and reports errors as sentences with
// a place.
#pragma once

#include "tools/acc-delin/ConfigurationError.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

#include <optional>
#include <variant>

namespace acc {

/// The first error of a YAML reader.
class YamlFaults {
public:
  static void note(const llvm::SMDiagnostic &diagnostic, void *self);

  std::optional<ConfigurationError> first;
};

/// What no reader should see: no YAML, more than one document, lists in lists without end.
std::optional<ConfigurationError> yamlFault(const std::string &text);

/// The value of one document, by its traits; as it is without one. An unknown key, one that is
/// there twice, and a value of another kind are errors.
template <typename T> std::variant<T, ConfigurationError> readYaml(const std::string &text) {
  if (auto fault = yamlFault(text))
    return *fault;
  T value;
  YamlFaults faults;
  llvm::yaml::Input input(text, nullptr, YamlFaults::note, &faults);
  input >> value;
  if (faults.first)
    return *faults.first;
  if (input.error())
    return ConfigurationError{"the file is not YAML", 1, 1};
  return value;
}

} // namespace acc
