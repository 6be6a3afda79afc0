#include "scheduling/looptree/Spec.h"

#include <algorithm>

namespace acc::looptree {

std::optional<Spec> readSpec(const std::vector<NamedText> &files, Diagnostics &diagnostics) {
  static const std::vector<std::string> kKeys = {"mapping",   "workload", "arch",   "renames",
                                                 "variables", "config",   "mapper", "model"};
  std::map<std::string, YamlEntry> parts;
  std::vector<YamlRef> roots; // keeps what the parts refer to
  bool readable = true;
  for (const NamedText &file : files) {
    YamlRef root = readYaml(file.name, file.text, diagnostics);
    if (!root) {
      readable = false;
      continue;
    }
    if (root->kind != YamlNode::Kind::Map) {
      diagnostics.error({file.name, 1, 1}, "a map with mapping, workload or arch was expected");
      readable = false;
      continue;
    }
    for (const YamlEntry &entry : root->entries) {
      if (std::find(kKeys.begin(), kKeys.end(), entry.key) == kKeys.end())
        diagnostics.warning(entry.place, "'" + entry.key + "' is no part of a description");
      else if (!parts.emplace(entry.key, entry).second)
        diagnostics.warning(entry.place, "'" + entry.key + "' was given before; that one counts");
    }
    roots.push_back(root);
  }
  for (const char *key : {"mapping", "workload", "arch"})
    if (readable && !parts.count(key)) {
      diagnostics.error({files.empty() ? "" : files.back().name, 0, 0},
                        std::string("no file has '") + key + ":'");
      readable = false;
    }
  if (!readable)
    return std::nullopt;
  ExprScope variables;
  if (auto given = parts.find("variables"); given != parts.end())
    for (const YamlEntry &entry : given->second.value->entries)
      if (auto value = valueOf(*entry.value, variables, diagnostics))
        variables[entry.key] = *value;
  auto renames = parts.find("renames");
  Spec spec;
  spec.workload = readWorkload(*parts.at("workload").value,
                               renames == parts.end() ? nullptr : renames->second.value.get(),
                               variables, diagnostics);
  spec.architecture = readArchitecture(*parts.at("arch").value, variables, diagnostics);
  spec.mapping = readMapping(*parts.at("mapping").value, diagnostics);
  return spec;
}

} // namespace acc::looptree
