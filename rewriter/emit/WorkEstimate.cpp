#include "rewriter/emit/WorkEstimate.h"

#include <algorithm>

namespace acc {
namespace {

WorkEstimate estimateOf(const Scop &scop, const ScopStatement &statement) {
  WorkEstimate work;
  int64_t fixed = 1;
  // The first and the last value of each outer loop variable.
  std::map<std::string, Polynomial> firsts, lasts;
  for (int index : statement.loops) {
    const ScopLoop &loop = scop.loops[index];
    int64_t direction = loop.step > 0 ? 1 : -1;
    Polynomial length = Polynomial(direction) * (loop.end.front() - loop.first.front());
    Polynomial early = length.substitute(firsts), late = length.substitute(lasts);
    Polynomial counted = early == late ? early : early + late;
    work.least *= early == late ? 1 : 2;
    if (auto constant = counted.constant())
      fixed *= std::clamp<int64_t>(*constant, 1, kLeastWork);
    else
      work.lengths.push_back(counted);
    work.least *= std::abs(loop.step);
    Polynomial first = loop.first.front().substitute(firsts);
    Polynomial last = loop.end.front().substitute(lasts) - Polynomial(direction);
    firsts[loop.name] = first;
    lasts[loop.name] = last;
  }
  work.least = (work.least + fixed - 1) / fixed;
  return work;
}

} // namespace

Polynomial WorkEstimate::product() const {
  Polynomial all(1);
  for (const Polynomial &length : lengths)
    all *= length;
  return all;
}

WorkEstimate workEstimate(const Scop &scop) {
  WorkEstimate work;
  size_t deepest = 0;
  for (const ScopStatement &statement : scop.statements)
    if (statement.loops.size() > deepest) {
      deepest = statement.loops.size();
      work = estimateOf(scop, statement);
    }
  return work;
}

} // namespace acc
