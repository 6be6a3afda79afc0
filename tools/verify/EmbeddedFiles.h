// The runner's sources, which verify writes out and compiles; generated.
#pragma once

#include <vector>

namespace acc {

struct EmbeddedFile {
  const char *name, *text;
};

/// The files of rewriter/run/engine.
const std::vector<EmbeddedFile> &runnerFiles();

} // namespace acc
