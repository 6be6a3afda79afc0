// Descriptions of a LoopTree to change one thing of.
#pragma once

#include "scheduling/looptree/Checks.h"
#include "scheduling/looptree/Evaluate.h"

#include <gtest/gtest.h>

namespace acc::looptree::test {

inline const std::string kArch = R"(arch:
  nodes:
  - !Memory {name: Off, size: inf, leak_power: 0, area: 0, actions: [{name: read, energy: 1, throughput: inf}, {name: write, energy: 1, throughput: inf}]}
  - !Toll {name: Bus, direction: up_and_down, leak_power: 0, area: 0, actions: [{name: read, energy: 100, throughput: inf}]}
  - !Memory {name: On, size: 8192, leak_power: 0, area: 0, actions: [{name: read, energy: 1, throughput: inf}, {name: write, energy: 1, throughput: inf}]}
  - !Compute {name: Mac, leak_power: 0, area: 0, spatial: [{name: X, fanout: 4}], actions: [{name: compute, energy: 1, throughput: 1}]}
)";

inline const std::string kMatmul = R"(workload:
  iteration_space_shape: {m: 0 <= m < 8, k: 0 <= k < 6, n: 0 <= n < 4}
  bits_per_value: {All: 1}
  einsums:
  - C[m,n] = A[m,k]*B[k,n]
)";

inline const std::string kMapping = R"(mapping:
  nodes:
  - !Storage {component: Off, tensors: [A, B, C]}
  - !Storage {component: On, tensors: [A, B, C]}
  - !Temporal {rank_variable: m, tile_shape: 1}
  - !Temporal {rank_variable: k, tile_shape: 1}
  - !Temporal {rank_variable: n, tile_shape: 1}
  - !Compute {einsum: C, component: Mac}
)";

/// `text` with the first `from` replaced; fails when there is none.
inline std::string with(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

struct Checked {
  Diagnostics diagnostics;
  Figures figures;
  bool isReadable = false;

  std::string said() const {
    std::string text;
    for (const Diagnostic &one : diagnostics.all())
      text += one.where.file + ":" + std::to_string(one.where.line) + ":" +
              std::to_string(one.where.column) + ": " +
              (one.severity == Diagnostic::Severity::Error ? "error: " : "warning: ") +
              one.message + "\n";
    return text;
  }
  const HolderFigures *row(const std::string &einsum, const std::string &component,
                           const std::string &tensor) const {
    for (const EinsumFigures &one : figures.einsums)
      for (const HolderFigures &holder : one.holders)
        if (one.einsum == einsum && holder.component == component && holder.tensor == tensor)
          return &holder;
    return nullptr;
  }
};

inline Checked check(const std::vector<NamedText> &files) {
  Checked result;
  std::optional<Spec> spec = readSpec(files, result.diagnostics);
  if (!spec)
    return result;
  std::vector<EinsumPath> paths = resolvePaths(*spec, result.diagnostics);
  checkMapping(*spec, paths, result.diagnostics);
  result.figures = evaluate(*spec, paths, result.diagnostics);
  result.isReadable = !paths.empty();
  return result;
}

inline Checked check(const std::string &mapping, const std::string &workload = kMatmul,
                     const std::string &arch = kArch) {
  return check({{"arch", arch}, {"workload", workload}, {"mapping", mapping}});
}

} // namespace acc::looptree::test
