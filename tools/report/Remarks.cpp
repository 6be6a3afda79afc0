#include "tools/report/Remarks.h"

#include "tools/report/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <functional>
#include <map>

namespace acc::report {
namespace {

Remark remarkAt(const File &file, const Nest &nest, const Finding &finding) {
  Remark remark;
  remark.file = &file;
  remark.nest = &nest;
  remark.rule = finding.id;
  remark.message = finding.message;
  remark.line = finding.line ? finding.line : nest.line;
  remark.column = finding.line ? finding.column : nest.column;
  return remark;
}

void addRemarks(const File &file, const Nest &nest, std::vector<Remark> &remarks) {
  bool isRejected = nest.status == "rejected";
  if (!isRejected) {
    Remark remark = remarkAt(file, nest, {nest.status, headline(nest), 0, 0});
    remark.level = nest.status == "recovered" ? Level::Recovered : Level::Note;
    remarks.push_back(std::move(remark));
  }
  for (const Finding &rejection : nest.rejections) {
    Remark remark = remarkAt(file, nest, rejection);
    remark.message = (isRejected ? "not lifted: " : "not rewritten: ") + rejection.message;
    remark.level = isRejected ? Level::Refused : Level::Note;
    remark.isWarning = isFault(rejection.id);
    remarks.push_back(std::move(remark));
  }
  for (const Finding &lint : nest.lint) {
    Remark remark = remarkAt(file, nest, lint);
    remark.level = Level::Lint;
    remark.isWarning = true;
    remarks.push_back(std::move(remark));
  }
}

/// The file as it is called whichever way it was named: "./a.c" and "a.c" are one.
std::string nameOf(const File &file) {
  llvm::SmallString<128> name(file.path);
  llvm::sys::path::remove_dots(name);
  return name.str().str();
}

using Key = std::vector<std::string>;

} // namespace

bool isFault(const std::string &rule) {
  return rule == "internal" || rule == "not-proved" || rule == "invalid-schedule" ||
         rule == "illegal-schedule" || rule.starts_with("lint-") || rule == "suppression";
}

std::vector<Remark> remarksOf(const Report &report) {
  std::vector<Remark> remarks;
  for (const File &file : report.files)
    for (const Nest &nest : file.nests)
      addRemarks(file, nest, remarks);
  return remarks;
}

void markKnown(std::vector<Remark> &remarks, const std::vector<Remark> &baseline) {
  // From what names a remark best to what it must have in common at least.
  const std::function<Key(const Remark &)> keys[] = {
      [](const Remark &r) { return Key{r.nest->id, r.message}; },
      [](const Remark &r) { return Key{r.nest->function, r.message}; },
      [](const Remark &r) { return Key{r.nest->id}; },
      [](const Remark &r) { return Key{r.nest->function}; },
  };
  std::vector<bool> isUsed(baseline.size());
  for (const auto &key : keys) {
    auto whole = [&](const Remark &remark) {
      Key parts = key(remark);
      parts.insert(parts.end(), {nameOf(*remark.file), remark.rule});
      return parts;
    };
    std::map<Key, std::vector<size_t>> left;
    for (size_t k = baseline.size(); k-- > 0;)
      if (!isUsed[k])
        left[whole(baseline[k])].push_back(k);
    for (Remark &remark : remarks) {
      auto entry = remark.isKnown ? left.end() : left.find(whole(remark));
      if (entry == left.end() || entry->second.empty())
        continue;
      remark.isKnown = true;
      isUsed[entry->second.back()] = true;
      entry->second.pop_back();
    }
  }
}

} // namespace acc::report
