#include "tools/report/Text.h"

#include "tools/report/Summary.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace acc::report {
namespace {

enum class Style { Plain, Bold, Error, Warning, Remark, Note, Caret };

/// Prints diagnostics in the form of compilers: the sentence, then the line that it is about, once
/// for diagnostics of one place that follow each other.
class Diagnostics {
public:
  Diagnostics(llvm::raw_ostream &out, const TextOptions &options)
      : out(out), isColored(options.color) {
    if (options.texts)
      for (const auto &[path, text] : *options.texts)
        lines[path] = linesOf(text);
  }

  /// Control characters of a message become spaces.
  void tell(const std::string &path, unsigned line, unsigned column, const char *severity,
            std::string message, const std::string &id) {
    std::replace_if(message.begin(), message.end(), [](unsigned char c) { return c < ' '; }, ' ');
    std::string place = path;
    if (line)
      place += ":" + std::to_string(line) + ":" + std::to_string(column);
    out << styled(Style::Bold, place + ": ")
        << styled(styleOf(severity), std::string(severity) + ": ") << styled(Style::Bold, message);
    if (!id.empty())
      out << " [acc-" << id << ']';
    out << '\n';
    if (place != shown && line)
      showLine(path, line, column);
    shown = place;
  }

private:
  static Style styleOf(llvm::StringRef severity) {
    return severity == "error"     ? Style::Error
           : severity == "warning" ? Style::Warning
           : severity == "note"    ? Style::Note
                                   : Style::Remark;
  }

  std::string styled(Style style, const std::string &text) const {
    static const char *const kCodes[] = {"", "1", "1;31", "1;35", "1;34", "1;36", "1;32"};
    if (!isColored)
      return text;
    return std::string("\x1b[") + kCodes[static_cast<int>(style)] + "m" + text + "\x1b[0m";
  }

  void showLine(const std::string &path, unsigned line, unsigned column) const {
    auto file = lines.find(path);
    if (file == lines.end() || line > file->second.size())
      return;
    std::string text(file->second[line - 1]), number = std::to_string(line);
    if (column == 0 || column > text.size())
      return;
    // Under a tab stands a tab, under a code point one character.
    std::string below;
    for (size_t k = 0; k + 1 < column; ++k)
      if (text[k] == '\t')
        below += '\t';
      else if ((static_cast<unsigned char>(text[k]) & 0xc0) != 0x80)
        below += ' ';
    unsigned end =
        std::min<unsigned>(endOfTerm(text, column), static_cast<unsigned>(text.size() + 1));
    unsigned width = codePointColumn(text, end) - codePointColumn(text, column);
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; }, ' ');
    std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
    out << margin << number << " | " << text << '\n'
        << std::string(margin.size() + number.size(), ' ') << " | " << below
        << styled(Style::Caret, "^" + std::string(width > 1 ? width - 1 : 0, '~')) << '\n';
  }

  llvm::raw_ostream &out;
  bool isColored;
  std::map<std::string, std::vector<std::string_view>> lines;
  std::string shown;
};

std::string accessText(const Nest &nest, const Array &array, const Access &access) {
  if (isFlat(nest, array))
    return array.base + "[" + access.index + "]";
  std::string text = array.base;
  for (const Expression &subscript : access.subscripts)
    text += "[" + subscript + "]";
  return text;
}

const Access *writeOf(const Nest &nest, const std::string &base, const Array *&array) {
  for (const Array &candidate : nest.arrays)
    if (candidate.base == base)
      for (const Access &access : candidate.accesses)
        if (access.isWrite) {
          array = &candidate;
          return &access;
        }
  return nullptr;
}

/// What is no array of the nest: a scalar, or what a call may touch.
std::string otherMemory(const Dependence &dependence) {
  return dependence.isUnknown ? "memory that line " + std::to_string(dependence.line) + " may touch"
                              : dependence.array;
}

void writeNotes(const std::string &path, const Nest &nest, Diagnostics &out) {
  if (nest.status == "recovered")
    out.tell(path, nest.line, nest.column, "note", validitySentence(nest), "");
  if (const Gain *gain = gainOf(nest))
    out.tell(path, nest.line, nest.column, "note", gainSentence(*gain), "");
  for (const DependenceNote &note : dependenceNotes(nest))
    out.tell(path, note.line ? note.line : nest.line, note.line ? note.column : nest.column, "note",
             note.text, "");
}

/// "; 2 known to the baseline, 1 silenced in the source": of what --fail-on may count.
std::string hiddenOnes(const std::vector<Remark> &remarks) {
  unsigned known = 0, suppressed = 0;
  for (const Remark &remark : remarks) {
    known += remark.level != Level::Note && remark.isKnown && !remark.isSuppressed;
    suppressed += remark.level != Level::Note && remark.isSuppressed;
  }
  std::vector<std::string> words;
  if (known)
    words.push_back(std::to_string(known) + " known to the baseline");
  if (suppressed)
    words.push_back(std::to_string(suppressed) + " silenced in the source");
  return words.empty() ? "" : "; " + joinWords(words);
}

/// The open remarks of one rule.
struct Reason {
  const Remark *first = nullptr;
  unsigned count = 0;
};

/// Why nests are refused, the most frequent reason first.
std::vector<Reason> reasonsOf(const std::vector<Remark> &remarks) {
  std::map<std::string, Reason> byRule;
  for (const Remark &remark : remarks)
    if (remark.level == Level::Refused && remark.isOpen()) {
      Reason &reason = byRule[remark.rule];
      reason.first = reason.first ? reason.first : &remark;
      ++reason.count;
    }
  std::vector<Reason> sorted;
  for (const auto &[rule, reason] : byRule)
    sorted.push_back(reason);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Reason &a, const Reason &b) { return a.count > b.count; });
  return sorted;
}

/// "refused: 12 acc-jump, 3 acc-call"; "" when none is open. With examples a line each:
///   refused:
///     12 acc-jump, as a.c:7:9: walk#1: not lifted: a jump leaves the loop: break
std::string refusedByReason(const std::vector<Remark> &remarks, bool withExamples) {
  std::string text;
  for (const auto &[first, count] : reasonsOf(remarks)) {
    text += !withExamples ? (text.empty() ? "refused: " : ", ")
                          : std::string(text.empty() ? "refused:" : "") + "\n  ";
    text += std::to_string(count) + " acc-" + first->rule;
    if (withExamples)
      text += ", as " + first->file->path + ":" + std::to_string(first->line) + ":" +
              std::to_string(first->column) + ": " + first->nest->id + ": " + first->message;
  }
  return text;
}

/// How many nests the summary names.
constexpr size_t kMostNamed = 5;

/// A line for each of the first nests of a list under its title; "" where there are no two.
std::string namedNests(const std::string &title, const std::vector<NestPlace> &nests,
                       std::string (*sentence)(const Nest &)) {
  std::string text = title + ":\n";
  for (size_t k = 0; k < std::min(nests.size(), kMostNamed); ++k)
    text += "  " + nests[k].file->path + ":" + std::to_string(nests[k].nest->line) + " " +
            nests[k].nest->id + ": " + sentence(*nests[k].nest) + "\n";
  return nests.size() < 2 ? "" : text;
}

/// The nests with most to gain.
std::string mostToGain(std::vector<NestPlace> ranked) {
  std::erase_if(ranked, [](const NestPlace &place) { return !gainOf(*place.nest); });
  return namedNests("most to gain, by estimate", ranked,
                    [](const Nest &nest) { return gainSentence(*gainOf(nest)); });
}

/// How many times as fast the fast version was at the sizes that were measured: the least, the
/// most, and their geometric mean; none where there are none.
struct Speedup {
  double least = HUGE_VAL, most = 0, mean = 1;
};
std::optional<Speedup> speedupOf(const Nest &nest) {
  if (!nest.measured || nest.measured->sizes.empty())
    return std::nullopt;
  Speedup speedup;
  for (const MeasuredSize &size : nest.measured->sizes) {
    const double ratio = size.rewritten > 0 ? size.original / size.rewritten : 1;
    speedup.least = std::min(speedup.least, ratio);
    speedup.most = std::max(speedup.most, ratio);
    speedup.mean *= std::pow(ratio, 1.0 / static_cast<double>(nest.measured->sizes.size()));
  }
  return speedup;
}

/// "1.10 to 8.30 times as fast" of a nest that was measured.
std::string speedupText(const Nest &nest) {
  const Speedup speedup = *speedupOf(nest);
  char text[64];
  std::snprintf(text, sizeof text, "%.2f to %.2f times as fast", speedup.least, speedup.most);
  return text;
}

/// The written nests that gained most.
std::string mostGained(std::vector<NestPlace> nests) {
  std::erase_if(nests, [](const NestPlace &place) {
    return !place.nest->written.value_or(false) || !speedupOf(*place.nest);
  });
  std::stable_sort(nests.begin(), nests.end(), [](const NestPlace &a, const NestPlace &b) {
    return speedupOf(*a.nest)->mean > speedupOf(*b.nest)->mean;
  });
  return namedNests("most gained, as measured", nests, speedupText);
}

void addNames(const std::string &text, std::set<std::string> &names) {
  auto isPart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (auto begin = text.begin(); begin != text.end();) {
    begin = std::find_if(begin, text.end(), isPart);
    auto end = std::find_if_not(begin, text.end(), isPart);
    if (begin != end)
      names.emplace(begin, end);
    begin = end;
  }
}

/// What names that stand for values are, of those in the validity and the sizes, and in what such
/// names are: ", with q = m / 3".
std::string definitionsFor(const Nest &nest) {
  std::set<std::string> used;
  addNames(nest.validity, used);
  for (const Array *array : recoveredArrays(nest))
    for (const Expression &size : array->sizes)
      addNames(size, used);
  std::string text;
  std::set<std::string> told;
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (const Parameter &parameter : nest.parameters)
      if (parameter.value && used.count(parameter.name) && told.insert(parameter.name).second) {
        text += (text.empty() ? ", with " : ", ") + parameter.name + " = " + *parameter.value;
        addNames(*parameter.value, used);
        isNew = true;
      }
  }
  return text;
}

/// Characters of a condition that somebody reads.
constexpr size_t kMostRead = 240;
/// Comparisons that are told of a longer one.
constexpr size_t kMostTold = 3;

/// Where `word` joins terms outside of parentheses.
std::vector<size_t> joints(const std::string &condition, const std::string &word) {
  std::vector<size_t> places;
  int depth = 0;
  for (size_t k = 0; k < condition.size(); ++k) {
    depth += condition[k] == '(';
    depth -= condition[k] == ')';
    if (depth == 0 && condition.compare(k, word.size(), word) == 0)
      places.push_back(k);
  }
  return places;
}

/// "a && b && c and 13 more hold"; of a condition that is no conjunction only its length.
std::string beginningOf(const std::string &condition) {
  std::vector<size_t> ands = joints(condition, " && ");
  if (ands.size() < kMostTold || !joints(condition, " || ").empty() ||
      ands[kMostTold - 1] > kMostRead)
    return "a condition of " + std::to_string(condition.size()) + " characters holds";
  return condition.substr(0, ands[kMostTold - 1]) + " and " +
         std::to_string(ands.size() + 1 - kMostTold) + " more hold";
}

/// What is known of a rewrite beside its proof; "" when it was not to be run.
std::string runSentence(const Nest &nest) {
  if (!nest.run)
    return "";
  if (nest.run->fast == 0)
    return "; proved, not run: " + nest.run->why;
  return "; proved, identical results on " + plural(nest.run->inputs, "input") +
         ", fast version taken in " + std::to_string(nest.run->fast);
}

/// "; measured with gcc: 1.1 to 8.3 times as fast"; "" when it was not to be measured.
std::string measuredSentence(const Nest &nest) {
  if (!nest.measured)
    return "";
  if (nest.measured->sizes.empty())
    return nest.measured->why.empty() ? "" : "; not measured: " + nest.measured->why;
  const std::string &compiler = nest.measured->compiler;
  return "; measured with " + compiler.substr(compiler.rfind('/') + 1) + ": " + speedupText(nest);
}

} // namespace

std::string headline(const Nest &nest) {
  std::vector<const Array *> arrays = recoveredArrays(nest);
  bool recovered = !arrays.empty();
  if (!recovered)
    for (const Array &array : nest.arrays)
      arrays.push_back(&array);
  std::string shapes;
  for (const Array *array : arrays)
    shapes += (shapes.empty() ? "" : ", ") + shapeIn(nest, *array);
  if (!recovered)
    return "affine, nothing to recover" + (shapes.empty() ? "" : ": " + shapes) +
           runSentence(nest) + measuredSentence(nest);
  return plural(arrays.size(), "array") + " recovered: " + shapes + runSentence(nest) +
         measuredSentence(nest);
}

std::string validitySentence(const Nest &nest) {
  std::string sentence = nest.validity == "1" ? "valid always (proved)"
                         : nest.simpleValidity
                             ? "valid when " + *nest.simpleValidity +
                                   " (full condition in the report, checked at run time)"
                         : nest.validity.size() > kMostRead
                             ? "valid when " + beginningOf(nest.validity) +
                                   " (all of it in the JSON report, checked at run time)"
                             : "valid when " + nest.validity + " (checked at run time)";
  return sentence + definitionsFor(nest);
}

std::vector<DependenceNote> dependenceNotes(const Nest &nest) {
  std::vector<DependenceNote> notes;
  std::vector<std::string> parallel;
  for (const Loop &loop : nest.loops) {
    if (loop.parallel)
      parallel.push_back(loop.name);
    std::vector<std::string> carried;
    DependenceNote note;
    for (const Dependence &dependence : nest.dependences) {
      if (dependence.carriedBy != loop.name)
        continue;
      const Array *array = nullptr;
      const Access *access = writeOf(nest, dependence.array, array);
      std::string text = access ? accessText(nest, *array, *access) : otherMemory(dependence);
      if (std::find(carried.begin(), carried.end(), text) != carried.end())
        continue;
      carried.push_back(text);
      if (access && !note.line) {
        note.line = access->line;
        note.column = access->column;
      } else if (!access && !note.line) {
        note.line = dependence.line;
        note.column = dependence.column;
      }
    }
    if (carried.empty())
      continue;
    note.text = "loop " + loop.name + " carries " +
                (carried.size() == 1 ? "a dependence on " : "dependences on ") + joinWords(carried);
    notes.push_back(note);
  }
  if (parallel.empty())
    return notes;
  std::string when = claimCondition(nest, [](const std::string &name) { return name; });
  std::string tail = joinWords(parallel) + (parallel.size() == 1 ? " is" : " are") + " parallel" +
                     (when.empty() ? "" : " when " + when);
  // Where there is a condition, it is that of the whole sentence.
  if (notes.empty())
    notes.push_back(
        {0, 0, "no loop carries a dependence" + std::string(when.empty() ? "; " : " and ") + tail});
  else
    notes.back().text += "; " + tail;
  return notes;
}

void writeText(const Report &report, const std::vector<Remark> &remarks, llvm::raw_ostream &out,
               const TextOptions &options) {
  Diagnostics diagnostics(out, options);
  // A warning without a line is of what files have in common: it is told with the first of them.
  std::map<std::string, size_t> common;
  auto isCommon = [](const File &file, const Finding &error) {
    return file.status == "ok" && !error.line;
  };
  for (const File &file : report.files)
    for (const Finding &error : file.errors)
      common[error.message] += isCommon(file, error);
  auto tellErrors = [&](const File &file) {
    for (const Finding &error : file.errors) {
      std::string place = file.path;
      if (isCommon(file, error)) {
        size_t &count = common[error.message];
        if (count == 0)
          continue;
        place += count > 1 ? " and " + plural(static_cast<unsigned>(count - 1), "other file") : "";
        count = 0;
      }
      diagnostics.tell(place, error.line, error.column, file.status == "ok" ? "warning" : "error",
                       error.message, error.id);
    }
  };
  std::map<const Nest *, std::vector<const Remark *>> open;
  for (const Remark &remark : remarks)
    if (remark.isOpen())
      open[remark.nest].push_back(&remark);
  auto tellNest = [&](const File &file, const Nest &nest) {
    bool isTold = false;
    for (const Remark *remark : open[&nest]) {
      if (options.isBrief && !remark->isWarning)
        continue;
      diagnostics.tell(file.path, remark->line, remark->column,
                       remark->isWarning ? "warning" : "remark", nest.id + ": " + remark->message,
                       remark->rule);
      isTold |= remark->rule == nest.status;
    }
    if (options.notes && isTold && !options.isBrief)
      writeNotes(file.path, nest, diagnostics);
  };
  std::vector<NestPlace> ranked = rankedByGain(report);
  for (const File &file : report.files) {
    tellErrors(file);
    if (!options.byGain)
      for (const Nest &nest : file.nests)
        tellNest(file, nest);
  }
  if (options.byGain)
    for (const NestPlace &place : ranked)
      tellNest(*place.file, *place.nest);
  if (!options.summary)
    return;
  const std::string gained = mostGained(ranked);
  out << (gained.empty() ? mostToGain(ranked) : gained);
  std::string reasons = refusedByReason(remarks, options.isBrief);
  if (std::count(reasons.begin(), reasons.end(), ' ') > 2) // one refusal was told just now
    out << reasons << '\n';
  if (!options.next.empty())
    out << "next: " << options.next << '\n';
  out << (options.last.empty() ? summaryLine(count(report)) : options.last) << hiddenOnes(remarks)
      << '\n';
}

} // namespace acc::report
