// Steps over C text without parsing it: enough to match brackets and to tell comments and literals
// from code.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace acc {

/// The end of the comment, string or character literal that starts at `at`;
/// `at + 1` when none does. A literal without its closing quote ends at its line.
size_t lexemeEnd(std::string_view text, size_t at);

/// The line of `at`, with those that a backslash joins to it: its first byte, and its line feed or
/// the end of the text.
size_t logicalLineStart(std::string_view text, size_t at);
size_t logicalLineEnd(std::string_view text, size_t at);

/// The name of the directive that the line is: "if" for "  #  if defined(A)"; "" for none.
std::string_view directiveOf(std::string_view line);

/// The first position at or after `at` that is no white space.
size_t skipSpace(std::string_view text, size_t at);

/// The position of the bracket that closes the '(' or '{' at `open`; none if the text ends first.
/// Ignores brackets of the other kind.
std::optional<size_t> closingBracket(std::string_view text, size_t open);

/// The byte is one of a name or a number.
bool isInWord(char c);

/// The end of the statement that starts at `at`: after its ';' or '}'; none if unknown. Knows
/// loops, conditions, blocks, and statements that end in ';'.
std::optional<size_t> statementEnd(std::string_view text, size_t at);

} // namespace acc
