// Long lines of C, broken.
#pragma once

#include <string>

namespace acc {

/// Each line of the text with at most `width` columns where it has places to break at: behind
/// commas and before operators, at the outermost brackets that do. What goes on is indented by four
/// columns more than the line, or to `column`, and by four more for each bracket that is open since
/// the first break. Lines of the preprocessor and those for the proof stay as they are.
///   x = aaaa + bbbb;   ->   x = aaaa
///                               + bbbb;
std::string brokenLines(const std::string &text, size_t width, size_t column = 0);

/// The words of a text in lines of at most `width` columns, all but the first from `column` on.
std::string filledLines(const std::string &text, size_t width, size_t column);

} // namespace acc
