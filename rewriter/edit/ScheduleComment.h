// The schedule in the comment before a fast version.
#pragma once

#include <string>
#include <string_view>

namespace acc {

/// A schedule on one line (printScriptInLine), and the options with which it produced the text
/// after the comment; "" for none.
struct ScheduleNote {
  std::string text, options;
};

/// As it stands in a comment, behind the blanks that begin its line: "Schedule (OPTIONS):
/// SCHEDULE", in lines of at most `width` columns. Blanks may become line ends. Expects no end of a
/// comment in either.
std::string scheduleLines(const ScheduleNote &note, size_t width, size_t column);

/// Reads it back from the inner text of the comment; empty where there is none.
ScheduleNote scheduleIn(std::string_view comment);

} // namespace acc
