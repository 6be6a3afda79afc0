#include "tools/acc-delin/Profile.h"

#include "tools/acc-delin/TextFile.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace acc {
namespace {

using llvm::StringRef;

struct Row {
  StringRef function;
  double share = 0;
};

/// "45.12%" as 0.4512.
std::optional<double> percentage(StringRef word) {
  double value = 0;
  if (!word.consume_back("%") || word.getAsDouble(value) || value < 0)
    return std::nullopt;
  return value / 100;
}

/// "45.12%" or "0.4512".
std::optional<double> shareIn(StringRef word) {
  double value = 0;
  if (auto share = percentage(word))
    return share;
  if (word.getAsDouble(value) || value < 0 || value > 1)
    return std::nullopt;
  return value;
}

bool isName(StringRef word) {
  return !word.empty() && !llvm::isDigit(word.front()) && llvm::all_of(word, [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
  });
}

/// A row of `perf report`: percentages, then columns, then [.] in front of the symbol.
std::optional<Row> perfRow(llvm::ArrayRef<StringRef> words) {
  const StringRef *mark =
      llvm::find_if(words, [](StringRef word) { return word == "[.]" || word == "[k]"; });
  auto share = percentage(words.front());
  if (!share || mark == words.end() || mark + 1 == words.end() || !isName(mark[1]))
    return std::nullopt;
  return Row{mark[1], percentage(words[1]).value_or(*share)};
}

/// A row of gprof's flat profile: a share of 100, seconds up to here and its own, then what is left
/// out for functions that were not counted, then the name.
std::optional<Row> gprofRow(llvm::ArrayRef<StringRef> words) {
  double numbers[3];
  if (words.size() < 4 || !isName(words.back()))
    return std::nullopt;
  for (size_t k = 0; k < 3; ++k)
    if (words[k].getAsDouble(numbers[k]))
      return std::nullopt;
  return Row{words.back(), numbers[0] / 100};
}

std::optional<Row> listRow(llvm::ArrayRef<StringRef> words) {
  if (words.size() != 2)
    return std::nullopt;
  for (auto [name, number] : {std::pair(words[0], words[1]), std::pair(words[1], words[0])})
    if (auto share = shareIn(number); share && isName(name))
      return Row{name, *share};
  return std::nullopt;
}

} // namespace

double Profile::shareOf(const std::string &function) const {
  auto found = shares.find(function);
  return found == shares.end() ? 0 : found->second;
}

std::set<std::string> Profile::hot() const {
  std::set<std::string> names;
  for (const auto &[function, share] : shares)
    if (share >= kLeastShare)
      names.insert(function);
  return names;
}

Profile parseProfile(const std::string &text) {
  Profile profile;
  llvm::SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  for (StringRef line : lines) {
    llvm::SmallVector<StringRef> words;
    llvm::SplitString(line.split('#').first, words, " \t\r");
    if (words.size() < 2)
      continue;
    for (auto *rowOf : {perfRow, gprofRow, listRow})
      if (auto row = rowOf(words)) {
        profile.shares[row->function.split('.').first.str()] += row->share;
        break;
      }
  }
  profile.shares.erase("");
  return profile;
}

std::variant<Profile, std::string> readProfile(const std::string &path) {
  auto text = readTextFile(path);
  if (!text)
    return "cannot be read";
  Profile profile = parseProfile(*text);
  if (profile.shares.empty())
    return "contains no function with its share of the time (expected perf report --stdio, gprof "
           "-p, or lines "
           "like 'gemm 45%')";
  return profile;
}

void rankByProfile(const Profile &profile, report::Report &report) {
  auto cost = [](const report::Gain &gain) {
    return gain.share < 1 ? gain.saved / (1 - gain.share) : 0;
  };
  std::map<std::string, double> costs;
  for (const report::File &file : report.files)
    for (const report::Nest &nest : file.nests)
      if (nest.expected)
        costs[nest.function] += cost(*nest.expected);
  for (report::File &file : report.files)
    for (report::Nest &nest : file.nests)
      if (nest.expected) {
        double whole = costs[nest.function], part = whole > 0 ? cost(*nest.expected) / whole : 0;
        nest.expected->saved = profile.shareOf(nest.function) * part * (1 - nest.expected->share);
      }
}

} // namespace acc
