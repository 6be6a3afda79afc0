// Whole files in and out, as bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace acc {

/// None when it cannot be read, or has no end in sight (a device, 512 MiB).
std::optional<std::string> readTextFile(const std::string &path);

/// To a file, whose folder is made when it is not there, or to standard output when `path` is "" or
/// "-". False, with a message on standard error, when it cannot be written.
bool writeOutput(const std::string &path, std::string_view text);

} // namespace acc
