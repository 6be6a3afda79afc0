// Mapping, workload and architecture as read from one file or several.
#pragma once

#include "scheduling/looptree/Architecture.h"
#include "scheduling/looptree/Mapping.h"
#include "scheduling/looptree/Workload.h"

namespace acc::looptree {

struct NamedText {
  std::string name;
  std::string text;
};

struct Spec {
  MappingNode mapping;
  Workload workload;
  Architecture architecture;
};

/// Reads the files as one: of a top-level key that several have, the first counts.
/// Errors are diagnostics. None when a part is missing or a file is not YAML.
std::optional<Spec> readSpec(const std::vector<NamedText> &files, Diagnostics &diagnostics);

} // namespace acc::looptree
