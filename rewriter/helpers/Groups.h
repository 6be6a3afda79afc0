// The helpers as they are written: in a file that uses some, and all of them in one of their own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace acc {

/// float and double are computed as such. Where x87 keeps wider results in its registers, a text
/// with variables in place of elements rounds less often than the source. With 16 only _Float16 is
/// computed in its own format. clang has 0 for -mno-sse2, too.
inline constexpr const char *kComputesInItsTypes =
    "    && (__FLT_EVAL_METHOD__ == 0 || __FLT_EVAL_METHOD__ == 16) \\\n"
    "    && (defined(__SSE2_MATH__) || !defined(__x86_64__)) \\\n";

struct Group {
  std::vector<std::string> triggers; // texts that mention one of them use the group
  std::string defines;               // one of its names
  /// In a file with fast versions.
  std::string text;
  /// In a file of helpers: what is there once, and what each level of the processor has for itself.
  std::string once, level;
};

/// The code uses the group.
bool isUsed(const Group &group, std::string_view code);

/// In the order in which they need one another.
const std::vector<Group> &helperGroups();

} // namespace acc
