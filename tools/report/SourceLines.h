// The texts of sources, and their lines.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace acc::report {

/// The text of each file of a report, by its path there. Files may be missing.
using SourceTexts = std::map<std::string, std::string>;

/// The lines of a text without their ends ("\n", "\r\n").
std::vector<std::string_view> linesOf(std::string_view text);

/// Which code point of `line` stands at the byte `column`; both count from 1. A
/// column behind the line's end keeps its distance.
unsigned codePointColumn(std::string_view line, unsigned column);

/// The byte column behind what stands at the byte `column` of a line: a name with the subscripts,
/// arguments and members that follow it, else one character. `A[i*n + j] = 0` at 1 gives 11.
/// Brackets that the line does not close go to its end.
unsigned endOfTerm(std::string_view line, unsigned column);

} // namespace acc::report
