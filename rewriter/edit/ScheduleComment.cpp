#include "rewriter/edit/ScheduleComment.h"

#include "rewriter/edit/LineBreaks.h"

#include <sstream>

namespace acc {
namespace {

constexpr std::string_view kBefore = "Schedule (", kBetween = "): ";

/// With one blank for all white space.
std::string inOneLine(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string line;
  for (std::string word; words >> word;)
    line += (line.empty() ? "" : " ") + word;
  return line;
}

} // namespace

std::string scheduleLines(const ScheduleNote &note, size_t width, size_t column) {
  std::string text(kBefore);
  text += note.options;
  text += kBetween;
  return filledLines(text + note.text, width, column);
}

ScheduleNote scheduleIn(std::string_view comment) {
  // At the start of a line: the words before may have any.
  for (size_t at = comment.find('\n'); at != std::string_view::npos;
       at = comment.find('\n', at + 1)) {
    std::string line = inOneLine(comment.substr(at));
    size_t between = line.find(kBetween);
    if (line.starts_with(kBefore) && between != std::string::npos)
      return {line.substr(between + kBetween.size()),
              line.substr(kBefore.size(), between - kBefore.size())};
  }
  return {};
}

} // namespace acc
