#include "rewriter/run/Verdict.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace acc {

RunVerdict verdictOf(const ChildResult &child, bool reassociates) {
  RunVerdict verdict;
  verdict.milliseconds = child.milliseconds;
  bool isDone = false, inRewritten = false;
  std::string term;
  llvm::SmallVector<llvm::StringRef, 64> rows;
  llvm::StringRef(child.output).split(rows, '\n', -1, false);
  for (llvm::StringRef row : rows) {
    llvm::SmallVector<llvm::StringRef, 4> fields;
    row.split(fields, '\t', 3);
    llvm::StringRef kind = fields[0];
    fields.resize(4);
    if (kind == "why") {
      verdict.why = fields[1].str();
      return verdict;
    }
    if (kind == "begin") {
      inRewritten = fields[2] == "rewritten";
    } else if (kind == "wrong" && verdict.difference.empty()) {
      verdict.difference = fields[2].str();
    } else if (kind == "taken") {
      fields[2].getAsInteger(10, verdict.fast);
    } else if (kind == "never") {
      term = fields[1].str();
    } else if (kind == "done") {
      isDone = true;
      fields[1].getAsInteger(10, verdict.inputs);
    }
  }
  if (!verdict.difference.empty() && reassociates) {
    verdict.why = "the compiler may reassociate its sums, so results may differ";
    verdict.difference = "";
  }
  if (!verdict.difference.empty())
    return verdict;
  if (!isDone && inRewritten && !child.timedOut)
    verdict.difference = "the fast version terminates the program: " + child.death;
  else if (!isDone && child.timedOut)
    verdict.why = "its runs exceed the time limit";
  else if (!isDone)
    verdict.death = "the process that runs both versions crashed: " + child.death;
  else if (verdict.inputs == 0)
    verdict.why = "found no input on which the original runs";
  else if (verdict.fast == 0 && verdict.why.empty())
    verdict.why = "found no input that makes its guard true" + term;
  return verdict;
}

void writeVerdict(std::FILE *out, const RunVerdict &verdict) {
  std::fprintf(out, "verdict\t%u\t%u\t%f\nwhy\t%s\ndeath\t%s\ndifference\t%s\n", verdict.inputs,
               verdict.fast, verdict.milliseconds, verdict.why.c_str(), verdict.death.c_str(),
               verdict.difference.c_str());
  std::fflush(out);
}

size_t readVerdicts(const ChildResult &child, std::vector<RunVerdict> &verdicts) {
  size_t nest = 0, next = 0;
  llvm::SmallVector<llvm::StringRef, 64> rows;
  llvm::StringRef(child.output).split(rows, '\n', -1, false);
  for (llvm::StringRef row : rows) {
    auto [kind, text] = row.split('\t');
    if (kind == "nest") {
      text.getAsInteger(10, nest);
      next = nest;
      continue;
    }
    RunVerdict &verdict = verdicts[nest];
    if (kind == "verdict") {
      llvm::SmallVector<llvm::StringRef, 3> fields;
      text.split(fields, '\t');
      fields[0].getAsInteger(10, verdict.inputs);
      fields[1].getAsInteger(10, verdict.fast);
      fields[2].getAsDouble(verdict.milliseconds);
    } else if (kind == "why") {
      verdict.why = text.str();
    } else if (kind == "death") {
      verdict.death = text.str();
    } else if (kind == "difference") { // the last line
      verdict.difference = text.str();
      next = nest + 1;
    }
  }
  return next;
}

} // namespace acc
