#include "rewriter/validate/LoopHints.h"

#include "rewriter/validate/HelperHeads.h"
#include "rewriter/validate/NotProved.h"
#include "rewriter/validate/SharedLoops.h"

#include <algorithm>

namespace acc {
namespace {

struct HintedLoop {
  StmtRef loop;
  std::string pragma;
};

void collectHints(const SourceNest &nest, const StmtRef &stmt, std::vector<HintedLoop> &hints) {
  bool isLoop = stmt->kind == Stmt::Kind::For || stmt->kind == Stmt::Kind::While ||
                stmt->kind == Stmt::Kind::DoWhile;
  if (isLoop && !stmt->loop.pragma.empty())
    hints.push_back({stmt, stmt->loop.pragma});
  if (isLoop && isLaneLoop(nest, stmt->range))
    hints.push_back({stmt, "lanes of a vector"});
  for (const StmtRef &child : stmt->children)
    collectHints(nest, child, hints);
}

std::vector<std::string> linesOf(const std::string &pragma) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < pragma.size();) {
    size_t end = std::min(pragma.find('\n', at), pragma.size());
    lines.push_back(pragma.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Every line only asks for unrolling, or for none.
bool onlyUnrolls(const std::vector<std::string> &lines) {
  return std::all_of(lines.begin(), lines.end(), [](const std::string &line) {
    return line.find("unroll") != std::string::npos || line.starts_with("ACC_UNROLL") ||
           line == "ACC_ROLLED";
  });
}

/// What threads share out has the form for it; the other hints promise no threads.
std::optional<Rejection> checkThreads(const Scop &emitted, const HintedLoop &hint,
                                      const std::vector<std::string> &lines) {
  for (const std::string &line : lines) {
    if (auto work = sharedWork(line)) {
      if (auto wrong = checkSharedLoop(emitted.nest, hint.loop, *work))
        return wrong;
    } else if (line.find("parallel") != std::string::npos ||
               line.find("task") != std::string::npos) {
      return notProved("cannot prove a pragma of the rewritten code correct: " + line,
                       hint.loop->range);
    }
  }
  return std::nullopt;
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
  return !flattenToSet(pairs).intersect(makeSet(pairs.ctx(), "", dims, constraints)).is_empty();
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
    collectHints(emitted.nest, emitted.nest.root, hints);
  for (const HintedLoop &hint : hints) {
    std::vector<std::string> lines = linesOf(hint.pragma);
    if (onlyUnrolls(lines))
      continue;
    if (auto wrong = checkThreads(emitted, hint, lines))
      return wrong;
    auto loop = std::find_if(emitted.loops.begin(), emitted.loops.end(),
                             [&](const ScopLoop &l) { return l.where == hint.loop->range; });
    if (loop == emitted.loops.end() ||
        carriesDependence(emitted, program, static_cast<int>(loop - emitted.loops.begin())))
      return notProved("cannot prove a pragma of the rewritten code correct: " + hint.pragma,
                       hint.loop->range);
  }
  return std::nullopt;
}

} // namespace acc
