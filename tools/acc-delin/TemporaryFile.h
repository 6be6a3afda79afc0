// Unnamed files through which processes exchange results.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace acc {

struct CloseFile {
  void operator()(std::FILE *file) const { std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

/// An unnamed file that programs started from here do not inherit. Throws when there can be none.
TemporaryFile makeTemporary();

/// All of it, wherever it is being written.
std::string contentOf(std::FILE *file);

/// std::runtime_error: what was tried, and the system's word for the error.
[[noreturn]] void systemError(const char *what, int error);

} // namespace acc
