// Files with numbers of a machine, as --machine reads and tune writes them (docs/tune.md).
#pragma once

#include "scheduling/MachineNumbers.h"
#include "tools/acc-delin/ConfigurationError.h"

#include <variant>

namespace acc {

/// One YAML map from keys of machineNumbers to numbers, or empty. An unknown key, one that is there
/// twice, and a value that is no number or none that the key may have are errors.
std::variant<MachineValues, ConfigurationError> readMachine(const std::string &text);

/// The file that readMachine reads back as the values.
std::string machineText(const MachineValues &values);

} // namespace acc
