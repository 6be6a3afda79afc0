#include "tools/report/Summary.h"

#include <algorithm>
#include <cmath>

namespace acc::report {

Counts count(const Report &report) {
  Counts counts;
  auto internal = [](const std::vector<Finding> &findings) {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding &finding) { return finding.id == "internal"; });
  };
  for (const File &file : report.files) {
    counts.failedFiles += file.status != "ok";
    counts.internalErrors += internal(file.errors);
    for (const Nest &nest : file.nests) {
      ++counts.nests;
      counts.recovered += nest.status == "recovered";
      counts.affine += nest.status == "affine";
      counts.rejected += nest.status == "rejected";
      counts.scheduled += gainOf(nest) != nullptr;
      counts.written += nest.written.value_or(false);
      counts.lint += nest.lint.size();
      counts.internalErrors += internal(nest.rejections);
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
  if (counts.scheduled)
    line += "; " + std::to_string(counts.scheduled) + " with a faster schedule";
  if (counts.failedFiles)
    line += "; " + plural(counts.failedFiles, "file") + " failed";
  if (counts.internalErrors)
    line += "; " + plural(counts.internalErrors, "internal error");
  return line;
}

std::vector<NestPlace> rankedByGain(const Report &report) {
  std::vector<NestPlace> places;
  for (const File &file : report.files)
    for (const Nest &nest : file.nests)
      places.push_back({&file, &nest});
  std::stable_sort(places.begin(), places.end(), [](const NestPlace &a, const NestPlace &b) {
    auto saved = [](const NestPlace &place) {
      const Gain *gain = gainOf(*place.nest);
      return gain ? gain->saved : -1;
    };
    return saved(a) > saved(b);
  });
  return places;
}

const Gain *gainOf(const Nest &nest) {
  return nest.expected && nest.rejections.empty() ? &*nest.expected : nullptr;
}

std::string gainSentence(const Gain &gain) {
  return "estimated time of the rewritten nest: " + std::to_string(std::lround(100 * gain.share)) +
         "% of the original";
}

std::string shapeOf(const Array &array) {
  std::string text = array.base + "[*]";
  if (array.view == "jagged")
    return text + "[" + array.rowLength + "]";
  for (const Expression &size : array.sizes)
    text += "[" + size + "]";
  return text;
}

bool isFlat(const Nest &nest, const Array &array) {
  return !array.recovered && nest.validity != "1";
}

std::string shapeIn(const Nest &nest, const Array &array) {
  return isFlat(nest, array) ? array.base + "[*]" : shapeOf(array);
}

std::vector<const Array *> recoveredArrays(const Nest &nest) {
  std::vector<const Array *> arrays;
  for (const Array &array : nest.arrays)
    if (array.recovered)
      arrays.push_back(&array);
  return arrays;
}

std::string claimCondition(const Nest &nest, Quote quote) {
  std::vector<Expression> needed;
  auto need = [&](const Expression &when) {
    if (when != "1" && std::find(needed.begin(), needed.end(), when) == needed.end())
      needed.push_back(when);
  };
  bool isAnyParallel = false;
  for (const Loop &loop : nest.loops)
    if (loop.parallel) {
      isAnyParallel = true;
      need(loop.parallelWhen);
    }
  if (!isAnyParallel)
    return "";
  std::vector<std::string> parts;
  if (!needed.empty() && nest.status == "recovered")
    parts.push_back("valid");
  else
    for (const Expression &when : needed)
      parts.push_back(quote(when));
  // Which ones are apart: the pairs by their first.
  std::vector<std::pair<std::string, std::vector<std::string>>> apart;
  for (const auto &[first, second] : nest.disjoint) {
    if (apart.empty() || apart.back().first != first)
      apart.push_back({first, {}});
    apart.back().second.push_back(quote(second));
  }
  for (const auto &[first, others] : apart)
    parts.push_back(quote(first) + " is disjoint from " +
                    (others.size() == 1 ? others.front() : joinWords(others)));
  return joinWords(parts);
}

std::string parallelLoops(const Nest &nest, Quote quote) {
  std::vector<std::string> names;
  for (const Loop &loop : nest.loops)
    if (loop.parallel)
      names.push_back(quote(loop.name));
  std::string condition = claimCondition(nest, quote);
  return joinWords(names) + (condition.empty() ? "" : " when " + condition);
}

std::string joinWords(const std::vector<std::string> &words) {
  std::string text;
  for (size_t k = 0; k < words.size(); ++k)
    text += (k == 0 ? "" : k + 1 == words.size() ? " and " : ", ") + words[k];
  return text;
}

} // namespace acc::report
