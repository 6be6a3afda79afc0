// The subcommands. Each returns the exit status.
#pragma once

#include "tools/acc-delin/CommandLine.h"

namespace acc {

int analyze(const CommandLine &line);
int rewrite(const CommandLine &line);
int verify(const CommandLine &line);
int tune(const CommandLine &line);
int merge(const CommandLine &line);
int explain(const CommandLine &line);
int loopTree(const CommandLine &line);
/// Reads lines until the end of standard input, and answers each with one.
int serve();

} // namespace acc
