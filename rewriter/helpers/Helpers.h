// The macros that written code uses: a block of them stands once in each file, before the first
// fast version.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace acc {

/// The preprocessor's condition that they are there: the compiler knows GNU C, and its types have
/// the sizes for which the code was written. Elsewhere the original is compiled alone.
inline constexpr const char *kHaveHelpers = "defined(ACC_DELIN)";

/// Defined by users of the text to read it without vectors: the macros are then plain loops, which
/// say what they mean. The proof does so; a test holds the vectors to it.
inline constexpr const char *kPlainMacros = "ACC_DELIN_PLAIN";

/// Heads of loops whose iterations are taken some at a time in vectors begin with it:
/// ACC_LANES_16F(v, n) is for (v = 0; v < n * 16; v++) where the helpers are plain, and v += 16
/// else, with ACC_16F(x) for x and what is behind it. So is ACC_LANES_F(v, n), of as many as a
/// vector of the compiler's target has.
inline constexpr const char *kLanes = "ACC_LANES_";

/// Of a row of a buffer that vectors take as a whole, and of which a part is used. ACC_PART_16F(v,
/// n, end) is for (v = 0; v < min(end, n * 16); v++) where the helpers are plain, and runs through
/// all n vectors else. ACC_FILL_16F(v, n, end, to, from) is the same loop over to = from where they
/// are plain, and sets what is behind it up to n vectors, too, else. ACC_STORE_16F sets nothing
/// else.
inline constexpr const char *kPart = "ACC_PART_", *kFill = "ACC_FILL_", *kStore = "ACC_STORE_";

/// ACC_TURN_4(n, m, ahead, p, q, to, from), and 8, is to = from for all p < n and q < m, in squares
/// that are turned in registers.
inline constexpr const char *kTurn = "ACC_TURN_";
/// ACC_TURN_PART_4(n, p_end, q_end, ahead, p, q, to, from) is to = from for all p < min(p_end, n)
/// and q < q_end where the helpers are plain; else it also sets to = 0 for the other p < n: of rows
/// of a buffer along p that vectors take as a whole.
inline constexpr const char *kTurnPart = "ACC_TURN_PART_";

/// The names that the helpers which the code uses define, or that would change them as macros of
/// the unit: code cannot have them in a unit that has one of these for itself.
std::set<std::string> helperNames(std::string_view code);

/// Code that uses all helpers.
std::string allHelpers();

/// The blocks of helpers that the code uses, in order. Each is a whole `#if ... #endif` that may
/// precede any code and may appear twice.
std::vector<std::string> helperBlocks(std::string_view code, unsigned longBits,
                                      unsigned pointerBits);

/// The text, without carriage returns, without this version's blocks.
std::string withoutHelpers(std::string_view text);

/// A helper's name that the text defines in another way than this version, or uses in a macro of
/// its own, or kPlainMacros where it depends on that; "" for none. What a proof says of such a text
/// it says of other code than what is compiled.
std::string otherHelperIn(std::string_view text);

} // namespace acc
