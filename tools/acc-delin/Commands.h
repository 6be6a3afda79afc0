// The subcommands. Each returns the exit status.
#pragma once

#include "tools/acc-delin/CommandLine.h"

namespace acc {

/// `program`: this program's own file, for the workers.
int analyze(const CommandLine &line, const std::string &program);
int rewrite(const CommandLine &line, const std::string &program);
int merge(const CommandLine &line);
int explain(const CommandLine &line);
int loopTree(const CommandLine &line, const std::string &program);

} // namespace acc
