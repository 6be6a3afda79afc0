#include "rewriter/validate/LoopHints.h"

#include "rewriter/validate/LanePlaces.h"

#include <algorithm>

namespace acc {
namespace {

struct HintedLoop {
  SourceRange where;
  std::string pragma;
};

void collectHints(const SourceNest &nest, const Stmt &stmt, std::vector<HintedLoop> &hints) {
  bool isLoop = stmt.kind == Stmt::Kind::For || stmt.kind == Stmt::Kind::While ||
                stmt.kind == Stmt::Kind::DoWhile;
  if (isLoop && !stmt.loop.pragma.empty())
    hints.push_back({stmt.range, stmt.loop.pragma});
  if (isLoop && isLaneLoop(nest, stmt.range))
    hints.push_back({stmt.range, "lanes of a vector"});
  for (const StmtRef &child : stmt.children)
    collectHints(nest, *child, hints);
}

/// Every line only asks for unrolling, or for none.
bool onlyUnrolls(const std::string &pragma) {
  for (size_t at = 0; at < pragma.size();) {
    size_t end = std::min(pragma.find('\n', at), pragma.size());
    std::string line = pragma.substr(at, end - at);
    if (line.find("unroll") == std::string::npos && !line.starts_with("ACC_UNROLL") && line != "ACC_ROLLED")
      return false;
    at = end + 1;
  }
  return true;
}

std::vector<std::string> numbered(const char *prefix, size_t count) {
  std::vector<std::string> names;
  for (size_t k = 0; k < count; ++k)
    names.push_back(prefix + std::to_string(k));
  return names;
}

/// Two accesses meet in one cell in different iterations of the loop at `depth`,
/// in the same iteration of the loops around it.
bool meetAcross(const isl::map &first, const isl::map &second, unsigned depth) {
  isl::map pairs = first.apply_range(second.reverse());
  std::vector<std::string> dims = numbered("a", inputDimensionsOf(pairs));
  std::vector<std::string> later = numbered("b", outputDimensionsOf(pairs));
  dims.insert(dims.end(), later.begin(), later.end());
  std::vector<LinearConstraint> constraints;
  for (unsigned k = 0; k <= depth; ++k) {
    LinearConstraint constraint;
    constraint.form.coefficients = {{"a" + std::to_string(k), -1}, {"b" + std::to_string(k), 1}};
    constraint.form.constant = k == depth ? -1 : 0;
    constraint.equality = k < depth;
    constraints.push_back(constraint);
  }
  return !flattenToSet(pairs)
              .intersect(makeSet(pairs.ctx(), "", dims, constraints))
              .is_empty();
}

bool carriesDependence(const Scop &emitted, const CellProgram &program, int loop) {
  for (size_t s = 0; s < emitted.statements.size(); ++s)
    for (size_t t = 0; t < emitted.statements.size(); ++t) {
      const auto &mine = emitted.statements[s].loops, &theirs = emitted.statements[t].loops;
      auto at = std::find(mine.begin(), mine.end(), loop);
      if (at == mine.end() || std::find(theirs.begin(), theirs.end(), loop) == theirs.end())
        continue;
      unsigned depth = at - mine.begin();
      for (const CellAccess &a : program.statements[s].accesses)
        for (const CellAccess &b : program.statements[t].accesses) {
          if ((!a.isWrite && !b.isWrite) ||
              tupleOf(a.relation.range()) != tupleOf(b.relation.range()))
            continue;
          if (meetAcross(a.relation, b.relation, depth))
            return true;
        }
    }
  return false;
}

} // namespace

std::optional<Rejection> checkLoopHints(const Scop &emitted, const CellProgram &program) {
  std::vector<HintedLoop> hints;
  if (emitted.nest.root)
    collectHints(emitted.nest, *emitted.nest.root, hints);
  for (const HintedLoop &hint : hints) {
    if (onlyUnrolls(hint.pragma))
      continue;
    Rejection reason{RejectionKind::NotProved, hint.where,
                     "a pragma of the rewritten code is not known to be right: " + hint.pragma};
    auto loop = std::find_if(emitted.loops.begin(), emitted.loops.end(),
                             [&](const ScopLoop &l) { return l.where == hint.where; });
    bool isConcurrent = hint.pragma.find("parallel") != std::string::npos ||
                        hint.pragma.find("task") != std::string::npos;
    if (loop == emitted.loops.end() || isConcurrent ||
        carriesDependence(emitted, program, static_cast<int>(loop - emitted.loops.begin())))
      return reason;
  }
  return std::nullopt;
}

} // namespace acc
