#include "tools/report/Text.h"

#include "tools/report/Summary.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace acc::report {
namespace {

/// One diagnostic line; control characters of a message become spaces.
void line(llvm::raw_ostream &out, const std::string &path, unsigned line, unsigned column,
          const char *severity, std::string message, const std::string &id) {
  std::replace_if(
      message.begin(), message.end(), [](unsigned char c) { return c < ' '; }, ' ');
  out << path;
  if (line)
    out << ':' << line << ':' << column;
  out << ": " << severity << ": " << message;
  if (!id.empty())
    out << " [acc-" << id << ']';
  out << '\n';
}

std::string accessText(const Array &array, const Access &access) {
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

void writeNotes(const std::string &path, const Nest &nest, llvm::raw_ostream &out) {
  if (nest.status == "recovered")
    line(out, path, nest.line, nest.column, "note", validitySentence(nest), "");
  for (const DependenceNote &note : dependenceNotes(nest))
    line(out, path, note.line ? note.line : nest.line, note.line ? note.column : nest.column,
         "note", note.text, "");
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

} // namespace

std::string headline(const Nest &nest) {
  std::vector<const Array *> arrays = recoveredArrays(nest);
  bool recovered = !arrays.empty();
  if (!recovered)
    for (const Array &array : nest.arrays)
      arrays.push_back(&array);
  std::string shapes;
  for (const Array *array : arrays)
    shapes += (shapes.empty() ? "" : ", ") + shapeOf(*array);
  if (!recovered)
    return "affine, nothing to recover" + (shapes.empty() ? "" : ": " + shapes);
  return plural(arrays.size(), "array") + " recovered: " + shapes;
}

std::string validitySentence(const Nest &nest) {
  std::string sentence = nest.validity == "1"
                             ? "valid always (proved)"
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
      std::string text = access ? accessText(*array, *access) : dependence.array;
      if (std::find(carried.begin(), carried.end(), text) != carried.end())
        continue;
      carried.push_back(text);
      if (access && !note.line) {
        note.line = access->line;
        note.column = access->column;
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
  std::string tail = joinWords(parallel) + (parallel.size() == 1 ? " is" : " are") + " parallel";
  if (notes.empty())
    notes.push_back({0, 0, "no loop carries a dependence; " + tail});
  else
    notes.back().text += "; " + tail;
  return notes;
}

void writeText(const Report &report, const std::vector<Remark> &remarks, llvm::raw_ostream &out,
               const TextOptions &options) {
  auto next = remarks.begin();
  for (const File &file : report.files) {
    for (const Finding &error : file.errors)
      line(out, file.path, error.line, error.column, file.status == "ok" ? "warning" : "error",
           error.message, error.id);
    for (const Nest &nest : file.nests) {
      bool isTold = false;
      for (; next != remarks.end() && next->nest == &nest; ++next) {
        if (!next->isOpen())
          continue;
        line(out, file.path, next->line, next->column, next->isWarning ? "warning" : "remark",
             nest.id + ": " + next->message, next->rule);
        isTold |= next->rule == nest.status;
      }
      if (options.notes && isTold)
        writeNotes(file.path, nest, out);
    }
  }
  if (options.summary)
    out << summaryLine(count(report)) << hiddenOnes(remarks) << '\n';
}

} // namespace acc::report
