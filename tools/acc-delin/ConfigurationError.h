// An error in a file that the command line names, with its place.
#pragma once

#include <string>

namespace acc {

struct ConfigurationError {
  std::string message;
  unsigned line = 0, column = 0;
  std::string file = {};

  /// "file:line:column: error: message".
  std::string text() const;
};

} // namespace acc
