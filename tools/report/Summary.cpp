#include "tools/report/Summary.h"

namespace acc::report {

Counts count(const Report &report) {
  Counts counts;
  for (const File &file : report.files) {
    counts.failedFiles += file.status != "ok";
    for (const Nest &nest : file.nests) {
      ++counts.nests;
      counts.recovered += nest.status == "recovered";
      counts.affine += nest.status == "affine";
      counts.rejected += nest.status == "rejected";
      counts.lint += nest.lint.size();
    }
  }
  return counts;
}

std::string plural(unsigned count, const std::string &noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string summaryLine(const Counts &counts) {
  std::string line = plural(counts.nests, "nest") + ": " + std::to_string(counts.recovered) +
                     " recovered, " + std::to_string(counts.affine) + " affine, " +
                     std::to_string(counts.rejected) + " refused";
  if (counts.failedFiles)
    line += "; " + plural(counts.failedFiles, "file") + " failed";
  return line;
}

std::string shapeOf(const Array &array) {
  std::string text = array.base + "[*]";
  if (array.view == "jagged")
    return text + "[" + array.rowLength + "]";
  for (const Expression &size : array.sizes)
    text += "[" + size + "]";
  return text;
}

std::vector<const Array *> recoveredArrays(const Nest &nest) {
  std::vector<const Array *> arrays;
  for (const Array &array : nest.arrays)
    if (array.recovered)
      arrays.push_back(&array);
  return arrays;
}

std::vector<std::string> parallelLoops(const Nest &nest,
                                       std::string (*quote)(const std::string &)) {
  std::vector<std::string> names;
  for (const Loop &loop : nest.loops)
    if (loop.parallel)
      names.push_back(quote(loop.name));
  return names;
}

std::string joinWords(const std::vector<std::string> &words) {
  std::string text;
  for (size_t k = 0; k < words.size(); ++k)
    text += (k == 0 ? "" : k + 1 == words.size() ? " and " : ", ") + words[k];
  return text;
}

} // namespace acc::report
