#include "rewriter/edit/ScheduleComment.h"

#include "rewriter/edit/LineBreaks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <sstream>

namespace acc {
namespace {

constexpr std::string_view kBefore = "Schedule (", kBetween = "): ";

/// With one blank for all white space, and without the stars with which a formatter begins all
/// lines but the first.
std::string inOneLine(std::string_view text) {
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(text.data(), text.size()).split(lines, '\n');
  const auto isStarred = [](llvm::StringRef line) { return line.ltrim().starts_with("*"); };
  const bool hasStars = llvm::all_of(llvm::drop_begin(lines), isStarred);
  std::string words;
  for (const llvm::StringRef &line : lines) {
    const bool isFirst = &line == lines.begin();
    std::istringstream inLine{(hasStars && !isFirst ? line.ltrim().drop_front() : line).str()};
    for (std::string word; inLine >> word;)
      words += (words.empty() ? "" : " ") + word;
  }
  return words;
}

} // namespace

std::string scheduleLines(const ScheduleNote &note, size_t width, size_t column) {
  std::string text(kBefore);
  text += note.options;
  text += kBetween;
  return filledLines(text + note.text, width, column);
}

ScheduleNote scheduleIn(std::string_view comment) {
  const std::string line = inOneLine(comment);
  // The last one: the words before it are the user's.
  const size_t begin = line.rfind(std::string(kBefore) + "--"),
               between = line.find(kBetween, begin);
  if (begin == line.npos || between == line.npos)
    return {};
  const size_t options = begin + kBefore.size();
  return {line.substr(between + kBetween.size()), line.substr(options, between - options)};
}

} // namespace acc
