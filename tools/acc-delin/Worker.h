// The worker's side: one translation unit in a process of its own, because GiNaC
// is not thread-safe and a crash of one unit must not take the others along.
#pragma once

namespace acc {

/// The hidden first argument that makes this program a worker.
inline constexpr const char *kWorkerArgument = "--worker";
/// File descriptor to which a worker writes; its standard output goes to
/// standard error.
inline constexpr int kWorkerOutput = 3;

/// Reads a request from standard input, writes nests and result to
/// kWorkerOutput. Returns the exit status.
int runWorker();

} // namespace acc
