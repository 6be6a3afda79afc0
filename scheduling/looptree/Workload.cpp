#include "scheduling/looptree/Workload.h"

#include <algorithm>

namespace acc::looptree {

const TensorAccess *Einsum::access(const std::string &tensor) const {
  for (const TensorAccess &one : accesses)
    if (one.tensor == tensor)
      return &one;
  return nullptr;
}

std::set<std::string> Einsum::rankVariables() const {
  std::set<std::string> names;
  for (const TensorAccess &access : accesses)
    for (const RankProjection &rank : access.projection)
      names.merge(rank.index.symbols());
  return names;
}

const Einsum *Workload::find(const std::string &name) const {
  for (const Einsum &einsum : einsums)
    if (einsum.name == name)
      return &einsum;
  return nullptr;
}

std::vector<size_t> Workload::usersOf(const std::string &tensor) const {
  std::vector<size_t> users;
  for (size_t k = 0; k < einsums.size(); ++k)
    if (einsums[k].access(tensor))
      users.push_back(k);
  return users;
}

std::vector<std::string> Workload::tensors() const {
  std::vector<std::string> names;
  for (const Einsum &einsum : einsums)
    for (const TensorAccess &access : einsum.accesses)
      if (std::find(names.begin(), names.end(), access.tensor) == names.end())
        names.push_back(access.tensor);
  return names;
}

Relevance relevanceOf(const TensorAccess &access, const std::string &rankVariable) {
  for (const RankProjection &rank : access.projection)
    if (rank.index.contains(rankVariable))
      return rank.index.terms().size() == 1 ? Relevance::Relevant : Relevance::Partial;
  return Relevance::Irrelevant;
}

double tileSize(const TensorAccess &access, const std::map<std::string, int64_t> &shape) {
  std::map<std::string, int64_t> last;
  for (const auto &[variable, size] : shape)
    last[variable] = size - 1;
  double size = 1;
  for (const RankProjection &rank : access.projection)
    size *= static_cast<double>(rank.index.evaluate(last).value_or(0)) + 1;
  return size;
}

namespace {

std::string wholeText(double number) { return std::to_string(static_cast<int64_t>(number)); }

std::string einsumText(const Einsum &einsum) {
  std::string text = "  - name: " + einsum.name + "\n    tensor_accesses:\n";
  for (const TensorAccess &access : einsum.accesses) {
    text += "    - {name: " + access.tensor + ", projection: {";
    for (size_t k = 0; k < access.projection.size(); ++k)
      text += (k ? ", " : "") + access.projection[k].rank + ": " + access.projection[k].index.str();
    text += std::string("}") + (access.output ? ", output: true" : "") + "}\n";
  }
  text += "    iteration_space_shape: [";
  for (auto bound = einsum.bounds.begin(); bound != einsum.bounds.end(); ++bound)
    text += (bound == einsum.bounds.begin() ? "0 <= " : ", 0 <= ") + bound->first + " < " +
            std::to_string(bound->second);
  text += "]\n";
  if (einsum.instances != 1)
    text += "    n_instances: " + wholeText(einsum.instances) + "\n";
  return text;
}

} // namespace

std::string printWorkload(const Workload &workload) {
  std::string text = "workload:\n  bits_per_value: {";
  std::set<std::string> printed;
  for (const Einsum &einsum : workload.einsums)
    for (const TensorAccess &access : einsum.accesses)
      if (printed.insert(access.tensor).second)
        text += (printed.size() > 1 ? ", " : "") + access.tensor + ": " + wholeText(access.bits);
  text += "}\n";
  if (workload.instances != 1)
    text += "  n_instances: " + wholeText(workload.instances) + "\n";
  text += "  einsums:\n";
  for (const Einsum &einsum : workload.einsums)
    text += einsumText(einsum);
  return text;
}

} // namespace acc::looptree
