// Work in a child process whose end, however it comes, is a value.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace acc {

struct ChildResult {
  /// What it wrote.
  std::string output;
  /// How it ended before its work was done: "it was killed by signal 11"; "" when it did not.
  std::string death;
  /// Processor time.
  double milliseconds = 0;
  /// The time limit ended it.
  bool timedOut = false;
};

/// Runs `work` in a copy of this process, with limits of time and memory; what it writes to the
/// file is the result. Nothing else of it reaches the caller.
ChildResult runInChild(const std::function<void(std::FILE *)> &work, unsigned milliseconds);

} // namespace acc
