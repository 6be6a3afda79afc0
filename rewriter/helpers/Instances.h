// The claims of emission: which source instance each statement of the fast version is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace acc {

/// The text that is proved has a line before each statement that computes something:
///     ACC_INSTANCE(0, i_0 + ii, jj)
///     C[(i_0 + ii) * ldc + jj] += a * b;
/// The statement is Scop::statements[0] of the source, with its loops' counters, outermost first,
/// at these values. The proof checks the claim; a wrong one can only be refused. What is written to
/// the file has no such lines. Copies to and from local arrays have none: the proof follows the
/// values through them.
inline constexpr const char *kInstance = "ACC_INSTANCE", *kLoop = "ACC_LOOP";

/// The counter of the loop around the statement that so many others are around: in a function that
/// is given none of that name.
std::string counterOfLoop(size_t loop);

/// The line, without indentation; `values` are C expressions, parted by commas.
std::string instanceLine(size_t statement, const std::string &values);

/// Whether the line, which may be indented, is one of these.
bool isInstanceLine(std::string_view line);

/// The text without these lines.
std::string withoutInstances(std::string_view text);

/// Flags of the compiler with which the frontend reads such a line as a test before the statement,
/// which calls a function that every unit knows, with kInstance as its first argument; and a
/// counterOfLoop as a call of another one, of the widest type, with the loop's number.
std::vector<std::string> instanceFlags();

/// The functions of these calls.
inline constexpr const char *kInstanceCall = "__builtin_printf", *kLoopCall = "__builtin_llabs";

} // namespace acc
