// Programs started without a shell, with a time limit.
#pragma once

#include <string>
#include <vector>

namespace acc {

struct ProgramResult {
  /// -1: not started, or ended by a signal or the time limit.
  int status = -1;
  std::string output, errors;
  /// The time limit ended it, which may be the machine's fault.
  bool timedOut = false;

  bool succeeded() const { return status == 0; }
};

/// `arguments` without the program's name. Output goes through files of `folder`.
ProgramResult runProgram(const std::string &program, const std::vector<std::string> &arguments,
                         const std::string &folder, unsigned seconds);

/// Writes a file of our own folder; a message when that fails, else "".
std::string writeScratch(const std::string &path, const std::string &text);

} // namespace acc
