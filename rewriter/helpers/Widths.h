// The registers among which one text chooses by the compiler's own macros.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace acc {

/// One choice of the helpers: ACC_BYTES of a vector register, and ACC_ROWS of a register tile with
/// two of them a row.
struct Width {
  const char *target; // that has such registers, as scheduling names it
  int64_t bytes, rows;
  const char *condition; // of the preprocessor, where none of those before holds; "" for all others
};

/// The widest first.
const std::vector<Width> &widths();

/// The names that text uses instead of numbers: elements of a vector, and rows of a tile.
inline constexpr const char *kFloats = "ACC_FLOATS", *kDoubles = "ACC_DOUBLES", *kRows = "ACC_ROWS";

/// What text that depends on the width mentions: these names, and the helpers for vectors of that
/// size.
const std::vector<std::string> &widthNames();

/// The helpers that define these names. What a builder defines in their place must be one of
/// widths().
std::string widthDefinitions();

/// Those of them that follow from the bytes.
std::string elementsOfWidth();

/// Whether the text depends on the width.
bool dependsOnWidth(std::string_view text);

/// Flags of the compiler for each width that the macros may choose, so that all can be looked at in
/// turn.
std::vector<std::vector<std::string>> widthFlags();

} // namespace acc
